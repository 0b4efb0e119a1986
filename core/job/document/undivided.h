// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document/document.h"

#include <cstddef>
#include <limits>
#include <vector>

namespace ewald::job {

/// A pipeline without the divisions that changes of a running job have made: neighbouring stages of one engine are one,
/// with the parameters that they have at this iteration and the iterations of both. Stages that begin later stay.
[[nodiscard]] std::vector<Stage> undivided(const std::vector<Stage>& pipeline,
                                           std::size_t iteration = std::numeric_limits<std::size_t>::max());

} // namespace ewald::job
