// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/queue.h"

#include <cstddef>
#include <memory>

namespace ewald::compute {

/// `queue` that hands out at most `bytes` at a time: what others leave to this rank, whatever the device has. Asking
/// for more is the same DeviceError as on a device that is full.
[[nodiscard]] std::unique_ptr<Queue> limitQueue(std::unique_ptr<Queue> queue, std::size_t bytes);

} // namespace ewald::compute
