// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/images/keyed_header.h"

#include "base/ascii_text.h"
#include "base/error.h"
#include "base/phrase.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace ewald::io {
namespace {

constexpr std::string_view kBlank(" \t\r\n\v\f\0", 7); ///< zeros fill headers, too
constexpr std::size_t kQuoted = 40;                    ///< characters in a message

std::string_view withoutQuotes(std::string_view text) {
    for (const char quote : {'"', '\''})
        if (text.size() >= 2 && text.front() == quote && text.back() == quote)
            return trimmed(text.substr(1, text.size() - 2), kBlank);
    return text;
}

} // namespace

KeyedHeader parseKeyedHeader(std::string_view body) {
    KeyedHeader header;
    while (!body.empty()) {
        const std::size_t end = std::min(body.find(';'), body.size());
        const std::string_view entry = body.substr(0, end);
        body.remove_prefix(std::min(end + 1, body.size()));
        const std::size_t equals = entry.find('=');
        if (equals == std::string_view::npos) continue;
        header.insert_or_assign(lowerAscii(trimmed(entry.substr(0, equals), kBlank)),
                                std::string(withoutQuotes(trimmed(entry.substr(equals + 1), kBlank))));
    }
    return header;
}

const std::string* find(const KeyedHeader& header, std::string_view key) {
    const auto found = header.find(key);
    return found == header.end() ? nullptr : &found->second;
}

std::string textOf(const KeyedHeader& header, std::string_view key) {
    const std::string* text = find(header, key);
    return text == nullptr ? std::string() : text->substr(0, kQuoted);
}

std::optional<Quantity> quantity(const KeyedHeader& header, std::string_view key) {
    const std::string* text = find(header, key);
    if (text == nullptr) return std::nullopt;
    std::string_view rest = *text;
    if (rest.starts_with('+')) rest.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    if (error != std::errc{} || !std::isfinite(value)) return std::nullopt;
    return Quantity{value, std::string(trimmed(std::string_view(end, rest.data() + rest.size()), "_ \t"))};
}

bool bigEndianBy(const KeyedHeader& header, std::string_view key, const std::string& where) {
    constexpr auto kBig = std::to_array<std::string_view>({"highbytefirst", "big_endian", "bigendian", "big"});
    constexpr auto kLittle =
        std::to_array<std::string_view>({"lowbytefirst", "little_endian", "littleendian", "little"});
    const std::string order = lowerAscii(textOf(header, key));
    if (std::ranges::find(kBig, order) != kBig.end()) return true;
    if (order.empty() || std::ranges::find(kLittle, order) != kLittle.end()) return false;
    throw DataError(phrase("the header says that the order of bytes is \"%1\", which Ewald does not know", order),
                    where, "save the file again");
}

} // namespace ewald::io
