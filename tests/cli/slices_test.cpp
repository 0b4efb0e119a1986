// SPDX-License-Identifier: GPL-3.0-or-later
//
// An object of two slices from the simulation to the pictures, and what is refused before the work.
#include "cli_expectations.h"
#include "folder_fixture.h"
#include "io/hdf5/hdf5.h"
#include "io/result_file.h"

#include <filesystem>

namespace ewald::cli {
namespace {

namespace fs = std::filesystem;

class SlicesCli : public WithSuiteFolder<SlicesCli> {
public:
    static void makeFiles() {
        const Finished made = runCli({"simulate", "ptycho", "-o", scan(), "--size", "64", "--frames", "100",
                                      "--overlap", "0.8", "--slices", "2", "--slice-spacing", "1e-3"});
        ASSERT_EQ(made.code, 0) << made.errors;
    }

protected:
    static std::string scan() { return suiteFile("scan.cxi"); }
    [[nodiscard]] Finished run(const std::string& engine, const std::vector<std::string>& settings,
                               const std::string& output = "result.h5") const {
        std::vector<std::string> all{"ptycho", scan(), "-o", file(output), "--engine", engine, "--iterations", "50"};
        for (const std::string& setting : settings) all.insert(all.end(), {"--set", setting});
        return runCli(all);
    }
    static constexpr const char* kSpacing = "slice_spacing_m=1e-3";
};

TEST_F(SlicesCli, ComeBackOneBehindTheOther) {
    const io::h5::File truth = io::h5::File::open(scan());
    const io::h5::Shape shape = truth.dataset("/truth/object").shape();
    ASSERT_EQ(shape.size(), 3U);
    EXPECT_EQ(shape[0], 2U);
    const Finished thick = run("rpie", {"slices=2", kSpacing, "subpixel=fourier", "batch_size=16"});
    ASSERT_EQ(thick.code, 0) << thick.errors;
    ASSERT_EQ(run("rpie", {"subpixel=fourier", "batch_size=16"}, "thin.h5").code, 0);
    const io::PtychoResult result = io::readResult(file("result.h5")), thin = io::readResult(file("thin.h5"));
    EXPECT_EQ(result.object.extent(0), 2U);
    EXPECT_EQ(result.object.extent(1), thin.object.extent(1));
    // From the mean pattern, without a word about the beam: measured 0.0023, 1.3 times the floor, and 0.046.
    EXPECT_LT(result.loss.back().fourierError, 0.1 * thin.loss.back().fourierError);
    EXPECT_EQ(io::h5::File::open(file("result.h5")).dataset("/entry/object/data").shape().size(), 3U);
    // One picture a slice, and a run that goes on with both.
    ASSERT_EQ(runCli({"export", file("result.h5"), "--png", file("pictures")}).code, 0);
    for (const char* slice : {"object0_phase.png", "object1_phase.png"})
        EXPECT_TRUE(fs::exists(fs::path(file("pictures")) / slice)) << slice;
    const Finished further =
        runCli({"ptycho", scan(), "-o", file("further.h5"), "--engine", "ml", "--iterations", "3", "--set", "slices=2",
                "--set", kSpacing, "--set", "subpixel=fourier", "--set", "initial_object=" + file("result.h5"), "--set",
                "initial_probe=" + file("result.h5")});
    ASSERT_EQ(further.code, 0) << further.errors;
    const io::PtychoResult better = io::readResult(file("further.h5"));
    EXPECT_EQ(better.object.extent(0), 2U);
    EXPECT_LT(better.loss.back().fourierError, result.loss.back().fourierError);
}

/// A distance that the detector cannot see, or that reaches it.
TEST_F(SlicesCli, ADistanceThatMakesNoSenseIsSaidWithNumbers) {
    const auto briefly = [&](const std::vector<std::string>& settings) {
        std::vector<std::string> all{"ptycho", scan(),         "-o", file("r.h5"), "--engine",
                                     "rpie",   "--iterations", "1",  "-q",         "--overwrite"};
        for (const std::string& setting : settings) all.insert(all.end(), {"--set", setting});
        return runCli(all);
    };
    // The detector is 2 m away; object pixels of 64.6 nm at 8 keV make a depth of field of 4 dx²/λ = 107 µm.
    expectError(briefly({"slices=4", "slice_spacing_m=0.7"}), 2, "are 2.1 m deep and reach the detector");
    const Finished close = briefly({"slices=2", "slice_spacing_m=1e-7"});
    EXPECT_EQ(close.code, 0) << close.errors;
    EXPECT_NE(close.errors.find("the slices are 100 nm deep, and the depth of field is 107"), std::string::npos)
        << close.errors;
    EXPECT_NE(briefly({"slice_spacing_m=1e-3"}).errors.find("no effect on one slice"), std::string::npos);
    EXPECT_EQ(briefly({"slices=2", kSpacing}).errors.find("slice"), std::string::npos);
}

TEST_F(SlicesCli, WhatMakesNoSenseIsRefusedBeforeTheRun) {
    expectError(run("rpie", {"slices=2"}), 2, "need a distance");
    for (const char* engine : {"dm", "raar", "ap", "auto"})
        expectError(run(engine, {"slices=2", kSpacing}), 2, "does not reconstruct several slices");
    expectError(run("rpie", {"slices=2", kSpacing, "refine_positions=true"}), 2, "positions are not refined");
    expectError(run("rpie", {"slices=2", kSpacing, "variable_probe_modes=1"}), 2, "not fitted with several slices");
    expectError(run("rpie", {"slices=2", kSpacing, "focus_to_sample_m=0.1"}), 2, "in the far field only");
    expectError(runCli({"simulate", "ptycho", "-o", file("s.cxi"), "--slices", "2"}), 2, "need a distance");
    expectError(runCli({"simulate", "ptycho", "-o", file("s.cxi"), "--slices", "2", "--slice-spacing", "1e-3",
                        "--focus-to-sample-m", "0.1"}),
                2, "far field only");
    EXPECT_FALSE(fs::exists(file("result.h5")));
}

} // namespace
} // namespace ewald::cli
