// SPDX-License-Identifier: GPL-3.0-or-later
// Detectors whose pixels are described one by one.
#include "azint/pixel_corners.h"

#include "azint/integrator.h"
#include "azint_test_util.h"
#include "base/error.h"

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

namespace ewald::azint::test {
namespace {

constexpr std::size_t kRows = 24, kCols = 30;
constexpr double kPixel_m = 1e-4;

/// Of a point of the plain detector, in metres.
struct Plane {
    double y = 0, x = 0;
};

/// Corners of a detector of which `place` says where the corner (row, column) of pixel (row, column) is.
std::vector<float> cornersOf(const std::function<Plane(std::size_t pixelRow, double row, double col)>& place) {
    std::vector<float> corners;
    for (std::size_t row = 0; row < kRows; ++row)
        for (std::size_t col = 0; col < kCols; ++col)
            for (const auto& [down, right] : {std::array{0, 0}, {1, 0}, {1, 1}, {0, 1}}) {
                const Plane at = place(row, static_cast<double>(row) + down, static_cast<double>(col) + right);
                corners.push_back(static_cast<float>(at.y));
                corners.push_back(static_cast<float>(at.x));
            }
    return corners;
}

Plane regular(std::size_t, double row, double col) { return {row * kPixel_m, col * kPixel_m}; }

Distortion distortionOfCorners(const std::vector<float>& corners, Array<std::uint8_t, 2> mask = {}) {
    return Distortion(
        std::make_shared<const PixelCorners>(PixelCorners::Description{.source = "detector.h5",
                                                                       .shape = {kRows, kCols},
                                                                       .pixelSize_m = {kPixel_m, kPixel_m},
                                                                       .corners = corners,
                                                                       .mask = std::move(mask)}));
}

Poni poniOf(const Distortion& distortion) {
    Poni poni = simplePoni(1.1e-3, 1.4e-3, kPixel_m, 0.02);
    poni.rot1 = 0.1;
    poni.shape = {kRows, kCols};
    poni.distortion = distortion;
    return poni;
}

/// 2θ of a point of the detector, by the definition of a PONI: x is along the columns, rot1 turns about axis 1, as a
/// left hand does.
double twoThetaOf(const Poni& poni, Plane at) {
    const double y = at.y - poni.poni1_m, x = at.x - poni.poni2_m, z = poni.dist_m;
    const double turnedX = x * std::cos(poni.rot1) + z * std::sin(poni.rot1);
    const double turnedZ = z * std::cos(poni.rot1) - x * std::sin(poni.rot1);
    return std::atan2(std::hypot(y, turnedX), turnedZ);
}

TEST(PixelCorners, RegularOnesAreThePlainDetector) {
    const Geometry plain(poniOf({}), kRows, kCols),
        described(poniOf(distortionOfCorners(cornersOf(regular))), kRows, kCols);
    const CornerGrid expected = cornerGrid(plain, Unit::twoThetaDegree),
                     grid = cornerGrid(described, Unit::twoThetaDegree);
    EXPECT_TRUE(grid.isShared);
    ASSERT_EQ(grid.radial.size(), expected.radial.size());
    for (std::size_t i = 0; i < grid.radial.size(); ++i) ASSERT_NEAR(grid.radial[i], expected.radial[i], 1e-5) << i;
    const Geometry without(poniOf(distortionOfCorners({})), kRows, kCols);
    EXPECT_EQ(cornerGrid(without, Unit::twoThetaDegree).radial, expected.radial) << "a file without corners";
}

/// The upper half is shifted by half a pixel and a gap of two, and the lower one turned: no corner is shared between
/// them.
TEST(PixelCorners, ModulesAreWhereTheirPixelsAre) {
    const auto modules = [](std::size_t pixelRow, double row, double col) -> Plane {
        if (pixelRow < kRows / 2) return {row * kPixel_m, (col + 0.5) * kPixel_m};
        const double angle = 0.02, y = (row + 2) * kPixel_m, x = col * kPixel_m;
        return {y * std::cos(angle) + x * std::sin(angle), x * std::cos(angle) - y * std::sin(angle)};
    };
    const Poni poni = poniOf(distortionOfCorners(cornersOf(modules)));
    const Geometry geometry(poni, kRows, kCols);
    for (const std::size_t row : {std::size_t{0}, kRows / 2 - 1, kRows / 2, kRows - 1})
        for (const std::size_t col : {std::size_t{0}, std::size_t{17}, kCols - 1}) {
            const double middleRow = static_cast<double>(row) + 0.5, middleCol = static_cast<double>(col) + 0.5;
            const Plane at = modules(row, middleRow, middleCol);
            EXPECT_NEAR(geometry.twoTheta({middleRow, middleCol}), twoThetaOf(poni, at), 1e-6) << row << ", " << col;
        }
    const CornerGrid grid = cornerGrid(geometry, Unit::twoThetaRadian);
    EXPECT_FALSE(grid.isShared);
    const auto expectCorners = [&](std::size_t row, std::size_t col) {
        const std::array<std::size_t, 4> corners = grid.cornersOf(row, col);
        const std::array<std::array<std::size_t, 2>, 4> steps{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
        for (std::size_t i = 0; i < 4; ++i) {
            const Plane at =
                modules(row, static_cast<double>(row + steps[i][0]), static_cast<double>(col + steps[i][1]));
            EXPECT_NEAR(grid.radial[corners[i]], twoThetaOf(poni, at), 1e-6) << row << ", " << col << ", " << i;
        }
    };
    expectCorners(kRows / 2 - 1, 3); // at the border between them
    expectCorners(kRows / 2, 3);
    expectCorners(kRows - 1, kCols - 1);
    // The rings of a pixel's middle go back through it.
    const auto back = geometry.imagePoint(geometry.twoTheta({3.5, 7.5}), geometry.chi({3.5, 7.5}));
    ASSERT_TRUE(back);
    EXPECT_NEAR(back->row, 3.5, 1e-6);
    EXPECT_NEAR(back->col, 7.5, 1e-6);
}

/// Each pixel is split among bins and counts once in all, whether its corners are shared or not.
TEST(PixelCorners, EveryPixelCountsOnce) {
    const auto shifted = [](std::size_t pixelRow, double row, double col) -> Plane {
        return {(row + (pixelRow < kRows / 2 ? 0 : 3)) * kPixel_m, col * kPixel_m};
    };
    for (const Splitting splitting : {Splitting::full, Splitting::bbox, Splitting::none})
        for (const std::size_t sectors : {std::size_t{0}, std::size_t{7}}) {
            IntegrationSettings settings;
            settings.binning.npt = 40;
            settings.binning.nptAzim = sectors;
            settings.binning.splitting = splitting;
            const Integrator integrator(Geometry(poniOf(distortionOfCorners(cornersOf(shifted))), kRows, kCols),
                                        settings, {});
            std::vector<double> parts(kRows * kCols);
            integrator.table().forEachWeight(
                [&](std::size_t pixel, std::size_t, float weight) { parts[pixel] += static_cast<double>(weight); });
            for (const double part : parts) ASSERT_NEAR(part, 1, 1e-4);
        }
}

TEST(PixelCorners, FramesMayBeBinned) {
    Array<std::uint8_t, 2> mask({kRows, kCols}, 0);
    mask(5, 8) = 1;
    const auto modules = [](std::size_t pixelRow, double row, double col) -> Plane {
        return {(row + (pixelRow < kRows / 2 ? 0 : 3)) * kPixel_m, (1.02 * col) * kPixel_m};
    };
    const Poni poni = poniOf(distortionOfCorners(cornersOf(modules), mask));
    const Geometry whole(poni, kRows, kCols), binned(poni, kRows / 2, kCols / 2);
    EXPECT_DOUBLE_EQ(binned.poni().pixel1_m, 2 * kPixel_m);
    EXPECT_NEAR(binned.twoTheta({3.25, 4}), whole.twoTheta({6.5, 8}), 1e-12);
    const CornerGrid fine = cornerGrid(whole, Unit::twoThetaRadian), coarse = cornerGrid(binned, Unit::twoThetaRadian);
    const auto radial = [](const CornerGrid& grid, std::size_t row, std::size_t col, std::size_t corner) {
        return grid.radial[grid.cornersOf(row, col)[corner]];
    };
    // A of the first and C of the last of the pixels, at the border of the modules, too.
    for (const std::size_t row : {std::size_t{2}, kRows / 4 - 1, kRows / 4}) {
        EXPECT_NEAR(radial(coarse, row, 3, 0), radial(fine, 2 * row, 6, 0), 1e-6);
        EXPECT_NEAR(radial(coarse, row, 3, 2), radial(fine, 2 * row + 1, 7, 2), 1e-6);
    }
    const Array<std::uint8_t, 2> ofBinned = binned.poni().distortion.mask(kRows / 2, kCols / 2);
    EXPECT_EQ(ofBinned(2, 4), 1);
    EXPECT_EQ(std::ranges::count(ofBinned, 1), 1);
    EXPECT_THROW(Geometry(poni, kRows, kCols / 2), JobError);
}

TEST(PixelCorners, DescriptionsAreComparedByTheirNumbers) {
    const std::vector<float> corners = cornersOf(regular);
    std::vector<float> other = corners;
    other[100] += 1e-6F;
    Array<std::uint8_t, 2> mask({kRows, kCols}, 0);
    EXPECT_EQ(distortionOfCorners(corners), distortionOfCorners(corners));
    EXPECT_FALSE(distortionOfCorners(corners) == distortionOfCorners(other));
    EXPECT_FALSE(distortionOfCorners(corners) == distortionOfCorners(corners, mask));
    EXPECT_FALSE(distortionOfCorners(corners) == Distortion());
}

TEST(PixelCorners, WhatIsNoDescriptionIsRefused) {
    std::vector<float> corners = cornersOf(regular);
    EXPECT_THROW(static_cast<void>(distortionOfCorners(corners, Array<std::uint8_t, 2>({2, 2}, 0))), DataError);
    corners[7] = std::numeric_limits<float>::quiet_NaN();
    EXPECT_THROW(static_cast<void>(distortionOfCorners(corners)), DataError);
    corners.pop_back();
    EXPECT_THROW(static_cast<void>(distortionOfCorners(corners)), DataError);
}

} // namespace
} // namespace ewald::azint::test
