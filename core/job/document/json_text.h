// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <utility>

namespace ewald::job {

/// Deeper values are refused: copying and writing one takes a part of the stack for each level. Documents, entries and
/// events of Ewald have at most six levels.
inline constexpr int kMostJsonLevels = 64;

/// Reads JSON that others may have written. \param input a text or a stream
/// \return a discarded value (is_discarded()) for what is no JSON, or has more than kMostJsonLevels levels
template <class Json, class Input>
[[nodiscard]] Json parseJson(Input&& input) {
    bool isTooDeep = false;
    const auto watch = [&isTooDeep](int depth, typename Json::parse_event_t, Json&) {
        isTooDeep = isTooDeep || depth > kMostJsonLevels;
        return !isTooDeep;
    };
    Json json = Json::parse(std::forward<Input>(input), watch, false);
    return isTooDeep ? Json(Json::value_t::discarded) : std::move(json);
}

} // namespace ewald::job
