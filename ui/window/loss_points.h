// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/result_file.h"
#include "view/loss_chart.h"

namespace ewald::ui {

/// An iteration's metrics as the chart takes them.
[[nodiscard]] inline view::LossPoint toPoint(const io::LossEntry& entry) {
    return {static_cast<double>(entry.iteration),
            entry.time_s,
            entry.fourierError,
            entry.value,
            entry.llk,
            entry.noiseFloor};
}

} // namespace ewald::ui
