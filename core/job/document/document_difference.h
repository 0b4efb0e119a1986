// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace ewald::job {

/// A key of two jobs with different values.
struct ParameterDifference {
    std::string key;                  ///< "batch_size", "file", "mapping.frames"
    std::string label;                ///< of the parameter table, English; the key where it has none
    std::optional<std::size_t> stage; ///< of the pipeline, from 0
    std::optional<std::string> a;     ///< as in a document; absent: this job has no such key
    std::optional<std::string> b;
    std::string unit;
};

/// What differs between two jobs as JSON texts, key by key, in the order of the first, then of the second. Defaults are
/// filled in and older versions migrated before, where the text is a valid document; the section "output" is left out:
/// it decides no number. \throws JobError for a text that is not JSON
[[nodiscard]] std::vector<ParameterDifference> jobDifferences(const std::string& a, const std::string& b);

} // namespace ewald::job
