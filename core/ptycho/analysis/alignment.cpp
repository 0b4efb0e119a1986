// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/analysis/alignment.h"

#include "base/error.h"
#include "base/stop_scope.h"
#include "base/units.h"
#include "compute/operations/fft.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace ewald::ptycho {
namespace {

using Wide = std::complex<double>;

struct Point {
    double row = 0;
    double col = 0;
};

/// |Σ z(y, x) exp(i sign 2π (v·Y/R + u·X/C))| with Y, X the indices (`signedIndex`: −n/2…n/2), at any v and u.
class FourierSum {
public:
    FourierSum(const Array<Complex, 2>& z, double sign, bool signedIndex)
        : m_z(z), m_sign(sign), m_signedIndex(signedIndex) {}

    /// The nine values around a point, `step` apart.
    [[nodiscard]] std::array<std::array<double, 3>, 3> around(Point p, double step) const {
        const auto [rows, cols] = m_z.shape();
        std::array<std::vector<Wide>, 3> alongCols;
        std::array<std::vector<Wide>, 3> alongRows;
        for (int k = -1; k <= 1; ++k) {
            alongCols[static_cast<std::size_t>(k + 1)] = factors(cols, p.col + k * step);
            alongRows[static_cast<std::size_t>(k + 1)] = factors(rows, p.row + k * step);
        }
        std::array<std::array<Wide, 3>, 3> sums{};
        for (std::size_t r = 0; r < rows; ++r) {
            const Complex* line = m_z.data() + r * cols;
            for (std::size_t k = 0; k < 3; ++k) {
                double re = 0, im = 0;
                const Wide* factor = alongCols[k].data();
                for (std::size_t c = 0; c < cols; ++c) {
                    const double zr = line[c].real(), zi = line[c].imag();
                    re += zr * factor[c].real() - zi * factor[c].imag();
                    im += zr * factor[c].imag() + zi * factor[c].real();
                }
                for (std::size_t j = 0; j < 3; ++j) sums[j][k] += Wide(re, im) * alongRows[j][r];
            }
        }
        std::array<std::array<double, 3>, 3> values{};
        for (std::size_t j = 0; j < 3; ++j)
            for (std::size_t k = 0; k < 3; ++k) values[j][k] = std::abs(sums[j][k]);
        return values;
    }

private:
    [[nodiscard]] std::vector<Wide> factors(std::size_t n, double frequency) const {
        std::vector<Wide> values(n);
        for (std::size_t i = 0; i < n; ++i) {
            const double index = m_signedIndex ? compute::signedFrequency(i, n) : static_cast<double>(i);
            values[i] = std::polar(1.0, m_sign * 2 * kPi * frequency * index / static_cast<double>(n));
        }
        return values;
    }

    const Array<Complex, 2>& m_z;
    double m_sign;
    bool m_signedIndex;
};

/// Where on a line of three values the top of their parabola is, in steps from the middle one.
double vertex(double before, double middle, double after) {
    const double curvature = before - 2 * middle + after;
    if (!(curvature < 0)) return after > before ? 1 : -1;
    return std::clamp((before - after) / (2 * curvature), -1.0, 1.0);
}

/// Climbs from a bin to the peak beside it.
Point climb(const FourierSum& sum, Point at) {
    for (double step = 0.5; step > 0.002; step *= 0.4) {
        const auto v = sum.around(at, step);
        std::size_t row = 1, col = 1;
        for (std::size_t j = 0; j < 3; ++j)
            for (std::size_t k = 0; k < 3; ++k)
                if (v[j][k] > v[row][col]) row = j, col = k;
        at.row += step * (row == 1 ? vertex(v[0][col], v[1][col], v[2][col]) : static_cast<double>(row) - 1);
        at.col += step * (col == 1 ? vertex(v[row][0], v[row][1], v[row][2]) : static_cast<double>(col) - 1);
    }
    return at;
}

/// The largest value of an array in FFT order, within `reach` of the corner along both axes.
Point largest(const Array<Complex, 2>& values, double reach) {
    const auto [rows, cols] = values.shape();
    Point best;
    float top = -1;
    for (std::size_t r = 0; r < rows; ++r) {
        if (std::abs(compute::signedFrequency(r, rows)) > reach) continue;
        for (std::size_t c = 0; c < cols; ++c) {
            if (std::abs(compute::signedFrequency(c, cols)) > reach) continue;
            if (const float power = std::norm(values(r, c)); power > top) {
                top = power;
                best = {compute::signedFrequency(r, rows), compute::signedFrequency(c, cols)};
            }
        }
    }
    return best;
}

constexpr double kAnywhere = 1e18;

/// Ramp of `a` relative to `b`, radians a pixel.
Point rampBetween(const Array<Complex, 2>& a, const Array<Complex, 2>& b, const Array<float, 2>& window) {
    Array<Complex, 2> product(a.shape());
    for (std::size_t i = 0; i < a.size(); ++i)
        product.data()[i] = a.data()[i] * std::conj(b.data()[i]) * window.data()[i];
    Array<Complex, 2> spectrum = product;
    compute::fft2d(spectrum, compute::FftDirection::forward);
    const Point peak = climb(FourierSum(product, -1, false), largest(spectrum, kAnywhere));
    return {2 * kPi * peak.row / static_cast<double>(a.extent(0)),
            2 * kPi * peak.col / static_cast<double>(a.extent(1))};
}

/// What differs from the mean, windowed.
Array<Complex, 2> contrast(const Array<Complex, 2>& image, const Array<float, 2>& window) {
    Wide sum = 0;
    double weight = 0;
    for (std::size_t i = 0; i < image.size(); ++i) {
        sum += Wide(image.data()[i]) * static_cast<double>(window.data()[i]);
        weight += static_cast<double>(window.data()[i]);
    }
    const Complex mean(sum / weight);
    Array<Complex, 2> rest(image.shape());
    for (std::size_t i = 0; i < image.size(); ++i) rest.data()[i] = (image.data()[i] - mean) * window.data()[i];
    return rest;
}

/// Shift of `a` relative to `b`: a(r) = b(r − shift).
Point shiftBetween(const Array<Complex, 2>& a, const Array<Complex, 2>& b, const Array<float, 2>& window,
                   double reach) {
    Array<Complex, 2> product = contrast(a, window);
    Array<Complex, 2> other = contrast(b, window);
    compute::fft2d(product, compute::FftDirection::forward);
    compute::fft2d(other, compute::FftDirection::forward);
    for (std::size_t i = 0; i < product.size(); ++i) product.data()[i] *= std::conj(other.data()[i]);
    Array<Complex, 2> correlation = product;
    compute::fft2d(correlation, compute::FftDirection::backward);
    return climb(FourierSum(product, 1, true), largest(correlation, reach));
}

double correlationOf(const Array<Complex, 2>& a, const Array<Complex, 2>& b, const Array<float, 2>& window) {
    const Array<Complex, 2> left = contrast(a, window);
    const Array<Complex, 2> right = contrast(b, window);
    Wide product = 0;
    double leftPower = 0, rightPower = 0;
    for (std::size_t i = 0; i < left.size(); ++i) {
        const Wide x(left.data()[i]), y(right.data()[i]);
        product += std::conj(y) * x;
        leftPower += std::norm(x);
        rightPower += std::norm(y);
    }
    const double power = std::sqrt(leftPower * rightPower);
    return power > 0 ? std::abs(product) / power : 0;
}

Wide leastSquaresScale(const Array<Complex, 2>& a, const Array<Complex, 2>& b) {
    Wide product = 0;
    double power = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        product += std::conj(Wide(b.data()[i])) * Wide(a.data()[i]);
        power += std::norm(Wide(b.data()[i]));
    }
    return power > 0 ? product / power : Wide(1);
}

/// Brings the edges of an image to its mean: they meet in a Fourier shift, and a jump there would ring far into it.
void softenEdges(Array<Complex, 2>& image) {
    Wide sum = 0;
    for (const Complex value : image) sum += Wide(value);
    const Complex mean(sum / static_cast<double>(image.size()));
    constexpr double kEdge = 0.1;
    const std::vector<double> alongRows = tukeyWindow(image.extent(0), kEdge);
    const std::vector<double> alongCols = tukeyWindow(image.extent(1), kEdge);
    for (std::size_t r = 0; r < image.extent(0); ++r)
        for (std::size_t c = 0; c < image.extent(1); ++c)
            image(r, c) = mean + (image(r, c) - mean) * static_cast<float>(alongRows[r] * alongCols[c]);
}

/// Fourier shift by a fraction of a pixel: image(r − shift).
void shift(Array<Complex, 2>& image, double row, double col) {
    if (row == 0 && col == 0) return;
    softenEdges(image);
    const auto [rows, cols] = image.shape();
    compute::fft2d(image, compute::FftDirection::forward);
    std::vector<Wide> alongCols(cols);
    for (std::size_t c = 0; c < cols; ++c)
        alongCols[c] = std::polar(1.0, -2 * kPi * col * compute::signedFrequency(c, cols) / static_cast<double>(cols));
    for (std::size_t r = 0; r < rows; ++r) {
        const Wide factor =
            std::polar(1.0, -2 * kPi * row * compute::signedFrequency(r, rows) / static_cast<double>(rows));
        for (std::size_t c = 0; c < cols; ++c) image(r, c) *= Complex(factor * alongCols[c]);
    }
    compute::fft2d(image, compute::FftDirection::backward);
}

Array<Complex, 2> moved(Array<Complex, 2> image, const Alignment& by, std::size_t rows, std::size_t cols) {
    // The ramp first: without it the image is smooth.
    const auto ramp = [](double slope, double shift, std::size_t from, std::size_t to) {
        std::vector<Wide> factors(from);
        for (std::size_t i = 0; i < from; ++i)
            factors[i] = std::polar(1.0, slope * (static_cast<double>(i) + shift - static_cast<double>(to) / 2));
        return factors;
    };
    const std::vector<Wide> alongRows = ramp(by.rampRow, by.shiftRow, image.extent(0), rows);
    const std::vector<Wide> alongCols = ramp(by.rampCol, by.shiftCol, image.extent(1), cols);
    for (std::size_t r = 0; r < image.extent(0); ++r)
        for (std::size_t c = 0; c < image.extent(1); ++c)
            image(r, c) = Complex(Wide(image(r, c)) * by.scale * alongRows[r] * alongCols[c]);
    const double wholeRow = std::round(by.shiftRow), wholeCol = std::round(by.shiftCol);
    shift(image, by.shiftRow - wholeRow, by.shiftCol - wholeCol);

    const auto down = static_cast<std::ptrdiff_t>(wholeRow), right = static_cast<std::ptrdiff_t>(wholeCol);
    Array<Complex, 2> result({rows, cols});
    for (std::size_t r = 0; r < rows; ++r) {
        const std::ptrdiff_t y = static_cast<std::ptrdiff_t>(r) - down;
        if (y < 0 || y >= static_cast<std::ptrdiff_t>(image.extent(0))) continue;
        for (std::size_t c = 0; c < cols; ++c) {
            const std::ptrdiff_t x = static_cast<std::ptrdiff_t>(c) - right;
            if (x >= 0 && x < static_cast<std::ptrdiff_t>(image.extent(1))) result(r, c) = image(y, x);
        }
    }
    return result;
}

/// Aligns one image, turned already where that is wanted, with another one.
class Aligner {
public:
    Aligner(const Array<Complex, 2>& a, const Array<Complex, 2>& b, const ImageBox& box, double largestShift)
        : m_a(a), m_b(b), m_box(box), m_reach(largestShift), m_cut(cut(a, box)), m_window({box.rows, box.cols}) {
        const std::vector<double> alongRows = hannWindow(box.rows), alongCols = hannWindow(box.cols);
        for (std::size_t r = 0; r < box.rows; ++r)
            for (std::size_t c = 0; c < box.cols; ++c) m_window(r, c) = static_cast<float>(alongRows[r] * alongCols[c]);
    }

    [[nodiscard]] Alignment run(PixelPosition start) const {
        // A ramp hides a shift and a shift may hide a ramp: which is found first is tried both ways.
        Alignment best;
        best.correlation = -1;
        for (const bool rampFirst : {true, false}) {
            Alignment now;
            now.shiftRow = start.row, now.shiftCol = start.col;
            if (!rampFirst) addShift(now, m_reach);
            addRamp(now);
            addShift(now, m_reach);
            now.correlation = correlationOf(m_cut, other(now), m_window);
            if (now.correlation > best.correlation) best = now;
        }
        constexpr int kMostPasses = 6;
        for (int pass = 0; pass < kMostPasses; ++pass) {
            const double turned = addRamp(best);
            const double shift = addShift(best, 2);
            if (turned < 0.005 && shift < 0.002) break;
        }
        best.correlation = correlationOf(m_cut, other(best), m_window);
        best.scale = leastSquaresScale(m_cut, other(best));
        return best;
    }

private:
    static void throwIfStopped() {
        if (StopScope::stopRequested()) throw StoppedError();
    }
    [[nodiscard]] Array<Complex, 2> other(const Alignment& now) const {
        return cut(moved(m_b, now, m_a.extent(0), m_a.extent(1)), m_box);
    }
    /// Radians between the ends of the box that were added.
    double addRamp(Alignment& now) const {
        throwIfStopped();
        const Point ramp = rampBetween(m_cut, other(now), m_window);
        now.rampRow += ramp.row, now.rampCol += ramp.col;
        return std::hypot(ramp.row * static_cast<double>(m_box.rows), ramp.col * static_cast<double>(m_box.cols));
    }
    /// Pixels that were added.
    double addShift(Alignment& now, double reach) const {
        throwIfStopped();
        const Point shift = shiftBetween(m_cut, other(now), m_window, reach);
        now.shiftRow += shift.row, now.shiftCol += shift.col;
        return std::hypot(shift.row, shift.col);
    }

    const Array<Complex, 2>& m_a;
    const Array<Complex, 2>& m_b;
    ImageBox m_box;
    double m_reach;
    Array<Complex, 2> m_cut;
    Array<float, 2> m_window;
};

} // namespace

Array<Complex, 2> twinOf(const Array<Complex, 2>& image) {
    Array<Complex, 2> twin(image.shape());
    std::transform(image.begin(), image.end(), twin.span().rbegin(), [](Complex value) { return std::conj(value); });
    return twin;
}

Alignment align(const Array<Complex, 2>& a, const Array<Complex, 2>& b, const ImageBox& box,
                const AlignmentOptions& options) {
    Alignment best = Aligner(a, b, box, options.largestShift).run(options.start);
    if (!options.tryTwin) return best;
    const Array<Complex, 2> turned = twinOf(b);
    Alignment twin = Aligner(a, turned, box, options.largestShift).run(options.twinStart);
    twin.twin = true;
    if (twin.correlation > best.correlation) std::swap(best, twin);
    best.otherCorrelation = twin.correlation;
    return best;
}

Array<Complex, 2> aligned(const Array<Complex, 2>& b, const Alignment& alignment, std::size_t rows, std::size_t cols) {
    return moved(alignment.twin ? twinOf(b) : b, alignment, rows, cols);
}

ImageDifference difference(const Array<Complex, 2>& a, const Array<Complex, 2>& alignedB, const ImageBox& box) {
    double apart = 0, amplitude = 0, power = 0, angle = 0, weight = 0;
    for (std::size_t r = box.row; r < box.row + box.rows; ++r)
        for (std::size_t c = box.col; c < box.col + box.cols; ++c) {
            const Wide x(a(r, c)), y(alignedB(r, c));
            const double product = std::abs(x) * std::abs(y);
            const double phase = std::arg(x * std::conj(y));
            apart += std::norm(x - y);
            amplitude += std::pow(std::abs(x) - std::abs(y), 2);
            power += std::norm(x);
            angle += product * phase * phase;
            weight += product;
        }
    if (!(power > 0) || !(weight > 0)) return {};
    return {std::sqrt(apart / power), std::sqrt(amplitude / power), std::sqrt(angle / weight)};
}

} // namespace ewald::ptycho
