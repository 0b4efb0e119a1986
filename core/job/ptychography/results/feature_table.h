// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ewald::job {

/// Something that a reconstruction may model, refine or demand, by the settings that ask for it. The first one names
/// it: its label is that of the parameter table.
struct ModelFeature {
    using Setting = std::pair<const char*, const char*>; ///< key and value
    std::vector<Setting> settings;

    [[nodiscard]] const char* key() const { return settings.front().first; }
};

/// All of them, in the order of the documentation.
[[nodiscard]] const std::vector<ModelFeature>& modelFeatures();

/// Why a job with this engine and these features is refused before any file is opened, one line; empty: it is not.
[[nodiscard]] std::string refusalOf(const std::string& engine, std::span<const ModelFeature> features);

/// What goes with what, as Markdown in English: a table of features and engines, and below it the pairs of features
/// that no engine takes. Made of the table of engines and of what validation says.
[[nodiscard]] std::string featureTable();

} // namespace ewald::job
