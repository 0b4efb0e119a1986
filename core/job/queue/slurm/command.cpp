// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/slurm/command.h"

#include "base/ascii_text.h"
#include "base/files/system_reason.h"
#include "base/phrase.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

extern char** environ;

namespace ewald::job::queue {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostOutput = 16U << 20;

class Descriptor {
public:
    Descriptor() = default;
    ~Descriptor() { reset(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    void reset(int number = -1) {
        if (m_number >= 0) close(m_number);
        m_number = number;
    }
    [[nodiscard]] int get() const noexcept { return m_number; }

private:
    int m_number = -1;
};

/// Our end and the child's of a connection; a socket, since writing to it raises no SIGPIPE when asked not to.
bool connect(Descriptor& mine, Descriptor& its) {
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return false;
    mine.reset(ends[0]);
    its.reset(ends[1]);
    return fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0;
}

int spawn(const Command& command, const std::array<int, 3>& streams, pid_t& process) {
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    for (int i = 0; i < 3; ++i) posix_spawn_file_actions_adddup2(&files, streams[static_cast<std::size_t>(i)], i);
    // A duplicate of itself loses its mark to be closed.
    for (const int kept : command.inherited) posix_spawn_file_actions_adddup2(&files, kept, kept);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    std::vector<std::string> copies = command.words;
    std::vector<char*> words;
    for (std::string& word : copies) words.push_back(word.data());
    words.push_back(nullptr);
    const int failed = posix_spawnp(&process, words[0], &files, &attributes, words.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return failed;
}

/// Reads what is there. False at the end.
bool drain(int descriptor, std::string& text) {
    std::array<char, 16384> block{};
    while (true) {
        const ssize_t count = read(descriptor, block.data(), block.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
        if (count == 0) return false;
        if (text.size() < kMostOutput) text.append(block.data(), static_cast<std::size_t>(count));
    }
}

/// Writes what can be written of the rest of the input. False when there is nothing more to do.
bool feed(int descriptor, std::string_view& rest) {
    while (!rest.empty()) {
        const ssize_t count = send(descriptor, rest.data(), rest.size(), MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
        rest.remove_prefix(static_cast<std::size_t>(count));
    }
    return false;
}

} // namespace

std::string CommandResult::complaint() const {
    std::string text(trimmedEnd(trimmed(errors).empty() ? output : errors));
    const std::size_t line = text.rfind('\n');
    if (line != std::string::npos) text.erase(0, line + 1);
    for (const char* mark : {": error: ", ": fatal: "})
        if (const std::size_t at = text.find(mark); at != std::string::npos && text.find(' ') > at)
            text.erase(0, at + std::char_traits<char>::length(mark));
    return text;
}

CommandResult runCommand(const Command& command, const std::atomic<bool>& abandon) {
    CommandResult result;
    Descriptor input, output, errors, itsInput, itsOutput, itsErrors;
    const auto fail = [&](int reason) {
        result.started = false;
        result.errors = phrase("cannot start %1 (%2)", command.words.front(), systemReason(reason));
        return result;
    };
    if (!connect(input, itsInput) || !connect(output, itsOutput) || !connect(errors, itsErrors)) return fail(errno);
    pid_t process = 0;
    if (const int failed = spawn(command, {itsInput.get(), itsOutput.get(), itsErrors.get()}, process); failed != 0)
        return fail(failed);
    itsInput.reset();
    itsOutput.reset();
    itsErrors.reset();
    std::string_view rest = command.input;
    const Clock::time_point end =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(command.patience_s));
    int status = 0;
    // Its end counts, not that of its output: a program that it leaves behind (ssh does) may keep that open.
    while (waitpid(process, &status, WNOHANG) == 0) {
        if (input.get() >= 0 && !feed(input.get(), rest)) input.reset();
        std::array<pollfd, 3> streams{
            {{output.get(), POLLIN, 0}, {errors.get(), POLLIN, 0}, {input.get(), POLLOUT, 0}}};
        poll(streams.data(), streams.size(), 20);
        if (output.get() >= 0 && !drain(output.get(), result.output)) output.reset();
        if (errors.get() >= 0 && !drain(errors.get(), result.errors)) errors.reset();
        if (output.get() < 0 && errors.get() < 0) poll(nullptr, 0, 5);
        if (abandon) {
            result.abandoned = true;
            return result;
        }
        if (!result.timedOut && Clock::now() > end) {
            result.timedOut = true;
            kill(-process, SIGKILL);
        }
    }
    if (output.get() >= 0) drain(output.get(), result.output);
    if (errors.get() >= 0) drain(errors.get(), result.errors);
    result.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return result;
}

std::string shellQuoted(const std::string& word) {
    std::string quoted = "'";
    for (const char letter : word) quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    return quoted + "'";
}

} // namespace ewald::job::queue
