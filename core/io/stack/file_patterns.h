// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ewald::io {

/// Whether a name holds wildcards.
[[nodiscard]] bool isPattern(std::string_view name);

/// Whether a name fits a pattern: * is any text, ? any character, a run of # a run of digits.
[[nodiscard]] bool matchesPattern(std::string_view name, std::string_view pattern);

/// Orders names by the numbers in them: "scan_2" before "scan_10".
[[nodiscard]] bool numberedBefore(const std::string& a, const std::string& b);

/// The number at the end of a name.
struct NumberAtEnd {
    std::size_t begin = 0; ///< of its digits in the name
    unsigned long value = 0;
};
/// Absent where there is none of at most nine digits.
[[nodiscard]] std::optional<NumberAtEnd> numberAtEnd(std::string_view name);

/// Replaces names with wildcards by the files that fit, sorted by the numbers in their names; everything else stays.
/// A file that has such a name itself is taken. Folders may hold wildcards, too.
/// \throws DataError for a pattern that nothing fits
[[nodiscard]] std::vector<std::filesystem::path> expandPatterns(std::span<const std::filesystem::path> files);

} // namespace ewald::io
