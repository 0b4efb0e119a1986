// SPDX-License-Identifier: GPL-3.0-or-later
#include "losses.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <string>

namespace ewald::ptycho {
namespace {

using compute::Loss;
using kernels::LineTerms;

TEST(LossRule, HasTheDerivativesOfItsLoss) {
    // Î(γ) = 7 + 3γ − 2γ², in double precision.
    const auto intensity = [](double g) { return 7 + 3 * g - 2 * g * g; };
    for (const Loss loss : kLosses)
        for (const double counts : {0.0, 1.0, 6.0, 30.0}) {
            SCOPED_TRACE(std::to_string(static_cast<int>(loss)) + ", " + std::to_string(counts));
            const LineTerms<double> terms =
                kernels::lineTerms(loss, std::sqrt(counts), std::sqrt(intensity(0)), 3.0, -2.0);
            const auto at = [&](double g) { return lossOf(loss, counts, intensity(g)); };
            // Differences of fourth order: h⁴ of the derivatives (about 1 here) and rounding/h² stay below 1e-9. The
            // floor of 1e-7 in the magnitude projection is 4e-8 of √Î.
            const double h = 2e-3;
            const double first = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
            const double second = (-at(2 * h) + 16 * at(h) - 30 * at(0) + 16 * at(-h) - at(-2 * h)) / (12 * h * h);
            EXPECT_NEAR(terms.first, first, 1e-6 * std::abs(first) + 1e-9);
            EXPECT_NEAR(terms.second, second, 1e-6 * std::abs(second) + 1e-7);
        }
}

double meanOverCounts(double mean, const std::function<double(double)>& value) {
    double sum = 0, probability = std::exp(-mean);
    for (int counts = 0; counts < 400; ++counts) {
        sum += probability * value(counts);
        probability *= mean / (counts + 1);
    }
    return sum;
}

TEST(LossRule, MeanRootIsThatOfPoissonCounts) {
    // By hand: at λ = ln 2 no count comes half of the time.
    EXPECT_NEAR(meanOverCounts(std::numbers::ln2, [](double k) { return k == 0 ? 1.0 : 0.0; }), 0.5, 1e-12);
    for (const double mean : {1e-4, 1e-2, 0.1, 0.3, 1.0, 2.0, 5.0, 20.0, 100.0}) {
        const double sum = meanOverCounts(mean, [](double k) { return std::sqrt(k); });
        EXPECT_NEAR(kernels::meanRoot(mean).value, sum, 1e-3 * sum) << mean;
        EXPECT_NEAR(kernels::meanRoot(static_cast<float>(mean)).value, sum, 1e-3 * sum) << mean;
    }
}

TEST(LossRule, LeavesTheTruthAloneWhereItIsUnbiased) {
    // The mean pull on a wave that is right. Of the amplitudes it is half of the wave at 0.3 counts.
    const auto pull = [](Loss loss, double mean) {
        return meanOverCounts(mean,
                              [&](double k) { return kernels::descentFactor(loss, std::sqrt(k), std::sqrt(mean)); });
    };
    for (const double mean : {0.05, 0.3, 1.0, 4.0, 30.0}) {
        EXPECT_NEAR(pull(Loss::unbiased, mean), 0, 1.5e-3) << mean; // twice the slope times the error of the fit
        EXPECT_NEAR(pull(Loss::poisson, mean), 0, mean < 0.01 ? 1 : 1e-9) << mean;
    }
    EXPECT_LT(pull(Loss::amplitude, 0.3), -0.45);
    EXPECT_LT(pull(Loss::amplitude, 1.0), -0.2);
}

TEST(LossRule, LetsPixelsThatAreFarOffPullLittle) {
    // √I = 100 where 3 is expected: the amplitudes pull with 97, the robust loss with 97/(1 + 97²), by hand.
    EXPECT_NEAR(3 * kernels::descentFactor(Loss::amplitude, 100.0, 3.0), 97, 1e-4);
    EXPECT_NEAR(3 * kernels::descentFactor(Loss::robust, 100.0, 3.0), 97.0 / 9410, 1e-8);
    EXPECT_NEAR(kernels::descentFactor(Loss::robust, 3.01, 3.0), kernels::descentFactor(Loss::amplitude, 3.01, 3.0),
                1e-6);
}

TEST(LossRule, LeavesMaskedPixelsOut) {
    for (const Loss loss : kLosses) {
        EXPECT_EQ(kernels::descentFactor(loss, -1.0F, 2.0F), 0.0F);
        EXPECT_EQ(kernels::lineTerms(loss, -1.0F, 2.0F, 1.0F, 1.0F).first, 0.0F);
        EXPECT_EQ(kernels::lineTerms(loss, -1.0F, 2.0F, 1.0F, 1.0F).second, 0.0F);
    }
}

} // namespace
} // namespace ewald::ptycho
