// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/model/probe_algebra.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numeric>

namespace ewald::ptycho {
namespace {

using Wide = std::complex<double>;

/// Σ conj(P_a) P_b
Wide inner(const Array<Complex, 3>& probe, std::size_t a, std::size_t b) {
    Wide sum = 0;
    const auto left = probe.slab(a);
    const auto right = probe.slab(b);
    for (std::size_t i = 0; i < left.size(); ++i) sum += std::conj(Wide(left[i])) * Wide(right[i]);
    return sum;
}

struct Hermitian {
    std::size_t size;
    std::vector<Wide> values;  ///< [row][col]
    std::vector<Wide> vectors; ///< columns are eigenvectors
    Wide& at(std::size_t r, std::size_t c) { return values[r * size + c]; }
    Wide& vector(std::size_t r, std::size_t c) { return vectors[r * size + c]; }
};

/// One complex Jacobi rotation that makes element (p, q) zero (Golub & Van Loan, ch. 8.5, with the phase taken out).
void rotate(Hermitian& m, std::size_t p, std::size_t q) {
    const Wide apq = m.at(p, q);
    const double magnitude = std::abs(apq);
    if (magnitude < 1e-300) return;
    const Wide phase = apq / magnitude;
    const double tau = (m.at(q, q).real() - m.at(p, p).real()) / (2 * magnitude);
    const double t = (tau >= 0 ? 1.0 : -1.0) / (std::abs(tau) + std::sqrt(1 + tau * tau));
    const double c = 1 / std::sqrt(1 + t * t);
    const Wide s = t * c * phase; // J = [[c, s], [−conj(s), c]] acts on columns p, q
    for (std::size_t k = 0; k < m.size; ++k) {
        const Wide kp = m.at(k, p), kq = m.at(k, q);
        m.at(k, p) = c * kp - std::conj(s) * kq;
        m.at(k, q) = s * kp + c * kq;
        const Wide vp = m.vector(k, p), vq = m.vector(k, q);
        m.vector(k, p) = c * vp - std::conj(s) * vq;
        m.vector(k, q) = s * vp + c * vq;
    }
    for (std::size_t k = 0; k < m.size; ++k) {
        const Wide pk = m.at(p, k), qk = m.at(q, k);
        m.at(p, k) = c * pk - s * qk;
        m.at(q, k) = std::conj(s) * pk + c * qk;
    }
}

void diagonalise(Hermitian& m) {
    for (int sweep = 0; sweep < 60; ++sweep) {
        double off = 0, diagonal = 0;
        for (std::size_t r = 0; r < m.size; ++r)
            for (std::size_t c = 0; c < m.size; ++c) (r == c ? diagonal : off) += std::norm(m.at(r, c));
        if (off <= 1e-24 * diagonal) return;
        for (std::size_t p = 0; p + 1 < m.size; ++p)
            for (std::size_t q = p + 1; q < m.size; ++q) rotate(m, p, q);
    }
}

} // namespace

double modePower(const Array<Complex, 3>& probe, std::size_t mode) { return inner(probe, mode, mode).real(); }

void scaleMode(Array<Complex, 3>& probe, std::size_t mode, double factor) {
    for (Complex& value : probe.slab(mode)) value *= static_cast<float>(factor);
}

void removeProjections(Array<Complex, 3>& probe, std::size_t mode) {
    for (std::size_t other = 0; other < mode; ++other) {
        const double power = modePower(probe, other);
        if (!(power > 0)) continue;
        const Complex overlap(inner(probe, other, mode) / power);
        const auto source = probe.slab(other);
        const auto target = probe.slab(mode);
        for (std::size_t i = 0; i < target.size(); ++i) target[i] -= overlap * source[i];
    }
}

ModeRotation orthogonalRotation(const std::vector<Wide>& values, std::size_t modes) {
    Hermitian gram{modes, values, std::vector<Wide>(modes * modes)};
    double total = 0;
    for (std::size_t a = 0; a < modes; ++a) {
        gram.vector(a, a) = 1;
        total += gram.at(a, a).real();
    }
    if (!(total > 0) || !std::isfinite(total))
        return {{}, std::vector<double>(modes, 1.0 / static_cast<double>(modes))};
    diagonalise(gram);
    std::vector<std::size_t> order(modes);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return gram.at(a, a).real() > gram.at(b, b).real(); });
    ModeRotation rotation;
    for (std::size_t k = 0; k < modes; ++k) {
        rotation.power.push_back(std::max(0.0, gram.at(order[k], order[k]).real()) / total);
        for (std::size_t j = 0; j < modes; ++j) rotation.weights.emplace_back(gram.vector(j, order[k]));
    }
    return rotation;
}

std::vector<double> orthogonalise(Array<Complex, 3>& probe) {
    const std::size_t modes = probe.extent(0);
    std::vector<Wide> gram(modes * modes);
    for (std::size_t a = 0; a < modes; ++a)
        for (std::size_t b = a; b < modes; ++b) {
            gram[a * modes + b] = inner(probe, a, b);
            gram[b * modes + a] = std::conj(gram[a * modes + b]);
        }
    const ModeRotation rotation = orthogonalRotation(gram, modes);
    if (modes == 1 || rotation.weights.empty()) return rotation.power;
    Array<Complex, 3> rotated(probe.shape());
    for (std::size_t k = 0; k < modes; ++k) {
        const auto target = rotated.slab(k);
        for (std::size_t j = 0; j < modes; ++j) {
            const Complex weight = rotation.weights[k * modes + j];
            const auto source = probe.slab(j);
            for (std::size_t i = 0; i < target.size(); ++i) target[i] += weight * source[i];
        }
    }
    probe = std::move(rotated);
    return rotation.power;
}

void raiseModes(Array<Complex, 3>& probe, double least) {
    const double first = modePower(probe, 0);
    double before = first, after = first;
    for (std::size_t mode = 1; mode < probe.extent(0); ++mode) {
        const double power = modePower(probe, mode);
        const double raised = power > 0 ? std::max(power, least * first) : power;
        before += power, after += raised;
        if (raised > power) scaleMode(probe, mode, std::sqrt(raised / power));
    }
    if (!(after > before)) return;
    for (std::size_t mode = 0; mode < probe.extent(0); ++mode) scaleMode(probe, mode, std::sqrt(before / after));
}

SymmetricEigen diagonalised(const std::vector<double>& matrix) {
    const auto size = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(matrix.size()))));
    Hermitian m{size, std::vector<Wide>(matrix.begin(), matrix.end()), std::vector<Wide>(size * size)};
    for (std::size_t i = 0; i < size; ++i) m.vector(i, i) = 1;
    diagonalise(m); // of real numbers all stays real
    std::vector<std::size_t> order(size);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order,
                             [&](std::size_t a, std::size_t b) { return m.at(a, a).real() > m.at(b, b).real(); });
    SymmetricEigen eigen{std::vector<double>(size), std::vector<double>(size * size)};
    for (std::size_t col = 0; col < size; ++col) {
        eigen.values[col] = m.at(order[col], order[col]).real();
        for (std::size_t row = 0; row < size; ++row) eigen.vectors[row * size + col] = m.vector(row, order[col]).real();
    }
    return eigen;
}

} // namespace ewald::ptycho
