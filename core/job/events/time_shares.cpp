// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/events/time_shares.h"

#include <algorithm>

namespace ewald::job {
namespace {

constexpr auto kWindow = std::chrono::seconds(5); // as for the rate: calm, and follows a change
constexpr std::size_t kFewest = 3;                // points, however long they take

} // namespace

void ShareMeter::add(const PhaseTimes& spent, std::span<const double> communication, Clock::time_point now) {
    // A device's clock stands still in most iterations: what has not grown says nothing new.
    if (!m_points.empty() && m_points.back().spent.total() == spent.total()) return;
    if (m_points.empty()) m_points.push_back({now, {}, std::vector<double>(communication.size())});
    m_points.push_back({now, spent, {communication.begin(), communication.end()}});
    while (m_points.size() > kFewest && now - m_points.front().time > kWindow) m_points.pop_front();
    // Short iterations: every other point is as good.
    constexpr std::size_t kMost = 1000;
    if (m_points.size() > kMost) {
        std::deque<Point> thinned;
        for (std::size_t i = 0; i < m_points.size(); i += 2) thinned.push_back(std::move(m_points[i]));
        if (m_points.size() % 2 == 0) thinned.push_back(std::move(m_points.back()));
        m_points = std::move(thinned);
    }
}

std::optional<TimeShares> ShareMeter::shares() const {
    if (m_points.size() < 2) return std::nullopt;
    const Point& first = m_points.front();
    const Point& last = m_points.back();
    const double total = last.spent.total() - first.spent.total();
    if (!(total > 0)) return std::nullopt;
    TimeShares shares;
    for (std::size_t i = 0; i < kPhases; ++i)
        shares.fraction.seconds[i] = std::max(0.0, last.spent.seconds[i] - first.spent.seconds[i]) / total;
    const std::size_t ranks = last.communication.size();
    if (ranks < 2 || first.communication.size() != ranks) return shares;
    std::vector<double> waits(ranks);
    for (std::size_t i = 0; i < ranks; ++i) waits[i] = last.communication[i] - first.communication[i];
    // The slowest worker never waits: what it spends there is the communication itself.
    const auto least = std::ranges::min_element(waits);
    double sum = 0;
    for (const double wait : waits) sum += wait - *least;
    shares.waitingForSlowest = sum / total;
    shares.slowest = static_cast<int>(least - waits.begin());
    return shares;
}

const char* toString(Phase phase) noexcept {
    switch (phase) {
    case Phase::reading: return "reading";
    case Phase::decoding: return "decoding";
    case Phase::preparing: return "preparing";
    case Phase::transfer: return "transfer";
    case Phase::frames: return "frames";
    case Phase::update: return "update";
    case Phase::integrating: return "integrating";
    case Phase::communication: return "communication";
    case Phase::waiting: return "waiting";
    case Phase::preview: return "preview";
    case Phase::other: break;
    }
    return "other";
}

} // namespace ewald::job
