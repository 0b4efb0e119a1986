// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ascii_text.h"

#include <string>
#include <string_view>

namespace ewald::azint {

/// A name as the catalogues of detectors and calibrants look for it: small letters, without blanks, hyphens and
/// underscores, so that "LaB6", "lab_6" and "LAB 6" are one.
[[nodiscard]] inline std::string catalogueName(std::string_view name) {
    std::string out;
    for (const char c : name)
        if (c != ' ' && c != '-' && c != '_') out += lowerAscii(c);
    return out;
}

} // namespace ewald::azint
