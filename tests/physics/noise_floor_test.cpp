// SPDX-License-Identifier: GPL-3.0-or-later
//
// The noise limit that a set of frames has, against what is left of their counts when the truth is taken away.
#include "physics/recover.h"
#include "ptycho/model/noise_floor.h"
#include "ptycho/model/random.h"
#include "sim/poisson.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <span>
#include <thread>
#include <vector>

namespace ewald::physics {
namespace {

struct Measured {
    std::vector<float> amplitudes; ///< of all frames
    double error = 0;              ///< Σ(√k − √λ)²/Σk
};

/// Frames of so many photons, from frames without noise.
Measured measure(const Experiment& x, double photons, unsigned long long seed) {
    ptycho::Random random(seed);
    Measured measured;
    double left = 0, counts = 0;
    for (std::size_t frame = 0; frame < x.problem.frames; ++frame)
        for (const float exact : x.countsOf(frame)) {
            if (exact < 0) {
                measured.amplitudes.push_back(-1);
                continue;
            }
            const double lambda = static_cast<double>(exact) * photons / x.problem.meanPhotons;
            const auto k = static_cast<double>(sim::drawPoisson(lambda, random));
            left += std::pow(std::sqrt(k) - std::sqrt(lambda), 2), counts += k;
            measured.amplitudes.push_back(static_cast<float>(std::sqrt(k)));
        }
    measured.error = left / counts;
    return measured;
}

/// As the ranks find it, each from its own frames.
std::vector<ptycho::NoiseFloor> floorsOf(const Experiment& x, std::span<const float> amplitudes, int ranks) {
    const std::size_t pixels = x.data.experiment.size * x.data.experiment.size;
    const auto communicators = compute::makeInProcessCommunicators(ranks, std::chrono::seconds(60));
    std::vector<ptycho::NoiseFloor> floors(static_cast<std::size_t>(ranks));
    std::vector<std::jthread> threads;
    for (int rank = 0; rank < ranks; ++rank)
        threads.emplace_back([&, rank] {
            ptycho::Problem problem = x.problem;
            problem.partition =
                ptycho::partitionFrames(problem.order, problem.positions, ranks, ptycho::Partition::stripes);
            std::vector<float> own;
            for (const std::size_t frame : problem.partition.framesOf[static_cast<std::size_t>(rank)]) {
                const auto part = amplitudes.subspan(frame * pixels, pixels);
                own.insert(own.end(), part.begin(), part.end());
            }
            problem.measured = ptycho::storeOfAmplitudes(own, pixels);
            floors[static_cast<std::size_t>(rank)] =
                ptycho::measureNoiseFloor(problem, *communicators[static_cast<std::size_t>(rank)]);
        });
    threads.clear(); // joins them
    return floors;
}

// Two hundred frames of 64² pixels, of which the limit is that of 128; 100 photons a frame are 0.02 a pixel: there it
// follows from the distribution that is assumed to begin with.
TEST(NoiseFloor, IsWhatTheTruthLeaves) {
    sim::PtychoExperiment e;
    e.size = 64;
    e.frames = 200;
    e.photonsPerFrame = 0;
    e.deadPixels = 100;
    const Experiment x = makeExperiment(e);
    for (const double photons : {1e2, 1e3, 1e4, 1e5, 1e7}) {
        const Measured measured = measure(x, photons, 3);
        const ptycho::NoiseFloor floor = floorsOf(x, measured.amplitudes, 1).front();
        std::printf("%g photons: %g, the truth leaves %g\n", photons, floor.error, measured.error);
        EXPECT_NEAR(floor.error / measured.error, 1, photons < 1e3 ? 0.07 : 0.025) << photons;
        for (const ptycho::NoiseFloor& other : floorsOf(x, measured.amplitudes, 3)) {
            EXPECT_EQ(other.error, floor.error) << photons;
            EXPECT_EQ(other.deviance, floor.deviance) << photons;
        }
    }
}

} // namespace
} // namespace ewald::physics
