// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/array.h"
#include "base/units.h"

#include <gtest/gtest.h>

#include <numeric>

namespace ewald {
namespace {

TEST(Array, IsEmptyByDefault) {
    const Array<float, 2> array;
    EXPECT_TRUE(array.empty());
    EXPECT_EQ(array.size(), 0U);
    EXPECT_EQ(array.shape(), (Array<float, 2>::Shape{0, 0}));
}

TEST(Array, IsFilledWithTheValueGiven) {
    const Array<float, 3> array({2, 3, 4}, 1.5F);
    EXPECT_EQ(array.size(), 24U);
    EXPECT_EQ(array.extent(1), 3U);
    for (const float value : array) EXPECT_EQ(value, 1.5F);
}

// C order: element (i, j, k) of shape (2, 3, 4) is number 12 i + 4 j + k.
TEST(Array, LastIndexRunsFastest) {
    Array<int, 3> array({2, 3, 4});
    std::iota(array.begin(), array.end(), 0);
    EXPECT_EQ(array(0, 0, 1), 1);
    EXPECT_EQ(array(0, 1, 0), 4);
    EXPECT_EQ(array(1, 0, 0), 12);
    EXPECT_EQ(array(1, 2, 3), 23);
    array(1, 1, 1) = -1;
    EXPECT_EQ(array.data()[17], -1);
}

TEST(Array, IndicesOfAnyIntegerTypeAreTheSame) {
    Array<int, 2> array({3, 5});
    std::iota(array.begin(), array.end(), 0);
    EXPECT_EQ(array(2, 3), array(std::size_t{2}, 3L));
    EXPECT_EQ(std::as_const(array)(2U, 3), 13);
}

TEST(Array, SlabIsOneEntryOfTheFirstAxis) {
    Array<int, 3> stack({2, 2, 3});
    std::iota(stack.begin(), stack.end(), 0);
    EXPECT_EQ(stack.slabSize(), 6U);
    const std::span<const int> second = std::as_const(stack).slab(1);
    EXPECT_EQ(second.size(), 6U);
    EXPECT_EQ(second.front(), 6);
    EXPECT_EQ(second.back(), 11);
    stack.slab(0)[5] = 99;
    EXPECT_EQ(stack(0, 1, 2), 99);
}

TEST(Array, RankOneHasSlabsOfOneElement) {
    const Array<int, 1> row({3}, std::vector<int>{7, 8, 9});
    EXPECT_EQ(row.slabSize(), 1U);
    EXPECT_EQ(row.slab(2)[0], 9);
}

// The size always follows the shape, so that no index inside the shape can leave the data.
TEST(Array, TakesOverDataAndKeepsToTheShape) {
    const Array<int, 2> exact({2, 2}, std::vector<int>{1, 2, 3, 4});
    EXPECT_EQ(exact(1, 0), 3);
    const Array<int, 2> longer({2, 2}, std::vector<int>{1, 2, 3, 4, 5});
    EXPECT_EQ(longer.size(), 4U);
    const Array<int, 2> shorter({2, 2}, std::vector<int>{1});
    EXPECT_EQ(shorter.size(), 4U);
    EXPECT_EQ(shorter(1, 1), 0);
}

TEST(Array, ComparesShapeAndValues) {
    const Array<int, 2> a({2, 3}, 1);
    EXPECT_EQ(a, (Array<int, 2>({2, 3}, 1)));
    EXPECT_NE(a, (Array<int, 2>({3, 2}, 1)));
    EXPECT_NE(a, (Array<int, 2>({2, 3}, 2)));
}

// 1 Å is 12.39841984 keV (h·c/e of CODATA 2018, exact to the digits given).
TEST(Units, WavelengthAndEnergyAreInverse) {
    EXPECT_NEAR(energyFromWavelength(1e-10), 12.39841984, 1e-8);
    EXPECT_NEAR(wavelengthFromEnergy(energyFromWavelength(7e-11)), 7e-11, 1e-24);
    EXPECT_NEAR(kPlanckTimesC / kJoulePerKeV, kKeVMetre, 1e-17);
}

} // namespace
} // namespace ewald
