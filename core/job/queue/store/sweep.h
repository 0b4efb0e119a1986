// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document/document.h"

#include <string>
#include <vector>

namespace ewald::job::queue {

/// A parameter with the values that it takes in turn, as texts.
struct Sweep {
    std::string key;
    std::vector<std::string> values;
    bool operator==(const Sweep&) const = default;
};

/// Of "key=VALUES": a list "0.5,1,2" (or with semicolons, where values hold commas), whose parts may be ranges
/// "first:last:step" or, with even ratios, "first:last:logCOUNT". Equal values count once. \throws JobError
[[nodiscard]] Sweep parseSweep(const std::string& text);
/// All combinations, the last sweep fastest; each as "key=value" texts. One empty combination without sweeps.
/// \throws JobError for more than 100000, and for a key that is given twice
[[nodiscard]] std::vector<std::vector<std::string>> combinationsOf(const std::vector<Sweep>& sweeps);

/// "key=value" for a document: a parameter, or engine, iterations (of every stage) or seed. \throws JobError
void applySetting(JobDocument& document, const std::string& setting);
/// What a document says of such a key; empty for an unknown one.
[[nodiscard]] std::string settingOf(const JobDocument& document, const std::string& key);
/// Whether there is such a key at all.
[[nodiscard]] bool isSettingKey(const std::string& key);

} // namespace ewald::job::queue
