// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/analysis/wavefront.h"

#include "base/error.h"
#include "base/units.h"
#include "compute/operations/fft.h"
#include "ptycho/analysis/unwrap.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>

namespace ewald::ptycho {
namespace {

using Wide = std::complex<double>;

/// Frequency of a row or column when 0 is in the middle.
double frequencyAt(std::size_t i, std::size_t n, double step) {
    return (static_cast<double>(i) - static_cast<double>(n / 2)) * step;
}

/// The transform of a wave, frequency 0 and origin of the wave in the middle.
Array<Complex, 2> spectrumOf(const Array<Complex, 2>& wave) {
    const auto [rows, cols] = wave.shape();
    Array<Complex, 2> shifted({rows, cols}), centred({rows, cols});
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < cols; ++c) shifted(r, c) = wave((r + rows / 2) % rows, (c + cols / 2) % cols);
    compute::fft2d(shifted, compute::FftDirection::forward);
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < cols; ++c) centred((r + rows / 2) % rows, (c + cols / 2) % cols) = shifted(r, c);
    return centred;
}

/// Solves a symmetric 3 × 3 system (Cramer); false where it has no unique solution.
bool solve(const std::array<double, 6>& m, const std::array<double, 3>& b, std::array<double, 3>& x) {
    const auto [xx, xy, xz, yy, yz, zz] = m;
    const double a = yy * zz - yz * yz, p = xz * yz - xy * zz, q = xy * yz - xz * yy;
    const double determinant = xx * a + xy * p + xz * q;
    if (!(std::abs(determinant) > 1e-12 * std::abs(xx * yy * zz))) return false;
    x = {(b[0] * a + b[1] * p + b[2] * q) / determinant,
         (b[0] * p + b[1] * (xx * zz - xz * xz) + b[2] * (xy * xz - xx * yz)) / determinant,
         (b[0] * q + b[1] * (xy * xz - xx * yz) + b[2] * (xx * yy - xy * xy)) / determinant};
    return true;
}

/// Least squares of slope = a + b·fy + c·fx.
class SlopeFit {
public:
    void add(double weight, double fy, double fx, double slope) {
        m_m[0] += weight, m_m[1] += weight * fy, m_m[2] += weight * fx;
        m_m[3] += weight * fy * fy, m_m[4] += weight * fy * fx, m_m[5] += weight * fx * fx;
        m_b[0] += weight * slope, m_b[1] += weight * slope * fy, m_b[2] += weight * slope * fx;
    }
    [[nodiscard]] std::array<double, 3> result() const {
        std::array<double, 3> x{};
        if (!solve(m_m, m_b, x)) x = {m_m[0] > 0 ? m_b[0] / m_m[0] : 0, 0, 0};
        return x;
    }

private:
    std::array<double, 6> m_m{};
    std::array<double, 3> m_b{};
};

/// Coefficients of the phase ty·fy + tx·fx + ½(yy·fy² + 2·yx·fy·fx + xx·fx²).
struct Quadratic {
    double ty = 0, tx = 0, yy = 0, yx = 0, xx = 0;
    [[nodiscard]] double at(double fy, double fx) const {
        return ty * fy + tx * fx + 0.5 * (yy * fy * fy + 2 * yx * fy * fx + xx * fx * fx);
    }
};

/// Frequencies are counted in steps: numbers of the order of the window's size.
Quadratic fitted(const Array<Complex, 2>& spectrum) {
    const auto [rows, cols] = spectrum.shape();
    SlopeFit down, right;
    const auto slope = [](Complex from, Complex to, double& weight) {
        const Wide product = Wide(to) * std::conj(Wide(from));
        weight = std::abs(product);
        return std::arg(product);
    };
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < cols; ++c) {
            const double fy = frequencyAt(r, rows, 1), fx = frequencyAt(c, cols, 1);
            double weight = 0;
            if (r + 1 < rows) {
                const double step = slope(spectrum(r, c), spectrum(r + 1, c), weight);
                down.add(weight, fy + 0.5, fx, step);
            }
            if (c + 1 < cols) {
                const double step = slope(spectrum(r, c), spectrum(r, c + 1), weight);
                right.add(weight, fy, fx + 0.5, step);
            }
        }
    const auto [ty, yy, yx] = down.result();
    const auto [tx, xy, xx] = right.result();
    return {ty, tx, yy, (yx + xy) / 2, xx};
}

void takeOut(Array<Complex, 2>& spectrum, const Quadratic& phase) {
    const auto [rows, cols] = spectrum.shape();
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < cols; ++c) {
            const double angle = phase.at(frequencyAt(r, rows, 1), frequencyAt(c, cols, 1));
            spectrum(r, c) = Complex(Wide(spectrum(r, c)) * std::polar(1.0, -angle));
        }
}

/// Takes the mean phase out as well. \returns the r.m.s. of the rest in waves
double levelled(Array<Complex, 2>& pupil) {
    float top = 0;
    for (const Complex value : pupil) top = std::max(top, std::norm(value));
    std::vector<float> weight(pupil.size());
    std::transform(pupil.begin(), pupil.end(), weight.begin(),
                   [top](Complex value) { return std::norm(value) > 0.01F * top ? 1.0F : 0.0F; });
    const Array<float, 2> phase = unwrapPhase(pupil, weight).phase;
    double sum = 0, first = 0, second = 0;
    for (std::size_t i = 0; i < pupil.size(); ++i) {
        if (!std::isfinite(phase.data()[i])) continue;
        const double w = std::norm(Wide(pupil.data()[i])), p = phase.data()[i];
        sum += w, first += w * p, second += w * p * p;
    }
    const double mean = sum > 0 ? first / sum : 0;
    for (Complex& value : pupil) value = Complex(Wide(value) * std::polar(1.0, -mean));
    return sum > 0 ? std::sqrt(std::max(0.0, second / sum - mean * mean)) / (2 * kPi) : 0;
}

} // namespace

Wavefront wavefrontOf(const Array<Complex, 2>& wave, double wavelength_m, double pixelHeight_m, double pixelWidth_m) {
    const auto [rows, cols] = wave.shape();
    const bool zero = std::all_of(wave.begin(), wave.end(), [](Complex value) { return value == Complex(0); });
    if (zero || !(wavelength_m > 0) || !(pixelHeight_m > 0) || !(pixelWidth_m > 0))
        throw JobError("the wavefront of this probe is not known", "probe",
                       "needs a probe that is not zero, its pixel size and the wavelength");
    Wavefront found;
    found.pupil = spectrumOf(wave);
    found.stepY_per_m = 1 / (static_cast<double>(rows) * pixelHeight_m);
    found.stepX_per_m = 1 / (static_cast<double>(cols) * pixelWidth_m);
    // The first fit brings the slopes near 0, where none of them wraps; the second is exact.
    Quadratic all;
    for (int pass = 0; pass < 2; ++pass) {
        const Quadratic phase = fitted(found.pupil);
        takeOut(found.pupil, phase);
        all.yy += phase.yy, all.yx += phase.yx, all.xx += phase.xx;
    }
    found.rms_waves = levelled(found.pupil);
    // ½·yy·(fy/step)² = πλz fy².
    const double scale = 2 * kPi * wavelength_m;
    found.focusY_m = all.yy / (scale * found.stepY_per_m * found.stepY_per_m);
    found.focusX_m = all.xx / (scale * found.stepX_per_m * found.stepX_per_m);
    const double mixed = all.yx / (scale * found.stepY_per_m * found.stepX_per_m);
    found.astigmatism_m = std::hypot(found.focusY_m - found.focusX_m, 2 * mixed);
    found.axis_rad = 0.5 * std::atan2(2 * mixed, found.focusX_m - found.focusY_m);
    return found;
}

} // namespace ewald::ptycho
