// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "recover.h"

#include <gtest/gtest.h>

namespace ewald::physics {

/// That a stage of 7 iterations gives the bits of `one`, a plain run of it, on any number of ranks, in tiles, with
/// frames that are streamed to a device, and after it failed behind a checkpoint and went on with other ranks.
inline void expectSameHoweverLaidOut(const Experiment& x, const ptycho::Estimate& start,
                                     const ptycho::ModelSettings& model, const ptycho::StageSettings& stage,
                                     const Outcome& one) {
    const auto same = [&](const Layout& layout, const char* name) {
        const Outcome many = reconstruct(x, start, model, {stage}, layout);
        EXPECT_EQ(many.estimate.object, one.estimate.object) << name;
        EXPECT_EQ(many.estimate.probe, one.estimate.probe) << name;
        EXPECT_EQ(many.figures.fourierError, one.figures.fourierError) << name;
    };
    same({.ranks = 2}, "2 ranks");
    same({.ranks = 3}, "3 ranks");
    same({.ranks = 8}, "8 ranks");
    same({.ranks = 3, .partition = ptycho::Partition::tiles, .tiled = true}, "3 tiles");
    same({.ranks = 8, .partition = ptycho::Partition::tiles, .tiled = true}, "8 tiles");
    same({.foreign = true, .streamed = true, .framesAtOnce = 3}, "streamed");
    const Outcome half = reconstruct(x, start, model, {stage}, {}, {}, {.checkpointAfter = 4, .failAfter = 5});
    const Outcome rest = reconstruct(x, half.estimate, model, {stage}, {.ranks = 2}, half.resume);
    EXPECT_EQ(rest.estimate.object, one.estimate.object) << "resumed";
    EXPECT_EQ(rest.estimate.probe, one.estimate.probe) << "resumed";
}

} // namespace ewald::physics
