// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "codec/byte_reader.h"

#include <optional>
#include <vector>

namespace ewald::codec {

/// What follows the bit transposition in a bitshuffle chunk (HDF5 filter 32008, fifth parameter).
enum class BitshuffleCompression : unsigned { none = 0, lz4 = 2, zstd = 3 };

/// The parameters of a bitshuffle chunk, as the filter's cd_values give them.
struct BitshuffleFormat {
    std::size_t elementSize = 0;   ///< bytes of one element, any number > 0
    std::size_t blockElements = 0; ///< only for uncompressed chunks: elements a block, 0 = the filter's default
    BitshuffleCompression compression = BitshuffleCompression::lz4;

    /// From the cd_values of filter 32008: major, minor, element size, block size, compression, level.
    /// \throws DataError for missing, zero or unknown parameters
    [[nodiscard]] static BitshuffleFormat fromParameters(std::span<const unsigned> parameters);
};

/// The number of elements a block that the filter chooses by itself: about 8 KiB, a multiple of 8, at least 128.
[[nodiscard]] std::size_t bitshuffleDefaultBlockElements(std::size_t elementSize) noexcept;

/// Decodes a bitshuffle chunk block by block into a buffer of the caller, so that a block can be used while it is in
/// the processor's cache. One stream a thread; opening the next chunk reuses its memory.
///
/// Layout of a compressed chunk (big-endian): u64 decoded bytes, u32 block bytes, then for every block u32 stored bytes
/// and the stored bytes; the last block is shorter (a multiple of 8 elements); the last (elements mod 8) elements
/// follow raw. The block size of the chunk's header holds, not that of the filter's parameters. Without compression the
/// chunk is the transposed blocks alone. Bytes behind the last block are ignored, as the reference implementation does.
///
/// Bad chunks end in DataError; nothing is read outside the chunk or written outside the caller's buffer, and no more
/// than one block is allocated.
class BitshuffleStream {
public:
    /// \throws DataError for an element size of zero
    explicit BitshuffleStream(BitshuffleFormat format);

    /// A run of decoded elements; they lie at the start of the buffer given to next().
    struct Block {
        std::size_t firstElement = 0;
        std::size_t elements = 0;
    };

    /// Starts with a chunk, which must stay alive until the last next().
    /// \param decodedBytes what the file's shape and type promise; the chunk's header has to agree
    /// \throws DataError
    void open(ConstBytes chunk, std::size_t decodedBytes);

    /// Elements of the largest block of the chunk that is open: what the buffer of next() must hold.
    [[nodiscard]] std::size_t maxBlockElements() const noexcept { return m_maxBlockElements; }
    [[nodiscard]] std::size_t elementSize() const noexcept { return m_format.elementSize; }
    [[nodiscard]] std::size_t elementCount() const noexcept { return m_elements; }

    /// Decodes the next block into the start of `out` (at least maxBlockElements()·elementSize() bytes, or as many as
    /// are left). Empty at the end. \throws DataError for a damaged block, InternalError for a buffer too small
    [[nodiscard]] std::optional<Block> next(MutableBytes out);

    /// Passes the next block without decoding it. Empty at the end. \throws DataError
    std::optional<Block> skip();

    /// The block that comes next; no elements at the end.
    [[nodiscard]] Block upcoming() const noexcept;
    /// Bytes of the largest block and the room behind it that nextPlanes() needs.
    [[nodiscard]] std::size_t planeBytes() const noexcept;
    /// Decompresses the next block, of at least 8 elements, and leaves its bits in planes (bit_transpose.h).
    /// \param out  planeBytes() at least; the planes lie at its start, what is behind them holds anything
    /// \throws DataError for a damaged block, InternalError for a buffer too small or a block without planes
    void nextPlanes(MutableBytes out);

private:
    ConstBytes takeStored(const Block& block);
    void decompress(ConstBytes stored, std::size_t bytes, MutableBytes planes) const;

    BitshuffleFormat m_format;
    ByteReader m_reader;
    std::size_t m_elements = 0;
    std::size_t m_blockElements = 0;
    std::size_t m_maxBlockElements = 0;
    std::size_t m_done = 0;
    std::vector<std::byte> m_planes;
};

/// Decodes a whole chunk; `out` has exactly the decoded size. \throws DataError
void decodeBitshuffle(ConstBytes chunk, const BitshuffleFormat& format, MutableBytes out);

/// Decoded bytes of a chunk by its own header, once the header has been found to fit the chunk's blocks; the size of
/// the chunk itself without compression. Bounded: LZ4 cannot expand more than 255-fold. \throws DataError
[[nodiscard]] std::size_t bitshuffleDecodedBytes(ConstBytes chunk, const BitshuffleFormat& format);

/// Where each compressed block of a chunk begins, for decoders that treat blocks in parallel.
struct BitshuffleBlockIndex {
    std::size_t blockElements = 0;      ///< of all blocks but perhaps the last
    std::vector<std::uint32_t> offsets; ///< of the stored bytes behind each length word, and one past the last
    std::size_t rawTailOffset = 0;      ///< of the raw bytes behind the last block
    std::size_t rawTailBytes = 0;
};
/// Walks through the length words of a compressed chunk. \throws DataError when they do not fit the chunk
[[nodiscard]] BitshuffleBlockIndex indexBitshuffleBlocks(ConstBytes chunk, const BitshuffleFormat& format,
                                                         std::size_t decodedBytes);

/// Encodes a chunk as filter 32008 does.
/// \param format blockElements is honoured here for every compression (0 = default; otherwise a multiple of 8)
/// \param zstdLevel only for zstd
/// \throws InternalError for data that are no whole number of elements or a block size that is no multiple of 8
[[nodiscard]] std::vector<std::byte> encodeBitshuffle(ConstBytes data, const BitshuffleFormat& format,
                                                      int zstdLevel = 1);

/// encodeBitshuffle() with LZ4 and the default block size: what detectors write.
[[nodiscard]] std::vector<std::byte> encodeBitshuffleLz4(ConstBytes data, std::size_t elementSize);

} // namespace ewald::codec
