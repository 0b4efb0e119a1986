// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/log.h"

#include <string>

namespace ewald::io {

/// A line of the log of a run, as its result keeps it.
struct StoredLogLine {
    LogLevel level = LogLevel::info;
    std::string time; ///< UTC, "2026-11-23T05:20:32Z"
    std::string text; ///< may be a phrase (base/phrase.h)
    bool operator==(const StoredLogLine&) const = default;
};

/// The time now, as a result writes it. Any thread.
[[nodiscard]] std::string timeStamp();

} // namespace ewald::io
