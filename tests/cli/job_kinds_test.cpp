// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds of jobs, as the commands know them.
#include "cli_expectations.h"
#include "folder_fixture.h"

#include <filesystem>
#include <fstream>

namespace ewald::cli {
namespace {

using JobKindsCli = WithFolder<>;

TEST_F(JobKindsCli, AnUnknownKindIsBadInputAndNothingIsMade) {
    std::ofstream(file("u.json")) << R"({"format": "ewald-job", "version": 1, "kind": "holography", "input": {}})";
    const std::string job = file("u.json");
    for (const auto& command : std::vector<std::vector<std::string>>{{"run", job},
                                                                     {"run", job, "-o", file("results")},
                                                                     {"run", job, "--devices", "cpu"},
                                                                     {"run", job, "--print-job"},
                                                                     {"run", job, "--events"},
                                                                     {"bench", "devices", job}}) {
        const Finished finished = runCli(command);
        expectError(finished, 2, "kind \"holography\" is not known to this version: ");
        expectError(finished, 2, "known: ptycho, integrate");
        expectError(finished, 2, "u.json");
        EXPECT_EQ(finished.output, "");
    }
    EXPECT_FALSE(std::filesystem::exists(file("results")));
}

} // namespace
} // namespace ewald::cli
