// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/moved_files.h"

#include "base/error.h"
#include "common/quantity_text.h"
#include "job/document/job_kind.h"
#include "job/integration/integrate_runner.h"
#include "model/scan_data.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace ewald::ui {

namespace {

namespace fs = std::filesystem;

bool isThere(const fs::path& file) {
    std::error_code failed;
    return fs::exists(file, failed);
}

void takeParameters(job::ParameterMap& values, const fs::path& folder) {
    for (auto& [key, value] : values) {
        const job::ParameterDef* def = job::findParameter(key);
        if (def == nullptr || !job::namesFile(*def, value)) continue;
        const fs::path named = std::get<std::string>(value);
        const fs::path beside = folder / named.filename();
        if (!isThere(named) && isThere(beside)) value = beside.string();
    }
}

/// Whether an input has what a result was made of: as many chosen frames, or at least those of a scan that it has used.
bool fits(const job::JobDocument& job, std::size_t frames, std::vector<std::size_t> used) {
    if (!job::kindOf(job).has(job::JobFeature::mapping))
        return job::chosenFrames(job, job::openJobStack(job)->frameCount()).count == frames;
    const std::vector<std::size_t> there = describeScan(job).layout.frameIndex;
    if (used.empty()) return there.size() == frames;
    std::ranges::sort(used);
    return std::ranges::includes(there, used); // the run may have left out some more
}

} // namespace

QString takeFromBeside(job::JobDocument& job, const QString& result, std::size_t frames,
                       std::vector<std::size_t> used) {
    std::error_code failed;
    const fs::path folder = fs::absolute(toPath(result), failed).parent_path();
    job::JobDocument there = job;
    fs::path gone;
    const auto take = [&](fs::path& file) {
        const fs::path beside = folder / file.filename();
        if (file.empty() || isThere(file) || !isThere(beside)) return;
        if (gone.empty()) gone = file;
        file = beside;
    };
    take(there.inputFile);
    for (fs::path& file : there.inputFiles) take(file);
    if (gone.empty()) return {};
    takeParameters(there.input, folder);
    try {
        if (!fits(there, frames, std::move(used))) return {};
    } catch (const Error&) { // a file of that name that cannot be opened
        return {};
    }
    job = std::move(there);
    return toQString(gone);
}

} // namespace ewald::ui
