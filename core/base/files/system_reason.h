// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <system_error>

namespace ewald {

/// Why the operating system refused something, for a number of errno: English whatever the locale, and a text that the
/// window says in its own language. Any thread.
[[nodiscard]] std::string systemReason(int error);
[[nodiscard]] std::string systemReason(const std::error_code& error);

} // namespace ewald
