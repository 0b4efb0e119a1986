// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <string>
#include <sys/types.h>
#include <vector>

namespace ewald::cli {

/// A run of ewald-cli, or of another program, as a child process.
class Process {
public:
    /// ewald-cli. A reconstruction that names no engine gets one that takes the iterations that it is given: what the
    /// automatic plan does is tested by itself.
    explicit Process(std::vector<std::string> arguments);
    Process(std::vector<std::string> arguments, const std::string& program);
    /// Kills what still runs.
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    void signal(int number) const;
    [[nodiscard]] pid_t id() const noexcept { return m_pid; }
    /// Reads stdout until `text` has appeared; false when the process ends or the time is up before that.
    bool waitForOutput(const std::string& text, std::chrono::seconds limit = std::chrono::seconds(60));
    /// Waits for the end. Exit code, or −signal.
    int wait();
    [[nodiscard]] const std::string& output() const { return m_output; }
    [[nodiscard]] const std::string& errors() const { return m_errors; }

private:
    bool pump(int timeout_ms);

    pid_t m_pid = -1;
    int m_out = -1;
    int m_err = -1;
    bool m_ended = false;
    int m_status = 0;
    std::string m_output;
    std::string m_errors;
};

struct Finished {
    int code = 0;
    std::string output;
    std::string errors;
};
/// Waits until there is such a file; false when the time is up before that.
[[nodiscard]] bool waitForFile(const std::string& file, std::chrono::seconds limit = std::chrono::seconds(60));
/// Waits for the end.
Finished finish(Process& process);
/// Runs ewald-cli to its end.
Finished runCli(std::vector<std::string> arguments);

} // namespace ewald::cli
