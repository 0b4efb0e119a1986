// SPDX-License-Identifier: GPL-3.0-or-later
//
// The resolution of a measured scan from its halves, beside that of numpy reconstructions of the same data.
#include "job/half_scans.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace ewald {
namespace {

namespace fs = std::filesystem;

/// Half-bit resolution of the halves of the star, as a fraction of the Nyquist frequency.
double fractionOfNyquist(const fs::path& scan, const char* modes) {
    job::JobDocument document;
    document.inputFile = scan;
    document.pipeline = {job::Stage{"rpie", 45, {}}};
    document.setText("probe_modes", modes);
    document.setText("devices", "cpu");
    job::JobObserver observer;
    RunControl control;
    const auto found = job::compareHalves(document, ptycho::FrcWindow::hann, observer, control);
    EXPECT_FALSE(found.sameFrames);
    EXPECT_FALSE(found.alignment.twin);
    EXPECT_LT(std::hypot(found.alignment.shiftRow, found.alignment.shiftCol), 1) << "the same positions";
    EXPECT_GT(std::min(found.box.rows, found.box.cols), 280U) << "the scan is 332 pixels wide";
    EXPECT_TRUE(found.frc.halfBitResolution_m);
    return found.frc.halfBitResolution_m ? 1 / (2 * *found.frc.halfBitResolution_m * found.frc.nyquist) : 0;
}

TEST(Resolution, OfTheHalvesOfTheStar) {
    const fs::path scan = fs::path(EWALD_SHARED_DIR) / "data/ptycho/siemens_star/siemens_star.cxi";
    if (!fs::exists(scan)) GTEST_SKIP() << "the measured Siemens star is not beside this checkout";
    // Reference: 0.443 with one mode and 0.525 with three (random halves, central 320², Hann). Other halves of the
    // frames move the crossing by some rings of 1/160.
    const double one = fractionOfNyquist(scan, "1"), three = fractionOfNyquist(scan, "3");
    EXPECT_NEAR(one, 0.443, 0.03);
    EXPECT_NEAR(three, 0.525, 0.03);
}

} // namespace
} // namespace ewald
