// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5/hdf5.h"
#include "io/hdf5/hdf5_storage.h"
#include "io/temporary_folder.h"
#include "job/integration/integrate_job_kind.h"
#include "job/integration/integrate_runner.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <mutex>
#include <unistd.h>

// What the tests of integrations share: stacks with known values, and an observer that remembers.
namespace ewald::job::test {

namespace fs = std::filesystem;

inline constexpr std::size_t kRows = 61; // no multiple of anything
inline constexpr std::size_t kCols = 47;
inline constexpr std::size_t kFrames = 37;

/// Frame f holds f + 1 everywhere but for a slope along the columns, when there is one.
inline std::vector<std::uint16_t> levelFrames(std::size_t frames = kFrames, std::size_t slope = 0) {
    std::vector<std::uint16_t> values;
    values.reserve(frames * kRows * kCols);
    for (std::size_t f = 0; f < frames; ++f)
        for (std::size_t r = 0; r < kRows; ++r)
            for (std::size_t c = 0; c < kCols; ++c)
                values.push_back(static_cast<std::uint16_t>(f + 1 + slope * c + (slope > 0 ? 3 * r : 0)));
    return values;
}

inline void putStack(const fs::path& file, const std::vector<std::uint16_t>& values,
                     const std::vector<double>& monitor = {}) {
    io::h5::File open = io::h5::File::create(file);
    io::h5::StorageOptions options;
    options.chunk = {1, kRows, kCols};
    options.bitshuffleLz4 = true;
    open.write<std::uint16_t>("/entry/data/data", values, {values.size() / (kRows * kCols), kRows, kCols}, options);
    if (!monitor.empty()) open.write<double>("/entry/monitor", monitor, {monitor.size()});
    open.close();
}

/// Makes the compressed bytes of a frame senseless.
inline void damageFrame(const fs::path& file, std::size_t frame) {
    io::h5::StoredChunk chunk;
    {
        const auto open = io::h5::File::open(file, io::h5::Soundness::whatThereIs);
        chunk = io::h5::storageOf(open, open.dataset("/entry/data/data")).chunks.at(frame);
    }
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekp(static_cast<std::streamoff>(chunk.address + 12));
    for (int i = 0; i < 16; ++i) stream.put('\xff');
}

/// A detector 50 mm behind the sample with the beam a little off its middle.
inline void putPoni(const fs::path& file, const std::string& more = "Wavelength: 1e-10\n") {
    std::ofstream(file) << "PixelSize1: 0.0002\nPixelSize2: 0.0002\nDistance: 0.05\nPoni1: 0.0057\nPoni2: 0.0049\n"
                           "Rot1: 0.01\nRot2: -0.02\nRot3: 0\n"
                        << more;
}

/// Remembers everything; may ask for a stop at a failed frame.
struct Recorder : JobObserver {
    void onState(JobState state) noexcept override {
        const std::lock_guard lock(mutex);
        states.push_back(state);
    }
    void onPlan(const JobPlan& p) noexcept override { plan = p; }
    void onIntegration(std::shared_ptr<const IntegrationPreview> p) noexcept override {
        const std::lock_guard lock(mutex);
        preview = std::move(p);
        ++previews;
    }
    void onFrameFailed(std::size_t frame, const std::string& reason) noexcept override {
        const std::lock_guard lock(mutex);
        failed.emplace_back(frame, reason);
        if (control) control->requestStop(request);
    }
    void onLog(LogLevel, const std::string& text) noexcept override {
        const std::lock_guard lock(mutex);
        log += text + "\n";
    }
    void onOutcome(const JobOutcome& o) noexcept override { outcome = o; }
    [[nodiscard]] double previewInterval_s() const noexcept override { return interval_s; }

    std::mutex mutex;
    std::vector<JobState> states;
    std::optional<JobPlan> plan;
    std::shared_ptr<const IntegrationPreview> preview;
    std::size_t previews = 0;
    std::vector<std::pair<std::size_t, std::string>> failed;
    std::optional<JobOutcome> outcome;
    std::string log;
    double interval_s = 0;
    RunControl* control = nullptr;
    StopRequest request = StopRequest::none;
};

class IntegrateFixture : public testing::Test {
protected:
    void SetUp() override { putPoni(m_folder / "g.poni"); }

    [[nodiscard]] JobDocument document(const fs::path& stack) const {
        JobDocument job = integrateJobKind().newDocument();
        job.inputFile = stack;
        job.outputFile = m_folder / "out.h5";
        job.set("poni_file", (m_folder / "g.poni").string());
        job.set("npt", "25");
        return job;
    }
    JobOutcome run(const JobDocument& job, const RunOptions& options = {.overwrite = true}) {
        return run(job, m_recorder, options);
    }
    static JobOutcome run(const JobDocument& job, Recorder& recorder, const RunOptions& options = {.overwrite = true}) {
        RunControl control;
        if (recorder.request != StopRequest::none) recorder.control = &control;
        JobOutcome outcome = runIntegrate(job, recorder, control, options);
        recorder.control = nullptr;
        return outcome;
    }
    /// What a run with these settings says, "done" when nothing is wrong.
    std::string problemOf(JobDocument job, const std::map<std::string, std::string>& settings) {
        try {
            for (const auto& [key, value] : settings) job.set(key, value);
        } catch (const Error& error) {
            return error.what();
        }
        const JobOutcome outcome = run(job);
        return outcome.error ? outcome.error->what() : "done";
    }
    static std::vector<double> numbers(const fs::path& file, const std::string& name) {
        return io::h5::File::open(file).dataset("/entry/result/" + name).readAll<double>();
    }

    const io::TemporaryFolder m_temporary;
    const fs::path m_folder = m_temporary.path();
    Recorder m_recorder;
};

} // namespace ewald::job::test
