// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "io/temporary_folder.h"
#include "job/queue/slurm/cluster_time.h"
#include "job/queue/slurm/command.h"
#include "job/queue/slurm/path_map.h"
#include "job/queue/slurm/slurm_backend.h"
#include "job/queue/slurm/slurm_host.h"
#include "job/queue/slurm/slurm_site.h"
#include "job/queue/slurm/slurm_templates.h"
#include "job/queue/slurm/slurm_text.h"
#include "job/queue/slurm/submission_check.h"
#include "job/queue/store/queue_store.h"

#include <array>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <thread>

namespace ewald::job::queue {
namespace {

namespace fs = std::filesystem;

const std::string kTemplate = "#!/bin/bash\n#EWALD partition = gpu\n#EWALD poll_s = 2\n#EWALD path = /data -> /gpfs/d\n"
                              "#SBATCH --comment={token}\n#SBATCH --output={log}\n#SBATCH --partition={partition}\n"
                              "#SBATCH --account={account}\n# not a place: {nothing}\nexport A=${B}\n"
                              "{launcher} {command}\n";

BatchJob batchJob(const ClusterValues& values = {}) {
    return {"a scan/1", "ewald-1", "/data/it's 50%", "/usr/bin/ewald-cli", values};
}

std::string errorOf(const std::function<void()>& action) {
    try {
        action();
    } catch (const JobError& error) {
        return error.what();
    }
    return "no error";
}

TEST(SlurmSiteTest, PlacesAreFilledAndOptionsWithoutAValueAreLeftOut) {
    const SlurmSite site = parseSlurmSite("test", kTemplate, "test.sbatch");
    EXPECT_EQ(site.poll_s, 2);
    const std::string script = batchScript(site, batchJob());
    EXPECT_EQ(script.rfind("#!/bin/bash\n", 0), 0U);
    EXPECT_NE(script.find("\n#SBATCH --comment=ewald-1\n"), std::string::npos) << script;
    EXPECT_NE(script.find("\n#SBATCH --output=\"/gpfs/d/it's 50%%/cluster.log\"\n"), std::string::npos) << script;
    EXPECT_NE(script.find("\n#SBATCH --partition=gpu\n"), std::string::npos);
    EXPECT_EQ(script.find("--account"), std::string::npos);
    EXPECT_NE(script.find("\nexport A=${B}\n"), std::string::npos);
    EXPECT_NE(script.find("\newald_folder='/gpfs/d/it'\\''s 50%'\n"), std::string::npos) << script;
    EXPECT_NE(script.find("\n'/usr/bin/ewald-cli' queue work --batch 'ewald-1' --path '/data=/gpfs/d' "
                          "\"$ewald_folder\" >>"),
              std::string::npos)
        << script;
    EXPECT_EQ(script.find("#EWALD"), std::string::npos);
    EXPECT_NE(batchScript(site, batchJob({{"account", "me"}})).find("--account=me\n"), std::string::npos);
}

TEST(SlurmSiteTest, OneScriptStandsForSeveralJobs) {
    SlurmSite site = parseSlurmSite("test", kTemplate, "test.sbatch");
    site.arrayAtOnce = 2;
    EXPECT_TRUE(site.takesArrays());
    BatchJob several = batchJob();
    several.others = {"/data/b", "/c"};
    const std::string script = batchScript(site, several);
    EXPECT_EQ(script.rfind("#!/bin/bash\n#SBATCH --array=0-2%2\n", 0), 0U) << script;
    EXPECT_NE(script.find("\n1) ewald_folder='/gpfs/d/b' ;;\n2) ewald_folder='/c' ;;\nesac\n"), std::string::npos)
        << script;
    // A line of its own that needs to know the folder.
    EXPECT_FALSE(parseSlurmSite("test", kTemplate + "cd {job_folder}\n", "test.sbatch").takesArrays());
}

TEST(SlurmSiteTest, ShippedTemplatesMakeScriptsThatBashTakes) {
    const io::TemporaryFolder folder;
    const std::atomic<bool> never(false);
    ASSERT_EQ(shippedSlurmTemplates().size(), 3U);
    for (const ShippedTemplate& shipped : shippedSlurmTemplates()) {
        const SlurmSite site = parseSlurmSite(shipped.name, shipped.text, shipped.name);
        ClusterValues values{{"nodes", "2"}, {"gpus", "1"}, {"time", "01:00:00"}};
        if (shipped.name == "apptainer") {
            EXPECT_NE(
                errorOf([&] { static_cast<void>(batchScript(site, batchJob())); }).find("needs a value for \"image\""),
                std::string::npos);
            values["image"] = "/images/ewald.sif";
        }
        const std::string script = batchScript(site, batchJob(values));
        EXPECT_EQ(script.find("\n#EWALD"), std::string::npos) << script;
        EXPECT_NE(script.find("\nsrun --mpi=pmix"), std::string::npos) << script;
        EXPECT_NE(script.find("#SBATCH --signal=B:USR1@120\n"), std::string::npos) << script;
        const CommandResult checked = runCommand({{"bash", "-n"}, script}, never);
        EXPECT_TRUE(checked.succeeded()) << checked.errors;
    }
}

/// Runs a script as Slurm would, without Slurm: the program `program` and the line `before` its command. It is warned
/// of its time limit when there is a file "started", and the file "go" is there once it has got the signal.
CommandResult runWarned(const fs::path& folder, const std::string& before, const std::string& program) {
    const auto write = [&](const std::string& name, const std::string& text) {
        std::ofstream(folder / name) << text;
        fs::permissions(folder / name, fs::perms::owner_all);
    };
    write("job.json", "{}");
    write("program", "#!/bin/sh\ncd '" + folder.string() + "' || exit 3\n" + program);
    const std::string text =
        "#!/bin/bash\n#SBATCH --comment={token}\ncd '" + folder.string() + "'\n" + before + "\n{launcher} {command}\n";
    write("script",
          batchScript(parseSlurmSite("test", text, "test.sbatch"), {"a", "ewald-1", folder, folder / "program", {}}));
    const std::atomic<bool> never(false);
    return runCommand({{"bash"},
                       "cd '" + folder.string() + "'\n" + R"(bash script & script=$!
until [ -e started ]; do sleep 0.02; done
kill -USR1 $script
pending() { read -r _ mask < <(grep ^ShdPnd "/proc/$script/status") && [ $((0x$mask >> 9 & 1)) -ne 0 ]; }
while pending; do sleep 0.02; done
touch go
wait $script)",
                       60},
                      never);
}

TEST(SlurmSiteTest, AWarningDoesNotEndACommandThatIsJustStarting) {
    const io::TemporaryFolder folder;
    const CommandResult ran = runWarned(folder.path(), "",
                                        "touch started\nuntil [ -e go ]; do sleep 0.05; done\ntrap 'exit 7' USR1\n"
                                        "while :; do sleep 0.05; done\n");
    EXPECT_EQ(ran.code, 7) << ran.errors; // 138: the signal has ended it
}

TEST(SlurmSiteTest, AWarningThatComesBeforeTheCommandIsPassedOn) {
    const io::TemporaryFolder folder;
    const CommandResult ran = runWarned(folder.path(), "touch started; until [ -e go ]; do sleep 0.02; done",
                                        "trap 'exit 7' USR1\nwhile :; do sleep 0.05; done\n");
    EXPECT_EQ(ran.code, 7) << ran.errors;
}

TEST(SlurmSiteTest, WhatIsWrongWithATemplateIsSaid) {
    const auto with = [](const std::string& line) {
        return errorOf([&] { static_cast<void>(parseSlurmSite("test", kTemplate + line + "\n", "test.sbatch")); });
    };
    EXPECT_NE(with("#SBATCH --qos={qoss}").find("unknown place {qoss}: test.sbatch"), std::string::npos);
    EXPECT_NE(with("{command}").find("exactly one line"), std::string::npos);
    EXPECT_NE(with("#EWALD colour = red").find("no place for"), std::string::npos);
    EXPECT_NE(with("#EWALD poll_s = soon").find("positive"), std::string::npos);
    EXPECT_NE(with("#EWALD path = data").find("/here -> /there"), std::string::npos);
    EXPECT_NE(with("#EWALD submit_host = -oProxyCommand=x").find("no name of a host"), std::string::npos);
    EXPECT_NE(errorOf([] { static_cast<void>(parseSlurmSite("t", "#!/bin/bash\n{command}\n", "t")); }).find("{token}"),
              std::string::npos);
    const SlurmSite site = parseSlurmSite("test", kTemplate, "test.sbatch");
    EXPECT_NE(errorOf([&] {
                  static_cast<void>(batchScript(site, batchJob({{"gpus", "1"}})));
              }).find("no place for"),
              std::string::npos);
}

TEST(SlurmSiteTest, TimesMayHaveUnits) {
    const std::pair<const char*, const char*> times[] = {{"2h", "02:00:00"},
                                                         {"90min", "01:30:00"},
                                                         {"1h30m", "01:30:00"},
                                                         {"1.5d", "1-12:00:00"},
                                                         {"45s", "00:00:45"},
                                                         {"2Hours", "02:00:00"},
                                                         {"7days", "7-00:00:00"},
                                                         {"0.5s", "00:00:01"},
                                                         // These are Slurm's own, or nothing that is known.
                                                         {"04:00:00", "04:00:00"},
                                                         {"1-12", "1-12"},
                                                         {"90", "90"},
                                                         {"UNLIMITED", "UNLIMITED"},
                                                         {"infinite", "infinite"},
                                                         {"2h30", "2h30"},
                                                         {"h", "h"},
                                                         {"0h", "0h"},
                                                         {"2hx", "2hx"},
                                                         {"-1h", "-1h"},
                                                         {"1e300d", "1e300d"}};
    for (const auto& [typed, expected] : times)
        EXPECT_EQ(parseBackend(std::string("slurm:gpu time=") + typed).values.at("time"), expected) << typed;
    EXPECT_EQ(parseBackend("slurm:gpu memory=2h").values.at("memory"), "2h");
}

TEST(SlurmSiteTest, AChoiceComesBackAsItWent) {
    const BackendChoice choice{"slurm", "maxwell", {{"partition", "gpu"}, {"time", "01:00:00"}, {"constraint", "a&b"}}};
    const BackendChoice again = parseBackend(toString(choice));
    EXPECT_EQ(again.name, choice.name);
    EXPECT_EQ(again.site, choice.site);
    EXPECT_EQ(again.values, choice.values);
    EXPECT_EQ(parseBackend("").name, "");
    for (const char* bad : {"a b", "a\nb", "", "it's"})
        EXPECT_THROW(static_cast<void>(toString({"slurm", "", {{"partition", bad}}})), JobError) << bad;
    EXPECT_THROW(static_cast<void>(parseBackend("slurm gpu")), JobError);
    // Whoever asks the cluster hears the same as who only checks the name.
    const auto refused = [](const auto& ask) {
        try {
            ask();
        } catch (const JobError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    const std::string wrong = refused([] { requireKnownBackend("pbs:gpu"); });
    EXPECT_NE(wrong.find("jobs cannot run on \"pbs\""), std::string::npos) << wrong;
    EXPECT_EQ(refused([] { static_cast<void>(checkSubmission("pbs:gpu", "/ewald-cli")); }), wrong);
}

/// Templates of a person's own, and commands of a cluster that are scripts.
class SlurmSitesTest : public testing::Test {
protected:
    void SetUp() override {
        for (const char* name : {"XDG_CONFIG_HOME", "PATH"}) m_before.emplace_back(name, std::getenv(name));
        setenv("XDG_CONFIG_HOME", m_folder.path().c_str(), 1);
        fs::create_directories(file(""));
        fs::create_directories(m_folder.path() / "bin");
        setenv("PATH", ((m_folder.path() / "bin").string() + ":" + std::getenv("PATH")).c_str(), 1);
    }
    void TearDown() override {
        for (const auto& [name, value] : m_before) value ? setenv(name, value->c_str(), 1) : unsetenv(name);
    }
    [[nodiscard]] fs::path file(const std::string& name) const { return m_folder.path() / "ewald/slurm" / name; }
    void site(const std::string& name, const std::string& more = {}) const {
        std::ofstream(file(name + ".sbatch")) << kTemplate << more;
    }
    void command(const std::string& name, const std::string& text) const {
        const fs::path program = m_folder.path() / "bin" / name;
        std::ofstream(program) << "#!/bin/sh\n" << text << "\n";
        fs::permissions(program, fs::perms::owner_all);
    }

    struct Variable : std::optional<std::string> {
        explicit Variable(const char* value) {
            if (value != nullptr) emplace(value);
        }
    };
    io::TemporaryFolder m_folder;
    std::vector<std::pair<const char*, Variable>> m_before;
};

TEST_F(SlurmSitesTest, ATemplateThatIsWrongHarmsNoOtherSite) {
    site("broken", "{command}\n");
    site("sound");
    EXPECT_EQ(findSlurmSite("sound").name, "sound");
    EXPECT_EQ(findSlurmSite("").name, "plain") << "one of two is not the usual one";
    EXPECT_NE(errorOf([] { static_cast<void>(findSlurmSite("broken")); }).find("exactly one line"), std::string::npos);
    EXPECT_NE(errorOf([] { static_cast<void>(findSlurmSite("none")); }).find("broken, sound, "), std::string::npos);
    const SlurmSites all = slurmSites();
    EXPECT_EQ(all.sound.front().name, "plain");
    EXPECT_EQ(all.sound.size(), 4U);
    ASSERT_EQ(all.problems.size(), 1U);
    EXPECT_EQ(all.problems[0].where(), file("broken.sbatch"));
    fs::remove(file("broken.sbatch"));
    EXPECT_EQ(findSlurmSite("").name, "sound");
    EXPECT_EQ(slurmSites().sound.front().name, "sound");
}

TEST_F(SlurmSitesTest, AJobWhoseSiteIsGoneIsFollowedAndEnded) {
    site("here", "#EWALD poll_s = 0.05\n");
    const fs::path log = m_folder.path() / "log";
    command("sbatch", "cat > /dev/null; echo 77");
    command("squeue", "echo '77|PENDING|Priority|N/A|'");
    command("scancel", "echo \"$@\" >> " + log.string());
    QueueStore store(m_folder.path() / "queue");
    NewJob made{"a", {}};
    made.document.inputFile = m_folder.path() / "scan.cxi";
    made.document.outputFile = m_folder.path() / "a.h5";
    made.backend = "slurm:here";
    NewJob other = made;
    other.document.outputFile = m_folder.path() / "b.h5";
    static_cast<void>(store.add(std::vector<NewJob>{made, other}));
    const QueueJob job = *store.claim("me"), notYet = *store.claim("me");
    const auto until = [](SlurmBackend& backend, const auto& holds) {
        for (int i = 0; i < 6000 && !holds(); ++i) {
            backend.refresh();
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        return holds();
    };
    {
        SlurmBackend first(store, {"/bin/true"});
        first.start(job);
        ASSERT_TRUE(until(first, [&] { return first.look(job).external == "77"; }));
    }
    fs::remove(file("here.sbatch"));
    SlurmBackend second(store, {"/bin/true"});
    second.adopt(job);
    second.adopt(notYet);
    EXPECT_TRUE(until(second, [&] { return second.look(job).waitsFor->what == "jobs of others come first"; }));
    EXPECT_EQ(second.look(notYet).waitsFor->what, "there is no site \"here\"");
    second.askToEnd(job, Wish::stop);
    second.askToEnd(notYet, Wish::stop);
    EXPECT_TRUE(second.look(notYet).gone) << "it was never submitted";
    EXPECT_EQ(second.verdict(notYet).status.state, QueueState::stopped);
    EXPECT_TRUE(until(second, [&] { return fs::exists(log); }));
    std::ifstream stream(log);
    std::string line;
    std::getline(stream, line);
    EXPECT_EQ(line, "77");
}

/// Slurm takes no signal but KILL for a job that does not run: one that has run and waits again is cancelled as such.
TEST_F(SlurmSitesTest, AJobThatWaitsForItsNextTurnIsCancelled) {
    site("here", "#EWALD poll_s = 0.05\n");
    const fs::path log = m_folder.path() / "log", state = m_folder.path() / "state";
    const auto say = [&](const char* line) {
        std::ofstream(m_folder.path() / "next") << line << "\n";
        fs::rename(m_folder.path() / "next", state);
    };
    const fs::path calls = m_folder.path() / "calls";
    say("77|RUNNING|None|N/A|");
    command("sbatch", "cat > /dev/null; echo 77");
    command("squeue", "cat " + state.string() + "; echo >> " + calls.string());
    command("scancel",
            "case \"$*\" in *--signal*) echo 'Transition state' >&2; exit 1;; esac; echo \"$@\" >> " + log.string());
    QueueStore store(m_folder.path() / "queue");
    NewJob made{"a", {}};
    made.document.inputFile = m_folder.path() / "scan.cxi";
    made.document.outputFile = m_folder.path() / "a.h5";
    made.backend = "slurm:here";
    static_cast<void>(store.add(std::span(&made, 1)));
    const QueueJob job = *store.claim("me");
    SlurmBackend backend(store, {"/bin/true"});
    const auto until = [&](const auto& holds) {
        for (int i = 0; i < 3000 && !holds(); ++i) {
            backend.refresh();
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        return holds();
    };
    backend.start(job);
    const auto isSeen = [&] { // by a look that has begun after this
        std::error_code none;
        fs::remove(calls, none);
        return until([&] { return fs::exists(calls) && fs::file_size(calls) > 1; });
    };
    ASSERT_TRUE(until([&] { return backend.look(job).external == "77"; }));
    ASSERT_TRUE(isSeen());
    say("77|PENDING|BeginTime|N/A|");
    ASSERT_TRUE(isSeen());
    backend.askToEnd(job, Wish::stop);
    ASSERT_TRUE(until([&] { return fs::exists(log); }));
    std::ifstream stream(log);
    std::string line;
    std::getline(stream, line);
    EXPECT_EQ(line, "77");
}

TEST_F(SlurmSitesTest, AJobThatAnotherProcessHoldsIsNotTriedForEver) {
    QueueStore store(m_folder.path() / "queue");
    NewJob made{"a", {}};
    made.document.inputFile = m_folder.path() / "scan.cxi";
    made.document.outputFile = m_folder.path() / "a.h5";
    made.backend = "slurm";
    static_cast<void>(store.add(std::span(&made, 1)));
    QueueJob job = *store.claim("me");
    Submission submission = newSubmission(job.started);
    submission.external = "77";
    submission.attempted = true;
    writeSubmission(store.folderOf(1), submission);
    std::ofstream(store.folderOf(1).path() / "batch.json") << R"({"external":"77","exit_code":75})";
    SlurmBackend backend(store, {"/bin/true"});
    backend.adopt(job);
    EXPECT_EQ(backend.verdict(job).status.state, QueueState::queued);
    job.attempts = 10;
    const Verdict last = backend.verdict(job);
    EXPECT_EQ(last.status.state, QueueState::failed);
    EXPECT_NE(last.status.error.what.find("at 10 attempts"), std::string::npos) << last.status.error.what;
}

TEST_F(SlurmSitesTest, TurnsThatBringAJobNoFurtherAreCounted) {
    const JobFolder folder(m_folder.path());
    std::ofstream(folder.document()) << "{}";
    const auto turn = [&](int done) {
        std::ofstream(folder.events(), std::ios::app)
            << R"({"event":"progress","state":"running","done":)" << done << ",\"total\":99}\n";
        return endedByTurns(folder, 1);
    };
    for (int i = 0; i < 3 * kMostFruitlessTurns; ++i) EXPECT_FALSE(turn(i / 3 + 1)) << "slow, but it comes further";
    for (int i = 4; i <= kMostFruitlessTurns; ++i) EXPECT_EQ(turn(kMostFruitlessTurns).has_value(), false) << i;
    const std::optional<JobStatus> over = turn(kMostFruitlessTurns);
    ASSERT_TRUE(over);
    EXPECT_EQ(over->state, QueueState::failed);
    EXPECT_NE(over->error.what.find("no further in 10 turns"), std::string::npos) << over->error.what;
    folder.forgetTurns();
    EXPECT_FALSE(turn(1)) << "a person has tried it again";
}

TEST(SlurmTextTest, AnswersOfSqueueAreTakenApart) {
    const std::vector<SlurmJob> jobs =
        parseSqueue("slurm_load_jobs: a warning\n12|PENDING|Priority|N/A|ewald-1\n"
                    "3_7|RUNNING|None|2026-11-23T04:59:38|a|b\n13|CANCELLED|None|N/A|\n");
    ASSERT_EQ(jobs.size(), 3U);
    EXPECT_EQ(jobs[0], (SlurmJob{"12", "PENDING", "Priority", "N/A", "ewald-1"}));
    EXPECT_EQ(jobs[1].comment, "a|b");
    EXPECT_EQ(jobs[2].comment, "");
    EXPECT_EQ(phaseOf("PENDING"), SlurmPhase::waiting);
    EXPECT_EQ(phaseOf("COMPLETING"), SlurmPhase::active);
    EXPECT_EQ(phaseOf("CANCELLED by 1000"), SlurmPhase::ended);
    EXPECT_EQ(phaseOf("CANCELLED+"), SlurmPhase::ended);
}

TEST(SlurmTextTest, AnswersOfScontrolAreTakenApart) {
    // Recorded, Slurm 22.05.8.
    const std::optional<SlurmJob> job = parseScontrol("JobId=2 JobName=sbatch UserId=root(0) MCS_label=N/A "
                                                      "Priority=4294901758 JobState=FAILED Reason=NonZeroExitCode "
                                                      "Dependency=(null) Requeue=1 Restarts=0 ExitCode=3:0 "
                                                      "StartTime=2026-11-23T05:02:25 Comment=tok124  StdErr=/a\n");
    ASSERT_TRUE(job);
    EXPECT_EQ(*job, (SlurmJob{"2", "FAILED", "NonZeroExitCode", "2026-11-23T05:02:25", "tok124"}));
    EXPECT_FALSE(parseScontrol("slurm_load_jobs error: Invalid job id specified\n"));
}

TEST(SubmissionCheckTest, TimesOfSlurmAreSeconds) {
    // man sbatch, --time
    constexpr std::array<std::pair<const char*, double>, 7> kTimes{{{"90", 5400},
                                                                    {"1:30", 90},
                                                                    {"02:00:00", 7200},
                                                                    {"1-12", 129600},
                                                                    {"1-12:30", 131400},
                                                                    {"1-00:00:01", 86401},
                                                                    {"0", 0}}};
    for (const auto& [text, seconds] : kTimes) {
        EXPECT_EQ(secondsOfSlurmTime(text), seconds) << text;
        if (seconds == 0) continue;
        EXPECT_EQ(secondsOfSlurmTime(slurmTime(seconds)), seconds) << text;
    }
    for (const char* none :
         {"", "infinite", "UNLIMITED", "1:", ":1", "-1", "1-2-3", "1:2:3:4", "1-2:3:4:5", "2 h", "1.5"})
        EXPECT_FALSE(secondsOfSlurmTime(none)) << none;
}

TEST(SubmissionCheckTest, APartitionThatWouldNotStartTheJobIsNamed) {
    // As sinfo of Slurm 22.05 writes them; partitions whose nodes differ have several lines.
    const std::vector<SlurmPartition> partitions = parseSinfo("gpu*|up|1-00:00:00\nshort|up|30:00\nshort|up|30:00\n"
                                                              "old|drain|infinite\nnight|down|8:00:00\nnonsense\n");
    ASSERT_EQ(partitions.size(), 4U);
    EXPECT_EQ(partitions[0], (SlurmPartition{"gpu", true, "up", 86400.0}));
    EXPECT_EQ(partitions[1], (SlurmPartition{"short", false, "up", 1800.0}));
    EXPECT_EQ(partitions[2], (SlurmPartition{"old", false, "drain", {}}));
    const auto remark = [&](const std::string& options) {
        return partitionRemark(partitions, "#!/bin/bash\n" + options + "\necho --partition=night\n");
    };
    for (const char* sound : {"", "#SBATCH --time=23:59:59", "#SBATCH --partition=short\n#SBATCH --time=30",
                              "#SBATCH -p gpu\n#SBATCH -t 1-0", "#SBATCH --partition=night,gpu", "#SBATCH -p elsewhere",
                              "#SBATCH --partition=short\n#SBATCH --time-min=40", "#SBATCH --partition=\"gpu\""})
        EXPECT_EQ(remark(sound), "") << sound;
    const std::string tooLong = remark("#SBATCH --partition=short\n#SBATCH --time=31:00");
    EXPECT_EQ(remark("#SBATCH -pshort\n#SBATCH -t31"), tooLong);
    EXPECT_NE(tooLong.find("short allows jobs of 00:30:00 at most, and this one asks for 00:31:00"), std::string::npos)
        << tooLong;
    EXPECT_NE(remark("#SBATCH --time=2-00:00:00").find("gpu allows jobs of 1-00:00:00 at most"), std::string::npos);
    EXPECT_NE(remark("#SBATCH --partition=old").find("old is switched off at present (drain)"), std::string::npos);
    EXPECT_NE(remark("#SBATCH --partition=night,short\n#SBATCH --time=60").find("short allows jobs of 00:30:00"),
              std::string::npos);
}

TEST(SlurmTextTest, ReasonsAreSaidInWords) {
    const auto words = [](const std::string& reason) { return waitingText({"12", "PENDING", reason, "", ""}).what; };
    EXPECT_EQ(words("Priority"), "jobs of others come first");
    EXPECT_NE(words("ReqNodeNotAvail, UnavailableNodes:n7").find("maintenance"), std::string::npos);
    EXPECT_NE(words("QOSMaxGRESPerUser").find("GPUs"), std::string::npos);
    EXPECT_NE(words("AssocGrpGRES").find("GPUs of your group"), std::string::npos);
    EXPECT_NE(words("launch failed requeued held").find("could not start it"), std::string::npos);
    EXPECT_NE(words("SomethingNew").find("\"SomethingNew\""), std::string::npos);
    EXPECT_EQ(waitingText({"12", "PENDING", "Priority", "", ""}).where, "job 12 of the cluster (Priority)");
    EXPECT_NE(endText({"12", "OUT_OF_MEMORY", "", "", ""}).what.find("memory"), std::string::npos);
    EXPECT_NE(endText({"12", "CANCELLED by 0", "", "", ""}).what.find("cancelled"), std::string::npos);
    EXPECT_FALSE(endText({"12", "SOMETHING", "", "", ""}).what.empty());
    EXPECT_TRUE(isUnreachable("sbatch: error: Batch job submission failed: Unable to contact slurm controller "
                              "(connect failure)"));
    EXPECT_FALSE(isUnreachable("sbatch: error: Batch job submission failed: Requested node configuration is not "
                               "available"));
}

TEST(CommandTest, OutputErrorsAndExitCodeComeBack) {
    const std::atomic<bool> never(false);
    const CommandResult result = runCommand({{"sh", "-c", "cat; echo sbatch: error: no >&2; exit 3"}, "text"}, never);
    EXPECT_EQ(result.output, "text");
    EXPECT_EQ(result.complaint(), "no");
    EXPECT_EQ(result.code, 3);
    EXPECT_FALSE(result.succeeded());
    EXPECT_FALSE(runCommand({{"no-such-program-at-all"}}, never).started);
    // More than the pipes hold, both ways.
    const std::string much(3U << 20, 'x');
    EXPECT_EQ(runCommand({{"cat"}, much}, never).output, much);
}

/// It would have to be waited for longer than the test may take.
TEST(CommandTest, OneThatHangsIsKilledWithAllThatItStarted) {
    const std::atomic<bool> never(false);
    CommandResult result;
    // On a machine with other work even a shell that prints a word may need more time.
    for (double limit_s = 0.3; result.output.empty() && limit_s < 100; limit_s *= 3)
        result = runCommand({{"sh", "-c", "echo before; sleep 10000 & sleep 10000"}, "", limit_s}, never);
    EXPECT_TRUE(result.timedOut);
    EXPECT_EQ(result.output, "before\n");
}

TEST(CommandTest, OneThatLeavesAProgramBehindHasEnded) {
    const io::TemporaryFolder folder;
    const std::atomic<bool> never(false);
    const std::string command =
        "(while [ -d '" + folder.path().string() + "' ]; do sleep 0.1; done) & echo there"; // ends with the folder
    EXPECT_EQ(runCommand({{"sh", "-c", command}}, never).output, "there\n");
}

TEST(CommandTest, ALockIsHeldAsLongAsTheCommandRuns) {
    const io::TemporaryFolder folder;
    const fs::path file = folder.path() / "lock", started = folder.path() / "started", end = folder.path() / "end";
    std::atomic<bool> abandon(false);
    {
        std::optional<io::ProcessLock> lock = io::ProcessLock::tryTake(file);
        ASSERT_TRUE(lock);
        std::thread ends([&] {
            while (!fs::exists(started)) std::this_thread::sleep_for(std::chrono::milliseconds(5));
            abandon = true;
        });
        const std::string text =
            "touch '" + started.string() + "'; until [ -e '" + end.string() + "' ]; do sleep 0.1; done";
        const Command command{{"sh", "-c", text}, "", 60, {lock->descriptor()}};
        EXPECT_TRUE(runCommand(command, abandon).abandoned);
        ends.join();
    }
    EXPECT_TRUE(io::ProcessLock::isHeld(file)) << "the command goes on";
    std::ofstream(end).close();
    for (int i = 0; i < 3000 && io::ProcessLock::isHeld(file); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_FALSE(io::ProcessLock::isHeld(file));
}

TEST(SlurmHostTest, ByWayOfSshAShellThereGetsOneWord) {
    const SlurmHost here(""), there("login");
    const SlurmHost::Call call{{"squeue", "-u", "$USER", "-o", "%i|%k"}, "", 30, "/a b/job.json", {}, {}};
    EXPECT_EQ(here.commandOf(call).words[0], "squeue");
    EXPECT_NE(here.commandOf(call).words[2], "$USER");
    const std::vector<std::string> words = there.commandOf(call).words;
    EXPECT_EQ(words[0], "ssh");
    EXPECT_EQ(words[words.size() - 2], "login");
    const std::atomic<bool> never(false);
    // The same words arrive, and a file that is not there is said so.
    const CommandResult result = runCommand({{"sh", "-c", words.back()}}, never);
    EXPECT_EQ(result.code, kNoFolderExitCode);
    const SlurmHost::Call echo{{"printf", "%s,", "it's", "a b", "$HOME", "$USER"}, "", 30, "", {}, {}};
    const std::string output = runCommand({{"sh", "-c", there.commandOf(echo).words.back()}}, never).output;
    EXPECT_EQ(output.rfind("it's,a b,$HOME,", 0), 0U) << output;
    EXPECT_EQ(output.find("$USER"), std::string::npos);
}

TEST(PathMapTest, NamesInADocumentAreMapped) {
    const PathMap paths = parsePathMap({"/data=/gpfs/d"});
    EXPECT_EQ(mapped(paths, "/data/x"), "/gpfs/d/x");
    EXPECT_EQ(mapped(paths, "/database/x"), "/database/x");
    EXPECT_EQ(mapped(paths, "/data"), "/gpfs/d");
    EXPECT_EQ(mappedJson(paths, R"({"a":["/data/1",2],"b":{"c":"/data/3"}})"),
              "{\n \"a\": [\n  \"/gpfs/d/1\",\n  2\n ],\n \"b\": {\n  \"c\": \"/gpfs/d/3\"\n }\n}");
    EXPECT_EQ(mappedJson(paths, "no JSON"), "no JSON");
    EXPECT_THROW(static_cast<void>(parsePathMap({"/data"})), JobError);
}

} // namespace
} // namespace ewald::job::queue
