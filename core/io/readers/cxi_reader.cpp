// SPDX-License-Identifier: GPL-3.0-or-later
// CXI: the format of the Coherent X-ray Imaging Data Bank (specification 1.6, cxidb.org), in the layouts that CDTools,
// PyNX and the specification's own ptychography example write.
#include "base/error.h"

#include "base/phrase.h"
#include "io/readers/reader_tools.h"
#include "io/readers/scan_reader.h"

#include <algorithm>

namespace ewald::io {
namespace {

/// Where things are in one entry.
struct CxiPaths {
    std::string entry;
    std::string frames;
    std::string dataGroup; ///< "/entry_1/data_1"
    std::string instrument;
    std::string detector;
    bool tookFrames = true; ///< that detector, and no other that the file names
    std::string positions;
};

std::vector<std::string> withPrefix(const std::string& group, const std::vector<std::string>& names) {
    std::vector<std::string> paths;
    for (const std::string& name : names) paths.push_back(group + "/" + name);
    return paths;
}

std::string firstInstrument(const h5::File& file, const std::string& entry) {
    const auto names = numbered(file, entry, "instrument");
    return names.empty() ? entry + "/instrument_1" : entry + "/" + names[0];
}

/// Every dataset that may hold the frames of an entry, the likeliest first.
std::vector<std::string> frameCandidates(const h5::File& file, const std::string& entry) {
    std::vector<std::string> paths;
    for (const std::string& group : withPrefix(entry, numbered(file, entry, "data"))) paths.push_back(group + "/data");
    const std::string instrument = firstInstrument(file, entry);
    for (const std::string& group : withPrefix(instrument, numbered(file, instrument, "detector")))
        paths.push_back(group + "/data");
    for (const std::string& group : withPrefix(entry, numbered(file, entry, "image"))) paths.push_back(group + "/data");
    return paths;
}

bool isFrameStack(const h5::File& file, const std::string& path) {
    if (!file.hasDataset(path)) return false;
    const h5::DatasetInfo info = file.dataset(path).info();
    return info.type.isReal() && (info.shape.size() == 3 || info.shape.size() == 4);
}

/// The frames of the entry, and what else could have been meant. \throws DataError when there are none
std::string chooseFrames(const h5::File& file, Scan& scan, const std::vector<std::string>& entries) {
    std::string chosen;
    std::string image;
    std::string broken;
    std::vector<std::string> others;
    for (const std::string& entry : entries)
        for (const std::string& path : frameCandidates(file, entry)) {
            if (file.kind(path) == h5::NodeKind::dangling && broken.empty()) broken = path;
            if (!isFrameStack(file, path)) {
                if (file.hasDataset(path) && image.empty()) image = path;
                continue;
            }
            if (chosen.empty())
                chosen = path;
            else if (file.identity(path) != file.identity(chosen))
                others.push_back(path);
        }
    if (chosen.empty() && !broken.empty())
        throw DataError(
            "the frames cannot be reached", file.file().string(),
            phrase("%1: put the file there or open the one that holds the frames", file.whyMissing(broken)));
    if (chosen.empty() && !image.empty() && !file.dataset(image).info().type.isReal())
        throw DataError(
            phrase("the frames are stored as %1, not as real numbers", file.dataset(image).info().type.name),
            file.where(image), "say which dataset holds the measured frames with an import mapping");
    if (chosen.empty() && !image.empty())
        throw DataError(phrase("the file holds no scan: %1 has the shape %2, a scan needs (frames, rows, columns)",
                               image, h5::toText(file.dataset(image).shape())),
                        file.file().string(), "open a file with one frame a position, and the positions");
    if (chosen.empty())
        throw DataError("holds no frames where CXI files have them (data_1/data, instrument_1/detector_1/data)",
                        file.file().string(), "say which dataset is what with an import mapping");
    for (const std::string& other : others)
        addNote(scan, Severity::warning,
                phrase("%1 %2 holds frames too; %3 is used: choose otherwise with an import mapping", other,
                       h5::toText(file.dataset(other).shape()), chosen));
    return chosen;
}

/// A list of positions rather than the one vector that locates a single object.
bool isPositionList(const h5::File& file, const std::string& path, std::size_t frames) {
    if (!file.hasDataset(path)) return false;
    const h5::DatasetInfo info = file.dataset(path).info();
    return info.type.isReal() && !info.shape.empty() && (info.elements() > 3 || frames == 1);
}

/// Where lists of positions may be, the detector's last.
std::vector<std::string> translationsOf(const CxiPaths& paths) {
    std::vector<std::string> candidates;
    if (!paths.dataGroup.empty()) candidates.push_back(paths.dataGroup + "/translation");
    for (const char* path : {"/data_1/translation", "/sample_1/geometry_1/translation", "/sample_1/translation"})
        candidates.push_back(paths.entry + path);
    candidates.push_back(paths.detector + "/translation");
    return candidates;
}

std::string choosePositions(const h5::File& file, const CxiPaths& paths, std::size_t frames) {
    const std::vector<std::string> candidates = translationsOf(paths);
    std::string found;
    for (const std::string& path : candidates) {
        if (!isPositionList(file, path, frames)) continue;
        const h5::Shape shape = file.dataset(path).shape();
        if (std::find(shape.begin(), shape.end(), frames) != shape.end()) return path;
        if (found.empty()) found = path;
    }
    if (!found.empty()) return found;
    for (const std::string& path : candidates)
        if (file.kind(path) == h5::NodeKind::dangling)
            throw DataError("the scan positions cannot be reached", file.file().string(), file.whyMissing(path));
    if (const std::string instead = whyNoPositions(file, candidates, frames); !instead.empty())
        throw DataError(phrase("the file holds no scan positions: %1", instead), file.file().string(),
                        "say where the positions are with an import mapping");
    throw DataError(phrase("the file holds no scan positions (looked for %1/data_1/translation and "
                           "%2/sample_1/geometry_1/translation)",
                           paths.entry, paths.entry),
                    file.file().string(), "say where the positions are with an import mapping");
}

CxiPaths findPaths(const h5::File& file, Scan& scan) {
    const std::vector<std::string> entries = entriesOf(file);
    CxiPaths paths;
    paths.frames = chooseFrames(file, scan, entries);
    for (const std::string& entry : entries)
        if (paths.frames.starts_with(entry + "/")) paths.entry = entry;
    if (entries.size() > 1)
        addNote(scan, Severity::info, phrase("the file has %1 entries; %2 is used", entries.size(), paths.entry));
    const std::string parent = paths.frames.substr(0, paths.frames.rfind('/'));
    if (parent.find("/data") != std::string::npos) paths.dataGroup = parent;
    paths.instrument = firstInstrument(file, paths.entry);
    // The detector whose data these frames are, whatever link leads to them.
    const auto detectors = withPrefix(paths.instrument, numbered(file, paths.instrument, "detector"));
    for (const std::string& detector : detectors)
        if (paths.detector.empty() && file.identity(detector + "/data") == file.identity(paths.frames))
            paths.detector = detector;
    if (paths.detector.empty()) {
        paths.detector = detectors.empty() ? paths.instrument + "/detector_1" : detectors[0];
        paths.tookFrames = detectors.size() <= 1;
        if (!paths.tookFrames)
            addNote(scan, Severity::warning,
                    phrase("the file has several detectors and does not say which one took the frames; %1 is used",
                           paths.detector));
    }
    return paths;
}

void readBeam(const h5::File& file, Scan& scan, const CxiPaths& paths) {
    const std::string source = paths.instrument + "/source_1";
    const std::string beam = paths.instrument + "/beam_1";
    std::vector<WaveSource> sources;
    for (const std::string& path : {source + "/wavelength", beam + "/wavelength", beam + "/incident_wavelength"})
        sources.push_back({path, false, "m"});
    for (const std::string& path :
         {beam + "/energy", beam + "/incident_beam_energy", beam + "/incident_energy", source + "/energy"})
        sources.push_back({path, true, "J"});
    readScanWave(file, scan, sources);
}

void readIllumination(const h5::File& file, Scan& scan, const CxiPaths& paths) {
    const std::string source = paths.instrument + "/source_1";
    for (const char* name : {"/illumination", "/data_illumination", "/probe"})
        if (readProbe(file, scan, source + name)) return;
}

/// ptychodus keeps beside the positions which frames they belong to.
void pairAsPtychodus(const h5::File& file, Scan& scan, const std::string& path) {
    if (!file.hasDataset(path) || !file.dataset(path).info().type.isReal()) return;
    std::vector<double> none;
    pairByIndex(scan, file.dataset(path).readAll<double>(), none, "probe_position_indexes", file.where(path));
}

} // namespace

Probed probeCxi(const h5::File& file) {
    Probed result{"CXI", 0, "no cxi_version and no entry_1 with data_1 or instrument_1"};
    const bool version = file.hasDataset("/cxi_version");
    bool data = false;
    for (const std::string& entry : entriesOf(file))
        data = data || !numbered(file, entry, "data_").empty() || !numbered(file, entry, "instrument_").empty() ||
               !numbered(file, entry, "image_").empty();
    if (version && data) return {"CXI", 0.9, "cxi_version and CXI groups"};
    if (data) return {"CXI", 0.6, "groups named as in CXI, but no cxi_version"};
    return result;
}

Scan openCxi(const h5::File& file) {
    Scan scan;
    scan.format = "CXI";
    scan.file = file.file();
    const CxiPaths paths = findPaths(file, scan);
    openFrames(file, scan, paths.frames, paths.tookFrames ? paths.detector : "");
    const std::size_t frames = scan.frames->frameCount();
    for (const char* name : {"/title", "/experiment_identifier", "/experimental_identifier", "/sample_1/name"})
        if (scan.title.empty()) scan.title = file.text(paths.entry + name).value_or("");

    const std::string positions = choosePositions(file, paths, frames);
    readPositions(file, scan, positions, frames, positionFactor(file, scan, positions, "m"));
    const bool ofDetector = positions.starts_with(paths.detector);
    std::vector<PositionSource> others;
    for (const std::string& path : translationsOf(paths))
        others.push_back({path, "", path.starts_with(paths.detector) != ofDetector});
    comparePositions(file, scan, others);
    pairAsPtychodus(file, scan, paths.entry + "/ptychodus/probe_position_indexes");
    readDetectorGeometry(file, scan, paths.detector);
    readBasisVectors(file, scan, paths.detector + "/basis_vectors");
    readBeam(file, scan, paths);
    readIllumination(file, scan, paths);

    const std::string creator = file.attributeText("/", "creator").value_or("");
    const bool pynx = creator.find("PyNX") != std::string::npos;
    // PyNX marks bad pixels by any number, CXI reserves 0x1000 (HAS_SIGNAL) for good ones.
    for (const std::string& mask : {paths.detector + "/mask", paths.dataGroup + "/mask"})
        if (scan.badPixels.empty() && mask.starts_with("/") && file.hasDataset(mask))
            readMask(file, scan, mask, pynx ? MaskMeaning::nonZeroIsBad : MaskMeaning::cxi);
    for (const std::string& intensity : {paths.entry + "/data_1/intensities", paths.entry + "/data_1/monitor",
                                         paths.instrument + "/monitor/data", paths.instrument + "/ion_chamber/data"})
        if (scan.frameIntensity.empty()) readFrameIntensity(file, scan, intensity, scan.frames->frameCount());

    if (!creator.empty()) scan.format = "CXI (" + creator + ")";
    for (const char* dark : {"/data_dark", "/dark"}) noteDark(file, scan, paths.detector + dark);
    if (const auto comment = file.attributeText("/", "comment"))
        addNote(scan, Severity::info, phrase("comment: %1", *comment));
    finishScan(scan);
    return scan;
}

} // namespace ewald::io
