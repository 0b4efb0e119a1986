// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

namespace ewald {

enum class LogLevel { info, warning, error };

/// Where the core sends lines that a person should read; any thread, must not block. The core itself prints nothing.
using LogSink = std::function<void(LogLevel, const std::string&)>;

} // namespace ewald
