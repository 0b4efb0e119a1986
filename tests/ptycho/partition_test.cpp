// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/model/partition.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace ewald::ptycho {
namespace {

/// A raster of rows × cols frames, 10 pixels apart, frame by frame along the rows.
std::vector<PixelPosition> raster(int rows, int cols) {
    std::vector<PixelPosition> positions;
    for (int row = 0; row < rows; ++row)
        for (int col = 0; col < cols; ++col) positions.push_back({10.0 * row, 10.0 * col});
    return positions;
}

constexpr Partition kAll[] = {Partition::interleaved, Partition::stripes, Partition::tiles, Partition::clusters};

TEST(Partition, EveryFrameHasOneOwnerAndSharesAreEven) {
    const auto positions = raster(7, 15);
    const FrameOrder order = makeFrameOrder(positions.size(), 3);
    for (const Partition partition : kAll)
        for (const int ranks : {1, 2, 3, 5, 8, 150}) {
            const FramePartition parts = partitionFrames(order, positions, ranks, partition);
            ASSERT_EQ(parts.framesOf.size(), static_cast<std::size_t>(ranks));
            std::set<std::size_t> all;
            std::size_t least = positions.size(), most = 0;
            for (std::size_t rank = 0; rank < parts.framesOf.size(); ++rank) {
                const auto& mine = parts.framesOf[rank];
                least = std::min(least, mine.size()), most = std::max(most, mine.size());
                for (std::size_t place = 0; place < mine.size(); ++place) {
                    EXPECT_TRUE(all.insert(mine[place]).second);
                    EXPECT_EQ(parts.rankOf[mine[place]], static_cast<int>(rank));
                    EXPECT_EQ(parts.placeOf[mine[place]], place);
                }
            }
            EXPECT_EQ(all.size(), positions.size());
            EXPECT_LE(most - least, 1U) << static_cast<int>(partition) << ", " << ranks << " ranks";
        }
}

TEST(Partition, StripesAreBandsOfRowsAndTilesAreBoxes) {
    const auto positions = raster(8, 8);
    const FrameOrder order = makeFrameOrder(positions.size(), 0);
    const FramePartition stripes = partitionFrames(order, positions, 4, Partition::stripes);
    for (std::size_t frame = 0; frame < positions.size(); ++frame)
        EXPECT_EQ(stripes.rankOf[frame], static_cast<int>(frame / 16)) << "two rows of eight each";
    const FramePartition tiles = partitionFrames(order, positions, 4, Partition::tiles);
    for (std::size_t frame = 0; frame < positions.size(); ++frame) // quarters: rows first, since no side is longer
        EXPECT_EQ(tiles.rankOf[frame], static_cast<int>(2 * (frame / 32) + frame % 8 / 4));
}

TEST(Partition, ClustersFindTheIslandsOfAScan) {
    // Three islands in a row that bisection would cut: 6, 6 and 6 frames, numbered in turns.
    std::vector<PixelPosition> positions;
    for (int i = 0; i < 18; ++i) positions.push_back({static_cast<double>(i / 3), 100.0 * (i % 3) + i / 9});
    const FramePartition parts = partitionFrames(makeFrameOrder(18, 0), positions, 3, Partition::clusters);
    for (int i = 3; i < 18; ++i)
        EXPECT_EQ(parts.rankOf[static_cast<std::size_t>(i)], parts.rankOf[static_cast<std::size_t>(i % 3)]);
}

TEST(Partition, PositionsThatCoincideAreSharedEvenlyAndReproducibly) {
    const std::vector<PixelPosition> positions(10, PixelPosition{5, 5});
    const FrameOrder order = makeFrameOrder(10, 1);
    for (const Partition partition : kAll) {
        const FramePartition parts = partitionFrames(order, positions, 4, partition);
        EXPECT_EQ(partitionFrames(order, positions, 4, partition).rankOf, parts.rankOf);
        EXPECT_LE(parts.framesOf[0].size(), 3U);
    }
}

TEST(Tiles, AreTheBoxesAroundTheWindowsAndShrinkWithTheRanks) {
    const auto positions = raster(40, 40); // 390 pixels a side
    const FrameOrder order = makeFrameOrder(positions.size(), 0);
    const std::size_t window = 32;
    const auto largest = [&](int ranks) {
        const auto parts = partitionFrames(order, positions, ranks, Partition::tiles);
        std::size_t area = 0;
        for (const Region& tile : tilesOf(parts, positions, window)) area = std::max(area, areaOf(tile));
        return static_cast<double>(area);
    };
    EXPECT_EQ(largest(1), 424.0 * 424.0) << "390 + 32 + 2 for rounding and interpolation";
    // 4 × 4 boxes of 10 × 10 frames: 90 + 34 pixels a side.
    EXPECT_EQ(largest(16), 124.0 * 124.0);
    EXPECT_EQ(tilesOf(partitionFrames(makeFrameOrder(1, 0), std::span(positions).first(1), 3, Partition::tiles),
                      std::span(positions).first(1), window)
                      .back()
                      .rows %
                  34,
              0)
        << "a rank without frames holds nothing, the others a window";
}

TEST(Regions, IntersectAndSurround) {
    const Region a{0, 0, 10, 10}, b{5, 8, 10, 10}, far{50, 50, 2, 2};
    const Region common = intersection(a, b);
    EXPECT_EQ(common.row, 5);
    EXPECT_EQ(common.col, 8);
    EXPECT_EQ(areaOf(common), 10U);
    EXPECT_TRUE(isEmpty(intersection(a, far)));
    const Region box = boxAround(a, b);
    EXPECT_EQ(areaOf(box), 15U * 18U);
    EXPECT_EQ(areaOf(boxAround({}, b)), areaOf(b));
}

} // namespace
} // namespace ewald::ptycho
