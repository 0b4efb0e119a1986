// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/corrections.h"
#include "azint/masks/suspect_pixels.h"
#include "base/log.h"
#include "base/run_control.h"
#include "io/frame_stack.h"
#include "io/preprocess/preprocess.h"
#include "job/document/document.h"

#include <cstddef>
#include <optional>
#include <span>

namespace ewald::job {

/// Pixels that an integration had better leave out. Nothing is masked by it: who asked looks at it and decides.
struct MaskProposal {
    azint::Suspects suspects;
    std::size_t frames = 0;        ///< that were looked at
    std::size_t known = 0;         ///< pixels that the job leaves out anyhow
    std::optional<std::size_t> of; ///< spots of this frame
};

/// What is looked for.
struct MaskSearch {
    std::optional<std::size_t> spotsOf{}; ///< a frame of the stack whose spots are wanted, too
    double sigmas = 6;                    ///< azint::SuspectSearch
    bool marks = true;                    ///< pixels that frames mark are known already (io::findMarkedPixels())
};

/// Looks at no more than 20 of some frames of a stack, spread evenly. What the corrections leave out is known. Blocks.
/// \param progress frames that were looked at, and all \throws JobError, DataError, StoppedError
[[nodiscard]] MaskProposal proposeMask(const io::FrameStack& stack, std::span<const std::size_t> frames,
                                       const azint::Geometry& geometry, azint::Corrections corrections,
                                       const MaskSearch& search, const RunControl& control,
                                       const io::ReadProgress& progress = {});
/// The same of the frames that a document chooses, with its geometry and its masks.
[[nodiscard]] MaskProposal proposeMask(const JobDocument& job, MaskSearch search, const RunControl& control,
                                       const LogSink& log = {}, const io::ReadProgress& progress = {});

} // namespace ewald::job
