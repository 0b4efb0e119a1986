// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/detector_text.h"

#include "base/ascii_text.h"

#include <algorithm>
#include <array>
#include <string>

namespace ewald::azint {

const Detector* describedDetector(std::string_view description) {
    // Behind the name come serial numbers and the like. Sensors of silicon, and the letters of a series, are not in the
    // names of the catalogue.
    constexpr std::array<std::string_view, 9> kOther{"dectris", "detector", "si", "x", "r", "s", "xe", "a", "hpc"};
    constexpr std::string_view kBetween = " \t-_";
    description = description.substr(0, description.find_first_of(",;("));
    // A family has several sizes, and a number tells them apart.
    if (description.find_first_of("0123456789") == std::string_view::npos) return nullptr;
    if (const Detector* const known = findDetector(description)) return known;
    std::string name;
    while (!description.empty()) {
        const std::size_t end = std::min(description.find_first_of(kBetween), description.size());
        std::string word = lowerAscii(description.substr(0, end));
        description.remove_prefix(std::min(end + 1, description.size()));
        if (word == "s/n" || word == "sn") break;
        if (word == "pilatus2" || word == "pilatus3") word = "pilatus"; // of the same modules
        if (std::ranges::find(kOther, word) == kOther.end()) name += word;
    }
    return findDetector(name);
}

} // namespace ewald::azint
