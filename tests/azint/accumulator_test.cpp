// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/integrator.h"

#include "accumulator_samples.h"
#include "base/error.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <limits>
#include <random>

namespace ewald::azint {
namespace {

/// The sums by their definition: one pixel after the other in double, from the table.
FrameResult byDefinition(const Integrator& integrator, const std::function<double(std::size_t)>& value,
                         const std::function<bool(std::size_t)>& valid) {
    const auto norm = normalizationOf(integrator.geometry(), integrator.corrections());
    const Corrections& c = integrator.corrections();
    FrameResult r;
    for (auto* v : {&r.sumSignal, &r.sumVariance, &r.sumNormalization, &r.sumNormalization2, &r.count})
        v->assign(integrator.bins(), 0);
    integrator.table().forEachWeight([&](std::size_t pixel, std::size_t bin, float weight) {
        if (!valid(pixel)) return;
        const auto w = static_cast<double>(weight);
        const auto n = static_cast<double>(norm.data()[pixel]);
        double variance = 0;
        if (integrator.settings().errorModel == ErrorModel::poisson) variance = std::max(value(pixel), 1.0);
        if (integrator.settings().errorModel == ErrorModel::variance)
            variance = static_cast<double>(c.variance.data()[pixel]);
        if (!c.darkVariance.empty()) variance += static_cast<double>(c.darkVariance.data()[pixel]);
        r.sumSignal[bin] += w * (value(pixel) - (c.dark.empty() ? 0 : static_cast<double>(c.dark.data()[pixel])));
        r.sumVariance[bin] += w * w * variance;
        r.sumNormalization[bin] += w * n;
        r.sumNormalization2[bin] += w * n * w * n;
        r.count[bin] += w;
    });
    return r;
}

void expectNear(const FrameResult& ours, const FrameResult& expected, double relative) {
    for (std::size_t bin = 0; bin < expected.count.size(); ++bin) {
        if (expected.count[bin] < 1e-4) continue;
        const auto near = [&](double a, double b, const char* what) {
            EXPECT_NEAR(a, b, relative * std::abs(b) + 1e-12) << what << " of bin " << bin;
        };
        near(ours.sumSignal[bin], expected.sumSignal[bin], "signal");
        if (!ours.sumVariance.empty()) near(ours.sumVariance[bin], expected.sumVariance[bin], "variance");
        near(ours.sumNormalization[bin], expected.sumNormalization[bin], "normalisation");
        near(ours.sumNormalization2[bin], expected.sumNormalization2[bin], "squared normalisation");
        near(ours.count[bin], expected.count[bin], "count");
        near(static_cast<double>(ours.intensity[bin]), expected.sumSignal[bin] / expected.sumNormalization[bin],
             "intensity");
        if (ours.sem.empty()) continue;
        near(static_cast<double>(ours.sem[bin]), std::sqrt(expected.sumVariance[bin]) / expected.sumNormalization[bin],
             "sem");
        near(static_cast<double>(ours.std[bin]), std::sqrt(expected.sumVariance[bin] / expected.sumNormalization2[bin]),
             "std");
    }
}

TEST(Accumulator, FourPixelsByHand) {
    // Four pixels around the beam, all at the same radius: one bin. 3 + 5 + 0 + 4 counts; variances 3 + 5 + 1 + 4.
    IntegrationSettings settings;
    settings.binning.npt = 1;
    settings.binning.splitting = Splitting::none;
    settings.binning.unit = Unit::rMillimetre;
    settings.binning.radialRange = {0, 1};
    settings.errorModel = ErrorModel::poisson;
    Corrections corrections;
    corrections.solidAngle = false;
    const Integrator integrator(Geometry(test::simplePoni(1e-4, 1e-4), 2, 2), settings, corrections);
    const FrameResult result =
        integrate(integrator, test::frameOf<std::uint16_t>({3, 5, 0, 4}, 2, 2, PixelType::uint16), 2.0);
    EXPECT_EQ(result.sumSignal[0], 12);
    EXPECT_EQ(result.sumVariance[0], 13);
    EXPECT_EQ(result.sumNormalization[0], 8) << "the factor of the frame counts";
    EXPECT_EQ(result.count[0], 4);
    EXPECT_FLOAT_EQ(result.intensity[0], 1.5F);
    EXPECT_FLOAT_EQ(result.sem[0], static_cast<float>(std::sqrt(13.0) / 8));
    EXPECT_FLOAT_EQ(result.std[0], static_cast<float>(std::sqrt(13.0 / 16)));
}

TEST(Accumulator, EveryTypeAndModelFollowsTheDefinition) {
    const auto values = counts<std::uint8_t>(1);
    Corrections corrections;
    corrections.polarizationFactor = 0.9;
    corrections.dark = Array<float, 2>({kRows, kCols}, 0.75F);
    corrections.darkVariance = Array<float, 2>({kRows, kCols}, 0.5F);
    corrections.flat = Array<float, 2>({kRows, kCols}, 1.0F);
    corrections.variance = Array<float, 2>({kRows, kCols}, 3.0F);
    for (std::size_t i = 0; i < kRows * kCols; ++i) {
        corrections.flat.data()[i] = 0.9F + 0.001F * static_cast<float>(i % 200);
        corrections.variance.data()[i] += static_cast<float>(i % 7);
    }
    corrections.flat.data()[500] = 0; // a dead pixel
    for (const ErrorModel model : {ErrorModel::none, ErrorModel::poisson, ErrorModel::variance}) {
        for (const Splitting splitting : {Splitting::none, Splitting::bbox, Splitting::full}) {
            for (const std::size_t sectors : {0U, 7U}) {
                const Integrator integrator(geometry(), settingsOf(model, splitting, sectors), corrections);
                const FrameResult expected = byDefinition(
                    integrator, [&](std::size_t i) { return static_cast<double>(values[i]); },
                    [](std::size_t) { return true; });
                const FrameResult reference =
                    integrate(integrator, test::frameOf(values, kRows, kCols, PixelType::uint8));
                // Weighted runs are summed in single precision: 64 pixels at most, 6e-8 each, a few runs a bin.
                expectNear(reference, expected, 2e-6);
                const auto as = [&](auto example, PixelType type) {
                    std::vector<decltype(example)> converted(values.begin(), values.end());
                    EXPECT_TRUE(same(integrate(integrator, test::frameOf(converted, kRows, kCols, type)), reference))
                        << static_cast<int>(type);
                };
                as(std::int8_t{}, PixelType::int8);
                as(std::uint16_t{}, PixelType::uint16);
                as(std::int16_t{}, PixelType::int16);
                as(std::uint32_t{}, PixelType::uint32);
                as(std::int32_t{}, PixelType::int32);
                as(std::uint64_t{}, PixelType::uint64);
                as(std::int64_t{}, PixelType::int64);
                as(float{}, PixelType::float32);
                as(double{}, PixelType::float64);
            }
        }
    }
}

TEST(Accumulator, WithoutSplittingSumsAreExactIntegers) {
    // Values up to 2³² − 1, far beyond single precision.
    std::vector<std::uint32_t> values(kRows * kCols);
    std::mt19937 random(3);
    for (auto& value : values) value = static_cast<std::uint32_t>(random() >> (random() % 32));
    const Integrator integrator(geometry(), settingsOf(ErrorModel::poisson, Splitting::none), {});
    const FrameResult result = integrate(integrator, test::frameOf(values, kRows, kCols, PixelType::uint32));
    std::vector<std::uint64_t> sums(60, 0);
    integrator.table().forEachWeight([&](std::size_t pixel, std::size_t bin, float) { sums[bin] += values[pixel]; });
    for (std::size_t bin = 0; bin < 60; ++bin) EXPECT_EQ(result.sumSignal[bin], static_cast<double>(sums[bin]));
}

TEST(Accumulator, DummiesDoNotCount) {
    struct Case {
        double dummy;
        double delta;
        std::vector<std::int64_t> masked; ///< values that are dummies
        std::vector<std::int64_t> fine;   ///< values next to them that are not
    };
    const auto check = [](auto example, PixelType type, const Case& c) {
        using T = decltype(example);
        std::vector<T> values = counts<T>(4);
        std::vector<std::uint8_t> valid(values.size(), 1);
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (i % 5 == 0) {
                values[i] = static_cast<T>(c.masked[i % c.masked.size()]);
                valid[i] = 0;
            } else if (i % 7 == 0 && !c.fine.empty()) {
                values[i] = static_cast<T>(c.fine[i % c.fine.size()]);
            }
        }
        Corrections corrections;
        corrections.dummy = c.dummy;
        corrections.deltaDummy = c.delta;
        corrections.dark = Array<float, 2>({kRows, kCols}, 0.25F);
        for (const Splitting splitting : {Splitting::none, Splitting::full}) {
            const Integrator integrator(geometry(), settingsOf(ErrorModel::poisson, splitting), corrections);
            const FrameResult expected = byDefinition(
                integrator, [&](std::size_t i) { return static_cast<double>(values[i]); },
                [&](std::size_t i) { return valid[i] != 0; });
            const FrameResult result = integrate(integrator, test::frameOf(values, kRows, kCols, type));
            for (std::size_t bin = 0; bin < expected.count.size(); ++bin) {
                EXPECT_NEAR(result.count[bin], expected.count[bin], 1e-9)
                    << "dummy " << c.dummy << " type " << static_cast<int>(type);
                EXPECT_NEAR(result.sumSignal[bin], expected.sumSignal[bin],
                            4e-6 * std::abs(expected.sumSignal[bin]) + 1e-6);
                EXPECT_NEAR(result.sumVariance[bin], expected.sumVariance[bin],
                            4e-6 * expected.sumVariance[bin] + 1e-5);
                EXPECT_NEAR(result.sumNormalization[bin], expected.sumNormalization[bin], 1e-9);
            }
        }
    };
    // Pilatus: −2 ± 1.5 masks −3 … −1; unsigned types count down from the top (in single precision for 32 bits).
    check(std::int32_t{}, PixelType::int32, {-2, 1.5, {-1, -2, -3}, {-4, 0, 1, 1 << 25}});
    check(std::int16_t{}, PixelType::int16, {-2, 1.5, {-1, -2, -3}, {-4, 0, 1}});
    check(std::uint16_t{}, PixelType::uint16, {-2, 1.5, {65533, 65534, 65535}, {65532, 0}});
    check(std::uint8_t{}, PixelType::uint8, {-2, 1.5, {253, 254, 255}, {252}});
    check(std::uint32_t{}, PixelType::uint32,
          {-2, 1.5, {4294967295LL, 4294967294LL, 4294967200LL}, {4294967000LL, 1 << 24, (1 << 24) - 1}});
    // Lambda: zeros are dummies. An exact value. A value beyond 2²⁴.
    check(std::int16_t{}, PixelType::int16, {0, 0, {0}, {1, -1}});
    check(std::uint32_t{}, PixelType::uint32, {100, 0, {100}, {99, 101}});
    check(std::int32_t{}, PixelType::int32, {33554432, 0, {33554432}, {33554436}});
    check(float{}, PixelType::float32, {-1, 0.5, {-1}, {-2, 0}});
    check(double{}, PixelType::float64, {1000, 10, {995, 1000, 1005}, {980, 1020}});
}

TEST(Accumulator, ValuesThatAreNotFiniteDoNotCount) {
    std::vector<float> values = counts<float>(5);
    for (std::size_t i = 0; i < values.size(); i += 11) {
        const float bad[] = {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
                             -std::numeric_limits<float>::infinity()};
        values[i] = bad[i % 3];
    }
    const Integrator integrator(geometry(), settingsOf(), {});
    const FrameResult expected = byDefinition(
        integrator, [&](std::size_t i) { return static_cast<double>(values[i]); },
        [&](std::size_t i) { return i % 11 != 0; });
    expectNear(integrate(integrator, test::frameOf(values, kRows, kCols, PixelType::float32)), expected, 4e-6);
}

TEST(Accumulator, ABinWhosePixelsAreAllDummiesIsEmpty) {
    std::vector<std::uint16_t> values(kRows * kCols, 65535);
    values[0] = 7;
    Corrections corrections;
    corrections.dummy = -1;
    IntegrationSettings settings = settingsOf();
    settings.emptyValue = -5;
    const Integrator integrator(geometry(), settings, corrections);
    const FrameResult result = integrate(integrator, test::frameOf(values, kRows, kCols, PixelType::uint16));
    std::size_t filled = 0;
    for (std::size_t bin = 0; bin < result.count.size(); ++bin) {
        if (result.count[bin] > 0) {
            ++filled;
            EXPECT_NEAR(result.intensity[bin], 7 * result.count[bin] / result.sumNormalization[bin], 1e-4);
        } else {
            EXPECT_EQ(result.intensity[bin], -5);
            EXPECT_EQ(result.sumSignal[bin], 0);
            EXPECT_EQ(result.sumVariance[bin], 0);
        }
    }
    EXPECT_GE(filled, 1U);
    EXPECT_LE(filled, 4U) << "only the bins of that one pixel";
}

TEST(Accumulator, NeitherTheGroupNorThePiecesMatter) {
    for (const std::size_t sectors : {0U, 9U}) {
        Corrections corrections;
        corrections.dummy = 23; // some dummies in every frame
        const Integrator integrator(geometry(), settingsOf(ErrorModel::poisson, Splitting::full, sectors), corrections);
        std::vector<test::Frame> frames;
        std::vector<FrameResult> alone;
        FrameAccumulator accumulator(integrator);
        const std::size_t most = accumulator.maxFrames();
        ASSERT_EQ(most, detail::accumulateLoops().lanes);
        for (unsigned i = 0; i < most; ++i) {
            frames.push_back(test::frameOf(counts<std::uint32_t>(i), kRows, kCols, PixelType::uint32));
            alone.push_back(integrate(integrator, frames.back()));
        }
        for (const std::size_t piece :
             {std::size_t{1}, std::size_t{100}, std::size_t{256}, std::size_t{2048}, kRows * kCols}) {
            for (const std::size_t group : {std::size_t{1}, std::size_t{3}, std::size_t{8}, most}) {
                accumulator.begin(PixelType::uint32, group);
                std::vector<const std::byte*> at(group);
                for (std::size_t pixel = 0; pixel < kRows * kCols;) {
                    const std::size_t count = std::min(piece, kRows * kCols - pixel);
                    for (std::size_t lane = 0; lane < group; ++lane) at[lane] = frames[lane].bytes.data() + 4 * pixel;
                    accumulator.add(count, at);
                    pixel += count;
                }
                std::vector<FrameResult> results(group);
                accumulator.finish(std::vector<double>(group, 1.0), results);
                for (std::size_t lane = 0; lane < group; ++lane)
                    EXPECT_TRUE(same(results[lane], alone[lane])) << piece << ' ' << group << ' ' << lane;
            }
        }
    }
}

TEST(Accumulator, OneFrameAtATimeGivesTheSameBits) {
    // The loops for one frame, which large cakes use, against those for several.
    const Integrator integrator(geometry(), settingsOf(ErrorModel::poisson, Splitting::full, 30), {});
    const PixelTable& table = integrator.table();
    const auto frame = counts<float>(9);
    for (const detail::AccumulateLoops* loops : detail::usableLoops()) {
        std::vector<double> several(table.bins * 2 * loops->lanes, 0);
        std::vector<double> one(table.bins * 2, 0);
        for (std::size_t segment = 0; segment < table.segments(); ++segment) {
            std::vector<float> lanes(loops->lanes * kSegmentPixels, 0);
            std::vector<float> interleaved(lanes.size());
            const std::size_t count = std::min(kSegmentPixels, frame.size() - segment * kSegmentPixels);
            std::copy_n(frame.begin() + static_cast<std::ptrdiff_t>(segment * kSegmentPixels), count,
                        lanes.begin() + 5 * kSegmentPixels);
            loops->interleave(lanes.data(), interleaved.data());
            for (const TableLayer& layer : table.layers) {
                const PixelRun* first = layer.runs.data() + layer.firstRun[segment];
                const PixelRun* last = layer.runs.data() + layer.firstRun[segment + 1];
                const float* weights = layer.weights.data() + layer.firstWeight[segment];
                loops->addLanes(first, last, weights, interleaved.data(), true, several.data());
                loops->addOne(first, last, weights, lanes.data() + 5 * kSegmentPixels, true, one.data());
            }
        }
        for (std::size_t i = 0; i < one.size(); ++i) ASSERT_EQ(several[i * loops->lanes + 5], one[i]) << i;
    }
}

TEST(Accumulator, ProcessorVariantsAgree) {
    // Fused multiply-add rounds once instead of twice: the last digits of single precision.
    const Integrator integrator(geometry(), settingsOf(), {});
    const PixelTable& table = integrator.table();
    const auto frame = counts<float>(9);
    std::vector<double> sums[2];
    const detail::AccumulateLoops* loops[] = {&detail::accumulateLoops(), &detail::baselineLoops()};
    for (int i = 0; i < 2; ++i) {
        sums[i].assign(table.bins * 2, 0);
        for (std::size_t segment = 0; segment < table.segments(); ++segment) {
            std::vector<float> values(kSegmentPixels, 0);
            const std::size_t count = std::min(kSegmentPixels, frame.size() - segment * kSegmentPixels);
            EXPECT_TRUE(loops[i]->convert(PixelType::float32, frame.data() + segment * kSegmentPixels, count,
                                          FastRange{}, values.data()));
            const TableLayer& layer = table.layers[0];
            loops[i]->addOne(layer.runs.data() + layer.firstRun[segment],
                             layer.runs.data() + layer.firstRun[segment + 1],
                             layer.weights.data() + layer.firstWeight[segment], values.data(), true, sums[i].data());
        }
    }
    for (std::size_t i = 0; i < sums[0].size(); ++i) EXPECT_NEAR(sums[0][i], sums[1][i], 1e-6 * sums[1][i]);
}

TEST(Accumulator, ACakeOfOneRadialBinIsARadialIntegration) {
    // I(χ) in a ring of 1.5 to 4 mm, by hand: every pixel belongs to the sector and the ring of its centre.
    IntegrationSettings settings = settingsOf(ErrorModel::poisson, Splitting::none, 12);
    settings.binning.npt = 1;
    settings.binning.unit = Unit::rMillimetre;
    settings.binning.radialRange = {1.5, 4};
    Corrections corrections;
    corrections.solidAngle = false;
    const Integrator integrator(geometry(), settings, corrections);
    const auto values = counts<std::uint16_t>(4);
    const FrameResult result = integrate(integrator, test::frameOf(values, kRows, kCols, PixelType::uint16));
    ASSERT_EQ(result.intensity.size(), 12U);
    std::vector<double> sum(12);
    std::vector<double> number(12);
    for (std::size_t row = 0; row < kRows; ++row) {
        for (std::size_t col = 0; col < kCols; ++col) {
            const double y = (static_cast<double>(row) + 0.5) * 0.1 - 5;
            const double x = (static_cast<double>(col) + 0.5) * 0.1 - 7;
            if (std::hypot(x, y) < 1.5 || std::hypot(x, y) > 4) continue;
            const double sector = (std::atan2(y, x) / 3.14159265358979323846 + 1) * 6;
            sum[static_cast<std::size_t>(sector)] += values[row * kCols + col];
            ++number[static_cast<std::size_t>(sector)];
        }
    }
    for (std::size_t sector = 0; sector < 12; ++sector) {
        EXPECT_EQ(result.sumSignal[sector], sum[sector]) << sector;
        EXPECT_EQ(result.count[sector], number[sector]) << sector;
        EXPECT_FLOAT_EQ(result.intensity[sector], static_cast<float>(sum[sector] / number[sector])) << sector;
    }
    EXPECT_EQ(integrator.binning().radialCentres().size(), 1U);
}

TEST(Accumulator, WrongUseIsRefused) {
    const Integrator integrator(geometry(), settingsOf(), {});
    FrameAccumulator accumulator(integrator);
    FrameResult result;
    const double factor = 1;
    EXPECT_THROW(accumulator.begin(PixelType::uint8, 0), InternalError);
    EXPECT_THROW(accumulator.begin(PixelType::uint8, kFrameLanes + 1), InternalError);
    accumulator.begin(PixelType::uint8, 1);
    EXPECT_THROW(accumulator.finish({&factor, 1}, {&result, 1}), InternalError);
    EXPECT_THROW(accumulator.skip(kRows * kCols + 1), InternalError);
    EXPECT_THROW(integrator.integrateFrame(PixelType::uint16, std::vector<std::byte>(10), 1, result), InternalError);
    EXPECT_THROW(Integrator(geometry(), settingsOf(ErrorModel::variance), {}), JobError);
    Corrections corrections;
    corrections.dark = Array<float, 2>({3, 3});
    EXPECT_THROW(Integrator(geometry(), settingsOf(), corrections), JobError);
    EXPECT_THROW(FrameAccumulator(Integrator(geometry(), settingsOf(ErrorModel::azimuthal), {})), InternalError);
}

TEST(AzimuthalErrors, ByHandAndByTheirTwoPassForm) {
    // Four pixels in one bin, no corrections: mean 3, Σ(b − 3)² = 0 + 4 + 9 + 1.
    IntegrationSettings settings;
    settings.binning.npt = 1;
    settings.binning.splitting = Splitting::none;
    settings.binning.unit = Unit::rMillimetre;
    settings.binning.radialRange = {0, 1};
    settings.errorModel = ErrorModel::azimuthal;
    Corrections corrections;
    corrections.solidAngle = false;
    const Integrator four(Geometry(test::simplePoni(1e-4, 1e-4), 2, 2), settings, corrections);
    const FrameResult small = integrate(four, test::frameOf<std::int32_t>({3, 5, 0, 4}, 2, 2, PixelType::int32));
    EXPECT_NEAR(small.sumVariance[0], 14, 1e-12);
    EXPECT_FLOAT_EQ(small.std[0], static_cast<float>(std::sqrt(14.0 / 4)));
    EXPECT_FLOAT_EQ(small.sem[0], static_cast<float>(std::sqrt(14.0) / 4));

    const auto values = counts<std::uint16_t>(8);
    for (const ErrorModel model : {ErrorModel::azimuthal, ErrorModel::azimuthalShares}) {
        const Integrator integrator(geometry(), settingsOf(model), {});
        const FrameResult result = integrate(integrator, test::frameOf(values, kRows, kCols, PixelType::uint16));
        const auto norm = normalizationOf(integrator.geometry(), {});
        std::vector<double> scatter(integrator.bins(), 0);
        integrator.table().forEachWeight([&](std::size_t pixel, std::size_t bin, float weight) {
            const double omega = static_cast<double>(weight) * static_cast<double>(norm.data()[pixel]);
            const double mean = result.sumSignal[bin] / result.sumNormalization[bin];
            const double deviation = values[pixel] / static_cast<double>(norm.data()[pixel]) - mean;
            scatter[bin] += (model == ErrorModel::azimuthal ? omega : omega * omega) * deviation * deviation;
        });
        for (std::size_t bin = 0; bin < scatter.size(); ++bin) {
            // For weights ω the running form is exact; for ω² it is an estimate that depends a little on the order.
            const double bound = model == ErrorModel::azimuthal ? 1e-9 : 0.2;
            EXPECT_NEAR(result.sumVariance[bin], scatter[bin], bound * scatter[bin] + 1e-9) << bin;
        }
    }
}

TEST(Normalization, FactorsByHand) {
    // One pixel off the axis by (4, 3) pixels in units of the distance: tan 2θ = 0.5.
    Poni poni = test::simplePoni(0.5e-3, 0.5e-3, 1e-3, 0.01);
    const Geometry geometry(poni, 5, 6);
    const auto at = [&](const Corrections& c) { return static_cast<double>(normalizationOf(geometry, c)[4 * 6 + 3]); };
    Corrections corrections;
    const double cosine = 1 / std::sqrt(1.25);
    EXPECT_NEAR(at(corrections), cosine * cosine * cosine, 1e-7);
    corrections.solidAngle = false;
    EXPECT_EQ(at(corrections), 1);
    // P = ½ (1 + cos² − f cos 2χ (1 − cos²)), cos² 2θ = 0.8, cos 2χ = (9 − 16)/25.
    corrections.polarizationFactor = 1;
    EXPECT_NEAR(at(corrections), 0.5 * (1.8 + 7.0 / 25 * 0.2), 1e-7);
    corrections.polarizationFactor = 0;
    EXPECT_NEAR(at(corrections), 0.9, 1e-7);
    corrections.polarizationFactor = 1;
    corrections.polarizationAxis_deg = 90;
    EXPECT_NEAR(at(corrections), 0.5 * (1.8 - 7.0 / 25 * 0.2), 1e-7);
    corrections.polarizationFactor.reset();
    corrections.absorption = Array<float, 2>({5, 6}, 0.5F);
    corrections.flat = Array<float, 2>({5, 6}, 0.25F);
    EXPECT_EQ(at(corrections), 0.125);
    corrections.flat(4, 3) = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(at(corrections), 0) << "a pixel without a flat field does not count";
    for (const float dead : {0.0F, -2.0F, std::numeric_limits<float>::infinity()}) {
        corrections.flat(4, 3) = dead;
        EXPECT_EQ(at(corrections), 0) << "nothing can be divided by " << dead;
        corrections.absorption(4, 3) = -1;
        EXPECT_EQ(at(corrections), 0) << "two wrong factors are none: " << dead;
        corrections.absorption(4, 3) = 0.5F;
    }
    corrections.flat(4, 3) = 0.25F;
    corrections.absorption(4, 3) = -1;
    EXPECT_EQ(at(corrections), 0) << "nor by a negative factor";
    corrections.absorption(4, 3) = 0.5F;
    EXPECT_EQ(at(corrections), 0.125);
    corrections.flat(4, 3) = 2;
    corrections.dummy = 2;
    EXPECT_EQ(at(corrections), 0) << "nor one whose flat field is a dummy";
    EXPECT_EQ(errorModelFromName("poisson"), ErrorModel::poisson);
    EXPECT_THROW(static_cast<void>(errorModelFromName("guess")), JobError);
}

} // namespace
} // namespace ewald::azint
