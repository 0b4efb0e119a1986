// SPDX-License-Identifier: GPL-3.0-or-later
//
// What regularisers and constraints gain, and that they have the same bits however a run is laid out.
#include "ptycho/constraints/object_noise.h"
#include "recover.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace ewald::physics {
namespace {

using ptycho::StageSettings;

/// The probe's amplitudes beside the true ones, r.m.s. of these, after the best factor.
double amplitudeError(const Array<Complex, 3>& probe, const Array<Complex, 3>& truth) {
    double both = 0, mine = 0, theirs = 0;
    for (std::size_t i = 0; i < truth.size(); ++i) {
        const auto a = static_cast<double>(std::abs(probe.span()[i]));
        const auto b = static_cast<double>(std::abs(truth.span()[i]));
        both += a * b, mine += a * a, theirs += b * b;
    }
    return std::sqrt(std::max(0.0, 1 - both * both / (mine * theirs)));
}

/// `image` of `rows` rows, each value from `by` further on, around the edges.
template <class Values>
std::vector<Complex> movedBack(const Values& image, std::size_t rows, std::array<int, 2> by) {
    const auto height = static_cast<int>(rows), width = static_cast<int>(image.size() / rows);
    std::vector<Complex> moved;
    for (int row = 0; row < height; ++row)
        for (int col = 0; col < width; ++col) {
            const int fromRow = (row + by[0] + height) % height, fromCol = (col + by[1] + width) % width;
            moved.push_back(image.begin()[fromRow * width + fromCol]);
        }
    return moved;
}

std::vector<Complex> velocityOf(const Outcome& outcome) { return outcome.resume.state.arrays.at("object_velocity"); }

// A run that centres the probe in its last iteration against one that does not: all that lies over the object has been
// moved as the probe was. Without the velocity, the iterations that follow would push the object the wrong way.
TEST(ProbeCentring, MovesWhatMomentumKeeps) {
    sim::PtychoExperiment e;
    e.size = 32;
    e.frames = 49;
    const Experiment x = makeExperiment(e);
    auto start = roughStart(x, 1);
    std::ranges::copy(movedBack(start.probe, e.size, {-5, 3}), start.probe.begin());
    StageSettings asItIs = stageOf("rpie", 3, {{"batch_size", 8}, {"momentum", 0.7}});
    StageSettings centred = asItIs;
    centred.centreProbeEvery = 3;
    for (const Layout& layout : {Layout{}, Layout{.ranks = 3, .partition = ptycho::Partition::tiles, .tiled = true}}) {
        const Outcome before = reconstruct(x, start, {}, {asItIs}, layout);
        const Outcome after = reconstruct(x, start, {}, {centred}, layout);
        std::vector<std::array<int, 2>> offsets;
        const std::vector<Complex> probe(after.estimate.probe.begin(), after.estimate.probe.end());
        for (int row = -8; row <= 8; ++row)
            for (int col = -8; col <= 8; ++col)
                if (movedBack(before.estimate.probe, e.size, {row, col}) == probe) offsets.push_back({row, col});
        ASSERT_EQ(offsets.size(), 1U);
        EXPECT_NE(offsets[0], (std::array<int, 2>{}));
        const std::vector<Complex> object(after.estimate.object.begin(), after.estimate.object.end());
        EXPECT_EQ(object, movedBack(before.estimate.object, x.problem.objectRows, offsets[0]));
        EXPECT_EQ(velocityOf(after), movedBack(velocityOf(before), x.problem.objectRows, offsets[0]));
    }
}

TEST(ProbePower, ScalesWhatMomentumKeeps) {
    sim::PtychoExperiment e;
    e.size = 32;
    e.frames = 49;
    const Experiment x = makeExperiment(e);
    const auto start = roughStart(x, 1);
    StageSettings asItIs = stageOf("rpie", 1, {{"batch_size", 8}, {"momentum", 0.7}});
    asItIs.updateProbeAfter = 0;
    StageSettings fixed = asItIs;
    fixed.fixProbePower = true;
    const Outcome before = reconstruct(x, start, {}, {asItIs}), after = reconstruct(x, start, {}, {fixed});
    const std::size_t middle = e.size / 2 * e.size + e.size / 2;
    const Complex factor = before.estimate.probe.span()[middle] / after.estimate.probe.span()[middle];
    EXPECT_GT(std::abs(factor - 1.0F), 1e-4) << "there was nothing to scale";
    const std::vector<Complex> wanted = velocityOf(before), scaled = velocityOf(after);
    ASSERT_EQ(scaled.size(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i)
        ASSERT_LE(std::abs(scaled[i] - factor * wanted[i]), 1e-6F * std::abs(wanted[i])) << i; // single precision
}

// 1000 photons a frame in 64 × 64 pixels: eight a pixel of the object. The likelihood of Poisson counts alone ends in
// noise.
TEST(TotalVariation, HelpsWhereFramesHardlyOverlap) {
    constexpr std::size_t kIterations = 100, kBorder = 44;
    sim::PtychoExperiment e;
    e.size = 64;
    e.frames = 144;
    e.overlap = 0.6;
    e.photonsPerFrame = 1e3;
    const Experiment x = makeExperiment(e);
    const auto start = roughStart(x, 1);
    const auto errorWith = [&](double weight) {
        StageSettings s = stageOf("ml", kIterations, {{"loss", 1}}); // of Poisson counts
        s.objectTv = weight;
        return phaseError(reconstruct(x, start, {}, {s}).estimate.object, x.data.object, kBorder);
    };
    const double without = errorWith(0);
    double best = without;
    // 0.220 rad without; 0.178, 0.168, 0.158, 0.163, 0.181 with weights of 0.05, 0.07, 0.1, 0.14, 0.2.
    for (const double weight : {0.07, 0.1, 0.14}) best = std::min(best, errorWith(weight));
    EXPECT_LT(best, 0.75 * without);
}

// The simulated aperture has a diameter of 0.4 of the band.
TEST(ProbePupil, KeepsNoiseOutOfTheProbe) {
    sim::PtychoExperiment e;
    e.size = 64;
    e.frames = 64;
    e.photonsPerFrame = 1e4;
    const Experiment x = makeExperiment(e);
    const auto start = roughStart(x, 1);
    for (const char* engine : {"rpie", "lsqml", "ml"}) {
        const auto outcomeWith = [&](double pupil) {
            StageSettings s = stageOf(engine, 40);
            s.probePupil = pupil;
            return reconstruct(x, start, {}, {s});
        };
        const Outcome without = outcomeWith(0), with = outcomeWith(0.46);
        const double before = amplitudeError(without.estimate.probe, x.data.probe);
        const double after = amplitudeError(with.estimate.probe, x.data.probe);
        EXPECT_LT(after, 0.9 * before) << engine; // 0.83, 0.83, 0.85
    }
}

// The same weight in units of the noise, whatever the exposure.
TEST(ObjectNoise, FallsWithTheRootOfThePhotons) {
    sim::PtychoExperiment e;
    e.size = 32;
    e.frames = 25;
    Experiment x = makeExperiment(e);
    const double noise = ptycho::objectNoise(x.problem);
    double rows[2] = {1e9, -1e9}, cols[2] = {1e9, -1e9};
    for (const auto& at : x.problem.positions) {
        rows[0] = std::min(rows[0], at.row), rows[1] = std::max(rows[1], at.row);
        cols[0] = std::min(cols[0], at.col), cols[1] = std::max(cols[1], at.col);
    }
    const double pixels = (rows[1] - rows[0] + 16) * (cols[1] - cols[0] + 16);
    EXPECT_NEAR(noise, std::sqrt(pixels / (25 * x.problem.meanPhotons)), 1e-9 * noise);
    x.problem.meanPhotons *= 4;
    EXPECT_NEAR(ptycho::objectNoise(x.problem), noise / 2, 1e-9 * noise);
}

/// All of them at once.
StageSettings withEverything(const std::string& engine, std::size_t iterations) {
    StageSettings s = stageOf(engine, iterations, {{"batch_size", 7}, {"momentum", 0.5}});
    s.objectTv = 0.3;
    s.objectSmoothing = 0.002;
    s.objectL1 = 0.05;
    s.objectPurePhase = 0.05;
    s.objectPhaseMin_rad = -1.2;
    s.objectPhaseMax_rad = 0.4;
    s.objectAmplitudeMax = 1.2;
    s.probeSupport = 0.95;
    s.probePupil = 0.7;
    return s;
}

class Constrained : public testing::TestWithParam<std::string> {};

TEST_P(Constrained, HasTheSameBitsHoweverItIsLaidOut) {
    constexpr std::size_t kIterations = 6;
    sim::PtychoExperiment e;
    e.size = 24;
    e.frames = 61;
    e.modes = 2;
    Experiment x = makeExperiment(e);
    x.problem.known = {{20, 3, 12, 9}, 0.9}; // with pixels in several tiles, and in none
    auto start = roughStart(x, 2);
    start.object(0, 0) = 3; // where no frame ever looks
    const std::vector<StageSettings> pipeline = {withEverything(GetParam(), kIterations)};
    const Outcome one = reconstruct(x, start, {}, pipeline);
    EXPECT_LT(std::abs(one.estimate.object(0, 0)), 1.3) << "pixels that no frame sees are constrained, too";
    const auto expectSame = [&](const Outcome& many, const std::string& what) {
        EXPECT_TRUE(many.estimate.object == one.estimate.object) << what;
        EXPECT_TRUE(many.estimate.probe == one.estimate.probe) << what;
        EXPECT_EQ(many.reports.back().fourierError, one.reports.back().fourierError) << what;
    };
    using ptycho::Partition;
    const std::vector<Layout> layouts = {{.ranks = 3},
                                         {.ranks = 2, .partition = Partition::tiles, .tiled = true},
                                         {.ranks = 5, .partition = Partition::stripes, .tiled = true},
                                         {.ranks = 3,
                                          .partition = Partition::tiles,
                                          .tiled = true,
                                          .foreign = true,
                                          .streamed = true,
                                          .framesAtOnce = 2}};
    for (const Layout& layout : layouts)
        expectSame(reconstruct(x, start, {}, pipeline, layout), std::to_string(layout.ranks) + " ranks");
    const Outcome stopped = reconstruct(x, start, {}, pipeline, layouts[1], {}, {.stopAfter = 3});
    expectSame(reconstruct(x, stopped.estimate, {}, pipeline, layouts[0], stopped.resume), "gone on with");
    const Outcome failed = reconstruct(x, start, {}, pipeline, layouts[0], {}, {.checkpointAfter = 2, .failAfter = 4});
    expectSame(reconstruct(x, failed.estimate, {}, pipeline, layouts[2], failed.resume), "from a checkpoint");
}

TEST_P(Constrained, EachWeightHasAnEffectAndZeroHasNone) {
    sim::PtychoExperiment e;
    e.size = 24;
    e.frames = 30;
    const Experiment x = makeExperiment(e);
    const auto start = roughStart(x, 1);
    const StageSettings plain = stageOf(GetParam(), 5);
    const Outcome without = reconstruct(x, start, {}, {plain});
    for (double StageSettings::*weight :
         {&StageSettings::objectTv, &StageSettings::objectL1, &StageSettings::objectSmoothing,
          &StageSettings::objectPurePhase, &StageSettings::objectPhaseMax_rad, &StageSettings::probePupil})
        for (const double value : {0.0, 0.05}) {
            StageSettings s = plain;
            s.*weight = value;
            const Outcome with = reconstruct(x, start, {}, {s});
            EXPECT_EQ(with.estimate.object == without.estimate.object, value == 0);
        }
}

INSTANTIATE_TEST_SUITE_P(Engines, Constrained, testing::ValuesIn(scanEngines()),
                         [](const testing::TestParamInfo<std::string>& at) { return at.param; });

} // namespace
} // namespace ewald::physics
