// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/checksum.h"

#include <gtest/gtest.h>
#include <random>
#include <set>
#include <vector>

namespace ewald {
namespace {

TEST(ChecksumTest, OneChangedBitOrOneMoreZeroIsSeen) {
    std::mt19937 random(3);
    std::vector<std::byte> bytes(200);
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
    std::set<Checksum> sums{checksum(bytes)};
    for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
        std::vector<std::byte> other = bytes;
        other[bit / 8] ^= static_cast<std::byte>(1U << bit % 8);
        EXPECT_TRUE(sums.insert(checksum(other)).second) << "bit " << bit;
    }
    std::vector<std::byte> zeros;
    for (int length = 0; length < 100; ++length, zeros.push_back({}))
        EXPECT_TRUE(sums.insert(checksum(zeros)).second) << length << " zeros";
    std::set<std::uint64_t> halves; // each half is a checksum of its own
    for (const Checksum& sum : sums) halves.insert(sum.begin(), sum.end());
    EXPECT_EQ(halves.size(), 2 * sums.size());
}

TEST(ChecksumTest, DoesNotDependOnWhereTheBytesLie) {
    std::vector<std::byte> bytes(77);
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(3 * i);
    std::vector<std::byte> moved(bytes.size() + 3);
    std::copy(bytes.begin(), bytes.end(), moved.begin() + 3);
    EXPECT_EQ(checksum(bytes), checksum(std::span<const std::byte>(moved).subspan(3)));
}

} // namespace
} // namespace ewald
