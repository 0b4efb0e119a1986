// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/devices/device_line.h"

#include "base/phrase.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace ewald::job {
namespace {

/// "2 cores" with a number in front of one of both words.
bool counts(std::string_view part, std::string_view one, std::string_view several) {
    const std::size_t blank = part.find(' ');
    if (blank == 0 || blank == std::string_view::npos) return false;
    const std::string_view number = part.substr(0, blank), word = part.substr(blank + 1);
    const bool isNumber = std::ranges::all_of(number, [](unsigned char c) { return std::isdigit(c) != 0; });
    return isNumber && word == (number == "1" ? one : several);
}

std::string partOf(const std::string& part) {
    const std::string number = part.substr(0, part.find(' '));
    if (counts(part, "core", "cores")) return phrase("%1 {core|cores}", number);
    if (counts(part, "worker", "workers")) return phrase("%1 {worker|workers}", number);
    constexpr std::string_view kShared = "shared by ", kProcess = "process ", kOn = " on ";
    if (part.starts_with(kShared) && counts(std::string_view(part).substr(kShared.size()), "worker", "workers"))
        return phrase("shared by %1 {worker|workers}", part.substr(kShared.size(), part.rfind(' ') - kShared.size()));
    const std::size_t on = part.find(kOn);
    if (part.starts_with(kProcess) && on != std::string::npos && on > kProcess.size())
        return phrase("process %1 on %2", part.substr(kProcess.size(), on - kProcess.size()),
                      part.substr(on + kOn.size()));
    return part;
}

/// All parts of a text between separators, each through `change`, one behind the other.
template <class Change, class Join>
std::string changedParts(const std::string& text, std::string_view between, const Change& change, const Join& join) {
    std::string all;
    for (std::size_t at = 0;;) {
        const std::size_t end = text.find(between, at);
        const std::string part = change(text.substr(at, end == std::string::npos ? end : end - at));
        all = at == 0 ? part : join(all, part);
        if (end == std::string::npos) return all;
        at = end + between.size();
    }
}

} // namespace

std::string deviceLine(const std::string& line) {
    const auto one = [](const std::string& device) {
        return changedParts(device, ", ", partOf, [](const std::string& before, const std::string& part) {
            return phrase("%1, %2", before, part);
        });
    };
    return changedParts(line, "; ", one, [](const std::string& before, const std::string& device) {
        return phrase("%1; %2", before, device);
    });
}

} // namespace ewald::job
