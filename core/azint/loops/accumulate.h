// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/pixel_table.h"
#include "base/pixel_type.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace ewald::azint {

/// The most frames that are integrated side by side, one in each element of a vector register; how many there are
/// depends on the processor, the result for a frame does not.
inline constexpr std::size_t kFrameLanes = 16;

/// Values that a frame may have on the fast path; all others (dummies, huge counts, not finite) are looked at one by
/// one. For integers the range is inclusive and within ±2²⁴, where single precision is exact. For floating-point data
/// what lies between `lowest` and `highest` is fine, but for the range of the dummies.
struct FastRange {
    std::int64_t low = 0;
    std::int64_t high = 0;
    float dummyLow = 1; ///< low > high = no dummies
    float dummyHigh = 0;
    float lowest = -kLargestCount;
    float highest = kLargestCount;
};

namespace detail {

/// The inner loops, compiled for more than one kind of processor.
struct AccumulateLoops {
    /// Frames side by side, at most kFrameLanes.
    std::size_t lanes;
    /// Copies `count` pixels as float; those outside the range become zero. True when there were none of those.
    bool (*convert)(PixelType type, const void* pixels, std::size_t count, const FastRange& range, float* out);
    /// The two steps for a whole segment of `lanes` frames at once. Bit l of the result is set when frame l has
    /// pixels outside the range.
    unsigned (*convertLanes)(PixelType type, const void* const* frames, const FastRange& range, float* interleaved);
    /// The same for a segment that is interleaved already, [kSegmentPixels][lanes], in integers of `width` bytes (1, 2
    /// or 4) that hold its values: the type's own, or narrower unsigned ones. Bit l of outside[pixel] is set when that
    /// pixel of frame l is outside the range. True when there were none of those; then `outside` is not written.
    bool (*convertInterleaved)(PixelType type, unsigned width, const void* values, const FastRange& range,
                               float* interleaved, std::uint16_t* outside);
    /// [lanes][kSegmentPixels] → [kSegmentPixels][lanes]
    void (*interleave)(const float* frames, float* interleaved);
    /// Adds one segment of one layer to the sums: Σ w·v, and with `variance` Σ w²·max(v, 1), of all lanes.
    /// Sums are [bin][1 or 2][lane].
    void (*addLanes)(const PixelRun* first, const PixelRun* last, const float* weights, const float* values,
                     bool variance, double* sums);
    /// The same for one frame: the same roundings.
    void (*addOne)(const PixelRun* first, const PixelRun* last, const float* weights, const float* values,
                   bool variance, double* sums);
    /// Bit l of the result is set when frame l has a number with the sign bit among the first `count` pixels of a
    /// segment of `lanes` frames. \param weights of the pixels, those of 0 are passed over; null: none is
    unsigned (*negativeLanes)(const float* interleaved, const float* weights, std::size_t count);
    /// The same for one frame: 0 or 1.
    unsigned (*negativeOne)(const float* values, const float* weights, std::size_t count);
};

[[nodiscard]] const AccumulateLoops& baselineLoops() noexcept;
[[nodiscard]] const AccumulateLoops& avx2Loops() noexcept;
[[nodiscard]] const AccumulateLoops& avx512Loops() noexcept;
/// All that this processor can run, the fastest last.
[[nodiscard]] std::span<const AccumulateLoops* const> usableLoops() noexcept;
/// The best loops for this processor.
[[nodiscard]] const AccumulateLoops& accumulateLoops() noexcept;

} // namespace detail
} // namespace ewald::azint
