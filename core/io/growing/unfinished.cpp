// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/growing/unfinished.h"

#include <algorithm>

namespace ewald::io {

bool isUnfinished(const FrameStack& stack) {
    return std::ranges::any_of(stack.notes, [](const Note& note) {
        const auto parts = partsOf(note.text);
        return parts && (parts->text == kCutOffOrCopied || parts->text == kStillWritten);
    });
}

} // namespace ewald::io
