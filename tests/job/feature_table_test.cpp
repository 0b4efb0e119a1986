// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the table says goes, runs and does something; what it says does not go is refused before the run.
#include "job/ptychography/results/feature_table.h"

#include "io/result_file.h"
#include "io/temporary_folder.h"
#include "job/document/parameters.h"
#include "job/ptychography/run/ptycho_runner.h"
#include "ptycho_files.h"
#include "test_paths.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace ewald::job {
namespace {

namespace fs = std::filesystem;

class FeatureTable : public testing::Test {
protected:
    FeatureTable() {
        sim::PtychoExperiment e;
        e.size = 32;
        e.frames = 20;
        e.photonsPerFrame = 2e4;
        m_job = test::putSignedScan(m_folder / "scan.h5", sim::simulatePtycho(e));
        m_job.outputFile = m_folder / "result.h5";
        // A probe that the constraints change: without phases, it has none.
        m_job.set("initial_probe", "mean_pattern");
    }

    /// Looks for its probe, with each feature. The search is the same for all engines, and half of the time of a run.
    static constexpr const char* kSearches = "rpie";

    /// Enough for what begins late: the background, and positions in the second part of the automatic plan.
    static std::size_t iterationsOf(const std::string& engine) { return engine == "auto" ? 20 : 7; }

    /// Nothing where it was refused. \param line why
    std::optional<io::PtychoResult> run(const std::string& engine, std::span<const ModelFeature> features,
                                        std::size_t iterations, std::string* line = nullptr) {
        JobDocument job = m_job;
        job.pipeline = {Stage{engine, iterations, {}}};
        // What the plan would do by itself.
        if (engine == "auto") job.setText("auto_modes", "1"), job.setText("auto_positions", "false");
        if (engine != kSearches) job.set("initial_probe", knownProbe());
        if (ptycho::findEngineKind(engine)->singleFrame) job.setText("max_frames", "1");
        for (const ModelFeature& feature : features)
            for (const auto& [key, value] : feature.settings) job.setText(key, value);
        JobObserver observer;
        RunControl control;
        const JobOutcome outcome = runPtycho(job, observer, control, {.overwrite = true});
        if (!outcome.error) return io::readResult(job.outputFile);
        try {
            std::rethrow_exception(std::make_exception_ptr(*outcome.error));
        } catch (const std::exception& error) {
            if (line) *line = error.what();
        }
        return std::nullopt;
    }

    /// A result of a short run over the scan.
    std::string knownProbe() {
        JobDocument job = m_job;
        job.outputFile = m_folder / "known.h5";
        job.pipeline = {Stage{"rpie", 2, {}}};
        JobObserver observer;
        RunControl control;
        if (!fs::exists(job.outputFile)) {
            EXPECT_FALSE(runPtycho(job, observer, control, {}).error);
        }
        return job.outputFile.string();
    }

    io::TemporaryFolder m_own;
    const fs::path m_folder = m_own.path();
    JobDocument m_job;
};

bool sameNumbers(const io::PtychoResult& a, const io::PtychoResult& b) {
    return a.object == b.object && a.probe == b.probe && a.positions == b.positions && a.background == b.background &&
           a.frameIntensities == b.frameIntensities;
}

bool finite(const io::PtychoResult& result) {
    return std::ranges::all_of(
        result.object, [](const Complex& value) { return std::isfinite(value.real()) && std::isfinite(value.imag()); });
}

class FeaturesOfEngine : public FeatureTable, public testing::WithParamInterface<std::string> {};

TEST_P(FeaturesOfEngine, GoRunAndDoSomething) {
    const std::string& engine = GetParam();
    const auto plain = run(engine, {}, iterationsOf(engine));
    ASSERT_TRUE(plain);
    for (const ModelFeature& feature : modelFeatures()) {
        if (!refusalOf(engine, std::span(&feature, 1)).empty()) continue;
        std::string line;
        const auto with = run(engine, std::span(&feature, 1), iterationsOf(engine), &line);
        ASSERT_TRUE(with) << feature.key() << ": " << line;
        EXPECT_TRUE(finite(*with)) << feature.key();
        const bool where = std::string(feature.key()) == "object_storage"; // where it is changes nothing
        EXPECT_EQ(sameNumbers(*plain, *with), where) << feature.key();
    }
}

INSTANTIATE_TEST_SUITE_P(Engines, FeaturesOfEngine, testing::ValuesIn(engineNames()),
                         [](const auto& info) { return info.param; });

TEST_F(FeatureTable, PairsThatGoRun) {
    const std::vector<ModelFeature>& features = modelFeatures();
    const std::string engine = "lsqml";
    for (std::size_t first = 0; first < features.size(); ++first)
        for (std::size_t second = first + 1; second < features.size(); ++second) {
            const std::array<ModelFeature, 2> both = {features[first], features[second]};
            const std::string name = std::string(both[0].key()) + " and " + both[1].key();
            std::string line;
            const auto result = run(engine, both, 2, &line);
            EXPECT_EQ(result.has_value(), refusalOf(engine, both).empty()) << name << ": " << line;
            if (result) {
                EXPECT_TRUE(finite(*result)) << name;
            }
        }
}

/// A refusal is one line that names what to change.
TEST_F(FeatureTable, WhatDoesNotGoIsRefusedBeforeTheRun) {
    int refused = 0;
    for (const std::string& engine : engineNames())
        for (const ModelFeature& feature : modelFeatures()) {
            const std::string expected = refusalOf(engine, std::span(&feature, 1));
            if (expected.empty()) continue;
            ++refused;
            std::string line;
            EXPECT_FALSE(run(engine, std::span(&feature, 1), 1, &line)) << engine << ", " << feature.key();
            EXPECT_EQ(line.find('\n'), std::string::npos);
            EXPECT_NE(line.find(feature.key()), std::string::npos) << line;
        }
    EXPECT_GT(refused, 0);
}

TEST(FeatureTableInTheManual, IsTheOneOfThisProgram) {
    std::ifstream file(std::string(EWALD_SOURCE_DIR) + "/docs/manual/en/engines.md");
    std::stringstream text;
    text << file.rdbuf();
    EXPECT_NE(text.str().find(featureTable()), std::string::npos)
        << "put this into docs/manual/en/engines.md (ewald-cli schema --table):\n"
        << featureTable();
}

} // namespace
} // namespace ewald::job
