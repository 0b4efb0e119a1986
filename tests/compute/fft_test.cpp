// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/operations/fft.h"

#include "base/units.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ewald::compute {
namespace {

class Fft : public testing::TestWithParam<std::size_t> {};

TEST_P(Fft, MatchesTheDefinition) {
    const std::size_t n = GetParam();
    Array<Complex, 2> array({n, n});
    for (std::size_t i = 0; i < array.size(); ++i)
        array.span()[i] = {static_cast<float>((i * 7) % 11) - 5, static_cast<float>((i * 3) % 13) - 6};
    Array<Complex, 2> spectrum = array;
    fft2d(spectrum, FftDirection::forward);
    // A few frequencies by the sum itself, in double precision.
    for (const auto& [u, v] :
         {std::pair<std::size_t, std::size_t>(0, 0), {1, 0}, {0, 1}, {n / 2, n - 1}, {n - 1, 2 % n}}) {
        std::complex<double> sum = 0;
        for (std::size_t r = 0; r < n; ++r)
            for (std::size_t c = 0; c < n; ++c)
                sum += std::complex<double>(array(r, c)) *
                       std::polar(1.0, -2 * kPi * static_cast<double>(u * r + v * c) / static_cast<double>(n));
        sum /= static_cast<double>(n);
        // Float FFT error grows as log n; the values are of order n.
        EXPECT_NEAR(std::abs(sum - std::complex<double>(spectrum(u, v))), 0, 2e-5 * static_cast<double>(n))
            << u << "," << v;
    }
    fft2d(spectrum, FftDirection::backward);
    for (std::size_t i = 0; i < array.size(); ++i)
        ASSERT_NEAR(std::abs(spectrum.span()[i] - array.span()[i]), 0, 2e-5) << "the round trip is the identity";
}

// Powers of two, the panel widths' borders, mixed radices, odd and prime sizes.
INSTANTIATE_TEST_SUITE_P(Sizes, Fft, testing::Values(4, 8, 15, 16, 20, 31, 100, 104, 128));

TEST(RectangularFft, MatchesTheDefinition) {
    // Fewer rows than a block and more columns than a panel, and the other way round; odd and prime sizes.
    for (const auto& [rows, cols] : {std::pair<std::size_t, std::size_t>(5, 37), {43, 12}, {16, 24}, {2, 3}}) {
        Array<Complex, 2> array({rows, cols});
        for (std::size_t i = 0; i < array.size(); ++i)
            array.span()[i] = {static_cast<float>((i * 7) % 11) - 5, static_cast<float>((i * 3) % 13) - 6};
        Array<Complex, 2> spectrum = array;
        fft2d(spectrum, FftDirection::forward);
        for (const auto& [u, v] : {std::pair<std::size_t, std::size_t>(0, 0), {1, 0}, {0, 1}, {rows - 1, cols / 2}}) {
            std::complex<double> sum = 0;
            for (std::size_t r = 0; r < rows; ++r)
                for (std::size_t c = 0; c < cols; ++c)
                    sum += std::complex<double>(array(r, c)) *
                           std::polar(1.0, -2 * kPi *
                                               (static_cast<double>(u * r) / static_cast<double>(rows) +
                                                static_cast<double>(v * c) / static_cast<double>(cols)));
            sum /= std::sqrt(static_cast<double>(rows * cols));
            EXPECT_NEAR(std::abs(sum - std::complex<double>(spectrum(u, v))), 0, 1e-3) << rows << "x" << cols;
        }
        fft2d(spectrum, FftDirection::backward);
        for (std::size_t i = 0; i < array.size(); ++i)
            ASSERT_NEAR(std::abs(spectrum.span()[i] - array.span()[i]), 0, 2e-5) << rows << "x" << cols;
    }
}

} // namespace
} // namespace ewald::compute
