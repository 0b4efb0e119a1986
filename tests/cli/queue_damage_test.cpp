// SPDX-License-Identifier: GPL-3.0-or-later
//
// The commands of the queue with outputs that are no good, disks that are full and processes that do not answer.
#include "cli_expectations.h"
#include "folder_fixture.h"
#include "job/queue/store/sqlite.h"
#include "test_paths.h"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <thread>

namespace ewald::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

class QueueDamage : public WithFolder<> {
protected:
    void SetUp() override {
        const Finished made = runCli({"simulate", "ptycho", "-o", file("scan.cxi"), "--size", "32", "--frames", "61"});
        ASSERT_EQ(made.code, 0) << made.errors;
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
    [[nodiscard]] Finished addScan(const std::vector<std::string>& more = {}, int iterations = 3) const {
        std::vector<std::string> words{
            file("scan.cxi"), "--set", "iterations=" + std::to_string(iterations), "--devices", "cpu:1",
            "--engine",       "rpie"};
        words.insert(words.end(), more.begin(), more.end());
        return queue("add", words);
    }
    [[nodiscard]] Json jobs() const { return Json::parse(queue("list", {"--json"}).output); }
    [[nodiscard]] std::string jobFile(int id, const std::string& name) const {
        return file("queue/jobs/00000" + std::to_string(id) + "/" + name);
    }
    /// A command of the queue whose output goes there.
    [[nodiscard]] Finished into(const std::string& redirection, const std::string& what) const {
        const std::string program = EWALD_CLI;
        Process process({"-c", "'" + program + "' queue " + what + " --queue '" + file("queue") + "' " + redirection},
                        "/bin/sh");
        return finish(process);
    }
};

TEST_F(QueueDamage, NumbersThatNoJobHasAreNotTakenForOthers) {
    ASSERT_EQ(addScan().code, 0);
    for (const char* what : {"show", "cancel", "remove", "retry", "report", "duplicate", "set", "move", "abort"})
        for (const char* number : {"99999999999999999999", "", "-1", "1x", "0", "0x1"})
            expectError(queue(what, {number}), 2,
                        "the queue has no job " + std::string(*number == '\0' ? "\"\"" : number));
    expectError(queue("move", {"1", "--before", ""}), 2, "the queue has no job \"\"");
    EXPECT_EQ(queue("move", {"1", "--before", "0"}).code, 0);
    expectError(addScan({"--after", ""}), 2, "the queue has no job \"\"");
    EXPECT_EQ(jobs().size(), 1U);
    EXPECT_EQ(jobs()[0]["state"], "queued");
}

TEST_F(QueueDamage, AJobThatIsNamedTwiceIsMeantOnce) {
    ASSERT_EQ(addScan().code, 0);
    const Finished removed = queue("remove", {"1", "1"});
    EXPECT_EQ(removed.code, 0) << removed.errors;
    EXPECT_TRUE(jobs().empty());
}

TEST_F(QueueDamage, HintsNameTheCommandsOfTheQueue) {
    ASSERT_EQ(addScan({"-o", file("{number}.h5")}).code, 0);
    std::ofstream(file("1.h5")) << "of somebody else";
    EXPECT_EQ(queue("run").code, 3);
    const std::string hint = jobs()[0]["hint"];
    EXPECT_NE(hint.find("ewald-cli queue retry 1"), std::string::npos) << hint;
    EXPECT_NE(hint.find("ewald-cli queue duplicate 1"), std::string::npos) << hint;
    EXPECT_EQ(hint.find("--"), std::string::npos) << hint;
}

TEST_F(QueueDamage, TheOutputOfAStoppedJobIsKeptForIt) {
    const std::vector<std::string> output{"-o", file("{name}.h5")};
    ASSERT_EQ(addScan(output).code, 0);
    ASSERT_EQ(queue("cancel", {"1"}).code, 0);
    const Finished second = addScan(output);
    EXPECT_EQ(second.code, 0);
    EXPECT_NE(second.errors.find("a job of the queue has the result " + file("scan.h5")), std::string::npos)
        << second.errors;
    EXPECT_EQ(jobs()[1]["result"], file("scan_2.h5"));
}

/// Bytes of Latin-1, as older computers write them.
TEST_F(QueueDamage, NamesNeedNotBeUtf8) {
    fs::create_directory(file("d\xf6"
                              "f"));
    fs::rename(file("scan.cxi"), file("d\xf6"
                                      "f/caf\xe9.cxi"));
    const Finished added = queue("add", {file("d\xf6"
                                              "f/caf\xe9.cxi"),
                                         "--set", "iterations=2", "--devices", "cpu:1"});
    ASSERT_EQ(added.code, 0) << added.errors;
    const std::string url = "file://" + file("d%F6f/caf%E9_ewald.h5");
    EXPECT_EQ(jobs()[0]["name"], "caf%E9");
    EXPECT_EQ(jobs()[0]["result"], url);
    for (const char* what : {"list", "show", "export"}) {
        const Finished said = std::string(what) == "show" ? queue(what, {"1"}) : queue(what, {});
        EXPECT_EQ(said.code, 0) << said.errors;
        EXPECT_NE(said.output.find(url), std::string::npos) << said.output;
    }
    std::ifstream document(jobFile(1, "job.json")), entry(jobFile(1, "entry.json"));
    for (std::ifstream* stream : {&document, &entry})
        EXPECT_NE(std::string(std::istreambuf_iterator<char>(*stream), {}).find(url), std::string::npos);
    EXPECT_EQ(queue("run").code, 0);
    EXPECT_TRUE(fs::exists(file("d\xf6"
                                "f/caf\xe9_ewald.h5")));
    EXPECT_TRUE(fs::exists(file("d\xf6"
                                "f/caf\xe9_ewald_report.html")));
    fs::remove(file("queue/queue.db"));
    EXPECT_EQ(jobs()[0]["result"], url) << "made anew from the folders";
    EXPECT_EQ(jobs()[0]["result_gone"], false);
    ASSERT_EQ(queue("watch", {file("d\xf6"
                                   "f"),
                              "--leave"})
                  .code,
              0);
    EXPECT_NE(queue("settings").output.find("file://" + file("d%F6f")), std::string::npos);
    EXPECT_EQ(queue("watch", {file("d\xf6"
                                   "f"),
                              "--end"})
                  .code,
              0);
}

TEST_F(QueueDamage, ATableReplacesOnlyTables) {
    ASSERT_EQ(addScan().code, 0);
    const auto size = fs::file_size(file("scan.cxi"));
    fs::create_hard_link(file("scan.cxi"), file("scan.csv"));
    for (const std::string& output : {file("scan.cxi"), file("scan.csv"), file("queue/queue.db"),
                                      file("queue/../queue/settings.json"), jobFile(1, "job.json")}) {
        if (!fs::exists(output)) std::ofstream(output) << "{}";
        expectError(queue("export", {"-o", output, "--overwrite"}), 2, "the table would replace");
    }
    EXPECT_EQ(fs::file_size(file("scan.cxi")), size);
    std::ofstream(file("table.csv")) << "old";
    EXPECT_EQ(queue("export", {"-o", file("table.csv"), "--overwrite"}).code, 0);
    EXPECT_GT(fs::file_size(file("table.csv")), 100U);
}

TEST_F(QueueDamage, OutputThatDoesNotArriveIsAnError) {
    ASSERT_EQ(addScan().code, 0);
    for (const char* what : {"list", "list --json", "export", "show 1"}) {
        expectError(into(">/dev/full", what), 3, "the output cannot be written");
        expectError(into(">&-", what), 3, "the output cannot be written");
    }
    EXPECT_EQ(into("| true", "list").code, 0) << "a reader may go away";
    EXPECT_EQ(queue("list").code, 0) << "nothing was written into the store";
}

TEST_F(QueueDamage, AQueueThatCannotBeWrittenCanBeLookedAt) {
    ASSERT_EQ(addScan().code, 0);
    fs::remove(file("queue/opening.lock"));
    fs::create_directory(file("queue/opening.lock"));
    for (const std::vector<std::string>& words : {std::vector<std::string>{"list"}, {"show", "1"}, {"export"}}) {
        const Finished looked = queue(words.front(), {words.begin() + 1, words.end()});
        EXPECT_EQ(looked.code, 0) << looked.errors;
        EXPECT_NE(looked.output.find("scan"), std::string::npos) << looked.output;
        EXPECT_NE(looked.errors.find("can only be looked at"), std::string::npos) << looked.errors;
    }
    expectError(queue("cancel", {"1"}), 3, "cannot make the lock file");
}

TEST_F(QueueDamage, TheNullDeviceKeepsNothing) {
    ASSERT_EQ(addScan({"-o", "/dev/null"}).code, 0);
    ASSERT_EQ(addScan({"-o", "/dev/null"}).code, 0);
    EXPECT_EQ(jobs()[1]["result"], "/dev/null");
    const Finished ran = queue("run");
    EXPECT_EQ(ran.code, 0) << ran.errors;
    for (const Json& job : jobs()) EXPECT_EQ(job["state"], "done") << job;
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
    EXPECT_FALSE(fs::exists("/dev/null_report.html"));
    EXPECT_TRUE(fs::exists(jobFile(1, "report.html")));
}

TEST_F(QueueDamage, AnOutputThatIsAnInputOrAFolderIsRefused) {
    expectError(addScan({"-o", "{folder}"}), 2, "the output is a folder");
    expectError(addScan({"-o", file("scan.cxi")}), 2, "input and output are the same file");
    const Finished device = addScan({"-o", "/dev/full"}); // it is not for Ewald to advise that it be removed
    expectError(device, 2, "the output is no file");
    EXPECT_EQ(device.errors.find("remove"), std::string::npos) << device.errors;
    EXPECT_EQ(jobs().size(), 0U);
}

TEST_F(QueueDamage, RemovingAJobNamesThoseThatWaitForIt) {
    ASSERT_EQ(addScan({"-o", file("a.h5")}).code, 0);
    ASSERT_EQ(addScan({"-o", file("b.h5"), "--after", "1"}).code, 0);
    const Finished removed = queue("remove", {"1"});
    EXPECT_EQ(removed.code, 0);
    EXPECT_NE(removed.errors.find("job 2 waits for job 1, which was removed"), std::string::npos) << removed.errors;
    const Finished ran = queue("run");
    expectError(ran, 3, "1 job not done");
    EXPECT_NE(ran.output.find("job 1, which it needs, was not done"), std::string::npos) << ran.output;
}

TEST_F(QueueDamage, AnAbortEndsAHaltedProcess) {
    ASSERT_EQ(addScan({}, 1000000).code, 0);
    Process runner(command("run", {}));
    ASSERT_TRUE(runner.waitForOutput("running"));
    pid_t process = 0; // which the job writes when it has the lock
    for (int patience = 0; patience < 6000 && process == 0; ++patience) {
        std::ifstream(jobFile(1, "lock")) >> process;
        if (process == 0) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ASSERT_GT(process, 0);
    kill(process, SIGSTOP);
    ASSERT_EQ(queue("abort", {"1"}).code, 0);
    EXPECT_EQ(finish(runner).code, 3);
    EXPECT_EQ(jobs()[0]["state"], "stopped");
}

TEST_F(QueueDamage, ARunEndsOnOneSignalWhileItsStoreCannotBeUsed) {
    ASSERT_EQ(addScan().code, 0);
    Process runner(command("run", {"--wait"}));
    ASSERT_TRUE(runner.waitForOutput("done"));
    fs::rename(file("queue"), file("gone"));
    std::this_thread::sleep_for(std::chrono::seconds(1));
    runner.signal(SIGTERM);
    const Finished ended = finish(runner);
    EXPECT_EQ(ended.code, 5) << ended.errors;
}

/// It used to look after the deleted store for ever, and to pass over a signal while a job was in it.
TEST_F(QueueDamage, ARunEndsWhenItsQueueIsDeleted) {
    ASSERT_EQ(addScan().code, 0);
    Process runner(command("run", {"--wait"}));
    ASSERT_TRUE(runner.waitForOutput("done"));
    for (std::error_code failed; fs::exists(file("queue"), failed);) fs::remove_all(file("queue"), failed);
    expectError(finish(runner), 3, "the queue has been deleted");
}

TEST_F(QueueDamage, WhatCannotBeMeantIsRefused) {
    ASSERT_EQ(addScan({"--name", "a\x1b[2Jb"}).code, 0);
    expectError(addScan({"-o", ""}), 2, "the output has no name");
    expectError(queue("set", {"--name", "", "1"}), 2, "a job needs a name");
    expectError(queue("set", {"--devices", "banana", "1"}), 2, "banana");
    expectError(queue("add", {file("scan.cxi"), "--devices", "banana"}), 2, "banana");
    expectError(addScan({"--sweep", "batch_size=1:10:0"}), 2, "never reaches its end");
    const std::string table = queue("list").output;
    EXPECT_NE(table.find("a?[2Jb"), std::string::npos) << table;
}

TEST_F(QueueDamage, AResultThatIsGoneIsShown) {
    ASSERT_EQ(addScan({"-o", file("a.h5")}).code, 0);
    ASSERT_EQ(queue("run").code, 0);
    EXPECT_EQ(queue("list").output.find("gone"), std::string::npos);
    fs::remove(file("a.h5"));
    for (const Finished& shown : {queue("list"), queue("show", {"1"})})
        EXPECT_NE(shown.output.find("gone"), std::string::npos) << shown.output;
    // Nor is a job shown as done of which nothing but its status says so.
    ASSERT_EQ(addScan({"-o", file("b.h5")}).code, 0);
    std::ofstream(jobFile(2, "status.json")) << R"({"state": "done"})";
    EXPECT_EQ(queue("run").code, 0);
    EXPECT_TRUE(fs::exists(file("b.h5")));
}

TEST_F(QueueDamage, AStoreThatIsNoneIsNamed) {
    fs::create_directories(file("queue/queue.db"));
    expectError(queue("list"), 3, "but it is no file");
    fs::remove(file("queue/queue.db"));
    {
        job::queue::Database other(file("queue/queue.db"), false);
        other.execute("CREATE TABLE bookmarks(url TEXT)");
    }
    expectError(queue("list"), 3, "the database of another program");
}

TEST_F(QueueDamage, ADocumentOfTooManyLevelsIsRefused) {
    const auto nested = [](std::size_t levels) {
        return R"({"format": "ewald-job", "version": 1, "input": {"x": )" + std::string(levels, '[') +
               std::string(levels, ']') + "}}";
    };
    for (const std::size_t levels : {std::size_t{70}, std::size_t{400'000}}) {
        std::ofstream(file("deep.json")) << nested(levels);
        expectError(runCli({"run", file("deep.json")}), 2, "more than 64 levels");
        expectError(queue("add", {file("deep.json")}), 2, "more than 64 levels");
        expectError(queue("add", {file("scan.cxi"), "--template", file("deep.json")}), 2, "more than 64 levels");
    }
    std::ofstream(file("deep.json")) << nested(20);
    const Finished shallow = runCli({"run", file("deep.json")});
    EXPECT_EQ(shallow.code, 2);
    EXPECT_EQ(shallow.errors.find("levels"), std::string::npos) << shallow.errors;
}

TEST_F(QueueDamage, ARunSaysForWhichOtherOneItWaits) {
    ASSERT_EQ(addScan({"-o", file("a.h5")}, 1000000).code, 0);
    ASSERT_EQ(addScan({"-o", file("b.h5")}).code, 0);
    Process runner(command("run", {}));
    ASSERT_TRUE(runner.waitForOutput("running"));
    {
        // Halted within a change of its own, it would keep the store locked for the abort below.
        job::queue::Database store(file("queue/queue.db"), true);
        const job::queue::Transaction noOtherChange(store);
        runner.signal(SIGSTOP);
    }
    Process second(command("run", {}));
    EXPECT_TRUE(second.waitForOutput("waiting for job 1, which process " + std::to_string(runner.id())));
    ASSERT_EQ(queue("abort", {"1"}).code, 0);
    runner.signal(SIGCONT);
    EXPECT_EQ(finish(runner).code, 3);
    static_cast<void>(finish(second));
}

} // namespace
} // namespace ewald::cli
