// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/analysis/focus_search.h"

#include "base/error.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "compute/communication/communicator.h"
#include "compute/devices/queue.h"
#include "compute/operations/fft.h"
#include "ptycho/engines/engines.h"
#include "ptycho/model/initial_guess.h"
#include "ptycho/model/partition.h"
#include "ptycho/solver.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

namespace ewald::ptycho {
namespace {

constexpr double kSmallest = 0.06; ///< curvature at which an edge pixel of the detector moves by 6 % of the window
constexpr double kLargest = 3.0;
constexpr double kBatch = 8;
/// A quarter of the width of a minimum is met.
constexpr FocusEffort kThorough{100, 1.22, 4, 13, 6, 3};
constexpr std::size_t kFewestOfThorough = 24;
/// The least that finds it.
constexpr FocusEffort kLeast{60, 1.4, 3, 6, 4, 1};
constexpr std::size_t kFewestOfLeast = 16;
constexpr double kBright = 0.99; ///< part of the light that a search needs

/// One value of the search: a curvature, how far it has come, and how well it explains the sample.
struct Trial {
    double curvature = 0; ///< for frames of their whole size
    Estimate estimate{};
    double error = std::numeric_limits<double>::max();
};

/// Zero, and both signs of the others.
std::vector<double> curvaturesOf(double ratio) {
    std::vector<double> curvatures = {0};
    for (double size = kSmallest; size < kLargest; size *= ratio) curvatures.insert(curvatures.end(), {size, -size});
    return curvatures;
}

/// Whether two frames look at the same pixel of the object. Frames that share none explain each distance equally well.
bool framesOverlap(const Problem& sample) {
    const auto n = static_cast<double>(sample.geometry.size);
    const auto meet = [n](const PixelPosition& a, const PixelPosition& b) {
        return std::abs(a.row - b.row) < n && std::abs(a.col - b.col) < n;
    };
    const std::vector<PixelPosition>& all = sample.positions;
    for (auto a = all.begin(); a != all.end(); ++a)
        if (std::any_of(a + 1, all.end(), [&](const PixelPosition& b) { return meet(*a, b); })) return true;
    return false;
}

bool isBetter(const Trial& a, const Trial& b) { return a.error < b.error; }

/// The n'×n' values around zero frequency, which is at the corner.
std::vector<float> croppedFrame(std::span<const float> frame, std::size_t n, std::size_t size) {
    std::vector<float> part(size * size);
    const auto source = [&](std::size_t i) { return compute::binOfFrequency(i, size, n); };
    for (std::size_t r = 0; r < size; ++r)
        for (std::size_t c = 0; c < size; ++c) part[r * size + c] = frame[source(r) * n + source(c)];
    return part;
}

class FocusSearch {
public:
    FocusSearch(std::span<const float> meanAmplitude, const Problem& sample, const FocusEffort& effort,
                RunControl& control, const FocusSink& progress)
        : m_fullSize(sample.geometry.frameSize()), m_effort(effort), m_control(control), m_progress(progress),
          m_queue(compute::makeQueue({"cpu", 1})) {
        const std::size_t size = brightSize(meanAmplitude, m_fullSize);
        m_meanAmplitude = croppedFrame(meanAmplitude, m_fullSize, size);
        m_sample = cropped(sample, size);
    }

    /// The best curvature, for frames of their whole size, and its error; no curvature where nothing was found.
    Trial run() {
        std::vector<double> curvatures = curvaturesOf(m_effort.ratio);
        std::erase_if(curvatures, [this](double curvature) { return !fits(curvature); });
        // One pixel that outshines the rest, or a few photons in all: a wave that fills the window at any distance.
        if (curvatures.empty()) return {};
        const std::size_t better = std::min(m_effort.better, curvatures.size());
        m_trials = curvatures.size() + better + 2 * std::min(m_effort.best, better);
        std::vector<Trial> trials;
        for (const double curvature : curvatures) trials.push_back(advanced(begun(curvature), m_effort.first));
        std::sort(trials.begin(), trials.end(), isBetter);
        trials.resize(better);
        for (Trial& trial : trials) trial = advanced(std::move(trial), m_effort.more);
        std::sort(trials.begin(), trials.end(), isBetter);
        trials.resize(std::min(m_effort.best, trials.size()));
        for (std::size_t i = trials.size(); i-- > 0;)
            for (const double factor : {1 / std::sqrt(m_effort.ratio), std::sqrt(m_effort.ratio)})
                trials.push_back(advanced(begun(trials[i].curvature * factor), m_effort.first + m_effort.more));
        return *std::min_element(trials.begin(), trials.end(), isBetter);
    }

    /// exp(iπ s f²/n) is a propagation by z with s/n·f² = −λz·(f/(n px))²: z = −s n px²/λ.
    [[nodiscard]] static double defocusOf(double curvature, const Geometry& g) {
        return -curvature * static_cast<double>(g.size) * g.objectPixelWidth_m * g.objectPixelWidth_m / g.wavelength_m;
    }

private:
    /// s/n is what counts.
    [[nodiscard]] Array<Complex, 2> probeOf(double curvature) const {
        const double here =
            curvature * static_cast<double>(m_sample.geometry.frameSize()) / static_cast<double>(m_fullSize);
        return defocusedProbe(m_meanAmplitude, m_sample.geometry, here);
    }

    /// Most of the light has to stay inside the window, or it wraps around.
    [[nodiscard]] bool fits(double curvature) const {
        const Array<Complex, 2> probe = probeOf(curvature);
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

    [[nodiscard]] Trial begun(double curvature) const {
        const std::size_t n = m_sample.geometry.size;
        const Array<Complex, 2> probe = probeOf(curvature);
        Trial trial;
        trial.curvature = curvature;
        trial.estimate = {
            Array<Complex, 2>({m_sample.objectRows, m_sample.objectCols}, Complex(1, 0)),
            makeProbeModes(Array<Complex, 3>({1, n, n}, {probe.begin(), probe.end()}), 1, 0, m_sample.meanPhotons)};
        return trial;
    }

    [[nodiscard]] Trial advanced(Trial trial, std::size_t iterations) {
        if (m_control.stopRequested()) throw StoppedError();
        StageSettings stage(rpieKind(), iterations);
        stage.set("batch_size", kBatch);
        SolverHooks hooks;
        hooks.figures = false;
        hooks.iterationDone = [&](const IterationReport& report) { trial.error = report.fourierError; };
        const auto self = compute::makeSelfCommunicator();
        SolverResult result = solve(m_sample, {}, trial.estimate, {stage}, 0, *m_queue, *self, m_control, hooks);
        if (result.stopped) throw StoppedError();
        if (result.divergedFrom || !std::isfinite(trial.error))
            trial.error = std::numeric_limits<double>::max(); // certainly not this one
        else
            trial.estimate = std::move(result.estimate);
        if (trial.error < m_bestError) {
            m_bestError = trial.error;
            m_best = trial.curvature;
        }
        Geometry full = m_sample.geometry;
        full.size = m_fullSize * full.oversampling;
        const double pixels = static_cast<double>(m_sample.geometry.frameSize()) / static_cast<double>(m_fullSize);
        full.objectPixelWidth_m *= pixels;
        ++m_done;
        if (m_progress) m_progress({m_done, m_trials, defocusOf(m_best, full), m_best});
        return trial;
    }

    std::size_t m_fullSize;
    const FocusEffort& m_effort;
    RunControl& m_control;
    const FocusSink& m_progress;
    std::unique_ptr<compute::Queue> m_queue;
    std::vector<float> m_meanAmplitude;
    Problem m_sample;
    std::size_t m_trials = 0;
    std::size_t m_done = 0;
    double m_best = 0;
    double m_bestError = std::numeric_limits<double>::max();
};

} // namespace

std::size_t brightSize(std::span<const float> meanAmplitude, std::size_t n) {
    const auto power = [](std::span<const float> values) {
        double sum = 0;
        for (const float a : values) sum += static_cast<double>(a) * static_cast<double>(a);
        return sum;
    };
    const double all = power(meanAmplitude);
    for (const std::size_t size : {std::size_t{32}, std::size_t{48}, std::size_t{64}, std::size_t{96}, std::size_t{128},
                                   std::size_t{192}, std::size_t{256}, std::size_t{384}, std::size_t{512}})
        if (size < n && power(croppedFrame(meanAmplitude, n, size)) >= kBright * all) return size;
    return n;
}

Problem cropped(const Problem& sample, std::size_t size) {
    const std::size_t n = sample.geometry.frameSize();
    if (size >= n) return sample;
    const double shrink = static_cast<double>(size) / static_cast<double>(n);
    Problem small = sample;
    small.geometry.size = size * sample.geometry.oversampling;
    small.geometry.objectPixelHeight_m /= shrink;
    small.geometry.objectPixelWidth_m /= shrink;
    double farRow = 0, farCol = 0;
    for (PixelPosition& p : small.positions) {
        p = {1 + p.row * shrink, 1 + p.col * shrink};
        farRow = std::max(farRow, p.row), farCol = std::max(farCol, p.col);
    }
    small.objectRows = static_cast<std::size_t>(std::ceil(farRow)) + small.geometry.size + 3;
    small.objectCols = static_cast<std::size_t>(std::ceil(farCol)) + small.geometry.size + 3;
    partitionProblem(small, 1, Partition::interleaved, false); // the same partition: it depends on the order alone
    std::vector<float> amplitudes(n * n), parts;
    double photons = 0;
    for (std::size_t frame = 0; frame < sample.frames; ++frame) {
        sample.measured->amplitudes(frame, amplitudes);
        const std::vector<float> part = croppedFrame(amplitudes, n, size);
        for (const float a : part) photons += a > 0 ? static_cast<double>(a) * static_cast<double>(a) : 0;
        parts.insert(parts.end(), part.begin(), part.end());
    }
    small.measured = storeOfAmplitudes(parts, size * size);
    small.meanPhotons = photons / static_cast<double>(std::max<std::size_t>(1, sample.frames));
    return small;
}

std::size_t FocusEffort::cost() const {
    return frames * (curvaturesOf(ratio).size() * first + better * more + 2 * best * (first + more));
}

FocusEffort focusEffort(double runPixels, std::size_t brightSize) {
    // A tenth of the time: batches are small, so that a frame costs up to 1.4 times as much as in a run.
    const double framesToSpend = std::min(1e9, runPixels / 14 / static_cast<double>(brightSize * brightSize));
    const auto fitted = [&](FocusEffort effort, std::size_t fewest) {
        const std::size_t most = std::exchange(effort.frames, 1);
        effort.frames = std::clamp(static_cast<std::size_t>(framesToSpend) / effort.cost(), fewest, most);
        return effort;
    };
    const FocusEffort thorough = fitted(kThorough, kFewestOfThorough);
    return static_cast<double>(thorough.cost()) <= framesToSpend ? thorough : fitted(kLeast, kFewestOfLeast);
}

std::vector<std::size_t> sampleFrames(const Problem& scan, std::size_t count, std::span<const std::size_t> without) {
    double row = 0, col = 0;
    for (const PixelPosition& p : scan.positions) row += p.row, col += p.col;
    row /= static_cast<double>(scan.positions.size());
    col /= static_cast<double>(scan.positions.size());
    // In the order of the permutation, nearest first: the choice is the same for any ranks.
    std::vector<std::size_t> frames = scan.order.permutation;
    std::erase_if(frames, [&](std::size_t frame) { return std::ranges::binary_search(without, frame); });
    const auto distance = [&](std::size_t frame) {
        return std::hypot(scan.positions[frame].row - row, scan.positions[frame].col - col);
    };
    std::stable_sort(frames.begin(), frames.end(), [&](auto a, auto b) { return distance(a) < distance(b); });
    frames.resize(std::min(count, frames.size()));
    return frames;
}

Problem sampleProblem(const Problem& scan, std::span<const std::size_t> frames, std::span<const float> amplitudes) {
    const std::size_t frameSize = scan.geometry.framePixels();
    Problem sample;
    sample.geometry = scan.geometry;
    sample.frames = frames.size();
    sample.order = makeFrameOrder(sample.frames, 0);
    sample.meanPhotons = scan.meanPhotons;
    sample.saturation = scan.saturation;
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
    std::vector<float> inOrder;
    for (const std::size_t frame : sample.partition.framesOf.front()) {
        const auto source = amplitudes.subspan(frame * frameSize, frameSize);
        inOrder.insert(inOrder.end(), source.begin(), source.end());
    }
    sample.measured = storeOfAmplitudes(inOrder, frameSize);
    return sample;
}

Array<Complex, 2> findFocus(std::span<const float> meanAmplitude, const Problem& sample, const FocusEffort& effort,
                            RunControl& control, const LogSink& log, const FocusSink& progress) {
    if (sample.frames > 1 && !framesOverlap(sample)) {
        if (log)
            log(LogLevel::warning,
                "no two frames look at the same place, so that the distance from the focus cannot be found: check the "
                "positions and their unit, or give an initial probe");
        return defocusedProbe(meanAmplitude, sample.geometry, 0);
    }
    const Trial best = FocusSearch(meanAmplitude, sample, effort, control, progress).run();
    const Geometry& g = sample.geometry;
    if (log && best.error == std::numeric_limits<double>::max()) {
        log(LogLevel::warning, "no distance from the focus explains the mean pattern, which is taken as it is: mask "
                               "pixels that outshine the "
                               "rest (saturation, bad_pixels), or give an initial probe");
    } else if (log) {
        log(LogLevel::info,
            phrase("initial probe: mean pattern, sample %1 µm from the focus (error %2)",
                   numberText(FocusSearch::defocusOf(best.curvature, g) * 1e6, 4), numberText(best.error, 3)));
    }
    return defocusedProbe(meanAmplitude, g, best.curvature);
}

} // namespace ewald::ptycho
