// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace ewald::job {

/// What a key was before a change of the running job.
struct EarlierValue {
    std::string value;     ///< as in a document
    std::size_t until = 0; ///< iterations of the job that were done when it changed
    bool operator==(const EarlierValue&) const = default;
};

/// A key of two jobs with different values.
struct ParameterDifference {
    std::string key;                  ///< "batch_size", "file", "mapping.frames"
    std::string label;                ///< of the parameter table, English; the key where it has none
    std::optional<std::size_t> stage; ///< of the pipeline, from 0
    std::optional<std::string> a;     ///< as in a document; absent: this job has no such key
    std::optional<std::string> b;
    std::vector<EarlierValue> earlierA; ///< in their order; empty: it was `a` all the time
    std::vector<EarlierValue> earlierB;
    std::string unit;
    std::size_t stages = 0; ///< of the longer pipeline, as it is compared
};

/// What differs between two jobs as JSON texts, key by key, in the order of the first, then of the second. Defaults are
/// filled in and older versions migrated before, where the text is a valid document; the section "output" is left out:
/// it decides no number. Stages into which changes of a running job have divided a pipeline are compared as one, as it
/// was at its end and with what it was before, unless both are divided at the same iterations; of a stage that one job
/// lacks, or that has another engine there, only engine, iterations and what both have is said. \throws JobError for a
/// text that is not JSON
[[nodiscard]] std::vector<ParameterDifference> jobDifferences(const std::string& a, const std::string& b);

} // namespace ewald::job
