// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/events/events.h"

#include <chrono>
#include <memory>
#include <mutex>

namespace ewald::cli {

enum class OutputStyle {
    automatic, ///< a progress bar on a terminal, plain lines otherwise
    events,    ///< one JSON object a line
    quiet,     ///< nothing but errors
};

/// An observer that writes to stdout in the given style.
[[nodiscard]] std::unique_ptr<job::JobObserver> makeOutput(OutputStyle style);

} // namespace ewald::cli
