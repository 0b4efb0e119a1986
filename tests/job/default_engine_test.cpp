// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/document/document.h"

#include "base/error.h"
#include "job/document/settings.h"

#include <gtest/gtest.h>

namespace ewald::job {
namespace {

/// The other tests of this program want an engine that takes the iterations that it is given.
const OtherDefaultEngine kPlain("rpie");

TEST(DefaultEngine, IsThatOfStagesThatNameNone) {
    EXPECT_EQ(JobDocument().pipeline.at(0).engine, "rpie");
    {
        const OtherDefaultEngine other("dm");
        EXPECT_EQ(Stage().engine, "dm");
    }
    EXPECT_EQ(Stage().engine, "rpie");
    EXPECT_THROW(OtherDefaultEngine("none"), InternalError);
}

/// The plan keeps modes that grow above 3 % of the power: they begin below, unless they are asked for.
TEST(AutomaticPlan, BeginsItsOwnModesWithAFifthOfThePower) {
    const auto model = [](const char* engine, const char* modes) {
        const OtherDefaultEngine chosen(engine);
        JobDocument job;
        job.setText("probe_modes", modes);
        job.setText("extra_mode_power", "0.1");
        return modelSettingsOf(job);
    };
    EXPECT_EQ(model("auto", "1").probeModes, 4);
    EXPECT_NEAR(model("auto", "1").extraModePower, 0.02, 1e-12);
    EXPECT_EQ(model("auto", "6").probeModes, 6);
    EXPECT_EQ(model("auto", "6").extraModePower, 0.1);
    EXPECT_EQ(model("rpie", "4").extraModePower, 0.1);
}

} // namespace
} // namespace ewald::job
