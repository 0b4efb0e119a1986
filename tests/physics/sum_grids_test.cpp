// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sums over frames are exact only as long as they stay on their grid; beyond it their bits would depend on the ranks,
// or an integer would overflow. Object and probe of any scale, which a start from a file may have, must not get there.
#include "ptycho/iteration/engine_context.h"
#include "recover.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace ewald::physics {
namespace {

using compute::Loss;

struct Case {
    double objectScale;
    double probeScale;
    ptycho::Subpixel subpixel;
};

sim::PtychoExperiment smallExperiment() {
    sim::PtychoExperiment e;
    e.size = 32;
    e.frames = 40;
    e.photonsPerFrame = 1e5;
    return e;
}

ptycho::Estimate scaledStart(const Experiment& x, const Case& c) {
    ptycho::Estimate start = roughStart(x, 2);
    for (Complex& value : start.object) value *= static_cast<float>(c.objectScale);
    for (Complex& value : start.probe) value *= static_cast<float>(c.probeScale);
    return start;
}

class SumGrids : public testing::TestWithParam<Case> {};

// The oracle: Σ_i Σ_k |P_k| |χ_ik| and Σ_i |O| |χ_ik| from the waves themselves, in double precision. The sum of
// summands of one pixel, with any signs, is at most that.
TEST_P(SumGrids, HoldTheLargestSumsThatAreMade) {
    const Experiment x = makeExperiment(smallExperiment());
    const ptycho::Estimate start = scaledStart(x, GetParam());
    ptycho::Problem problem = x.problem;
    ptycho::partitionProblem(problem, 1, ptycho::Partition::interleaved, false);
    const std::size_t n = problem.geometry.size, pixels = n * n, modes = start.probe.extent(0);
    problem.measured = std::make_shared<ptycho::FrameStore>(problem.frames, pixels, "");
    for (std::size_t i = 0; i < problem.frames; ++i)
        problem.measured->put(i, x.countsOf(problem.partition.framesOf[0][i]));
    ptycho::ModelSettings model;
    model.probeModes = modes;
    model.subpixel = GetParam().subpixel;
    const auto queue = compute::makeQueue({"cpu", 1});
    compute::runRanks(1, [&](compute::Communicator& communicator) {
        ptycho::EngineContext context(problem, model, start, *queue, communicator);
        const double photons = std::transform_reduce(start.probe.begin(), start.probe.end(), 0.0, std::plus<>(),
                                                     [](Complex p) { return std::norm(p); });
        for (const Loss loss : {Loss::amplitude, Loss::poisson, Loss::intensity, Loss::unbiased, Loss::robust}) {
            context.chooseGrids(problem.frames, loss);
            const ptycho::LocalBatch all = context.everything();
            context.sums().clear(all.region, true, true);
            compute::FrameStep step = context.makeStep(all.frames, true, true);
            step.loss = loss;
            ptycho::Buffer<compute::Cf> waves(*queue, problem.frames * modes * pixels);
            step.exitWaves = waves.data();
            context.ops().frameStep(step);
            (void)context.ops().takeSums();
            std::vector<double> object(problem.objectRows * problem.objectCols), probe(modes * pixels);
            double largest = 0; // summand
            const std::vector<compute::Cf> w = waves.toHost();
            for (std::size_t i = 0; i < problem.frames; ++i) {
                const compute::FramePlace place = step.places[all.frames[i]];
                for (std::size_t k = 0; k < modes; ++k)
                    for (std::size_t p = 0; p < pixels; ++p) {
                        const double chi =
                            std::sqrt(static_cast<double>(kernels::norm2(w[(i * modes + k) * pixels + p])));
                        const double withProbe =
                            chi * static_cast<double>(std::abs(start.probe.span()[k * pixels + p]));
                        const std::size_t row = static_cast<std::size_t>(place.row) + p / n;
                        const std::size_t col = static_cast<std::size_t>(place.col) + p % n;
                        object[row * problem.objectCols + col] += withProbe;
                        probe[k * pixels + p] += chi * GetParam().objectScale; // |O| is the same everywhere
                        largest = std::max(largest, withProbe);
                    }
            }
            // Multiples of the spacing anchor/1.5·2⁻⁵² add up exactly to 2⁵³ of them; a summand has to be less than the
            // anchor's own room, 2⁵¹. Waves are rounded, hence a per mille.
            const double spacing = 1 / (1.5 * 0x1p52);
            const double sum = 1.001 * *std::ranges::max_element(object);
            const std::string at = "loss " + std::to_string(static_cast<int>(loss));
            EXPECT_LT(sum, 0x1p53 * spacing * step.grids.objectSum) << at;
            EXPECT_LT(largest, 0x1p51 * spacing * step.grids.objectSum) << at;
            EXPECT_LT(1.001 * *std::ranges::max_element(probe), 0x1p53 * spacing * step.grids.probeSum) << at;
            EXPECT_LT(photons * static_cast<double>(problem.frames) / static_cast<double>(pixels),
                      0x1p53 * spacing * step.grids.objectWeight);
            // And the grid is fine enough: single precision has a relative spacing of 2⁻²⁴.
            const bool usual = GetParam().objectScale == 1 && GetParam().probeScale == 1;
            const double relative = spacing * step.grids.objectSum / sum;
            // Far from the solution robust gives all but a few pixels next to no weight.
            const double enough = loss == Loss::robust ? 0x1p-27 : 0x1p-30;
            EXPECT_TRUE(!usual || loss == Loss::intensity || relative < enough) << at << ": 2^" << std::log2(relative);
        }
    });
}

// What it is for.
TEST_P(SumGrids, GiveTheSameBitsOnThreeRanks) {
    const Experiment x = makeExperiment(smallExperiment());
    const ptycho::Estimate start = scaledStart(x, GetParam());
    ptycho::ModelSettings model;
    model.probeModes = 2;
    model.subpixel = GetParam().subpixel;
    using Settings = std::map<std::string, double>;
    for (const auto& [engine, settings] :
         std::vector<std::pair<std::string, Settings>>{{"rpie", {}},
                                                       {"lsqml", {}},
                                                       {"lsqml", {{"loss", 1}}},
                                                       {"ml", {{"loss", 1}}},
                                                       {"ml", {{"loss", 2}}},
                                                       {"lbfgs", {{"loss", 1}}},
                                                       {"adam", {}},
                                                       {"sgd", {{"loss", 1}}},
                                                       {"raar", {{"projection_softness", 0.2}}},
                                                       {"ap", {}},
                                                       {"dm", {}}}) {
        const auto stage = stageOf(engine, 2, settings);
        const Outcome one = reconstruct(x, start, model, {stage});
        const Outcome three = reconstruct(x, start, model, {stage}, {.ranks = 3});
        EXPECT_EQ(one.estimate.object, three.estimate.object) << engine;
        EXPECT_EQ(one.estimate.probe, three.estimate.probe) << engine;
        EXPECT_EQ(one.warnings, three.warnings) << engine;
        ASSERT_EQ(one.reports.size(), three.reports.size());
        for (std::size_t i = 0; i < one.reports.size(); ++i) {
            EXPECT_EQ(one.reports[i].fourierError, three.reports[i].fourierError) << engine;
            EXPECT_EQ(one.reports[i].llk, three.reports[i].llk) << engine;
        }
    }
}

std::size_t undoneIn(const Outcome& outcome) {
    return static_cast<std::size_t>(std::ranges::count_if(
        outcome.warnings, [](const std::string& text) { return text.find("is undone") != std::string::npos; }));
}

struct Outgrown {
    std::string engine;
    Case scales;
    std::map<std::string, double> settings;
};

// Adam with steps as long as the values: the error rises from 0.6 to 90 within an iteration. RAAR from an object and a
// probe of 1e-8 each, whose product is 1e-13 of the light: the object grows to 1e8 before the probe's sums are made.
const Outgrown kOutgrown[] = {{"adam", {1, 1e-3, ptycho::Subpixel::bilinear}, {{"learning_rate", 1}}},
                              {"raar", {1e-8, 1e-8, ptycho::Subpixel::bilinear}, {}}};

TEST(OutgrownSums, AreSaidAndTheirIterationIsUndoneOnAnyNumberOfRanks) {
    const Experiment x = makeExperiment(smallExperiment());
    ptycho::ModelSettings model;
    model.probeModes = 2;
    for (const auto& [engine, scales, settings] : kOutgrown) {
        const ptycho::Estimate start = scaledStart(x, scales);
        const auto stage = stageOf(engine, 6, settings);
        const Outcome one = reconstruct(x, start, model, {stage});
        EXPECT_EQ(undoneIn(one), 1U) << engine << ": once, as each batch has grids of its own from there on";
        EXPECT_EQ(one.reports.size(), 6U);
        EXPECT_FALSE(one.divergedFrom);
        EXPECT_LT(one.reports.back().fourierError, 0.7) << engine << ": it goes on";
        const Outcome tiles =
            reconstruct(x, start, model, {stage}, {.ranks = 2, .partition = ptycho::Partition::tiles, .tiled = true});
        const Outcome three = reconstruct(x, start, model, {stage}, {.ranks = 3});
        for (const Outcome* other : {&tiles, &three}) {
            EXPECT_EQ(one.warnings, other->warnings) << engine;
            EXPECT_EQ(one.estimate.object, other->estimate.object) << engine;
            EXPECT_EQ(one.estimate.probe, other->estimate.probe) << engine;
        }
    }
}

TEST(OutgrownSums, AreNotForgottenWhereARunGoesOn) {
    const Experiment x = makeExperiment(smallExperiment());
    ptycho::ModelSettings model;
    model.probeModes = 2;
    for (const auto& [engine, scales, settings] : kOutgrown) {
        const ptycho::Estimate start = scaledStart(x, scales);
        const auto stage = stageOf(engine, 6, settings);
        const Outcome whole = reconstruct(x, start, model, {stage});
        const Outcome first = reconstruct(x, start, model, {stage}, {}, {}, {.stopAfter = 4});
        const Outcome second = reconstruct(x, first.estimate, model, {stage}, {}, first.resume);
        EXPECT_EQ(undoneIn(first) + undoneIn(second), 1U) << engine;
        EXPECT_EQ(whole.estimate.object, second.estimate.object) << engine;
        EXPECT_EQ(whole.estimate.probe, second.estimate.probe) << engine;
    }
}

// Metrics have room for 2⁵ to 2⁶ times the counts of all frames, where these are more than a count a pixel:
// anchorFor() of 2⁻⁸ of them, and 2¹³ to 2¹⁴ times what it is given.
TEST(OutgrownSums, OfMetricsAreFoundByTheirValue) {
    const Experiment x = makeExperiment(smallExperiment());
    ptycho::Problem problem = x.problem;
    ptycho::partitionProblem(problem, 1, ptycho::Partition::interleaved, false);
    problem.measured = std::make_shared<ptycho::FrameStore>(problem.frames, problem.geometry.framePixels(), "");
    for (std::size_t i = 0; i < problem.frames; ++i) problem.measured->put(i, x.countsOf(i));
    const auto queue = compute::makeQueue({"cpu", 1});
    compute::runRanks(1, [&](compute::Communicator& communicator) {
        const ptycho::EngineContext context(problem, {}, roughStart(x, 1), *queue, communicator);
        const double counts = problem.meanPhotons * static_cast<double>(problem.frames);
        EXPECT_TRUE(context.areExact({.error = 32 * counts, .intensity = counts}));
        EXPECT_FALSE(context.areExact({.error = 65 * counts, .intensity = counts}));
        EXPECT_FALSE(context.areExact({.error = 1, .intensity = counts, .deviance = 65 * counts}));
        EXPECT_FALSE(context.areExact({.error = 1, .intensity = counts, .change = 65 * counts}));
        EXPECT_FALSE(context.areExact({.error = 1, .intensity = counts, .beyond = 1}));
        EXPECT_TRUE(context.areExact({.error = std::nan(""), .intensity = counts, .beyond = 1}))
            << "an error that is no number says more";
    });
}

INSTANTIATE_TEST_SUITE_P(
    Scales, SumGrids,
    testing::Values(Case{1, 1, ptycho::Subpixel::nearest}, Case{1e-6, 1, ptycho::Subpixel::nearest},
                    Case{1, 1e-6, ptycho::Subpixel::nearest}, Case{1e-5, 1e-5, ptycho::Subpixel::nearest},
                    Case{300, 1, ptycho::Subpixel::nearest}, Case{1e-6, 1, ptycho::Subpixel::fourier},
                    Case{1, 300, ptycho::Subpixel::bilinear}));

} // namespace
} // namespace ewald::physics
