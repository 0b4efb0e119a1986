// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/bit_transpose.h"
#include "codec/bitshuffle.h"

#include <algorithm>
#include <lz4.h>
#include <zstd.h>

namespace ewald::codec {
namespace {

void appendBigEndian(std::vector<std::byte>& out, std::uint64_t value, int bytes) {
    for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) out.push_back(static_cast<std::byte>(value >> shift));
}

/// Largest compressed size of `bytes` bytes.
std::size_t compressBound(std::size_t bytes, BitshuffleCompression compression) {
    if (compression == BitshuffleCompression::zstd) return ZSTD_compressBound(bytes);
    if (bytes > LZ4_MAX_INPUT_SIZE) throw InternalError("a bitshuffle block is too large for LZ4");
    return static_cast<std::size_t>(LZ4_compressBound(static_cast<int>(bytes)));
}

std::size_t compressBlock(ConstBytes planes, MutableBytes out, BitshuffleCompression compression, int zstdLevel) {
    if (compression == BitshuffleCompression::zstd) {
        const std::size_t size = ZSTD_compress(out.data(), out.size(), planes.data(), planes.size(), zstdLevel);
        if (ZSTD_isError(size) != 0U) throw InternalError(std::string("zstd: ") + ZSTD_getErrorName(size));
        return size;
    }
    const int size =
        LZ4_compress_default(reinterpret_cast<const char*>(planes.data()), reinterpret_cast<char*>(out.data()),
                             static_cast<int>(planes.size()), static_cast<int>(out.size()));
    if (size <= 0) throw InternalError("LZ4 could not compress a block");
    return static_cast<std::size_t>(size);
}

} // namespace

std::vector<std::byte> encodeBitshuffle(ConstBytes data, const BitshuffleFormat& format, int zstdLevel) {
    const std::size_t size = format.elementSize;
    if (size == 0 || data.size() % size != 0) throw InternalError("bitshuffle: data are no whole number of elements");
    const std::size_t blockElements =
        format.blockElements != 0 ? format.blockElements : bitshuffleDefaultBlockElements(size);
    if (blockElements % 8 != 0 || blockElements * size > kMaxChunkBytes) {
        throw InternalError("bitshuffle: the block size must be a multiple of 8 elements, below 4 GiB");
    }
    const bool plain = format.compression == BitshuffleCompression::none;
    std::vector<std::byte> out;
    out.reserve(plain ? data.size() : data.size() / 4 + 64);
    if (!plain) {
        appendBigEndian(out, data.size(), 8);
        appendBigEndian(out, blockElements * size, 4);
    }
    std::vector<std::byte> planes;
    std::size_t elementsLeft = data.size() / size;
    while (elementsLeft >= 8) {
        const std::size_t elements = std::min(blockElements, elementsLeft / 8 * 8);
        const std::size_t bytes = elements * size;
        planes.resize(bytes);
        bitTranspose(data.first(bytes), elements, size, planes);
        if (plain) {
            out.insert(out.end(), planes.begin(), planes.end());
        } else {
            const std::size_t lengthAt = out.size();
            const std::size_t bound = compressBound(bytes, format.compression);
            out.resize(lengthAt + 4 + bound);
            const std::size_t stored =
                compressBlock(planes, MutableBytes(out).subspan(lengthAt + 4), format.compression, zstdLevel);
            for (std::size_t i = 0; i < 4; ++i) out[lengthAt + i] = static_cast<std::byte>(stored >> (8 * (3 - i)));
            out.resize(lengthAt + 4 + stored);
        }
        data = data.subspan(bytes);
        elementsLeft -= elements;
    }
    out.insert(out.end(), data.begin(), data.end());
    return out;
}

std::vector<std::byte> encodeBitshuffleLz4(ConstBytes data, std::size_t elementSize) {
    return encodeBitshuffle(data, {elementSize, 0, BitshuffleCompression::lz4});
}

} // namespace ewald::codec
