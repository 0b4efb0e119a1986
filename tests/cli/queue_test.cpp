// SPDX-License-Identifier: GPL-3.0-or-later
//
// The queue from outside: what it says, and that nothing is lost when its processes are killed at random moments.
// EWALD_KILLS=100 makes it that many (the default is for every day), EWALD_SEED=… other moments.
#include "cli_expectations.h"
#include "folder_fixture.h"
#include "io/result_file.h"
#include "job/queue/store/sqlite.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iostream>
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
    /// What SQLite finds wrong with the database: "ok".
    [[nodiscard]] std::string verdictOnStore() const {
        job::queue::Database store(file("queue/queue.db"), true);
        job::queue::Statement check = store.prepare("PRAGMA integrity_check");
        return check.next() ? check.text(0) : "no answer";
    }
    [[nodiscard]] std::string jobFile(int id, const std::string& name) const {
        const std::string number = std::to_string(id);
        return file("queue/jobs/" + std::string(6 - number.size(), '0') + number + "/" + name);
    }
    /// The process that works on a job; 0 while there is none.
    [[nodiscard]] pid_t worker(int id) const {
        std::ifstream lock(jobFile(id, "lock"));
        pid_t process = 0;
        return lock >> process ? process : 0;
    }
    [[nodiscard]] pid_t waitForIteration(int id) const {
        for (int patience = 0; patience < 3000; ++patience) {
            std::ifstream events(jobFile(id, "events.jsonl"));
            const std::string text{std::istreambuf_iterator<char>(events), {}};
            if (text.find("\"event\":\"loss\"") != std::string::npos) return worker(id);
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        ADD_FAILURE() << "job " << id << " has not begun";
        return 0;
    }
    [[nodiscard]] bool waitForState(std::size_t id, const std::string& state) const {
        for (int patience = 0; patience < 1200; ++patience) {
            for (const Json& job : jobs())
                if (job["id"] == id && job["state"] == state) return true;
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
        return false;
    }
    /// How many attempts at a job came to their end as "done".
    [[nodiscard]] int completions(int id) const {
        std::ifstream stream(jobFile(id, "events.jsonl"));
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

TEST_F(Queue, ManyJobsAreMadeOfATableASweepOrAFolder) {
    std::ofstream(file("table.csv")) << "file,name,sample,batch_size\nscan.cxi,first,gold,16\n";
    const std::string pattern = writeJob("pattern", 2);
    ASSERT_EQ(queue("add", {"--table", file("table.csv"), "--template", pattern}).code, 0);
    const Finished planned =
        queue("add", {file("scan.cxi"), "--template", pattern, "--sweep", "batch_size=8,16", "--dry-run"});
    EXPECT_EQ(planned.code, 0) << planned.errors;
    EXPECT_NE(planned.output.find("scan_ewald_batch_size-16.h5"), std::string::npos) << planned.output;
    ASSERT_EQ(jobs().size(), 1U) << "nothing is added";
    ASSERT_EQ(queue("add", {file("scan.cxi"), "--template", pattern, "--sweep", "batch_size=8,16"}).code, 0);
    const Json all = jobs();
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[0]["sample"], "gold");
    EXPECT_EQ(all[2]["varied"], Json({"batch_size=16"}));
    EXPECT_EQ(all[1]["sweep"], all[2]["sweep"]);
    EXPECT_EQ(queue("run").code, 0);
    EXPECT_TRUE(fs::exists(file("first_ewald.h5")));
    EXPECT_TRUE(fs::exists(file("scan_ewald_batch_size-8.h5")));
    fs::create_directory(file("more"));
    fs::copy_file(file("scan.cxi"), file("more/scan_1.cxi"));
    ASSERT_EQ(queue("add", {file("more"), "--template", pattern}).output, "4\n");
    fs::remove_all(file("more/scan_1.cxi"));
    expectError(queue("run"), 3, "1 job not done");
    EXPECT_NE(jobs()[3]["error"].get<std::string>().find("scan_1.cxi"), std::string::npos) << jobs()[3]["error"];
}

TEST_F(Queue, ASweepMeasuresTheResolutionOfEachWhenAskedTo) {
    const std::string pattern = writeJob("pattern", 2);
    ASSERT_EQ(queue("add", {file("scan.cxi"), "--template", pattern, "--sweep", "batch_size=8,16", "--halves"}).code,
              0);
    for (const char* id : {"000001", "000002"}) {
        std::ifstream stream(file(std::string("queue/jobs/") + id + "/job.json"));
        EXPECT_EQ(Json::parse(stream)["output"]["halves"], true) << id;
    }
    ASSERT_EQ(queue("run").code, 0);
    for (const Json& job : jobs()) // two iterations may be too few for a resolution, which is said then
        EXPECT_NE(job["resolution_m"].is_null(), job["no_resolution"].is_null()) << job;
}

TEST_F(Queue, ANewFileOfAWatchedFolderIsRun) {
    fs::create_directory(file("new"));
    Process watch(command("watch", {file("new"), "--template", writeJob("pattern", 2), "--quiet-time", "0.5"}));
    for (int patience = 0; patience < 1200 && queue("settings").output.find("watched") == std::string::npos; ++patience)
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    fs::copy_file(file("scan.cxi"), file("new/scan_1.cxi"));
    EXPECT_TRUE(waitForState(1, "queued"));
    watch.signal(SIGINT);
    EXPECT_EQ(watch.wait(), 5);
    // The runner watches, too.
    Process run(command("run", {"--wait"}));
    fs::copy_file(file("scan.cxi"), file("new/scan_2.cxi"));
    EXPECT_TRUE(waitForState(1, "done"));
    EXPECT_TRUE(waitForState(2, "done"));
    run.signal(SIGINT);
    EXPECT_EQ(run.wait(), 5);
    EXPECT_EQ(jobs().size(), 2U) << "the results are no scans";
    EXPECT_EQ(queue("watch", {file("new"), "--end"}).code, 0);
    expectError(queue("watch", {file("new"), "--end"}), 2, "not watched");
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

/// A runner that was killed cannot note it: the list says that nobody works on the job, and how it goes on.
TEST_F(Queue, AJobWhoseRunnerWasKilledDoesNotSeemToRun) {
    ASSERT_EQ(queue("add", {writeJob("a", 100000)}).code, 0);
    Process run(command("run", {}));
    const pid_t process = waitForIteration(1);
    ASSERT_GT(process, 0);
    EXPECT_TRUE(waitForState(1, "running")); // the runner notes it some time after the job has begun to compute
    EXPECT_EQ(jobs()[0]["left_alone"], "");
    EXPECT_NE(queue("list").output.find("running"), std::string::npos);
    // A worker whose runner is gone may end in order and say so; a stopped one cannot.
    ASSERT_EQ(kill(process, SIGSTOP), 0);
    run.signal(SIGKILL);
    static_cast<void>(run.wait());
    kill(process, SIGKILL);
    std::string table;
    for (int patience = 0; patience < 1500 && table.find("cut off") == std::string::npos; ++patience) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        table = queue("list").output;
    }
    EXPECT_NE(table.find("cut off"), std::string::npos) << table;
    EXPECT_NE(table.find("ewald-cli queue run goes on with it"), std::string::npos) << table;
    EXPECT_EQ(table.find("running"), std::string::npos) << table;
    EXPECT_NE(jobs()[0]["left_alone"], "");
    EXPECT_NE(queue("show", {"1"}).output.find("state:    cut off"), std::string::npos);
}

TEST_F(Queue, AFileThatNoJobCouldReadIsRefused) {
    std::ofstream(file("passwd")) << "root:x:0:0:root:/root:/bin/bash\n";
    expectError(queue("add", {file("passwd")}), 2, "is no job document and no file with frames: " + file("passwd"));
    expectError(queue("add", {"/dev/null"}), 2, "is no job document and no file with frames");
    EXPECT_TRUE(jobs().empty());
    // What a scan is called does not matter where its bytes say what it is.
    fs::copy_file(file("scan.cxi"), file("scan"));
    EXPECT_EQ(queue("add", {file("scan")}).code, 0);
}

TEST_F(Queue, ACancelledJobIsSavedAndGoesOnWhenItIsTriedAgain) {
    ASSERT_EQ(queue("add", {writeJob("a", 2000)}).code, 0);
    Process run(command("run", {}));
    const pid_t process = waitForIteration(1);
    ASSERT_GT(process, 0);
    ASSERT_EQ(kill(process, SIGSTOP), 0); // so that it has not come to its end when the wish reaches it
    ASSERT_EQ(queue("cancel", {"1"}).code, 0);
    EXPECT_TRUE(waitForFile(jobFile(1, "wish")));
    ASSERT_EQ(kill(process, SIGCONT), 0);
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

TEST_F(Queue, APausedJobHoldsStillAndGoesOn) {
    ASSERT_EQ(queue("add", {writeJob("a", 100000), writeJob("b", 2)}).code, 0);
    ASSERT_EQ(queue("pause", {"2"}).code, 0);
    ASSERT_EQ(queue("set", {"2", "--sample", "gold", "--comment", "again"}).code, 0);
    Process run(command("run", {}));
    ASSERT_GT(waitForIteration(1), 0);
    ASSERT_EQ(queue("pause", {"1"}).code, 0);
    EXPECT_TRUE(waitForState(1, "paused"));
    ASSERT_EQ(queue("resume", {"1"}).code, 0);
    EXPECT_TRUE(waitForState(1, "running"));
    ASSERT_EQ(queue("abort", {"1"}).code, 0);
    expectError(finish(run), 3, "1 job not done");
    const Json all = jobs();
    EXPECT_EQ(all[0]["state"], "stopped");
    EXPECT_EQ(all[1]["state"], "paused") << "it was not to start";
    EXPECT_EQ(all[1]["sample"], "gold");
    EXPECT_EQ(all[1]["comment"], "again");
    ASSERT_EQ(queue("resume", {"2"}).code, 0);
    ASSERT_EQ(queue("settings", {"--hold", "yes"}).code, 0);
    ASSERT_EQ(queue("run").code, 0);
    EXPECT_EQ(jobs()[1]["state"], "queued") << "nothing starts";
    ASSERT_EQ(queue("settings", {"--hold", "no"}).code, 0);
    ASSERT_EQ(queue("run").code, 0);
    EXPECT_EQ(jobs()[1]["state"], "done");
}

TEST_F(Queue, JobsOnOneDeviceRunOneAfterTheOther) {
    ASSERT_EQ(queue("add", {writeJob("a", 100000), writeJob("b", 100000)}).code, 0);
    Process run(command("run", {}));
    ASSERT_GT(waitForIteration(1), 0);
    EXPECT_EQ(jobs()[1]["state"], "queued");
    Process other(command("run", {}));
    std::this_thread::sleep_for(std::chrono::milliseconds(600));
    EXPECT_EQ(jobs()[1]["state"], "queued") << "whatever program has started the other one";
    Process sharing(command("run", {"--share"}));
    EXPECT_TRUE(waitForState(2, "running"));
    ASSERT_EQ(queue("abort", {"1", "2"}).code, 0);
    for (Process* process : {&run, &other, &sharing}) static_cast<void>(process->wait());
    for (const Json& job : jobs()) EXPECT_EQ(job["state"], "stopped");
}

TEST_F(Queue, TheOrderIsChangedAndJobsComeBack) {
    ASSERT_EQ(queue("add", {writeJob("a", 2), writeJob("b", 2), writeJob("c", 2)}).code, 0);
    ASSERT_EQ(queue("move", {"3", "--before", "1"}).code, 0);
    EXPECT_EQ(jobs()[0]["id"], 3);
    ASSERT_EQ(queue("remove", {"3"}).code, 0);
    EXPECT_EQ(jobs().size(), 2U);
    ASSERT_EQ(queue("restore", {"3"}).code, 0);
    EXPECT_EQ(jobs()[0]["id"], 3);
    const Finished copied = queue("duplicate", {"3"});
    EXPECT_EQ(copied.output, "4\n");
    EXPECT_EQ(jobs()[3]["result"], file("c_result_2.h5"));
    expectError(queue("restore", {"3"}), 2, "job 3");
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
    const std::size_t seed = fromEnvironment("EWALD_SEED", 1);
    std::cout << "EWALD_SEED=" << seed << std::endl;
    std::mt19937_64 random(seed);
    const auto pick = [&](int first, int last) { return std::uniform_int_distribution(first, last)(random); };
    const int jobCount = static_cast<int>(std::max<std::size_t>(3, kills)); // so that most kills meet one at work
    std::vector<std::string> documents;
    for (int i = 0; i < jobCount; ++i) documents.push_back(writeJob("job" + std::to_string(i), 150));
    ASSERT_EQ(queue("add", documents).code, 0);
    for (std::size_t i = 0; i < kills; ++i) {
        Process first(command("run", {"--at-once", "2", "--share"}));
        Process second(command("run", {"--share"}));
        std::this_thread::sleep_for(std::chrono::milliseconds(pick(0, 700)));
        switch (pick(0, 2)) {
        case 0: first.signal(SIGKILL); break;
        case 1: second.signal(SIGKILL); break;
        default:
            // At most twice: the third time a job counts as one that never comes to its end.
            const int id = pick(1, jobCount);
            const Json job = jobs()[static_cast<std::size_t>(id - 1)];
            if (job["attempts"] < 3 && job["state"] == "running")
                if (const pid_t process = worker(id); process > 0) kill(process, SIGKILL);
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(pick(0, 300)));
        first.signal(SIGKILL);
        second.signal(SIGKILL);
        static_cast<void>(first.wait());
        static_cast<void>(second.wait());
        ASSERT_EQ(verdictOnStore(), "ok") << "after " << i + 1 << " kills";
    }
    // What a killed runner left as its last attempt may count as failed; trying again must do.
    static_cast<void>(queue("run"));
    for (const Json& job : jobs())
        if (job["state"] == "failed") {
            ASSERT_EQ(queue("retry", {std::to_string(job["id"].get<int>())}).code, 0);
        }
    static_cast<void>(queue("run"));
    ASSERT_EQ(jobs().size(), static_cast<std::size_t>(jobCount));
    for (int id = 1; id <= jobCount; ++id) {
        EXPECT_EQ(jobs()[static_cast<std::size_t>(id - 1)]["state"], "done") << jobs().dump(1);
        const io::PtychoResult result = io::readResult(file("job" + std::to_string(id - 1) + "_result.h5"));
        EXPECT_TRUE(result.complete);
        EXPECT_EQ(result.loss.size(), 150U);
        EXPECT_LE(completions(id), 1) << "job " << id;
    }
}

TEST_F(Queue, ACommandOfTheClusterThatIsMissingIsNamed) {
    const std::string path = std::getenv("PATH");
    setenv("PATH", "/nonexistent", 1);
    const Finished added = queue("add", {writeJob("a", 2), "--on", "slurm"});
    const Finished unknown = queue("add", {writeJob("a", 2), "--on", "cloud"});
    setenv("PATH", path.c_str(), 1);
    expectError(added, 2, "cannot start sbatch");
    expectError(unknown, 2, "known: slurm");
    EXPECT_TRUE(jobs().empty());
}

TEST_F(Queue, EnginesAreGivenAsToPtycho) {
    ASSERT_EQ(queue("add", {file("scan.cxi"), "--engine", "dm,rpie", "--iterations", "5,7"}).code, 0);
    const Json job = Json::parse(std::ifstream(jobFile(1, "job.json")));
    ASSERT_EQ(job["pipeline"].size(), 2U);
    EXPECT_EQ(job["pipeline"][0]["engine"], "dm");
    EXPECT_EQ(job["pipeline"][1]["iterations"], 7);
    std::ofstream(file("common.json")) << Json::parse(std::ifstream(writeJob("one", 20))).dump();
    ASSERT_EQ(queue("add", {file("scan.cxi"), "--template", file("common.json"), "--iterations", "9"}).code, 0);
    EXPECT_EQ(Json::parse(std::ifstream(jobFile(2, "job.json")))["pipeline"][0]["iterations"], 9);
    expectError(queue("add", {file("scan.cxi"), "--iterations", "5,7"}), 2, "1 engines but 2 numbers");
    // A job document is added as it is: what would be ignored is refused.
    expectError(queue("add", {file("common.json"), "--iterations", "9"}), 2, "--iterations would have no effect");
    expectError(queue("add", {file("common.json"), "--engine", "dm"}), 2, "--engine would have no effect");
    expectError(queue("add", {file("scan.cxi"), "--kind", "integrate", "--engine", "dm"}), 2, "no pipeline");
}

} // namespace
} // namespace ewald::cli
