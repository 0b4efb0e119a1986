// SPDX-License-Identifier: GPL-3.0-or-later
//
// The work of a night is not lost because its file cannot be written in the end.
#include "job/ptychography/run/rescued_result.h"

#include "io/temporary_folder.h"
#include "job/ptychography/run/ptycho_runner.h"
#include "sim/ptycho_simulator.h"

#include <cstdlib>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <optional>

namespace ewald::job {
namespace {

namespace fs = std::filesystem;

/// Something happens to the folder while the run is under way.
struct Mishap : JobObserver {
    void onLoss(const io::LossEntry& entry) noexcept override {
        if (entry.iteration == 2) happens();
    }
    std::function<void()> happens;
};

class RescuedResult : public testing::Test {
protected:
    RescuedResult() {
        for (const char* name : {"HOME", "TMPDIR"}) {
            const char* value = std::getenv(name);
            m_before[name] = value ? std::optional<std::string>(value) : std::nullopt;
        }
        fs::create_directories(m_folder / "results");
        fs::create_directories(m_folder / "home");
        setenv("HOME", (m_folder / "home").c_str(), 1);
        sim::PtychoExperiment e;
        e.size = 32;
        e.frames = 16;
        sim::writeCxi(m_folder / "scan.cxi", sim::simulatePtycho(e), false);
    }
    ~RescuedResult() override {
        for (const auto& [name, value] : m_before)
            value ? setenv(name.c_str(), value->c_str(), 1) : unsetenv(name.c_str());
    }

    JobOutcome run(std::function<void()> mishap) {
        JobDocument job;
        job.inputFile = m_folder / "scan.cxi";
        job.outputFile = m_output;
        job.pipeline = {{"rpie", 4, {}}};
        Mishap observer;
        observer.happens = std::move(mishap);
        RunControl control;
        return runPtycho(job, observer, control, {});
    }

    /// Of a run that nothing happened to.
    std::size_t iterationsIn(const fs::path& file) { return io::readResult(file).loss.size(); }

    std::map<std::string, std::optional<std::string>> m_before;
    io::TemporaryFolder m_own;
    const fs::path m_folder = m_own.path();
    fs::path m_output = m_folder / "results/scan.h5";
};

/// Another file has come to stand there: it is not replaced, and the result stands beside it.
TEST_F(RescuedResult, StandsBesideAFileThatIsNotReplaced) {
    std::ofstream(m_folder / "results/scan.rescued.h5") << "of an earlier mishap";
    const JobOutcome outcome = run([&] { std::ofstream(m_output) << "precious"; });
    EXPECT_EQ(outcome.state, JobState::failed);
    ASSERT_TRUE(outcome.error);
    EXPECT_EQ(outcome.error->kind(), ErrorKind::data);
    const fs::path file = m_folder / "results/scan.rescued-2.h5";
    EXPECT_EQ(outcome.resultFile, file.string());
    EXPECT_NE(std::string(outcome.error->what()).find(file.string()), std::string::npos) << outcome.error->what();
    EXPECT_EQ(iterationsIn(file), 4U);
    EXPECT_EQ(fs::file_size(m_output), 8U);
}

/// The folder is gone: a share that was unmounted.
TEST_F(RescuedResult, GoesToTheHomeFolderWhereItsOwnIsGone) {
    const JobOutcome outcome = run([&] { fs::remove_all(m_folder / "results"); });
    EXPECT_EQ(outcome.state, JobState::failed);
    EXPECT_EQ(outcome.resultFile, (m_folder / "home/scan.rescued.h5").string());
    EXPECT_EQ(iterationsIn(outcome.resultFile), 4U);
}

TEST_F(RescuedResult, WithoutAnyFolderTheFirstErrorRemains) {
    const JobOutcome outcome = run([&] {
        fs::remove_all(m_folder / "results");
        setenv("HOME", "/proc/no", 1);
        setenv("TMPDIR", "/proc", 1);
    });
    EXPECT_EQ(outcome.state, JobState::failed);
    EXPECT_EQ(outcome.resultFile, "");
    ASSERT_TRUE(outcome.error);
    EXPECT_NE(std::string(outcome.error->what()).find("results"), std::string::npos) << outcome.error->what();
    EXPECT_EQ(std::string(outcome.error->what()).find("rescued"), std::string::npos) << outcome.error->what();
}

} // namespace
} // namespace ewald::job
