// SPDX-License-Identifier: GPL-3.0-or-later
//
// Jobs of several processes, as a user starts them: mpirun -n 3 ewald-cli … Every run has a hard limit of time, so that
// a hang is a failure and nothing worse.
#include "cli/process.h"
#include "io/integration_file.h"
#include "io/result_file.h"
#include "job/integration_files.h"
#include "job/ptycho_files.h"
#include "job/ptychography/run/ptycho_runner.h"
#include "physics/scan_engines.h"
#include "test_paths.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <thread>
#include <unistd.h>

namespace ewald {
namespace {

namespace fs = std::filesystem;
using cli::Finished;
using cli::Process;
using Words = std::vector<std::string>;

Words operator+(Words first, const Words& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

/// How often a text occurs.
std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

/// `timeout` ends mpirun, and mpirun its processes, when a test takes too long.
constexpr int kLimitReached = 124;
const Words kLimit = {"-k", "5", "180", "mpirun", "--oversubscribe", "--bind-to", "none"};

Finished runMpi(const Words& arguments) {
    Process process(kLimit + arguments, "timeout");
    return cli::finish(process);
}

std::string contentOf(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// What the processes ended with. mpirun of Open MPI 4 may die of a fault of its own after MPI_Abort, in
/// PMIx_server_finalize(): the code is then the one that it has written before.
int codeOf(const Finished& finished) {
    const std::string said = "with errorcode ";
    const auto at = finished.errors.find(said);
    const bool isItsFault = finished.errors.find("PMIx_server_finalize") != std::string::npos;
    return isItsFault && at != std::string::npos ? std::atoi(finished.errors.c_str() + at + said.size())
                                                 : finished.code;
}

/// Ids of the processes of an mpirun that run `program`, by their number in the run.
std::map<int, pid_t> processesOf(pid_t ancestor, const std::string& program) {
    std::map<pid_t, pid_t> parents;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator("/proc", ignored)) {
        if (std::atoi(entry.path().filename().c_str()) <= 0) continue; // no process
        const std::string stat = contentOf(entry.path() / "stat");
        const auto name = stat.rfind(')');
        if (name == std::string::npos) continue;
        parents[std::atoi(stat.c_str())] = std::atoi(stat.c_str() + name + 4); // ") S PPID"
    }
    std::map<int, pid_t> found;
    for (const auto& [pid, parent] : parents) {
        pid_t up = pid;
        while (up > 1 && up != ancestor && parents.contains(up)) up = parents.at(up);
        if (up != ancestor) continue;
        const fs::path folder = "/proc/" + std::to_string(pid);
        if (fs::read_symlink(folder / "exe", ignored) != fs::path(program)) continue;
        const std::string environment = contentOf(folder / "environ");
        const std::string key = "OMPI_COMM_WORLD_RANK=";
        if (const auto at = environment.find(key); at != std::string::npos)
            found[std::atoi(environment.c_str() + at + key.size())] = pid;
    }
    return found;
}

class Mpi : public testing::Test {
protected:
    static void SetUpTestSuite() {
        // mpirun refuses root without these; a container may not let processes read each other's memory.
        setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
        setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
        setenv("OMPI_MCA_btl_vader_single_copy_mechanism", "none", 1);
#ifndef EWALD_MPI_RANKS
        s_missing = "built without the MPI module (no libopenmpi-dev)";
#else
        Process probe({"--version"}, "mpirun");
        if (probe.wait() != 0) s_missing = "no mpirun on this machine (openmpi-bin)";
#endif
        if (!s_missing.empty()) return;
        std::string name = (fs::temp_directory_path() / "ewald-mpi-XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        s_folder = name;
        // No multiple of the ranks or of the batch.
        for (const auto& [file, frames] : {std::pair("scan.cxi", "61"), std::pair("other.cxi", "40")}) {
            const Finished made = cli::runCli(
                {"simulate", "ptycho", "-o", (s_folder / file).string(), "--size", "32", "--frames", frames});
            ASSERT_EQ(made.code, 0) << made.errors;
        }
        const Finished made = cli::runCli({"simulate", "powder", "-o", stack(), "--frames", "61", "--distinct", "8",
                                           "--shape", "100", "120", "--pixel-m", "0.000172", "--distance-m", "0.05"});
        ASSERT_EQ(made.code, 0) << made.errors;
    }
    static void TearDownTestSuite() {
        std::error_code ignored;
        if (!s_folder.empty()) fs::remove_all(s_folder, ignored);
    }
    void SetUp() override {
        if (!s_missing.empty()) GTEST_SKIP() << s_missing;
        ASSERT_FALSE(s_folder.empty());
        std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
        std::ranges::replace(name, '/', '_');
        m_folder = s_folder / name;
        fs::create_directory(m_folder);
    }
    static std::string scan() { return (s_folder / "scan.cxi").string(); }
    static std::string stack() { return (s_folder / "frames.h5").string(); }
    [[nodiscard]] std::string file(const std::string& name) const { return (m_folder / name).string(); }
    static Words ptycho(const std::string& input, const std::string& output, const Words& more = {}) {
        const bool named = std::ranges::find(more, "--engine") != more.end();
        const Words engine = named ? Words{} : Words{"--engine", "rpie"}; // as that of cli::Process
        return Words{EWALD_CLI, "ptycho", input, "-o", output, "--set", "batch_size=7", "--set"} +
               Words{"initial_probe=gaussian"} + engine + more;
    }
    /// The command without the program, for one process.
    static Finished alone(const Words& command) { return cli::runCli({command.begin() + 1, command.end()}); }
    static Finished together(const Words& command) { return runMpi(Words{"-n", "3"} + command); }

    /// One line of ours, whatever mpirun adds.
    static void expectOneError(const Finished& finished, int code, const std::string& part) {
        EXPECT_EQ(codeOf(finished), code) << finished.errors;
        EXPECT_EQ(count(finished.errors, "ewald-cli: error: "), 1U) << finished.errors;
        EXPECT_NE(finished.errors.find(part), std::string::npos) << finished.errors;
    }

    /// Starts a run without end, waits for its first checkpoint, and sends a signal to one of its processes.
    /// \param timeout_s of a process that does not answer; the default is never reached
    Finished disturb(int which, int signal, const std::string& output, const std::string& timeout_s = "3600") {
        Process run(kLimit + Words{"-n", "3"} +
                        ptycho(scan(), output,
                               {"--devices", "cpu:2", "--iterations", "1000000", "--set", "checkpoint_every=5", "--set",
                                "collective_timeout_s=" + timeout_s}),
                    "timeout");
        const fs::path checkpoint = job::checkpointFile(output);
        EXPECT_TRUE(cli::waitForFile(checkpoint));
        const auto processes = processesOf(run.id(), EWALD_CLI);
        EXPECT_EQ(processes.size(), 3U);
        if (const auto victim = processes.find(which); victim != processes.end()) kill(victim->second, signal);
        const Finished finished = finish(run);
        EXPECT_NE(finished.code, kLimitReached) << finished.errors;
        for (const auto& [number, pid] : processes) {
            const auto isThere = [&, process = pid] {
                return fs::read_symlink("/proc/" + std::to_string(process) + "/exe", m_ignored) == fs::path(EWALD_CLI);
            };
            // One that was killed may take a moment to be gone.
            for (int patience = 0; patience < 6000 && isThere(); ++patience)
                std::this_thread::sleep_for(std::chrono::milliseconds(10));
            EXPECT_FALSE(isThere()) << "process " << number << " is left behind";
        }
        return finished;
    }

    static fs::path s_folder;
    static std::string s_missing;
    fs::path m_folder;
    std::error_code m_ignored;
};
fs::path Mpi::s_folder;
std::string Mpi::s_missing;

#ifdef EWALD_MPI_RANKS
TEST_F(Mpi, CommunicatorsDoWhatTheyHaveTo) {
    for (const auto& [processes, threads] :
         {std::pair("1", "1"), std::pair("2", "2"), std::pair("3", "1"), std::pair("8", "1")}) {
        const Finished finished = runMpi({"-n", processes, EWALD_MPI_RANKS, threads});
        EXPECT_EQ(finished.code, 0) << finished.errors;
        EXPECT_NE(finished.output.find(std::string(": ") + processes + " processes did everything"), std::string::npos)
            << finished.output;
        EXPECT_EQ(finished.output.find("MPI (") != std::string::npos, std::string(processes) != "1");
    }
}

void expectOneLine(const Finished& finished, int code, const std::string& part) {
    EXPECT_EQ(finished.code, code) << finished.errors;
    EXPECT_EQ(count(finished.errors, "error: "), 1U) << finished.errors;
    EXPECT_NE(finished.errors.find(part), std::string::npos) << finished.errors;
    EXPECT_EQ(finished.errors.find("has not answered"), std::string::npos) << finished.errors;
}

TEST_F(Mpi, FaultsOfRanksEndAllProcessesWithOneLine) {
    const std::map<std::string, std::pair<int, std::string>> faults{
        {"throws", {3, "rank 5 failed: frame 7 cannot be read: scan.h5; check the file"}},
        {"other-length-of-many", {4, "arrays of"}},
        {"not-sent", {4, ""}},
    };
    for (const auto& [fault, expected] : faults) {
        expectOneLine(runMpi({"-n", "3", EWALD_MPI_RANKS, "2", fault}), expected.first, expected.second);
    }
    // A short time-out only in the process whose other thread is there: everybody else may be late on a machine with
    // other work.
    expectOneLine(runMpi({"-n", "2", EWALD_MPI_RANKS, "2", "stays-away", ":", "-n", "1", EWALD_MPI_RANKS, "2",
                          "stays-away", "300"}),
                  4, "rank 5 did not arrive at 'barrier' within 0.3 s");
}
#endif

class MpiEngines : public Mpi, public testing::WithParamInterface<std::string> {};

/// Not close, but equal: sums are exact on a grid, and all processes start from the same values.
TEST_P(MpiEngines, GiveTheBitsOfOneProcess) {
    const std::string engine = GetParam();
    // The guess from the mean pattern needs frames of all processes; once is enough.
    const Words more{"--engine", engine,  "--iterations",
                     "10",       "--set", engine == "rpie" ? "initial_probe=mean_pattern" : "probe_modes=2"};
    const Finished one = alone(ptycho(scan(), file("one.h5"), more));
    ASSERT_EQ(one.code, 0) << one.errors;
    const io::PtychoResult a = io::readResult(file("one.h5"));
    const Finished tiled =
        together(ptycho(scan(), file("tiled.h5"), more + Words{"--devices", "cpu:2", "--set", "object_storage=tiled"}));
    ASSERT_EQ(tiled.code, 0) << tiled.errors;
    EXPECT_EQ(io::readResult(file("tiled.h5")).object, a.object);
    EXPECT_EQ(io::readResult(file("tiled.h5")).probe, a.probe);
    const Finished six = together(ptycho(scan(), file("six.h5"), more + Words{"--devices", "cpu:2"}));
    ASSERT_EQ(six.code, 0) << six.errors;
    EXPECT_EQ(six.errors, one.errors) << "one process warns";
    EXPECT_EQ(count(six.output, "wrote "), 1U) << "one process reports: " << six.output;
    const io::PtychoResult b = io::readResult(file("six.h5"));
    EXPECT_EQ(a.object, b.object);
    EXPECT_EQ(a.probe, b.probe);
    ASSERT_EQ(b.loss.size(), 10U);
    EXPECT_NEAR(a.loss.back().fourierError, b.loss.back().fourierError, 1e-12 * a.loss.back().fourierError);
    EXPECT_EQ(a.communicator, "self");
    EXPECT_EQ(b.communicator.rfind("MPI (", 0), 0U) << b.communicator;
    ASSERT_EQ(b.devices.size(), 6U);
    EXPECT_NE(b.devices.back().find("process 2"), std::string::npos) << b.devices.back();
}
INSTANTIATE_TEST_SUITE_P(All, MpiEngines, testing::ValuesIn(physics::scanEngines()),
                         [](const auto& engine) { return engine.param; });

TEST_F(Mpi, AnIntegrationGivesTheBitsOfOneProcess) {
    const auto command = [&](const std::string& output, const Words& more) {
        return Words{EWALD_CLI,
                     "integrate",
                     stack(),
                     "--poni",
                     (s_folder / "frames.poni").string(),
                     "-o",
                     output,
                     "--npt",
                     "150",
                     "--set",
                     "error_model=poisson"} +
               more;
    };
    ASSERT_EQ(alone(command(file("one.h5"), {"--devices", "cpu:1"})).code, 0);
    const Finished six = together(command(file("six.h5"), {"--devices", "cpu:2", "--set", "batch=3"}));
    ASSERT_EQ(six.code, 0) << six.errors;
    const io::IntegrationResult a(file("one.h5"));
    const io::IntegrationResult b(file("six.h5"));
    ASSERT_EQ(b.axes().frames, 61U);
    const auto bits = [](const std::vector<float>& values) {
        std::vector<std::uint32_t> words(values.size());
        std::memcpy(words.data(), values.data(), values.size() * sizeof(float));
        return words;
    };
    EXPECT_EQ(bits(a.intensities(0, 61)), bits(b.intensities(0, 61)));
    for (const std::size_t frame : {0U, 30U, 60U}) EXPECT_EQ(bits(a.errors(frame)), bits(b.errors(frame)));
    EXPECT_EQ(bits(a.counts(0)), bits(b.counts(0)));
    EXPECT_EQ(b.end().devices.size(), 3U);
    EXPECT_GT(b.end().timings_s.at("workers_integrating"), 0.0);
}

/// Frames that cannot be read are the same ones, wherever they are found, and the rest goes on.
TEST_F(Mpi, DamagedFramesAreReportedAsByOneProcess) {
    const std::string damaged = file("damaged.h5");
    fs::copy_file(stack(), damaged);
    {
        // Chunks lie one after the other: from the middle on, every second one loses its header.
        std::fstream stream(damaged, std::ios::in | std::ios::out | std::ios::binary);
        const auto size = static_cast<std::streamoff>(fs::file_size(damaged));
        for (std::streamoff at = size / 2; at < size * 3 / 4; at += size / 20) {
            stream.seekp(at);
            stream << std::string(3000, '\xff');
        }
    }
    const auto command = [&](const std::string& output, const std::string& devices) {
        return Words{EWALD_CLI, "integrate", damaged,  "--poni", (s_folder / "frames.poni").string(),
                     "-o",      output,      "--npt",  "150",    "--devices",
                     devices,   "--set",     "batch=2"};
    };
    const Finished one = alone(command(file("one.h5"), "cpu:1"));
    ASSERT_EQ(one.code, 0) << one.errors;
    const Finished six = together(command(file("six.h5"), "cpu:2"));
    ASSERT_EQ(six.code, 0) << six.errors;
    const auto failed = io::IntegrationResult(file("one.h5")).end().failedFrames;
    EXPECT_FALSE(failed.empty());
    EXPECT_EQ(io::IntegrationResult(file("six.h5")).end().failedFrames, failed);
    EXPECT_EQ(count(six.errors, "warning: frame left out"), count(one.errors, "warning: frame left out"));
    EXPECT_EQ(together(command(file("strict.h5"), "cpu:2") + Words{"--set", "stop_on_bad_frame=true"}).code, 3);
    EXPECT_FALSE(fs::exists(file("strict.h5")));
}

/// Of a reconstruction, too: new, and continued.
TEST_F(Mpi, DamagedFramesAreLeftOutOfAReconstructionAsByOneProcess) {
    sim::PtychoExperiment experiment;
    experiment.size = 32;
    experiment.frames = 25;
    job::JobDocument job = job::test::putSignedScan(file("scan.h5"), sim::simulatePtycho(experiment));
    for (std::size_t frame = 0; frame < 20; frame += 2) job::test::damageFrame(file("scan.h5"), frame);
    const auto command = [&](const std::string& output, std::size_t iterations) {
        job.outputFile = output;
        job.pipeline = {{"rpie", iterations, {}}};
        std::ofstream(output + ".json") << job::toJson(job);
        return Words{EWALD_CLI, "run", output + ".json"};
    };
    for (const std::size_t iterations : {3U, 5U}) {
        const Words more = iterations > 3 ? Words{"--resume"} : Words{};
        const Finished one = alone(command(file("one.h5"), iterations) + more);
        ASSERT_EQ(one.code, 0) << one.errors;
        const Finished three = together(command(file("three.h5"), iterations) + more);
        ASSERT_EQ(three.code, 0) << three.errors;
        EXPECT_EQ(three.errors, one.errors) << "the same frames for the same reason";
        EXPECT_EQ(count(one.errors, "(cannot be read)"), iterations > 3 ? 0U : 1U) << one.errors;
        EXPECT_EQ(io::readResult(file("three.h5")).frameIndex, io::readResult(file("one.h5")).frameIndex);
        EXPECT_EQ(io::readResult(file("three.h5")).object, io::readResult(file("one.h5")).object);
    }
    job::test::damageFrame(file("scan.h5"), 1);
    const Finished lost = together(command(file("three.h5"), 7) + Words{"--resume"});
    expectOneError(lost, 3, "frame 1, which the earlier run used, cannot be read any more");
}

TEST_F(Mpi, HalvesOfAScanGiveTheResolutionOfOneProcess) {
    // Large enough for a ring correlation.
    const Finished made = cli::runCli({"simulate", "ptycho", "-o", file("s.cxi"), "--size", "48", "--frames", "121"});
    ASSERT_EQ(made.code, 0) << made.errors;
    const Words halves = {"--iterations", "20", "--halves"};
    const Finished one = alone(ptycho(file("s.cxi"), file("one.h5"), halves));
    ASSERT_EQ(one.code, 0) << one.errors;
    const Finished three = together(ptycho(file("s.cxi"), file("three.h5"), halves));
    ASSERT_EQ(three.code, 0) << three.errors;
    const io::PtychoResult expected = io::readResult(file("one.h5")), found = io::readResult(file("three.h5"));
    ASSERT_TRUE(expected.frc);
    ASSERT_TRUE(found.frc);
    EXPECT_EQ(found.frc->frc, expected.frc->frc);
    EXPECT_EQ(found.object, expected.object);
}

TEST_F(Mpi, AKilledProcessEndsTheRunAndItGoesOnFromTheCheckpoint) {
    const Finished killed = disturb(1, SIGKILL, file("r.h5"));
    EXPECT_NE(killed.code, 0);
    EXPECT_NE(killed.errors.find("rank 1"), std::string::npos) << "mpirun names it: " << killed.errors;
    EXPECT_FALSE(fs::exists(file("r.h5")));
    const auto checkpoint = io::readCheckpoint(job::checkpointFile(file("r.h5")));
    ASSERT_TRUE(checkpoint);
    const std::string total = std::to_string(checkpoint->iteration + 3);
    const Words more{"--iterations", total, "--set", "checkpoint_every=5"};
    const Finished on = together(ptycho(scan(), file("r.h5"), more));
    ASSERT_EQ(on.code, 0) << on.errors;
    ASSERT_EQ(alone(ptycho(scan(), file("one.h5"), more)).code, 0);
    EXPECT_EQ(io::readResult(file("r.h5")).object, io::readResult(file("one.h5")).object)
        << "as if nothing had happened";
}

TEST_F(Mpi, AStoppedProcessIsNamedAfterTheTimeOut) {
    for (const int which : {0, 2}) {
        const std::string output = file("r" + std::to_string(which) + ".h5");
        // Long enough for the others to answer on a machine with other work.
        const Finished stopped = disturb(which, SIGSTOP, output, "10");
        expectOneError(stopped, 4, "process " + std::to_string(which));
        EXPECT_NE(stopped.errors.find("rank " + std::to_string(2 * which)), std::string::npos) << stopped.errors;
        EXPECT_FALSE(fs::exists(output));
        EXPECT_TRUE(io::readCheckpoint(job::checkpointFile(output)));
    }
}

TEST_F(Mpi, AStopOfOneProcessIsAgreedOnAndTheResultSaved) {
    const Finished stopped = disturb(2, SIGTERM, file("r.h5"));
    expectOneError(stopped, 5, "stopped by request");
    const io::PtychoResult result = io::readResult(file("r.h5"));
    EXPECT_FALSE(result.complete);
    EXPECT_GE(result.loss.size(), 5U);
}

TEST_F(Mpi, AnErrorOfOneProcessEndsAllAndNamesIt) {
    const std::string nowhere = (s_folder / "nowhere.cxi").string();
    const Finished missing =
        runMpi(Words{"-n", "2"} + ptycho(scan(), file("r.h5")) + Words{":", "-n", "1"} + ptycho(nowhere, file("r.h5")));
    expectOneError(missing, 3, "process 2 failed: no such file: " + nowhere);
    const Finished other = runMpi(Words{"-n", "1"} + ptycho(scan(), file("r.h5")) + Words{":", "-n", "1"} +
                                  ptycho((s_folder / "other.cxi").string(), file("r.h5")));
    expectOneError(other, 2, "process 1 failed: this process has another job or other data");
    EXPECT_FALSE(fs::exists(file("r.h5")));
}

/// Else each of them would do the whole job, and write the same file.
TEST_F(Mpi, AProcessThatDoesNotFindTheOthersDoesNothing) {
    setenv("SLURM_PROCID", "0", 1);
    setenv("SLURM_STEP_NUM_TASKS", "2", 1);
    const Finished lonely = alone(ptycho(scan(), file("r.h5")));
    unsetenv("SLURM_PROCID");
    unsetenv("SLURM_STEP_NUM_TASKS");
    expectOneError(lonely, 4, "srun started 2 processes");
    EXPECT_TRUE(fs::is_empty(m_folder));
}

TEST_F(Mpi, WhatIsWrongForAllIsToldOnce) {
    expectOneError(together(ptycho(scan(), "/proc/r.h5")), 3, "/proc");
    expectOneError(together(ptycho(scan(), file("r.h5"), {"--devices", "cpu:30"})), 2, "90 workers for 61 frames");
    expectOneError(together(ptycho(scan(), file("r.h5"), {"--devices", "gpu"})), 2, "gpu");
    expectOneError(together({EWALD_CLI, "ptycho", scan()}), 2, "--output");
    expectOneError(together(ptycho(scan(), file("r.h5"), {"--set", "no_such_key=1"})), 2, "no_such_key");
    EXPECT_TRUE(fs::is_empty(m_folder));
}

} // namespace
} // namespace ewald
