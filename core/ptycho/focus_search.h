// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/log.h"
#include "base/run_control.h"
#include "ptycho/problem.h"

#include <functional>
#include <span>
#include <vector>

namespace ewald::ptycho {

/// The `count` frames nearest to the middle of the scan, nearest first. Does not depend on how frames are shared.
/// \param scan any rank's problem
[[nodiscard]] std::vector<std::size_t> sampleFrames(const Problem& scan, std::size_t count);
/// These frames as a problem of one rank with an object of its own.
/// \param amplitudes of these frames, n×n each
[[nodiscard]] Problem sampleProblem(const Problem& scan, std::span<const std::size_t> frames,
                                    std::span<const float> amplitudes);
/// Side of the part in the middle of the detector that has nearly all light of the mean pattern: what a search for the
/// focus needs of the frames.
[[nodiscard]] std::size_t brightSize(std::span<const float> meanAmplitude, std::size_t size);
/// That part of a sample's frames: the same experiment with larger pixels of the object.
[[nodiscard]] Problem cropped(const Problem& sample, std::size_t size);

/// What a search costs: frames of `brightSize()` that are worked on. \param frames of the sample
[[nodiscard]] std::size_t focusSearchCost(std::size_t frames);
/// Frames for a search that takes at most a tenth of a run, but no fewer than it needs.
/// \param runPixels pixels of all frames of the run times its iterations
[[nodiscard]] std::size_t focusSearchFrames(double runPixels, std::size_t brightSize);

/// How far a search is; called after each trial. \param best_m distance of the sample from the focus, of the best yet
using FocusProgress = std::function<void(std::size_t trial, std::size_t trials, double best_m)>;

/// First probe mode from the mean pattern, far field: the mean amplitude with the quadratic phase that explains the
/// data best, brought to the sample. The mean pattern says how much light goes where, but not how far the sample is
/// from the focus; with the wrong sign or size of that defocus a reconstruction stays in a local minimum. So it is
/// found by trial: a few iterations of rPIE on a few frames for each of some forty values, more for the better third,
/// then finer steps around the best three. Computes on the CPU, on the calling thread's behalf.
/// \param meanAmplitude n×n, √mean I, zero frequency at the corner, masked pixels 0
/// \param sample from sampleProblem()
/// \throws StoppedError when `control` asks for a stop
[[nodiscard]] Array<Complex, 2> findFocus(std::span<const float> meanAmplitude, const Problem& sample,
                                          RunControl& control, const LogSink& log, const FocusProgress& progress = {});

} // namespace ewald::ptycho
