// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/document/document.h"
#include "job/document/job_kind.h"

#include <gtest/gtest.h>

namespace ewald::job {
namespace {

TEST(IneffectiveParameters, NameFewerModesThanAPlanTries) {
    // The automatic plan tries four modes, however few are asked for.
    JobDocument plan = findJobKind("ptycho")->newDocument();
    plan.pipeline = {{"auto", 10, {}}};
    for (const long long modes : {1, 2, 4, 5}) {
        plan.set("probe_modes", ParameterValue(modes));
        EXPECT_EQ(ineffectiveParameters(plan).size(), modes == 2 || modes == 4 ? 1U : 0U) << modes;
    }
    plan.pipeline = {{"rpie", 10, {}}};
    plan.set("probe_modes", ParameterValue(2LL));
    EXPECT_TRUE(ineffectiveParameters(plan).empty());
}

TEST(IneffectiveParameters, NameTheSwitchOfPositionsThatAPlanHas) {
    JobDocument plan = findJobKind("ptycho")->newDocument();
    plan.pipeline = {{"auto", 10, {}}};
    EXPECT_TRUE(ineffectiveParameters(plan).empty());
    plan.setText("refine_positions", "false");
    ASSERT_EQ(ineffectiveParameters(plan).size(), 1U);
    EXPECT_NE(ineffectiveParameters(plan)[0].find("auto_positions=false"), std::string::npos);
    plan.setText("auto_positions", "false");
    EXPECT_TRUE(ineffectiveParameters(plan).empty());
}

TEST(IneffectiveParameters, NameErrorsThatAreNotThoseOfAMedian) {
    JobDocument job = findJobKind("integrate")->newDocument();
    job.setText("rejection", "median");
    EXPECT_TRUE(ineffectiveParameters(job).empty());
    job.setText("error_model", "azimuthal");
    ASSERT_EQ(ineffectiveParameters(job).size(), 1U);
    EXPECT_NE(ineffectiveParameters(job)[0].find("rejection=median"), std::string::npos);
}

/// Each of these pairs has no effect alone, and none beside the other one is named.
TEST(IneffectiveParameters, NameWhatNeedsAnother) {
    struct Case {
        const char *key, *value, *other, *otherValue, *words;
    };
    for (const Case& pair :
         {Case{"mask_path", "/mask", "mask_file", "m.h5", "mask_path has no effect without mask_file"},
          {"variance_file", "v.tif", "error_model", "variance",
           "variance_file has no effect without error_model=variance"},
          {"delta_dummy", "1.5", "dummy", "-2", "delta_dummy has no effect without dummy"},
          {"quantile_low", "0.2", "rejection", "quantile", "quantile_low has no effect without rejection=quantile"},
          {"tilt_direction_deg", "30", "tilt_deg", "2", "tilt_direction_deg has no effect without tilt_deg"},
          {"empty_scale", "2", "empty_file", "e.h5", "empty_scale has no effect without empty_file"},
          {"absolute_factor_sigma", "0.001", "absolute_factor", "2",
           "absolute_factor_sigma has no effect without absolute_factor"}}) {
        JobDocument job = findJobKind("integrate")->newDocument();
        EXPECT_TRUE(ineffectiveParameters(job).empty());
        job.setText(pair.key, pair.value);
        ASSERT_EQ(ineffectiveParameters(job).size(), 1U) << pair.key;
        EXPECT_EQ(ineffectiveParameters(job)[0], pair.words);
        job.setText(pair.other, pair.otherValue);
        EXPECT_TRUE(ineffectiveParameters(job).empty()) << pair.key;
    }
    JobDocument membrane = findJobKind("ptycho")->newDocument();
    membrane.setText("known_transmission", "0.9");
    EXPECT_EQ(ineffectiveParameters(membrane),
              std::vector<std::string>{"known_transmission has no effect without known_region"});
    membrane.setText("known_region", "3:, :");
    EXPECT_TRUE(ineffectiveParameters(membrane).empty());
    JobDocument poisson = findJobKind("integrate")->newDocument();
    poisson.setText("variance_file", "v.tif");
    poisson.setText("error_model", "poisson");
    EXPECT_EQ(ineffectiveParameters(poisson).size(), 1U);
}

} // namespace
} // namespace ewald::job
