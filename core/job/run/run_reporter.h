// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/run_control.h"
#include "io/stored_log.h"
#include "job/events/events.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <mutex>
#include <thread>

namespace ewald::job {

/// Tells a job's observer how far it is: about ten times a second from a thread of its own, so that neither a long
/// iteration nor a slow observer matters to the engine. All functions may be called from any thread.
class RunReporter {
public:
    RunReporter(JobObserver& observer, const RunControl& control);
    ~RunReporter();
    RunReporter(const RunReporter&) = delete;
    RunReporter& operator=(const RunReporter&) = delete;

    /// Enters a state. `total` and `done` count iterations or frames; both 0 where there is nothing to count.
    void enter(JobState state, std::size_t total = 0, std::size_t done = 0);
    /// So many iterations or frames of the present state are done.
    void advance(std::size_t done);
    /// The run has another number of iterations. \param atMost it may end by itself before them
    void setTotal(std::size_t total, bool atMost);
    /// What the workers of the present state have spent their time on since it was entered.
    /// \param communication by rank, the part of Phase::communication; may be empty
    void spent(const PhaseTimes& times, std::span<const double> communication = {});
    /// Where the result will be written, so that the space left there is reported.
    void watchDisk(const std::filesystem::path& folder);
    /// So many trials of the initial probe are done. \param bestDefocus_m of the best one
    void advanceSearch(std::size_t done, std::size_t total, double bestDefocus_m);
    void log(LogLevel level, const std::string& text);
    /// Warnings of a run that goes on: they come before those of this one.
    void keepWarnings(std::vector<std::string> earlier);
    /// What has been warned of, in its order, each line once, for the result; the first 100.
    [[nodiscard]] std::vector<std::string> warnings() const;
    /// Lines of the log of a run that goes on: they come before those of this one.
    void keepLog(std::vector<io::StoredLogLine> earlier);
    /// All lines so far, for the result; the first 10,000.
    [[nodiscard]] std::vector<io::StoredLogLine> logLines() const;
    [[nodiscard]] JobObserver& observer() { return m_observer; }
    [[nodiscard]] const RunControl& control() const noexcept { return m_control; }
    /// Ends the reports; the last progress has been sent when it returns.
    void finish();

private:
    using Clock = std::chrono::steady_clock;
    struct Point {
        Clock::time_point time;
        std::size_t done;
    };
    void run();
    [[nodiscard]] Progress progress() const;
    void followPause();
    void lookAround();

    JobObserver& m_observer;
    const RunControl& m_control;
    const Clock::time_point m_start = Clock::now();
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    JobState m_state = JobState::preparing;
    bool m_paused = false;
    std::size_t m_done = 0;
    std::size_t m_total = 0;
    bool m_atMost = false; ///< iterations
    double m_bestDefocus_m = 0;
    std::deque<Point> m_recent; ///< the last seconds, for the rate
    ShareMeter m_shares;
    std::vector<std::string> m_warnings;
    std::vector<io::StoredLogLine> m_log;
    std::filesystem::path m_folder;
    MachineLoadMeter m_meter; ///< of the thread
    MachineLoad m_machine;
    double m_diskFree_bytes = -1;
    Clock::time_point m_lookedAround{};
    bool m_ending = false;
    std::thread m_thread;
};

/// Resident memory of this process in bytes; 0 where the system does not report it.
[[nodiscard]] std::size_t residentMemory();
/// Memory that could still be had without swapping, in bytes; 0 where the system does not report it.
[[nodiscard]] std::size_t availableMemory();

} // namespace ewald::job
