// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/devices/device.h"

namespace ewald::compute::cpu {

/// The backend that every machine has: one device, "cpu".
[[nodiscard]] std::unique_ptr<Backend> makeCpuBackend();

} // namespace ewald::compute::cpu
