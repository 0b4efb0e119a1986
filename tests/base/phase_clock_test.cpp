// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/phase_clock.h"

#include <gtest/gtest.h>
#include <stdexcept>
#include <thread>

namespace ewald {
namespace {

using namespace std::chrono_literals;

double secondsOf(PhaseClock::Clock::duration duration) { return std::chrono::duration<double>(duration).count(); }

TEST(PhaseClock, DividesAllOfTheTime) {
    PhaseClock clock;
    const auto begin = PhaseClock::Clock::now();
    clock.start();
    {
        const PhaseScope frames(clock, Phase::frames);
        std::this_thread::sleep_for(20ms);
        {
            const PhaseScope transfer(clock, Phase::transfer);
            std::this_thread::sleep_for(10ms);
        }
        std::this_thread::sleep_for(20ms);
        clock.enter(Phase::update); // ends with the scope as well
        std::this_thread::sleep_for(10ms);
    }
    std::this_thread::sleep_for(5ms);
    clock.stop();
    const double all = secondsOf(PhaseClock::Clock::now() - begin);
    const PhaseTimes& times = clock.times();
    EXPECT_GE(times[Phase::frames], 0.040);
    EXPECT_GE(times[Phase::transfer], 0.010);
    EXPECT_GE(times[Phase::update], 0.010);
    EXPECT_LT(times[Phase::transfer], times[Phase::frames]);
    EXPECT_GE(times[Phase::other], 0.005);
    EXPECT_LE(times.total(), all);
    EXPECT_GE(times.total(), 0.065);
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
