// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/integration/remarks/repeated_patterns.h"

#include "base/units.h"

#include <algorithm>
#include <cmath>

namespace ewald::job {
namespace {

/// Whether another frame of such counts has the same ones in all bins by chance. A Poisson distribution gives n counts
/// with a probability of at most nⁿ e⁻ⁿ / n! < 1/√(2π n), whatever its mean.
bool mayBeChance(std::span<const double> sums) {
    constexpr double kLogOfChance = -27.6; // 1e-12: none in a million frames
    double logOfAlike = 0;
    for (const double sum : sums) {
        if (std::abs(sum) >= 1) logOfAlike -= 0.5 * std::log(2 * kPi * std::abs(sum));
        if (logOfAlike < kLogOfChance) return false;
    }
    return true;
}

} // namespace

void RepeatedPatterns::add(std::size_t frame, std::span<const double> sums) {
    if (!sums.empty() && std::ranges::equal(sums, m_before) && !mayBeChance(sums) && m_count++ == 0) m_first = frame;
    m_before = sums;
}

void RepeatedPatterns::keep() {
    if (m_before.data() == m_kept.data()) return;
    m_kept.assign(m_before.begin(), m_before.end());
    m_before = m_kept;
}

} // namespace ewald::job
