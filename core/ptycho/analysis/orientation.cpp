// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/analysis/orientation.h"

#include "base/error.h"
#include "compute/communication/communicator.h"
#include "compute/operations/fft.h"
#include "ptycho/analysis/focus_search.h"
#include "ptycho/engines/engines.h"
#include "ptycho/model/initial_guess.h"
#include "ptycho/solver.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ewald::ptycho {
namespace {

constexpr std::size_t kLargestFrame = 128; ///< far field: what is farther out is not needed
constexpr double kTrialBatch = 16;
constexpr double kClear = 1.3; ///< errors of wrong ways are 1.8 (star, 96 frames) and more times those of the right one
constexpr double kTwinApart = 1.3; ///< with a known probe, of the right way and its twin
constexpr std::size_t kMargin = 4; ///< object pixels around the positions

/// Mean of the amplitudes' squares over the frames in which a pixel is valid, its root; masked pixels 0.
std::vector<float> meanAmplitudeOf(std::span<const float> amplitudes, std::size_t pixels) {
    std::vector<double> sum(pixels), count(pixels);
    for (std::size_t i = 0; i < amplitudes.size(); ++i)
        if (const double a = static_cast<double>(amplitudes[i]); a >= 0) {
            sum[i % pixels] += a * a;
            count[i % pixels] += 1;
        }
    std::vector<float> mean(pixels);
    for (std::size_t i = 0; i < pixels; ++i)
        mean[i] = count[i] > 0 ? static_cast<float>(std::sqrt(sum[i] / count[i])) : 0.0F;
    return mean;
}

double meanPhotonsOf(std::span<const float> amplitudes, std::size_t frames) {
    double photons = 0;
    for (const float a : amplitudes)
        if (a > 0) photons += static_cast<double>(a) * static_cast<double>(a);
    return photons / static_cast<double>(frames);
}

/// A probe on the larger pixels of frames that were cropped: the middle of its Fourier transform.
Array<Complex, 3> croppedProbe(const Array<Complex, 3>& probe, std::size_t size) {
    const std::size_t n = probe.extent(1);
    if (size >= n) return probe;
    Array<Complex, 3> small({probe.extent(0), size, size});
    const auto rolled = [](const Array<Complex, 2>& image, std::size_t by) {
        Array<Complex, 2> result(image.shape());
        const std::size_t side = image.extent(0);
        for (std::size_t r = 0; r < side; ++r)
            for (std::size_t c = 0; c < side; ++c) result((r + by) % side, (c + by) % side) = image(r, c);
        return result;
    };
    const auto source = [&](std::size_t i) { return compute::binOfFrequency(i, size, n); };
    for (std::size_t mode = 0; mode < probe.extent(0); ++mode) {
        const auto values = probe.slab(mode);
        Array<Complex, 2> image = rolled({{n, n}, {values.begin(), values.end()}}, n - n / 2);
        compute::fft2d(image, compute::FftDirection::forward);
        Array<Complex, 2> part({size, size});
        for (std::size_t r = 0; r < size; ++r)
            for (std::size_t c = 0; c < size; ++c) part(r, c) = image(source(r), source(c));
        compute::fft2d(part, compute::FftDirection::backward);
        const Array<Complex, 2> centred = rolled(part, size / 2);
        std::copy(centred.begin(), centred.end(), small.slab(mode).begin());
    }
    return small;
}

class OrientationFinder {
public:
    OrientationFinder(const OrientationSample& sample, std::size_t iterations, compute::Queue& queue,
                      RunControl& control)
        : m_sample(sample), m_iterations(iterations), m_queue(queue), m_control(control),
          m_far(sample.geometry.propagation == Propagation::farField) {
        const std::size_t pixels = sample.geometry.size * sample.geometry.size;
        if (sample.positions.empty() || sample.amplitudes.size() != sample.positions.size() * pixels)
            throw InternalError("a sample needs as many frames as positions");
        m_meanPhotons = meanPhotonsOf(sample.amplitudes, sample.positions.size());
        if (!(m_meanPhotons > 0)) throw DataError("the frames are empty: no pixel has any counts");
        m_meanAmplitude = meanAmplitudeOf(sample.amplitudes, pixels);
    }

    /// From a probe of the mean pattern.
    [[nodiscard]] OrientationTrial fromPattern(Orientation orientation) const {
        const Problem problem = problemOf(orientation);
        const Array<Complex, 2> probe = m_far ? foundFocus(problem) : backPropagated();
        return run(orientation, problem, single(probe));
    }
    /// From the probe that is known.
    [[nodiscard]] OrientationTrial fromProbe(Orientation orientation) const {
        return run(orientation, problemOf(orientation), m_sample.probe);
    }
    [[nodiscard]] bool knowsProbe() const { return m_far && !m_sample.probe.empty(); }

private:
    static Array<Complex, 3> single(const Array<Complex, 2>& mode) {
        return {{1, mode.extent(0), mode.extent(1)}, {mode.begin(), mode.end()}};
    }

    [[nodiscard]] Problem problemOf(Orientation orientation) const {
        PositionOptions options = m_sample.options;
        options.swap = orientation.swap;
        options.flipRow = orientation.flipRow;
        options.flipCol = orientation.flipCol;
        const ScanLayout layout = layoutScan(m_sample.positions, m_sample.geometry, kMargin, options);
        Problem scan;
        scan.geometry = m_sample.geometry;
        scan.positions = layout.positions;
        scan.frames = layout.positions.size();
        scan.meanPhotons = m_meanPhotons;
        std::vector<std::size_t> all(scan.frames);
        std::iota(all.begin(), all.end(), std::size_t{0});
        return sampleProblem(scan, all, m_sample.amplitudes);
    }

    /// Of the frames nearest to the middle: how far the sample is from the focus.
    [[nodiscard]] Array<Complex, 2> foundFocus(const Problem& problem) const {
        const FocusEffort effort = focusEffort(0, brightSize(m_meanAmplitude, problem.geometry.size)); // the smallest
        const std::vector<std::size_t> frames = sampleFrames(problem, effort.frames);
        return findFocus(m_meanAmplitude, partOf(problem, frames), effort, m_control, {});
    }
    /// \param frames of the sample
    [[nodiscard]] Problem partOf(const Problem& problem, std::span<const std::size_t> frames) const {
        const std::size_t pixels = problem.geometry.size * problem.geometry.size;
        std::vector<float> amplitudes;
        for (const std::size_t frame : frames) {
            const auto source = std::span<const float>(m_sample.amplitudes).subspan(frame * pixels, pixels);
            amplitudes.insert(amplitudes.end(), source.begin(), source.end());
        }
        return sampleProblem(problem, frames, amplitudes);
    }
    [[nodiscard]] Array<Complex, 2> backPropagated() const {
        return backPropagatedProbe(m_meanAmplitude, m_sample.geometry);
    }

    [[nodiscard]] OrientationTrial run(Orientation orientation, const Problem& whole,
                                       const Array<Complex, 3>& probe) const {
        if (m_control.stopRequested()) throw StoppedError();
        const std::size_t size = m_far ? std::min(kLargestFrame, whole.geometry.size) : whole.geometry.size;
        const Problem problem = cropped(whole, size);
        const Array<Complex, 3> small = croppedProbe(fitProbe(probe, whole.geometry.size), size);
        ModelSettings model;
        model.probeModes = small.extent(0);
        const Estimate start{Array<Complex, 2>({problem.objectRows, problem.objectCols}, Complex(1, 0)),
                             makeProbeModes(small, small.extent(0), 0, problem.meanPhotons)};
        StageSettings stage(rpieKind(), m_iterations);
        stage.set("batch_size", kTrialBatch);
        const auto self = compute::makeSelfCommunicator();
        SolverResult result = solve(problem, model, start, {stage}, 0, m_queue, *self, m_control, {});
        if (result.stopped) throw StoppedError();
        const double error = result.figures.fourierError;
        return {orientation, std::isfinite(error) && error > 0 ? error : std::numeric_limits<double>::max(),
                std::move(result.estimate.object)};
    }

    const OrientationSample& m_sample;
    std::size_t m_iterations;
    compute::Queue& m_queue;
    RunControl& m_control;
    bool m_far;
    double m_meanPhotons = 0;
    std::vector<float> m_meanAmplitude;
};

bool isBetterTrial(const OrientationTrial& a, const OrientationTrial& b) { return a.error < b.error; }

/// Whether the best one and its twin can be told apart; puts the right one first.
void settleTwin(OrientationAnswer& answer, const OrientationFinder& finder) {
    const Orientation best = answer.trials.front().orientation;
    const auto twin = std::find_if(answer.trials.begin(), answer.trials.end(),
                                   [&](const auto& trial) { return trial.orientation == turned(best); });
    if (twin->error > kClear * answer.trials.front().error) return; // the near field
    answer.twin = twin->orientation;
    if (!finder.knowsProbe()) return;
    OrientationTrial one = finder.fromProbe(best), other = finder.fromProbe(*answer.twin);
    if (isBetterTrial(other, one)) std::swap(one, other);
    // A probe that fits neither decides nothing.
    if (other.error < kTwinApart * one.error || one.error > kClear * answer.trials.front().error) return;
    if (one.orientation != best) std::swap(answer.trials.front(), *twin);
    answer.twin.reset();
    answer.ruledOut = other.orientation;
    answer.probeMargin = other.error / one.error;
}

} // namespace

std::array<Orientation, 8> allOrientations() {
    std::array<Orientation, 8> all;
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = {(i & 4) != 0, (i & 2) != 0, (i & 1) != 0};
    return all;
}

Orientation turned(Orientation orientation) { return {orientation.swap, !orientation.flipRow, !orientation.flipCol}; }

OrientationAnswer findOrientation(const OrientationSample& sample, std::size_t iterations, compute::Queue& queue,
                                  RunControl& control, const OrientationProgress& progress) {
    const OrientationFinder finder(sample, iterations, queue, control);
    OrientationAnswer answer;
    const auto all = allOrientations();
    for (const Orientation orientation : all) {
        answer.trials.push_back(finder.fromPattern(orientation));
        if (progress) progress(answer.trials, all.size());
    }
    std::stable_sort(answer.trials.begin(), answer.trials.end(), isBetterTrial);
    settleTwin(answer, finder);
    const OrientationTrial& best = answer.trials.front();
    const bool far = sample.geometry.propagation == Propagation::farField;
    for (const OrientationTrial& trial : answer.trials) {
        if (trial.orientation == best.orientation || (far && trial.orientation == turned(best.orientation))) continue;
        answer.margin = trial.error / best.error;
        break;
    }
    answer.clear = answer.margin >= kClear;
    return answer;
}

} // namespace ewald::ptycho
