// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/analysis/alignment.h"

#include "base/units.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace ewald::ptycho {
namespace {

/// A smooth complex function of the plane without symmetry: a sum of waves, contrast about a tenth, evaluated anywhere.
class Sample {
public:
    explicit Sample(unsigned seed, double contrast = 0.1) {
        std::mt19937 random(seed);
        std::uniform_real_distribution<double> any(-1, 1);
        for (int i = 0; i < 60; ++i)
            m_waves.push_back({any(random), any(random), std::polar(contrast / 4, kPi * any(random))});
    }
    [[nodiscard]] std::complex<double> at(double y, double x) const {
        std::complex<double> value = 1;
        for (const Wave& w : m_waves) value += w.amplitude * std::polar(1.0, w.ky * y + w.kx * x);
        return value;
    }

private:
    struct Wave {
        double ky, kx;
        std::complex<double> amplitude;
    };
    std::vector<Wave> m_waves;
};

/// What a reconstruction of the sample may look like: B(r) such that scale e^{i ramp·r} B(r − shift) is the sample.
Array<Complex, 2> reconstruction(const Sample& sample, std::size_t rows, std::size_t cols, double shiftRow,
                                 double shiftCol, double rampRow, double rampCol, std::complex<double> scale) {
    Array<Complex, 2> image({rows, cols});
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < cols; ++c) {
            const double y = static_cast<double>(r) + shiftRow, x = static_cast<double>(c) + shiftCol;
            image(r, c) = Complex(sample.at(y, x) * std::polar(1.0, -rampRow * y - rampCol * x) / scale);
        }
    return image;
}

constexpr ImageBox kBox{24, 20, 80, 100};

TEST(Align, FindsShiftRampAndScale) {
    const Sample sample(1);
    const Array<Complex, 2> a = reconstruction(sample, 128, 140, 0, 0, 0, 0, 1);
    const Array<Complex, 2> b = reconstruction(sample, 150, 130, 3.37, -5.62, 0.021, -0.034, std::polar(1.7, 2.0));
    const Alignment found = align(a, b, kBox, {.tryTwin = true, .start = {}, .twinStart = {}});
    EXPECT_FALSE(found.twin);
    // Sums are refined to 1/500 of a bin; the cut-off edges of the image ring a little under a Fourier shift.
    EXPECT_NEAR(found.shiftRow, 3.37, 0.01);
    EXPECT_NEAR(found.shiftCol, -5.62, 0.01);
    EXPECT_NEAR(found.rampRow, 0.021, 1e-4);
    EXPECT_NEAR(found.rampCol, -0.034, 1e-4);
    EXPECT_NEAR(std::abs(found.scale), 1.7, 0.005);
    EXPECT_GT(found.correlation, 0.999);
    EXPECT_LT(found.otherCorrelation, 0.5);
    const ImageDifference apart = difference(a, aligned(b, found, 128, 140), kBox);
    EXPECT_LT(apart.relative, 0.01);
    EXPECT_LT(apart.phase_rad, 0.01);
    EXPECT_LT(apart.amplitude, 0.01);
}

TEST(Align, FindsALargeRampAndALargeShiftTogether) {
    const Sample sample(2, 0.5);
    const Array<Complex, 2> a = reconstruction(sample, 128, 140, 0, 0, 0, 0, 1);
    const Array<Complex, 2> b = reconstruction(sample, 128, 140, -17.5, 11.25, 0.4, 0.3, 1);
    const Alignment found = align(a, b, kBox);
    EXPECT_NEAR(found.shiftRow, -17.5, 0.02);
    EXPECT_NEAR(found.shiftCol, 11.25, 0.02);
    EXPECT_NEAR(found.rampRow, 0.4, 2e-4);
    EXPECT_NEAR(found.rampCol, 0.3, 2e-4);
    EXPECT_GT(found.correlation, 0.99);
}

TEST(Align, StartsWhereTheOriginsSay) {
    const Sample sample(3);
    const Array<Complex, 2> a = reconstruction(sample, 128, 140, 0, 0, 0, 0, 1);
    const Array<Complex, 2> b = reconstruction(sample, 300, 260, -75.4, -60.2, 0, 0, 1);
    AlignmentOptions options;
    options.start = {-75, -60};
    options.twinStart = {-75, -60};
    const Alignment found = align(a, b, kBox, options);
    EXPECT_NEAR(found.shiftRow, -75.4, 0.01);
    EXPECT_NEAR(found.shiftCol, -60.2, 0.01);
}

TEST(Align, RecognisesTheTwin) {
    const Sample sample(4);
    const Array<Complex, 2> a = reconstruction(sample, 128, 140, 0, 0, 0, 0, 1);
    const Array<Complex, 2> b = twinOf(reconstruction(sample, 128, 140, 1.5, 2.25, 0.01, 0, 2.0));
    const Alignment found = align(a, b, kBox);
    EXPECT_TRUE(found.twin);
    EXPECT_GT(found.correlation, 0.999);
    EXPECT_LT(found.otherCorrelation, 0.5);
    EXPECT_NEAR(found.shiftRow, 1.5, 0.01);
    EXPECT_NEAR(found.shiftCol, 2.25, 0.01);
    EXPECT_LT(difference(a, aligned(b, found, 128, 140), kBox).relative, 0.01);
}

TEST(Align, DifferenceByHand) {
    Array<Complex, 2> a({1, 2}, std::vector<Complex>{2, 2});
    // The first pixel has another amplitude, the second one another phase.
    Array<Complex, 2> b({1, 2}, std::vector<Complex>{1, std::polar(2.0F, 0.5F)});
    const ImageDifference apart = difference(a, b, {0, 0, 1, 2});
    EXPECT_NEAR(apart.amplitude, std::sqrt(1.0 / 8), 1e-6);
    EXPECT_NEAR(apart.phase_rad, std::sqrt(4 * 0.25 / 6), 1e-6) << "weights 2 and 4";
    const double apart2 = 2 * std::sin(0.25) * 2;
    EXPECT_NEAR(apart.relative, std::sqrt((1 + apart2 * apart2) / 8), 1e-6);
}

TEST(LargestBox, IsTheLargestRectangleInside) {
    // . x x x .
    // x x x x x
    // x x x x .
    // . . x . .
    const Array<std::uint8_t, 2> inside({4, 5}, std::vector<std::uint8_t>{0, 1, 1, 1, 0, 1, 1, 1, 1, 1, //
                                                                          1, 1, 1, 1, 0, 0, 0, 1, 0, 0});
    EXPECT_EQ(largestBox(inside), (ImageBox{0, 1, 3, 3}));
    EXPECT_TRUE(largestBox(Array<std::uint8_t, 2>({3, 3})).empty());
    EXPECT_EQ(largestBox(Array<std::uint8_t, 2>({3, 7}, 1)), (ImageBox{0, 0, 3, 7}));
}

TEST(Windows, ByHand) {
    const auto hann = hannWindow(4);
    EXPECT_NEAR(hann[0], std::pow(std::sin(kPi / 8), 2), 1e-12);
    EXPECT_NEAR(hann[1], std::pow(std::sin(3 * kPi / 8), 2), 1e-12);
    EXPECT_EQ(hann[0], hann[3]);
    const auto tukey = tukeyWindow(100, 0.2);
    EXPECT_NEAR(tukey[0], std::pow(std::sin(kPi / 2 * 0.05), 2), 1e-12);
    EXPECT_EQ(tukey[10], 1.0);
    EXPECT_LT(tukey[9], 1.0);
}

} // namespace
} // namespace ewald::ptycho
