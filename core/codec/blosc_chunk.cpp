// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/decoders.h"

#include "base/phrase.h"

#include <blosc.h>

namespace ewald::codec {
namespace {

constexpr const char* kName = "blosc";

} // namespace

std::size_t bloscDecodedBytes(ConstBytes chunk) {
    std::size_t decoded = 0;
    // The library trusts the size in the header, so that has to be checked against the bytes there are.
    if (chunk.size() < BLOSC_MIN_HEADER_LENGTH || blosc_cbuffer_validate(chunk.data(), chunk.size(), &decoded) != 0) {
        throwDamaged(kName, "the header does not fit the chunk");
    }
    return decoded;
}

void decodeBlosc(ConstBytes chunk, MutableBytes out) {
    const std::size_t decoded = bloscDecodedBytes(chunk);
    if (decoded != out.size()) {
        throwDamaged(kName, phrase("it decodes to %1 bytes instead of %2", decoded, out.size()));
    }
    if (out.empty()) return;
    // The context variant takes no lock and starts no threads.
    const int size = blosc_decompress_ctx(chunk.data(), out.data(), out.size(), 1);
    if (size < 0 || static_cast<std::size_t>(size) != out.size()) {
        const char* const compressor = blosc_cbuffer_complib(chunk.data());
        throwDamaged(kName, phrase("a block cannot be decoded (compressor %1)",
                                   (compressor != nullptr ? compressor : "unknown")));
    }
}

} // namespace ewald::codec
