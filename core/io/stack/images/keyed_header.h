// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace ewald::io {

// Headers of text in brackets, "{ key = value; … }", as EDF and SMV files have them.

/// Values by their keys in small letters, without the quotes around them.
using KeyedHeader = std::map<std::string, std::string, std::less<>>;

/// What stands between the brackets. White space and zeros around keys and values are left out; of a key that is there
/// twice the last one counts.
[[nodiscard]] KeyedHeader parseKeyedHeader(std::string_view body);

/// The value of `key`; null where there is none.
[[nodiscard]] const std::string* find(const KeyedHeader& header, std::string_view key);
/// The same for a message: not longer than a line has room for; empty where there is none.
[[nodiscard]] std::string textOf(const KeyedHeader& header, std::string_view key);

struct Quantity {
    double value = 0;
    std::string unit; ///< empty: none is given
};

/// A number that may have a sign, and be followed by a unit: "0.2_m", "+0.2 m". Absent for anything else: "unknown".
[[nodiscard]] std::optional<Quantity> quantity(const KeyedHeader& header, std::string_view key);

/// Whether the byte of most weight stands first, by "HighByteFirst" or "big_endian" and the like; no is the default of
/// both formats. \param where place of an error; empty: the caller adds it \throws DataError for what is neither
[[nodiscard]] bool bigEndianBy(const KeyedHeader& header, std::string_view key, const std::string& where = {});

} // namespace ewald::io
