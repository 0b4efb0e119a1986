// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/document/document.h"

#include "base/error.h"

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

} // namespace
} // namespace ewald::job
