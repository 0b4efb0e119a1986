// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/result_file.h"

#include <cstddef>
#include <span>

namespace ewald::ui {

/// Notices that a run gets nowhere, as with positions whose axes are swapped or flipped: in iteration 20 the Fourier
/// error is still more than a fifth of that of the first iteration, and more than 2.5 times that of a perfect model,
/// where that is known. Make a new one for each run.
///
/// Right orientations of six scans, simulated and measured, came to 0.05…0.12 of the first error or to 1.3…1.8 times
/// that of a perfect model; wrong ones to 0.25…0.85 and 2.8 times or more. With every fourth frame only, wrong ones of
/// two of them lie at the limits. In the near field, where the error falls whatever the orientation, nothing is
/// noticed.
class StallWatch {
public:
    static constexpr std::size_t kIterations = 20;

    enum class Notice {
        none,
        stalls, ///< once a run at most
        over,   ///< it gets somewhere all the same, as once positions are corrected: after `stalls`, once at most
    };
    /// \param entries of further iterations, counted from 1
    Notice add(std::span<const io::LossEntry> entries);

private:
    [[nodiscard]] bool isHigh(const io::LossEntry& entry) const;

    double m_first = 0; ///< Fourier error of the first iteration; 0: not known yet
    bool m_decided = false;
    bool m_stalls = false;
};

} // namespace ewald::ui
