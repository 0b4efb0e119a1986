// SPDX-License-Identifier: GPL-3.0-or-later
#include "../azint/spline_text.h"
#include "../io/small_disk.h"
#include "cli_expectations.h"
#include "folder_fixture.h"
#include "io/hdf5/hdf5.h"
#include "io/images/mask_file.h"
#include "io/integration_file.h"
#include "io/result_file.h"
#include "test_paths.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sys/stat.h>
#include <unistd.h>

namespace ewald::cli {
namespace {

namespace fs = std::filesystem;

/// What is written, and what is not: a small scan and a small stack, made once; every test has a folder of its own.
class OutputCli : public WithSuiteFolder<OutputCli> {
public:
    static void makeFiles() {
        const Finished scanMade = runCli({"simulate", "ptycho", "-o", scan(), "--size", "32", "--frames", "40"});
        ASSERT_EQ(scanMade.code, 0) << scanMade.errors;
        const Finished stackMade = runCli({"simulate", "powder", "-o", stack(), "--frames", "4", "--shape", "64", "60",
                                           "--pixel-m", "0.001", "--distance-m", "0.05"});
        ASSERT_EQ(stackMade.code, 0) << stackMade.errors;
    }

protected:
    static std::string scan() { return suiteFile("scan.cxi"); }
    static std::string stack() { return suiteFile("frames.h5"); }
    static std::string poni() { return suiteFile("frames.poni"); }
    static std::vector<std::string> integrate(const std::string& output, std::vector<std::string> more = {}) {
        std::vector<std::string> all{"integrate", stack(), "--poni", poni(), "-o", output, "--npt", "50"};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }
    static std::vector<std::string> ptycho(const std::string& output, std::vector<std::string> more = {}) {
        std::vector<std::string> all{"ptycho", scan(), "-o", output, "--iterations", "2"};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }
    static std::string bytesOf(const fs::path& name) {
        std::ifstream stream(name, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    /// As numpy writes an image of 64 × 60 pixels.
    template <class T>
    static std::string npyOf(const std::vector<T>& values, const std::string& type) {
        std::string header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (64, 60), }";
        header.resize(117, ' ');
        header += '\n';
        std::string text("\x93NUMPY\x01\x00", 8);
        text += static_cast<char>(header.size());
        text += '\0';
        return text + header + std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
    }
    /// The command is refused, and `kept` is what it was.
    static void expectKept(const std::vector<std::string>& command, const fs::path& kept) {
        const std::string before = bytesOf(kept);
        ASSERT_FALSE(before.empty());
        expectError(runCli(command), 2, "same file");
        EXPECT_EQ(bytesOf(kept), before) << kept;
    }
    [[nodiscard]] std::vector<std::string> names() const {
        std::vector<std::string> found;
        for (const auto& entry : fs::directory_iterator(m_folder)) found.push_back(entry.path().filename().string());
        std::sort(found.begin(), found.end());
        return found;
    }
};
TEST_F(OutputCli, DevicesAndFifosAreRefused) {
    ASSERT_EQ(mkfifo(file("fifo").c_str(), 0600), 0);
    for (const std::string& output : {file("fifo"), std::string("/dev/zero")}) {
        expectError(runCli(ptycho(output, {"--overwrite"})), 3, "cannot write: the name belongs to a");
        expectError(runCli(integrate(output, {"--overwrite"})), 3, "cannot write: the name belongs to a");
        expectError(runCli({"simulate", "ptycho", "-o", output, "--overwrite"}), 3, "the name belongs to a");
        expectError(runCli({"simulate", "powder", "-o", output, "--overwrite"}), 3, "the name belongs to a");
    }
    EXPECT_TRUE(fs::is_fifo(file("fifo")));
    EXPECT_TRUE(fs::is_character_file("/dev/zero"));
    EXPECT_EQ(names(), std::vector<std::string>{"fifo"});
}

TEST_F(OutputCli, TheNullDeviceIsForRunsWithoutAResult) {
    const std::vector<std::vector<std::string>> commands{
        ptycho("/dev/null", {"--set", "checkpoint_every=1"}),
        integrate("/dev/null", {"--overwrite"}),
        {"simulate", "powder", "-o", "/dev/null", "--frames", "2", "--shape", "64", "60", "--pixel-m", "0.001",
         "--distance-m", "0.05", "--layout", "vds"},
        {"simulate", "ptycho", "-o", "/dev/null", "--size", "16", "--frames", "4"}};
    for (const std::vector<std::string>& command : commands) {
        const Finished finished = runCli(command);
        EXPECT_EQ(finished.code, 0) << command.front() << " " << finished.errors;
    }
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
    for (const auto& entry : fs::directory_iterator("/dev")) {
        const std::string name = entry.path().filename().string();
        EXPECT_TRUE(name == "null" || name.find("null") == std::string::npos || name.find("nullb") == 0) << name;
    }
}

TEST_F(OutputCli, NoInputIsOverwritten) {
    fs::copy(poni(), file("g.poni"));
    expectKept({"integrate", stack(), "--poni", file("g.poni"), "-o", file("g.poni"), "--overwrite"}, file("g.poni"));
    io::writeMaskFile(file("m.npy"), Array<std::uint8_t, 2>({64, 60}), false);
    fs::create_hard_link(file("m.npy"), file("hard.npy"));
    fs::create_symlink("m.npy", file("link.npy"));
    const std::string roundabout = "../" + m_folder.filename().string() + "/m.npy";
    for (const std::string& output :
         {std::string("m.npy"), std::string("hard.npy"), std::string("link.npy"), roundabout})
        for (const char* key : {"mask_file", "dark_file", "flat_file", "variance_file"})
            expectKept(integrate(file(output), {"--overwrite", "--set", std::string(key) + "=" + file("m.npy")}),
                       file("m.npy"));
    // A dataset of a file is the file, too.
    io::writeMaskFile(file("m.h5"), Array<std::uint8_t, 2>({64, 60}), false);
    for (const char* key : {"mask_file", "dark_file", "flat_file", "variance_file"})
        expectKept(
            integrate(file("m.h5"), {"--overwrite", "--set", std::string(key) + "=" + file("m.h5::/entry/mask/mask")}),
            file("m.h5"));
    // Nor is one that the PONI file names.
    std::ofstream(file("camera.spline")) << azint::test::splineText(60, 64, {}, {});
    std::ofstream(file("bent.poni")) << "Distance: 0.05\nPoni1: 0\nPoni2: 0\nRot1: 0\nRot2: 0\nRot3: 0\n"
                                        "Wavelength: 1e-10\nSplineFile: camera.spline\n";
    expectKept({"integrate", stack(), "--poni", file("bent.poni"), "-o", file("camera.spline"), "--overwrite"},
               file("camera.spline"));
    ASSERT_EQ(runCli(ptycho(file("ip.h5"))).code, 0);
    expectKept(ptycho(file("ip.h5"), {"--overwrite", "--set", "initial_probe=" + file("ip.h5")}), file("ip.h5"));
    expectKept(ptycho(file("ip.h5"), {"--overwrite", "--set", "initial_object=" + file("ip.h5")}), file("ip.h5"));
    // What a run keeps beside its result is an output, too.
    fs::copy(file("ip.h5"), file("r.h5.checkpoint.h5"));
    expectKept(ptycho(file("r.h5"), {"--set", "initial_probe=" + file("r.h5.checkpoint.h5")}),
               file("r.h5.checkpoint.h5"));
    // The document itself, and what is exported or simulated from.
    const Finished job = runCli(ptycho(file("job.json"), {"--print-job"}));
    ASSERT_EQ(job.code, 0);
    std::ofstream(file("job.json")) << job.output;
    expectKept({"run", file("job.json"), "--overwrite"}, file("job.json"));
    expectKept({"export", file("ip.h5"), "--text", file("ip.h5"), "--overwrite"}, file("ip.h5"));
    fs::copy(poni(), file("s.poni"));
    expectKept({"simulate", "powder", "-o", file("s.h5"), "--poni", file("s.poni"), "--overwrite"}, file("s.poni"));
}

/// Not even where somebody has agreed to it; what is no measurement may go.
TEST_F(OutputCli, FramesOfAnotherScanAreNotReplaced) {
    for (const std::string& other : {scan(), stack()}) {
        const std::string copy = file("other" + fs::path(other).extension().string());
        fs::copy_file(other, copy);
        const std::string before = bytesOf(copy);
        expectError(runCli(ptycho(copy, {"--overwrite"})), 3, "may hold measured frames and is no result of Ewald");
        expectError(runCli(integrate(copy, {"--overwrite"})), 3, "may hold measured frames and is no result of Ewald");
        EXPECT_EQ(bytesOf(copy), before);
    }
    // Nor HDF5 of another program without frames, or which cannot be opened: before the first iteration.
    io::h5::File other = io::h5::File::create(file("analysis.h5"));
    other.write("/sample/thickness", 1.5);
    other.close();
    std::ofstream(file("cut.h5")) << bytesOf(file("analysis.h5")).substr(0, 100);
    std::ofstream(file("matlab.mat")) << std::string(512, 'M') << bytesOf(file("analysis.h5"));
    std::ofstream(file("cut.mat")) << bytesOf(file("matlab.mat")).substr(0, 600);
    for (const char* name : {"analysis.h5", "cut.h5", "matlab.mat", "cut.mat"}) {
        const std::string before = bytesOf(file(name));
        const Finished refused = runCli(ptycho(file(name), {"--overwrite"}));
        expectError(refused, 3, "may hold measured frames and is no result of Ewald");
        EXPECT_EQ(refused.output.find("iteration"), std::string::npos) << refused.output;
        EXPECT_FALSE(fs::exists(file(std::string(name) + ".checkpoint.h5")));
        EXPECT_EQ(bytesOf(file(name)), before);
    }
    std::ofstream(file("notes.h5")) << "some text";
    EXPECT_EQ(runCli(integrate(file("notes.h5"), {"--overwrite"})).code, 0);
    ASSERT_EQ(runCli(ptycho(file("r.h5"))).code, 0);
    EXPECT_EQ(runCli(integrate(file("r.h5"), {"--overwrite"})).code, 0);
}

/// Nor by what is made of a result, or beside it; what this program has made may go.
TEST_F(OutputCli, FramesAreReplacedByNoCommand) {
    ASSERT_EQ(runCli(integrate(file("r.h5"))).code, 0);
    ASSERT_EQ(runCli(ptycho(file("object.h5"))).code, 0);
    const std::string raw = file("raw.h5"), text = file("raw.csv");
    io::h5::File measured = io::h5::File::create(raw);
    measured.write<std::uint16_t>("/entry/data/data", std::vector<std::uint16_t>(4 * 64 * 60, 3), {4, 64, 60});
    measured.close();
    fs::copy(raw, text); // whatever it is called
    const std::string before = bytesOf(raw);
    const auto expectRefused = [&](const std::string& output, std::vector<std::string> command) {
        command.insert(command.end(), {"-o", output, "--overwrite"});
        expectError(runCli(command), 3, "may hold measured frames and is no result of Ewald");
        EXPECT_EQ(bytesOf(output), before) << output;
    };
    const std::vector<std::string> maps{"maps", file("r.h5"), "--range", "1:2", "--columns", "2"};
    const std::vector<std::string> mask{"mask", stack()}, look{"quicklook", scan()};
    const std::vector<std::string> simulate{"simulate", "ptycho", "--size", "32", "--frames", "9"};
    for (const std::vector<std::string>& command : {maps, mask, look, simulate}) expectRefused(raw, command);
    expectRefused(text, maps);
    expectError(runCli({"export", file("object.h5"), "--text", text, "--overwrite"}), 3, "may hold measured frames");
    expectRefused(text, {"report", file("object.h5")});
    // One frame a file, as at many beamlines, which is no mask; what HDF5 cannot open, as while it is being written.
    const std::string single = file("single.npy"), cut = file("cut.h5");
    std::ofstream(single, std::ios::binary) << npyOf(std::vector<std::uint16_t>(64 * 60, 3), "<u2");
    fs::copy(raw, cut);
    fs::resize_file(cut, 700);
    for (const std::string& name : {single, cut}) {
        const std::string held = bytesOf(name);
        expectError(runCli({"mask", stack(), "-o", name, "--overwrite"}), 3, "may hold measured frames");
        EXPECT_EQ(bytesOf(name), held) << name;
    }
    for (int twice = 0; twice < 2; ++twice)
        EXPECT_EQ(runCli({"mask", stack(), "-o", file("own.npy"), "--overwrite"}).code, 0);
    EXPECT_EQ(bytesOf(text), before);
    for (const std::vector<std::string>& command : {maps, mask, look, simulate}) {
        std::vector<std::string> whole = command;
        whole.insert(whole.end(), {"-o", file("own.h5"), "--overwrite"});
        for (int twice = 0; twice < 2; ++twice) {
            const Finished made = runCli(whole);
            EXPECT_EQ(made.code, 0) << command.front() << ": " << made.errors;
        }
    }
}

TEST_F(OutputCli, DataFilesBehindAMasterAreInputs) {
    for (const char* layout : {"master", "vds"}) {
        const std::string master = file(std::string(layout) + ".h5");
        ASSERT_EQ(runCli({"simulate", "powder", "-o", master, "--frames", "4", "--shape", "64", "60", "--pixel-m",
                          "0.001", "--distance-m", "0.05", "--layout", layout, "--frames-per-file", "2"})
                      .code,
                  0);
        const std::string data = file(std::string(layout) + "_data_000002.h5");
        expectKept({"integrate", master, "--poni", file(std::string(layout) + ".poni"), "-o", data, "--overwrite"},
                   data);
    }
}

TEST_F(OutputCli, TheFileBehindALinkedScanIsAnInput) {
    fs::copy_file(scan(), file("far.cxi"));
    io::h5::File linked = io::h5::File::create(file("linked.cxi"));
    linked.externalLink("/entry_1", "far.cxi", "/entry_1");
    linked.close();
    expectKept({"ptycho", file("linked.cxi"), "-o", file("far.cxi"), "--iterations", "1", "--overwrite"},
               file("far.cxi"));
}

TEST_F(OutputCli, LinksStayLinks) {
    fs::create_directory(file("elsewhere"));
    fs::create_symlink("elsewhere/r.h5", file("r.h5"));
    ASSERT_EQ(runCli(integrate(file("r.h5"))).code, 0);
    EXPECT_TRUE(fs::is_symlink(file("r.h5")));
    EXPECT_EQ(io::IntegrationResult(file("elsewhere/r.h5")).axes().frames, 4U);
    expectError(runCli(integrate(file("r.h5"))), 3, "--overwrite");
    ASSERT_EQ(runCli(integrate(file("r.h5"), {"--overwrite", "--set", "max_frames=2"})).code, 0);
    EXPECT_TRUE(fs::is_symlink(file("r.h5")));
    EXPECT_EQ(io::IntegrationResult(file("elsewhere/r.h5")).axes().frames, 2U);
    EXPECT_EQ(std::distance(fs::directory_iterator(file("elsewhere")), {}), 1);
}

TEST_F(OutputCli, ASecondRunWithTheSameOutputIsRefusedAtOnce) {
    const std::string result = file("r.h5");
    Process first({"ptycho", scan(), "-o", result, "--iterations", "100000"});
    ASSERT_TRUE(first.waitForOutput("iteration 1/100000 ")) << first.errors();
    const Finished second = runCli({"ptycho", scan(), "-o", result, "--iterations", "100000", "--overwrite"});
    expectError(second, 3, "another run is writing this file (process " + std::to_string(first.id()));
    EXPECT_EQ(second.output.find("iteration"), std::string::npos) << second.output;
    expectError(runCli(integrate(result, {"--overwrite"})), 3, "another run");
    expectError(runCli({"simulate", "ptycho", "-o", result, "--overwrite"}), 3, "another run");
    first.signal(SIGKILL);
    EXPECT_EQ(first.wait(), -SIGKILL);
    // What is left of it stops nothing, and is gone afterwards.
    const Finished third = runCli(ptycho(result, {"--restart"}));
    EXPECT_EQ(third.code, 0) << third.errors;
    EXPECT_EQ(names(), std::vector<std::string>{"r.h5"});
}

TEST_F(OutputCli, AHangUpSavesTheResult) {
    const std::string result = file("r.h5");
    Process running({"ptycho", scan(), "-o", result, "--iterations", "100000"});
    ASSERT_TRUE(running.waitForOutput("iteration 1/100000 ")) << running.errors();
    running.signal(SIGHUP); // by the kernel,
    usleep(2000);
    running.signal(SIGHUP); // and by the shell
    EXPECT_EQ(running.wait(), 5) << running.errors();
    EXPECT_FALSE(io::readResult(result).complete);
}

TEST_F(OutputCli, ALimitOnTheSizeOfFilesIsAnError) {
    const auto limited = [&](const std::string& command) {
        Process process({"-c", "ulimit -f 20; exec " + std::string(EWALD_CLI) + " " + command}, "/bin/sh");
        return finish(process);
    };
    const Finished patterns = limited("integrate " + stack() + " --poni " + poni() + " -q -o " + file("r.h5") +
                                      " --npt 5000 --set error_model=poisson");
    expectError(patterns, 3, "File too large");
    EXPECT_NE(patterns.errors.find("ulimit"), std::string::npos) << patterns.errors;
    expectError(limited("simulate ptycho --size 64 --frames 50 -o " + file("s.cxi")), 3, "File too large");
    EXPECT_TRUE(names().empty());
}

TEST_F(OutputCli, APowderStackThatDoesNotFitLeavesNothing) {
    const fs::path disk = file("disk");
    fs::create_directory(disk);
    const io::test::SmallDisk mounted(disk, "256k");
    if (!mounted.refusal().empty()) GTEST_SKIP() << "mounting a small file system: " << mounted.refusal();
    for (const char* layout : {"plain", "master", "vds"}) {
        expectError(
            runCli({"simulate", "powder", "-o", (disk / "s.h5").string(), "--frames", "40", "--shape", "200", "200",
                    "--pixel-m", "0.0003", "--distance-m", "0.05", "--layout", layout, "--frames-per-file", "2"}),
            3, "No space left on device");
        EXPECT_TRUE(fs::is_empty(disk)) << layout;
    }
}

TEST_F(OutputCli, AFolderForTheResultHoldsItWhateverTheDocumentSays) {
    fs::create_directory(file("in"));
    const auto run = [&](const std::string& output) {
        std::ofstream(file("job.json")) << R"({"format": "ewald-job", "version": 1, "input": {"file": ")" << scan()
                                        << R"("}, "pipeline": [{"engine": "epie", "iterations": 1}],)"
                                        << R"( "output": {"file": ")" << output << R"("}})";
        return runCli({"run", file("job.json"), "-o", file("in")});
    };
    EXPECT_EQ(run("../../x.h5").code, 0);
    EXPECT_TRUE(fs::exists(file("in/x.h5")));
    for (const char* name : {"..", "a/..", "../."}) expectError(run(name), 3, "a folder");
    EXPECT_EQ(names(), (std::vector<std::string>{"in", "job.json"}));
}

} // namespace
} // namespace ewald::cli
