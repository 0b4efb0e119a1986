// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/binning.h"

#include <cstdint>
#include <vector>

namespace ewald::azint {

/// Pixels are treated in segments of this many: a run of the table never crosses one, so that frames can be integrated
/// piece by piece as they are decoded, with the same roundings whatever the pieces are.
inline constexpr std::size_t kSegmentPixels = 256;

/// Neighbouring pixels that share the same few neighbouring bins.
struct PixelRun {
    std::uint32_t bin = 0;   ///< index of the first bin
    std::uint8_t skip = 0;   ///< pixels without weight between the last run (or the segment's start) and this one
    std::uint8_t length = 0; ///< pixels, ≥ 1
    std::uint8_t width = 0;  ///< bins; 0 = one bin that gets every pixel whole, no weights are stored
    std::uint8_t reserved = 0;
};
static_assert(sizeof(PixelRun) == 8);

/// One weight a pixel at most: the k-th span of every pixel is in layer k. A pattern has one layer (hardly ever two), a
/// cake as many as a pixel touches sectors.
struct TableLayer {
    std::vector<std::uint32_t> firstRun;    ///< of each segment, and one past the last
    std::vector<std::uint32_t> firstWeight; ///< of each segment, and one past the last
    LargeVector<PixelRun> runs;
    LargeVector<float> weights; ///< run after run, pixel after pixel, `width` each
};

/// Which pixel goes to which bins with which weight, in the order in which pixels are stored: made once for a geometry,
/// read once for every few frames.
struct PixelTable {
    std::size_t pixels = 0;
    std::size_t bins = 0;
    std::vector<TableLayer> layers;

    [[nodiscard]] std::size_t segments() const noexcept { return (pixels + kSegmentPixels - 1) / kSegmentPixels; }
    [[nodiscard]] std::size_t bytes() const noexcept;
    /// Whether any pixel of a segment has a weight: segments without can be skipped before they are decoded.
    [[nodiscard]] bool segmentUsed(std::size_t segment) const noexcept;

    /// Calls visit(pixel, bin, weight) for every weight that is not zero, by increasing pixel within each layer.
    template <class Visit>
    void forEachWeight(std::size_t firstSegment, std::size_t lastSegment, Visit&& visit) const {
        for (const TableLayer& layer : layers) {
            for (std::size_t segment = firstSegment; segment < lastSegment; ++segment) {
                std::size_t pixel = segment * kSegmentPixels;
                const float* weight = layer.weights.data() + layer.firstWeight[segment];
                for (std::uint32_t r = layer.firstRun[segment]; r < layer.firstRun[segment + 1]; ++r) {
                    const PixelRun& run = layer.runs[r];
                    pixel += run.skip;
                    for (unsigned i = 0; i < run.length; ++i, ++pixel) {
                        if (run.width == 0) visit(pixel, std::size_t{run.bin}, 1.0F);
                        for (unsigned b = 0; b < run.width; ++b, ++weight) {
                            if (*weight != 0) visit(pixel, std::size_t{run.bin} + b, *weight);
                        }
                    }
                }
            }
        }
    }
    template <class Visit>
    void forEachWeight(Visit&& visit) const {
        forEachWeight(0, segments(), std::forward<Visit>(visit));
    }
};

/// \param mask  not zero = pixel not used; shape of the stored image, or empty
/// \param grid  cornerGrid() of the same geometry and unit
/// \param threads 0 = all that the machine has; the table does not depend on it
[[nodiscard]] PixelTable makePixelTable(const Geometry& geometry, const Binning& binning, const CornerGrid& grid,
                                        const Array<std::uint8_t, 2>& mask, unsigned threads = 0);

/// The same weights by bin: for what needs all pixels of a bin at once (azimuthal errors, clipping, medians).
struct BinTable {
    std::vector<std::size_t> first;   ///< of each bin, and one past the last
    std::vector<std::uint32_t> pixel; ///< increasing within a bin
    std::vector<float> weight;
};
[[nodiscard]] BinTable makeBinTable(const PixelTable& table);

} // namespace ewald::azint
