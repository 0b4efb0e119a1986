// SPDX-License-Identifier: GPL-3.0-or-later
//
// Frames kept as counts give the bits that their square roots give, whatever the type and wherever they wait.
#include "recover.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <tuple>

namespace ewald::physics {
namespace {

using ptycho::FrameType;

/// \param engine, largest count, near field
class FrameTypes : public testing::TestWithParam<std::tuple<std::string, FrameType, bool>> {};

TEST_P(FrameTypes, GiveTheBitsOfAmplitudes) {
    const auto [engine, type, near] = GetParam();
    sim::PtychoExperiment e;
    e.size = 30; // no whole number of panels of columns
    e.frames = 23;
    e.deadPixels = 9;
    if (near) e.focusToSample_m = 0.5;
    Experiment x = makeExperiment(e);
    // The largest count that the type holds, and the others in proportion, down to 0.
    const float most = type == FrameType::counts8 ? 254.0F : type == FrameType::counts16 ? 65534.0F : 16777216.0F;
    const float largest = *std::ranges::max_element(x.data.frames);
    for (float& counts : x.data.frames) counts = std::floor(counts / largest * most);
    double photons = 0;
    for (const float counts : x.data.frames) photons += static_cast<double>(counts);
    x.problem.meanPhotons = photons / static_cast<double>(e.frames);
    {
        ptycho::FrameStore store(e.frames, e.size * e.size);
        for (std::size_t frame = 0; frame < e.frames; ++frame) store.put(frame, x.countsOf(frame));
        ASSERT_EQ(store.type(), type);
    }
    const ptycho::StageSettings stage = stageOf(engine, 4, {{"batch_size", 7}});
    const auto start = roughStart(x, 2);
    ptycho::ModelSettings model;
    model.probeModes = 2;
    const Outcome plain = reconstruct(x, start, model, {stage}, {.amplitudes = true});
    ASSERT_TRUE(std::isfinite(plain.error()));
    for (const Layout& layout :
         {Layout{}, Layout{.foreign = true}, Layout{.foreign = true, .streamed = true, .framesAtOnce = 3},
          Layout{.ranks = 3, .spooled = true}}) {
        const Outcome counts = reconstruct(x, start, model, {stage}, layout);
        EXPECT_EQ(counts.estimate.object, plain.estimate.object);
        EXPECT_EQ(counts.estimate.probe, plain.estimate.probe);
        ASSERT_EQ(counts.reports.size(), plain.reports.size());
        for (std::size_t i = 0; i < plain.reports.size(); ++i) {
            EXPECT_EQ(counts.reports[i].fourierError, plain.reports[i].fourierError);
            EXPECT_EQ(counts.reports[i].llk, plain.reports[i].llk);
        }
    }
}

std::string nameOf(const testing::TestParamInfo<FrameTypes::ParamType>& info) {
    const auto [engine, type, near] = info.param;
    return engine +
           (type == FrameType::counts8    ? "_uint8"
            : type == FrameType::counts16 ? "_uint16"
                                          : "_float") +
           (near ? "_near" : "_far");
}

INSTANTIATE_TEST_SUITE_P(
    All, FrameTypes,
    testing::Combine(testing::ValuesIn(scanEngines()),
                     testing::Values(FrameType::counts8, FrameType::counts16, FrameType::amplitudes), testing::Bool()),
    nameOf);

} // namespace
} // namespace ewald::physics
