// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/plural.h"

#include <cctype>
#include <string_view>

namespace ewald {

std::string withPlurals(const std::string& text, std::span<const std::string> values) {
    std::string said;
    std::size_t count = values.size(); // the last place
    std::size_t i = 0;
    while (i < text.size()) {
        const bool digitFollows = i + 1 < text.size() && std::isdigit(static_cast<unsigned char>(text[i + 1])) != 0;
        const std::size_t end = text[i] == '{' ? text.find('}', i) : std::string::npos;
        if (text[i] == '%' && digitFollows) count = static_cast<std::size_t>(text[i + 1] - '1');
        if (end == std::string::npos) {
            said += text[i++];
            continue;
        }
        std::string_view words = std::string_view(text).substr(i + 1, end - i - 1);
        std::size_t of = count;
        if (words.size() > 1 && words[1] == ':' && std::isdigit(static_cast<unsigned char>(words[0])) != 0) {
            of = static_cast<std::size_t>(words[0] - '1');
            words.remove_prefix(2);
        }
        const std::size_t middle = words.find('|');
        if (middle == std::string_view::npos || of >= values.size())
            said += text.substr(i, end + 1 - i);
        else
            said += values[of] == "1" ? words.substr(0, middle) : words.substr(middle + 1);
        i = end + 1;
    }
    return said;
}

} // namespace ewald
