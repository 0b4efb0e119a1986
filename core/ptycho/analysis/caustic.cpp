// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/analysis/caustic.h"

#include "base/error.h"
#include "base/units.h"
#include "compute/devices/parallel.h"
#include "compute/operations/fft.h"

#include <algorithm>
#include <cmath>
#include <complex>

namespace ewald::ptycho {
namespace {

using Wide = std::complex<double>;

double frequency(std::size_t i, std::size_t n, double pixel_m) {
    return compute::signedFrequency(i, n) / (static_cast<double>(n) * pixel_m);
}

/// Multiplies a spectrum with the propagator.
void propagate(Array<Complex, 2>& spectrum, double distance_m, double wavelength_m, double pixelHeight_m,
               double pixelWidth_m) {
    const auto [rows, cols] = spectrum.shape();
    for (std::size_t r = 0; r < rows; ++r) {
        const double fy = wavelength_m * frequency(r, rows, pixelHeight_m);
        for (std::size_t c = 0; c < cols; ++c) {
            const double fx = wavelength_m * frequency(c, cols, pixelWidth_m);
            const double squared = fy * fy + fx * fx;
            // √(1 − s) − 1 = −s/(1 + √(1 − s)), without the loss of digits; beyond 1 waves do not propagate.
            const double path = squared < 1 ? -squared / (1 + std::sqrt(1 - squared)) : 0;
            spectrum(r, c) *= squared < 1 ? Complex(std::polar(1.0, 2 * kPi * distance_m / wavelength_m * path)) : 0;
        }
    }
}

/// The mode in the middle of a window of twice the size, transformed.
Array<Complex, 2> paddedSpectrum(const Array<Complex, 3>& probe, std::size_t mode) {
    const std::size_t rows = probe.extent(1), cols = probe.extent(2);
    Array<Complex, 2> padded({2 * rows, 2 * cols});
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < cols; ++c) padded(r + rows / 2, c + cols / 2) = probe(mode, r, c);
    compute::fft2d(padded, compute::FftDirection::forward);
    return padded;
}

/// Where a parabola through the extremum of equally spaced values and its neighbours has its own.
double refined(const std::vector<double>& at, const std::vector<double>& values, std::size_t best) {
    if (best == 0 || best + 1 >= values.size()) return at[best];
    const double curvature = values[best - 1] - 2 * values[best] + values[best + 1];
    if (curvature == 0) return at[best];
    return at[best] + (values[best - 1] - values[best + 1]) / (2 * curvature) * (at[best + 1] - at[best]);
}

/// Distance of the smallest rms width. Its square is a parabola for any paraxial beam.
double waist(const std::vector<double>& distance_m, const std::vector<BeamWidth>& widths, bool& inside) {
    std::vector<double> squared;
    for (const BeamWidth& width : widths) squared.push_back(width.rms_m * width.rms_m);
    const auto best = static_cast<std::size_t>(std::min_element(squared.begin(), squared.end()) - squared.begin());
    inside = inside && best > 0 && best + 1 < squared.size();
    return refined(distance_m, squared, best);
}

} // namespace

Array<Complex, 2> propagated(const Array<Complex, 2>& wave, double distance_m, double wavelength_m,
                             double pixelHeight_m, double pixelWidth_m) {
    Array<Complex, 2> result = wave;
    compute::fft2d(result, compute::FftDirection::forward);
    propagate(result, distance_m, wavelength_m, pixelHeight_m, pixelWidth_m);
    compute::fft2d(result, compute::FftDirection::backward);
    return result;
}

BeamWidth widthOf(const std::vector<double>& profile, double step_m) {
    double sum = 0, first = 0, second = 0, largest = 0;
    for (std::size_t i = 0; i < profile.size(); ++i) {
        const double x = static_cast<double>(i);
        sum += profile[i], first += profile[i] * x, second += profile[i] * x * x;
        largest = std::max(largest, profile[i]);
    }
    if (!(sum > 0)) return {};
    const double mean = first / sum;
    BeamWidth width;
    width.rms_m = std::sqrt(std::max(0.0, second / sum - mean * mean)) * step_m;
    const double half = largest / 2;
    std::size_t left = 0, right = profile.size() - 1;
    while (profile[left] < half) ++left;
    while (profile[right] < half) --right;
    const auto outwards = [&](std::size_t inside, std::size_t outside) {
        return (profile[inside] - half) / (profile[inside] - profile[outside]);
    };
    double samples = static_cast<double>(right - left);
    if (left > 0) samples += outwards(left, left - 1);
    if (right + 1 < profile.size()) samples += outwards(right, right + 1);
    width.fwhm_m = samples * step_m;
    return width;
}

Caustic causticOf(const Array<Complex, 3>& probe, double wavelength_m, double pixelHeight_m, double pixelWidth_m,
                  double from_m, double to_m, std::size_t planes, const RunControl& control) {
    const std::size_t rows = probe.extent(1), cols = probe.extent(2);
    Caustic found;
    // Of the window of twice the size. Light of the highest frequency moves by half of that at most.
    found.valid_m = 2 *
                    std::min(static_cast<double>(rows) * pixelHeight_m * pixelHeight_m,
                             static_cast<double>(cols) * pixelWidth_m * pixelWidth_m) /
                    wavelength_m;
    from_m = std::max(from_m, -found.valid_m);
    to_m = std::min(to_m, found.valid_m);
    if (!(to_m > from_m) || planes < 3)
        throw JobError("the range of the propagation is empty", "distance",
                       "give three planes or more, in a range that lies around the sample");
    for (std::size_t i = 0; i < planes; ++i)
        found.distance_m.push_back(from_m + (to_m - from_m) * static_cast<double>(i) / static_cast<double>(planes - 1));
    found.sectionY = Array<float, 2>({planes, rows});
    found.sectionX = Array<float, 2>({planes, cols});
    found.alongY.resize(planes), found.alongX.resize(planes), found.sharpness.resize(planes);
    std::vector<Array<Complex, 2>> spectra;
    for (std::size_t mode = 0; mode < probe.extent(0); ++mode) spectra.push_back(paddedSpectrum(probe, mode));
    compute::parallelFor(planes, 0, [&](std::size_t plane) {
        if (control.stopRequested()) throw StoppedError();
        Array<double, 2> intensity({2 * rows, 2 * cols});
        for (Array<Complex, 2> wave : spectra) {
            propagate(wave, found.distance_m[plane], wavelength_m, pixelHeight_m, pixelWidth_m);
            compute::fft2d(wave, compute::FftDirection::backward);
            for (std::size_t i = 0; i < wave.size(); ++i) intensity.data()[i] += std::norm(Wide(wave.data()[i]));
        }
        std::vector<double> alongY(2 * rows), alongX(2 * cols);
        double sum = 0, squares = 0;
        for (std::size_t r = 0; r < 2 * rows; ++r)
            for (std::size_t c = 0; c < 2 * cols; ++c) {
                const double value = intensity(r, c);
                alongY[r] += value, alongX[c] += value;
                sum += value, squares += value * value;
            }
        found.sharpness[plane] = sum > 0 ? squares / (sum * sum) : 0;
        found.alongY[plane] = widthOf(alongY, pixelHeight_m);
        found.alongX[plane] = widthOf(alongX, pixelWidth_m);
        for (std::size_t r = 0; r < rows; ++r) found.sectionY(plane, r) = static_cast<float>(alongY[r + rows / 2]);
        for (std::size_t c = 0; c < cols; ++c) found.sectionX(plane, c) = static_cast<float>(alongX[c + cols / 2]);
    });
    const auto best = static_cast<std::size_t>(std::max_element(found.sharpness.begin(), found.sharpness.end()) -
                                               found.sharpness.begin());
    found.focusInside = best > 0 && best + 1 < planes;
    found.focus_m = refined(found.distance_m, found.sharpness, best);
    found.focusY_m = waist(found.distance_m, found.alongY, found.focusInside);
    found.focusX_m = waist(found.distance_m, found.alongX, found.focusInside);
    found.astigmatism_m = found.focusY_m - found.focusX_m;
    return found;
}

Array<float, 2> intensityAt(const Array<Complex, 3>& probe, double distance_m, double wavelength_m,
                            double pixelHeight_m, double pixelWidth_m) {
    const std::size_t rows = probe.extent(1), cols = probe.extent(2);
    Array<float, 2> sum({rows, cols});
    for (std::size_t mode = 0; mode < probe.extent(0); ++mode) {
        Array<Complex, 2> wave = paddedSpectrum(probe, mode);
        propagate(wave, distance_m, wavelength_m, pixelHeight_m, pixelWidth_m);
        compute::fft2d(wave, compute::FftDirection::backward);
        for (std::size_t r = 0; r < rows; ++r)
            for (std::size_t c = 0; c < cols; ++c) sum(r, c) += std::norm(wave(r + rows / 2, c + cols / 2));
    }
    return sum;
}

} // namespace ewald::ptycho
