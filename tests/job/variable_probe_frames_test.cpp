// SPDX-License-Identifier: GPL-3.0-or-later
// How many frames a probe that varies takes.
#include "job/ptycho_runner_fixture.h"

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

} // namespace
} // namespace ewald::job
