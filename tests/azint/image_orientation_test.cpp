// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/image_orientation.h"

#include "azint/poni.h"
#include "base/units.h"
#include "io/frame_stack.h"
#include "test_paths.h"

#include <cmath>
#include <filesystem>
#include <gtest/gtest.h>
#include <random>

namespace ewald::azint {
namespace {

namespace fs = std::filesystem;

/// Geometry with nothing symmetric in it, of an image of 120 × 90 pixels of two sizes.
Poni oddPoni() {
    Poni poni;
    poni.dist_m = 0.11;
    poni.pixel1_m = 300e-6;
    poni.pixel2_m = 250e-6;
    poni.poni1_m = 38 * poni.pixel1_m;
    poni.poni2_m = 61 * poni.pixel2_m;
    poni.rot1 = 0.21;
    poni.rot2 = -0.13;
    poni.rot3 = 0.4;
    poni.wavelength_m = 1e-10;
    return poni;
}

/// Rings with Poisson noise as this geometry sees them.
Array<float, 2> ringsOf(const Geometry& geometry, double peak, unsigned seed) {
    Array<float, 2> image({geometry.rows(), geometry.cols()});
    std::mt19937 random(seed);
    for (std::size_t r = 0; r < image.extent(0); ++r)
        for (std::size_t c = 0; c < image.extent(1); ++c) {
            const double angle = geometry.twoTheta({static_cast<double>(r) + 0.5, static_cast<double>(c) + 0.5});
            const double ring = std::cos(2 * kPi * angle / 0.035);
            const double counts = 2 + peak * std::exp(-4 * (1 - ring));
            image(r, c) = static_cast<float>(std::poisson_distribution<int>(counts)(random));
        }
    return image;
}

/// The image as it would be stored when the PONI fits it only after `orientation`.
Array<float, 2> storedAs(const Array<float, 2>& image, ImageOrientation orientation) {
    const std::size_t rows = image.extent(0), cols = image.extent(1);
    Array<float, 2> stored(orientation.transposed ? Array<float, 2>::Shape{cols, rows} : image.shape());
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < cols; ++c) {
            const std::size_t row = orientation.flipRows ? rows - 1 - r : r;
            const std::size_t col = orientation.flipCols ? cols - 1 - c : c;
            (orientation.transposed ? stored(col, row) : stored(row, col)) = image(r, c);
        }
    return stored;
}

TEST(ImageOrientation, EveryPixelKeepsItsPlaceInSpace) {
    constexpr std::size_t kRows = 120, kCols = 90;
    for (int native = 1; native <= 4; ++native) {
        Poni poni = oddPoni();
        poni.orientation = native;
        const Geometry truth(poni, kRows, kCols);
        for (const ImageOrientation o : allImageOrientations()) {
            const std::size_t rows = o.transposed ? kCols : kRows, cols = o.transposed ? kRows : kCols;
            const OrientedPoni by = oriented(poni, rows, cols, o);
            const Geometry geometry(by.poni, rows, cols, by.flipRows, by.flipCols);
            for (const ImagePoint p : {ImagePoint{0, 0}, ImagePoint{17.5, 80.25}, ImagePoint{119, 3}}) {
                const double row = o.flipRows ? kRows - p.row : p.row;
                const double col = o.flipCols ? kCols - p.col : p.col;
                const LabPoint expected = truth.position(p);
                const LabPoint found = geometry.position(o.transposed ? ImagePoint{col, row} : ImagePoint{row, col});
                EXPECT_NEAR(found.y, expected.y, 1e-12);
                EXPECT_NEAR(found.x, expected.x, 1e-12);
                EXPECT_NEAR(found.z, expected.z, 1e-12);
            }
        }
    }
}

TEST(ImageOrientation, FindsEachOfTheEight) {
    const Poni poni = oddPoni();
    const Array<float, 2> image = ringsOf(Geometry(poni, 120, 90), 30, 1);
    for (const ImageOrientation o : allImageOrientations()) {
        std::size_t seen = 0;
        const ImageOrientationAnswer answer =
            findImageOrientation(storedAs(image, o), {}, poni, RunControl{}, [&](const auto&, std::size_t count) {
                ++seen;
                EXPECT_EQ(count, 8U);
            });
        EXPECT_EQ(seen, 8U);
        ASSERT_EQ(answer.trials.size(), 8U);
        EXPECT_EQ(answer.trials.front().orientation, o) << answer.margin;
        EXPECT_TRUE(answer.clear()) << answer.margin;
        EXPECT_GT(answer.trials.front().score, 0.4);
    }
}

TEST(ImageOrientation, CannotTellWhatIsSymmetric) {
    Poni poni = oddPoni();
    poni.rot1 = poni.rot2 = poni.rot3 = 0;
    poni.pixel2_m = poni.pixel1_m;
    poni.poni1_m = poni.poni2_m = 50 * poni.pixel1_m;
    const Array<float, 2> image = ringsOf(Geometry(poni, 100, 100), 30, 2);
    const ImageOrientationAnswer all = findImageOrientation(image, {}, poni, RunControl{});
    EXPECT_EQ(all.fitting, 8U) << all.margin;
    // The beam on the middle column: rows are told apart, columns are not.
    poni.poni1_m = 20 * poni.pixel1_m;
    const Array<float, 2> off = ringsOf(Geometry(poni, 100, 100), 30, 3);
    const ImageOrientationAnswer half = findImageOrientation(off, {}, poni, RunControl{});
    EXPECT_FALSE(half.clear()) << half.margin;
    EXPECT_FALSE(half.trials[0].orientation.flipRows);
    EXPECT_FALSE(half.trials[1].orientation.flipRows);
    EXPECT_EQ(half.fitting, 2U);
}

TEST(ImageOrientation, NothingFitsNoise) {
    Array<float, 2> noise({100, 100});
    std::mt19937 random(7);
    for (float& value : noise) value = static_cast<float>(std::poisson_distribution<int>(20)(random));
    const ImageOrientationAnswer answer = findImageOrientation(noise, {}, oddPoni(), RunControl{});
    EXPECT_EQ(answer.fitting, 0U);
    EXPECT_LT(answer.trials.front().score, 0.05);
}

TEST(ImageOrientation, KeepsToShapeAndMask) {
    Poni poni = oddPoni();
    Array<float, 2> image = ringsOf(Geometry(poni, 120, 90), 30, 4);
    poni.shape = {120, 90};
    EXPECT_EQ(findImageOrientation(image, {}, poni, RunControl{}).trials.size(), 4U) << "no transposed ones";
    const double clean = findImageOrientation(image, {}, poni, RunControl{}).trials.front().score;
    Array<std::uint8_t, 2> mask(image.shape());
    for (std::size_t r = 40; r < 70; ++r)
        for (std::size_t c = 0; c < 90; ++c) {
            image(r, c) = (r + c) % 2 == 0 ? 4e9F : 0.0F;
            mask(r, c) = 1;
        }
    EXPECT_LT(findImageOrientation(image, {}, poni, RunControl{}).trials.front().score, 0.5 * clean);
    EXPECT_NEAR(findImageOrientation(image, mask, poni, RunControl{}).trials.front().score, clean, 0.05);
    poni.shape = {60, 60};
    EXPECT_THROW(static_cast<void>(findImageOrientation(image, {}, poni, RunControl{})), JobError);
    RunControl stopped;
    stopped.requestStop(StopRequest::abort);
    EXPECT_THROW(static_cast<void>(findImageOrientation(image, {}, oddPoni(), stopped)), StoppedError);
}

/// Real images whose answer is known.
TEST(ImageOrientation, RealImages) {
    const fs::path folder = fs::path(EWALD_SHARED_DIR) / "data/diffraction";
    if (!fs::exists(folder)) GTEST_SKIP() << "no reference data beside the project";
    const auto find = [&](const char* frames, const char* poni) {
        const Array<float, 2> image = io::readImage(folder / frames);
        return findImageOrientation(image, {}, readPoni(folder / poni), RunControl{});
    };
    const ImageOrientationAnswer pilatus =
        find("ceo2_pilatus1m/CeO2_Pilatus1M.tif", "ceo2_pilatus1m/CeO2_Pilatus1M.poni");
    EXPECT_EQ(pilatus.trials.front().orientation, (ImageOrientation{false, true, false}));
    EXPECT_TRUE(pilatus.clear());
    EXPECT_GT(pilatus.margin, 1.3);
    const ImageOrientationAnswer plain = find("pixium/pixium_03150.tif", "pixium/DLS_CeO2_1200mm_pyFAI.poni");
    EXPECT_EQ(plain.trials.front().orientation, ImageOrientation{});
    const ImageOrientationAnswer flipped = find("pixium/pixium_03150.tif", "pixium/DLS_CeO2_1200mm.poni");
    EXPECT_NE(flipped.trials.front().orientation, ImageOrientation{});
    EXPECT_NEAR(flipped.trials.front().score, plain.trials.front().score, 0.02);
}

} // namespace
} // namespace ewald::azint
