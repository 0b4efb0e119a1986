// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/operations/integrate_ops.h"
#include "cuda/cuda_context.h"

#include <memory>

namespace ewald::cuda {

/// The integration of compressed frames on the context's stream: the generic operations over a launcher whose
/// cooperative blocks are thread blocks of four warps.
[[nodiscard]] std::unique_ptr<compute::IntegrateOps> makeIntegrateOps(std::shared_ptr<CudaContext> context);

} // namespace ewald::cuda
