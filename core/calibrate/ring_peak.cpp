// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibrate/ring_peak.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

namespace ewald::calibrate {

PeakFit::PeakFit(std::span<const PeakBin> bins, const std::vector<PeakPart>& parts, double half, double noise,
                 double floor)
    : m_parts(parts), m_noise(noise), m_floor(floor) {
    for (const PeakBin& bin : bins) {
        if (bin.pixels < 1) continue;
        m_x.push_back(bin.angle / bin.pixels / half);
        m_y.push_back(bin.sum / bin.pixels);
        m_n.push_back(bin.pixels);
    }
}

PeakFit::Shape PeakFit::shapeAt(double centre, double width, double x) const {
    constexpr double kFar = 6; // standard deviations
    Shape shape;
    for (const PeakPart& part : m_parts) {
        const double z = (x - centre - part.offset) / width;
        if (std::abs(z) > kFar) continue;
        const double bell = part.share * std::exp(-z * z / 2);
        shape.value += bell;
        shape.byCentre += bell * z / width;
        shape.byWidth += bell * z * z / width;
    }
    return shape;
}

std::optional<Peak> PeakFit::fit(double width, bool widthToo, double reach) const {
    std::optional<Peak> best;
    double least = 0;
    for (double centre = -reach; centre <= reach + 1e-9; centre += std::max(0.05 * std::min(1.0, reach), width / 2)) {
        Peak peak;
        peak.centre = centre;
        peak.width = width;
        const double misfit = solveLinear(peak);
        if (peak.height > 0 && (!best || misfit < least)) {
            best = peak;
            least = misfit;
        }
    }
    if (!best) return std::nullopt;
    for (int round = 0; round < 12; ++round)
        if (!improve(*best, widthToo)) return std::nullopt;
    if (!(best->height > 0) || std::abs(best->centre) > reach) return std::nullopt;
    return best;
}

double PeakFit::fitShares(double centre, double width, std::vector<double>& heights) const {
    const auto parts = static_cast<Eigen::Index>(m_parts.size());
    const auto bins = static_cast<Eigen::Index>(m_x.size());
    Eigen::MatrixXd f(bins, parts + 2);
    Eigen::VectorXd y(bins);
    for (Eigen::Index i = 0; i < bins; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const double root = std::sqrt(m_n[at] / (m_noise * std::max(m_y[at], m_floor)));
        for (Eigen::Index k = 0; k < parts; ++k) {
            const double z = (m_x[at] - centre - m_parts[static_cast<std::size_t>(k)].offset) / width;
            f(i, k) = root * std::exp(-z * z / 2);
        }
        f(i, parts) = root;
        f(i, parts + 1) = root * m_x[at];
        y[i] = root * m_y[at];
    }
    Eigen::MatrixXd a = f.transpose() * f;
    Eigen::VectorXd b = f.transpose() * y;
    // The common factor of the shares, with level and slope.
    constexpr double kKnownTo = 0.5;
    Eigen::VectorXd share(parts);
    for (Eigen::Index k = 0; k < parts; ++k) share[k] = m_parts[static_cast<std::size_t>(k)].share;
    Eigen::MatrixXd three(bins, 3);
    three << f.leftCols(parts) * share, f.rightCols(2);
    const Eigen::Matrix3d square = three.transpose() * three;
    const Eigen::Vector3d side = three.transpose() * y;
    const double factor = square.ldlt().solve(side)[0];
    if (!(factor > 0)) {
        heights.assign(m_parts.size(), 0);
        return y.squaredNorm();
    }
    const Eigen::VectorXd expected = factor * share;
    const Eigen::VectorXd strict = (kKnownTo * (expected.array() + 0.02 * expected.maxCoeff())).inverse().square();
    a.diagonal().head(parts) += strict;
    b.head(parts) += (strict.array() * expected.array()).matrix();
    std::vector<bool> kept(m_parts.size(), true);
    Eigen::VectorXd p;
    for (std::size_t round = 0; round <= m_parts.size(); ++round) {
        Eigen::MatrixXd some = a;
        Eigen::VectorXd right = b;
        for (Eigen::Index k = 0; k < parts; ++k) {
            if (kept[static_cast<std::size_t>(k)]) continue;
            some.row(k).setZero();
            some.col(k).setZero();
            some(k, k) = 1;
            right[k] = 0;
        }
        p = some.colPivHouseholderQr().solve(right);
        bool again = false;
        for (Eigen::Index k = 0; k < parts; ++k)
            if (p[k] < 0) {
                kept[static_cast<std::size_t>(k)] = false;
                again = true;
            }
        if (!again) break;
    }
    heights.assign(p.data(), p.data() + parts);
    const double prior = (strict.array() * (p.head(parts) - expected).array().square()).sum();
    return (y - f * p).squaredNorm() + prior;
}

/// Height, level and slope for a given place, all bins by their pixels. \returns the weighted squares
double PeakFit::solveLinear(Peak& peak) const {
    Eigen::Matrix3d a = Eigen::Matrix3d::Identity() * 1e-9;
    Eigen::Vector3d b = Eigen::Vector3d::Zero();
    std::vector<Eigen::Vector3d> rows;
    rows.reserve(m_x.size());
    for (std::size_t i = 0; i < m_x.size(); ++i) {
        const Eigen::Vector3d& f = rows.emplace_back(shapeAt(peak.centre, peak.width, m_x[i]).value, 1, m_x[i]);
        a += m_n[i] * f * f.transpose();
        b += m_n[i] * f * m_y[i];
    }
    const Eigen::Vector3d p = a.ldlt().solve(b);
    peak.height = p[0];
    peak.level = p[1];
    peak.slope = p[2];
    double sum = 0;
    for (std::size_t i = 0; i < m_x.size(); ++i) {
        const double rest = m_y[i] - rows[i].dot(p);
        sum += m_n[i] * rest * rest;
    }
    return sum;
}

/// One step of Gauss and Newton, with the errors of where it began.
bool PeakFit::improve(Peak& peak, bool widthToo) const {
    Eigen::Matrix<double, 5, 5> a = Eigen::Matrix<double, 5, 5>::Zero();
    Eigen::Matrix<double, 5, 1> b = Eigen::Matrix<double, 5, 1>::Zero();
    for (std::size_t i = 0; i < m_x.size(); ++i) {
        const Shape shape = shapeAt(peak.centre, peak.width, m_x[i]);
        Eigen::Matrix<double, 5, 1> f;
        f << shape.value, peak.height * shape.byCentre, 1, m_x[i], widthToo ? peak.height * shape.byWidth : 0;
        const double model = peak.level + peak.slope * m_x[i] + peak.height * shape.value;
        const double w = m_n[i] / (m_noise * std::max(model, m_floor));
        a += w * f * f.transpose();
        b += w * (m_y[i] - model) * f;
    }
    if (!widthToo) a(4, 4) = 1;
    const Eigen::Matrix<double, 5, 5> inverse = a.inverse();
    if (!inverse.allFinite() || !(inverse(0, 0) > 0) || !(inverse(1, 1) > 0)) return false;
    const Eigen::Matrix<double, 5, 1> step = inverse * b;
    peak.sigmaHeight = std::sqrt(inverse(0, 0));
    peak.sigmaCentre = std::sqrt(inverse(1, 1));
    peak.height += step[0];
    peak.centre += std::clamp(step[1], -peak.width / 2, peak.width / 2);
    peak.level += step[2];
    peak.slope += step[3];
    if (widthToo) peak.width = std::clamp(peak.width + step[4], peak.width / 1.5, peak.width * 1.5);
    return std::abs(peak.centre) < 1 && peak.width > 0.01 && peak.width < 2;
}

} // namespace ewald::calibrate
