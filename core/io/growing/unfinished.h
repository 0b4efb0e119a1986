// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "io/frame_stack.h"

namespace ewald::io {

/// Remarks on files to which more may come; %1 is the file.
inline constexpr const char* kCutOffOrCopied =
    translatable("the file is cut off, or still being copied; what is there is used: %1");
inline constexpr const char* kStillWritten =
    translatable("the file is still being written; the frames that are complete are used: %1");

/// Whether a remark of the stack says that a file was still being written, or copied, when it was opened. Any thread.
[[nodiscard]] bool isUnfinished(const FrameStack& stack);

} // namespace ewald::io
