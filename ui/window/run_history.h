// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/result_file.h"
#include "view/loss_chart.h"

#include <vector>

namespace ewald::ui {

/// What happened on the way to what the loss chart shows, counted as its iterations are: parameters that changed and
/// decisions of the runs, each once. UI thread.
struct RunHistory {
    std::vector<io::ParameterChange> changes;
    std::vector<io::Decision> decisions;

    /// A run that continues a result reports its past again. \param earlier iterations of the runs before
    void add(const std::vector<io::ParameterChange>& came, std::size_t earlier);
    void add(const std::vector<io::Decision>& came, std::size_t earlier);
    /// One for each iteration at which something happened, in the language of the window.
    [[nodiscard]] std::vector<view::LossFlag> flags() const;
};

} // namespace ewald::ui
