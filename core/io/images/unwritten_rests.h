// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace ewald::io {

/// Looks for frames whose last rows hold no counts although those of the others do: of a file that was copied or
/// written in part, zeros stand for the rest. A frame is named where its own counts before and the shares of the others
/// let a hundred counts or more be expected behind, and it is like the others before. Costs a few numbers a frame. The
/// one rule of it, for all jobs.
class UnwrittenRests {
public:
    /// The frames in their order. \param course the counts before the end of the first of some equal parts of the
    /// frame, before that of the second, … and all of them; of the same size for all frames; empty: not known
    void add(std::size_t frame, std::span<const double> course);
    /// After the last of them.
    void finish();

    [[nodiscard]] std::size_t count() const noexcept { return m_count; }
    [[nodiscard]] std::size_t first() const noexcept { return m_first; }
    /// Where the counts of the first one end, as a part of the frame.
    [[nodiscard]] double end() const noexcept { return m_end; }
    /// A phrase (base/phrase.h) that names them; empty where there are none. \param rows that the parts divide \param
    /// firstRow of these in the frame
    [[nodiscard]] std::string line(std::size_t rows, std::size_t firstRow = 0) const;
    /// Whether a text is such a line, of whichever frames.
    [[nodiscard]] static bool isLine(const std::string& text);

private:
    struct Candidate {
        std::size_t frame;
        std::size_t parts; ///< that hold its counts
        std::vector<double> course;
    };
    void judge(const Candidate& candidate);

    std::vector<double> m_shares; ///< of all frames, summed up: of the counts, those before the end of each part
    std::size_t m_frames = 0;
    std::vector<Candidate> m_candidates;
    std::size_t m_count = 0, m_first = 0;
    double m_end = 0;
};

} // namespace ewald::io
