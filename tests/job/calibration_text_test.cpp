// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/calibration/calibration_text.h"

#include <gtest/gtest.h>

namespace ewald::job {
namespace {

TEST(CalibrationText, DigitsGoDownToATenthOfTheError) {
    EXPECT_EQ(valueWithError(0.2087123, 0.00012), "0.20871 ± 0.00012");
    EXPECT_EQ(valueWithError(-1.0428, 0.0172), "-1.043 ± 0.017");
    EXPECT_EQ(valueWithError(512.4, 20), "512 ± 20");
    EXPECT_EQ(valueWithError(1.25, 0), "1.25") << "not fitted";
}

TEST(CalibrationText, TakesTheSignsOfTheWindow) {
    EXPECT_EQ(valueWithError(-1.0428, 0.0172, {",", ".", "−"}), "−1,043 ± 0,017");
}

TEST(CalibrationText, ValuesStandInTheOrderOfTheFit) {
    FrameCalibration found;
    found.calibration.fit.beam = {0.2, 0.01, 0.02, 0.1, 0};
    found.calibration.fit.covariance[0][0] = 1e-8;
    found.beamRow = 100;
    found.beamCol = 200;
    const auto values = calibrationValues(found);
    EXPECT_EQ(values[0].value, 0.2);
    EXPECT_NEAR(values[0].sigma, 1e-4, 1e-12);
    EXPECT_TRUE(values[0].determined);
    EXPECT_EQ(values[1].value, 100);
    EXPECT_EQ(values[2].value, 200);
    EXPECT_NEAR(values[3].value, 5.729578, 1e-6) << "degrees";
    EXPECT_FALSE(values[4].determined) << "it has no error";
}

} // namespace
} // namespace ewald::job
