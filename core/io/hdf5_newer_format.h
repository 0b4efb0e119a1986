// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace ewald::io::h5::detail {

/// Makes files that HDF5 1.12 to 2.0 write "for the latest library" readable with HDF5 1.10.
///
/// What differs there from the format of 1.10 is little, and is rewritten while the library reads its metadata:
/// * datatype messages of version 4 and 5 (compound, array, enumeration, variable length), which hold the same as
/// version 3;
/// * data layout messages of version 5 (filtered chunks), which hold the same as version 4, but for the indices of
///   chunks that they refer to: the stored size of a chunk takes 8 bytes there, and as few as needed in version 4.
/// ("HDF5 File Format Specification", sections III and IV; H5D__*_filt_decode of the library.) What cannot be
/// rewritten is refused: the library then reports that it cannot read it.
class NewerFormat {
public:
    using Bytes = std::span<unsigned char>;
    /// Reads bytes of the file as they are. \return false when they are not there
    using ReadAt = std::function<bool(std::uint64_t address, Bytes out)>;

    /// Rewrites a block of metadata that was read at `address`. \return false when it cannot be read with HDF5 1.10
    [[nodiscard]] bool translate(std::uint64_t address, Bytes block, const ReadAt& readAt);

private:
    struct Pages { ///< of a fixed array
        std::uint64_t end = 0;
        std::size_t sizeBytes = 0;
    };
    void header(std::uint64_t address, Bytes block, const ReadAt& readAt);
    bool rewriteMessages(Bytes messages, unsigned flags);
    void noteIndex(Bytes layout);
    [[nodiscard]] std::optional<std::size_t> sizeBytesOf(Bytes block) const;
    bool extensibleArray(Bytes block, bool indexBlock, const ReadAt& readAt) const;
    bool fixedArray(std::uint64_t address, Bytes block, const ReadAt& readAt);
    bool tree(std::uint64_t address, Bytes block);

    std::map<std::uint64_t, std::vector<unsigned char>> m_headers; ///< rewritten ones that are read in two parts
    std::map<std::uint64_t, unsigned> m_continuations;             ///< flags of the headers that they continue
    std::map<std::uint64_t, std::size_t> m_wide; ///< index → bytes that version 4 takes for the size of a chunk
    std::map<std::uint64_t, Pages> m_pages;
    std::map<std::uint64_t, std::pair<std::size_t, std::size_t>> m_leaves; ///< root of a B-tree → its index, records
};

/// The checksum of HDF5's metadata (lookup3 by Bob Jenkins, initial value 0).
[[nodiscard]] std::uint32_t metadataChecksum(std::span<const unsigned char> bytes) noexcept;

} // namespace ewald::io::h5::detail
