// SPDX-License-Identifier: GPL-3.0-or-later
// Detectors that are not flat: image plates on a cylinder, and modules out of one plane.
#include "azint/instrument/cylinder.h"

#include "azint/corrections.h"
#include "azint/integrator.h"
#include "azint/pixel_corners.h"
#include "azint_test_util.h"
#include "base/error.h"
#include "base/units.h"

#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ewald::azint::test {
namespace {

constexpr std::size_t kRows = 40, kCols = 120;
constexpr double kHeight_m = 2e-4, kWidth_m = 3e-4, kRadius_m = 0.012; // 3 rad of a circle

Poni poniOn(std::shared_ptr<const PixelMap> map) {
    Poni poni;
    poni.dist_m = kRadius_m;
    poni.poni1_m = kRows * kHeight_m / 2;
    poni.pixel1_m = map->pixelSize_m()[0];
    poni.pixel2_m = map->pixelSize_m()[1];
    poni.shape = map->shape();
    poni.distortion = Distortion(std::move(map));
    return poni;
}

std::shared_ptr<const PixelMap> cylinder() {
    return std::make_shared<const Cylinder>("plate", std::array{kRows, kCols}, std::array{kHeight_m, kWidth_m},
                                            kRadius_m);
}

/// With the sample on the axis the direct beam meets column 0, or the one to which the cylinder has been turned: 2θ
/// along the equator is the angle on the circle, and above it that of a right-angled triangle.
TEST(Cylinder, AnglesAreThoseOnTheCircle) {
    for (const double turned : {0.0, -1.2}) {
        Poni poni = poniOn(cylinder());
        poni.rot1 = turned;
        const Geometry geometry(poni, kRows, kCols);
        for (const double row : {0.0, 20.0, 33.3})
            for (const double col : {0.5, 10.0, 47.0, 60.0, 119.5}) {
                // rot1 is left-handed about axis 1: a positive one turns the plate's middle towards −x.
                const double angle = col * kWidth_m / kRadius_m + turned;
                const double above = (row - 20) * kHeight_m;
                const double expected = std::acos(std::cos(angle) * kRadius_m / std::hypot(kRadius_m, above));
                EXPECT_NEAR(geometry.twoTheta({row, col}), expected, 1e-12) << turned << ", " << row << ", " << col;
                // The ray of a pixel goes back to it.
                const auto back = geometry.imagePoint(geometry.twoTheta({row, col}), geometry.chi({row, col}));
                ASSERT_TRUE(back);
                EXPECT_NEAR(back->row, row, 1e-8);
                EXPECT_NEAR(back->col, col, 1e-8);
            }
    }
}

/// A cylinder about the sample is met at a right angle along its equator, everywhere at the same distance. Above it,
/// both factors fall: cos³ of the elevation, all around alike.
TEST(Cylinder, SolidAnglesDependOnTheHeightOnly) {
    const Geometry geometry(poniOn(cylinder()), kRows, kCols);
    Corrections corrections;
    const LargeVector<float> norm = normalizationOf(geometry, corrections);
    for (const std::size_t row : {std::size_t{0}, std::size_t{19}, std::size_t{39}})
        for (std::size_t col = 0; col < kCols; ++col) {
            const double above = (static_cast<double>(row) + 0.5 - 20) * kHeight_m;
            const double cosine = kRadius_m / std::hypot(kRadius_m, above);
            // The middle of a pixel's chord is nearer than the circle by a part of (width / radius)² / 8 = 8e-5.
            EXPECT_NEAR(norm[row * kCols + col], cosine * cosine * cosine, 3e-4) << row << ", " << col;
        }
    corrections.sensorTransmission = 0.5;
    const LargeVector<float> inSensor = normalizationOf(geometry, corrections);
    EXPECT_NEAR(inSensor[19 * kCols + 100] / norm[19 * kCols + 100], 1, 1e-3);
}

/// A plate in the shape of a cylinder with a very large radius is the flat one.
TEST(Cylinder, OfALargeRadiusIsFlat) {
    const double far_m = 1e4;
    Poni flat = poniOn(
        std::make_shared<const Cylinder>("plate", std::array{kRows, kCols}, std::array{kHeight_m, kWidth_m}, far_m));
    flat.dist_m = 0.1, flat.poni2_m = 0.02, flat.rot2 = 0.3;
    const Geometry bent(flat, kRows, kCols);
    flat.distortion = {};
    const Geometry plain(flat, kRows, kCols);
    for (const double col : {0.0, 60.5, 120.0}) EXPECT_NEAR(bent.twoTheta({7, col}), plain.twoTheta({7, col}), 1e-6);
    const LargeVector<float> one = normalizationOf(bent, {}), other = normalizationOf(plain, {});
    for (std::size_t i = 0; i < one.size(); ++i) ASSERT_NEAR(one[i], other[i], 1e-5);
}

TEST(Cylinder, FramesMayBeBinnedAndFlipped) {
    const Poni poni = poniOn(cylinder());
    const Geometry whole(poni, kRows, kCols), binned(poni, kRows / 2, kCols / 2);
    EXPECT_NEAR(binned.twoTheta({3, 7}), whole.twoTheta({6, 14}), 1e-12);
    const Geometry flipped(poni, kRows, kCols, true, true);
    EXPECT_NEAR(flipped.twoTheta({3, 7}), whole.twoTheta({kRows - 3.0, kCols - 7.0}), 1e-12);
    const auto back = flipped.imagePoint(flipped.twoTheta({3, 7}), flipped.chi({3, 7}));
    ASSERT_TRUE(back);
    EXPECT_NEAR(back->row, 3, 1e-8);
    EXPECT_NEAR(back->col, 7, 1e-8);
}

/// Corners in space: two modules, one of which is turned about its left edge by 0.7 rad and lies behind the other.
struct Space {
    double y, x, z;
};

Space onModules(std::size_t pixelCol, double row, double col) {
    if (pixelCol < kCols / 2) return {row * kHeight_m, col * kWidth_m, 0};
    const double along = (col - kCols / 2) * kWidth_m;
    return {row * kHeight_m, kCols / 2 * kWidth_m + 1e-3 + along * std::cos(0.7), 2e-3 - along * std::sin(0.7)};
}

std::shared_ptr<const PixelMap> modules(const std::function<Space(std::size_t, double, double)>& placeOf) {
    std::vector<float> corners, depths;
    for (std::size_t row = 0; row < kRows; ++row)
        for (std::size_t col = 0; col < kCols; ++col)
            for (const auto& [down, right] : {std::array{0, 0}, {1, 0}, {1, 1}, {0, 1}}) {
                const Space at = placeOf(col, static_cast<double>(row) + down, static_cast<double>(col) + right);
                corners.insert(corners.end(), {static_cast<float>(at.y), static_cast<float>(at.x)});
                depths.push_back(static_cast<float>(at.z));
            }
    return std::make_shared<const PixelCorners>(PixelCorners::Description{
        .source = "modules.h5",
        .shape = {kRows, kCols},
        .pixelSize_m = {kHeight_m, kWidth_m},
        .corners = corners,
        .depths = depths,
    });
}

TEST(ModulesInSpace, AreWhereTheirCornersAre) {
    Poni poni = poniOn(modules(onModules));
    poni.dist_m = 0.03, poni.poni2_m = 5e-3;
    const Geometry geometry(poni, kRows, kCols);
    const auto angleOf = [&](const Space& at) {
        return std::atan2(std::hypot(at.y - poni.poni1_m, at.x - poni.poni2_m), poni.dist_m + at.z);
    };
    for (const double col : {3.5, 59.5, 60.5, 119.5}) {
        const auto pixel = static_cast<std::size_t>(col);
        EXPECT_NEAR(geometry.twoTheta({7.5, col}), angleOf(onModules(pixel, 7.5, col)), 1e-6) << col;
        const auto back = geometry.imagePoint(geometry.twoTheta({7.5, col}), geometry.chi({7.5, col}));
        ASSERT_TRUE(back) << col;
        EXPECT_NEAR(back->row, 7.5, 1e-3); // corners are kept in single precision
        EXPECT_NEAR(back->col, col, 1e-3);
    }
    const CornerGrid grid = cornerGrid(geometry, Unit::twoThetaRadian);
    EXPECT_FALSE(grid.isShared);
    // C of the last pixel of the first module and D of the first of the second
    EXPECT_NEAR(grid.radial[grid.cornersOf(4, kCols / 2 - 1)[2]], angleOf(onModules(0, 5, kCols / 2)), 1e-6);
    EXPECT_NEAR(grid.radial[grid.cornersOf(4, kCols / 2)[3]], angleOf(onModules(kCols / 2, 4, kCols / 2 + 1)), 1e-6);
    // Its normal is turned by 0.7 rad towards −x.
    const Space middle = onModules(100, 20, 100.5);
    const double x = middle.x - poni.poni2_m, z = poni.dist_m + middle.z, distance = std::hypot(x, z);
    const double cosine = (x * std::sin(0.7) + z * std::cos(0.7)) / distance;
    EXPECT_NEAR(geometry.cosIncidence({20, 100.5}), cosine, 1e-3);
    const LargeVector<float> norm = normalizationOf(geometry, {});
    EXPECT_NEAR(norm[20 * kCols + 100], cosine * std::pow(poni.dist_m / distance, 2), 1e-3);
}

/// A table of the corners of a cylinder, as pyFAI saves it, is that cylinder but for what single precision keeps.
TEST(ModulesInSpace, DescribeACylinderAsWell) {
    const auto onCircle = [](std::size_t, double row, double col) -> Space {
        const double angle = col * kWidth_m / kRadius_m;
        return {row * kHeight_m, kRadius_m * std::sin(angle), kRadius_m * (std::cos(angle) - 1)};
    };
    const Poni poni = poniOn(modules(onCircle));
    EXPECT_TRUE(poni.distortion.pixelsTouch());
    const Geometry table(poni, kRows, kCols), exact(poniOn(cylinder()), kRows, kCols);
    for (const double col : {2.0, 60.0, 118.0}) {
        EXPECT_NEAR(table.twoTheta({30, col}), exact.twoTheta({30, col}), 1e-5) << col;
        const auto back = table.imagePoint(table.twoTheta({30, col}), table.chi({30, col}));
        ASSERT_TRUE(back) << col;
        EXPECT_NEAR(back->col, col, 1e-3);
    }
    EXPECT_FALSE(table.poni().distortion == exact.poni().distortion) << "not the same numbers";
}

TEST(Cylinder, EveryPixelCountsOnce) {
    for (const Splitting splitting : {Splitting::full, Splitting::bbox, Splitting::none}) {
        IntegrationSettings settings;
        settings.binning.npt = 50;
        settings.binning.unit = Unit::twoThetaDegree;
        settings.binning.splitting = splitting;
        const Integrator integrator(Geometry(poniOn(cylinder()), kRows, kCols), settings, {});
        std::vector<double> parts(kRows * kCols);
        integrator.table().forEachWeight(
            [&](std::size_t pixel, std::size_t, float weight) { parts[pixel] += static_cast<double>(weight); });
        for (const double part : parts) ASSERT_NEAR(part, 1, 1e-4);
    }
}

Poni parsed(const std::string& detector, const std::string& config) {
    return parsePoni("poni_version: 2.1\nDetector: " + detector + "\nDetector_config: " + config +
                         "\nDistance: 0.12726\nPoni1: 0.128\nPoni2: 0\nRot1: 0\nRot2: 0\nRot3: 0\nWavelength: 7e-11\n",
                     "test.poni");
}

std::string refusal(const std::string& detector, const std::string& config) {
    try {
        static_cast<void>(parsed(detector, config));
    } catch (const DataError& error) {
        return error.what();
    }
    return "no error";
}

TEST(Cylinder, IsNamedByThePoni) {
    const Poni rapid = parsed("Rapid", R"({"pixel1": 0.0001, "pixel2": 0.0001, "radius": 0.12726, "orientation": 3})");
    ASSERT_FALSE(rapid.distortion.isFlat());
    EXPECT_EQ(rapid.distortion.map().radius_m(), 0.12726);
    EXPECT_EQ(parsed("RapidII", "{}").distortion, rapid.distortion);
    EXPECT_EQ(parsePoni(poniFileText(rapid), "again"), rapid);
    EXPECT_EQ(parsed("Aarhus", R"({"radius": 1.2})").distortion.map().radius_m(), 1.2);
    // Binned by two: as the pixels say, or as the frames do.
    const Poni binned = parsed("Rapid", R"({"pixel1": 0.0002, "pixel2": 0.0002})");
    EXPECT_EQ(*binned.shape, (std::array<std::size_t, 2>{1280, 2350}));
    EXPECT_NEAR(Geometry(binned, 1280, 2350).twoTheta({640, 1000}), Geometry(rapid, 2560, 4700).twoTheta({1280, 2000}),
                1e-12);
    const Poni own = parsed("Detector", R"({"pixel1": 1e-4, "pixel2": 1e-4, "max_shape": [100, 200], "radius": 0.3})");
    EXPECT_EQ(own.distortion.map().shape(), (std::array<std::size_t, 2>{100, 200}));
    EXPECT_NE(refusal("Detector", R"({"pixel1": 1e-4, "pixel2": 1e-4, "radius": 0.3})").find("not how many pixels"),
              std::string::npos);
    for (const char* radius : {"-0.3", "127.26", "1e-6"})
        EXPECT_NE(refusal("Rapid", std::string(R"({"radius": )") + radius + "}").find("radius in the PONI file is"),
                  std::string::npos)
            << radius;
    EXPECT_NE(refusal("Rapid", R"({"radius": "127 mm"})").find("not a number"), std::string::npos);
    // Parallax has a sensor in one plane.
    Poni thick = rapid;
    thick.parallax = true;
    thick.sensor = Sensor{"Si", 1e-3};
    EXPECT_THROW(Geometry(thick, 2560, 4700), JobError);
}

} // namespace
} // namespace ewald::azint::test
