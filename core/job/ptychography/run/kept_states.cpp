// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/ptychography/run/kept_states.h"

#include "job/ptychography/run/resume.h"

#include <utility>

namespace ewald::job {

void KeptStates::submit(io::Checkpoint&& state) {
    {
        const std::lock_guard lock(m_mutex);
        m_waiting.push_back(std::move(state));
    }
    m_task.submit([this] { writeWaiting(); });
}

void KeptStates::writeWaiting() {
    while (true) {
        io::Checkpoint next;
        {
            const std::lock_guard lock(m_mutex);
            if (m_waiting.empty()) return;
            next = std::move(m_waiting.front());
            m_waiting.pop_front();
        }
        keepState(m_folder, next, m_reporter);
    }
}

} // namespace ewald::job
