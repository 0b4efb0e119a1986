// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Texts for the user that the window can say in another language: errors, warnings, remarks and lines of the log are
// English sentences everywhere in the core, and phrase() remembers what a sentence was made of. So errors, events,
// notes and commands go on with plain strings, and only the window asks for the parts.

namespace ewald {

/// What a text was made of: a text of the program with places (%1 … %9), and what stands there.
struct PhraseParts {
    std::string text;
    std::vector<std::string> values; ///< may be phrases themselves
};

/// Marks a text of the program that becomes (a part of) a phrase elsewhere.
constexpr const char* translatable(const char* text) { return text; }

namespace detail {
template <class T>
std::string phraseValue(const T& value) {
    if constexpr (std::integral<T>)
        return std::to_string(value);
    else
        return std::string(value);
}
std::string makePhrase(const char* text, std::vector<std::string> values);
} // namespace detail

/// A text for the user with values in it:
///
///     throw DataError(phrase("%1 of %2 frames cannot be read", bad, frames), path, "copy it again");
///
/// A text without values needs no phrase(). `ninja translations` finds both in the sources, and refuses a text that is
/// put together with +. Any thread.
/// \param text with a place for each value, which is a text or a whole number \return in English
template <class... Values>
[[nodiscard]] std::string phrase(const char* text, const Values&... values) {
    static_assert(sizeof...(Values) <= 9);
    return detail::makePhrase(text, {detail::phraseValue(values)...});
}

/// What a phrase was made of; nothing for other texts, and for those that many thousands have followed. Any thread.
[[nodiscard]] std::optional<PhraseParts> partsOf(const std::string& english);

/// The same text with all that is known of it, for another process …
[[nodiscard]] std::string withParts(const std::string& english);
/// … which takes it there: the text alone, remembered as if it had been made here. Text without parts, and anything
/// that withParts() does not give, stays as it is.
[[nodiscard]] std::string takeParts(const std::string& sent);

} // namespace ewald
