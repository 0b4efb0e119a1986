// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/run/run_reporter.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <unistd.h>

namespace ewald::job {
namespace {

using namespace std::chrono_literals;

constexpr auto kInterval = 100ms;
constexpr auto kRateWindow = 5s; // long enough to be calm, short enough to follow a change of engine
constexpr auto kLookAround = 2s;
constexpr std::size_t kMostWarnings = 100;
constexpr std::size_t kMostLogLines = 10'000;
constexpr std::size_t kFewest = 3; // steps in the window, however long they take

} // namespace

std::size_t residentMemory() {
    std::ifstream file("/proc/self/statm");
    std::size_t total = 0;
    std::size_t resident = 0;
    if (!(file >> total >> resident)) return 0;
    return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

std::size_t availableMemory() {
    std::ifstream file("/proc/meminfo");
    std::string line;
    while (std::getline(file, line))
        if (line.starts_with("MemAvailable:")) return std::stoull(line.substr(13)) * 1024;
    return 0;
}

RunReporter::RunReporter(JobObserver& observer, const RunControl& control)
    : m_observer(observer), m_control(control), m_thread([this] { run(); }) {}

RunReporter::~RunReporter() { finish(); }

void RunReporter::enter(JobState state, std::size_t total, std::size_t done) {
    {
        const std::lock_guard lock(m_mutex);
        m_state = state;
        m_paused = false;
        m_total = total;
        m_done = done;
        m_recent = {{Clock::now(), done}};
        m_shares.clear();
        // Inside the lock, so that states arrive in the order in which they were entered.
        m_observer.onState(state);
    }
    m_changed.notify_all();
}

void RunReporter::advance(std::size_t done) {
    const std::lock_guard lock(m_mutex);
    if (done <= m_done) return;
    m_done = done;
    const auto now = Clock::now();
    m_recent.push_back({now, done});
    while (m_recent.size() > kFewest && now - m_recent.front().time > kRateWindow) m_recent.pop_front();
    while (m_recent.size() > 1000) m_recent.pop_front();
}

void RunReporter::setTotal(std::size_t total, bool atMost) {
    const std::lock_guard lock(m_mutex);
    m_total = total;
    m_atMost = atMost;
}

void RunReporter::log(LogLevel level, const std::string& text) {
    {
        const std::lock_guard lock(m_mutex);
        if (m_log.size() < kMostLogLines) m_log.push_back({level, io::timeStamp(), text});
        if (level == LogLevel::warning && m_warnings.size() < kMostWarnings &&
            std::ranges::find(m_warnings, text) == m_warnings.end())
            m_warnings.push_back(text);
    }
    m_observer.onLog(level, text);
}

void RunReporter::keepWarnings(std::vector<std::string> earlier) {
    const std::lock_guard lock(m_mutex);
    for (std::string& text : m_warnings)
        if (std::ranges::find(earlier, text) == earlier.end()) earlier.push_back(std::move(text));
    m_warnings = std::move(earlier);
    if (m_warnings.size() > kMostWarnings) m_warnings.resize(kMostWarnings);
}

std::vector<std::string> RunReporter::warnings() const {
    const std::lock_guard lock(m_mutex);
    return m_warnings;
}

void RunReporter::keepLog(std::vector<io::StoredLogLine> earlier) {
    const std::lock_guard lock(m_mutex);
    m_log.insert(m_log.begin(), std::make_move_iterator(earlier.begin()), std::make_move_iterator(earlier.end()));
    if (m_log.size() > kMostLogLines) m_log.resize(kMostLogLines);
}

std::vector<io::StoredLogLine> RunReporter::logLines() const {
    const std::lock_guard lock(m_mutex);
    return m_log;
}

void RunReporter::spent(const PhaseTimes& times, std::span<const double> communication) {
    const std::lock_guard lock(m_mutex);
    m_shares.add(times, communication);
}

void RunReporter::watchDisk(const std::filesystem::path& folder) {
    const std::lock_guard lock(m_mutex);
    m_folder = folder;
}

void RunReporter::advanceSearch(std::size_t done, std::size_t total, double bestDefocus_m) {
    {
        const std::lock_guard lock(m_mutex);
        m_total = total;
        m_bestDefocus_m = bestDefocus_m;
    }
    advance(done);
}

void RunReporter::finish() {
    {
        const std::lock_guard lock(m_mutex);
        if (m_ending) return;
        m_ending = true;
    }
    m_changed.notify_all();
    m_thread.join();
    m_observer.onProgress(progress());
}

/// What else goes on in the machine. Without the lock: files are read.
void RunReporter::lookAround() {
    if (!m_observer.watchesMachine() || Clock::now() - m_lookedAround < kLookAround) return;
    m_lookedAround = Clock::now();
    const MachineLoad machine = m_meter.sample();
    std::filesystem::path folder;
    {
        const std::lock_guard lock(m_mutex);
        folder = m_folder;
    }
    std::error_code failed = std::make_error_code(std::errc::no_such_file_or_directory);
    std::filesystem::space_info disk;
    if (!folder.empty()) disk = std::filesystem::space(folder, failed);
    const std::lock_guard lock(m_mutex);
    m_machine = machine;
    m_diskFree_bytes = failed ? -1 : static_cast<double>(disk.available);
}

void RunReporter::run() {
    std::unique_lock lock(m_mutex);
    while (!m_ending) {
        lock.unlock();
        lookAround();
        lock.lock();
        if (m_ending) return;
        followPause();
        const Progress now = progress();
        lock.unlock();
        m_observer.onProgress(now);
        lock.lock();
        if (m_ending) return;
        m_changed.wait_for(lock, kInterval);
    }
}

/// The engine pauses by itself; here it only becomes visible.
void RunReporter::followPause() {
    if (m_state != JobState::running || m_paused == m_control.paused()) return;
    m_paused = !m_paused;
    m_observer.onState(m_paused ? JobState::paused : JobState::running);
    m_recent = {{Clock::now(), m_done}}; // the pause does not count as slowness
}

Progress RunReporter::progress() const {
    Progress now;
    now.state = m_paused ? JobState::paused : m_state;
    now.done = m_done;
    now.total = m_total;
    now.atMost = m_atMost && (m_state == JobState::running || m_state == JobState::saving);
    if (now.state == JobState::initialising) now.bestDefocus_m = m_bestDefocus_m;
    now.elapsed_s = std::chrono::duration<double>(Clock::now() - m_start).count();
    now.memory_bytes = residentMemory();
    now.shares = m_shares.shares();
    now.machine = m_machine;
    now.diskFree_bytes = m_diskFree_bytes;
    now.secondsLeft = -1;
    if (m_recent.size() > 1) {
        const double seconds = std::chrono::duration<double>(m_recent.back().time - m_recent.front().time).count();
        if (seconds > 0) now.perSecond = static_cast<double>(m_recent.back().done - m_recent.front().done) / seconds;
    }
    if (now.perSecond > 0 && m_total >= m_done) now.secondsLeft = static_cast<double>(m_total - m_done) / now.perSecond;
    return now;
}

} // namespace ewald::job
