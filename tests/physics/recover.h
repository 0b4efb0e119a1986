// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/median.h"
#include "compute/communication/communicator.h"
#include "compute/devices/queue.h"
#include "physics/scan_engines.h"
#include "ptycho/model/engine_kind.h"
#include "ptycho/model/initial_guess.h"
#include "ptycho/model/partition.h"
#include "ptycho/solver.h"
#include "sim/ptycho_simulator.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace ewald::physics {

/// A simulated experiment as the solver wants it.
struct Experiment {
    sim::PtychoDataset data;
    ptycho::Problem problem; ///< without frames; framesOf() gives each rank its own
    /// √counts of a frame, zero frequency at the corner, negative = masked.
    std::vector<float> frameOf(std::size_t frame) const {
        std::vector<float> out = countsOf(frame);
        for (float& value : out) value = value < 0 ? -1.0F : std::sqrt(value);
        return out;
    }
    std::vector<float> countsOf(std::size_t frame) const {
        const std::size_t n = data.experiment.size;
        std::vector<float> out(n * n);
        const auto counts = data.frames.slab(frame);
        for (std::size_t r = 0; r < n; ++r)
            for (std::size_t c = 0; c < n; ++c) {
                const std::size_t source = ((r + n / 2) % n) * n + (c + n / 2) % n; // middle → corner
                out[r * n + c] = data.badPixels.span()[source] ? -1.0F : counts[source];
            }
        return out;
    }
};

/// Shifts of the probe as the simulator makes them.
inline ptycho::ModelSettings exactModel() {
    ptycho::ModelSettings model;
    model.subpixel = ptycho::Subpixel::fourier;
    return model;
}

inline Experiment makeExperiment(const sim::PtychoExperiment& e, unsigned long long seed = 0) {
    Experiment x{sim::simulatePtycho(e), {}};
    x.problem.geometry = ptycho::makeGeometry(e.size, x.data.wavelength_m, e.distance_m, e.detectorPixel_m,
                                              e.detectorPixel_m, e.focusToSample_m, e.oversampling);
    if (e.sampleTilt_deg != 0) {
        ptycho::SampleGeometry sample;
        sample.kind = ptycho::SampleKind::bragg;
        sample.tilt_deg = e.sampleTilt_deg;
        x.problem.geometry = ptycho::tiltedGeometry(x.problem.geometry, ptycho::PositionOptions{}.basis, sample);
        const ptycho::Basis& step = x.problem.geometry.tilt->step;
        for (std::size_t i = 0; i < e.frames; ++i)
            x.problem.propagations_m.push_back(x.data.propagations_m[i] - step[0][2] * x.data.pixelPositions[i].row -
                                               step[1][2] * x.data.pixelPositions[i].col);
    }
    x.problem.frames = e.frames;
    x.problem.order = ptycho::makeFrameOrder(e.frames, seed);
    x.problem.positions = x.data.pixelPositions;
    x.problem.flyPoints = e.flyPoints;
    x.problem.paths = x.data.pixelPaths;
    x.problem.slices = e.slices;
    x.problem.sliceSpacing_m = e.sliceSpacing_m;
    x.problem.objectModes = e.objectModes;
    x.problem.objectRows = x.data.object.extent(0) / x.problem.layers();
    x.problem.objectCols = x.data.object.extent(1);
    double photons = 0;
    for (const float counts : x.data.frames) photons += static_cast<double>(counts);
    x.problem.meanPhotons = photons / static_cast<double>(e.frames);
    return x;
}

/// Where frames are in pixels of the object, but for a shift of all.
inline std::vector<PixelPosition> inPixels(const std::vector<ScanPosition>& positions, double pixel_m) {
    std::vector<PixelPosition> pixels;
    for (const ScanPosition& p : positions) pixels.push_back({p.y / pixel_m, p.x / pixel_m});
    return pixels;
}

/// With the positions that are told instead of the true ones, and so many pixels of room around all windows.
inline Experiment withPositionsAsTold(Experiment x, double room) {
    x.problem.positions = inPixels(x.data.positions, x.data.objectPixel_m);
    double row = 1e9, col = 1e9, lastRow = 0, lastCol = 0;
    for (const PixelPosition& p : x.problem.positions) row = std::min(row, p.row), col = std::min(col, p.col);
    for (PixelPosition& p : x.problem.positions) {
        p.row += room - row, p.col += room - col;
        lastRow = std::max(lastRow, p.row), lastCol = std::max(lastCol, p.col);
    }
    const std::size_t size = x.data.experiment.size;
    x.problem.objectRows = static_cast<std::size_t>(lastRow + room) + size + 3;
    x.problem.objectCols = static_cast<std::size_t>(lastCol + room) + size + 3;
    x.problem.objectRoom = x.problem.tileRoom = static_cast<std::size_t>(room);
    return x;
}

/// How a run is laid out over ranks and memory.
struct Layout {
    int ranks = 1;
    ptycho::Partition partition = ptycho::Partition::interleaved;
    bool tiled = false;
    bool foreign = false; ///< device memory is not the computer's
    bool streamed = false;
    std::size_t framesAtOnce = 0;
    bool spooled = false;
    bool amplitudes = false; ///< frames are kept as √counts, whatever they are
};

/// A CPU queue that behaves like a device with memory of its own, and counts what it hands out.
class ForeignQueue final : public compute::Queue {
public:
    ForeignQueue(std::unique_ptr<compute::Queue> inner, bool shares)
        : m_inner(std::move(inner)), m_sharesHost(shares) {}
    [[nodiscard]] compute::DeviceInfo device() const override { return m_inner->device(); }
    [[nodiscard]] void* allocate(std::size_t bytes) override {
        void* const memory = m_inner->allocate(bytes);
        m_sizes[memory] = bytes;
        m_now += bytes;
        peak = std::max(peak, m_now);
        return memory;
    }
    void release(void* memory) noexcept override {
        m_now -= m_sizes[memory];
        m_sizes.erase(memory);
        m_inner->release(memory);
    }
    void upload(void* device, const void* host, std::size_t bytes) override { m_inner->upload(device, host, bytes); }
    void download(void* host, const void* device, std::size_t bytes) override {
        m_inner->download(host, device, bytes);
    }
    [[nodiscard]] bool sharesHostMemory() const noexcept override { return m_sharesHost; }
    void synchronize() override { m_inner->synchronize(); }
    [[nodiscard]] compute::PtychoOps& ptycho() override { return m_inner->ptycho(); }

    std::size_t peak = 0; ///< most bytes at a time

private:
    std::map<void*, std::size_t> m_sizes;
    std::size_t m_now = 0;
    std::unique_ptr<compute::Queue> m_inner;
    bool m_sharesHost;
};

/// Forwards, and counts how often ranks have agreed on a request, and the numbers that were summed.
class CountedCommunicator final : public compute::Communicator {
public:
    explicit CountedCommunicator(compute::Communicator& inner) : m_inner(inner) {}
    [[nodiscard]] int rank() const noexcept override { return m_inner.rank(); }
    [[nodiscard]] int size() const noexcept override { return m_inner.size(); }
    [[nodiscard]] std::string name() const override { return m_inner.name(); }
    void allReduce(std::span<float> values, compute::Reduction reduction) override {
        m_inner.allReduce(values, reduction);
    }
    void allReduce(std::span<double> values, compute::Reduction reduction) override {
        if (reduction == compute::Reduction::max && values.size() == 2) ++agreements; // the wish to stop, and to pause
        if (reduction == compute::Reduction::sum) summed += values.size();
        m_inner.allReduce(values, reduction);
    }
    void broadcastBytes(std::span<std::byte> bytes, int root) override { m_inner.broadcastBytes(bytes, root); }
    void exchange(std::span<const compute::Outgoing> send, std::span<const compute::Incoming> receive) override {
        m_inner.exchange(send, receive);
    }
    void barrier() override { m_inner.barrier(); }
    void abort(const Error& cause) noexcept override { m_inner.abort(cause); }
    void throwIfFailed() const override { m_inner.throwIfFailed(); }

    std::size_t agreements = 0;
    std::size_t summed = 0;

private:
    compute::Communicator& m_inner;
};

struct Outcome {
    ptycho::Estimate estimate;
    std::vector<ptycho::IterationReport> reports;
    std::vector<std::string> warnings;
    std::vector<std::pair<std::size_t, std::string>> decisions; ///< after which iteration, in words
    ptycho::SolverResult::Figures figures;                      ///< of the estimate
    std::optional<std::size_t> divergedFrom;
    bool stopped = false;
    std::vector<std::size_t> allocated; ///< by rank, device memory at most
    std::size_t agreements = 0;         ///< of the ranks on a request, when there are several
    std::size_t summed = 0;             ///< numbers of each rank in sums over all
    /// To go on from: from the checkpoint of a run that failed, else from the end.
    ptycho::ResumePoint resume;
    /// The state in which the pipeline changed.
    ptycho::ResumePoint atChange;
    ptycho::Estimate estimateAtChange;
    std::vector<ptycho::Estimate> paused; ///< what was shown in pauses
    double error() const { return reports.empty() ? 1 : reports.back().fourierError; }
};

/// A stage of the engine of this name with the defaults of its parameters, but for those in `values` that it has.
inline ptycho::StageSettings stageOf(const std::string& engine, std::size_t iterations,
                                     const std::map<std::string, double>& values = {}) {
    ptycho::StageSettings stage(*ptycho::findEngineKind(engine), iterations);
    for (const auto& [key, value] : values)
        if (stage.has(key)) stage.set(key, value);
    return stage;
}

/// How a run ends before its time; iterations count from 1, 0 = never.
struct Interruption {
    std::size_t stopAfter = 0;       ///< a graceful stop is asked for while the next iteration is computed
    std::size_t checkpointAfter = 0; ///< a checkpoint is kept, …
    std::size_t failAfter = 0;       ///< … and the run fails later: `estimate` and `resume` are the checkpoint's
    std::size_t changeAfter = 0;     ///< the pipeline becomes …
    std::vector<ptycho::StageSettings> changed{};
    bool pauses = false; ///< in each iteration but the first, until what is shown then has come: Outcome::paused
};

/// Runs `pipeline` on CPU workers.
inline Outcome reconstruct(const Experiment& x, const ptycho::Estimate& start, const ptycho::ModelSettings& model,
                           const std::vector<ptycho::StageSettings>& pipeline, const Layout& layout = {},
                           const ptycho::ResumePoint& resume = {}, const Interruption& interruption = {}) {
    Outcome outcome;
    outcome.allocated.resize(static_cast<std::size_t>(layout.ranks));
    RunControl control;
    const auto runRank = [&](compute::Communicator& inner) {
        CountedCommunicator communicator(inner);
        const auto rank = static_cast<std::size_t>(communicator.rank());
        ptycho::Problem mine = x.problem;
        ptycho::partitionProblem(mine, layout.ranks, layout.partition, layout.tiled);
        mine.streamed = layout.streamed;
        mine.framesAtOnce = layout.framesAtOnce;
        const std::vector<std::size_t>& frames = mine.partition.framesOf[rank];
        const std::filesystem::path folder = layout.spooled ? std::filesystem::temp_directory_path() : "";
        const std::size_t pixels = mine.geometry.framePixels();
        mine.measured = std::make_shared<ptycho::FrameStore>(frames.size(), pixels, folder);
        for (std::size_t i = 0; i < frames.size(); ++i) {
            if (layout.amplitudes)
                mine.measured->putAmplitudes(i, x.frameOf(frames[i]));
            else
                mine.measured->put(i, x.countsOf(frames[i]));
        }
        ForeignQueue queue(compute::makeQueue({"cpu", static_cast<std::size_t>(layout.ranks)}), !layout.foreign);
        ptycho::SolverHooks hooks;
        std::size_t done = 0;
        hooks.iterationDone = [&](const ptycho::IterationReport& r) {
            outcome.reports.push_back(r);
            done = r.iteration;
            if (done == interruption.stopAfter) control.requestStop(StopRequest::graceful);
            if (interruption.pauses) control.setPaused(true);
            if (done == interruption.failAfter) throw DeviceError("made to fail");
        };
        using Want = ptycho::SolverHooks::Want;
        hooks.wantSnapshot = [&] { return done == interruption.checkpointAfter ? Want::checkpoint : Want::nothing; };
        hooks.changedPipeline = [&](std::size_t after) {
            const bool now = interruption.changeAfter > 0 && after == interruption.changeAfter;
            return now ? std::optional(interruption.changed) : std::nullopt;
        };
        hooks.snapshot = [&](ptycho::Snapshot&& snapshot, Want want) {
            if (want == Want::pause) {
                outcome.paused.push_back(std::move(snapshot.estimate));
                return control.setPaused(false);
            }
            if (want == Want::change) {
                outcome.estimateAtChange = std::move(snapshot.estimate);
                outcome.atChange = {snapshot.iteration, std::move(snapshot.state)};
                return;
            }
            outcome.estimate = std::move(snapshot.estimate);
            outcome.resume = {snapshot.iteration, std::move(snapshot.state)};
        };
        hooks.decided = [&](std::size_t after, const std::string& text) {
            outcome.decisions.emplace_back(after, text);
        };
        hooks.log = [&](LogLevel level, const std::string& text) {
            if (level == LogLevel::warning) outcome.warnings.push_back(text);
        };
        auto solved = ptycho::solve(mine, model, start, pipeline, 0, queue, communicator, control, hooks, resume);
        if (solved.outOfMemory) raise(*solved.outOfMemory);
        outcome.allocated[rank] = queue.peak;
        if (communicator.rank() != 0) return;
        outcome.estimate = std::move(solved.estimate);
        outcome.resume = {solved.iterations, std::move(solved.state)};
        outcome.agreements = communicator.agreements;
        outcome.summed = communicator.summed;
        outcome.figures = solved.figures;
        outcome.divergedFrom = solved.divergedFrom;
        outcome.stopped = solved.stopped;
    };
    try {
        compute::runRanks(layout.ranks, runRank);
    } catch (const DeviceError&) {
        if (interruption.failAfter == 0) throw;
    }
    return outcome;
}

/// Ones, of further modes of the object noise, and a probe near the truth: the true first mode with a wrong width and
/// no phase errors.
inline ptycho::Estimate roughStart(const Experiment& x, std::size_t modes) {
    const std::size_t n = x.data.probe.extent(1);
    Array<Complex, 3> first({1, n, n});
    const auto truth = x.data.probe.slab(0);
    for (std::size_t i = 0; i < n * n; ++i)
        first.span()[i] = std::abs(truth[i]) * std::polar(1.0F, 0.8F * std::arg(truth[i]));
    const std::size_t pixels = x.problem.objectRows * x.problem.objectCols;
    Array<Complex, 2> object({x.problem.layers() * x.problem.objectRows, x.problem.objectCols}, Complex(1, 0));
    for (std::size_t mode = 1; mode < x.problem.objectModes; ++mode)
        ptycho::fillFurtherMode(object.span().subspan(mode * pixels, pixels), 0, mode);
    return {std::move(object), ptycho::makeProbeModes(first, modes, 0.02, x.problem.meanPhotons)};
}

/// r.m.s. phase difference (rad) between a reconstruction and the truth inside the scanned area, after the best global
/// factor and linear ramp have been taken out.
inline double phaseError(const Array<Complex, 2>& object, const Array<Complex, 2>& truth, std::size_t border) {
    const std::size_t rows = truth.extent(0), cols = truth.extent(1);
    std::complex<double> stepRow = 0, stepCol = 0;
    const auto ratio = [&](std::size_t r, std::size_t c) {
        return std::complex<double>(object(r, c)) * std::conj(std::complex<double>(truth(r, c)));
    };
    for (std::size_t r = border; r + border + 1 < rows; ++r)
        for (std::size_t c = border; c + border + 1 < cols; ++c) {
            stepRow += ratio(r + 1, c) * std::conj(ratio(r, c));
            stepCol += ratio(r, c + 1) * std::conj(ratio(r, c));
        }
    const double rampRow = std::arg(stepRow), rampCol = std::arg(stepCol);
    const auto flattened = [&](std::size_t r, std::size_t c) {
        return ratio(r, c) * std::polar(1.0, -rampRow * static_cast<double>(r) - rampCol * static_cast<double>(c));
    };
    std::complex<double> mean = 0;
    for (std::size_t r = border; r + border < rows; ++r)
        for (std::size_t c = border; c + border < cols; ++c) mean += flattened(r, c);
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t r = border; r + border < rows; ++r)
        for (std::size_t c = border; c + border < cols; ++c, ++count)
            sum += std::pow(std::arg(flattened(r, c) * std::conj(mean)), 2);
    return std::sqrt(sum / static_cast<double>(count));
}

} // namespace ewald::physics
