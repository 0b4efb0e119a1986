// SPDX-License-Identifier: GPL-3.0-or-later
// Inputs of all kinds that are no regular files: refused at once with one line, never waited for.
#include "cli_expectations.h"
#include "folder_fixture.h"

#include <filesystem>
#include <fstream>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace ewald::cli {
namespace {

namespace fs = std::filesystem;

class InputKinds : public WithSuiteFolder<InputKinds> {
public:
    static void makeFiles() {
        for (const std::vector<std::string>& words :
             {std::vector<std::string>{"simulate", "ptycho", "-o", scan(), "--size", "32", "--frames", "12"},
              {"simulate", "powder", "-o", stack(), "--frames", "2", "--shape", "64", "60", "--pixel-m", "0.001"}}) {
            const Finished made = runCli(words);
            ASSERT_EQ(made.code, 0) << made.errors;
        }
    }

protected:
    static std::string scan() { return suiteFile("scan.cxi"); }
    static std::string stack() { return suiteFile("frames.h5"); }
    static std::string poni() { return suiteFile("frames.poni"); }

    void SetUp() override {
        ASSERT_EQ(mkfifo(file("fifo").c_str(), 0600), 0);
        ASSERT_TRUE(fs::create_directory(file("folder")));
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        ASSERT_LT(file("socket").size(), sizeof address.sun_path);
        file("socket").copy(address.sun_path, file("socket").size());
        const int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        ASSERT_EQ(bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
        close(listener);
    }

    /// Every way to give `name` to a command.
    [[nodiscard]] std::vector<std::vector<std::string>> uses(const std::string& name) const {
        std::vector<std::vector<std::string>> all{{"info", name},
                                                  {"info", name, "--tree"},
                                                  {"run", name},
                                                  {"ptycho", name, "-o", file("r.h5")},
                                                  {"integrate", name, "--poni", poni(), "-o", file("p.h5")},
                                                  {"integrate", stack(), "--poni", name, "-o", file("p.h5")}};
        for (const char* key : {"mask_file", "dark_file", "flat_file", "absorption_file"})
            all.push_back(
                {"integrate", stack(), "--poni", poni(), "-o", file("p.h5"), "--set", std::string(key) + "=" + name});
        all.push_back({"integrate", stack(), "--poni", poni(), "-o", file("p.h5"), "--set", "error_model=variance",
                       "--set", "variance_file=" + name});
        for (const char* key : {"initial_probe", "initial_object", "mask_file"})
            all.push_back({"ptycho", scan(), "-o", file("r.h5"), "--set", std::string(key) + "=" + name});
        for (std::vector<std::string>& words : all)
            if (words[0] != "info") words.emplace_back("-q");
        return all;
    }

    /// A command that waits is killed: −9.
    static Finished runBriefly(const std::vector<std::string>& words) {
        Process process(words);
        constexpr std::chrono::seconds kLimit(30); // takes a tenth of a second; more than any load of the machine
        if (!process.waitForOutput("\x01 is never written", kLimit)) process.signal(SIGKILL);
        return finish(process);
    }
};

TEST_F(InputKinds, ThatAreNoFilesAreRefusedAtOnce) {
    for (const std::string& name : {file("fifo"), file("folder"), file("socket"), std::string("/dev/zero")})
        for (const std::vector<std::string>& words : uses(name)) {
            std::string command;
            for (const std::string& word : words) command += word + " ";
            SCOPED_TRACE(command);
            const Finished finished = runBriefly(words);
            // A job document is an argument, everything else is data.
            expectError(finished, words[0] == "run" ? 2 : 3, name == file("folder") ? "folder" : "not a regular file");
            EXPECT_NE(finished.errors.find(name), std::string::npos) << "the file is named: " << finished.errors;
        }
}

} // namespace
} // namespace ewald::cli
