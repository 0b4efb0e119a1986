// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/hdf5/hdf5_newer_format.h"

#include "io/hdf5/hdf5_newer_virtual.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>

namespace ewald::io::h5::detail {
namespace {

using Bytes = NewerFormat::Bytes;

constexpr std::size_t kChecksum = 4;
constexpr std::size_t kAddress = 8;
/// Address, size and filter mask of a filtered chunk in an index that a layout message of version 5 refers to.
constexpr std::size_t kWideElement = 20;
/// Signature, version, class and address of the header: the start of every block of an array.
constexpr std::size_t kArrayPrefix = 14;

std::uint64_t number(std::span<const unsigned char> bytes, std::size_t at, std::size_t width) {
    std::uint64_t value = 0;
    for (std::size_t i = width; i-- > 0;) value = value << 8U | bytes[at + i];
    return value;
}

bool begins(std::span<const unsigned char> bytes, std::string_view signature) {
    return bytes.size() >= signature.size() && std::memcmp(bytes.data(), signature.data(), signature.size()) == 0;
}

void seal(Bytes block) {
    const std::uint32_t sum = metadataChecksum(block.first(block.size() - kChecksum));
    for (std::size_t i = 0; i < kChecksum; ++i)
        block[block.size() - kChecksum + i] = static_cast<unsigned char>(sum >> 8U * i & 0xffU);
}

/// Whether the block is as its writer left it: what is damaged stays so, for the library to find out.
bool isIntact(std::span<const unsigned char> block) {
    return block.size() > kChecksum &&
           metadataChecksum(block.first(block.size() - kChecksum)) == number(block, block.size() - kChecksum, 4);
}

constexpr int kDeepestType = 32;

/// Gives a datatype message and those inside it the version 3.
/// \return its length; absent when it is none that version 3 knows
std::optional<std::size_t> rewriteType(Bytes type, bool& changed, int depth) {
    constexpr std::size_t kHeader = 8;
    if (type.size() < kHeader || depth > kDeepestType) return std::nullopt;
    const unsigned kind = type[0] & 15U;
    const unsigned version = type[0] >> 4U;
    if (version < 3 && kind >= 6 && kind != 7 && kind != 9) return std::nullopt; // laid out in another way
    if (version > 5 || (kind == 7 && version > 3)) return std::nullopt;
    std::size_t length = kHeader;
    const auto nested = [&] {
        const auto inner = length <= type.size() ? rewriteType(type.subspan(length), changed, depth + 1) : std::nullopt;
        length += inner.value_or(0);
        return inner.has_value();
    };
    const auto skipName = [&] {
        while (length < type.size() && type[length] != 0) ++length;
        return ++length <= type.size();
    };
    const std::uint64_t size = number(type, 4, 4);
    const std::size_t members = static_cast<std::size_t>(number(type, 1, 2));
    switch (kind) {
    case 0:
    case 4: length += 4; break;
    case 1: length += 12; break;
    case 2: length += 2; break;
    case 3:
    case 7: break;
    case 5: length += type[1]; break;
    case 6: {
        // The offset of a member takes as many bytes as the size of the whole needs.
        const std::size_t offsetBytes = (static_cast<std::size_t>(std::bit_width(size)) + 7) / 8;
        for (std::size_t i = 0; i < members; ++i) {
            if (!skipName()) return std::nullopt;
            length += offsetBytes;
            if (!nested()) return std::nullopt;
        }
        break;
    }
    case 8: {
        if (!nested()) return std::nullopt;
        for (std::size_t i = 0; i < members; ++i)
            if (!skipName()) return std::nullopt;
        length += members * static_cast<std::size_t>(size);
        break;
    }
    case 9:
        if (!nested()) return std::nullopt;
        break;
    case 10:
        if (length >= type.size()) return std::nullopt;
        length += 1 + std::size_t{4} * type[length];
        if (!nested()) return std::nullopt;
        break;
    default: return std::nullopt;
    }
    if (length > type.size()) return std::nullopt;
    if (version > 3) {
        type[0] = static_cast<unsigned char>(kind | 3U << 4U);
        changed = true;
    }
    return length;
}

/// Rewrites a copy, so that a type that cannot be rewritten as a whole stays as it is.
bool rewriteTypeOf(Bytes message) {
    std::vector<unsigned char> copy(message.begin(), message.end());
    bool changed = false;
    if (!rewriteType(copy, changed, 0) || !changed) return false;
    std::copy(copy.begin(), copy.end(), message.begin());
    return true;
}

/// The datatype inside an attribute message of version 3.
bool rewriteAttribute(Bytes message) {
    constexpr std::size_t kPrefix = 9;
    if (message.size() < kPrefix || message[0] != 3 || (message[1] & 1U) != 0) return false;
    const std::size_t first = kPrefix + static_cast<std::size_t>(number(message, 2, 2));
    const auto length = static_cast<std::size_t>(number(message, 4, 2));
    return first + length <= message.size() && rewriteTypeOf(message.subspan(first, length));
}

/// Moves elements of an index together: what follows the size of a chunk comes as early as version 4 has it.
/// \param step bytes from one element to the next; 0 = they come together without a gap
void narrow(Bytes elements, std::size_t count, std::size_t size, std::size_t step, std::size_t sizeBytes) {
    if (size < kAddress + 8) return;
    std::size_t to = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t from = i * size;
        if (step != 0) to = i * step;
        std::memmove(&elements[to], &elements[from], kAddress + sizeBytes);
        const std::size_t rest = size - kAddress - 8;
        std::memmove(&elements[to + kAddress + sizeBytes], &elements[from + kAddress + 8], rest);
        to += kAddress + sizeBytes + rest;
    }
}

/// More elements, and larger addresses, than any file has.
constexpr std::uint64_t kMostElements = std::uint64_t{1} << 56U;
/// Ten levels hold more chunks than a file has bytes.
constexpr unsigned kDeepestTree = 10;
constexpr std::size_t kMostNodes = 1'000'000;

/// A super block of an extensible array: that many data blocks of that many elements.
struct SuperBlock {
    std::uint64_t blocks = 0;
    std::uint64_t elements = 0;
};

/// The one that begins with this element: super block u has 2^(u/2) blocks of 2^((u+1)/2) times the fewest elements
/// (H5EA_SBLK_NDBLKS and H5EA_SBLK_DBLK_NELMTS of the library).
std::optional<SuperBlock> superBlockAt(std::uint64_t firstElement, std::uint64_t fewest) {
    std::uint64_t begin = 0;
    for (unsigned u = 0; u < 64; ++u) {
        const SuperBlock block{std::uint64_t{1} << u / 2, fewest << (u + 1) / 2};
        if (begin == firstElement) return block;
        begin += block.elements * block.blocks;
    }
    return std::nullopt;
}

/// Bytes that the library takes for numbers up to `largest`.
std::size_t bytesFor(std::uint64_t largest) {
    return (static_cast<std::size_t>(std::bit_width(std::max<std::uint64_t>(largest, 1))) - 1) / 8 + 1;
}

/// A pointer to a child in an inner node of a B-tree: address, number of records in the child, and below it.
struct TreePointer {
    std::size_t countBytes = 0;
    std::size_t totalBytes = 0;
    [[nodiscard]] std::size_t bytes() const noexcept { return kAddress + countBytes + totalBytes; }
};

/// Those of a node of this depth (H5B2__hdr_init of the library).
TreePointer pointersOf(const NewerFormat::Tree& tree, unsigned depth) {
    constexpr std::uint64_t kPrefix = 10; // signature, version, type, checksum
    if (tree.nodeBytes <= kPrefix) return {};
    const std::uint64_t leaf = (tree.nodeBytes - kPrefix) / tree.record;
    TreePointer pointer{bytesFor(leaf), 0};
    std::uint64_t below = leaf; // most records in and below a child
    for (unsigned level = 1; level < depth; ++level) {
        if (tree.nodeBytes <= kPrefix + pointer.bytes()) return pointer;
        const std::uint64_t most = (tree.nodeBytes - kPrefix - pointer.bytes()) / (tree.record + pointer.bytes());
        below = (most + 1) * below + most;
        pointer.totalBytes = bytesFor(below);
    }
    return pointer;
}

} // namespace

std::uint32_t metadataChecksum(std::span<const unsigned char> bytes) noexcept {
    const auto left = [](std::uint32_t x, int k) { return std::rotl(x, k); };
    std::uint32_t a = 0xdeadbeefU + static_cast<std::uint32_t>(bytes.size());
    std::uint32_t b = a;
    std::uint32_t c = a;
    const auto word = [&](std::size_t at) {
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < 4 && at + i < bytes.size(); ++i)
            value |= static_cast<std::uint32_t>(bytes[at + i]) << 8U * i;
        return value;
    };
    std::size_t at = 0;
    for (; bytes.size() - at > 12; at += 12) {
        a += word(at);
        b += word(at + 4);
        c += word(at + 8);
        a -= c;
        a ^= left(c, 4);
        c += b;
        b -= a;
        b ^= left(a, 6);
        a += c;
        c -= b;
        c ^= left(b, 8);
        b += a;
        a -= c;
        a ^= left(c, 16);
        c += b;
        b -= a;
        b ^= left(a, 19);
        a += c;
        c -= b;
        c ^= left(b, 4);
        b += a;
    }
    if (at == bytes.size()) return c;
    a += word(at);
    b += word(at + 4);
    c += word(at + 8);
    c ^= b;
    c -= left(b, 14);
    a ^= c;
    a -= left(c, 11);
    b ^= a;
    b -= left(a, 25);
    c ^= b;
    c -= left(b, 16);
    a ^= c;
    a -= left(c, 4);
    b ^= a;
    b -= left(a, 14);
    c ^= b;
    c -= left(b, 24);
    return c;
}

bool NewerFormat::translate(std::uint64_t address, Bytes block, const ReadAt& readAt) {
    if (address >= kOwnPlaces) return copyOwn(address, block);
    if (begins(block, "OHDR")) {
        header(address, block, readAt);
    } else if (begins(block, "OCHK")) {
        const auto known = m_continuations.find(address);
        if (known != m_continuations.end() && isIntact(block) &&
            rewriteMessages(block.subspan(4, block.size() - 4 - kChecksum), known->second, readAt))
            seal(block);
    } else if (begins(block, "EAIB") || begins(block, "EASB") || begins(block, "EADB") || begins(block, "FADB")) {
        return array(address, block, readAt);
    } else if (begins(block, "BT")) {
        return tree(address, block);
    } else if (const auto after = m_headers.upper_bound(address); after != m_headers.begin()) {
        // The rest of a header of which the library has read the start.
        const auto& [start, bytes] = *std::prev(after);
        if (address - start < bytes.size() && block.size() <= bytes.size() - (address - start))
            std::memcpy(block.data(), bytes.data() + (address - start), block.size());
    }
    const auto page = m_pages.upper_bound(address);
    if (page == m_pages.begin() || address >= std::prev(page)->second.end) return true;
    if (block.size() < kChecksum || (block.size() - kChecksum) % kWideElement != 0 || !isIntact(block)) return false;
    narrow(block, (block.size() - kChecksum) / kWideElement, kWideElement, 0, std::prev(page)->second.sizeBytes);
    seal(block);
    return true;
}

void NewerFormat::header(std::uint64_t address, Bytes block, const ReadAt& readAt) {
    constexpr std::size_t kMostPrefix = 34;
    constexpr std::uint64_t kLargest = 1U << 20U;
    m_headers.erase(address);
    std::vector<unsigned char> start(kMostPrefix);
    if (block.size() < 6 || block[4] != 2) return;
    std::copy_n(block.begin(), std::min(block.size(), start.size()), start.begin());
    const unsigned flags = start[5];
    const std::size_t width = std::size_t{1} << (flags & 3U);
    const std::size_t sizeAt = 6 + ((flags & 0x20U) != 0 ? 16U : 0U) + ((flags & 0x10U) != 0 ? 4U : 0U);
    if (block.size() < sizeAt + width) return;
    const std::uint64_t messages = number(start, sizeAt, width);
    if (messages > kLargest) return;
    const std::size_t first = sizeAt + width;
    const std::size_t total = first + static_cast<std::size_t>(messages) + kChecksum;
    // The library reads 512 bytes, and the rest when it knows how many they are.
    std::vector<unsigned char> whole(total);
    if (!readAt(address, whole) || !isIntact(whole)) return;
    if (!rewriteMessages(std::span(whole).subspan(first, static_cast<std::size_t>(messages)), flags, readAt)) return;
    seal(whole);
    std::copy_n(whole.begin(), std::min(block.size(), total), block.begin());
    constexpr std::size_t kMostKept = 10'000;
    if (total > block.size() && m_headers.size() < kMostKept) m_headers[address] = std::move(whole);
}

bool NewerFormat::rewriteMessages(Bytes messages, unsigned flags, const ReadAt& readAt) {
    bool changed = false;
    const std::size_t prefix = (flags & 4U) != 0 ? 6 : 4; // with the order of creation
    for (std::size_t at = 0; at + prefix <= messages.size();) {
        const unsigned type = messages[at];
        const auto size = static_cast<std::size_t>(number(messages, at + 1, 2));
        const bool shared = (messages[at + 3] & 2U) != 0;
        at += prefix;
        if (size > messages.size() - at) break;
        const Bytes message = messages.subspan(at, size);
        at += size;
        if (shared) continue;
        if (type == 0x03) {
            changed = rewriteTypeOf(message) || changed;
        } else if (type == 0x0c) {
            changed = rewriteAttribute(message) || changed;
        } else if (type == 0x10 && size >= kAddress) {
            m_continuations[number(message, 0, kAddress)] = flags;
        } else if (type == 0x08 && size > 4 && (message[0] == 4 || message[0] == 5)) {
            changed = moveVirtualList(message, readAt) || changed;
            if (message[0] == 4) continue;
            noteIndex(message);
            message[0] = 4;
            changed = true;
        }
    }
    return changed;
}

/// Leads a layout message of a virtual dataset (version, class, heap, index) to its rewritten list.
bool NewerFormat::moveVirtualList(Bytes layout, const ReadAt& readAt) {
    constexpr unsigned kVirtual = 3;
    constexpr std::size_t kHeapAt = 2, kIndexAt = kHeapAt + kAddress, kMostLists = 10'000;
    if (layout[1] != kVirtual || layout.size() != kIndexAt + 4) return false;
    const std::uint64_t heap = number(layout, kHeapAt, kAddress), index = number(layout, kIndexAt, 4);
    auto place = m_moved.find({heap, index});
    if (place == m_moved.end()) {
        if (heap >= kOwnPlaces || m_lists.size() >= kMostLists) return false;
        auto list = olderVirtualList(heap, static_cast<std::size_t>(index), readAt);
        if (!list) return false;
        const std::uint64_t next =
            m_lists.empty() ? kOwnPlaces : std::prev(m_lists.end())->first + std::prev(m_lists.end())->second.size();
        place = m_moved.emplace(std::pair(heap, index), (next + 7) / 8 * 8).first;
        m_lists.emplace(place->second, std::move(*list));
    }
    for (std::size_t i = 0; i < kAddress; ++i)
        layout[kHeapAt + i] = static_cast<unsigned char>(place->second >> 8U * i & 0xffU);
    return true;
}

/// A part of a rewritten list. \return false where there is none
bool NewerFormat::copyOwn(std::uint64_t address, Bytes block) const {
    const auto after = m_lists.upper_bound(address);
    if (after == m_lists.begin()) return false;
    const auto& [start, bytes] = *std::prev(after);
    const std::uint64_t from = address - start;
    if (from > bytes.size() || block.size() > bytes.size() - from) return false;
    std::memcpy(block.data(), bytes.data() + from, block.size());
    return true;
}

void NewerFormat::noteIndex(Bytes layout) {
    // Version, class, flags, axes (with that of the element), bytes of an extent, extents, kind of index, its
    // parameters, its address.
    constexpr std::size_t kExtents = 5;
    const std::size_t axes = layout[3];
    const std::size_t width = layout.size() > kExtents ? layout[4] : 0;
    if (layout[1] != 2 || width == 0 || width > 8 || kExtents + axes * width + 1 + kAddress > layout.size()) return;
    std::uint64_t bytes = 1;
    for (std::size_t i = 0; i < axes; ++i)
        bytes *= std::max<std::uint64_t>(number(layout, kExtents + i * width, width), 1);
    const unsigned kind = layout[kExtents + axes * width];
    constexpr unsigned kFixedArray = 3;
    if (kind < kFixedArray) return; // one chunk, or chunks without filters: as in version 4
    const auto log2 = static_cast<std::size_t>(std::bit_width(bytes)) - 1;
    const std::size_t sizeBytes = std::min<std::size_t>(8, 1 + (log2 + 8) / 8);
    m_wide[number(layout, layout.size() - kAddress, kAddress)] = sizeBytes;
}

std::optional<std::size_t> NewerFormat::sizeBytesOf(Bytes block) const {
    if (block.size() < kArrayPrefix) return std::nullopt;
    const auto found = m_wide.find(number(block, 6, kAddress));
    return found == m_wide.end() ? std::nullopt : std::optional(found->second);
}

bool NewerFormat::array(std::uint64_t address, Bytes block, const ReadAt& readAt) {
    const auto sizeBytes = sizeBytesOf(block);
    if (!sizeBytes) return true;
    const bool fixed = block[0] == 'F';
    std::vector<unsigned char> header(16);
    if (!readAt(number(block, 6, kAddress), header) || !begins(header, fixed ? "FAHD" : "EAHD") ||
        header[6] != kWideElement || header[fixed ? 7 : 11] > 32 || !isIntact(block))
        return false;
    const std::uint64_t perPage = std::uint64_t{1} << header[fixed ? 7 : 11];
    const std::size_t width = fixed ? 0 : (header[7] + std::size_t{7}) / 8; // of the number of a block's first element
    std::size_t first = kArrayPrefix;
    if (begins(block, "EASB")) return superBlock(block, width, header[9], perPage, *sizeBytes);
    std::uint64_t elements = header[8]; // in the index block of an extensible array
    if (fixed) {
        elements = number(header, 8, 8);
        if (elements > perPage) {
            notePages(address + block.size(), elements, perPage, *sizeBytes);
            return true;
        }
    } else if (begins(block, "EADB")) {
        first += width;
        if (width > 8 || block.size() < first + kChecksum || (block.size() - first - kChecksum) % kWideElement != 0)
            return false;
        elements = (block.size() - first - kChecksum) / kWideElement; // none where they are in pages
    }
    if (elements > block.size() / kWideElement || first + elements * kWideElement + kChecksum > block.size())
        return false;
    narrow(block.subspan(first), static_cast<std::size_t>(elements), kWideElement, 0, *sizeBytes);
    seal(block);
    return true;
}

/// The library reads pages without the data block before them: they are found by the super block that names it.
bool NewerFormat::superBlock(Bytes block, std::size_t width, std::uint64_t fewest, std::uint64_t perPage,
                             std::size_t sizeBytes) {
    if (width > 8 || block.size() < kArrayPrefix + width + kChecksum) return false;
    const auto found = superBlockAt(number(block, kArrayPrefix, width), fewest);
    if (!found) return false;
    if (found->elements <= perPage) return true;
    // One bit a page says whether it was written, then come the addresses of the data blocks.
    const std::uint64_t pages = found->elements / perPage;
    if (pages > kMostElements || found->blocks > block.size() / kAddress) return false;
    const std::uint64_t addresses = kArrayPrefix + width + found->blocks * ((pages + 7) / 8);
    if (addresses + found->blocks * kAddress + kChecksum > block.size()) return false;
    for (std::uint64_t i = 0; i < found->blocks; ++i) {
        const std::uint64_t data = number(block, static_cast<std::size_t>(addresses + i * kAddress), kAddress);
        if (data < kMostElements)
            notePages(data + kArrayPrefix + width + kChecksum, found->elements, perPage, sizeBytes);
    }
    return true;
}

void NewerFormat::notePages(std::uint64_t start, std::uint64_t elements, std::uint64_t perPage, std::size_t sizeBytes) {
    if (elements > kMostElements || m_pages.size() >= kMostNodes) return;
    m_pages[start] = {start + elements * kWideElement + (elements + perPage - 1) / perPage * kChecksum, sizeBytes};
}

bool NewerFormat::tree(std::uint64_t address, Bytes block) {
    constexpr unsigned kFilteredChunks = 11;
    if (block.size() < 6 || block[5] != kFilteredChunks) return true;
    if (begins(block, "BTHD") && block.size() >= 30) {
        const auto wide = m_wide.find(address);
        if (wide == m_wide.end()) return true;
        TreeNode root{{}, static_cast<std::size_t>(number(block, 24, 2)), static_cast<unsigned>(number(block, 12, 2))};
        root.tree.sizeBytes = wide->second;
        root.tree.record = static_cast<std::size_t>(number(block, 10, 2));
        root.tree.nodeBytes = number(block, 6, 4);
        m_nodes[number(block, 16, kAddress)] = root;
        return root.depth <= kDeepestTree && root.tree.record >= kWideElement;
    }
    const auto known = m_nodes.find(address);
    if (known == m_nodes.end() || begins(block, "BTHD")) return true;
    const TreeNode node = known->second;
    const std::size_t records = 6 + node.tree.record * node.records;
    const TreePointer pointer = pointersOf(node.tree, node.depth);
    const std::size_t used = records + (node.depth > 0 ? (node.records + 1) * pointer.bytes() : 0) + kChecksum;
    if (!begins(block, node.depth > 0 ? "BTIN" : "BTLF") || used > block.size() || !isIntact(block.first(used)))
        return false;
    for (std::size_t child = 0; node.depth > 0 && child <= node.records; ++child) {
        const std::size_t at = records + child * pointer.bytes();
        const auto count = static_cast<std::size_t>(number(block, at + kAddress, pointer.countBytes));
        if (m_nodes.size() < kMostNodes)
            m_nodes[number(block, at, kAddress)] = TreeNode{node.tree, count, node.depth - 1};
    }
    narrow(block.subspan(6), node.records, node.tree.record, node.tree.record, node.tree.sizeBytes);
    seal(block.first(used));
    return true;
}

} // namespace ewald::io::h5::detail
