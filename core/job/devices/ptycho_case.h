// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/communication/communicator.h"
#include "compute/devices/queue.h"
#include "job/devices/ptycho_bench.h"
#include "ptycho/model/problem.h"
#include "ptycho/solver.h"

#include <functional>

namespace ewald::job {

/// The made-up scan of a case: a square raster with sub-pixel steps of an eighth of the window. Without frames.
[[nodiscard]] ptycho::Problem benchProblem(const PtychoBenchCase& benchCase);

/// Runs `iterations` of a case as one rank. `problem` has the rank's frames.
[[nodiscard]] ptycho::SolverResult runBenchCase(const PtychoBenchCase& benchCase, std::size_t iterations,
                                                const ptycho::Problem& problem, compute::Queue& queue,
                                                compute::Communicator& communicator, const ptycho::SolverHooks& hooks);

/// Frames of a mini-batch, or of what takes its place.
[[nodiscard]] std::size_t framesAtOnce(const PtychoBenchCase& benchCase);

} // namespace ewald::job
