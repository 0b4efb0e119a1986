// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/communication/process_group.h"
#include "io/result_file.h"
#include "job/ptychography/run/resume.h"
#include "job/ptychography/setup/ptycho_setup.h"
#include "ptycho/solver.h"

#include <vector>

namespace ewald::job {

/// In a saved state: the figures of merit of its last iteration as they were while it ran.
inline constexpr const char* kRunningFigures = "running";

/// Whether the state of an earlier run belongs to exactly the frames that are used now.
[[nodiscard]] bool hasSameFrames(const io::PtychoResult& earlier, const PtychoSetup& setup);

/// Puts the state of an earlier run in the place of an initial guess, and its history into `loss`. What belongs to
/// single frames (positions, waves) is taken only where the frames are the same. The state in `start` is moved from.
/// \throws DataError where object or probe have another size
[[nodiscard]] ptycho::ResumePoint goOnFrom(Continuation& start, const JobDocument& job, PtychoSetup& setup,
                                           std::vector<io::LossEntry>& loss);

/// All processes start from what the first one starts from. Collective.
void shareStart(PtychoSetup& setup, ptycho::ResumePoint& resume, compute::ProcessGroup& processes);

/// The probe of a run as a result has it: its modes, behind them how the first one changes, with weights per frame.
void takeProbe(const Array<Complex, 3>& probe, const ptycho::VariableProbe& variable, io::PtychoResult& result);

} // namespace ewald::job
