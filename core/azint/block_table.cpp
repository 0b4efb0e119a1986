// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/block_table.h"

#include "compute/devices/parallel.h"

#include <algorithm>

namespace ewald::azint {
namespace {

using compute::PixelWeight;

/// The weights of the pixels first … last − 1 by bin.
std::vector<PixelWeight> weightsOf(const PixelTable& table, std::size_t first, std::size_t last) {
    std::vector<PixelWeight> weights;
    if (first == last) return weights;
    table.forEachWeight(
        first / kSegmentPixels, (last - 1) / kSegmentPixels + 1, [&](std::size_t pixel, std::size_t bin, float weight) {
            if (pixel < first || pixel >= last) return;
            weights.push_back({static_cast<std::uint32_t>(bin), static_cast<std::uint16_t>(pixel - first), weight});
        });
    // Ties are those of the layers of a cake: each is in the order of the pixels.
    std::ranges::stable_sort(weights, {}, &PixelWeight::bin);
    return weights;
}

} // namespace

compute::BlockTable makeBlockTable(const PixelTable& table, std::size_t blockPixels, unsigned threads) {
    const bool weighted =
        std::ranges::any_of(table.layers, [](const TableLayer& layer) { return !layer.weights.empty(); });
    compute::BlockTable blocks(table.pixels, table.bins, blockPixels, weighted);
    const std::size_t transposed = table.pixels / 8 * 8;
    const auto firstOf = [&](std::size_t block) { return std::min(block * blockPixels, transposed); };
    const std::size_t count = blocks.blocks() + 1; // the last holds the few pixels that are stored as they are
    constexpr std::size_t kAtOnce = 256;
    std::vector<std::vector<PixelWeight>> weights(kAtOnce);
    for (std::size_t begin = 0; begin < count; begin += kAtOnce) {
        const std::size_t end = std::min(begin + kAtOnce, count);
        compute::parallelFor(end - begin, threads, [&](std::size_t i) {
            const std::size_t block = begin + i;
            const std::size_t last = block + 1 == count ? table.pixels : firstOf(block + 1);
            weights[i] = weightsOf(table, firstOf(block), last);
        });
        for (std::size_t i = 0; begin + i < end; ++i) blocks.add(begin + i, weights[i]);
    }
    blocks.finish();
    return blocks;
}

kernels::ValueRange valueRangeOf(const FastRange& range) noexcept {
    return {static_cast<std::int32_t>(range.low), static_cast<std::uint32_t>(range.high - range.low), range.dummyLow,
            range.dummyHigh};
}

} // namespace ewald::azint
