// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/run_control.h"
#include "job/compare.h"
#include "job/document.h"
#include "job/events.h"

#include <array>

namespace ewald::job {

/// Reconstructs the two halves of a job's scan, every other of its frames each, in the same way but from an empty
/// object. Result files are temporary. Blocks; call it from a worker thread. \param observer gets what both runs
/// report, each beginning with JobState::preparing \throws the error that ends a run; StoppedError when `control` asks
/// for a stop
[[nodiscard]] std::array<io::PtychoResult, 2> reconstructHalves(const JobDocument& job, JobObserver& observer,
                                                                RunControl& control);

/// Compares the halves: the FRC of two independent results from which a resolution can be read. As
/// reconstructHalves(). \throws DataError as compareResults()
[[nodiscard]] ResultComparison compareHalves(const JobDocument& job, ptycho::FrcWindow window, JobObserver& observer,
                                             RunControl& control);

/// The job of one half. \param half 0 or 1
[[nodiscard]] JobDocument halfOf(const JobDocument& job, std::size_t half);

} // namespace ewald::job
