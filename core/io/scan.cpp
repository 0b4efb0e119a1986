// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/scan.h"

#include "base/error.h"
#include "io/frame_stack.h"
#include "io/hdf5.h"
#include "io/readers/scan_reader.h"
#include "io/stack/file_kind.h"

#include <algorithm>
#include <array>

namespace ewald::io {
namespace {

/// Files that people open by mistake: what they are, and where the scan would be.
void refuseResults(const h5::File& file) {
    const auto program = file.text("/entry/process/program");
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

/// A reader that understands the file at least a little, surest first.
std::vector<std::pair<Probed, const ScanReader*>> rank(const h5::File& file) {
    std::vector<std::pair<Probed, const ScanReader*>> ranked;
    for (const ScanReader& reader : scanReaders()) {
        Probed probed = reader.probe(file);
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
                    broken.empty() ? "say which dataset is what with an import mapping"
                                   : broken + "; then say which dataset is what with an import mapping");
}

} // namespace

std::span<const ScanReader> scanReaders() {
    static constexpr std::array<ScanReader, 5> readers{{
        {probeNexus, openNexus},
        {probeCxi, openCxi},
        {probePtychodus, openPtychodus},
        {probePtyd, openPtyd},
        {probeHxn, openHxn},
    }};
    return readers;
}

namespace {

/// Files of frames alone are no scan yet.
void refuseBareFrames(const std::filesystem::path& path) {
    if (fileKind(path) != FileKind::hdf5 && isStackFile(path))
        throw DataError("holds frames and no positions", path.string(),
                        "say where the positions are with an import mapping (input.mapping, positions_file)");
}

} // namespace

std::vector<Probed> probeScan(const std::filesystem::path& path) {
    refuseBareFrames(path);
    const h5::File file = h5::File::open(path);
    std::vector<Probed> result;
    for (const auto& [probed, reader] : rank(file)) result.push_back(probed);
    return result;
}

Scan openScan(const std::filesystem::path& path, const ImportMapping* mapping) {
    if (mapping != nullptr) return openMapped(path, *mapping);
    refuseBareFrames(path);
    const h5::File file = h5::File::open(path);
    refuseResults(file);
    const auto ranked = rank(file);
    if (ranked.empty()) failUnknown(path);
    return ranked.front().second->open(file);
}

} // namespace ewald::io
