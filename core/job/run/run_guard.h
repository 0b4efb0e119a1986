// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/communication/process_group.h"
#include "job/events/events.h"
#include "job/run/run_reporter.h"

#include <chrono>
#include <functional>
#include <string>

namespace ewald::job {

// What the runners of all kinds of jobs have in common.

[[nodiscard]] inline double secondsSince(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// The processes that work on a job, from its side: passes on stop requests while it exists. Without `together` the job
/// is this process's alone.
class JobProcesses {
public:
    JobProcesses(compute::ProcessGroup* together, RunControl& control) : m_group(together ? *together : m_alone) {
        m_group.setControl(&control);
    }
    ~JobProcesses() { m_group.setControl(nullptr); }
    JobProcesses(const JobProcesses&) = delete;
    JobProcesses& operator=(const JobProcesses&) = delete;
    [[nodiscard]] compute::ProcessGroup& group() noexcept { return m_group; }

private:
    compute::ProcessGroup m_alone;
    compute::ProcessGroup& m_group;
};

/// Calls `run` and turns whatever it throws into an outcome, which goes to the log; never throws. The other processes
/// are told; what another one has failed with before is the outcome here, too.
/// \param input what the job reads, for messages
/// \param lessMemory what helps when memory does not suffice
[[nodiscard]] JobOutcome guardedRun(RunReporter& reporter, compute::ProcessGroup& processes, const std::string& input,
                                    const std::string& lessMemory, const std::function<JobOutcome()>& run) noexcept;

/// The outcome of a job that could not even start its threads, in the handler of what it threw; the observer is
/// notified.
[[nodiscard]] JobOutcome failedStart(JobObserver& observer);

/// Decides when the next preview is due: not before the wanted interval, and so seldom that the time a job spends on
/// them stays below a fraction of the whole.
class PreviewClock {
public:
    [[nodiscard]] bool due(double interval_s) const;
    void begin() { m_begin = std::chrono::steady_clock::now(); }
    /// The job goes on: what it had to wait is the cost of this preview.
    void end();

private:
    std::chrono::steady_clock::time_point m_last = std::chrono::steady_clock::now() - std::chrono::hours(1);
    std::chrono::steady_clock::time_point m_begin{};
    double m_cost_s = 0;
};

} // namespace ewald::job
