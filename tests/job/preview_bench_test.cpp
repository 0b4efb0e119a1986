// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/bench/preview_bench.h"

#include <gtest/gtest.h>

namespace ewald::job {
namespace {

TEST(PreviewBench, CostIsTheMedianOfThePairs) {
    PreviewBenchResult result;
    EXPECT_EQ(result.cost(), 0);
    result.with_s = {2, 1.1, 3.03};
    result.without_s = {1, 1, 3};
    EXPECT_NEAR(result.cost(), 0.1, 1e-12); // of +100 %, +10 %, +1 %
}

TEST(PreviewBench, RunsTheSameJobWithAndWithoutPreviews) {
    PreviewBenchCase small;
    small.size = 32;
    small.frames = 25;
    small.iterations = 3;
    small.pairs = 2;
    small.interval_s = 1e-6;
    const PreviewBenchResult result = benchPreviews(small);
    ASSERT_EQ(result.with_s.size(), 2U);
    ASSERT_EQ(result.without_s.size(), 2U);
    for (const double time : result.with_s) EXPECT_GT(time, 0);
    EXPECT_GE(result.previews, 2U); // one a run at the least: the last
}

} // namespace
} // namespace ewald::job
