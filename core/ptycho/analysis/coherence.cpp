// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/analysis/coherence.h"

#include "ptycho/model/probe_algebra.h"

#include <cmath>
#include <complex>

namespace ewald::ptycho {

Coherence coherenceOf(Array<Complex, 3> probe) {
    Coherence found;
    found.power = orthogonalise(probe);
    found.degree = 0;
    for (const double power : found.power) found.degree += power * power;
    found.modes = found.degree > 0 ? 1 / found.degree : 0;
    return found;
}

double overlapOfBeams(const Array<Complex, 3>& a, const Array<Complex, 3>& b) {
    // With P_A and P_B as columns, √ρ_A √ρ_B has the singular values of P_A† P_B: those of a matrix as small as the
    // numbers of modes. Their squares are the powers of its columns made orthogonal.
    using Wide = std::complex<double>;
    const std::size_t left = a.extent(0), right = b.extent(0);
    double powerA = 0, powerB = 0;
    for (std::size_t k = 0; k < left; ++k) powerA += modePower(a, k);
    for (std::size_t k = 0; k < right; ++k) powerB += modePower(b, k);
    if (!(powerA > 0) || !(powerB > 0)) return 0;
    const double scale = 1 / std::sqrt(powerA * powerB);
    Array<Complex, 3> products({right, 1, left});
    double total = 0;
    for (std::size_t l = 0; l < right; ++l)
        for (std::size_t k = 0; k < left; ++k) {
            Wide sum = 0;
            const auto x = a.slab(k), y = b.slab(l);
            for (std::size_t i = 0; i < x.size(); ++i) sum += std::conj(Wide(x[i])) * Wide(y[i]);
            products(l, 0, k) = Complex(sum * scale);
            total += std::norm(sum * scale);
        }
    double overlap = 0;
    for (const double part : orthogonalise(products)) overlap += std::sqrt(part * total);
    return overlap;
}

} // namespace ewald::ptycho
