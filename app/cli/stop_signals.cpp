// SPDX-License-Identifier: GPL-3.0-or-later
#include "stop_signals.h"

#include <array>
#include <cstdint>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

namespace ewald::cli {
namespace {

sigset_t watchedSignals() {
    sigset_t watched;
    sigemptyset(&watched);
    sigaddset(&watched, SIGINT);
    sigaddset(&watched, SIGTERM);
    sigaddset(&watched, SIGUSR1);
    // A blocked signal arrives even where it is ignored, which nohup does on purpose.
    struct sigaction hangUp {};
    if (sigaction(SIGHUP, nullptr, &hangUp) == 0 && hangUp.sa_handler != SIG_IGN) sigaddset(&watched, SIGHUP);
    return watched;
}

} // namespace

void StopSignals::expect() {
    const sigset_t watched = watchedSignals();
    pthread_sigmask(SIG_BLOCK, &watched, nullptr);
}

StopSignals::StopSignals(RunControl& control, bool onlyGraceful) : m_control(control), m_onlyGraceful(onlyGraceful) {
    const sigset_t watched = watchedSignals();
    pthread_sigmask(SIG_BLOCK, &watched, &m_before);
    m_signals = signalfd(-1, &watched, SFD_CLOEXEC);
    m_end = eventfd(0, EFD_CLOEXEC);
    if (m_signals < 0 || m_end < 0) {
        pthread_sigmask(SIG_SETMASK, &m_before, nullptr); // then a signal ends the program, as without this class
        return;
    }
    m_thread = std::thread([this] { wait(); });
}

StopSignals::~StopSignals() {
    if (m_thread.joinable()) {
        const std::uint64_t one = 1;
        static_cast<void>(!write(m_end, &one, sizeof one));
        m_thread.join();
        pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
    }
    if (m_signals >= 0) close(m_signals);
    if (m_end >= 0) close(m_end);
}

void StopSignals::wait() {
    bool asked = false; // by a signal: what a person wishes of a job of the queue does not count
    while (true) {
        std::array<pollfd, 2> sources{{{m_signals, POLLIN, 0}, {m_end, POLLIN, 0}}};
        if (poll(sources.data(), sources.size(), -1) < 0) continue;
        if (sources[1].revents != 0) return;
        signalfd_siginfo info{};
        if (read(m_signals, &info, sizeof info) != sizeof info) continue;
        // A terminal that goes away sends SIGHUP more than once: by the kernel and by the shell.
        const bool again = asked && info.ssi_signo != SIGHUP && !m_onlyGraceful;
        asked = true;
        m_control.requestStop(again ? StopRequest::abort : StopRequest::graceful);
    }
}

} // namespace ewald::cli
