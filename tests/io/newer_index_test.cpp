// SPDX-License-Identifier: GPL-3.0-or-later
// Large indices of chunks as HDF5 2.0 writes them, in bytes: pages of an extensible array, and trees with levels. Files
// that have them are too large to be kept here.
#include "io/hdf5/hdf5_newer_format.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string_view>
#include <vector>

namespace ewald::io::test {
namespace {

using h5::detail::metadataChecksum;
using h5::detail::NewerFormat;

constexpr std::uint64_t kHeader = 100; ///< of the dataset
constexpr std::uint64_t kIndex = 500;
constexpr std::size_t kSizeBytes = 2; ///< that version 4 takes for the size of a chunk of 100 bytes

class NewerIndex : public testing::Test {
protected:
    void put(std::uint64_t at, std::size_t width, std::uint64_t value) {
        for (std::size_t i = 0; i < width; ++i) m_file[at + i] = static_cast<unsigned char>(value >> 8 * i);
    }
    void put(std::uint64_t at, std::string_view text) {
        std::ranges::copy(text, m_file.begin() + static_cast<std::ptrdiff_t>(at));
    }
    [[nodiscard]] static std::uint64_t number(std::span<const unsigned char> bytes, std::size_t at, std::size_t width) {
        std::uint64_t value = 0;
        for (std::size_t i = width; i-- > 0;) value = value << 8U | bytes[at + i];
        return value;
    }
    /// Puts the checksum behind `bytes` bytes.
    void seal(std::uint64_t at, std::size_t bytes) {
        put(at + bytes, 4, metadataChecksum(std::span(m_file).subspan(at, bytes)));
    }
    /// A dataset with a layout message of version 5: chunks of 10 x 5 numbers of two bytes, filtered.
    void putDataset(unsigned kindOfIndex) {
        constexpr std::size_t kMessage = 5 + 3 + 1 + 8;
        put(kHeader, "OHDR");
        put(kHeader + 4, 1, 2);
        put(kHeader + 6, 1, 4 + kMessage); // bytes of all messages
        put(kHeader + 7, 1, 8);
        put(kHeader + 8, 2, kMessage);
        const std::uint64_t layout = kHeader + 11;
        put(layout, 1, 5); // version
        put(layout + 1, 1, 2);
        put(layout + 3, 1, 3); // axes with that of the element
        put(layout + 4, 1, 1);
        for (const auto& [at, extent] : {std::pair(5U, 10U), {6U, 5U}, {7U, 2U}}) put(layout + at, 1, extent);
        put(layout + 8, 1, kindOfIndex);
        put(layout + 9, 8, kIndex);
        seal(kHeader, 7 + 4 + kMessage);
        EXPECT_EQ(read(kHeader, 7 + 4 + kMessage + 4)[11], 4) << "the layout is shown as version 4";
    }
    /// What the library gets of a block.
    std::vector<unsigned char> read(std::uint64_t at, std::size_t bytes) {
        std::vector<unsigned char> block(m_file.begin() + static_cast<std::ptrdiff_t>(at),
                                         m_file.begin() + static_cast<std::ptrdiff_t>(at + bytes));
        const auto readAt = [this](std::uint64_t address, NewerFormat::Bytes out) {
            if (address + out.size() > m_file.size()) return false;
            std::copy_n(m_file.begin() + static_cast<std::ptrdiff_t>(address), out.size(), out.begin());
            return true;
        };
        m_accepted = m_format.translate(at, block, readAt);
        return block;
    }
    /// Address, size in 8 bytes, filter mask of chunk n, and its place in the grid where there is one.
    void putChunk(std::uint64_t at, std::uint64_t n, std::size_t axes = 0) {
        put(at, 8, 1'000'000 + n);
        put(at + 8, 8, 60 + n);
        put(at + 16, 4, n);
        for (std::size_t axis = 0; axis < axes; ++axis) put(at + 20 + 8 * axis, 8, 7 * n + axis);
    }
    static void expectChunk(std::span<const unsigned char> bytes, std::uint64_t n, std::size_t axes = 0) {
        EXPECT_EQ(number(bytes, 0, 8), 1'000'000 + n);
        EXPECT_EQ(number(bytes, 8, kSizeBytes), 60 + n);
        EXPECT_EQ(number(bytes, 8 + kSizeBytes, 4), n);
        for (std::size_t axis = 0; axis < axes; ++axis)
            EXPECT_EQ(number(bytes, 12 + kSizeBytes + 8 * axis, 8), 7 * n + axis);
    }
    static void expectSealed(std::span<const unsigned char> block) {
        const std::size_t bytes = block.size() - 4;
        EXPECT_EQ(number(block, bytes, 4), metadataChecksum(block.first(bytes)));
    }

    std::vector<unsigned char> m_file = std::vector<unsigned char>(8000);
    NewerFormat m_format;
    bool m_accepted = true;
};

TEST_F(NewerIndex, PagesOfAnExtensibleArrayAreRead) {
    putDataset(4);
    constexpr std::size_t kPerPage = 64;
    put(kIndex, "EAHD");
    // Bytes of an element, bits of their number, in the index block, fewest in a block, pointers, bits of a page.
    for (const auto& [at, value] : {std::pair(6U, 20U), {7U, 32U}, {8U, 4U}, {9U, 16U}, {10U, 4U}, {11U, 6U}})
        put(kIndex + at, 1, value);
    // Super block 5 begins with element 496 and has four blocks of 128: two pages each.
    constexpr std::uint64_t kBlock = 1000;
    constexpr std::size_t kPrefix = 14 + 4 + 4;
    constexpr std::uint64_t kSuper = 700;
    constexpr std::size_t kSuperBytes = 14 + 4 + 4 * 1 + 4 * 8; // a byte of bits for the pages of each block
    put(kSuper, "EASB");
    put(kSuper + 6, 8, kIndex);
    put(kSuper + 14, 4, 496);
    for (std::uint64_t i = 0; i < 4; ++i) put(kSuper + 22 + 8 * i, 8, i == 1 ? kBlock : ~std::uint64_t{0});
    seal(kSuper, kSuperBytes);
    constexpr std::size_t kPage = kPerPage * 20 + 4;
    for (std::uint64_t page = 0; page < 2; ++page) {
        for (std::uint64_t i = 0; i < kPerPage; ++i)
            putChunk(kBlock + kPrefix + page * kPage + i * 20, page * kPerPage + i);
        seal(kBlock + kPrefix + page * kPage, kPage - 4);
    }
    (void)read(kSuper, kSuperBytes + 4);
    ASSERT_TRUE(m_accepted);
    for (std::uint64_t page = 0; page < 2; ++page) {
        const std::vector<unsigned char> shown = read(kBlock + kPrefix + page * kPage, kPage);
        ASSERT_TRUE(m_accepted);
        for (std::uint64_t i = 0; i < kPerPage; ++i)
            expectChunk(std::span(shown).subspan(i * (12 + kSizeBytes)), page * kPerPage + i);
        expectSealed(shown);
    }
    // A damaged page is no longer right when it is shown.
    m_file[kBlock + kPrefix + 30] ^= 1;
    (void)read(kBlock + kPrefix, kPage);
    EXPECT_FALSE(m_accepted);
}

TEST_F(NewerIndex, TreesWithLevelsAreRead) {
    putDataset(5);
    constexpr std::size_t kAxes = 3;
    constexpr std::size_t kRecord = 20 + 8 * kAxes;
    // A node of 200 bytes: a leaf has up to 4 records, a node above them 3 and pointers of 9 bytes (up to 19 records
    // below it), the root pointers of 10 bytes.
    constexpr std::size_t kNode = 200;
    std::uint64_t next = 0; // chunk
    std::uint64_t free = 1000;
    const auto node = [&](const char* signature) {
        put(free, signature);
        put(free + 5, 1, 11);
        return std::exchange(free, free + kNode);
    };
    const auto leaf = [&] {
        const std::uint64_t at = node("BTLF");
        for (std::size_t i = 0; i < 2; ++i) putChunk(at + 6 + i * kRecord, next++, kAxes);
        seal(at, 6 + 2 * kRecord);
        return at;
    };
    const auto inner = [&](auto&& child, std::uint64_t records, std::size_t totalBytes) {
        const std::uint64_t at = node("BTIN");
        std::uint64_t pointer = at + 6 + kRecord; // behind one record
        for (std::size_t i = 0; i < 2; ++i) {
            if (i == 1) putChunk(at + 6, next++, kAxes); // the record between its children
            put(pointer, 8, child());
            put(pointer + 8, 1, records);
            put(pointer + 9, totalBytes, 5);
            pointer += 9 + totalBytes;
        }
        seal(at, pointer - at);
        return at;
    };
    const std::uint64_t root = inner([&] { return inner(leaf, 2, 0); }, 1, 1);
    put(kIndex, "BTHD");
    put(kIndex + 5, 1, 11);
    put(kIndex + 6, 4, kNode);
    put(kIndex + 10, 2, kRecord);
    put(kIndex + 12, 2, 2); // depth
    put(kIndex + 16, 8, root);
    put(kIndex + 24, 2, 1);
    put(kIndex + 26, 8, next);
    seal(kIndex, 34);
    ASSERT_EQ(next, 11U);

    (void)read(kIndex, 38);
    ASSERT_TRUE(m_accepted);
    std::uint64_t seen = 0;
    const auto walk = [&](auto&& self, std::uint64_t at, std::size_t depth) -> void {
        const std::vector<unsigned char> shown = read(at, kNode);
        ASSERT_TRUE(m_accepted) << at;
        const std::size_t records = depth == 0 ? 2 : 1;
        const std::size_t pointer = depth == 2 ? 10 : 9;
        const std::size_t used = 6 + records * kRecord + (depth > 0 ? 2 * pointer : 0);
        expectSealed(std::span(shown).first(used + 4));
        if (depth > 0) self(self, number(shown, 6 + kRecord, 8), depth - 1);
        for (std::size_t i = 0; i < records; ++i) expectChunk(std::span(shown).subspan(6 + i * kRecord), seen++, kAxes);
        if (depth > 0) self(self, number(shown, 6 + kRecord + pointer, 8), depth - 1);
    };
    walk(walk, root, 2);
    EXPECT_EQ(seen, 11U);
    // A damaged node is refused.
    m_file[root + 10] ^= 1;
    (void)read(root, kNode);
    EXPECT_FALSE(m_accepted);
}

} // namespace
} // namespace ewald::io::test
