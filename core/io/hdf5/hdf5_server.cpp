// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/hdf5/hdf5_server.h"

#include "io/hdf5/hdf5_answers.h"
#include "io/hdf5/hdf5_detail.h"
#include "io/hdf5/hdf5_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <fstream>
#include <hdf5.h>
#include <map>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace ewald::io::h5 {
namespace {

using detail::ControlReply;
using detail::ControlRequest;
using detail::kControlDescriptor;

/// The program may have descriptors open that it never meant for another process.
void closeAllAbove(int last) {
    std::vector<int> open;
    if (DIR* folder = opendir("/proc/self/fd")) {
        while (const dirent* entry = readdir(folder)) {
            int descriptor = -1;
            const char* end = entry->d_name + std::strlen(entry->d_name);
            if (std::from_chars(entry->d_name, end, descriptor).ptr == end && descriptor > last &&
                descriptor != dirfd(folder))
                open.push_back(descriptor);
        }
        closedir(folder);
    }
    for (const int descriptor : open) close(descriptor);
}

/// Signals for the program reach its whole group (Ctrl-C); the server goes when the program goes.
void ignoreSignals() {
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGTSTP}) std::signal(number, SIG_IGN);
}

void lower(int resource, rlim_t value) {
    rlimit limit{};
    if (getrlimit(static_cast<__rlimit_resource>(resource), &limit) != 0) return;
    limit.rlim_cur = std::min({limit.rlim_cur, limit.rlim_max, value});
    setrlimit(static_cast<__rlimit_resource>(resource), &limit);
}

void limitMemory([[maybe_unused]] std::uint64_t more) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) // they map terabytes
    std::uint64_t pages = 0;
    if (std::ifstream("/proc/self/statm") >> pages)
        lower(RLIMIT_AS, pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) + more);
#endif
}

/// From now on this much of the processor's time, then SIGXCPU ends the process.
void limitTime(unsigned seconds) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    seconds *= 4;
#endif
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    rlimit limit{};
    if (getrlimit(RLIMIT_CPU, &limit) != 0) return;
    const auto so_far = static_cast<rlim_t>(used.ru_utime.tv_sec + used.ru_stime.tv_sec + 1);
    limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, so_far + seconds);
    setrlimit(RLIMIT_CPU, &limit);
}

/// Answers all requests about one file.
int serveFile(int socket, const ServerOptions& options) {
    limitMemory(options.memoryBytes);
    detail::progressHook() = [&options] { limitTime(options.requestCpuSeconds); };
    detail::Answers answers(options);
    while (auto request = detail::receiveRequest(socket)) {
        limitTime(options.requestCpuSeconds);
        const auto [what, payload] = answers.to(request->first, request->second);
        if (!detail::sendMessage(socket, static_cast<std::uint8_t>(what), payload)) break;
    }
    return 0;
}

/// The process that only forks. It never touches a file, so that it is always there to answer and to kill.
class Server {
public:
    explicit Server(const ServerOptions& options) : m_options(options) {
        sigset_t children;
        sigemptyset(&children);
        sigaddset(&children, SIGCHLD);
        sigprocmask(SIG_BLOCK, &children, nullptr);
        m_children = signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK);
    }
    ~Server() { close(m_children); }
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    int run() {
        for (;;) {
            std::array<pollfd, 2> sources{{{kControlDescriptor, POLLIN, 0}, {m_children, POLLIN, 0}}};
            if (poll(sources.data(), sources.size(), -1) < 0 && errno != EINTR) return 1;
            if (sources[1].revents != 0) collect();
            if (sources[0].revents == 0) continue;
            int socket = -1;
            const auto request = receive(socket);
            if (!request) return 0; // the program has ended: its processes go with this one
            if (request->what == ControlRequest::What::connect) {
                if (start(request->id, socket)) return serveFile(socket, m_options);
                close(socket);
            } else if (request->what == ControlRequest::What::end) {
                if (const auto found = m_running.find(request->id); found != m_running.end())
                    kill(found->second, SIGKILL);
            } else {
                report(request->id);
            }
        }
    }

private:
    static std::optional<ControlRequest> receive(int& descriptor) {
        ControlRequest request;
        iovec part{&request, sizeof request};
        alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> ancillary{};
        msghdr message{};
        message.msg_iov = &part;
        message.msg_iovlen = 1;
        message.msg_control = ancillary.data();
        message.msg_controllen = ancillary.size();
        ssize_t count = 0;
        do count = recvmsg(kControlDescriptor, &message, MSG_CMSG_CLOEXEC);
        while (count < 0 && errno == EINTR);
        if (count != static_cast<ssize_t>(sizeof request)) return std::nullopt;
        for (cmsghdr* header = CMSG_FIRSTHDR(&message); header != nullptr; header = CMSG_NXTHDR(&message, header))
            if (header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS)
                std::memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
        return request;
    }

    /// \return true in the new process
    bool start(std::uint64_t id, int socket) {
        const pid_t server = getpid();
        const pid_t child = fork();
        if (child > 0) m_running[id] = child;
        if (child != 0) return false; // where there is no process, the program sees that its socket is closed
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != server) return true; // its request will find no other end
        close(kControlDescriptor);
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, nullptr);
        static_cast<void>(socket);
        return true;
    }

    void collect() {
        signalfd_siginfo ignored{};
        while (read(m_children, &ignored, sizeof ignored) == sizeof ignored) {}
        int status = 0;
        for (pid_t child = 0; (child = waitpid(-1, &status, WNOHANG)) > 0;) {
            const auto found = std::find_if(m_running.begin(), m_running.end(),
                                            [child](const auto& entry) { return entry.second == child; });
            if (found == m_running.end()) continue;
            ControlReply reply{found->first, 1, 0, 0, 0};
            if (WIFSIGNALED(status)) reply.signal = WTERMSIG(status);
            if (WIFEXITED(status)) reply.code = WEXITSTATUS(status);
            m_running.erase(found);
            if (reply.signal == 0 && reply.code == 0) continue;
            constexpr std::size_t kMostRemembered = 1000;
            if (m_ended.size() >= kMostRemembered) m_ended.erase(m_ended.begin());
            m_ended[reply.id] = reply;
        }
    }

    static std::int32_t cpuTime_ms(pid_t process) {
        clockid_t clock{};
        timespec used{};
        if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &used) != 0) return 0;
        return static_cast<std::int32_t>(used.tv_sec * 1000 + used.tv_nsec / 1'000'000);
    }

    /// Waits a little for a process that has closed its socket and is about to end.
    void report(std::uint64_t id) {
        const auto used = [&] { return m_running.contains(id) ? cpuTime_ms(m_running[id]) : 0; };
        const std::int32_t before = used();
        const auto isUndecided = [&](int i) { return i < 100 || (i < 300 && used() - before < detail::kLoop_ms); };
        for (int i = 0; m_running.contains(id) && isUndecided(i); ++i) {
            pollfd waiting{m_children, POLLIN, 0};
            poll(&waiting, 1, 10);
            collect();
        }
        ControlReply reply{id, 1, 0, 0, 0};
        if (m_running.contains(id)) {
            reply.ended = 0;
            reply.cpu_ms = used() - before;
        }
        if (const auto found = m_ended.find(id); found != m_ended.end()) reply = found->second;
        m_ended.erase(id);
        static_cast<void>(send(kControlDescriptor, &reply, sizeof reply, MSG_NOSIGNAL));
    }

    const ServerOptions& m_options;
    int m_children = -1; ///< readable when a process has ended
    std::map<std::uint64_t, pid_t> m_running;
    std::map<std::uint64_t, ControlReply> m_ended; ///< those that failed
};

} // namespace

int serveFiles(const ServerOptions& options) {
    closeAllAbove(kControlDescriptor);
    ignoreSignals();
    lower(RLIMIT_CORE, 0);
    prctl(PR_SET_DUMPABLE, 0);
    if (chdir("/") != 0) return 1;
    // What every process needs is done once, before the first fork.
    detail::prepare();
    H5open();
    return Server(options).run();
}

} // namespace ewald::io::h5
