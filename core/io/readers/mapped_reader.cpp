// SPDX-License-Identifier: GPL-3.0-or-later
// Any HDF5 file, by a mapping that says which dataset is what and in which unit.
#include "base/error.h"
#include "base/units.h"
#include "io/readers/reader_tools.h"
#include "io/readers/scan_reader.h"

namespace ewald::io {
namespace {

double lengthFactor(const std::string& unit, const char* key) {
    const std::optional<double> factor = metresPer(unit);
    if (!factor)
        throw DataError("unknown unit of length \"" + unit + "\"", std::string("import mapping, ") + key,
                        "use m, mm, um, nm or A");
    return *factor;
}

/// Lines and columns of a 4-D stack, which tell how the axes of a raster belong to frames.
h5::Shape rasterOf(const h5::File& file, const std::string& frames) {
    if (!file.hasDataset(frames)) return {};
    const h5::Shape shape = file.dataset(frames).shape();
    return shape.size() == 4 ? h5::Shape{shape[0], shape[1]} : h5::Shape{};
}

void readMappedPositions(const h5::File& file, Scan& scan, const ImportMapping& mapping, const h5::Shape& raster) {
    const double factor = lengthFactor(mapping.positionUnit, "positionUnit");
    const std::size_t frames = scan.frames->frameCount();
    if (mapping.positionOrder != "xy" && mapping.positionOrder != "yx")
        throw DataError("unknown order of positions \"" + mapping.positionOrder + "\"", "import mapping, positionOrder",
                        "use xy or yx");
    if (!mapping.positions.empty()) {
        readPositions(file, scan, mapping.positions, frames, factor, mapping.positionOrder == "yx");
        return;
    }
    if (mapping.positionX.empty() || mapping.positionY.empty())
        throw DataError("the import mapping names no dataset for the positions", file.file().string(),
                        "name one dataset (positions), or two (positionX and positionY)");
    readPositionsXY(file, scan, mapping.positionX, mapping.positionY, frames, raster, factor, factor);
}

/// A typed value, or the number of a dataset in the mapping's unit (the file's own unit is what the person may
/// correct).
std::optional<double> mappedNumber(const h5::File& file, Scan& scan, const std::string& path,
                                   const std::optional<double>& typed, const std::string& unit, const char* name) {
    if (!path.empty()) {
        const h5::Dataset dataset = file.dataset(path); // throws with the reason when it is not there
        const std::optional<double> value = file.number(path);
        if (!value)
            throw DataError("holds no number", dataset.where(), std::string("name another dataset for the ") + name);
        const std::string stated = unitsOf(file, path);
        const bool differs = !stated.empty() && metresPer(stated) != metresPer(unit);
        const bool energyDiffers = !stated.empty() && joulesPer(stated) != joulesPer(unit);
        if (differs || energyDiffers)
            addNote(scan, Severity::warning,
                    "the file says that " + path + " is in " + stated + "; taken in " + unit + " as the mapping says");
        scan.origin[name] = path + " [" + unit + "]";
        return value;
    }
    if (typed) scan.origin[name] = "typed by hand [" + unit + "]";
    return typed;
}

std::optional<double> mappedLength(const h5::File& file, Scan& scan, const std::string& path,
                                   const std::optional<double>& typed, const std::string& unit, const char* name) {
    const std::optional<double> value = mappedNumber(file, scan, path, typed, unit, name);
    if (!value) return std::nullopt;
    return *value * lengthFactor(unit, name);
}

void readMappedEnergy(const h5::File& file, Scan& scan, const ImportMapping& mapping) {
    const std::optional<double> value =
        mappedNumber(file, scan, mapping.energy, mapping.energyValue, mapping.energyUnit, "energy");
    if (!value) return;
    const auto joule = joulesPer(mapping.energyUnit);
    scan.wavelengthFromEnergy = joule.has_value();
    if (joule)
        scan.wavelength_m = wavelengthFromEnergy(*value * *joule / kJoulePerKeV);
    else
        scan.wavelength_m = *value * lengthFactor(mapping.energyUnit, "energyUnit"); // a wavelength
}

} // namespace

Scan openMapped(const h5::File& file, const ImportMapping& mapping) {
    Scan scan;
    scan.format = "HDF5 by import mapping";
    scan.file = file.file();
    if (mapping.frames.empty())
        throw DataError("the import mapping names no dataset for the frames", file.file().string(),
                        "name the dataset of the measured frames");
    openFrames(file, scan, mapping.frames);
    scan.framesAreAmplitudes = mapping.amplitudes;
    scan.framesAreCornerCentred = mapping.cornerCentred;
    const h5::Shape raster = rasterOf(file, mapping.frames);
    if (mapping.positionsFile.empty()) {
        readMappedPositions(file, scan, mapping, raster);
    } else {
        // Relative names are meant beside the scan, so that a folder can be moved.
        const std::filesystem::path other = mapping.positionsFile.is_absolute()
                                                ? mapping.positionsFile
                                                : file.file().parent_path() / mapping.positionsFile;
        readMappedPositions(h5::File::open(other), scan, mapping, raster);
        scan.origin["positions"] = other.filename().string() + ":" + scan.origin["positions"];
    }
    if (!mapping.mask.empty()) readMask(file, scan, mapping.mask, MaskMeaning::nonZeroIsBad);
    if (!mapping.probe.empty() && !readProbe(file, scan, mapping.probe))
        throw DataError("holds no probe", file.where(mapping.probe), "name a complex dataset (modes, rows, columns)");
    readMappedEnergy(file, scan, mapping);
    scan.distance_m =
        mappedLength(file, scan, mapping.distance, mapping.distanceValue, mapping.distanceUnit, "distance");
    scan.pixelWidth_m =
        mappedLength(file, scan, mapping.pixelSize, mapping.pixelSizeValue, mapping.pixelSizeUnit, "pixel size");
    scan.pixelHeight_m = scan.pixelWidth_m;
    noteSummary(scan);
    return scan;
}

} // namespace ewald::io
