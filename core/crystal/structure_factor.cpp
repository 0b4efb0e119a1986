// SPDX-License-Identifier: GPL-3.0-or-later
#include "crystal/structure_factor.h"

#include "base/error.h"
#include "base/units.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <gemmi/it92.hpp>

namespace ewald::crystal {
namespace {

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

gemmi::El elementOf(const std::string& symbol) { return gemmi::find_element(symbol.c_str()); }

Vector image(const SymmetryOperation& op, const Vector& x) {
    Vector out;
    for (std::size_t i = 0; i < 3; ++i) {
        out[i] = static_cast<double>(op.shift[i]) / kShiftParts;
        for (std::size_t j = 0; j < 3; ++j) out[i] += op.rotation[i][j] * x[j];
    }
    return out;
}

/// The metric of the direct lattice.
Matrix directMetric(const UnitCell& cell) {
    const Vector length{cell.a_A, cell.b_A, cell.c_A}, angle{cell.alpha_deg, cell.beta_deg, cell.gamma_deg};
    Matrix g{};
    for (std::size_t i = 0; i < 3; ++i) {
        g[i][i] = length[i] * length[i];
        const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
        g[j][k] = g[k][j] = length[j] * length[k] * std::cos(angle[i] * kPi / 180);
    }
    return g;
}

/// From x to the nearest image of it under an operation and lattice translations, in fractions of the cell. Nearest
/// along the axes: right for what is much nearer than a translation.
Vector toImage(const SymmetryOperation& op, const Vector& x) {
    Vector step = image(op, x);
    for (std::size_t i = 0; i < 3; ++i) step[i] -= x[i] + std::round(step[i] - x[i]);
    return step;
}

double lengthSquare_A2(const Matrix& metric, const Vector& step) {
    double sum = 0;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) sum += metric[i][j] * step[i] * step[j];
    return sum;
}

/// A position on the special position that it is near to, and the number of operations that keep it there.
struct Place {
    Vector position;
    int keeping = 0;
};

Place placeOf(const SpaceGroup& group, const Matrix& metric, const Vector& position) {
    constexpr double kNear_A = 0.1, kSame_A = 1e-3;
    Vector mean{};
    int near = 0;
    for (const SymmetryOperation& op : group.operations) {
        const Vector step = toImage(op, position);
        if (lengthSquare_A2(metric, step) > kNear_A * kNear_A) continue;
        ++near;
        for (std::size_t i = 0; i < 3; ++i) mean[i] += step[i];
    }
    const auto keepingAt = [&](const Vector& x) {
        return static_cast<int>(std::ranges::count_if(group.operations, [&](const SymmetryOperation& op) {
            return lengthSquare_A2(metric, toImage(op, x)) < kSame_A * kSame_A;
        }));
    };
    Vector special = position;
    for (std::size_t i = 0; i < 3; ++i) special[i] += mean[i] / near; // the identity is always near
    // Operations that only happen to be near are no group, and their mean is no special position.
    if (const int keeping = keepingAt(special); keeping >= near) return {special, keeping};
    return {position, keepingAt(position)};
}

} // namespace

bool isElement(const std::string& symbol) {
    const gemmi::El element = elementOf(symbol);
    return element != gemmi::El::X && gemmi::IT92<double>::has(element);
}

std::size_t atomsInCell(const Phase& phase) {
    if (!phase.group) return 0;
    const Matrix metric = directMetric(phase.cell);
    std::size_t count = 0;
    for (const Atom& atom : phase.atoms)
        count += phase.group->operations.size() /
                 static_cast<std::size_t>(placeOf(*phase.group, metric, atom.position).keeping);
    return count;
}

StructureFactors::StructureFactors(const Phase& phase) {
    const SpaceGroup& group = phase.group.value();
    for (const SymmetryOperation& op : group.operations)
        if (std::ranges::find(m_operations, op.rotation, &SymmetryOperation::rotation) == m_operations.end())
            m_operations.push_back(op);
    const double centring = static_cast<double>(group.operations.size() / m_operations.size());
    const Matrix metric = directMetric(phase.cell);
    const ReciprocalMetric reciprocal(phase.cell);
    constexpr double kFactor = 2 * kPi * kPi;
    for (const Atom& atom : phase.atoms) {
        if (!isElement(atom.element)) throw DataError("an atom is of no known element", phase.source, atom.label);
        auto element = std::ranges::find(m_elements, atom.element);
        if (element == m_elements.end()) element = m_elements.insert(m_elements.end(), atom.element);
        const Place place = placeOf(group, metric, atom.position);
        Site site{place.position,
                  static_cast<std::size_t>(element - m_elements.begin()),
                  atom.occupancy * centring / place.keeping,
                  kFactor * atom.uIso_A2,
                  atom.u_A2.has_value(),
                  {}};
        if (atom.u_A2) {
            const auto& u = *atom.u_A2;
            const Matrix full{Vector{u[0], u[5], u[4]}, Vector{u[5], u[1], u[3]}, Vector{u[4], u[3], u[2]}};
            for (std::size_t i = 0; i < 3; ++i)
                for (std::size_t j = 0; j < 3; ++j)
                    site.beta[i][j] = kFactor * full[i][j] * std::sqrt(reciprocal.g[i][i] * reciprocal.g[j][j]);
        }
        m_whole += site.weight * static_cast<double>(m_operations.size()) *
                   gemmi::IT92<double>::get(elementOf(atom.element)).calculate_sf(0.);
        m_sites.push_back(site);
    }
}

// International Tables B, 1.2.2; the displacements after Trueblood et al., Acta Cryst. A52 (1996) 770.
double StructureFactors::squared(const Miller& hkl, double inverseSquare) const {
    std::vector<double> factors;
    for (const std::string& element : m_elements)
        factors.push_back(gemmi::IT92<double>::get(elementOf(element)).calculate_sf(inverseSquare / 4));
    std::complex<double> sum;
    for (const SymmetryOperation& op : m_operations) {
        Vector turned{}; // h R
        double phase = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            phase += hkl[i] * op.shift[i];
            for (std::size_t j = 0; j < 3; ++j) turned[j] += hkl[i] * op.rotation[i][j];
        }
        phase /= kShiftParts;
        for (const Site& site : m_sites) {
            double angle = phase, exponent = 0;
            for (std::size_t i = 0; i < 3; ++i) angle += turned[i] * site.position[i];
            if (site.anisotropic) {
                for (std::size_t i = 0; i < 3; ++i)
                    for (std::size_t j = 0; j < 3; ++j) exponent += site.beta[i][j] * turned[i] * turned[j];
            } else {
                exponent = site.bIso * inverseSquare;
            }
            // A tensor of a file may be none that a vibration has: it enlarges nothing.
            const double amount = site.weight * factors[site.element] * std::exp(-std::max(exponent, 0.0));
            sum += std::polar(amount, 2 * kPi * (angle - std::floor(angle)));
        }
    }
    return std::norm(sum);
}

} // namespace ewald::crystal
