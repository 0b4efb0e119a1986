// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/latest_task.h"
#include "io/result_file.h"
#include "job/run/run_reporter.h"

#include <deque>
#include <filesystem>
#include <mutex>
#include <utility>

namespace ewald::job {

/// Writes the states of a run that a person may go back to, one after the other, on a thread of its own: the other
/// ranks wait for the one that hands a state over. All functions are called by one thread.
class KeptStates {
public:
    /// \param folder of keepState(); \param reporter has to outlive this
    KeptStates(std::filesystem::path folder, RunReporter& reporter)
        : m_folder(std::move(folder)), m_reporter(reporter) {}

    /// Returns at once.
    void submit(io::Checkpoint&& state);
    /// Waits until all are written.
    void finish() { m_task.finish(); }

private:
    void writeWaiting();

    std::filesystem::path m_folder;
    RunReporter& m_reporter;
    std::mutex m_mutex;
    std::deque<io::Checkpoint> m_waiting;
    LatestTask m_task; ///< last, so that its thread ends before what it uses
};

} // namespace ewald::job
