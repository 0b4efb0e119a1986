// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/model/initial_guess.h"

#include "base/error.h"
#include "base/units.h"
#include "compute/operations/fft.h"
#include "kernels/coarse_bodies.h"
#include "ptycho/model/probe_algebra.h"
#include "ptycho/model/random.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <functional>
#include <string>

namespace ewald::ptycho {
namespace {

/// Rolls by half the size: corner ↔ middle (even and odd sizes; `toMiddle` undoes the other).
Array<Complex, 2> roll(const Array<Complex, 2>& in, bool toMiddle) {
    const std::size_t n = in.extent(0);
    const std::size_t shift = toMiddle ? n / 2 : n - n / 2;
    Array<Complex, 2> out(in.shape());
    for (std::size_t r = 0; r < n; ++r)
        for (std::size_t c = 0; c < n; ++c) out((r + shift) % n, (c + shift) % n) = in(r, c);
    return out;
}

/// From one plane to another so far behind it.
Array<Complex, 2> freeSpaceTransfer(const Geometry& geometry, double distance_m) {
    const std::size_t n = geometry.size;
    Array<Complex, 2> transfer({n, n});
    const auto frequency = [n](std::size_t i, double pixel) {
        return compute::signedFrequency(i, n) / (static_cast<double>(n) * pixel);
    };
    for (std::size_t r = 0; r < n; ++r)
        for (std::size_t c = 0; c < n; ++c) {
            const double fy = frequency(r, geometry.objectPixelHeight_m),
                         fx = frequency(c, geometry.objectPixelWidth_m);
            const double phase = -kPi * geometry.wavelength_m * distance_m * (fx * fx + fy * fy);
            transfer(r, c) = {static_cast<float>(std::cos(phase)), static_cast<float>(std::sin(phase))};
        }
    return transfer;
}

} // namespace

Array<Complex, 2> backPropagatedProbe(std::span<const float> meanAmplitude, const Geometry& geometry) {
    const std::size_t n = geometry.size;
    if (meanAmplitude.size() != n * n) throw InternalError("mean pattern of another size than the frames");
    Array<Complex, 2> wave({n, n});
    std::copy(meanAmplitude.begin(), meanAmplitude.end(), wave.begin());
    wave = roll(wave, true);
    compute::fft2d(wave, compute::FftDirection::forward);
    const Array<Complex, 2> transfer = nearFieldTransfer(geometry);
    for (std::size_t i = 0; i < n * n; ++i) wave.span()[i] *= std::conj(transfer.span()[i]);
    compute::fft2d(wave, compute::FftDirection::backward);
    return wave;
}

Array<Complex, 2> defocusedProbe(std::span<const float> meanAmplitude, const Geometry& geometry, double curvature) {
    const std::size_t n = geometry.size;
    const std::size_t frame = geometry.frameSize();
    if (meanAmplitude.size() != frame * frame) throw InternalError("mean pattern of another size than the frames");
    // Each pixel of a frame that is coarser than the wave's shares its counts out evenly.
    const kernels::CoarsePixels coarse{static_cast<int>(frame), static_cast<int>(geometry.oversampling)};
    const auto owner = [&](std::size_t i) { return static_cast<std::size_t>(coarse.owner(static_cast<int>(i))); };
    const auto frequency = [n](std::size_t i) { return compute::signedFrequency(i, n); };
    Array<Complex, 2> wave({n, n});
    for (std::size_t r = 0; r < n; ++r)
        for (std::size_t c = 0; c < n; ++c) {
            const double phase =
                kPi * curvature / static_cast<double>(n) * (frequency(r) * frequency(r) + frequency(c) * frequency(c));
            wave(r, c) = std::polar(meanAmplitude[owner(r) * frame + owner(c)], static_cast<float>(phase));
        }
    compute::fft2d(wave, compute::FftDirection::backward);
    return roll(wave, true);
}

Array<Complex, 2> nearFieldTransfer(const Geometry& geometry) {
    return freeSpaceTransfer(geometry, geometry.effectiveDistance_m);
}

Array<Complex, 2> sliceTransfer(const Geometry& geometry, double distance_m) {
    Array<Complex, 2> transfer = freeSpaceTransfer(geometry, distance_m);
    const std::size_t n = geometry.size;
    const double pixel_m = std::min(geometry.objectPixelHeight_m, geometry.objectPixelWidth_m);
    if (geometry.wavelength_m * std::abs(distance_m) <= static_cast<double>(n) * pixel_m * pixel_m) return transfer;
    const double limit = static_cast<double>(n) / 3;
    for (std::size_t r = 0; r < n; ++r)
        for (std::size_t c = 0; c < n; ++c)
            if (std::abs(compute::signedFrequency(r, n)) > limit || std::abs(compute::signedFrequency(c, n)) > limit)
                transfer(r, c) = 0;
    return transfer;
}

Array<Complex, 2> gaussianProbe(std::size_t size, double fwhm_px) {
    const double fwhm = fwhm_px > 0 ? fwhm_px : static_cast<double>(size) / 4;
    const double k = 4 * std::log(2.0) / (fwhm * fwhm) / 2; // amplitude: half the exponent of the intensity
    Array<Complex, 2> probe({size, size});
    for (std::size_t r = 0; r < size; ++r)
        for (std::size_t c = 0; c < size; ++c) {
            const double y = static_cast<double>(r) - static_cast<double>(size / 2);
            const double x = static_cast<double>(c) - static_cast<double>(size / 2);
            probe(r, c) = static_cast<float>(std::exp(-k * (x * x + y * y)));
        }
    return probe;
}

Array<Complex, 2> diskProbe(std::size_t size, double diameter_px) {
    const double radius = (diameter_px > 0 ? diameter_px : static_cast<double>(size) / 4) / 2;
    Array<Complex, 2> probe({size, size});
    for (std::size_t r = 0; r < size; ++r)
        for (std::size_t c = 0; c < size; ++c) {
            const double y = static_cast<double>(r) - static_cast<double>(size / 2);
            const double x = static_cast<double>(c) - static_cast<double>(size / 2);
            probe(r, c) = static_cast<float>(std::clamp(radius - std::hypot(x, y) + 0.5, 0.0, 1.0));
        }
    return probe;
}

Array<Complex, 3> makeProbeModes(const Array<Complex, 3>& first, std::size_t modes, double extraModePower,
                                 double photons) {
    const std::size_t n = first.extent(1);
    if (first.extent(0) == 0 || modes == 0) throw InternalError("a probe needs at least one mode");
    Array<Complex, 3> probe({modes, n, n});
    const std::size_t given = std::min(modes, first.extent(0));
    if (first.extent(0) > modes) {
        Array<Complex, 3> sorted = first;
        orthogonalise(sorted);
        std::copy_n(sorted.data(), modes * n * n, probe.data());
    } else {
        std::copy_n(first.data(), given * n * n, probe.data());
    }
    // Centre and width of the first mode, so that x and y are of order one where it is bright.
    double power = 0, cy = 0, cx = 0, width = 0;
    for (std::size_t r = 0; r < n; ++r)
        for (std::size_t c = 0; c < n; ++c) {
            const double p = std::norm(probe(0, r, c));
            power += p, cy += p * static_cast<double>(r), cx += p * static_cast<double>(c);
        }
    if (!(power > 0) || !std::isfinite(power))
        throw DataError("the initial probe is empty or not a number", "initial_probe", "choose another initial probe");
    cy /= power, cx /= power;
    for (std::size_t r = 0; r < n; ++r)
        for (std::size_t c = 0; c < n; ++c)
            width += std::norm(probe(0, r, c)) *
                     (std::pow(static_cast<double>(r) - cy, 2) + std::pow(static_cast<double>(c) - cx, 2));
    width = std::max(1.0, std::sqrt(width / power / 2));
    std::size_t next = given;
    for (std::size_t order = 1; next < modes; ++order) // x, y, x², xy, y², …
        for (std::size_t powerY = 0; powerY <= order && next < modes; ++powerY, ++next) {
            for (std::size_t r = 0; r < n; ++r)
                for (std::size_t c = 0; c < n; ++c) {
                    const double y = (static_cast<double>(r) - cy) / width, x = (static_cast<double>(c) - cx) / width;
                    probe(next, r, c) =
                        probe(0, r, c) * static_cast<float>(std::pow(x, static_cast<double>(order - powerY)) *
                                                            std::pow(y, static_cast<double>(powerY)));
                }
            removeProjections(probe, next);
            scaleMode(probe, next, std::sqrt(extraModePower * power / std::max(modePower(probe, next), 1e-30)));
        }
    double total = 0;
    for (std::size_t k = 0; k < modes; ++k) total += modePower(probe, k);
    for (std::size_t k = 0; k < modes; ++k) scaleMode(probe, k, std::sqrt(photons / total));
    return probe;
}

Array<Complex, 3> fitProbe(const Array<Complex, 3>& source, std::size_t size) {
    Array<Complex, 3> out({source.extent(0), size, size});
    const auto offset = [size](std::size_t extent) {
        return static_cast<std::ptrdiff_t>(extent / 2) - static_cast<std::ptrdiff_t>(size / 2);
    };
    for (std::size_t k = 0; k < source.extent(0); ++k)
        for (std::size_t r = 0; r < size; ++r)
            for (std::size_t c = 0; c < size; ++c) {
                const std::ptrdiff_t y = static_cast<std::ptrdiff_t>(r) + offset(source.extent(1));
                const std::ptrdiff_t x = static_cast<std::ptrdiff_t>(c) + offset(source.extent(2));
                if (y >= 0 && x >= 0 && y < static_cast<std::ptrdiff_t>(source.extent(1)) &&
                    x < static_cast<std::ptrdiff_t>(source.extent(2)))
                    out(k, r, c) = source(k, y, x);
            }
    return out;
}

Array<Complex, 3> slicesOf(const Array<Complex, 2>& object, std::size_t slices) {
    return {{slices, object.extent(0) / slices, object.extent(1)}, {object.begin(), object.end()}};
}

Array<Complex, 2> layerOf(const Array<Complex, 3>& layers, std::size_t layer) {
    const std::span<const Complex> values = layers.slab(layer);
    return {{layers.extent(1), layers.extent(2)}, {values.begin(), values.end()}};
}

void fillFurtherMode(std::span<Complex> mode, unsigned long long seed, std::size_t number) {
    constexpr double kAmplitude = 0.05;
    constexpr std::uint64_t kStream = 0x6f626a6563740000; // "object", apart from those of iterations
    Random random(seed, kStream + number);
    for (Complex& value : mode) value = Complex(std::polar(kAmplitude, 2 * kPi * random.uniform()));
}

Array<Complex, 2> productOfSlices(const Array<Complex, 3>& slices) {
    if (slices.empty()) return {};
    Array<Complex, 2> product = layerOf(slices, 0);
    for (std::size_t slice = 1; slice < slices.extent(0); ++slice)
        std::ranges::transform(product, slices.slab(slice), product.begin(), std::multiplies<>());
    return product;
}

Array<Complex, 2> objectOf(const Array<Complex, 3>& layers, std::size_t modes) {
    return modes > 1 ? layerOf(layers, 0) : productOfSlices(layers);
}

Array<Complex, 2> fitObject(const Array<Complex, 2>& source, std::size_t rows, std::size_t cols) {
    Array<Complex, 2> out({rows, cols}, Complex(1, 0));
    const std::ptrdiff_t dy = static_cast<std::ptrdiff_t>(source.extent(0) / 2) - static_cast<std::ptrdiff_t>(rows / 2);
    const std::ptrdiff_t dx = static_cast<std::ptrdiff_t>(source.extent(1) / 2) - static_cast<std::ptrdiff_t>(cols / 2);
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < cols; ++c) {
            const std::ptrdiff_t y = static_cast<std::ptrdiff_t>(r) + dy, x = static_cast<std::ptrdiff_t>(c) + dx;
            if (y >= 0 && x >= 0 && y < static_cast<std::ptrdiff_t>(source.extent(0)) &&
                x < static_cast<std::ptrdiff_t>(source.extent(1)))
                out(r, c) = source(y, x);
        }
    return out;
}

} // namespace ewald::ptycho
