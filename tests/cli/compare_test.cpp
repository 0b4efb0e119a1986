// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli_expectations.h"
#include "folder_fixture.h"
#include "io/hdf5/hdf5.h"
#include "io/result_file.h"
#include "test_paths.h"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <random>
#include <unistd.h>

namespace ewald::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

class Compare : public WithSuiteFolder<Compare> {
public:
    static void makeFiles() {
        ASSERT_EQ(runCli({"simulate", "ptycho", "-o", in("scan.cxi"), "--size", "48", "--frames", "160"}).code, 0);
        for (const char* half : {"0", "1"}) {
            const Finished made = runCli({"ptycho", in("scan.cxi"), "-o", in("half" + std::string(half) + ".h5"),
                                          "--iterations", half == std::string("0") ? "40" : "30", "--set",
                                          "frame_step=2", "--set", std::string("first_frame=") + half});
            ASSERT_EQ(made.code, 0) << made.errors;
        }
    }

protected:
    static std::string in(const std::string& name) { return suiteFile(name); }
};

TEST_F(Compare, HalvesOfAScanHaveAResolution) {
    const Finished finished = runCli({"compare", in("half0.h5"), in("half1.h5"), "--json", "-o", in("frc.h5")});
    ASSERT_EQ(finished.code, 0) << finished.errors;
    const Json found = Json::parse(finished.output);
    EXPECT_FALSE(found["object"]["twin"]);
    EXPECT_GT(found["object"]["correlation"], 0.8);
    EXPECT_FALSE(found["frc"]["same_frames"]);
    EXPECT_GT(found["probes"]["overlap"], 0.9);
    EXPECT_EQ(found["loss"]["at_equal_iteration"]["iteration"], 30);
    // Two parameters, each with its label; first_frame is one of the input, iterations belong to the first stage.
    ASSERT_EQ(found["parameters"].size(), 2U) << found["parameters"];
    EXPECT_EQ(found["parameters"][0]["key"], "first_frame");
    EXPECT_EQ(found["parameters"][0]["label"], "Skip frames before");
    EXPECT_EQ(found["parameters"][0]["a"], "0");
    EXPECT_EQ(found["parameters"][0]["b"], "1");
    EXPECT_EQ(found["parameters"][1]["key"], "iterations");
    EXPECT_EQ(found["parameters"][1]["stage"], 0);

    // What is written is what was printed, and the rest of A.
    const io::PtychoResult a = io::readResult(in("half0.h5"), io::ResultContent::withState);
    const io::PtychoResult written = io::readResult(in("frc.h5"), io::ResultContent::withState);
    EXPECT_FALSE(a.frc);
    ASSERT_TRUE(written.frc);
    EXPECT_EQ(written.frc->frc, found["frc"]["frc"].get<std::vector<double>>());
    EXPECT_EQ(written.frc->frequency.size(), written.frc->halfBit.size());
    EXPECT_EQ(written.frc->of, "half0.h5 and half1.h5: the even and the odd frames of one scan");
    EXPECT_NE(written.frc->definition.find("half the period"), std::string::npos);
    EXPECT_GT(written.frc->resolution.value_m.value_or(0), 0);
    EXPECT_EQ(written.frc->resolution.atMost, found["frc"]["half_bit_resolution_m"].is_null());
    EXPECT_EQ(written.object, a.object);
    EXPECT_EQ(written.job, a.job);
    EXPECT_EQ(written.loss, a.loss);
    EXPECT_EQ(written.state.arrays, a.state.arrays);
    EXPECT_EQ(written.state.numbers, a.state.numbers);
    EXPECT_EQ(io::h5::File::open(in("frc.h5")).attributeText("/entry/frc", "signal"), "frc");
}

TEST_F(Compare, AResultIsEqualToItself) {
    const Finished finished = runCli({"compare", in("half0.h5"), in("half0.h5"), "--json"});
    ASSERT_EQ(finished.code, 0) << finished.errors;
    const Json found = Json::parse(finished.output);
    for (const double value : found["frc"]["frc"]) EXPECT_NEAR(value, 1, 1e-5);
    EXPECT_TRUE(found["frc"]["half_bit_resolution_m"].is_null()) << "nothing crosses";
    EXPECT_TRUE(found["frc"]["same_frames"]);
    EXPECT_NEAR(found["object"]["shift_px"][0], 0, 1e-3);
    EXPECT_NEAR(found["object"]["correlation"], 1, 1e-5);
    EXPECT_NEAR(found["probes"]["overlap"], 1, 1e-4);
    EXPECT_TRUE(found["parameters"].empty());
    const Finished text = runCli({"compare", in("half0.h5"), in("half0.h5")});
    EXPECT_TRUE(Json::parse(finished.output)["frc"]["division"].is_null()) << "nothing was divided";
    EXPECT_NE(text.output.find("or better"), std::string::npos) << text.output;
    EXPECT_NE(text.output.find("use the same frames"), std::string::npos) << text.output;
    EXPECT_NE(text.output.find("parameters: the same"), std::string::npos) << text.output;
    ASSERT_EQ(runCli({"compare", in("half0.h5"), in("half0.h5"), "-o", in("same.h5")}).code, 0);
    const io::PtychoResult written = io::readResult(in("same.h5"));
    ASSERT_TRUE(written.frc);
    ASSERT_TRUE(written.frc->resolution.value_m);
    EXPECT_NEAR(*written.frc->resolution.value_m * 2 * found["frc"]["nyquist_per_m"].get<double>(), 1, 1e-9);
    EXPECT_TRUE(written.frc->resolution.atMost) << "a pixel or better";
    EXPECT_EQ(io::h5::File::open(in("same.h5")).attributeText("/entry/frc/resolution_m", "bound"), "upper");
}

// What was measured counts, not the name of the file that it was read from.
TEST_F(Compare, ACopyOfAScanIsNoSecondMeasurement) {
    fs::copy_file(in("scan.cxi"), in("copied.cxi"));
    ASSERT_EQ(
        runCli({"ptycho", in("copied.cxi"), "-o", in("copied.h5"), "--iterations", "30", "--set", "frame_step=2"}).code,
        0);
    const auto sameFrames = [](const std::string& other) {
        const Finished finished = runCli({"compare", in("half0.h5"), in(other), "--json"});
        EXPECT_EQ(finished.code, 0) << finished.errors;
        return Json::parse(finished.output)["frc"]["same_frames"].get<bool>();
    };
    EXPECT_TRUE(sameFrames("copied.h5"));
    // Another exposure at the same places: other counts, but for a few by chance.
    io::PtychoResult result = io::readResult(in("copied.h5"), io::ResultContent::withState);
    for (std::size_t i = 0; i < result.frameCounts.size(); ++i) result.frameCounts[i] += i % 10 == 0 ? 0 : 7;
    io::writeResult(in("exposed.h5"), result, true);
    EXPECT_FALSE(sameFrames("exposed.h5"));
    // A result of an earlier version, which does not know its counts: nothing is claimed.
    result.frameCounts.clear();
    io::writeResult(in("earlier.h5"), result, true);
    EXPECT_FALSE(sameFrames("earlier.h5"));
}

TEST_F(Compare, ReplacesAOnlyWhenTold) {
    const std::string copy = in("copy.h5");
    fs::copy_file(in("half0.h5"), copy);
    expectError(runCli({"compare", copy, in("half1.h5"), "-o", copy}), 3, "exists already");
    EXPECT_FALSE(io::readResult(copy).frc);
    EXPECT_EQ(runCli({"compare", copy, in("half1.h5"), "-o", copy, "--overwrite"}).code, 0);
    EXPECT_TRUE(io::readResult(copy).frc);
    expectError(runCli({"compare", copy, in("half1.h5"), "-o", in("half1.h5"), "--overwrite"}), 2, "half1.h5");
}

TEST_F(Compare, NeverReplacesWhatAResultWasMadeFrom) {
    // A scan of its own, whose loss would hurt no other test.
    fs::copy_file(in("scan.cxi"), in("own.cxi"));
    fs::create_hard_link(in("own.cxi"), in("hard.cxi"));
    fs::create_symlink(in("own.cxi"), in("soft.cxi"));
    ASSERT_EQ(runCli({"ptycho", in("own.cxi"), "-o", in("made.h5"), "--iterations", "2"}).code, 0);
    const auto size = fs::file_size(in("own.cxi"));
    for (const char* output : {"own.cxi", "hard.cxi", "soft.cxi"}) {
        expectError(runCli({"compare", in("made.h5"), "--halves", "-o", in(output), "--overwrite"}), 2, output);
        expectError(runCli({"compare", in("made.h5"), in("half0.h5"), "-o", in(output), "--overwrite"}), 2, output);
        expectError(runCli({"compare", in("half0.h5"), in("made.h5"), "-o", in(output), "--overwrite"}), 2, output);
        expectError(runCli({"export", in("made.h5"), "--text", in(output), "--overwrite"}), 2, output);
    }
    {
        io::h5::File linked = io::h5::File::create(in("linked.cxi"));
        linked.externalLink("/entry_1", "own.cxi", "/entry_1");
        linked.close();
    }
    ASSERT_EQ(runCli({"ptycho", in("linked.cxi"), "-o", in("behind.h5"), "--iterations", "2"}).code, 0);
    expectError(runCli({"compare", in("behind.h5"), in("half0.h5"), "-o", in("own.cxi"), "--overwrite"}), 2, "own.cxi");
    expectError(runCli({"export", in("behind.h5"), "--text", in("own.cxi"), "--overwrite"}), 2, "own.cxi");
    fs::create_directories(in("folder"));
    fs::create_symlink(in("own.cxi"), in("folder/object_phase.tiff"));
    fs::create_hard_link(in("own.cxi"), in("folder/object_phase.png"));
    expectError(runCli({"export", in("made.h5"), "--tiff", in("folder"), "--overwrite"}), 2, "object_phase.tiff");
    expectError(runCli({"export", in("made.h5"), "--png", in("folder"), "--overwrite"}), 2, "object_phase.png");
    expectError(runCli({"export", in("made.h5"), "--text", in("made.h5"), "--overwrite"}), 2, "made.h5");
    EXPECT_EQ(fs::file_size(in("own.cxi")), size);
    EXPECT_EQ(runCli({"info", in("own.cxi")}).code, 0);
}

TEST_F(Compare, GivesNoResolutionWhereThereIsNone) {
    const auto changed = [](const std::string& from, const std::string& name, const auto& change) {
        io::PtychoResult result = io::readResult(in(from), io::ResultContent::withState);
        change(result);
        io::writeResult(in(name), result, true);
    };
    const auto filled = [](Complex value) {
        return [value](io::PtychoResult& result) { std::fill(result.object.begin(), result.object.end(), value); };
    };
    changed("half0.h5", "ones.h5", filled(Complex(1, 0)));
    changed("half0.h5", "zero.h5", filled(Complex(0, 0)));
    for (const auto& [a, b] : {std::pair("ones.h5", "ones.h5"), std::pair("zero.h5", "zero.h5"),
                               std::pair("ones.h5", "half0.h5"), std::pair("half0.h5", "ones.h5")}) {
        const Finished finished = runCli({"compare", in(a), in(b), "--json"});
        ASSERT_EQ(finished.code, 0) << finished.errors;
        const Json found = Json::parse(finished.output);
        EXPECT_TRUE(found["frc"]["half_bit_resolution_m"].is_null());
        EXPECT_NE(found["frc"]["no_resolution"].dump().find("no contrast"), std::string::npos) << found["frc"];
        const Finished text = runCli({"compare", in(a), in(b)});
        EXPECT_NE(text.output.find("resolution: none can be given"), std::string::npos) << text.output;
        EXPECT_EQ(text.output.find("or better"), std::string::npos) << text.output;
        ASSERT_EQ(runCli({"compare", in(a), in(b), "-o", in("none.h5"), "--overwrite"}).code, 0);
        const io::PtychoResult none = io::readResult(in("none.h5"));
        ASSERT_TRUE(none.frc);
        EXPECT_FALSE(none.frc->resolution.value_m) << "no number that may be taken for a resolution";
        EXPECT_TRUE(std::isnan(*io::h5::File::open(in("none.h5")).number("/entry/frc/resolution_m")));
        EXPECT_NE(none.frc->definition.find("no contrast"), std::string::npos);
    }
    const Finished real = runCli({"compare", in("half0.h5"), in("half1.h5"), "--json"});
    EXPECT_TRUE(Json::parse(real.output)["frc"]["no_resolution"].is_null()) << real.output;
    // Noise of its own is what the other half does not have.
    changed("half1.h5", "noise.h5", [](io::PtychoResult& result) {
        std::mt19937 random(5);
        std::normal_distribution<float> normal;
        for (Complex& value : result.object) value = Complex(normal(random), normal(random));
    });
    const Finished noise = runCli({"compare", in("half0.h5"), in("noise.h5"), "--json"});
    ASSERT_EQ(noise.code, 0) << noise.errors;
    EXPECT_NE(Json::parse(noise.output)["frc"]["no_resolution"].dump().find("not correlated"), std::string::npos)
        << noise.output;
    // Phases of two spots of different size, which no turn makes the same, and their conjugate.
    const auto spots = [](float sign) {
        return [sign](io::PtychoResult& result) {
            const std::size_t cols = result.object.shape().back();
            for (std::size_t i = 0; i < result.object.size(); ++i) {
                const auto spot = [&](float row, float col, float width) {
                    const float down = static_cast<float>(i / cols) - row, right = static_cast<float>(i % cols) - col;
                    return std::exp(-(down * down + right * right) / (width * width));
                };
                result.object.data()[i] = std::polar(1.0F, sign * (0.3F * spot(45, 48, 4) + 0.2F * spot(60, 52, 7)));
            }
        };
    };
    changed("half0.h5", "spots.h5", spots(1));
    changed("half0.h5", "conjugate.h5", spots(-1));
    const Finished conjugate = runCli({"compare", in("spots.h5"), in("conjugate.h5"), "--json"});
    ASSERT_EQ(conjugate.code, 0) << conjugate.errors;
    EXPECT_NE(Json::parse(conjugate.output)["frc"]["no_resolution"].dump().find("opposite contrast"), std::string::npos)
        << conjugate.output;
    changed("half0.h5", "nan.h5", [](io::PtychoResult& result) { result.object.data()[7] = Complex(NAN, 0); });
    changed("half0.h5", "inf.h5", [](io::PtychoResult& result) { result.probe.data()[7] = Complex(0, INFINITY); });
    expectError(runCli({"compare", in("nan.h5"), in("half1.h5")}), 3, "nan.h5: /entry/object");
    expectError(runCli({"compare", in("half1.h5"), in("inf.h5")}), 3, "inf.h5: /entry/probe");
    expectError(runCli({"compare", in("half1.h5"), in("inf.h5")}), 3, "1 of ");
}

TEST_F(Compare, ReconstructsTheHalvesOfAScanItself) {
    ASSERT_EQ(runCli({"ptycho", in("scan.cxi"), "-o", in("whole.h5"), "--iterations", "30"}).code, 0);
    const Finished finished = runCli({"compare", in("whole.h5"), "--halves", "--json", "-o", in("own.h5")});
    ASSERT_EQ(finished.code, 0) << finished.errors;
    const Json found = Json::parse(finished.output);
    EXPECT_FALSE(found["frc"]["same_frames"]);
    EXPECT_GT(found["object"]["correlation"], 0.8);
    ASSERT_EQ(found["parameters"].size(), 1U) << found["parameters"];
    EXPECT_EQ(found["parameters"][0]["key"], "scan_half");
    const io::PtychoResult written = io::readResult(in("own.h5"));
    ASSERT_TRUE(written.frc);
    EXPECT_EQ(written.frc->of, "two random halves of the scan (of each two consecutive frames one)");
    EXPECT_EQ(written.frameIndex.size(), 160U) << "the result is that of all frames";
    // The same as by hand.
    for (const char* half : {"first", "second"}) {
        const Finished hand = runCli({"ptycho", in("scan.cxi"), "-o", in(std::string(half) + ".h5"), "--iterations",
                                      "30", "--set", std::string("scan_half=") + half});
        ASSERT_EQ(hand.code, 0) << hand.errors;
    }
    const Finished byHand = runCli({"compare", in("first.h5"), in("second.h5"), "--json"});
    EXPECT_EQ(Json::parse(byHand.output)["frc"]["frc"], found["frc"]["frc"]);
    EXPECT_EQ(Json::parse(byHand.output)["frc"]["division"], written.frc->of);
    // They share no frame and leave none out, and neither follows the order of the scan.
    const auto first = io::readResult(in("first.h5")).frameIndex, second = io::readResult(in("second.h5")).frameIndex;
    EXPECT_EQ(first.size(), 80U);
    std::vector<std::size_t> both;
    std::ranges::set_union(first, second, std::back_inserter(both));
    EXPECT_EQ(both.size(), 160U);
    const auto even = std::ranges::count_if(first, [](std::size_t frame) { return frame % 2 == 0; });
    EXPECT_GT(even, 20);
    EXPECT_LT(even, 60);
    expectError(runCli({"compare", in("whole.h5")}), 2, "--halves");
    expectError(runCli({"compare", in("whole.h5"), in("half0.h5"), "--halves"}), 2, "--halves");
}

// Positions that are off by a pixel blur the object: refined, the halves agree better (0.97 and 0.67 measured).
TEST_F(Compare, WhatTheModelGains) {
    ASSERT_EQ(
        runCli({"simulate", "ptycho", "-o", in("off.cxi"), "--size", "48", "--frames", "160", "--position-error", "1"})
            .code,
        0);
    const Finished run = runCli({"ptycho", in("off.cxi"), "-o", in("off.h5"), "--engine", "lsqml", "--iterations", "40",
                                 "--set", "refine_positions=true"});
    ASSERT_EQ(run.code, 0) << run.errors;
    const Finished finished = runCli({"compare", in("off.h5"), "--halves", "--gain", "--json"});
    ASSERT_EQ(finished.code, 0) << finished.errors;
    const Json found = Json::parse(finished.output);
    const auto half = [](const Json& frc) {
        const auto curve = frc["frc"].get<std::vector<double>>();
        return curve[curve.size() / 2];
    };
    EXPECT_GT(half(found["frc"]), half(found["plain_model"]["frc"]) + 0.05) << finished.output;
    const Finished text = runCli({"compare", in("off.h5"), "--halves", "--gain"});
    EXPECT_NE(text.output.find("with the plainest model (one mode of the probe, one slice, positions of the file"),
              std::string::npos)
        << text.output;
    expectError(runCli({"compare", in("off.h5"), "--gain"}), 2, "--halves");
    expectError(runCli({"compare", in("off.h5"), in("half0.h5"), "--gain"}), 2, "--halves");
    ASSERT_EQ(runCli({"ptycho", in("scan.cxi"), "-o", in("plainest.h5"), "--engine", "rpie", "--iterations", "3"}).code,
              0);
    expectError(runCli({"compare", in("plainest.h5"), "--halves", "--gain"}), 2, "the plainest model itself");
}

TEST_F(Compare, ARunMeasuresItsResolutionWhenAskedTo) {
    const Finished plain = runCli({"ptycho", in("scan.cxi"), "-o", in("plain.h5"), "--iterations", "30"});
    ASSERT_EQ(plain.code, 0) << plain.errors;
    const Finished made = runCli({"ptycho", in("scan.cxi"), "-o", in("asked.h5"), "--iterations", "30", "--halves"});
    ASSERT_EQ(made.code, 0) << made.errors;
    EXPECT_NE((made.output + made.errors).find("(one-bit), by the ring correlation of two random halves"),
              std::string::npos)
        << made.output << made.errors;
    const auto verdict = made.output.find("verdict: Fourier error ");
    EXPECT_NE(verdict, std::string::npos) << made.output;
    EXPECT_EQ(made.output.find("verdict: Fourier error ", verdict + 1), std::string::npos) << "once, at the end";
    EXPECT_EQ(made.output.find("the resolution was not measured"), std::string::npos);
    EXPECT_NE(plain.output.find("the resolution was not measured"), std::string::npos) << plain.output;
    const Finished compared = runCli({"compare", in("plain.h5"), "--halves", "--json"});
    ASSERT_EQ(compared.code, 0) << compared.errors;
    const io::PtychoResult result = io::readResult(in("asked.h5"));
    ASSERT_TRUE(result.frc);
    EXPECT_EQ(result.frc->of, "two random halves of the scan (of each two consecutive frames one)");
    EXPECT_TRUE(
        std::ranges::any_of(result.verdict, [](const std::string& line) { return line.starts_with("resolution: "); }));
    EXPECT_EQ(result.frc->frc, Json::parse(compared.output)["frc"]["frc"].get<std::vector<double>>());
    // It is the result of all frames, as without the halves.
    EXPECT_EQ(result.object, io::readResult(in("plain.h5")).object);
    EXPECT_EQ(result.frameIndex.size(), 160U);
    expectError(runCli({"ptycho", in("scan.cxi"), "-o", in("no.h5"), "--halves", "--set", "scan_half=first"}), 2,
                "halves");
    EXPECT_FALSE(fs::exists(in("no.h5")));
}

TEST_F(Compare, AStopDuringTheHalvesKeepsTheResult) {
    Process run({"ptycho", in("scan.cxi"), "-o", in("kept.h5"), "--iterations", "300", "--halves"});
    ASSERT_TRUE(run.waitForOutput("the first half")) << run.output() << run.errors();
    run.signal(SIGTERM);
    EXPECT_EQ(run.wait(), 5) << run.errors();
    EXPECT_NE((run.output() + run.errors()).find("stopped during the halves: the result is saved"), std::string::npos)
        << run.output() << run.errors();
    const io::PtychoResult result = io::readResult(in("kept.h5"));
    EXPECT_TRUE(result.complete);
    EXPECT_FALSE(result.frc);
    const Finished resumed =
        runCli({"ptycho", in("scan.cxi"), "-o", in("kept.h5"), "--iterations", "300", "--halves", "--resume"});
    ASSERT_EQ(resumed.code, 0) << resumed.errors;
    EXPECT_TRUE(io::readResult(in("kept.h5")).frc);
    EXPECT_EQ(io::readResult(in("kept.h5")).object, result.object);
}

TEST_F(Compare, AHalfThatDoesNotConvergeGivesNoResolution) {
    // Says that all frames reached an error that no half can reach in so few iterations.
    ASSERT_EQ(runCli({"ptycho", in("scan.cxi"), "-o", in("better.h5"), "--iterations", "6"}).code, 0);
    io::PtychoResult better = io::readResult(in("better.h5"));
    better.loss.back().fourierError *= 0.1;
    io::writeResult(in("best.h5"), better, true);
    const Finished finished = runCli({"compare", in("best.h5"), "--halves", "--json"});
    ASSERT_EQ(finished.code, 0) << finished.errors;
    const Json frc = Json::parse(finished.output)["frc"];
    EXPECT_TRUE(frc["half_bit_resolution_m"].is_null());
    EXPECT_NE(frc["no_resolution"].get<std::string>().find("did not converge"), std::string::npos);
}

TEST_F(Compare, AStopOfTheHalvesLeavesNothing) {
    Process whole({"ptycho", in("scan.cxi"), "-o", in("long.h5"), "--iterations", "100000"});
    ASSERT_TRUE(whole.waitForOutput("iteration 1/100000 ")) << whole.output();
    whole.signal(SIGTERM);
    ASSERT_EQ(whole.wait(), 5) << whole.errors();
    const std::string folder = in("temporary");
    fs::create_directories(folder);
    for (const int signal : {SIGTERM, SIGINT}) {
        Process halves({"TMPDIR=" + folder, EWALD_CLI, "compare", in("long.h5"), "--halves"}, "env");
        for (int i = 0; i < 600 && fs::is_empty(folder); ++i) usleep(50'000);
        EXPECT_FALSE(fs::is_empty(folder)) << "the halves are made there";
        halves.signal(signal);
        const Finished finished = finish(halves);
        expectError(finished, 5, "nothing is saved");
        EXPECT_EQ(finished.errors.find("up to there"), std::string::npos) << finished.errors;
        EXPECT_TRUE(fs::is_empty(folder));
    }
}

/// The halves with the plainest model come second, and take as long as the first.
TEST_F(Compare, AStopWhileTheGainIsFoundKeepsTheResolution) {
    ASSERT_EQ(runCli({"ptycho", in("scan.cxi"), "-o", in("two.h5"), "--engine", "rpie", "--iterations", "300", "--set",
                      "probe_modes=2"})
                  .code,
              0);
    Process run({"compare", in("two.h5"), "--halves", "--gain", "-o", in("gain.h5")});
    ASSERT_TRUE(run.waitForOutput("wrote")) << run.output() << run.errors();
    run.signal(SIGTERM);
    EXPECT_EQ(run.wait(), 5) << run.errors();
    EXPECT_NE(run.output().find("resolution: "), std::string::npos) << run.output();
    EXPECT_EQ(run.output().find("plainest model"), std::string::npos) << run.output();
    EXPECT_TRUE(io::readResult(in("gain.h5")).frc);
}

TEST_F(Compare, RefusesWhatCannotBeCompared) {
    expectError(runCli({"compare", in("scan.cxi"), in("half0.h5")}), 3, "not a result");
    expectError(runCli({"compare", in("half0.h5"), in("half1.h5"), "--window", "hamming"}), 2, "--window");
    ASSERT_EQ(
        runCli({"ptycho", in("scan.cxi"), "-o", in("crop.h5"), "--iterations", "2", "--set", "crop_size=40"}).code, 0);
    const Finished finished = runCli({"compare", in("half0.h5"), in("crop.h5")});
    expectError(finished, 3, "different sizes");
    EXPECT_NE(finished.errors.find("crop.h5"), std::string::npos) << finished.errors;
}

} // namespace
} // namespace ewald::cli
