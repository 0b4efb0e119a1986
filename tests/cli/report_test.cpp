// SPDX-License-Identifier: GPL-3.0-or-later
// Pages about results, of the command and of every job of the queue; the table of all jobs.
#include "cli_expectations.h"
#include "folder_fixture.h"
#include "job/queue/folder/runner_lock.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

namespace ewald::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::string readAll(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line, '\n');) lines.push_back(line);
    return lines;
}

class ReportCommand : public WithFolder<> {
protected:
    void SetUp() override {
        const Finished made = runCli({"simulate", "ptycho", "-o", file("scan.cxi"), "--size", "32", "--frames", "61"});
        ASSERT_EQ(made.code, 0) << made.errors;
    }
    /// Parameters of jobs: three iterations on one processor.
    void writeTemplate() const {
        const Json common{{"format", "ewald-job"},
                          {"version", 1},
                          {"kind", "ptycho"},
                          {"pipeline", {{{"engine", "rpie"}, {"iterations", 3}}}},
                          {"compute", {{"devices", "cpu:1"}}}};
        std::ofstream(file("common.json")) << common.dump();
    }
    [[nodiscard]] Finished queue(const std::string& what, const std::vector<std::string>& more = {}) const {
        std::vector<std::string> words{"queue", what, "--queue", file("queue")};
        words.insert(words.end(), more.begin(), more.end());
        return runCli(words);
    }
};

TEST_F(ReportCommand, WritesAPageBesideAResult) {
    const std::string result = file("a & b.h5");
    ASSERT_EQ(runCli({"ptycho", file("scan.cxi"), "-o", result, "--iterations", "3", "--devices", "cpu:1"}).code, 0);
    const Finished written = runCli({"report", result});
    ASSERT_EQ(written.code, 0) << written.errors;
    EXPECT_EQ(written.output, "wrote " + file("a & b_report.html") + "\n");
    const std::string page = readAll(file("a & b_report.html"));
    for (const char* wanted : {"<!DOCTYPE html>", "scan.cxi", "a &amp; b.h5", "data:image/png;base64,", "Fourier error",
                               "rpie 3", "What was assumed", "How it ran", "</html>"})
        EXPECT_NE(page.find(wanted), std::string::npos) << wanted;
    EXPECT_LT(page.size(), 1'000'000U);
    EXPECT_EQ(runCli({"report", result}).code, 0) << "its own page is made anew";
    ASSERT_EQ(runCli({"report", result, "-o", file("page.html")}).code, 0);
    EXPECT_EQ(readAll(file("page.html")), page);
    std::ofstream(file("notes.html")) << "mine";
    expectError(runCli({"report", result, "-o", file("notes.html")}), 3, "notes.html");
    EXPECT_EQ(readAll(file("notes.html")), "mine");
    expectError(runCli({"report", result, "-o", result, "--overwrite"}), 2, "a & b.h5");
    expectError(runCli({"report", file("nothing.h5")}), 3, "nothing.h5");
    expectError(runCli({"report", file("scan.cxi")}), 3, "scan.cxi");
    fs::resize_file(result, fs::file_size(result) / 2);
    expectError(runCli({"report", result}), 3, "a & b.h5");
}

TEST_F(ReportCommand, EveryJobOfTheQueueLeavesOne) {
    fs::copy_file(file("scan.cxi"), file("broken.cxi"));
    writeTemplate();
    const Finished added = queue("add", {file("scan.cxi"), file("broken.cxi"), "--template", file("common.json")});
    ASSERT_EQ(added.code, 0) << added.errors;
    fs::resize_file(file("broken.cxi"), 3000); // it was sound when it was added
    static_cast<void>(queue("run"));
    const std::string page = readAll(file("scan_ewald_report.html"));
    EXPECT_NE(page.find("data:image/png"), std::string::npos);
    EXPECT_NE(page.find("Host"), std::string::npos);
    // A job without a result leaves nothing beside the data.
    EXPECT_FALSE(fs::exists(file("broken_ewald_report.html")));
    const std::string failure = readAll(file("queue/jobs/000002/report.html"));
    EXPECT_NE(failure.find("<h2>Failure</h2>"), std::string::npos);
    EXPECT_NE(failure.find("broken.cxi"), std::string::npos);

    fs::remove(file("scan_ewald_report.html"));
    const Finished again = queue("report", {"1", "2"});
    ASSERT_EQ(again.code, 0) << again.errors;
    EXPECT_EQ(again.output, file("scan_ewald_report.html") + "\n" + file("queue/jobs/000002/report.html") + "\n");
    EXPECT_EQ(readAll(file("scan_ewald_report.html")), page);
    expectError(queue("report", {"7"}), 2, "7");

    const Json all = Json::parse(queue("export", {"--json"}).output);
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0]["state"], "done");
    EXPECT_EQ(all[0]["frames"], 61);
    EXPECT_GT(all[0]["iterations"].get<double>(), 0);
    EXPECT_GT(all[0]["fourier_error"].get<double>(), 0);
    EXPECT_GT(all[0]["duration_s"].get<double>(), 0);
    EXPECT_EQ(all[1]["state"], "failed");
    EXPECT_TRUE(all[1]["fourier_error"].is_null());
    EXPECT_FALSE(all[1]["error"].get<std::string>().empty());
    const std::vector<std::string> lines = linesOf(queue("export").output);
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_EQ(lines[0].rfind("id,name,kind,state,sample,operator,comment,priority,attempts,added,started,ended,", 0),
              0U)
        << lines[0];
    EXPECT_EQ(lines[1].rfind("1,scan,ptycho,done,", 0), 0U) << lines[1];
    EXPECT_EQ(lines[2].rfind("2,broken,ptycho,failed,", 0), 0U) << lines[2];
    const Finished table = queue("export", {"-o", file("jobs.csv")});
    ASSERT_EQ(table.code, 0) << table.errors;
    EXPECT_EQ(linesOf(readAll(file("jobs.csv"))), lines);
    expectError(queue("export", {"-o", file("jobs.csv")}), 3, "jobs.csv");
}

/// A runner of another language makes the page itself, as long as there is one.
TEST_F(ReportCommand, AJobLeavesNoneWhereItsRunnerMakesIt) {
    writeTemplate();
    fs::copy_file(file("scan.cxi"), file("other.cxi"));
    const Finished added = queue("add", {file("scan.cxi"), file("other.cxi"), "--template", file("common.json")});
    ASSERT_EQ(added.code, 0) << added.errors;
    const job::queue::RunnerLock runner(file("queue"), "here");
    const auto work = [&](const std::string& id, const std::string& reporter) {
        return runCli({"queue", "work", file("queue/jobs/" + id), "--reporter", reporter}).code;
    };
    EXPECT_EQ(work("000001", runner.owner()), 0);
    EXPECT_TRUE(fs::exists(file("scan_ewald.h5")));
    EXPECT_FALSE(fs::exists(file("scan_ewald_report.html")));
    EXPECT_EQ(work("000002", "gone@here"), 0);
    EXPECT_TRUE(fs::exists(file("other_ewald_report.html")));
}

} // namespace
} // namespace ewald::cli
