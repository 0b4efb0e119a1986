// SPDX-License-Identifier: GPL-3.0-or-later
// How many frames a probe that varies takes.
#include "base/error.h"
#include "io/result_file.h"
#include "job/ptycho_runner_fixture.h"
#include "job/run/live_changes.h"

namespace ewald::job {
namespace {

/// More than 2 (m + 2) for m modes: of 7 and 9 frames one less is refused, in one line, with nothing written.
TEST_F(PtychoRunner, AVariableProbeTakesFramesThatDetermineIt) {
    const auto runWith = [&](const char* frames, const char* modes) {
        JobDocument job = document(2);
        job.set("max_frames", frames);
        job.set("variable_probe_modes", modes);
        return run(job, {.overwrite = true});
    };
    for (const auto& [frames, modes] : {std::pair("6", "1"), {"8", "2"}}) {
        const JobOutcome outcome = runWith(frames, modes);
        EXPECT_EQ(outcome.state, JobState::failed);
        const std::string message = messageOf(outcome);
        EXPECT_NE(message.find("frames do not determine how a probe varies"), std::string::npos) << message;
        EXPECT_NE(message.find("variable_probe_modes"), std::string::npos) << message;
        EXPECT_FALSE(fs::exists(m_output));
    }
    for (const auto& [frames, modes] : {std::pair("7", "1"), {"9", "2"}, {"2", "0"}}) {
        const JobOutcome outcome = runWith(frames, modes);
        EXPECT_EQ(outcome.state, JobState::done) << messageOf(outcome);
    }
}

std::string refusal(LiveChanges& mailbox, const JobDocument& wanted) {
    try {
        mailbox.ask(wanted);
    } catch (const JobError& error) {
        return error.what();
    }
    return {};
}

constexpr const char* kOneMode = "6 frames do not determine how a probe varies by 1 mode: it takes at least 7: "
                                 "variable_probe_modes; set variable_probe_modes to 0, or use more frames";

TEST_F(PtychoRunner, AChangeToAVariableProbeTakesTheSameFrames) {
    const JobDocument running = document();
    JobDocument one = running, two = running;
    one.set("variable_probe_modes", "1");
    two.set("variable_probe_modes", "2");
    LiveChanges mailbox(running);
    EXPECT_EQ(mailbox.setFrames(6), "");
    EXPECT_EQ(refusal(mailbox, one), kOneMode);
    EXPECT_FALSE(mailbox.take()) << "what was refused is not handed on";
    EXPECT_EQ(mailbox.setFrames(8), "");
    EXPECT_EQ(refusal(mailbox, one), "");
    EXPECT_EQ(mailbox.take(), one);
    EXPECT_NE(refusal(mailbox, two), "") << "9 frames";
    // One that comes before the frames are known.
    LiveChanges early(running);
    EXPECT_EQ(refusal(early, one), "");
    EXPECT_EQ(early.setFrames(6), std::string("the job cannot go on as it was asked to: ") + kOneMode);
    EXPECT_FALSE(early.take());
    EXPECT_EQ(refusal(early, running), "") << "it takes others all the same";
    EXPECT_EQ(early.setFrames(6), "");
    EXPECT_EQ(early.take(), running);
}

TEST_F(PtychoRunner, ARunGoesOnAsItWasWhereAChangeWouldNotBeDetermined) {
    JobDocument job = document(6);
    job.set("max_frames", "6");
    JobDocument wanted = job;
    wanted.set("variable_probe_modes", "1");
    LiveChanges mailbox(job);
    mailbox.ask(wanted); // the frames are not known yet
    std::string refused;
    m_recorder.stopAfter = 2;
    m_recorder.atStop = [&] { refused = refusal(mailbox, wanted); };
    const JobOutcome outcome = run(job, {.overwrite = true, .changes = &mailbox});
    EXPECT_EQ(outcome.state, JobState::done) << messageOf(outcome);
    EXPECT_EQ(refused, kOneMode);
    EXPECT_NE(m_recorder.log.find(kOneMode), std::string::npos) << m_recorder.log;
    const io::PtychoResult result = io::readResult(m_output);
    EXPECT_TRUE(result.changes.empty());
    EXPECT_EQ(result.probe.extent(0), 1U);
    EXPECT_EQ(result.loss.size(), 6U);
}

} // namespace
} // namespace ewald::job
