// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "crystal/phase.h"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace ewald::crystal {

/// Whether there are form factors of an element ("Fe", "D").
[[nodiscard]] bool isElement(const std::string& symbol);

/// Number of atoms in the cell: of a site on a special position, how often its operations repeat it.
[[nodiscard]] std::size_t atomsInCell(const Phase& phase);

/// |F|² of a phase with group and atoms, with X-ray form factors (International Tables C, 6.1.1.4: four Gaussians and a
/// constant, of neutral atoms, without dispersion) and displacements. Atoms nearer than 0.1 Å to a special position are
/// taken to be on it: coordinates such as 0.3333 mean thirds.
class StructureFactors {
public:
    explicit StructureFactors(const Phase& phase);

    /// \param inverseSquare 1/d² in Å⁻² \return in electrons squared
    [[nodiscard]] double squared(const Miller& hkl, double inverseSquare) const;
    /// |F(000)|², to judge by what is nothing.
    [[nodiscard]] double whole() const { return m_whole * m_whole; }
    /// Terms of one sum.
    [[nodiscard]] std::size_t terms() const { return m_sites.size() * m_operations.size(); }

private:
    struct Site {
        std::array<double, 3> position;
        std::size_t element; ///< of m_elements
        double weight;       ///< occupancy and centring over the number of operations that keep it
        double bIso;         ///< 2π² times the mean square displacement, Å²
        bool anisotropic;
        std::array<std::array<double, 3>, 3> beta; ///< 2π² U a* a*, without unit
    };

    std::vector<SymmetryOperation> m_operations; ///< without those of the centring
    std::vector<Site> m_sites;
    std::vector<std::string> m_elements;
    double m_whole = 0;
};

} // namespace ewald::crystal
