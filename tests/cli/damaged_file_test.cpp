// SPDX-License-Identifier: GPL-3.0-or-later
// A file over which the HDF5 library loops for ever: its heap of texts is zeroed, as a crashed file system leaves it.
#include "cli_expectations.h"
#include "folder_fixture.h"
#include "io/hdf5/hdf5.h"
#include "test_paths.h"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <hdf5.h>
#include <iterator>
#include <thread>
#include <vector>

namespace ewald::cli {
namespace {

namespace fs = std::filesystem;

class DamagedFile : public WithFolder<> {
protected:
    void SetUp() override {
        {
            io::h5::File out = io::h5::File::create(m_folder / "sound.h5");
            out.write("/entry/process/program", "some program");
            out.write("/entry/title", "title");
            out.close();
        }
        std::ifstream in(m_folder / "sound.h5", std::ios::binary);
        std::string bytes((std::istreambuf_iterator<char>(in)), {});
        const std::size_t heap = bytes.find("GCOL");
        ASSERT_NE(heap, std::string::npos);
        constexpr std::size_t kHeader = 16;
        bytes.replace(heap + kHeader, 512, std::string(512, '\0'));
        std::ofstream(m_folder / "loop.h5", std::ios::binary) << bytes;
    }
    /// A copy of ewald-cli, which finds its server beside itself: the one of tests/io/server, which writes `FILE.asked`
    /// when it is asked for what it does not come back from.
    [[nodiscard]] std::string programWithTestServer() const {
        fs::copy(EWALD_CLI, file("ewald-cli"));
        fs::copy(EWALD_TEST_HDF5_SERVER, file("ewald-hdf5-server"));
        return file("ewald-cli");
    }
    /// Ends the program with SIGTERM once its server works on the file; it says that it was stopped, and not what it
    /// says at the end of the wait.
    static void expectStops(Process& run, const std::string& file) {
        ASSERT_TRUE(waitForFile(file + ".asked"));
        run.signal(SIGTERM);
        const Finished finished = finish(run);
        EXPECT_EQ(finished.code, 5) << finished.errors;
        for (const char* words : {"damaged", "takes too long"})
            EXPECT_EQ(finished.errors.find(words), std::string::npos) << finished.errors;
    }
};

TEST_F(DamagedFile, ThatWouldBeReadForEverIsOneLine) {
    expectError(runCli({"info", file("loop.h5")}), 3, "the file is damaged");
    expectError(runCli({"ptycho", file("loop.h5"), "-o", file("r.h5")}), 3, "the file is damaged");
    EXPECT_FALSE(fs::exists(file("r.h5")));
}

TEST_F(DamagedFile, ASignalEndsTheWaitForIt) {
    Process run({"ptycho", file("loop.h5"), "-o", file("r.h5"), "--events"}, programWithTestServer());
    expectStops(run, file("loop.h5"));
}

/// Frames that only the HDF5 library can read, in the place of a dataset: numbers of 16 bytes.
void makeLong(const std::string& file, const char* path) {
    const hid_t h5 = H5Fopen(file.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    const hid_t old = H5Dopen2(h5, path, H5P_DEFAULT);
    const hid_t space = H5Dget_space(old);
    H5Dclose(old);
    ASSERT_GE(H5Ldelete(h5, path, H5P_DEFAULT), 0);
    const hid_t made = H5Dcreate2(h5, path, H5T_NATIVE_LDOUBLE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    std::vector<long double> values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)), 1.0L);
    EXPECT_GE(H5Dwrite(made, H5T_NATIVE_LDOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), 0);
    H5Sclose(space);
    H5Dclose(made);
    H5Fclose(h5);
}

/// Whatever thread waits for the frames.
TEST_F(DamagedFile, ASignalEndsReadingThatHangs) {
    const std::string program = programWithTestServer();
    const std::string scan = file("silent-read.cxi");
    const std::string stack = file("silent-read.nxs");
    ASSERT_EQ(runCli({"simulate", "ptycho", "-o", scan, "--size", "32", "--frames", "12"}).code, 0);
    ASSERT_EQ(
        runCli({"simulate", "powder", "-o", stack, "--frames", "8", "--shape", "64", "60", "--pixel-m", "0.001"}).code,
        0);
    makeLong(scan, "/entry_1/instrument_1/detector_1/data");
    makeLong(stack, "/entry/data/data");
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"ptycho", scan, "-o", file("r.h5"), "--events"},
          {"integrate", stack, "--poni", file("silent-read.poni"), "-o", file("p.h5"), "--events", "--set",
           "workers=3"}}) {
        SCOPED_TRACE(words[0]);
        Process run(words, program);
        expectStops(run, words[1]);
    }
}

} // namespace
} // namespace ewald::cli
