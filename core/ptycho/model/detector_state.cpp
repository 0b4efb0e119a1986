// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/model/detector_state.h"

#include "base/error.h"

#include <algorithm>
#include <cmath>

namespace ewald::ptycho {
namespace {

constexpr int kSmoothing_px = 3;

/// Takes the least-squares plane over `positions` out of `values`: of scans along one line what lies along it.
void removePlane(std::span<double> values, std::span<const PixelPosition> positions) {
    constexpr double kRidge = 1e-9; // of what the positions span: keeps the normal equations of a line solvable
    const auto count = static_cast<double>(values.size());
    double mean = 0, row = 0, col = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
        mean += values[i] / count, row += positions[i].row / count, col += positions[i].col / count;
    double rr = 0, rc = 0, cc = 0, rv = 0, cv = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double r = positions[i].row - row, c = positions[i].col - col, v = values[i] - mean;
        rr += r * r, rc += r * c, cc += c * c, rv += r * v, cv += c * v;
    }
    const double ridge = kRidge * (rr + cc);
    rr += ridge, cc += ridge;
    const double determinant = rr * cc - rc * rc;
    const double alongRow = determinant > 0 ? (rv * cc - cv * rc) / determinant : 0;
    const double alongCol = determinant > 0 ? (cv * rr - rv * rc) / determinant : 0;
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] -= mean + alongRow * (positions[i].row - row) + alongCol * (positions[i].col - col);
}

/// One pass of a Gaussian along rows or columns of the n×n values of a detector, whose row and column `zero` come
/// first; beyond its edges there is nothing.
std::vector<double> blurred(const std::vector<double>& values, std::size_t n, std::size_t zero, bool alongRows) {
    constexpr int kReach = 3 * kSmoothing_px;
    double kernel[kReach + 1];
    for (int i = 0; i <= kReach; ++i) kernel[i] = std::exp(-0.5 * i * i / (kSmoothing_px * kSmoothing_px));
    std::vector<double> out(values.size());
    const auto size = static_cast<int>(n), first = static_cast<int>(zero);
    for (int a = 0; a < size; ++a)
        for (int b = 0; b < size; ++b) {
            const auto at = [&](int onDetector) {
                const int i = (onDetector + size - first) % size;
                return static_cast<std::size_t>(alongRows ? a * size + i : i * size + a);
            };
            double sum = 0;
            for (int i = std::max(0, b - kReach); i <= std::min(size - 1, b + kReach); ++i)
                sum += kernel[std::abs(i - b)] * values[at(i)];
            out[at(b)] = sum;
        }
    return out;
}

} // namespace

std::vector<float> firstBackground(std::size_t pixels, double meanCounts) {
    return std::vector<float>(pixels, static_cast<float>(std::max(1e-6, 1e-3 * meanCounts)));
}

void refineBackground(std::span<float> background, std::span<const double> sums, std::size_t zero) {
    constexpr double kDamping = 0.1; // λ
    constexpr double kLeast = 1e-9;
    const std::size_t pixels = background.size();
    const auto n = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(pixels))));
    if (sums.size() != compute::kBackgroundTerms * pixels || n * n != pixels || zero >= n)
        throw InternalError("background sums of another size");
    std::vector<double> trust(pixels), part(pixels);
    for (std::size_t i = 0; i < pixels; ++i) {
        const double share = sums[i], weight = sums[pixels + i], valid = sums[2 * pixels + i];
        if (!(valid > 0)) continue;
        const auto b = static_cast<double>(background[i]);
        trust[i] = weight / valid;
        part[i] = trust[i] * std::max(kLeast, b + (share - valid * b) / (weight + kDamping * valid));
    }
    const std::vector<double> trustAround = blurred(blurred(trust, n, zero, true), n, zero, false);
    const std::vector<double> partAround = blurred(blurred(part, n, zero, true), n, zero, false);
    for (std::size_t i = 0; i < pixels; ++i) {
        if (!(trust[i] > 0) || !(trustAround[i] > 0)) continue;
        const double own = trust[i] / (trust[i] + kDamping);
        const double value = own * part[i] / trust[i] + (1 - own) * partAround[i] / trustAround[i];
        background[i] = static_cast<float>(std::max(kLeast, value));
    }
}

std::vector<float> pointSpreadWeights(double sigma_px) {
    constexpr double kLeast = 1e-8; // of the light, in the last pixel
    if (!(sigma_px > 0) || sigma_px > kWidestPointSpread_px) throw InternalError("a point spread out of range");
    const double variance = sigma_px * sigma_px;
    std::vector<double> parts;
    double all = 0;
    do {
        parts.push_back(std::exp(-variance) * std::cyl_bessel_i(static_cast<double>(parts.size()), variance));
        all += (parts.size() == 1 ? 1 : 2) * parts.back();
    } while (parts.back() > kLeast);
    std::vector<float> weights;
    for (const double part : parts) weights.push_back(static_cast<float>(part / all));
    return weights;
}

double refinedSpread(double sigma_px, std::span<const compute::SpreadTerms> terms) {
    constexpr double kNarrowest_px = 0.05; // as good as none
    double slope = 0, curvature = 0;
    for (const compute::SpreadTerms& frame : terms) slope += frame.slope, curvature += frame.curvature;
    if (!(curvature > 0)) return sigma_px;
    const double variance = sigma_px * sigma_px;
    const double stepped = std::clamp(variance - slope / curvature, variance / 2, 2 * variance);
    return std::clamp(std::sqrt(stepped), kNarrowest_px, kWidestPointSpread_px);
}

void refineBeam(std::vector<double>& beam, std::span<const compute::FrameFigures> figures,
                std::span<const PixelPosition> positions) {
    constexpr double kGain = 0.5;        // of the logarithm's step
    constexpr double kLargestStep = 0.5; // of the logarithm of w² at once
    constexpr double kRange = 4.6;       // of the logarithm: a hundred times more or less than the rest
    const std::size_t frames = figures.size();
    if (positions.size() != frames) throw InternalError("figures of another number of frames");
    beam.resize(frames, 1);
    std::vector<double> logarithms(frames);
    for (std::size_t i = 0; i < frames; ++i) {
        const compute::FrameFigures& f = figures[i];
        const double ratio = f.measured > 0 && f.modelled > 0 ? std::log(f.measured / f.modelled) : 0;
        logarithms[i] = 2 * std::log(beam[i]) + kGain * std::clamp(ratio, -kLargestStep, kLargestStep);
    }
    removePlane(logarithms, positions);
    double mean = 0;
    for (double& value : logarithms) {
        value = std::clamp(value, -kRange, kRange);
        mean += std::exp(value) / static_cast<double>(frames);
    }
    for (std::size_t i = 0; i < frames; ++i) beam[i] = std::sqrt(std::exp(logarithms[i]) / mean);
}

} // namespace ewald::ptycho
