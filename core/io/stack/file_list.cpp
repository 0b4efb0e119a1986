// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/file_list.h"

#include "base/phrase.h"
#include "io/stack/cbf_file.h"
#include "io/stack/edf_file.h"
#include "io/stack/file_kind.h"
#include "io/stack/hdf5_resolver.h"
#include "io/stack/hdf5_stack.h"
#include "io/stack/lambda_modules.h"
#include "io/stack/tiff_file.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <vector>

namespace ewald::io {
namespace {

namespace fs = std::filesystem;

StackContents openFile(const fs::path& file, const StackOptions& options, const std::shared_ptr<DescriptorPool>& pool,
                       bool withDetector) {
    const FileKind kind = fileKind(file);
    if (kind == FileKind::hdf5) return openHdf5Stack(file, options, pool, withDetector);
    if (!options.monitor.empty())
        throw DataError("a monitor can only be read from HDF5 files, this is none", file.string(),
                        "leave the monitor out");
    switch (kind) {
    case FileKind::tiff: return openTiffStack(file, pool);
    case FileKind::edf: return openEdfStack(file, pool);
    case FileKind::cbf: return openCbfStack(file, pool);
    default: break;
    }
    const RawFile there(file, pool); // says what is wrong with it
    if (there.size() == 0)
        throw DataError("the file is empty", file.string(), "it may still be being written: try again later");
    if (const std::string compression = wholeCompression(file); !compression.empty())
        throw DataError(phrase("the file is compressed by %1 as a whole", compression), file.string(),
                        compression == "gzip" ? translatable("unpack it first (gunzip)")
                                              : translatable("unpack it first (bunzip2)"));
    throw DataError("is no file of frames that Ewald knows", file.string(), "choose HDF5, TIFF, EDF or CBF files");
}

struct Opened {
    fs::path file;
    std::optional<StackContents> contents;
    std::optional<DataError> failure;
};

/// Whether a file that cannot be opened may become one frame that cannot be read: it is a file, and looks as one of a
/// list of single images.
bool mayBeDamagedImage(const fs::path& file, const std::vector<Opened>& all) {
    std::error_code failed;
    if (!fs::is_regular_file(file, failed) || fileKind(file) == FileKind::hdf5) return false;
    return std::all_of(all.begin(), all.end(), [&](const Opened& other) {
        return !other.contents || (other.contents->frames.size() == 1 && other.file.extension() == file.extension());
    });
}

/// Takes files out whose frames another one of the list leads to.
void dropData(std::vector<Opened>& all, std::vector<Note>& notes) {
    std::set<fs::path> referred;
    const auto canonical = [](const fs::path& path) {
        std::error_code failed;
        const fs::path result = fs::canonical(path, failed);
        return failed ? path : result;
    };
    for (const Opened& opened : all) {
        if (!opened.contents || fileKind(opened.file) != FileKind::hdf5) continue;
        const fs::path self = canonical(opened.file);
        for (const fs::path& file : opened.contents->frames.files())
            if (const fs::path target = canonical(file); target != self) referred.insert(target);
    }
    if (referred.empty()) return;
    const auto isData = [&](const Opened& opened) { return referred.contains(canonical(opened.file)); };
    const auto count = std::count_if(all.begin(), all.end(), isData);
    if (count == 0) return;
    std::erase_if(all, isData);
    notes.push_back({Severity::info, phrase("%1 {file of the list holds|files of the list hold} frames that others of "
                                            "it (%2) lead to; they are counted once",
                                            count, all.front().file.filename().string())});
}

void checkMonitor(StackContents& contents) {
    const auto bad = std::count_if(contents.monitor.begin(), contents.monitor.end(),
                                   [](double value) { return !std::isfinite(value) || value <= 0; });
    if (bad > 0)
        contents.note(Severity::warning,
                      phrase("the monitor is zero, negative or not a number for %1 {frame|frames}", bad));
}

StackContents join(std::vector<Opened> all, std::vector<Note> notes, const StackOptions& options) {
    const auto good = std::find_if(all.begin(), all.end(), [](const Opened& opened) { return opened.contents; });
    if (good == all.end()) throw *all.front().failure;
    StackContents whole = std::move(*good->contents);
    const FrameList first = std::exchange(whole.frames, FrameList());
    const std::vector<double> firstMonitor = std::exchange(whole.monitor, {});
    whole.notes.insert(whole.notes.end(), notes.begin(), notes.end());
    std::size_t damaged = 0;
    for (Opened& opened : all) {
        const bool isFirst = &opened == &*good;
        if (opened.failure) {
            whole.frames.append(missingFrames(first.shape(), 1, opened.file.string(), opened.failure->problem(),
                                              opened.failure->hint()));
            if (++damaged <= 3) whole.note(Severity::warning, opened.failure->what());
            continue;
        }
        const FrameList& frames = isFirst ? first : opened.contents->frames;
        if (!isFirst) whole.cutOff += opened.contents->cutOff;
        const std::vector<double>& monitor = isFirst ? firstMonitor : opened.contents->monitor;
        whole.frames.append(frames);
        whole.monitor.insert(whole.monitor.end(), monitor.begin(), monitor.end());
        if (!isFirst)
            for (Note& note : opened.contents->notes)
                if (note.severity != Severity::info) whole.notes.push_back(std::move(note));
    }
    if (damaged > 0)
        whole.note(Severity::warning,
                   phrase("%1 of %2 files cannot be read; their frames are left empty", damaged, all.size()));
    if (all.size() > 1) whole.scanShape.clear();
    if (!options.monitor.empty()) checkMonitor(whole);
    return whole;
}

} // namespace

StackContents openFiles(std::span<const fs::path> files, const StackOptions& options) {
    const auto pool = std::make_shared<DescriptorPool>();
    if (isLambdaModule(files.front()) && options.dataset.empty()) return openLambdaStack(files, options, pool);
    std::vector<Opened> all;
    all.reserve(files.size());
    for (const fs::path& file : files) {
        // A pattern may find the master behind its data files.
        const bool withDetector = all.empty() || file.filename().string().find("master") != std::string::npos;
        try {
            all.push_back({file, openFile(file, options, pool, withDetector), std::nullopt});
        } catch (const DataError& error) {
            if (files.size() == 1 || !mayBeDamagedImage(file, all)) throw;
            all.push_back({file, std::nullopt, error});
        }
    }
    std::vector<Note> notes;
    if (all.size() > 1) dropData(all, notes);
    return join(std::move(all), std::move(notes), options);
}

} // namespace ewald::io
