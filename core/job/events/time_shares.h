// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phase_clock.h"

#include <chrono>
#include <deque>
#include <optional>
#include <span>
#include <vector>

namespace ewald::job {

/// What the time of the last seconds went into, of all workers together; the fractions add up to one.
struct TimeShares {
    PhaseTimes fraction;
    double waitingForSlowest = 0; ///< the part of Phase::communication that is waiting for the slowest worker
    int slowest = -1;             ///< rank of that worker; -1: there is one worker only, or it is not known
};

/// Makes shares of times that only grow. One thread at a time.
class ShareMeter {
public:
    using Clock = std::chrono::steady_clock;

    /// \param spent of all workers since they began \param communication of that, by rank; may be empty
    void add(const PhaseTimes& spent, std::span<const double> communication = {}, Clock::time_point now = Clock::now());
    void clear() { m_points.clear(); }
    /// Absent before there is anything to divide.
    [[nodiscard]] std::optional<TimeShares> shares() const;

private:
    struct Point {
        Clock::time_point time;
        PhaseTimes spent;
        std::vector<double> communication;
    };
    std::deque<Point> m_points; ///< of the last seconds, the oldest first
};

/// Stable name of a phase, as in --events lines: "reading".
[[nodiscard]] const char* toString(Phase phase) noexcept;

} // namespace ewald::job
