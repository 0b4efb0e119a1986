// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/analysis/ring_correlation.h"

#include "base/error.h"
#include "compute/operations/fft.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

namespace ewald::ptycho {
namespace {

using Snr = std::function<double(double)>; ///< of the frequency in parts of Nyquist

double frequencyOf(std::size_t i, std::size_t n) {
    return 2 * static_cast<double>(std::min(i, n - i)) / static_cast<double>(n);
}

/// Images with the same signal and noise of their own, white noise of power 1, signal of power snr(f).
std::pair<Array<Complex, 2>, Array<Complex, 2>> noisyPair(std::size_t rows, std::size_t cols, const Snr& snr,
                                                          unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<float> normal(0, std::sqrt(0.5F));
    const auto draw = [&] { return Complex(normal(random), normal(random)); };
    Array<Complex, 2> a({rows, cols}), b({rows, cols});
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < cols; ++c) {
            const double f = std::hypot(frequencyOf(r, rows), frequencyOf(c, cols));
            const Complex signal = draw() * static_cast<float>(std::sqrt(snr(f)));
            a(r, c) = signal + draw();
            b(r, c) = signal + draw();
        }
    compute::fft2d(a, compute::FftDirection::backward);
    compute::fft2d(b, compute::FftDirection::backward);
    return {a, b};
}

/// Compares every ring with S/(S + N): five standard deviations (1 − FRC²)/√(2n) of a correlation of n complex pairs,
/// and what the finite n and width of a ring shift it by.
void expectAnalytic(const RingCorrelation& found, const Snr& snr, double independent) {
    for (std::size_t k = 4; k < found.frc.size(); ++k) {
        const double s = snr(found.frequency[k] / found.nyquist);
        const double expected = s / (s + 1);
        const double n = static_cast<double>(found.samples[k]) * independent;
        EXPECT_NEAR(found.frc[k], expected, 5 * (1 - expected * expected) / std::sqrt(2 * n) + 1 / n + 0.003) << k;
    }
}

TEST(RingCorrelation, OfKnownSignalAndNoiseIsItsAnalyticValue) {
    const Snr snr = [](double f) { return 20 * std::exp(-f / 0.12); };
    const auto [a, b] = noisyPair(256, 256, snr, 1);
    expectAnalytic(ringCorrelation(a, b, 1e-9, 1e-9, FrcWindow::none), snr, 1);
    expectAnalytic(ringCorrelation(a, b, 1e-9, 1e-9, FrcWindow::hann), snr, 0.2645);
    expectAnalytic(ringCorrelation(a, b, 1e-9, 1e-9, FrcWindow::tukey), snr, 0.80);
}

TEST(RingCorrelation, AtAFrequencyIsTheMeanOfThreeRings) {
    RingCorrelation found;
    EXPECT_EQ(correlationAt(found, 0.5), 0);
    found.frc = {1, 0.9, 0.8, 0.6, 0.1}; // the last ring is at Nyquist
    EXPECT_DOUBLE_EQ(correlationAt(found, 0.5), (0.9 + 0.8 + 0.6) / 3);
    EXPECT_DOUBLE_EQ(correlationAt(found, 0), (1 + 0.9) / 2);
    EXPECT_DOUBLE_EQ(correlationAt(found, 1), (0.6 + 0.1) / 2);
}

TEST(RingCorrelation, OfAnOblongImageIsTheSame) {
    const Snr snr = [](double f) { return 20 * std::exp(-f / 0.12); };
    const auto [a, b] = noisyPair(120, 400, snr, 2);
    const RingCorrelation found = ringCorrelation(a, b, 1e-9, 1e-9, FrcWindow::none);
    EXPECT_EQ(found.frc.size(), 201U) << "rings as wide as a bin of the longer side";
    expectAnalytic(found, snr, 1);
}

TEST(RingCorrelation, ResolutionIsWhereTheSignalFallsBelowTheThreshold) {
    // With snr = 20 exp(−f/0.12) the signal-to-noise ratio is 0.2071 at f = 0.12 ln(20/0.2071) = 0.548 of Nyquist and ½
    // at 0.443. The thresholds of rings of some hundred pixels lie a little above those of endless rings: both are
    // crossed earlier, by 0.02 at most (the threshold of 400 pixels is 0.23 instead of 0.17, which is snr 0.30 at f =
    // 0.504).
    const Snr snr = [](double f) { return 20 * std::exp(-f / 0.12); };
    const auto [a, b] = noisyPair(512, 512, snr, 3);
    const RingCorrelation found = ringCorrelation(a, b, 5e-9, 5e-9, FrcWindow::none);
    ASSERT_TRUE(found.halfBitResolution_m && found.oneBitResolution_m);
    // Half the period is a pixel at the Nyquist frequency.
    const double half = 5e-9 / *found.halfBitResolution_m, one = 5e-9 / *found.oneBitResolution_m;
    EXPECT_NEAR(half, 0.525, 0.025);
    EXPECT_NEAR(one, 0.430, 0.02);
    EXPECT_LT(one, half);
}

TEST(RingCorrelation, OfEqualImagesIsOneAndHasNoCrossing) {
    const auto [a, b] = noisyPair(
        64, 48, [](double) { return 1.0; }, 4);
    const RingCorrelation found = ringCorrelation(a, a, 1e-8, 2e-8);
    for (const double value : found.frc) EXPECT_NEAR(value, 1, 1e-6);
    EXPECT_FALSE(found.halfBitResolution_m);
    EXPECT_FALSE(found.oneBitResolution_m);
    EXPECT_DOUBLE_EQ(found.nyquist, 1 / 4e-8) << "of the coarser axis";
}

TEST(RingCorrelation, ThresholdsAreThoseOfThePaper) {
    // van Heel & Schatz 2005, eq. 17: the half-bit curve, and the same for one bit.
    for (const double n : {10.0, 100.0, 4000.0}) {
        EXPECT_NEAR(frcThreshold(kHalfBitSnr, n), (0.2071 + 1.9102 / std::sqrt(n)) / (1.2071 + 0.9102 / std::sqrt(n)),
                    1e-4);
        EXPECT_NEAR(frcThreshold(kOneBitSnr, n), (0.5 + 2.4142 / std::sqrt(n)) / (1.5 + 1.4142 / std::sqrt(n)), 1e-4);
    }
}

TEST(RingCorrelation, RefusesImagesThatAreTooSmall) {
    const Array<Complex, 2> small({15, 200});
    EXPECT_THROW((void)ringCorrelation(small, small, 1, 1), DataError);
}

} // namespace
} // namespace ewald::ptycho
