// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/phase_clock.h"

#include <gtest/gtest.h>
#include <stdexcept>
#include <thread>

namespace ewald {
namespace {

using namespace std::chrono_literals;

double secondsOf(PhaseClock::Clock::duration duration) { return std::chrono::duration<double>(duration).count(); }

/// Stays here for at least this time. \returns how long it was: on a machine with other work it may be much longer
double linger(std::chrono::milliseconds least) {
    const auto begin = PhaseClock::Clock::now();
    std::this_thread::sleep_for(least);
    return secondsOf(PhaseClock::Clock::now() - begin);
}

TEST(PhaseClock, DividesAllOfTheTime) {
    PhaseClock clock;
    const auto begin = PhaseClock::Clock::now();
    clock.start();
    double frames = 0, transfer = 0, update = 0;
    {
        const PhaseScope outer(clock, Phase::frames);
        frames += linger(20ms);
        {
            const PhaseScope inner(clock, Phase::transfer);
            transfer = linger(10ms);
        }
        frames += linger(20ms);
        clock.enter(Phase::update); // ends with the scope as well
        update = linger(10ms);
    }
    const double other = linger(5ms);
    clock.stop();
    const double all = secondsOf(PhaseClock::Clock::now() - begin);
    const PhaseTimes& times = clock.times();
    // What passed between two looks at a clock, here and in there, may belong to either of two phases.
    const double between = all - (frames + transfer + update + other);
    const auto expectPhase = [&](Phase phase, double seconds) {
        EXPECT_GE(times[phase], seconds) << static_cast<int>(phase);
        EXPECT_LE(times[phase], seconds + between) << static_cast<int>(phase);
    };
    expectPhase(Phase::frames, frames);
    expectPhase(Phase::transfer, transfer);
    expectPhase(Phase::update, update);
    expectPhase(Phase::other, other);
    EXPECT_LE(times.total(), all);
    EXPECT_GE(times.total(), frames + transfer + update + other);
}

TEST(PhaseClock, StandsStillUnlessStarted) {
    PhaseClock clock;
    {
        const PhaseScope frames(clock, Phase::frames);
        std::this_thread::sleep_for(5ms);
    }
    EXPECT_EQ(clock.times().total(), 0);
    clock.start();
    clock.stop();
    const double before = clock.times().total();
    {
        const PhaseScope frames(clock, Phase::frames);
        std::this_thread::sleep_for(5ms);
    }
    EXPECT_EQ(clock.times().total(), before);
}

TEST(PhaseClock, WaitsForWhatIsQueued) {
    int queued_ms = 0;
    PhaseClock clock([&] { std::this_thread::sleep_for(std::chrono::milliseconds(std::exchange(queued_ms, 0))); });
    clock.start();
    {
        const PhaseScope frames(clock, Phase::frames);
        queued_ms = 20;
    }
    clock.stop();
    EXPECT_GE(clock.times()[Phase::frames], 0.020);
}

TEST(PhaseClock, SurvivesADeviceThatFails) {
    PhaseClock clock([] { throw std::runtime_error("lost"); });
    clock.start();
    { const PhaseScope frames(clock, Phase::frames); }
    EXPECT_NO_THROW(clock.stop());
}

} // namespace
} // namespace ewald
