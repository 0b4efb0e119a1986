// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"

#include <vector>

namespace ewald::ptycho {

/// How coherent a beam of incoherent modes is.
struct Coherence {
    std::vector<double> power; ///< fraction of each mode after orthogonalisation, strongest first, sum 1
    double degree = 1;         ///< global degree of coherence Σ power²; 1 = fully coherent
    double modes = 1;          ///< 1/degree: how many modes of equal power would be as incoherent
};
/// Global degree of coherence ∫|W|²/(∫S)² = Σ p_k² of the normalised powers of orthogonal modes (Vartanyants & Singer
/// 2010, New J. Phys. 12, 035004). \param probe [mode][n][n], need not be orthogonal
[[nodiscard]] Coherence coherenceOf(Array<Complex, 3> probe);

/// How much two beams have in common, whatever their modes are mixed from: tr|√ρ_A √ρ_B|/√(tr ρ_A tr ρ_B) of the mutual
/// intensities ρ = Σ_k P_k P_k† (root fidelity; Uhlmann 1976). 1 = the same up to a factor, 0 = orthogonal.
/// \param a, b [mode][rows][cols] with images of the same shape
[[nodiscard]] double overlapOfBeams(const Array<Complex, 3>& a, const Array<Complex, 3>& b);

} // namespace ewald::ptycho
