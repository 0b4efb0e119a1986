// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/model/resample.h"

#include "base/units.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>

namespace ewald::ptycho {
namespace {

/// A Gaussian with a tilted, curved phase, of which the oracle knows every point.
std::complex<double> waveAt(double y, double x) {
    const double envelope = std::exp(-(y * y + 1.5 * x * x) / (2 * 9.0 * 9.0));
    return std::polar(envelope, 0.4 * y - 0.3 * x + 0.01 * (x * x - y * y));
}

Array<Complex, 2> waveOf(std::size_t rows, std::size_t cols, double pixel) {
    Array<Complex, 2> wave({rows, cols});
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < cols; ++c)
            wave(r, c) = Complex(waveAt((static_cast<double>(r) - static_cast<double>(rows / 2)) * pixel,
                                        (static_cast<double>(c) - static_cast<double>(cols / 2)) * pixel));
    return wave;
}

double largestDifference(const Array<Complex, 2>& a, const Array<Complex, 2>& b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max<double>(largest, std::abs(a.data()[i] - b.data()[i]));
    return largest;
}

TEST(Resample, AWaveHasItsValuesBetweenThePixels) {
    const Array<Complex, 2> wave = waveOf(96, 80, 1);
    for (const double step : {0.5, 0.8, 1.0, 1.25, 2.0}) {
        const std::size_t rows = 61, cols = 48;
        const Array<Complex, 2> found =
            resample(wave, pointsAroundMiddle(96, step, rows), pointsAroundMiddle(80, step, cols));
        // Frequencies reach 0.2 of the Nyquist frequency, of the coarsest pixels 0.4: far inside the window's pass
        // band, whose ripple is below 1e-3.
        EXPECT_LT(largestDifference(found, waveOf(rows, cols, step)), 2e-3) << step;
    }
}

TEST(Resample, AStepOfOneCopies) {
    const Array<Complex, 2> wave = waveOf(20, 30, 1);
    const Array<Complex, 2> found = resample(wave, {3, 1, 12}, {-2, 1, 34});
    for (std::size_t r = 0; r < 12; ++r)
        for (std::size_t c = 0; c < 34; ++c) {
            const bool inside = c >= 2 && c - 2 < 30;
            EXPECT_NEAR(std::abs(found(r, c) - (inside ? wave(r + 3, c - 2) : Complex(0))), 0, 1e-6);
        }
}

TEST(Resample, CoarserPixelsHoldNothingThatTheyCannotHold) {
    Array<Complex, 2> stripes({64, 64}); // 0.75 of the Nyquist frequency: beyond that of pixels twice as large
    for (std::size_t r = 0; r < 64; ++r)
        for (std::size_t c = 0; c < 64; ++c)
            stripes(r, c) = static_cast<float>(std::cos(0.75 * kPi * static_cast<double>(c)));
    const Array<Complex, 2> found = resample(stripes, pointsAroundMiddle(64, 2, 16), pointsAroundMiddle(64, 2, 16));
    for (const Complex value : found) EXPECT_LT(std::abs(value), 0.02);
}

TEST(Resample, OutsideAndEmptyAreZero) {
    const Array<Complex, 2> one({4, 4}, Complex(1, 0));
    for (const Complex value : resample(one, {1000, 1, 3}, {-1e12, 1, 3})) EXPECT_EQ(value, Complex(0));
    EXPECT_TRUE(resample(one, {0, 1, 0}, {0, 1, 3}).empty());
    for (const Complex value : resample(Array<Complex, 2>({0, 0}), {0, 1, 2}, {0, 1, 2})) EXPECT_EQ(value, Complex(0));
}

} // namespace
} // namespace ewald::ptycho
