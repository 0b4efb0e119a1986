// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace ewald::azint {

// Files of resources/ that are compiled into the library (see core/CMakeLists.txt).

/// resources/detectors.json
[[nodiscard]] std::string_view detectorsJson() noexcept;
/// resources/calibrants.json
[[nodiscard]] std::string_view calibrantsJson() noexcept;
/// resources/sensors.json
[[nodiscard]] std::string_view sensorsJson() noexcept;

} // namespace ewald::azint
