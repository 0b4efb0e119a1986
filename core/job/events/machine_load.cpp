// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/events/machine_load.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace ewald::job {
namespace {

double growth(double before, double now) { return std::max(0.0, now - before); }

} // namespace

MachineLoadMeter::MachineLoadMeter(std::filesystem::path proc, pid_t self)
    : m_proc(std::move(proc)), m_self(self > 0 ? self : getpid()) {}

/// "cpu  user nice system idle iowait irq softirq steal …", then a line for each core.
MachineLoadMeter::Ticks MachineLoadMeter::readTicks() const {
    std::ifstream file(m_proc / "stat");
    Ticks ticks;
    std::string line;
    while (std::getline(file, line) && line.starts_with("cpu")) {
        std::istringstream fields(line);
        std::string name;
        fields >> name;
        if (name != "cpu") {
            ticks.cores += 1;
            continue;
        }
        std::vector<double> values(8);
        for (double& value : values) fields >> value;
        ticks.idle = values[3] + values[4];
        ticks.busy = values[0] + values[1] + values[2] + values[5] + values[6] + values[7];
    }
    return ticks;
}

/// Of "id (name) state parent …": the name may hold anything, so the fields are counted from its end.
std::map<pid_t, MachineLoadMeter::Process> MachineLoadMeter::readProcesses() const {
    std::map<pid_t, Process> processes;
    std::error_code failed;
    for (std::filesystem::directory_iterator entry(m_proc, failed), end; !failed && entry != end;
         entry.increment(failed)) {
        const std::string folder = entry->path().filename().string();
        pid_t id = 0;
        const auto parsed = std::from_chars(folder.data(), folder.data() + folder.size(), id);
        if (parsed.ec != std::errc() || parsed.ptr != folder.data() + folder.size()) continue;
        std::ifstream file(entry->path() / "stat");
        std::string text;
        if (!std::getline(file, text)) continue; // it has ended
        const std::size_t open = text.find('(');
        const std::size_t close = text.rfind(')');
        if (open == std::string::npos || close == std::string::npos || close < open) continue;
        std::istringstream fields(text.substr(close + 1));
        std::string skipped;
        Process process;
        process.name = text.substr(open + 1, close - open - 1);
        fields >> skipped >> process.parent;
        for (int field = 5; field < 14; ++field) fields >> skipped; // up to the page faults
        double user = 0, system = 0, userOfChildren = 0, systemOfChildren = 0;
        fields >> user >> system >> userOfChildren >> systemOfChildren;
        process.ticks = user + system;
        process.children = userOfChildren + systemOfChildren;
        processes.emplace(id, std::move(process));
    }
    return processes;
}

void MachineLoadMeter::readMemory(MachineLoad& load) const {
    std::ifstream file(m_proc / "meminfo");
    std::string name;
    double kilobytes = 0;
    std::string rest;
    while (file >> name >> kilobytes) {
        if (name == "MemTotal:") load.memoryTotal = kilobytes * 1024;
        if (name == "MemAvailable:") load.memoryFree = kilobytes * 1024;
        std::getline(file, rest);
    }
}

double MachineLoadMeter::swappedPages() const {
    std::ifstream file(m_proc / "vmstat");
    std::string name;
    double value = 0;
    double pages = 0;
    while (file >> name >> value)
        if (name == "pswpin" || name == "pswpout") pages += value;
    return pages;
}

bool MachineLoadMeter::isOurs(const std::map<pid_t, Process>& processes, pid_t id) const {
    constexpr int kDeepest = 64; // a table that changes while it is read may hold a circle
    for (int depth = 0; depth < kDeepest; ++depth) {
        if (id == m_self) return true;
        const auto process = processes.find(id);
        if (process == processes.end()) return false;
        id = process->second.parent;
    }
    return false;
}

MachineLoad MachineLoadMeter::sample(Clock::time_point now) {
    MachineLoad load;
    readMemory(load);
    const Ticks ticks = readTicks();
    const double swapped = swappedPages();
    std::map<pid_t, Process> processes = readProcesses();
    const double seconds = std::chrono::duration<double>(now - m_time).count();
    const double all = growth(m_ticks.busy, ticks.busy) + growth(m_ticks.idle, ticks.idle);
    load.cores = ticks.cores;
    if (!m_first && all > 0 && seconds > 0) {
        const double perCore = ticks.cores / all; // of one tick
        double own = 0;
        std::map<std::string, double> byName;
        for (const auto& [id, process] : processes) {
            const auto before = m_processes.find(id);
            const Process was = before != m_processes.end() ? before->second : Process{};
            const double used = growth(was.ticks, process.ticks);
            if (isOurs(processes, id)) // short ones are seen by their parent only
                own += used + growth(was.children, process.children);
            else
                byName[process.name] += used;
        }
        load.known = true;
        load.own = own * perCore;
        load.others = growth(own, growth(m_ticks.busy, ticks.busy)) * perCore;
        load.idle = growth(m_ticks.idle, ticks.idle) * perCore;
        load.swapping_Bps = growth(m_swapped, swapped) * static_cast<double>(sysconf(_SC_PAGESIZE)) / seconds;
        const auto most = std::ranges::max_element(byName, {}, &std::pair<const std::string, double>::second);
        if (most != byName.end() && most->second > 0) {
            load.program = most->first;
            load.programCores = most->second * perCore;
        }
    }
    m_first = false;
    m_time = now;
    m_ticks = ticks;
    m_processes = std::move(processes);
    m_swapped = swapped;
    return load;
}

} // namespace ewald::job
