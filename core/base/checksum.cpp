// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/checksum.h"

#include <bit>
#include <cstring>

namespace ewald {
namespace {

// The primes of XXH64.
constexpr std::uint64_t kPrime1 = 0x9E3779B185EBCA87U;
constexpr std::uint64_t kPrime2 = 0xC2B2AE3D27D4EB4FU;
constexpr std::uint64_t kPrime3 = 0x165667B19E3779F9U;
constexpr std::uint64_t kPrime4 = 0x85EBCA77C2B2AE63U;

constexpr std::uint64_t mixed(std::uint64_t lane, std::uint64_t word) noexcept {
    return std::rotl(lane + word * kPrime2, 31) * kPrime1;
}

constexpr std::uint64_t avalanche(std::uint64_t value) noexcept {
    value = (value ^ (value >> 33U)) * kPrime2;
    value = (value ^ (value >> 29U)) * kPrime3;
    return value ^ (value >> 32U);
}

} // namespace

Checksum checksum(std::span<const std::byte> bytes) noexcept {
    constexpr std::size_t kStripe = 4 * sizeof(std::uint64_t);
    std::array<std::uint64_t, 4> lanes{kPrime1 + kPrime2, kPrime2, 0, 0U - kPrime1};
    const auto add = [&](const std::byte* stripe) {
        std::array<std::uint64_t, 4> words{};
        std::memcpy(words.data(), stripe, kStripe);
        for (std::size_t i = 0; i < lanes.size(); ++i) lanes[i] = mixed(lanes[i], words[i]);
    };
    std::size_t at = 0;
    for (; at + kStripe <= bytes.size(); at += kStripe) add(bytes.data() + at);
    if (at < bytes.size()) { // the rest, filled up with zeros: the length is part of the sum
        std::array<std::byte, kStripe> last{};
        std::memcpy(last.data(), bytes.data() + at, bytes.size() - at);
        add(last.data());
    }
    Checksum sum{};
    for (std::size_t half = 0; half < sum.size(); ++half) {
        std::uint64_t joined = bytes.size() * kPrime3 + half * kPrime4;
        for (std::size_t i = 0; i < lanes.size(); ++i)
            joined = (joined ^ mixed(0, lanes[(i + 2 * half) % lanes.size()])) * kPrime1 + kPrime4;
        sum[half] = avalanche(joined);
    }
    return sum;
}

} // namespace ewald
