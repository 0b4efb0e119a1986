// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/events/event_queue.h"

#include "io/temporary_folder.h"
#include "job/run/energy_meter.h"
#include "job/run/run_reporter.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <thread>
#include <unistd.h>

namespace ewald::job {
namespace {

using namespace std::chrono_literals;

TEST(EventQueue, KeepsTheLatestOrEverything) {
    EventQueue queue;
    EXPECT_TRUE(queue.take().empty());
    queue.onState(JobState::reading);
    queue.onState(JobState::running);
    for (std::size_t i = 1; i <= 5; ++i) {
        Progress progress;
        progress.done = i;
        queue.onProgress(progress);
        queue.onLoss({i, "rpie", 0.1, 0.1, 1, 1});
        auto preview = std::make_shared<Preview>();
        preview->iteration = i;
        queue.onPreview(preview);
    }
    queue.onLog(LogLevel::warning, "one");
    queue.onLog(LogLevel::info, "two");
    queue.onOutcome({JobState::done, "r.h5", std::nullopt});
    const EventQueue::Batch batch = queue.take();
    EXPECT_EQ(batch.states, (std::vector{JobState::reading, JobState::running}));
    ASSERT_TRUE(batch.progress);
    EXPECT_EQ(batch.progress->done, 5U);
    EXPECT_EQ(batch.losses.size(), 5U);
    ASSERT_TRUE(batch.preview);
    EXPECT_EQ(batch.preview->iteration, 5U);
    ASSERT_EQ(batch.log.size(), 2U);
    EXPECT_EQ(batch.log[0].text, "one");
    ASSERT_TRUE(batch.outcome);
    EXPECT_EQ(batch.outcome->resultFile, "r.h5");
    EXPECT_TRUE(queue.take().empty());
    EXPECT_EQ(queue.previewInterval_s(), 0);
    queue.setPreviewInterval(0.5);
    queue.setPreviewFrame(7);
    EXPECT_EQ(queue.previewInterval_s(), 0.5);
    EXPECT_EQ(queue.previewFrame(), 7U);
}

TEST(EventQueue, LosesNothingBetweenThreads) {
    EventQueue queue;
    constexpr std::size_t kEach = 2000;
    std::vector<std::jthread> writers;
    for (int writer = 0; writer < 3; ++writer)
        writers.emplace_back([&] {
            for (std::size_t i = 0; i < kEach; ++i) queue.onLoss({i, "rpie", 0, 0, 0, 0});
        });
    std::size_t received = 0;
    const auto end = std::chrono::steady_clock::now() + 20s;
    while (received < 3 * kEach && std::chrono::steady_clock::now() < end) received += queue.take().losses.size();
    EXPECT_EQ(received, 3 * kEach);
}

TEST(RunReporter, ReportsAtMostAboutTenTimesASecond) {
    struct Counter : JobObserver {
        void onProgress(const Progress& progress) noexcept override {
            ++count;
            latest = progress;
        }
        void onState(JobState state) noexcept override {
            states.push_back(state);
            ++changes;
            changes.notify_all();
        }
        std::atomic<int> count{0};
        Progress latest;
        std::vector<JobState> states; ///< of the reporter's thread, until it has ended
        std::atomic<int> changes{0};  ///< so many
    } counter;
    RunControl control;
    RunReporter reporter(counter, control);
    const auto start = std::chrono::steady_clock::now();
    reporter.enter(JobState::running, 1000, 0);
    for (std::size_t i = 1; i <= 500; ++i) {
        reporter.advance(i);
        std::this_thread::sleep_for(1ms);
    }
    counter.changes.wait(0);
    control.setPaused(true);
    counter.changes.wait(1);
    control.setPaused(false);
    counter.changes.wait(2);
    reporter.finish();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    // Ten a second, one for each of three changes of state, one at the end, and one more as an interval may be begun.
    EXPECT_LE(counter.count, 10 * seconds + 5);
    EXPECT_EQ(counter.latest.done, 500U);
    EXPECT_EQ(counter.latest.total, 1000U);
    EXPECT_GT(counter.latest.memory_bytes, 1U << 20U);
    EXPECT_EQ(counter.states, (std::vector{JobState::running, JobState::paused, JobState::running}));
}

TEST(RunReporter, LooksAtTheComputerOnlyForThoseThatShowIt) {
    struct Watcher : JobObserver {
        explicit Watcher(bool watches) : m_watches(watches) {}
        void onProgress(const Progress& progress) noexcept override {
            if (progress.diskFree_bytes >= 0) found = true;
        }
        [[nodiscard]] bool watchesMachine() const noexcept override { return m_watches; }
        bool m_watches;
        std::atomic<bool> found{false};
    };
    Watcher window(true);
    Watcher command(false);
    RunControl control;
    RunReporter shown(window, control);
    RunReporter silent(command, control);
    for (RunReporter* reporter : {&silent, &shown}) reporter->watchDisk(std::filesystem::temp_directory_path());
    const auto end = std::chrono::steady_clock::now() + 30s; // every two seconds
    while (!window.found && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(20ms);
    std::this_thread::sleep_for(200ms);
    silent.finish();
    shown.finish();
    EXPECT_TRUE(window.found);
    EXPECT_FALSE(command.found);
    EXPECT_TRUE(EventQueue().watchesMachine());
}

TEST(EnergyMeter, CountsPackagesOnceAndSurvivesTheOverflow) {
    const io::TemporaryFolder folder;
    const std::filesystem::path& root = folder.path();
    const auto write = [&](const std::string& zone, long value) {
        std::filesystem::create_directories(root / zone);
        std::ofstream(root / zone / "energy_uj") << value << "\n";
        std::ofstream(root / zone / "max_energy_range_uj") << 1000000 << "\n";
    };
    write("intel-rapl:0", 900000);
    write("intel-rapl:1", 100);
    write("intel-rapl:0:0", 500); // part of package 0
    double gpu_J = 1000;
    EnergyMeter meter(
        {{"cuda:0", [&] { return std::optional(gpu_J); }}, {"cuda:1", [] { return std::optional<double>(); }}}, root);
    EXPECT_EQ(meter.parts(), "processor, cuda:0") << "cuda:1 does not tell";
    gpu_J = 1002.25;
    write("intel-rapl:0", 100000); // 0.2 J on, through the overflow
    write("intel-rapl:1", 300100); // 0.3 J on
    write("intel-rapl:0:0", 400500);
    meter.sample();
    ASSERT_TRUE(meter.joules());
    EXPECT_NEAR(*meter.joules(), 0.5 + 2.25, 1e-9);
    EXPECT_FALSE(EnergyMeter({}, root / "nothing").joules());
    EXPECT_EQ(EnergyMeter({}, root / "nothing").parts(), "");
}

} // namespace
} // namespace ewald::job
