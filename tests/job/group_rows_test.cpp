// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/integration/group_rows.h"

#include <gtest/gtest.h>

#include <random>

namespace ewald::job {
namespace {

GroupStarts divide(std::size_t rows, std::size_t wanted, std::size_t most, std::size_t first, std::size_t step,
                   std::size_t chunk) {
    return divideRows(rows, wanted, most, [=](std::size_t row) {
        return io::FrameUnit{nullptr, (first + row * step) / chunk};
    });
}

TEST(GroupRows, AChunkIsNotDivided) {
    EXPECT_EQ(divide(10, 4, 100, 0, 1, 1), (GroupStarts{0, 4, 8, 10}));
    EXPECT_EQ(divide(11, 4, 100, 0, 1, 3), (GroupStarts{0, 3, 6, 9, 11}));
    EXPECT_EQ(divide(10, 7, 100, 0, 1, 3), (GroupStarts{0, 6, 10}));
    EXPECT_EQ(divide(10, 4, 100, 2, 1, 4), (GroupStarts{0, 2, 6, 10})) << "the first chunk is entered in its middle";
    EXPECT_EQ(divide(6, 4, 100, 1, 3, 8), (GroupStarts{0, 3, 6})) << "frames 1, 4, 7 and 10, 13, (16)";
    EXPECT_EQ(divide(9, 2, 100, 0, 1, 5), (GroupStarts{0, 5, 9})) << "a chunk is larger than a group";
    EXPECT_EQ(divide(9, 2, 3, 0, 1, 5), (GroupStarts{0, 3, 5, 8, 9})) << "results of a chunk have no room";
}

TEST(GroupRows, AnyDivisionIsCompleteAndKeepsUnitsTogether) {
    std::mt19937 random(4);
    for (int round = 0; round < 2000; ++round) {
        const std::size_t rows = random() % 60 + 1;
        const std::size_t wanted = random() % 12 + 1;
        const std::size_t first = random() % 9;
        const std::size_t step = random() % 4 + 1;
        const std::size_t chunk = random() % 9 + 1;
        const GroupStarts starts = divide(rows, wanted, 100, first, step, chunk);
        ASSERT_EQ(starts.front(), 0U);
        ASSERT_EQ(starts.back(), rows);
        const auto unitOf = [&](std::size_t row) { return (first + row * step) / chunk; };
        for (std::size_t g = 0; g + 1 < starts.size(); ++g) {
            ASSERT_LT(starts[g], starts[g + 1]);
            const bool isLast = starts[g + 1] == rows;
            EXPECT_TRUE(isLast || unitOf(starts[g + 1] - 1) != unitOf(starts[g + 1]));
            const bool isOneUnit = unitOf(starts[g]) == unitOf(starts[g + 1] - 1);
            EXPECT_TRUE(isOneUnit || starts[g + 1] - starts[g] <= wanted);
        }
    }
}

} // namespace
} // namespace ewald::job
