// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

namespace ewald {

/// A text with places (%1 … %9) whose words follow the counts that stand there: of "%1 {frame is|frames are} empty" the
/// first where the value is "1", else the second. The count is that of the nearest place before the words, or of the
/// one that they name ("{2:it is|they are}"). Other texts stay as they are.
[[nodiscard]] std::string withPlurals(const std::string& text, std::span<const std::string> values);

} // namespace ewald
