// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

namespace ewald {

enum class LogLevel { info, warning, error };

/// Receives the log lines of the core, which prints nothing itself. Called from any thread; must not block.
using LogSink = std::function<void(LogLevel, const std::string&)>;

} // namespace ewald
