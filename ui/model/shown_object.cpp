// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/shown_object.h"

#include "base/units.h"
#include "ptycho/analysis/unwrap.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace ewald::ui {

namespace {

std::shared_ptr<const LitArea> litAreaOf(const ObjectRequest& request) {
    if (request.lit && request.lit->light.shape() == request.raw->shape()) return request.lit;
    auto lit = std::make_shared<LitArea>();
    if (request.probe) {
        lit->light =
            io::illumination(*request.probe, request.positions, request.raw->extent(0), request.raw->extent(1));
    }
    lit->mask = io::litArea(lit->light);
    return lit;
}

/// One of the layers, or what stands for all.
std::shared_ptr<const Array<Complex, 2>> chosenOf(const ObjectRequest& request) {
    if (request.layer == 0 || !request.layers || request.layer > request.layers->extent(0)) return request.raw;
    const std::span<const Complex> layer = request.layers->slab(request.layer - 1);
    return std::make_shared<const Array<Complex, 2>>(request.raw->shape(),
                                                     std::vector<Complex>(layer.begin(), layer.end()));
}

} // namespace

Array<Complex, 2> withinMask(const Array<Complex, 2>& image, const Array<std::uint8_t, 2>& mask, Complex outside) {
    Array<Complex, 2> part = image;
    if (mask.shape() != image.shape()) return part;
    for (std::size_t i = 0; i < part.size(); ++i) {
        if (mask.data()[i] == 0) part.data()[i] = outside;
    }
    return part;
}

ShownObject prepareObject(const ObjectRequest& request) {
    const std::shared_ptr<const Array<Complex, 2>> raw = chosenOf(request);
    ShownObject shown{raw, raw, litAreaOf(request)};
    const LitArea& lit = *shown.lit;
    if (request.removeRamp) {
        auto flattened = std::make_shared<Array<Complex, 2>>(*raw);
        Array<float, 2> weight = lit.light;
        if (request.flat && weight.empty()) weight = Array<float, 2>(flattened->shape());
        if (request.flat) {
            const Array<std::uint8_t, 2> flat = request.flat(weight.extent(0), weight.extent(1));
            std::copy(flat.begin(), flat.end(), weight.begin());
        }
        io::removePhaseRamp(*flattened, weight.span());
        shown.image = shown.litObject = std::move(flattened);
    }
    if (lit.mask.shape() == raw->shape()) {
        constexpr float kNothing = std::numeric_limits<float>::infinity();
        shown.litObject =
            std::make_shared<const Array<Complex, 2>>(withinMask(*shown.image, lit.mask, Complex{kNothing, kNothing}));
    }
    if (request.litOnly) shown.image = shown.litObject;
    return shown;
}

Array<float, 2> unwrappedPhase(const Array<Complex, 2>& image) {
    Array<float, 2> phase = std::move(ptycho::unwrapPhase(image).phase);
    std::vector<float> known;
    known.reserve(phase.size());
    std::copy_if(phase.begin(), phase.end(), std::back_inserter(known), [](float v) { return std::isfinite(v); });
    double turns = 0;
    if (!known.empty()) {
        const auto middle = known.begin() + static_cast<std::ptrdiff_t>(known.size() / 2);
        std::nth_element(known.begin(), middle, known.end());
        turns = std::round(static_cast<double>(*middle) / (2 * kPi));
    }
    for (std::size_t i = 0; i < phase.size(); ++i) {
        if (std::isinf(image.data()[i].real()))
            phase.data()[i] = std::numeric_limits<float>::infinity();
        else
            phase.data()[i] = static_cast<float>(static_cast<double>(phase.data()[i]) - 2 * kPi * turns);
    }
    return phase;
}

} // namespace ewald::ui
