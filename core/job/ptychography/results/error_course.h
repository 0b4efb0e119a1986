// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/result_file.h"

#include <cstddef>
#include <optional>
#include <span>

namespace ewald::job {

/// How much the error falls in an iteration, by the straight line of least squares through the logarithms of the last
/// ones.
struct ErrorFall {
    double fall = 0;      ///< of the logarithm, in an iteration; negative where the error rises
    double deviation = 0; ///< standard deviation of that, from the scatter around the line

    /// Whether more iterations would help: the fall is more than 0.35 % and three standard deviations.
    [[nodiscard]] bool goesOn() const noexcept;
};

/// An error that has risen and stays where it is.
struct ErrorRise {
    double from = 0;           ///< the error before, …
    std::size_t iteration = 0; ///< … in this iteration
    double to = 0;             ///< the smallest of the last ones
};

/// Of the last 10 iterations, as far as they are of one engine; absent where they are fewer than 4. Any thread.
[[nodiscard]] std::optional<ErrorFall> fallOf(std::span<const io::LossEntry> loss);

/// Whether a run ends where it should not: the last 5 iterations, and the state that is saved, all have an error above
/// 1.1 times the smallest of the run's first 5, or above 1.5 times the smallest that its last engine had before. Runs
/// of less than 10 iterations are judged by the halves of them, those of less than 4 not at all. Any thread.
[[nodiscard]] std::optional<ErrorRise> riseOf(std::span<const io::LossEntry> loss);

} // namespace ewald::job
