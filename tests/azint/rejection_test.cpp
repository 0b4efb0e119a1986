// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint_test_util.h"
#include "base/error.h"
#include "base/units.h"

#include <algorithm>
#include <random>
#include <thread>

namespace ewald::azint {
namespace {

using test::frameOf;

/// All pixels of a frame in one bin, without any correction: plain statistics of its values.
FrameResult oneBin(const std::vector<std::uint16_t>& values, const Rejection& rejection,
                   ErrorModel model = ErrorModel::azimuthalShares) {
    IntegrationSettings settings;
    settings.binning.npt = 1;
    settings.binning.unit = Unit::rMillimetre;
    settings.binning.splitting = Splitting::none;
    settings.errorModel = model;
    settings.rejection = rejection;
    Corrections corrections;
    corrections.solidAngle = false;
    const Geometry geometry(test::simplePoni(0.001, 0.002), 2, values.size() / 2);
    const Integrator integrator(geometry, settings, corrections, 1);
    FrameResult result;
    integrator.integrateFrame(PixelType::uint16, frameOf(values, 2, values.size() / 2, PixelType::uint16).span(), 1,
                              result);
    return result;
}

Rejection clip(double threshold, std::size_t iterations = 5) {
    Rejection rejection;
    rejection.kind = Rejection::Kind::sigmaClip;
    rejection.threshold = threshold;
    rejection.iterations = iterations;
    return rejection;
}

Rejection quantile(double lower, double upper) {
    Rejection rejection;
    rejection.kind = Rejection::Kind::quantile;
    rejection.lowerQuantile = lower;
    rejection.upperQuantile = upper;
    return rejection;
}

// Mean 19; squared deviations 3·(81 + 49 + 121) + 6561 = 7314, standard deviation √731.4 = 27.04: the outlier is 2.995
// of them away. The other nine: mean 10, standard deviation √(24 / 9) = 1.633, none further than 1.22 of them.
const std::vector<std::uint16_t> kOutlier{10, 12, 8, 10, 100, 12, 8, 10, 12, 8};

TEST(Rejection, SigmaClippingTakesWhatIsFurtherThanTheLimit) {
    const FrameResult kept = oneBin(kOutlier, clip(3.0));
    EXPECT_EQ(kept.intensity[0], 19.0F);
    EXPECT_EQ(kept.count[0], 10);
    const FrameResult clipped = oneBin(kOutlier, clip(2.99));
    EXPECT_EQ(clipped.intensity[0], 10.0F);
    EXPECT_EQ(clipped.count[0], 9);
    EXPECT_EQ(clipped.sumSignal[0], 90);
    EXPECT_EQ(clipped.sumNormalization[0], 9);
    EXPECT_FLOAT_EQ(clipped.std[0], 1.6329932F);
    EXPECT_FLOAT_EQ(clipped.sem[0], 0.5443311F); // √24 / 9
    EXPECT_EQ(oneBin(kOutlier, clip(2.99, 0)).count[0], 10);
}

TEST(Rejection, TheLimitIsNeverBelowChauvenets) {
    // √(2 ln(10 / √(2π))) = 1.664 for ten pixels, 1.599 for nine: both let the other nine be.
    EXPECT_EQ(oneBin(kOutlier, clip(0)).count[0], 9);
    // Four pixels: mean 4, standard deviation √12 = 3.464, the last one is 1.732 of them away; Chauvenet's limit for
    // four is √(2 ln(4 / √(2π))) = 0.967, so it goes; the rest is equal and stays.
    const FrameResult four = oneBin({2, 10, 2, 2}, clip(0));
    EXPECT_EQ(four.count[0], 3);
    EXPECT_EQ(four.intensity[0], 2.0F);
    // Two pixels are both one standard deviation from their mean; the limit is that of three, √(2 ln(3 / √(2π))) =
    // 0.599: nothing is left, and the bin says so.
    const FrameResult two = oneBin({2, 10}, clip(0));
    EXPECT_EQ(two.count[0], 0);
    EXPECT_EQ(two.intensity[0], 0.0F);
    EXPECT_EQ(oneBin({2, 10}, clip(1.01)).intensity[0], 6.0F);
}

TEST(Rejection, ClippingGoesOnWithTheNewMean) {
    // 19 ones and twos, one 60, one 1000. First 1000 goes (4.4 standard deviations), only then 60 is far away.
    std::vector<std::uint16_t> values(20, 1);
    for (std::size_t i = 0; i < 20; i += 2) values[i] = 2;
    values.push_back(60);
    values.push_back(1000);
    EXPECT_EQ(oneBin(values, clip(4, 1)).count[0], 21);
    EXPECT_EQ(oneBin(values, clip(4, 2)).count[0], 20);
    EXPECT_EQ(oneBin(values, clip(4)).intensity[0], 1.5F);
}

TEST(Rejection, PoissonErrorsJudgeByTheCounts) {
    // Standard deviation √(mean of the counts) = √19 = 4.36: 100 is 18.6 of them away. Then √10.
    const FrameResult clipped = oneBin(kOutlier, clip(5), ErrorModel::poisson);
    EXPECT_EQ(clipped.count[0], 9);
    EXPECT_EQ(clipped.sumVariance[0], 90);
    EXPECT_FLOAT_EQ(clipped.std[0], 3.1622777F);
    EXPECT_FLOAT_EQ(clipped.sem[0], 1.0540925F); // √90 / 9
    // Counts whose mean is 19 may go up to (√19 + limit / 2)².
    EXPECT_EQ(oneBin(kOutlier, clip(11.2), ErrorModel::poisson).count[0], 9) << "99.2";
    EXPECT_EQ(oneBin(kOutlier, clip(11.4), ErrorModel::poisson).count[0], 10) << "101.2";
    // Without an error model the scatter decides, and no errors come out.
    const FrameResult plain = oneBin(kOutlier, clip(2.99), ErrorModel::none);
    EXPECT_EQ(plain.count[0], 9);
    EXPECT_TRUE(plain.sem.empty());
}

/// Spots raise the mean of counts by more than the errors of counts allow for: pixels without a spot stay all the same.
TEST(Rejection, SpotsDoNotTakeGoodPixelsAlong) {
    std::mt19937 random(3);
    std::poisson_distribution<int> counts(30);
    std::vector<std::uint16_t> values(20000);
    double sum = 0;
    for (std::uint16_t& value : values) sum += value = static_cast<std::uint16_t>(counts(random));
    const double mean = sum / static_cast<double>(values.size());
    for (std::size_t i = 0; i < values.size(); i += 3000) values[i] = 60000; // 7 of them; the mean becomes 51
    for (const ErrorModel model : {ErrorModel::poisson, ErrorModel::azimuthal, ErrorModel::none}) {
        const FrameResult kept = oneBin(values, clip(5), model);
        EXPECT_GE(kept.count[0], 19990); // of 19,993, one beyond five deviations is expected in 80 frames
        EXPECT_LE(kept.count[0], 19993);
        EXPECT_NEAR(kept.intensity[0], mean, 0.03) << "a deviation of the mean is 0.04";
    }
}

/// One count where a hundredth of one is expected is no spot.
TEST(Rejection, SingleCountsStayWhereTheyAreFew) {
    std::mt19937 random(4);
    for (const double expected : {0.01, 0.03, 0.2, 2.0}) {
        std::poisson_distribution<int> counts(expected);
        std::vector<std::uint16_t> values(20000);
        double sum = 0;
        for (std::uint16_t& value : values) sum += value = static_cast<std::uint16_t>(counts(random));
        for (const ErrorModel model : {ErrorModel::poisson, ErrorModel::azimuthal, ErrorModel::none})
            EXPECT_EQ(oneBin(values, clip(5), model).sumSignal[0], sum) << expected;
        values[7] = 100;
        for (const ErrorModel model : {ErrorModel::poisson, ErrorModel::azimuthal})
            EXPECT_EQ(oneBin(values, clip(5), model).count[0], 19999) << expected;
    }
}

TEST(Rejection, QuantilesKeepThePixelsBetweenThem) {
    const std::vector<std::uint16_t> values{7, 100, 3, 1, 9, 5, 2, 8, 6, 4};
    // Ten equal weights: the median of an even number is between the two in the middle.
    const FrameResult median = oneBin(values, quantile(0.5, 0.5));
    EXPECT_EQ(median.intensity[0], 5.5F);
    EXPECT_EQ(median.count[0], 2);
    EXPECT_FLOAT_EQ(median.std[0], 0.5F);
    // The pixels whose part of the weights touches [2, 8]: the second to the ninth.
    const FrameResult middle = oneBin(values, quantile(0.2, 0.8));
    EXPECT_EQ(middle.count[0], 8);
    EXPECT_EQ(middle.sumSignal[0], 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9);
    EXPECT_EQ(oneBin(values, quantile(0.21, 0.79)).count[0], 6);
    EXPECT_EQ(oneBin(values, quantile(0, 1)).intensity[0], 14.5F);
    EXPECT_EQ(oneBin(values, quantile(0, 0)).intensity[0], 1.0F);
    EXPECT_EQ(oneBin(values, quantile(1, 1)).intensity[0], 100.0F);
    // Between two pixels, inside none: one of them is touched.
    EXPECT_EQ(oneBin(values, quantile(0.35, 0.35)).intensity[0], 4.0F);
}

TEST(Rejection, OnePixelOfAMillionIsNoEmptyBin) {
    // The threshold below which a bin counts as empty is for rounding of sums, not for medians.
    std::vector<std::uint16_t> values(2 * 700001, 3);
    values[5] = 1;
    EXPECT_EQ(oneBin(values, quantile(0, 0)).intensity[0], 1.0F);
}

TEST(Rejection, SenselessLimitsAreRefused) {
    EXPECT_THROW(oneBin(kOutlier, clip(-1)), JobError);
    EXPECT_THROW(oneBin(kOutlier, clip(std::nan(""))), JobError);
    EXPECT_THROW(oneBin(kOutlier, quantile(0.6, 0.4)), JobError);
    EXPECT_THROW(oneBin(kOutlier, quantile(-0.1, 0.4)), JobError);
    EXPECT_THROW(oneBin(kOutlier, quantile(0.5, 1.1)), JobError);
    EXPECT_THROW(oneBin(kOutlier, quantile(0.5, std::nan(""))), JobError);
}

/// A frame with shared pixels, all corrections, dummies and spots, for comparison with the plain way.
class SharedPixels : public testing::Test {
protected:
    static constexpr std::size_t kRows = 60;
    static constexpr std::size_t kCols = 70;
    static constexpr float kDummy = -2;

    SharedPixels() {
        std::mt19937 random(7);
        std::poisson_distribution<int> counts(20);
        std::uniform_real_distribution<float> flat(0.8F, 1.2F);
        m_values.resize(kRows * kCols);
        m_corrections.flat = Array<float, 2>({kRows, kCols});
        m_corrections.dark = Array<float, 2>({kRows, kCols}, 1.5F);
        m_corrections.darkVariance = Array<float, 2>({kRows, kCols}, 0.5F);
        m_corrections.polarizationFactor = 0.9;
        m_corrections.dummy = kDummy;
        m_corrections.deltaDummy = 0.5;
        for (std::size_t i = 0; i < m_values.size(); ++i) {
            m_values[i] = counts(random);
            m_corrections.flat.span()[i] = flat(random);
            if (random() % 50 == 0) m_values[i] = 5000;
            if (random() % 40 == 0) m_values[i] = static_cast<int>(kDummy);
        }
    }

    [[nodiscard]] Integrator integrator(const Rejection& rejection, ErrorModel model, unsigned threads = 1) const {
        IntegrationSettings settings;
        settings.binning.npt = 40;
        settings.errorModel = model;
        settings.rejection = rejection;
        return Integrator(Geometry(test::simplePoni(0.0031, 0.0042), kRows, kCols), settings, m_corrections, threads);
    }

    [[nodiscard]] FrameResult integrate(const Integrator& integrator) const {
        FrameResult result;
        integrator.integrateFrame(PixelType::int32, frameOf(m_values, kRows, kCols, PixelType::int32).span(), 2,
                                  result);
        return result;
    }

    struct Pixel {
        double intensity, signal, weight, variance;
        double norm, value; ///< of the pixel itself
    };
    /// The pixels of every bin, dummies left out.
    [[nodiscard]] std::vector<std::vector<Pixel>> bins(const Integrator& integrator) const {
        const auto norm = normalizationOf(integrator.geometry(), m_corrections, 1);
        std::vector<std::vector<Pixel>> all(integrator.bins());
        integrator.table().forEachWeight([&](std::size_t pixel, std::size_t bin, float weight) {
            if (m_values[pixel] < 0) return;
            const double c = static_cast<double>(weight);
            const double n = static_cast<double>(norm.data()[pixel]);
            const double signal = m_values[pixel] - 1.5;
            all[bin].push_back({signal / n, c * signal, c * n, c * c * (std::max(m_values[pixel], 1) + 0.5), n,
                                static_cast<double>(m_values[pixel])});
        });
        return all;
    }

    std::vector<std::int32_t> m_values;
    Corrections m_corrections;
};

TEST_F(SharedPixels, ClippingIsWhatItsDefinitionSays) {
    const Integrator clipping = integrator(clip(4), ErrorModel::poisson);
    const FrameResult result = integrate(clipping);
    std::size_t clipped = 0;
    std::vector<std::vector<Pixel>> all = bins(clipping);
    for (std::size_t bin = 0; bin < all.size(); ++bin) {
        std::vector<Pixel>& pixels = all[bin];
        double signal = 0, weight = 0, weight2 = 0, variance = 0;
        for (int round = 0; round < 6; ++round) {
            signal = weight = weight2 = variance = 0;
            for (const Pixel& p : pixels) {
                signal += p.signal, weight += p.weight, weight2 += p.weight * p.weight, variance += p.variance;
            }
            const double limit = 4 * std::sqrt(variance / weight2); // Chauvenet's is below 4 for up to 7000 pixels
            const auto isFar = [&](const Pixel& p, double centre) {
                const double most = std::pow(std::sqrt(std::max(0.0, centre * p.norm + 1.5)) + 2, 2); // 1.5: the dark
                return std::abs(p.intensity - centre) > limit && !(p.intensity > centre && p.value <= most);
            };
            const double mean = signal / weight;
            if (round == 5 || std::ranges::none_of(pixels, [&](const Pixel& p) { return isFar(p, mean); })) continue;
            std::ranges::sort(pixels, {}, &Pixel::intensity);
            double median = 0, below = 0;
            for (const Pixel& p : pixels) {
                if (below < weight / 2) median = p.intensity;
                below += p.weight;
            }
            clipped += std::erase_if(pixels, [&](const Pixel& p) { return isFar(p, median); });
        }
        // The order of summation: 1e-12 of numbers that single precision rounds to 6e-8.
        EXPECT_NEAR(result.sumSignal[bin], signal, 1e-10 * std::abs(signal)) << bin;
        EXPECT_NEAR(result.sumNormalization[bin], 2 * weight, 1e-10 * weight) << bin;
        EXPECT_NEAR(result.sumVariance[bin], variance, 1e-10 * variance) << bin;
        if (weight > 0) {
            EXPECT_NEAR(result.intensity[bin], signal / weight / 2, 1e-6 * signal / weight) << bin;
        }
    }
    EXPECT_GT(clipped, 50U); // one pixel in fifty is a spot
}

TEST_F(SharedPixels, MediansAreWhatSortingGives) {
    for (const auto& [lower, upper] : {std::pair{0.5, 0.5}, std::pair{0.1, 0.9}, std::pair{0.3, 0.35}}) {
        const Integrator filter = integrator(quantile(lower, upper), ErrorModel::poisson);
        const FrameResult result = integrate(filter);
        std::vector<std::vector<Pixel>> all = bins(filter);
        for (std::size_t bin = 0; bin < all.size(); ++bin) {
            std::vector<Pixel>& pixels = all[bin];
            std::ranges::sort(pixels, {}, &Pixel::intensity);
            double total = 0;
            for (const Pixel& p : pixels) total += p.weight;
            double before = 0, signal = 0, weight = 0;
            for (const Pixel& p : pixels) {
                if (before + p.weight >= lower * total && before <= upper * total) {
                    signal += p.signal;
                    weight += p.weight;
                }
                before += p.weight;
            }
            EXPECT_NEAR(result.sumSignal[bin], signal, 1e-10 * std::abs(signal)) << bin << " " << lower;
            EXPECT_NEAR(result.sumNormalization[bin], 2 * weight, 1e-10 * weight) << bin << " " << lower;
        }
    }
}

TEST_F(SharedPixels, ThreadsChangeNothing) {
    for (const Rejection& rejection : {clip(3), quantile(0.4, 0.6)}) {
        const Integrator one = integrator(rejection, ErrorModel::azimuthal, 1);
        const Integrator three = integrator(rejection, ErrorModel::azimuthal, 3);
        EXPECT_TRUE(one.needsWholeFrames());
        const FrameResult expected = integrate(one);
        std::vector<FrameResult> results(4);
        std::vector<std::thread> threads;
        for (FrameResult& result : results) threads.emplace_back([&] { result = integrate(three); });
        for (std::thread& thread : threads) thread.join();
        for (const FrameResult& result : results) {
            EXPECT_EQ(result.intensity, expected.intensity);
            EXPECT_EQ(result.sem, expected.sem);
            EXPECT_EQ(result.sumVariance, expected.sumVariance);
        }
    }
}

TEST_F(SharedPixels, ACleanFrameLosesNothing) {
    // Poisson noise alone, limit 8: the result is that of the ordinary path.
    for (std::int32_t& value : m_values) value = value > 1000 || value < 0 ? 20 : value;
    const FrameResult clipped = integrate(integrator(clip(8), ErrorModel::poisson));
    const FrameResult plain = integrate(integrator({}, ErrorModel::poisson));
    for (std::size_t bin = 0; bin < plain.intensity.size(); ++bin) {
        // The ordinary path sums runs of pixels in single precision.
        EXPECT_NEAR(clipped.intensity[bin], plain.intensity[bin], 1e-5 * std::abs(plain.intensity[bin])) << bin;
        EXPECT_NEAR(clipped.sem[bin], plain.sem[bin], 1e-5 * std::abs(plain.sem[bin])) << bin;
    }
}

} // namespace
} // namespace ewald::azint
