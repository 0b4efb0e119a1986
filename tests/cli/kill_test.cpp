// SPDX-License-Identifier: GPL-3.0-or-later
//
// kill -9 and stops at random moments: the result is absent or complete, and a run that goes on gives the bits of one
// that was never interrupted. EWALD_KILLS=40 makes it that many of each engine (the default is for every day),
// EWALD_SEED=… other moments.
#include "cli_expectations.h"
#include "folder_fixture.h"
#include "io/result_file.h"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <iostream>
#include <random>
#include <unistd.h>

namespace ewald::cli {
namespace {

namespace fs = std::filesystem;

std::size_t fromEnvironment(const char* name, std::size_t otherwise) {
    const char* text = std::getenv(name);
    return text ? static_cast<std::size_t>(std::strtoull(text, nullptr, 10)) : otherwise;
}

struct Variant {
    const char* name;
    std::vector<std::string> arguments;
};

class Kill : public WithFolder<testing::TestWithParam<Variant>> {
protected:
    static constexpr int kFewest = 40; ///< iterations of a variant: what is drawn lies within all of them

    void SetUp() override {
        const Finished made = runCli({"simulate", "ptycho", "-o", scan(), "--size", "32", "--frames", "61"});
        ASSERT_EQ(made.code, 0) << made.errors;
    }
    [[nodiscard]] std::string scan() const { return file("scan.cxi"); }
    [[nodiscard]] std::string result(const std::string& name) const { return file(name + ".h5"); }
    [[nodiscard]] std::vector<std::string> command(const std::string& output,
                                                   const std::vector<std::string>& more = {}) const {
        std::vector<std::string> all = {
            "ptycho", scan(), "-o", output, "--set", "checkpoint_every=2", "--events", "--set", "initial_probe=disk"};
        all.insert(all.end(), GetParam().arguments.begin(), GetParam().arguments.end());
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }

    static void expectSame(const io::PtychoResult& mine, const io::PtychoResult& whole) {
        EXPECT_TRUE(mine.complete);
        EXPECT_TRUE(mine.object == whole.object);
        EXPECT_TRUE(mine.probe == whole.probe);
        EXPECT_TRUE(mine.state == whole.state) << "momentum, waves and the like";
        ASSERT_EQ(mine.loss.size(), whole.loss.size());
        for (std::size_t i = 0; i < whole.loss.size(); ++i) {
            io::LossEntry entry = mine.loss[i];
            entry.time_s = whole.loss[i].time_s;
            EXPECT_EQ(entry, whole.loss[i]) << i;
        }
    }
    static io::PtychoResult read(const std::string& file) { return io::readResult(file, io::ResultContent::withState); }
};

TEST_P(Kill, AnyMomentGivesTheBitsOfAWholeRun) {
    const Finished reference = runCli(command(result("whole")));
    ASSERT_EQ(reference.code, 0) << reference.errors;
    const io::PtychoResult whole = read(result("whole"));
    const std::size_t kills = fromEnvironment("EWALD_KILLS", 3);
    const std::size_t seed = fromEnvironment("EWALD_SEED", 1);
    std::cout << "EWALD_SEED=" << seed << std::endl;
    std::mt19937_64 random(seed);
    std::size_t checkpoints = 0, continued = 0;
    // So many, and until one of them has met a checkpoint: on a slow disk a run may end before its first one is
    // written.
    for (std::size_t i = 0; i < kills || checkpoints == 0; ++i) {
        const std::string output = result("run" + std::to_string(i));
        const bool stop = i % 4 == 3; // a stop that saves now and then
        const std::size_t iteration = 1 + random() % kFewest;
        const auto delay_us = static_cast<useconds_t>(random() % 20000);
        SCOPED_TRACE((stop ? "stop" : "kill") + std::string(" after iteration ") + std::to_string(iteration) + " and " +
                     std::to_string(delay_us) + " us");
        Process victim(command(output));
        ASSERT_TRUE(victim.waitForOutput("\"iteration\":" + std::to_string(iteration) + ",")) << victim.errors();
        usleep(delay_us);
        victim.signal(stop ? SIGTERM : SIGKILL);
        const int code = victim.wait();
        if (!stop) {
            EXPECT_TRUE(code == -SIGKILL || code == 0) << code;
            if (fs::exists(output)) {
                EXPECT_TRUE(read(output).complete);
            }
        }
        const std::string checkpoint = output + ".checkpoint.h5";
        if (!fs::exists(output) || !read(output).complete) {
            checkpoints += !stop && fs::exists(checkpoint) ? 1 : 0;
            const Finished rest =
                runCli(command(output, stop ? std::vector<std::string>{"--resume"} : std::vector<std::string>{}));
            ASSERT_EQ(rest.code, 0) << rest.errors;
            const bool goesOn = rest.output.find("continues after iteration") != std::string::npos;
            if (stop) {
                EXPECT_TRUE(goesOn) << rest.output;
            }
            continued += !stop && goesOn ? 1 : 0;
            EXPECT_FALSE(fs::exists(checkpoint));
        }
        expectSame(read(output), whole);
    }
    EXPECT_EQ(continued, checkpoints) << "each has to go on from what there was";
}

INSTANTIATE_TEST_SUITE_P(
    Engines, Kill,
    testing::Values(Variant{"epie", {"--engine", "epie", "--iterations", "60"}},
                    Variant{"rpie",
                            {"--engine", "rpie", "--iterations", "60", "--set", "momentum=0.9", "--set",
                             "probe_modes=3", "--devices", "cpu:2"}},
                    Variant{"lsqml", {"--engine", "lsqml", "--iterations", "60", "--set", "refine_positions=true"}},
                    Variant{"auto", {"--engine", "auto", "--iterations", "40"}},
                    Variant{"ml", {"--engine", "ml", "--iterations", "40", "--set", "probe_modes=2"}},
                    Variant{"dm", {"--engine", "dm", "--iterations", "60", "--set", "probe_modes=3"}},
                    Variant{"pipeline", {"--engine", "dm,rpie", "--iterations", "30,30", "--set", "momentum=0.5"}}),
    [](const auto& info) { return std::string(info.param.name); });

} // namespace
} // namespace ewald::cli
