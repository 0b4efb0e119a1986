// SPDX-License-Identifier: GPL-3.0-or-later
// A kind of job that the commands have never heard of.
#include "job/third_job_kind.h"
#include "program.h"

#include <fstream>
#include <gtest/gtest.h>

namespace ewald::cli {
namespace {

class ThirdKindCli : public Program {
protected:
    ThirdKindCli() { std::ofstream(file("in.txt")) << "seven frames"; }
};

TEST_F(ThirdKindCli, IsListedWhileItIsThere) {
    const job::CountingJobKind kind;
    {
        const job::AddedJobKind added(kind);
        EXPECT_EQ(run({"--help"}), 0);
        EXPECT_TRUE(printed("Count the bytes of a file")) << m_output;
        EXPECT_EQ(run({"run", "--help"}), 0);
        EXPECT_TRUE(printed("count")) << m_output;
        EXPECT_EQ(run({"count", "--help"}), 0);
        EXPECT_TRUE(printed("--output")) << m_output;
        EXPECT_FALSE(printed("--resume")) << "it has nothing to continue";
        EXPECT_EQ(run({"schema"}), 0);
        EXPECT_TRUE(printed("\"count\"")) << m_output;
    }
    EXPECT_EQ(run({"--help"}), 0);
    EXPECT_FALSE(printed("Count the bytes")) << m_output;
    EXPECT_TRUE(printed("Reconstruct a ptychographic scan")) << m_output;
    EXPECT_EQ(run({"count", file("in.txt"), "-o", file("out.txt")}), 2);
}

TEST_F(ThirdKindCli, RunsAsACommandAndAsADocument) {
    const job::CountingJobKind kind;
    const job::AddedJobKind added(kind);
    const std::vector<std::string> command{"count", file("in.txt"), "-o", file("out.txt")};
    EXPECT_EQ(run(command), 0) << m_errors;
    EXPECT_EQ(contentOf("out.txt"), "12");
    EXPECT_TRUE(printed("plan: count")) << m_output;
    EXPECT_EQ(run(command), 3) << "the result is there";

    std::vector<std::string> print = command;
    print.emplace_back("--print-job");
    EXPECT_EQ(run(print), 0) << m_errors;
    std::ofstream(file("job.json")) << m_output;
    EXPECT_EQ(run({"run", file("job.json"), "--overwrite", "--events"}), 0) << m_errors;
    EXPECT_TRUE(printed("\"kind\":\"count\"")) << m_output;

    print.insert(print.end(), {"--set", "probe_modes=2"});
    EXPECT_EQ(run(print), 2);
    EXPECT_NE(m_errors.find("not count"), std::string::npos) << m_errors;
}

} // namespace
} // namespace ewald::cli
