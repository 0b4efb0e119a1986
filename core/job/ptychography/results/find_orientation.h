// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/log.h"
#include "base/run_control.h"
#include "job/document/document.h"
#include "ptycho/analysis/orientation.h"

#include <string>
#include <utility>
#include <vector>

namespace ewald::job {

struct OrientationSearch {
    std::size_t frames = 96;     ///< at most, the ones nearest to the middle of the scan
    std::size_t iterations = 20; ///< of each trial
};

/// Finds how the axes of a scan's positions lie to those of its frames, see ptycho::findOrientation(). Reads some
/// frames of the job's scan as the job prepares them (crop, flips, mask…); the job's own flips and swap of positions
/// are ignored. A probe that the file holds decides between twins. Runs on the first of the job's devices; the search
/// for the focus on the CPU. Blocks; call it from a worker thread. \param log the remarks on the scan and
/// its frames \throws DataError, JobError, DeviceError; StoppedError when `control` asks for a stop
[[nodiscard]] ptycho::OrientationAnswer findOrientation(const JobDocument& job, const OrientationSearch& search,
                                                        RunControl& control,
                                                        const ptycho::OrientationProgress& progress = {},
                                                        const LogSink& log = {});

/// Whether an error that stays high may come from the orientation, and the search could tell: it compares thin samples
/// in transmission. With several slices or object modes, a tilted sample, or an image of one frame it could not.
[[nodiscard]] bool orientationMayExplainError(const JobDocument& job);

/// The parameters that set an orientation, with their values: "swap_positions" = "true", …
[[nodiscard]] std::vector<std::pair<std::string, std::string>> settingsOf(ptycho::Orientation orientation);

} // namespace ewald::job
