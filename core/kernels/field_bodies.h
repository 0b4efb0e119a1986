// SPDX-License-Identifier: GPL-3.0-or-later
//
// Kernel bodies of operations on whole arrays: objects, probes, their sums and directions. A region of an array of
// `cols` columns begins at (row, col); (y, x) count from there.
#pragma once

#include "kernels/complex.h"
#include "kernels/direction_bodies.h"
#include "kernels/ptycho_kernels.h"
#include "kernels/sum_tiles.h"

#include <cstddef>

namespace ewald::kernels {

/// Where a region lies in an array.
struct Corner {
    int cols, row, col;
    [[nodiscard]] EWALD_HD std::ptrdiff_t at(int y, int x) const {
        return static_cast<std::ptrdiff_t>(row + y) * cols + col + x;
    }
};

/// Flat: a sum in single precision.
struct RoundSum {
    const Cd* sum;
    Cf* out;
    EWALD_HD void operator()(int, int, int i) const {
        out[i] = {static_cast<float>(sum[i].re), static_cast<float>(sum[i].im)};
    }
};

/// Flat: sum = scale · in.
struct WidenSum {
    const Cf* in;
    Cd* sum;
    float scale;
    EWALD_HD void operator()(int, int, int i) const {
        const Cf value = scale * in[i];
        sum[i] = {static_cast<double>(value.re), static_cast<double>(value.im)};
    }
};

/// Flat: out = scale · Σ_k |wave_k|².
struct SumIntensity {
    const Cf* wave; ///< [mode][pixel]
    float* out;
    std::size_t pixels;
    int modes;
    float scale;
    EWALD_HD void operator()(int, int, int i) const {
        float sum = 0;
        EWALD_FEW
        for (int k = 0; k < modes; ++k)
            sum += norm2(wave[static_cast<std::size_t>(k) * pixels + static_cast<std::size_t>(i)]);
        out[i] = scale * sum;
    }
};

struct Clear {
    double* array;
    Corner corner;
    EWALD_HD void operator()(int, int y, int x) const { array[corner.at(y, x)] = 0; }
};

/// A region into consecutive memory, rows of `width`.
struct Pack {
    const double* array;
    Corner corner;
    double* packed;
    int width;
    EWALD_HD void operator()(int, int y, int x) const {
        packed[static_cast<std::ptrdiff_t>(y) * width + x] = array[corner.at(y, x)];
    }
};
struct Unpack {
    double* array;
    Corner corner;
    const double* packed;
    int width;
    EWALD_HD void operator()(int, int y, int x) const {
        array[corner.at(y, x)] = packed[static_cast<std::ptrdiff_t>(y) * width + x];
    }
};
struct AddPacked {
    double* array;
    Corner corner;
    const double* packed;
    int width;
    EWALD_HD void operator()(int, int y, int x) const {
        array[corner.at(y, x)] += packed[static_cast<std::ptrdiff_t>(y) * width + x];
    }
};

/// z = place in the list of tiles, (y, x) = pixel of the tile: the sums and weights of the object, tile by tile.
struct PackSums {
    SumTiles tiles;
    const Cd* sum;
    const double* weight;
    int cols; ///< of the object
    double* packed;
    EWALD_HD void operator()(int z, int y, int x) const {
        const unsigned number = tiles.tiles[z];
        const int r = SumTiles::rowOf(number) + y, c = SumTiles::colOf(number) + x;
        Cd s{0, 0};
        double w = 0;
        if (r < tiles.rows && c < tiles.cols) {
            const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(tiles.row + r) * cols + tiles.col + c;
            s = sum[at];
            w = weight[at];
        }
        double* out = packed + static_cast<std::ptrdiff_t>(z) * SumTiles::kNumbers + y * SumTiles::kCols + x;
        out[0] = s.re;
        out[SumTiles::kPixels] = s.im;
        out[2 * SumTiles::kPixels] = w;
    }
};
struct UnpackSums {
    SumTiles tiles;
    Cd* sum;
    double* weight;
    int cols;
    const double* packed;
    EWALD_HD void operator()(int z, int y, int x) const {
        const unsigned number = tiles.tiles[z];
        const int r = SumTiles::rowOf(number) + y, c = SumTiles::colOf(number) + x;
        if (r >= tiles.rows || c >= tiles.cols) return;
        const double* in = packed + static_cast<std::ptrdiff_t>(z) * SumTiles::kNumbers + y * SumTiles::kCols + x;
        const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(tiles.row + r) * cols + tiles.col + c;
        sum[at] = {in[0], in[SumTiles::kPixels]};
        weight[at] = in[2 * SumTiles::kPixels];
    }
};

/// (·, i): |array_i|².
struct PowerAt {
    const Cf* array;
    EWALD_HD float operator()(int, int i) const { return norm2(array[i]); }
};

/// overlapUpdate() of all layers, which share a weight; the sums are cleared.
struct OverlapLayers {
    Cf* target;
    Cd* sum;
    double* weight;
    int layers, rows;
    Corner corner;
    float inertia;
    EWALD_HD void operator()(int, int y, int x) const {
        const std::ptrdiff_t within = corner.at(y, x);
        EWALD_FEW
        for (int layer = 0; layer < layers; ++layer) {
            const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(layer) * rows * corner.cols + within;
            target[at] = overlapUpdate(target[at], {static_cast<float>(sum[at].re), static_cast<float>(sum[at].im)},
                                       static_cast<float>(weight[within]), inertia);
            sum[at] = {0, 0};
        }
        weight[within] = 0;
    }
};

/// target = dampedQuotient(sum, weight, floor) of all layers, which share a weight (null: 0). The sum is cleared.
struct MakeDirection {
    Cf* target;
    Cd* sum;
    const double* weight;
    int layers, rows;
    Corner corner;
    float floor;
    Cf* single; ///< the sum; null: not wanted
    EWALD_HD void operator()(int, int y, int x) const {
        const std::ptrdiff_t within = corner.at(y, x);
        EWALD_FEW
        for (int layer = 0; layer < layers; ++layer) {
            const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(layer) * rows * corner.cols + within;
            const Cf value = {static_cast<float>(sum[at].re), static_cast<float>(sum[at].im)};
            target[at] = dampedQuotient(value, weight ? static_cast<float>(weight[within]) : 0.0F, floor);
            if (single) single[at] = value;
            sum[at] = {0, 0};
        }
    }
};

/// target = dampedQuotient(values, weight, floor) of all layers, which share a weight.
struct Precondition {
    Cf* target;
    const Cf* values;
    const double* weight;
    int layers, rows;
    Corner corner;
    float floor;
    EWALD_HD void operator()(int, int y, int x) const {
        const std::ptrdiff_t within = corner.at(y, x);
        EWALD_FEW
        for (int layer = 0; layer < layers; ++layer) {
            const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(layer) * rows * corner.cols + within;
            target[at] = dampedQuotient(values[at], static_cast<float>(weight[within]), floor);
        }
    }
};

/// Flat: target += momentChange(sum, first, second). The sum is cleared.
struct MomentUpdate {
    Cf* target;
    Cd* sum;
    Cf* first;
    Cf* second; ///< null: no squares
    MomentRule rule;
    EWALD_HD void operator()(int, int, int i) const {
        const Cf gradient = {static_cast<float>(sum[i].re), static_cast<float>(sum[i].im)};
        target[i] = target[i] + momentChange(gradient, first[i], second ? second + i : nullptr, rule);
        sum[i] = {0, 0};
    }
};

/// target = scale·target + factor·other.
struct Combine {
    Cf* target;
    float scale;
    const Cf* other;
    float factor;
    Corner corner;
    EWALD_HD void operator()(int, int y, int x) const {
        const std::ptrdiff_t at = corner.at(y, x);
        target[at] = scale * target[at] + factor * other[at];
    }
};

/// From one array into another.
struct CopyWindow {
    const Cf* from;
    Corner begin;
    Cf* to;
    Corner target;
    EWALD_HD void operator()(int, int y, int x) const { to[target.at(y, x)] = from[begin.at(y, x)]; }
};

struct ScaleAll {
    Cf* array;
    float factor;
    EWALD_HD void operator()(int, int, int i) const { array[i] = factor * array[i]; }
};

/// Flat: array = factor·array.
struct TurnAll {
    Cf* array;
    Cf factor;
    EWALD_HD void operator()(int, int, int i) const { array[i] = factor * array[i]; }
};

struct Fill {
    Cf* array;
    Cf value;
    Corner corner;
    EWALD_HD void operator()(int, int y, int x) const { array[corner.at(y, x)] = value; }
};

struct LimitAmplitudes {
    Cf* array;
    float low, high;
    EWALD_HD void operator()(int, int, int i) const { array[i] = limitAmplitude(array[i], low, high); }
};

/// velocity = friction·velocity + (value − reference); value = reference + velocity; reference = value.
struct Accelerate {
    Cf* value;
    Cf* reference;
    Cf* velocity;
    float friction;
    EWALD_HD void operator()(int, int, int i) const {
        velocity[i] = friction * velocity[i] + (value[i] - reference[i]);
        value[i] = reference[i] + velocity[i];
        reference[i] = value[i];
    }
};

/// z = pair (a, b) of the layers, a ≤ b, counted (0, 0), (0, 1) … (1, 1) …: a* b of a pixel, two numbers.
struct PairTerms {
    const Cf* arrays; ///< [layer][n][n]
    int layers, n;
    EWALD_HD Cf operator()(int z, int y, int x) const {
        int a = 0, beyond = z; // of the pair (a, a)
        for (; beyond >= layers - a; ++a) beyond -= layers - a;
        const std::size_t pixels = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
        const std::size_t pixel =
            static_cast<std::size_t>(y) * static_cast<std::size_t>(n) + static_cast<std::size_t>(x);
        return conjMul(arrays[static_cast<std::size_t>(a) * pixels + pixel],
                       arrays[static_cast<std::size_t>(a + beyond) * pixels + pixel]);
    }
};

/// (y, x) = pixel: mixed[a] = Σ_b weights[a][b] · arrays[b].
struct MixLayers {
    const Cf* arrays;  ///< [layer][n][n]
    const Cf* weights; ///< [layer][layer]
    Cf* mixed;
    int layers, n;
    EWALD_HD void operator()(int, int y, int x) const {
        const std::size_t pixels = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
        const std::size_t pixel =
            static_cast<std::size_t>(y) * static_cast<std::size_t>(n) + static_cast<std::size_t>(x);
        EWALD_FEW
        for (int a = 0; a < layers; ++a) {
            Cf sum{0, 0};
            EWALD_FEW
            for (int b = 0; b < layers; ++b)
                sum = sum + weights[a * layers + b] * arrays[static_cast<std::size_t>(b) * pixels + pixel];
            mixed[static_cast<std::size_t>(a) * pixels + pixel] = sum;
        }
    }
};

/// (y, x) = pixel: arrays[layer] *= factor.
struct MultiplyLayers {
    Cf* arrays; ///< [layer][n][n]
    const float* factor;
    int layers, n;
    EWALD_HD void operator()(int, int y, int x) const {
        const std::size_t pixels = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
        std::size_t at = static_cast<std::size_t>(y) * static_cast<std::size_t>(n) + static_cast<std::size_t>(x);
        const float by = factor[at];
        EWALD_FEW
        for (int layer = 0; layer < layers; ++layer, at += pixels) arrays[at] = by * arrays[at];
    }
};

} // namespace ewald::kernels
