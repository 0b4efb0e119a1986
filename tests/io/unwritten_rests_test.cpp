// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/images/unwritten_rests.h"

#include <cmath>
#include <gtest/gtest.h>

namespace ewald::io {
namespace {

/// What comes after ten frames of 100 counts in each of ten parts.
UnwrittenRests after(const std::vector<std::vector<double>>& parts, std::size_t likeOthers = 10) {
    UnwrittenRests rests;
    auto add = [&, frame = std::size_t{0}](const std::vector<double>& counts) mutable {
        std::vector<double> course;
        for (const double count : counts) course.push_back(count + (course.empty() ? 0 : course.back()));
        rests.add(frame++, course);
    };
    for (std::size_t i = 0; i < likeOthers; ++i) add(std::vector<double>(10, 100.0));
    for (const std::vector<double>& counts : parts) add(counts);
    rests.finish();
    return rests;
}

TEST(UnwrittenRests, AreThoseWhereAHundredCountsAreMissing) {
    const UnwrittenRests cut = after({{90, 110, 95, 105, 0, 0, 0, 0, 0, 0}, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1}});
    EXPECT_EQ(cut.count(), 1U);
    EXPECT_EQ(cut.first(), 10U);
    EXPECT_DOUBLE_EQ(cut.end(), 0.4);
    // Of the eleven frames a share of (10 · 0.5 + 1)/11 is before the middle: of n counts there n · 5/6 are behind.
    EXPECT_EQ(after({{23, 23, 23, 23, 23, 0, 0, 0, 0, 0}}).count(), 0U) << "96 are missing";
    EXPECT_EQ(after({{25, 25, 25, 25, 25, 0, 0, 0, 0, 0}}).count(), 1U) << "104 are missing";
    EXPECT_EQ(after({{0, 0, 0, 500, 0, 0, 0, 0, 0, 0}}).count(), 0U) << "a spot";
    EXPECT_EQ(after({{100, 100, 0, 0, 0, 0, 0, 0, 0, 0}}).count(), 0U) << "too little to compare";
    EXPECT_EQ(after({{100, 100, 100, 0, 0, 0, 0, 0, 0, 3}}).count(), 0U) << "some behind";
    EXPECT_EQ(after({std::vector<double>(10, 0.0), std::vector<double>(10, NAN), {}}).count(), 0U);
    std::vector<std::vector<double>> beam(10, {50, 50, 50, 50, 3000, 200, 0, 0, 0, 0}); // with and without scattering
    beam.push_back({0, 0, 0, 0, 3000, 0, 0, 0, 0, 0});
    EXPECT_EQ(after(beam, 0).count(), 0U);
    beam.back() = {50, 50, 50, 50, 3000, 0, 0, 0, 0, 0};
    EXPECT_EQ(after(beam, 0).count(), 1U);
    const std::vector<double> shaded{100, 100, 100, 100, 100, 100, 100, 100, 0, 0};
    EXPECT_EQ(after(std::vector<std::vector<double>>(10000, shaded), 0).count(), 0U) << "in no frame";
}

} // namespace
} // namespace ewald::io
