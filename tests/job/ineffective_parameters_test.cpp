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

} // namespace
} // namespace ewald::job
