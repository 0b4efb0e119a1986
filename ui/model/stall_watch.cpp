// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/stall_watch.h"

namespace ewald::ui {

namespace {

constexpr double kOfFirst = 0.2;
constexpr double kOfPerfect = 2.5;

} // namespace

bool StallWatch::add(std::span<const io::LossEntry> entries) {
    for (const io::LossEntry& entry : entries) {
        if (m_decided) return false;
        if (!(m_first > 0)) m_first = entry.fourierError;
        if (entry.iteration < kIterations) continue;
        m_decided = true;
        return entry.fourierError > kOfFirst * m_first && entry.fourierError > kOfPerfect * entry.noiseFloor;
    }
    return false;
}

} // namespace ewald::ui
