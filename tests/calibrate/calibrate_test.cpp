// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/calibrant.h"
#include "base/error.h"
#include "calibrate/calibrate.h"
#include "io/frame_stack.h"
#include "ring_simulation.h"
#include "test_paths.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace ewald::calibrate {
namespace {

namespace fs = std::filesystem;
constexpr double kDegree = 3.14159265358979323846 / 180;

/// A simulated image of a calibrant and what calibrate() makes of it.
struct Trial {
    test::SimulatedRings made;
    std::vector<KnownRing> rings;

    explicit Trial(const char* calibrant, double wavelength_A = 0.4)
        : rings(knownRings(*azint::findCalibrant(calibrant), wavelength_A * 1e-10)) {
        made.rows = made.cols = 400;
        made.beam = {0.12, 200 * made.pixel_m, 190 * made.pixel_m, 0, 0};
        show(rings, 1);
    }
    void show(const std::vector<KnownRing>& shown, double brightness) {
        std::vector<std::pair<double, double>> all;
        for (std::size_t i = 0; i < made.angles.size(); ++i) all.emplace_back(made.angles[i], made.strengths[i]);
        for (const KnownRing& ring : shown) all.emplace_back(ring.twoTheta, brightness * std::pow(ring.strength, 0.7));
        std::ranges::sort(all);
        made.angles.clear();
        made.strengths.clear();
        for (const auto& [angle, strength] : all) {
            made.angles.push_back(angle);
            made.strengths.push_back(strength);
        }
    }
    [[nodiscard]] Calibration run(const CalibrationHints& hints = {}) const {
        return calibrate(test::ringImageOf(made), rings, hints, RunControl());
    }
    /// Within four of its own errors, and these no larger than a user would accept.
    void expectFound(const Calibration& c) const {
        ASSERT_GT(c.fit.used, 20U);
        EXPECT_LT(std::abs(c.fit.beam.distance_m - made.beam.distance_m), 4 * c.fit.sigma(0));
        EXPECT_LT(std::abs(c.fit.beam.row_m - made.beam.row_m), 4 * c.fit.sigma(1));
        EXPECT_LT(std::abs(c.fit.beam.col_m - made.beam.col_m), 4 * c.fit.sigma(2));
        EXPECT_LT(std::abs(c.fit.beam.rot1 - made.beam.rot1), 4 * c.fit.sigma(3));
        EXPECT_LT(std::abs(c.fit.beam.rot2 - made.beam.rot2), 4 * c.fit.sigma(4));
        EXPECT_LT(c.fit.sigma(0), 1e-3 * made.beam.distance_m);
    }
};

TEST(Calibrate, FindsAStraightDetectorFromNothing) {
    const Trial trial("CeO2");
    const Calibration c = trial.run();
    trial.expectFound(c);
    EXPECT_EQ(c.verdict.trust, Trust::good) << (c.verdict.reasons.empty() ? "" : c.verdict.reasons[0].problem);
    EXPECT_TRUE(c.verdict.reasons.empty());
    EXPECT_GE(c.rings.size(), 3U);
    EXPECT_GT(c.azimuth_deg, 330);
}

TEST(Calibrate, FindsATiltedOneBehindAMask) {
    Trial trial("LaB6");
    trial.made.beam.rot1 = 20 * kDegree;
    trial.made.beam.rot2 = -12 * kDegree;
    trial.made.mask = true;
    trial.expectFound(trial.run());
}

TEST(Calibrate, FindsABeamBesideTheDetectorAndFaintGrainyRings) {
    Trial trial("CeO2");
    trial.made.beam = {0.12, 250 * trial.made.pixel_m, -60 * trial.made.pixel_m, 0.05, 0.02};
    trial.made.counts = 30;
    trial.made.grain = 0.4;
    trial.expectFound(trial.run());
}

TEST(Calibrate, AMirroredImageGivesTheMirroredGeometry) {
    Trial trial("CeO2");
    trial.made.beam.rot1 = 0.06;
    trial.made.beam.rot2 = 0.1;
    const Calibration straight = trial.run();
    const test::SimulatedImage image = test::simulate(trial.made);
    Array<float, 2> flipped(image.counts.shape());
    for (std::size_t r = 0; r < trial.made.rows; ++r)
        std::ranges::copy(image.counts.slab(r), flipped.slab(trial.made.rows - 1 - r).begin());
    const azint::PixelAxis axis(trial.made.pixel_m);
    const Calibration mirrored = calibrate(makeRingImage(flipped, {}, axis, axis), trial.rings, {}, RunControl());
    const double height = static_cast<double>(trial.made.rows) * trial.made.pixel_m;
    EXPECT_NEAR(mirrored.fit.beam.row_m, height - straight.fit.beam.row_m, 4 * straight.fit.sigma(1));
    EXPECT_NEAR(mirrored.fit.beam.rot1, straight.fit.beam.rot1, 4 * straight.fit.sigma(3));
    EXPECT_NEAR(mirrored.fit.beam.rot2, -straight.fit.beam.rot2, 4 * straight.fit.sigma(4));
}

TEST(Calibrate, RefusesAnotherSubstance) {
    Trial trial("CeO2");
    trial.rings = knownRings(*azint::findCalibrant("W"), 0.4e-10);
    const Calibration c = trial.run();
    EXPECT_EQ(c.verdict.trust, Trust::refused)
        << c.score << ' ' << c.otherScore << ' ' << c.explained << ' ' << c.fit.rms_px << ' ' << c.rings.size();
    ASSERT_FALSE(c.verdict.reasons.empty());
    EXPECT_FALSE(c.verdict.reasons[0].cure.empty());
}

TEST(Calibrate, DoubtsACalibrantThatIsNotAloneInTheImage) {
    Trial trial("CeO2"); // ceria on steel, whose rings are stronger
    trial.show(knownRings(*azint::findCalibrant("Fe"), 0.4e-10), 2);
    const Calibration c = trial.run({.distance_m = 0.12, .row_m = {}, .col_m = {}});
    EXPECT_NE(c.verdict.trust, Trust::good);
}

TEST(Calibrate, ImagesWithoutRingsAreRefusedInWords) {
    Trial trial("CeO2");
    for (double& strength : trial.made.strengths) strength = 0;
    const Calibration c = trial.run();
    EXPECT_EQ(c.verdict.trust, Trust::refused);
    EXPECT_EQ(calibrate({}, trial.rings, {}, RunControl()).verdict.trust, Trust::refused);
    EXPECT_EQ(calibrate({}, {}, {}, RunControl()).verdict.trust, Trust::refused);
}

TEST(Calibrate, StopsWhenAsked) {
    RunControl control;
    control.requestStop(StopRequest::abort);
    const Trial trial("CeO2");
    EXPECT_THROW(static_cast<void>(calibrate(test::ringImageOf(trial.made), trial.rings, {}, control)), StoppedError);
}

/// Numbers of a prototype in another language, and of the PONI that Dioptas wrote in 2015.
TEST(Calibrate, TheMeasuredCeriaOfDioptas) {
    const fs::path file = fs::path(EWALD_SHARED_DIR) / "data/diffraction/ceo2_pilatus1m/CeO2_Pilatus1M.tif";
    if (!fs::exists(file)) GTEST_SKIP() << "no test data at " << file;
    const std::vector<fs::path> files{file};
    const auto stack = io::openStack(files);
    Array<float, 2> image({stack->rows(), stack->cols()});
    stack->makeReader()->readNumbers(0, image.span());
    for (std::size_t r = 0; r < image.extent(0) / 2; ++r)
        std::ranges::swap_ranges(image.slab(r), image.slab(image.extent(0) - 1 - r));
    const azint::PixelAxis axis(172e-6);
    const RingImage rings = makeRingImage(image, {}, axis, axis);
    const auto known = knownRings(*azint::findCalibrant("CeO2"), 4.066e-11);
    const Calibration c = calibrate(rings, known, {}, RunControl());
    EXPECT_NEAR(c.fit.beam.distance_m, 0.20871, 1e-4);
    EXPECT_NEAR(c.fit.beam.rot1, -0.0182, 3e-4);
    EXPECT_NEAR(c.fit.beam.rot2, 0.0041, 3e-4);
    EXPECT_LT(c.fit.rms_px, 0.3);
    EXPECT_EQ(c.verdict.trust, Trust::good);
}

TEST(Calibrate, TheMeasuredTitaniumIsNoCeria) {
    const fs::path file = fs::path(EWALD_SHARED_DIR) / "data/diffraction/pixium/pixium_03150.tif";
    if (!fs::exists(file)) GTEST_SKIP() << "no test data at " << file;
    const std::vector<fs::path> files{file};
    const auto stack = io::openStack(files);
    Array<float, 2> image({stack->rows(), stack->cols()});
    stack->makeReader()->readNumbers(0, image.span());
    const azint::PixelAxis axis(296e-6);
    const auto known = knownRings(*azint::findCalibrant("CeO2"), 1.393e-11);
    const Calibration c = calibrate(makeRingImage(image, {}, axis, axis), known, {}, RunControl());
    EXPECT_EQ(c.verdict.trust, Trust::refused);
}

} // namespace
} // namespace ewald::calibrate
