// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibrate/sharpness.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ewald::calibrate {
namespace {

constexpr double kBin = 1.5;            // pixels
constexpr std::size_t kMostBins = 4096; // beyond them: rings of a tilted detector far out

constexpr std::size_t kAxes = 5;
using Point = std::array<double, kAxes>;

/// Nelder and Mead, Comput. J. 7 (1965) 308; largest value.
template <class Function>
Point climb(const Point& start, const Point& steps, int evaluations, const Function& function) {
    struct Vertex {
        Point at;
        double value;
    };
    std::array<Vertex, kAxes + 1> simplex;
    for (std::size_t i = 0; i < simplex.size(); ++i) {
        simplex[i].at = start;
        if (i > 0) simplex[i].at[i - 1] += steps[i - 1];
        simplex[i].value = function(simplex[i].at);
    }
    int count = kAxes + 1;
    while (count < evaluations) {
        std::ranges::sort(simplex, std::greater{}, &Vertex::value);
        Point mean{};
        for (std::size_t i = 0; i < kAxes; ++i)
            for (std::size_t k = 0; k < kAxes; ++k) mean[k] += simplex[i].at[k] / kAxes;
        Vertex& worst = simplex[kAxes];
        const auto along = [&](double factor) {
            Vertex v;
            for (std::size_t k = 0; k < kAxes; ++k) v.at[k] = mean[k] + factor * (worst.at[k] - mean[k]);
            v.value = function(v.at);
            ++count;
            return v;
        };
        const Vertex reflected = along(-1);
        if (reflected.value > simplex[0].value) {
            const Vertex expanded = along(-2);
            worst = expanded.value > reflected.value ? expanded : reflected;
        } else if (reflected.value > simplex[kAxes - 1].value) {
            worst = reflected;
        } else {
            const Vertex contracted = along(reflected.value > worst.value ? -0.5 : 0.5);
            if (contracted.value > std::max(worst.value, reflected.value)) {
                worst = contracted;
            } else {
                for (std::size_t i = 1; i < simplex.size(); ++i) {
                    for (std::size_t k = 0; k < kAxes; ++k)
                        simplex[i].at[k] = (simplex[i].at[k] + simplex[0].at[k]) / 2;
                    simplex[i].value = function(simplex[i].at);
                    ++count;
                }
            }
        }
    }
    return std::ranges::max_element(simplex, {}, &Vertex::value)->at;
}

} // namespace

Sharpness::Sharpness(const RingImage& image, const std::vector<float>& flat, std::size_t most)
    : m_pixel_m(image.pixel_m) {
    const std::size_t count = image.validPixels();
    const double keep = std::min(1.0, static_cast<double>(most) / static_cast<double>(std::max<std::size_t>(1, count)));
    double due = 0;
    double sum = 0, squares = 0;
    for (std::size_t r = 0; r < image.rows; ++r) {
        due += 0.618034 * keep * static_cast<double>(r % 7); // no columns of samples
        for (std::size_t c = 0; c < image.cols; ++c) {
            const std::size_t at = r * image.cols + c;
            if (image.valid[at] == 0) continue;
            due += keep;
            if (due < 1) continue;
            due -= std::floor(due);
            m_samples.push_back({static_cast<float>(image.row_m[r]), static_cast<float>(image.col_m[c]), flat[at]});
            sum += static_cast<double>(flat[at]);
            squares += static_cast<double>(flat[at]) * static_cast<double>(flat[at]);
        }
    }
    const auto n = static_cast<double>(m_samples.size());
    if (n > 1) m_variance = (squares - sum * sum / n) / (n - 1);
    m_squares = squares;
}

double Sharpness::of(const Beam& beam) const {
    if (!(m_variance > 0) || !(beam.distance_m > 0)) return 0;
    const BeamPlane plane(beam);
    struct Bin {
        double count = 0, sum = 0;
    };
    thread_local std::vector<Bin> bins;
    bins.assign(kMostBins, {});
    const double scale = beam.distance_m / (m_pixel_m * kBin);
    for (const Sample& s : m_samples) {
        const double tangent = plane.tangent(static_cast<double>(s.y_m), static_cast<double>(s.x_m));
        if (tangent > kMostTangent) continue;
        const auto bin = static_cast<std::size_t>(tangent * scale);
        if (bin >= kMostBins) continue;
        bins[bin].count += 1;
        bins[bin].sum += static_cast<double>(s.value);
    }
    double between = 0, used = 0;
    for (const Bin& bin : bins) {
        if (bin.count < 1) continue;
        between += bin.sum * bin.sum / bin.count;
        used += 1;
    }
    // Pixels beyond the last bin are not explained: a geometry must not win by throwing faint ones away.
    const auto n = static_cast<double>(m_samples.size());
    if (!(n > used)) return 0;
    return 1 - (m_squares - between) / (n - used) / m_variance;
}

Beam Sharpness::sharpest(const Beam& start, double step_m, double step_rad, double stepOfDistance,
                         int evaluations) const {
    const auto beamAt = [&](const Point& p) { return Beam{start.distance_m * std::exp(p[4]), p[0], p[1], p[2], p[3]}; };
    const auto value = [&](const Point& p) {
        return std::hypot(p[2], p[3]) < 1.2 ? of(beamAt(p)) : 0.0; // detectors are tilted by 70° at most
    };
    return beamAt(climb({start.row_m, start.col_m, start.rot1, start.rot2, 0},
                        {step_m, step_m, step_rad, step_rad, stepOfDistance}, evaluations, value));
}

} // namespace ewald::calibrate
