// SPDX-License-Identifier: GPL-3.0-or-later
// The window, a runner and commands on one store of the queue, also killed: nothing is lost, and none runs twice.
#include "cli/process.h"
#include "io/temporary_folder.h"
#include "job/queue/store/sqlite.h"
#include "test_paths.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

namespace ewald::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// How often each program comes and goes (EWALD_TEST_ROUNDS), and how many are killed (EWALD_KILLS). 30 takes minutes.
int fromEnvironment(const char* name, int otherwise) {
    const char* wanted = std::getenv(name);
    return wanted == nullptr ? otherwise : std::atoi(wanted);
}

unsigned seed() {
    const char* wanted = std::getenv("EWALD_SEED");
    return wanted == nullptr ? 20261126U : static_cast<unsigned>(std::atoll(wanted));
}

enum class Journal { writeAhead, rollback };

class SharedStore : public testing::TestWithParam<Journal> {
protected:
    void SetUp() override {
        unsetenv("DISPLAY");
        unsetenv("WAYLAND_DISPLAY");
        for (const auto& [name, value] : {std::pair<const char*, std::string>{"QT_QPA_PLATFORM", "offscreen"},
                                          {"LC_ALL", "C.UTF-8"},
                                          {"HOME", m_folder.path().string()},
                                          {"XDG_DATA_HOME", (m_folder.path() / "data").string()},
                                          {"XDG_CONFIG_HOME", (m_folder.path() / "config").string()},
                                          {"EWALD_QUEUE", store().string()}})
            setenv(name, value.c_str(), 1);
        fs::create_directories(store());
        if (GetParam() == Journal::rollback) std::ofstream(store() / "on-network").close();
        const Finished made = runCli(
            {"simulate", "ptycho", "-o", (m_folder.path() / "scan.cxi").string(), "--size", "32", "--frames", "61"});
        ASSERT_EQ(made.code, 0) << made.errors;
    }
    [[nodiscard]] fs::path store() const { return m_folder.path() / "queue"; }

    [[nodiscard]] std::vector<std::string> addition(int number, int iterations) const {
        const std::string result = (m_folder.path() / ("r" + std::to_string(number) + ".h5")).string();
        return {"queue",
                "add",
                (m_folder.path() / "scan.cxi").string(),
                "-o",
                result,
                "--set",
                "iterations=" + std::to_string(iterations),
                "--devices",
                "cpu:1",
                "--engine",
                "rpie"};
    }
    void addJob(int iterations = 3) {
        ++m_added;
        const Finished added = runCli(addition(m_added, iterations));
        ASSERT_EQ(added.code, 0) << added.errors;
    }
    /// A job that is added by a command which does not live to its end: there as a whole, or not at all; there where
    /// the command has said its number.
    void addJobAndKill(int iterations, std::chrono::milliseconds after) {
        Process adding(addition(m_added + 1, iterations));
        std::this_thread::sleep_for(after);
        adding.signal(SIGKILL);
        const int code = adding.wait();
        EXPECT_TRUE(code == -SIGKILL || code == 0) << adding.errors();
        const std::size_t now = jobs().size();
        const auto before = static_cast<std::size_t>(m_added);
        EXPECT_TRUE(now == before || now == before + 1) << now << " jobs, there were " << before;
        if (!adding.output().empty()) {
            EXPECT_EQ(now, before + 1) << "said: " << adding.output();
        }
        m_added = static_cast<int>(now);
    }
    [[nodiscard]] static Json jobs() {
        const Finished listed = runCli({"queue", "list", "--json"});
        EXPECT_EQ(listed.code, 0) << listed.errors;
        EXPECT_EQ(listed.errors, "");
        return Json::parse(listed.output, nullptr, false);
    }
    [[nodiscard]] std::unique_ptr<Process> openWindow() const {
        auto window = std::make_unique<Process>(std::vector<std::string>{"--theme", "light"}, EWALD_WINDOW);
        for (int patience = 0; patience < 1200 && openFiles(window->id(), "queue.db").empty(); ++patience)
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        EXPECT_FALSE(openFiles(window->id(), "queue.db").empty()) << "the window has no queue: " << window->errors();
        return window;
    }
    /// Files that a process has open, as the kernel names them, whose name contains `part`.
    [[nodiscard]] static std::vector<std::string> openFiles(pid_t process, const std::string& part) {
        std::vector<std::string> names;
        std::error_code failed;
        for (const auto& entry : fs::directory_iterator("/proc/" + std::to_string(process) + "/fd", failed)) {
            const std::string name = fs::read_symlink(entry.path(), failed).string();
            if (!failed && name.find(part) != std::string::npos) names.push_back(name);
        }
        return names;
    }
    static void expectNothingDeleted(const Process& window) {
        for (const std::string& name : openFiles(window.id(), "queue.db"))
            EXPECT_EQ(name.find("(deleted)"), std::string::npos) << name << " is lost to the other programs";
    }
    /// Waits until all are done, or have failed where that counts as well; a runner or the window has to be there.
    [[nodiscard]] static bool waitUntilDone(bool orFailed = false) {
        for (int patience = 0; patience < 600; ++patience) {
            const Json all = jobs();
            if (std::ranges::all_of(all, [orFailed](const Json& job) {
                    return job["state"] == "done" || (orFailed && job["state"] == "failed");
                }))
                return true;
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        }
        return false;
    }
    /// How many attempts at a job came to their end as "done".
    [[nodiscard]] int completions(long long id) const {
        const std::string number = std::to_string(id);
        std::ifstream stream(store() / "jobs" / (std::string(6 - number.size(), '0') + number) / "events.jsonl");
        int count = 0;
        for (std::string line; std::getline(stream, line);) {
            const Json event = Json::parse(line, nullptr, false); // a killed process may leave half a line
            if (event.is_object() && event.value("event", "") == "outcome" && event.value("state", "") == "done")
                ++count;
        }
        return count;
    }
    void expectSoundStore() const {
        job::queue::Database database(store() / "queue.db", GetParam() == Journal::writeAhead);
        job::queue::Statement check = database.prepare("PRAGMA integrity_check");
        ASSERT_TRUE(check.next());
        EXPECT_EQ(check.text(0), "ok");
        for (const auto& entry : fs::directory_iterator(store()))
            EXPECT_EQ(entry.path().string().find("damaged"), std::string::npos) << entry.path();
    }
    /// A job whose worker was killed three times counts as one that never comes to its end: trying again has to do.
    static void retryFailedJobs() {
        for (const Json& job : jobs())
            if (job["state"] == "failed") {
                const Finished retried = runCli({"queue", "retry", std::to_string(job["id"].get<long long>())});
                EXPECT_EQ(retried.code, 0) << retried.errors;
            }
    }
    void expectAllSound() {
        const Json all = jobs();
        ASSERT_EQ(all.size(), static_cast<std::size_t>(m_added)) << "jobs are lost";
        for (const Json& job : all) {
            EXPECT_EQ(job["state"], "done") << job.dump();
            EXPECT_EQ(completions(job["id"].get<long long>()), 1) << job.dump();
            EXPECT_TRUE(fs::exists(job["result"].get<std::string>()));
        }
        expectSoundStore();
    }

    io::TemporaryFolder m_folder;
    int m_added = 0;
};

TEST_P(SharedStore, IsOneForWindowRunnerAndCommands) {
    addJob();
    const auto window = openWindow();
    for (int round = 0; round < fromEnvironment("EWALD_TEST_ROUNDS", 5); ++round) {
        addJob();
        Process runner({"queue", "run"});
        EXPECT_EQ(runCli({"queue", "show", "1"}).code, 0);
        EXPECT_EQ(runCli({"queue", "set", "1", "--comment", "round " + std::to_string(round)}).code, 0);
        addJob();
        expectNothingDeleted(*window);
        EXPECT_EQ(runner.wait(), 0) << runner.errors();
        expectNothingDeleted(*window);
        EXPECT_EQ(jobs().size(), static_cast<std::size_t>(m_added));
    }
    EXPECT_TRUE(waitUntilDone()) << jobs().dump();
    window->signal(SIGTERM);
    EXPECT_EQ(window->wait(), -SIGTERM) << window->errors();
    expectAllSound();
}

/// Window, runner and a command are killed in turn, at moments that are drawn with a fixed seed.
TEST_P(SharedStore, OutlivesProgramsThatAreKilled) {
    constexpr int kIterations = 40; // about as long as the pauses, so that most kills meet a job at work
    std::mt19937 random(seed());
    std::cout << "seed " << seed() << "\n";
    const auto draw = [&random](int most_ms) {
        return std::chrono::milliseconds(std::uniform_int_distribution(0, most_ms)(random));
    };
    addJob(kIterations);
    auto window = openWindow();
    for (int round = 0; round < fromEnvironment("EWALD_KILLS", 5); ++round) {
        SCOPED_TRACE("round " + std::to_string(round));
        addJob(kIterations);
        Process runner({"queue", "run"});
        addJob(kIterations);
        std::this_thread::sleep_for(draw(600));
        switch (round % 3) {
        case 0:
            window->signal(SIGKILL);
            EXPECT_EQ(window->wait(), -SIGKILL);
            expectSoundStore();
            window = openWindow();
            break;
        case 1: runner.signal(SIGKILL); break;
        default: addJobAndKill(kIterations, draw(100)); // a command takes some tens of milliseconds
        }
        EXPECT_EQ(jobs().size(), static_cast<std::size_t>(m_added)) << "jobs are lost";
        std::this_thread::sleep_for(draw(600));
        runner.signal(SIGKILL);
        static_cast<void>(runner.wait()); // it may have ended before
        EXPECT_EQ(jobs().size(), static_cast<std::size_t>(m_added)) << "jobs are lost";
        expectNothingDeleted(*window);
        expectSoundStore();
    }
    EXPECT_TRUE(waitUntilDone(true)) << jobs().dump();
    retryFailedJobs();
    EXPECT_TRUE(waitUntilDone()) << jobs().dump();
    window->signal(SIGTERM);
    EXPECT_EQ(window->wait(), -SIGTERM) << window->errors();
    expectAllSound();
}

INSTANTIATE_TEST_SUITE_P(, SharedStore, testing::Values(Journal::writeAhead, Journal::rollback), [](const auto& about) {
    return about.param == Journal::writeAhead ? "WriteAheadLog" : "RollbackJournal";
});

} // namespace
} // namespace ewald::cli
