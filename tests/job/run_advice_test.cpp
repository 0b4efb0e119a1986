// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/run/run_advice.h"

#include "io/memory_frames.h"
#include "io/temporary_folder.h"
#include "job/events/machine_load.h"
#include "job/events/time_shares.h"
#include "job/integration/integrate_job_kind.h"
#include "job/ptychography/results/find_orientation.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <numeric>
#include <unistd.h>

namespace ewald::job {
namespace {

using namespace std::chrono_literals;

Progress progressWith(const PhaseTimes& fraction) {
    Progress progress;
    progress.state = JobState::running;
    progress.shares = TimeShares{fraction};
    return progress;
}

PhaseTimes mostly(Phase phase, double part) {
    PhaseTimes times;
    times[phase] = part;
    times[phase == Phase::frames ? Phase::other : Phase::frames] += 1 - part;
    return times;
}

TEST(ShareMeter, SharesAddUpToOneAndFollowAChange) {
    ShareMeter meter;
    EXPECT_FALSE(meter.shares());
    const auto start = ShareMeter::Clock::now();
    PhaseTimes spent;
    for (int second = 1; second <= 20; ++second) {
        spent[second <= 10 ? Phase::reading : Phase::frames] += 0.7;
        spent[Phase::update] += 0.3;
        meter.add(spent, {}, start + second * 1s);
    }
    const auto shares = meter.shares();
    ASSERT_TRUE(shares);
    EXPECT_NEAR(shares->fraction.total(), 1, 1e-12);
    EXPECT_EQ(shares->fraction[Phase::reading], 0) << "ten seconds ago";
    EXPECT_NEAR(shares->fraction[Phase::frames], 0.7, 1e-9);
    EXPECT_EQ(shares->slowest, -1);
}

TEST(ShareMeter, NamesTheWorkerThatTheOthersWaitFor) {
    ShareMeter meter;
    PhaseTimes spent;
    spent[Phase::frames] = 3 * 6 + 10;
    spent[Phase::communication] = 3 * 4.5 + 0.5; // of each 10 s: rank 2 computes all the time
    const std::vector<double> communication = {4.5, 4.5, 0.5, 4.5};
    meter.add(spent, communication);
    const auto shares = meter.shares();
    ASSERT_TRUE(shares);
    EXPECT_EQ(shares->slowest, 2);
    EXPECT_NEAR(shares->waitingForSlowest, 12 / spent.total(), 1e-12);
}

TEST(ShareMeter, KeepsFewPointsOfAFastRun) {
    ShareMeter meter;
    PhaseTimes spent;
    const auto start = ShareMeter::Clock::now();
    for (int i = 0; i < 100000; ++i) {
        spent[i < 50000 ? Phase::frames : Phase::update] += 1e-5;
        meter.add(spent, {}, start + i * 10us);
    }
    EXPECT_NEAR(meter.shares()->fraction[Phase::frames], 0.5, 0.01);
}

TEST(RunAdvice, SaysNothingBeforeAnythingWasMeasured) {
    Progress progress;
    progress.state = JobState::running;
    EXPECT_FALSE(adviseOn(progress, {}, {}, {}));
    progress = progressWith(mostly(Phase::reading, 0.9));
    progress.state = JobState::saving;
    EXPECT_FALSE(adviseOn(progress, {}, {}, {}));
}

/// What took most of the time of the frames before holds nothing up then.
TEST(RunAdvice, SaysNothingWhileAJobWaitsForFrames) {
    JobDocument job = integrateJobKind().newDocument();
    Progress progress = progressWith(mostly(Phase::decoding, 0.9));
    progress.done = progress.total = 40;
    EXPECT_TRUE(adviseOn(progress, {}, job, {}));
    job.set("follow", "true");
    EXPECT_FALSE(adviseOn(progress, {}, job, {}));
    progress.total = 50;
    EXPECT_EQ(adviseOn(progress, {}, job, {})->what, HoldUp::decoding);
}

TEST(RunAdvice, NamesTheLargestShare) {
    const JobDocument job;
    const std::vector<std::pair<Phase, HoldUp>> cases = {
        {Phase::reading, HoldUp::reading},     {Phase::decoding, HoldUp::decoding},
        {Phase::preparing, HoldUp::preparing}, {Phase::transfer, HoldUp::transfer},
        {Phase::update, HoldUp::update},       {Phase::communication, HoldUp::communication},
        {Phase::waiting, HoldUp::writing},     {Phase::preview, HoldUp::preview},
        {Phase::frames, HoldUp::nothing}};
    for (const auto& [phase, expected] : cases) {
        const auto advice = adviseOn(progressWith(mostly(phase, 0.71)), {}, job, {});
        ASSERT_TRUE(advice);
        EXPECT_EQ(advice->what, expected) << toString(phase);
        EXPECT_NEAR(advice->share, 0.71, 1e-12);
    }
    EXPECT_EQ(adviseOn(progressWith(mostly(Phase::reading, 0.1)), {}, job, {})->what, HoldUp::nothing);
}

TEST(RunAdvice, OffersWhatCanBeDoneAtOnce) {
    JobPlan plan;
    AdviceFacts facts;
    facts.processors = 2;
    // More threads read at the same time.
    JobDocument integration = integrateJobKind().newDocument();
    plan.workers = 2;
    const Progress reading = progressWith(mostly(Phase::reading, 0.8));
    auto advice = adviseOn(reading, plan, integration, facts);
    ASSERT_TRUE(advice->cure);
    EXPECT_EQ(*advice->cure, (Cure{Cure::Kind::setParameter, "workers", 4LL}));
    plan.workers = 8;
    EXPECT_FALSE(adviseOn(reading, plan, integration, facts)->cure) << "enough of them";
    // Frames are sent again and again because of a limit of the document.
    JobDocument ptycho;
    plan.streamsFrames = true;
    const Progress sending = progressWith(mostly(Phase::transfer, 0.5));
    EXPECT_FALSE(adviseOn(sending, plan, ptycho, facts)->cure) << "there is no room for them";
    ptycho.set("memory_limit_gb", ParameterValue(1.0));
    advice = adviseOn(sending, plan, ptycho, facts);
    ASSERT_TRUE(advice->cure);
    EXPECT_EQ(*advice->cure, (Cure{Cure::Kind::setParameter, "memory_limit_gb", 0.0}));
    // Each cure is a value that its parameter takes.
    facts.batchSize = 16;
    advice = adviseOn(progressWith(mostly(Phase::update, 0.6)), plan, ptycho, facts);
    ASSERT_TRUE(advice->cure);
    EXPECT_EQ(advice->cure->value, ParameterValue(32LL));
    EXPECT_NO_THROW(ptycho.set(advice->cure->key, advice->cure->value));
    facts.batchSize = 0;
    EXPECT_FALSE(adviseOn(progressWith(mostly(Phase::update, 0.6)), plan, ptycho, facts)->cure);
    ptycho.set("preview_interval_s", ParameterValue(0.1));
    advice = adviseOn(progressWith(mostly(Phase::preview, 0.6)), plan, ptycho, facts);
    ASSERT_TRUE(advice->cure);
    EXPECT_NO_THROW(ptycho.set(advice->cure->key, advice->cure->value));
    EXPECT_FALSE(adviseOn(progressWith(mostly(Phase::preview, 0.6)), plan, ptycho, facts)->cure) << "rare already";
}

TEST(RunAdvice, NamesTheSlowestDevice) {
    JobPlan plan;
    plan.devices = {"cuda:0: fast", "cuda:1: slow"};
    Progress progress = progressWith(mostly(Phase::communication, 0.45));
    progress.shares->waitingForSlowest = 0.4;
    progress.shares->slowest = 1;
    const auto advice = adviseOn(progress, plan, {}, {});
    EXPECT_EQ(advice->what, HoldUp::slowestWorker);
    EXPECT_EQ(advice->name, "cuda:1: slow");
    EXPECT_EQ(advice->cure->kind, Cure::Kind::chooseDevices);
}

TEST(RunAdvice, PutsTheMachineFirst) {
    Progress progress = progressWith(mostly(Phase::reading, 0.9));
    progress.machine = {.known = true, .cores = 2, .own = 0.4, .others = 1.6, .program = "other", .programCores = 1.5};
    auto advice = adviseOn(progress, {}, {}, {});
    EXPECT_EQ(advice->what, HoldUp::otherPrograms);
    EXPECT_EQ(advice->name, "other");
    EXPECT_EQ(advice->amount, 1.6);
    EXPECT_EQ(advice->of, 2);
    progress.machine.programCores = 0.2; // many small ones
    EXPECT_EQ(adviseOn(progress, {}, {}, {})->name, "");
    progress.machine.cores = 64, progress.machine.idle = 60;
    EXPECT_EQ(adviseOn(progress, {}, {}, {})->what, HoldUp::reading) << "there are cores left";
    progress.diskFree_bytes = 1e8;
    EXPECT_EQ(adviseOn(progress, {}, {}, {})->what, HoldUp::disk);
    progress.machine.memoryTotal = 16e9, progress.machine.memoryFree = 0.2e9;
    EXPECT_EQ(adviseOn(progress, {}, {}, {})->what, HoldUp::memory);
    progress.machine.memoryFree = 8e9, progress.machine.swapping_Bps = 50e6;
    EXPECT_EQ(adviseOn(progress, {}, {}, {})->what, HoldUp::memory);
}

TEST(RunAdvice, PointsToAGpuThatIsThere) {
    AdviceFacts facts;
    facts.hasIdleGpu = true;
    EXPECT_EQ(adviseOn(progressWith(mostly(Phase::frames, 0.9)), {}, {}, facts)->what, HoldUp::processor);
    EXPECT_EQ(adviseOn(progressWith(mostly(Phase::reading, 0.9)), {}, {}, facts)->what, HoldUp::reading);
}

constexpr std::size_t kFrames = 24;

/// The time that reading a scan takes, divided. \param delay of each frame in its file
PhaseTimes timesOfReading(std::chrono::milliseconds delay) {
    const auto frames =
        std::make_shared<io::test::MemoryFrames>(kFrames, 64, 64, std::vector<float>(kFrames * 64 * 64, 1.0F));
    frames->m_delay = delay;
    io::Scan scan;
    scan.frames = io::test::stackOf(frames);
    scan.positions.resize(kFrames);
    scan.pixelHeight_m = scan.pixelWidth_m = 20e-6;
    const io::PreparedLayout layout = io::planPreprocessing(scan, {});
    std::vector<std::size_t> which(kFrames);
    std::iota(which.begin(), which.end(), std::size_t{0});
    SharedPhaseTimes spent;
    static_cast<void>(io::readCounts(
        scan, {}, layout, which, [](std::size_t, std::span<const float>) {}, RunControl{}, {}, &spent));
    return spent.sum();
}

/// In seconds, not in shares of the whole: on a machine with other work any phase may take longer.
TEST(RunAdvice, TheTimeOfASlowFileIsThatOfReading) {
    const PhaseTimes slow = timesOfReading(10ms);
    EXPECT_GE(slow[Phase::reading], kFrames * 10e-3);
    EXPECT_EQ(timesOfReading(0ms)[Phase::reading], 0);
    ShareMeter meter;
    meter.add(slow);
    EXPECT_NEAR(meter.shares().value().fraction.total(), 1, 1e-9);
    EXPECT_NEAR(meter.shares().value().fraction[Phase::reading], slow[Phase::reading] / slow.total(), 1e-9);
}

/// A made-up /proc.
class FakeProc {
public:
    FakeProc() {
        write("meminfo", "MemTotal:  1000 kB\nMemFree: 1 kB\nMemAvailable:    250 kB\n");
        write("vmstat", "nr_free_pages 7\npswpin 0\npswpout 0\n");
    }
    void write(const std::string& name, const std::string& text) const {
        std::filesystem::create_directories((folder / name).parent_path());
        std::ofstream(folder / name) << text;
    }
    void process(int id, const std::string& name, int parent, int user, int system, int children = 0) const {
        write(std::to_string(id) + "/stat", std::to_string(id) + " (" + name + ") S " + std::to_string(parent) +
                                                " 1 1 0 -1 0 0 0 0 0 " + std::to_string(user) + " " +
                                                std::to_string(system) + " " + std::to_string(children) + " 0 20 0 1");
    }
    void cores(int busy, int idle) const {
        write("stat", "cpu  " + std::to_string(busy) + " 0 0 " + std::to_string(idle) +
                          " 0 0 0 0 0 0\ncpu0 0 0 0 0 0\ncpu1 0 0 0 0 0\nintr 1\n");
    }
    const io::TemporaryFolder temporary;
    const std::filesystem::path folder = temporary.path();
};

TEST(MachineLoad, TellsOwnWorkFromThatOfOthers) {
    const FakeProc proc;
    proc.cores(1000, 5000);
    proc.process(10, "ewald", 1, 100, 0);
    proc.process(11, "ewald-hdf5 (x) y", 10, 50, 0); // a child, with a name that is hard to read
    proc.process(20, "refine", 1, 70, 7);
    MachineLoadMeter meter(proc.folder, 10);
    const auto start = MachineLoadMeter::Clock::now();
    EXPECT_FALSE(meter.sample(start).known);
    // 200 ticks of two cores: 30 own, 10 of its child, 140 of another, 10 of something that has ended, 10 idle.
    proc.cores(1190, 5010);
    proc.process(10, "ewald", 1, 120, 10);
    proc.process(11, "ewald-hdf5 (x) y", 10, 55, 5);
    proc.process(20, "refine", 1, 200, 17);
    proc.write("vmstat", "pswpin 3\npswpout 5\n");
    const MachineLoad load = meter.sample(start + 1s);
    ASSERT_TRUE(load.known);
    EXPECT_EQ(load.cores, 2);
    EXPECT_NEAR(load.own, 0.4, 1e-9);
    EXPECT_NEAR(load.others, 1.5, 1e-9);
    EXPECT_NEAR(load.idle, 0.1, 1e-9);
    EXPECT_EQ(load.program, "refine");
    EXPECT_NEAR(load.programCores, 1.4, 1e-9);
    EXPECT_EQ(load.memoryTotal, 1000 * 1024);
    EXPECT_EQ(load.memoryFree, 250 * 1024);
    EXPECT_EQ(load.swapping_Bps, 8.0 * static_cast<double>(sysconf(_SC_PAGESIZE)));
}

TEST(MachineLoad, DoesWithoutAProc) {
    MachineLoadMeter meter("/there/is/no/such/folder");
    static_cast<void>(meter.sample());
    EXPECT_FALSE(meter.sample().known);
}

TEST(MachineLoad, ReadsThisMachine) {
    if (!std::filesystem::exists("/proc/stat")) GTEST_SKIP() << "no /proc here";
    MachineLoadMeter meter;
    static_cast<void>(meter.sample());
    const auto end = std::chrono::steady_clock::now() + 300ms;
    while (std::chrono::steady_clock::now() < end) {}
    const MachineLoad load = meter.sample();
    ASSERT_TRUE(load.known);
    EXPECT_GE(load.cores, 1);
    EXPECT_GT(load.own, 0);
    EXPECT_GT(load.memoryTotal, load.memoryFree);
}

/// The advice to look for the orientation, where thin samples tell it.
TEST(OrientationAdvice, IsGivenOnlyWhereTheSearchCouldTell) {
    JobDocument job;
    job.pipeline = {Stage{"rpie", 10, {}}};
    EXPECT_TRUE(orientationMayExplainError(job));
    const auto with = [&](std::initializer_list<std::pair<const char*, const char*>> settings) {
        JobDocument changed = job;
        for (const auto& [key, value] : settings) changed.setText(key, value);
        return orientationMayExplainError(changed);
    };
    EXPECT_TRUE(with({{"probe_modes", "3"}, {"background", "true"}}));
    EXPECT_FALSE(with({{"slices", "2"}, {"slice_spacing_m", "1e-5"}}));
    EXPECT_FALSE(with({{"object_modes", "2"}}));
    EXPECT_FALSE(with({{"geometry", "reflection"}, {"detector_angle_deg", "30"}}));
    job.pipeline = {Stage{"rpi", 10, {}}};
    EXPECT_FALSE(orientationMayExplainError(job));
}

} // namespace
} // namespace ewald::job
