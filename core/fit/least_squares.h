// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace ewald::fit {

/// What is minimised: residuals as functions of parameters.
class Residuals {
public:
    virtual ~Residuals() = default;
    [[nodiscard]] virtual std::size_t parameters() const = 0;
    [[nodiscard]] virtual std::size_t count() const = 0;
    /// f(x): each residual divided by the standard deviation of its measurement.
    /// \returns false where the model has no value
    [[nodiscard]] virtual bool evaluate(std::span<const double> x, std::span<double> f) const = 0;
    /// ∂f/∂x at x, [parameter][residual].
    virtual void slopes(std::span<const double> x, std::span<double> jacobian) const = 0;
};

/// ρ of Σ ρ(f). Plain squares, f²/2; with `soft`, soft L1: s²(√(1 + f²/s²) − 1), which grows linearly beyond it;
/// residuals beyond `thrownOut` all cost as much as one there, and have no weight.
struct Loss {
    double soft = std::numeric_limits<double>::infinity();
    double thrownOut = std::numeric_limits<double>::infinity();
    [[nodiscard]] double cost(double residual) const;
    /// ρ'(f)/f, from 0 to 1.
    [[nodiscard]] double weight(double residual) const;
};

struct FitOptions {
    std::vector<bool> fixed;   ///< parameters that keep their value; empty: none
    std::vector<double> lower; ///< limits of the parameters; empty: none
    std::vector<double> upper;
    Loss loss;
    double tolerance = 3e-9; ///< of the parameters, in their standard deviations
    std::size_t mostSteps = 200;
};

struct Minimum {
    std::vector<double> parameters;
    double cost = 0; ///< Σ ρ(f); half the sum of squares with the plain loss
    std::size_t steps = 0;
    bool converged = false;
};

/// The minimum of Σ ρ(f) next to `start`: Levenberg's and Marquardt's steps (J. SIAM 11 (1963) 431) by QR
/// decomposition, with columns scaled to one length and with limits as an active set. A start outside of the limits is
/// moved to them. \throws DataError where the model has no value at the start or there are fewer residuals than free
/// parameters
[[nodiscard]] Minimum minimise(const Residuals& residuals, std::vector<double> start, const FitOptions& options = {});

/// Of the parameters at a minimum, for residuals of unit variance: (JᵀWJ)⁻¹ over those that are free and not at a
/// limit; the others have none.
struct Covariance {
    std::size_t parameters = 0;
    std::vector<double> matrix; ///< [parameter][parameter]
    std::vector<bool>
        determined; ///< false: some change of this parameter changes no residual; its variance is infinite
    [[nodiscard]] double sigma(std::size_t parameter) const;
    [[nodiscard]] double correlation(std::size_t a, std::size_t b) const;
};
[[nodiscard]] Covariance covarianceAt(const Residuals& residuals, std::span<const double> x,
                                      const FitOptions& options = {});

} // namespace ewald::fit
