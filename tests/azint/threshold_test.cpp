// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/integrator.h"
#include "azint_test_util.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <type_traits>
#include <vector>

namespace ewald::azint {
namespace {

constexpr std::size_t kThresholdRows = 93;
constexpr std::size_t kThresholdCols = 117;

TEST(Thresholds, ValuesBeyondThemDoNotCount) {
    static constexpr double kLowest = 2;
    static constexpr double kSaturation = 40;
    const auto check = [](auto example, PixelType type, ErrorModel model) {
        using T = decltype(example);
        constexpr bool isFloat = std::is_floating_point_v<T>;
        std::vector<T> values(kThresholdRows * kThresholdCols);
        std::mt19937 random(4);
        std::poisson_distribution<int> poisson(20);
        for (T& value : values) value = static_cast<T>(poisson(random));
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (i % 5 == 0) values[i] = isFloat ? static_cast<T>(1e10) : std::numeric_limits<T>::max();
            if (i % 7 == 0) values[i] = isFloat ? static_cast<T>(-1e10) : std::numeric_limits<T>::min();
            if (i % 11 == 0) values[i] = static_cast<T>(i % 2 == 0 ? kSaturation : kSaturation - 1);
            if (i % 13 == 0) values[i] = static_cast<T>(i % 2 == 0 ? kLowest : kLowest - 1);
        }
        Corrections corrections;
        corrections.lowest = kLowest;
        corrections.saturation = kSaturation;
        corrections.dummy = 7;
        IntegrationSettings settings;
        settings.binning.npt = 60;
        settings.binning.splitting = Splitting::none;
        settings.errorModel = model;
        const Integrator integrator(
            Geometry(test::simplePoni(50e-4, 70e-4, 1e-4, 0.05), kThresholdRows, kThresholdCols), settings,
            corrections);
        const test::Frame frame = test::frameOf(values, kThresholdRows, kThresholdCols, type);
        FrameResult result;
        integrator.integrateFrame(frame.type, frame.span(), 1, result);
        std::vector<double> sums(result.count.size(), 0);
        std::vector<double> count(result.count.size(), 0);
        integrator.table().forEachWeight([&](std::size_t pixel, std::size_t bin, float) {
            const auto value = static_cast<double>(values[pixel]);
            if (value < 2 || value >= 40 || value == 7) return;
            sums[bin] += value;
            ++count[bin];
        });
        for (std::size_t bin = 0; bin < count.size(); ++bin) {
            EXPECT_EQ(result.count[bin], count[bin]) << static_cast<int>(type);
            EXPECT_NEAR(result.sumSignal[bin], sums[bin], 1e-6 * sums[bin]) << static_cast<int>(type);
        }
    };
    for (const PixelType type :
         {PixelType::uint8, PixelType::int8, PixelType::uint16, PixelType::int16, PixelType::uint32, PixelType::int32,
          PixelType::uint64, PixelType::int64, PixelType::float32, PixelType::float64})
        for (const ErrorModel model : {ErrorModel::none, ErrorModel::poisson, ErrorModel::azimuthal})
            withPixelType(type, [&](auto example) { check(example, type, model); });
}

/// Beyond 2²⁴ no number is exact in single precision, and nothing is left of the range that is added up at once.
TEST(Thresholds, MayBeBeyondSinglePrecision) {
    const auto check = [](auto example, PixelType type) {
        using T = decltype(example);
        std::vector<T> values(kThresholdRows * kThresholdCols);
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<T>(i % 3 == 0 ? 30'000'000 : 10);
        Corrections corrections;
        corrections.lowest = 2e7;
        IntegrationSettings settings;
        settings.binning.npt = 20;
        settings.binning.splitting = Splitting::none;
        const Integrator integrator(
            Geometry(test::simplePoni(50e-4, 70e-4, 1e-4, 0.05), kThresholdRows, kThresholdCols), settings,
            corrections);
        const test::Frame frame = test::frameOf(values, kThresholdRows, kThresholdCols, type);
        FrameResult result;
        integrator.integrateFrame(frame.type, frame.span(), 1, result);
        std::vector<double> count(result.count.size(), 0);
        integrator.table().forEachWeight([&](std::size_t pixel, std::size_t bin, float) {
            if (values[pixel] > 20'000'000) ++count[bin];
        });
        for (std::size_t bin = 0; bin < count.size(); ++bin) {
            EXPECT_EQ(result.count[bin], count[bin]) << static_cast<int>(type) << " " << bin;
            if (count[bin] > 0) EXPECT_NEAR(result.sumSignal[bin] / count[bin], 3e7, 10) << static_cast<int>(type);
        }
    };
    for (const PixelType type : {PixelType::uint32, PixelType::int32, PixelType::uint64, PixelType::int64,
                                 PixelType::float32, PixelType::float64})
        withPixelType(type, [&](auto example) { check(example, type); });
}

/// Programs mark pixels by the largest number of single precision: in any frame it is no count, as infinity is none.
TEST(Thresholds, TheEndOfSinglePrecisionIsNoCount) {
    const auto check = [](auto example, PixelType type, ErrorModel model, Rejection rejection) {
        using T = decltype(example);
        constexpr T kLargest = std::numeric_limits<float>::max();
        std::vector<T> values(kThresholdRows * kThresholdCols, T{3});
        for (std::size_t i = 0; i < values.size(); i += 5) values[i] = i % 2 == 0 ? kLargest : -kLargest;
        IntegrationSettings settings;
        settings.binning.npt = 60;
        settings.binning.splitting = Splitting::none;
        settings.errorModel = model;
        settings.rejection = rejection;
        const Integrator integrator(
            Geometry(test::simplePoni(50e-4, 70e-4, 1e-4, 0.05), kThresholdRows, kThresholdCols), settings, {});
        const test::Frame frame = test::frameOf(values, kThresholdRows, kThresholdCols, type);
        FrameResult result;
        integrator.integrateFrame(frame.type, frame.span(), 1, result);
        std::vector<double> count(result.count.size(), 0);
        integrator.table().forEachWeight(
            [&](std::size_t pixel, std::size_t bin, float) { count[bin] += pixel % 5 != 0; });
        for (std::size_t bin = 0; bin < count.size(); ++bin) {
            EXPECT_EQ(result.count[bin], count[bin]) << nameOf(type);
            EXPECT_EQ(result.sumSignal[bin], 3 * count[bin]) << nameOf(type);
        }
    };
    for (const ErrorModel model : {ErrorModel::none, ErrorModel::poisson, ErrorModel::azimuthal}) {
        check(float{}, PixelType::float32, model, {});
        check(double{}, PixelType::float64, model, {});
    }
    // Bins by themselves: all values lie between these quantiles.
    check(float{}, PixelType::float32, ErrorModel::none,
          {.kind = Rejection::Kind::quantile, .lowerQuantile = 0, .upperQuantile = 1});
}

} // namespace
} // namespace ewald::azint
