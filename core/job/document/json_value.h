// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

// Reading JSON that another version of the program, or half of a process, may have written: not for use outside
// core/job.
namespace ewald::job {

/// A value of the type of `other`, which stands in for a missing or wrong one.
template <class Json, class Value>
[[nodiscard]] Value valueOr(const Json& json, const char* key, Value other) {
    const auto found = json.find(key);
    if (found == json.end()) return other;
    try {
        return found->template get<Value>();
    } catch (const nlohmann::json::exception&) {
        return other;
    }
}

} // namespace ewald::job
