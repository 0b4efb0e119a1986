// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/result_file.h"
#include "view/loss_chart.h"

#include <limits>
#include <optional>

namespace ewald::ui {

/// The figures of the state that a run has saved, which its last iteration has instead of its own.
[[nodiscard]] inline std::optional<view::SavedFigures> savedFigures(const io::LossEntry& entry) {
    if (entry.ofIteration() == entry.fourierError) return {};
    return view::SavedFigures{entry.fourierError, entry.llk};
}

/// An iteration's metrics as the chart takes them: those of the iteration itself.
[[nodiscard]] inline view::LossPoint toPoint(const io::LossEntry& entry) {
    const bool saved = savedFigures(entry).has_value();
    return {static_cast<double>(entry.iteration),
            entry.time_s,
            entry.ofIteration(),
            entry.value,
            saved ? std::numeric_limits<double>::quiet_NaN() : entry.llk,
            entry.noiseFloor};
}

} // namespace ewald::ui
