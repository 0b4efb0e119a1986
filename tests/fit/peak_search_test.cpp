// SPDX-License-Identifier: GPL-3.0-or-later
// Patterns that are known by heart: with peaks, each of which has to be found, and without, where none may be.
#include "fit/peak_fit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace ewald::fit {
namespace {

constexpr std::size_t kPoints = 1000;

struct Measured {
    std::vector<double> y;
    std::vector<double> sigma;
};

/// Counts of a mean number of them, per pixel. \param pixels of each bin; empty: one
Measured measuredCounts(const std::vector<double>& mean, unsigned seed, const std::vector<double>& pixels = {}) {
    std::mt19937 random(seed);
    Measured measured;
    for (std::size_t i = 0; i < mean.size(); ++i) {
        const double many = pixels.empty() ? 1 : pixels[i];
        const auto counts = static_cast<double>(std::poisson_distribution<long long>(mean[i] * many)(random));
        measured.y.push_back(counts / many);
        measured.sigma.push_back(std::sqrt(std::max(1.0, counts)) / many);
    }
    return measured;
}

std::vector<double> curveOf(const std::function<double(double)>& formula) {
    std::vector<double> y;
    for (std::size_t i = 0; i < kPoints; ++i) y.push_back(formula(static_cast<double>(i)));
    return y;
}

/// Bins at which peaks are found; bin i is at i.
std::vector<double> found(const std::vector<double>& y, const std::vector<double>& sigma) {
    std::vector<double> x(y.size());
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<double>(i);
    std::vector<double> positions;
    for (const PeakRegion& region : findPeakRegions({x, y, sigma}, 200))
        positions.insert(positions.end(), region.positions.begin(), region.positions.end());
    return positions;
}

double gaussian(double x, double middle, double fwhm) { return std::exp2(-4 * std::pow((x - middle) / fwhm, 2)); }
double lorentzian(double x, double middle, double fwhm) { return 1 / (1 + 4 * std::pow((x - middle) / fwhm, 2)); }
double step(double x, double middle, double width) { return 1 / (1 + std::exp(-(x - middle) / width)); }

struct Named {
    std::string name;
    std::function<double(double)> formula;
};

/// What has no peak: flanks at either end, steps, shadows of beam stops, and humps near the ends.
std::vector<Named> patternsWithoutPeaks() {
    std::vector<Named> all;
    const auto add = [&](const std::string& name, double with, std::function<double(double)> formula) {
        all.push_back({name + " " + std::to_string(with), std::move(formula)});
    };
    const double end = kPoints - 1;
    for (const double length : {10.0, 30.0, 100.0, 300.0}) {
        add("fall", length, [=](double x) { return 1000 * std::exp(-x / length) + 50; });
        add("rise", length, [=](double x) { return 1000 * std::exp(-(end - x) / length) + 50; });
    }
    for (const double power : {1.0, 2.0, 4.0})
        add("power", power, [=](double x) { return 2000 * std::pow((x + 30) / 30, -power) + 5; });
    for (const double width : {15.0, 40.0, 100.0, 300.0})
        add("Guinier", width, [=](double x) { return 1000 * std::exp(-std::pow(x / width, 2)) + 20; });
    for (const double width : {0.3, 1.0, 3.0, 6.0, 15.0, 40.0}) {
        add("step up", width, [=](double x) { return 100 + 200 * step(x, 400, width); });
        add("step down", width, [=](double x) { return 100 + 200 * step(-x, -400, width); });
    }
    for (const double width : {0.5, 1.0, 2.0, 4.0, 8.0})
        add("beam stop", width, [=](double x) { return 2 + (1000 * std::exp(-x / 150) + 50) * step(x, 40, width); });
    for (const double width : {0.5, 1.0, 2.0}) {
        add("beam stop, power", width,
            [=](double x) { return 2 + (2000 * std::pow((x + 30) / 70, -3) + 10) * step(x, 40, width); });
        add("edge of a beam stop", width,
            [=](double x) { return 2 + (1000 * std::exp(-x / 150) + 50) * step(x, 4, width); });
    }
    for (const double width : {80.0, 120.0, 200.0})
        for (const double middle : {60.0, 500.0, 950.0})
            add("hump at " + std::to_string(middle), width,
                [=](double x) { return 100 + 1000 * std::exp(-std::pow((x - middle) / width, 2) / 2); });
    for (const double slope : {0.1, 1.0, 10.0}) add("line", slope, [=](double x) { return 100 + slope * x; });
    return all;
}

TEST(PeakSearch, SmoothPatternsWithoutPeaksHaveNone) {
    for (const auto& [name, formula] : patternsWithoutPeaks()) {
        for (const double scale : {0.1, 1.0, 100.0}) {
            std::vector<double> y = curveOf(formula);
            for (double& value : y) value *= scale;
            EXPECT_TRUE(found(y, {}).empty()) << name << ", times " << scale;
        }
    }
}

/// Where a smooth curve bends sharply, noise makes a peak of it now and then: 25 in 1500 patterns; before shapes were
/// looked at, 618.
TEST(PeakSearch, CountedPatternsWithoutPeaksHaveNone) {
    std::size_t peaks = 0, patterns = 0;
    for (const auto& [name, formula] : patternsWithoutPeaks()) {
        for (const double scale : {0.1, 1.0, 100.0}) {
            std::vector<double> mean = curveOf(formula);
            for (double& value : mean) value *= scale;
            for (unsigned seed = 0; seed < 5; ++seed) {
                const Measured measured = measuredCounts(mean, seed);
                peaks += found(measured.y, {}).size() + found(measured.y, measured.sigma).size();
                patterns += 2;
            }
        }
    }
    RecordProperty("peaks", static_cast<int>(peaks));
    EXPECT_LE(static_cast<double>(peaks), 0.025 * static_cast<double>(patterns)) << peaks << " of " << patterns;
}

/// Next to the beam bins have few pixels, and much more noise than most: the peak that the example of powder had on the
/// smooth rise towards the beam was of this kind.
TEST(PeakSearch, FewPixelsNextToTheBeamMakeNoPeaks) {
    std::vector<double> pixels;
    for (std::size_t i = 0; i < kPoints; ++i) pixels.push_back(4 + 2 * static_cast<double>(i));
    for (const double level : {0.3, 3.0, 30.0}) {
        const std::vector<double> mean = curveOf([=](double x) { return level * (1 + 4 * std::exp(-x / 120)); });
        for (unsigned seed = 0; seed < 20; ++seed) {
            const Measured measured = measuredCounts(mean, seed, pixels);
            EXPECT_TRUE(found(measured.y, {}).empty()) << level << ", seed " << seed;
            EXPECT_TRUE(found(measured.y, measured.sigma).empty()) << level << ", seed " << seed;
        }
    }
}

/// Each of `places` is found within half a width of it, and nothing else.
void expectPeaks(const std::vector<double>& positions, const std::vector<double>& places, double fwhm,
                 const std::string& what) {
    EXPECT_EQ(positions.size(), places.size()) << what;
    for (const double place : places)
        EXPECT_TRUE(std::ranges::any_of(
            positions, [&](double position) { return std::abs(position - place) <= std::max(1.5, fwhm / 2); }))
            << what << ": the peak at " << place;
}

/// Of 30 standard deviations: far above the 8 that are asked for, so that the noise hides none.
TEST(PeakSearch, LosesNoPeakOnAFallingBackground) {
    const std::vector<double> places{60.3, 200.3, 330.3, 520.3, 610.3, 870.3};
    const auto background = [](double x) { return 200 + 800 * std::exp(-x / 200); };
    for (const bool isGaussian : {true, false}) {
        for (const double fwhm : {3.0, 5.0, 8.0, 15.0}) {
            const std::vector<double> mean = curveOf([&](double x) {
                double sum = background(x);
                for (const double place : places)
                    sum += 30 * std::sqrt(background(place)) *
                           (isGaussian ? gaussian(x, place, fwhm) : lorentzian(x, place, fwhm));
                return sum;
            });
            for (unsigned seed = 0; seed < 5; ++seed) {
                const Measured measured = measuredCounts(mean, seed);
                const std::string what = (isGaussian ? "Gaussian " : "Lorentzian ") + std::to_string(fwhm);
                expectPeaks(found(measured.y, {}), places, fwhm, what);
                expectPeaks(found(measured.y, measured.sigma), places, fwhm, what + " with errors");
            }
        }
    }
}

TEST(PeakSearch, FindsPeaksNextToTheEnds) {
    for (const double fwhm : {4.0, 8.0, 20.0}) {
        for (const double widths : {1.0, 1.5, 2.0}) {
            const std::vector<double> places{widths * fwhm, kPoints - 1 - widths * fwhm};
            const std::vector<double> mean = curveOf(
                [&](double x) { return 300 + 600 * (gaussian(x, places[0], fwhm) + gaussian(x, places[1], fwhm)); });
            for (unsigned seed = 0; seed < 5; ++seed) {
                const Measured measured = measuredCounts(mean, seed);
                const std::string what = std::to_string(widths) + " widths of " + std::to_string(fwhm);
                expectPeaks(found(measured.y, {}), places, fwhm, what);
                expectPeaks(found(measured.y, measured.sigma), places, fwhm, what + " with errors");
            }
        }
    }
}

TEST(PeakSearch, FindsNeighboursAndPeaksThatAreNotEven) {
    const std::vector<double> places{100, 112, 300, 318, 500, 700, 714, 728};
    const std::vector<double> mean = curveOf([&](double x) {
        double sum = 50;
        for (const double place : places) sum += 2000 * gaussian(x, place, 8);
        return sum;
    });
    for (unsigned seed = 0; seed < 5; ++seed)
        expectPeaks(found(measuredCounts(mean, seed).y, {}), places, 8, "neighbours");

    // Twice as wide above the maximum as below it, as axial divergence and many detectors make them.
    const std::vector<double> single{150, 400, 800};
    const std::vector<double> uneven = curveOf([&](double x) {
        double sum = 50;
        for (const double place : single) sum += 2000 * gaussian(x, place, x < place ? 6 : 12);
        return sum;
    });
    for (unsigned seed = 0; seed < 5; ++seed)
        expectPeaks(found(measuredCounts(uneven, seed).y, {}), single, 9, "uneven");
}

} // namespace
} // namespace ewald::fit
