// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <iosfwd>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

// Parser and writer of JSON: compiled once, because both are templates of a thousand lines that every caller would
// otherwise compile again.
namespace ewald {

/// Deeper values are refused: copying and writing one takes a part of the stack for each level. Documents, entries and
/// events of Ewald have at most six levels.
inline constexpr int kMostJsonLevels = 64;

/// Reads JSON that others may have written. `Json` is nlohmann::json or nlohmann::ordered_json.
/// \return a discarded value (is_discarded()) for what is no JSON, or has more than kMostJsonLevels levels
template <class Json>
[[nodiscard]] Json parseJson(std::string_view text);
template <class Json>
[[nodiscard]] Json parseJson(std::istream& stream);

/// Reads JSON that belongs to the program. \param what it is, for the error \throws InternalError
template <class Json>
[[nodiscard]] Json parseOwnJson(std::string_view text, const char* what);

/// A value as text, where bytes that are no UTF-8 become U+FFFD. \param indent columns a level; < 0: on one line
template <class Json>
[[nodiscard]] std::string jsonText(const Json& value, int indent = -1);

} // namespace ewald
