// SPDX-License-Identifier: GPL-3.0-or-later
// A simulated scan, runs of it in this process, and what they report.
#pragma once

#include "io/temporary_folder.h"
#include "job/ptychography/run/ptycho_runner.h"
#include "job/ptychography/run/resume.h"
#include "sim/ptycho_simulator.h"

#include <filesystem>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace ewald::job {

namespace fs = std::filesystem;

/// Remembers everything; may ask for a stop after an iteration.
struct RunRecorder : JobObserver {
    void onState(JobState state) noexcept override {
        const std::lock_guard lock(mutex);
        states.push_back(state);
        if (control && stopIn == state) control->requestStop(request);
    }
    void onLoss(const io::LossEntry& entry) noexcept override {
        const std::lock_guard lock(mutex);
        losses.push_back(entry);
        if (atStop && entry.iteration == stopAfter) atStop();
        if (control && entry.iteration == stopAfter) control->requestStop(request);
    }
    void onProgress(const Progress& p) noexcept override {
        const std::lock_guard lock(mutex);
        if (p.shares && p.state == JobState::running) shares = p.shares;
    }
    void onPlan(const JobPlan& p) noexcept override { plan = p; }
    void onPreview(std::shared_ptr<const Preview> p) noexcept override {
        const std::lock_guard lock(mutex);
        previews.push_back(std::move(p));
    }
    void onLog(LogLevel, const std::string& text) noexcept override {
        const std::lock_guard lock(mutex);
        log += text + "\n";
    }
    void onOutcome(const JobOutcome& o) noexcept override { outcome = o; }
    [[nodiscard]] double previewInterval_s() const noexcept override { return interval_s; }
    [[nodiscard]] std::size_t previewFrame() const noexcept override { return 5; }

    std::mutex mutex;
    std::vector<JobState> states;
    std::vector<io::LossEntry> losses;
    std::optional<TimeShares> shares; ///< of the time of the iterations, the newest
    std::vector<std::shared_ptr<const Preview>> previews;
    std::optional<JobPlan> plan;
    std::optional<JobOutcome> outcome;
    std::string log;
    double interval_s = 0;
    RunControl* control = nullptr;
    std::size_t stopAfter = 0;
    std::function<void()> atStop; ///< after that iteration
    std::optional<JobState> stopIn;
    StopRequest request = StopRequest::none;
};

class PtychoRunner : public testing::Test {
protected:
    static constexpr std::size_t kFrames = 61; // no multiple of any number of workers or of a batch

    static void SetUpTestSuite() {
        s_temporary = std::make_unique<const io::TemporaryFolder>();
        s_folder = s_temporary->path();
        sim::PtychoExperiment experiment;
        experiment.size = 32;
        experiment.frames = kFrames;
        experiment.modes = 2;
        experiment.deadPixels = 3;
        sim::writeCxi(s_folder / "scan.cxi", sim::simulatePtycho(experiment), false);
    }
    static void TearDownTestSuite() { s_temporary.reset(); }
    void SetUp() override {
        m_output = s_folder / (std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + ".h5");
    }

    [[nodiscard]] JobDocument document(std::size_t iterations = 8) const {
        JobDocument job;
        job.inputFile = s_folder / "scan.cxi";
        job.outputFile = m_output;
        job.pipeline = {{"rpie", iterations, {}}};
        job.seed = 3;
        job.set("batch_size", "8");
        job.set("probe_modes", "2");
        job.set("initial_probe", "mean_pattern");
        job.set("checkpoint_every", "2");
        return job;
    }
    JobOutcome run(const JobDocument& job, const RunOptions& options = {}) { return run(job, m_recorder, options); }
    static JobOutcome run(const JobDocument& job, RunRecorder& recorder, const RunOptions& options = {}) {
        RunControl control;
        recorder.control = &control;
        JobOutcome outcome = runPtycho(job, recorder, control, options);
        recorder.control = nullptr;
        return outcome;
    }
    [[nodiscard]] fs::path checkpoint() const { return checkpointFile(m_output); }

    static inline std::unique_ptr<const io::TemporaryFolder> s_temporary;
    static inline fs::path s_folder;
    fs::path m_output;
    RunRecorder m_recorder;
};

inline std::string messageOf(const JobOutcome& outcome) { return outcome.error ? outcome.error->what() : "no error"; }

} // namespace ewald::job
