// SPDX-License-Identifier: GPL-3.0-or-later
//
// Background and a beam that flickers: fitted beside object and probe, in every engine, the same on any number of
// ranks.
#include "physics/recover.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace ewald::physics {
namespace {

using ptycho::StageSettings;
using ptycho::Subpixel;

constexpr double kBackground = 8; // counts a pixel, half of it on the left

double backgroundAt(std::size_t col, std::size_t n) { return col < n / 2 ? kBackground / 2 : kBackground; }

/// Intensity of the beam in a frame: ten per cent of flicker.
double beamOf(std::size_t frame) { return 1 + 0.1 * std::sin(2.3 * static_cast<double>(frame)); }

/// Draws the counts of all frames anew: the noiseless ones times the beam, with a background that comes with the beam.
Experiment disturbed(sim::PtychoExperiment e, bool background, bool beam) {
    const double photons = e.photonsPerFrame;
    e.photonsPerFrame = 1e12; // without noise, nearly
    Experiment x = makeExperiment(e);
    std::mt19937 generator(9);
    double total = 0;
    for (std::size_t frame = 0; frame < e.frames; ++frame) {
        auto counts = x.data.frames.slab(frame);
        for (std::size_t i = 0; i < counts.size(); ++i) {
            double mean = static_cast<double>(counts[i]) * photons / e.photonsPerFrame;
            if (background) mean += backgroundAt(i % e.size, e.size);
            if (beam) mean *= beamOf(frame);
            counts[i] = static_cast<float>(std::poisson_distribution<long>(mean)(generator));
            total += static_cast<double>(counts[i]);
        }
    }
    x.problem.meanPhotons = total / static_cast<double>(e.frames);
    return x;
}

sim::PtychoExperiment experiment() {
    sim::PtychoExperiment e;
    e.size = 64;
    e.frames = 120;
    e.photonsPerFrame = 1e6;
    return e;
}

StageSettings fitting(const std::string& engine, std::size_t iterations, bool background, bool beam,
                      double batchSize = 16) {
    StageSettings s = stageOf(engine, iterations, {{"batch_size", engine == "epie" ? 1 : batchSize}});
    s.background = background;
    s.frameIntensities = beam;
    return s;
}

/// Interpolation would lose contrast where waves are weak, which looks like background.
class Detector : public testing::TestWithParam<std::string> {};

TEST_P(Detector, BackgroundIsFoundAndTheErrorFallsToTheFloor) {
    const Experiment x = disturbed(experiment(), true, false);
    const auto start = roughStart(x, 1);
    const std::size_t n = x.data.experiment.size;
    const Outcome without = reconstruct(x, start, exactModel(), {fitting(GetParam(), 60, false, false)});
    const Outcome with = reconstruct(x, start, exactModel(), {fitting(GetParam(), 60, true, false)});
    // Means of the two halves of the frames, where waves are dark: beyond a third of the window from its middle.
    double sums[2] = {}, counts[2] = {};
    const std::vector<double>& found = with.resume.state.numbers.at(kSavedBackground);
    for (std::size_t row = 0; row < n; ++row)
        for (std::size_t col = 0; col < n; ++col) {
            const std::size_t r = (row + n / 2) % n, c = (col + n / 2) % n; // the device has the corner first
            if (std::hypot(static_cast<double>(r) - 32, static_cast<double>(c) - 32) < 21) continue;
            sums[c < n / 2 ? 0 : 1] += found[row * n + col];
            counts[c < n / 2 ? 0 : 1] += 1;
        }
    std::printf("%s: background %.3f | %.3f, error %.4f -> %.4f, floor %.4f -> %.4f\n", GetParam().c_str(),
                sums[0] / counts[0], sums[1] / counts[1], without.figures.fourierError, with.figures.fourierError,
                without.figures.noiseFloor, with.figures.noiseFloor);
    // What is left of weak waves that the object does not show yet counts as background: of the difference map most.
    const double bound = (GetParam() == "dm" ? 0.2 : 0.1) * kBackground;
    EXPECT_NEAR(sums[0] / counts[0], kBackground / 2, bound);
    EXPECT_NEAR(sums[1] / counts[1], kBackground, bound);
    EXPECT_LT(with.figures.fourierError / with.figures.noiseFloor,
              0.9 * without.figures.fourierError / without.figures.noiseFloor);
}

TEST_P(Detector, BeamOfEachFrameIsFound) {
    const Experiment x = disturbed(experiment(), false, true);
    const auto start = roughStart(x, 1);
    const Outcome without = reconstruct(x, start, exactModel(), {fitting(GetParam(), 60, false, false)});
    const Outcome with = reconstruct(x, start, exactModel(), {fitting(GetParam(), 60, false, true)});
    const std::vector<double>& beam = with.resume.state.numbers.at(kSavedBeam);
    // Robust: frames at the rim have parts of the object for themselves, whose amplitude goes with the beam.
    std::vector<double> ratios, off;
    for (std::size_t i = 0; i < beam.size(); ++i) ratios.push_back(beam[i] * beam[i] / beamOf(i));
    const auto median = [](std::vector<double> values) {
        std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
        return values[values.size() / 2];
    };
    const double middle = median(ratios);
    for (const double ratio : ratios) off.push_back(std::abs(ratio / middle - 1));
    const double scatter = 1.4826 * median(off);
    std::printf("%s: scatter of the beam %.4f (flicker 0.07), error %.4f -> %.4f, floor %.4f\n", GetParam().c_str(),
                scatter, without.figures.fourierError, with.figures.fourierError, with.figures.noiseFloor);
    EXPECT_LT(scatter, 0.02);
    EXPECT_LT(with.figures.fourierError, without.figures.fourierError);
}

INSTANTIATE_TEST_SUITE_P(Engines, Detector, testing::Values("epie", "rpie", "lsqml", "ml", "lbfgs", "dm", "raar"));

TEST(DetectorInvariance, SameBitsOnAnyNumberOfRanks) {
    sim::PtychoExperiment e;
    e.size = 24;
    e.frames = 61;
    e.modes = 2;
    const Experiment x = disturbed(e, true, true);
    const auto start = roughStart(x, 2);
    for (const Subpixel subpixel : {Subpixel::nearest, Subpixel::bilinear, Subpixel::fourier})
        for (const std::string engine : {"epie", "rpie", "lsqml", "ml", "dm"}) {
            ptycho::ModelSettings model;
            model.subpixel = subpixel;
            const StageSettings s = fitting(engine, 9, true, true, 7);
            const Outcome one = reconstruct(x, start, model, {s});
            const auto same = [&](const Layout& layout, const char* name) {
                const Outcome many = reconstruct(x, start, model, {s}, layout);
                for (const char* key : {kSavedBackground, kSavedBeam})
                    EXPECT_EQ(many.resume.state.numbers.at(key), one.resume.state.numbers.at(key)) << name;
                EXPECT_EQ(many.estimate.object, one.estimate.object) << name;
                EXPECT_EQ(many.estimate.probe, one.estimate.probe) << name;
            };
            same({.ranks = 2}, "2 ranks");
            same({.ranks = 8}, "8 ranks");
            same({.ranks = 3, .partition = ptycho::Partition::tiles, .tiled = true}, "tiled");
            same({.foreign = true, .streamed = true, .framesAtOnce = 3}, "streamed");
            same({.ranks = 3,
                  .partition = ptycho::Partition::clusters,
                  .tiled = true,
                  .foreign = true,
                  .streamed = true,
                  .framesAtOnce = 2},
                 "tiled and streamed");
        }
}

TEST(DetectorResume, GoesOnWithTheSameBits) {
    sim::PtychoExperiment e;
    e.size = 24;
    e.frames = 61;
    const Experiment x = disturbed(e, true, true);
    const auto start = roughStart(x, 1);
    for (const std::string engine : {"rpie", "lsqml", "ml", "dm"}) {
        const StageSettings s = fitting(engine, 12, true, true);
        const Outcome whole = reconstruct(x, start, {}, {s});
        const Outcome half = reconstruct(x, start, {}, {s}, {}, {}, {.checkpointAfter = 8, .failAfter = 10});
        const Outcome rest = reconstruct(x, half.estimate, {}, {s}, {.ranks = 2}, half.resume);
        EXPECT_EQ(rest.estimate.object, whole.estimate.object) << engine;
        for (const char* key : {kSavedBackground, kSavedBeam})
            EXPECT_EQ(rest.resume.state.numbers.at(key), whole.resume.state.numbers.at(key)) << engine;
    }
}

/// A near field sees the same background: in the order of real space.
TEST(DetectorNearField, FindsTheBackgroundWhereItIs) {
    sim::PtychoExperiment e = experiment();
    e.focusToSample_m = 0.5;
    const Experiment x = disturbed(e, true, false);
    const Outcome with = reconstruct(x, roughStart(x, 1), exactModel(), {fitting("rpie", 60, true, false)});
    const std::vector<double>& found = with.resume.state.numbers.at(kSavedBackground);
    const std::size_t n = e.size;
    double left = 0, right = 0;
    for (std::size_t row = 0; row < n; ++row)
        for (std::size_t col = 0; col < n; ++col) (col < n / 2 ? left : right) += found[row * n + col];
    std::printf("near field: background %.3f | %.3f\n", left / 2048, right / 2048);
    EXPECT_GT(right, 1.3 * left);
}

} // namespace
} // namespace ewald::physics
