// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "compute/communicator.h"
#include "compute/queue.h"
#include "ptycho/initial_guess.h"
#include "ptycho/partition.h"
#include "ptycho/solver.h"
#include "sim/ptycho_simulator.h"

#include <cmath>
#include <mutex>
#include <optional>
#include <vector>

namespace ewald::physics {

/// A simulated experiment as the solver wants it.
struct Experiment {
    sim::PtychoDataset data;
    ptycho::Problem problem; ///< without frames; framesOf() gives each rank its own
    std::vector<float> frameOf(std::size_t frame) const {
        const std::size_t n = data.experiment.size;
        std::vector<float> out(n * n);
        const auto counts = data.frames.slab(frame);
        for (std::size_t r = 0; r < n; ++r)
            for (std::size_t c = 0; c < n; ++c) {
                const std::size_t source = ((r + n / 2) % n) * n + (c + n / 2) % n; // middle → corner
                out[r * n + c] = data.badPixels.span()[source] ? -1.0F : std::sqrt(counts[source]);
            }
        return out;
    }
};

inline Experiment makeExperiment(const sim::PtychoExperiment& e, unsigned long long seed = 0) {
    Experiment x{sim::simulatePtycho(e), {}};
    x.problem.geometry = ptycho::makeGeometry(e.size, x.data.wavelength_m, e.distance_m, e.detectorPixel_m,
                                              e.detectorPixel_m, e.focusToSample_m);
    x.problem.frames = e.frames;
    x.problem.order = ptycho::makeFrameOrder(e.frames, seed);
    x.problem.positions = x.data.pixelPositions;
    x.problem.objectRows = x.data.object.extent(0);
    x.problem.objectCols = x.data.object.extent(1);
    double photons = 0;
    for (const float counts : x.data.frames) photons += static_cast<double>(counts);
    x.problem.meanPhotons = photons / static_cast<double>(e.frames);
    return x;
}

struct Outcome {
    ptycho::Estimate estimate;
    std::vector<ptycho::IterationReport> reports;
    double error() const { return reports.empty() ? 1 : reports.back().fourierError; }
};

/// Runs `pipeline` on `ranks` CPU workers.
inline Outcome reconstruct(const Experiment& x, const ptycho::Estimate& start, const ptycho::ModelSettings& model,
                           const std::vector<ptycho::StageSettings>& pipeline, int ranks = 1,
                           ptycho::Partition partition = ptycho::Partition::interleaved, bool tiled = false) {
    Outcome outcome;
    compute::runRanks(ranks, [&](compute::Communicator& communicator) {
        ptycho::Problem mine = x.problem;
        ptycho::dealOut(mine, ranks, partition, tiled);
        for (const std::size_t frame : mine.shares.framesOf[static_cast<std::size_t>(communicator.rank())]) {
            const auto amplitudes = x.frameOf(frame);
            mine.amplitudes.insert(mine.amplitudes.end(), amplitudes.begin(), amplitudes.end());
        }
        const auto queue = compute::makeQueue({"cpu", static_cast<std::size_t>(ranks)});
        RunControl control;
        ptycho::SolverHooks hooks;
        hooks.iterationDone = [&](const ptycho::IterationReport& r) { outcome.reports.push_back(r); };
        auto solved = ptycho::solve(mine, model, start, pipeline, 0, *queue, communicator, control, hooks);
        if (communicator.rank() == 0) outcome.estimate = std::move(solved.estimate);
    });
    return outcome;
}

/// Ones, and a probe near the truth: the true first mode with a wrong width and no phase errors.
inline ptycho::Estimate roughStart(const Experiment& x, std::size_t modes) {
    const std::size_t n = x.data.experiment.size;
    Array<Complex, 3> first({1, n, n});
    const auto truth = x.data.probe.slab(0);
    for (std::size_t i = 0; i < n * n; ++i)
        first.span()[i] = std::abs(truth[i]) * std::polar(1.0F, 0.8F * std::arg(truth[i]));
    return {Array<Complex, 2>({x.problem.objectRows, x.problem.objectCols}, Complex(1, 0)),
            ptycho::makeProbeModes(first, modes, 0.02, x.problem.meanPhotons)};
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
