// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/run_control.h"

namespace ewald {

void RunControl::requestStop(StopRequest request) noexcept {
    {
        const std::lock_guard lock(m_mutex);
        if (static_cast<int>(request) > m_stop.load()) m_stop.store(static_cast<int>(request));
    }
    m_changed.notify_all();
}

void RunControl::setPaused(bool paused) noexcept {
    {
        const std::lock_guard lock(m_mutex);
        m_paused.store(paused);
    }
    m_changed.notify_all();
}

void RunControl::waitWhilePaused() {
    if (!paused()) return;
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return !m_paused.load() || m_stop.load() != 0; });
}

} // namespace ewald
