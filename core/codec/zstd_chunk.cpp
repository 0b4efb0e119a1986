// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/decoders.h"

#include "base/phrase.h"
#include "codec/growing_buffer.h"

#include <memory>
#include <zstd.h>

namespace ewald::codec {
namespace {

constexpr const char* kName = "zstd";

} // namespace

void decodeZstd(ConstBytes chunk, MutableBytes out) {
    const std::size_t size = ZSTD_decompress(out.data(), out.size(), chunk.data(), chunk.size());
    if (ZSTD_isError(size) != 0U) throwDamaged(kName, ZSTD_getErrorName(size));
    if (size != out.size()) {
        throwDamaged(kName, phrase("it decodes to %1 bytes instead of %2", size, out.size()));
    }
}

std::vector<std::byte> decodeZstd(ConstBytes chunk, std::size_t maxBytes) {
    const std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> stream(ZSTD_createDStream(), &ZSTD_freeDStream);
    if (!stream) throw std::bad_alloc();
    GrowingBuffer output(kName, chunk.size(), maxBytes);
    ZSTD_inBuffer input{chunk.data(), chunk.size(), 0};
    std::size_t state = 1;
    while (state != 0 || input.pos < input.size) {
        const MutableBytes room = output.room();
        ZSTD_outBuffer target{room.data(), room.size(), 0};
        state = ZSTD_decompressStream(stream.get(), &target, &input);
        if (ZSTD_isError(state) != 0U) throwDamaged(kName, ZSTD_getErrorName(state));
        output.advance(target.pos);
        // Input used up and room left over: nothing more can come, the frame is cut short.
        if (state != 0 && input.pos == input.size && target.pos < target.size)
            throwDamaged(kName, "the frame ends too early");
    }
    return output.take();
}

std::optional<std::size_t> zstdDecodedBytes(ConstBytes chunk) {
    constexpr unsigned long long kAlwaysFine = 64ULL << 20U;
    constexpr unsigned long long kPlausibleRatio = 1024;
    const unsigned long long size = ZSTD_getFrameContentSize(chunk.data(), chunk.size());
    if (size == ZSTD_CONTENTSIZE_ERROR) throwDamaged(kName, "this is no zstd frame");
    if (size == ZSTD_CONTENTSIZE_UNKNOWN || (size > kAlwaysFine && size / kPlausibleRatio > chunk.size())) {
        return std::nullopt;
    }
    return static_cast<std::size_t>(size);
}

std::vector<std::byte> encodeZstd(ConstBytes data, int level) {
    std::vector<std::byte> out(ZSTD_compressBound(data.size()));
    const std::size_t size = ZSTD_compress(out.data(), out.size(), data.data(), data.size(), level);
    if (ZSTD_isError(size) != 0U) throw InternalError(std::string("zstd: ") + ZSTD_getErrorName(size));
    out.resize(size);
    return out;
}

} // namespace ewald::codec
