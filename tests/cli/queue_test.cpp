// SPDX-License-Identifier: GPL-3.0-or-later
//
// The queue from outside: what it says, and that nothing is lost when its processes are killed at random moments.
// EWALD_KILLS=100 makes it that many (the default is for every day), EWALD_SEED=… other moments.
#include "cli_expectations.h"
#include "folder_fixture.h"
#include "io/result_file.h"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <random>
#include <thread>

namespace ewald::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

class Queue : public WithFolder<> {
protected:
    void SetUp() override {
        const Finished made = runCli({"simulate", "ptycho", "-o", file("scan.cxi"), "--size", "32", "--frames", "61"});
        ASSERT_EQ(made.code, 0) << made.errors;
    }
    /// A job document with so many iterations.
    [[nodiscard]] std::string writeJob(const std::string& name, int iterations,
                                       const std::string& scan = "scan.cxi") const {
        const Json job{{"format", "ewald-job"},
                       {"version", 1},
                       {"kind", "ptycho"},
                       {"input", {{"file", file(scan)}}},
                       {"pipeline", {{{"engine", "rpie"}, {"iterations", iterations}}}},
                       {"compute", {{"devices", "cpu:1"}}},
                       {"output", {{"file", file(name + "_result.h5")}, {"checkpoint_every", 2}}}};
        std::ofstream(file(name + ".json")) << job.dump();
        return file(name + ".json");
    }
    [[nodiscard]] std::vector<std::string> command(const std::string& what,
                                                   const std::vector<std::string>& more) const {
        std::vector<std::string> words{"queue", what, "--queue", file("queue")};
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }
    [[nodiscard]] Finished queue(const std::string& what, const std::vector<std::string>& more = {}) const {
        return runCli(command(what, more));
    }
    [[nodiscard]] Json jobs() const {
        const Finished listed = queue("list", {"--json"});
        EXPECT_EQ(listed.code, 0) << listed.errors;
        return Json::parse(listed.output);
    }
    /// The process that works on a job; 0 while there is none.
    [[nodiscard]] pid_t worker(int id) const {
        std::ifstream lock(file("queue/jobs/00000" + std::to_string(id) + "/lock"));
        pid_t process = 0;
        return lock >> process ? process : 0;
    }
    [[nodiscard]] pid_t waitForIteration(int id) const {
        for (int patience = 0; patience < 3000; ++patience) {
            std::ifstream events(file("queue/jobs/00000" + std::to_string(id) + "/events.jsonl"));
            const std::string text{std::istreambuf_iterator<char>(events), {}};
            if (text.find("\"event\":\"loss\"") != std::string::npos) return worker(id);
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        ADD_FAILURE() << "job " << id << " has not begun";
        return 0;
    }
    /// How many attempts at a job came to their end as "done".
    [[nodiscard]] int completions(int id) const {
        std::ifstream stream(file("queue/jobs/00000" + std::to_string(id) + "/events.jsonl"));
        int count = 0;
        for (std::string line; std::getline(stream, line);) {
            const Json event = Json::parse(line, nullptr, false); // a killed process may leave half a line
            if (event.is_object() && event.value("event", "") == "outcome" && event.value("state", "") == "done")
                ++count;
        }
        return count;
    }
};

TEST_F(Queue, RunsAllAndSaysWhatFailed) {
    ASSERT_EQ(runCli({"simulate", "powder", "-o", file("powder.h5"), "--frames", "3", "--shape", "64", "64",
                      "--pixel-m", "1e-3"})
                  .code,
              0);
    const Json integration{{"format", "ewald-job"},
                           {"version", 1},
                           {"kind", "integrate"},
                           {"input", {{"files", {file("powder.h5")}}, {"poni_file", file("powder.poni")}}},
                           {"output", {{"file", file("patterns.h5")}}}};
    std::ofstream(file("powder.json")) << integration.dump();
    fs::copy_file(file("scan.cxi"), file("broken.cxi"));
    const Finished added = queue("add", {writeJob("a", 3), writeJob("b", 3, "broken.cxi"), file("powder.json")});
    ASSERT_EQ(added.code, 0) << added.errors;
    EXPECT_EQ(added.output, "1\n2\n3\n");
    fs::resize_file(file("broken.cxi"), 3000); // it was sound when it was added
    EXPECT_EQ(jobs()[1]["state"], "queued");
    const Finished ran = queue("run");
    expectError(ran, 3, "1 job not done");
    const Json all = jobs();
    EXPECT_EQ(all[0]["state"], "done");
    EXPECT_EQ(all[0]["progress"], 1);
    EXPECT_EQ(io::readResult(file("a_result.h5")).loss.size(), 3U);
    EXPECT_EQ(all[1]["state"], "failed");
    EXPECT_NE(all[1]["error"].get<std::string>().find("broken.cxi"), std::string::npos) << all[1]["error"];
    EXPECT_EQ(all[2]["state"], "done");
    EXPECT_EQ(all[2]["kind"], "integrate");
    EXPECT_TRUE(fs::exists(file("patterns.h5")));
    // The scan is there again: only that job runs.
    fs::copy_file(file("scan.cxi"), file("broken.cxi"), fs::copy_options::overwrite_existing);
    ASSERT_EQ(queue("retry", {"2"}).code, 0);
    const Finished again = queue("run");
    EXPECT_EQ(again.code, 0) << again.errors;
    EXPECT_EQ(completions(1), 1);
    EXPECT_EQ(completions(2), 1);
}

TEST_F(Queue, ScansGetTheParametersOfATemplateAndFreeNames) {
    const std::string pattern = writeJob("pattern", 2);
    ASSERT_EQ(queue("add", {file("scan.cxi"), "--template", pattern, "--set", "batch_size=16"}).code, 0);
    ASSERT_EQ(queue("add", {file("scan.cxi"), "--template", pattern}).code, 0);
    const Json all = jobs();
    EXPECT_EQ(all[0]["result"], file("scan_ewald.h5"));
    EXPECT_EQ(all[1]["result"], file("scan_ewald_2.h5")) << "the other one is not written yet, but will be";
    std::ifstream stream(file("queue/jobs/000001/job.json"));
    EXPECT_EQ(Json::parse(stream)["pipeline"][0]["parameters"]["batch_size"], 16);
    expectError(queue("add", {file("scan.cxi"), "-o", "{nothing}.h5"}), 2, "{nothing}");
    expectError(queue("add", {file("missing.cxi"), file("scan.cxi")}), 3, "missing.cxi");
    EXPECT_EQ(jobs().size(), 2U) << "all, or none";
}

TEST_F(Queue, ACrashTakesOneJob) {
    ASSERT_EQ(queue("add", {writeJob("a", 100000), writeJob("b", 2)}).code, 0);
    Process run(command("run", {}));
    const pid_t process = waitForIteration(1);
    ASSERT_GT(process, 0);
    ASSERT_EQ(kill(process, SIGSEGV), 0);
    expectError(finish(run), 3, "1 job not done");
    const Json all = jobs();
    EXPECT_EQ(all[0]["state"], "failed");
    EXPECT_NE(all[0]["error"].get<std::string>().find("SIGSEGV"), std::string::npos) << all[0]["error"];
    EXPECT_EQ(all[1]["state"], "done");
}

TEST_F(Queue, AJobThatHangsIsEnded) {
    ASSERT_EQ(queue("add", {writeJob("a", 100000), writeJob("b", 2)}).code, 0);
    Process run(command("run", {"--silence", "3"}));
    const pid_t process = waitForIteration(1);
    ASSERT_GT(process, 0);
    ASSERT_EQ(kill(process, SIGSTOP), 0);
    expectError(finish(run), 3, "1 job not done");
    const Json all = jobs();
    EXPECT_EQ(all[0]["state"], "failed");
    EXPECT_NE(all[0]["error"].get<std::string>().find("no sign of life"), std::string::npos) << all[0]["error"];
    EXPECT_EQ(all[1]["state"], "done");
}

TEST_F(Queue, ACancelledJobIsSavedAndGoesOnWhenItIsTriedAgain) {
    ASSERT_EQ(queue("add", {writeJob("a", 2000)}).code, 0);
    Process run(command("run", {}));
    ASSERT_GT(waitForIteration(1), 0);
    ASSERT_EQ(queue("cancel", {"1"}).code, 0);
    expectError(finish(run), 3, "1 job not done");
    EXPECT_EQ(jobs()[0]["state"], "stopped");
    const std::size_t saved = io::readResult(file("a_result.h5")).loss.size();
    ASSERT_LT(saved, 2000U);
    ASSERT_EQ(queue("retry", {"1"}).code, 0);
    const Finished again = queue("run");
    EXPECT_EQ(again.code, 0) << again.errors;
    EXPECT_EQ(io::readResult(file("a_result.h5")).loss.size(), 2000U);
    EXPECT_EQ(completions(1), 1);
}

TEST_F(Queue, StoppingTheRunnerStopsItsJobsAndStartsNoOther) {
    ASSERT_EQ(queue("add", {writeJob("a", 100000), writeJob("b", 2)}).code, 0);
    Process run(command("run", {}));
    ASSERT_GT(waitForIteration(1), 0);
    run.signal(SIGINT);
    expectError(finish(run), 5, "stopped");
    const Json all = jobs();
    EXPECT_EQ(all[0]["state"], "stopped");
    EXPECT_FALSE(io::readResult(file("a_result.h5")).loss.empty()) << "what was computed is saved";
    EXPECT_EQ(all[1]["state"], "queued");
}

/// Runners and the processes of jobs are killed at random, and new runners are started, sometimes two at a time.
TEST_F(Queue, KillsLoseNoJobAndRunNoneTwice) {
    const auto fromEnvironment = [](const char* name, std::size_t otherwise) {
        const char* text = std::getenv(name);
        return text ? static_cast<std::size_t>(std::strtoull(text, nullptr, 10)) : otherwise;
    };
    const std::size_t kills = fromEnvironment("EWALD_KILLS", 6);
    const std::size_t seed = fromEnvironment("EWALD_SEED", std::random_device()());
    SCOPED_TRACE("EWALD_SEED=" + std::to_string(seed));
    std::mt19937_64 random(seed);
    const auto pick = [&](int first, int last) { return std::uniform_int_distribution(first, last)(random); };
    constexpr int kJobs = 3;
    std::vector<std::string> documents;
    for (int i = 0; i < kJobs; ++i) documents.push_back(writeJob("job" + std::to_string(i), 150));
    ASSERT_EQ(queue("add", documents).code, 0);
    for (std::size_t i = 0; i < kills; ++i) {
        Process first(command("run", {"--at-once", "2"}));
        Process second(command("run", {}));
        std::this_thread::sleep_for(std::chrono::milliseconds(pick(0, 700)));
        switch (pick(0, 2)) {
        case 0: first.signal(SIGKILL); break;
        case 1: second.signal(SIGKILL); break;
        default:
            // At most twice: the third time a job counts as one that never comes to its end.
            const int id = pick(1, kJobs);
            const Json job = jobs()[static_cast<std::size_t>(id - 1)];
            if (job["attempts"] < 3 && job["state"] == "running")
                if (const pid_t process = worker(id); process > 0) kill(process, SIGKILL);
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(pick(0, 300)));
        first.signal(SIGKILL);
        second.signal(SIGKILL);
        static_cast<void>(first.wait());
        static_cast<void>(second.wait());
    }
    // What a killed runner left as its last attempt may count as failed; trying again must do.
    static_cast<void>(queue("run"));
    for (const Json& job : jobs())
        if (job["state"] == "failed") {
            ASSERT_EQ(queue("retry", {std::to_string(job["id"].get<int>())}).code, 0);
        }
    static_cast<void>(queue("run"));
    ASSERT_EQ(jobs().size(), static_cast<std::size_t>(kJobs));
    for (int id = 1; id <= kJobs; ++id) {
        EXPECT_EQ(jobs()[static_cast<std::size_t>(id - 1)]["state"], "done") << jobs().dump(1);
        const io::PtychoResult result = io::readResult(file("job" + std::to_string(id - 1) + "_result.h5"));
        EXPECT_TRUE(result.complete);
        EXPECT_EQ(result.loss.size(), 150U);
        EXPECT_LE(completions(id), 1) << "job " << id;
    }
}

} // namespace
} // namespace ewald::cli
