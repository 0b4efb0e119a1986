// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/document/source_files.h"

#include "base/error.h"
#include "io/frame_stack.h"
#include "job/document/job_kind.h"

namespace ewald::job {

namespace fs = std::filesystem;

std::vector<fs::path> filesReadBy(const JobDocument& job) {
    std::vector<fs::path> files = inputFilesOf(job);
    try {
        const std::shared_ptr<const io::FrameStack> frames = kindOf(job).openFrames(job);
        if (frames) files.insert(files.end(), frames->sourceFiles.begin(), frames->sourceFiles.end());
    } catch (const Error&) {
        // The input is gone or cannot be read: what the job names is all that is known.
    }
    return files;
}

std::vector<fs::path> filesReadBy(const std::string& jobText, const fs::path& result) {
    if (jobText.empty()) return {};
    try {
        JobDocument job = parseJob(jobText, result.string());
        resolvePaths(job, fs::absolute(result).parent_path());
        return filesReadBy(job);
    } catch (const JobError&) {
        return {}; // of a newer program
    }
}

} // namespace ewald::job
