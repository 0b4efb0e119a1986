// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/pixels/negative_marks.h"

#include <gtest/gtest.h>
#include <vector>

namespace ewald {
namespace {

NegativeMarks of(const std::vector<float>& negative) {
    NegativeMarks marks;
    for (const float value : negative) marks.add(value);
    return marks;
}

TEST(NegativeMarks, AreSeveralAlikeOrGapsAndDeadPixels) {
    struct Case {
        std::vector<float> negative;
        std::size_t pixels;
        bool areCounts, areGapsAndDead;
    };
    const Case cases[] = {{{}, 0, false, true},
                          {{-1}, 0, false, true},          // one may be a difference of counts
                          {{-2, -2}, 2, false, true},      // dead pixels
                          {{-1, -2, -1}, 3, false, true},  // gaps and dead pixels
                          {{-5, -5, -5}, 3, false, false}, // another number of a camera
                          {{-1, -3}, 0, true, false},      // differences of counts
                          {{-1, -1.5F}, 0, true, false},
                          {{-5, -5, -1}, 0, true, false},
                          {{-5, -1, -5}, 0, true, false}};
    for (const Case& one : cases) {
        const NegativeMarks marks = of(one.negative);
        SCOPED_TRACE(testing::PrintToString(one.negative));
        EXPECT_EQ(marks.pixels(), one.pixels);
        EXPECT_EQ(marks.areCounts(), one.areCounts);
        EXPECT_EQ(marks.areGapsAndDead(), one.areGapsAndDead);
    }
    EXPECT_EQ(of({-1, -2, -1}).number(), -2);
    EXPECT_TRUE(NegativeMarks::isGapOrDead(-1) && NegativeMarks::isGapOrDead(-2));
    EXPECT_FALSE(NegativeMarks::isGapOrDead(-3) || NegativeMarks::isGapOrDead(0) || NegativeMarks::isGapOrDead(-1.5));
}

} // namespace
} // namespace ewald
