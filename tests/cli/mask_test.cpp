// SPDX-License-Identifier: GPL-3.0-or-later
// ewald-cli mask: what is proposed is what the simulation has spoilt.
#include "cli_expectations.h"
#include "folder_fixture.h"
#include "io/hdf5/hdf5.h"
#include "io/images/mask_file.h"

#include <string>
#include <vector>

namespace ewald::cli {
namespace {

class MaskCli : public WithSuiteFolder<MaskCli> {
public:
    static void makeFiles() {
        const Finished made = runCli({"simulate", "powder", "-o", suiteFile("frames.h5"), "--frames", "6", "--shape",
                                      "200", "180", "--pixel-m", "2e-4", "--distance-m", "0.08", "--background", "80",
                                      "--peak-width-deg", "0.6", "--hot-pixels", "7"});
        ASSERT_EQ(made.code, 0) << made.errors;
    }

protected:
    Finished mask(const std::string& output, std::vector<std::string> more = {}) {
        std::vector<std::string> command{"mask",      suiteFile("frames.h5"), "--poni", suiteFile("frames.poni"), "-o",
                                         file(output)};
        command.insert(command.end(), more.begin(), more.end());
        return runCli(command);
    }
};

TEST_F(MaskCli, HotPixelsAreThoseOfTheFile) {
    const Finished done = mask("mask.npy", {"--set", "file_mask=false"});
    ASSERT_EQ(done.code, 0) << done.errors;
    EXPECT_NE(done.output.find("7 hot"), std::string::npos) << done.output;
    EXPECT_NE(done.output.find("0 dead"), std::string::npos) << done.output;
    const Array<std::uint8_t, 2> found = io::readMaskFile(file("mask.npy"));
    const std::vector<std::uint32_t> marked = io::h5::File::open(suiteFile("frames.h5"))
                                                  .dataset("/entry/instrument/detector/pixel_mask")
                                                  .readAll<std::uint32_t>();
    ASSERT_EQ(found.size(), marked.size());
    for (std::size_t i = 0; i < marked.size(); ++i) EXPECT_EQ(found.data()[i] != 0, marked[i] != 0) << i;
    // Those that the file marks need no proposal.
    const Finished known = mask("none.npy");
    ASSERT_EQ(known.code, 0) << known.errors;
    EXPECT_NE(known.output.find("6 frames looked at, 7 of 36000 pixels are left out anyhow"), std::string::npos)
        << known.output;
    EXPECT_NE(known.output.find("0 hot"), std::string::npos) << known.output;
    // What is written is a mask of an integration.
    const Finished used = runCli({"integrate", suiteFile("frames.h5"), "--poni", suiteFile("frames.poni"), "-o",
                                  file("r.h5"), "--set", "file_mask=false", "--set", "mask_file=" + file("mask.npy")});
    EXPECT_EQ(used.code, 0) << used.errors;
    EXPECT_NE((used.output + used.errors).find("7 of 36000 pixels are masked"), std::string::npos) << used.output;
}

/// Lines of half a pixel's width.
TEST_F(MaskCli, SharpLinesAreNoHotPixels) {
    const Finished made =
        runCli({"simulate", "powder", "-o", file("sharp.h5"), "--frames", "12", "--shape", "100", "90", "--pixel-m",
                "4e-4", "--distance-m", "0.1", "--counts", "1000", "--decay", "0.5", "--hot-pixels", "7"});
    ASSERT_EQ(made.code, 0) << made.errors;
    const Finished done = runCli(
        {"mask", file("sharp.h5"), "--poni", file("sharp.poni"), "-o", file("m.npy"), "--set", "file_mask=false"});
    ASSERT_EQ(done.code, 0) << done.errors;
    EXPECT_NE(done.output.find(" 7 hot"), std::string::npos) << done.output;
}

TEST_F(MaskCli, RefusesInOneLine) {
    expectError(mask("m.jpg"), 3, ".jpg");
    expectError(mask("m.npy", {"--spots", "6"}), 2, "there is no frame 6: the data have 6");
    expectError(mask("m.npy", {"--find", "warm"}), 2, "--find");
    expectError(runCli({"mask", suiteFile("frames.h5"), "-o", suiteFile("frames.h5"), "--overwrite"}), 2, "same file");
}

} // namespace
} // namespace ewald::cli
