// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/analysis/ring_correlation.h"

#include "base/error.h"
#include "base/phrase.h"
#include "compute/operations/fft.h"
#include "ptycho/analysis/image_box.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <string>

namespace ewald::ptycho {
namespace {

constexpr std::size_t kSmallestImage = 16;
constexpr std::size_t kFirstRing = 4; ///< below are the mean and slow variations, which no threshold describes

struct Window {
    std::vector<double> rows;
    std::vector<double> cols;
    double independent = 1; ///< of a Fourier pixel
};

/// (mean h²)²/mean h⁴ of one axis; the window of an image is a product.
double independentPart(const std::vector<double>& h) {
    double second = 0, fourth = 0;
    for (const double value : h) {
        second += value * value;
        fourth += value * value * value * value;
    }
    return second * second / (fourth * static_cast<double>(h.size()));
}

std::vector<double> windowOf(FrcWindow kind, std::size_t count) {
    switch (kind) {
    case FrcWindow::hann: return hannWindow(count);
    case FrcWindow::tukey: return tukeyWindow(count, 0.2);
    case FrcWindow::none: break;
    }
    return std::vector<double>(count, 1.0);
}

Array<Complex, 2> spectrumOf(const Array<Complex, 2>& image, const Window& window) {
    Array<Complex, 2> spectrum(image.shape());
    for (std::size_t r = 0; r < image.extent(0); ++r)
        for (std::size_t c = 0; c < image.extent(1); ++c)
            spectrum(r, c) = image(r, c) * static_cast<float>(window.rows[r] * window.cols[c]);
    compute::fft2d(spectrum, compute::FftDirection::forward);
    return spectrum;
}

/// Frequencies of an FFT of n pixels, cycles per metre.
std::vector<double> frequencies(std::size_t n, double pixel_m) {
    std::vector<double> values(n);
    for (std::size_t i = 0; i < n; ++i) {
        const double bin = static_cast<double>(std::min(i, n - i));
        values[i] = bin / (static_cast<double>(n) * pixel_m);
    }
    return values;
}

std::optional<double> crossing(const RingCorrelation& found, const std::vector<double>& threshold) {
    const std::size_t rings = found.frc.size();
    const auto above = [&](std::size_t k) {
        return (found.frc[k - 1] + found.frc[k] + found.frc[k + 1]) / 3 - threshold[k];
    };
    for (std::size_t k = kFirstRing; k + 1 < rings; ++k) {
        const double here = above(k);
        if (!(here < 0)) continue;
        const double before = above(k - 1);
        const double part = before > 0 ? before / (before - here) : 1;
        const double frequency = found.frequency[k - 1] + part * (found.frequency[k] - found.frequency[k - 1]);
        return 1 / (2 * frequency);
    }
    return std::nullopt;
}

} // namespace

double correlationAt(const RingCorrelation& found, double partOfNyquist) {
    if (found.frc.empty()) return 0;
    const std::size_t last = found.frc.size() - 1;
    const auto ring = static_cast<std::size_t>(std::lround(partOfNyquist * static_cast<double>(last)));
    const std::size_t from = ring > 0 ? ring - 1 : 0, to = std::min(ring + 1, last);
    double sum = 0;
    for (std::size_t k = from; k <= to; ++k) sum += found.frc[k];
    return sum / static_cast<double>(to - from + 1);
}

double frcThreshold(double snr, double samples) {
    const double root = std::sqrt(samples);
    return (snr + (2 * std::sqrt(snr) + 1) / root) / (1 + snr + 2 * std::sqrt(snr) / root);
}

RingCorrelation ringCorrelation(const Array<Complex, 2>& a, const Array<Complex, 2>& b, double pixelHeight_m,
                                double pixelWidth_m, FrcWindow kind) {
    const auto [rows, cols] = a.shape();
    if (a.shape() != b.shape()) throw InternalError("images of different shapes have no ring correlation");
    if (std::min(rows, cols) < kSmallestImage)
        throw DataError(phrase("an area of %1×%2 pixels is too small for a ring correlation", rows, cols), {},
                        "at least 16 pixels a side are needed");
    Window window{windowOf(kind, rows), windowOf(kind, cols), 1};
    window.independent = independentPart(window.rows) * independentPart(window.cols);
    const Array<Complex, 2> left = spectrumOf(a, window), right = spectrumOf(b, window);

    RingCorrelation found;
    const double height_m = static_cast<double>(rows) * pixelHeight_m,
                 width_m = static_cast<double>(cols) * pixelWidth_m;
    const double ring = 1 / std::max(height_m, width_m);
    found.nyquist = 1 / (2 * std::max(pixelHeight_m, pixelWidth_m));
    const auto rings = static_cast<std::size_t>(std::floor(found.nyquist / ring + 1e-6)) + 1;
    std::vector<double> product(rings), leftPower(rings), rightPower(rings);
    found.samples.assign(rings, 0);
    const std::vector<double> fy = frequencies(rows, pixelHeight_m), fx = frequencies(cols, pixelWidth_m);
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < cols; ++c) {
            const auto k = static_cast<std::size_t>(std::lround(std::hypot(fy[r], fx[c]) / ring));
            if (k >= rings) continue;
            const std::complex<double> x(left(r, c)), y(right(r, c));
            product[k] += (x * std::conj(y)).real();
            leftPower[k] += std::norm(x);
            rightPower[k] += std::norm(y);
            ++found.samples[k];
        }
    for (std::size_t k = 0; k < rings; ++k) {
        const double power = std::sqrt(leftPower[k] * rightPower[k]);
        const double samples = std::max(1.0, static_cast<double>(found.samples[k]) * window.independent);
        found.frequency.push_back(static_cast<double>(k) * ring);
        found.frc.push_back(power > 0 ? product[k] / power : 0);
        found.halfBit.push_back(frcThreshold(kHalfBitSnr, samples));
        found.oneBit.push_back(frcThreshold(kOneBitSnr, samples));
    }
    found.halfBitResolution_m = crossing(found, found.halfBit);
    found.oneBitResolution_m = crossing(found, found.oneBit);
    return found;
}

} // namespace ewald::ptycho
