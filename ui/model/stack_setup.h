// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/poni.h"
#include "base/error.h"
#include "job/document/document.h"
#include "model/frame_mask.h"
#include "model/stack_image.h"

#include <memory>
#include <optional>
#include <string>

namespace ewald::ui {

using MaskPtr = std::shared_ptr<const Array<std::uint8_t, 2>>;

/// What a job document says about the frames beside their pixels, read from the files that it names.
struct StackSetup {
    std::optional<azint::Poni> poni;  ///< absent: the document does not say enough
    std::optional<Error> problem;     ///< why not
    std::optional<Error> fileProblem; ///< what is wrong with a file of mask, dark image and the like
    std::string contradiction;        ///< see job::poniContradiction()
    bool pixelGuessed = false;        ///< the geometry's file says so of its pixel size
    MaskPtr fileMask;                 ///< of the frames' file and the detector; null = none
    ImagePtr dark;                    ///< null = none
    FrameMask::Mask drawn;            ///< of the document's mask file; empty = none
    bool drawnRead = false;
    DummyValue dummy;
};

/// Reads them. One wrong file does not hide what the others say. Any thread.
/// \param withMask the mask file as well
[[nodiscard]] StackSetup readStackSetup(const job::JobDocument& document, const io::FrameStack& stack, bool withMask);

} // namespace ewald::ui
