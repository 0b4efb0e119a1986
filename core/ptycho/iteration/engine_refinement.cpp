// SPDX-License-Identifier: GPL-3.0-or-later
//
// EngineContext: what is refined beside object and probe, from what steps collect on their way.
#include "base/error.h"
#include "compute/operations/fft.h"
#include "ptycho/iteration/engine_context.h"
#include "ptycho/model/object_map.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ewald::ptycho {

double EngineContext::positionRoom() const {
    // The window reaches one pixel beyond a position that is cut off, the derivative two more.
    constexpr double kReach = 1 + kernels::kDerivativeReach;
    return std::max(0.0, static_cast<double>(tiled() ? m_problem.tileRoom : m_problem.objectRoom) - kReach);
}

void EngineContext::collect(Collected wanted) {
    m_collected = wanted;
    const std::size_t pixels = m_problem.geometry.framePixels();
    if (wanted.positions) m_normals.begin(m_queue, m_feed.held(), m_feed.count());
    if (wanted.beam) m_figures.begin(m_queue, m_feed.held(), m_feed.count());
    if (wanted.variable) collectVariableProbe();
    if (!wanted.background) return;
    if (m_background.empty()) {
        m_refinement.detector.background = firstBackground(pixels, m_problem.meanPhotons / static_cast<double>(pixels));
        setDetector(m_refinement.detector);
    }
    if (m_backgroundSums.empty()) m_backgroundSums = Buffer<double>(m_queue, compute::kBackgroundTerms * pixels);
    const int side = m_model.detectorSize();
    ops().clear(m_backgroundSums.data(), side, {0, 0, compute::kBackgroundTerms * side, side});
}

void EngineContext::passToCollect() { (void)evaluate(); }

template <class T>
std::vector<T> EngineContext::byFrameNumber(std::span<const T> mine) {
    // Each frame is one rank's, so that nothing is added to it but zeros.
    std::vector<T> all(m_problem.frames);
    for (std::size_t i = 0; i < mine.size(); ++i) all[m_feed.numberOf(static_cast<int>(i))] = mine[i];
    if (m_communicator.size() > 1) {
        const PhaseScope communicating(m_clock, Phase::communication);
        static_assert(sizeof(T) % sizeof(double) == 0);
        m_communicator.allReduceSum(
            std::span<double>(reinterpret_cast<double*>(all.data()), sizeof(T) / sizeof(double) * all.size()));
    }
    return all;
}

bool EngineContext::movePositions(PositionRule rule) {
    m_collected.positions = false;
    const std::vector<compute::PositionNormals> all = byFrameNumber(m_normals.finish(m_feed.streams()));
    rule.limit_px = std::min(positionRoom(), rule.limit_px);
    rule.window_px = m_model.size;
    const std::optional<ObjectMap> map = refinePositions(m_refinement.positions, all, rule);
    m_feed.place();
    if (!map) return false;
    const Array<Complex, 2> whole = wholeObject(object);
    m_fields.scatter(object, (whole.empty() ? whole : moved(whole, *map)).span());
    return true;
}

std::vector<compute::FrameFigures> EngineContext::frameFigures() {
    m_collected.beam = false;
    return byFrameNumber(m_figures.finish(m_feed.streams()));
}

void EngineContext::refineDetector() {
    const Collected done = std::exchange(m_collected, {});
    DetectorState state = m_refinement.detector;
    if (done.background) {
        std::vector<double> sums = m_backgroundSums.toHost();
        if (m_communicator.size() > 1) {
            const PhaseScope communicating(m_clock, Phase::communication);
            m_communicator.allReduceSum(sums);
        }
        refineBackground(state.background, sums, firstDetectorRow());
    }
    if (done.beam) refineBeam(state.beam, frameFigures(), m_refinement.positions.now);
    if (done.background || done.beam) setDetector(std::move(state));
}

void EngineContext::setDetector(DetectorState state) {
    const std::size_t pixels = m_problem.geometry.framePixels();
    if ((!state.background.empty() && state.background.size() != pixels) ||
        (!state.beam.empty() && state.beam.size() != m_problem.frames))
        throw InternalError("background or beam of another size than the frames");
    m_refinement.detector = std::move(state);
    if (m_refinement.detector.background.empty())
        m_background = {};
    else if (m_background.empty())
        m_background = Buffer<float>(m_queue, std::span<const float>(m_refinement.detector.background));
    else
        m_background.upload(m_refinement.detector.background);
    m_localGains.clear();
    if (m_refinement.detector.beam.empty()) return;
    for (const std::size_t frame : m_feed.numbers())
        m_localGains.push_back(static_cast<float>(1 / m_refinement.detector.beam[frame]));
    if (m_gains.empty()) m_gains = Buffer<float>(m_queue, std::max<std::size_t>(1, m_feed.held()));
    if (!m_feed.streams() && !m_localGains.empty()) m_gains.upload(m_localGains);
}

std::size_t EngineContext::firstDetectorRow() const {
    return m_model.transfer ? 0 : m_problem.geometry.frameSize() / 2;
}

Array<float, 2> EngineContext::backgroundPattern() const {
    if (m_refinement.detector.background.empty()) return {};
    const std::size_t n = m_problem.geometry.frameSize();
    Array<float, 2> pattern({n, n});
    rollFrame(std::as_bytes(std::span(m_refinement.detector.background)), std::as_writable_bytes(pattern.span()), n,
              firstDetectorRow(), sizeof(float));
    return pattern;
}

void EngineContext::beginVariableProbe(std::size_t modes, unsigned long long seed) {
    VariableProbe state = m_refinement.variable;
    const auto n = static_cast<std::size_t>(m_model.size);
    beginVariableModes(state, modes, m_problem.frames, n, seed);
    if (state.count() != m_refinement.variable.count()) setVariableProbe(std::move(state));
}

void EngineContext::setVariableProbe(VariableProbe state) {
    const std::size_t count = state.count();
    if (state.weights.size() != count * m_problem.frames || state.modes.size() != count * areaOf(m_model.wholeProbe()))
        throw InternalError("a variable probe of another size than the frames");
    if (count > 0 && m_feed.tilted()) throw InternalError("a variable probe with a tilted sample");
    m_refinement.variable = std::move(state);
    m_variablePeak = m_variableNorm = 0;
    m_weights.clear();
    if (count == 0) {
        m_variableModes = {};
        m_deviceWeights = {};
        return;
    }
    for (std::size_t j = 0; j < count; ++j) {
        double weight = 0, peak = 0, power = 0;
        for (std::size_t i = 0; i < m_problem.frames; ++i)
            weight = std::max(weight, std::abs(m_refinement.variable.weights[i * count + j]));
        for (const Complex& value : m_refinement.variable.modes.slab(j)) {
            peak = std::max(peak, static_cast<double>(std::norm(value)));
            power += static_cast<double>(std::norm(value));
        }
        m_variablePeak += weight * std::sqrt(peak);
        m_variableNorm += weight * std::sqrt(power);
    }
    for (const std::size_t frame : m_feed.numbers())
        for (const float weight : weightsOf(frame)) m_weights.push_back(weight);
    const std::span<const Complex> modes = std::as_const(m_refinement.variable).modes.span();
    const std::span<const Cf> values(reinterpret_cast<const Cf*>(modes.data()), modes.size());
    if (m_variableModes.size() != values.size()) {
        m_variableModes = Buffer<Cf>(m_queue, values);
        m_deviceWeights = Buffer<float>(m_queue, std::max<std::size_t>(1, m_weights.size()));
    } else {
        m_variableModes.upload(values);
    }
    if (!m_weights.empty()) m_deviceWeights.upload(m_weights);
}

std::vector<float> EngineContext::weightsOf(std::size_t frame) const {
    const std::size_t count = m_refinement.variable.count();
    const auto first = m_refinement.variable.weights.begin() + static_cast<std::ptrdiff_t>(frame * count);
    return {first, first + static_cast<std::ptrdiff_t>(count)};
}

void EngineContext::collectVariableProbe() {
    const std::size_t count = m_refinement.variable.count(), values = count * areaOf(m_model.wholeProbe());
    m_weightNormals.begin(m_queue, m_feed.held(), m_feed.count());
    m_variableSpectra = m_model.interpolation == compute::Interpolation::fourierShift; // an engine may change it later
    if (m_variableSums.size() != 3 * values) {
        m_variableSums = {}; // first, so that both are never there at the same time
        m_variableSums = Buffer<double>(m_queue, 3 * values);
    }
    const int rows = static_cast<int>(3 * count) * m_model.size;
    ops().clear(m_variableSums.data(), m_model.size, {0, 0, rows, m_model.size});
    // As those of the probe, of all frames, with weights of 1 at most.
    constexpr double kRoom = 0x1p-9;
    const WaveNorms norms = waveNorms(m_problem.frames);
    m_grids.variableSum = compute::anchorFor(
        growth() * std::max(norms.frames * std::sqrt(norms.probe2) * norms.object2,
                            kRoom * std::sqrt(norms.object2) * norms.ofDescent(compute::Loss::amplitude)));
    m_grids.variableWeight = compute::anchorFor(growth() * norms.frames * norms.object2);
    m_grids.variableSummands = norms.frames * m_model.objectModes;
}

void EngineContext::addVariableProbe(compute::FrameStep& step, std::span<const int> frames, bool collecting) {
    const std::size_t count = m_refinement.variable.count();
    if (m_feed.streams()) {
        std::vector<float> weights;
        for (const int frame : frames) {
            const auto first = m_weights.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(frame) * count);
            weights.insert(weights.end(), first, first + static_cast<std::ptrdiff_t>(count));
        }
        if (m_stepWeights.size() < m_feed.held() * count)
            m_stepWeights = Buffer<float>(m_queue, std::max<std::size_t>(1, m_feed.held() * count));
        m_stepWeights.upload(weights);
        step.variable.weights = m_stepWeights.data();
        if (collecting) m_weightNormals.next(frames);
    }
    if (!collecting) return;
    step.weightNormals = m_weightNormals.device();
    step.variableSum = reinterpret_cast<Cd*>(m_variableSums.data());
    step.variableWeight = m_variableSums.data() + 2 * count * areaOf(m_model.wholeProbe());
}

void EngineContext::refineVariableProbe(const VariableProbeRule& rule) {
    m_collected.variable = false;
    const std::vector<compute::WeightNormals> normals = byFrameNumber(m_weightNormals.finish(m_feed.streams()));
    std::vector<double> numbers = m_variableSums.toHost();
    if (m_communicator.size() > 1) {
        const PhaseScope communicating(m_clock, Phase::communication);
        m_communicator.allReduceSum(numbers);
    }
    const auto n = static_cast<std::size_t>(m_model.size);
    const std::size_t count = m_refinement.variable.count(), values = count * n * n;
    std::vector<Complex> sums(values);
    for (std::size_t i = 0; i < values; ++i)
        sums[i] = {static_cast<float>(numbers[2 * i]), static_cast<float>(numbers[2 * i + 1])};
    for (std::size_t j = 0; m_variableSpectra && j < count; ++j) {
        const auto mode = std::span(sums).subspan(j * n * n, n * n);
        Array<Complex, 2> spectrum({n, n}, {mode.begin(), mode.end()});
        compute::fft2d(spectrum, compute::FftDirection::backward);
        std::ranges::copy(spectrum, mode.begin());
    }
    Array<Complex, 3> all = downloadProbe();
    VariableProbe state = m_refinement.variable;
    ptycho::refineVariableProbe(
        state, all.slab(0),
        {sums, std::span<const double>(numbers).subspan(2 * values), normals, m_refinement.positions.now}, rule);
    uploadProbe(all);
    setVariableProbe(std::move(state));
}

void EngineContext::setPositions(PositionState positions) {
    if (positions.now.size() != m_problem.frames || positions.start.size() != m_problem.frames)
        throw InternalError("positions of another number of frames");
    m_refinement.positions = std::move(positions);
    m_feed.place();
}

void EngineContext::setRefinement(Refinement refinement) {
    setPositions(std::move(refinement.positions));
    setDetector(std::move(refinement.detector));
    setVariableProbe(std::move(refinement.variable));
}

} // namespace ewald::ptycho
