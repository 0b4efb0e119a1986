// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace ewald {

/// Seconds of work since it was made, pauses excluded. One thread.
class WorkClock {
public:
    using Clock = std::chrono::steady_clock;

    [[nodiscard]] double seconds() const {
        return std::chrono::duration<double>(Clock::now() - m_start - m_paused).count();
    }
    void addPause(Clock::duration pause) { m_paused += pause; }

private:
    Clock::time_point m_start = Clock::now();
    Clock::duration m_paused{};
};

} // namespace ewald
