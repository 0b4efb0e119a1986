// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"

#include <complex>
#include <cstddef>
#include <vector>

namespace ewald::ptycho {

/// Σ|P_k|²
[[nodiscard]] double modePower(const Array<Complex, 3>& probe, std::size_t mode);
void scaleMode(Array<Complex, 3>& probe, std::size_t mode, double factor);
/// Makes `mode` orthogonal to all modes before it (Gram-Schmidt).
void removeProjections(Array<Complex, 3>& probe, std::size_t mode);

/// What makes modes orthogonal: mode k becomes Σ_j weights[k][j] · mode j, the strongest first.
struct ModeRotation {
    std::vector<Complex> weights;
    std::vector<double> power; ///< fractions of it
};
/// By the eigenvectors of the modes' Gram matrix Σ P_a* P_b, [a][b]. Without weights where there is no power.
[[nodiscard]] ModeRotation orthogonalRotation(const std::vector<std::complex<double>>& gram, std::size_t modes);

/// Probe modes [mode][n][n] made orthogonal by the eigenvectors of their Gram matrix, strongest first; the mutual
/// intensity Σ_k P_k P_k* stays as it is (Thibault & Menzel 2013, Nature 494, 68). Returns the fractions of the power.
std::vector<double> orthogonalise(Array<Complex, 3>& probe);

/// Gives each mode at least this part of the first one's power; the power of all stays as it is. A mode without any
/// stays without.
void raiseModes(Array<Complex, 3>& probe, double least);

/// Eigenvalues and eigenvectors of a small symmetric matrix, the largest value first.
struct SymmetricEigen {
    std::vector<double> values;
    std::vector<double> vectors; ///< [row][col], columns are eigenvectors

    [[nodiscard]] double vector(std::size_t row, std::size_t col) const { return vectors[row * values.size() + col]; }
};
/// \param matrix [row][col]
[[nodiscard]] SymmetricEigen diagonalised(const std::vector<double>& matrix);

} // namespace ewald::ptycho
