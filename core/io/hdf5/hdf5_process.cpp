// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/hdf5/hdf5_process.h"

#include "base/error.h"
#include "base/files/system_reason.h"
#include "base/phrase.h"
#include "io/hdf5/built_server.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <poll.h>
#include <spawn.h>
#include <string>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace ewald::io::h5::detail {
namespace {

namespace fs = std::filesystem;

constexpr const char* kName = "ewald-hdf5-server";

/// Only what the user, the system or the owner of this very program has put there is run.
bool isTrusted(const fs::path& program) {
    struct stat status {};
    struct stat own {};
    if (stat(program.c_str(), &status) != 0 || !S_ISREG(status.st_mode) || (status.st_mode & S_IWOTH) != 0)
        return false;
    const bool ownKnown = stat("/proc/self/exe", &own) == 0;
    return (status.st_uid == 0 || status.st_uid == geteuid() || (ownKnown && status.st_uid == own.st_uid)) &&
           access(program.c_str(), X_OK) == 0;
}

/// Beside the running program, in its installation, or (in a build with tests) where it is built.
fs::path locateServer() {
    std::error_code failed;
    const fs::path folder = fs::read_symlink("/proc/self/exe", failed).parent_path();
    std::vector<fs::path> places{folder / kName, folder.parent_path() / "libexec" / "ewald" / kName};
    if (const fs::path built = builtServer(); !built.empty()) places.push_back(built);
    for (const fs::path& place : places)
        if (isTrusted(place)) return place;
    throw DataError("the program ewald-hdf5-server, which reads HDF5 files, is missing", places[1].string(),
                    "install Ewald again");
}

/// Descriptors and signals of the new process: the control socket and nothing else.
class SpawnSettings {
public:
    explicit SpawnSettings(int control) {
        posix_spawn_file_actions_init(&m_actions);
        posix_spawnattr_init(&m_attributes);
        posix_spawn_file_actions_addopen(&m_actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_addopen(&m_actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
        // What the C library says when memory is corrupted would be a second line of error.
        posix_spawn_file_actions_addopen(&m_actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
#endif
        posix_spawn_file_actions_adddup2(&m_actions, control, kControlDescriptor);
        sigset_t none;
        sigemptyset(&none);
        posix_spawnattr_setsigmask(&m_attributes, &none);
        sigset_t all;
        sigfillset(&all);
        posix_spawnattr_setsigdefault(&m_attributes, &all);
        posix_spawnattr_setflags(&m_attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    ~SpawnSettings() {
        posix_spawn_file_actions_destroy(&m_actions);
        posix_spawnattr_destroy(&m_attributes);
    }
    SpawnSettings(const SpawnSettings&) = delete;
    SpawnSettings& operator=(const SpawnSettings&) = delete;

    [[nodiscard]] int spawn(const fs::path& program, pid_t& process) const {
        std::string name = program.string();
        std::array<char*, 2> arguments{name.data(), nullptr};
        return posix_spawn(&process, program.c_str(), &m_actions, &m_attributes, arguments.data(), environ);
    }

private:
    posix_spawn_file_actions_t m_actions{};
    posix_spawnattr_t m_attributes{};
};

[[noreturn]] void failStart(int error) {
    throw DeviceError(phrase("cannot start the process that reads HDF5 files (%1)", systemReason(error)), {},
                      "free some memory, or allow more processes and open files (ulimit)");
}

} // namespace

ServerProcess& ServerProcess::instance() {
    // Never destroyed: files may be closed while the program ends.
    static ServerProcess& server = *std::unique_ptr<ServerProcess>(new ServerProcess).release();
    return server;
}

void ServerProcess::start() {
    const fs::path program = m_program.empty() ? locateServer() : m_program;
    std::array<int, 2> ends{-1, -1};
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) failStart(errno);
    const int error = SpawnSettings(ends[1]).spawn(program, m_process);
    close(ends[1]);
    if (error != 0) {
        close(ends[0]);
        m_process = -1;
        failStart(error);
    }
    m_control = ends[0];
    m_owner = getpid();
}

void ServerProcess::drop() noexcept {
    if (m_control >= 0) close(m_control);
    // Without its control socket it ends by itself; that of the process this one was forked off is not ours to wait
    // for.
    if (m_process > 0 && m_owner == getpid()) {
        kill(m_process, SIGKILL);
        waitpid(m_process, nullptr, 0);
    }
    m_control = -1;
    m_process = -1;
}

bool ServerProcess::send(const ControlRequest& request, int descriptor) noexcept {
    if (m_control < 0 || m_owner != getpid()) return false;
    ControlRequest copy = request;
    iovec part{&copy, sizeof copy};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> ancillary{};
    if (descriptor >= 0) {
        message.msg_control = ancillary.data();
        message.msg_controllen = ancillary.size();
        cmsghdr* header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int));
        std::memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    }
    ssize_t sent = 0;
    do sent = sendmsg(m_control, &message, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent == static_cast<ssize_t>(sizeof copy);
}

ServerProcess::Channel ServerProcess::connect() {
    std::array<int, 2> ends{-1, -1};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) failStart(errno);
    Channel channel{ends[0], 0};
    try {
        const std::scoped_lock lock(m_mutex);
        channel.id = ++m_next;
        const ControlRequest request{ControlRequest::What::connect, channel.id};
        if (!send(request, ends[1])) { // not started, or killed from outside
            drop();
            start();
            if (!send(request, ends[1])) failStart(errno);
        }
    } catch (...) {
        close(ends[0]);
        close(ends[1]);
        throw;
    }
    close(ends[1]);
    return channel;
}

void ServerProcess::end(std::uint64_t id) noexcept {
    const std::scoped_lock lock(m_mutex);
    static_cast<void>(send({ControlRequest::What::end, id}));
}

std::optional<ControlReply> ServerProcess::endedBy(std::uint64_t id) noexcept {
    constexpr int kMost_ms = 5000; // the server looks at a process that still runs for three seconds at most
    const std::scoped_lock lock(m_mutex);
    if (!send({ControlRequest::What::endedBy, id})) return std::nullopt;
    for (;;) {
        pollfd waiting{m_control, POLLIN, 0};
        const int ready = poll(&waiting, 1, kMost_ms);
        if (ready < 0 && errno == EINTR) continue;
        ControlReply reply;
        if (ready <= 0 || recv(m_control, &reply, sizeof reply, 0) != static_cast<ssize_t>(sizeof reply))
            return std::nullopt;
        if (reply.id == id) return reply;
    }
}

void ServerProcess::useProgram(std::filesystem::path program) {
    const std::scoped_lock lock(m_mutex);
    drop();
    m_program = std::move(program);
}

pid_t ServerProcess::processId() {
    const std::scoped_lock lock(m_mutex);
    return m_process;
}

} // namespace ewald::io::h5::detail
