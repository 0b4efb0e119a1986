// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/geometry.h"
#include "base/error.h"
#include "base/units.h"
#include "integration_files.h"
#include "job/absolute/standard.h"

#include <cmath>
#include <limits>
#include <numeric>
#include <random>

namespace ewald::job {
namespace {

namespace fs = std::filesystem;
constexpr double kAll = std::numeric_limits<double>::infinity();

/// A cross section that falls as glassy carbon's does: level at first, steep later, in 1/cm for q in 1/nm.
double carbon(double q) { return 35 / (1 + std::pow(q / 0.6, 2)) + 0.5 * std::exp(-q); }

StandardTable tableOf(const std::function<double(double)>& curve, std::size_t points, double low, double high) {
    StandardTable table;
    for (std::size_t i = 0; i < points; ++i) {
        table.q_nm.push_back(low * std::pow(high / low, static_cast<double>(i) / static_cast<double>(points - 1)));
        table.crossSection.push_back(curve(table.q_nm.back()));
    }
    return table;
}

/// What a detector makes of it: curve / factor at even steps of q.
StandardPattern patternOf(const std::function<double(double)>& curve, double factor, std::size_t points = 300) {
    StandardPattern pattern;
    for (std::size_t i = 0; i < points; ++i) {
        pattern.q_nm.push_back(0.05 + 3 * static_cast<double>(i) / static_cast<double>(points));
        pattern.intensity.push_back(curve(pattern.q_nm.back()) / factor);
    }
    return pattern;
}

double power(double q) { return 12 / (q * q); }

/// A power law is a straight line of logarithms, which the table's curve has exactly.
TEST(AbsoluteStandard, GivesTheFactorThatIsInIt) {
    StandardPattern pattern = patternOf(power, 0.004);
    const CalibrationFactor factor = calibrationFactorOf(tableOf(power, 4, 0.075, 2.495), pattern, 0, kAll);
    EXPECT_NEAR(factor.value, 0.004, 1e-12);
    EXPECT_NEAR(factor.sigma, 0, 1e-9);
    EXPECT_NEAR(factor.trend, 0, 1e-9);
    EXPECT_FALSE(factor.hasTrend());
    EXPECT_EQ(factor.points, 242U) << "bins 3 to 244 of 0.01 from 0.05 lie from 0.075 to 2.495";
    EXPECT_NEAR(factor.low_nm, 0.08, 1e-9);
    EXPECT_NEAR(factor.high_nm, 2.49, 1e-9);
    EXPECT_TRUE(std::isnan(factor.reducedChi2)) << "without errors";
    EXPECT_EQ(calibrationFactorOf(tableOf(power, 4, 0.075, 2.495), pattern, 0.995, 1.505).points, 51U);
    pattern.sigma.assign(pattern.q_nm.size(), 1e-3);
    EXPECT_NEAR(calibrationFactorOf(tableOf(power, 4, 0.075, 2.495), pattern, 0, kAll).value, 0.004, 1e-12);
}

/// Between the points of a certificate, 15 as a rule, the curve is right to less than 0.3 %.
TEST(AbsoluteStandard, FollowsACurveBetweenItsPoints) {
    const CalibrationFactor factor =
        calibrationFactorOf(tableOf(carbon, 15, 0.08, 2.5), patternOf(carbon, 0.02), 0, kAll);
    EXPECT_NEAR(factor.value, 0.02, 0.003 * 0.02);
    EXPECT_FALSE(factor.hasTrend());
}

/// Errors of the table are common to all of its points: no number of bins makes them smaller.
TEST(AbsoluteStandard, ErrorsOfTheTableStay) {
    StandardTable table = tableOf(power, 10, 0.08, 2.5);
    for (const double value : table.crossSection) table.sigma.push_back(0.02 * value);
    const CalibrationFactor factor = calibrationFactorOf(table, patternOf(power, 0.004), 0, kAll);
    EXPECT_NEAR(factor.sigmaStandard, 0.02 * 0.004, 1e-9);
    EXPECT_NEAR(factor.sigma, 0.02 * 0.004, 1e-8);
}

/// Errors of the counts are those of many measurements: 200 of them scatter as each of them says, to 15 % (the error of
/// a standard deviation of 200 is 5 %), and about the truth.
TEST(AbsoluteStandard, ErrorsOfCountsAreThoseOfTheScatter) {
    const StandardTable table = tableOf(power, 10, 0.08, 2.5);
    std::mt19937_64 random(11);
    std::vector<double> pulls;
    for (int trial = 0; trial < 200; ++trial) {
        StandardPattern pattern = patternOf(power, 0.004);
        for (double& value : pattern.intensity) {
            pattern.sigma.push_back(0.05 * value);
            value += std::normal_distribution<double>(0, pattern.sigma.back())(random);
        }
        const CalibrationFactor factor = calibrationFactorOf(table, pattern, 0, kAll);
        pulls.push_back((factor.value - 0.004) / factor.sigma);
        EXPECT_NEAR(factor.sigma / 0.004, 0.05 / std::sqrt(242.0), 0.3 * 0.05 / std::sqrt(242.0));
    }
    const double mean = std::accumulate(pulls.begin(), pulls.end(), 0.0) / 200;
    double variance = 0;
    for (const double pull : pulls) variance += (pull - mean) * (pull - mean) / 199;
    EXPECT_NEAR(std::sqrt(variance), 1, 0.15);
    EXPECT_NEAR(mean, 0, 0.3) << "0.07 by chance";
}

/// Spots and parasitic streaks in a twentieth of the bins: least squares of all would be wrong by a tenth and more.
TEST(AbsoluteStandard, BinsThatAreFarOffCountLittle) {
    StandardPattern pattern = patternOf(power, 0.004);
    std::mt19937_64 random(3);
    for (std::size_t i = 0; i < pattern.q_nm.size(); ++i) {
        pattern.sigma.push_back(0.01 * pattern.intensity[i]);
        pattern.intensity[i] += std::normal_distribution<double>(0, pattern.sigma[i])(random);
        if (i % 20 == 7) pattern.intensity[i] *= 3;
    }
    const CalibrationFactor factor = calibrationFactorOf(tableOf(power, 10, 0.08, 2.5), pattern, 0, kAll);
    EXPECT_NEAR(factor.value, 0.004, 0.01 * 0.004);
}

/// A background that was not subtracted is most where the standard is weak: the factor would be too small.
TEST(AbsoluteStandard, ABackgroundIsATrend) {
    StandardPattern pattern = patternOf(carbon, 0.02);
    for (double& value : pattern.intensity) value += 0.05 * carbon(1) / 0.02;
    for (const double value : pattern.intensity) pattern.sigma.push_back(0.01 * value);
    const CalibrationFactor factor = calibrationFactorOf(tableOf(carbon, 15, 0.08, 2.5), pattern, 0, kAll);
    EXPECT_TRUE(factor.hasTrend());
    EXPECT_GT(factor.trend, 0.05);
    EXPECT_LT(factor.value, 0.02);
}

class StandardFiles : public test::IntegrateFixture {
protected:
    fs::path put(const std::string& text) const {
        const fs::path file = m_folder / "standard.txt";
        std::ofstream(file) << text;
        return file;
    }
    std::string problem(const std::string& text) const {
        try {
            static_cast<void>(readStandard(put(text), true));
        } catch (const Error& error) {
            return error.what();
        }
        return "read";
    }
};

TEST_F(StandardFiles, AreReadInBothUnits) {
    const fs::path file = put("# q dsdw err\n0.02 30 1.2\n0.01 34 1.0\n0.1 5 0.2\n");
    const StandardTable table = readStandard(file, true, 2);
    EXPECT_EQ(table.q_nm, (std::vector<double>{0.1, 0.2, 1.0})) << "in order";
    EXPECT_EQ(table.crossSection, (std::vector<double>{34, 30, 5}));
    EXPECT_EQ(table.sigma, (std::vector<double>{0.5, 0.6, 0.1})) << "two standard deviations each";
    EXPECT_EQ(readStandard(file, false).q_nm.front(), 0.01);
    EXPECT_TRUE(readStandard(put("0.01,34\n0.02,30\n"), true).sigma.empty());
}

TEST_F(StandardFiles, ThatAreNoneAreSaid) {
    EXPECT_NE(problem("0.01\n0.02\n").find("two columns"), std::string::npos);
    EXPECT_NE(problem("0.01 34\n").find("two rows"), std::string::npos);
    EXPECT_NE(problem("0.01 34\n0.02 -3\n").find("row 2 of the standard is not of positive"), std::string::npos);
    EXPECT_NE(problem("0.01 34\n0.01 30\n").find("the q of another row"), std::string::npos);
    EXPECT_NE(problem("nonsense\n"), "read");
    StandardTable table = tableOf(power, 4, 8, 250); // in the wrong unit
    try {
        static_cast<void>(calibrationFactorOf(table, patternOf(power, 1), 0, kAll));
        ADD_FAILURE() << "there is no overlap";
    } catch (const DataError& error) {
        EXPECT_NE(std::string(error.what()).find("0 points in common, of q from 8 to 250 1/nm"), std::string::npos)
            << error.what();
    }
}

/// From frames of counts to 1/cm: glassy carbon and a level sample in one cell, in air, measured with noise. What the
/// sample is known to have comes out within three standard deviations of factor and bins together.
TEST_F(StandardFiles, AndFramesGiveTheCrossSectionOfASample) {
    std::ofstream(m_folder / "g.poni") << "PixelSize1: 0.0002\nPixelSize2: 0.0002\nDistance: 0.5\nPoni1: 0.0005\n"
                                          "Poni2: 0.0004\nRot1: 0\nRot2: 0\nRot3: 0\nWavelength: 1e-10\n";
    const azint::Geometry geometry(azint::readPoni(m_folder / "g.poni"), test::kRows, test::kCols);
    std::mt19937_64 random(5);
    const double photons = 4e5, flux = 1 / 0.013; // the factor that has to be found is 0.013 / photons
    const auto air = [](double q) { return 40 / (0.3 + q); };
    const auto putFrames = [&](const fs::path& file, double transmission, double thickness_cm,
                               const std::function<double(double)>& curve) {
        std::vector<std::uint16_t> values;
        for (std::size_t row = 0; row < test::kRows; ++row)
            for (std::size_t col = 0; col < test::kCols; ++col) {
                const double angle =
                    geometry.twoTheta({static_cast<double>(row) + 0.5, static_cast<double>(col) + 0.5});
                const double q = 4 * kPi / 0.1 * std::sin(angle / 2), incidence = std::cos(angle);
                const double mean =
                    photons / 1e5 * transmission * std::pow(incidence, 3) * (flux * thickness_cm * curve(q) + air(q));
                values.push_back(static_cast<std::uint16_t>(std::poisson_distribution<int>(mean)(random)));
            }
        test::putStack(file, values);
    };
    const auto integrate = [&](const fs::path& frames, const fs::path& output,
                               const std::map<std::string, std::string>& settings) {
        JobDocument job = document(frames);
        job.outputFile = output;
        job.set("split", "no");
        job.set("error_model", "poisson");
        job.set("npt", "40");
        for (const auto& [key, value] : settings) job.set(key, value);
        const JobOutcome outcome = run(job);
        ASSERT_FALSE(outcome.error) << outcome.error->what();
    };
    const fs::path frames = m_folder / "frames.h5", empty = m_folder / "empty.h5", result = m_folder / "r.h5";
    putFrames(frames, 0.95, 0, carbon);
    integrate(frames, empty, {});
    const std::map<std::string, std::string> withEmpty{{"empty_file", empty.string()}, {"empty_transmission", "0.95"}};
    const auto with = [&](std::map<std::string, std::string> settings) {
        settings.insert(withEmpty.begin(), withEmpty.end());
        return settings;
    };
    putFrames(frames, 0.8, 0.1, carbon);
    integrate(frames, result, with({{"sample_transmission", "0.8"}}));
    const StandardPattern pattern = standardPatternOf(io::IntegrationResult(result), result, 1e-3);
    const CalibrationFactor factor = calibrationFactorOf(tableOf(carbon, 15, 0.08, 2.5), pattern, 0, kAll);
    EXPECT_NEAR(factor.value, 0.013 / (photons / 1e5), 3 * factor.sigma + 0.003 * factor.value);
    EXPECT_LT(factor.sigma, 0.01 * factor.value);
    EXPECT_FALSE(factor.hasTrend()) << factor.trend << " +- " << factor.trendSigma;

    putFrames(frames, 0.6, 0.15, [](double) { return 7.5; });
    integrate(frames, result,
              with({{"sample_transmission", "0.6"},
                    {"sample_thickness_m", "0.0015"},
                    {"absolute_factor", std::to_string(factor.value)},
                    {"absolute_factor_sigma", std::to_string(factor.sigma)}}));
    const io::IntegrationResult level(result);
    const std::vector<float> values = level.intensity(0), errors = level.errors(0);
    double sum = 0, weights = 0;
    for (std::size_t bin = 0; bin < values.size(); ++bin) {
        if (!std::isfinite(values[bin])) continue;
        const double weight = 1 / std::pow(static_cast<double>(errors[bin]), 2);
        sum += weight * static_cast<double>(values[bin]);
        weights += weight;
    }
    EXPECT_NEAR(sum / weights, 7.5, 3 * std::hypot(1 / std::sqrt(weights), 7.5 * factor.sigma / factor.value) + 0.0225);
    EXPECT_THROW(static_cast<void>(standardPatternOf(level, result, 1e-3)), JobError) << "it is in 1/cm already";
    EXPECT_THROW(static_cast<void>(standardPatternOf(io::IntegrationResult(empty), empty, {})), JobError)
        << "no thickness is known";
}

} // namespace
} // namespace ewald::job
