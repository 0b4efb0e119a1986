// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/decoders.h"

#include "base/phrase.h"

#include <algorithm>
#include <limits>
#include <lz4.h>

namespace ewald::codec {
namespace {

constexpr const char* kName = "LZ4";
constexpr std::size_t kDefaultBlockBytes = std::size_t{1} << 30U;

struct Header {
    std::uint64_t decodedBytes = 0;
    std::size_t blockBytes = 0;
};

Header takeHeader(ByteReader& reader) {
    Header header;
    header.decodedBytes = reader.takeU64();
    header.blockBytes = reader.takeU32();
    if (header.decodedBytes > kMaxChunkBytes)
        throwDamaged(kName, "it says that it decodes to more than a chunk can hold");
    if (header.blockBytes == 0 && header.decodedBytes != 0) throwDamaged(kName, "its block size is zero");
    return header;
}

void decodeBlock(ConstBytes stored, MutableBytes out) {
    constexpr std::size_t kMaxInt = std::numeric_limits<int>::max();
    if (stored.size() > kMaxInt || out.size() > kMaxInt) throwDamaged(kName, "a block of more than 2 GiB");
    const int size =
        LZ4_decompress_safe(reinterpret_cast<const char*>(stored.data()), reinterpret_cast<char*>(out.data()),
                            static_cast<int>(stored.size()), static_cast<int>(out.size()));
    if (size < 0 || static_cast<std::size_t>(size) != out.size()) {
        throwDamaged(kName, phrase("a block does not decode to its %1 bytes", out.size()));
    }
}

} // namespace

void decodeLz4(ConstBytes chunk, MutableBytes out) {
    ByteReader reader(chunk, kName);
    const Header header = takeHeader(reader);
    if (header.decodedBytes != out.size()) {
        throwDamaged(kName, phrase("the chunk says that it decodes to %1 bytes, the file says %2", header.decodedBytes,
                                   out.size()));
    }
    while (!out.empty()) {
        const MutableBytes block = out.first(std::min(header.blockBytes, out.size()));
        const ConstBytes stored = reader.take(reader.takeU32());
        if (stored.size() == block.size()) {
            std::ranges::copy(stored, block.begin());
        } else {
            decodeBlock(stored, block);
        }
        out = out.subspan(block.size());
    }
}

std::size_t lz4DecodedBytes(ConstBytes chunk) {
    ByteReader reader(chunk, kName);
    const Header header = takeHeader(reader);
    auto left = static_cast<std::size_t>(header.decodedBytes);
    while (left > 0) {
        const std::size_t block = std::min(header.blockBytes, left);
        const ConstBytes stored = reader.take(reader.takeU32());
        // One byte of LZ4 stands for at most 255 of output.
        if (block / 256 > stored.size()) throwDamaged(kName, "a block is too short for what it should hold");
        left -= block;
    }
    return static_cast<std::size_t>(header.decodedBytes);
}

std::vector<std::byte> encodeLz4(ConstBytes data, std::size_t blockBytes) {
    if (blockBytes == 0) blockBytes = kDefaultBlockBytes;
    blockBytes = std::clamp<std::size_t>(blockBytes, 1, std::max<std::size_t>(data.size(), 1));
    if (blockBytes > LZ4_MAX_INPUT_SIZE) throw InternalError("LZ4 block larger than LZ4 allows");
    std::vector<std::byte> out;
    const auto append = [&out](std::uint64_t value, int bytes) {
        for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) out.push_back(static_cast<std::byte>(value >> shift));
    };
    append(data.size(), 8);
    append(blockBytes, 4);
    while (!data.empty()) {
        const ConstBytes block = data.first(std::min(blockBytes, data.size()));
        const int blockSize = static_cast<int>(block.size());
        std::vector<std::byte> packed(static_cast<std::size_t>(LZ4_compressBound(blockSize)));
        const int size =
            LZ4_compress_default(reinterpret_cast<const char*>(block.data()), reinterpret_cast<char*>(packed.data()),
                                 blockSize, static_cast<int>(packed.size()));
        const bool shrunk = size > 0 && size < blockSize;
        const ConstBytes stored = shrunk ? ConstBytes(packed).first(static_cast<std::size_t>(size)) : block;
        append(stored.size(), 4);
        out.insert(out.end(), stored.begin(), stored.end());
        data = data.subspan(block.size());
    }
    return out;
}

} // namespace ewald::codec
