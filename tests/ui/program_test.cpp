// SPDX-License-Identifier: GPL-3.0-or-later
// The window's program on a machine without a display: words and an exit code, never a signal.
#include "cli/process.h"
#include "io/temporary_folder.h"
#include "test_paths.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <utility>

namespace ewald::cli {
namespace {

class Program : public testing::Test {
protected:
    void SetUp() override {
        for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) unsetenv(name);
        for (const auto& [name, folder] : {std::pair{"HOME", "home"},
                                           {"XDG_DATA_HOME", "data"},
                                           {"XDG_CONFIG_HOME", "config"},
                                           {"XDG_CACHE_HOME", "cache"},
                                           {"EWALD_QUEUE", "queue"}})
            setenv(name, (m_folder.path() / folder).c_str(), 1);
        std::filesystem::create_directories(m_folder.path() / "home");
        setenv("LC_ALL", "C.UTF-8", 1);
    }
    static Finished run(std::vector<std::string> arguments) {
        Process process(std::move(arguments), EWALD_WINDOW);
        return finish(process);
    }
    static void expectNoDisplay(const std::vector<std::string>& arguments, const std::string& part) {
        const Finished finished = run(arguments);
        EXPECT_EQ(finished.code, 4) << finished.errors;
        EXPECT_EQ(finished.errors.rfind("ewald: the window cannot be opened (", 0), 0U) << finished.errors;
        EXPECT_NE(finished.errors.find(part), std::string::npos) << finished.errors;
        EXPECT_NE(finished.errors.find("ewald-cli needs no display"), std::string::npos) << finished.errors;
        EXPECT_EQ(std::count(finished.errors.begin(), finished.errors.end(), '\n'), 1) << finished.errors;
    }

    io::TemporaryFolder m_folder;
};

TEST_F(Program, HelpAndVersionNeedNoDisplay) {
    for (const char* option : {"--help", "-h"}) {
        const Finished help = run({option});
        EXPECT_EQ(help.code, 0) << help.errors;
        EXPECT_NE(help.output.find("--screenshots"), std::string::npos) << help.output;
        EXPECT_EQ(help.errors, "");
    }
    for (const char* option : {"--version", "-v"}) {
        const Finished version = run({option});
        EXPECT_EQ(version.code, 0) << version.errors;
        EXPECT_EQ(version.output.rfind("ewald ", 0), 0U) << version.output;
    }
    EXPECT_NE(run({"--help", "--lang", "de"}).output, run({"--help"}).output);
}

TEST_F(Program, AMissingDisplayIsSaid) {
    expectNoDisplay({}, "display");
    const std::filesystem::path pictures = m_folder.path() / "no-pictures";
    expectNoDisplay({"--screenshots", pictures.string()}, "display");
    EXPECT_FALSE(std::filesystem::exists(pictures));
    setenv("DISPLAY", ":4711", 1);
    expectNoDisplay({"--example"}, ":4711");
    setenv("QT_QPA_PLATFORM", "nonsense", 1);
    expectNoDisplay({}, "nonsense");
}

TEST_F(Program, ArgumentsThatMakeNoSenseAreTwo) {
    setenv("QT_QPA_PLATFORM", "offscreen", 1);
    const Finished finished = run({"--bogus"});
    EXPECT_EQ(finished.code, 2) << finished.errors;
    EXPECT_NE(finished.errors.find("bogus"), std::string::npos) << finished.errors;
}

TEST_F(Program, ASizeThatIsTooSmallIsSaid) {
    setenv("QT_QPA_PLATFORM", "offscreen", 1);
    const auto said = [](const std::string& size) {
        Process process({"--size", size, "--theme", "light"}, EWALD_WINDOW);
        for (int i = 0; i < 60 && process.errors().find("smallest") == std::string::npos; ++i)
            static_cast<void>(process.waitForOutput("nothing", std::chrono::seconds(1)));
        return process.errors();
    };
    const std::string small = said("640x400");
    EXPECT_NE(small.find("its smallest size"), std::string::npos) << small;
    EXPECT_EQ(small.find("640x400"), std::string::npos) << small;
}

} // namespace
} // namespace ewald::cli
