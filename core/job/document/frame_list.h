// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ewald::job {

/// "3, 17-20" → 3, 17, 18, 19, 20: in rising order, each once. Empty for an empty text.
/// \param key of the parameter that holds the text \throws JobError for a text that is no such list
[[nodiscard]] std::vector<std::size_t> parseFrameList(const std::string& text, const std::string& key);
/// The shortest text for a list in any order: "3, 17-20".
[[nodiscard]] std::string frameListText(std::vector<std::size_t> frames);
/// The same as one word, for a command line: "3,17-20".
[[nodiscard]] std::string frameListWord(std::vector<std::size_t> frames);

} // namespace ewald::job
