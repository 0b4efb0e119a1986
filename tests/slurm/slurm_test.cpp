// SPDX-License-Identifier: GPL-3.0-or-later
//
// The queue on a Slurm cluster, from outside. EWALD_SLURM_SLOW=1 adds what takes minutes.
#include "cli/cli_expectations.h"
#include "cli/folder_fixture.h"
#include "io/result_file.h"
#include "test_cluster.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <thread>

namespace ewald::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using slurm_test::TestCluster;
using std::chrono::milliseconds;
using std::chrono::seconds;

/// Whether `condition` comes true within a minute.
bool becomesTrue(const std::function<bool()>& condition, seconds patience = seconds(60)) {
    const auto end = std::chrono::steady_clock::now() + patience;
    while (!condition()) {
        if (std::chrono::steady_clock::now() > end) return false;
        std::this_thread::sleep_for(milliseconds(50));
    }
    return true;
}

std::string textOf(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

Finished runProgram(const std::string& program, const std::vector<std::string>& words) {
    Process process(words, program);
    return finish(process);
}

class Slurm : public WithFolder<> {
protected:
    static void SetUpTestSuite() {
        s_folder = std::make_unique<const io::TemporaryFolder>();
        s_cluster = std::make_unique<TestCluster>(s_folder->path() / "cluster");
        setenv("SLURM_CONF", s_cluster->configuration().c_str(), 1);
    }
    static void TearDownTestSuite() {
        s_cluster.reset();
        s_folder.reset();
    }
    void SetUp() override {
        if (!s_cluster->refusal().empty()) GTEST_SKIP() << "no Slurm can be started here: " << s_cluster->refusal();
        setenv("XDG_CONFIG_HOME", file("configuration").c_str(), 1);
        const Finished plain = runCli({"queue", "sites", "--show", "plain"});
        ASSERT_EQ(plain.code, 0) << plain.errors;
        writeSite("test", "#EWALD partition = test\n", plain.output);
        const Finished made = runCli({"simulate", "ptycho", "-o", file("scan.cxi"), "--size", "32", "--frames", "61"});
        ASSERT_EQ(made.code, 0) << made.errors;
    }
    void TearDown() override {
        setenv("PATH", m_path.c_str(), 1);
        if (!s_cluster->refusal().empty()) return;
        runProgram("scancel", {"--quiet", "--state=PENDING", "--partition=shut"});
        runProgram("scancel", {"--quiet", "--partition=test"});
    }
    /// Questions every second, files are seen at once. Slurm looks at time limits every half a minute and warns up to a
    /// minute too early, so that no job is warned that is not to be; the shortest limit, for a test that waits for it.
    void writeSite(const std::string& name, const std::string& settings, std::string text,
                   const std::string& limit = "time = 30\n#EWALD save_before = 60") const {
        for (const char* key : {"#EWALD time", "#EWALD save_before"})
            text.replace(text.find(key), text.find('\n', text.find(key)) - text.find(key), "#");
        fs::create_directories(file("configuration/ewald/slurm"));
        std::ofstream(file("configuration/ewald/slurm/" + name + ".sbatch"))
            << "#!/bin/bash\n#EWALD poll_s = 1\n#EWALD patience_s = 3\n#EWALD " << limit << "\n"
            << settings << text;
    }
    /// A command of Slurm that the program finds first; "$REAL" is the true one.
    void shadow(const std::string& command, const std::string& script) const {
        fs::create_directories(file("shadows"));
        std::ofstream(file("shadows/" + command)) << "#!/bin/bash\nREAL=" << realPath(command) << "\n"
                                                  << script << "\n";
        fs::permissions(file("shadows/" + command), fs::perms::owner_all);
        setenv("PATH", (file("shadows") + ":" + m_path).c_str(), 1);
    }
    [[nodiscard]] std::string realPath(const std::string& command) const {
        std::istringstream folders(m_path);
        for (std::string folder; std::getline(folders, folder, ':');)
            if (fs::exists(fs::path(folder) / command)) return (fs::path(folder) / command).string();
        return command;
    }
    void unshadow() const { setenv("PATH", m_path.c_str(), 1); }

    [[nodiscard]] std::string writeJob(const std::string& name, int iterations,
                                       const std::string& scan = "scan.cxi") const {
        const Json job{{"format", "ewald-job"},
                       {"version", 1},
                       {"kind", "ptycho"},
                       {"input", {{"file", file(scan)}}},
                       {"pipeline", {{{"engine", "rpie"}, {"iterations", iterations}}}},
                       {"compute", {{"devices", "cpu:1"}}},
                       {"output", {{"file", file(name + "_result.h5")}, {"checkpoint_every", 200}}}};
        std::ofstream(file(name + ".json")) << job.dump();
        return file(name + ".json");
    }
    [[nodiscard]] std::vector<std::string> command(const std::string& what,
                                                   const std::vector<std::string>& more = {}) const {
        std::vector<std::string> words{"queue", what, "--queue", file("queue")};
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }
    [[nodiscard]] Finished queue(const std::string& what, const std::vector<std::string>& more = {}) const {
        return runCli(command(what, more));
    }
    void add(const std::vector<std::string>& what, const std::vector<std::string>& more = {}) const {
        std::vector<std::string> words{"--on", "slurm:test"};
        words.insert(words.end(), more.begin(), more.end());
        words.insert(words.end(), what.begin(), what.end());
        const Finished added = queue("add", words);
        ASSERT_EQ(added.code, 0) << added.errors;
        const bool waits = std::ranges::find(more, "shut") != more.end();
        ASSERT_EQ(added.errors.find("the partition shut is switched off at present (down)") != std::string::npos,
                  waits);
        ASSERT_EQ(added.errors.empty(), !waits) << added.errors;
    }
    [[nodiscard]] Json job(int id) const {
        const Finished shown = queue("show", {"--json", std::to_string(id)});
        EXPECT_EQ(shown.code, 0) << shown.errors;
        return shown.code == 0 ? Json::parse(shown.output) : Json::object();
    }
    [[nodiscard]] std::string state(int id) const { return job(id).value("state", ""); }
    [[nodiscard]] std::string waitsFor(int id) const { return job(id).value("waits_for", ""); }
    [[nodiscard]] std::string external(int id) const { return job(id).value("external", ""); }
    [[nodiscard]] fs::path jobFolder(int id) const { return file("queue/jobs/00000" + std::to_string(id)); }
    [[nodiscard]] bool begins(int id, int attempt = 1) const {
        return becomesTrue([&] {
            const std::string text = textOf(jobFolder(id) / "events.jsonl");
            std::size_t from = 0;
            for (int i = 0; i < attempt && from != std::string::npos; ++i)
                from = text.find("\"event\":\"attempt\"", from == 0 ? 0 : from + 1);
            return from != std::string::npos && text.find("\"event\":\"loss\"", from) != std::string::npos;
        });
    }
    /// So that a job does not end too early.
    pid_t stopWorker(int id = 1) const {
        pid_t worker = 0;
        std::ifstream(jobFolder(id) / "lock") >> worker;
        EXPECT_TRUE(worker > 0 && kill(worker, SIGSTOP) == 0);
        return worker;
    }
    /// Cancels a job that computes, holding it still until the wish has reached it.
    void cancelAtWork(int id) const {
        const pid_t worker = stopWorker(id);
        EXPECT_TRUE(becomesTrue([&] { return state(id) == "running"; }));
        ASSERT_EQ(queue("cancel", {std::to_string(id)}).code, 0);
        EXPECT_TRUE(waitForFile((jobFolder(id) / "wish").string()));
        ASSERT_EQ(kill(worker, SIGCONT), 0);
    }
    /// Has Slurm announce its time limit to job 1, which it checks every half a minute only, and holds the job still
    /// until it has been told.
    void announceTimeLimit() const {
        const pid_t worker = stopWorker();
        ASSERT_TRUE(becomesTrue([&] { return !external(1).empty(); })); // the runner notes it
        ASSERT_EQ(runProgram("scancel", {"--signal=USR1", "--batch", external(1)}).code, 0);
        EXPECT_TRUE(becomesTrue([&] { return hasPending(worker, SIGUSR1); }));
        ASSERT_EQ(kill(worker, SIGCONT), 0);
    }
    static bool hasPending(pid_t process, int signal) {
        std::ifstream status("/proc/" + std::to_string(process) + "/status");
        for (std::string line; std::getline(status, line);)
            if (line.starts_with("ShdPnd:"))
                return (std::stoull(line.substr(line.find('\t')), nullptr, 16) >> (signal - 1) & 1U) != 0;
        return false;
    }
    /// For a shadowed command: waits until there is a file of this name in the folder, or no folder any more.
    [[nodiscard]] std::string untilFile(const std::string& name) const {
        return "until [ -e '" + file(name) + "' ] || [ ! -d '" + m_folder.string() + "' ]; do sleep 0.1; done";
    }
    void putFile(const std::string& name) const { std::ofstream(file(name)).close(); }
    static pid_t parentOf(pid_t process) {
        std::ifstream status("/proc/" + std::to_string(process) + "/status");
        for (std::string word; status >> word;)
            if (pid_t parent = 0; word == "PPid:" && status >> parent) return parent;
        ADD_FAILURE() << "process " << process << " has no parent";
        return 0;
    }
    [[nodiscard]] int completions(int id) const {
        std::ifstream stream(jobFolder(id) / "events.jsonl");
        int count = 0;
        for (std::string line; std::getline(stream, line);) {
            const Json event = Json::parse(line, nullptr, false);
            if (event.is_object() && event.value("event", "") == "outcome" && event.value("state", "") == "done")
                ++count;
        }
        return count;
    }
    /// All that Slurm has, also what has ended: how many lines hold `part`.
    [[nodiscard]] static int squeue(const std::string& format, const std::string& part) {
        const Finished listed = runProgram("squeue", {"-h", "--states=all", "-o", format});
        std::istringstream lines(listed.output);
        int count = 0;
        for (std::string line; std::getline(lines, line);) count += line.find(part) != std::string::npos ? 1 : 0;
        return count;
    }
    /// The same job on this computer, not in a queue.
    [[nodiscard]] io::PtychoResult resultHere(const std::string& name) const {
        Json job = Json::parse(textOf(file(name + ".json")));
        job["output"]["file"] = file(name + "_here.h5");
        std::ofstream(file(name + "_here.json")) << job.dump();
        const Finished ran = runCli({"run", file(name + "_here.json"), "-q"});
        EXPECT_EQ(ran.code, 0) << ran.errors;
        return io::readResult(file(name + "_here.h5"), io::ResultContent::withState);
    }
    void expectSameResult(const std::string& name) const {
        const io::PtychoResult there = io::readResult(file(name + "_result.h5"), io::ResultContent::withState);
        const io::PtychoResult here = resultHere(name);
        EXPECT_TRUE(there.complete);
        EXPECT_TRUE(there.object == here.object);
        EXPECT_TRUE(there.probe == here.probe);
        EXPECT_TRUE(there.state == here.state);
        ASSERT_EQ(there.loss.size(), here.loss.size());
        for (std::size_t i = 0; i < here.loss.size(); ++i) {
            io::LossEntry entry = there.loss[i];
            entry.time_s = here.loss[i].time_s;
            EXPECT_EQ(entry, here.loss[i]) << i;
        }
    }

    static inline std::unique_ptr<const io::TemporaryFolder> s_folder;
    static inline std::unique_ptr<TestCluster> s_cluster;
    const std::string m_path = std::getenv("PATH");
};

TEST_F(Slurm, AResultHasTheBitsOfThisComputer) {
    add({writeJob("a", 20)});
    const Finished ran = queue("run");
    EXPECT_EQ(ran.code, 0) << ran.errors << ran.output;
    EXPECT_EQ(state(1), "done");
    EXPECT_NE(external(1), "");
    EXPECT_EQ(completions(1), 1);
    expectSameResult("a");
}

TEST_F(Slurm, WhatAWaitingJobWaitsForIsSaidInWordsAndItCanBeCancelled) {
    add({writeJob("a", 20)}, {"--partition", "shut"});
    Process run(command("run"));
    EXPECT_TRUE(becomesTrue([&] { return waitsFor(1).find("partition is switched off") != std::string::npos; }))
        << waitsFor(1);
    EXPECT_EQ(state(1), "waiting");
    const std::string id = external(1);
    ASSERT_EQ(queue("cancel", {"1"}).code, 0);
    expectError(finish(run), 3, "1 job not done");
    EXPECT_EQ(state(1), "stopped");
    EXPECT_EQ(squeue("%i %T", id + " CANCELLED"), 1);
    EXPECT_FALSE(fs::exists(file("a_result.h5")));
}

TEST_F(Slurm, AWaitingJobThatIsPausedTakesNoNode) {
    add({writeJob("a", 20)}, {"--partition", "shut"});
    Process run(command("run"));
    ASSERT_TRUE(becomesTrue([&] { return state(1) == "waiting" && !external(1).empty(); }));
    const std::string id = external(1);
    ASSERT_EQ(queue("pause", {"1"}).code, 0);
    EXPECT_TRUE(becomesTrue([&] { return squeue("%i %r", id + " JobHeldUser") == 1; }));
    EXPECT_TRUE(becomesTrue([&] { return state(1) == "paused"; })) << job(1).dump(1);
    ASSERT_EQ(queue("resume", {"1"}).code, 0);
    EXPECT_TRUE(becomesTrue([&] { return squeue("%i %r", id + " JobHeldUser") == 0; }));
    EXPECT_TRUE(becomesTrue([&] { return state(1) == "waiting"; })) << job(1).dump(1);
    ASSERT_EQ(queue("cancel", {"1"}).code, 0);
    static_cast<void>(finish(run));
    EXPECT_EQ(state(1), "stopped");
}

TEST_F(Slurm, ARunningJobThatIsCancelledSavesAndGoesOnWhenItIsTriedAgain) {
    add({writeJob("a", 2000)});
    Process run(command("run"));
    ASSERT_TRUE(begins(1));
    cancelAtWork(1);
    expectError(finish(run), 3, "1 job not done");
    EXPECT_EQ(state(1), "stopped");
    const std::size_t saved = io::readResult(file("a_result.h5")).loss.size();
    EXPECT_GT(saved, 0U);
    ASSERT_LT(saved, 2000U);
    ASSERT_EQ(queue("retry", {"1"}).code, 0);
    const Finished again = queue("run");
    EXPECT_EQ(again.code, 0) << again.errors;
    EXPECT_EQ(completions(1), 1);
    expectSameResult("a");
}

TEST_F(Slurm, ATimeLimitIsSurvived) {
    add({writeJob("a", 2000)});
    Process run(command("run"));
    ASSERT_TRUE(begins(1));
    announceTimeLimit();
    const std::string id = external(1);
    EXPECT_TRUE(becomesTrue([&] { return waitsFor(1).find("BeginTime") != std::string::npos; })) << job(1).dump(1);
    EXPECT_EQ(io::readResult(file("a_result.h5")).complete, false);
    const Finished ran = finish(run);
    EXPECT_EQ(ran.code, 0) << ran.errors << job(1).dump(1);
    EXPECT_EQ(external(1), id) << "the same job of Slurm, started again";
    EXPECT_EQ(completions(1), 1);
    expectSameResult("a");
}

TEST_F(Slurm, SeveralProcessesSurviveATimeLimitToo) {
    const Finished listed = runProgram("srun", {"--mpi=list"});
    if ((listed.output + listed.errors).find("pmix") == std::string::npos) GTEST_SKIP() << "this Slurm has no PMIx";
    if (runCli({"devices"}).output.find("used when mpirun or srun") == std::string::npos)
        GTEST_SKIP() << "Ewald's MPI module is not there";
    add({writeJob("a", 1500)}, {"--tasks", "2"});
    Process run(command("run"));
    ASSERT_TRUE(begins(1));
    announceTimeLimit();
    const Finished ran = finish(run);
    EXPECT_EQ(ran.code, 0) << ran.errors << job(1).dump(1);
    EXPECT_EQ(completions(1), 1);
    EXPECT_NE(io::readResult(file("a_result.h5")).communicator.find("MPI"), std::string::npos);
    expectSameResult("a");
}

TEST_F(Slurm, WhatCannotGoOnAfterATimeLimitSaysSo) {
    ASSERT_EQ(runCli({"simulate", "powder", "-o", file("powder.h5"), "--frames", "400", "--shape", "512", "512",
                      "--pixel-m", "1e-3"})
                  .code,
              0);
    const Json integration{{"format", "ewald-job"},
                           {"version", 1},
                           {"kind", "integrate"},
                           {"input", {{"files", {file("powder.h5")}}, {"poni_file", file("powder.poni")}}},
                           {"compute", {{"devices", "cpu:1"}}},
                           {"output", {{"file", file("patterns.h5")}}}};
    std::ofstream(file("powder.json")) << integration.dump();
    add({file("powder.json")});
    Process run(command("run"));
    pid_t worker = 0;
    ASSERT_TRUE(becomesTrue([&] {
        std::ifstream(jobFolder(1) / "lock") >> worker;
        return worker > 0;
    }));
    ASSERT_EQ(kill(worker, SIGUSR1), 0);
    expectError(finish(run), 3, "1 job not done");
    EXPECT_NE(job(1).value("error", "").find("the cluster ended the job"), std::string::npos) << job(1).dump(1);
}

TEST_F(Slurm, ARealTimeLimitIsSurvived) {
    if (std::getenv("EWALD_SLURM_SLOW") == nullptr) GTEST_SKIP() << "takes minutes: EWALD_SLURM_SLOW=1";
    writeSite("test", "#EWALD partition = test\n", runCli({"queue", "sites", "--show", "plain"}).output,
              "time = 1\n#EWALD save_before = 55");
    add({writeJob("a", 60000)});
    const Finished ran = queue("run");
    EXPECT_EQ(ran.code, 0) << ran.errors << job(1).dump(1);
    EXPECT_NE(textOf(jobFolder(1) / "events.jsonl").find("\"stopped\""), std::string::npos) << "no limit was reached";
    EXPECT_EQ(completions(1), 1);
    expectSameResult("a");
}

TEST_F(Slurm, AControllerThatIsDownSaysNothingAboutAJob) {
    add({writeJob("a", 2000)});
    Process run(command("run"));
    ASSERT_TRUE(begins(1));
    const pid_t worker = stopWorker();
    s_cluster->tell("down");
    EXPECT_TRUE(becomesTrue([&] { return waitsFor(1).find("not reachable since") != std::string::npos; }));
    EXPECT_EQ(state(1), "running");
    ASSERT_EQ(kill(worker, SIGCONT), 0);
    s_cluster->tell("up");
    const Finished ran = finish(run);
    EXPECT_EQ(ran.code, 0) << ran.errors << job(1).dump(1);
    EXPECT_EQ(completions(1), 1);
}

TEST_F(Slurm, ARunnerThatIsKilledBeforeSbatchAnswersSubmitsNoDuplicate) {
    shadow("sbatch", "case \"$*\" in *test-only*) exec $REAL \"$@\" ;; esac\nid=$($REAL \"$@\")\n" + untilFile("go") +
                         "\necho \"$id\"");
    add({writeJob("a", 2000)});
    const int before = squeue("%j", "ewald-a");
    Process run(command("run"));
    ASSERT_TRUE(becomesTrue([&] { return squeue("%j", "ewald-a") == before + 1; }));
    run.signal(SIGKILL);
    static_cast<void>(run.wait());
    EXPECT_EQ(external(1), "");
    putFile("go");
    const Finished ran = queue("run");
    EXPECT_EQ(ran.code, 0) << ran.errors << job(1).dump(1);
    EXPECT_EQ(squeue("%j", "ewald-a"), before + 1);
    EXPECT_NE(external(1), "");
    EXPECT_EQ(completions(1), 1);
}

TEST_F(Slurm, ARunnerThatIsKilledBeforeSbatchReachesTheClusterLosesNothing) {
    shadow("sbatch", "case \"$*\" in *test-only*) exec $REAL \"$@\" ;; esac\ntouch " + file("called") + "\n" +
                         untilFile("go") + "\nexit 1");
    add({writeJob("a", 20)});
    Process run(command("run"));
    ASSERT_TRUE(becomesTrue([&] { return fs::exists(file("called")); }));
    run.signal(SIGKILL);
    static_cast<void>(run.wait());
    unshadow();
    putFile("go");
    const Finished ran = queue("run");
    EXPECT_EQ(ran.code, 0) << ran.errors << job(1).dump(1);
    EXPECT_EQ(completions(1), 1);
}

TEST_F(Slurm, WhatNoNodeHasIsRefusedBeforeItIsAdded) {
    const std::string document = writeJob("a", 20);
    expectError(queue("add", {"--on", "slurm:test", "--gpus", "99", document}), 2, "the cluster refuses the job");
    expectError(queue("add", {"--on", "slurm:test", "--partition", "none", document}), 2, "artition");
    expectError(queue("add", {"--on", "slurm:nowhere", document}), 2, "known: ");
    expectError(queue("add", {"--on", "slurm:test", "--cluster", "colour=red", document}), 2, "no place for");
    EXPECT_EQ(queue("list", {"--json"}).output, "[]\n");
}

TEST_F(Slurm, ACommandThatHangsHoldsUpNothing) {
    shadow("squeue", "echo asked >>" + file("squeue.log") + "\nexec sleep 1000");
    add({writeJob("a", 20)});
    ASSERT_EQ(queue("add", {writeJob("b", 20)}).code, 0);
    const Finished ran = queue("run");
    EXPECT_EQ(ran.code, 0) << ran.errors;
    EXPECT_EQ(state(1), "done") << "its own files say so";
    EXPECT_EQ(state(2), "done");
    EXPECT_EQ(textOf(file("squeue.log")), "asked\n") << "before the first one was given up, after 30 s";
}

TEST_F(Slurm, AJobWhoseFolderIsDeletedIsEnded) {
    add({writeJob("a", 100000)});
    Process run(command("run"));
    ASSERT_TRUE(begins(1));
    ASSERT_TRUE(becomesTrue([&] { return !external(1).empty(); }));
    const std::string id = external(1);
    fs::remove_all(jobFolder(1));
    expectError(finish(run), 3, "1 job not done");
    const Finished listed = queue("list");
    EXPECT_NE(listed.output.find("the folder of the job was deleted"), std::string::npos) << listed.output;
    EXPECT_TRUE(becomesTrue([&] { return squeue("%i %T", id + " RUNNING") == 0; }));
}

TEST_F(Slurm, JobsThatAreAlikeAreOneArray) {
    shadow("sbatch", "echo \"$*\" >>" + file("sbatch.log") + "\nexec $REAL \"$@\"");
    fs::copy_file(file("scan.cxi"), file("broken.cxi"));
    add({writeJob("a", 20), writeJob("b", 20), writeJob("c", 20, "broken.cxi"), writeJob("d", 20)});
    add({writeJob("e", 20)}, {"--time", "20"});
    fs::resize_file(file("broken.cxi"), 3000);
    expectError(queue("run"), 3, "1 job not done");
    const std::string array = external(1).substr(0, external(1).find('_'));
    for (int id = 1; id <= 4; ++id) EXPECT_EQ(external(id), array + "_" + std::to_string(id - 1));
    EXPECT_EQ(external(5).find('_'), std::string::npos) << "asks for something else";
    for (const int id : {1, 2, 4, 5}) EXPECT_EQ(state(id), "done");
    EXPECT_EQ(state(3), "failed");
    const std::string calls = textOf(file("sbatch.log"));
    EXPECT_EQ(std::count(calls.begin(), calls.end(), '\n'), 4) << "two to check, two to submit: " << calls;
    expectSameResult("d");
    fs::copy_file(file("scan.cxi"), file("broken.cxi"), fs::copy_options::overwrite_existing);
    ASSERT_EQ(queue("retry", {"3"}).code, 0);
    const Finished again = queue("run");
    EXPECT_EQ(again.code, 0) << again.errors;
    EXPECT_EQ(completions(3), 1);
}

TEST_F(Slurm, PartsOfAnArrayAreFoundAgainAndEndedOneByOne) {
    shadow("sbatch", "case \"$*\" in *test-only*) exec $REAL \"$@\" ;; esac\nid=$($REAL \"$@\")\n" + untilFile("go") +
                         "\necho \"$id\"");
    add({writeJob("x", 2000), writeJob("y", 2000)});
    const int before = squeue("%j", "ewald-x");
    Process run(command("run"));
    ASSERT_TRUE(becomesTrue([&] { return squeue("%j", "ewald-x") > before; }));
    run.signal(SIGKILL);
    static_cast<void>(run.wait());
    putFile("go");
    Process second(command("run"));
    ASSERT_TRUE(begins(2));
    const pid_t worker = stopWorker(2);
    EXPECT_TRUE(becomesTrue([&] { return external(2).find("_1") != std::string::npos; })) << job(2).dump(1);
    ASSERT_EQ(kill(worker, SIGCONT), 0);
    cancelAtWork(2);
    expectError(finish(second), 3, "1 job not done");
    EXPECT_EQ(state(1), "done");
    EXPECT_EQ(state(2), "stopped");
    EXPECT_EQ(completions(1), 1);
}

TEST_F(Slurm, OneThatFailsHoldsUpNoOtherAndCanBeTriedAgain) {
    fs::copy_file(file("scan.cxi"), file("broken.cxi"));
    add({writeJob("a", 20), writeJob("b", 20, "broken.cxi"), writeJob("c", 20)});
    add({writeJob("d", 20)}, {"--after", "2"});
    fs::resize_file(file("broken.cxi"), 3000);
    expectError(queue("run"), 3, "2 jobs not done"); // with the one that needs it
    EXPECT_EQ(state(1), "done");
    EXPECT_EQ(state(2), "failed");
    EXPECT_NE(job(2).value("error", "").find("broken.cxi"), std::string::npos) << job(2).dump(1);
    EXPECT_EQ(state(3), "done");
    EXPECT_NE(job(4).value("error", "").find("job 2"), std::string::npos) << job(4).dump(1);
    fs::copy_file(file("scan.cxi"), file("broken.cxi"), fs::copy_options::overwrite_existing);
    ASSERT_EQ(queue("retry", {"2", "4"}).code, 0);
    const Finished again = queue("run");
    EXPECT_EQ(again.code, 0) << again.errors;
    EXPECT_EQ(state(4), "done");
    EXPECT_EQ(completions(1), 1);
}

TEST_F(Slurm, ACrashIsNamed) {
    add({writeJob("a", 100000)});
    Process run(command("run"));
    ASSERT_TRUE(begins(1));
    pid_t worker = 0;
    std::ifstream(jobFolder(1) / "lock") >> worker;
    ASSERT_GT(worker, 0);
    ASSERT_EQ(kill(worker, SIGSEGV), 0);
    expectError(finish(run), 3, "1 job not done");
    EXPECT_NE(job(1).value("error", "").find("SIGSEGV"), std::string::npos) << job(1).dump(1);
}

TEST_F(Slurm, AJobThatTheClusterHasLostCanBeTriedAgain) {
    add({writeJob("a", 2000)});
    Process first(command("run"));
    ASSERT_TRUE(begins(1));
    const pid_t worker = stopWorker();
    ASSERT_TRUE(becomesTrue([&] { return !external(1).empty(); }));
    first.signal(SIGKILL);
    static_cast<void>(first.wait());
    // As on a computer that loses its power: the script must not live to note how its program ended.
    ASSERT_EQ(kill(parentOf(worker), SIGKILL), 0);
    ASSERT_EQ(kill(worker, SIGKILL), 0);
    shadow("squeue", ":");
    shadow("scontrol", "exit 1");
    expectError(queue("run"), 3, "1 job not done");
    EXPECT_NE(job(1).value("error", "").find("has no such job any more"), std::string::npos) << job(1).dump(1);
    unshadow();
    ASSERT_EQ(queue("retry", {"1"}).code, 0);
    const Finished again = queue("run");
    EXPECT_EQ(again.code, 0) << again.errors;
    EXPECT_EQ(completions(1), 1);
}

TEST_F(Slurm, ASubmitHostIsReachedBySsh) {
    // What sshd does: a shell of its own gets one string.
    shadow("ssh", "echo \"$*\" >>" + file("ssh.log") + "\nexec sh -c \"${@: -1}\"");
    const Finished plain = runCli({"queue", "sites", "--show", "plain"});
    fs::create_directory_symlink(m_folder, m_folder.string() + "_there");
    writeSite("far",
              "#EWALD partition = test\n#EWALD submit_host = login.example.org\n#EWALD path = " + m_folder.string() +
                  " -> " + m_folder.string() + "_there\n",
              plain.output);
    const Finished added = queue("add", {"--on", "slurm:far", writeJob("a", 20)});
    ASSERT_EQ(added.code, 0) << added.errors;
    const Finished ran = queue("run");
    fs::remove(m_folder.string() + "_there");
    EXPECT_EQ(ran.code, 0) << ran.errors << job(1).dump(1);
    EXPECT_NE(textOf(file("ssh.log")).find("BatchMode=yes"), std::string::npos);
    EXPECT_NE(textOf(file("ssh.log")).find("login.example.org"), std::string::npos);
    EXPECT_NE(textOf(jobFolder(1) / "events.jsonl").find("_there/a_result.h5"), std::string::npos);
    EXPECT_TRUE(fs::exists(file("a_result.h5")));
}

} // namespace
} // namespace ewald::cli
