// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"
#include "calibrate/beam.h"
#include "calibrate/ring_image.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

namespace ewald::calibrate::test {

/// Images of powder rings with a known geometry, by formulas of their own: the rotations are multiplied out as 3 × 3
/// matrices, and a pixel is the mean of nine places in it.
struct SimulatedRings {
    std::size_t rows = 512, cols = 512;
    double pixel_m = 172e-6;
    Beam beam;
    std::vector<double> angles;    ///< 2θ of the rings
    std::vector<double> strengths; ///< 1 = the strongest
    double counts = 1000;          ///< of the strongest ring's maximum
    double background = 0.1;       ///< of that
    double width_px = 1.5;         ///< standard deviation of a ring, in pixels at the beam
    double grain = 0;              ///< relative scatter of a ring's brightness along it
    bool mask = false;             ///< gaps between modules, a beam stop with its arm, dead pixels
    unsigned seed = 1;
};

using Matrix = std::array<std::array<double, 3>, 3>;

inline Matrix product(const Matrix& a, const Matrix& b) {
    Matrix c{};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            for (std::size_t k = 0; k < 3; ++k) c[i][j] += a[i][k] * b[k][j];
    return c;
}

/// Rotations about axes 1 and 2, both left-handed, as pyFAI's manual defines them.
inline Matrix rotation(double rot1, double rot2) {
    const double c1 = std::cos(rot1), s1 = std::sin(rot1), c2 = std::cos(rot2), s2 = std::sin(rot2);
    const Matrix r1{{{1, 0, 0}, {0, c1, s1}, {0, -s1, c1}}};
    const Matrix r2{{{c2, 0, -s2}, {0, 1, 0}, {s2, 0, c2}}};
    return product(r2, r1);
}

/// 2θ of a place on the detector, by the PONI: t = R·(y − poni1, x − poni2, dist).
class PlainGeometry {
public:
    explicit PlainGeometry(const Beam& beam) : m_r(rotation(beam.rot1, beam.rot2)) {
        // The direct beam (0, 0, L) in the detector's coordinates is Rᵀ·(0, 0, L).
        m_dist = m_r[2][2] * beam.distance_m;
        m_poni1 = beam.row_m - m_r[2][0] * beam.distance_m;
        m_poni2 = beam.col_m - m_r[2][1] * beam.distance_m;
    }
    [[nodiscard]] std::array<double, 3> position(double y, double x) const {
        const std::array<double, 3> p{y - m_poni1, x - m_poni2, m_dist};
        std::array<double, 3> t{};
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j) t[i] += m_r[i][j] * p[j];
        return t;
    }
    [[nodiscard]] double twoTheta(double y, double x) const {
        const auto t = position(y, x);
        return std::atan2(std::hypot(t[0], t[1]), t[2]);
    }
    [[nodiscard]] double dist() const { return m_dist; }
    [[nodiscard]] double poni1() const { return m_poni1; }
    [[nodiscard]] double poni2() const { return m_poni2; }

private:
    Matrix m_r;
    double m_dist, m_poni1, m_poni2;
};

struct SimulatedImage {
    Array<float, 2> counts;
    Array<std::uint8_t, 2> mask;
};

inline Array<std::uint8_t, 2> simulatedMask(const SimulatedRings& s, std::mt19937_64& random) {
    Array<std::uint8_t, 2> mask({s.rows, s.cols});
    const double stop_row = s.beam.row_m / s.pixel_m, stop_col = s.beam.col_m / s.pixel_m;
    std::uniform_real_distribution<double> share(0, 1);
    for (std::size_t r = 0; r < s.rows; ++r)
        for (std::size_t c = 0; c < s.cols; ++c) {
            const bool gap = r % 128 < 10 || c % 200 < 6;
            const double dy = static_cast<double>(r) - stop_row, dx = static_cast<double>(c) - stop_col;
            const bool stop = std::hypot(dy, dx) < 20 || (std::abs(dy) < 6 && dx > 0);
            if (gap || stop || share(random) < 0.002) mask(r, c) = 1;
        }
    return mask;
}

inline SimulatedImage simulate(const SimulatedRings& s) {
    std::mt19937_64 random(s.seed);
    SimulatedImage image{Array<float, 2>({s.rows, s.cols}), {}};
    if (s.mask) image.mask = simulatedMask(s, random);
    const PlainGeometry geometry(s.beam);
    const double sigma = s.width_px * s.pixel_m / s.beam.distance_m;
    // Brightness along a ring: independent over a degree.
    constexpr std::size_t kGrains = 360;
    std::vector<double> grains(s.angles.size() * kGrains, 1);
    if (s.grain > 0) {
        std::gamma_distribution<double> brightness(1 / (s.grain * s.grain), s.grain * s.grain);
        for (double& grain : grains) grain = brightness(random);
    }
    for (std::size_t r = 0; r < s.rows; ++r)
        for (std::size_t c = 0; c < s.cols; ++c) {
            double expected = 0;
            for (int i = 0; i < 9; ++i) {
                const auto t = geometry.position((static_cast<double>(r) + (0.5 + i / 3) / 3) * s.pixel_m,
                                                 (static_cast<double>(c) + (0.5 + i % 3) / 3) * s.pixel_m);
                const double angle = std::atan2(std::hypot(t[0], t[1]), t[2]);
                const double turn = std::atan2(t[0], t[1]) / (2 * 3.14159265358979323846) + 0.5;
                const auto grain = std::min(kGrains - 1, static_cast<std::size_t>(turn * kGrains));
                double sum = s.background;
                const auto near = std::ranges::lower_bound(s.angles, angle - 6 * sigma);
                for (auto it = near; it != s.angles.end() && *it < angle + 6 * sigma; ++it) {
                    const auto ring = static_cast<std::size_t>(it - s.angles.begin());
                    const double z = (angle - *it) / sigma;
                    sum += s.strengths[ring] * grains[ring * kGrains + grain] * std::exp(-z * z / 2);
                }
                expected += sum * s.counts / 9;
            }
            std::poisson_distribution<long> noise(expected);
            image.counts(r, c) = static_cast<float>(noise(random));
        }
    return image;
}

inline RingImage ringImageOf(const SimulatedRings& s) {
    const SimulatedImage image = simulate(s);
    return makeRingImage(image.counts, image.mask, azint::PixelAxis(s.pixel_m), azint::PixelAxis(s.pixel_m));
}

} // namespace ewald::calibrate::test
