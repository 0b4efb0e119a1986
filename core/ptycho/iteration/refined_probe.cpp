// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/iteration/refined_probe.h"

#include "base/error.h"
#include "compute/operations/fft.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ewald::ptycho {

std::size_t RefinedProbe::values() const { return m_state.count() * areaOf(rank().model.wholeProbe()); }

void RefinedProbe::set(VariableProbe state) {
    const std::size_t count = state.count(), frames = rank().problem.frames;
    if (state.weights.size() != count * frames || state.modes.size() != count * areaOf(rank().model.wholeProbe()))
        throw InternalError("a variable probe of another size than the frames");
    if (count > 0 && rank().feed.tilted()) throw InternalError("a variable probe with a tilted sample");
    m_state = std::move(state);
    m_peak = m_norm = 0;
    std::vector<float> weights;
    if (count == 0) {
        m_modes = {};
        m_weights = {};
        return;
    }
    for (std::size_t j = 0; j < count; ++j) {
        double weight = 0, peak = 0, power = 0;
        for (std::size_t i = 0; i < frames; ++i) weight = std::max(weight, std::abs(m_state.weights[i * count + j]));
        for (const Complex& value : m_state.modes.slab(j)) {
            peak = std::max(peak, static_cast<double>(std::norm(value)));
            power += static_cast<double>(std::norm(value));
        }
        m_peak += weight * std::sqrt(peak);
        m_norm += weight * std::sqrt(power);
    }
    for (const std::size_t frame : rank().feed.numbers())
        for (const float weight : weightsOf(frame)) weights.push_back(weight);
    m_weights.set(rank(), std::move(weights), count);
    const std::span<const Cf> modes = asCf(std::as_const(m_state).modes.span());
    if (m_modes.size() != modes.size())
        m_modes = Buffer<Cf>(rank().queue, modes);
    else
        m_modes.upload(modes);
}

std::vector<float> RefinedProbe::weightsOf(std::size_t frame) const {
    const std::size_t count = m_state.count();
    const auto first = m_state.weights.begin() + static_cast<std::ptrdiff_t>(frame * count);
    return {first, first + static_cast<std::ptrdiff_t>(count)};
}

void RefinedProbe::begin() {
    m_normals.begin(rank());
    m_spectra = rank().model.interpolation == compute::Interpolation::fourierShift; // an engine may change it later
    if (m_sums.size() != 3 * values()) {
        m_sums = {}; // first, so that both are never there at the same time
        m_sums = Buffer<double>(rank().queue, 3 * values());
    }
    const int side = rank().model.size;
    rank().ops().clear(m_sums.data(), side, {0, 0, static_cast<int>(3 * m_state.count()) * side, side});
}

void RefinedProbe::addModes(compute::FrameStep& step) const {
    if (m_state.count() > 0) step.variable = {m_modes.data(), m_weights.all(), static_cast<int>(m_state.count())};
}

void RefinedProbe::addTo(compute::FrameStep& step, std::span<const int> frames, bool collecting) {
    if (m_state.count() == 0) return;
    step.variable.weights = m_weights.of(rank(), frames);
    if (!collecting || !collects()) return;
    step.weightNormals = m_normals.of(rank(), frames);
    step.variableSum = reinterpret_cast<compute::Cd*>(m_sums.data());
    step.variableWeight = m_sums.data() + 2 * values();
}

void RefinedProbe::refine(std::span<Complex> first, std::span<const PixelPosition> positions,
                          const VariableProbeRule& rule) {
    (void)endCollecting();
    const std::vector<compute::WeightNormals> normals = m_normals.finish(rank());
    std::vector<double> numbers = m_sums.toHost();
    rank().addUp(numbers);
    const auto n = static_cast<std::size_t>(rank().model.size);
    const std::size_t count = m_state.count();
    std::vector<Complex> sums(values());
    for (std::size_t i = 0; i < sums.size(); ++i)
        sums[i] = {static_cast<float>(numbers[2 * i]), static_cast<float>(numbers[2 * i + 1])};
    for (std::size_t j = 0; m_spectra && j < count; ++j) {
        const auto mode = std::span(sums).subspan(j * n * n, n * n);
        Array<Complex, 2> spectrum({n, n}, {mode.begin(), mode.end()});
        compute::fft2d(spectrum, compute::FftDirection::backward);
        std::ranges::copy(spectrum, mode.begin());
    }
    VariableProbe state = m_state;
    refineVariableProbe(state, first,
                        {sums, std::span<const double>(numbers).subspan(2 * sums.size()), normals, positions}, rule);
    set(std::move(state));
}

} // namespace ewald::ptycho
