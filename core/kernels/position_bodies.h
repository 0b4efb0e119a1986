// SPDX-License-Identifier: GPL-3.0-or-later
//
// Kernel bodies of the refinement of positions: how a frame's residual changes as its window moves over the object.
#pragma once

#include "kernels/ptycho_bodies.h"

#include <cstddef>

namespace ewald::kernels {

/// The normal equations of one frame's position, summed over pixels and modes: with D_y = P ∂O/∂y, D_x likewise and
/// the residual χ at the sample, ‖χ − δ_y D_y − δ_x D_x‖² is least where [[rowRow, rowCol], [rowCol, colCol]] (δ_y,
/// δ_x)ᵀ = (row, col)ᵀ; δ is to be added to the position, in pixels of the object.
template <class Real>
struct PositionNormals {
    Real row = 0;    ///< Re⟨D_y, χ⟩
    Real col = 0;    ///< Re⟨D_x, χ⟩
    Real rowRow = 0; ///< ‖D_y‖²
    Real colCol = 0; ///< ‖D_x‖²
    Real rowCol = 0; ///< Re⟨D_y, D_x⟩
};
inline constexpr int kPositionNormals = 5; ///< numbers of one

/// Rows and columns of the object that the derivative needs on each side of a window.
inline constexpr int kDerivativeReach = 2;

/// The derivative at the middle of five values, exact for polynomials of fourth order: (8(f₁ − f₋₁) − (f₂ − f₋₂))/12.
template <class Value>
EWALD_HD Value derivative(Value before2, Value before, Value after, Value after2) {
    return (2.0F / 3) * (after - before) - (1.0F / 12) * (after2 - before2);
}

/// What one pixel adds.
/// \param gradient Σ_k conj(P_k) χ_k, \param intensity Σ_k |P_k|²
EWALD_HD PositionNormals<float> positionTerms(Cf gradient, float intensity, Cf down, Cf right) {
    return {conjMul(down, gradient).re, conjMul(right, gradient).re, intensity * norm2(down), intensity * norm2(right),
            intensity * conjMul(down, right).re};
}

/// z = frame of the call: positionTerms() of a pixel of its window. The object goes on beyond its edges as they are.
struct PositionTerms {
    ObjectView object;
    int rows;       ///< of the object
    const Cf* wave; ///< χ [frame][mode][n][n]
    const Cf* probe;
    std::size_t probeStride; ///< between frames
    const FramePlace* places;
    int n, modes;

    EWALD_HD Cf at(const FramePlace& p, int y, int x) const {
        FramePlace moved = p;
        const int reach = object.bilinear ? 2 : 1;
        moved.row = clamped(p.row + y, rows - reach);
        moved.col = clamped(p.col + x, object.cols - reach);
        return object.at(moved, 0, 0);
    }
    EWALD_HD PositionNormals<float> operator()(int z, int y, int x) const {
        const FramePlace& p = places[z];
        const std::size_t pixels = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
        const std::size_t pixel =
            static_cast<std::size_t>(y) * static_cast<std::size_t>(n) + static_cast<std::size_t>(x);
        const Cf* waves = wave + static_cast<std::size_t>(z) * static_cast<std::size_t>(modes) * pixels + pixel;
        const Cf* probes = probe + static_cast<std::size_t>(z) * probeStride + pixel;
        Cf gradient{0, 0};
        float intensity = 0;
        for (int k = 0; k < modes; ++k) {
            const Cf value = probes[static_cast<std::size_t>(k) * pixels];
            gradient = gradient + conjMul(value, waves[static_cast<std::size_t>(k) * pixels]);
            intensity += norm2(value);
        }
        return positionTerms(gradient, intensity,
                             derivative(at(p, y - 2, x), at(p, y - 1, x), at(p, y + 1, x), at(p, y + 2, x)),
                             derivative(at(p, y, x - 2), at(p, y, x - 1), at(p, y, x + 1), at(p, y, x + 2)));
    }

private:
    EWALD_HD static int clamped(int value, int last) { return value < 0 ? 0 : value > last ? last : value; }
};

} // namespace ewald::kernels
