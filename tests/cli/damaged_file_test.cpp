// SPDX-License-Identifier: GPL-3.0-or-later
// A file over which the HDF5 library loops for ever: its heap of texts is zeroed, as a crashed file system leaves it.
#include "cli_expectations.h"
#include "folder_fixture.h"

#include "io/hdf5.h"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

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
};

TEST_F(DamagedFile, ThatWouldBeReadForEverIsOneLine) {
    expectError(runCli({"info", file("loop.h5")}), 3, "the file is damaged");
    expectError(runCli({"ptycho", file("loop.h5"), "-o", file("r.h5")}), 3, "the file is damaged");
    EXPECT_FALSE(fs::exists(file("r.h5")));
}

TEST_F(DamagedFile, ASignalEndsTheWaitForItWithinASecond) {
    Process run({"ptycho", file("loop.h5"), "-o", file("r.h5"), "--events"});
    ASSERT_TRUE(run.waitForOutput("preparing")); // it would wait for four seconds of the processor
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    const auto signalled = std::chrono::steady_clock::now();
    run.signal(SIGTERM);
    const Finished finished = finish(run);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - signalled;
    EXPECT_EQ(finished.code, 5) << finished.errors;
    EXPECT_LT(taken.count(), 1.0);
}

} // namespace
} // namespace ewald::cli
