// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/model/variable_probe.h"

#include "ptycho/model/probe_algebra.h"
#include "ptycho/model/random.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

namespace ewald::ptycho {
namespace {

using Wide = std::complex<double>;

constexpr double kModeDamping = 0.1;   ///< of the largest weight of a mode's sums
constexpr double kWeightDamping = 0.1; ///< of the frames' mean curvature
constexpr double kRareWeight = 0.95;   ///< the part of the frames whose weights …
constexpr double kFarthest = 1.5;      ///< … times this are the limit of all

/// Σ conj(a) b
Wide inner(std::span<const Complex> a, std::span<const Complex> b) {
    Wide sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += std::conj(Wide(a[i])) * Wide(b[i]);
    return sum;
}

double normOf(std::span<const Complex> values) { return std::sqrt(inner(values, values).real()); }

void add(std::span<Complex> target, Wide factor, std::span<const Complex> other) {
    for (std::size_t i = 0; i < target.size(); ++i) target[i] += Complex(factor * Wide(other[i]));
}

bool isZero(std::span<const Complex> values) {
    return std::ranges::all_of(values, [](const Complex& value) { return value == Complex(0); });
}

void stepMode(std::span<Complex> mode, std::span<const Complex> sum, std::span<const double> weight) {
    const double floor = kModeDamping * *std::ranges::max_element(weight);
    if (!(floor > 0)) return;
    for (std::size_t i = 0; i < mode.size(); ++i) mode[i] += Complex(Wide(sum[i]) / (weight[i] + floor));
}

void stepWeights(VariableProbe& state, std::size_t mode, std::span<const kernels::WeightNormals<double>> normals) {
    double mean = 0;
    for (const auto& n : normals) mean += n.curvature[mode] / static_cast<double>(normals.size());
    if (!(mean > 0)) return;
    for (std::size_t i = 0; i < normals.size(); ++i)
        state.weights[i * state.count() + mode] +=
            normals[i].slope[mode] / (normals[i].curvature[mode] + kWeightDamping * mean);
}

/// Which part of the variance of a mode's weights is linear in the position.
double linearPart(const VariableProbe& state, std::size_t mode, std::span<const PixelPosition> positions) {
    const std::size_t count = state.count();
    const auto frames = static_cast<double>(positions.size());
    double row = 0, col = 0, mean = 0;
    for (std::size_t i = 0; i < positions.size(); ++i)
        row += positions[i].row / frames, col += positions[i].col / frames,
            mean += state.weights[i * count + mode] / frames;
    double rr = 0, cc = 0, rc = 0, rw = 0, cw = 0, ww = 0;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const double r = positions[i].row - row, c = positions[i].col - col;
        const double w = state.weights[i * count + mode] - mean;
        rr += r * r, cc += c * c, rc += r * c, rw += r * w, cw += c * w, ww += w * w;
    }
    const double determinant = rr * cc - rc * rc;
    if (!(ww > 0)) return 1; // a mode that begins
    if (!(determinant > 1e-9 * rr * cc)) return rr + cc > 0 ? std::min(1.0, (rw * rw + cw * cw) / ((rr + cc) * ww)) : 0;
    return std::clamp((cc * rw * rw - 2 * rc * rw * cw + rr * cw * cw) / (determinant * ww), 0.0, 1.0);
}

/// P_0 times row and column of the window, and its derivatives along these; orthogonal to P_0 and each other.
std::vector<std::vector<Complex>> explainedByObject(std::span<const Complex> first, std::size_t n) {
    std::vector<std::vector<Complex>> changes = {{first.begin(), first.end()}, {first.begin(), first.end()}};
    for (std::size_t i = 0; i < first.size(); ++i) {
        changes[0][i] *= static_cast<float>(i / n) - static_cast<float>(n / 2);
        changes[1][i] *= static_cast<float>(i % n) - static_cast<float>(n / 2);
    }
    for (const std::size_t step : {n, std::size_t{1}}) {
        std::vector<Complex> slope(first.size());
        for (std::size_t i = 0; i < first.size(); ++i)
            slope[i] = first[(i + step) % first.size()] - first[(i + first.size() - step) % first.size()];
        changes.push_back(std::move(slope));
    }
    for (std::size_t k = 0; k < changes.size(); ++k) {
        add(changes[k], -inner(first, changes[k]) / inner(first, first).real(), first);
        for (std::size_t l = 0; l < k; ++l)
            if (inner(changes[l], changes[l]).real() > 0)
                add(changes[k], -inner(changes[l], changes[k]) / inner(changes[l], changes[l]).real(), changes[l]);
    }
    return changes;
}

void removeExplained(VariableProbe& state, std::span<const Complex> first, std::span<const PixelPosition> positions) {
    const std::vector<std::vector<Complex>> changes = explainedByObject(first, state.modes.extent(1));
    for (std::size_t j = 0; j < state.count(); ++j) {
        const double part = linearPart(state, j, positions);
        for (const std::vector<Complex>& change : changes)
            if (const double power = inner(change, change).real(); power > 0)
                add(state.modes.slab(j), -part * inner(change, state.modes.slab(j)) / power, change);
    }
}

/// The singular value decomposition of the changes Σ_j c_ij V_j of all frames, from the products of the factors alone:
/// modes orthogonal (of real factors) and of norm `norm`, weights orthogonal, the strongest first.
void decompose(VariableProbe& state, double norm) {
    const std::size_t count = state.count(), frames = state.weights.size() / count;
    std::vector<double> gram(count * count);
    for (std::size_t a = 0; a < count; ++a)
        for (std::size_t b = 0; b < count; ++b)
            gram[a * count + b] = inner(state.modes.slab(a), state.modes.slab(b)).real();
    const SymmetricEigen ofModes = diagonalised(gram);
    // V = √Λ Qᵀ V' and so C' = C Q √Λ; a mode of no norm has no weights either.
    const double largest = *std::ranges::max_element(ofModes.values);
    if (!(largest > 0)) return;
    std::vector<double> root(count), inverse(count);
    for (std::size_t j = 0; j < count; ++j) {
        root[j] = ofModes.values[j] > 1e-12 * largest ? std::sqrt(ofModes.values[j]) : 0;
        inverse[j] = root[j] > 0 ? 1 / root[j] : 0;
    }
    std::vector<double> weights(state.weights.size());
    std::vector<double> products(count * count);
    for (std::size_t i = 0; i < frames; ++i) {
        double* const to = weights.data() + i * count;
        for (std::size_t j = 0; j < count; ++j)
            for (std::size_t k = 0; k < count; ++k)
                to[j] += root[j] * state.weights[i * count + k] * ofModes.vector(k, j);
        for (std::size_t a = 0; a < count; ++a)
            for (std::size_t b = 0; b < count; ++b) products[a * count + b] += to[a] * to[b];
    }
    const SymmetricEigen ofWeights = diagonalised(products);
    Array<Complex, 3> modes(state.modes.shape());
    for (std::size_t j = 0; j < count; ++j)
        for (std::size_t k = 0; k < count; ++k) {
            double factor = 0; // Uᵀ Λ^(−1/2) Qᵀ
            for (std::size_t l = 0; l < count; ++l)
                factor += ofWeights.vector(l, j) * inverse[l] * ofModes.vector(k, l);
            add(modes.slab(j), norm * factor, state.modes.slab(k));
        }
    for (std::size_t i = 0; i < frames; ++i)
        for (std::size_t j = 0; j < count; ++j) {
            double weight = 0;
            for (std::size_t l = 0; l < count; ++l) weight += weights[i * count + l] * ofWeights.vector(l, j);
            state.weights[i * count + j] = norm > 0 ? weight / norm : 0;
        }
    state.modes = std::move(modes);
}

/// Those far beyond the others are cut off, and those beyond `most`.
void limitWeights(VariableProbe& state, std::size_t mode, double most) {
    const std::size_t count = state.count(), frames = state.weights.size() / count;
    std::vector<double> sizes;
    for (std::size_t i = 0; i < frames; ++i) sizes.push_back(std::abs(state.weights[i * count + mode]));
    const auto rare = sizes.begin() + static_cast<std::ptrdiff_t>(kRareWeight * static_cast<double>(frames - 1));
    std::ranges::nth_element(sizes, rare);
    const double limit = std::min(most, kFarthest * *rare);
    for (std::size_t i = 0; i < frames; ++i) {
        double& weight = state.weights[i * count + mode];
        weight = std::isfinite(weight) ? std::clamp(weight, -limit, limit) : 0;
    }
}

/// The mean of the weights goes to the first mode of the probe.
void takeMean(VariableProbe& state, std::span<Complex> first, std::size_t mode) {
    const std::size_t count = state.count(), frames = state.weights.size() / count;
    double mean = 0;
    for (std::size_t i = 0; i < frames; ++i) mean += state.weights[i * count + mode] / static_cast<double>(frames);
    for (std::size_t i = 0; i < frames; ++i) state.weights[i * count + mode] -= mean;
    add(first, mean, state.modes.slab(mode));
}

} // namespace

void beginVariableModes(VariableProbe& state, std::size_t count, std::size_t frames, std::size_t n,
                        unsigned long long seed) {
    const std::size_t before = state.count();
    if (count == before) return;
    VariableProbe changed{Array<Complex, 3>({count, n, n}), std::vector<double>(frames * count)};
    const std::size_t kept = std::min(count, before);
    for (std::size_t j = 0; j < kept; ++j) std::ranges::copy(state.modes.slab(j), changed.modes.slab(j).begin());
    for (std::size_t i = 0; i < frames; ++i) {
        for (std::size_t j = 0; j < kept; ++j) changed.weights[i * count + j] = state.weights[i * before + j];
        Random random(seed + 0x70726f6265ULL, i);
        for (std::size_t j = kept; j < count; ++j) changed.weights[i * count + j] = random.uniform() < 0.5 ? -1.0 : 1.0;
    }
    state = std::move(changed);
}

void refineVariableProbe(VariableProbe& state, std::span<Complex> first, const VariableProbeSums& found,
                         const VariableProbeRule& rule) {
    const std::size_t count = state.count(), pixels = first.size(), frames = found.normals.size();
    double power = inner(first, first).real();
    if (count == 0 || frames == 0 || !(power > 0) || !std::isfinite(power)) return;
    for (std::size_t j = 0; j < count; ++j) {
        const bool begins = isZero(state.modes.slab(j));
        stepMode(state.modes.slab(j), found.sums.subspan(j * pixels, pixels),
                 found.weights.subspan(j * pixels, pixels));
        if (!begins) {
            stepWeights(state, j, found.normals);
            continue;
        }
        for (std::size_t i = 0; i < frames; ++i) state.weights[i * count + j] = 0;
        if (const double norm = normOf(state.modes.slab(j)); norm > 0) // comparable with the others
            for (Complex& value : state.modes.slab(j)) value *= static_cast<float>(std::sqrt(power) / norm);
    }
    for (std::size_t j = 0; j < count; ++j) {
        limitWeights(state, j, std::numeric_limits<double>::max());
        takeMean(state, first, j);
    }
    power = inner(first, first).real();
    for (std::size_t j = 0; j < count; ++j) add(state.modes.slab(j), -inner(first, state.modes.slab(j)) / power, first);
    removeExplained(state, first, found.positions);
    decompose(state, std::sqrt(power));
    for (std::size_t j = 0; j < count; ++j) {
        smoothWeights(state.weights, count, j, rule.smoothing);
        limitWeights(state, j, 1);
        takeMean(state, first, j);
    }
}

void smoothWeights(std::span<double> weights, std::size_t count, std::size_t mode, std::size_t window) {
    if (window < 3) return;
    const std::size_t frames = weights.size() / count;
    std::vector<double> column(frames), near;
    for (std::size_t i = 0; i < frames; ++i) column[i] = weights[i * count + mode];
    for (std::size_t i = 0; i < frames; ++i) {
        const std::size_t reach = std::min({window / 2, i, frames - 1 - i});
        near.assign(column.begin() + static_cast<std::ptrdiff_t>(i - reach),
                    column.begin() + static_cast<std::ptrdiff_t>(i + reach + 1));
        const auto middle = near.begin() + static_cast<std::ptrdiff_t>(reach);
        std::ranges::nth_element(near, middle);
        weights[i * count + mode] = *middle;
    }
}

} // namespace ewald::ptycho
