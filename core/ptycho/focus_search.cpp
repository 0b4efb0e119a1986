// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/focus_search.h"

#include "base/error.h"
#include "base/quantity_text.h"
#include "compute/communicator.h"
#include "compute/queue.h"
#include "ptycho/initial_guess.h"
#include "ptycho/partition.h"
#include "ptycho/solver.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

namespace ewald::ptycho {
namespace {

constexpr std::size_t kCoarseIterations = 6;
constexpr std::size_t kFineIterations = 12;
constexpr double kSmallest = 0.06; ///< curvature at which an edge pixel of the detector moves by 6 % of the window
constexpr double kLargest = 3.0;
constexpr double kRatio = 1.22; ///< between neighbouring curvatures: a quarter of the width of a minimum is met

/// One value of the search: a curvature and how well it explains the sample.
struct Trial {
    double curvature;
    double error;
};

class FocusSearch {
public:
    FocusSearch(std::span<const float> meanAmplitude, const Problem& sample, RunControl& control)
        : m_meanAmplitude(meanAmplitude), m_sample(sample), m_control(control),
          m_queue(compute::makeQueue({"cpu", 1})) {}

    Trial run() {
        std::vector<Trial> coarse = {evaluate(0, kCoarseIterations)};
        for (double size = kSmallest; size < kLargest; size *= kRatio)
            for (const double curvature : {size, -size})
                if (fits(curvature)) coarse.push_back(evaluate(curvature, kCoarseIterations));
        std::sort(coarse.begin(), coarse.end(), [](const Trial& a, const Trial& b) { return a.error < b.error; });
        Trial best{0, std::numeric_limits<double>::max()};
        for (std::size_t i = 0; i < std::min<std::size_t>(3, coarse.size()); ++i)
            for (const double factor : {1 / std::sqrt(kRatio), 1.0, std::sqrt(kRatio)}) {
                const Trial fine = evaluate(coarse[i].curvature * factor, kFineIterations);
                if (fine.error < best.error) best = fine;
            }
        return best;
    }

private:
    /// Most of the light has to stay inside the window, or it wraps around.
    [[nodiscard]] bool fits(double curvature) const {
        const Array<Complex, 2> probe = defocusedProbe(m_meanAmplitude, m_sample.geometry, curvature);
        const std::size_t n = probe.extent(0);
        double inside = 0, all = 0;
        for (std::size_t r = 0; r < n; ++r)
            for (std::size_t c = 0; c < n; ++c) {
                const double y = static_cast<double>(r) - static_cast<double>(n / 2);
                const double x = static_cast<double>(c) - static_cast<double>(n / 2);
                const double power = std::norm(probe(r, c));
                all += power;
                if (std::hypot(x, y) < 0.45 * static_cast<double>(n)) inside += power;
            }
        return inside > 0.85 * all;
    }

    Trial evaluate(double curvature, std::size_t iterations) {
        if (m_control.stopRequested()) throw StoppedError();
        const std::size_t n = m_sample.geometry.size;
        const Array<Complex, 2> probe = defocusedProbe(m_meanAmplitude, m_sample.geometry, curvature);
        Estimate start{
            Array<Complex, 2>({m_sample.objectRows, m_sample.objectCols}, Complex(1, 0)),
            makeProbeModes(Array<Complex, 3>({1, n, n}, {probe.begin(), probe.end()}), 1, 0, m_sample.meanPhotons)};
        StageSettings stage;
        stage.engine = EngineKind::rpie;
        stage.iterations = iterations;
        stage.batchSize = 16;
        double error = std::numeric_limits<double>::max();
        SolverHooks hooks;
        hooks.iterationDone = [&](const IterationReport& report) { error = report.fourierError; };
        const auto self = compute::makeSelfCommunicator();
        try {
            (void)solve(m_sample, {}, std::move(start), {stage}, 0, *m_queue, *self, m_control, hooks);
        } catch (const DataError&) {
            error = std::numeric_limits<double>::max(); // diverged: certainly not this one
        }
        return {curvature, error};
    }

    std::span<const float> m_meanAmplitude;
    const Problem& m_sample;
    RunControl& m_control;
    std::unique_ptr<compute::Queue> m_queue;
};

} // namespace

std::vector<std::size_t> sampleFrames(const Problem& scan, std::size_t count) {
    double row = 0, col = 0;
    for (const PixelPosition& p : scan.positions) row += p.row, col += p.col;
    row /= static_cast<double>(scan.positions.size());
    col /= static_cast<double>(scan.positions.size());
    // In the order of the permutation, nearest first: the choice is the same for any ranks.
    std::vector<std::size_t> frames = scan.order.permutation;
    const auto distance = [&](std::size_t frame) {
        return std::hypot(scan.positions[frame].row - row, scan.positions[frame].col - col);
    };
    std::stable_sort(frames.begin(), frames.end(), [&](auto a, auto b) { return distance(a) < distance(b); });
    frames.resize(std::min(count, frames.size()));
    return frames;
}

Problem sampleProblem(const Problem& scan, std::span<const std::size_t> frames, std::span<const float> amplitudes) {
    const std::size_t frameSize = scan.geometry.size * scan.geometry.size;
    Problem sample;
    sample.geometry = scan.geometry;
    sample.frames = frames.size();
    sample.order = makeFrameOrder(sample.frames, 0);
    sample.meanPhotons = scan.meanPhotons;
    double minRow = std::numeric_limits<double>::max(), minCol = minRow, maxRow = 0, maxCol = 0;
    for (const std::size_t frame : frames) {
        const PixelPosition p = scan.positions[frame];
        sample.positions.push_back(p);
        minRow = std::min(minRow, p.row), maxRow = std::max(maxRow, p.row);
        minCol = std::min(minCol, p.col), maxCol = std::max(maxCol, p.col);
    }
    constexpr double kMargin = 2;
    for (PixelPosition& p : sample.positions) p = {p.row - minRow + kMargin, p.col - minCol + kMargin};
    sample.objectRows = static_cast<std::size_t>(std::ceil(maxRow - minRow + 2 * kMargin)) + scan.geometry.size + 2;
    sample.objectCols = static_cast<std::size_t>(std::ceil(maxCol - minCol + 2 * kMargin)) + scan.geometry.size + 2;
    partitionProblem(sample, 1, Partition::interleaved, false);
    for (const std::size_t frame : sample.partition.framesOf.front()) {
        const auto source = amplitudes.subspan(frame * frameSize, frameSize);
        sample.amplitudes.insert(sample.amplitudes.end(), source.begin(), source.end());
    }
    return sample;
}

Array<Complex, 2> findFocus(std::span<const float> meanAmplitude, const Problem& sample, RunControl& control,
                            const LogSink& log) {
    const Trial best = FocusSearch(meanAmplitude, sample, control).run();
    const Geometry& g = sample.geometry;
    if (log) {
        // exp(iπ s f²/n) is a propagation by z with s/n·f² = −λz·(f/(n px))²: z = −s n px²/λ.
        const double defocus_m = -best.curvature * static_cast<double>(g.size) * g.objectPixelWidth_m *
                                 g.objectPixelWidth_m / g.wavelength_m;
        log(LogLevel::info, "initial probe: mean pattern, sample " + lengthText(defocus_m) + " from the focus (error " +
                                numberText(best.error, 3) + ")");
    }
    return defocusedProbe(meanAmplitude, g, best.curvature);
}

} // namespace ewald::ptycho
