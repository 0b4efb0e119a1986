// SPDX-License-Identifier: GPL-3.0-or-later
#include "codec/decoders.h"

namespace ewald::codec {

std::uint32_t fletcher32(ConstBytes data) noexcept {
    // 360 words is the most whose sums stay below 2³² before they are folded.
    constexpr std::size_t kWordsBetweenFolds = 360;
    const auto fold = [](std::uint32_t sum) { return (sum & 0xFFFFU) + (sum >> 16U); };
    std::uint32_t sum1 = 0;
    std::uint32_t sum2 = 0;
    std::size_t words = data.size() / 2;
    std::size_t at = 0;
    while (words > 0) {
        const std::size_t run = words < kWordsBetweenFolds ? words : kWordsBetweenFolds;
        for (std::size_t i = 0; i < run; ++i, at += 2) {
            sum1 += (std::to_integer<std::uint32_t>(data[at]) << 8U) | std::to_integer<std::uint32_t>(data[at + 1]);
            sum2 += sum1;
        }
        sum1 = fold(sum1);
        sum2 = fold(sum2);
        words -= run;
    }
    if (data.size() % 2 != 0) {
        sum1 += std::to_integer<std::uint32_t>(data[at]) << 8U;
        sum2 += sum1;
        sum1 = fold(sum1);
        sum2 = fold(sum2);
    }
    return (fold(sum2) << 16U) | fold(sum1);
}

ConstBytes checkFletcher32(ConstBytes chunk) {
    constexpr std::size_t kSumBytes = 4;
    constexpr const char* kName = "Fletcher-32";
    if (chunk.size() < kSumBytes) throwDamaged(kName, "the chunk is shorter than its check sum");
    const ConstBytes data = chunk.first(chunk.size() - kSumBytes);
    std::uint32_t stored = 0;
    for (std::size_t i = 0; i < kSumBytes; ++i) {
        stored |= std::to_integer<std::uint32_t>(chunk[data.size() + i]) << (8 * i);
    }
    const std::uint32_t sum = fletcher32(data);
    const std::uint32_t swapped = ((sum & 0x00FF00FFU) << 8U) | ((sum >> 8U) & 0x00FF00FFU);
    if (stored != sum && stored != swapped) throwDamaged(kName, "the check sum of a chunk does not fit its bytes");
    return data;
}

} // namespace ewald::codec
