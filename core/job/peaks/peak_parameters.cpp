// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/peaks/peak_parameters.h"

#include "base/translate.h"

#include <algorithm>
#include <stdexcept>

namespace ewald::job {
namespace {

std::vector<std::string> shapeNames() {
    std::vector<std::string> names;
    for (const fit::PeakShape shape : fit::kPeakShapes) names.emplace_back(nameOf(shape));
    return names;
}

std::vector<ParameterDef> makeTable() {
    const PeakRequest usual;
    const std::string group = QT_TRANSLATE_NOOP("Parameters", "Peaks");
    return {
        {.key = "shape",
         .type = ParameterType::choice,
         .defaultValue = std::string(nameOf(usual.model.shape)),
         .choices = shapeNames(),
         .group = group,
         .label = QT_TRANSLATE_NOOP("Parameters", "Peak shape"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Profile of the peaks. Split: with a half width of its own on each "
                                                 "side.")},
        {.key = "background",
         .type = ParameterType::integer,
         .defaultValue = static_cast<long long>(usual.model.backgroundDegree),
         .minimum = 0,
         .maximum = 6,
         .group = group,
         .label = QT_TRANSLATE_NOOP("Parameters", "Background degree"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Degree of the polynomial under the peaks of a region.")},
        {.key = "snip_reach",
         .type = ParameterType::integer,
         .defaultValue = static_cast<long long>(usual.model.snipReach),
         .minimum = 0,
         .maximum = 10000,
         .group = group,
         .label = QT_TRANSLATE_NOOP("Parameters", "Clipped background"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Bins to each side over which the pattern is clipped (SNIP) for a "
                                                 "background below the polynomial: about the width of a peak at its "
                                                 "foot; 0: none.")},
        {.key = "most_peaks",
         .type = ParameterType::integer,
         .defaultValue = static_cast<long long>(usual.mostPeaks),
         .minimum = 1,
         .maximum = 200,
         .group = group,
         .label = QT_TRANSLATE_NOOP("Parameters", "Most peaks"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Of the peaks that are found, the strongest are fitted: at most so "
                                                 "many.")},
        {.key = "threads",
         .type = ParameterType::integer,
         .defaultValue = static_cast<long long>(usual.threads),
         .minimum = 0,
         .maximum = 4096,
         .group = group,
         .level = ParameterLevel::advanced,
         .label = QT_TRANSLATE_NOOP("Parameters", "Threads"),
         .help = QT_TRANSLATE_NOOP("Parameters", "Patterns that are fitted at a time; 0: as many as the machine can.")},
    };
}

} // namespace

std::span<const ParameterDef> peakParameters() {
    static const std::vector<ParameterDef> table = makeTable();
    return table;
}

const ParameterDef& peakParameter(std::string_view key) {
    const auto found = std::ranges::find(peakParameters(), key, &ParameterDef::key);
    if (found == peakParameters().end()) throw std::logic_error("no parameter of peak fits: " + std::string(key));
    return *found;
}

PeakRequest peakRequestOf(const ParameterMap& values) {
    const auto valueOfKey = [&](const char* key) {
        const auto found = values.find(key);
        return found == values.end() ? peakParameter(key).defaultValue : found->second;
    };
    const auto number = [&](const char* key) { return static_cast<std::size_t>(std::get<long long>(valueOfKey(key))); };
    PeakRequest request;
    request.model.shape = fit::peakShapeOf(std::get<std::string>(valueOfKey("shape"))).value();
    request.model.backgroundDegree = number("background");
    request.model.snipReach = number("snip_reach");
    request.mostPeaks = number("most_peaks");
    request.threads = number("threads");
    return request;
}

} // namespace ewald::job
