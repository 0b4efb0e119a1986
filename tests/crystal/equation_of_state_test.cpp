// SPDX-License-Identifier: GPL-3.0-or-later
#include "crystal/equation_of_state.h"

#include "base/error.h"

#include <cmath>
#include <gtest/gtest.h>

namespace ewald::crystal {
namespace {

/// Of gold: K0 = 166.65 GPa, K0' = 5.48 (a JCPDS file that comes with Dioptas).
EquationOfState gold() { return {166.65, 5.48}; }

TEST(EquationOfState, PressureIsThatOfBirchAndMurnaghan) {
    // By hand for V/V0 = 0.9: x² = 1.072766, x⁵ = 1.191922, x⁷ = 1.278653;
    // 1.5 · 166.65 · 0.086731 · (1 + 0.75 · 1.48 · 0.072766) = 21.6806 · 1.080770 = 23.4318
    EXPECT_NEAR(birchMurnaghan_GPa(166.65, 5.48, 0.9), 23.432, 1e-2);
    // Of second order where K0' = 4; the slope at V0 is −K0.
    EXPECT_NEAR(birchMurnaghan_GPa(100, 4, 0.5), 150 * (std::pow(2, 7. / 3) - std::pow(2, 5. / 3)), 1e-10);
    EXPECT_NEAR((birchMurnaghan_GPa(100, 5, 1 - 1e-6) - birchMurnaghan_GPa(100, 5, 1 + 1e-6)) / 2e-6, 100, 1e-6);
}

TEST(EquationOfState, VolumeIsWherePressureIsReached) {
    for (const double ratio : {0.999, 0.9, 0.7, 0.4})
        EXPECT_NEAR(volumeRatio(gold(), {birchMurnaghan_GPa(166.65, 5.48, ratio), kRoom_K}), ratio, 1e-12);
    EXPECT_EQ(volumeRatio(gold(), {}), 1);
    EXPECT_EQ(volumeRatio({}, {}), 1);
}

TEST(EquationOfState, WarmthExpands) {
    EquationOfState state = gold();
    state.expansion_perK = 4.2e-5;
    state.expansionSlope_perK2 = 1e-8;
    // 1 + (4.2e-5 + 1e-8 · 100) · 100
    EXPECT_NEAR(volumeRatio(state, {0, 398}), 1.0043, 1e-15);
    // Under pressure the thermal pressure α K ΔT is taken off, with K at the temperature.
    state.bulkModulusSlope_GPaPerK = -0.02;
    state.derivativeSlope_perK = 1e-3;
    const double modulus = 166.65 - 2, derivative = 5.58, thermal = 0.0043 * modulus;
    EXPECT_NEAR(volumeRatio(state, {birchMurnaghan_GPa(modulus, derivative, 0.93) + thermal, 398}), 0.93, 1e-12);
    // At little pressure both agree to second order: (K' + 1)/2 · (α ΔT)² = 6e-5.
    EXPECT_NEAR(volumeRatio(state, {1e-9, 398}), 1.0043, 7e-5);
}

/// By a script that knows nothing of this code: bisection of P − α K ΔT = 3 K f (1 + 2f)^5/2 (1 + 3/2 (K' − 4) f) in
/// the Eulerian strain f, V/V0 = (1 + 2f)^−3/2, with K = K0 + ΔT dK/dT, K' = K0' + ΔT dK'/dT, α = α0 + ΔT dα/dT, ΔT = T
/// − 298 K.
TEST(EquationOfState, VolumesAreThoseOfAnIndependentScript) {
    const EquationOfState state{166.65, 5.48, -0.021, 1.5e-4, 4.278e-5, 3.0e-9};
    EXPECT_NEAR(volumeRatio(state, {30, 1500}), 0.8927064291698894, 1e-12);
    EXPECT_NEAR(volumeRatio(state, {100, 298}), 0.7563149732025208, 1e-12);
    EXPECT_NEAR(volumeRatio(state, {5, 2000}), 1.0512621498630155, 1e-12) << "expanded in spite of the pressure";
    EXPECT_NEAR(volumeRatio(state, {12, 80}), 0.935952890313755, 1e-12);
}

TEST(EquationOfState, LengthsAreTheCubeRootTimesTheScale) {
    EXPECT_NEAR(lengthRatio(gold(), {birchMurnaghan_GPa(166.65, 5.48, 0.729), kRoom_K}), 0.9, 1e-12); // 0.9³
    EXPECT_NEAR(lengthRatio(gold(), {birchMurnaghan_GPa(166.65, 5.48, 0.729), kRoom_K, 1.1}), 0.99, 1e-12);
    EXPECT_EQ(lengthRatio({}, {0, kRoom_K, 1.01}), 1.01) << "needs no constant";
    for (const double wrong : {0.0, -1.0, 0.4, 2.1, std::nan("")})
        EXPECT_THROW((void)lengthRatio(gold(), {0, kRoom_K, wrong}), JobError) << wrong;
}

TEST(EquationOfState, ConditionsAreFoundForALength) {
    // The numbers of the independent script, backwards.
    const EquationOfState state{166.65, 5.48, -0.021, 1.5e-4, 4.278e-5, 3.0e-9};
    const auto hot = conditionsOf(state, {1, 1500}, std::cbrt(0.8927064291698894));
    ASSERT_TRUE(hot);
    EXPECT_NEAR(hot->pressure_GPa, 30, 1e-9);
    EXPECT_EQ(hot->temperature_K, 1500) << "stays as it is";
    EXPECT_NEAR(conditionsOf(state, {0, 80, 1.1}, 1.1 * std::cbrt(0.935952890313755))->pressure_GPa, 12, 1e-9);
    EXPECT_EQ(conditionsOf(state, {5, kRoom_K}, 1.01), Conditions()) << "no pressure makes a cell larger";
    // 1 + (4.2e-5 + 1e-8 · 100) · 100 = 1.0043, and with 1e-8 or none at 198 K: 1 − 4.2e-3 (+ 1e-4).
    const EquationOfState warm{0, 4, 0, 0, 4.2e-5, 1e-8};
    EXPECT_NEAR(conditionsOf(warm, {}, std::cbrt(1.0043))->temperature_K, 398, 1e-6);
    EXPECT_NEAR(conditionsOf(warm, {0, 400}, std::cbrt(0.9959))->temperature_K, 198, 1e-6);
    EXPECT_NEAR(conditionsOf({0, 4, 0, 0, 4.2e-5}, {}, std::cbrt(0.9958))->temperature_K, 198, 1e-6);
    EXPECT_NEAR(conditionsOf({0, 4, 0, 0, -4.2e-5}, {}, std::cbrt(0.9958))->temperature_K, 398, 1e-6) << "it shrinks";
    EXPECT_EQ(conditionsOf({0, 4, 0, 0, 4.2e-5}, {}, 0.9), (Conditions{0, 0})) << "nothing is colder";
    EXPECT_NEAR(conditionsOf({}, {0, kRoom_K, 1.1}, 0.99)->cellScale, 0.99, 1e-12);
}

TEST(EquationOfState, LengthsThatNoConditionsGiveHaveNone) {
    EXPECT_FALSE(conditionsOf({100, 2}, {}, std::cbrt(0.4))) << "beyond the largest pressure";
    EXPECT_FALSE(conditionsOf({0, 4, 0, 0, 1e-4, -1e-6}, {}, std::cbrt(1.003))) << "1.0025 at most, at 348 K";
    for (const double wrong : {0.4, 2.1, 0.0, -1.0, std::nan("")}) EXPECT_FALSE(conditionsOf({}, {}, wrong)) << wrong;
}

TEST(EquationOfState, WhatIsNotKnownIsAnError) {
    EquationOfState cold = gold();
    EXPECT_THROW((void)volumeRatio(cold, {10, 400}), JobError);
    EXPECT_THROW((void)volumeRatio({0, 4, 0, 0, 1e-5}, {10, kRoom_K}), JobError);
    for (const Conditions& wrong : {Conditions{-1, kRoom_K}, {NAN, kRoom_K}, {INFINITY, kRoom_K}, {0, -1}, {0, NAN}})
        EXPECT_THROW((void)volumeRatio(gold(), wrong), JobError);
    // With K' = 2 the pressure has a maximum of 0.56 K (at x² = 1.42), beyond which there is no volume.
    EXPECT_THROW((void)volumeRatio({100, 2}, {60, kRoom_K}), JobError);
    EXPECT_LT(volumeRatio({100, 2}, {50, kRoom_K}), 0.75);
    EXPECT_GT(volumeRatio({100, 2}, {5, kRoom_K}), 0.9);
    EXPECT_THROW((void)volumeRatio({100, 4, 0, 0, 1e-2}, {1, 5000}), JobError) << "expanded beyond all bounds";
    EXPECT_THROW((void)volumeRatio({100, 4, -1, 0, 1e-5}, {1, 5000}), JobError) << "no modulus left";
}

} // namespace
} // namespace ewald::crystal
