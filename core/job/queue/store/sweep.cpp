// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/store/sweep.h"

#include "base/error.h"
#include "base/phrase.h"
#include "job/document/document_format.h"
#include "job/document/job_kind.h"
#include "job/queue/folder/text_parts.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <optional>
#include <set>

namespace ewald::job::queue {
namespace {

constexpr std::size_t kMostValues = 100000;

std::optional<double> numberOf(const std::string& text) {
    double value = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failed != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
    return value;
}

/// As short as it can be, without the digits in which doubles differ from what was meant.
std::string textOf(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.10g", value == 0 ? 0.0 : value);
    return text;
}

[[noreturn]] void refuse(const std::string& problem, const std::string& sweep) {
    throw JobError(problem, phrase("sweep %1", sweep),
                   "for example batch_size=16,32 or object_step=0.1:1:0.1 or object_step=1e-3:1:log4");
}

/// Adds the values of a part of the list. \return false when it is no range
bool addRange(const std::string& part, const std::string& sweep, std::vector<std::string>& values) {
    const std::vector<std::string> parts = split(part, ':');
    if (parts.size() != 3) return false;
    const std::optional<double> first = numberOf(parts[0]), last = numberOf(parts[1]);
    const bool isLog = parts[2].rfind("log", 0) == 0;
    const std::optional<double> third = numberOf(isLog ? parts[2].substr(3) : parts[2]);
    if (!first || !last || !third) return false;
    if (isLog) {
        const double count = *third;
        if (!(*first > 0 && *last > 0)) refuse(phrase("%1 has an end that is not above zero", part), sweep);
        if (count < 2 || count > kMostValues || count != std::floor(count))
            refuse(phrase("%1 has no whole number of values from 2 on", part), sweep);
        for (double i = 0; i < count; ++i) values.push_back(textOf(*first * std::pow(*last / *first, i / (count - 1))));
        return true;
    }
    const double steps = std::floor((*last - *first) / *third + 1e-9);
    if (!(steps >= 0) || *third == 0) refuse(phrase("%1 never reaches its end", part), sweep);
    if (steps >= kMostValues) refuse(phrase("%1 has more than %2 values", part, kMostValues), sweep);
    for (double i = 0; i <= steps; ++i) values.push_back(textOf(*first + i * *third));
    return true;
}

} // namespace

Sweep parseSweep(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) refuse(phrase("not of the form key=values"), text);
    Sweep sweep{text.substr(0, equals), {}};
    if (!isSettingKey(sweep.key)) {
        const auto near = suggestKey(sweep.key);
        throw JobError(phrase("unknown parameter \"%1\"", sweep.key), phrase("sweep %1", text),
                       near ? phrase("did you mean %1?", *near) : std::string("ewald-cli schema lists all"));
    }
    const std::string list = text.substr(equals + 1);
    for (const std::string& part : split(list, list.find(';') == std::string::npos ? ',' : ';')) {
        if (part.empty()) refuse(phrase("a value is empty"), text);
        if (!addRange(part, text, sweep.values)) sweep.values.push_back(part);
    }
    // 0.1 and 0.10 would make the same job twice.
    std::set<std::string> known;
    std::erase_if(sweep.values, [&](const std::string& value) {
        const std::optional<double> number = numberOf(value);
        return !known.insert(number ? textOf(*number) : value).second;
    });
    return sweep;
}

std::vector<std::vector<std::string>> combinationsOf(const std::vector<Sweep>& sweeps) {
    std::vector<std::vector<std::string>> made{{}};
    std::set<std::string> keys;
    for (const Sweep& sweep : sweeps) {
        if (!keys.insert(sweep.key).second)
            throw JobError(phrase("two sweeps of %1", sweep.key), {}, "make one of them");
        if (made.size() * sweep.values.size() > kMostValues)
            throw JobError(phrase("the sweeps make more than %1 jobs", kMostValues), {}, "choose fewer values");
        std::vector<std::vector<std::string>> longer;
        for (const std::vector<std::string>& combination : made)
            for (const std::string& value : sweep.values) {
                longer.push_back(combination);
                longer.back().push_back(sweep.key + "=" + value);
            }
        made = std::move(longer);
    }
    return made;
}

bool isSettingKey(const std::string& key) {
    return key == "engine" || key == "iterations" || key == "seed" || findParameter(key) != nullptr;
}

void applySetting(JobDocument& document, const std::string& setting) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos)
        throw JobError("not of the form key=value", setting,
                       phrase("for example %1", kindOf(document).exampleSetting()));
    const std::string key = setting.substr(0, equals), value = setting.substr(equals + 1);
    if (key != "engine" && key != "iterations" && key != "seed") return document.set(key, value);
    if (const auto refusal = kindOf(document).refuses(JobFeature::pipeline))
        throw JobError(refusal->problem, key, refusal->hint);
    if (key == "engine") {
        for (Stage& stage : document.pipeline) changeEngine(stage, engineOf(value, key).name);
        return;
    }
    unsigned long long number = 0;
    const auto [end, failed] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (failed != std::errc{} || end != value.data() + value.size())
        throw JobError(phrase("\"%1\" is not a whole number from 0 up", value.substr(0, 40)), key);
    if (key == "seed") {
        document.seed = number;
        return;
    }
    if (number < 1 || number > kMostIterations)
        throw JobError("iterations is not a whole number from 1 to 1000000", key);
    for (Stage& stage : document.pipeline) stage.iterations = static_cast<std::size_t>(number);
}

std::string settingOf(const JobDocument& document, const std::string& key) {
    if (key == "seed") return std::to_string(document.seed);
    if (key == "engine" || key == "iterations") {
        std::string text;
        for (const Stage& stage : document.pipeline)
            text += (text.empty() ? "" : "-") + (key == "engine" ? stage.engine : std::to_string(stage.iterations));
        return text;
    }
    const ParameterDef* def = findParameter(key);
    if (!def || !def->isOfKind(document.kind)) return {};
    if (def->section != ParameterSection::stage) return toText(document.value(key));
    return document.pipeline.empty() ? std::string() : toText(document.stageValue(0, key));
}

} // namespace ewald::job::queue
