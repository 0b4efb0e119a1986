// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/run_control.h"

#include <csignal>
#include <thread>

namespace ewald::cli {

/// Turns Ctrl-C (SIGINT), SIGTERM, SIGHUP (a lost terminal) and SIGUSR1 (which mpirun and Slurm pass on without ending
/// the processes soon after) into stop requests while it lives: the first asks a job to end gracefully, the second
/// aborts it, unless it is SIGHUP. Make it before any other thread, which inherit the blocked signals.
class StopSignals {
public:
    /// From now on signals wait for an object of this class, instead of ending the program before there is one.
    static void expect();
    /// \param onlyGraceful no signal aborts, however many arrive: for a job of which a cluster lets every process have
    /// the same one
    explicit StopSignals(RunControl& control, bool onlyGraceful = false);
    ~StopSignals();
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;

private:
    void wait();

    RunControl& m_control;
    bool m_onlyGraceful;
    sigset_t m_before{};
    int m_signals = -1; ///< descriptor that signals arrive at
    int m_end = -1;     ///< descriptor that ends the thread
    std::thread m_thread;
};

} // namespace ewald::cli
