// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/probe_analysis.h"

#include "base/error.h"

#include <algorithm>
#include <cmath>

namespace ewald::ui {

namespace {

constexpr std::size_t kPlanes = 121;

Array<Complex, 2> modeOf(const Array<Complex, 3>& modes, std::size_t mode) {
    const auto values = modes.slab(mode);
    return {{modes.extent(1), modes.extent(2)}, std::vector<Complex>(values.begin(), values.end())};
}

std::shared_ptr<const Array<float, 2>> turned(const Array<float, 2>& section) {
    auto picture = std::make_shared<Array<float, 2>>(Array<float, 2>::Shape{section.extent(1), section.extent(0)});
    for (std::size_t plane = 0; plane < section.extent(0); ++plane)
        for (std::size_t i = 0; i < section.extent(1); ++i) (*picture)(i, plane) = section(plane, i);
    return picture;
}

/// The part of a caustic in which the beam is about as sharp as in its focus, three times as long, with both foci.
std::pair<double, double> aroundFocus(const ptycho::Caustic& beam) {
    const double half = *std::max_element(beam.sharpness.begin(), beam.sharpness.end()) / 2;
    double from = beam.focus_m, to = beam.focus_m;
    for (std::size_t i = 0; i < beam.distance_m.size(); ++i) {
        if (beam.sharpness[i] < half) continue;
        from = std::min(from, beam.distance_m[i]);
        to = std::max(to, beam.distance_m[i]);
    }
    from = std::min({from, beam.focusX_m, beam.focusY_m});
    to = std::max({to, beam.focusX_m, beam.focusY_m});
    const double step = beam.distance_m[1] - beam.distance_m[0];
    const double more = std::max(to - from, 2 * step);
    return {from - more, to + more};
}

} // namespace

ProbeAnalysisPtr analyseProbe(const ProbeRequest& request, const RunControl& control,
                              const std::function<void(const ptycho::Coherence&)>& coherence) {
    auto found = std::make_shared<ProbeAnalysis>();
    found->of = request;
    found->coherence = ptycho::coherenceOf(*request.modes);
    if (coherence) coherence(found->coherence);
    if (!(request.wavelength_m > 0) || !(request.pixelHeight_m > 0) || !(request.pixelWidth_m > 0))
        throw JobError("the wavelength of this probe is not known", "energy_keV",
                       "set the photon energy and reconstruct again");
    found->wavefront = ptycho::wavefrontOf(modeOf(*request.modes, 0), request.wavelength_m, request.pixelHeight_m,
                                           request.pixelWidth_m);
    constexpr double kFar_m = 1e3; // cut to what the pixels allow
    const auto caustic = [&](double from, double to) {
        return ptycho::causticOf(*request.modes, request.wavelength_m, request.pixelHeight_m, request.pixelWidth_m,
                                 from, to, kPlanes, control);
    };
    found->caustic = caustic(-kFar_m, kFar_m);
    if (request.nearFocus) {
        const auto [from, to] = aroundFocus(found->caustic);
        found->caustic = caustic(from, to);
    }
    found->alongX = turned(found->caustic.sectionX);
    found->alongY = turned(found->caustic.sectionY);
    return found;
}

} // namespace ewald::ui
