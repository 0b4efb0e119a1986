// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/stall_watch.h"

namespace ewald::ui {

namespace {

constexpr double kOfFirst = 0.2;
constexpr double kOfPerfect = 2.5;

} // namespace

bool StallWatch::isHigh(const io::LossEntry& entry) const {
    return entry.fourierError > kOfFirst * m_first && entry.fourierError > kOfPerfect * entry.noiseFloor;
}

StallWatch::Notice StallWatch::add(std::span<const io::LossEntry> entries) {
    const bool stalled = m_stalls;
    for (const io::LossEntry& entry : entries) {
        if (!(m_first > 0)) m_first = entry.fourierError;
        if (entry.iteration < kIterations) continue;
        if (!m_decided) m_stalls = isHigh(entry);
        if (!isHigh(entry)) m_stalls = false;
        m_decided = true;
    }
    if (m_stalls == stalled) return Notice::none;
    return m_stalls ? Notice::stalls : Notice::over;
}

} // namespace ewald::ui
