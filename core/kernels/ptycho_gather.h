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
    static constexpr int kCols = 32; ///< at most
    static constexpr int kBits = 32;

    unsigned* words; ///< [tile row][tile column][word]
    int row, col;    ///< first pixel of the rectangle
    int tileCols;
    int wordsPerTile;
    int width; ///< pixels of a row of a tile
    int reach; ///< pixels of a window along each axis

    static int tilesOf(int pixels, int tile) { return (pixels + tile - 1) / tile; }
    static int wordsOf(int frames) { return (frames + kBits - 1) / kBits; }

    [[nodiscard]] EWALD_HD unsigned* of(int tileRow, int tileCol) const {
        return words + (static_cast<std::size_t>(tileRow) * static_cast<std::size_t>(tileCols) +
                        static_cast<std::size_t>(tileCol)) *
                           static_cast<std::size_t>(wordsPerTile);
    }
    [[nodiscard]] EWALD_HD bool touched(int tileRow, int tileCol) const {
        const unsigned* masks = of(tileRow, tileCol);
        EWALD_FEW
        for (int word = 0; word < wordsPerTile; ++word)
            if (masks[word] != 0) return true;
        return false;
    }
};

/// z = word; (y, x) = tile: finds the frames.
struct FindFrames {
    TileMasks tiles;
    const FramePlace* places;
    int frames;
    EWALD_HD void operator()(int word, int tileRow, int tileCol) const {
        const int top = tiles.row + tileRow * TileMasks::kRows;
        const int left = tiles.col + tileCol * tiles.width;
        const int first = word * TileMasks::kBits;
        constexpr int kTogether = 8; // places that are read before the first is looked at
        unsigned mask = 0;
        for (int bit = 0; bit < TileMasks::kBits && first + bit < frames; bit += kTogether) {
            struct {
                int row, col;
            } together[kTogether];
            for (int i = 0; i < kTogether; ++i) {
                const FramePlace& p = places[first + bit + i < frames ? first + bit + i : first];
                together[i] = {p.row, p.col};
            }
            for (int i = 0; i < kTogether; ++i) {
                const auto [row, col] = together[i];
                const bool touches = first + bit + i < frames && row < top + TileMasks::kRows &&
                                     row + tiles.reach > top && col < left + tiles.width && col + tiles.reach > left;
                mask |= static_cast<unsigned>(touches) << (bit + i);
            }
        }
        tiles.of(tileRow, tileCol)[word] = mask;
    }
};

/// What a pixel of a window gives to the object: Σ_k conj(P) w and Σ_k |P|².
struct WindowProduct {
    Cf gradient;
    float intensity;

    EWALD_HD void add(Cf p, Cf w) {
        gradient = gradient + conjMul(p, w);
        intensity += norm2(p);
    }
};

/// Lanes of launchers that run work items one by one: each computes itself what a neighbour would give it.
struct NoNeighbours {
    static constexpr bool kShared = false;
    static EWALD_HD WindowProduct ofLeft(const WindowProduct& own) { return own; } // not used
};

/// The contributions of the frames of a call to strips of the object, pixels one below the other. A product of a window
/// is computed once for a lane and strip. With bilinear weights, four pixels of the object have parts of it: those
/// above stay in the lane, those on the left come from the next lane (Lanes::ofLeft). The first lane of a warp has
/// nobody on its left and is only there for the second one.
template <bool kBilinear>
struct ObjectGather {
    static constexpr int kStrip = 4;                        ///< pixels
    static constexpr int kAbove = kBilinear ? 1 : 0;        ///< rows of products above a strip
    static constexpr int kCols = TileMasks::kCols - kAbove; ///< lanes of a warp with pixels: the width of a tile

    struct Sums {
        Cd gradient;
        double weight;
    };

    TileMasks tiles;
    const Cf* wave; ///< [frame][mode][n][n]
    const Cf* probe;
    std::size_t probeStride; ///< between frames
    const FramePlace* places;
    int n, modes;
    SumGrid sumGrid, weightGrid;
    unsigned* beyond; ///< raised where a summand is beyond its grid

    /// Pixels of one window, (r, c) and below it; zero outside. All modes of a pixel in their order.
    /// \param p, w the probe and the wave of its frame
    template <int kRows>
    EWALD_HD void productsAt(const Cf* p, const Cf* w, int r, int c, WindowProduct (&products)[kRows]) const {
        const auto side = static_cast<unsigned>(n);
        for (int i = 0; i < kRows; ++i) products[i] = {{0, 0}, 0};
        if (static_cast<unsigned>(c) >= side) return; // also of negative ones
        unsigned at = pixelAt(r, c, n);               // of what is read not negative
        EWALD_FEW
        for (int k = 0; k < modes; ++k, at += side * side) {
            Cf from[kRows], to[kRows];
            for (int i = 0; i < kRows; ++i) {
                const bool inside = static_cast<unsigned>(r + i) < side;
                const unsigned pixel = at + static_cast<unsigned>(i) * side;
                from[i] = inside ? p[pixel] : Cf{0, 0};
                to[i] = inside ? w[pixel] : Cf{0, 0};
            }
            for (int i = 0; i < kRows; ++i) products[i].add(from[i], to[i]);
        }
    }

    /// \param y, x from the first pixel of the rectangle, y a multiple of kStrip; x −1 of the first lane of a warp
    /// \param tile column that x belongs to. False: no frame touches it, and there are no sums.
    /// \param out becomes true where a summand is beyond its grid; of a lane without a pixel it means nothing
    template <class Lanes>
    EWALD_HD bool sumsOf(Lanes lanes, int y, int tile, int x, Sums (&sums)[kStrip], bool& out) const {
        const unsigned* words = tiles.of(y / TileMasks::kRows, tile);
        long long re[kStrip] = {}, im[kStrip] = {}, den[kStrip] = {};
        bool any = false;
        for (int word = 0; word < tiles.wordsPerTile; ++word)
            for (unsigned mask = words[word]; mask != 0; mask &= mask - 1) {
                any = true;
                const int frame = word * TileMasks::kBits + lowestBit(mask);
                const FramePlace place = places[frame];
                const int r = tiles.row + y - place.row, c = tiles.col + x - place.col;
                if (r + kStrip <= 0 || r >= n + kAbove) continue; // of all lanes
                const Cf* p = probe + static_cast<std::size_t>(frame) * probeStride;
                const Cf* w = wave + frameAt(frame, modes, n);
                WindowProduct products[kStrip + kAbove];
                productsAt(p, w, r - kAbove, c, products);
                if constexpr (kBilinear) spread(lanes, p, w, r, c, BilinearWeights::of(place), products);
                for (int i = 0; i < kStrip; ++i) {
                    re[i] += sumGrid.count(products[i].gradient.re);
                    im[i] += sumGrid.count(products[i].gradient.im);
                    den[i] += weightGrid.count(products[i].intensity);
                    out = out || sumGrid.isBeyond(products[i].gradient.re) ||
                          sumGrid.isBeyond(products[i].gradient.im) || weightGrid.isBeyond(products[i].intensity);
                }
            }
        for (int i = 0; i < kStrip; ++i)
            sums[i] = {{sumGrid.value(re[i]), sumGrid.value(im[i])}, weightGrid.value(den[i])};
        return any;
    }

private:
    /// The adjoint of ObjectView::at: from the products of rows r − 1 … to what the object gets from r on.
    template <class Lanes>
    EWALD_HD void spread(Lanes lanes, const Cf* p, const Cf* w, int r, int c, const BilinearWeights& b,
                         WindowProduct (&products)[kStrip + kAbove]) const {
        WindowProduct lefts[kStrip + kAbove];
        if constexpr (!Lanes::kShared) productsAt(p, w, r - 1, c - 1, lefts);
        if constexpr (Lanes::kShared) lefts[0] = lanes.ofLeft(products[0]);
        for (int i = 0; i < kStrip; ++i) {
            if constexpr (Lanes::kShared) lefts[i + 1] = lanes.ofLeft(products[i + 1]);
            const WindowProduct above = products[i], here = products[i + 1], left = lefts[i + 1], over = lefts[i];
            products[i].gradient = {b.mean(here.gradient.re, left.gradient.re, above.gradient.re, over.gradient.re),
                                    b.mean(here.gradient.im, left.gradient.im, above.gradient.im, over.gradient.im)};
            products[i].intensity = b.mean(here.intensity, left.intensity, above.intensity, over.intensity);
        }
    }
};

/// A strip of the rectangle: adds to the sums of the object. Returns nothing of use.
template <bool kBilinear>
struct AddObjectSums {
    using Gather = ObjectGather<kBilinear>;
    Gather gather;
    Cd* sum;
    double* weight;
    int objectCols;
    int rows, cols; ///< of the rectangle
    template <class Lanes>
    EWALD_HD float operator()(Lanes lanes, int y, int tile, int x) const {
        typename Gather::Sums sums[Gather::kStrip];
        bool out = false;
        if (!gather.sumsOf(lanes, y, tile, x, sums, out) || x < tile * Gather::kCols || x >= cols) return 0;
        if (out) raiseFlag(gather.beyond);
        std::ptrdiff_t at = static_cast<std::ptrdiff_t>(gather.tiles.row + y) * objectCols + gather.tiles.col + x;
        for (int i = 0; i < Gather::kStrip && y + i < rows; ++i, at += objectCols) {
            sum[at].re += sums[i].gradient.re;
            sum[at].im += sums[i].gradient.im;
            weight[at] += sums[i].weight;
        }
        return 0;
    }
};

/// A strip of the rectangle: the sums of one call that has all frames, in the form used by the update; none where no
/// frame touches a tile. Returns the largest weight.
template <bool kBilinear>
struct KeepObjectSums {
    using Gather = ObjectGather<kBilinear>;
    Gather gather;
    Cf* sum; ///< of the rectangle
    float* weight;
    int rows, cols; ///< of the rectangle
    template <class Lanes>
    EWALD_HD float operator()(Lanes lanes, int y, int tile, int x) const {
        typename Gather::Sums sums[Gather::kStrip];
        bool out = false;
        if (!gather.sumsOf(lanes, y, tile, x, sums, out) || x < tile * Gather::kCols || x >= cols) return 0;
        if (out) raiseFlag(gather.beyond);
        float largest = 0;
        std::ptrdiff_t at = static_cast<std::ptrdiff_t>(y) * cols + x;
        for (int i = 0; i < Gather::kStrip && y + i < rows; ++i, at += cols) {
            sum[at] = {static_cast<float>(sums[i].gradient.re), static_cast<float>(sums[i].gradient.im)};
            const auto own = static_cast<float>(sums[i].weight);
            weight[at] = own;
            largest = own > largest ? own : largest;
        }
        return largest;
    }
};

/// (y, x) = pixel of the rectangle: pieUpdate() from such sums.
template <bool kBilinear>
struct UpdateObject {
    TileMasks tiles;
    const Cf* sum;
    const float* weight;
    const float* maxWeight;
    Cf* object; ///< first pixel of the rectangle
    int sumCols, objectCols;
    float alpha, step;
    EWALD_HD void operator()(int, int y, int x) const {
        if (!tiles.touched(y / TileMasks::kRows, x / ObjectGather<kBilinear>::kCols)) return;
        const std::ptrdiff_t from = static_cast<std::ptrdiff_t>(y) * sumCols + x;
        Cf& target = object[static_cast<std::ptrdiff_t>(y) * objectCols + x];
        target = pieUpdate(target, sum[from], weight[from], *maxWeight, alpha, step);
    }
};

/// z = mode·groups + group: adds conj(O)·w of every groups-th frame; mode 0 also adds |O|². Groups: a probe has few
/// pixels, and a GPU needs many work items.
/// \tparam kProduct wave is conj(O)·w already, shifted back; else w
template <bool kProduct>
struct GatherProbe {
    ObjectView object;
    const Cf* wave; ///< [frame][mode][n][n]
    const FramePlace* places;
    int frames, n, modes, groups;
    SumGrid sumGrid, weightGrid;
    Cd* sum;
    double* weight;
    unsigned* beyond; ///< raised where a summand is beyond its grid
    EWALD_HD void operator()(int z, int y, int x) const {
        const unsigned pixel = pixelAt(y, x, n), pixels = static_cast<unsigned>(n * n);
        const int mode = z / groups, first = z - mode * groups;
        const unsigned place = static_cast<unsigned>(mode) * pixels + pixel; // in a frame
        const std::size_t apart = frameAt(groups, modes, n);
        const Cf* from = wave + frameAt(first, modes, n) + place;
        long long re = 0, im = 0, den = 0;
        bool out = false;
        EWALD_FEW
        for (int frame = first; frame < frames; frame += groups, from += apart) {
            Cf o{0, 0};
            if (!kProduct || mode == 0) o = object.at(places[frame], y, x);
            const Cf h = kProduct ? *from : conjMul(o, *from);
            re += sumGrid.count(h.re);
            im += sumGrid.count(h.im);
            out = out || sumGrid.isBeyond(h.re) || sumGrid.isBeyond(h.im);
            if (mode != 0) continue;
            den += weightGrid.count(norm2(o));
            out = out || weightGrid.isBeyond(norm2(o));
        }
        if (out) raiseFlag(beyond);
        Cd& target = sum[place];
        addExact(target.re, sumGrid.value(re));
        addExact(target.im, sumGrid.value(im));
        if (mode == 0) addExact(weight[pixel], weightGrid.value(den));
    }
};

} // namespace ewald::kernels
