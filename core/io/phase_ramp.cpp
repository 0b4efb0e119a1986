// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/result_file.h"

#include <algorithm>
#include <cmath>

namespace ewald::io {
namespace {

using Complex64 = std::complex<double>;

/// A phase plane: constant + row·r + col·c, radians, with r and c counted from the middle of the image.
struct Plane {
    double constant = 0;
    double row = 0;
    double col = 0;
};

struct Weighted {
    const Array<Complex, 2>& object;
    std::span<const float> weight;

    [[nodiscard]] std::size_t rows() const { return object.extent(0); }
    [[nodiscard]] std::size_t cols() const { return object.extent(1); }
    /// The value with its weight as modulus.
    [[nodiscard]] Complex64 at(std::size_t row, std::size_t col) const {
        const Complex64 value(object(row, col));
        const double modulus = std::abs(value);
        if (!(modulus > 0) || !std::isfinite(modulus)) return 0;
        return value * (static_cast<double>(weight[row * cols() + col]) / modulus);
    }
};

/// Mean phase step between neighbours. Sums of products know no wrapping, so any ramp below π a pixel is found.
Plane coarseRamp(const Weighted& image) {
    Complex64 alongRows = 0;
    Complex64 alongCols = 0;
    for (std::size_t r = 0; r + 1 < image.rows(); ++r)
        for (std::size_t c = 0; c + 1 < image.cols(); ++c) {
            const Complex64 here = std::conj(image.at(r, c));
            alongRows += image.at(r + 1, c) * here;
            alongCols += image.at(r, c + 1) * here;
        }
    return {0, std::arg(alongRows), std::arg(alongCols)};
}

/// Least-squares plane of the phase that is left after `plane`, seen from the mean phase; adds it to `plane`.
void refine(const Weighted& image, Plane& plane) {
    const double middleRow = static_cast<double>(image.rows()) / 2;
    const double middleCol = static_cast<double>(image.cols()) / 2;
    const auto left = [&](std::size_t r, std::size_t c) {
        const double angle = plane.constant + plane.row * (static_cast<double>(r) - middleRow) +
                             plane.col * (static_cast<double>(c) - middleCol);
        return image.at(r, c) * std::polar(1.0, -angle);
    };
    Complex64 mean = 0;
    for (std::size_t r = 0; r < image.rows(); ++r)
        for (std::size_t c = 0; c < image.cols(); ++c) mean += left(r, c);
    plane.constant += std::arg(mean);

    // Normal equations of weight·(phase − a − b·r − d·c)² → min, symmetric 3 × 3.
    double s = 0, sr = 0, sc = 0, srr = 0, src = 0, scc = 0, sp = 0, spr = 0, spc = 0;
    for (std::size_t r = 0; r < image.rows(); ++r)
        for (std::size_t c = 0; c < image.cols(); ++c) {
            const Complex64 value = left(r, c);
            const double w = std::abs(value);
            if (!(w > 0)) continue;
            const double y = static_cast<double>(r) - middleRow;
            const double x = static_cast<double>(c) - middleCol;
            const double p = std::arg(value);
            s += w, sr += w * y, sc += w * x, srr += w * y * y, src += w * x * y, scc += w * x * x;
            sp += w * p, spr += w * p * y, spc += w * p * x;
        }
    if (!(s > 0)) return;
    // Moments about the weighted middle make the constant drop out.
    const double yy = srr - sr * sr / s, xy = src - sr * sc / s, xx = scc - sc * sc / s;
    const double py = spr - sp * sr / s, px = spc - sp * sc / s;
    const double det = yy * xx - xy * xy;
    if (!(det > 1e-9 * yy * xx)) return; // a line or a point has no plane
    const double row = (py * xx - px * xy) / det;
    const double col = (px * yy - py * xy) / det;
    plane.row += row;
    plane.col += col;
    plane.constant += (sp - row * sr - col * sc) / s;
}

std::vector<float> amplitudeWeight(const Array<Complex, 2>& object) {
    std::vector<float> weight(object.size());
    const Complex untouched = object.data()[0];
    std::transform(object.begin(), object.end(), weight.begin(),
                   [&](Complex value) { return value == untouched ? 0.0F : std::abs(value); });
    return weight;
}

} // namespace

namespace {

/// \param intensity n × n
Array<float, 2> illuminationBy(const std::vector<float>& intensity, std::size_t n,
                               std::span<const PixelPosition> positions, std::size_t rows, std::size_t cols) {
    if (positions.empty() || n == 0) return {};
    Array<float, 2> sum({rows, cols});
    for (const PixelPosition& position : positions) {
        if (!(position.row >= 0 && position.col >= 0)) continue;
        const auto top = static_cast<std::size_t>(std::lround(position.row));
        const auto left = static_cast<std::size_t>(std::lround(position.col));
        if (top + n > rows || left + n > cols) continue;
        for (std::size_t r = 0; r < n; ++r) {
            const float* from = intensity.data() + r * n;
            float* to = sum.data() + (top + r) * cols + left;
            for (std::size_t c = 0; c < n; ++c) to[c] += from[c];
        }
    }
    const float largest = *std::max_element(sum.begin(), sum.end());
    if (!(largest > 0)) return {};
    for (float& value : sum) value /= largest;
    return sum;
}

std::vector<float> intensityOf(std::span<const Complex> modes, std::size_t n) {
    std::vector<float> intensity(n * n, 0.0F);
    for (std::size_t i = 0; i < modes.size(); ++i) intensity[i % (n * n)] += std::norm(modes[i]);
    return intensity;
}

} // namespace

Array<float, 2> illumination(const PtychoResult& result) {
    const std::size_t n = result.probe.extent(2);
    return illuminationBy(intensityOf(result.probe.slab(0), n), n, result.pixelPositions, result.object.extent(1),
                          result.object.extent(2));
}

Array<float, 2> illumination(const Array<Complex, 3>& probe, std::span<const PixelPosition> positions, std::size_t rows,
                             std::size_t cols) {
    const std::size_t n = probe.extent(1);
    return illuminationBy(intensityOf(probe.span(), n), n, positions, rows, cols);
}

Array<std::uint8_t, 2> litArea(const Array<float, 2>& light) {
    std::vector<float> values;
    for (const float value : light)
        if (value > 0.01F) values.push_back(value);
    if (values.empty()) return {};
    const auto high = values.begin() + static_cast<std::ptrdiff_t>(values.size() * 9 / 10);
    std::nth_element(values.begin(), high, values.end());
    const float limit = 0.2F * *high;
    Array<std::uint8_t, 2> lit(light.shape());
    std::transform(light.begin(), light.end(), lit.begin(),
                   [limit](float value) { return static_cast<std::uint8_t>(value > limit ? 1 : 0); });
    return lit;
}

void removePhaseRamp(Array<Complex, 2>& object, std::span<const float> weight) {
    if (object.empty()) return;
    std::vector<float> own;
    if (weight.size() != object.size()) {
        own = amplitudeWeight(object);
        weight = own;
    }
    const Weighted image{object, weight};
    Plane plane = coarseRamp(image);
    // The residual phase wraps less in each pass; three are enough for the plane to settle below 1e-6 rad.
    for (int pass = 0; pass < 3; ++pass) refine(image, plane);
    const double middleRow = static_cast<double>(object.extent(0)) / 2;
    const double middleCol = static_cast<double>(object.extent(1)) / 2;
    for (std::size_t r = 0; r < object.extent(0); ++r)
        for (std::size_t c = 0; c < object.extent(1); ++c) {
            const double angle = plane.constant + plane.row * (static_cast<double>(r) - middleRow) +
                                 plane.col * (static_cast<double>(c) - middleCol);
            object(r, c) = Complex(Complex64(object(r, c)) * std::polar(1.0, -angle));
        }
}

} // namespace ewald::io
