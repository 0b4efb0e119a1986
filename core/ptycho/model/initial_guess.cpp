// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/initial_guess.h"

#include "base/error.h"
#include "base/units.h"
#include "compute/fft.h"
#include "ptycho/probe_algebra.h"

#include <algorithm>
#include <cmath>
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
    if (meanAmplitude.size() != n * n) throw InternalError("mean pattern of another size than the frames");
    const auto frequency = [n](std::size_t i) { return compute::signedFrequency(i, n); };
    Array<Complex, 2> wave({n, n});
    for (std::size_t r = 0; r < n; ++r)
        for (std::size_t c = 0; c < n; ++c) {
            const double phase =
                kPi * curvature / static_cast<double>(n) * (frequency(r) * frequency(r) + frequency(c) * frequency(c));
            wave(r, c) = std::polar(meanAmplitude[r * n + c], static_cast<float>(phase));
        }
    compute::fft2d(wave, compute::FftDirection::backward);
    return roll(wave, true);
}

Array<Complex, 2> nearFieldTransfer(const Geometry& geometry) {
    const std::size_t n = geometry.size;
    Array<Complex, 2> transfer({n, n});
    const auto frequency = [n](std::size_t i, double pixel) {
        return compute::signedFrequency(i, n) / (static_cast<double>(n) * pixel);
    };
    for (std::size_t r = 0; r < n; ++r)
        for (std::size_t c = 0; c < n; ++c) {
            const double fy = frequency(r, geometry.objectPixelHeight_m),
                         fx = frequency(c, geometry.objectPixelWidth_m);
            const double phase = -kPi * geometry.wavelength_m * geometry.effectiveDistance_m * (fx * fx + fy * fy);
            transfer(r, c) = {static_cast<float>(std::cos(phase)), static_cast<float>(std::sin(phase))};
        }
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
