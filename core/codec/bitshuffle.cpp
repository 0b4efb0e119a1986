// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/bitshuffle.h"

#include "base/phrase.h"
#include "codec/bit_transpose.h"
#include "codec/lz4_decode.h"

#include <algorithm>
#include <zstd.h>

namespace ewald::codec {
namespace {

constexpr std::size_t kHeaderBytes = 12;
constexpr std::size_t kLengthBytes = 4;

const char* codecName(BitshuffleCompression compression) noexcept {
    switch (compression) {
    case BitshuffleCompression::none: return "bitshuffle";
    case BitshuffleCompression::lz4: return "bitshuffle-LZ4";
    case BitshuffleCompression::zstd: return "bitshuffle-zstd";
    }
    return "bitshuffle";
}

std::size_t blockBytesOfHeader(std::uint32_t blockBytes, const BitshuffleFormat& format) {
    const std::size_t unit = 8 * format.elementSize;
    if (blockBytes == 0 || blockBytes % unit != 0) {
        throwDamaged(codecName(format.compression),
                     phrase("its block size of %1 bytes is not a multiple of 8 elements of %2 bytes", blockBytes,
                            format.elementSize));
    }
    return blockBytes;
}

void decompressZstd(ConstBytes stored, MutableBytes planes, const char* name) {
    const std::size_t size = ZSTD_decompress(planes.data(), planes.size(), stored.data(), stored.size());
    if (ZSTD_isError(size) != 0U) throwDamaged(name, ZSTD_getErrorName(size));
    if (size != planes.size())
        throwDamaged(name, phrase("a block decodes to %1 bytes instead of %2", size, planes.size()));
}

} // namespace

std::size_t bitshuffleDefaultBlockElements(std::size_t elementSize) noexcept {
    constexpr std::size_t kTargetBytes = 8192;
    constexpr std::size_t kMinElements = 128;
    return elementSize == 0 ? kMinElements : std::max(kTargetBytes / elementSize / 8 * 8, kMinElements);
}

BitshuffleFormat BitshuffleFormat::fromParameters(std::span<const unsigned> parameters) {
    if (parameters.size() < 3 || parameters[2] == 0) {
        throw DataError("the bitshuffle filter has no element size", {}, "the file's filter description is damaged");
    }
    BitshuffleFormat format;
    format.elementSize = parameters[2];
    format.blockElements = parameters.size() > 3 ? parameters[3] : 0;
    const unsigned compression = parameters.size() > 4 ? parameters[4] : 0;
    if (compression != 0 && compression != 2 && compression != 3) {
        throw DataError(phrase("unknown compression %1 of the bitshuffle filter", compression), {},
                        "none, LZ4 and zstd are known; re-write the file with one of them");
    }
    format.compression = static_cast<BitshuffleCompression>(compression);
    return format;
}

BitshuffleStream::BitshuffleStream(BitshuffleFormat format) : m_format(format) {
    if (format.elementSize == 0) throw DataError("the bitshuffle filter has no element size");
}

void BitshuffleStream::open(ConstBytes chunk, std::size_t decodedBytes) {
    const char* const name = codecName(m_format.compression);
    const std::size_t size = m_format.elementSize;
    m_reader = ByteReader(chunk, name);
    m_done = 0;
    m_elements = decodedBytes / size;
    if (decodedBytes % size != 0) {
        throwDamaged(name, phrase("%1 bytes are no whole number of elements of %2 bytes", decodedBytes, size));
    }
    if (m_format.compression == BitshuffleCompression::none) {
        if (chunk.size() < decodedBytes) {
            throwDamaged(name, phrase("the chunk has %1 bytes instead of %2", chunk.size(), decodedBytes));
        }
        m_blockElements = m_format.blockElements != 0 ? m_format.blockElements : bitshuffleDefaultBlockElements(size);
        if (m_blockElements % 8 != 0) throwDamaged(name, "the block size is not a multiple of 8 elements");
    } else {
        const std::uint64_t promised = m_reader.takeU64();
        if (promised != decodedBytes) {
            throwDamaged(
                name, phrase("the chunk says that it decodes to %1 bytes, the file says %2", promised, decodedBytes));
        }
        m_blockElements = blockBytesOfHeader(m_reader.takeU32(), m_format) / size;
    }
    m_maxBlockElements = std::min(m_blockElements, std::max(m_elements / 8 * 8, m_elements % 8));
}

BitshuffleStream::Block BitshuffleStream::upcoming() const noexcept {
    const std::size_t left = m_elements - m_done;
    if (left >= m_blockElements) return {m_done, m_blockElements};
    return {m_done, left >= 8 ? left / 8 * 8 : left};
}

ConstBytes BitshuffleStream::takeStored(const Block& block) {
    const bool plain = m_format.compression == BitshuffleCompression::none || block.elements < 8;
    return m_reader.take(plain ? block.elements * m_format.elementSize : m_reader.takeU32());
}

void BitshuffleStream::decompress(ConstBytes stored, std::size_t bytes, MutableBytes planes) const {
    const char* const name = codecName(m_format.compression);
    switch (m_format.compression) {
    case BitshuffleCompression::none: std::ranges::copy(stored, planes.begin()); return;
    case BitshuffleCompression::zstd: decompressZstd(stored, planes.first(bytes), name); return;
    case BitshuffleCompression::lz4: break;
    }
    if (!decodeLz4Block(stored, bytes, planes)) {
        throwDamaged(name, phrase("the block at element %1 does not decode to its %2 bytes", m_done, bytes));
    }
}

std::size_t BitshuffleStream::planeBytes() const noexcept {
    return m_maxBlockElements * m_format.elementSize + kLz4Slack;
}

void BitshuffleStream::nextPlanes(MutableBytes out) {
    const Block block = upcoming();
    const std::size_t bytes = block.elements * m_format.elementSize;
    if (block.elements < 8 || out.size() < bytes + kLz4Slack)
        throw InternalError("the buffer for the planes of a bitshuffle block is too small, or there is no such block");
    decompress(takeStored(block), bytes, out);
    m_done += block.elements;
}

std::optional<BitshuffleStream::Block> BitshuffleStream::next(MutableBytes out) {
    const Block block = upcoming();
    if (block.elements == 0) return std::nullopt;
    const std::size_t bytes = block.elements * m_format.elementSize;
    if (out.size() < bytes) throw InternalError("the buffer for a bitshuffle block is too small");
    const ConstBytes stored = takeStored(block);
    if (block.elements < 8) {
        std::ranges::copy(stored, out.begin());
    } else if (m_format.compression == BitshuffleCompression::none) {
        bitUntranspose(stored, block.elements, m_format.elementSize, out.first(bytes));
    } else {
        // A block that claims to expand beyond what the compression can do is refused before memory is taken for it.
        if (m_format.compression == BitshuffleCompression::lz4 && bytes / 256 > stored.size()) {
            throwDamaged(codecName(m_format.compression), "a block is too short for what it should hold");
        }
        if (m_planes.size() < bytes + kLz4Slack) m_planes.resize(bytes + kLz4Slack);
        decompress(stored, bytes, m_planes);
        bitUntranspose(MutableBytes(m_planes).first(bytes), block.elements, m_format.elementSize, out.first(bytes));
    }
    m_done += block.elements;
    return block;
}

std::optional<BitshuffleStream::Block> BitshuffleStream::skip() {
    const Block block = upcoming();
    if (block.elements == 0) return std::nullopt;
    takeStored(block);
    m_done += block.elements;
    return block;
}

void decodeBitshuffle(ConstBytes chunk, const BitshuffleFormat& format, MutableBytes out) {
    BitshuffleStream stream(format);
    stream.open(chunk, out.size());
    while (const auto block = stream.next(out)) out = out.subspan(block->elements * format.elementSize);
}

std::size_t bitshuffleDecodedBytes(ConstBytes chunk, const BitshuffleFormat& format) {
    if (format.compression == BitshuffleCompression::none) return chunk.size();
    const char* const name = codecName(format.compression);
    const std::uint64_t promised = ByteReader(chunk, name).takeU64();
    if (promised > kMaxChunkBytes) throwDamaged(name, "it says that it decodes to more than a chunk can hold");
    const auto decoded = static_cast<std::size_t>(promised);
    BitshuffleStream stream(format);
    stream.open(chunk, decoded);
    while (const auto block = stream.skip()) {}
    // Every block is there; what is left to lie about is how much the blocks expand.
    if (format.compression == BitshuffleCompression::lz4 && decoded / 256 > chunk.size()) {
        throwDamaged(name, "the chunk is too short for what it should hold");
    }
    return decoded;
}

BitshuffleBlockIndex indexBitshuffleBlocks(ConstBytes chunk, const BitshuffleFormat& format, std::size_t decodedBytes) {
    const char* const name = codecName(format.compression);
    if (format.compression == BitshuffleCompression::none) throw InternalError("a plain chunk has no block index");
    BitshuffleStream check(format);
    check.open(chunk, decodedBytes);
    if (chunk.size() > kMaxChunkBytes) throwDamaged(name, "larger than a chunk can be");

    ByteReader reader(chunk, name);
    reader.take(kHeaderBytes - kLengthBytes);
    BitshuffleBlockIndex index;
    index.blockElements = reader.takeU32() / format.elementSize;
    const std::size_t elements = decodedBytes / format.elementSize;
    const std::size_t transposed = elements / 8 * 8;
    const std::size_t blocks = (transposed + index.blockElements - 1) / index.blockElements;
    // The length words alone need this many bytes: known before memory is taken for the index.
    if (blocks > chunk.size() / kLengthBytes) throwDamaged(name, "the chunk is too short for its blocks");
    index.offsets.reserve(blocks + 1);
    for (std::size_t b = 0; b < blocks; ++b) {
        const std::uint32_t length = reader.takeU32();
        index.offsets.push_back(static_cast<std::uint32_t>(reader.position()));
        reader.take(length);
    }
    index.offsets.push_back(static_cast<std::uint32_t>(reader.position()));
    index.rawTailOffset = reader.position();
    index.rawTailBytes = (elements - transposed) * format.elementSize;
    reader.take(index.rawTailBytes);
    return index;
}

} // namespace ewald::codec
