// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/log.h"
#include "base/run_control.h"
#include "ptycho/model/problem.h"

#include <functional>
#include <span>
#include <vector>

namespace ewald::ptycho {

/// The `count` frames nearest to the middle of the scan, nearest first. Does not depend on how frames are shared.
/// \param scan any rank's problem \param without frames that are not taken, in rising order
[[nodiscard]] std::vector<std::size_t> sampleFrames(const Problem& scan, std::size_t count,
                                                    std::span<const std::size_t> without = {});
/// These frames as a problem of one rank with an object of its own.
/// \param amplitudes of these frames, n×n each
[[nodiscard]] Problem sampleProblem(const Problem& scan, std::span<const std::size_t> frames,
                                    std::span<const float> amplitudes);
/// Side of the part in the middle of the detector that has nearly all light of the mean pattern: what a search for the
/// focus needs of the frames.
[[nodiscard]] std::size_t brightSize(std::span<const float> meanAmplitude, std::size_t size);
/// That part of a sample's frames: the same experiment with larger pixels of the object.
[[nodiscard]] Problem cropped(const Problem& sample, std::size_t size);

/// How much a search does.
struct FocusEffort {
    std::size_t frames = 0; ///< of the sample
    double ratio = 0;       ///< between neighbouring curvatures
    std::size_t first = 0;  ///< iterations of every curvature
    std::size_t better = 0; ///< curvatures that go on …
    std::size_t more = 0;   ///< … for so many iterations
    std::size_t best = 0;   ///< curvatures with finer steps around them
    /// Frames of `brightSize()` that are worked on, in all iterations together.
    [[nodiscard]] std::size_t cost() const;
};
/// The most thorough search that takes at most a tenth of a run; of short runs the smallest one that finds the focus.
/// \param runPixels pixels of all frames of the run times its iterations
[[nodiscard]] FocusEffort focusEffort(double runPixels, std::size_t brightSize);

/// How far a search is; reported after each trial.
struct FocusProgress {
    std::size_t trial = 0; ///< counted from 1
    std::size_t trials = 0;
    double bestDefocus_m = 0; ///< distance of the sample from the focus in the best trial yet
    double bestCurvature = 0; ///< of its probe, see defocusedProbe()
};
using FocusSink = std::function<void(const FocusProgress&)>;

/// First probe mode from the mean pattern, far field: the mean amplitude with the quadratic phase that explains the
/// data best, brought to the sample. The mean pattern says how much light goes where, but not how far the sample is
/// from the focus; with the wrong sign or size of that defocus a reconstruction stays in a local minimum. So it is
/// found by trial: a few iterations of rPIE on a few frames for each of some curvatures, more for the better ones, then
/// finer steps around the best. Computes on the CPU, on the calling thread's behalf.
/// Where no two frames of the sample overlap, there is nothing to find: the mean pattern is taken as it is.
/// \param meanAmplitude n×n, √mean I, zero frequency at the corner, masked pixels 0
/// \param sample from sampleProblem(), of effort.frames frames
/// \throws StoppedError when `control` asks for a stop
[[nodiscard]] Array<Complex, 2> findFocus(std::span<const float> meanAmplitude, const Problem& sample,
                                          const FocusEffort& effort, RunControl& control, const LogSink& log,
                                          const FocusSink& progress = {});

} // namespace ewald::ptycho
