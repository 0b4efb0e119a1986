// SPDX-License-Identifier: GPL-3.0-or-later
//
// A part of the object without sample gives the rest its amplitudes and phases: nothing is aligned before the object is
// compared with the truth.
#include "physics/recover.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace ewald::physics {
namespace {

using ptycho::StageSettings;

constexpr std::size_t kBorder = 34; // of the object, which few frames see

/// The right half of the object is empty, of which all but two columns are known to be; the beam reaches into it.
Experiment withEmptyPart(std::size_t size, std::size_t frames) {
    sim::PtychoExperiment e;
    e.size = size;
    e.frames = frames;
    e.emptyPart = 0.5;
    Experiment x = makeExperiment(e);
    const auto rows = static_cast<int>(x.problem.objectRows), cols = static_cast<int>(x.problem.objectCols);
    const int from = static_cast<int>(x.data.emptyFrom) + 2;
    x.problem.known.region = {0, from, rows, cols - from};
    return x;
}

/// r.m.s. of |O − T| as they are.
double errorAsItIs(const Array<Complex, 2>& object, const Array<Complex, 2>& truth) {
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t r = kBorder; r + kBorder < truth.extent(0); ++r)
        for (std::size_t c = kBorder; c + kBorder < truth.extent(1); ++c, ++count)
            sum += std::norm(std::complex<double>(object(r, c)) - std::complex<double>(truth(r, c)));
    return std::sqrt(sum / static_cast<double>(count));
}

class KnownRegion : public testing::TestWithParam<std::string> {};

TEST_P(KnownRegion, GivesTheObjectItsScaleAndPhase) {
    const Experiment x = withEmptyPart(64, 144);
    Experiment free = x;
    free.problem.known = {};
    ptycho::Estimate start = roughStart(x, 1);
    for (Complex& value : start.probe) value *= std::polar(0.8F, 1.0F); // as if the beam monitor were wrong
    const StageSettings s = stageOf(GetParam(), 60, {{"batch_size", GetParam() == "epie" ? 1 : 16}});
    const Outcome with = reconstruct(x, start, exactModel(), {s}),
                  without = reconstruct(free, start, exactModel(), {s});
    const double error = errorAsItIs(with.estimate.object, x.data.object);
    const double freeError = errorAsItIs(without.estimate.object, x.data.object);
    const auto aboveFloor = [](const Outcome& o) { return o.figures.fourierError / o.figures.noiseFloor; };
    std::printf("%s: |O - T| %.4f with the region, %.4f without; error/floor %.2f, %.2f\n", GetParam().c_str(), error,
                freeError, aboveFloor(with), aboveFloor(without));
    // Measured: 0.05 to 0.07 against 0.23 to 0.32; maximum likelihood, by plain gradient steps, 0.14 against 0.34.
    EXPECT_LT(error, 0.5 * freeError);
    EXPECT_LT(aboveFloor(with), 1.2 * aboveFloor(without)) << "what is known agrees with the frames";
    const auto known = static_cast<std::size_t>(x.problem.known.region.col);
    for (std::size_t r = 0; r < x.problem.objectRows; ++r)
        for (std::size_t c = known; c < x.problem.objectCols; ++c)
            ASSERT_EQ(with.estimate.object(r, c), Complex(1)) << r << ' ' << c;
}

INSTANTIATE_TEST_SUITE_P(Engines, KnownRegion, testing::Values("epie", "rpie", "lsqml", "ml"));

/// A membrane lets through what it lets through; with a probe that is known it is not the probe that gives way.
TEST(KnownTransmission, ScalesTheProbeUnlessItIsKnown) {
    Experiment x = withEmptyPart(32, 64);
    x.problem.known.transmission = 0.5;
    const ptycho::Estimate start = roughStart(x, 1);
    StageSettings s = stageOf("rpie", 30, {{"batch_size", 16}});
    const Outcome free = reconstruct(x, start, exactModel(), {s});
    double power = 0, truth = 0;
    for (const Complex& value : free.estimate.probe) power += static_cast<double>(std::norm(value));
    for (const Complex& value : x.data.probe) truth += static_cast<double>(std::norm(value));
    std::printf("probe power %.3f of the true one where the membrane halves the amplitude\n", power / truth);
    EXPECT_NEAR(power / truth, 4, 0.1);
    s.updateProbe = false;
    const Outcome fixed = reconstruct(x, start, exactModel(), {s});
    EXPECT_EQ(fixed.estimate.probe, start.probe);
    EXPECT_EQ(fixed.estimate.object(0, x.problem.objectCols - 1), Complex(0.5F));
}

} // namespace
} // namespace ewald::physics
