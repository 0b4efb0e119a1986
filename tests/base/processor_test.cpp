// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/processor.h"

#include <gtest/gtest.h>

namespace ewald {
namespace {

TEST(Processor, HasNoMoreThanTheVariableAllows) {
    using enum Instructions;
    for (const Instructions has : {baseline, avx2, avx512}) {
        EXPECT_EQ(allowedInstructions("", has), has);
        EXPECT_EQ(allowedInstructions("avx512", has), has) << "nothing is added";
        EXPECT_EQ(allowedInstructions("AVX-2", has), has) << "no value of the variable";
        EXPECT_EQ(allowedInstructions("baseline", has), baseline);
    }
    EXPECT_EQ(allowedInstructions("avx2", avx512), avx2);
    EXPECT_EQ(allowedInstructions("avx2", avx2), avx2);
    EXPECT_EQ(allowedInstructions("avx2", baseline), baseline);
}

} // namespace
} // namespace ewald
