// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/half_scans.h"

#include "base/error.h"
#include "io/temporary_folder.h"
#include "job/ptycho_runner.h"

namespace ewald::job {

JobDocument halfOf(const JobDocument& job, std::size_t half) {
    JobDocument part = job;
    const long long first = job.integer("first_frame"), step = job.integer("frame_step");
    const long long most = job.integer("max_frames");
    part.set("first_frame", ParameterValue(first + static_cast<long long>(half) * step));
    part.set("frame_step", ParameterValue(2 * step));
    if (most > 0) part.set("max_frames", ParameterValue((most + 1 - static_cast<long long>(half)) / 2));
    // An object that all frames have made would be what the halves have in common.
    part.setText("initial_object", "ones");
    return part;
}

std::array<io::PtychoResult, 2> reconstructHalves(const JobDocument& job, JobObserver& observer, RunControl& control) {
    const io::TemporaryFolder folder;
    std::array<io::PtychoResult, 2> results;
    for (std::size_t half = 0; half < results.size(); ++half) {
        JobDocument part = halfOf(job, half);
        part.outputFile = folder.path() / ("half" + std::to_string(half) + ".h5");
        const JobOutcome outcome = runPtycho(part, observer, control, {});
        // A half that was saved when it was stopped is gone with the folder.
        if (control.stopRequested() || (outcome.error && outcome.error->kind() == ErrorKind::stopped))
            throw StoppedError("stopped before both halves were reconstructed, nothing is saved");
        if (outcome.error) raise(*outcome.error);
        results[half] = io::readResult(part.outputFile);
    }
    return results;
}

ResultComparison compareHalves(const JobDocument& job, ptycho::FrcWindow window, JobObserver& observer,
                               RunControl& control) {
    const auto halves = reconstructHalves(job, observer, control);
    return compareResults(halves[0], halves[1], window);
}

} // namespace ewald::job
