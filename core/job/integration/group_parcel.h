// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/integration/group_queue.h"

#include <cstddef>
#include <span>
#include <vector>

namespace ewald::job {

/// A group of results as bytes, for another process of the same program.
[[nodiscard]] std::vector<std::byte> packed(const FrameGroup& group);
/// The group again. Reuses the memory of `group`. \throws InternalError when the bytes are not those of a group
void unpack(std::span<const std::byte> parcel, FrameGroup& group);

} // namespace ewald::job
