// SPDX-License-Identifier: GPL-3.0-or-later
// Any files of frames and positions, by a mapping that says what is where and in which unit.
#include "base/error.h"

#include "base/phrase.h"
#include "base/units.h"
#include "io/readers/reader_tools.h"
#include "io/readers/scan_reader.h"
#include "io/stack/file_kind.h"
#include "io/text_table.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

namespace ewald::io {
namespace {

double lengthFactor(const std::string& unit, const char* key) {
    const std::optional<double> factor = metresPer(unit);
    if (!factor)
        throw DataError(phrase("unknown unit of length \"%1\"", unit), std::string("import mapping, ") + key,
                        "use m, mm, um, nm or A");
    return *factor;
}

/// Relative names are meant beside the scan, so that a folder can be moved.
std::filesystem::path besideOf(const Scan& scan, const std::filesystem::path& file) {
    return file.is_absolute() ? file : scan.file.parent_path() / file;
}

/// Lines and columns of a 4-D stack, which tell how the axes of a raster belong to frames.
h5::Shape rasterOf(const h5::File& file, const std::string& frames) {
    if (!file.hasDataset(frames)) return {};
    const h5::Shape shape = file.dataset(frames).shape();
    return shape.size() == 4 ? h5::Shape{shape[0], shape[1]} : h5::Shape{};
}

/// The frames of the mapping: datasets of an HDF5 file, or whatever a stack is made of. \return lines and columns of a
/// raster of frames
h5::Shape openMappedFrames(const h5::File* file, Scan& scan, const ImportMapping& mapping) {
    const std::filesystem::path path = mapping.framesFile.empty() ? scan.file : besideOf(scan, mapping.framesFile);
    if (fileKind(path) == FileKind::hdf5 && !mapping.frames.empty()) {
        std::optional<h5::File> other;
        if (!file || path != scan.file) other = h5::File::open(path);
        const h5::File& source = other ? *other : *file;
        openFrames(source, scan, mapping.frames);
        if (other) scan.origin["frames"] = path.filename().string() + ":" + scan.origin["frames"];
        return rasterOf(source, mapping.frames);
    }
    if (file && mapping.framesFile.empty())
        throw DataError("the import mapping names no dataset for the frames", path.string(),
                        "name the dataset of the measured frames");
    const auto stack = openStack(std::span(&path, 1), {.dataset = mapping.frames, .channel = 0, .monitor = {}});
    scan.frames = stack;
    scan.framesPath = stack->framesPath;
    scan.origin["frames"] = path.filename().string() + (stack->framesPath.empty() ? "" : ":") + stack->framesPath +
                            ", " + stack->format + " " + nameOf(stack->pixelType());
    for (const Note& note : stack->notes)
        if (note.severity != Severity::info) scan.notes.push_back(note);
    // What the files of the detector say holds unless the mapping says otherwise.
    const StackGeometry& geometry = stack->geometry;
    scan.wavelength_m = geometry.wavelength_m;
    scan.distance_m = geometry.distance_m;
    scan.pixelHeight_m = geometry.pixelHeight_m;
    scan.pixelWidth_m = geometry.pixelWidth_m;
    scan.badPixels = stack->mask;
    return stack->scanShape.size() == 2 ? stack->scanShape : h5::Shape{};
}

void checkOrder(const ImportMapping& mapping) {
    if (mapping.positionOrder != "xy" && mapping.positionOrder != "yx")
        throw DataError(phrase("unknown order of positions \"%1\"", mapping.positionOrder),
                        "import mapping, positionOrder", "use xy or yx");
}

/// Metres per unit along y and x; a pixel is that of the object that whole frames give.
std::pair<double, double> positionFactors(const Scan& scan, const ImportMapping& mapping) {
    if (mapping.positionUnit != "px") {
        const double factor = lengthFactor(mapping.positionUnit, "positionUnit");
        return {factor, factor};
    }
    if (!scan.wavelength_m || !scan.distance_m || !scan.pixelHeight_m || !scan.pixelWidth_m)
        throw DataError("positions in pixels need energy, distance and pixel size", "import mapping, positionUnit",
                        "give them in the mapping, or give the positions in a unit of length");
    const double lambdaZ = *scan.wavelength_m * *scan.distance_m;
    return {lambdaZ / (static_cast<double>(scan.frames->rows()) * *scan.pixelHeight_m),
            lambdaZ / (static_cast<double>(scan.frames->cols()) * *scan.pixelWidth_m)};
}

void readMappedPositions(const h5::File& file, Scan& scan, const ImportMapping& mapping, const h5::Shape& raster,
                         std::pair<double, double> factors) {
    const std::size_t frames = scan.frames->frameCount();
    if (!mapping.positions.empty()) {
        readPositions(file, scan, mapping.positions, frames, factors.second, mapping.positionOrder == "yx");
        for (ScanPosition& position : scan.positions) position.y *= factors.first / factors.second;
        return;
    }
    if (mapping.positionX.empty() || mapping.positionY.empty())
        throw DataError("the import mapping names no dataset for the positions", file.file().string(),
                        "name one dataset (positions), or two (positionX and positionY)");
    readPositionsXY(file, scan, mapping.positionX, mapping.positionY, frames, raster, factors.second, factors.first);
}

/// Values a position beside the positions themselves.
std::vector<double> mappedValues(const h5::File& file, const std::string& path) {
    return path.empty() ? std::vector<double>{} : file.dataset(path).readAll<double>();
}

/// Positions, frame indices and monitor of a text table. \return the latter two
std::pair<std::vector<double>, std::vector<double>> readPositionTable(const std::filesystem::path& path, Scan& scan,
                                                                      const ImportMapping& mapping,
                                                                      const h5::Shape& raster,
                                                                      std::pair<double, double> factors) {
    std::optional<std::size_t> number;
    if (mapping.positionsScan) number = static_cast<std::size_t>(std::max(0.0, *mapping.positionsScan));
    const TextTable table = readTextTable(path, number);
    std::string x = mapping.positionX;
    std::string y = mapping.positionY;
    if (x.empty() && y.empty() && table.columns.size() == 2) {
        x = mapping.positionOrder == "yx" ? "2" : "1";
        y = mapping.positionOrder == "yx" ? "1" : "2";
    }
    if (x.empty() || y.empty()) static_cast<void>(table.column(x.empty() ? x : y)); // says which columns there are
    if (&table.column(x) == &table.column(y)) warnSameAxis(scan, "column " + x);
    setPositionsXY(scan, table.column(x), table.column(y), path.string(), scan.frames->frameCount(), raster,
                   factors.second, factors.first);
    scan.positionsPath = x;
    scan.origin["positions"] = "columns " + x + ", " + y + ", × " + numberText(factors.second) + " m";
    const auto values = [&](const std::string& name) {
        return name.empty() ? std::vector<double>{} : table.column(name);
    };
    return {values(mapping.frameIndex), values(mapping.monitor)};
}

/// The one place where frames, positions and the monitor come together.
void pairMapped(const h5::File* file, Scan& scan, const ImportMapping& mapping, const h5::Shape& raster) {
    checkOrder(mapping);
    const std::pair<double, double> factors = positionFactors(scan, mapping);
    const std::filesystem::path path =
        mapping.positionsFile.empty() ? scan.file : besideOf(scan, mapping.positionsFile);
    std::vector<double> index;
    std::vector<double> monitor;
    if (!mapping.positionsFile.empty() && fileKind(path) != FileKind::hdf5) {
        std::tie(index, monitor) = readPositionTable(path, scan, mapping, raster, factors);
    } else {
        if (!file && mapping.positionsFile.empty())
            throw DataError("holds frames and no positions", path.string(),
                            "name the file of the positions in the mapping (positions_file)");
        std::optional<h5::File> other;
        if (!mapping.positionsFile.empty()) other = h5::File::open(path);
        const h5::File& source = other ? *other : *file;
        readMappedPositions(source, scan, mapping, raster, factors);
        index = mappedValues(source, mapping.frameIndex);
        monitor = mappedValues(source, mapping.monitor);
    }
    if (!mapping.positionsFile.empty())
        scan.origin["positions"] = path.filename().string() + ":" + scan.origin["positions"];
    if (!mapping.frameIndex.empty())
        pairByIndex(scan, index, monitor, mapping.frameIndex, path.string() + ":" + mapping.frameIndex);
    if (!mapping.monitor.empty())
        setFrameIntensity(scan, std::move(monitor), mapping.monitor, scan.frames->frameCount());
}

/// A typed value, or the number of a dataset in the mapping's unit (the file's own unit is what the person may
/// correct).
std::optional<double> mappedNumber(const h5::File* file, Scan& scan, const std::string& path,
                                   const std::optional<double>& typed, const std::string& unit, const char* name) {
    if (!path.empty()) {
        const h5::Dataset dataset = file->dataset(path); // throws with the reason when it is not there
        const std::optional<double> value = file->number(path);
        if (!value)
            throw DataError("holds no number", dataset.where(), phrase("name another dataset for the %1", name));
        const std::string stated = unitsOf(*file, path);
        const bool differs = !stated.empty() && metresPer(stated) != metresPer(unit);
        const bool energyDiffers = !stated.empty() && joulesPer(stated) != joulesPer(unit);
        if (differs || energyDiffers)
            addNote(scan, Severity::warning,
                    phrase("the file says that %1 is in %2; taken in %3 as the mapping says", path, stated, unit));
        scan.origin[name] = path + " [" + unit + "]";
        return value;
    }
    if (typed) scan.origin[name] = "typed by hand [" + unit + "]";
    return typed;
}

std::optional<double> mappedLength(const h5::File* file, Scan& scan, const std::string& path,
                                   const std::optional<double>& typed, const std::string& unit, const char* name) {
    const std::optional<double> value = mappedNumber(file, scan, path, typed, unit, name);
    if (!value) return std::nullopt;
    return *value * lengthFactor(unit, name);
}

void readMappedEnergy(const h5::File* file, Scan& scan, const ImportMapping& mapping) {
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

Probed probeMapped(const ScanSource& source) {
    if (source.mapping() == nullptr) return {"import mapping", 0, "no import mapping"};
    return {"import mapping", 1, "described by an import mapping"};
}

Scan openMapped(const ScanSource& source) {
    const ImportMapping& mapping = *source.mapping();
    const h5::File* const file = source.hdf5();
    Scan scan;
    scan.file = source.path();
    scan.format = file ? "HDF5 by import mapping" : "frames by import mapping";
    const h5::Shape raster = openMappedFrames(file, scan, mapping);
    if (!file) scan.format = scan.frames->format + " by import mapping";
    scan.framesAreAmplitudes = mapping.amplitudes;
    scan.framesAreCornerCentred = mapping.cornerCentred;
    const auto needed = [&](const std::string& dataset) -> const h5::File& {
        if (!file)
            throw DataError(phrase("the file is no HDF5 file and has no dataset %1", dataset), scan.file.string(),
                            "give the value in the mapping or in the document");
        return *file;
    };
    if (!mapping.mask.empty()) readMask(needed(mapping.mask), scan, mapping.mask, MaskMeaning::nonZeroIsBad);
    if (!mapping.probe.empty() && !readProbe(needed(mapping.probe), scan, mapping.probe))
        throw DataError("holds no probe", file->where(mapping.probe), "name a complex dataset (modes, rows, columns)");
    for (const std::string& dataset : {mapping.energy, mapping.distance, mapping.pixelSize})
        if (!dataset.empty()) static_cast<void>(needed(dataset));
    readMappedEnergy(file, scan, mapping);
    const auto length = [&](const std::string& dataset, const std::optional<double>& typed, const std::string& unit,
                            const char* name, std::optional<double>& value) {
        if (const auto mapped = mappedLength(file, scan, dataset, typed, unit, name)) value = mapped;
    };
    length(mapping.distance, mapping.distanceValue, mapping.distanceUnit, "distance", scan.distance_m);
    length(mapping.pixelSize, mapping.pixelSizeValue, mapping.pixelSizeUnit, "pixel size", scan.pixelWidth_m);
    if (!mapping.pixelSize.empty() || mapping.pixelSizeValue) scan.pixelHeight_m = scan.pixelWidth_m;
    pairMapped(file, scan, mapping, raster);
    finishScan(scan);
    return scan;
}

} // namespace ewald::io
