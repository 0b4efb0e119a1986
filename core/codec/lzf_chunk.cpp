// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/decoders.h"

#include "base/phrase.h"

#include <algorithm>

// LZF tokens: a control byte c < 32 is followed by c + 1 literal bytes; otherwise the upper three bits hold the match
// length − 2 (7: add the next byte) and the lower five with one more byte the distance − 1.

namespace ewald::codec {
namespace {

constexpr const char* kName = "LZF";

struct Token {
    ConstBytes literals;      ///< empty for a match
    std::size_t length = 0;   ///< bytes of output
    std::size_t distance = 0; ///< of a match
};

Token takeToken(ByteReader& reader) {
    const auto takeByte = [&reader] { return std::to_integer<std::size_t>(reader.take(1)[0]); };
    const std::size_t control = takeByte();
    Token token;
    if (control < 32) {
        token.length = control + 1;
        token.literals = reader.take(token.length);
        return token;
    }
    token.length = (control >> 5U) + 2;
    if (control >> 5U == 7) token.length += takeByte();
    token.distance = ((control & 31U) << 8U) + takeByte() + 1;
    return token;
}

} // namespace

std::size_t lzfDecodedBytes(ConstBytes chunk) {
    ByteReader reader(chunk, kName);
    std::size_t size = 0;
    while (reader.left() > 0) size += takeToken(reader).length;
    return size;
}

void decodeLzf(ConstBytes chunk, MutableBytes out) {
    ByteReader reader(chunk, kName);
    std::size_t done = 0;
    while (reader.left() > 0) {
        const Token token = takeToken(reader);
        if (token.length > out.size() - done) {
            throwDamaged(kName, phrase("it decodes to more than %1 bytes", out.size()));
        }
        if (token.distance == 0) {
            std::ranges::copy(token.literals, out.begin() + static_cast<std::ptrdiff_t>(done));
        } else {
            if (token.distance > done) throwDamaged(kName, "a match points before the start");
            // Source and target may overlap on purpose: a run is a match of distance 1.
            for (std::size_t i = 0; i < token.length; ++i) out[done + i] = out[done + i - token.distance];
        }
        done += token.length;
    }
    if (done != out.size()) {
        throwDamaged(kName, phrase("it decodes to %1 bytes instead of %2", done, out.size()));
    }
}

} // namespace ewald::codec
