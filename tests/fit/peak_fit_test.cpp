// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/peak_fit.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <random>

namespace ewald::fit {
namespace {

std::vector<double> axis(double low, double high, std::size_t points) {
    std::vector<double> x(points);
    for (std::size_t i = 0; i < points; ++i)
        x[i] = low + (high - low) * static_cast<double>(i) / static_cast<double>(points - 1);
    return x;
}

/// ∫ over [a, b] by Simpson's rule.
double integral(const std::function<double(double)>& f, double a, double b) {
    constexpr int kSteps = 200000;
    const double h = (b - a) / kSteps;
    double sum = f(a) + f(b);
    for (int i = 1; i < kSteps; ++i) sum += (i % 2 == 1 ? 4 : 2) * f(a + h * i);
    return sum * h / 3;
}

TEST(PeakShape, HasItsAreaItsWidthAndItsHeight) {
    for (const double asymmetry : {0.0, 0.4, -0.7}) {
        Peak gauss{7, 2, 0.3, 0, asymmetry};
        EXPECT_NEAR(integral([&](double x) { return gauss.at(x); }, 0, 4), 7, 1e-9);
        // Of the half of a side of width v, v/(π X) lies beyond X; the sides have (1 ± a)/2 of the area and widths w(1
        // ± a).
        Peak lorentz{1, 0, 0.3, 1, asymmetry};
        const double beyond = 0.3 * (1 + asymmetry * asymmetry) / (std::numbers::pi * 1000);
        EXPECT_NEAR(integral([&](double x) { return lorentz.at(x); }, -1000, 1000), 1 - beyond, 1e-7);
        Peak mixed{3, 5, 0.5, 0.37, asymmetry};
        EXPECT_DOUBLE_EQ(mixed.at(5), mixed.height());
        EXPECT_NEAR(mixed.at(5 - 0.25 * (1 - asymmetry)), mixed.height() / 2, 1e-12);
        EXPECT_NEAR(mixed.at(5 + 0.25 * (1 + asymmetry)), mixed.height() / 2, 1e-12);
    }
    // By hand: a Gaussian of standard deviation 1 and area 1.
    EXPECT_NEAR((Peak{1, 0, 2 * std::sqrt(2 * std::numbers::ln2), 0, 0}.at(1)),
                std::exp(-0.5) / std::sqrt(2 * std::numbers::pi), 1e-15);
    // A Lorentzian: height 2/(π w).
    EXPECT_NEAR((Peak{1, 0, 2, 1, 0}.height()), 1 / std::numbers::pi, 1e-15);
}

TEST(PeakShape, SlopesAreThoseOfDifferences) {
    const Peak peak{3, 0.2, 0.7, 0.3, 0.25};
    for (const double x : {-0.6, 0.1, 0.35, 1.4}) {
        const PeakPoint point = pointOf(peak, x);
        for (std::size_t k = 0; k < kPeakParameters; ++k) {
            PeakValues up = valuesOf(peak), down = up;
            constexpr double kStep = 1e-5; // error h² f'''/6 of about 1e-9, rounding 1e-16/h = 1e-11
            up[k] += kStep;
            down[k] -= kStep;
            EXPECT_NEAR(point.slopes[k], (peakOf(up).at(x) - peakOf(down).at(x)) / (2 * kStep), 2e-8)
                << k << " at " << x;
        }
    }
}

TEST(PeakFit, FindsExactPeaksExactly) {
    const std::vector<double> x = axis(1, 3, 201);
    const Peak first{40, 1.8, 0.12, 0.6, 0.2}, second{25, 2.1, 0.15, 0.3, -0.3};
    std::vector<double> y(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) // 5 + 2t + t² of t = x − 2
        y[i] = first.at(x[i]) + second.at(x[i]) + 5 + 2 * (x[i] - 2) + (x[i] - 2) * (x[i] - 2);
    const PeakRegion region{1, 3, {1.79, 2.12}};
    const RegionFit fit = fitRegion({x, y, {}}, region, {PeakShape::splitPseudoVoigt, 2});
    ASSERT_EQ(fit.peaks.size(), 2U);
    const std::array truths{first, second};
    for (std::size_t k = 0; k < 2; ++k) {
        EXPECT_EQ(fit.peaks[k].state, PeakState::fitted);
        const PeakValues found = valuesOf(fit.peaks[k].peak), truth = valuesOf(truths[k]);
        for (std::size_t j = 0; j < kPeakParameters; ++j) EXPECT_NEAR(found[j], truth[j], 1e-8) << k << " " << j;
    }
    // T₂ = 2t² − 1: 5 + 2t + t² = 5.5 T₀ + 2 T₁ + 0.5 T₂.
    EXPECT_NEAR(fit.background[0], 5.5, 1e-8);
    EXPECT_NEAR(fit.background[1], 2, 1e-8);
    EXPECT_NEAR(fit.background[2], 0.5, 1e-8);
    EXPECT_NEAR(fit.peaks[0].background, 5 - 0.4 + 0.04, 1e-7);
    EXPECT_NEAR(curveAt(fit, region, 1.9), first.at(1.9) + second.at(1.9) + 5 - 0.2 + 0.01, 1e-7);
}

TEST(PeakFit, PeaksThatHideTheirValleyAreTakenApart) {
    const std::vector<double> x = axis(0, 4, 201);
    const Peak first{30, 1.9, 0.4, 0, 0}, second{20, 2.15, 0.4, 0, 0}; // 0.6 widths apart: one maximum
    std::vector<double> y(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) y[i] = first.at(x[i]) + second.at(x[i]) + 10;
    const RegionFit fit = fitRegion({x, y, {}}, {0, 4, {1.85, 2.2}}, {PeakShape::gaussian, 0});
    ASSERT_EQ(fit.peaks.size(), 2U);
    EXPECT_NEAR(fit.peaks[0].peak.area, 30, 1e-4);
    EXPECT_NEAR(fit.peaks[1].peak.area, 20, 1e-4);
    EXPECT_NEAR(fit.peaks[1].peak.position, 2.15, 1e-6);
}

TEST(PeakFit, PointsThatAreNoNumbersAndThoseOutsideDoNotCount) {
    const std::vector<double> x = axis(0, 10, 101);
    const Peak peak{12, 5, 1, 0, 0};
    std::vector<double> y(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) y[i] = peak.at(x[i]) + 3;
    y[49] = std::numeric_limits<double>::quiet_NaN();
    y[10] = 1e9; // outside of the region
    const RegionFit fit = fitRegion({x, y, {}}, {2, 8, {}}, {PeakShape::gaussian, 0});
    EXPECT_EQ(fit.points, 60U);
    EXPECT_NEAR(fit.peaks[0].peak.area, 12, 1e-8);
    EXPECT_NEAR(fit.peaks[0].peak.position, 5, 1e-8);
    EXPECT_EQ(fit.peaks[0].sigmas[3], 0) << "a Gaussian mixes nothing";
}

TEST(PeakFit, TooFewPointsAreNoPeak) {
    const std::vector<double> x = axis(0, 1, 6), y(6, 1.0);
    const RegionFit fit = fitRegion({x, y, {}}, {0, 0.7, {}}, {});
    EXPECT_EQ(fit.peaks[0].state, PeakState::noPoints);
    EXPECT_TRUE(std::isnan(fit.peaks[0].peak.area));
    EXPECT_TRUE(std::isnan(fitRegion({x, y, {}}, {3, 4, {}}, {}).peaks[0].peak.area));
    EXPECT_TRUE(std::isnan(fitRegion({{}, {}, {}}, {0, 1, {}}, {}).peaks[0].peak.area));
}

TEST(PeakFit, NothingIsAWeakPeak) {
    const std::vector<double> x = axis(0, 1, 80);
    std::mt19937 random(4);
    std::normal_distribution<double> noise(100, 10);
    std::vector<double> y(x.size()), sigma(x.size(), 10);
    for (double& value : y) value = noise(random);
    EXPECT_NE(fitRegion({x, y, sigma}, {0, 1, {0.5}}, {PeakShape::gaussian, 1}).peaks[0].state, PeakState::fitted);
}

/// Counts of a peak on a background, drawn again and again.
struct Trials {
    std::vector<double> meanPull = std::vector<double>(kPeakParameters); ///< of (found − truth)/σ
    std::vector<double> squarePull = std::vector<double>(kPeakParameters);
    std::size_t within3 = 0, all = 0;
    double area = 0; ///< mean
};
Trials tryCounts(const Peak& truth, double background, bool withErrors, std::size_t trials) {
    const std::vector<double> x = axis(0, 6, 121);
    Trials result;
    std::mt19937_64 random(11);
    for (std::size_t trial = 0; trial < trials; ++trial) {
        std::vector<double> y(x.size()), sigma(x.size());
        for (std::size_t i = 0; i < x.size(); ++i) {
            y[i] = static_cast<double>(std::poisson_distribution<int>(truth.at(x[i]) + background)(random));
            sigma[i] = std::sqrt(y[i]);
        }
        const Pattern pattern{x, y, withErrors ? std::span<const double>(sigma) : std::span<const double>()};
        const RegionFit fit = fitRegion(pattern, {0, 6, {}}, {PeakShape::pseudoVoigt, 1});
        result.area += fit.peaks[0].peak.area / static_cast<double>(trials);
        for (std::size_t k = 0; k < 4; ++k) {
            const double pull = (valuesOf(fit.peaks[0].peak)[k] - valuesOf(truth)[k]) / fit.peaks[0].sigmas[k];
            if (!std::isfinite(pull)) continue; // at a limit
            result.meanPull[k] += pull / static_cast<double>(trials);
            result.squarePull[k] += pull * pull / static_cast<double>(trials);
            ++result.all;
            result.within3 += std::abs(pull) <= 3 ? 1 : 0;
        }
    }
    return result;
}

TEST(PeakFit, ErrorsAreThoseOfCounts) {
    constexpr std::size_t kTrials = 400;
    const Trials many = tryCounts({4000, 3.1, 0.6, 0.5, 0}, 200, true, kTrials);
    for (std::size_t k = 0; k < 4; ++k) {
        // The mean of 400 squares of unit variance: ± √(2/400) = 0.07, three of them.
        EXPECT_NEAR(many.squarePull[k], 1, 0.21) << k;
        EXPECT_NEAR(many.meanPull[k], 0, 3 / std::sqrt(400.0)) << k;
    }
    EXPECT_GT(static_cast<double>(many.within3), 0.99 * static_cast<double>(many.all));
}

TEST(PeakFit, FewCountsDoNotMakeAreasSmall) {
    // At 3 counts a point weights of 1/y would lose about a count a point: a third of the background's level, and 10 %
    // of the area. The mean of 400 areas is known to 0.4 %.
    const Trials few = tryCounts({60, 3.1, 0.6, 0.5, 0}, 3, true, 400);
    EXPECT_NEAR(few.area, 60, 0.03 * 60);
}

TEST(PeakFit, WithoutErrorsTheScatterTells) {
    // Counts have other errors in the peak than beside it, which the scatter knows on the whole only: factors of two.
    const Trials trials = tryCounts({400, 3.1, 0.6, 0.5, 0}, 200, false, 200);
    for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_GT(trials.squarePull[k], 0.4) << k;
        EXPECT_LT(trials.squarePull[k], 2.5) << k;
    }
}

/// A Gaussian of area 40 and full width 0.3 at 0.5 on a background that decays: 60 + 400 exp(−(x + 4)/1.5).
class ClippedBackground : public testing::Test {
protected:
    std::vector<double> x, y, under;
    void SetUp() override {
        for (int i = 0; i <= 800; ++i) {
            x.push_back(-4 + 0.01 * i);
            const double u = (x.back() - 0.5) / 0.3;
            under.push_back(60 + 400 * std::exp(-(x.back() + 4) / 1.5));
            y.push_back(under.back() + 40 / 0.3 * std::sqrt(4 * std::numbers::ln2 / std::numbers::pi) *
                                           std::exp(-4 * std::numbers::ln2 * u * u));
        }
    }
    [[nodiscard]] RegionFit fit(std::size_t reach) const {
        return fitRegion({x, y, {}}, {-1.5, 2.5, {0.5}},
                         {.shape = PeakShape::gaussian, .backgroundDegree = 0, .snipReach = reach});
    }
};

/// The numbers are those of clipping and least squares that were written in Python for it. The background under the
/// peak is 79.91.
TEST_F(ClippedBackground, FollowsWhatNoConstantDoes) {
    const RegionFit without = fit(0), with = fit(30);
    EXPECT_NEAR(without.peaks.at(0).peak.area, 35.2258, 1e-3);
    EXPECT_NEAR(with.peaks.at(0).peak.area, 39.4078, 1e-3);
    EXPECT_NEAR(with.peaks.at(0).peak.position, 0.5001, 1e-4);
    EXPECT_NEAR(with.peaks.at(0).peak.fwhm, 0.2976, 1e-4);
    EXPECT_NEAR(with.peaks.at(0).background, 80.95, 0.02);
    EXPECT_NEAR(backgroundAt(with, {-1.5, 2.5, {}}, with.peaks.at(0).peak.position), with.peaks.at(0).background, 1e-9);
    EXPECT_NEAR(curveAt(with, {-1.5, 2.5, {}}, 0.5), y[450], 1);
}

/// What is level stays level when it is clipped: the fit is the same.
TEST_F(ClippedBackground, ALevelOneChangesNothing) {
    for (std::size_t i = 0; i < y.size(); ++i) y[i] += 60 - under[i];
    const RegionFit without = fit(0), with = fit(60);
    EXPECT_NEAR(with.peaks.at(0).peak.area, without.peaks.at(0).peak.area, 1e-6);
    EXPECT_NEAR(with.peaks.at(0).background, 60, 1e-6);
}

TEST(PeakSearch, FindsThePeaksOfAPattern) {
    const std::vector<double> x = axis(5, 40, 1400);
    const std::array<Peak, 5> truths{{{90, 9, 0.2, 0.5, 0},
                                      {30, 14, 0.22, 0.5, 0},
                                      {60, 14.5, 0.22, 0.5, 0},
                                      {8, 25, 0.3, 0.5, 0},
                                      {45, 33, 0.35, 0.5, 0}}};
    std::vector<double> y(x.size());
    std::mt19937 random(2);
    std::normal_distribution<double> noise(0, 0.4);
    for (std::size_t i = 0; i < x.size(); ++i) {
        y[i] = 200 * std::exp(-x[i] / 20) + noise(random);
        for (const Peak& peak : truths) y[i] += peak.at(x[i]);
    }
    const std::vector<PeakRegion> regions = findPeakRegions({x, y, {}}, 20);
    ASSERT_EQ(regions.size(), 4U);
    ASSERT_EQ(regions[1].positions.size(), 2U) << "half a degree apart, four widths are one";
    std::size_t next = 0;
    for (std::size_t r = 0; r < regions.size(); ++r) {
        if (r > 0) {
            EXPECT_GE(regions[r].low, regions[r - 1].high);
        }
        const RegionFit fit = fitRegion({x, y, {}}, regions[r], {PeakShape::pseudoVoigt, 1});
        for (const FittedPeak& peak : fit.peaks) {
            const Peak& truth = truths[next++];
            EXPECT_EQ(peak.state, PeakState::fitted);
            EXPECT_NEAR(peak.peak.position, truth.position, 5 * peak.sigmas[1] + 1e-3);
            EXPECT_NEAR(peak.peak.area, truth.area, 0.1 * truth.area);
        }
    }
    EXPECT_EQ(findPeakRegions({x, y, {}}, 1).size(), 1U);
    EXPECT_NEAR(findPeakRegions({x, y, {}}, 1)[0].positions[0], 9, 0.05);
}

TEST(PeakSearch, NoiseAndFlatPatternsHaveNone) {
    const std::vector<double> x = axis(0, 10, 500);
    std::mt19937 random(5);
    std::normal_distribution<double> noise(100, 10);
    std::vector<double> y(x.size());
    for (double& value : y) value = noise(random);
    EXPECT_TRUE(findPeakRegions({x, y, {}}, 20).empty());
    EXPECT_TRUE(findPeakRegions({x, std::vector<double>(x.size(), 3.0), {}}, 20).empty());
    EXPECT_TRUE(findPeakRegions({x, std::vector<double>(x.size(), std::nan("")), {}}, 20).empty());
    EXPECT_TRUE(findPeakRegions({{}, {}, {}}, 20).empty());
}

/// A hump (an amorphous sample, a capillary) of this height and width, in parts of the axis, over a tenth of it.
std::vector<double> hump(std::size_t points, double width, double counts) {
    std::vector<double> y(points);
    for (std::size_t i = 0; i < points; ++i) {
        const double x = (static_cast<double>(i) / static_cast<double>(points) - 0.5) / width;
        y[i] = counts * (0.1 + std::exp(-x * x / 2));
    }
    return y;
}

std::vector<double> counted(const std::vector<double>& mean, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<double> y;
    for (const double counts : mean)
        y.push_back(static_cast<double>(std::poisson_distribution<long long>(counts)(random)));
    return y;
}

TEST(PeakSearch, ASmoothBackgroundHasNone) {
    for (const std::size_t points : {400UL, 1000UL, 2000UL}) {
        const std::vector<double> x = axis(0, 30, points);
        for (const double width : {0.08, 0.1, 0.15, 0.3}) { // 0.19 … 0.7 at half maximum
            for (const double counts : {30.0, 300.0, 1e4, 1e6}) {
                const std::vector<double> mean = hump(points, width, counts);
                EXPECT_TRUE(findPeakRegions({x, mean, {}}, 20).empty()) << points << ' ' << width << ' ' << counts;
                for (unsigned seed = 0; seed < 40; ++seed)
                    EXPECT_TRUE(findPeakRegions({x, counted(mean, seed), {}}, 20).empty())
                        << points << ' ' << width << ' ' << counts << ", seed " << seed;
            }
        }
    }
}

// Twice as high as what is asked for, 8 standard deviations: what the noise and the clipped background take is less.
TEST(PeakSearch, FindsWeakPeaksOnASmoothBackground) {
    constexpr std::size_t kPoints = 1000;
    const std::vector<double> x = axis(0, 1, kPoints);
    const std::array<double, 3> places{0.2, 0.5, 0.8};
    for (const double counts : {300.0, 1e4}) {
        std::vector<double> mean = hump(kPoints, 0.1, counts);
        for (const double place : places) {
            const double height = 16 * std::sqrt(mean[static_cast<std::size_t>(place * kPoints)]);
            for (std::size_t i = 0; i < kPoints; ++i)
                mean[i] += height * std::exp(-std::pow((x[i] - place) / 0.003, 2) / 2);
        }
        for (unsigned seed = 0; seed < 5; ++seed) {
            const std::vector<PeakRegion> regions = findPeakRegions({x, counted(mean, seed), {}}, 20);
            ASSERT_EQ(regions.size(), places.size()) << counts << ", seed " << seed;
            for (std::size_t i = 0; i < places.size(); ++i)
                EXPECT_NEAR(regions[i].positions.at(0), places[i], 0.003) << counts; // half a width
        }
    }
}

} // namespace
} // namespace ewald::fit
