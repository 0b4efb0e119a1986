// SPDX-License-Identifier: GPL-3.0-or-later
//
// Images of single frames: the probe of a scan, then one frame of it by itself, and what is refused before the work.
#include "cli_expectations.h"
#include "folder_fixture.h"
#include "io/result_file.h"

#include <filesystem>

namespace ewald::cli {
namespace {

namespace fs = std::filesystem;

class SingleFrameCli : public WithSuiteFolder<SingleFrameCli> {
public:
    static void makeFiles() {
        const Finished made = runCli({"simulate", "ptycho", "-o", suiteFile("scan.cxi"), "--size", "64", "--frames",
                                      "16", "--diffuser", "--object-band", "0.4"});
        ASSERT_EQ(made.code, 0) << made.errors;
        // A result with the probe that the file has.
        const Finished scanned =
            runCli({"ptycho", suiteFile("scan.cxi"), "-o", suiteFile("probe.h5"), "--engine", "rpie", "--iterations",
                    "2", "--set", "initial_probe=file", "--set", "update_probe=false"});
        ASSERT_EQ(scanned.code, 0) << scanned.errors;
        ASSERT_EQ(runCli({"simulate", "ptycho", "-o", suiteFile("plain.cxi"), "--size", "32", "--frames", "4"}).code,
                  0);
    }

protected:
    [[nodiscard]] Finished run(const std::vector<std::string>& settings, const std::string& output = "image.h5",
                               const std::vector<std::string>& options = {}) const {
        std::vector<std::string> all{"ptycho", suiteFile("scan.cxi"), "-o", file(output), "--engine", "rpi"};
        all.insert(all.end(), options.begin(), options.end());
        for (const std::string& setting : settings) all.insert(all.end(), {"--set", setting});
        return runCli(all);
    }
    static std::string probe() { return "initial_probe=" + suiteFile("probe.h5"); }
};

TEST_F(SingleFrameCli, AFrameIsAnImage) {
    const Finished made = run({"max_frames=1", "first_frame=9", probe()}, "image.h5", {"--iterations", "60"});
    ASSERT_EQ(made.code, 0) << made.errors;
    const io::PtychoResult image = io::readResult(file("image.h5")), known = io::readResult(suiteFile("probe.h5"));
    EXPECT_EQ(image.frameIndex, std::vector<std::size_t>{9});
    EXPECT_TRUE(image.probe == known.probe) << "it is known, and so is its power";
    EXPECT_LT(image.loss.back().llk, 1) << "as little as noise leaves, or less";
    EXPECT_GT(image.loss.front().llk, 10);
    // Two halves of the way are the whole.
    ASSERT_EQ(run({"max_frames=1", "first_frame=9", probe()}, "half.h5", {"--iterations", "30"}).code, 0);
    const Finished rest =
        run({"max_frames=1", "first_frame=9", probe()}, "half.h5", {"--iterations", "60", "--resume"});
    ASSERT_EQ(rest.code, 0) << rest.errors;
    EXPECT_TRUE(io::readResult(file("half.h5")).object == image.object);
    // The image of one frame is not the start of another frame's.
    const io::PtychoResult before = io::readResult(file("half.h5"));
    expectError(run({"max_frames=1", "first_frame=5", probe()}, "half.h5", {"--iterations", "90", "--resume"}), 3,
                "the result is one of other frames");
    EXPECT_TRUE(io::readResult(file("half.h5")).object == before.object);
}

TEST_F(SingleFrameCli, AKnownProbeHasThePixelsOfTheFrame) {
    const auto refused = [this](const std::vector<std::string>& scan, const char* why) {
        std::vector<std::string> words{"simulate",    "ptycho",   "-o", file("other.cxi"),
                                       "--overwrite", "--frames", "4",  "--diffuser"};
        words.insert(words.end(), scan.begin(), scan.end());
        ASSERT_EQ(runCli(words).code, 0);
        expectError(run({"max_frames=1", "initial_probe=" + file("other.cxi")}), 3, why);
    };
    refused({"--size", "128"}, "the known probe has 128 x 128 pixels, the frame 64 x 64");
    refused({"--size", "64", "--distance-m", "1"}, "the known probe has pixels of");
}

TEST_F(SingleFrameCli, WhatMakesNoSenseIsRefusedBeforeTheRun) {
    const std::string one = "max_frames=1";
    expectError(run({probe()}), 2, "makes an image of one frame, and there are 16");
    expectError(runCli({"ptycho", suiteFile("plain.cxi"), "-o", file("image.h5"), "--engine", "rpi", "--set", one}), 2,
                "cannot find the probe");
    for (const char* choice : {"mean_pattern", "gaussian", "disk"})
        expectError(run({one, std::string("initial_probe=") + choice}), 2, "cannot find the probe");
    expectError(run({one, probe(), "focus_to_sample_m=0.1"}), 2, "is for the far field");
    expectError(run({one, probe(), "slices=2", "slice_spacing_m=1e-3"}), 2, "does not reconstruct several slices");
    expectError(run({one, probe(), "fly_points=3"}), 2, "which has no path");
    expectError(run({one, probe(), "halves=true"}), 2, "which has no halves");
    expectError(run({one, probe(), "refine_positions=true"}), 2, "says nothing about its position");
    expectError(run({one, probe(), "variable_probe_modes=1"}), 2, "does not vary");
    for (const char* fitted : {"background=true", "frame_intensities=true"})
        expectError(run({one, probe(), fitted}), 2, "not enough for background and beam");
    for (const char* limit : {"object_tv=0.1", "object_l1=0.1", "object_smoothing=0.1", "object_pure_phase=0.5",
                              "object_amplitude_max=1.1", "object_phase_max=1"})
        expectError(run({one, probe(), limit}), 2, "would leave its band");
    for (const char* limit : {"probe_support=0.5", "probe_pupil=0.5", "fix_probe_power=true"})
        expectError(run({one, probe(), limit}), 2, "the probe is known");
    for (const char* setting : {"update_object=false", "update_object_after=3", "centre_probe_every=5",
                                "orthogonalise_every=5", "position_method=search", "variable_probe_smoothing=5"})
        expectError(run({one, probe(), setting}), 2, "has no effect on the image of one frame");
    expectError(run({one, probe(), "probe_modes=2"}), 2, "all the modes that it has");
    expectError(runCli({"bench", "ptycho", "--engine", "rpi", "--frames", "2"}), 2, "makes an image of one frame");
    EXPECT_FALSE(fs::exists(file("image.h5")));
}

} // namespace
} // namespace ewald::cli
