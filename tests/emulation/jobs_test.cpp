// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whole jobs on emulated GPUs, as a user starts them: results as on the processor, and what happens when a device has
// too little memory, breaks, or does not answer.
#include "cli/process.h"
#include "io/hdf5/hdf5.h"
#include "job/document/parameters.h"
#include "ptycho/model/engine_kind.h"
#include "test_paths.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <unistd.h>

namespace ewald {
namespace {

namespace fs = std::filesystem;
using cli::Finished;
using cli::Process;
using Words = std::vector<std::string>;

class EmulatedJobs : public testing::Test {
protected:
    static void SetUpTestSuite() {
        std::string name = (fs::temp_directory_path() / "ewald-emulated-XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        s_folder = name;
        // 31 frames: uneven for every number of workers.
        const Finished scan = run({}, {"simulate", "ptycho", "-o", path("scan.cxi"), "--size", "32", "--frames", "31"});
        ASSERT_EQ(scan.code, 0) << scan.errors;
        const Finished stack = run({}, {"simulate", "powder", "-o", path("stack.h5"), "--frames", "9", "--shape", "150",
                                        "200", "--pixel-m", "5e-4"});
        ASSERT_EQ(stack.code, 0) << stack.errors;
    }
    static void TearDownTestSuite() {
        std::error_code ignored;
        if (!s_folder.empty()) fs::remove_all(s_folder, ignored);
    }
    static std::string path(const std::string& name) { return (s_folder / name).string(); }

    /// ewald-cli on a machine with `settings` (environment variables). It is ended when it takes too long.
    static Finished run(const Words& settings, const Words& arguments) {
        Words words = {"-k", "5", "240", "env", std::string("EWALD_MODULE_PATH=") + EWALD_EMULATED_MODULES};
        words.insert(words.end(), settings.begin(), settings.end());
        words.push_back(EWALD_CLI);
        words.insert(words.end(), arguments.begin(), arguments.end());
        Process process(words, "timeout");
        return cli::finish(process);
    }
    static Words ptycho(const std::string& result, const std::string& devices, const std::string& engine,
                        const Words& more = {}) {
        Words words = {"ptycho",   path("scan.cxi"), "-o",           path(result), "--overwrite",
                       "--engine", engine,           "--iterations", "4",          "--devices",
                       devices,    "--set",          "batch_size=5"};
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }
    static Words integrate(const std::string& result, const std::string& devices) {
        return {"integrate", path("stack.h5"), "--poni",      path("stack.poni"),
                "-o",        path(result),     "--overwrite", "--devices",
                devices,     "--npt",          "100"};
    }

    /// The difference of two results from compare-results.
    static nlohmann::json compare(const std::string& a, const std::string& b) {
        Process process({path(a), path(b)}, EWALD_COMPARE);
        EXPECT_EQ(process.wait(), 0) << process.errors();
        return nlohmann::json::parse(process.output());
    }
    /// Object and probe of two results are the same but for the order of single-precision sums: some 1e-6 in the first
    /// update, multiplied by about 1.04 in each of the few that follow.
    static void expectSame(const std::string& a, const std::string& b, double bound = 1e-4) {
        const nlohmann::json distances = compare(a, b);
        EXPECT_LE(distances.at("object").get<double>(), bound) << a;
        EXPECT_LE(distances.at("probe").get<double>(), bound) << a;
    }

    inline static fs::path s_folder;
};

const Words kTwo = {"EWALD_EMULATED_GPUS=2"};
/// The resources of a device that hangs are not freed, on purpose.
const std::string kLeaks = "ASAN_OPTIONS=detect_leaks=0";

class EveryEngine : public EmulatedJobs, public testing::WithParamInterface<std::string> {};

TEST_P(EveryEngine, AgreesWithTheProcessorByEveryWayToTalk) {
    const std::vector<std::pair<std::string, Words>> ways = {
        {"cuda:0", {}},
        {"cuda:0,cuda:1", {}},                                                           // NCCL
        {"cuda:0x3", {}},                                                                // one memory
        {"cuda:0,cuda:1", {"--set", "communicator=host"}},                               // through the host
        {"cuda:0,cuda:1", {"--set", "object_storage=tiled"}},                            // NCCL, halos
        {"cuda:0x2,cuda:1", {"--set", "object_storage=tiled"}},                          // peer access, halos
        {"cuda:0,cpu", {"--set", "object_storage=tiled", "--set", "partition=stripes"}}, // a mixture
    };
    const std::string& engine = GetParam();
    // One frame, for one worker, with the probe of a scan.
    const bool single = ptycho::findEngineKind(engine)->singleFrame;
    Words model;
    if (single) {
        const Finished probe = run({}, ptycho("probe.h5", "cpu", "rpie"));
        ASSERT_EQ(probe.code, 0) << probe.errors;
        model = {"--set", "max_frames=1", "--set", "first_frame=5", "--set", "initial_probe=" + path("probe.h5")};
    }
    const Finished wanted = run({}, ptycho("cpu.h5", "cpu", engine, model));
    ASSERT_EQ(wanted.code, 0) << wanted.errors;
    for (const auto& [devices, settings] : ways) {
        if (single && devices != "cuda:0") continue;
        Words more = model;
        more.insert(more.end(), settings.begin(), settings.end());
        const Finished got = run(kTwo, ptycho("gpu.h5", devices, engine, more));
        ASSERT_EQ(got.code, 0) << devices << ": " << got.errors;
        SCOPED_TRACE(devices);
        expectSame("gpu.h5", "cpu.h5");
    }
}
INSTANTIATE_TEST_SUITE_P(All, EveryEngine, testing::ValuesIn(job::engineNames()),
                         [](const auto& info) { return info.param; });

/// Devices of two kinds round differently. Modes of nearly the same power then turned by something else on each of
/// them, as each made its own copy of the probe orthogonal: 4e-4 after the third iteration.
TEST_F(EmulatedJobs, AMixtureOfDevicesAgreesAboutModes) {
    ASSERT_EQ(run({}, ptycho("cpu.h5", "cpu", "auto")).code, 0);
    for (const Words& storage : {Words{}, Words{"--set", "object_storage=tiled", "--set", "partition=stripes"}}) {
        const Finished got = run(kTwo, ptycho("mixed.h5", "cuda:0,cpu,cuda:1", "auto", storage));
        ASSERT_EQ(got.code, 0) << got.errors;
        SCOPED_TRACE(storage.empty() ? "replicated" : "tiled");
        expectSame("mixed.h5", "cpu.h5", 1e-5);
    }
}

/// Small mini-batches of a small scan: the sums over GPUs would take longer than all else.
TEST_F(EmulatedJobs, GpusThatWouldMakeItSlowerAreWarnedOfOrLeftOut) {
    const Words three = {"EWALD_EMULATED_GPUS=3", "EWALD_EMULATED_NAME=NVIDIA L40S"};
    const std::string warning = "3 GPUs would be slower than 1 for this scan";
    const Finished asked = run(three, ptycho("asked.h5", "cuda:0,cuda:1,cuda:2", "rpie"));
    ASSERT_EQ(asked.code, 0) << asked.errors;
    EXPECT_NE((asked.output + asked.errors).find(warning), std::string::npos) << asked.output << asked.errors;
    const Finished automatic = run(three, ptycho("automatic.h5", "auto", "rpie"));
    ASSERT_EQ(automatic.code, 0) << automatic.errors;
    const std::string said = automatic.output + automatic.errors;
    EXPECT_NE(said.find("devices: 1 of 3 GPUs"), std::string::npos) << said;
    EXPECT_EQ(said.find(warning), std::string::npos) << said;
    EXPECT_EQ(said.find("cuda:1"), std::string::npos) << said;
    expectSame("automatic.h5", "asked.h5", 0);
    // Of GPUs that nothing is known about, all are used.
    const Finished unknown = run({"EWALD_EMULATED_GPUS=3"}, ptycho("unknown.h5", "auto", "rpie"));
    EXPECT_NE((unknown.output + unknown.errors).find("cuda:2"), std::string::npos) << unknown.output;
    EXPECT_EQ((unknown.output + unknown.errors).find("slower"), std::string::npos) << unknown.output;
}

/// The number that is chosen decides the result, wherever it is computed, and is in it.
TEST_F(EmulatedJobs, ABatchLeftToTheProgramIsANumberInTheResult) {
    const Finished chosen =
        run(kTwo, ptycho("chosen.h5", "cuda:0,cuda:1", "rpie", {"--set", "batch_size=auto", "--seed", "3"}));
    ASSERT_EQ(chosen.code, 0) << chosen.errors;
    EXPECT_NE((chosen.output + chosen.errors).find("rpie: mini-batches of 31 frames, chosen for 2 GPUs"),
              std::string::npos)
        << chosen.output << chosen.errors;
    ASSERT_EQ(run(kTwo, ptycho("number.h5", "cuda:0", "rpie", {"--set", "batch_size=31", "--seed", "3"})).code, 0);
    expectSame("chosen.h5", "number.h5", 1e-6);
    // A run that goes on elsewhere keeps it.
    Words more = ptycho("chosen.h5", "cpu", "rpie", {"--set", "batch_size=auto", "--seed", "3", "--resume"});
    std::erase(more, "--overwrite");
    *(std::ranges::find(more, "--iterations") + 1) = "6";
    const Finished continued = run({}, more);
    ASSERT_EQ(continued.code, 0) << continued.errors;
    EXPECT_EQ((continued.output + continued.errors).find("batch_size"), std::string::npos) << "no change";
}

TEST_F(EmulatedJobs, ResultsDoNotDependOnWhenADeviceDoesItsWork) {
    const Words job = ptycho("late.h5", "cuda:0x2", "rpie", {"--set", "probe_modes=2"});
    ASSERT_EQ(run({}, job).code, 0);
    for (const std::string order : {"1", "5", "6"}) {
        const Finished got =
            run({"EWALD_EMULATED_ORDER=" + order}, ptycho("other.h5", "cuda:0x2", "rpie", {"--set", "probe_modes=2"}));
        ASSERT_EQ(got.code, 0) << got.errors;
        SCOPED_TRACE("order " + order);
        expectSame("other.h5", "late.h5", 0);
    }
}

/// Frames, and the difference map's waves, that do not fit into the device are kept in host memory.
TEST_F(EmulatedJobs, ASmallDeviceGetsItsFramesBatchByBatch) {
    for (const std::string engine : {"rpie", "dm"}) {
        ASSERT_EQ(run({}, ptycho("cpu.h5", "cpu", engine)).code, 0);
        const Finished got = run({"EWALD_EMULATED_MEMORY_KB=440"}, ptycho("small.h5", "cuda:0", engine));
        ASSERT_EQ(got.code, 0) << got.errors;
        EXPECT_NE(got.output.find("frames are sent to the devices batch by batch"), std::string::npos) << got.output;
        expectSame("small.h5", "cpu.h5");
    }
}

TEST_F(EmulatedJobs, AnAllocationThatFailsMakesThePlanSmaller) {
    ASSERT_EQ(run({}, ptycho("cpu.h5", "cpu", "rpie")).code, 0);
    // One of the first allocations is for the object, one of the next for the waves of a batch.
    for (const std::string which : {"3", "12"}) {
        const Finished got = run({"EWALD_EMULATED_GPUS=2", "EWALD_EMULATED_FAULT=alloc " + which},
                                 ptycho("again.h5", "cuda:0,cuda:1", "rpie"));
        ASSERT_EQ(got.code, 0) << got.errors;
        EXPECT_NE(got.errors.find("trying a smaller plan"), std::string::npos) << got.errors;
        expectSame("again.h5", "cpu.h5");
    }
}

/// When one process lacks memory, all processes take the next plan.
TEST_F(EmulatedJobs, ProcessesMakeTheirPlanSmallerTogether) {
    Process mpirun({"--version"}, "mpirun");
    if (mpirun.wait() != 0) GTEST_SKIP() << "there is no mpirun";
    ASSERT_EQ(run({}, ptycho("cpu.h5", "cpu", "rpie")).code, 0);
    std::string command = "test $OMPI_COMM_WORLD_RANK = 1 && export EWALD_EMULATED_FAULT='alloc 2'; exec ";
    command += EWALD_CLI;
    for (const std::string& word : ptycho("processes.h5", "cuda:0", "rpie")) command += " '" + word + "'";
    Process process({"-k", "5", "240", "env", std::string("EWALD_MODULE_PATH=") + EWALD_EMULATED_MODULES,
                     "OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1", "mpirun", "--oversubscribe", "-n",
                     "2", "bash", "-c", command},
                    "timeout");
    ASSERT_EQ(process.wait(), 0) << process.errors();
    EXPECT_NE(process.errors().find("out of memory on rank 1; trying a smaller plan"), std::string::npos)
        << process.errors();
    expectSame("processes.h5", "cpu.h5");
}

TEST_F(EmulatedJobs, ADeviceThatBreaksEndsTheJobByItsName) {
    fs::remove(path("none.h5"));
    const Finished got =
        run({"EWALD_EMULATED_GPUS=2", "EWALD_EMULATED_FAULT=launch 90"}, ptycho("none.h5", "cuda:0,cuda:1", "rpie"));
    EXPECT_EQ(got.code, 4) << got.errors;
    EXPECT_NE(got.errors.find("error: rank "), std::string::npos) << got.errors;
    EXPECT_NE(got.errors.find("unspecified launch failure: cuda:"), std::string::npos) << got.errors;
    EXPECT_NE(got.errors.find("start the program again"), std::string::npos) << got.errors;
    EXPECT_FALSE(fs::exists(path("none.h5")));
}

TEST_F(EmulatedJobs, ADeviceThatHangsDoesNotTakeTheProgramAlong) {
    for (const std::string devices : {"cuda:0", "cuda:0x2", "cuda:0,cuda:1"}) {
        const Finished got = run({"EWALD_EMULATED_GPUS=2", "EWALD_EMULATED_FAULT=hang 90", kLeaks},
                                 ptycho("none.h5", devices, "rpie", {"--set", "collective_timeout_s=2"}));
        EXPECT_EQ(got.code, 4) << devices << ": " << got.errors;
        EXPECT_NE(got.errors.find("cuda:"), std::string::npos) << got.errors;
        EXPECT_NE(got.errors.find(" 2 s"), std::string::npos) << got.errors;
    }
}

TEST_F(EmulatedJobs, AHangLeavesTheCheckpointIntact) {
    // The 150th kernel comes when some iterations are done: each takes seven batches of five to nine kernels.
    const Finished got =
        run({"EWALD_EMULATED_FAULT=hang 150", kLeaks},
            ptycho("hung.h5", "cuda:0", "rpie", {"--set", "collective_timeout_s=2", "--set", "checkpoint_every=1"}));
    EXPECT_EQ(got.code, 4) << got.errors;
    const Finished resumed = run({}, ptycho("hung.h5", "cuda:0", "rpie", {"--resume", "--set", "checkpoint_every=1"}));
    ASSERT_EQ(resumed.code, 0) << resumed.errors;
    ASSERT_EQ(run({}, ptycho("cpu.h5", "cpu", "rpie")).code, 0);
    expectSame("hung.h5", "cpu.h5");
}

TEST_F(EmulatedJobs, IntegrationAgreesWithTheProcessorEvenWhenADeviceFails) {
    ASSERT_EQ(run({}, integrate("cpu.h5", "cpu")).code, 0);
    const std::vector<std::pair<Words, std::string>> machines = {
        {{}, "cuda:0"},
        {{"EWALD_EMULATED_GPUS=2"}, "cuda:0x3,cuda:1"},
        {{"EWALD_EMULATED_MEMORY_KB=2000"}, "cuda:0"},
        {{"EWALD_EMULATED_FAULT=launch 3"}, "cuda:0"},
        {{"EWALD_EMULATED_FAULT=alloc 9"}, "cuda:0"},
        {{"EWALD_EMULATED_FAULT=alloc 16"}, "cuda:0"},
    };
    for (const auto& [settings, devices] : machines) {
        const Finished got = run(settings, integrate("gpu.h5", devices));
        SCOPED_TRACE(devices + (settings.empty() ? "" : " with " + settings.front()));
        ASSERT_EQ(got.code, 0) << got.errors;
        const nlohmann::json distances = compare("gpu.h5", "cpu.h5");
        EXPECT_GT(distances.at("bins").get<int>(), 500);
        // Sums in another order, single precision within a run of 32 weights.
        EXPECT_LE(distances.at("worst_bin").get<double>(), 1e-5);
        EXPECT_EQ(distances.at("different_gaps").get<int>(), 0);
    }
}

/// A device integrates frames of one chunk each. The processor integrates the others, also those in between.
TEST_F(EmulatedJobs, FramesThatShareAChunkAreLeftToTheProcessor) {
    constexpr std::size_t kFrames = 11, kRows = 150, kCols = 200;
    std::vector<std::uint16_t> values(kFrames * kRows * kCols);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<std::uint16_t>(i * i / 7 % 97 + i / (kRows * kCols));
    for (const std::size_t chunk : {std::size_t{1}, std::size_t{3}}) {
        io::h5::File file = io::h5::File::create(path("chunk" + std::to_string(chunk) + ".h5"));
        file.write<std::uint16_t>("/entry/data/data", values, {kFrames, kRows, kCols},
                                  {.chunk = {chunk, kRows, kCols}, .bitshuffleLz4 = true});
        file.close();
    }
    const auto both = [](const std::string& result, const std::string& devices) {
        Words words = integrate(result, devices);
        words[1] = path("chunk1.h5");
        words.insert(words.begin() + 2, path("chunk3.h5"));
        return words;
    };
    ASSERT_EQ(run({}, both("cpu.h5", "cpu")).code, 0);
    const Finished got = run({}, both("gpu.h5", "cuda:0x2"));
    ASSERT_EQ(got.code, 0) << got.errors;
    EXPECT_NE(got.output.find("11 frames were left to the processor"), std::string::npos) << got.output;
    EXPECT_LE(compare("gpu.h5", "cpu.h5").at("worst_bin").get<double>(), 1e-5);
    // The second file holds the frames of the first one.
    const std::vector<double> sums =
        io::h5::File::open(path("gpu.h5")).dataset("/entry/result/sum_signal").readAll<double>();
    const std::size_t bins = sums.size() / (2 * kFrames);
    for (std::size_t i = 0; i < kFrames * bins; ++i)
        ASSERT_NEAR(sums[i], sums[kFrames * bins + i], 1e-5 * sums[i]) << "frame " << i / bins;
}

TEST_F(EmulatedJobs, ADeviceWithoutMemoryPoolsComputesTheSame) {
    ASSERT_EQ(run({}, ptycho("cpu.h5", "cpu", "rpie")).code, 0);
    for (const std::string devices : {"cuda:0", "cuda:0,cuda:1"}) {
        const Finished got =
            run({"EWALD_EMULATED_GPUS=2", "EWALD_EMULATED_POOLS=0"}, ptycho("gpu.h5", devices, "rpie"));
        ASSERT_EQ(got.code, 0) << devices << ": " << got.errors;
        expectSame("gpu.h5", "cpu.h5");
    }
    ASSERT_EQ(run({}, integrate("cpu.h5", "cpu")).code, 0);
    const Finished got = run({"EWALD_EMULATED_POOLS=0"}, integrate("gpu.h5", "cuda:0x2"));
    ASSERT_EQ(got.code, 0) << got.errors;
    EXPECT_LE(compare("gpu.h5", "cpu.h5").at("worst_bin").get<double>(), 1e-5);
}

TEST_F(EmulatedJobs, DirectAccessThatDamagesDataIsNotUsedAndTheLogSaysSo) {
    ASSERT_EQ(run({}, ptycho("cpu.h5", "cpu", "rpie")).code, 0);
    for (const std::string devices : {"cuda:0,cuda:1", "cuda:0x2,cuda:1"}) { // by NCCL, and without
        const Finished got =
            run({"EWALD_EMULATED_GPUS=2", "EWALD_EMULATED_PEERS=wrong"}, ptycho("gpu.h5", devices, "rpie"));
        ASSERT_EQ(got.code, 0) << devices << ": " << got.errors;
        EXPECT_NE((got.output + got.errors).find("direct copies between devices arrive damaged, cuda:"),
                  std::string::npos)
            << got.output << got.errors;
        expectSame("gpu.h5", "cpu.h5");
    }
}

TEST_F(EmulatedJobs, ADeviceOfAnotherProcessSaysWhatToDo) {
    fs::remove(path("none.h5"));
    const Finished got = run({"EWALD_EMULATED_BUSY=1"}, ptycho("none.h5", "cuda:0", "rpie"));
    EXPECT_EQ(got.code, 4) << got.errors;
    EXPECT_NE(got.errors.find("nvidia-smi -c 0"), std::string::npos) << got.errors;
    const Finished listed = run({"EWALD_EMULATED_BUSY=1"}, {"devices"});
    EXPECT_NE(listed.output.find("exclusive-process mode"), std::string::npos) << listed.output;
}

TEST_F(EmulatedJobs, TheCheckOfDevicesMeasuresEveryPair) {
    // Nothing hangs here: of a copy that is late on a busy machine the check would say that it failed.
    const Finished got =
        run({"EWALD_EMULATED_GPUS=2", "EWALD_EMULATED_PEERS=0"},
            {"bench", "devices", "--check", "--devices", "cuda:0,cuda:1", "--bytes", "1048576", "--timeout", "3600"});
    ASSERT_EQ(got.code, 0) << got.output << got.errors;
    for (const std::string pair : {"cuda:0    cuda:1", "cuda:1    cuda:0", "host      cuda:1"})
        EXPECT_NE(got.output.find(pair), std::string::npos) << got.output;
    EXPECT_NE(got.output.find("sum over 2 workers (NCCL"), std::string::npos) << got.output;
}

TEST_F(EmulatedJobs, AMachineWithoutGpusSaysSo) {
    const Finished got = run({"EWALD_EMULATED_GPUS=0"}, ptycho("none.h5", "cuda:0", "rpie"));
    EXPECT_EQ(got.code, 4) << got.errors;
    EXPECT_NE(got.errors.find("no CUDA-capable device is detected"), std::string::npos) << got.errors;
}

} // namespace
} // namespace ewald
