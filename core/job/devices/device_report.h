// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/devices/device.h"

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

namespace ewald::job {

/// What there is to compute with, for people: a paragraph a device, the modules that were refused and why, and which
/// devices reach each other's memory. Ends with a line feed.
[[nodiscard]] std::string devicesText(std::span<const compute::DeviceInfo> devices,
                                      std::span<const compute::RefusedModule> refused);

/// The same for programs: {"devices": […], "refused": […]}. What a device does not report is null.
[[nodiscard]] nlohmann::ordered_json devicesJson(std::span<const compute::DeviceInfo> devices,
                                                 std::span<const compute::RefusedModule> refused);

} // namespace ewald::job
