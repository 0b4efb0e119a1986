// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ewald {

/// Version of this build, "0.1.0".
[[nodiscard]] const char* version() noexcept;

} // namespace ewald
