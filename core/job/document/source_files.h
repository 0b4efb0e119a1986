// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document/document.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ewald::job {

/// Every file that a job reads, which no output may replace: what it names (inputFilesOf()), and the files that hold
/// its frames behind links and virtual datasets, as far as the frames can be found today. Opens the input; any thread.
[[nodiscard]] std::vector<std::filesystem::path> filesReadBy(const JobDocument& job);
/// The same of the job that a result carries. \param jobText empty, or not to be understood: no files
[[nodiscard]] std::vector<std::filesystem::path> filesReadBy(const std::string& jobText,
                                                             const std::filesystem::path& result);

} // namespace ewald::job
