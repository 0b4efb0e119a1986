// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/folder/wish_watch.h"

#include <chrono>

namespace ewald::job::queue {

WishWatch::WishWatch(JobFolder folder, RunControl& control)
    : m_folder(std::move(folder)), m_control(control), m_thread([this] { watch(); }) {}

WishWatch::~WishWatch() {
    {
        const std::lock_guard lock(m_mutex);
        m_ending = true;
    }
    m_changed.notify_one();
    m_thread.join();
}

void WishWatch::watch() {
    std::unique_lock lock(m_mutex);
    while (!m_ending) {
        lock.unlock();
        const Wish wish = m_folder.readWish();
        if (m_control.paused() != (wish == Wish::pause)) m_control.setPaused(wish == Wish::pause);
        if (wish == Wish::stop) m_control.requestStop(StopRequest::graceful);
        if (wish == Wish::abort) m_control.requestStop(StopRequest::abort);
        lock.lock();
        m_changed.wait_for(lock, std::chrono::milliseconds(500), [this] { return m_ending; });
    }
}

} // namespace ewald::job::queue
