// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibrate/sharpness.h"

#include "calibrate/simplex.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

namespace ewald::calibrate {
namespace {

constexpr double kMostTilt = 1.2;       // detectors are tilted by 70° at most
constexpr double kBin = 1.5;            // pixels
constexpr std::size_t kMostBins = 4096; // beyond them: rings of a tilted detector far out

} // namespace

Sharpness::Sharpness(const RingImage& image, const std::vector<float>& flat, std::size_t most)
    : m_samples(pixelSamples(image, flat, most)), m_pixel_m(image.pixel_m) {
    double sum = 0;
    for (const PixelSample& sample : m_samples) {
        sum += static_cast<double>(sample.value);
        m_squares += static_cast<double>(sample.value) * static_cast<double>(sample.value);
    }
    const auto n = static_cast<double>(m_samples.size());
    if (n > 1) m_variance = (m_squares - sum * sum / n) / (n - 1);
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
    for (const PixelSample& s : m_samples) {
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
    const auto value = [&](const Point& p) { return std::hypot(p[2], p[3]) < kMostTilt ? of(beamAt(p)) : 0.0; };
    return beamAt(climb({start.row_m, start.col_m, start.rot1, start.rot2, 0},
                        {step_m, step_m, step_rad, step_rad, stepOfDistance}, evaluations, value));
}

struct Sharpness::Normal {
    Eigen::Matrix<double, kAxes, kAxes> a = Eigen::Matrix<double, kAxes, kAxes>::Zero();
    Eigen::Matrix<double, kAxes, 1> b = Eigen::Matrix<double, kAxes, 1>::Zero();
};

namespace {

using Step = Eigen::Matrix<double, kAxes, 1>; // beam row, column, rotations, logarithm of the distance

Beam moved(const Beam& beam, const Step& step) {
    return {beam.distance_m * std::exp(step[4]), beam.row_m + step[0], beam.col_m + step[1], beam.rot1 + step[2],
            beam.rot2 + step[3]};
}

} // namespace

/// Of v − p(s), s the place of a pixel in the profile p: the slope by a parameter is −p'(s)·∂s, less its mean over the
/// bin, which the value of the bin takes away.
Sharpness::Normal Sharpness::normalAt(const Beam& beam, bool distanceToo) const {
    struct Bin {
        double count = 0, sum = 0, slope = 0;
        std::array<double, kAxes> means{};
    };
    const double scale = beam.distance_m / (m_pixel_m * kBin);
    const std::size_t axes = distanceToo ? kAxes : kAxes - 1;
    std::vector<BeamPlane> planes;
    std::array<double, kAxes> units{1e-2 * m_pixel_m, 1e-2 * m_pixel_m, 1e-5, 1e-5, 1e-4};
    for (std::size_t k = 0; k < axes; ++k) {
        Step step = Step::Zero();
        step[static_cast<Eigen::Index>(k)] = units[k];
        planes.emplace_back(moved(beam, step));
    }
    const BeamPlane plane(beam);
    std::vector<Bin> bins(kMostBins);
    struct Row {
        std::size_t bin = kMostBins;
        std::array<float, kAxes> change{};
    };
    std::vector<Row> rows(m_samples.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto y = static_cast<double>(m_samples[i].y_m), x = static_cast<double>(m_samples[i].x_m);
        const double tangent = plane.tangent(y, x);
        if (tangent > kMostTangent || tangent * scale >= static_cast<double>(kMostBins)) continue;
        rows[i].bin = static_cast<std::size_t>(tangent * scale);
        Bin& bin = bins[rows[i].bin];
        bin.count += 1;
        bin.sum += static_cast<double>(m_samples[i].value);
        for (std::size_t k = 0; k < axes; ++k) {
            const double change = (planes[k].tangent(y, x) - tangent) * scale / units[k];
            rows[i].change[k] = static_cast<float>(change);
            bin.means[k] += change;
        }
    }
    for (Bin& bin : bins)
        if (bin.count > 0) {
            bin.sum /= bin.count;
            for (double& mean : bin.means) mean /= bin.count;
        }
    for (std::size_t i = 1; i + 1 < bins.size(); ++i)
        if (bins[i - 1].count > 0 && bins[i + 1].count > 0) bins[i].slope = (bins[i + 1].sum - bins[i - 1].sum) / 2;
    Normal normal;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].bin >= kMostBins) continue;
        const Bin& bin = bins[rows[i].bin];
        Step slope = Step::Zero();
        for (std::size_t k = 0; k < axes; ++k)
            slope[static_cast<Eigen::Index>(k)] = bin.slope * (static_cast<double>(rows[i].change[k]) - bin.means[k]);
        normal.a += slope * slope.transpose();
        normal.b += slope * (static_cast<double>(m_samples[i].value) - bin.sum);
    }
    return normal;
}

Beam Sharpness::polished(const Beam& start, bool distanceToo, int rounds) const {
    constexpr double kLittle = 1e-6, kMostDistance = 0.2;
    Beam beam = start;
    double value = of(beam), damping = 1e-3;
    for (int round = 0; round < rounds; ++round) {
        const Normal normal = normalAt(beam, distanceToo);
        bool better = false;
        for (int trial = 0; trial < 5 && !better; ++trial) {
            Eigen::Matrix<double, kAxes, kAxes> damped = normal.a;
            damped.diagonal() *= 1 + damping;
            // Without a tilt the distance changes nothing.
            damped.diagonal().array() += 1e-9 * normal.a.diagonal().array() + 1e-12;
            Step step = damped.ldlt().solve(normal.b);
            step[4] = std::clamp(step[4], -kMostDistance, kMostDistance);
            const Beam next = moved(beam, step);
            const double other = step.allFinite() && std::hypot(next.rot1, next.rot2) < kMostTilt ? of(next) : 0;
            if (other > value) {
                better = true;
                const bool done = other - value < kLittle;
                beam = next;
                value = other;
                damping /= 8;
                if (done) return beam;
            } else {
                damping = std::max(1e-3, damping) * 8;
            }
        }
        if (!better) break;
    }
    return beam;
}

} // namespace ewald::calibrate
