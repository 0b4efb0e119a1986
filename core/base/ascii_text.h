// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace ewald {

// Letters and white space of ASCII in names, keys and headers. Nothing here asks the locale, and bytes from 0x80 on
// (UTF-8, Latin-1) are neither letters nor white space: they stay as they are. Any thread.

/// What std::isspace() means in the locale "C".
inline constexpr std::string_view kWhiteSpace = " \t\n\v\f\r";

/// `text` without those of its last characters that are `blanks`. It points into `text`.
[[nodiscard]] constexpr std::string_view trimmedEnd(std::string_view text,
                                                    std::string_view blanks = kWhiteSpace) noexcept {
    return text.substr(0, text.find_last_not_of(blanks) + 1); // npos + 1 is 0
}
/// The same at both ends.
[[nodiscard]] constexpr std::string_view trimmed(std::string_view text,
                                                 std::string_view blanks = kWhiteSpace) noexcept {
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    return trimmedEnd(text, blanks);
}

[[nodiscard]] constexpr bool isLetterAscii(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
[[nodiscard]] constexpr char lowerAscii(char c) noexcept {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
[[nodiscard]] constexpr char upperAscii(char c) noexcept {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}
/// With the letters A to Z made small.
[[nodiscard]] inline std::string lowerAscii(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = lowerAscii(c);
    return out;
}

/// `text` without the mark of the byte order that editors and spreadsheets write in front of UTF-8.
[[nodiscard]] constexpr std::string_view withoutByteOrderMark(std::string_view text) noexcept {
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    return text.starts_with(kMark) ? text.substr(kMark.size()) : text;
}

/// Whether both are the same but for the case of their letters.
[[nodiscard]] constexpr bool equalNoCase(std::string_view a, std::string_view b) noexcept {
    return std::ranges::equal(a, b, [](char x, char y) { return lowerAscii(x) == lowerAscii(y); });
}
/// Whether `text` begins with `beginning`, whatever the case of the letters.
[[nodiscard]] constexpr bool startsWithNoCase(std::string_view text, std::string_view beginning) noexcept {
    return equalNoCase(text.substr(0, beginning.size()), beginning);
}

} // namespace ewald
