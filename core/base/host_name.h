// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace ewald {

/// The name of this computer, as its administrator has given it; "?" where it has none. Any thread.
[[nodiscard]] std::string hostName();

} // namespace ewald
