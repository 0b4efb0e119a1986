// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/log.h"
#include "base/run_control.h"
#include "ptycho/problem.h"

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

/// First probe mode from the mean pattern, far field: the mean amplitude with the quadratic phase that explains the
/// data best, brought to the sample. The mean pattern says how much light goes where, but not how far the sample is
/// from the focus; with the wrong sign or size of that defocus a reconstruction stays in a local minimum. So it is
/// tried: a few iterations of rPIE on a part of the scan for each of some forty values, then finer steps around the
/// best two. Takes about as long as a few iterations of the whole scan; computes on the CPU, on the calling thread's
/// behalf. \param meanAmplitude n×n, √mean I, zero frequency at the corner, masked pixels 0 \param sample from
/// sampleProblem() \throws StoppedError when `control` asks for a stop
[[nodiscard]] Array<Complex, 2> findFocus(std::span<const float> meanAmplitude, const Problem& sample,
                                          RunControl& control, const LogSink& log);

} // namespace ewald::ptycho
