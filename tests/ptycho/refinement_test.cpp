// SPDX-License-Identifier: GPL-3.0-or-later
//
// The unknowns beside object and probe in the state that a run saves.
#include "ptycho/model/refinement.h"

#include <gtest/gtest.h>

namespace ewald::ptycho {
namespace {

constexpr std::size_t kSize = 8;

Problem twoFrames() {
    Problem problem;
    problem.geometry = makeGeometry(kSize, 1e-10, 1, 1e-4, 1e-4, 0);
    problem.frames = 2;
    problem.positions = {{1, 2}, {3, 4}};
    return problem;
}

Refinement everything(const Problem& problem) {
    Refinement all = firstRefinement(problem);
    all.positions.now = {{1.5, 2.5}, {3.25, 4.25}};
    all.positions.velocity = {{0.5, 0.5}, {0.25, 0.25}};
    all.positions.searched = 3;
    all.detector = {std::vector<float>(kSize * kSize, 3), {0.5, 1.5}};
    all.variable = {Array<Complex, 3>({1, kSize, kSize}, Complex(0, 1)), {2, -2}};
    return all;
}

void expectSame(const Refinement& a, const Refinement& b) {
    EXPECT_EQ(a.positions.start, b.positions.start);
    EXPECT_EQ(a.positions.now, b.positions.now);
    EXPECT_EQ(a.positions.velocity, b.positions.velocity);
    EXPECT_EQ(a.positions.searched, b.positions.searched);
    EXPECT_EQ(a.detector.background, b.detector.background);
    EXPECT_EQ(a.detector.beam, b.detector.beam);
    EXPECT_TRUE(a.variable.modes == b.variable.modes);
    EXPECT_EQ(a.variable.weights, b.variable.weights);
}

TEST(SavedRefinement, ComesBack) {
    const Problem problem = twoFrames();
    SavedState saved;
    saveRefinement(everything(problem), "", saved);
    expectSame(refinementIn(saved, "", problem), everything(problem));
}

/// A state holds two: what one does not have is not taken from the other.
TEST(SavedRefinement, HasOnlyWhatIsUnderItsNames) {
    const Problem problem = twoFrames();
    SavedState saved;
    saveRefinement(everything(problem), "", saved);
    saveRefinement(firstRefinement(problem), "best_", saved);
    expectSame(refinementIn(saved, "best_", problem), firstRefinement(problem));
    expectSame(refinementIn(saved, "", problem), everything(problem));
}

TEST(SavedRefinement, OfOtherFramesIsLeftOut) {
    const Problem problem = twoFrames();
    SavedState saved;
    saveRefinement(everything(problem), "", saved);
    Problem other = problem;
    other.frames = 3;
    other.positions.push_back({5, 6});
    Refinement wanted = firstRefinement(other);
    wanted.detector.background.assign(kSize * kSize, 3); // of the detector, which is the same
    expectSame(refinementIn(saved, "", other), wanted);
}

} // namespace
} // namespace ewald::ptycho
