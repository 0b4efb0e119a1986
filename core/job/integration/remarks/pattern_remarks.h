// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/integrator.h"
#include "io/images/unwritten_rests.h"
#include "job/integration/remarks/repeated_patterns.h"

#include <cstddef>
#include <string>
#include <vector>

namespace ewald::job {

/// What is odd about frames that have been integrated, in lines for the log: frames without counts, written in part,
/// repeated, with numbers that may mark pixels, and with far more than all others. Costs a few numbers a frame.
class PatternRemarks {
public:
    /// The frames in their order. \param result stays until the next call or keep()
    void add(std::size_t frame, const azint::FrameResult& result);
    /// The next frame has none before it: that one could not be read.
    void interrupt() { m_repeats.interrupt(); }
    /// Keeps what is needed of the last result, whose memory is given back.
    void keep() { m_repeats.keep(); }
    /// Warnings, one line each. \param rows of a frame \param withMarks false: what marks pixels is counted on purpose
    [[nodiscard]] std::vector<std::string> lines(std::size_t rows, bool withMarks);

private:
    /// Frames whose counts are, up or down, far beyond those of all others.
    [[nodiscard]] std::string outliers() const;

    struct Total {
        std::size_t frame;
        double counts;
    };
    std::vector<Total> m_totals;
    std::size_t m_marked = 0, m_mostMarked = 0, m_firstMarked = 0; ///< of marks that planning has not seen
    float m_mark = 0;
    bool m_twoMarks = false; ///< −1 and −2
    std::size_t m_empty = 0; ///< without a count
    std::size_t m_firstEmpty = 0;
    RepeatedPatterns m_repeats;
    io::UnwrittenRests m_rests;
};

} // namespace ewald::job
