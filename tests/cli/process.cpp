// SPDX-License-Identifier: GPL-3.0-or-later
#include "process.h"
#include "test_paths.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <poll.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace ewald::cli {
namespace {

/// A process with those that it has started: a job whose queue is killed would compute on, beside all later tests.
void killFamily(pid_t process) {
    kill(process, SIGSTOP); // it starts no other while they are looked up
    std::ifstream children("/proc/" + std::to_string(process) + "/task/" + std::to_string(process) + "/children");
    for (pid_t child = 0; children >> child;) killFamily(child);
    kill(process, SIGKILL);
}

} // namespace

Process::Process(std::vector<std::string> arguments) : Process(std::move(arguments), EWALD_CLI) {}

Process::Process(std::vector<std::string> arguments, const std::string& program) {
    if (arguments.size() > 2 && arguments.front() == "ptycho" &&
        std::ranges::find(arguments, "--engine") == arguments.end())
        arguments.insert(arguments.end(), {"--engine", "rpie"});
    arguments.insert(arguments.begin(), program);
    std::array<int, 2> out{};
    std::array<int, 2> err{};
    if (pipe2(out.data(), O_CLOEXEC) != 0 || pipe2(err.data(), O_CLOEXEC) != 0) throw std::runtime_error("pipe");
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    m_pid = fork();
    if (m_pid < 0) throw std::runtime_error("fork");
    if (m_pid == 0) {
        dup2(out[1], STDOUT_FILENO);
        dup2(err[1], STDERR_FILENO);
        execvp(argv[0], argv.data());
        _exit(127);
    }
    close(out[1]);
    close(err[1]);
    m_out = out[0];
    m_err = err[0];
}

Process::~Process() {
    if (!m_ended) {
        killFamily(m_pid);
        waitpid(m_pid, &m_status, 0);
    }
    if (m_out >= 0) close(m_out);
    if (m_err >= 0) close(m_err);
}

void Process::signal(int number) const { kill(m_pid, number); }

/// Moves what has come; false when both streams are at their end, which they are when the child has gone.
bool Process::pump(int timeout_ms) {
    std::array<pollfd, 2> streams{{{m_out, POLLIN, 0}, {m_err, POLLIN, 0}}}; // poll() leaves out negative descriptors
    if (m_out < 0 && m_err < 0) return false;
    if (poll(streams.data(), streams.size(), timeout_ms) <= 0) return true;
    for (std::size_t i = 0; i < 2; ++i) {
        if (streams[i].revents == 0) continue;
        int& descriptor = i == 0 ? m_out : m_err;
        std::array<char, 4096> buffer;
        const ssize_t count = read(descriptor, buffer.data(), buffer.size());
        if (count > 0) {
            (i == 0 ? m_output : m_errors).append(buffer.data(), static_cast<std::size_t>(count));
        } else {
            close(descriptor);
            descriptor = -1;
        }
    }
    return m_out >= 0 || m_err >= 0;
}

bool Process::waitForOutput(const std::string& text, std::chrono::seconds limit) {
    const auto end = std::chrono::steady_clock::now() + limit;
    while (m_output.find(text) == std::string::npos)
        if (!pump(100) || std::chrono::steady_clock::now() > end) return m_output.find(text) != std::string::npos;
    return true;
}

int Process::wait() {
    while (pump(-1)) {}
    if (!m_ended) waitpid(m_pid, &m_status, 0);
    m_ended = true;
    return WIFEXITED(m_status) ? WEXITSTATUS(m_status) : -WTERMSIG(m_status);
}

bool waitForFile(const std::string& file, std::chrono::seconds limit) {
    const auto end = std::chrono::steady_clock::now() + limit;
    while (access(file.c_str(), F_OK) != 0) {
        if (std::chrono::steady_clock::now() > end) return false;
        usleep(10'000);
    }
    return true;
}

Finished finish(Process& process) {
    const int code = process.wait(); // first: it reads what the others return
    return {code, process.output(), process.errors()};
}

Finished runCli(std::vector<std::string> arguments) {
    Process process(std::move(arguments));
    return finish(process);
}

} // namespace ewald::cli
