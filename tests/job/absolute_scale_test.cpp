// SPDX-License-Identifier: GPL-3.0-or-later
// From frames to 1/cm: a level frame in a flat geometry has a level pattern, so that every number is known by hand.
#include "integration_files.h"
#include "io/integration_file.h"
#include "job/absolute/absolute_scale.h"
#include "job/integration/pattern_export.h"

#include <cmath>

namespace ewald::job {
namespace {

namespace fs = std::filesystem;
using test::kCols;
using test::kRows;

class AbsoluteIntensity : public test::IntegrateFixture {
protected:
    void SetUp() override {
        IntegrateFixture::SetUp();
        // The sample has 400 counts a pixel in all of its two frames, the empty 90 in one and 110 in the other.
        putLevels(m_sample, {400, 400});
        putLevels(m_emptyFrames, {90, 110});
        integrate(m_emptyFrames, m_empty, {});
    }
    static void putLevels(const fs::path& file, const std::vector<std::uint16_t>& levels,
                          const std::vector<double>& monitor = {}) {
        std::vector<std::uint16_t> values;
        for (const std::uint16_t level : levels) values.insert(values.end(), kRows * kCols, level);
        test::putStack(file, values, monitor);
    }
    JobDocument documentOf(const fs::path& frames, const fs::path& output,
                           const std::map<std::string, std::string>& settings) const {
        JobDocument job = document(frames);
        job.outputFile = output;
        // Without splitting, pixels of a bin are independent, and errors those of their sum.
        for (const auto& [key, value] :
             std::map<std::string, std::string>{{"solid_angle", "off"}, {"split", "no"}, {"error_model", "poisson"}})
            job.set(key, value);
        for (const auto& [key, value] : settings) job.set(key, value);
        return job;
    }
    void integrate(const fs::path& frames, const fs::path& output, const std::map<std::string, std::string>& settings) {
        const JobOutcome outcome = run(documentOf(frames, output, settings));
        ASSERT_FALSE(outcome.error) << outcome.error->what();
    }
    std::string problem(const std::map<std::string, std::string>& settings) {
        const JobOutcome outcome = run(documentOf(m_sample, m_result, settings));
        return outcome.error ? outcome.error->what() : "done";
    }
    /// Of the sample: transmission 0.8 and 2 mm; of the empty: 0.5, and exposed twice as long as the sample.
    [[nodiscard]] std::map<std::string, std::string> all() const {
        return {{"empty_file", m_empty.string()}, {"empty_scale", "0.5"},          {"empty_transmission", "0.5"},
                {"sample_transmission", "0.8"},   {"sample_thickness_m", "0.002"}, {"absolute_factor", "0.01"},
                {"absolute_factor_sigma", "3e-4"}};
    }

    const fs::path m_sample = m_folder / "sample.h5", m_emptyFrames = m_folder / "empty_frames.h5";
    const fs::path m_empty = m_folder / "empty.h5", m_result = m_folder / "result.h5";
};

/// dΣ/dΩ = 0.01 / 0.2 cm · (400 / 0.8 − 0.5 · 100 / 0.5) = 0.05 · (500 − 100) = 20 / cm.
TEST_F(AbsoluteIntensity, IsWhatIsCalculatedByHand) {
    integrate(m_sample, m_result, all());
    const io::IntegrationResult result(m_result);
    EXPECT_EQ(result.axes().intensityUnit, "cm^-1");
    const std::vector<double> count = numbers(m_result, "count");
    for (std::size_t frame = 0; frame < 2; ++frame) {
        const std::vector<float> intensity = result.intensity(frame), errors = result.errors(frame);
        for (std::size_t bin = 0; bin < intensity.size(); ++bin) {
            if (!(count[bin] > 0)) continue;
            EXPECT_NEAR(intensity[bin], 20, 1e-5);
            // 0.05 · √(400 / 0.8² + 0.5² · (90 + 110) / 2² / 0.5²) / √N = 0.05 · √675 / √N for N pixels: that of the
            // factor is not in it.
            EXPECT_NEAR(errors[bin], 0.05 * std::sqrt(675 / count[bin]), 1e-5);
        }
    }
    ASSERT_FALSE(numbers(m_result, "sum_signal").empty());
    EXPECT_NEAR(numbers(m_result, "sum_signal")[12], 400 * count[12], 1e-6) << "sums are of the counts";
}

TEST_F(AbsoluteIntensity, ScaleIsRecorded) {
    integrate(m_sample, m_result, all());
    const io::h5::File file = io::h5::File::open(m_result);
    const std::string scale = "/entry/process/intensity_scale/";
    EXPECT_EQ(file.number(scale + "sample_transmission"), 0.8);
    EXPECT_NEAR(file.number(scale + "sample_thickness").value_or(0), 0.2, 1e-12);
    EXPECT_EQ(file.attributeText(scale + "sample_thickness", "units"), "cm");
    EXPECT_EQ(file.number(scale + "absolute_factor"), 0.01);
    EXPECT_EQ(file.number(scale + "absolute_factor_sigma"), 3e-4);
    EXPECT_EQ(file.number(scale + "empty_scale"), 0.5);
    EXPECT_EQ(file.number(scale + "empty_transmission"), 0.5);
    EXPECT_EQ(file.text(scale + "empty_file"), m_empty.string());
    EXPECT_EQ(file.text(scale + "formula"), "absolute_factor / sample_thickness * (signal / normalization / "
                                            "sample_transmission - empty_scale * empty / empty_transmission)");
    for (const char* path : {"/entry/result/intensity", "/entry/result/errors", "/entry/azint1d/data/I"})
        EXPECT_EQ(file.attributeText(path, "units"), "cm^-1") << path;
    EXPECT_EQ(file.attributeText("/entry/result/intensity", "long_name"), "intensity (cm^-1)");
    const io::IntegrationResult result(m_result);
    EXPECT_NE(patternText(result, 0, PatternFormat::dat).find("# intensity: cm^-1\n"), std::string::npos);
    EXPECT_NE(patternText(result, 0, PatternFormat::chi).find("\nIntensity (cm^-1)\n"), std::string::npos);
    ASSERT_TRUE(m_recorder.outcome);
}

TEST_F(AbsoluteIntensity, WithoutAFactorTheEmptyAloneIsSubtracted) {
    integrate(m_sample, m_result, {{"empty_file", m_empty.string()}});
    const io::IntegrationResult result(m_result);
    EXPECT_EQ(result.axes().intensityUnit, io::kArbitraryUnits);
    EXPECT_NEAR(result.intensity(0)[12], 300, 1e-4);
    const io::h5::File file = io::h5::File::open(m_result);
    EXPECT_EQ(file.attributeText("/entry/result/intensity", "long_name"), "intensity");
    EXPECT_EQ(file.text("/entry/process/intensity_scale/formula"),
              "signal / normalization / sample_transmission - empty_scale * empty / empty_transmission");
    EXPECT_NE(m_recorder.log.find("the mean of 2 patterns without sample"), std::string::npos) << m_recorder.log;
    EXPECT_EQ(m_recorder.log.find("empty was"), std::string::npos) << m_recorder.log;
    integrate(m_sample, m_folder / "plain.h5", {});
    EXPECT_FALSE(io::h5::File::open(m_folder / "plain.h5").hasGroup("/entry/process/intensity_scale"));
}

/// Divided by their monitors, 2 and 4, both are as if exposed alike: 400/2 − 100/4 = 175.
TEST_F(AbsoluteIntensity, MonitorsCount) {
    putLevels(m_sample, {400}, {2});
    putLevels(m_emptyFrames, {100}, {4});
    integrate(m_emptyFrames, m_empty, {{"monitor", "/entry/monitor"}});
    integrate(m_sample, m_result, {{"monitor", "/entry/monitor"}, {"empty_file", m_empty.string()}});
    EXPECT_NEAR(io::IntegrationResult(m_result).intensity(0)[12], 175, 1e-4);
    EXPECT_EQ(m_recorder.log.find("divided by a monitor"), std::string::npos);
    integrate(m_sample, m_result, {{"empty_file", m_empty.string()}});
    EXPECT_NE(m_recorder.log.find("one is divided by a monitor and the other is not"), std::string::npos);
}

TEST_F(AbsoluteIntensity, CakesAreScaledSectorBySector) {
    integrate(m_emptyFrames, m_empty, {{"npt_azim", "4"}});
    std::map<std::string, std::string> settings = all();
    settings["npt_azim"] = "4";
    m_recorder.interval_s = 1e-6;
    integrate(m_sample, m_result, settings);
    const std::vector<float> cake = io::IntegrationResult(m_result).intensity(1);
    ASSERT_EQ(cake.size(), 4U * 25U);
    for (const float value : cake) {
        if (std::isfinite(value)) {
            EXPECT_NEAR(value, 20, 1e-5);
        }
    }
    ASSERT_TRUE(m_recorder.preview);
    EXPECT_EQ(m_recorder.preview->intensityUnit, "cm^-1");
    EXPECT_NEAR(m_recorder.preview->waterfall.data()[12], 20, 1e-5) << "the live view shows the same";
}

TEST_F(AbsoluteIntensity, WhatDoesNotFitIsSaid) {
    EXPECT_NE(problem({{"absolute_factor", "1"}}).find("needs the thickness"), std::string::npos);
    EXPECT_NE(problem({{"empty_file", m_empty.string()}, {"npt", "30"}}).find("the empty has other bins"),
              std::string::npos);
    EXPECT_NE(problem({{"empty_file", m_empty.string()}, {"unit", "2th_deg"}}).find("the empty has other bins"),
              std::string::npos);
    EXPECT_NE(problem({{"empty_file", m_empty.string()}, {"npt_azim", "3"}}).find("the empty has other bins"),
              std::string::npos);
    EXPECT_NE(problem({{"empty_file", m_emptyFrames.string()}}).find("not an integration"), std::string::npos);
    EXPECT_NE(problem({{"empty_file", (m_folder / "none.h5").string()}}), "done");
    EXPECT_FALSE(fs::exists(m_result)) << "nothing is written of a job that cannot be done";
    JobDocument onto = documentOf(m_sample, m_empty, {{"empty_file", m_empty.string()}});
    EXPECT_TRUE(run(onto).error) << "the empty is no output";

    const fs::path scaled = m_folder / "scaled.h5";
    integrate(m_emptyFrames, scaled, {{"sample_transmission", "0.9"}});
    EXPECT_NE(problem({{"empty_file", scaled.string()}}).find("the empty is scaled itself"), std::string::npos);
    integrate(m_emptyFrames, m_empty, {{"polarization_factor", "0.9"}, {"error_model", "none"}});
    integrate(m_sample, m_result, {{"empty_file", m_empty.string()}});
    EXPECT_NE(m_recorder.log.find("with another polarization_factor than the frames"), std::string::npos);
    EXPECT_NE(m_recorder.log.find("the empty has no errors"), std::string::npos);
}

} // namespace
} // namespace ewald::job
