// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "codec/byte_reader.h"

#include <optional>
#include <vector>

namespace ewald::codec {

// The decoders of HDF5 chunks other than bitshuffle. Each takes a whole chunk as stored and either fills `out`, whose
// size is exactly what the caller expects, or throws DataError ("damaged <codec> data: …"). All are re-entrant.

/// HDF5-LZ4 (filter 32004): u64 decoded bytes, u32 block bytes (big-endian), then for each block u32 stored bytes and
/// the LZ4 block; a block that did not shrink is stored as it is.
void decodeLz4(ConstBytes chunk, MutableBytes out);
/// Decoded bytes by the chunk's header, once the blocks are found to be able to hold that much. \throws DataError
[[nodiscard]] std::size_t lz4DecodedBytes(ConstBytes chunk);
/// \param blockBytes 0 = the filter's default (1 GiB: one block a chunk)
[[nodiscard]] std::vector<std::byte> encodeLz4(ConstBytes data, std::size_t blockBytes = 0);

/// zstd (filter 32015): one frame.
void decodeZstd(ConstBytes chunk, MutableBytes out);
/// A zstd frame of unknown size; memory grows with what is really decoded. \throws DataError beyond `maxBytes`
[[nodiscard]] std::vector<std::byte> decodeZstd(ConstBytes chunk, std::size_t maxBytes = kMaxChunkBytes);
/// Decoded bytes by the frame's header; empty when it holds none or one so large that it may be a lie.
[[nodiscard]] std::optional<std::size_t> zstdDecodedBytes(ConstBytes chunk);
[[nodiscard]] std::vector<std::byte> encodeZstd(ConstBytes data, int level = 3);

/// What is around a deflate stream.
enum class Wrapping { zlib, none };
/// gzip/deflate (filter 1): a zlib stream; without its header and checksum as in zip archives.
void decodeDeflate(ConstBytes chunk, MutableBytes out, Wrapping wrapping = Wrapping::zlib);
[[nodiscard]] std::vector<std::byte> decodeDeflate(ConstBytes chunk, std::size_t maxBytes = kMaxChunkBytes);

/// c-blosc 1 (filter 32001), all of its compressors that the library was built with.
void decodeBlosc(ConstBytes chunk, MutableBytes out);
/// Decoded bytes by the chunk's header. \throws DataError
[[nodiscard]] std::size_t bloscDecodedBytes(ConstBytes chunk);

/// LZF (filter 32000, h5py).
void decodeLzf(ConstBytes chunk, MutableBytes out);
/// Decoded bytes, found by walking through the tokens. \throws DataError
[[nodiscard]] std::size_t lzfDecodedBytes(ConstBytes chunk);

/// bzip2 (filter 307, PyTables). \throws DataError also when Ewald was built without libbz2
void decodeBzip2(ConstBytes chunk, MutableBytes out);
[[nodiscard]] std::vector<std::byte> decodeBzip2(ConstBytes chunk, std::size_t maxBytes = kMaxChunkBytes);
[[nodiscard]] bool hasBzip2() noexcept;

/// Undoes HDF5's byte shuffle (filter 2): the input holds byte 0 of all elements, then byte 1 …; bytes beyond the last
/// whole element are copied. `out` has the size of `in`. \throws DataError for an element size of zero
void unshuffle(ConstBytes in, std::size_t elementSize, MutableBytes out);
void shuffle(ConstBytes in, std::size_t elementSize, MutableBytes out);

/// Checks the Fletcher-32 sum behind a chunk (filter 3) and returns the bytes before it. The byte-swapped sums of
/// HDF5 before 1.6.3 on little-endian machines are accepted as HDF5 does. \throws DataError when the sum is wrong
[[nodiscard]] ConstBytes checkFletcher32(ConstBytes chunk);
/// HDF5's Fletcher-32: sums of big-endian 16-bit words, an odd last byte counts as the high byte.
[[nodiscard]] std::uint32_t fletcher32(ConstBytes data) noexcept;

} // namespace ewald::codec
