// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/run_control.h"
#include "compute/device.h"
#include "io/preprocess.h"
#include "io/result_file.h"
#include "job/document.h"
#include "job/run_reporter.h"
#include "ptycho/problem.h"
#include "ptycho/settings.h"

#include <vector>

namespace ewald::job {

/// Everything between a job document and the first iteration. Built step by step: open, plan, read, guess.
struct PtychoSetup {
    io::Scan scan;
    io::Preprocessing preprocessing;
    io::PreparedLayout layout;
    std::vector<compute::RankDevice> devices; ///< one a rank
    ptycho::Geometry geometry;
    ptycho::ScanLayout scanLayout;
    std::vector<ScanPosition> positions;                          ///< of the used frames, as in the file
    ptycho::Partition partition = ptycho::Partition::interleaved; ///< how frames are dealt out
    bool tiled = false;                                           ///< each rank holds its part of the object only
    ptycho::ModelSettings model;
    std::vector<ptycho::StageSettings> pipeline;
    std::vector<ptycho::Problem> problems; ///< one a rank; each holds its own frames only
    io::FrameStatistics statistics;
    std::vector<float> meanAmplitude; ///< n × n, √ of the mean pattern, DC at the corner, masked 0
    ptycho::Estimate start;
};

/// Opens the scan, checks it and lays everything out; reads no frames (but a few for auto_centre).
/// \throws Error; remarks that are no errors go to the log
[[nodiscard]] PtychoSetup planRun(const JobDocument& job, RunReporter& reporter);
/// What planRun decided, for people.
[[nodiscard]] JobPlan describePlan(const JobDocument& job, const PtychoSetup& setup);
/// Reads every rank's frames, all ranks at once. \throws DataError, StoppedError
void readFrames(PtychoSetup& setup, RunReporter& reporter, const RunControl& control);
/// Probe and object to start from, as the document asks. \throws DataError / JobError
void makeInitialGuess(PtychoSetup& setup, const JobDocument& job, RunReporter& reporter, RunControl& control);
/// One prepared frame of any rank as counts, DC in the middle, NaN = masked.
[[nodiscard]] Array<float, 2> measuredFrame(const PtychoSetup& setup, std::size_t frame);

} // namespace ewald::job
