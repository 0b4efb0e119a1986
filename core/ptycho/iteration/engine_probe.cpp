// SPDX-License-Identifier: GPL-3.0-or-later
//
// What EngineContext does to the probe between iterations, where it is.
#include "ptycho/iteration/engine_context.h"
#include "ptycho/model/initial_guess.h"
#include "ptycho/model/probe_algebra.h"
#include "ptycho/model/probe_limits.h"

#include <algorithm>
#include <complex>
#include <vector>

namespace ewald::ptycho {

void EngineContext::limitProbe(double diameter) {
    if (diameter <= 0) return;
    if (diameter != m_supportDiameter) {
        const std::vector<float> support = supportOf(static_cast<std::size_t>(m_model.size), diameter);
        m_support = Buffer<float>(m_queue, std::span<const float>(support));
        m_supportDiameter = diameter;
    }
    ops().multiply(probe.data(), m_model.modes, m_model.size, m_support.data());
}

float EngineContext::mixProbe(bool orthogonal, std::optional<double> photons) {
    const auto modes = static_cast<std::size_t>(m_model.modes);
    const std::vector<compute::Cd> pairs = m_fields.gram(probe);
    std::vector<std::complex<double>> gram(modes * modes);
    double power = 0;
    auto next = pairs.begin();
    for (std::size_t a = 0; a < modes; ++a)
        for (std::size_t b = a; b < modes; ++b, ++next) {
            gram[a * modes + b] = {next->re, next->im};
            gram[b * modes + a] = {next->re, -next->im};
            if (a == b) power += next->re;
        }
    const float factor = photons ? powerFactor(power, *photons) : 1;
    ModeRotation rotation;
    if (orthogonal) rotation = orthogonalRotation(gram, modes);
    if (rotation.weights.empty()) {
        if (factor != 1) ops().scale(probe.data(), probe.size(), factor);
        return factor;
    }
    for (Complex& weight : rotation.weights) weight *= factor;
    if (m_mixing.size() != rotation.weights.size()) m_mixing = Buffer<Cf>(m_queue, rotation.weights.size());
    m_mixing.upload({reinterpret_cast<const Cf*>(rotation.weights.data()), rotation.weights.size()});
    ops().mix(probe.data(), m_model.modes, m_model.size, m_mixing.data());
    return factor;
}

Array<Complex, 3> EngineContext::downloadProbe() const {
    const auto n = static_cast<std::size_t>(m_model.size);
    Array<Complex, 3> host({static_cast<std::size_t>(m_model.modes), n, n});
    probe.values.download(asCf(host.span()));
    return host;
}

Array<Complex, 3> EngineContext::agreedProbe() const { return m_fields.ofCopies(downloadProbe()); }

void EngineContext::dropModesBelow(double power) {
    Array<Complex, 3> all = agreedProbe();
    const std::vector<double> powers = orthogonalise(all); // the strongest first
    const auto modes = static_cast<std::size_t>(std::ranges::count_if(powers, [&](double p) { return p >= power; }));
    if (modes == powers.size() || modes == 0) return;
    takeModes(all, modes);
}

std::size_t EngineContext::modesAbove(double power) const {
    Array<Complex, 3> all = agreedProbe();
    return static_cast<std::size_t>(std::ranges::count_if(orthogonalise(all), [&](double p) { return p >= power; }));
}

void EngineContext::keepModes(std::size_t modes) {
    if (modes < static_cast<std::size_t>(m_model.modes)) changeModes(modes, 0);
}

void EngineContext::addModes(std::size_t modes, double power) {
    if (modes > 0) changeModes(static_cast<std::size_t>(m_model.modes) + modes, power);
}

void EngineContext::raiseModes(double power) {
    Array<Complex, 3> all = agreedProbe();
    orthogonalise(all);
    ptycho::raiseModes(all, power);
    uploadProbe(all);
}

/// So many modes, orthogonalised, the strongest first; the probe keeps its power.
void EngineContext::changeModes(std::size_t modes, double powerOfNew) {
    Array<Complex, 3> all = agreedProbe();
    orthogonalise(all);
    double photons = 0;
    for (std::size_t mode = 0; mode < all.extent(0); ++mode) photons += modePower(all, mode);
    takeModes(makeProbeModes(all, modes, powerOfNew, photons), modes);
}

/// Of a probe whose values follow; sums are cleared.
void EngineContext::makeRoomForModes(std::size_t modes) {
    m_model.modes = static_cast<int>(modes);
    probe = m_fields.make(Unknown::probe);
    m_sums.place(object.size(), probe.size());
    m_sums.clear(m_model.wholeObject(), true, true);
}

/// The first `modes` of what is given.
void EngineContext::takeModes(const Array<Complex, 3>& all, std::size_t modes) {
    makeRoomForModes(modes);
    m_fields.take(probe, std::span<const Complex>(all.span()).first(probe.size()));
}

void EngineContext::uploadProbe(const Array<Complex, 3>& host) { m_fields.take(probe, host.span()); }

} // namespace ewald::ptycho
