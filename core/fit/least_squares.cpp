// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/least_squares.h"

#include "base/error.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

namespace ewald::fit {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

/// Singular values below this part of the largest one are rounding errors: columns have length 1.
constexpr double kRank = 1e-13;
constexpr double kFirstDamping = 1e-3;
constexpr double kLeastDamping = 1e-14;
constexpr double kMostDamping = 1e16;
constexpr double kPart = 0.1;      ///< of a step, after which its bend is looked at
constexpr double kMostBend = 0.75; ///< of a step

Eigen::Index at(std::size_t i) { return static_cast<Eigen::Index>(i); }

class Descent {
public:
    Descent(const Residuals& residuals, const FitOptions& options)
        : m_residuals(residuals), m_options(options), m_slopes(residuals.count() * residuals.parameters()) {}

    [[nodiscard]] double lower(std::size_t k) const {
        return m_options.lower.empty() ? -std::numeric_limits<double>::infinity() : m_options.lower[k];
    }
    [[nodiscard]] double upper(std::size_t k) const {
        return m_options.upper.empty() ? std::numeric_limits<double>::infinity() : m_options.upper[k];
    }
    [[nodiscard]] bool isFixed(std::size_t k) const { return !m_options.fixed.empty() && m_options.fixed[k]; }
    [[nodiscard]] double cost(const std::vector<double>& f) const {
        double sum = 0;
        for (const double value : f) sum += m_options.loss.cost(value);
        return sum;
    }

    /// The weighted residuals and slopes at x; `moving` are the parameters that may go where the cost falls.
    void linearise(std::span<const double> x, const std::vector<double>& f, bool activeSet) {
        const std::size_t n = f.size(), parameters = x.size();
        m_residuals.slopes(x, m_slopes);
        m_f.resize(at(n));
        m_roots.resize(at(n));
        for (std::size_t i = 0; i < n; ++i) {
            m_roots[at(i)] = std::sqrt(m_options.loss.weight(f[i]));
            m_f[at(i)] = m_roots[at(i)] * f[i];
        }
        moving.clear();
        m_columns.resize(at(n), at(parameters));
        for (std::size_t k = 0; k < parameters; ++k) {
            if (isFixed(k)) continue;
            const Eigen::Map<const Vector> slope(m_slopes.data() + k * n, at(n));
            const Vector column = m_roots.cwiseProduct(slope);
            const double gradient = column.dot(m_f);
            const bool low = x[k] <= lower(k), high = x[k] >= upper(k);
            if (activeSet ? (low && gradient > 0) || (high && gradient < 0) : low || high) continue;
            m_columns.col(at(moving.size())) = column;
            moving.push_back(k);
        }
        m_columns.conservativeResize(Eigen::NoChange, at(moving.size()));
        m_length = m_columns.colwise().norm();
        for (Eigen::Index k = 0; k < m_length.size(); ++k)
            if (!(m_length[k] > 0)) m_length[k] = 1;
        m_columns = m_columns * m_length.cwiseInverse().asDiagonal();
        if (moving.empty()) return;
        m_qr.compute(m_columns);
        const Eigen::Index rows = std::min(m_columns.rows(), m_columns.cols());
        triangle = m_qr.matrixQR().topRows(rows).triangularView<Eigen::Upper>();
        m_projected = (m_qr.householderQ().adjoint() * m_f).head(rows);
    }

    /// The damped step of the moving parameters that removes `f` in the linear model, in units of 1/lengths().
    [[nodiscard]] Vector step(double damping) const { return solve(damping, m_projected); }
    /// Half the second derivative of the path of such steps, from the residuals `ahead` at the end of `part` of the
    /// step: geodesic acceleration (Transtrum and Sethna, arXiv:1201.5885), which follows curved valleys.
    [[nodiscard]] Vector bend(double damping, const Vector& step, double part, const std::vector<double>& f,
                              const std::vector<double>& ahead) const {
        Vector second(m_f.size());
        const Vector slope = m_columns * step;
        for (Eigen::Index i = 0; i < second.size(); ++i) {
            const auto k = static_cast<std::size_t>(i);
            second[i] = (m_roots[i] * (ahead[k] - f[k]) / part - slope[i]) / part;
        }
        return solve(damping, (m_qr.householderQ().adjoint() * second).head(m_projected.size()));
    }

private:
    [[nodiscard]] Vector solve(double damping, const Vector& projected) const {
        const Eigen::Index p = triangle.cols(), rows = triangle.rows();
        Matrix system = Matrix::Zero(rows + p, p);
        system.topRows(rows) = triangle;
        system.bottomRows(p).diagonal().setConstant(std::sqrt(damping));
        Vector right = Vector::Zero(rows + p);
        right.head(rows) = -projected;
        return system.colPivHouseholderQr().solve(right);
    }

public:
    /// How much the cost of the linear model falls.
    [[nodiscard]] double predicted(const Vector& step) const {
        return (m_projected.squaredNorm() - (m_projected + triangle * step).squaredNorm()) / 2;
    }
    /// The relative offset of Bates and Watts (Technometrics 23 (1981) 179), squared: which part of the residuals the
    /// slopes can still explain.
    [[nodiscard]] double offset() const {
        const double all = m_f.squaredNorm();
        return moving.empty() || all == 0 ? 0 : m_projected.squaredNorm() / all;
    }
    /// x after such a step, within the limits.
    [[nodiscard]] std::vector<double> moved(std::vector<double> x, const Vector& step) const {
        for (std::size_t k = 0; k < moving.size(); ++k)
            x[moving[k]] = std::clamp(x[moving[k]] + step[at(k)] / m_length[at(k)], lower(moving[k]), upper(moving[k]));
        return x;
    }
    [[nodiscard]] const Vector& lengths() const { return m_length; }

    std::vector<std::size_t> moving;
    Matrix triangle; ///< R of the scaled slopes

private:
    const Residuals& m_residuals;
    const FitOptions& m_options;
    std::vector<double> m_slopes;
    Matrix m_columns;
    Eigen::HouseholderQR<Matrix> m_qr;
    Vector m_f;     ///< weighted
    Vector m_roots; ///< of the weights
    Vector m_projected;
    Vector m_length;
};

void checkSizes(const Residuals& residuals, std::span<const double> x, const FitOptions& options) {
    const std::size_t n = residuals.parameters();
    const auto fits = [n](std::size_t size) { return size == 0 || size == n; };
    if (x.size() != n || !fits(options.fixed.size()) || !fits(options.lower.size()) || !fits(options.upper.size()))
        throw InternalError("a fit with another number of parameters than its model");
}

} // namespace

double Loss::cost(double residual) const {
    const double r = std::min(std::abs(residual), thrownOut);
    if (!std::isfinite(soft)) return r * r / 2;
    const double u = r / soft;
    return soft * soft * (std::sqrt(1 + u * u) - 1);
}

double Loss::weight(double residual) const {
    if (std::abs(residual) > thrownOut) return 0;
    if (!std::isfinite(soft)) return 1;
    const double u = residual / soft;
    return 1 / std::sqrt(1 + u * u);
}

Minimum minimise(const Residuals& residuals, std::vector<double> start, const FitOptions& options) {
    checkSizes(residuals, start, options);
    Descent descent(residuals, options);
    std::size_t free = 0;
    for (std::size_t k = 0; k < start.size(); ++k) {
        start[k] = std::clamp(start[k], descent.lower(k), descent.upper(k));
        free += descent.isFixed(k) ? 0 : 1;
    }
    if (residuals.count() < free) throw DataError("there are fewer points than parameters to fit");
    Minimum minimum;
    minimum.parameters = std::move(start);
    std::vector<double> f(residuals.count()), g(residuals.count());
    if (!residuals.evaluate(minimum.parameters, f)) throw DataError("the model has no value at the start of the fit");
    minimum.cost = descent.cost(f);
    double damping = kFirstDamping, growth = 2;
    while (minimum.steps < options.mostSteps) {
        descent.linearise(minimum.parameters, f, true);
        minimum.converged = descent.offset() <= options.tolerance * options.tolerance;
        if (minimum.converged) break;
        bool accepted = false;
        while (!accepted && damping < kMostDamping) {
            const Vector step = descent.step(damping);
            Vector path = step;
            if (residuals.evaluate(descent.moved(minimum.parameters, kPart * step), g)) {
                const Vector bend = descent.bend(damping, step, kPart, f, g);
                if (2 * bend.norm() <= kMostBend * step.norm()) path += bend;
            }
            std::vector<double> next = descent.moved(minimum.parameters, path);
            const bool hasValue = step.allFinite() && residuals.evaluate(next, g);
            const double cost = hasValue ? descent.cost(g) : std::numeric_limits<double>::infinity();
            accepted = cost <= minimum.cost && next != minimum.parameters;
            if (!accepted) {
                damping *= growth;
                growth *= 2;
                continue;
            }
            const double gain = (minimum.cost - cost) / std::max(descent.predicted(step), 1e-300);
            damping = std::max(kLeastDamping, damping * std::max(1.0 / 3, 1 - std::pow(2 * gain - 1, 3)));
            growth = 2;
            minimum.parameters = std::move(next);
            minimum.cost = cost;
            f.swap(g);
        }
        if (!accepted) { // no step is better, however short: rounding errors hide what is left
            minimum.converged = true;
            break;
        }
        ++minimum.steps;
    }
    return minimum;
}

double Covariance::sigma(std::size_t parameter) const { return std::sqrt(matrix[parameter * parameters + parameter]); }

double Covariance::correlation(std::size_t a, std::size_t b) const {
    const double product = sigma(a) * sigma(b);
    return product > 0 && std::isfinite(product) ? matrix[a * parameters + b] / product : 0;
}

Covariance covarianceAt(const Residuals& residuals, std::span<const double> x, const FitOptions& options) {
    checkSizes(residuals, x, options);
    Covariance out;
    out.parameters = x.size();
    out.matrix.assign(x.size() * x.size(), 0.0);
    out.determined.assign(x.size(), true);
    std::vector<double> f(residuals.count());
    if (!residuals.evaluate(x, f)) throw DataError("the model has no value where its errors are asked for");
    Descent descent(residuals, options);
    descent.linearise(x, f, false);
    if (descent.moving.empty()) return out;
    const Eigen::JacobiSVD<Matrix> svd(descent.triangle, Eigen::ComputeFullV);
    const Vector& values = svd.singularValues();
    const Matrix& v = svd.matrixV();
    const auto p = static_cast<Eigen::Index>(descent.moving.size());
    const auto isNull = [&](Eigen::Index s) { return s >= values.size() || !(values[s] > kRank * values[0]); };
    for (Eigen::Index i = 0; i < p; ++i)
        for (Eigen::Index s = 0; s < p; ++s)
            if (isNull(s) && std::abs(v(i, s)) > 1e-6)
                out.determined[descent.moving[static_cast<std::size_t>(i)]] = false;
    for (Eigen::Index i = 0; i < p; ++i)
        for (Eigen::Index j = 0; j < p; ++j) {
            double sum = 0;
            for (Eigen::Index s = 0; s < p; ++s)
                if (!isNull(s)) sum += v(i, s) * v(j, s) / (values[s] * values[s]);
            const std::size_t a = descent.moving[static_cast<std::size_t>(i)];
            const std::size_t b = descent.moving[static_cast<std::size_t>(j)];
            const bool known = out.determined[a] && out.determined[b];
            out.matrix[a * x.size() + b] = known    ? sum / (descent.lengths()[i] * descent.lengths()[j])
                                           : a == b ? std::numeric_limits<double>::infinity()
                                                    : 0;
        }
    return out;
}

} // namespace ewald::fit
