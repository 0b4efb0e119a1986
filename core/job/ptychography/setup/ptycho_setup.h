// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/run_control.h"
#include "compute/communication/communicator.h"
#include "compute/communication/process_group.h"
#include "compute/devices/device.h"
#include "io/preprocess/preprocess.h"
#include "io/result_file.h"
#include "job/document/document.h"
#include "job/ptychography/setup/memory_plan.h"
#include "job/run/run_reporter.h"
#include "ptycho/model/problem.h"
#include "ptycho/model/settings.h"

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ewald::job {

/// Everything between a job document and the first iteration. Built step by step: open, plan, read, guess.
struct PtychoSetup {
    io::Scan scan;
    io::Preprocessing preprocessing;
    io::PreparedLayout layout;
    std::vector<compute::RankDevice> devices;                          ///< one a rank of this process
    std::vector<std::unique_ptr<compute::Communicator>> communicators; ///< likewise
    std::vector<std::string> deviceNames;                              ///< of all ranks, for people
    bool devicesConsidered = false;                                    ///< whether fewer of them would be faster
    bool prefersTiles = false;                                         ///< whether parts of the object are faster
    std::size_t gpus = 0;                                              ///< different ones, of all processes
    std::size_t framesAsked = 0; ///< frames before any are left out because they are of no use
    ptycho::Geometry geometry;
    ptycho::ScanLayout scanLayout;
    std::vector<std::size_t> unusable;   ///< stored frames that were left out because they are of no use, rising
    std::vector<ScanPosition> positions; ///< of the used frames, as in the file
    std::vector<MemoryPlan> memoryPlans; ///< from the fastest to the smallest, the same number in every process
    std::size_t plan = 0;                ///< which of them is in use
    MemoryPlan memory;
    std::filesystem::path spoolFolder; ///< where frames go that memory cannot hold
    ptycho::ModelSettings model;
    std::vector<ptycho::StageSettings> pipeline;
    std::vector<ptycho::Problem> problems; ///< one a rank of this process; each holds its own frames only
    io::FrameStatistics statistics;
    std::vector<float> meanAmplitude; ///< n × n, √ of the mean pattern, DC at the corner, masked 0
    ptycho::Estimate start;

    [[nodiscard]] int ranks() const { return communicators.front()->size(); } ///< of all processes
    [[nodiscard]] int firstRank() const { return communicators.front()->rank(); }
    /// Frames of a rank of this process, counted from 0, in the order in which it holds them.
    [[nodiscard]] const std::vector<std::size_t>& framesOf(std::size_t local) const;
    [[nodiscard]] std::size_t framesHere() const; ///< of the ranks of this process
    /// A prepared frame (√I, DC at the corner) when a rank of this process has it, else empty.
    [[nodiscard]] std::vector<float> frameHere(std::size_t frame) const;
};

// All of these are called by every process that works on the job, with its own setup.

/// Opens the scan, checks it and lays everything out; reads no frames (but a few for auto_centre).
/// \throws Error; remarks that are no errors go to the log
/// \param believedFree_bytes see RunOptions
[[nodiscard]] PtychoSetup planRun(const JobDocument& job, RunReporter& reporter, compute::ProcessGroup& processes,
                                  double believedFree_bytes = 0);
/// Plans and lays the job out again without these frames of the file (in rising order) and those left out before, as if
/// excluded_frames had named them, but no others come in their place where max_frames limits the number. Frames have to
/// be read (again). \throws DataError when none is left; what planRun throws
void leaveOut(PtychoSetup& setup, const JobDocument& job, const std::vector<std::size_t>& frames, RunReporter& reporter,
              compute::ProcessGroup& processes, double believedFree_bytes = 0);
/// Warns of frames that are left out: "left out: 3, 17-20 (empty); 5 (cannot be read)", and why the first one cannot.
/// \param failure of the first one that cannot be read
void reportLeftOut(const std::vector<io::UnusableFrame>& frames, const std::optional<DataError>& failure,
                   RunReporter& reporter);
/// Lays the job out as plan number `plan` says, or the last; frames have to be read (again).
void usePlan(PtychoSetup& setup, const JobDocument& job, std::size_t plan, RunReporter& reporter);
/// What planRun decided, for people.
[[nodiscard]] JobPlan describePlan(const JobDocument& job, const PtychoSetup& setup);
/// Reads every rank's frames, all ranks at once; statistics and mean pattern are those of the whole scan, the same bits
/// however it is shared. \throws DataError, StoppedError
void readFrames(PtychoSetup& setup, RunReporter& reporter, const RunControl& control,
                compute::Communicator& everyProcess);
/// Refuses what makeInitialGuess() would refuse for want of a file or a probe. \throws DataError
void checkInitialGuess(const io::Scan& scan, const JobDocument& job);
/// The first one of the pipeline that makes an image of a single frame; null: none does.
[[nodiscard]] const ptycho::EngineKind* singleFrameEngine(const std::vector<ptycho::StageSettings>& pipeline);
/// Modes of the probe that the job begins with, where a file has it; 0: none has.
[[nodiscard]] std::size_t modesOfKnownProbe(const io::Scan& scan, const JobDocument& job);
/// Probe and object to start from, as the document asks; on the first process only. \throws DataError / JobError
void makeInitialGuess(PtychoSetup& setup, const JobDocument& job, RunReporter& reporter, RunControl& control,
                      compute::Communicator& everyProcess);
/// One prepared frame as counts, DC in the middle, NaN = masked. Read again when another process has it.
[[nodiscard]] Array<float, 2> measuredFrame(const PtychoSetup& setup, std::size_t frame);

} // namespace ewald::job
