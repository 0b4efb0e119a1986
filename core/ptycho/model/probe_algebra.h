// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"

#include <vector>

namespace ewald::ptycho {

/// Σ|P_k|²
[[nodiscard]] double modePower(const Array<Complex, 3>& probe, std::size_t mode);
void scaleMode(Array<Complex, 3>& probe, std::size_t mode, double factor);
/// Makes `mode` orthogonal to all modes before it (Gram-Schmidt).
void removeProjections(Array<Complex, 3>& probe, std::size_t mode);

/// Probe modes [mode][n][n] made orthogonal by the eigenvectors of their Gram matrix, strongest first; the mutual
/// intensity Σ_k P_k P_k* stays as it is (Thibault & Menzel 2013, Nature 494, 68). Returns the fractions of the power.
std::vector<double> orthogonalise(Array<Complex, 3>& probe);

} // namespace ewald::ptycho
