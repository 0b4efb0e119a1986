// SPDX-License-Identifier: GPL-3.0-or-later
#include "../io/same_bits.h"
#include "../io/small_disk.h"
#include "cli_expectations.h"
#include "folder_fixture.h"
#include "io/hdf5/hdf5.h"
#include "io/integration_file.h"
#include "test_paths.h"

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ewald::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// A small simulated stack, made once; every test has a folder of its own.
class IntegrateCli : public WithSuiteFolder<IntegrateCli> {
public:
    static void makeFiles() {
        const Finished made = runCli({"simulate", "powder", "-o", stack(), "--frames", "40", "--distinct", "8",
                                      "--shape", "300", "280", "--pixel-m", "0.000172", "--distance-m", "0.05"});
        ASSERT_EQ(made.code, 0) << made.errors;
    }

protected:
    static std::string stack() { return suiteFile("frames.h5"); }
    static std::string poni() { return suiteFile("frames.poni"); }
    static std::vector<std::string> command(const std::string& output, std::vector<std::string> more = {}) {
        std::vector<std::string> all{"integrate", stack(), "--poni", poni(), "-o", output, "--npt", "200"};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }
};
std::string textOf(const fs::path& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

TEST_F(IntegrateCli, WarnsOfMoreBinsThanPixels) {
    // 300 × 280 pixels are 410 from corner to corner.
    const Finished many = runCli(command(file("m.h5"), {"-q", "--set", "max_frames=1", "--set", "npt=100000"}));
    EXPECT_EQ(many.code, 0) << many.errors;
    EXPECT_NE(many.errors.find("100000 radial bins for a frame of 410 pixels"), std::string::npos) << many.errors;
    EXPECT_EQ(runCli(command(file("f.h5"), {"-q", "--set", "max_frames=1", "--set", "npt=1500"})).errors, "");
}

TEST_F(IntegrateCli, APoniOfOtherFramesIsSaidByInfoAndByTheJob) {
    EXPECT_EQ(runCli({"info", stack(), "--poni", poni()}).output.find("this PONI"), std::string::npos);
    std::string text = textOf(poni());
    const std::string size = "0.000172";
    for (std::size_t at = text.find(size); at != std::string::npos; at = text.find(size))
        text.replace(at, size.size(), "0.000296");
    std::ofstream(file("other.poni")) << text;
    const std::string said = "this PONI is for 296 µm pixels, the file says 172 µm";
    const Finished info = runCli({"info", stack(), "--poni", file("other.poni")});
    EXPECT_EQ(info.code, 0) << info.errors;
    EXPECT_NE(info.output.find("warning: " + said), std::string::npos) << info.output;
    const Finished run = runCli({"integrate", stack(), "--poni", file("other.poni"), "-o", file("r.h5"), "-q"});
    EXPECT_EQ(run.code, 0) << run.errors;
    EXPECT_NE(run.errors.find(said), std::string::npos) << run.errors;
}

/// Who waits for the command learns that frames are missing.
TEST_F(IntegrateCli, SaysWithItsCodeThatFramesAreMissing) {
    fs::copy_file(stack(), file("cut.h5"));
    fs::resize_file(file("cut.h5"), fs::file_size(stack()) * 3 / 4);
    const Finished cut = runCli({"integrate", file("cut.h5"), "--poni", poni(), "-o", file("c.h5"), "-q"});
    expectError(cut, 3, "of 40 frames are not there; the patterns of the others are saved: " + file("cut.h5"));
    EXPECT_FALSE(io::IntegrationResult(file("c.h5")).end().complete);
    EXPECT_NE(runCli({"info", file("c.h5")}).output.find("cut off"), std::string::npos);
}

TEST_F(IntegrateCli, GoesFromFramesToPatterns) {
    const Finished finished = runCli(command(file("r.h5"), {"--unit", "2th_deg", "--set", "error_model=poisson"}));
    ASSERT_EQ(finished.code, 0) << finished.errors;
    EXPECT_NE(finished.output.find("40 frames of 300 x 280"), std::string::npos) << finished.output;
    EXPECT_NE(finished.output.find("wrote "), std::string::npos) << finished.output;
    const io::IntegrationResult result(file("r.h5"));
    EXPECT_EQ(result.axes().frames, 40U);
    EXPECT_EQ(result.axes().radial.size(), 200U);
    EXPECT_TRUE(result.hasErrors());
    // Frame 8 is frame 0 again.
    EXPECT_EQ(result.intensity(0), result.intensity(8));
    EXPECT_NE(result.intensity(0), result.intensity(1));
    expectError(runCli(command(file("r.h5"))), 3, "exists already");
    EXPECT_EQ(runCli(command(file("r.h5"), {"--overwrite", "-q"})).output, "");
}

TEST_F(IntegrateCli, TheFramesFileGivesTheGeometryWhenNobodyElseDoes) {
    ASSERT_EQ(runCli(command(file("poni.h5"))).code, 0);
    const Finished finished = runCli({"integrate", stack(), "-o", file("own.h5"), "--npt", "200"});
    ASSERT_EQ(finished.code, 0) << finished.errors;
    const std::vector<float> poni = io::IntegrationResult(file("poni.h5")).intensity(3);
    const std::vector<float> own = io::IntegrationResult(file("own.h5")).intensity(3);
    // The same geometry through other numbers: pixels on the edge of a bin may move a little.
    for (std::size_t bin = 0; bin < poni.size(); ++bin) EXPECT_NEAR(own[bin], poni[bin], 1e-3 * (1 + poni[bin]));
}

TEST_F(IntegrateCli, ArgumentsThatMakeNoSenseAreTwo) {
    expectError(runCli({"integrate"}), 2, "FILE");
    expectError(runCli({"integrate", stack()}), 2, "--output");
    expectError(runCli(command(file("r.h5"), {"--unit", "q_nm-1"})), 2, "did you mean q_nm^-1?");
    expectError(runCli(command(file("r.h5"), {"--split", "fulll"})), 2, "did you mean full?");
    expectError(runCli(command(file("r.h5"), {"--set", "npt=0"})), 2, "npt");
    expectError(runCli(command(file("r.h5"), {"--set", "nptt=5"})), 2, "did you mean npt?");
    expectError(runCli(command(file("r.h5"), {"--set", "probe_modes=2"})), 2, "ptycho");
    expectError(runCli(command(file("r.h5"), {"--set", "radial_range=9000,9001"})), 2, "radial_range");
    expectError(runCli(command(file("r.h5"), {"--devices", "cuda:7"})), 4, "cuda:7");
    EXPECT_TRUE(fs::is_empty(m_folder));
}

TEST_F(IntegrateCli, DataThatCannotBeReadAreThree) {
    expectError(runCli({"integrate", file("no.h5"), "--poni", poni(), "-o", file("r.h5")}), 3, "no such file");
    expectError(runCli({"integrate", file("no_*.h5"), "--poni", poni(), "-o", file("r.h5")}), 3, "no_*.h5");
    expectError(runCli({"integrate", stack(), "--poni", file("no.poni"), "-o", file("r.h5")}), 3, "no.poni");
    std::ofstream(file("text.h5")) << "no frames";
    expectError(runCli({"integrate", file("text.h5"), "--poni", poni(), "-o", file("r.h5")}), 3, "text.h5");
    expectError(runCli(command(file("nowhere/r.h5"))), 3, "nowhere");
    EXPECT_FALSE(fs::exists(file("r.h5")));
}

/// As silx and fabio write addresses. The larger stack is what the reader would take by itself.
TEST_F(IntegrateCli, AnAddressNamesTheDataset) {
    const fs::path two = file("two.h5");
    const std::vector<std::uint16_t> small(2UL * 20 * 30, 7), large(5UL * 20 * 30, 100);
    io::h5::File target = io::h5::File::create(two);
    target.write<std::uint16_t>("/entry/data/data", large, {5, 20, 30});
    target.write<std::uint16_t>("/1.1/measurement/pilatus", small, {2, 20, 30});
    target.close();
    const std::string address = two.string() + "::/1.1/measurement/pilatus";
    const Finished run = runCli({"integrate", address, "-o", file("r.h5"), "-q", "--npt", "3", "--unit", "r_mm",
                                 "--set", "pixel_size_m=1e-4", "--set", "distance_m=0.1", "--set", "solid_angle=false",
                                 "--set", "beam_centre_row=0", "--set", "beam_centre_col=0"});
    ASSERT_EQ(run.code, 0) << run.errors;
    const io::IntegrationResult result(file("r.h5"));
    EXPECT_EQ(result.axes().frames, 2U);
    EXPECT_NEAR(result.intensity(0).at(1), 7, 1e-5);
    const Finished info = runCli({"info", address, "--json"});
    ASSERT_EQ(info.code, 0) << info.errors;
    EXPECT_EQ(Json::parse(info.output)["frames"]["count"], 2);
    const std::string url = "silx:" + two.string() + "?path=/entry/data/data&slice=1:4:2";
    const Finished part = runCli({"info", url, "--json"});
    ASSERT_EQ(part.code, 0) << part.errors;
    EXPECT_EQ(Json::parse(part.output)["frames"]["count"], 5);
    const Finished sliced = runCli({"integrate", url, "-o", file("u.h5"), "-q", "--npt", "3", "--unit", "r_mm", "--set",
                                    "pixel_size_m=1e-4", "--set", "distance_m=0.1", "--set", "beam_centre_row=0",
                                    "--set", "beam_centre_col=0"});
    ASSERT_EQ(sliced.code, 0) << sliced.errors;
    EXPECT_EQ(io::IntegrationResult(file("u.h5")).axes().frames, 2U); // 1 and 3
    expectError(runCli({"integrate", two.string() + "?path=/entry/data/data&slice=-1", "-o", file("s.h5")}), 2,
                "slice of the address is not understood");
    expectError(runCli({"integrate", address, two.string() + "::/entry/data/data", "-o", file("s.h5")}), 2,
                "name the same dataset in each file");
    expectError(runCli({"integrate", two.string() + "::/no/such", "-o", file("s.h5")}), 3, "/no/such");
    // What the settings say beside it has to be the same.
    expectError(runCli({"integrate", address, "-o", file("s.h5"), "--set", "dataset=/entry/data/data"}), 2,
                "the address of the frames gives dataset=/1.1/measurement/pilatus, the settings /entry/data/data");
    expectError(runCli({"integrate", url, "-o", file("s.h5"), "--set", "first_frame=2"}), 2, "first_frame=1");
    EXPECT_EQ(runCli({"info", address, "--set", "dataset=/1.1/measurement/pilatus"}).code, 0);
}

TEST_F(IntegrateCli, EventsTellWhatHappens) {
    const Finished finished = runCli(command(file("r.h5"), {"--events"}));
    ASSERT_EQ(finished.code, 0) << finished.errors;
    const std::vector<Json> events = eventsOf(finished.output);
    const auto last = [&](const char* name) {
        Json found;
        for (const Json& event : events)
            if (event["event"] == name) found = event;
        return found;
    };
    EXPECT_EQ(last("plan")["kind"], "integrate");
    EXPECT_EQ(last("plan")["frames"], 40);
    EXPECT_EQ(last("preview")["frames_done"], 40);
    EXPECT_GT(last("preview")["max_intensity"], 10);
    EXPECT_EQ(last("outcome")["state"], "done");
    EXPECT_EQ(last("progress")["done"], 40);
}

TEST_F(IntegrateCli, JobDocumentsAndResultsCanBeRun) {
    const Finished printed = runCli(command(file("r.h5"), {"--set", "npt_azim=6", "--print-job"}));
    ASSERT_EQ(printed.code, 0) << printed.errors;
    std::ofstream(file("job.json")) << printed.output;
    const Finished run = runCli({"run", file("job.json"), "-q"});
    ASSERT_EQ(run.code, 0) << run.errors;
    const io::IntegrationResult result(file("r.h5"));
    EXPECT_EQ(result.axes().azimuthal_deg.size(), 6U);
    const Finished again = runCli({"run", file("r.h5"), "-o", file("again"), "-q"});
    ASSERT_EQ(again.code, 0) << again.errors;
    EXPECT_TRUE(test::sameBits(io::IntegrationResult(file("again/r.h5")).intensity(5), result.intensity(5)));
}

TEST_F(IntegrateCli, PatternsAreExportedAsText) {
    ASSERT_EQ(runCli(command(file("r.h5"), {"--set", "error_model=poisson", "--set", "max_frames=3"})).code, 0);
    ASSERT_EQ(runCli({"export", file("r.h5"), "--text", file("p.dat")}).code, 0);
    for (const char* name : {"p_00000.dat", "p_00001.dat", "p_00002.dat"}) EXPECT_TRUE(fs::exists(file(name))) << name;
    const std::string text = textOf(file("p_00001.dat"));
    for (const char* part : {"# source: ", "frame 1\n", "# unit: q_nm^-1", "Distance: 0.05", "# q_nm^-1 I sigma\n"})
        EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text.substr(0, 600);
    const io::IntegrationResult result(file("r.h5"));
    std::istringstream lines(text);
    std::vector<double> radial;
    std::vector<double> intensity;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with('#')) continue;
        double x = 0;
        double y = 0;
        double e = 0;
        ASSERT_TRUE(std::istringstream(line) >> x >> y >> e) << line;
        radial.push_back(x);
        intensity.push_back(y);
    }
    ASSERT_EQ(radial.size(), 200U);
    for (std::size_t bin = 0; bin < 200; ++bin) {
        EXPECT_NEAR(radial[bin], result.axes().radial[bin], 1e-8 * radial[bin]);
        EXPECT_NEAR(intensity[bin], result.intensity(1)[bin], 1e-6 * (1 + intensity[bin]));
    }
    // One table, single frames, other formats.
    ASSERT_EQ(runCli({"export", file("r.h5"), "--text", file("all.csv")}).code, 0);
    EXPECT_NE(textOf(file("all.csv")).find("q_nm^-1,frame0,frame1,frame2\n"), std::string::npos);
    ASSERT_EQ(runCli({"export", file("r.h5"), "--text", file("one.fxye"), "--frame", "2"}).code, 0);
    EXPECT_NE(textOf(file("one.fxye")).find("BANK 1 200 200 CONS"), std::string::npos);
    ASSERT_EQ(runCli({"export", file("r.h5"), "--text", file("one.chi"), "--frame", "2"}).code, 0);
    ASSERT_EQ(runCli({"export", file("r.h5"), "--text", file("folder")}).code, 0);
    EXPECT_TRUE(fs::exists(file("folder/r_00002.xy")));
    expectError(runCli({"export", file("r.h5"), "--text", file("one.chi"), "--frame", "2"}), 3, "exists already");
    expectError(runCli({"export", file("r.h5"), "--text", file("one.xy"), "--frame", "3"}), 2, "frame 3");
    expectError(runCli({"export", file("r.h5"), "--text", file("one.csv"), "--table", "--frame", "1"}), 2,
                "a table has all patterns");
    expectError(runCli({"export", file("r.h5"), "--tiff", file("t"), "--frame", "1"}), 2, "are one image");
    expectError(runCli({"export", file("r.h5"), "--text", file("one.doc")}), 2, ".xy, .dat");
    expectError(runCli({"export", file("r.h5")}), 2, "nothing to export");
}

TEST_F(IntegrateCli, CakesAreExportedAsImages) {
    ASSERT_EQ(runCli(command(file("c.h5"), {"--npt-azim", "12", "--set", "max_frames=2"})).code, 0);
    ASSERT_EQ(runCli({"export", file("c.h5"), "--tiff", file("t"), "--text", file("c.dat")}).code, 0);
    EXPECT_TRUE(fs::exists(file("t/cake_00001.tiff")));
    EXPECT_GT(fs::file_size(file("t/cake_00001.tiff")), 12U * 200 * sizeof(float));
    EXPECT_NE(textOf(file("c_00000.dat")).find("I(-165deg)"), std::string::npos);
    expectError(runCli({"export", file("c.h5"), "--text", file("c.chi")}), 2, "cake");
}

TEST_F(IntegrateCli, InfoKnowsFramesAndPatterns) {
    const Finished frames = runCli({"info", stack(), "--json"});
    ASSERT_EQ(frames.code, 0) << frames.errors;
    const Json all = Json::parse(frames.output);
    EXPECT_EQ(all["kind"], "stack");
    EXPECT_EQ(all["frames"]["count"], 40);
    EXPECT_EQ(all["frames"]["compression"], "bitshuffle-LZ4");
    ASSERT_EQ(runCli(command(file("r.h5"))).code, 0);
    const Finished patterns = runCli({"info", file("r.h5")});
    ASSERT_EQ(patterns.code, 0) << patterns.errors;
    EXPECT_NE(patterns.output.find("q_nm^-1"), std::string::npos) << patterns.output;
    EXPECT_EQ(Json::parse(runCli({"info", file("r.h5"), "--json"}).output)["frames"]["count"], 40);
}

TEST_F(IntegrateCli, TheBenchSaysWhereTheTimeGoes) {
    const Finished bench = runCli({"bench", "integrate", stack(), "--poni", poni(), "--json", file("b.json")});
    ASSERT_EQ(bench.code, 0) << bench.errors;
    for (const char* part : {"frames/s", "read", "decode", "integrate", "floor"})
        EXPECT_NE(bench.output.find(part), std::string::npos) << bench.output;
    const Json all = Json::parse(textOf(file("b.json")));
    EXPECT_EQ(all["integrate"]["frames"], 40);
    EXPECT_GT(all["integrate"]["frames_per_s"], 0);
    EXPECT_GT(all["integrate"]["stages"]["decode"]["floor_s"], 0);
}

/// Peak memory in kB of a run of ewald-cli.
long peakOf(std::vector<std::string> arguments) {
    const pid_t child = fork();
    if (child == 0) {
        arguments.insert(arguments.begin(), EWALD_CLI);
        std::vector<char*> argv;
        for (std::string& argument : arguments) argv.push_back(argument.data());
        argv.push_back(nullptr);
        execv(argv[0], argv.data());
        _exit(127);
    }
    int status = 0;
    rusage usage{};
    wait4(child, &status, 0, &usage);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    return usage.ru_maxrss;
}

TEST_F(IntegrateCli, MemoryDoesNotGrowWithTheFrames) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "a sanitizer keeps what was freed, to see who uses it";
#endif
    const auto stackOf = [&](const char* frames) {
        const std::string name = file(std::string(frames) + ".h5");
        EXPECT_EQ(runCli({"simulate", "powder", "-o", name, "--frames", frames, "--distinct", "8", "--shape", "300",
                          "280", "--pixel-m", "0.000172", "--distance-m", "0.05"})
                      .code,
                  0);
        return peakOf({"integrate", name, "--poni", file(std::string(frames) + ".poni"), "-o",
                       file(std::string(frames) + "_r.h5"), "-q", "--set", "error_model=poisson"});
    };
    // With 400 frames all groups between workers and writer are in use; 100 frames leave some of them unmade, 1.5 MB.
    const long few = stackOf("400");
    const long many = stackOf("5000");
    // What is promised: less than 5 %.
    EXPECT_LT(static_cast<double>(many), 1.05 * static_cast<double>(few)) << few << " kB and " << many << " kB";
}

TEST_F(IntegrateCli, AFullDiskLeavesNothingBehind) {
    const fs::path disk = file("disk");
    fs::create_directory(disk);
    const io::test::SmallDisk mounted(disk, "64k");
    if (!mounted.refusal().empty()) GTEST_SKIP() << "mounting a small file system: " << mounted.refusal();
    const Finished finished = runCli(command((disk / "r.h5").string(), {"--set", "error_model=poisson", "-q"}));
    expectError(finished, 3, "No space left on device");
    EXPECT_TRUE(fs::is_empty(disk));
}

} // namespace
} // namespace ewald::cli
