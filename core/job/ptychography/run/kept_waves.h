// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document/document.h"
#include "job/ptychography/setup/ptycho_setup.h"
#include "job/run/run_reporter.h"

#include <string>

namespace ewald::job {

/// Whether the state of the engine of this name holds the waves of all frames.
[[nodiscard]] bool keepsWaves(const std::string& engine);

/// Whether checkpoints and the result may hold the waves of an engine that keeps them; where they may not, the log says
/// why. They are copied, gathered and written at the same time, and the old checkpoint is there until the new one is
/// complete.
[[nodiscard]] bool mayKeepWaves(const JobDocument& job, const PtychoSetup& setup, RunReporter& reporter);

} // namespace ewald::job
