// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/scan.h"

#include "base/error.h"
#include "base/phrase.h"
#include "io/frame_stack.h"
#include "io/hdf5/hdf5.h"
#include "io/readers/scan_reader.h"
#include "io/result_layout.h"
#include "io/stack/file_kind.h"
#include "io/stack/file_patterns.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ewald::io {
namespace {

/// Files that people open by mistake: what they are, and where the scan would be.
void refuseResults(const h5::File& file) {
    const auto program = file.text("/entry/process/program");
    if (isMadeByEwald(file) && file.hasGroup(layout::kFirstPeak))
        throw DataError("holds peaks that were fitted to patterns, not a scan", file.file().string(),
                        "open the result of the integration that /entry/process/source names");
    if (program && program->find("wald") != std::string::npos)
        throw DataError("is a result of Ewald, not a scan", file.file().string(),
                        "open it as a result, or use it as the initial probe or object of a job");
    if (file.hasGroup("/content/probe") && file.hasGroup("/content/obj"))
        throw DataError(
            "is a reconstruction of PtyPy (.ptyr), not a scan", file.file().string(),
            "open the .ptyd file that it was made of, or use this one as the initial probe or object of a job");
    if (file.hasGroup("/state_dict") && file.hasDataset("/loss_history"))
        throw DataError("is a reconstruction of CDTools, not a scan", file.file().string(),
                        "open the .cxi file that it was made of");
}

/// A reader that understands the source at least a little, surest first.
/// \throws DataError for frames alone, which are no scan yet
std::vector<std::pair<Probed, const ScanReader*>> rank(const ScanSource& source) {
    if (!source.hdf5() && !source.mapping())
        throw DataError("holds frames and no positions", source.path().string(),
                        "say where the positions are with an import mapping (input.mapping, positions_file)");
    std::vector<std::pair<Probed, const ScanReader*>> ranked;
    for (const ScanReader& reader : scanReaders()) {
        Probed probed = reader.probe(source);
        if (probed.confidence > 0) ranked.emplace_back(std::move(probed), &reader);
    }
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const auto& a, const auto& b) { return a.first.confidence > b.first.confidence; });
    return ranked;
}

[[noreturn]] void failUnknown(const std::filesystem::path& path) {
    // A link that leads nowhere is the likeliest reason why a file is not recognised.
    std::string broken;
    for (const FileNode& node : listFile(path))
        if (broken.empty() && !node.isGroup && node.type.empty() && !node.problem.empty()) broken = node.problem;
    throw DataError("has none of the known layouts (CXI, NeXus ptychography, ptychodus, PtyPy ptyd, NSLS-II HXN)",
                    path.string(),
                    broken.empty() ? phrase("say which dataset is what with an import mapping")
                                   : phrase("%1; then say which dataset is what with an import mapping", broken));
}

/// A format of HDF5 files, which no mapping describes.
template <Probed (*probe)(const h5::File&), Scan (*open)(const h5::File&)>
constexpr ScanReader hdf5Reader() {
    return {
        [](const ScanSource& source) { return source.hdf5() && !source.mapping() ? probe(*source.hdf5()) : Probed{}; },
        [](const ScanSource& source) { return open(*source.hdf5()); }};
}

} // namespace

ScanSource::ScanSource(std::filesystem::path path, const ImportMapping* mapping)
    : m_path(std::move(path)), m_mapping(mapping) {
    const FileKind kind = fileKind(m_path);
    const bool isFrames = holdsImages(kind) || (kind != FileKind::hdf5 && isPattern(m_path.string()));
    if (!isFrames) m_file = h5::File::open(m_path); // says what is wrong with it
}

std::span<const ScanReader> scanReaders() {
    static constexpr std::array<ScanReader, 6> readers{{
        hdf5Reader<probeNexus, openNexus>(),
        hdf5Reader<probeCxi, openCxi>(),
        hdf5Reader<probePtychodus, openPtychodus>(),
        hdf5Reader<probePtyd, openPtyd>(),
        hdf5Reader<probeHxn, openHxn>(),
        {probeMapped, openMapped},
    }};
    return readers;
}

std::vector<Probed> probeScan(const std::filesystem::path& path) {
    std::vector<Probed> result;
    for (const auto& [probed, reader] : rank(ScanSource(path))) result.push_back(probed);
    return result;
}

Scan openScan(const std::filesystem::path& path, const ImportMapping* mapping) {
    const ScanSource source(path, mapping);
    if (source.hdf5() && !mapping) refuseResults(*source.hdf5());
    const auto ranked = rank(source);
    if (ranked.empty()) failUnknown(path);
    return ranked.front().second->open(source);
}

} // namespace ewald::io
