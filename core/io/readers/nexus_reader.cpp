// SPDX-License-Identifier: GPL-3.0-or-later
// NeXus: NXcxi_ptycho and NXptycho (definitions under discussion at nexusformat.org), and the plain
// entry/data/{data,x,y} that Diamond's beamlines write. Rasters may be 4-D; units attributes are honoured.
#include "base/error.h"

#include "base/phrase.h"
#include "base/quantity_text.h"
#include "io/readers/reader_tools.h"
#include "io/readers/scan_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace ewald::io {
namespace {

struct NexusPaths {
    std::string entry;
    std::string frames;
    std::string dataGroup; ///< group of the frames
    std::vector<std::string> dataGroups;
    std::string instrument;
    std::vector<std::string> detectors; ///< the one of the frames first
    std::string sample;
};

/// Children of a class or with a conventional name, without repetition.
std::vector<std::string> groupsOf(const h5::File& file, const std::string& parent, const std::string& prefix,
                                  const std::string& className) {
    std::vector<std::string> paths;
    for (const std::string& name : numbered(file, parent, prefix))
        if (file.hasGroup(parent + "/" + name)) paths.push_back(parent + "/" + name);
    for (const std::string& name : file.children(parent)) {
        const std::string path = parent + "/" + name;
        if (std::find(paths.begin(), paths.end(), path) == paths.end() && file.hasGroup(path) &&
            nexusClass(file, path) == className)
            paths.push_back(path);
    }
    return paths;
}

bool isStack(const h5::File& file, const std::string& path) {
    if (!file.hasDataset(path)) return false;
    const h5::DatasetInfo info = file.dataset(path).info();
    return info.type.isReal() && (info.shape.size() == 3 || info.shape.size() == 4);
}

/// The frames of a data group: its signal, or "data".
std::string signalOf(const h5::File& file, const std::string& group) {
    const std::string signal = file.attributeText(group, "signal").value_or("data");
    const std::string path = group + "/" + signal;
    return isStack(file, path) ? path : group + "/data";
}

/// What is where in one entry. \throws DataError when its frames cannot be reached
NexusPaths pathsOf(const h5::File& file, const std::string& entry) {
    NexusPaths found;
    found.entry = entry;
    found.dataGroups = groupsOf(file, entry, "data", "NXdata");
    const auto instruments = groupsOf(file, entry, "instrument", "NXinstrument");
    found.instrument = instruments.empty() ? entry + "/instrument" : instruments[0];
    found.detectors = groupsOf(file, found.instrument, "detector", "NXdetector");
    const auto samples = groupsOf(file, entry, "sample", "NXsample");
    found.sample = samples.empty() ? entry + "/sample" : samples[0];
    std::vector<std::string> candidates;
    for (const std::string& group : found.dataGroups) candidates.push_back(signalOf(file, group));
    for (const std::string& group : found.detectors) candidates.push_back(group + "/data");
    // One list of frames is preferred to a raster of them: it always has one position a frame.
    for (const std::size_t rank : {std::size_t{3}, std::size_t{4}})
        for (const std::string& path : candidates)
            if (found.frames.empty() && isStack(file, path) && file.dataset(path).shape().size() == rank)
                found.frames = path;
    for (const std::string& path : candidates)
        if (found.frames.empty() && file.kind(path) == h5::NodeKind::dangling)
            throw DataError("the frames cannot be reached", file.file().string(), file.whyMissing(path));
    if (!found.frames.empty()) found.dataGroup = found.frames.substr(0, found.frames.rfind('/'));
    return found;
}

/// Where lists of position vectors may be.
std::vector<std::string> translationsOf(const NexusPaths& paths) {
    std::vector<std::string> candidates{paths.dataGroup + "/translation", paths.sample + "/geometry_1/translation"};
    for (const auto* groups : {&paths.dataGroups, &paths.detectors})
        for (const std::string& group : *groups) candidates.push_back(group + "/translation");
    return candidates;
}

/// Groups that may hold x and y apart.
std::vector<std::string> axesGroupsOf(const NexusPaths& paths) {
    std::vector<std::string> groups{paths.dataGroup};
    groups.insert(groups.end(), paths.dataGroups.begin(), paths.dataGroups.end());
    groups.push_back(paths.sample + "/transformations");
    groups.push_back(paths.sample);
    return groups;
}

/// Datasets of x and y.
struct AxisPair {
    std::string x, y;
};

/// What may be the axes of a picture of a frame rather than positions.
enum class AxisKind : std::uint8_t { ofPositions, doubtful, ofPixels };

/// \param pixels of a frame along it
AxisKind kindOfAxis(const h5::File& file, const std::string& frames, const std::string& axis, std::size_t pixels) {
    const h5::Shape all = file.dataset(frames).shape();
    const std::size_t values = file.dataset(axis).info().elements();
    std::size_t count = 1;
    for (std::size_t i = 0; i + 2 < all.size(); ++i) count *= all[i];
    for (const std::size_t dimension : dimensionsOf(file, frames, axis))
        if (dimension + 2 >= all.size() && dimension < all.size() && (values != count || values == all[dimension]))
            return AxisKind::ofPixels;
    const std::string unit = unitsOf(file, axis);
    if (!unit.empty() && !metresPer(unit)) return AxisKind::doubtful;
    const bool fitsRaster = all.size() == 4 && (values == all[0] || values == all[1]);
    return values == pixels && values != count && !fitsRaster ? AxisKind::doubtful : AxisKind::ofPositions;
}

/// The one translation of a group of transformations whose vector is mostly along x (0) or y (1); empty: none, or
/// several.
std::string translationAlong(const h5::File& file, const std::string& group, std::size_t direction) {
    constexpr double kMostly = 0.9;
    std::string found;
    for (const std::string& name : file.children(group)) {
        const std::string path = group + "/" + name;
        if (firstNumeric(file, {path}).empty() || file.dataset(path).info().elements() < 2) continue;
        const std::vector<double> vector = file.attributeNumbers(path, "vector");
        if (vector.size() != 3 || file.attributeText(path, "transformation_type").value_or("") != "translation")
            continue;
        if (!(std::abs(vector[direction]) > kMostly * std::hypot(vector[0], vector[1], vector[2]))) continue;
        if (!found.empty()) return {};
        found = path;
    }
    return found;
}

/// Where x and y may be apart, the likeliest first: those of positions, not of the pixels of a frame.
std::vector<AxisPair> axesOf(const h5::File& file, const NexusPaths& paths) {
    if (paths.frames.empty()) return {};
    std::vector<AxisPair> pairs;
    for (const std::string& group : axesGroupsOf(paths)) pairs.push_back({group + "/x", group + "/y"});
    for (const std::string& group : groupsOf(file, paths.sample, "transformations", "NXtransformations"))
        pairs.push_back({translationAlong(file, group, 0), translationAlong(file, group, 1)});
    const h5::Shape shape = file.dataset(paths.frames).shape();
    std::vector<AxisPair> good, doubtful;
    for (const AxisPair& pair : pairs) {
        if (firstNumeric(file, {pair.x}).empty() || firstNumeric(file, {pair.y}).empty()) continue;
        const AxisKind kind = std::max(kindOfAxis(file, paths.frames, pair.x, shape.back()),
                                       kindOfAxis(file, paths.frames, pair.y, shape[shape.size() - 2]));
        if (kind == AxisKind::ofPixels) continue;
        (kind == AxisKind::ofPositions ? good : doubtful).push_back(pair);
    }
    good.insert(good.end(), doubtful.begin(), doubtful.end());
    return good;
}

/// Frames that somebody took, and positions.
bool holdsScan(const h5::File& file, const NexusPaths& paths) {
    if (paths.frames.empty() || file.dataset(paths.frames).info().elements() == 0) return false;
    return !firstNumeric(file, translationsOf(paths)).empty() || !axesOf(file, paths).empty();
}

/// The first entry with frames and positions, or else with frames; says which other ones hold a scan as well.
NexusPaths findPaths(const h5::File& file, Scan& scan) {
    NexusPaths paths;
    bool isScan = false;
    std::vector<std::string> others;
    for (const std::string& entry : entriesOf(file)) {
        NexusPaths found = pathsOf(file, entry);
        const bool foundScan = holdsScan(file, found);
        if (isScan && foundScan && file.identity(found.frames) != file.identity(paths.frames))
            others.push_back(found.frames);
        const bool better = (foundScan && !isScan) || (paths.frames.empty() && !found.frames.empty());
        if (!paths.entry.empty() && !better) continue;
        paths = std::move(found);
        isScan = foundScan;
    }
    if (paths.frames.empty()) return paths;
    for (const std::string& other : others)
        addNote(scan, Severity::warning,
                phrase("%1 %2 holds frames too; %3 is used: choose otherwise with an import mapping", other,
                       h5::toText(file.dataset(other).shape()), paths.frames));
    std::stable_partition(paths.detectors.begin(), paths.detectors.end(), [&](const std::string& detector) {
        return file.identity(detector + "/data") == file.identity(paths.frames);
    });
    return paths;
}

/// Whether a dataset holds `count` vectors of two or three numbers, by rows (those of a raster in its lines) or by
/// columns.
bool holdsVectors(const h5::Shape& shape, std::size_t count) {
    const auto isVector = [](std::size_t n) { return n == 2 || n == 3; };
    if (shape.size() == 1) return count == 1 && isVector(shape[0]);
    if (shape.empty()) return false;
    std::size_t lines = 1;
    for (std::size_t axis = 0; axis + 1 < shape.size(); ++axis) lines *= shape[axis];
    return (isVector(shape.back()) && lines == count) || (shape.size() == 2 && isVector(shape[0]) && shape[1] == count);
}

/// Positions as the first list of vectors whose shape `isWanted`. \return false when there is none
template <class IsWanted>
bool readVectors(const h5::File& file, Scan& scan, const NexusPaths& paths, std::size_t frames,
                 const IsWanted& isWanted) {
    for (const std::string& path : translationsOf(paths)) {
        if (firstNumeric(file, {path}).empty() || !isWanted(file.dataset(path).shape())) continue;
        readPositions(file, scan, path, frames, positionFactor(file, scan, path, "m"));
        return true;
    }
    return false;
}

/// Positions as one list of vectors. \return false when there is none with one vector a frame
bool readTranslation(const h5::File& file, Scan& scan, const NexusPaths& paths, std::size_t frames) {
    const auto readVectorsOf = [&](std::size_t count) {
        return readVectors(file, scan, paths, frames,
                           [&](const h5::Shape& shape) { return holdsVectors(shape, count); });
    };
    if (readVectorsOf(frames)) return true;
    const std::vector<std::size_t>& axes = scan.frames->scanShape; // several frames may be at each position
    return !axes.empty() && axes.front() > 1 && axes.front() != frames && readVectorsOf(axes.front());
}

/// Positions as a list of more or fewer vectors than frames, as of a scan that was ended early; checkScan() says so.
/// \return false when there is none
bool readOtherTranslation(const h5::File& file, Scan& scan, const NexusPaths& paths, std::size_t frames) {
    return readVectors(file, scan, paths, frames, [](const h5::Shape& shape) {
        return shape.size() == 2 && (shape[1] == 2 || shape[1] == 3) && shape[0] > 3;
    });
}

/// The direction of a translation across the beam (x, y), where the axis says that it is one; absent: its own.
std::optional<std::array<double, 2>> directionOf(const h5::File& file, const std::string& axis) {
    const std::vector<double> vector = file.attributeNumbers(axis, "vector");
    if (vector.size() != 3 || file.attributeText(axis, "transformation_type").value_or("") != "translation")
        return std::nullopt;
    const double length = std::hypot(vector[0], vector[1], vector[2]);
    if (!(length > 0) || !std::isfinite(length)) return std::nullopt;
    return std::array{vector[0] / length, vector[1] / length};
}

/// Positions along the vectors that NeXus gives the axes of translations.
void moveAlongVectors(const h5::File& file, Scan& scan, const std::string& xAxis, const std::string& yAxis) {
    const std::array<double, 2> x = directionOf(file, xAxis).value_or(std::array{1.0, 0.0});
    const std::array<double, 2> y = directionOf(file, yAxis).value_or(std::array{0.0, 1.0});
    if (x == std::array{1.0, 0.0} && y == std::array{0.0, 1.0}) return;
    if (std::abs(x[0] * y[1] - x[1] * y[0]) < 0.1) { // along the beam, or both along one line
        addNote(scan, Severity::warning,
                phrase("the vectors of %1 and %2 span no plane across the beam: they are not used", xAxis, yAxis));
        return;
    }
    for (ScanPosition& position : scan.positions)
        position = {position.x * x[1] + position.y * y[1], position.x * x[0] + position.y * y[0]};
    addNote(scan, Severity::info,
            phrase("positions are taken along the vectors of %1 (%2, %3) and %4 (%5, %6)", xAxis, numberText(x[0]),
                   numberText(x[1]), yAxis, numberText(y[0]), numberText(y[1])));
}

/// Positions as x and y apart. \return false when there are none
bool readAxes(const h5::File& file, Scan& scan, const NexusPaths& paths, std::size_t frames) {
    const h5::Shape shape = file.dataset(paths.frames).shape();
    const h5::Shape raster = shape.size() == 4 ? h5::Shape{shape[0], shape[1]} : h5::Shape{};
    const std::vector<AxisPair> axes = axesOf(file, paths);
    if (axes.empty()) return false;
    const auto& [x, y] = axes.front();
    readPositionsXY(file, scan, x, y, frames, raster, positionFactor(file, scan, x, "m"),
                    positionFactor(file, scan, y, "m"));
    moveAlongVectors(file, scan, x, y);
    return true;
}

[[noreturn]] void failWithoutPositions(const h5::File& file, const NexusPaths& paths, std::size_t frames) {
    std::vector<std::string> candidates = translationsOf(paths);
    for (const std::string& group : axesGroupsOf(paths))
        for (const char* axis : {"/x", "/y"}) candidates.push_back(group + axis);
    for (const std::string& path : candidates)
        if (!firstNumeric(file, {path}).empty() && kindOfAxis(file, paths.frames, path, 0) == AxisKind::ofPixels)
            throw DataError(phrase("the file holds no scan positions: %1 is an axis of the pixels of a frame", path),
                            file.file().string(), "say where the positions are with an import mapping");
    const std::string instead = whyNoPositions(file, candidates, frames);
    throw DataError(instead.empty()
                        ? phrase("the file holds no scan positions (looked for translation, x and y beside %1 and in "
                                 "%2)",
                                 paths.frames, paths.sample)
                        : phrase("the file holds no scan positions: %1", instead),
                    file.file().string(), "say where the positions are with an import mapping");
}

void readBeam(const h5::File& file, Scan& scan, const NexusPaths& paths) {
    std::vector<std::string> groups = groupsOf(file, paths.instrument, "beam", "NXbeam");
    for (const std::string& group : groupsOf(file, paths.sample, "beam", "NXbeam")) groups.push_back(group);
    for (const std::string& group : groupsOf(file, paths.instrument, "monochromator", "NXmonochromator"))
        groups.push_back(group);
    std::vector<WaveSource> sources;
    const auto add = [&](const std::string& group, bool lastResort) {
        for (const char* name : {"/incident_wavelength", "/wavelength"})
            sources.push_back({group + name, false, "m", lastResort});
        for (const char* name : {"/energy", "/incident_beam_energy", "/incident_energy"})
            sources.push_back({group + name, true, "J", lastResort});
    };
    for (const std::string& group : groups) add(group, false);
    // The energy of a source is the storage ring's, by NeXus; some files put the photons' there all the same.
    for (const std::string& group : groupsOf(file, paths.instrument, "source", "NXsource")) add(group, true);
    readScanWave(file, scan, sources);
}

/// The detector that took the frames; empty when the file does not say which of several did.
std::string detectorOfFrames(const h5::File& file, const NexusPaths& paths) {
    if (paths.detectors.empty()) return {};
    const std::string& first = paths.detectors.front();
    const bool took = paths.detectors.size() == 1 || file.identity(first + "/data") == file.identity(paths.frames);
    return took ? first : std::string();
}

void readDetectors(const h5::File& file, Scan& scan, const NexusPaths& paths) {
    for (const std::string& detector : paths.detectors) {
        const auto row = scan.beamCentreRow, col = scan.beamCentreCol;
        readDetectorGeometry(file, scan, detector);
        if (&detector != &paths.detectors.front()) scan.beamCentreRow = row, scan.beamCentreCol = col; // another place
        if (!scan.badPixels.empty()) continue;
        if (file.hasDataset(detector + "/pixel_mask"))
            readMask(file, scan, detector + "/pixel_mask", MaskMeaning::nonZeroIsBad);
        else if (file.hasDataset(detector + "/mask"))
            readMask(file, scan, detector + "/mask", MaskMeaning::cxi);
        for (const char* name : {"/darkfield", "/data_dark", "/dark"}) noteDark(file, scan, detector + name);
        if (file.hasDataset(detector + "/flatfield"))
            addNote(scan, Severity::info, phrase("%1%2 is in the file and not applied", detector, "/flatfield"));
    }
    if (paths.detectors.size() > 1)
        addNote(scan, Severity::info,
                phrase("the file has %1 detectors; %2 is used, what it does not say is taken from the others",
                       paths.detectors.size(), paths.detectors[0]));
}

void readMonitors(const h5::File& file, Scan& scan, const NexusPaths& paths, std::size_t frames) {
    for (const std::string& group : groupsOf(file, paths.instrument, "monitor", "NXmonitor"))
        if (scan.frameIntensity.empty()) readFrameIntensity(file, scan, group + "/data", frames);
}

std::string definitionOf(const h5::File& file, const std::string& entry) {
    return file.text(entry + "/definition").value_or("");
}

} // namespace

Probed probeNexus(const h5::File& file) {
    for (const std::string& entry : entriesOf(file)) {
        const std::string definition = definitionOf(file, entry);
        if (definition == "NXcxi_ptycho" || definition == "NXptycho")
            return {"NeXus " + definition, 0.95, entry + "/definition is " + definition};
        for (const std::string& group : {entry + "/data", entry + "/data_1"})
            if (isStack(file, group + "/data") && file.hasDataset(group + "/x") && file.hasDataset(group + "/y"))
                return {"NeXus", 0.7, group + " holds data, x and y"};
    }
    return {"NeXus", 0, "no entry with a ptychography definition or with data, x and y"};
}

Scan openNexus(const h5::File& file) {
    Scan scan;
    scan.file = file.file();
    const NexusPaths paths = findPaths(file, scan);
    if (paths.frames.empty())
        throw DataError("holds no stack of frames in an NXdata or NXdetector group", file.file().string(),
                        "say which dataset is what with an import mapping");
    const std::string definition = definitionOf(file, paths.entry);
    scan.format = definition.empty() ? "NeXus" : "NeXus " + definition;
    scan.title = file.text(paths.entry + "/title").value_or("");
    if (scan.title.empty()) scan.title = file.text(paths.sample + "/name").value_or("");
    openFrames(file, scan, paths.frames, detectorOfFrames(file, paths));
    const std::size_t frames = scan.frames->frameCount();
    if (!readTranslation(file, scan, paths, frames) && !readAxes(file, scan, paths, frames) &&
        !readOtherTranslation(file, scan, paths, frames))
        failWithoutPositions(file, paths, frames);
    const bool ofDetector = scan.positionsPath.starts_with(paths.instrument);
    std::vector<PositionSource> others;
    for (const std::string& path : translationsOf(paths))
        others.push_back({path, "", path.starts_with(paths.instrument) != ofDetector});
    for (const auto& [x, y] : axesOf(file, paths)) others.push_back({x, y, ofDetector});
    comparePositions(file, scan, others);
    readDetectors(file, scan, paths);
    readBeam(file, scan, paths);
    readMonitors(file, scan, paths, frames);
    finishScan(scan);
    return scan;
}

} // namespace ewald::io
