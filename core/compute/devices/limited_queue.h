// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/devices/queue.h"

#include <cstddef>
#include <memory>

namespace ewald::compute {

/// `queue` with at most `bytes` of memory allocated at a time, the share of this rank. A larger request fails with the
/// same DeviceError as on a full device.
[[nodiscard]] std::unique_ptr<Queue> limitQueue(std::unique_ptr<Queue> queue, std::size_t bytes);

} // namespace ewald::compute
