// SPDX-License-Identifier: GPL-3.0-or-later
//
// Kernel bodies of the integration of bitshuffle-LZ4 chunks: a cooperative one that decodes one block of a few frames
// into shared memory and integrates it there, and two that add its partial sums. The table fixes the order of all sums:
// the same bits in every run.
#pragma once

#include "kernels/lz4_block.h"

#include <cstddef>
#include <type_traits>

namespace ewald::kernels {

/// Frames that one cooperative block takes at most: each weight of the table is read once for all of them.
inline constexpr std::uint32_t kFramesPerBlock = 4;
/// Runs that are interleaved in the table, one per lane.
inline constexpr std::uint32_t kRunsPerSlice = 32;
/// The most weights of a run: their sum is exact in 32 bits for whole pixels of the fast range (±2²⁴).
inline constexpr std::uint32_t kWeightsPerRun = 32;

/// The values that a frame may have; others count as zero and are listed (azint::FastRange).
struct ValueRange {
    std::int32_t low; ///< integers low … low + span
    std::uint32_t span;
    float dummyLow; ///< floating-point data: up to 10³⁰ and not within these; low > high = no dummies
    float dummyHigh;

    template <class T>
    [[nodiscard]] EWALD_HD bool holds(T value) const {
        if constexpr (std::is_floating_point_v<T>) {
            constexpr float kLargest = 1e30F; // so that no run overflows; larger values are added in double precision
            return value <= kLargest && value >= -kLargest && !(value >= dummyLow && value <= dummyHigh);
        } else {
            return static_cast<std::uint32_t>(value) - static_cast<std::uint32_t>(low) <= span;
        }
    }
};

/// A pixel that was counted as zero in the sums.
struct Outlier {
    std::uint32_t frame; ///< of the batch
    std::uint32_t pixel;
    std::uint32_t bits; ///< its value as stored, low bits
};

/// Where the stored bytes of a block lie in the input of a batch.
struct BlockPlace {
    std::uint32_t begin;
    std::uint32_t bytes;
};

/// The table of weights, block by block of the pixels (compute::BlockTable), in device memory.
///
/// The weights of a block are cut into runs of at most kWeightsPerRun in one bin, and these are interleaved in slices
/// of kRunsPerSlice, the longest first: weight i of run r of slice s is at sliceWeight[s] + i·kRunsPerSlice + r.
struct WeightTable {
    std::uint32_t pixels;
    std::uint32_t bins;
    std::uint32_t blockPixels;        ///< of a full block; a multiple of 8
    std::uint32_t blocks;             ///< compressed ones; the last pixels % 8 pixels are raw, block `blocks`
    std::uint32_t usedBlocks;         ///< blocks with weights
    const std::uint32_t* usedBlock;   ///< [used]
    const std::uint32_t* firstSlice;  ///< [used + 1]
    const std::uint32_t* sliceWeight; ///< [slice]
    const std::uint8_t* runLength;    ///< [slice][kRunsPerSlice]
    const std::uint16_t* pixel;       ///< [weight] within the block
    const float* weight;              ///< [weight]; null: every pixel belongs to one bin entirely
    const std::uint32_t* usedBits;    ///< [pixel / 32] whether a pixel has a weight
    std::uint32_t chunks;             ///< ranges of the runs of a bin
    const std::uint32_t* firstRun;    ///< [chunk + 1]
    const std::uint32_t* run;         ///< slice · kRunsPerSlice + lane
    const std::uint32_t* firstChunk;  ///< [bin + 1]

    [[nodiscard]] EWALD_HD bool isUsed(std::uint32_t p) const { return (usedBits[p / 32] >> (p % 32) & 1U) != 0; }
    /// The first pixel of a block; for block `blocks` the first raw one.
    [[nodiscard]] EWALD_HD std::uint32_t firstPixel(std::uint32_t block) const {
        const std::uint32_t transposed = pixels / 8 * 8;
        return block >= blocks ? transposed : block * blockPixels;
    }
    [[nodiscard]] EWALD_HD std::uint32_t pixelsOf(std::uint32_t block) const {
        return block >= blocks ? pixels % 8 : firstPixel(block + 1) - firstPixel(block);
    }
};

/// What IntegrateBlocks reads and writes, device memory.
struct BatchMemory {
    const std::uint8_t* input;
    const BlockPlace* places; ///< [frame][blocks + 1]
    std::uint32_t frames;
    std::uint32_t* failed; ///< [frame] set to 1 where a block is damaged
    Outlier* outliers;
    std::uint32_t* outlierCount;
    std::uint32_t outlierCapacity;
};

/// Decodes one block of a few frames and sums it up, run by run.
///
/// A `Block` is the threads of one cooperative block, in groups of lanes: the functions of a Group (lz4_block.h), and
///   int thread(), threads(), group(), groups();
///   void sync();                                  // as syncGroup(), all threads
///   std::uint8_t* shared();                       // sharedBytes() of it, aligned to 16 bytes, content undefined
///   std::uint32_t increment(std::uint32_t*);      // of a counter shared by all blocks; returns its previous value
///
/// Shared memory has one slot more than the block has frames: the planes of frame f are decoded into slot f + 1, and
/// its values are written to slot f, whose planes are no longer needed.
///
/// Block index: used · groups + group, so that blocks that run at the same time read the same part of the table.
///
/// \tparam T         pixels as they are stored
/// \tparam kWeighted pixels are split between bins; otherwise sums of integers are exact
template <class T, bool kWeighted>
struct IntegrateBlocks {
    using Sum = std::conditional_t<kWeighted || std::is_floating_point_v<T>, float, std::int32_t>;

    WeightTable table;
    BatchMemory batch;
    ValueRange range;
    std::uint32_t framesPerBlock; ///< ≤ kFramesPerBlock
    std::uint32_t sums;           ///< 1, or 2: also those of the variances
    Sum* partial;                 ///< [run][sums][frame]

    [[nodiscard]] EWALD_HD static std::uint32_t slotBytes(std::uint32_t blockPixels) {
        return (blockPixels * static_cast<std::uint32_t>(sizeof(T)) + 15) / 16 * 16;
    }
    [[nodiscard]] static std::size_t sharedBytes(std::uint32_t blockPixels, std::uint32_t framesPerBlock) {
        return std::size_t{framesPerBlock + 1} * slotBytes(blockPixels) + kFramesPerBlock * sizeof(std::uint32_t);
    }
    [[nodiscard]] std::uint32_t groups() const { return (batch.frames + framesPerBlock - 1) / framesPerBlock; }

    template <class Block>
    EWALD_HD void operator()(const Block& block, std::uint32_t index) const {
        const std::uint32_t groupCount = (batch.frames + framesPerBlock - 1) / framesPerBlock;
        const std::uint32_t used = index / groupCount;
        const std::uint32_t firstFrame = index % groupCount * framesPerBlock;
        const std::uint32_t left = batch.frames - firstFrame;
        const std::uint32_t frames = left < framesPerBlock ? left : framesPerBlock;
        const std::uint32_t number = table.usedBlock[used];
        decode(block, number, firstFrame, frames);
        for (std::uint32_t f = 0; f < frames; ++f) {
            makeValues(block, number, firstFrame + f, f);
            block.sync();
        }
        sumUp(block, used, firstFrame, frames);
    }

private:
    template <class Block>
    [[nodiscard]] EWALD_HD std::uint8_t* slot(const Block& block, std::uint32_t f) const {
        return block.shared() + f * slotBytes(table.blockPixels);
    }
    template <class Block>
    [[nodiscard]] EWALD_HD std::uint32_t* isGood(const Block& block) const {
        return reinterpret_cast<std::uint32_t*>(slot(block, framesPerBlock + 1));
    }

    /// Each group decodes different frames.
    template <class Block>
    EWALD_HD void decode(const Block& block, std::uint32_t number, std::uint32_t firstFrame,
                         std::uint32_t frames) const {
        const std::uint32_t bytes = table.pixelsOf(number) * static_cast<std::uint32_t>(sizeof(T));
        for (auto f = static_cast<std::uint32_t>(block.group()); f < frames;
             f += static_cast<std::uint32_t>(block.groups())) {
            const std::uint32_t frame = firstFrame + f;
            const BlockPlace place = batch.places[std::size_t{frame} * (table.blocks + 1) + number];
            const std::uint8_t* const stored = batch.input + place.begin;
            std::uint8_t* const planes = slot(block, f + 1);
            bool good = place.bytes == bytes;
            if (number < table.blocks) {
                good = decodeLz4(block, stored, place.bytes, planes, bytes);
            } else if (good) {
                for (auto i = static_cast<std::uint32_t>(block.lane()); i < bytes;
                     i += static_cast<std::uint32_t>(block.lanes()))
                    planes[i] = stored[i];
            }
            if (block.lane() != 0) continue;
            isGood(block)[f] = good ? 1 : 0;
            if (!good) batch.failed[frame] = 1;
        }
        block.sync();
    }

    /// A value outside the range counts as zero from here on.
    template <class Block>
    [[nodiscard]] EWALD_HD T checked(const Block& block, T value, std::uint32_t frame, std::uint32_t pixel) const {
        if (range.holds(value)) return value;
        if (table.isUsed(pixel)) {
            const std::uint32_t place = block.increment(batch.outlierCount);
            if (place < batch.outlierCapacity) {
                Outlier outlier{frame, pixel, 0};
                std::memcpy(&outlier.bits, &value, sizeof value);
                batch.outliers[place] = outlier;
            }
        }
        return T{0};
    }

    template <class Block>
    EWALD_HD void makeValues(const Block& block, std::uint32_t number, std::uint32_t frame, std::uint32_t f) const {
        const std::uint32_t count = table.pixelsOf(number);
        const std::uint32_t firstPixel = table.firstPixel(number);
        const std::uint8_t* const planes = slot(block, f + 1);
        T* const values = reinterpret_cast<T*>(slot(block, f));
        const bool good = isGood(block)[f] != 0;
        const auto thread = static_cast<std::uint32_t>(block.thread());
        const auto threads = static_cast<std::uint32_t>(block.threads());
        if (!good || number >= table.blocks) {
            for (std::uint32_t i = thread; i < count; i += threads) {
                T value{0};
                if (good) std::memcpy(&value, planes + i * sizeof(T), sizeof(T));
                values[i] = good ? checked(block, value, frame, firstPixel + i) : T{0};
            }
            return;
        }
        for (std::uint32_t column = thread; column < count / 8; column += threads) {
            T eight[8];
            untransposeColumn(planes, count / 8, column, eight);
            for (std::uint32_t e = 0; e < 8; ++e)
                values[8 * column + e] = checked(block, eight[e], frame, firstPixel + 8 * column + e);
        }
    }

    /// Each group adds different slices, each lane one run of a slice.
    template <class Block>
    EWALD_HD void sumUp(const Block& block, std::uint32_t used, std::uint32_t firstFrame, std::uint32_t frames) const {
        const std::uint32_t last = table.firstSlice[used + 1];
        for (std::uint32_t s = table.firstSlice[used] + static_cast<std::uint32_t>(block.group()); s < last;
             s += static_cast<std::uint32_t>(block.groups()))
            for (auto r = static_cast<std::uint32_t>(block.lane()); r < kRunsPerSlice;
                 r += static_cast<std::uint32_t>(block.lanes()))
                sumRun(block, s, r, firstFrame, frames);
    }

    template <class Block>
    EWALD_HD void sumRun(const Block& block, std::uint32_t slice, std::uint32_t r, std::uint32_t firstFrame,
                         std::uint32_t frames) const {
        const std::size_t run = std::size_t{slice} * kRunsPerSlice + r;
        const std::uint32_t length = table.runLength[run];
        if (length == 0) return;
        const T* const values = reinterpret_cast<const T*>(block.shared());
        const std::uint32_t stride = slotBytes(table.blockPixels) / static_cast<std::uint32_t>(sizeof(T));
        Sum signal[kFramesPerBlock] = {};
        Sum variance[kFramesPerBlock] = {};
        std::size_t at = std::size_t{table.sliceWeight[slice]} + r;
        for (std::uint32_t i = 0; i < length; ++i, at += kRunsPerSlice) {
            const std::uint32_t pixel = table.pixel[at];
            Sum weight{1};
            if constexpr (kWeighted) weight = table.weight[at];
            for (std::uint32_t f = 0; f < kFramesPerBlock; ++f) {
                if (f >= frames) break;
                const auto value = static_cast<Sum>(values[f * stride + pixel]);
                signal[f] += weight * value;
                variance[f] += weight * weight * (value > Sum{1} ? value : Sum{1}); // Poisson: never below one count
            }
        }
        for (std::uint32_t f = 0; f < kFramesPerBlock; ++f) {
            if (f >= frames) break;
            Sum* const out = partial + run * sums * batch.frames + firstFrame + f;
            out[0] = signal[f];
            if (sums > 1) out[batch.frames] = variance[f];
        }
    }
};

/// (0, sum, chunk · frames + frame): the runs of a chunk, in double precision.
template <class Sum>
struct SumChunks {
    WeightTable table;
    const Sum* partial; ///< [run][sums][frame]
    std::uint32_t frames, sums;
    double* chunkSums; ///< [chunk][sums][frame]
    EWALD_HD void operator()(int, int y, int x) const {
        const auto k = static_cast<std::size_t>(y);
        const std::uint32_t chunk = static_cast<std::uint32_t>(x) / frames;
        const std::size_t frame = static_cast<std::uint32_t>(x) % frames;
        double sum = 0;
        for (std::uint32_t i = table.firstRun[chunk]; i < table.firstRun[chunk + 1]; ++i)
            sum += static_cast<double>(partial[(std::size_t{table.run[i]} * sums + k) * frames + frame]);
        chunkSums[(std::size_t{chunk} * sums + k) * frames + frame] = sum;
    }
};

/// (0, sum, bin · frames + frame): the chunks of a bin.
struct SumBins {
    WeightTable table;
    const double* chunkSums; ///< [chunk][sums][frame]
    std::uint32_t frames, sums;
    double* out; ///< [frame][bin][sums]
    EWALD_HD void operator()(int, int y, int x) const {
        const auto k = static_cast<std::size_t>(y);
        const std::uint32_t bin = static_cast<std::uint32_t>(x) / frames;
        const std::size_t frame = static_cast<std::uint32_t>(x) % frames;
        double sum = 0;
        for (std::uint32_t chunk = table.firstChunk[bin]; chunk < table.firstChunk[bin + 1]; ++chunk)
            sum += chunkSums[(std::size_t{chunk} * sums + k) * frames + frame];
        out[(frame * table.bins + bin) * sums + k] = sum;
    }
};

/// Clears the counters of a batch.
struct ClearWords {
    std::uint32_t* words;
    EWALD_HD void operator()(int, int, int x) const { words[x] = 0; }
};

/// Copies memory only: the floor of the time of a kernel.
struct CopyWords {
    const std::uint32_t* from;
    std::uint32_t* to;
    EWALD_HD void operator()(int, int, int x) const { to[x] = from[x]; }
};

} // namespace ewald::kernels
