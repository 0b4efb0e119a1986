// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/iteration/divergence_guard.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace ewald::ptycho {
namespace {

using Verdict = DivergenceGuard::Verdict;

/// What the guard says to the last of these errors.
Verdict last(DivergenceGuard& guard, const std::vector<double>& errors) {
    Verdict verdict = Verdict::goOn;
    for (const double error : errors) verdict = guard.judge(error);
    return verdict;
}

TEST(DivergenceGuard, LeavesARunThatConvergesAlone) {
    DivergenceGuard guard(GuardRule::rising);
    EXPECT_EQ(last(guard, {0.5, 0.1, 0.05, 0.04}), Verdict::keep);
    // Mini-batches make the error tremble: several rises that come to less than a tenth.
    EXPECT_EQ(last(guard, {0.0401, 0.0403, 0.0408, 0.0415, 0.042, 0.043}), Verdict::goOn);
    EXPECT_EQ(guard.step(), 1);
    EXPECT_EQ(guard.bestError(), 0.04);
    EXPECT_EQ(last(guard, {0.05, 0.039}), Verdict::keep);
    DivergenceGuard exact(GuardRule::rising); // an error that is nothing but rounding
    EXPECT_EQ(last(exact, {1e-3, 1e-5, 1e-8, 3e-8, 9e-8, 5e-7}), Verdict::goOn);
}

TEST(DivergenceGuard, ThreeRisesInARowOrOneByHalfHalveTheStep) {
    DivergenceGuard thrice(GuardRule::rising);
    EXPECT_EQ(last(thrice, {0.2, 0.04, 0.032, 0.034, 0.036}), Verdict::goOn);
    EXPECT_EQ(thrice.judge(0.038), Verdict::goBack);
    EXPECT_EQ(thrice.step(), 0.5);
    DivergenceGuard half(GuardRule::rising);
    EXPECT_EQ(last(half, {0.2, 0.04, 0.032, 0.049}), Verdict::goBack);
    EXPECT_EQ(half.judge(std::numeric_limits<double>::quiet_NaN()), Verdict::goBack);
    EXPECT_EQ(half.step(), 0.25);
    EXPECT_EQ(half.judge(0.031), Verdict::keep) << "the run goes on";
}

/// Constraints show in the second error for the first time, and so does what has become free.
TEST(DivergenceGuard, ANewPhaseIsNotComparedWithTheOneBefore) {
    DivergenceGuard guard(GuardRule::rising);
    EXPECT_EQ(last(guard, {0.02, 0.09}), Verdict::keep);
    EXPECT_EQ(guard.bestError(), 0.09);
    guard.startPhase();
    EXPECT_EQ(guard.judge(0.3), Verdict::keep);
    EXPECT_EQ(guard.judge(1.6), Verdict::goBack) << "more than that is divergence all the same";
}

TEST(DivergenceGuard, GivesUpWhenNoStepIsShortEnough) {
    DivergenceGuard guard(GuardRule::rising);
    (void)last(guard, {0.2, 0.05});
    for (int i = 0; i < 6; ++i) EXPECT_EQ(guard.judge(30), Verdict::goBack);
    EXPECT_EQ(guard.judge(0.09), Verdict::goOn) << "worse, but not lost";
    EXPECT_EQ(guard.judge(30), Verdict::giveUp);
}

TEST(DivergenceGuard, ADifferenceMapMayWander) {
    DivergenceGuard guard(GuardRule::runaway);
    EXPECT_EQ(last(guard, {0.2, 0.05, 0.1, 0.3, 0.6, 0.9, 1.5}), Verdict::goOn);
    EXPECT_EQ(guard.judge(2.5), Verdict::goBack);
}

TEST(DivergenceGuard, GoesOnFromASavedState) {
    const std::vector<double> errors = {0.3, 0.2, 0.19, 0.5, 0.18, 0.181, 0.19, 0.2, 0.15, 3, 0.14};
    for (std::size_t at = 0; at < errors.size(); ++at) {
        DivergenceGuard whole(GuardRule::rising);
        DivergenceGuard rest(GuardRule::rising);
        for (std::size_t i = 0; i < errors.size(); ++i) {
            const Verdict expected = whole.judge(errors[i]);
            if (i > at) {
                EXPECT_EQ(rest.judge(errors[i]), expected);
            }
            if (i == at) {
                SavedState saved;
                whole.save(saved);
                rest.restore(saved);
            }
        }
        EXPECT_EQ(rest.step(), whole.step());
    }
}

TEST(DivergenceGuard, ItsTextNamesTheIterationTheReasonAndWhatFollows) {
    const double none = std::numeric_limits<double>::infinity();
    EXPECT_EQ(divergenceText({.error = 3, .best = 0.5, .iteration = 7, .backTo = 4, .step = 0.25}),
              "the run diverges: the error is 3 in iteration 7, it was 0.5; back to the state after iteration 4, with "
              "0.25 times the steps asked for");
    EXPECT_EQ(divergenceText({.error = none, .best = 0.5, .iteration = 7, .exact = false}),
              "the run diverges: no sum can hold what object and probe have grown to in iteration 7, however short the "
              "steps are");
    EXPECT_EQ(inexactText(2), "iteration 2 is undone: object or probe grew beyond what its sums hold exactly; sums are "
                              "scaled to each batch from here on. Look at the scale of the probe that the run began "
                              "with");
}

} // namespace
} // namespace ewald::ptycho
