// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/hdf5/hdf5_newer_virtual.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <string_view>

namespace ewald::io::h5::detail {
namespace {

using Block = std::span<const unsigned char>;
using Buffer = std::vector<unsigned char>;

constexpr std::size_t kChecksumBytes = 4;
constexpr std::size_t kCollectionHeader = 16;
constexpr std::size_t kObjectHeader = 16;
constexpr std::size_t kSmallestCollection = 4096; // of the library
constexpr std::uint64_t kLargestCollection = std::uint64_t{1} << 26U;
constexpr std::size_t kMostAxes = 32;

std::uint64_t numberAt(Block bytes, std::size_t at, std::size_t width) {
    std::uint64_t value = 0;
    for (std::size_t i = width; i-- > 0;) value = value << 8U | bytes[at + i];
    return value;
}

void put(Buffer& out, std::uint64_t value, std::size_t width) {
    for (std::size_t i = 0; i < width; ++i) out.push_back(static_cast<unsigned char>(value >> 8U * i & 0xffU));
}

/// The object of a collection; empty: it is not there.
Buffer objectOf(std::uint64_t heap, std::size_t index, const NewerFormat::ReadAt& readAt) {
    Buffer start(kCollectionHeader);
    constexpr std::string_view kSignature("GCOL\1", 5);
    if (!readAt(heap, start) || std::memcmp(start.data(), kSignature.data(), kSignature.size()) != 0) return {};
    const std::uint64_t size = numberAt(start, 8, 8);
    if (size < kCollectionHeader || size > kLargestCollection) return {};
    Buffer whole(static_cast<std::size_t>(size));
    if (!readAt(heap, whole)) return {};
    for (std::size_t at = kCollectionHeader; at + kObjectHeader <= whole.size();) {
        const std::uint64_t bytes = numberAt(whole, at + 8, 8), number = numberAt(whole, at, 2);
        if (number == 0 || bytes > whole.size() - at - kObjectHeader) return {}; // free space is the last one
        const auto first = whole.begin() + static_cast<std::ptrdiff_t>(at + kObjectHeader);
        if (number == index) return {first, first + static_cast<std::ptrdiff_t>(bytes)};
        at += kObjectHeader + static_cast<std::size_t>((bytes + 7) / 8 * 8);
    }
    return {};
}

/// Reads a list from its start to its end and writes it anew.
class ListRewriter {
public:
    explicit ListRewriter(Block list) : m_list(list) {}

    /// Empty: nothing to be rewritten, or what is no such list.
    Buffer rewrite() {
        constexpr std::size_t kEntries = 8;
        if (m_list.size() < 1 + kEntries + kChecksumBytes || m_list[0] > 1 ||
            metadataChecksum(m_list.first(m_list.size() - kChecksumBytes)) !=
                numberAt(m_list, m_list.size() - kChecksumBytes, 4))
            return {};
        m_list = m_list.first(m_list.size() - kChecksumBytes);
        const std::uint64_t entries = numberAt(m_list, 1, kEntries);
        const bool sharesNames = m_list[0] == 1;
        m_changed = sharesNames;
        copy(1 + kEntries);
        m_out[0] = 0;
        for (std::uint64_t entry = 0; entry < entries; ++entry)
            if (!(sharesNames ? writeNames() : copyText() && copyText()) || !copySelection() || !copySelection())
                return {};
        if (!m_changed || m_at != m_list.size()) return {};
        put(m_out, metadataChecksum(m_out), kChecksumBytes);
        return std::move(m_out);
    }

private:
    [[nodiscard]] std::size_t left() const { return m_list.size() - m_at; }
    bool copy(std::uint64_t bytes) {
        if (bytes > left()) return false;
        const auto first = m_list.begin() + static_cast<std::ptrdiff_t>(m_at);
        m_out.insert(m_out.end(), first, first + static_cast<std::ptrdiff_t>(bytes));
        m_at += static_cast<std::size_t>(bytes);
        return true;
    }
    bool copyText() {
        const auto rest = m_list.subspan(m_at);
        const auto end = std::ranges::find(rest, static_cast<unsigned char>(0));
        return end != rest.end() && copy(static_cast<std::uint64_t>(end - rest.begin()) + 1);
    }
    /// Of a list of version 1 (HDF5 2.0): a byte says whether the names of file and dataset are those of entries
    /// before, whose numbers are then in their places, and whether the file is this one, whose name "." is left out.
    bool writeNames() {
        constexpr unsigned kFileOfBefore = 1, kDatasetOfBefore = 2, kThisFile = 4;
        if (left() < 1) return false;
        const unsigned flags = m_list[m_at++];
        if (flags > (kFileOfBefore | kDatasetOfBefore | kThisFile)) return false;
        if ((flags & kThisFile) != 0) {
            if ((flags & kFileOfBefore) != 0) return false;
            m_files.push_back({'.', 0});
            m_out.insert(m_out.end(), m_files.back().begin(), m_files.back().end());
        } else if (!writeName((flags & kFileOfBefore) != 0, m_files)) {
            return false;
        }
        return writeName((flags & kDatasetOfBefore) != 0, m_datasets);
    }
    /// \param known the names of the entries before
    bool writeName(bool ofBefore, std::vector<Buffer>& known) {
        if (!ofBefore) {
            const std::size_t begin = m_out.size();
            if (!copyText()) return false;
            known.emplace_back(m_out.begin() + static_cast<std::ptrdiff_t>(begin), m_out.end());
            return true;
        }
        constexpr std::size_t kNumber = 8;
        if (left() < kNumber) return false;
        const std::uint64_t entry = numberAt(m_list, m_at, kNumber);
        if (entry >= known.size() || m_out.size() > kLargestCollection) return false;
        m_at += kNumber;
        known.push_back(known[static_cast<std::size_t>(entry)]);
        m_out.insert(m_out.end(), known.back().begin(), known.back().end());
        return true;
    }
    bool copySelection() {
        constexpr std::size_t kPrefix = 16, kPrefixOf2 = 13;
        if (left() < kPrefix) return false;
        const std::uint64_t kind = numberAt(m_list, m_at, 4), version = numberAt(m_list, m_at + 4, 4);
        constexpr std::uint64_t kHyperslabs = 2;
        if (kind == kHyperslabs && version == 3) return rewriteHyperslabs();
        if (version == 1) return copy(kPrefix + numberAt(m_list, m_at + 12, 4));
        return kind == kHyperslabs && version == 2 && copy(kPrefixOf2 + numberAt(m_list, m_at + 9, 4));
    }
    /// Numbers of 2, 4 or 8 bytes, the largest of which stands for "without end".
    bool rewriteHyperslabs() {
        const bool isRegular = m_list[m_at + 8] == 1;
        const std::size_t width = m_list[m_at + 9], rank = static_cast<std::size_t>(numberAt(m_list, m_at + 10, 4));
        if (m_list[m_at + 8] > 1 || (width != 2 && width != 4 && width != 8) || rank == 0 || rank > kMostAxes)
            return false;
        m_at += 14;
        m_changed = true;
        return isRegular ? rewriteRegular(width, rank) : rewriteBlocks(width, rank);
    }
    /// Start, step, count and length of the blocks along each axis.
    bool rewriteRegular(std::size_t width, std::size_t rank) {
        const std::size_t numbers = 4 * rank;
        if (left() < numbers * width) return false;
        put(m_out, 2, 4);
        put(m_out, 2, 4);
        put(m_out, 1, 1); // regular
        put(m_out, 4 + 8 * numbers, 4);
        put(m_out, rank, 4);
        const std::uint64_t without = width == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8U * width) - 1;
        for (std::size_t i = 0; i < numbers; ++i, m_at += width) {
            const std::uint64_t value = numberAt(m_list, m_at, width);
            put(m_out, value == without ? ~std::uint64_t{0} : value, 8);
        }
        return true;
    }
    /// First and last element of each block.
    bool rewriteBlocks(std::size_t width, std::size_t rank) {
        if (left() < width) return false;
        const std::uint64_t blocks = numberAt(m_list, m_at, width);
        m_at += width;
        if (blocks > left() / (2 * rank * width)) return false;
        const std::uint64_t numbers = 2 * rank * blocks;
        constexpr std::uint64_t kMost = 0xFFFFFFFFU;
        if (8 + 4 * numbers > kMost) return false;
        put(m_out, 2, 4);
        put(m_out, 1, 4);
        put(m_out, 0, 4);
        put(m_out, 8 + 4 * numbers, 4);
        put(m_out, rank, 4);
        put(m_out, blocks, 4);
        for (std::uint64_t i = 0; i < numbers; ++i, m_at += width) {
            const std::uint64_t value = numberAt(m_list, m_at, width);
            if (value > kMost) return false;
            put(m_out, value, 4);
        }
        return true;
    }

    Block m_list;
    std::size_t m_at = 0;
    Buffer m_out;
    std::vector<Buffer> m_files, m_datasets; ///< names of the entries so far, of a list of version 1
    bool m_changed = false;
};

} // namespace

std::optional<std::vector<unsigned char>> olderVirtualList(std::uint64_t heap, std::size_t index,
                                                           const NewerFormat::ReadAt& readAt) {
    const Buffer stored = objectOf(heap, index, readAt);
    const Buffer list = ListRewriter(stored).rewrite();
    if (list.empty()) return std::nullopt;
    const std::size_t padded = (list.size() + 7) / 8 * 8;
    const std::size_t used = kCollectionHeader + kObjectHeader + padded;
    const std::size_t whole = std::max(kSmallestCollection, used + kObjectHeader); // the rest is free
    Buffer out{'G', 'C', 'O', 'L', 1, 0, 0, 0};
    put(out, whole, 8);
    put(out, index, 2);
    put(out, 1, 2); // referred to once
    put(out, 0, 4);
    put(out, list.size(), 8);
    out.insert(out.end(), list.begin(), list.end());
    out.resize(used);
    put(out, 0, 8);
    put(out, whole - used, 8);
    out.resize(whole);
    return out;
}

} // namespace ewald::io::h5::detail
