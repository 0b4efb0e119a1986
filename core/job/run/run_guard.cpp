// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/run/run_guard.h"

#include "base/error.h"
#include "base/phrase.h"

#include <algorithm>
#include <new>

namespace ewald::job {
namespace {

JobOutcome failedWith(RunReporter& reporter, const Error& error) {
    JobOutcome outcome;
    outcome.state = error.kind() == ErrorKind::stopped ? JobState::stopped : JobState::failed;
    outcome.error = error;
    reporter.log(LogLevel::error, error.what());
    return outcome;
}

/// What a job that was stopped leaves behind is said where something was saved; this is for all other places.
Error withInput(const Error& error, const std::string& input) {
    if (error.kind() != ErrorKind::stopped || !error.where().empty()) return error;
    return {ErrorKind::stopped, phrase("%1; nothing new is saved", error.problem()), input, error.hint()};
}

} // namespace

JobOutcome guardedRun(RunReporter& reporter, compute::ProcessGroup& processes, const std::string& input,
                      const std::string& lessMemory, const std::function<JobOutcome()>& run) noexcept {
    try {
        return run();
    } catch (const std::bad_alloc&) {
        processes.fail(DeviceError("out of memory", input, lessMemory));
    } catch (...) {
        processes.fail(withInput(currentError(), input));
    }
    return failedWith(reporter, *processes.failure());
}

JobOutcome failedStart(JobObserver& observer) {
    JobOutcome outcome;
    outcome.state = JobState::failed;
    outcome.error = prefixed("the job could not be started: ", currentError());
    observer.onOutcome(outcome);
    return outcome;
}

bool PreviewClock::due(double interval_s) const {
    constexpr double kFraction = 0.03; // 5 % is promised; the rest is for building the preview on another thread
    return interval_s > 0 && secondsSince(m_last) >= std::max(interval_s, m_cost_s / kFraction);
}

void PreviewClock::end() {
    m_cost_s = secondsSince(m_begin);
    m_last = std::chrono::steady_clock::now();
}

} // namespace ewald::job
