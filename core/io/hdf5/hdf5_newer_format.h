// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace ewald::io::h5::detail {

/// Makes files that HDF5 1.12 to 2.0 write "for the latest library" readable with HDF5 1.10.
///
/// What differs there from the format of 1.10 is little, and is rewritten while the library reads its metadata:
/// * datatype messages of version 4 and 5 (compound, array, enumeration, variable length), which hold the same as
/// version 3;
/// * data layout messages of version 5 (filtered chunks), which hold the same as version 4, but for the indices of
///   chunks that they refer to: the stored size of a chunk takes 8 bytes there, and as few as needed in version 4;
/// * the selections of virtual datasets, see hdf5_newer_virtual.h: they take more bytes in 1.10, so that the library is
///   led to a place behind all files, where it finds the rewritten list.
/// ("HDF5 File Format Specification", sections III and IV; H5D__*_filt_decode of the library.) What cannot be
/// rewritten is refused: the library then reports that it cannot read it.
class NewerFormat {
public:
    using Bytes = std::span<unsigned char>;
    /// Reads bytes of the file as they are. \return false when they are not there
    using ReadAt = std::function<bool(std::uint64_t address, Bytes out)>;

    /// Rewrites a block of metadata that was read at `address`. \return false when it cannot be read with HDF5 1.10
    [[nodiscard]] bool translate(std::uint64_t address, Bytes block, const ReadAt& readAt);

    /// Whether the library is led to places that no file has, and whether an address is one.
    [[nodiscard]] bool hasOwnPlaces() const noexcept { return !m_lists.empty(); }
    [[nodiscard]] static bool isOwnPlace(std::uint64_t address) noexcept { return address >= kOwnPlaces; }

    /// What all nodes of a B-tree of version 2 have in common.
    struct Tree {
        std::size_t sizeBytes = 0;
        std::size_t record = 0; ///< bytes
        std::uint64_t nodeBytes = 0;
    };

private:
    /// Behind the end of any file.
    static constexpr std::uint64_t kOwnPlaces = std::uint64_t{1} << 60U;

    struct TreeNode {
        Tree tree;
        std::size_t records = 0;
        unsigned depth = 0; ///< 0: a leaf
    };
    struct Pages { ///< of an array
        std::uint64_t end = 0;
        std::size_t sizeBytes = 0;
    };
    void header(std::uint64_t address, Bytes block, const ReadAt& readAt);
    bool rewriteMessages(Bytes messages, unsigned flags, const ReadAt& readAt);
    bool moveVirtualList(Bytes layout, const ReadAt& readAt);
    bool copyOwn(std::uint64_t address, Bytes block) const;
    void noteIndex(Bytes layout);
    [[nodiscard]] std::optional<std::size_t> sizeBytesOf(Bytes block) const;
    bool array(std::uint64_t address, Bytes block, const ReadAt& readAt);
    bool superBlock(Bytes block, std::size_t width, std::uint64_t fewest, std::uint64_t perPage, std::size_t sizeBytes);
    void notePages(std::uint64_t start, std::uint64_t elements, std::uint64_t perPage, std::size_t sizeBytes);
    bool tree(std::uint64_t address, Bytes block);

    std::map<std::uint64_t, std::vector<unsigned char>> m_headers; ///< rewritten ones that are read in two parts
    std::map<std::uint64_t, unsigned> m_continuations;             ///< flags of the headers that they continue
    std::map<std::uint64_t, std::size_t> m_wide; ///< index → bytes that version 4 takes for the size of a chunk
    std::map<std::uint64_t, Pages> m_pages;
    std::map<std::uint64_t, std::vector<unsigned char>>
        m_lists; ///< rewritten lists of virtual datasets by their places
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> m_moved; ///< heap and index → place
    std::map<std::uint64_t, TreeNode> m_nodes; ///< those that the nodes above them have named
};

/// The checksum of HDF5's metadata (lookup3 by Bob Jenkins, initial value 0).
[[nodiscard]] std::uint32_t metadataChecksum(std::span<const unsigned char> bytes) noexcept;

} // namespace ewald::io::h5::detail
