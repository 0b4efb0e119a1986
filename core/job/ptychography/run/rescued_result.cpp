// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/ptychography/run/rescued_result.h"

#include "base/phrase.h"

#include <cstdlib>
#include <string>
#include <vector>

namespace ewald::job {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> foldersFor(const fs::path& meant) {
    std::vector<fs::path> folders = {meant.parent_path()};
    std::error_code failed;
    if (const char* home = std::getenv("HOME"); home && fs::path(home).is_absolute()) folders.emplace_back(home);
    if (const fs::path temporary = fs::temp_directory_path(failed); !failed) folders.push_back(temporary);
    return folders;
}

/// A name in the folder that nothing has yet; empty: there is none.
fs::path freeName(const fs::path& folder, const fs::path& meant) {
    constexpr int kMost = 100;
    for (int number = 1; number <= kMost; ++number) {
        const std::string ending = number == 1 ? ".rescued" : ".rescued-" + std::to_string(number);
        fs::path file = folder / (meant.stem().string() + ending + meant.extension().string());
        std::error_code failed;
        const fs::file_type there = fs::symlink_status(file, failed).type();
        if (there == fs::file_type::not_found) return file;
        if (there == fs::file_type::none) return {}; // not even that can be told
    }
    return {};
}

} // namespace

JobOutcome rescuedResult(const Error& why, const fs::path& meant, const io::PtychoResult& result) {
    for (const fs::path& folder : foldersFor(meant)) {
        const fs::path file = freeName(folder, meant);
        if (file.empty()) continue;
        try {
            io::writeResult(file, result, false);
        } catch (const Error&) {
            continue; // the next folder may take it
        }
        JobOutcome outcome{JobState::failed, file.string(), {}};
        outcome.error =
            Error(why.kind(), why.problem(), why.where(),
                  phrase("the result is saved as %1 instead: it can be moved and continued", file.string()));
        return outcome;
    }
    raise(why);
}

} // namespace ewald::job
