// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace ewald::job {

/// Counts patterns that are those of the frame before, to the last bit: of a detector that stood still, or that wrote
/// an old image again. Frames with counts of their own differ in some of their bins; where so few counts are in them
/// that two frames might be alike by chance, none is taken for a repetition. Costs the comparison of a few numbers a
/// frame.
class RepeatedPatterns {
public:
    /// The frames in their order. \param sums of the signal, one a bin, which stay until the next call or keep()
    void add(std::size_t frame, std::span<const double> sums);
    /// The next frame has none before it: that one could not be read.
    void interrupt() { m_before = {}; }
    /// Keeps a copy of the last sums, whose memory is given back.
    void keep();

    [[nodiscard]] std::size_t count() const noexcept { return m_count; }
    [[nodiscard]] std::size_t first() const noexcept { return m_first; } ///< frame that repeats the one before

private:
    std::span<const double> m_before;
    std::vector<double> m_kept;
    std::size_t m_count = 0;
    std::size_t m_first = 0;
};

} // namespace ewald::job
