// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/analysis/scan_map.h"

#include "base/error.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace ewald::ptycho {
namespace {

/// 5 × 7 positions, 2 µm and 3 µm apart, in snake order, off by up to `jitter` steps.
std::vector<ScanPosition> raster(double jitter) {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> any(-jitter, jitter);
    std::vector<ScanPosition> positions;
    for (int r = 0; r < 5; ++r)
        for (int c = 0; c < 7; ++c) {
            const int col = r % 2 == 0 ? c : 6 - c;
            positions.push_back({1e-6 + (r + any(random)) * 2e-6, -4e-6 + (col + any(random)) * 3e-6});
        }
    return positions;
}

TEST(ScanMap, RecognisesARasterAndPutsEachValueInItsPixel) {
    std::vector<ScanPosition> positions = raster(0.05);
    positions.pop_back(); // an aborted scan
    const ScanGrid grid = makeScanGrid(positions);
    EXPECT_TRUE(grid.raster);
    ASSERT_EQ(grid.rows, 5U);
    ASSERT_EQ(grid.cols, 7U);
    EXPECT_NEAR(grid.stepY_m, 2e-6, 0.1e-6);
    EXPECT_NEAR(grid.stepX_m, 3e-6, 0.1e-6);
    std::vector<double> numbers;
    for (std::size_t i = 0; i < positions.size(); ++i) numbers.push_back(static_cast<double>(i));
    numbers[3] = std::nan("");
    const Array<float, 2> map = mapOnto(grid, positions, numbers);
    EXPECT_EQ(map(0, 0), 0);
    EXPECT_EQ(map(0, 6), 6);
    EXPECT_EQ(map(1, 6), 7) << "the second line runs back";
    EXPECT_EQ(map(1, 0), 13);
    EXPECT_EQ(map(4, 5), 33);
    EXPECT_TRUE(std::isnan(map(0, 3))) << "a value that is none";
    EXPECT_TRUE(std::isnan(map(4, 6))) << "a frame that is missing";
}

TEST(ScanMap, InterpolatesIrregularPositions) {
    // A Fermat spiral of 300 points, 1 µm apart: a plane is found again, less smooth at the rim.
    std::vector<ScanPosition> positions;
    std::vector<double> values;
    for (int i = 0; i < 300; ++i) {
        const double radius = 0.6e-6 * std::sqrt(i), angle = 2.39996 * i;
        positions.push_back({radius * std::sin(angle), radius * std::cos(angle)});
        values.push_back(3 + 2e5 * positions.back().y - 1e5 * positions.back().x);
    }
    const ScanGrid grid = makeScanGrid(positions);
    EXPECT_FALSE(grid.raster);
    EXPECT_NEAR(grid.stepY_m, 1e-6, 0.2e-6);
    const Array<float, 2> map = mapOnto(grid, positions, values);
    std::size_t inside = 0;
    for (std::size_t r = 0; r < grid.rows; ++r)
        for (std::size_t c = 0; c < grid.cols; ++c) {
            const double y = grid.originY_m + static_cast<double>(r) * grid.stepY_m;
            const double x = grid.originX_m + static_cast<double>(c) * grid.stepX_m;
            if (std::hypot(x, y) > 9e-6) continue;
            ++inside;
            ASSERT_TRUE(std::isfinite(map(r, c)));
            EXPECT_NEAR(map(r, c), 3 + 2e5 * y - 1e5 * x, 0.1) << r << "," << c; // a third of a step's slope
        }
    EXPECT_GT(inside, 200U);
    EXPECT_TRUE(std::isnan(map(0, 0))) << "the corner is outside of the spiral";
}

TEST(ScanMap, RefusesPositionsWithoutAMap) {
    EXPECT_THROW((void)makeScanGrid(std::vector<ScanPosition>{}), DataError);
    EXPECT_THROW((void)makeScanGrid(std::vector<ScanPosition>(5, ScanPosition{1e-6, 2e-6})), DataError);
}

TEST(IntegrateSlopes, OfAQuadraticSurfaceIsExact) {
    // f = 3 y² − 2 x y + 5 x with steps of ½ and 2: slopes 6 y − 2 x and −2 y + 5, known at the points themselves.
    const std::size_t rows = 9, cols = 12;
    const double stepY = 0.5, stepX = 2;
    Array<float, 2> slopeY({rows, cols}), slopeX({rows, cols});
    Array<double, 2> truth({rows, cols});
    double mean = 0;
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < cols; ++c) {
            const double y = static_cast<double>(r) * stepY, x = static_cast<double>(c) * stepX;
            truth(r, c) = 3 * y * y - 2 * x * y + 5 * x;
            mean += truth(r, c) / static_cast<double>(rows * cols);
            slopeY(r, c) = static_cast<float>(6 * y - 2 * x);
            slopeX(r, c) = static_cast<float>(-2 * y + 5);
        }
    const Array<float, 2> found = integrateSlopes(slopeY, slopeX, stepY, stepX);
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < cols; ++c) EXPECT_NEAR(found(r, c), truth(r, c) - mean, 1e-3) << r << "," << c;
}

} // namespace
} // namespace ewald::ptycho
