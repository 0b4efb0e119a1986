// SPDX-License-Identifier: GPL-3.0-or-later
// Geometries whose PONI file names an instrument of HEXRD with the distortion of its detector.
#include "changed_poni.h"
#include "cli_expectations.h"
#include "folder_fixture.h"
#include "io/integration_file.h"

#include <array>
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

namespace ewald::cli {
namespace {

/// 64 x 60 pixels of 1 mm, 50 mm behind the sample.
class InstrumentFileCli : public WithSuiteFolder<InstrumentFileCli> {
public:
    static void makeFiles() {
        const Finished made = runCli({"simulate", "powder", "-o", suiteFile("frames.h5"), "--frames", "5", "--shape",
                                      "64", "60", "--pixel-m", "0.001", "--distance-m", "0.05"});
        ASSERT_EQ(made.code, 0) << made.errors;
    }

protected:
    void putInstrument(const std::string& parameters, const std::string& name = "ge.json") {
        std::ofstream(file(name)) << R"({"detectors": {"ge1": {"pixels": {"rows": 64, "columns": 60, "size": [1, 1]}, )"
                                  << R"("distortion": {"function_name": "GE_41RT", "parameters": )" << parameters
                                  << "}}}}";
    }

    /// The simulated geometry with other pixels, whose middle is where it was. \param config of the detector
    std::string putPoni(const std::string& name, const std::string& config, double stretch = 1) {
        putChangedPoni(suiteFile("frames.poni"), file(name), "Detector: Detector\nDetector_config: {" + config + "}\n",
                       (stretch - 1) * 0.032, (stretch - 1) * 0.030);
        return file(name);
    }

    std::vector<float> patternOf(const std::string& poni, const std::string& name, std::vector<std::string> more = {}) {
        std::vector<std::string> command{
            "integrate", suiteFile("frames.h5"), "--poni", poni, "-o", file(name), "--npt", "50", "-q",
            "--set",     "radial_range=20,60"};
        command.insert(command.end(), more.begin(), more.end());
        const Finished finished = runCli(command);
        EXPECT_EQ(finished.code, 0) << finished.errors;
        return finished.code == 0 ? io::IntegrationResult(file(name)).intensity(1) : std::vector<float>();
    }
};

const std::string kBent = R"("filename": "ge.json")";

/// p2 alone with the exponent 0 is an image that is larger by this factor.
TEST_F(InstrumentFileCli, PixelsAreWhereItHasThem) {
    constexpr double kStretch = 1.05;
    putInstrument("[0, 0, 0.05, 2, 2, 0]");
    const std::string bent = putPoni("bent.poni", kBent);
    const std::vector<float> pattern = patternOf(bent, "bent.h5");
    const std::vector<float> expected =
        patternOf(putPoni("larger.poni", R"("pixel1": 0.00105, "pixel2": 0.00105)", kStretch), "larger.h5");
    const std::vector<float> plain = patternOf(putPoni("plain.poni", R"("pixel1": 1e-3, "pixel2": 1e-3)"), "plain.h5");
    ASSERT_EQ(pattern.size(), 50U);
    ASSERT_EQ(expected.size(), 50U);
    ASSERT_EQ(plain.size(), 50U);
    std::size_t compared = 0, differ = 0;
    for (std::size_t bin = 0; bin < 50; ++bin) {
        if (!std::isfinite(expected[bin])) continue;
        // Counts of a pixel belong to a larger area; single precision, and corners that are rounded to it.
        EXPECT_NEAR(pattern[bin] * kStretch * kStretch, expected[bin], 1e-3F * (1 + expected[bin])) << bin;
        ++compared;
        if (std::abs(pattern[bin] - plain[bin]) > 0.05F * (1 + plain[bin])) ++differ;
    }
    EXPECT_GT(compared, 40U);
    EXPECT_GT(differ, 10U) << "and not where they are shown";
}

TEST_F(InstrumentFileCli, WorkersChangeNoBit) {
    putInstrument("[0.02, -0.01, 0.03, 2, 3, 1.5]");
    const std::string bent = putPoni("bent.poni", kBent);
    const std::vector<float> one = patternOf(bent, "one.h5", {"--set", "workers=1", "--set", "keep_table=false"});
    ASSERT_EQ(one.size(), 50U);
    for (const char* workers : {"workers=2", "workers=5"}) {
        const std::vector<float> more = patternOf(bent, "more.h5", {"--set", workers, "--overwrite"});
        ASSERT_EQ(more.size(), one.size());
        for (std::size_t bin = 0; bin < one.size(); ++bin)
            EXPECT_TRUE(more[bin] == one[bin] || (std::isnan(more[bin]) && std::isnan(one[bin]))) << bin;
    }
}

TEST_F(InstrumentFileCli, ItIsNamedAndKept) {
    putInstrument("[0, 0, 0.05, 2, 2, 0]");
    const std::string bent = putPoni("bent.poni", kBent);
    const Finished finished = runCli({"integrate", suiteFile("frames.h5"), "--poni", bent, "-o", file("result.h5")});
    ASSERT_EQ(finished.code, 0) << finished.errors;
    EXPECT_NE((finished.output + finished.errors).find("ge.json"), std::string::npos) << finished.output;
    EXPECT_NE(io::IntegrationResult(file("result.h5")).axes().poni.find("ge.json"), std::string::npos);
    expectError(runCli({"integrate", suiteFile("frames.h5"), "--poni", bent, "-o", file("ge.json"), "--overwrite"}), 2,
                "same file");
}

TEST_F(InstrumentFileCli, WhatCannotBeUsedIsSaid) {
    const std::string bent = putPoni("bent.poni", kBent);
    const auto refusal = [&](const std::string& part, int code = 3) {
        expectError(runCli({"integrate", suiteFile("frames.h5"), "--poni", bent, "-o", file("r.h5"), "-q"}), code,
                    part);
    };
    refusal("ge.json describes where the pixels are, which is not there");
    putInstrument("[0, 0, 0.05, 2, 2]");
    refusal("there are not 6 numbers");
    std::ofstream(file("ge.json")) << "detectors:\n  ge1:\n    distortion: {function_name: GE_41RT}\n";
    refusal("YAML");
    // Rings are looked for where pixels are shown.
    putInstrument("[0, 0, 0.05, 2, 2, 0]");
    expectError(runCli({"calibrate", suiteFile("frames.h5"), "--set", "poni_file=" + bent, "--calibrant", "CeO2",
                        "--energy", "20", "-o", file("found.poni")}),
                2, "without a distortion");
}

} // namespace
} // namespace ewald::cli
