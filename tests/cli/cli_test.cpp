// SPDX-License-Identifier: GPL-3.0-or-later
#include "../io/small_disk.h"
#include "cli_expectations.h"
#include "folder_fixture.h"
#include "io/hdf5/hdf5.h"
#include "io/result_file.h"
#include "test_paths.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace ewald::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

class Cli : public WithSuiteFolder<Cli> {
public:
    static void makeFiles() {
        const Finished made = runCli({"simulate", "ptycho", "-o", scan(), "--size", "32", "--frames", "60"});
        ASSERT_EQ(made.code, 0) << made.errors;
    }

protected:
    static std::string scan() { return suiteFile("scan.cxi"); }
    /// A run that takes long enough to be interrupted: about a minute if it were not.
    static std::vector<std::string> longRun(const std::string& output) {
        return {"ptycho", scan(), "-o", output, "--iterations", "100000", "--set", "checkpoint_every=5"};
    }
};

/// Not a number is in no range.
TEST_F(Cli, NumbersThatAreNoneAreRefused) {
    for (const char* option : {"--sample-tilt", "--photons", "--energy-keV", "--overlap"})
        expectError(runCli({"simulate", "ptycho", "-o", file("none.cxi"), option, "nan"}), 2, "nan is not a number");
    expectError(runCli({"simulate", "powder", "-o", file("none.h5"), "--tilt-deg", "nan"}), 2, "nan is not a number");
}

TEST_F(Cli, ArgumentsThatMakeNoSenseAreTwo) {
    expectError(runCli({}), 2, "subcommand");
    expectError(runCli({"ptyco"}), 2, "did you mean ptycho?");
    expectError(runCli({"ptycho"}), 2, "FILE");
    expectError(runCli({"ptycho", scan()}), 2, "--output");
    expectError(runCli({"ptycho", scan(), "-o", file("r.h5"), "--iterations", "many"}), 2, "many");
    expectError(runCli({"ptycho", scan(), "-o", file("r.h5"), "--iterations", "0"}), 2, "out of range");
    expectError(runCli({"ptycho", scan(), "-o", file("r.h5"), "--engine", "dm", "--iterations", "20,"}), 2, "empty");
    expectError(runCli({"ptycho", scan(), "-o", file("r.h5"), "--engine", "dm,"}), 2, "empty");
    expectError(runCli({"ptycho", scan(), "-o", file("r.h5"), "--engine", "rpei"}), 2, "did you mean rpie?");
    expectError(runCli({"ptycho", scan(), "-o", file("r.h5"), "--engine", "dm,rpie", "--iterations", "1,2,3"}), 2,
                "2 engines");
    expectError(runCli({"ptycho", scan(), "-o", file("r.h5"), "--set", "probe_modes"}), 2, "key=value");
    expectError(runCli({"ptycho", scan(), "-o", file("r.h5"), "--set", "prob_modes=2"}), 2,
                "did you mean probe_modes?");
    expectError(runCli({"ptycho", scan(), "-o", file("r.h5"), "--set", "probe_modes=0"}), 2, "1 to 64");
    expectError(runCli({"ptycho", scan(), "-o", file("r.h5"), "--set", "distance_m=nan"}), 2, "distance_m");
    expectError(runCli({"ptycho", scan(), "-o", file("r.h5"), "--devices", "toaster"}), 2, "toaster");
    expectError(runCli({"ptycho", scan(), "-o", file("r.h5"), "--resume", "--restart"}), 2, "--re");
    expectError(runCli({"export", file("r.h5")}), 2, "nothing to export");
    const auto simulate = [&](const std::vector<std::string>& options) {
        std::vector<std::string> all{"simulate", "ptycho", "-o", file("s.cxi")};
        all.insert(all.end(), options.begin(), options.end());
        return runCli(all);
    };
    expectError(simulate({"--size", "1"}), 2, "--size");
    expectError(simulate({"--blur", "11"}), 2, "--blur");
    expectError(simulate({"--empty-part", "0.5", "--sample-tilt", "10"}), 2, "perpendicular to the beam");
    expectError(simulate({"--intensity-drift", "0.6"}), 2, "--intensity-drift");
    expectError(simulate({"--position-error", "1", "--sample-tilt", "10"}), 2, "not simulated for a tilted sample");
    expectError(simulate({"--intensity-drift", "0.1", "--frames", "1"}), 2, "no intensity that varies");
    EXPECT_FALSE(fs::exists(file("s.cxi")));
    expectError(runCli({"run", file("no.json")}), 2, "no such file");
    EXPECT_FALSE(fs::exists(file("r.h5")));
}

TEST_F(Cli, DevicesThatAreNotThereAreFour) {
    const Finished finished = runCli({"ptycho", scan(), "-o", file("r.h5"), "--devices", "cuda:7"});
    expectError(finished, 4, "cuda:7");
    EXPECT_FALSE(fs::exists(file("r.h5")));
}

TEST_F(Cli, ScalingIsReportedAndWritten) {
    const std::string csv = file("s.csv");
    const Finished finished =
        runCli({"bench", "devices", scan(), "--devices", "cpu", "--workers", "2", "--repeats", "2", "--iterations", "2",
                "--json", file("s.json"), "--csv", csv, "--hdf5", file("s.h5")});
    ASSERT_EQ(finished.code, 0) << finished.errors;
    EXPECT_NE(finished.output.find("The results agree"), std::string::npos) << finished.output;
    std::ifstream stream(file("s.json"));
    const Json report = Json::parse(stream).at("scaling");
    ASSERT_EQ(report.at("rows").size(), 2U); // one worker is always there
    EXPECT_EQ(report.at("rows")[1].at("workers"), 2);
    EXPECT_EQ(report.at("runs").size(), 4U);
    EXPECT_EQ(report.at("runs")[3].at("loss").at("time_s").size(), 2U);
    EXPECT_EQ(io::h5::File::open(file("s.h5")).children("/entry/runs").size(), 4U);
    EXPECT_TRUE(fs::exists(csv));

    expectError(runCli({"bench", "devices", scan(), "--csv", csv}), 3, "exists");
    expectError(runCli({"bench", "devices", scan(), "--workers", "0"}), 2, "--workers");
    expectError(runCli({"bench", "devices", scan(), "--devices", "toaster"}), 2, "toaster");
    expectError(runCli({"bench", "devices", file("no.json")}), 2, "no such file");
}

TEST_F(Cli, TimesOfGpusThatAreNotThereArePredictions) {
    const Finished shown = runCli({"bench", "ptycho", "--model", "--size", "32", "--frames", "50", "--subpixel",
                                   "bilinear", "--json", file("model.json")});
    ASSERT_EQ(shown.code, 0) << shown.errors;
    EXPECT_EQ(shown.output.find("PREDICTIONS"), 0U) << shown.output;
    std::ifstream stream(file("model.json"));
    const Json json = Json::parse(stream);
    EXPECT_FALSE(json.at("assumptions").empty());
    ASSERT_EQ(json.at("predictions").size(), 5U);
    EXPECT_EQ(json.at("predictions")[0].at("predicted"), true);
    EXPECT_GT(json.at("predictions")[0].at("iteration_s"), 0);
    expectError(runCli({"bench", "ptycho", "--model", "--engine", "auto", "--size", "32"}), 2, "--engine");
}

TEST_F(Cli, SpeedUpsOfGpusThatAreNotThereArePredictions) {
    const Finished shown = runCli({"bench", "devices", "--model", "--size", "32", "--frames", "50", "--set",
                                   "batch_size=10", "--json", file("model.json")});
    ASSERT_EQ(shown.code, 0) << shown.errors;
    EXPECT_EQ(shown.output.find("PREDICTIONS"), 0U) << shown.output;
    EXPECT_NE(shown.output.find("50 frames of 32 x 32, 1 modes, rpie, mini-batches of 10"), std::string::npos)
        << shown.output;
    std::ifstream stream(file("model.json"));
    const Json json = Json::parse(stream);
    EXPECT_FALSE(json.at("assumptions").empty());
    const Json& rows = json.at("predictions");
    ASSERT_EQ(rows.size(), 20U) << "five GPUs, each alone and 2, 4 and 8 of them";
    EXPECT_EQ(rows[0].at("speedup"), 1);
    EXPECT_EQ(rows[0].at("sums_s"), 0);
    EXPECT_EQ(rows[3].at("devices"), 8);
    EXPECT_GT(rows[3].at("bytes_of_a_sum"), 0);
    EXPECT_LT(rows[3].at("speedup"), 1) << "so small a scan";
    expectError(runCli({"bench", "devices", "--model", scan()}), 2, "--size");
    expectError(runCli({"bench", "devices", "--model", "--engine", "auto"}), 2, "--engine");
    EXPECT_NE(runCli({"bench", "devices", "--model", "--check"}).code, 0);
}

TEST_F(Cli, DataThatCannotBeReadAreThree) {
    expectError(runCli({"info", file("no.cxi")}), 3, "no such file");
    expectError(runCli({"info", m_folder.string()}), 3, "folder");
    std::ofstream(file("text.cxi")) << "not HDF5";
    expectError(runCli({"info", file("text.cxi")}), 3, "text.cxi");
    expectError(runCli({"ptycho", file("text.cxi"), "-o", file("r.h5")}), 3, "text.cxi");
    fs::copy_file(scan(), file("cut.cxi"));
    fs::resize_file(file("cut.cxi"), fs::file_size(scan()) / 2);
    expectError(runCli({"ptycho", file("cut.cxi"), "-o", file("r.h5")}), 3, "truncated");
    io::h5::File::create(file("empty.h5")).close();
    expectError(runCli({"ptycho", file("empty.h5"), "-o", file("r.h5")}), 3, "empty.h5");
    expectError(runCli({"export", scan(), "--tiff", file("t")}), 3, "not a result");
    EXPECT_FALSE(fs::exists(file("t")));
    EXPECT_FALSE(fs::exists(file("r.h5")));
}

TEST_F(Cli, InfoSaysWhatWasUnderstood) {
    const Finished text = runCli({"info", scan()});
    EXPECT_EQ(text.code, 0) << text.errors;
    EXPECT_NE(text.output.find("60 x 32 x 32"), std::string::npos) << text.output;
    const Finished json = runCli({"info", scan(), "--json"});
    ASSERT_EQ(json.code, 0);
    const Json all = Json::parse(json.output);
    EXPECT_EQ(all["frames"]["count"], 60);
    EXPECT_EQ(all["positions"]["count"], 60);
    EXPECT_NEAR(all["energy_keV"].get<double>(), 8.0, 1e-6);
    EXPECT_NEAR(all["distance_m"].get<double>(), 2.0, 1e-6);
    for (const Json& note : all["notes"]) EXPECT_NE(note["severity"], "error") << note;
    // λz/(n·pixel) = 1.5498e-10 · 1 / (32 · 75e-6)
    const Finished nearer = runCli({"info", scan(), "--json", "--set", "distance_m=1"});
    EXPECT_NEAR(Json::parse(nearer.output)["object_pixel_m"].get<double>(), 6.4575e-8, 1e-11);
}

TEST_F(Cli, InfoOfFramesIsThatOfAStack) {
    ASSERT_EQ(runCli({"simulate", "powder", "-o", file("p_1.h5"), "--shape", "60", "80", "--pixel-m", "5e-4",
                      "--distance-m", "0.1", "--energy-keV", "30", "--frames", "5", "--type", "uint16"})
                  .code,
              0);
    fs::copy_file(file("p_1.h5"), file("p_2.h5"));
    const Finished one = runCli({"info", file("p_1.h5"), "--json"});
    ASSERT_EQ(one.code, 0) << one.errors;
    const Json all = Json::parse(one.output);
    EXPECT_EQ(all["kind"], "stack");
    EXPECT_EQ(all["frames"]["count"], 5);
    EXPECT_EQ(all["frames"]["rows"], 60);
    EXPECT_EQ(all["frames"]["type"], "uint16");
    EXPECT_EQ(all["frames"]["compression"], "bitshuffle-LZ4");
    for (const std::vector<std::string>& names :
         {std::vector<std::string>{file("p_#.h5")}, std::vector<std::string>{file("p_1.h5"), file("p_2.h5")}}) {
        std::vector<std::string> arguments{"info", "--json"};
        arguments.insert(arguments.end(), names.begin(), names.end());
        const Finished both = runCli(arguments);
        ASSERT_EQ(both.code, 0) << both.errors;
        EXPECT_EQ(Json::parse(both.output)["frames"]["count"], 10);
    }
    const Finished text = runCli({"info", file("p_1.h5")});
    EXPECT_NE(text.output.find("5 x 60 x 80 uint16"), std::string::npos) << text.output;
    expectError(runCli({"info", file("none_*.h5")}), 3, "pattern");
}

TEST_F(Cli, DevicesAndSchemaAreMachineReadable) {
    const Finished devices = runCli({"devices", "--json"});
    ASSERT_EQ(devices.code, 0);
    const Json list = Json::parse(devices.output);
    ASSERT_FALSE(list["devices"].empty());
    EXPECT_EQ(list["devices"][0]["id"], "cpu");
    const Finished schema = runCli({"schema"});
    ASSERT_EQ(schema.code, 0);
    EXPECT_TRUE(Json::parse(schema.output)["properties"].contains("pipeline"));
    const Finished help = runCli({"ptycho", "--help"});
    EXPECT_EQ(help.code, 0);
    EXPECT_NE(help.output.find("--iterations"), std::string::npos);
    EXPECT_EQ(runCli({"--version"}).code, 0);
}

TEST_F(Cli, ReconstructsAndExports) {
    const std::string result = file("r.h5");
    const Finished run = runCli({"ptycho", scan(), "-o", result, "--engine", "dm,rpie", "--iterations", "5,10",
                                 "--seed", "1", "--set", "probe_modes=2", "--set", "batch_size=16"});
    ASSERT_EQ(run.code, 0) << run.errors;
    EXPECT_TRUE(run.errors.empty()) << run.errors;
    EXPECT_NE(run.output.find("fourier_error"), std::string::npos);
    EXPECT_EQ(run.output.find('\r'), std::string::npos); // no bar where there is no terminal
    const io::PtychoResult read = io::readResult(result);
    ASSERT_EQ(read.loss.size(), 15U);
    EXPECT_EQ(read.loss.front().engine, "dm");
    EXPECT_EQ(read.loss.back().engine, "rpie");

    const Finished info = runCli({"info", result, "--json"});
    ASSERT_EQ(info.code, 0) << info.errors;
    const Json all = Json::parse(info.output);
    EXPECT_EQ(all["kind"], "result");
    EXPECT_EQ(all["iterations"], 15);
    EXPECT_EQ(all["job"]["pipeline"][1]["parameters"]["batch_size"], 16);

    const std::string folder = file("images");
    const std::string table = file("loss.txt");
    const std::vector<std::string> exporting{"export", result,   "--tiff", folder,         "--png",
                                             folder,   "--text", table,    "--remove-ramp"};
    const Finished exported = runCli(exporting);
    ASSERT_EQ(exported.code, 0) << exported.errors;
    for (const char* name : {"object_amplitude.tiff", "object_phase.tiff", "probe0_amplitude.tiff", "probe1_phase.tiff",
                             "object_phase.png", "object_complex.png"})
        EXPECT_GT(fs::file_size(fs::path(folder) / name), 100U) << name;
    std::ifstream stream(table);
    const std::string text((std::istreambuf_iterator<char>(stream)), {});
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 16); // a heading and 15 iterations
    expectError(runCli(exporting), 3, "exists already");
    std::vector<std::string> again = exporting;
    again.emplace_back("--overwrite");
    EXPECT_EQ(runCli(again).code, 0);
}

TEST_F(Cli, NothingIsOverwrittenWithoutBeingToldTo) {
    std::ofstream(file("r.h5")) << "precious";
    const std::vector<std::string> command{"ptycho", scan(), "-o", file("r.h5"), "--iterations", "2"};
    expectError(runCli(command), 3, "exists already");
    EXPECT_EQ(fs::file_size(file("r.h5")), 8U);
    std::vector<std::string> overwrite = command;
    overwrite.emplace_back("--overwrite");
    EXPECT_EQ(runCli(overwrite).code, 0);
    EXPECT_TRUE(io::isResultFile(file("r.h5")));
    expectError(runCli({"simulate", "ptycho", "-o", scan(), "--size", "32", "--frames", "4"}), 3, "exists already");
    // Not even when told to: the data themselves.
    expectError(runCli({"ptycho", scan(), "-o", scan(), "--overwrite"}), 2, "same file");
}

TEST_F(Cli, EventsAreOneObjectALine) {
    const Finished run = runCli({"ptycho", scan(), "-o", file("r.h5"), "--iterations", "4", "--events"});
    ASSERT_EQ(run.code, 0) << run.errors;
    const std::vector<Json> events = eventsOf(run.output);
    std::vector<std::string> states;
    std::size_t losses = 0;
    for (const Json& event : events) {
        if (event["event"] == "state") states.push_back(event["state"]);
        if (event["event"] == "loss") ++losses;
    }
    EXPECT_EQ(states, (std::vector<std::string>{"preparing", "reading", "initialising", "running", "saving", "done"}));
    EXPECT_EQ(losses, 4U);
    EXPECT_EQ(events.back()["event"], "outcome");
    EXPECT_EQ(events.back()["state"], "done");
    const Finished failed = runCli({"ptycho", file("no.cxi"), "-o", file("s.h5"), "--events"});
    expectError(failed, 3, "no such file");
    EXPECT_EQ(eventsOf(failed.output).back()["error"]["kind"], "data");
}

TEST_F(Cli, AnAutomaticRunSaysWhatItDecides) {
    const Finished run =
        runCli({"ptycho", scan(), "-o", file("r.h5"), "--engine", "auto", "--iterations", "40", "--events"});
    ASSERT_EQ(run.code, 0) << run.errors;
    Json decisions = Json::array();
    std::vector<std::string> log;
    std::size_t done = 0;
    for (const Json& event : eventsOf(run.output)) {
        if (event["event"] == "loss") done = event["iteration"];
        if (event["event"] == "log") log.push_back(event["text"]);
        if (event["event"] != "decision") continue;
        EXPECT_EQ(std::ranges::count(log, event["text"].get<std::string>()), 1)
            << event << " is a line of the log, too";
        // Of the plan and of positions: said in the iteration that it ends with, before the loss of that one. Modes
        // that are left out, and what was tried at the detector: as the next iteration begins. Back from a divergence:
        // after the loss that shows it.
        const auto words = event["text"].get<std::string>();
        const auto has = [&](const char* part) { return words.find(part) != std::string::npos; };
        const bool asNextBegins = has("probe modes, the rest ") || has("it is fitted, too") ||
                                  has("as much as counts do: ") || has("fitted no more");
        const bool ofPlan = words.starts_with("automatic plan") || words.starts_with("the frames do not tell");
        EXPECT_EQ(event["after_iteration"].get<std::size_t>(),
                  decisions.empty() ? 0 : done + (ofPlan && !asNextBegins ? 1 : 0))
            << event;
        decisions.push_back({{"after_iteration", event["after_iteration"]}, {"text", event["text"]}});
    }
    ASSERT_GE(decisions.size(), 3U) << "the beginning, further modes, LSQML";
    EXPECT_EQ(decisions[1]["text"], "automatic plan: 4 probe modes from here on");
    EXPECT_EQ(decisions[1]["after_iteration"], 3);
    EXPECT_NE(decisions[2]["text"].get<std::string>().find("LSQML"), std::string::npos) << decisions;
    const Finished json = runCli({"info", file("r.h5"), "--json"});
    ASSERT_EQ(json.code, 0) << json.errors;
    EXPECT_EQ(Json::parse(json.output)["decisions"], decisions);
    const Finished text = runCli({"info", file("r.h5")});
    for (const Json& decision : decisions)
        EXPECT_NE(text.output.find(decision["text"].get<std::string>()), std::string::npos) << text.output;

    // A run without a plan has none.
    ASSERT_EQ(runCli({"ptycho", scan(), "-o", file("s.h5"), "--iterations", "2"}).code, 0);
    const Finished none = runCli({"info", file("s.h5"), "--json"});
    EXPECT_EQ(Json::parse(none.output)["decisions"], Json::array());
}

TEST_F(Cli, RunsDocumentsAndRepeatsResults) {
    const std::string result = file("r.h5");
    const Finished printed = runCli({"ptycho", scan(), "-o", result, "--iterations", "3", "--print-job"});
    ASSERT_EQ(printed.code, 0);
    EXPECT_FALSE(fs::exists(result));
    std::ofstream(file("job.json")) << printed.output;
    ASSERT_EQ(runCli({"run", file("job.json"), "-q"}).code, 0);
    const io::PtychoResult first = io::readResult(result);
    // Into another folder, and from the result itself: the same bits.
    ASSERT_EQ(runCli({"run", file("job.json"), "-o", file("folder"), "-q"}).code, 0);
    ASSERT_EQ(runCli({"run", result, "-o", file("again"), "-q"}).code, 0);
    const std::string name = fs::path(result).filename();
    EXPECT_EQ(io::readResult(fs::path(file("folder")) / name).object, first.object);
    EXPECT_EQ(io::readResult(fs::path(file("again")) / name).object, first.object);

    std::ofstream(file("bad.json")) << R"({"format": "ewald-job", "version": 1, "pipelin": []})";
    expectError(runCli({"run", file("bad.json")}), 2, "did you mean pipeline?");
    std::ofstream(file("broken.json")) << "{";
    expectError(runCli({"run", file("broken.json")}), 2, "not valid JSON");
    std::ofstream(file("noinput.json")) << R"({"format": "ewald-job", "version": 1})";
    expectError(runCli({"run", file("noinput.json")}), 2, "no input");
}

TEST_F(Cli, ContinuesAfterKill) {
    const std::string result = file("r.h5");
    for (int attempt = 0; attempt < 2; ++attempt) {
        Process killed(longRun(result));
        ASSERT_TRUE(killed.waitForOutput(attempt == 0 ? "iteration 1/100000 " : "continues after iteration"))
            << killed.errors();
        if (attempt == 0) {
            ASSERT_TRUE(waitForFile(result + ".checkpoint.h5"));
        }
        killed.signal(SIGKILL);
        EXPECT_EQ(killed.wait(), -SIGKILL);
        EXPECT_FALSE(fs::exists(result)); // absent or complete, nothing between
        EXPECT_TRUE(io::readCheckpoint(result + ".checkpoint.h5").has_value());
    }
    // Not so many iterations after all: the same job otherwise.
    const std::size_t done = io::readCheckpoint(result + ".checkpoint.h5")->iteration;
    const std::string total = std::to_string(done + 3);
    const Finished last =
        runCli({"ptycho", scan(), "-o", result, "--iterations", total, "--set", "checkpoint_every=5"});
    ASSERT_EQ(last.code, 0) << last.errors;
    EXPECT_NE(last.output.find("continues after iteration " + std::to_string(done)), std::string::npos) << last.output;
    EXPECT_EQ(io::readResult(result).loss.size(), done + 3);
    EXPECT_FALSE(fs::exists(result + ".checkpoint.h5"));
    std::size_t leftovers = 0;
    for (const auto& entry : fs::directory_iterator(m_folder))
        if (entry.path().filename().string().find("r.h5.") != std::string::npos) ++leftovers;
    EXPECT_EQ(leftovers, 0U);
}

TEST_F(Cli, ACheckpointOfAnotherJobIsKept) {
    const std::string result = file("r.h5");
    Process killed(longRun(result));
    ASSERT_TRUE(waitForFile(result + ".checkpoint.h5"));
    killed.signal(SIGKILL);
    EXPECT_EQ(killed.wait(), -SIGKILL);
    const std::size_t done = io::readCheckpoint(result + ".checkpoint.h5")->iteration;
    const Finished other =
        runCli({"ptycho", scan(), "-o", result, "--iterations", "2", "--set", "checkpoint_every=5", "--seed", "7"});
    ASSERT_EQ(other.code, 0) << other.errors;
    EXPECT_NE(other.errors.find("kept as r.h5.checkpoint-old.h5"), std::string::npos) << other.errors;
    EXPECT_EQ(io::readResult(result).loss.size(), 2U);
    ASSERT_TRUE(io::readCheckpoint(result + ".checkpoint-old.h5").has_value());
    EXPECT_EQ(io::readCheckpoint(result + ".checkpoint-old.h5")->iteration, done);
}

TEST_F(Cli, AFileOfTheNameOfACheckpointIsLeftAlone) {
    const std::string result = file("r.h5"), checkpoint = result + ".checkpoint.h5";
    std::ofstream(file("precious.txt")) << "precious";
    const auto content = [](const std::string& name) {
        std::ifstream stream(name);
        return std::string(std::istreambuf_iterator<char>(stream), {});
    };
    const auto run = [&](const std::vector<std::string>& more) {
        std::vector<std::string> words{"ptycho",       scan(), "-o",    result,
                                       "--iterations", "4",    "--set", "checkpoint_every=1"};
        words.insert(words.end(), more.begin(), more.end());
        return runCli(words);
    };
    fs::create_symlink(file("precious.txt"), checkpoint);
    EXPECT_EQ(run({}).code, 0);
    EXPECT_EQ(content(file("precious.txt")), "precious");
    // A file is kept under another name where it could have been a checkpoint, and stays where none was looked for.
    std::ofstream(checkpoint) << "precious, too";
    const Finished kept = run({"--overwrite"});
    EXPECT_EQ(kept.code, 0) << kept.errors;
    std::vector<std::string> contents;
    for (const auto& entry : fs::directory_iterator(m_folder))
        if (entry.path().filename().string().find(".checkpoint") != std::string::npos && !fs::is_symlink(entry.path()))
            contents.push_back(content(entry.path().string()));
    EXPECT_EQ(contents, std::vector<std::string>{"precious, too"}) << kept.errors;
}

TEST_F(Cli, ASeedIsAWholeNumber) {
    for (const char* seed : {"-1", "99999999999999999999999", "1.5", "", "0x10"}) {
        expectError(runCli({"ptycho", scan(), "-o", file("r.h5"), "--iterations", "1", "--seed", seed}), 2, "--seed");
        EXPECT_FALSE(fs::exists(file("r.h5")));
    }
    EXPECT_EQ(
        runCli({"ptycho", scan(), "-o", file("r.h5"), "--iterations", "1", "--seed", "18446744073709551615"}).code, 0);
}

TEST_F(Cli, InterruptSavesTheResult) {
    const std::string result = file("r.h5");
    Process running(longRun(result));
    ASSERT_TRUE(running.waitForOutput("iteration 1/100000 ")) << running.errors();
    running.signal(SIGINT);
    EXPECT_EQ(running.wait(), 5) << running.errors();
    EXPECT_NE(running.errors().find("--resume"), std::string::npos) << running.errors();
    const std::string said = running.output() + running.errors();
    const std::size_t once = said.find("stopped by request");
    EXPECT_EQ(said.find("stopped by request", once + 1), std::string::npos) << said;
    const io::PtychoResult partial = io::readResult(result);
    EXPECT_FALSE(partial.complete) << "not when it has come to its end";
    ASSERT_GE(partial.loss.size(), 1U);
    expectError(runCli(longRun(result)), 3, "--resume");
    const std::string total = std::to_string(partial.loss.size() + 2);
    const Finished resumed =
        runCli({"ptycho", scan(), "-o", result, "--iterations", total, "--resume", "--set", "checkpoint_every=5"});
    EXPECT_EQ(resumed.code, 0) << resumed.errors;
    EXPECT_EQ(io::readResult(result).loss.size(), partial.loss.size() + 2);
}

TEST_F(Cli, FoldersThatCannotBeWrittenAreNamedBeforeTheWork) {
    for (const std::string& folder : {std::string("/proc"), file("no/folder")}) {
        const Finished finished = runCli({"ptycho", scan(), "-o", folder + "/r.h5", "--iterations", "100000"});
        expectError(finished, 3, folder);
        EXPECT_EQ(finished.output.find("iteration "), std::string::npos) << finished.output;
    }
    expectError(runCli({"simulate", "ptycho", "-o", "/proc/s.cxi"}), 3, "/proc");
}

TEST_F(Cli, AFullDiskLeavesNothingBehind) {
    const fs::path disk = file("disk");
    fs::create_directory(disk);
    const io::test::SmallDisk mounted(disk, "64k");
    if (!mounted.refusal().empty()) GTEST_SKIP() << "mounting a small file system: " << mounted.refusal();
    const std::string result = (disk / "r.h5").string();
    // Long enough for a checkpoint to be tried before the end makes it pointless.
    const Finished finished = runCli({"ptycho", scan(), "-o", result, "--iterations", "400"});
    expectError(finished, 3, "No space left on device");
    const std::size_t said = finished.errors.find("no checkpoint could be written");
    EXPECT_NE(said, std::string::npos) << finished.errors;
    EXPECT_EQ(finished.errors.find("no checkpoint could be written", said + 1), std::string::npos) << finished.errors;
    EXPECT_TRUE(fs::is_empty(disk));
}

/// GPUs as the commands show and take them, from a module that makes them up.
TEST_F(Cli, GpusAreShownAndTakenByTheirUuid) {
    ASSERT_EQ(setenv("EWALD_MODULE_PATH", EWALD_MADE_UP_MODULES, 1), 0);
    const Finished shown = runCli({"devices"});
    const Finished listed = runCli({"devices", "--json"});
    const auto reconstruct = [this](const std::string& devices) {
        return runCli({"ptycho", scan(), "-o", file("r.h5"), "--devices", devices});
    };
    const Finished second = reconstruct("cuda:GPU-77ax2");
    const Finished hidden = reconstruct("cuda:GPU-0bad");
    const Finished both = reconstruct("cuda:1,cuda:GPU-77aa0b1c-0002");
    ASSERT_EQ(unsetenv("EWALD_MODULE_PATH"), 0);
    EXPECT_EQ(shown.code, 0) << shown.errors;
    for (const char* part : {"cuda:1   NVIDIA H200, compute capability 9.0, 140.0 of 150.0 GB free",
                             "GPU-77aa0b1c-0002, number 3 of the machine, driver 580.82.07, load 50 %",
                             "(not usable: hidden by CUDA_VISIBLE_DEVICES)", "cuda:0   -        yes"})
        EXPECT_NE(shown.output.find(part), std::string::npos) << part << "\n" << shown.output;
    const Json json = Json::parse(listed.output);
    EXPECT_EQ(json["devices"][1]["uuid"], "GPU-8a5e1c2d-0001");
    expectError(second, 4, "made up, 2 workers: cuda:1");
    expectError(hidden, 4, "hidden by CUDA_VISIBLE_DEVICES");
    expectError(both, 2, "named twice");
}

TEST_F(Cli, DevicesAreCheckedWithFiguresAndWords) {
    const std::string json = file("check.json");
    const Finished checked = runCli({"bench", "devices", "--check", "--devices", "cpu:2", "--json", json});
    ASSERT_EQ(checked.code, 0) << checked.errors;
    EXPECT_NE(checked.output.find("sum over 2 workers (in-process)"), std::string::npos) << checked.output;
    EXPECT_NE(checked.output.find("Fine: nothing is wrong."), std::string::npos) << checked.output;
    std::ifstream stream(json);
    const Json report = Json::parse(stream)["check"];
    EXPECT_EQ(report["links"].size(), 3U);
    EXPECT_GT(report["links"][0]["bandwidth_Bps"], 0);
    EXPECT_EQ(report["healthy"], true);
    expectError(runCli({"bench", "devices", "--check", "--devices", "cuda:4711"}), 4, "cuda:4711");
}

} // namespace
} // namespace ewald::cli
