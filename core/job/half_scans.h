// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/run_control.h"
#include "job/compare.h"
#include "job/document.h"
#include "job/events.h"

namespace ewald::job {

/// Reconstructs the two halves of a job's scan, every other of its frames each, in the same way but from an empty
/// object, and compares them: the FRC of two independent results from which a resolution can be read. Results are
/// temporary. Blocks; call it from a worker thread. \param observer gets what both runs report \throws the error that
/// ends a run; StoppedError when `control` asks for a stop; DataError as compareResults()
[[nodiscard]] ResultComparison compareHalves(const JobDocument& job, ptycho::FrcWindow window, JobObserver& observer,
                                             RunControl& control);

/// The job of one half. \param half 0 or 1
[[nodiscard]] JobDocument halfOf(const JobDocument& job, std::size_t half);

} // namespace ewald::job
