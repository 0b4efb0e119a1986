// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "codec/chunk_decoder.h"
#include "io/hdf5/hdf5.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace ewald::io::h5 {

/// The address of what was never written.
inline constexpr std::uint64_t kNoAddress = std::numeric_limits<std::uint64_t>::max();

/// One chunk, or one contiguous dataset, as it lies in the file.
struct StoredChunk {
    std::uint64_t address = kNoAddress; ///< bytes from the start of the file
    std::uint64_t bytes = 0;
    std::uint32_t filterMask = 0; ///< bit i set: filter i was left out
};

/// A piece of a dataset that lies in a file without a structure beside the HDF5 file; the pieces follow each other.
struct ExternalPart {
    std::string file;
    std::uint64_t offset = 0; ///< of the first byte in that file
    std::uint64_t bytes = 0;  ///< the largest number: all that is left of the dataset
};

/// Where and how the elements of a dataset lie in its file: all that is needed to read it without the HDF5 library.
struct Storage {
    enum class Layout {
        contiguous,
        compact,   ///< inside the dataset's header: `compact` holds it
        chunked,   ///< `chunks` holds one entry for each up to the last that was written, C order of the grid of chunks
        notDirect, ///< virtual, in external raw files, or too many chunks: only the library can read it
    };
    Layout layout = Layout::notDirect;
    bool bigEndian = false;
    /// Plain integers or IEEE floating-point numbers of 1, 2, 4 or 8 bytes that use all of their bits.
    bool plainNumbers = false;
    std::vector<std::byte> fill; ///< one element in the byte order of the file
    std::vector<codec::FilterStep> filters;
    std::vector<StoredChunk> chunks; ///< one for contiguous data
    /// Of the grid; without an address when it was never written.
    [[nodiscard]] StoredChunk chunk(std::size_t index) const {
        return index < chunks.size() ? chunks[index] : StoredChunk{};
    }
    std::vector<std::byte> compact;
    std::vector<ExternalPart> external; ///< of a dataset in external raw files, where only these are looked for
};

/// Takes time linear in the number of chunks that were written (or, where most are missing, of the grid).
/// \param file     open with Soundness::whatThereIs
/// \throws DataError for a dataset whose chunk index cannot be read
[[nodiscard]] Storage storageOf(const File& file, const Dataset& dataset);

} // namespace ewald::io::h5
