// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/analysis/caustic.h"

#include "base/error.h"
#include "base/units.h"
#include "compute/operations/fft.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ewald::ptycho {
namespace {

constexpr double kWavelength = 1.24e-10;
constexpr double kPixel = 10e-9;
constexpr std::size_t kSize = 128;

/// 1/e amplitude radius w0 of each axis at its own waist.
struct Gaussian {
    double waistY_m, waistX_m;
    double atY_m, atX_m;
    [[nodiscard]] static double radius(double waist_m, double distance_m) {
        const double rayleigh = kPi * waist_m * waist_m / kWavelength;
        return waist_m * std::sqrt(1 + std::pow(distance_m / rayleigh, 2));
    }
};

/// Its wave at the sample, made in Fourier space: exp(−π²w²f²) at the waist, exp(iπλz f²) for a waist z downstream.
Array<Complex, 3> waveOf(const Gaussian& beam) {
    Array<Complex, 2> spectrum({kSize, kSize});
    const auto f = [](std::size_t i) {
        return (i < kSize / 2 ? static_cast<double>(i) : static_cast<double>(i) - kSize) / (kSize * kPixel);
    };
    for (std::size_t r = 0; r < kSize; ++r)
        for (std::size_t c = 0; c < kSize; ++c) {
            const double yy = f(r) * f(r), xx = f(c) * f(c);
            const double size = kPi * kPi * (beam.waistY_m * beam.waistY_m * yy + beam.waistX_m * beam.waistX_m * xx);
            const double phase = kPi * kWavelength * (beam.atY_m * yy + beam.atX_m * xx);
            const double sign = (r + c) % 2 == 0 ? 1 : -1; // centre in the middle
            spectrum(r, c) = Complex(sign * std::polar(std::exp(-size), phase));
        }
    compute::fft2d(spectrum, compute::FftDirection::backward);
    return {{1, kSize, kSize}, {spectrum.begin(), spectrum.end()}};
}

TEST(Caustic, OfAnAstigmaticGaussianBeam) {
    const Gaussian beam{60e-9, 45e-9, 40e-6, -25e-6};
    const RunControl control;
    const Caustic found = causticOf(waveOf(beam), kWavelength, kPixel, kPixel, -200e-6, 200e-6, 101, control);
    EXPECT_NEAR(found.valid_m, 256 * 1e-16 / kWavelength, 1e-9); // 206 µm
    EXPECT_TRUE(found.focusInside);
    EXPECT_NEAR(found.focusY_m, 40e-6, 0.2e-6);
    EXPECT_NEAR(found.focusX_m, -25e-6, 0.2e-6);
    EXPECT_NEAR(found.astigmatism_m, 65e-6, 0.4e-6);
    EXPECT_GT(found.focus_m, found.focusX_m);
    EXPECT_LT(found.focus_m, found.focusY_m);
    for (std::size_t i = 0; i < found.distance_m.size(); ++i) {
        // The intensity of a Gaussian beam has a standard deviation of w/2 and a half width of w √(2 ln 2).
        const double y = Gaussian::radius(beam.waistY_m, found.distance_m[i] - beam.atY_m);
        const double x = Gaussian::radius(beam.waistX_m, found.distance_m[i] - beam.atX_m);
        EXPECT_NEAR(found.alongY[i].rms_m, y / 2, 0.01 * y) << found.distance_m[i];
        EXPECT_NEAR(found.alongX[i].rms_m, x / 2, 0.01 * x) << found.distance_m[i];
        // Samples are 10 nm apart: a straight line between them is off by some per cent of a step.
        EXPECT_NEAR(found.alongY[i].fwhm_m, y * std::sqrt(2 * std::log(2)), 0.02 * y) << found.distance_m[i];
        EXPECT_NEAR(found.alongX[i].fwhm_m, x * std::sqrt(2 * std::log(2)), 0.02 * x) << found.distance_m[i];
    }
}

TEST(Caustic, RoundBeamHasNoAstigmatismAndItsBestFocusAtTheWaist) {
    const RunControl control;
    const Caustic found =
        causticOf(waveOf({50e-9, 50e-9, 30e-6, 30e-6}), kWavelength, kPixel, kPixel, -20e-6, 80e-6, 51, control);
    EXPECT_NEAR(found.focus_m, 30e-6, 0.2e-6);
    EXPECT_NEAR(found.astigmatism_m, 0, 0.01e-6);
    // At the waist I = exp(−2r²/w²): Σ I²/(Σ I)² = 1/(π w²), per pixel.
    const double largest = *std::max_element(found.sharpness.begin(), found.sharpness.end());
    EXPECT_NEAR(largest, kPixel * kPixel / (kPi * 50e-9 * 50e-9), 0.01 * largest);
}

TEST(Caustic, SaysWhenTheFocusIsNotInTheRangeAndWhatRangeIsValid) {
    const RunControl control;
    const Array<Complex, 3> wave = waveOf({50e-9, 50e-9, 30e-6, 30e-6});
    EXPECT_FALSE(causticOf(wave, kWavelength, kPixel, kPixel, -50e-6, 0, 11, control).focusInside);
    const Caustic wide = causticOf(wave, kWavelength, kPixel, kPixel, -1, 1, 11, control);
    EXPECT_DOUBLE_EQ(wide.distance_m.front(), -wide.valid_m);
    EXPECT_DOUBLE_EQ(wide.distance_m.back(), wide.valid_m);
    // Farther than the window of the probe alone would allow, 103 µm.
    const Caustic far =
        causticOf(waveOf({50e-9, 50e-9, -150e-6, -150e-6}), kWavelength, kPixel, kPixel, -1, 1, 101, control);
    EXPECT_TRUE(far.focusInside);
    EXPECT_NEAR(far.focus_m, -150e-6, 0.5e-6);
    EXPECT_THROW((void)causticOf(wave, kWavelength, kPixel, kPixel, 1e-6, -1e-6, 11, control), JobError);
    RunControl stopped;
    stopped.requestStop(StopRequest::abort);
    EXPECT_THROW((void)causticOf(wave, kWavelength, kPixel, kPixel, -1, 1, 11, stopped), StoppedError);
}

TEST(Caustic, IntensityInItsFocusIsThatOfTheWaist) {
    // Two modes of the same beam, one of half the amplitude: 1.25 times the intensity exp(−2r²/w²).
    const Gaussian beam{50e-9, 50e-9, 150e-6, 150e-6};
    const Array<Complex, 3> wave = waveOf(beam);
    Array<Complex, 3> modes({2, kSize, kSize});
    for (std::size_t i = 0; i < wave.size(); ++i) {
        modes.data()[i] = wave.data()[i];
        modes.data()[wave.size() + i] = 0.5F * wave.data()[i];
    }
    const Array<float, 2> there = intensityAt(modes, 150e-6, kWavelength, kPixel, kPixel);
    const double top = there(kSize / 2, kSize / 2);
    EXPECT_NEAR(there(kSize / 2 + 3, kSize / 2 - 4) / top, std::exp(-2 * 25 * 1e-16 / 25e-16), 1e-3);
    const Array<float, 2> one = intensityAt(wave, 150e-6, kWavelength, kPixel, kPixel);
    EXPECT_NEAR(top / one(kSize / 2, kSize / 2), 1.25, 1e-5);
}

TEST(Caustic, ThereAndBackIsTheIdentity) {
    const Array<Complex, 3> wave = waveOf({60e-9, 45e-9, 40e-6, -25e-6});
    const Array<Complex, 2> start({kSize, kSize}, {wave.begin(), wave.end()});
    const auto back =
        propagated(propagated(start, 50e-6, kWavelength, kPixel, kPixel), -50e-6, kWavelength, kPixel, kPixel);
    for (std::size_t i = 0; i < start.size(); ++i) ASSERT_NEAR(std::abs(back.data()[i] - start.data()[i]), 0, 1e-6);
}

TEST(BeamWidth, ByHand) {
    const BeamWidth width = widthOf({0, 1, 2, 1, 0}, 3);
    EXPECT_NEAR(width.rms_m, 3 * std::sqrt(0.5), 1e-12); // Σ p x²/Σ p = (1 + 1)/4
    EXPECT_NEAR(width.fwhm_m, 6, 1e-12);                 // half the maximum is met at ±1
    EXPECT_NEAR(widthOf({0, 4, 4, 0}, 1).fwhm_m, 2, 1e-12);
}

} // namespace
} // namespace ewald::ptycho
