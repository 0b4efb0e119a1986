// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/measured_frames.h"
#include "ptycho/model/settings.h"

#include <string>
#include <vector>

namespace ewald::job {

/// One measurement of an engine's speed. Frames are made up (random counts): speed does not depend on their
/// content.
struct PtychoBenchCase {
    std::size_t size = 256;
    std::size_t frames = 400;
    std::size_t modes = 1;
    const ptycho::EngineKind* engine = ptycho::engineKinds().front();
    ptycho::Subpixel subpixel = ptycho::Subpixel::bilinear;
    std::size_t batchSize = 32;
    std::size_t iterations = 5; ///< measured ones; one more before them warms up
    std::string devices = "cpu";
    kernels::FrameType frameType = kernels::FrameType::counts16;
};

/// Times in seconds, all measured in one run.
struct PtychoBenchResult {
    double iteration_s = 0; ///< the best
    double medianIteration_s = 0;
    double fftFloor_s = 0;   ///< forward and inverse transform of all exit waves, same device and batch, nothing else;
                             ///< median of five
    double ownFloor_s = 0;   ///< the same for the transforms that the interpolation needs: a Fourier shift moves the
                             ///< probe and its gradient, four transforms instead of two
    double bytesFloor_s = 0; ///< reading all frames once from the memory of the first device at the speed of a copy
    /// Medians of iteration and floor.
    [[nodiscard]] double ratio() const { return ownFloor_s > 0 ? medianIteration_s / ownFloor_s : 0; }
};

/// Runs one case on rank 0's device of `devices` (all ranks when several). \throws Error
[[nodiscard]] PtychoBenchResult benchPtycho(const PtychoBenchCase& benchCase);

} // namespace ewald::job
