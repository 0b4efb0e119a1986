// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/growing/file_follower.h"

#include <algorithm>
#include <thread>

namespace ewald::io {

FileFollower::FileFollower(GrowingStack& stack, std::chrono::duration<double> patience, Clock::time_point now)
    : m_stack(stack), m_patience(patience),
      m_changed(now - std::chrono::duration_cast<Clock::duration>(std::min(stack.age(), patience))) {}

FileFollower::Step FileFollower::step(Clock::time_point now) {
    const GrowingStack::Look found = m_stack.look();
    m_reason = found.reason;
    if (found.changed) m_changed = now;
    if (found.grew) return Step::grew;
    if (found.state == ScanProgress::State::complete) return Step::closed;
    return now - m_changed >= m_patience ? Step::quiet : Step::wait;
}

void FileFollower::waitToLookAgain(const RunControl& control) {
    for (int i = 0; i < 50 && !control.stopRequested(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

} // namespace ewald::io
