// SPDX-License-Identifier: GPL-3.0-or-later
// Geometries whose PONI file names a NeXus file in which the pixels of the detector are described one by one.
#include "changed_poni.h"
#include "cli_expectations.h"
#include "folder_fixture.h"
#include "io/hdf5/hdf5.h"
#include "io/integration_file.h"
#include "test_paths.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace ewald::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kRows = 64, kCols = 60;
constexpr float kPixel_m = 1e-3F;

class DetectorFileCli : public WithSuiteFolder<DetectorFileCli> {
public:
    static void makeFiles() {
        const Finished made = runCli({"simulate", "powder", "-o", suiteFile("frames.h5"), "--frames", "2", "--shape",
                                      "64", "60", "--pixel-m", "0.001", "--distance-m", "0.05"});
        ASSERT_EQ(made.code, 0) << made.errors;
    }

protected:
    /// As pyFAI writes it. \param shift_m of all pixels, along the rows \param masked every pixel of the first rows
    void putDetector(float shift_m, std::size_t maskedRows) {
        std::vector<float> corners; // z, y, x
        for (std::size_t row = 0; row < kRows; ++row)
            for (std::size_t col = 0; col < kCols; ++col)
                for (const auto& [down, right] : {std::array<std::size_t, 2>{0, 0}, {1, 0}, {1, 1}, {0, 1}})
                    corners.insert(corners.end(), {0, static_cast<float>(row + down) * kPixel_m + shift_m,
                                                   static_cast<float>(col + right) * kPixel_m});
        std::vector<std::int8_t> mask(kRows * kCols, 0);
        std::fill_n(mask.begin(), maskedRows * kCols, std::int8_t{1});
        io::h5::File out = io::h5::File::create(file("detector.h5"));
        const std::string group = "/entry_0000/pyFAI/detector";
        out.createGroup(group);
        out.setAttribute(group, "NX_class", "NXdetector");
        out.write<float>(group + "/pixel_size", std::vector<float>{kPixel_m, kPixel_m}, {2});
        out.write<float>(group + "/pixel_corners", corners, {kRows, kCols, 4, 3});
        out.write<std::int8_t>(group + "/mask", mask, {kRows, kCols});
        out.close();
    }

    /// The simulated geometry, with another detector line and Poni1 moved.
    std::string putPoni(const std::string& name, const std::string& detector, double moved_m) {
        putChangedPoni(suiteFile("frames.poni"), file(name), detector, moved_m);
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

    static void expectNear(const std::vector<float>& found, const std::vector<float>& expected) {
        ASSERT_EQ(found.size(), expected.size());
        for (std::size_t bin = 0; bin < found.size(); ++bin) {
            if (std::isfinite(expected[bin])) {
                EXPECT_NEAR(found[bin], expected[bin], 1e-3F * (1 + expected[bin])) << bin;
            }
        }
    }
};

const std::string kPlain = "Detector: Detector\nDetector_config: {\"pixel1\": 0.001, \"pixel2\": 0.001}\n";
const std::string kDescribed = "Detector: NexusDetector\nDetector_config: {\"filename\": \"detector.h5\"}\n";

/// Pixels that lie a millimetre further belong to a point of normal incidence that lies a millimetre before.
TEST_F(DetectorFileCli, PixelsAreWhereItHasThem) {
    const std::string described = putPoni("described.poni", kDescribed, 0);
    putDetector(0, 0);
    const std::vector<float> plain = patternOf(putPoni("plain.poni", kPlain, 0), "plain.h5");
    ASSERT_EQ(plain.size(), 50U);
    expectNear(patternOf(described, "same.h5"), plain);
    putDetector(1e-3F, 0);
    expectNear(patternOf(described, "shifted.h5"), patternOf(putPoni("moved.poni", kPlain, -1e-3), "moved.h5"));
    // The result says where it comes from, and the file is not overwritten by a result.
    const Finished again = runCli({"integrate", suiteFile("frames.h5"), "--poni", described, "-o", file("again.h5")});
    EXPECT_EQ(again.code, 0) << again.errors;
    EXPECT_NE((again.output + again.errors).find("detector.h5"), std::string::npos) << again.output;
    expectError(
        runCli({"integrate", suiteFile("frames.h5"), "--poni", described, "-o", file("detector.h5"), "--overwrite"}), 2,
        "same file");
}

TEST_F(DetectorFileCli, ItsMaskHolds) {
    putDetector(0, 20);
    const std::vector<float> masked = patternOf(putPoni("described.poni", kDescribed, 0), "masked.h5");
    std::ofstream(file("rows.msk.npy"), std::ios::binary) << [] {
        std::string header = "{'descr': '|u1', 'fortran_order': False, 'shape': (64, 60), }";
        while ((10 + header.size() + 1) % 64 != 0) header += ' ';
        header += '\n';
        std::string bytes("\x93NUMPY\x01\x00", 8);
        bytes += static_cast<char>(header.size() % 256);
        bytes += static_cast<char>(header.size() / 256);
        return bytes + header + std::string(20 * kCols, '\1') + std::string((kRows - 20) * kCols, '\0');
    }();
    expectNear(masked,
               patternOf(putPoni("plain.poni", kPlain, 0), "rows.h5", {"--set", "mask_file=" + file("rows.msk.npy")}));
}

TEST_F(DetectorFileCli, WhatIsNotThereIsSaid) {
    const std::string poni = putPoni("described.poni", kDescribed, 0);
    const auto refusal = [&] {
        return runCli({"integrate", suiteFile("frames.h5"), "--poni", poni, "-o", file("r.h5"), "-q"});
    };
    expectError(refusal(), 3, "detector.h5 describes where the pixels are, which is not there");
    std::ofstream(file("detector.h5")) << "no HDF5";
    expectError(refusal(), 3, "detector.h5");
}

} // namespace
} // namespace ewald::cli
