// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "io/preprocess/preprocess.h"

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

// Inner parts of pre-processing; preprocess.h is what others use.
namespace ewald::io {

/// What was odd in one frame, outside the pixels that are bad in every frame.
struct FrameFacts {
    static constexpr std::size_t kParts = 32;
    double counts = 0;
    std::array<float, kParts> parts{}; ///< counts in equal parts of FramePreparer::storedRows()
    double maxCount = 0;
    std::size_t saturated = 0;
    std::size_t notFinite = 0;
    std::size_t negative = 0;
    std::size_t lost = 0; ///< pixels of the cut-out that are bad in this frame only
    bool unreadable = false;
};

/// Where the pixels of the cut-out lie in the stored frame, one axis at a time: flips, crop and a centre in the corner
/// are permutations of rows and of columns.
struct AxisMap {
    std::vector<std::ptrdiff_t> stored; ///< stored index of each pixel of the cut-out, −1 = outside
};

/// Maps for the rows and columns of the cut-out (side = layout.size × binning). With `transpose` the rows of the
/// cut-out are stored columns.
struct CropMaps {
    AxisMap rows;
    AxisMap cols;
    bool transposed = false;
};
[[nodiscard]] CropMaps makeCropMaps(const Scan& scan, const Preprocessing& settings, std::size_t size, double centreRow,
                                    double centreCol);

/// Turns stored frames into prepared ones. Const calls may come from several threads.
class FramePreparer {
public:
    FramePreparer(const Scan& scan, const Preprocessing& settings, const PreparedLayout& layout);
    [[nodiscard]] std::size_t size() const noexcept { return m_size; }
    /// Pixels of the cut-out that are not bad in every frame.
    [[nodiscard]] std::size_t validPixels() const noexcept { return m_valid; }
    /// Counts from which on a pixel is left out of its frame, in which FrameFacts counts it as saturated; infinite
    /// where there are none.
    [[nodiscard]] double leftOutFrom() const noexcept { return m_leftOutFrom; }
    /// The rows of a stored frame that the cut-out has pixels of: the first one, and how many.
    [[nodiscard]] std::pair<std::size_t, std::size_t> storedRows() const noexcept { return {m_firstRow, m_storedRows}; }
    /// \param stored one frame as it is in the file
    /// \param counts n × n, DC in the middle, NaN = masked
    FrameFacts prepare(std::span<const float> stored, std::span<float> counts) const;

private:
    void divideRows();
    /// Counts of one stored pixel; NaN when it is bad in this frame.
    float value(float stored, FrameFacts& facts) const noexcept;

    CropMaps m_maps;
    std::size_t m_size;
    std::size_t m_valid;
    std::size_t m_binning;
    std::size_t m_storedCols;
    std::size_t m_firstRow = 0, m_storedRows = 0;
    std::vector<std::uint8_t> m_partOf; ///< by row of the cut-out, or by its column where that is a stored row
    bool m_amplitudes;
    float m_threshold;
    float m_saturation; ///< infinite when there is none
    float m_marker;     ///< of saturated or dead pixels, likewise
    NotMeasured m_notMeasured;
    bool m_keepSaturated;
    double m_leftOutFrom;
    const Array<std::uint8_t, 2>& m_bad;
};

/// Calls `use(worker, slot, frame)` for every stored frame `stored[slot]`, from several threads (worker < workers of
/// the call, each worker from one thread). Decodes every chunk once, whatever the order of `stored`.
/// The work of each worker is fixed by the number of workers alone, so that sums per worker are reproducible.
/// A frame that cannot be read goes to `failed`, from the same threads, which may throw to end it.
/// \param spent is added to, unless null: reading, decoding and (for `use`) preparing
/// \throws what `use` and `failed` throw, and readers but for a DataError of a frame; StoppedError when `control` asks
/// to stop
using FrameUser = std::function<void(std::size_t worker, std::size_t slot, std::span<const float> frame)>;
using FailedFrame = std::function<void(std::size_t worker, std::size_t slot, const DataError& error)>;
void forEachFrame(const FrameStack& stack, std::span<const std::size_t> stored, const FrameUser& use,
                  const FailedFrame& failed, const RunControl& control, const ReadProgress& progress,
                  SharedPhaseTimes* spent = nullptr);
/// Workers that forEachFrame uses at most.
[[nodiscard]] std::size_t readWorkers();

} // namespace ewald::io
