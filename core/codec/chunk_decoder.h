// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "codec/bitshuffle.h"

#include <optional>
#include <string>
#include <vector>

namespace ewald::codec {

/// HDF5 filter identifiers that chunks are decoded for.
namespace filter_id {
inline constexpr int kDeflate = 1;
inline constexpr int kShuffle = 2;
inline constexpr int kFletcher32 = 3;
inline constexpr int kBzip2 = 307;
inline constexpr int kLzf = 32000;
inline constexpr int kBlosc = 32001;
inline constexpr int kLz4 = 32004;
inline constexpr int kBitshuffle = 32008;
inline constexpr int kZstd = 32015;
inline constexpr int kBitGroom = 32022;
inline constexpr int kBitRound = 32023;
} // namespace filter_id

/// One step of a dataset's filter pipeline, as the dataset's creation properties list them.
struct FilterStep {
    int id = 0;
    std::vector<unsigned> parameters; ///< cd_values
};

/// The name of an HDF5 filter for people: "bitshuffle", "Blosc2", "unknown filter 32099". Knows every filter that is
/// registered with The HDF Group, decoded here or not.
[[nodiscard]] std::string filterName(int id);

/// Whether chunks of this filter can be decoded here, without the HDF5 library.
[[nodiscard]] bool canDecode(int id) noexcept;

/// Undoes a dataset's filter pipeline, chunk after chunk, without the HDF5 library and its lock: made for chunks that
/// were read from the file by their address. One decoder a thread.
class ChunkDecoder {
public:
    /// \param steps      in the order in which they were applied at writing
    /// \param chunkBytes bytes of a whole decoded chunk: elements of the chunk × bytes of the type
    /// \throws DataError naming the first filter that cannot be decoded here
    ChunkDecoder(std::vector<FilterStep> steps, std::size_t chunkBytes);

    [[nodiscard]] std::size_t chunkBytes() const noexcept { return m_chunkBytes; }

    /// The format when bitshuffle is the only step: then a BitshuffleStream can take the chunks block by block.
    [[nodiscard]] std::optional<BitshuffleFormat> bitshuffleOnly() const;

    /// \param stored     the chunk as it lies in the file
    /// \param filterMask of the chunk: bit i set = step i was left out when it was written
    /// \param out        chunkBytes() bytes
    /// \throws DataError for a damaged chunk
    void decode(ConstBytes stored, std::uint32_t filterMask, MutableBytes out);

private:
    std::vector<FilterStep> m_steps;
    std::size_t m_chunkBytes;
    std::vector<std::byte> m_even; ///< results between two steps
    std::vector<std::byte> m_odd;
};

/// Decoded bytes of a chunk of one filter by its own header, when it has one that can be trusted so far that taking the
/// memory is safe; empty when it is known after decoding only. \throws DataError for a header that contradicts the
/// chunk
[[nodiscard]] std::optional<std::size_t> decodedBytes(const FilterStep& step, ConstBytes stored);

/// Undoes one filter when the decoded size is not known from outside (as in HDF5's filter interface).
/// \throws DataError for a damaged chunk or a filter that cannot be decoded here
[[nodiscard]] std::vector<std::byte> decodeStep(const FilterStep& step, ConstBytes stored);

/// Undoes one filter into exactly `out`. \throws DataError
void decodeStep(const FilterStep& step, ConstBytes stored, MutableBytes out);

} // namespace ewald::codec
