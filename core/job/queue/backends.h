// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/queue/store/backend.h"

#include <memory>
#include <vector>

namespace ewald::job::queue {

/// All there are: processes of this computer, and Slurm. `store` has to outlive them.
[[nodiscard]] std::vector<std::unique_ptr<Backend>> makeBackends(const QueueStore& store,
                                                                 const BackendOptions& options);

} // namespace ewald::job::queue
