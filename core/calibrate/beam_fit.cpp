// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibrate/beam_fit.h"

#include "base/error.h"
#include "base/median.h"
#include "calibrate/ring_means.h"
#include "fit/least_squares.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <map>

namespace ewald::calibrate {
namespace {

using Matrix = Eigen::Matrix<double, kBeamParameters, kBeamParameters>;
using Vector = Eigen::Matrix<double, kBeamParameters, 1>;

/// Standard deviations from which on a residual counts linearly, and those beyond which it does not count.
constexpr fit::Loss kLoss{2, 6};

Beam beamOf(std::span<const double> x) { return {x[0], x[1], x[2], x[3], x[4]}; }

class Fit : public fit::Residuals {
public:
    Fit(std::span<const RingPoint> points, const std::vector<KnownRing>& rings, const std::array<bool, 5>& free)
        : m_points(points), m_rings(rings), m_free(free), m_sigma(points.size()) {
        for (std::size_t i = 0; i < points.size(); ++i) m_sigma[i] = points[i].sigma;
    }

    [[nodiscard]] std::vector<double> residualsAt(const Beam& beam) const {
        const BeamPlane plane(beam);
        std::vector<double> f(m_points.size());
        for (std::size_t i = 0; i < f.size(); ++i)
            f[i] = plane.twoTheta(m_points[i].y_m, m_points[i].x_m) - m_rings[m_points[i].ring].twoTheta;
        return f;
    }

    /// The scatter of the points of a ring about their own median, where it is larger than they say.
    void widenSigmas(const std::vector<double>& f) {
        std::map<std::size_t, std::vector<double>> ofRing;
        for (std::size_t i = 0; i < f.size(); ++i)
            ofRing[m_points[i].ring].push_back(std::abs(f[i]) / m_points[i].sigma);
        std::vector<double> all;
        for (std::size_t i = 0; i < f.size(); ++i) all.push_back(std::abs(f[i]) / m_points[i].sigma);
        const double common = medianOf(all);
        for (std::size_t i = 0; i < f.size(); ++i) {
            const std::vector<double>& ring = ofRing[m_points[i].ring];
            // Towards the scatter of all points where a ring has few: 25 points of its own count as much.
            const auto n = static_cast<double>(ring.size());
            const double own = (n * medianOf(ring) + 25 * common) / (n + 25);
            m_sigma[i] = m_points[i].sigma * std::max(1e-3, own * kMedianToDeviation);
        }
        m_scale = std::max(1e-12, common * kMedianToDeviation);
    }

    [[nodiscard]] double weight(double f, std::size_t i) const { return kLoss.weight(f / m_sigma[i]); }

    [[nodiscard]] std::size_t parameters() const override { return kBeamParameters; }
    [[nodiscard]] std::size_t count() const override { return m_points.size(); }
    [[nodiscard]] bool evaluate(std::span<const double> x, std::span<double> f) const override {
        const Beam beam = beamOf(x);
        if (!(beam.distance_m > 0 && tiltOf(beam) < 1.4)) return false;
        const std::vector<double> angles = residualsAt(beam);
        for (std::size_t i = 0; i < f.size(); ++i) f[i] = angles[i] / m_sigma[i];
        return true;
    }
    void slopes(std::span<const double> x, std::span<double> jacobian) const override {
        const BeamPlane plane(beamOf(x));
        for (std::size_t i = 0; i < m_points.size(); ++i) {
            const AngleSlope slope = plane.slope(m_points[i].y_m, m_points[i].x_m);
            for (std::size_t k = 0; k < kBeamParameters; ++k)
                jacobian[k * m_points.size() + i] = slope.parameters[k] / m_sigma[i];
        }
    }

    /// Sums over points of JᵀJ and Jᵀf with one weight each.
    template <class Weights>
    void sums(const Beam& beam, const std::vector<double>& f, const Weights& weights, Matrix& a, Vector& b) const {
        const BeamPlane plane(beam);
        a.setZero();
        b.setZero();
        for (std::size_t i = 0; i < f.size(); ++i) {
            const double w = weights(i) / (m_sigma[i] * m_sigma[i]);
            if (w == 0) continue;
            const AngleSlope slope = plane.slope(m_points[i].y_m, m_points[i].x_m);
            Vector j;
            for (std::size_t k = 0; k < kBeamParameters; ++k)
                j[static_cast<Eigen::Index>(k)] = m_free[k] ? slope.parameters[k] : 0;
            a += w * j * j.transpose();
            b += w * f[i] * j;
        }
        for (std::size_t k = 0; k < kBeamParameters; ++k)
            if (!m_free[k]) a(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(k)) = 1;
    }

    /// The geometry of least cost next to `beam`. \returns whether it came to rest
    bool settle(Beam& beam, std::vector<double>& f) const {
        fit::FitOptions options;
        for (const bool moves : m_free) options.fixed.push_back(!moves);
        options.loss = kLoss;
        const fit::Minimum found =
            fit::minimise(*this, {beam.distance_m, beam.row_m, beam.col_m, beam.rot1, beam.rot2}, options);
        beam = beamOf(found.parameters);
        f = residualsAt(beam);
        return found.converged;
    }

    [[nodiscard]] double steepnessOf(const BeamPlane& plane, std::size_t i) const {
        return plane.slope(m_points[i].y_m, m_points[i].x_m).steepness;
    }

    /// \param excess_px2 mean square of what rings as a whole are off beyond the scatter of their points
    [[nodiscard]] BeamMatrix covarianceAt(const Beam& beam, const std::vector<double>& f, double pixel_m,
                                          double excess_px2) const {
        Matrix a, middle;
        Vector unused;
        sums(
            beam, f, [&](std::size_t i) { return std::pow(weight(f[i], i), 3); }, a, unused);
        // Columns of very different size: scaled, the inverse keeps its digits.
        const Vector unit = a.diagonal().cwiseSqrt().cwiseInverse();
        const Matrix inverse =
            unit.asDiagonal() * Matrix((unit.asDiagonal() * a * unit.asDiagonal()).inverse()) * unit.asDiagonal();
        const BeamPlane plane(beam);
        const auto square = [&](std::size_t i) {
            const double w = weight(f[i], i);
            const AngleSlope slope = plane.slope(m_points[i].y_m, m_points[i].x_m);
            Vector j;
            for (std::size_t k = 0; k < kBeamParameters; ++k)
                j[static_cast<Eigen::Index>(k)] = m_free[k] ? slope.parameters[k] : 0;
            // A point that pulls the fit towards itself shows less of its error than it has.
            const double leverage = std::min(0.9, w * w * w * j.dot(inverse * j) / (m_sigma[i] * m_sigma[i]));
            const double r = f[i] / m_sigma[i] * w / (1 - leverage);
            return r * r;
        };
        sums(beam, f, square, middle, unused);
        // What a ring is off moves all of its points alike.
        std::map<std::size_t, Vector> pulls;
        for (std::size_t i = 0; excess_px2 > 0 && i < f.size(); ++i) {
            const AngleSlope slope = plane.slope(m_points[i].y_m, m_points[i].x_m);
            const double w = std::pow(weight(f[i], i), 3) / (m_sigma[i] * m_sigma[i]) * slope.steepness * pixel_m;
            Vector& pull = pulls.try_emplace(m_points[i].ring, Vector::Zero()).first->second;
            for (std::size_t k = 0; k < kBeamParameters; ++k)
                if (m_free[k]) pull[static_cast<Eigen::Index>(k)] += w * slope.parameters[k];
        }
        for (const auto& [ring, pull] : pulls) middle += excess_px2 * pull * pull.transpose();
        for (std::size_t k = 0; k < kBeamParameters; ++k)
            if (!m_free[k]) middle(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(k)) = 0;
        const Matrix c = inverse * middle * inverse;
        BeamMatrix out{};
        for (std::size_t i = 0; i < kBeamParameters; ++i)
            for (std::size_t j = 0; j < kBeamParameters; ++j)
                out[i][j] = m_free[i] && m_free[j] ? c(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) : 0;
        return out;
    }

    [[nodiscard]] double scale() const { return m_scale; }

private:
    std::span<const RingPoint> m_points;
    const std::vector<KnownRing>& m_rings;
    std::array<bool, kBeamParameters> m_free;
    std::vector<double> m_sigma;
    double m_scale = 1;
};

} // namespace

double BeamFit::sigma(std::size_t parameter) const { return std::sqrt(covariance[parameter][parameter]); }

double BeamFit::correlation(std::size_t a, std::size_t b) const {
    const double product = sigma(a) * sigma(b);
    return product > 0 ? covariance[a][b] / product : 0;
}

BeamFit fitBeam(std::span<const RingPoint> points, const std::vector<KnownRing>& rings, const Beam& start,
                double pixel_m, const std::array<bool, kBeamParameters>& free) {
    const auto parameters = static_cast<std::size_t>(std::ranges::count(free, true));
    if (points.size() <= parameters) throw DataError("there are too few points on rings to fit a geometry");
    Fit fit(points, rings, free);
    BeamFit result;
    result.beam = start;
    std::vector<double> f = fit.residualsAt(start);
    for (int round = 0; round < 4; ++round) { // the scatter is known only when the geometry is
        fit.widenSigmas(f);
        result.converged = fit.settle(result.beam, f);
    }
    result.residuals = f;
    result.scale = fit.scale();
    const BeamPlane plane(result.beam);
    double squares = 0;
    for (std::size_t i = 0; i < f.size(); ++i) {
        result.pixels.push_back(f[i] / (fit.steepnessOf(plane, i) * pixel_m));
        result.weights.push_back(fit.weight(f[i], i));
        if (result.weights.back() == 0) continue;
        squares += result.pixels.back() * result.pixels.back();
        ++result.used;
    }
    if (result.used > 0) result.rms_px = std::sqrt(squares / static_cast<double>(result.used));
    constexpr double kAbsorbed = 1; // of the means, by the distance
    const double excess_px2 = excessOf(meansOfRings(points, result.pixels, result.weights)).certain(kAbsorbed);
    result.covariance = fit.covarianceAt(result.beam, f, pixel_m, excess_px2);
    return result;
}

} // namespace ewald::calibrate
