// SPDX-License-Identifier: GPL-3.0-or-later
//
// The resolution of a measured scan from its halves, beside that of numpy reconstructions of the same data.
#include "job/ptychography/run/half_scans.h"
#include "test_paths.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace ewald {
namespace {

namespace fs = std::filesystem;

/// Ring correlation of the halves of the star.
ptycho::RingCorrelation correlationOfHalves(const fs::path& scan, const char* modes) {
    job::JobDocument document;
    document.inputFile = scan;
    document.pipeline = {job::Stage{"rpie", 45, {}}};
    document.setText("probe_modes", modes);
    document.setText("devices", "cpu");
    job::JobObserver observer;
    RunControl control;
    const auto found = job::compareHalves(job::reconstructHalves(document, {}, observer, control));
    EXPECT_FALSE(found.sameFrames);
    EXPECT_FALSE(found.alignment.twin);
    EXPECT_LT(std::hypot(found.alignment.shiftRow, found.alignment.shiftCol), 1) << "the same positions";
    EXPECT_GT(std::min(found.box.rows, found.box.cols), 280U) << "the scan is 332 pixels wide";
    EXPECT_TRUE(found.frc.halfBitResolution_m);
    return found.frc;
}

/// Mean of the correlation in three rings about a fraction of the Nyquist frequency.
double at(const ptycho::RingCorrelation& frc, double fraction) {
    const auto ring = static_cast<std::size_t>(std::ranges::lower_bound(frc.frequency, fraction * frc.nyquist) -
                                               frc.frequency.begin());
    return (frc.frc.at(ring - 1) + frc.frc.at(ring) + frc.frc.at(ring + 1)) / 3;
}

TEST(Resolution, OfTheHalvesOfTheStar) {
    const fs::path scan = fs::path(EWALD_SHARED_DIR) / "data/ptycho/siemens_star/siemens_star.cxi";
    if (!fs::exists(scan)) GTEST_SKIP() << "the measured Siemens star is not beside this checkout";
    const ptycho::RingCorrelation one = correlationOfHalves(scan, "1"), three = correlationOfHalves(scan, "3");
    // Reference (random halves, central 320², Hann): 0.53 with one mode and 0.74 with three at 0.35 of the Nyquist
    // frequency, half-bit of three modes at 0.525. Other halves of the frames move the correlation by 0.02 to 0.05 and
    // the crossing by some rings of 1/160.
    EXPECT_GT(at(one, 0.35), 0.50);
    EXPECT_GT(at(three, 0.35), 0.70);
    EXPECT_GT(at(three, 0.35), at(one, 0.35) + 0.1);
    EXPECT_NEAR(1 / (2 * three.halfBitResolution_m.value_or(1) * three.nyquist), 0.525, 0.03);
}

} // namespace
} // namespace ewald
