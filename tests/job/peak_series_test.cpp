// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/peaks/peak_series.h"

#include "base/error.h"
#include "base/version.h"
#include "io/hdf5/hdf5.h"
#include "io/integration_file.h"
#include "io/result_facts.h"
#include "io/temporary_folder.h"
#include "job/document/document.h"
#include "job/document/job_kind.h"
#include "job/peaks/peak_parameters.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <sstream>

namespace ewald::job {
namespace {

constexpr std::size_t kBins = 300;

/// A result whose patterns are what a function of frame, sector and q says, from q = 10 to 40 nm⁻¹.
struct Series {
    std::size_t frames = 20;
    std::vector<double> azimuthal_deg{};
    std::vector<std::size_t> scanShape{};
    bool errors = false;
    bool counts = false; ///< drawn
    std::string job{};   ///< that made it
    std::function<double(std::size_t frame, std::size_t sector, double q)> curve{};
};

class PeakSeriesTest : public ::testing::Test {
protected:
    io::IntegrationResult put(const Series& series) {
        io::IntegrationAxes axes;
        for (std::size_t i = 0; i < kBins; ++i) axes.radial.push_back(10 + 0.1 * static_cast<double>(i));
        axes.radialName = "q";
        axes.radialUnit = "nm^-1";
        axes.unit = "q_nm^-1";
        axes.frames = series.frames;
        axes.firstFrame = 3;
        axes.frameStep = 2;
        axes.azimuthal_deg = series.azimuthal_deg;
        axes.scanShape = series.scanShape;
        const io::IntegrationAxes kept = axes;
        const auto file = m_folder.path() / "r.h5";
        io::IntegrationWriter writer(file, axes, {.errors = series.errors, .sums = false}, true);
        std::mt19937_64 random(7);
        const std::size_t sectors = std::max<std::size_t>(1, series.azimuthal_deg.size());
        for (std::size_t frame = 0; frame < series.frames; ++frame) {
            std::vector<float> y, sigma;
            for (std::size_t sector = 0; sector < sectors; ++sector)
                for (const double q : kept.radial) {
                    double value = series.curve(frame, sector, q);
                    if (series.counts && std::isfinite(value))
                        value = static_cast<double>(std::poisson_distribution<int>(value)(random));
                    y.push_back(static_cast<float>(value));
                    sigma.push_back(static_cast<float>(std::sqrt(value)));
                }
            writer.writeRow(
                frame, {y, series.errors ? std::span<const float>(sigma) : std::span<const float>(), {}, {}, {}, {}});
        }
        io::IntegrationEnd end;
        end.job = series.job;
        writer.finish(end);
        return io::IntegrationResult(file);
    }
    static PeakTable fit(const io::IntegrationResult& result, const PeakRequest& request) {
        return fitPeaks(result, "r.h5", request, RunControl());
    }
    [[nodiscard]] static double gauss(double q, double area, double position, double fwhm) {
        const double sigma = fwhm / std::sqrt(8 * std::log(2.0));
        const double u = (q - position) / sigma;
        return area / (sigma * std::sqrt(2 * M_PI)) * std::exp(-u * u / 2);
    }
    io::TemporaryFolder m_folder;
};

TEST_F(PeakSeriesTest, FollowsPeaksThatWanderAndGrow) {
    // The second peak wanders by 2.4 of its widths over the series.
    const auto position = [](std::size_t frame) { return 30 + 0.06 * static_cast<double>(frame); };
    const io::IntegrationResult result = put({.curve = [&](std::size_t frame, std::size_t, double q) {
        return 20 + 0.1 * q + gauss(q, 50 + static_cast<double>(frame), 18, 0.6) + gauss(q, 40, position(frame), 0.5);
    }});
    const PeakTable table =
        fit(result, {.regions = {{15, 21, {}}, {27, 34, {}}}, .model = {fit::PeakShape::gaussian, 1}});
    ASSERT_EQ(table.peaks.size(), 2U);
    ASSERT_EQ(table.patterns(), 20U);
    EXPECT_EQ(table.frames[2], 7U) << "the third pattern is that of frame 3 + 2 · 2";
    EXPECT_FALSE(table.errorsOfPatterns);
    for (std::size_t row = 0; row < 20; ++row) {
        EXPECT_EQ(table.peaks[0].state[row], 0);
        EXPECT_EQ(table.peaks[1].state[row], 0);
        // Intensities are stored in single precision: 1e-7 of 100 counts, over points a tenth of a unit apart.
        EXPECT_NEAR(table.peaks[0].area.values[row], 50 + static_cast<double>(row), 1e-4);
        EXPECT_NEAR(table.peaks[0].position.values[row], 18, 1e-6);
        EXPECT_NEAR(table.peaks[1].position.values[row], position(row), 1e-6) << row;
        EXPECT_NEAR(table.peaks[1].fwhm.values[row], 0.5, 1e-6);
        EXPECT_NEAR(table.peaks[0].background.values[row], 21.8, 1e-4);
    }
}

/// A strong and narrow peak that wanders over a wide region: whatever the mean looks like, none is lost.
TEST_F(PeakSeriesTest, AStrongPeakIsNotLostWhereItWandersFar) {
    const auto position = [](std::size_t frame) { return 28 + 0.35 * static_cast<double>(frame * 7 % 20); };
    const io::IntegrationResult result = put({.errors = true, .curve = [&](std::size_t frame, std::size_t, double q) {
                                                  return 20 + gauss(q, 64, position(frame), 0.4);
                                              }});
    for (const fit::PeakShape shape : {fit::PeakShape::gaussian, fit::PeakShape::pseudoVoigt}) {
        const PeakTable table = fit(result, {.regions = {{26.5, 36.5, {}}}, .model = {shape, 1}});
        for (std::size_t row = 0; row < table.patterns(); ++row) {
            EXPECT_EQ(table.peaks[0].state[row], 0) << row;
            EXPECT_NEAR(table.peaks[0].position.values[row], position(row), 1e-3) << row;
            EXPECT_NEAR(table.peaks[0].area.values[row], 64, 0.1) << row;
        }
    }
}

/// What is left of a peak whose middle is beyond its region says neither how large nor how wide it is.
TEST_F(PeakSeriesTest, APeakThatLeavesItsRegionIsNotFitted) {
    const auto position = [](std::size_t frame) { return 29 + 0.06 * static_cast<double>(frame); };
    const io::IntegrationResult result = put({.errors = true, .curve = [&](std::size_t frame, std::size_t, double q) {
                                                  return 20 + gauss(q, 64, position(frame), 0.5);
                                              }});
    const PeakTable table = fit(result, {.regions = {{27, 29.8, {}}}, .model = {fit::PeakShape::gaussian, 1}});
    for (std::size_t row = 0; row < table.patterns(); ++row) {
        if (position(row) < 29.6) {
            EXPECT_EQ(table.peaks[0].state[row], 0) << row;
        } else if (position(row) > 29.9) {
            EXPECT_NE(table.peaks[0].state[row], 0) << row;
        }
    }
}

/// The spread of a pixel (error_kind=std) is no error of a mean: errors come from the scatter then.
TEST_F(PeakSeriesTest, TheSpreadOfAPixelIsNoErrorOfAPeak) {
    const auto curve = [](std::size_t, std::size_t, double q) { return 50 + gauss(q, 400, 20, 0.6); };
    const PeakRequest request{.regions = {{16, 24, {}}}, .model = {fit::PeakShape::gaussian, 1}};
    JobDocument job = findJobKind("integrate")->newDocument();
    const PeakTable ofMeans =
        fit(put({.errors = true, .counts = true, .job = toJson(job, true), .curve = curve}), request);
    EXPECT_TRUE(ofMeans.errorsOfPatterns);
    job.setText("error_kind", "std");
    const PeakTable ofSpread =
        fit(put({.errors = true, .counts = true, .job = toJson(job, true), .curve = curve}), request);
    EXPECT_FALSE(ofSpread.errorsOfPatterns);
    EXPECT_NEAR(ofSpread.peaks[0].area.values[3] / ofMeans.peaks[0].area.values[3], 1, 0.02);
}

TEST_F(PeakSeriesTest, FindsRegionsByItself) {
    const io::IntegrationResult result =
        put({.errors = true, .counts = true, .curve = [](std::size_t, std::size_t, double q) {
                 return 50 + gauss(q, 400, 15, 0.5) + gauss(q, 300, 24, 0.6) + gauss(q, 200, 33, 0.6);
             }});
    const PeakTable table = fit(result, {.model = {fit::PeakShape::gaussian, 1}});
    ASSERT_EQ(table.peaks.size(), 3U);
    EXPECT_TRUE(table.errorsOfPatterns);
    double squares = 0;
    const std::array positions{15.0, 24.0, 33.0}, areas{400.0, 300.0, 200.0};
    for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t row = 0; row < 20; ++row) {
            EXPECT_EQ(table.peaks[k].state[row], 0);
            const double pull =
                (table.peaks[k].position.values[row] - positions[k]) / table.peaks[k].position.errors[row];
            const double areaPull = (table.peaks[k].area.values[row] - areas[k]) / table.peaks[k].area.errors[row];
            squares += (pull * pull + areaPull * areaPull) / 120;
        }
    EXPECT_NEAR(squares, 1, 3 * std::sqrt(2 / 120.0)) << "a mean of 120 squares of unit variance";
    const PeakTable strongest = fit(result, {.model = {fit::PeakShape::gaussian, 1}, .mostPeaks = 1});
    ASSERT_EQ(strongest.peaks.size(), 1U);
    EXPECT_NEAR(strongest.peaks[0].position.values[0], 15, 0.1);
}

TEST_F(PeakSeriesTest, NoNumberOfThreadsShows) {
    const io::IntegrationResult result =
        put({.errors = true, .counts = true, .curve = [](std::size_t frame, std::size_t, double q) {
                 return 20 + gauss(q, 300, 20 + 0.05 * static_cast<double>(frame), 0.7);
             }});
    const PeakTable one = fit(result, {.regions = {{17, 24, {}}}, .threads = 1});
    const PeakTable three = fit(result, {.regions = {{17, 24, {}}}, .threads = 3});
    EXPECT_EQ(one.peaks[0].position.values, three.peaks[0].position.values);
    EXPECT_EQ(one.peaks[0].area.errors, three.peaks[0].area.errors);
    std::size_t last = 0;
    static_cast<void>(
        fitPeaks(result, "r.h5", {.regions = {{17, 24, {}}}}, RunControl(), [&](std::size_t done, std::size_t all) {
            EXPECT_EQ(all, 20U);
            last = done;
        }));
    EXPECT_EQ(last, 20U);
}

TEST_F(PeakSeriesTest, OnePatternIsFittedAsAmongAll) {
    const io::IntegrationResult result =
        put({.frames = 5, .errors = true, .counts = true, .curve = [](std::size_t frame, std::size_t, double q) {
                 return 20 + gauss(q, 300, 20 + 0.2 * static_cast<double>(frame), 0.7) + gauss(q, 200, 30, 0.9);
             }});
    const PeakTable table = fit(result, {.regions = {{17, 24, {}}, {27, 33, {}}}});
    ASSERT_EQ(table.references.size(), 2U);
    for (std::size_t row = 0; row < 5; ++row) {
        const std::vector<float> values = result.intensity(row), errors = result.errors(row);
        const std::vector<double> y(values.begin(), values.end()), sigma(errors.begin(), errors.end());
        const auto fits = fitPattern({result.axes().radial, y, sigma}, table.references, table.model);
        ASSERT_EQ(fits.size(), 2U);
        for (const std::size_t k : {0U, 1U}) {
            EXPECT_EQ(fits[k].peaks.at(0).peak.position, table.peaks[k].position.values[row]);
            EXPECT_EQ(fits[k].peaks.at(0).sigmas[0], table.peaks[k].area.errors[row]);
            EXPECT_EQ(fits[k].reducedChi2, table.peaks[k].reducedChi2[row]);
        }
    }
}

TEST(PeakParameters, AreTheDefaultsAndLimitsOfAFit) {
    const PeakRequest usual, made = peakRequestOf({});
    EXPECT_EQ(made.model.shape, usual.model.shape);
    EXPECT_EQ(made.model.backgroundDegree, usual.model.backgroundDegree);
    EXPECT_EQ(made.mostPeaks, usual.mostPeaks);
    EXPECT_EQ(made.threads, usual.threads);
    const PeakRequest other = peakRequestOf(
        {{"shape", std::string("lorentzian")}, {"background", 3LL}, {"most_peaks", 5LL}, {"threads", 2LL}});
    EXPECT_EQ(other.model.shape, fit::PeakShape::lorentzian);
    EXPECT_EQ(other.model.backgroundDegree, 3U);
    EXPECT_EQ(other.mostPeaks, 5U);
    EXPECT_EQ(other.threads, 2U);
    for (const ParameterDef& def : peakParameters()) EXPECT_NO_THROW(checkValue(def, def.defaultValue)) << def.key;
    EXPECT_EQ(peakParameter("shape").choices.size(), fit::kPeakShapes.size());
    EXPECT_THROW(static_cast<void>(parseValue(peakParameter("background"), "7")), JobError);
}

TEST_F(PeakSeriesTest, PatternsWithoutPeakOrPointsAreNamedSo) {
    const io::IntegrationResult result =
        put({.frames = 4, .errors = true, .counts = true, .curve = [](std::size_t frame, std::size_t, double q) {
                 if (frame == 2) return std::nan("");
                 return 100 + (frame == 1 ? 0 : gauss(q, 900, 20, 0.7));
             }});
    const PeakTable table = fit(result, {.regions = {{17, 23, {}}}, .model = {fit::PeakShape::gaussian, 1}});
    const PeakColumn& peak = table.peaks[0];
    EXPECT_EQ(peak.state[0], 0);
    EXPECT_NE(peak.state[1], 0);
    EXPECT_EQ(peak.state[2], 3);
    EXPECT_TRUE(std::isnan(peak.position.values[2]));
    EXPECT_EQ(peak.state[3], 0);
}

TEST_F(PeakSeriesTest, SectorsAreFittedEachAndMapsKeepTheirShape) {
    // An ellipse: the position goes with cos 2χ.
    const io::IntegrationResult result =
        put({.frames = 6,
             .azimuthal_deg = {0, 45, 90},
             .scanShape = {2, 3},
             .curve = [](std::size_t, std::size_t sector, double q) {
                 return 10 + gauss(q, 100, 25 + 0.1 * (1 - static_cast<double>(sector)), 0.8);
             }});
    const PeakTable table = fit(result, {.regions = {{22, 28, {}}}, .model = {fit::PeakShape::gaussian, 1}});
    ASSERT_EQ(table.patterns(), 18U);
    EXPECT_NEAR(table.peaks[0].position.values[3 * 4 + 0], 25.1, 1e-5);
    EXPECT_NEAR(table.peaks[0].position.values[3 * 4 + 2], 24.9, 1e-5);
    const auto file = m_folder.path() / "peaks.h5";
    writePeakFile(file, table, false);
    EXPECT_THROW(writePeakFile(file, table, false), DataError);
    const io::h5::File stored = io::h5::File::open(file);
    EXPECT_EQ(stored.dataset("/entry/peak_1/position").shape(), (io::h5::Shape{2, 3, 3}));
    EXPECT_EQ(stored.dataset("/entry/peak_1/position_errors").shape(), (io::h5::Shape{2, 3, 3}));
    EXPECT_EQ(stored.dataset("/entry/peak_1/frame").readAll<std::int64_t>()[5], 13);
    EXPECT_EQ(stored.attributeText("/entry", "default"), "peak_1");
    EXPECT_EQ(stored.attributeText("/entry/peak_1", "NX_class"), "NXdata");
    EXPECT_EQ(stored.attributeText("/entry/peak_1", "signal"), "position");
    EXPECT_EQ(stored.attributeTexts("/entry/peak_1", "axes"), (std::vector<std::string>{".", ".", "azimuthal"}));
    EXPECT_EQ(stored.attributeText("/entry/peak_1/position", "units"), "nm^-1");
    EXPECT_EQ(stored.text("/entry/process/shape"), "gaussian");
    const io::ResultStamp stamp = io::readStamp(file);
    EXPECT_EQ(stamp.version, version());
    EXPECT_EQ(stamp.date.size(), std::string("2026-11-23T05:20:32Z").size()) << stamp.date;
}

TEST_F(PeakSeriesTest, TheTextHasALineAPattern) {
    const io::IntegrationResult result =
        put({.frames = 2, .curve = [](std::size_t, std::size_t, double q) { return 10 + gauss(q, 100, 25, 0.8); }});
    const std::string text = peakText(fit(result, {.regions = {{22, 28, {}}}, .model = {fit::PeakShape::gaussian, 1}}));
    std::istringstream lines(text);
    std::vector<std::string> table;
    for (std::string line; std::getline(lines, line);)
        if (!line.starts_with('#')) table.push_back(line);
    ASSERT_EQ(table.size(), 3U);
    EXPECT_EQ(table[0], "frame,position1,position1_error,area1,area1_error,fwhm1,fwhm1_error,mixing1,mixing1_error,"
                        "asymmetry1,asymmetry1_error,background1,reduced_chi2_1,state1");
    EXPECT_TRUE(table[2].starts_with("5,25")) << table[2];
    EXPECT_EQ(std::ranges::count(table[2], ','), 13);
}

TEST_F(PeakSeriesTest, WhatCannotBeIsRefused) {
    const io::IntegrationResult flat = put({.curve = [](std::size_t, std::size_t, double) { return 5.0; }});
    EXPECT_THROW(static_cast<void>(fit(flat, {})), DataError);
    EXPECT_THROW(static_cast<void>(fit(flat, {.regions = {{50, 60, {}}}})), JobError);
    RunControl stopped;
    stopped.requestStop(StopRequest::graceful);
    EXPECT_THROW(static_cast<void>(fitPeaks(flat, "r.h5", {.regions = {{15, 20, {}}}}, stopped)), StoppedError);
}

TEST(PeakRegionText, IsReadAndRefused) {
    const fit::PeakRegion region = peakRegionOf("2.1:2.6@2.4,2.3");
    EXPECT_EQ(region.low, 2.1);
    EXPECT_EQ(region.high, 2.6);
    EXPECT_EQ(region.positions, (std::vector<double>{2.3, 2.4}));
    EXPECT_TRUE(peakRegionOf("-3:1e1").positions.empty());
    for (const char* wrong : {"", "2", "2:", ":2", "2:x", "3:2", "2:2", "nan:3", "2:inf", "2:3@", "2:3@4", "2:3@2.5,",
                              "2:3:4", "2@2:3", " 2:3"})
        EXPECT_THROW(static_cast<void>(peakRegionOf(wrong)), JobError) << wrong;
}

} // namespace
} // namespace ewald::job
