// SPDX-License-Identifier: GPL-3.0-or-later
// Any files of frames and positions, by a mapping that says what is where and in which unit.
#include "base/error.h"

#include "base/phrase.h"
#include "base/units.h"
#include "io/readers/reader_tools.h"
#include "io/readers/scan_reader.h"
#include "io/stack/detector_group.h"
#include "io/stack/file_kind.h"
#include "io/stack/file_patterns.h"
#include "io/stack/hdf5_resolver.h"
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

/// A unit of the mapping, and whether nobody chose it.
struct MappedUnit {
    std::string name;
    bool isUnstated = false;
};
struct MappedUnits {
    MappedUnit position, energy, distance, pixelSize;
};

MappedUnits mappedUnits(const ImportMapping& mapping) {
    const ImportMapping usual;
    const auto made = [](const std::string& unit, const std::string& usualUnit, bool isUnstated) {
        return MappedUnit{unit, isUnstated && unit == usualUnit}; // another one has been chosen
    };
    const UnstatedUnits& unstated = mapping.unstatedUnits;
    return {made(mapping.positionUnit, usual.positionUnit, unstated.position),
            made(mapping.energyUnit, usual.energyUnit, unstated.energy),
            made(mapping.distanceUnit, usual.distanceUnit, unstated.distance),
            made(mapping.pixelSizeUnit, usual.pixelSizeUnit, unstated.pixelSize)};
}

/// The unit of a dataset: the mapping's, which a person may have chosen against the file's own; the file's where the
/// mapping states none.
template <class Known>
std::string unitFor(const h5::File& file, Scan& scan, const std::string& path, const MappedUnit& unit, Known known) {
    std::string own = unitOfNumber(file, path);
    if (own.empty()) return unit.name;
    if (unit.isUnstated && known(own)) return own;
    if (unit.isUnstated)
        addNote(scan, Severity::warning,
                phrase("the unit \"%1\" of %2 is not understood; taken as %3", own, path, unit.name));
    else if (metresPer(own) != metresPer(unit.name) || joulesPer(own) != joulesPer(unit.name))
        addNote(scan, Severity::warning,
                phrase("the file says that %1 is in %2; taken in %3 as the mapping says", path, own, unit.name));
    return unit.name;
}

bool isLength(const std::string& unit) { return metresPer(unit).has_value(); }

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

/// The group of the detector that took the frames of the mapping; empty: there is none.
std::string detectorOf(const h5::File& file, const ImportMapping& mapping) {
    Hdf5Resolver resolver(std::make_shared<DescriptorPool>());
    h5::Shape shape;
    if (file.hasDataset(mapping.frames)) shape = file.dataset(mapping.frames).shape();
    FrameShape frame;
    if (shape.size() >= 2) frame.rows = shape[shape.size() - 2], frame.cols = shape.back();
    std::vector<Note> unsaid; // of which only saturation and mask are used
    return detectorGroup(resolver, resolver.open(file.file()), mapping.frames, frame, unsaid);
}

/// The mask of the detector, where it belongs to the frames.
void readMaskOfDetector(const h5::File& file, Scan& scan, const std::string& detector) {
    for (const char* name : {"/pixel_mask", "/detectorSpecific/pixel_mask"}) {
        const std::string path = detector + name;
        if (!scan.badPixels.empty() || !file.hasDataset(path)) continue;
        const h5::Shape shape = file.dataset(path).shape();
        if (shape.size() >= 2 && shape[shape.size() - 2] == scan.frames->rows() && shape.back() == scan.frames->cols())
            readMask(file, scan, path, MaskMeaning::nonZeroIsBad);
    }
}

/// Says that positions of the beginning may be those of files that are not there.
void noteLateBeginning(Scan& scan) {
    const std::size_t frames = scan.frames->frameCount(), positions = scan.positions.size();
    if (positions <= frames) return;
    const auto numberOf = [&](std::size_t frame) { // of its file
        return numberAtEnd(std::filesystem::path(scan.frames->where(frame)).stem().string());
    };
    const auto first = numberOf(0), last = numberOf(frames - 1);
    const std::size_t more = positions - frames;
    const bool oneEach = first && last && last->value - first->value + 1 == frames;
    if (!oneEach || (first->value != more && first->value != more + 1)) return; // counted from 0, or from 1
    addNote(
        scan, Severity::warning,
        phrase("the series begins with number %1, and there are %2 positions more than frames: if files before it are "
               "missing, the first positions are theirs; leave them out of the table",
               first->value, more));
}

/// The frames of the mapping: datasets of an HDF5 file, or whatever a stack is made of. \return lines and columns of a
/// raster of frames
h5::Shape openMappedFrames(const h5::File* file, Scan& scan, const ImportMapping& mapping) {
    const std::filesystem::path path = mapping.framesFile.empty() ? scan.file : besideOf(scan, mapping.framesFile);
    if (fileKind(path) == FileKind::hdf5 && !mapping.frames.empty()) {
        std::optional<h5::File> other;
        if (!file || path != scan.file) other = h5::File::open(path);
        const h5::File& source = other ? *other : *file;
        const std::string detector = detectorOf(source, mapping);
        openFrames(source, scan, mapping.frames, detector);
        if (mapping.mask.empty() && !detector.empty()) readMaskOfDetector(source, scan, detector);
        if (other) scan.origin[translatable("frames")] = path.filename().string() + ":" + scan.origin["frames"];
        return rasterOf(source, mapping.frames);
    }
    if (file && mapping.framesFile.empty())
        throw DataError("the import mapping names no dataset for the frames", path.string(),
                        "name the dataset of the measured frames");
    const auto stack = openStack(std::span(&path, 1), {.dataset = mapping.frames, .channel = 0, .monitor = {}});
    scan.frames = stack;
    scan.framesPath = stack->framesPath;
    scan.origin[translatable("frames")] = path.filename().string() + (stack->framesPath.empty() ? "" : ":") +
                                          stack->framesPath + ", " + stack->format + " " + nameOf(stack->pixelType());
    for (const Note& note : stack->notes)
        if (note.severity != Severity::info) scan.notes.push_back(note);
    // What the files of the detector say holds unless the mapping says otherwise.
    const StackGeometry& geometry = stack->geometry;
    scan.wavelength_m = geometry.wavelength_m;
    scan.distance_m = geometry.distance_m;
    scan.pixelHeight_m = geometry.pixelHeight_m;
    scan.pixelWidth_m = geometry.pixelWidth_m;
    scan.beamCentreRow = geometry.beamCentreRow;
    scan.beamCentreCol = geometry.beamCentreCol;
    scan.badPixels = stack->mask;
    return stack->scanShape.size() == 2 ? stack->scanShape : h5::Shape{};
}

void checkOrder(const ImportMapping& mapping) {
    if (mapping.positionOrder != "xy" && mapping.positionOrder != "yx")
        throw DataError(phrase("unknown order of positions \"%1\"", mapping.positionOrder),
                        "import mapping, positionOrder", "use xy or yx");
}

/// Metres per unit along y and x; a pixel is that of the object that whole frames give.
std::pair<double, double> positionFactors(const Scan& scan, const std::string& unit) {
    if (unit != "px") {
        const double factor = lengthFactor(unit, "positionUnit");
        return {factor, factor};
    }
    if (!scan.wavelength_m || !scan.distance_m || !scan.pixelHeight_m || !scan.pixelWidth_m)
        throw DataError("positions in pixels need energy, distance and pixel size", "import mapping, positionUnit",
                        "give them in the mapping, or give the positions in a unit of length");
    const double lambdaZ = *scan.wavelength_m * *scan.distance_m;
    return {lambdaZ / (static_cast<double>(scan.frames->rows()) * *scan.pixelHeight_m),
            lambdaZ / (static_cast<double>(scan.frames->cols()) * *scan.pixelWidth_m)};
}

/// In the spelling of a mapping where it is the pixel.
std::string positionUnitOf(const h5::File& file, Scan& scan, const std::string& path, const ImportMapping& mapping) {
    const auto isPixel = [](const std::string& unit) { return unit == "px" || unit.starts_with("pixel"); };
    const std::string unit = unitFor(file, scan, path, mappedUnits(mapping).position, [&](const std::string& own) {
        return isPixel(own) || metresPer(own).has_value();
    });
    return isPixel(unit) ? "px" : unit;
}

void readMappedPositions(const h5::File& file, Scan& scan, const ImportMapping& mapping, const h5::Shape& raster) {
    const std::size_t frames = scan.frames->frameCount();
    if (!mapping.positions.empty()) {
        for (const std::string* other : {&mapping.positionX, &mapping.positionY})
            if (!other->empty())
                addNote(
                    scan, Severity::warning,
                    phrase("the mapping names the positions as %1 and as %2: %1 is used", mapping.positions, *other));
        const auto [down, across] = positionFactors(scan, positionUnitOf(file, scan, mapping.positions, mapping));
        readPositions(file, scan, mapping.positions, frames, across, mapping.positionOrder == "yx");
        for (ScanPosition& position : scan.positions) position.y *= down / across;
        return;
    }
    if (mapping.positionX.empty() || mapping.positionY.empty())
        throw DataError("the import mapping names no dataset for the positions", file.file().string(),
                        "name one dataset (positions), or two (positionX and positionY)");
    const double across = positionFactors(scan, positionUnitOf(file, scan, mapping.positionX, mapping)).second;
    const double down = positionFactors(scan, positionUnitOf(file, scan, mapping.positionY, mapping)).first;
    readPositionsXY(file, scan, mapping.positionX, mapping.positionY, frames, raster, across, down);
}

/// Values a position beside the positions themselves.
std::vector<double> mappedValues(const h5::File& file, const std::string& path) {
    return path.empty() ? std::vector<double>{} : file.dataset(path).readAll<double>();
}

/// The unit of length in the name of a column: "x (mm)", "y [um]", "samx_mm"; empty: there is none.
std::string unitInName(const std::string& name) {
    std::string unit;
    if (const std::size_t open = name.find_last_of("(["); open != std::string::npos && name.find_last_of(")]") > open)
        unit = name.substr(open + 1, name.find_last_of(")]") - open - 1);
    else if (const std::size_t bar = name.rfind('_'); bar != std::string::npos && name.size() > bar + 2)
        unit = name.substr(bar + 1); // a single letter is more often an axis or a number
    return !unit.empty() && metresPer(unit) ? unit : std::string();
}

/// The unit of a column of positions: the mapping's; that of its name where the mapping states none.
std::string unitOfColumn(Scan& scan, const TextTable& table, const std::string& column, const MappedUnit& stated) {
    const auto number = static_cast<std::size_t>(&table.column(column) - table.columns.data());
    std::string own = table.names.empty() ? std::string() : unitInName(table.names[number]);
    if (own.empty()) return stated.name;
    if (stated.isUnstated) return own;
    if (metresPer(own) != metresPer(stated.name))
        addNote(scan, Severity::warning,
                phrase("the file says that %1 is in %2; taken in %3 as the mapping says", table.names[number], own,
                       stated.name));
    return stated.name;
}

/// Positions, frame indices and monitor of a text table. \return the latter two
std::pair<std::vector<double>, std::vector<double>> readPositionTable(const std::filesystem::path& path, Scan& scan,
                                                                      const ImportMapping& mapping,
                                                                      const h5::Shape& raster) {
    std::optional<std::size_t> number;
    if (mapping.positionsScan) number = static_cast<std::size_t>(std::max(0.0, *mapping.positionsScan));
    const TextTable table = readTextTable(path, number);
    if (table.announced > 0 && table.rows() != table.announced)
        addNote(scan, Severity::warning,
                phrase("the table has %1 {row|rows}, and \"%2\" is a scan of %3 points: it may have been aborted, or "
                       "lines are missing",
                       table.rows(), table.command.substr(0, 80), table.announced));
    std::string x = mapping.positionX;
    std::string y = mapping.positionY;
    if (x.empty() && y.empty() && table.columns.size() == 2) {
        x = mapping.positionOrder == "yx" ? "2" : "1";
        y = mapping.positionOrder == "yx" ? "1" : "2";
    }
    if (x.empty() || y.empty()) static_cast<void>(table.column(x.empty() ? x : y)); // says which columns there are
    if (&table.column(x) == &table.column(y)) warnSameAxis(scan, "column " + x);
    const MappedUnit stated = mappedUnits(mapping).position;
    const double across = positionFactors(scan, unitOfColumn(scan, table, x, stated)).second;
    const double down = positionFactors(scan, unitOfColumn(scan, table, y, stated)).first;
    const auto listOf = [&](const std::string& column) {
        return Coordinates{table.column(column), {table.rows()}, {}, column};
    };
    setPositionsXY(scan, listOf(x), listOf(y), path.string(), scan.frames->frameCount(), raster, across, down);
    scan.positionsPath = x;
    scan.origin[translatable("positions")] = phrase("columns %1, %2, × %3 m", x, y, numberText(across));
    const auto values = [&](const std::string& name) {
        return name.empty() ? std::vector<double>{} : table.column(name);
    };
    return {values(mapping.frameIndex), values(mapping.monitor)};
}

/// The one place where frames, positions and the monitor come together.
void pairMapped(const h5::File* file, Scan& scan, const ImportMapping& mapping, const h5::Shape& raster) {
    checkOrder(mapping);
    const std::filesystem::path path =
        mapping.positionsFile.empty() ? scan.file : besideOf(scan, mapping.positionsFile);
    std::vector<double> index;
    std::vector<double> monitor;
    if (!mapping.positionsFile.empty() && fileKind(path) != FileKind::hdf5) {
        std::tie(index, monitor) = readPositionTable(path, scan, mapping, raster);
    } else {
        std::optional<h5::File> other;
        if (!mapping.positionsFile.empty()) other = h5::File::open(path);
        const h5::File* const source = other ? &*other : file;
        if (source == nullptr)
            throw DataError("holds frames and no positions", path.string(),
                            "name the file of the positions in the mapping (positions_file)");
        readMappedPositions(*source, scan, mapping, raster);
        index = mappedValues(*source, mapping.frameIndex);
        monitor = mappedValues(*source, mapping.monitor);
    }
    if (!mapping.positionsFile.empty())
        scan.origin[translatable("positions")] = path.filename().string() + ":" + scan.origin["positions"];
    if (mapping.frameIndex.empty())
        leaveOutGaps(scan); // before the monitor, of which there may be as many values
    else
        pairByIndex(scan, index, monitor, mapping.frameIndex, path.string() + ":" + mapping.frameIndex);
    if (!mapping.monitor.empty())
        setFrameIntensity(scan, std::move(monitor), mapping.monitor, scan.frames->frameCount());
}

/// A number, its unit, and what it is in metres.
struct Reading {
    double number = 0;
    std::string unit;
    double metres = 0;
};

/// Says that a number was typed beside a dataset that holds another one.
void compareTyped(Scan& scan, const char* key, const Reading& typed, const std::string& path, const Reading& found) {
    constexpr double kTolerance = 1e-3; // whoever writes numbers rounds them
    if (std::abs(typed.metres - found.metres) <= kTolerance * std::abs(found.metres)) return;
    addNote(scan, Severity::warning,
            phrase("the mapping says %1 = %2 %3, and its dataset %4 holds %5 %6: the dataset is used", key,
                   numberText(typed.number, 6), typed.unit, path, numberText(found.number, 6), found.unit));
}

/// As `found`, or the error that a dataset of the mapping holds no number.
template <class Found>
Found numberIn(const h5::File& file, const std::string& path, const std::optional<Found>& found, const char* name) {
    if (!found)
        throw DataError("holds no number", file.dataset(path).where(), phrase("name another dataset for the %1", name));
    return *found;
}

Reading lengthOf(double number, const std::string& unit, const char* name) {
    return {number, unit, number * lengthFactor(unit, name)};
}

/// A number of the mapping: typed, or in a dataset.
struct MappedNumber {
    const char* name;
    const char* key; ///< of the typed one
    const std::string& path;
    const std::optional<double>& value;
    MappedUnit stated;
};

/// In metres; the dataset counts where there are both. Absent: there is neither.
/// \param made makes a Reading of a number and a unit \param known whether a unit is one of such numbers
template <class Made, class Known>
std::optional<double> readMapped(const h5::File* file, Scan& scan, const MappedNumber& what, Made made, Known known) {
    std::optional<Reading> typed;
    if (what.value) typed = made(*what.value, what.stated.name);
    if (what.path.empty()) {
        if (!typed) return std::nullopt;
        scan.origin[what.name] = phrase("typed by hand [%1]", std::string(what.stated.name));
        return typed->metres;
    }
    static_cast<void>(file->dataset(what.path)); // throws with the reason when it is not there
    const double number = numberIn(*file, what.path, readNumber(*file, scan, what.path), what.name);
    const Reading found = made(number, unitFor(*file, scan, what.path, what.stated, known));
    scan.origin[what.name] = what.path + " [" + found.unit + "]";
    if (typed) compareTyped(scan, what.key, *typed, what.path, found);
    return found.metres;
}

void readMappedDistance(const h5::File* file, Scan& scan, const ImportMapping& mapping) {
    const auto made = [](double number, const std::string& unit) { return lengthOf(number, unit, "distance"); };
    if (const auto distance_m = readMapped(
            file, scan,
            {"distance", "distance_value", mapping.distance, mapping.distanceValue, mappedUnits(mapping).distance},
            made, isLength))
        scan.distance_m = distance_m;
}

/// The dataset beside `path` that holds the other side of a pixel; empty when there is none.
std::string otherSide(const h5::File& file, const std::string& path) {
    const std::size_t at = path.rfind('/') + 1;
    for (const char* rest : {"_pixel_size", "size"})
        for (const char side : {'x', 'y'})
            if (path.substr(at) == side + std::string(rest)) {
                std::string other = path.substr(0, at) + (side == 'x' ? 'y' : 'x') + rest;
                return file.hasDataset(other) ? other : std::string();
            }
    return {};
}

/// The other side, where it has a dataset of its own.
void readOtherSide(const h5::File& file, Scan& scan, const std::string& path, const MappedUnit& stated) {
    const std::string other = otherSide(file, path);
    const std::optional<double> number = readNumber(file, scan, other);
    if (!number) return;
    const double side_m = lengthOf(*number, unitFor(file, scan, other, stated, isLength), "pixel size").metres;
    if (std::abs(side_m - *scan.pixelWidth_m) <= 1e-4 * std::abs(side_m)) return;
    const bool isWidth = other[other.rfind('/') + 1] == 'x';
    (isWidth ? scan.pixelWidth_m : scan.pixelHeight_m) = side_m;
    addNote(scan, Severity::warning,
            phrase("the pixels are not square: %1 wide and %2 high by %3 and %4, which are both used",
                   lengthText(*scan.pixelWidth_m), lengthText(*scan.pixelHeight_m), path, other));
}

void readMappedPixel(const h5::File* file, Scan& scan, const ImportMapping& mapping) {
    const MappedUnit stated = mappedUnits(mapping).pixelSize;
    std::optional<Reading> typed;
    if (mapping.pixelSizeValue) typed = lengthOf(*mapping.pixelSizeValue, stated.name, "pixel size");
    if (mapping.pixelSize.empty()) {
        if (!typed) return;
        scan.pixelWidth_m = scan.pixelHeight_m = typed->metres;
        scan.origin[translatable("pixel size")] = phrase("typed by hand [%1]", std::string(stated.name));
        return;
    }
    const std::string& path = mapping.pixelSize;
    static_cast<void>(file->dataset(path));
    const PixelSides sides = numberIn(*file, path, readPixelSides(*file, scan, path), "pixel size");
    const Reading width = lengthOf(sides.width, unitFor(*file, scan, path, stated, isLength), "pixel size");
    scan.pixelWidth_m = width.metres;
    scan.pixelHeight_m = lengthOf(sides.height, width.unit, "pixel size").metres;
    scan.origin[translatable("pixel size")] = path + " [" + width.unit + "]";
    if (typed) compareTyped(scan, "pixel_size_value", *typed, path, width);
    if (sides.width == sides.height) readOtherSide(*file, scan, path, stated);
}

/// As a wavelength. \param isEnergy set to which of the two it is
Reading waveOf(double number, const std::string& unit, bool& isEnergy) {
    const auto joule = joulesPer(unit);
    isEnergy = joule.has_value();
    return {number, unit,
            joule ? wavelengthFromEnergy(number * *joule / kJoulePerKeV) : number * lengthFactor(unit, "energyUnit")};
}

void readMappedEnergy(const h5::File* file, Scan& scan, const ImportMapping& mapping) {
    const auto made = [&](double number, const std::string& unit) {
        return waveOf(number, unit, scan.wavelengthFromEnergy);
    };
    const auto known = [](const std::string& unit) { return joulesPer(unit) || isLength(unit); };
    if (const auto wavelength_m = readMapped(
            file, scan, {"energy", "energy_value", mapping.energy, mapping.energyValue, mappedUnits(mapping).energy},
            made, known))
        scan.wavelength_m = wavelength_m;
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
    scan.framesAreAmplitudes = mapping.amplitudes;
    const h5::Shape raster = openMappedFrames(file, scan, mapping);
    if (!file) scan.format = scan.frames->format + " by import mapping";
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
    readMappedDistance(file, scan, mapping);
    readMappedPixel(file, scan, mapping);
    pairMapped(file, scan, mapping, raster);
    if (scan.frames != nullptr && scan.frames->frameCount() > 0) noteLateBeginning(scan);
    finishScan(scan);
    return scan;
}

} // namespace ewald::io
