// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is not as it should be in a simulated scan: its size, and that it changes nothing else.
#include "sim/disturbances.h"

#include "base/error.h"
#include "base/units.h"
#include "io/hdf5/hdf5.h"
#include "io/temporary_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>

namespace ewald::sim {
namespace {

PtychoExperiment undisturbed(double photonsPerFrame, std::size_t frames = 40) {
    PtychoExperiment experiment;
    experiment.size = 32;
    experiment.frames = frames;
    experiment.photonsPerFrame = photonsPerFrame;
    experiment.seed = 5;
    return experiment;
}

double total(std::span<const float> counts) { return std::accumulate(counts.begin(), counts.end(), 0.0); }

/// Positions are told wrongly; the sample was where it was.
TEST(Disturbances, WrongPositionsHaveTheirErrorAndLeaveTheFrames) {
    PtychoExperiment experiment = undisturbed(1e4, 900);
    experiment.size = 16;
    const PtychoDataset exact = simulatePtycho(experiment);
    EXPECT_EQ(exact.positions, exact.truePositions);
    experiment.positionError_px = 1.5;
    const PtychoDataset data = simulatePtycho(experiment);
    EXPECT_EQ(data.frames, exact.frames);
    EXPECT_EQ(data.object, exact.object);
    EXPECT_EQ(data.pixelPositions, exact.pixelPositions);
    EXPECT_EQ(data.truePositions, exact.positions);
    double squares[2] = {}, sums[2] = {}, product = 0;
    const auto frames = static_cast<double>(experiment.frames);
    for (std::size_t i = 0; i < experiment.frames; ++i) {
        const double row = (data.positions[i].y - data.truePositions[i].y) / data.objectPixel_m;
        const double col = (data.positions[i].x - data.truePositions[i].x) / data.objectPixel_m;
        squares[0] += row * row, squares[1] += col * col, product += row * col;
        sums[0] += row, sums[1] += col;
    }
    for (std::size_t axis = 0; axis < 2; ++axis) { // five standard deviations each
        EXPECT_NEAR(std::sqrt(squares[axis] / frames), 1.5, 5 * 1.5 / std::sqrt(2 * frames));
        EXPECT_NEAR(sums[axis] / frames, 0, 5 * 1.5 / std::sqrt(frames));
    }
    EXPECT_NEAR(product / frames, 0, 5 * 1.5 * 1.5 / std::sqrt(frames)) << "of each axis its own";
    experiment.seed = 6;
    EXPECT_NE(statedPositions(experiment, exact.pixelPositions),
              statedPositions(data.experiment, exact.pixelPositions));
}

TEST(Disturbances, ScaleAndRotationAreAboutTheCentre) {
    PtychoExperiment experiment = undisturbed(0);
    experiment.positionScale = 1.01;
    experiment.positionRotation_deg = 0.5;
    const PtychoDataset data = simulatePtycho(experiment);
    std::complex<double> told = 0, known = 0; // x to the right, y upwards
    for (std::size_t i = 0; i < experiment.frames; ++i) {
        told += std::complex<double>(data.positions[i].x, -data.positions[i].y);
        known += std::complex<double>(data.truePositions[i].x, -data.truePositions[i].y);
    }
    EXPECT_LT(std::abs(told - known), 1e-12 * std::abs(known));
    for (std::size_t i = 1; i < experiment.frames; ++i) {
        const std::complex<double> ratio =
            std::complex<double>(data.positions[i].x - data.positions[0].x, data.positions[0].y - data.positions[i].y) /
            std::complex<double>(data.truePositions[i].x - data.truePositions[0].x,
                                 data.truePositions[0].y - data.truePositions[i].y);
        EXPECT_NEAR(std::abs(ratio), 1.01, 1e-9);
        EXPECT_NEAR(std::arg(ratio) * 180 / kPi, 0.5, 1e-7) << "counter-clockwise";
    }
}

TEST(Disturbances, BackgroundIsAddedToEachFrame) {
    PtychoExperiment experiment = undisturbed(0);
    const PtychoDataset clean = simulatePtycho(experiment);
    EXPECT_TRUE(clean.background.empty());
    experiment.background = 5;
    const PtychoDataset data = simulatePtycho(experiment);
    EXPECT_NEAR(total(data.background.span()) / 1024, 5, 1e-5);
    const auto [least, most] = std::ranges::minmax_element(data.background);
    EXPECT_EQ(most - data.background.begin(), 16 * 32 + 16) << "in the middle";
    EXPECT_EQ(least, data.background.begin()) << "in the corner that is farthest from it";
    EXPECT_GE(*least, 2.5) << "half of it is even";
    for (std::size_t frame = 0; frame < experiment.frames; ++frame)
        for (std::size_t i = 0; i < 1024; ++i) {
            const float expected = clean.frames.slab(frame)[i] + data.background.span()[i];
            ASSERT_EQ(data.frames.slab(frame)[i], expected);
        }
}

TEST(Disturbances, TheBeamFallsBetweenFillings) {
    PtychoExperiment experiment = undisturbed(0, 100);
    experiment.background = 5;
    const PtychoDataset even = simulatePtycho(experiment);
    EXPECT_TRUE(even.frameIntensities.empty());
    experiment.intensityDrift = 0.3;
    const PtychoDataset data = simulatePtycho(experiment);
    ASSERT_EQ(data.frameIntensities.size(), 100U);
    EXPECT_NEAR(std::accumulate(data.frameIntensities.begin(), data.frameIntensities.end(), 0.0), 100, 1e-10);
    for (std::size_t frame = 0; frame < 100; ++frame) {
        const double intensity = data.frameIntensities[frame];
        ASSERT_NEAR(total(data.frames.slab(frame)) / total(even.frames.slab(frame)), intensity, 1e-6)
            << "waves and background";
        // 20 frames to a filling, a mean loss of 0.95 / 2, of 0.3; the jitter is 0.03, at most four times that.
        const double expected = (1 - 0.3 * static_cast<double>(frame % 20) / 20) / (1 - 0.3 * 0.475);
        ASSERT_NEAR(intensity, expected, 4.5 * 0.03 / (1 - 0.3 * 0.475)) << frame;
    }
    double squares = 0;
    for (std::size_t frame = 0; frame < 100; ++frame)
        squares += std::pow(
            data.frameIntensities[frame] * (1 - 0.3 * 0.475) - (1 - 0.3 * static_cast<double>(frame % 20) / 20), 2);
    EXPECT_NEAR(std::sqrt(squares / 100), 0.03, 5 * 0.03 / std::sqrt(200.0)); // five standard deviations
}

TEST(Disturbances, PointSpreadHasItsVarianceAndLosesNothing) {
    for (const double sigma : {0.1, 0.3, 1.0, 3.0, 10.0}) {
        const std::vector<double> weights = pointSpread(sigma);
        double sum = weights[0], variance = 0;
        for (std::size_t k = 1; k < weights.size(); ++k) {
            EXPECT_GE(weights[k], 0);
            EXPECT_LE(weights[k], weights[k - 1]);
            sum += 2 * weights[k], variance += 2 * static_cast<double>(k * k) * weights[k];
        }
        EXPECT_NEAR(sum, 1, 1e-12);
        EXPECT_NEAR(variance, sigma * sigma, 1e-6 * sigma * sigma);
    }
    // e^{-1} I_0(1), I_1(1), I_2(1): Abramowitz & Stegun, tables 9.8 and 9.9.
    const std::vector<double> one = pointSpread(1);
    EXPECT_NEAR(one[0], 0.4657596077, 1e-8);
    EXPECT_NEAR(one[1], 0.2079104154, 1e-8);
    EXPECT_NEAR(one[2], 0.1357476698 / std::exp(1.0), 1e-8);
}

/// Against the plain sum over all pairs of pixels, and a pixel in a corner, three quarters of whose light is near it.
TEST(Disturbances, BlurSpreadsIntensities) {
    PtychoExperiment experiment = undisturbed(0, 4);
    experiment.blur_px = 0.8;
    const PtychoDataset blurred = simulatePtycho(experiment);
    experiment.blur_px = 0;
    const PtychoDataset sharp = simulatePtycho(experiment);
    const std::vector<double> weights = pointSpread(0.8);
    const auto weight = [&](std::size_t a, std::size_t b) {
        const std::size_t distance = a > b ? a - b : b - a;
        return distance < weights.size() ? weights[distance] : 0;
    };
    for (std::size_t frame = 0; frame < 4; ++frame) {
        double largest = 0, difference = 0;
        for (std::size_t r = 0; r < 32; ++r)
            for (std::size_t c = 0; c < 32; ++c) {
                double expected = 0;
                for (std::size_t y = 0; y < 32; ++y)
                    for (std::size_t x = 0; x < 32; ++x)
                        expected += weight(r, y) * weight(c, x) * static_cast<double>(sharp.frames(frame, y, x));
                largest = std::max(largest, expected);
                difference =
                    std::max(difference, std::abs(static_cast<double>(blurred.frames(frame, r, c)) - expected));
            }
        EXPECT_LT(difference, 1e-6 * largest); // twice rounded to floats
        // What the star scatters to the edges is little: measured, 0.0026 of the light is lost at most.
        const double kept = total(blurred.frames.slab(frame)) / total(sharp.frames.slab(frame));
        EXPECT_GT(kept, 0.995);
        EXPECT_LT(kept, 1);
    }
    std::vector<float> corner(32 * 32);
    corner[0] = 1000;
    blurFrame(corner, weights);
    EXPECT_NEAR(total(corner), 1000 * std::pow((1 + weights[0]) / 2, 2), 1e-2) << "the rest lies beyond the edges";
}

/// Counts are drawn last: (n − m)²/m has the mean 1 and the variance 2 + 1/m for means of all that was asked for.
TEST(Disturbances, NoiseIsThatOfAllCounts) {
    PtychoExperiment experiment = undisturbed(0);
    experiment.background = 20;
    experiment.intensityDrift = 0.3;
    experiment.blur_px = 0.8;
    const PtychoDataset means = simulatePtycho(experiment);
    experiment.photonsPerFrame = 1e6; // what frames without noise have as well
    const PtychoDataset noisy = simulatePtycho(experiment);
    EXPECT_EQ(noisy.frameIntensities, means.frameIntensities);
    double chi2 = 0;
    for (std::size_t i = 0; i < noisy.frames.size(); ++i) {
        const double counts = static_cast<double>(noisy.frames.span()[i]);
        const double mean = static_cast<double>(means.frames.span()[i]);
        ASSERT_EQ(counts, std::floor(counts));
        chi2 += (counts - mean) * (counts - mean) / mean;
    }
    const auto pixels = static_cast<double>(noisy.frames.size());
    EXPECT_NEAR(chi2 / pixels, 1, 5 * std::sqrt(2.1 / pixels)); // five standard deviations
}

TEST(Disturbances, TheFileHasTheTruthOfEach) {
    const io::TemporaryFolder folder;
    const std::filesystem::path file = folder.path() / "scan.cxi";
    PtychoExperiment experiment = undisturbed(1e5);
    const std::vector<std::string> names = {"translation", "background", "frame_intensities", "blur_px", "empty_x"};
    writeCxi(file, simulatePtycho(experiment), true);
    for (const std::string& name : names)
        EXPECT_FALSE(io::h5::File::open(file).hasDataset("/truth/" + name)) << name << ": nothing to be said";
    experiment.positionError_px = 1;
    experiment.background = 3;
    experiment.intensityDrift = 0.1;
    experiment.blur_px = 0.5;
    experiment.emptyPart = 0.2;
    const PtychoDataset data = simulatePtycho(experiment);
    writeCxi(file, data, true);
    const io::h5::File h5 = io::h5::File::open(file);
    for (const std::string& name : names) EXPECT_TRUE(h5.hasDataset("/truth/" + name)) << name;
    const auto told = h5.dataset("/entry_1/sample_1/geometry_1/translation").readAll<double>();
    const auto known = h5.dataset("/truth/translation").readAll<double>();
    const auto corners = h5.dataset("/truth/row_col_px").readAll<double>();
    ASSERT_EQ(known.size(), 3 * experiment.frames);
    for (std::size_t i = 0; i < experiment.frames; ++i) {
        EXPECT_EQ(told[3 * i], data.positions[i].x);
        EXPECT_EQ(known[3 * i], data.truePositions[i].x);
        EXPECT_NEAR(known[3 * i + 1], corners[2 * i] * data.objectPixel_m, 1e-9 * data.objectPixel_m);
    }
    EXPECT_NE(told, known);
    EXPECT_EQ(h5.dataset("/truth/frame_intensities").readAll<double>(), data.frameIntensities);
    EXPECT_TRUE(std::ranges::equal(h5.dataset("/truth/background").readAll<float>(), data.background));
}

/// A frame in whose middle the empty part begins lies half a window to the left of it.
TEST(Disturbances, TheEmptyPartIsWhereItIsSaidToBe) {
    PtychoExperiment experiment = undisturbed(0);
    const PtychoDataset full = simulatePtycho(experiment);
    experiment.emptyPart = 0.3;
    const PtychoDataset data = simulatePtycho(experiment);
    const std::size_t cols = data.object.extent(1);
    EXPECT_NEAR(static_cast<double>(cols - data.emptyFrom), 0.3 * static_cast<double>(cols), 0.5);
    for (std::size_t r = 0; r < data.object.extent(0); ++r)
        for (std::size_t c = 0; c < cols; ++c)
            ASSERT_EQ(data.object(r, c), c < data.emptyFrom ? full.object(r, c) : Complex(1)) << r << ' ' << c;
    const double first = data.pixelPositions[0].col + 16 - data.positions[0].x / data.objectPixel_m;
    EXPECT_NEAR(data.empty_m[0] / data.objectPixel_m + first, static_cast<double>(data.emptyFrom), 1e-6);
    EXPECT_NEAR(data.empty_m[1] / data.objectPixel_m + first, static_cast<double>(cols - 1), 1e-6);
}

TEST(Disturbances, WhatMakesNoSenseIsRefused) {
    PtychoExperiment tilted = undisturbed(0);
    tilted.sampleTilt_deg = 30;
    tilted.positionError_px = 1;
    EXPECT_THROW((void)simulatePtycho(tilted), JobError);
    PtychoExperiment single = undisturbed(0, 1);
    single.intensityDrift = 0.1;
    EXPECT_THROW((void)simulatePtycho(single), JobError);
    PtychoExperiment limited = undisturbed(0);
    limited.emptyPart = 0.2, limited.objectBand = 0.5;
    EXPECT_THROW((void)simulatePtycho(limited), JobError);
}

} // namespace
} // namespace ewald::sim
