// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/analysis/wavefront.h"

#include "base/error.h"
#include "base/units.h"
#include "compute/operations/fft.h"
#include "ptycho/analysis/caustic.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ewald::ptycho {
namespace {

constexpr double kWavelength = 1.24e-10;
constexpr double kPixel = 10e-9;
constexpr std::size_t kSize = 128;
constexpr double kStep = 1 / (kSize * kPixel);

/// A wave with a Gaussian pupil exp(−f²/(4σ²)) (intensity of standard deviation σ) and the phase `phase(fy, fx)`.
template <class F>
Array<Complex, 2> waveOf(double sigma, const F& phase) {
    Array<Complex, 2> spectrum({kSize, kSize});
    for (std::size_t r = 0; r < kSize; ++r)
        for (std::size_t c = 0; c < kSize; ++c) {
            const double fy = (r < kSize / 2 ? static_cast<double>(r) : static_cast<double>(r) - kSize) * kStep;
            const double fx = (c < kSize / 2 ? static_cast<double>(c) : static_cast<double>(c) - kSize) * kStep;
            const double sign = (r + c) % 2 == 0 ? 1 : -1; // centre in the middle
            spectrum(r, c) =
                Complex(sign * std::polar(std::exp(-(fy * fy + fx * fx) / (4 * sigma * sigma)), phase(fy, fx)));
        }
    compute::fft2d(spectrum, compute::FftDirection::backward);
    return spectrum;
}

TEST(Wavefront, FindsTheFocusOfEachAxis) {
    const double y = 40e-6, x = -25e-6, sigma = 10 * kStep;
    const Array<Complex, 2> wave = waveOf(sigma, [&](double fy, double fx) {
        return kPi * kWavelength * (y * fy * fy + x * fx * fx) + 2 * kPi * (0.1e-6 * fy - 0.2e-6 * fx);
    });
    const Wavefront found = wavefrontOf(wave, kWavelength, kPixel, kPixel);
    EXPECT_NEAR(found.focusY_m, y, 1e-3 * y);
    EXPECT_NEAR(found.focusX_m, x, 1e-3 * y);
    EXPECT_NEAR(found.astigmatism_m, y - x, 1e-3 * y);
    EXPECT_NEAR(std::abs(found.axis_rad), kPi / 2, 1e-3) << "the focus of y lies farther downstream";
    EXPECT_LT(found.rms_waves, 1e-4);
    // The same foci as where the beam is smallest.
    const RunControl control;
    const Caustic beam = causticOf({{1, kSize, kSize}, {wave.begin(), wave.end()}}, kWavelength, kPixel, kPixel, -80e-6,
                                   80e-6, 41, control);
    EXPECT_NEAR(beam.focusY_m, found.focusY_m, 1e-6);
    EXPECT_NEAR(beam.focusX_m, found.focusX_m, 1e-6);
}

TEST(Wavefront, FindsAstigmatismAtAnyAngle) {
    const double turn = 0.4, far = 30e-6, near = 10e-6;
    const Array<Complex, 2> wave = waveOf(10 * kStep, [&](double fy, double fx) {
        const double u = std::cos(turn) * fx + std::sin(turn) * fy, v = -std::sin(turn) * fx + std::cos(turn) * fy;
        return kPi * kWavelength * (far * u * u + near * v * v);
    });
    const Wavefront found = wavefrontOf(wave, kWavelength, kPixel, kPixel);
    EXPECT_NEAR(found.astigmatism_m, far - near, 1e-3 * far);
    EXPECT_NEAR(found.axis_rad, turn, 2e-3);
}

TEST(Wavefront, GivesTheErrorThatIsLeft) {
    // A coma-like term a·(u³ − 3u), u = fx/σ: orthogonal to 1 and u under the Gaussian intensity. Its square, averaged
    // over the angle, is a²·(2.5t³ − 9t² + 9t) with t = (u² + v²)/2. Where the intensity exp(−t) is above a hundredth,
    // with T = ln 100: ∫t³e⁻ᵗ = 4.0508, ∫t²e⁻ᵗ = 1.6758, ∫te⁻ᵗ = 0.9440, so that the mean over 99 % of the light is
    // 3.576 a².
    const double a = 0.1, sigma = 10 * kStep;
    const Array<Complex, 2> wave = waveOf(sigma, [&](double, double fx) {
        const double u = fx / sigma;
        return a * (u * u * u - 3 * u);
    });
    const Wavefront found = wavefrontOf(wave, kWavelength, kPixel, kPixel);
    EXPECT_NEAR(found.rms_waves, std::sqrt(3.576) * a / (2 * kPi), 2e-4);
    EXPECT_NEAR(found.focusX_m, 0, 1e-6);
    EXPECT_NEAR(found.stepX_per_m, kStep, 1e-6 * kStep);
}

TEST(Wavefront, RefusesWhatHasNone) {
    EXPECT_THROW(static_cast<void>(wavefrontOf(Array<Complex, 2>({8, 8}), kWavelength, kPixel, kPixel)), JobError);
    EXPECT_THROW(static_cast<void>(wavefrontOf(Array<Complex, 2>({8, 8}, Complex(1, 0)), 0, kPixel, kPixel)), JobError);
}

} // namespace
} // namespace ewald::ptycho
