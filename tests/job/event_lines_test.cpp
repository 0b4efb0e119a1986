// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/run/event_lines.h"

#include "base/phrase.h"
#include "job/events/event_queue.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <vector>

namespace ewald::job {
namespace {

/// What was written, line by line, handed to a queue as a window has one.
class EventLines : public testing::Test {
protected:
    [[nodiscard]] EventQueue::Batch readAll() {
        EventQueue queue;
        for (const std::string& line : m_written) {
            EXPECT_EQ(line.find('\n'), line.size() - 1) << line;
            EXPECT_NE(readEvent(line, queue), "") << line;
        }
        return queue.take();
    }

    std::vector<std::string> m_written;
    EventWriter m_writer{[this](const std::string& line) { m_written.push_back(line); }};
};

TEST_F(EventLines, ProgressComesBackAsItWent) {
    Progress sent;
    sent.state = JobState::initialising;
    sent.done = 3;
    sent.total = 8;
    sent.part = {1, 2};
    sent.bestDefocus_m = 1.25e-5;
    sent.perSecond = 1.0 / 3;
    sent.secondsLeft = 12.5;
    sent.atMost = true;
    sent.elapsed_s = 0.1;
    sent.memory_bytes = 123456789;
    sent.shares.emplace();
    sent.shares->fraction[Phase::reading] = 0.75;
    sent.shares->fraction[Phase::communication] = 0.25;
    sent.shares->slowest = 2;
    sent.shares->waitingForSlowest = 0.125;
    sent.machine = {true, 8, 3.5, 2, 2.5, "backup", 1.75, 1e9, 2e9, 4096};
    sent.diskFree_bytes = 5e9;
    m_writer.onProgress(sent);
    const auto found = readAll().progress;
    ASSERT_TRUE(found);
    EXPECT_EQ(found->state, sent.state);
    EXPECT_EQ(found->done, sent.done);
    EXPECT_EQ(found->total, sent.total);
    EXPECT_EQ(found->part.half, 1U);
    EXPECT_EQ(found->part.halves, 2U);
    EXPECT_EQ(found->bestDefocus_m, sent.bestDefocus_m);
    EXPECT_EQ(found->perSecond, sent.perSecond) << "to the last bit";
    EXPECT_EQ(found->secondsLeft, sent.secondsLeft);
    EXPECT_TRUE(found->atMost);
    EXPECT_EQ(found->elapsed_s, sent.elapsed_s);
    EXPECT_EQ(found->memory_bytes, sent.memory_bytes);
    EXPECT_EQ(found->diskFree_bytes, sent.diskFree_bytes);
    ASSERT_TRUE(found->shares);
    EXPECT_EQ(found->shares->fraction.seconds, sent.shares->fraction.seconds);
    EXPECT_EQ(found->shares->slowest, 2);
    EXPECT_EQ(found->shares->waitingForSlowest, 0.125);
    EXPECT_TRUE(found->machine.known);
    EXPECT_EQ(found->machine.program, "backup");
    EXPECT_EQ(found->machine.own, 3.5);
    EXPECT_EQ(found->machine.swapping_Bps, 4096);
}

TEST_F(EventLines, PlanStatisticsLossChangesAndDecisionsComeBackAsTheyWent) {
    JobPlan plan;
    plan.engineSummary = "dm 50 → rpie 200";
    plan.iterations = 250;
    plan.devices = {"cpu:0 four threads", "cuda:1"};
    plan.communicator = "in-process";
    plan.frames = 61;
    plan.windowPixels = 32;
    plan.objectRows = 90;
    plan.objectCols = 91;
    plan.probeModes = 2;
    plan.objectPixel_m = 1e-8 / 3;
    plan.memory_bytes = 1e8;
    plan.memorySummary = "frames in two parts";
    plan.streamsFrames = true;
    plan.format = "CXI";
    m_writer.onPlan(plan);
    io::FrameStatistics statistics;
    statistics.frames = 61;
    statistics.meanCounts = 1e5 / 7;
    statistics.maxCount = 4000;
    statistics.emptyFrames = 1;
    statistics.negativePixels = 5;
    statistics.unusable = {
        {3, io::FrameFault::unreadable}, {7, io::FrameFault::empty}, {9, io::FrameFault::unreadable}};
    m_writer.onStatistics(statistics);
    const io::LossEntry loss{4, "rpie", 0.1, 0.2, 1.0 / 7, 3.5, 0.01, 0.5, 0.125};
    m_writer.onLoss(loss);
    const std::vector<io::ParameterChange> changes{{4, "object_step", "1", "0.5", "rpie"},
                                                   {9, "stage", "", "dm 3", "dm"}};
    m_writer.onChanges(changes);
    const std::vector<io::Decision> decisions{{0, "begins \"so\""},
                                              {12, phrase("goes on: %1", phrase("after %1", 12))}};
    for (const io::Decision& decision : decisions) m_writer.onDecision(decision);
    EXPECT_NE(m_written.back().find("text_parts"), std::string::npos) << "for another language";
    const EventQueue::Batch found = readAll();
    ASSERT_TRUE(found.plan && found.statistics);
    EXPECT_EQ(found.plan->engineSummary, plan.engineSummary);
    EXPECT_EQ(found.plan->devices, plan.devices);
    EXPECT_EQ(found.plan->objectPixel_m, plan.objectPixel_m);
    EXPECT_EQ(found.plan->memorySummary, plan.memorySummary);
    EXPECT_TRUE(found.plan->streamsFrames);
    EXPECT_EQ(found.plan->objectCols, 91U);
    EXPECT_EQ(found.plan->bins, 0U);
    EXPECT_EQ(found.statistics->meanCounts, statistics.meanCounts);
    EXPECT_EQ(found.statistics->unusable, statistics.unusable);
    EXPECT_EQ(found.statistics->negativePixels, 5U);
    EXPECT_EQ(found.losses, std::vector{loss});
    EXPECT_EQ(found.changes, changes);
    EXPECT_EQ(found.decisions, decisions);
}

TEST_F(EventLines, StatesLogFramesAndOutcomeComeBackInTheirOrder) {
    for (const JobState state : {JobState::reading, JobState::running, JobState::paused, JobState::saving})
        m_writer.onState(state);
    m_writer.onLog(LogLevel::warning, phrase("%1 of %2 frames are empty", 3, 61));
    m_writer.onLog(LogLevel::info, "two \"words\"\nof any kind");
    m_writer.onFrameFailed(17, "cut off");
    m_writer.onOutcome({JobState::stopped, "r.h5", DeviceError("out of memory", "cuda:0", "use another device")});
    const EventQueue::Batch found = readAll();
    EXPECT_EQ(found.states, (std::vector{JobState::reading, JobState::running, JobState::paused, JobState::saving}));
    ASSERT_EQ(found.log.size(), 2U);
    EXPECT_EQ(found.log[0].level, LogLevel::warning);
    EXPECT_EQ(found.log[0].text, "3 of 61 frames are empty");
    EXPECT_EQ(found.log[1].text, "two \"words\"\nof any kind");
    ASSERT_EQ(found.failedFrames.size(), 1U);
    EXPECT_EQ(found.failedFrames[0].frame, 17U);
    EXPECT_EQ(found.failedFrames[0].reason, "cut off");
    ASSERT_TRUE(found.outcome && found.outcome->error);
    EXPECT_EQ(found.outcome->state, JobState::stopped);
    EXPECT_EQ(found.outcome->resultFile, "r.h5");
    EXPECT_EQ(found.outcome->error->kind(), ErrorKind::device);
    EXPECT_EQ(found.outcome->error->hint(), "use another device");
    EXPECT_STREQ(found.outcome->error->what(), "out of memory: cuda:0; use another device");
}

TEST_F(EventLines, WhatAResultLacksComesBackBesideItsState) {
    JobOutcome outcome{JobState::done, "r.h5", {}};
    outcome.verdict = {phrase("%1 of %2 modes", 3, 4), "nothing helps"};
    outcome.lacking = DataError(phrase("%1 of %2 frames could not be read", 2, 61), "scan.h5", "copy it again");
    m_writer.onOutcome(outcome);
    EXPECT_EQ(m_written.back().find("\"error\""), std::string::npos) << m_written.back();
    const EventQueue::Batch found = readAll();
    ASSERT_TRUE(found.outcome && found.outcome->lacking);
    EXPECT_FALSE(found.outcome->error);
    EXPECT_EQ(found.outcome->state, JobState::done);
    EXPECT_STREQ(found.outcome->lacking->what(), outcome.lacking->what());
    EXPECT_EQ(found.outcome->verdict, (std::vector<std::string>{"3 of 4 modes", "nothing helps"}));
}

/// A text that this process has never made can be said in another language all the same.
TEST_F(EventLines, TextsKeepTheirParts) {
    m_writer.onLog(LogLevel::info, phrase("%1 lines were written", 4711));
    std::string line = m_written.front();
    EXPECT_NE(line.find("text_parts"), std::string::npos) << line;
    for (std::size_t at = 0; (at = line.find("4711", at)) != std::string::npos;) line.replace(at, 4, "4712");
    ASSERT_FALSE(partsOf("4712 lines were written"));
    EventQueue queue;
    EXPECT_EQ(readEvent(line, queue), "log");
    EXPECT_EQ(queue.take().log.front().text, "4712 lines were written");
    const auto parts = partsOf("4712 lines were written");
    ASSERT_TRUE(parts);
    EXPECT_EQ(parts->text, "%1 lines were written");
    m_writer.onLog(LogLevel::info, "plain");
    EXPECT_EQ(m_written.back().find("text_parts"), std::string::npos);
}

TEST_F(EventLines, NumbersThatAreNotFiniteComeBackAsNotANumber) {
    m_writer.onLoss(
        {1, "rpie", std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 0, 0, 0, 1, 0});
    const EventQueue::Batch found = readAll();
    ASSERT_EQ(found.losses.size(), 1U);
    EXPECT_TRUE(std::isnan(found.losses[0].fourierError));
    EXPECT_TRUE(std::isnan(found.losses[0].value));
    EXPECT_EQ(found.losses[0].step, 1);
}

TEST_F(EventLines, WhatIsNoEventIsLeftOut) {
    m_writer.onState(JobState::running);
    const std::string half = m_written.front().substr(0, m_written.front().size() / 2);
    EventQueue queue;
    EXPECT_EQ(readEvent(half, queue), "");
    EXPECT_EQ(readEvent("", queue), "");
    EXPECT_EQ(readEvent("[1,2]", queue), "");
    EXPECT_EQ(readEvent(R"({"event":"attempt","number":2})", queue), "attempt");
    EXPECT_EQ(readEvent(R"({"event":"state","state":"unheard of"})", queue), "state");
    EXPECT_EQ(readEvent(R"({"event":"loss","iteration":"three","engine":5})", queue), "loss");
    const EventQueue::Batch found = queue.take();
    EXPECT_TRUE(found.states.empty());
    ASSERT_EQ(found.losses.size(), 1U);
    EXPECT_EQ(found.losses[0].iteration, 0U);
}

} // namespace
} // namespace ewald::job
