// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <sys/types.h>

namespace ewald::job {

/// How busy the machine is, between two samples. Numbers that the system does not report are 0.
struct MachineLoad {
    bool known = false;
    double cores = 0;        ///< that the machine has
    double own = 0;          ///< cores' worth of work of this program and what it has started
    double others = 0;       ///< … of all other programs
    double idle = 0;         ///< … that nothing is done with, waiting for disks included
    std::string program;     ///< the other program that takes most
    double programCores = 0; ///< … and how much, all processes of this name together
    double memoryFree = 0;   ///< bytes that could still be had without swapping
    double memoryTotal = 0;  ///< bytes
    double swapping_Bps = 0; ///< bytes moved between memory and disk a second, in and out
};

/// Reads the load of the machine from /proc. One thread.
class MachineLoadMeter {
public:
    using Clock = std::chrono::steady_clock;

    /// \param proc the folder of the system's figures \param self this program's process number
    explicit MachineLoadMeter(std::filesystem::path proc = "/proc", pid_t self = 0);
    /// What has happened since the call before; `known` is false at the first call. Reads a file for every process of
    /// the machine, so it is meant to be called every other second.
    [[nodiscard]] MachineLoad sample(Clock::time_point now = Clock::now());

private:
    struct Process {
        std::string name;
        pid_t parent = 0;
        double ticks = 0;    ///< of processor time
        double children = 0; ///< … of its children that have ended
    };
    struct Ticks {
        double busy = 0;
        double idle = 0;
        double cores = 0;
    };
    [[nodiscard]] Ticks readTicks() const;
    [[nodiscard]] std::map<pid_t, Process> readProcesses() const;
    void readMemory(MachineLoad& load) const;
    [[nodiscard]] double swappedPages() const;
    [[nodiscard]] bool isOurs(const std::map<pid_t, Process>& processes, pid_t id) const;

    std::filesystem::path m_proc;
    pid_t m_self;
    bool m_first = true;
    Clock::time_point m_time;
    Ticks m_ticks;
    std::map<pid_t, Process> m_processes;
    double m_swapped = 0;
};

} // namespace ewald::job
