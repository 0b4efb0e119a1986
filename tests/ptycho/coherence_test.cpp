// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/analysis/coherence.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ewald::ptycho {
namespace {

TEST(Coherence, ByHand) {
    // Powers 3/4 and 1/4: 9/16 + 1/16 = 5/8, as incoherent as 1.6 equal modes.
    const Coherence found = coherenceOf(Array<Complex, 3>({2, 1, 2}, std::vector<Complex>{0, 1, std::sqrt(3.0F), 0}));
    EXPECT_NEAR(found.power[0], 0.75, 1e-6);
    EXPECT_NEAR(found.degree, 0.625, 1e-6);
    EXPECT_NEAR(found.modes, 1.6, 1e-5);
}

TEST(Coherence, OverlapDoesNotDependOnHowModesAreMixed) {
    const Array<Complex, 3> a({2, 1, 3}, std::vector<Complex>{{1, 1}, 2, 0.5, {0, 1}, 0.25, -1});
    Array<Complex, 3> mixed(a.shape());
    const Complex c(0.8F, 0), s(0, 0.6F); // a unitary matrix
    for (std::size_t i = 0; i < 3; ++i) {
        mixed(0, 0, i) = c * a(0, 0, i) + s * a(1, 0, i);
        mixed(1, 0, i) = s * a(0, 0, i) + c * a(1, 0, i);
    }
    EXPECT_NEAR(overlapOfBeams(a, mixed), 1, 1e-5);
    for (Complex& value : mixed) value *= Complex(0, 3);
    EXPECT_NEAR(overlapOfBeams(a, mixed), 1, 1e-5) << "nor on the power";
}

TEST(Coherence, OverlapByHand) {
    const Array<Complex, 3> a({1, 1, 2}, std::vector<Complex>{1, 0});
    const Array<Complex, 3> b({1, 1, 2}, std::vector<Complex>{std::sqrt(0.5F), std::sqrt(0.5F)});
    const Array<Complex, 3> c({1, 1, 2}, std::vector<Complex>{0, 2});
    EXPECT_NEAR(overlapOfBeams(a, b), std::sqrt(0.5), 1e-6);
    EXPECT_NEAR(overlapOfBeams(a, c), 0, 1e-6);
    // One mode of power 1 against powers ¾ and ¼: √¾.
    const Array<Complex, 3> two({2, 1, 2}, std::vector<Complex>{std::sqrt(0.75F), 0, 0, 0.5F});
    EXPECT_NEAR(overlapOfBeams(a, two), std::sqrt(0.75), 1e-5);
}

} // namespace
} // namespace ewald::ptycho
