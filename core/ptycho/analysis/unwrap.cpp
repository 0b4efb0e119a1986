// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/analysis/unwrap.h"

#include "base/units.h"
#include "ptycho/analysis/scan_map.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <queue>
#include <vector>

namespace ewald::ptycho {
namespace {

constexpr double kFewResidues = 0.001;

/// How reliable each pixel is; 0 = no part of the image.
std::vector<float> qualityOf(const Array<Complex, 2>& image, std::span<const float> weight) {
    std::vector<float> quality(image.size());
    for (std::size_t i = 0; i < image.size(); ++i) {
        const float q = std::abs(image.data()[i]) * (weight.empty() ? 1.0F : weight[i]);
        quality[i] = std::isfinite(q) && q > 0 ? q : 0.0F;
    }
    return quality;
}

/// Phase step from one pixel to another, −π…π.
double stepBetween(Complex from, Complex to) {
    return std::arg(std::complex<double>(to) * std::conj(std::complex<double>(from)));
}

double residuesOf(const Array<Complex, 2>& image, const std::vector<float>& quality) {
    const auto [rows, cols] = image.shape();
    std::size_t squares = 0, residues = 0;
    for (std::size_t r = 0; r + 1 < rows; ++r)
        for (std::size_t c = 0; c + 1 < cols; ++c) {
            const std::size_t corner[4] = {r * cols + c, r * cols + c + 1, (r + 1) * cols + c + 1, (r + 1) * cols + c};
            if (std::any_of(corner, corner + 4, [&](std::size_t i) { return quality[i] <= 0; })) continue;
            double turn = 0;
            for (std::size_t k = 0; k < 4; ++k)
                turn += stepBetween(image.data()[corner[k]], image.data()[corner[(k + 1) % 4]]);
            ++squares;
            if (std::abs(turn) > kPi) ++residues;
        }
    return squares > 0 ? static_cast<double>(residues) / static_cast<double>(squares) : 0;
}

/// Calls `use` with each of the four neighbours of a pixel.
template <class Use>
void forNeighbours(std::size_t pixel, std::size_t rows, std::size_t cols, const Use& use) {
    const std::size_t r = pixel / cols, c = pixel % cols;
    if (r > 0) use(pixel - cols);
    if (r + 1 < rows) use(pixel + cols);
    if (c > 0) use(pixel - 1);
    if (c + 1 < cols) use(pixel + 1);
}

void floodFill(const Array<Complex, 2>& image, const std::vector<float>& quality, Array<float, 2>& phase) {
    struct Candidate {
        float quality;
        std::size_t pixel;
        double phase;
        bool operator<(const Candidate& other) const { return quality < other.quality; }
    };
    const auto [rows, cols] = image.shape();
    std::vector<std::size_t> seeds(image.size());
    std::iota(seeds.begin(), seeds.end(), std::size_t{0});
    std::sort(seeds.begin(), seeds.end(), [&](std::size_t a, std::size_t b) { return quality[a] > quality[b]; });
    std::vector<std::uint8_t> done(image.size(), 0);
    std::priority_queue<Candidate> waiting;
    for (const std::size_t seed : seeds) {
        if (quality[seed] <= 0) break;
        if (done[seed] != 0) continue;
        waiting.push({quality[seed], seed, static_cast<double>(std::arg(image.data()[seed]))});
        while (!waiting.empty()) {
            const Candidate now = waiting.top();
            waiting.pop();
            if (done[now.pixel] != 0) continue;
            done[now.pixel] = 1;
            phase.data()[now.pixel] = static_cast<float>(now.phase);
            forNeighbours(now.pixel, rows, cols, [&](std::size_t next) {
                if (done[next] != 0 || quality[next] <= 0) return;
                waiting.push(
                    {quality[next], next, now.phase + stepBetween(image.data()[now.pixel], image.data()[next])});
            });
        }
    }
}

void leastSquares(const Array<Complex, 2>& image, const std::vector<float>& quality, Array<float, 2>& phase) {
    const auto [rows, cols] = image.shape();
    Array<float, 2> down({rows, cols}), right({rows, cols});
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < cols; ++c) {
            const std::size_t i = r * cols + c;
            const auto step = [&](std::size_t j) {
                const bool both = quality[i] > 0 && quality[j] > 0;
                return both ? static_cast<float>(stepBetween(image.data()[i], image.data()[j])) : 0.0F;
            };
            if (r + 1 < rows) down(r, c) = step(i + cols);
            if (c + 1 < cols) right(r, c) = step(i + 1);
        }
    const Array<float, 2> smooth = integrateDifferences(down, right);
    for (std::size_t i = 0; i < image.size(); ++i) {
        if (quality[i] <= 0) continue;
        const double near = static_cast<double>(smooth.data()[i]);
        phase.data()[i] =
            static_cast<float>(near + std::arg(std::complex<double>(image.data()[i]) * std::polar(1.0, -near)));
    }
}

} // namespace

UnwrappedPhase unwrapPhase(const Array<Complex, 2>& image, std::span<const float> weight) {
    UnwrappedPhase found;
    found.phase = Array<float, 2>(image.shape(), std::numeric_limits<float>::quiet_NaN());
    if (image.empty()) return found;
    const std::vector<float> quality = qualityOf(image, weight);
    found.residues = residuesOf(image, quality);
    found.leastSquares = found.residues > kFewResidues;
    if (found.leastSquares)
        leastSquares(image, quality, found.phase);
    else
        floodFill(image, quality, found.phase);
    return found;
}

} // namespace ewald::ptycho
