// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/slurm/cluster_time.h"

#include "base/ascii_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <string_view>
#include <utility>
#include <vector>

namespace ewald::job::queue {
namespace {

constexpr double kMost_s = 1e8;
constexpr long long kMinute = 60, kHour = 3600, kDay = 86400;

/// Seconds of a unit of time as people type it; 0 for another word.
double secondsOf(std::string_view unit) {
    using Entry = std::pair<std::string_view, double>;
    static constexpr auto kUnits = std::to_array<Entry>({{"s", 1},
                                                         {"sec", 1},
                                                         {"m", 60},
                                                         {"min", 60},
                                                         {"h", 3600},
                                                         {"hour", 3600},
                                                         {"hours", 3600},
                                                         {"d", 86400},
                                                         {"day", 86400},
                                                         {"days", 86400}});
    const std::string word = lowerAscii(unit);
    const auto found = std::ranges::find(kUnits, std::string_view(word), &Entry::first);
    return found == kUnits.end() ? 0 : found->second;
}

} // namespace

std::string slurmTime(const std::string& text) {
    double seconds = 0;
    for (std::string_view rest = text; !rest.empty();) {
        double number = 0;
        const auto [behind, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
        if (error != std::errc{} || !(number >= 0) || !(number < kMost_s)) return text;
        rest.remove_prefix(static_cast<std::size_t>(behind - rest.data()));
        const std::string_view unit = rest.substr(0, rest.find_first_of("0123456789."));
        if (secondsOf(unit) == 0) return text;
        seconds += number * secondsOf(unit);
        rest.remove_prefix(unit.size());
    }
    if (!(seconds > 0) || !(seconds < kMost_s)) return text;
    return slurmTime(seconds);
}

std::string slurmTime(double seconds) {
    const auto whole = static_cast<long long>(std::ceil(seconds));
    char buffer[64];
    const int days = whole < kDay ? 0 : std::snprintf(buffer, sizeof buffer, "%lld-", whole / kDay);
    std::snprintf(buffer + days, sizeof buffer - static_cast<std::size_t>(days), "%02lld:%02lld:%02lld",
                  whole % kDay / kHour, whole % kHour / kMinute, whole % kMinute);
    return buffer;
}

std::optional<double> secondsOfSlurmTime(const std::string& text) {
    constexpr std::size_t kMostNumbers = 4;
    std::vector<double> numbers;
    std::string separators; // behind each of them
    for (std::string_view rest = text; numbers.size() < kMostNumbers;) {
        long long number = 0;
        const auto [behind, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
        if (error != std::errc{} || number < 0 || static_cast<double>(number) > kMost_s) return std::nullopt;
        numbers.push_back(static_cast<double>(number));
        rest.remove_prefix(static_cast<std::size_t>(behind - rest.data()));
        if (rest.empty()) break;
        separators += rest.front();
        rest.remove_prefix(1);
    }
    const auto at = [&](std::size_t i) { return i < numbers.size() ? numbers[i] : 0; };
    if (separators == "-" || separators == "-:" || separators == "-::")
        return at(0) * kDay + at(1) * kHour + at(2) * kMinute + at(3);
    if (separators == "::") return at(0) * kHour + at(1) * kMinute + at(2);
    if (separators.empty() || separators == ":") return at(0) * kMinute + at(1);
    return std::nullopt;
}

} // namespace ewald::job::queue
