// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/moved_files.h"

#include "base/error.h"
#include "common/quantity_text.h"
#include "job/document/job_kind.h"
#include "job/integration/integrate_runner.h"
#include "model/scan_data.h"

#include <filesystem>

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

std::size_t framesOf(const job::JobDocument& job) {
    if (job::kindOf(job).has(job::JobFeature::mapping)) return describeScan(job).layout.frameIndex.size();
    return job::openJobStack(job)->frameCount();
}

} // namespace

QString takeFromBeside(job::JobDocument& job, const QString& result, std::size_t frames) {
    const fs::path folder = fs::absolute(toPath(result)).parent_path();
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
        if (framesOf(there) != frames) return {};
    } catch (const Error&) { // of the same name, but none
        return {};
    }
    job = std::move(there);
    return toQString(gone);
}

} // namespace ewald::ui
