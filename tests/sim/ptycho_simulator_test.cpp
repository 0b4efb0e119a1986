// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/ptycho_simulator.h"

#include "compute/operations/fft.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace ewald::sim {
namespace {

PtychoExperiment smallExperiment(double photonsPerFrame, std::uint64_t seed = 5) {
    PtychoExperiment experiment;
    experiment.size = 32;
    experiment.frames = 40;
    experiment.photonsPerFrame = photonsPerFrame;
    experiment.seed = seed;
    return experiment;
}

/// Frames are made by all threads: under the thread sanitizer this also shows that the noise shares nothing.
TEST(PtychoSimulator, NoiseIsThatOfPhotonsAndOfTheSeed) {
    constexpr double kPhotons = 1e6; // what noise-free frames have as well
    const PtychoDataset noisy = simulatePtycho(smallExperiment(kPhotons));
    EXPECT_EQ(noisy.frames, simulatePtycho(smallExperiment(kPhotons)).frames) << "whichever thread had which frame";
    EXPECT_NE(noisy.frames, simulatePtycho(smallExperiment(kPhotons, 6)).frames);

    // (n − m)²/m has the mean 1 for a Poisson distribution of any mean m, and the variance 2 + 1/m.
    const PtychoDataset exact = simulatePtycho(smallExperiment(0));
    double chi2 = 0;
    double pixels = 0;
    for (std::size_t i = 0; i < noisy.frames.size(); ++i) {
        const double counts = static_cast<double>(noisy.frames.span()[i]);
        EXPECT_EQ(counts, std::floor(counts));
        const double mean = static_cast<double>(exact.frames.span()[i]);
        if (mean < 20) continue;
        chi2 += (counts - mean) * (counts - mean) / mean;
        ++pixels;
    }
    ASSERT_GT(pixels, 1000);
    EXPECT_NEAR(chi2 / pixels, 1, 5 * std::sqrt(2.05 / pixels)); // five standard deviations
}

/// Behind a diffuser the beam has speckles; they, and the object, have no frequency beyond what was asked for.
TEST(PtychoSimulator, ABandIsKept) {
    PtychoExperiment experiment = smallExperiment(0);
    experiment.diffuser = true;
    experiment.objectBand = 0.5;
    const PtychoDataset data = simulatePtycho(experiment);
    const std::size_t n = experiment.size;
    /// The part of the power beyond a part of the frequencies, along an axis or in the length.
    const auto beyond = [](Array<Complex, 2> image, double band, bool round) {
        compute::fft2d(image, compute::FftDirection::forward);
        double outside = 0, all = 0;
        for (std::size_t r = 0; r < image.extent(0); ++r)
            for (std::size_t c = 0; c < image.extent(1); ++c) {
                const double y =
                    2 * compute::signedFrequency(r, image.extent(0)) / static_cast<double>(image.extent(0));
                const double x =
                    2 * compute::signedFrequency(c, image.extent(1)) / static_cast<double>(image.extent(1));
                const double power = std::norm(std::complex<double>(image(r, c)));
                all += power;
                if ((round ? std::hypot(y, x) : std::max(std::abs(y), std::abs(x))) >= band) outside += power;
            }
        return outside / all;
    };
    const Array<Complex, 2> probe({n, n}, {data.probe.slab(0).begin(), data.probe.slab(0).end()});
    EXPECT_LT(beyond(probe, 0.5, true), 1e-10);
    EXPECT_GT(beyond(probe, 0.4, true), 0.1) << "up to there it is full";
    EXPECT_LT(beyond(data.object, 0.5, false), 1e-10);
    EXPECT_GT(beyond(data.object, 0.4, false), 1e-6);
    EXPECT_GT(beyond(simulatePtycho(smallExperiment(0)).object, 0.5, false), 1e-4) << "without a limit";
}

/// The truth that is kept is what the frames were made of: a frame again, by a plain transform where it needs no shift.
TEST(PtychoSimulator, AProbeThatChangesIsTheTruthOfItsFrames) {
    PtychoExperiment experiment = smallExperiment(0);
    experiment.positionJitter = 0;
    experiment.probeDrift = 0.05;
    experiment.probeChange = 0.1;
    const PtychoDataset data = simulatePtycho(experiment);
    const std::size_t n = experiment.size, frames = experiment.frames;
    ASSERT_EQ(data.probeChanges.shape(), (std::array<std::size_t, 3>{2, n, n}));
    ASSERT_EQ(data.probeWeights.size(), 2 * frames);
    EXPECT_NEAR(data.probeWeights[2 * (frames - 1)] - data.probeWeights[0], 0.05, 1e-12);
    double squares = 0;
    for (std::size_t i = 0; i < frames; ++i) squares += std::pow(data.probeWeights[2 * i + 1], 2);
    EXPECT_NEAR(std::sqrt(squares / static_cast<double>(frames)), 0.1, 0.02); // 40 random numbers
    std::complex<double> overlap = 0;
    double power = 0, ofChange = 0;
    for (std::size_t i = 0; i < n * n; ++i) {
        const std::complex<double> p(data.probe.slab(0)[i]), v(data.probeChanges.slab(0)[i]);
        overlap += std::conj(p) * v, power += std::norm(p), ofChange += std::norm(v);
    }
    EXPECT_NEAR(ofChange / power, 1, 1e-4);
    EXPECT_LT(std::abs(overlap) / power, 1e-4);

    constexpr std::size_t frame = 0; // without jitter it lies on a pixel
    const PixelPosition used = data.pixelPositions[frame];
    ASSERT_NEAR(used.row, std::round(used.row), 1e-9);
    Array<Complex, 2> wave({n, n});
    for (std::size_t r = 0; r < n; ++r)
        for (std::size_t c = 0; c < n; ++c) {
            Complex p = data.probe(0, r, c);
            for (std::size_t j = 0; j < 2; ++j)
                p += static_cast<float>(data.probeWeights[2 * frame + j]) * data.probeChanges(j, r, c);
            wave(r, c) = p * data.object(static_cast<std::size_t>(std::lround(used.row)) + r,
                                         static_cast<std::size_t>(std::lround(used.col)) + c);
        }
    compute::fft2d(wave, compute::FftDirection::forward);
    double difference = 0, sum = 0;
    for (std::size_t r = 0; r < n; ++r)
        for (std::size_t c = 0; c < n; ++c) {
            const double counts = static_cast<double>(data.frames(frame, (r + n / 2) % n, (c + n / 2) % n));
            difference += std::abs(counts - std::norm(std::complex<double>(wave(r, c))));
            sum += counts;
        }
    EXPECT_LT(difference, 1e-4 * sum);
    experiment.probeDrift = experiment.probeChange = 0;
    EXPECT_NE(data.frames, simulatePtycho(experiment).frames);
}

} // namespace
} // namespace ewald::sim
