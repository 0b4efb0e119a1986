// SPDX-License-Identifier: GPL-3.0-or-later
//
// Kernel bodies of the sums into object and probe. Sums are gathered: each pixel reads the frames that touch it, so
// that no scatter is needed and no order matters. Which frames these are is found once for each tile of the object.
#pragma once

#include "kernels/ptycho_bodies.h"
#include "kernels/sum_grid.h"

namespace ewald::kernels {

/// The tiles of a rectangle of the object, each with a mask of the frames whose windows reach into it: bit b of word w
/// is frame 32w + b of the call. A warp of a GPU lies in one tile and goes through the same frames.
struct TileMasks {
    static constexpr int kRows = 16;
    static constexpr int kCols = 32;
    static constexpr int kBits = 32;

    unsigned* words; ///< [tile row][tile column][word]
    int row, col;    ///< first pixel of the rectangle
    int tileCols;
    int wordsPerTile;

    static int tilesOf(int pixels, int tile) { return (pixels + tile - 1) / tile; }
    static int wordsOf(int frames) { return (frames + kBits - 1) / kBits; }

    [[nodiscard]] EWALD_HD unsigned* of(int tileRow, int tileCol) const {
        return words + (static_cast<std::size_t>(tileRow) * static_cast<std::size_t>(tileCols) +
                        static_cast<std::size_t>(tileCol)) *
                           static_cast<std::size_t>(wordsPerTile);
    }
};

/// z = word; (y, x) = tile: finds the frames. `reach`: pixels of a window along each axis.
struct FindFrames {
    TileMasks tiles;
    const FramePlace* places;
    int frames, reach;
    EWALD_HD void operator()(int word, int tileRow, int tileCol) const {
        const int top = tiles.row + tileRow * TileMasks::kRows;
        const int left = tiles.col + tileCol * TileMasks::kCols;
        unsigned mask = 0;
        for (int bit = 0; bit < TileMasks::kBits; ++bit) {
            const int frame = word * TileMasks::kBits + bit;
            if (frame >= frames) break;
            const FramePlace& p = places[frame];
            const bool touches = p.row < top + TileMasks::kRows && p.row + reach > top &&
                                 p.col < left + TileMasks::kCols && p.col + reach > left;
            mask |= static_cast<unsigned>(touches) << bit;
        }
        tiles.of(tileRow, tileCol)[word] = mask;
    }
};

/// The contributions of the frames of a call to one pixel of the object.
struct ObjectGather {
    TileMasks tiles;
    const Cf* wave; ///< [frame][mode][n][n]
    const Cf* probe;
    std::size_t probeStride; ///< between frames
    const FramePlace* places;
    int n, modes;
    bool bilinear;
    SumGrid sumGrid, weightGrid;

    /// Σ_k conj(P) w and Σ_k |P|² of one pixel of one window; zero outside.
    EWALD_HD void pixelOf(int frame, int y, int x, Cf& gradient, float& intensity) const {
        gradient = {0, 0};
        intensity = 0;
        if (y < 0 || x < 0 || y >= n || x >= n) return;
        const std::size_t pixels = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
        const std::size_t pixel =
            static_cast<std::size_t>(y) * static_cast<std::size_t>(n) + static_cast<std::size_t>(x);
        const Cf* p = probe + static_cast<std::size_t>(frame) * probeStride + pixel;
        const Cf* w = wave + static_cast<std::size_t>(frame) * static_cast<std::size_t>(modes) * pixels + pixel;
        for (int k = 0; k < modes; ++k) {
            const Cf value = p[static_cast<std::size_t>(k) * pixels];
            gradient = gradient + conjMul(value, w[static_cast<std::size_t>(k) * pixels]);
            intensity += norm2(value);
        }
    }

    /// \param y, x from the first pixel of the rectangle
    EWALD_HD void total(int y, int x, Cd& sum, double& weight) const {
        const unsigned* words = tiles.of(y / TileMasks::kRows, x / TileMasks::kCols);
        long long re = 0, im = 0, den = 0;
        for (int word = 0; word < tiles.wordsPerTile; ++word)
            for (unsigned mask = words[word]; mask != 0; mask &= mask - 1) {
                const int frame = word * TileMasks::kBits + lowestBit(mask);
                const FramePlace& p = places[frame];
                const int r = tiles.row + y - p.row, c = tiles.col + x - p.col;
                if (r < 0 || c < 0 || r > n || c > n) continue;
                Cf g;
                float i;
                pixelOf(frame, r, c, g, i);
                if (bilinear) { // the adjoint of ObjectView::at
                    const BilinearWeights w = BilinearWeights::of(p);
                    Cf g01, g10, g11;
                    float i01, i10, i11;
                    pixelOf(frame, r, c - 1, g01, i01);
                    pixelOf(frame, r - 1, c, g10, i10);
                    pixelOf(frame, r - 1, c - 1, g11, i11);
                    g = w.w00 * g + w.w01 * g01 + w.w10 * g10 + w.w11 * g11;
                    i = w.w00 * i + w.w01 * i01 + w.w10 * i10 + w.w11 * i11;
                }
                re += sumGrid.count(g.re);
                im += sumGrid.count(g.im);
                den += weightGrid.count(i);
            }
        sum = {sumGrid.value(re), sumGrid.value(im)};
        weight = weightGrid.value(den);
    }
};

/// (y, x) = pixel of the rectangle: adds to the sums of the object.
struct AddObjectSums {
    ObjectGather gather;
    Cd* sum;
    double* weight;
    int cols; ///< of the object
    EWALD_HD void operator()(int, int y, int x) const {
        Cd total;
        double totalWeight;
        gather.total(y, x, total, totalWeight);
        const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(gather.tiles.row + y) * cols + gather.tiles.col + x;
        sum[at].re += total.re;
        sum[at].im += total.im;
        weight[at] += totalWeight;
    }
};

/// (y, x) = pixel of the rectangle: the sums of one call that has all frames, in the form used by the update. Returns
/// the weight, for its maximum.
struct KeepObjectSums {
    ObjectGather gather;
    Cf* sum; ///< of the rectangle
    float* weight;
    int cols; ///< of the rectangle
    EWALD_HD float operator()(int y, int x) const {
        Cd total;
        double totalWeight;
        gather.total(y, x, total, totalWeight);
        const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(y) * cols + x;
        sum[at] = {static_cast<float>(total.re), static_cast<float>(total.im)};
        weight[at] = static_cast<float>(totalWeight);
        return weight[at];
    }
};

/// (y, x) = pixel of the rectangle: pieUpdate() from such sums.
struct UpdateObject {
    const Cf* sum;
    const float* weight;
    const float* maxWeight;
    Cf* object; ///< first pixel of the rectangle
    int sumCols, objectCols;
    float alpha, step;
    EWALD_HD void operator()(int, int y, int x) const {
        const std::ptrdiff_t from = static_cast<std::ptrdiff_t>(y) * sumCols + x;
        Cf& target = object[static_cast<std::ptrdiff_t>(y) * objectCols + x];
        target = pieUpdate(target, sum[from], weight[from], *maxWeight, alpha, step);
    }
};

/// z = mode·groups + group: adds conj(O)·w of every groups-th frame; mode 0 also adds |O|². Groups: a probe has few
/// pixels, and a GPU needs many work items.
struct GatherProbe {
    ObjectView object;
    const Cf* product;    ///< null: conj(O)·w is computed here; else [frame][mode][n][n], already shifted back
    const Cf* wave;       ///< [frame][mode][n][n]
    const int* waveIndex; ///< wave is by local frame; null: by frame of the call
    const FramePlace* places;
    int frames, n, modes, groups;
    SumGrid sumGrid, weightGrid;
    Cd* sum;
    double* weight;
    EWALD_HD void operator()(int z, int y, int x) const {
        const std::size_t pixels = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
        const std::size_t pixel =
            static_cast<std::size_t>(y) * static_cast<std::size_t>(n) + static_cast<std::size_t>(x);
        const int mode = z / groups;
        long long re = 0, im = 0, den = 0;
        for (int frame = z % groups; frame < frames; frame += groups) {
            const int at = waveIndex && !product ? waveIndex[frame] : frame;
            const std::size_t source =
                (static_cast<std::size_t>(at) * static_cast<std::size_t>(modes) + static_cast<std::size_t>(mode)) *
                    pixels +
                pixel;
            Cf o{0, 0};
            if (!product || mode == 0) o = object.at(places[frame], y, x);
            const Cf h = product ? product[source] : conjMul(o, wave[source]);
            re += sumGrid.count(h.re);
            im += sumGrid.count(h.im);
            if (mode == 0) den += weightGrid.count(norm2(o));
        }
        Cd& target = sum[static_cast<std::size_t>(mode) * pixels + pixel];
        addExact(target.re, sumGrid.value(re));
        addExact(target.im, sumGrid.value(im));
        if (mode == 0) addExact(weight[pixel], weightGrid.value(den));
    }
};

} // namespace ewald::kernels
