// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/hdf5_newer_format.h"

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
    if (begins(block, "OHDR")) {
        header(address, block, readAt);
    } else if (begins(block, "OCHK")) {
        const auto known = m_continuations.find(address);
        if (known != m_continuations.end() && isIntact(block) &&
            rewriteMessages(block.subspan(4, block.size() - 4 - kChecksum), known->second))
            seal(block);
    } else if (begins(block, "EAIB") || begins(block, "EADB")) {
        return extensibleArray(block, block[3] == 'B' && block[2] == 'I', readAt);
    } else if (begins(block, "FADB")) {
        return fixedArray(address, block, readAt);
    } else if (begins(block, "BT")) {
        return tree(address, block);
    } else if (const auto after = m_headers.upper_bound(address); after != m_headers.begin()) {
        // The rest of a header of which the library has read the start.
        const auto& [start, bytes] = *std::prev(after);
        if (address - start < bytes.size() && block.size() <= bytes.size() - (address - start))
            std::memcpy(block.data(), bytes.data() + (address - start), block.size());
    }
    const auto page = m_pages.upper_bound(address);
    if (page == m_pages.begin() || address >= std::prev(page)->second.end || begins(block, "FADB")) return true;
    if ((block.size() - kChecksum) % kWideElement != 0 || !isIntact(block)) return false;
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
    if (!rewriteMessages(std::span(whole).subspan(first, static_cast<std::size_t>(messages)), flags)) return;
    seal(whole);
    std::copy_n(whole.begin(), std::min(block.size(), total), block.begin());
    constexpr std::size_t kMostKept = 10'000;
    if (total > block.size() && m_headers.size() < kMostKept) m_headers[address] = std::move(whole);
}

bool NewerFormat::rewriteMessages(Bytes messages, unsigned flags) {
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
        } else if (type == 0x08 && size > 4 && message[0] == 5) {
            noteIndex(message);
            message[0] = 4;
            changed = true;
        }
    }
    return changed;
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

bool NewerFormat::extensibleArray(Bytes block, bool indexBlock, const ReadAt& readAt) const {
    const auto sizeBytes = sizeBytesOf(block);
    if (!sizeBytes) return true;
    std::vector<unsigned char> header(12);
    if (!readAt(number(block, 6, kAddress), header) || !begins(header, "EAHD") || header[6] != kWideElement ||
        !isIntact(block))
        return false;
    std::size_t first = kArrayPrefix;
    std::size_t count = header[8]; // in the index block
    if (!indexBlock) {
        first += (header[7] + std::size_t{7}) / 8; // the number of its first element
        if (block.size() < first + kChecksum) return false;
        const std::size_t bytes = block.size() - first - kChecksum;
        // A block of pages holds no elements itself, and nothing says where its pages end.
        if (bytes == 0 || bytes % kWideElement != 0) return false;
        count = bytes / kWideElement;
    }
    if (first + count * kWideElement + kChecksum > block.size()) return false;
    narrow(block.subspan(first), count, kWideElement, 0, *sizeBytes);
    seal(block);
    return true;
}

bool NewerFormat::fixedArray(std::uint64_t address, Bytes block, const ReadAt& readAt) {
    const auto sizeBytes = sizeBytesOf(block);
    if (!sizeBytes) return true;
    std::vector<unsigned char> header(16);
    if (!readAt(number(block, 6, kAddress), header) || !begins(header, "FAHD") || header[6] != kWideElement ||
        header[7] > 32 || !isIntact(block))
        return false;
    const std::uint64_t elements = number(header, 8, 8);
    const std::uint64_t perPage = std::uint64_t{1} << header[7];
    if (elements <= perPage) {
        const auto count = static_cast<std::size_t>(elements);
        if (kArrayPrefix + count * kWideElement + kChecksum != block.size()) return false;
        narrow(block.subspan(kArrayPrefix), count, kWideElement, 0, *sizeBytes);
        seal(block);
        return true;
    }
    // The elements are in pages behind it, each with a checksum.
    const std::uint64_t pages = (elements + perPage - 1) / perPage;
    const std::uint64_t start = address + block.size();
    m_pages[start] = {start + elements * kWideElement + pages * kChecksum, *sizeBytes};
    return true;
}

bool NewerFormat::tree(std::uint64_t address, Bytes block) {
    constexpr unsigned kFilteredChunks = 11;
    if (block.size() < 6 || block[5] != kFilteredChunks) return true;
    if (begins(block, "BTHD") && block.size() >= 30) {
        const auto wide = m_wide.find(address);
        if (wide != m_wide.end())
            m_leaves[number(block, 16, kAddress)] = {wide->second, number(block, 10, 2) << 16U | number(block, 24, 2)};
        return wide == m_wide.end() || number(block, 12, 2) == 0; // of a tree with levels not all nodes can be told
    }
    const auto leaf = m_leaves.find(address);
    if (leaf == m_leaves.end() || !begins(block, "BTLF")) return true;
    const auto& [sizeBytes, packed] = leaf->second;
    const std::size_t record = packed >> 16U;
    const std::size_t count = packed & 0xffffU;
    if (record < kWideElement) return false;
    const std::size_t used = 6 + record * count + kChecksum;
    if (used > block.size() || !isIntact(block.first(used))) return false;
    narrow(block.subspan(6), count, record, record, sizeBytes);
    seal(block.first(used));
    return true;
}

} // namespace ewald::io::h5::detail
