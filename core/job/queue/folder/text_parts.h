// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ewald::job::queue {

/// What stands between the separators: one more than there are of them.
[[nodiscard]] inline std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    for (std::size_t first = 0; first <= text.size();) {
        const std::size_t end = text.find(separator, first);
        parts.emplace_back(text.substr(first, end - first));
        if (end == std::string_view::npos) break;
        first = end + 1;
    }
    return parts;
}

} // namespace ewald::job::queue
