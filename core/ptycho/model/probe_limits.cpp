// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/model/probe_limits.h"

#include "compute/operations/fft.h"
#include "ptycho/model/probe_algebra.h"

#include <algorithm>
#include <cmath>

namespace ewald::ptycho {
namespace {

/// out(r, c) = in(r + dy, c + dx), wrapping around.
void rollBack(std::span<Complex> values, std::size_t rows, std::size_t cols, std::array<int, 2> by) {
    const auto wrap = [](long value, std::size_t size) {
        const long s = static_cast<long>(size);
        return static_cast<std::size_t>(((value % s) + s) % s);
    };
    std::vector<Complex> moved(values.size());
    for (std::size_t r = 0; r < rows; ++r) {
        const std::size_t sourceRow = wrap(static_cast<long>(r) + by[0], rows);
        for (std::size_t c = 0; c < cols; ++c)
            moved[r * cols + c] = values[sourceRow * cols + wrap(static_cast<long>(c) + by[1], cols)];
    }
    std::copy(moved.begin(), moved.end(), values.begin());
}

/// How much of a pixel at (y, x) from the middle lies in a circle of `diameter` (fraction of n), with an edge two
/// pixels soft.
float partInside(std::size_t n, double diameter, double y, double x) {
    const double radius = diameter * static_cast<double>(n) / 2;
    return static_cast<float>(std::clamp((radius - std::hypot(x, y)) / 2 + 0.5, 0.0, 1.0));
}

} // namespace

std::vector<float> supportOf(std::size_t n, double diameter) {
    std::vector<float> keep;
    keep.reserve(n * n);
    const auto middle = static_cast<double>(n / 2);
    for (std::size_t r = 0; r < n; ++r)
        for (std::size_t c = 0; c < n; ++c)
            keep.push_back(partInside(n, diameter, static_cast<double>(r) - middle, static_cast<double>(c) - middle));
    return keep;
}

void limitSupport(Array<Complex, 3>& probe, double diameter) {
    const std::vector<float> keep = supportOf(probe.extent(1), diameter);
    for (std::size_t k = 0; k < probe.extent(0); ++k) {
        const auto mode = probe.slab(k);
        for (std::size_t i = 0; i < mode.size(); ++i) mode[i] *= keep[i];
    }
}

void limitPupil(Array<Complex, 3>& probe, double diameter) {
    const std::size_t n = probe.extent(1);
    for (std::size_t k = 0; k < probe.extent(0); ++k) {
        const auto mode = probe.slab(k);
        Array<Complex, 2> spectrum({n, n}, std::vector<Complex>(mode.begin(), mode.end()));
        compute::fft2d(spectrum, compute::FftDirection::forward);
        for (std::size_t r = 0; r < n; ++r)
            for (std::size_t c = 0; c < n; ++c)
                spectrum(r, c) *=
                    partInside(n, diameter, compute::signedFrequency(r, n), compute::signedFrequency(c, n));
        compute::fft2d(spectrum, compute::FftDirection::backward);
        std::copy(spectrum.begin(), spectrum.end(), mode.begin());
    }
}

std::array<int, 2> centreOffset(const Array<Complex, 3>& probe) {
    const std::size_t n = probe.extent(1);
    double power = 0, y = 0, x = 0;
    for (std::size_t k = 0; k < probe.extent(0); ++k)
        for (std::size_t r = 0; r < n; ++r)
            for (std::size_t c = 0; c < n; ++c) {
                const double p = std::norm(probe(k, r, c));
                power += p;
                y += p * static_cast<double>(r);
                x += p * static_cast<double>(c);
            }
    if (!(power > 0) || !std::isfinite(power)) return {0, 0};
    const double middle = static_cast<double>(n / 2);
    return {static_cast<int>(std::lround(y / power - middle)), static_cast<int>(std::lround(x / power - middle))};
}

void moveToCentre(Array<Complex, 3>& probe, std::array<int, 2> offset) {
    if (offset[0] == 0 && offset[1] == 0) return;
    for (std::size_t k = 0; k < probe.extent(0); ++k) rollBack(probe.slab(k), probe.extent(1), probe.extent(2), offset);
}

void moveToCentre(Array<Complex, 2>& object, std::array<int, 2> offset, std::size_t slices) {
    if (offset[0] == 0 && offset[1] == 0) return;
    const std::size_t rows = object.extent(0) / slices, pixels = rows * object.extent(1);
    for (std::size_t slice = 0; slice < slices; ++slice)
        rollBack(object.span().subspan(slice * pixels, pixels), rows, object.extent(1), offset);
}

float powerFactor(double power, double photons) {
    if (!(power > 0) || !std::isfinite(power)) return 1;
    return static_cast<float>(std::sqrt(photons / power));
}

} // namespace ewald::ptycho
