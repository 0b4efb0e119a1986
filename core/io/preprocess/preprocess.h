// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"
#include "base/error.h"
#include "base/phase_clock.h"
#include "base/run_control.h"
#include "io/frame_stack.h"
#include "io/scan.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ewald::io {

/// Two halves of the chosen frames that share none: of each two frames that follow each other one at random, always the
/// same, so that each half covers the scan whatever its order. Every other frame of a raster can be every other column.
enum class ScanHalf { whole, first, second };

/// What happens to detector frames between the file and an engine, in this order: flip/transpose, crop around the
/// centre, bin, threshold, bad pixels.
struct Preprocessing {
    std::size_t cropSize = 0; ///< side of the square cut-out in stored pixels; 0 = the largest square
    std::optional<double>
        centreRow{}; ///< in stored pixels after flip/transpose; absent: automatic when autoCentre, else the middle
    std::optional<double> centreCol{};
    bool autoCentre = false; ///< centre of mass of the mean pattern, rounded
    std::size_t binning = 1; ///< sums binning × binning pixels; a bin with a bad pixel is bad
    bool flipRows = false;
    bool flipCols = false;
    bool transpose = false;
    double countThreshold = 0;        ///< smaller counts are set to zero (after binning)
    double saturation = 0;            ///< counts at or above are bad in that frame; 0 = the type's own marker only
    bool keepSaturated = false;       ///< these have `saturation` counts instead; the type's own marker stays bad
    std::filesystem::path maskFile{}; ///< extra mask: HDF5, NPY, TIFF; non-zero = bad
    std::string maskPath{};           ///< dataset in an HDF5 maskFile
    std::vector<std::array<std::size_t, 2>> badPixels{}; ///< row, col in stored pixels
    std::size_t firstFrame = 0;                          ///< use frames first, first+step, …
    std::size_t frameStep = 1;
    std::size_t maxFrames = 0;          ///< 0 = all
    ScanHalf half = ScanHalf::whole;    ///< of the frames that the numbers above choose
    std::vector<std::size_t> leftOut{}; ///< stored frames that are not used, in rising order
    std::vector<std::size_t> keptIn{};  ///< stored frames that are used although they hold little, in rising order

    bool operator==(const Preprocessing&) const = default;
};

/// How the frames will look after pre-processing, known before any is read (but for autoCentre, which reads a few).
struct PreparedLayout {
    std::size_t size = 0;     ///< n of the n × n frames
    double pixelHeight_m = 0; ///< of a (binned, transposed) pixel on the detector
    double pixelWidth_m = 0;
    std::vector<std::size_t> frameIndex; ///< which stored frames are used, in order
    double centreRow = 0;                ///< used centre in stored pixels (after flip/transpose)
    double centreCol = 0;
    Array<std::uint8_t, 2> badPixels; ///< n × n, 1 = bad in every frame; frame-centred (DC in the middle)
    std::vector<Note> notes;
};
/// \param unusable stored frames that turned out to be of no use, in rising order: like `leftOut`, but `maxFrames`
/// counts them, so that no other frame comes in their place \throws DataError / JobError (crop larger than the frame,
/// mask of another shape, no frame left, …)
[[nodiscard]] PreparedLayout planPreprocessing(const Scan& scan, const Preprocessing& settings,
                                               std::span<const std::size_t> unusable = {});

/// Why a frame is of no use.
enum class FrameFault {
    empty,      ///< no counts at all
    saturated,  ///< more than half of its pixels are saturated or not finite
    unreadable, ///< cut off or damaged in the file
    faint       ///< less than a hundredth of the counts that others hold: known once all have been read
};
struct UnusableFrame {
    std::size_t frame = 0; ///< its number in the file
    FrameFault fault = FrameFault::empty;
    bool operator==(const UnusableFrame&) const = default;
};

/// What reading found; for the person: is the scan sound?
struct FrameStatistics {
    std::size_t frames = 0;
    double meanCounts = 0; ///< per frame
    double maxCount = 0;
    std::vector<double> frameCounts; ///< sum of each frame (masked pixels excluded)
    std::size_t emptyFrames = 0;
    std::size_t framesWithSaturation = 0;
    std::size_t notFinitePixels = 0;     ///< NaN/∞ pixels, treated as bad in their frame
    std::size_t negativePixels = 0;      ///< negative counts, set to zero
    std::vector<UnusableFrame> unusable; ///< in rising order; those of `keptIn` only where they cannot be read
    std::optional<DataError> failure;    ///< why the first of the unreadable ones is one
    std::vector<Note> notes;
};

/// Progress of reading: frames done, frames in all. Any thread, must not block.
using ReadProgress = std::function<void(std::size_t done, std::size_t total)>;

/// Takes one prepared frame, from any of several threads. \param slot place in the list of frames asked for
/// \param counts n × n, zero frequency at the corner, **NaN = masked pixel** (bad, saturated unless kept, not finite);
/// valid during the call. All NaN for a frame that cannot be read
using CountsSink = std::function<void(std::size_t slot, std::span<const float> counts)>;

/// Reads the frames `which` (indices into layout.frameIndex), prepares them for an engine and hands them to `sink`.
/// Reads and decodes chunk by chunk with as many threads as the machine has; stops early with StoppedError when
/// `control` asks for abort or graceful.
/// \param spent is added to, unless null: what the time of the threads goes into
/// \throws DataError naming file, dataset and frame when more than half of all frames of the layout cannot be read;
/// also for a frame of more than 10³⁰ counts. What `sink` throws
FrameStatistics readCounts(const Scan& scan, const Preprocessing& settings, const PreparedLayout& layout,
                           std::span<const std::size_t> which, const CountsSink& sink, const RunControl& control,
                           const ReadProgress& progress = {}, SharedPhaseTimes* spent = nullptr);

/// \throws the first frame's DataError when more than half of the frames that were looked at cannot be read
void requireReadable(const FrameStatistics& found);

/// Up to `most` frames, evenly spread, as readCounts() gives them, however many of them cannot be read.
void sampleCounts(const Scan& scan, const Preprocessing& settings, const PreparedLayout& layout, std::size_t most,
                  const CountsSink& sink);

/// One prepared frame for display: counts, DC in the middle, NaN = masked.
[[nodiscard]] Array<float, 2> readPreparedFrame(const Scan& scan, const Preprocessing& settings,
                                                const PreparedLayout& layout, std::size_t which);

/// Mean pattern of (a sample of at most maxFrames of) the prepared frames, DC in the middle, NaN = masked everywhere.
[[nodiscard]] Array<float, 2> meanPattern(const Scan& scan, const Preprocessing& settings, const PreparedLayout& layout,
                                          std::size_t maxFrames, const RunControl& control,
                                          FrameStatistics* statistics = nullptr, const ReadProgress& progress = {});

} // namespace ewald::io
