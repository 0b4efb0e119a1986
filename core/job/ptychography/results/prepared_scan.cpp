// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/ptychography/results/prepared_scan.h"

#include "base/error.h"
#include "job/document/settings.h"
#include "job/ptychography/setup/open_job_scan.h"

namespace ewald::job {

void logNotes(const std::vector<io::Note>& notes, const LogSink& log) {
    if (!log) return;
    for (const io::Note& note : notes)
        log(note.severity == io::Severity::info ? LogLevel::info : LogLevel::warning, note.text);
}

PreparedScan prepareScan(const JobDocument& job, const LogSink& log) {
    PreparedScan made;
    made.scan = openJobScan(job);
    logNotes(made.scan.notes, log);
    made.preprocessing = preprocessingOf(job);
    made.layout = io::planPreprocessing(made.scan, made.preprocessing);
    logNotes(made.layout.notes, log);
    const std::vector<io::Note> checks = io::checkScan(made.scan, made.layout.size, 0);
    for (const io::Note& note : checks)
        if (note.severity == io::Severity::error) throw DataError(note.text, made.scan.file.string());
    logNotes(checks, log);
    if (made.layout.frameIndex.empty())
        throw DataError("no frames are left to use", made.scan.file.string(),
                        "check first_frame, frame_step and max_frames");
    made.geometry = geometryOf(job, made.scan, made.layout);
    made.options = positionOptionsOf(job, made.scan);
    for (const std::size_t frame : made.layout.frameIndex) made.positions.push_back(made.scan.positions.at(frame));
    return made;
}

} // namespace ewald::job
