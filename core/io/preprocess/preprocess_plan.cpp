// SPDX-License-Identifier: GPL-3.0-or-later
// What pre-processing will do, known before the frames are read: side, centre, pixels that are bad in every frame.
#include "base/error.h"

#include "base/phrase.h"
#include "base/quantity_text.h"
#include "io/images/marked_pixels.h"
#include "io/images/mask_file.h"
#include "io/preprocess/frame_preparer.h"
#include "io/preprocess/preprocess.h"
#include "io/readers/reader_tools.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace ewald::io {
namespace {

using Mask = Array<std::uint8_t, 2>;

struct Oriented {
    std::size_t rows = 0; ///< of the frame after transposing
    std::size_t cols = 0;
    bool flipRows = false; ///< of the oriented axes
    bool flipCols = false;
};

Oriented orient(const Scan& scan, const Preprocessing& settings) {
    Oriented result{scan.frames->rows(), scan.frames->cols(), settings.flipRows, settings.flipCols};
    if (settings.transpose) {
        std::swap(result.rows, result.cols);
        std::swap(result.flipRows, result.flipCols);
    }
    return result;
}

/// The pixel that is the middle by the convention of the Fourier transform, also where an axis was reversed.
double middleOf(std::size_t extent, bool flipped) {
    const std::size_t middle = extent / 2;
    return static_cast<double>(flipped ? extent - 1 - middle : middle);
}

void note(PreparedLayout& layout, Severity severity, std::string text) {
    layout.notes.push_back({severity, std::move(text)});
}

std::size_t chooseSize(const Scan& scan, const Preprocessing& settings, const Oriented& frame, PreparedLayout& layout) {
    const std::size_t largest = std::max(frame.rows, frame.cols);
    const std::size_t square = std::min(frame.rows, frame.cols);
    if (settings.binning == 0) throw JobError("the binning is 0", "binning", "use 1 or more");
    // Around a centre in a corner all pixels lie within twice the longer side.
    if (settings.cropSize > 2 * largest)
        throw JobError(phrase("the crop of %1 pixels is more than twice as large as the frames (%2)", settings.cropSize,
                              shapeText(frame.rows, frame.cols)),
                       "crop_size", phrase("use at most %1, or 0 for the largest square", 2 * largest));
    const std::size_t crop = settings.cropSize == 0 ? square : settings.cropSize;
    const std::size_t size = crop / settings.binning;
    if (size < 2)
        throw JobError(phrase("nothing is left of %1 pixels after binning by %2", crop, settings.binning), "binning",
                       "use a smaller binning");
    constexpr double kMost = 0.9; // of the pixels: light beside the square comes in from its other side in the model
    const bool isMost = static_cast<double>(square) > kMost * static_cast<double>(largest);
    if (settings.cropSize == 0 && frame.rows != frame.cols)
        note(layout, isMost ? Severity::info : Severity::warning,
             phrase("the frames of %1 are not square (%2); the square of %3 pixels in the middle is used; with "
                    "crop_size=%4 they are used whole, and what the square has beside them is not measured",
                    scan.framesPath, shapeText(frame.rows, frame.cols), square, std::to_string(largest)));
    if (size * settings.binning != crop)
        note(layout, Severity::info,
             phrase("%1 pixels do not divide by %2; %3 are used", crop, settings.binning, size * settings.binning));
    std::size_t factor = size;
    for (const std::size_t prime : {2, 3, 5, 7, 11, 13})
        while (factor % prime == 0) factor /= prime;
    if (factor > 1)
        note(layout, Severity::info,
             phrase("a side of %1 pixels has the large prime factor %2 and makes Fourier transforms slow; crop_size "
                    "can choose a better one",
                    size, factor));
    return size;
}

/// A number without order for each frame: splitmix64 (Steele, Lea, Flood 2014, OOPSLA).
std::uint64_t shuffled(std::uint64_t frame) {
    std::uint64_t z = (frame + 1) * 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
}

/// Of each two frames that follow each other one at random: every part of the scan is in both halves. A last one
/// without a partner is in the first.
std::vector<std::size_t> halfOf(const std::vector<std::size_t>& frames, ScanHalf half) {
    if (half == ScanHalf::whole) return frames;
    if (frames.size() < 2) throw JobError("one frame has no halves", "scan_half", "use all frames");
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < frames.size(); i += 2) {
        const bool alone = i + 1 == frames.size();
        const bool swapped = !alone && shuffled(frames[i]) % 2 == 1;
        const std::size_t place = i + (swapped == (half == ScanHalf::first) ? 1 : 0);
        if (!alone || half == ScanHalf::first) kept.push_back(frames[alone ? i : place]);
    }
    return kept;
}

/// A list may be made for several scans, so that it may name more frames than one of them has. \param listed ascending
void warnOfFramesBeyond(const std::vector<std::size_t>& listed, const char* key, std::size_t frames,
                        PreparedLayout& layout) {
    if (listed.empty() || listed.back() < frames) return;
    note(layout, Severity::warning,
         phrase("%1 names frame %2, and the scan has %3 {frame|frames} (counting from 0)", key, listed.back(), frames));
}

/// Says that the last frames of a scan all lie at one place, unless frames at one place are what it is made of.
void warnOfStandstill(const Scan& scan, const std::vector<std::size_t>& chosen, PreparedLayout& layout) {
    constexpr std::size_t kFewest = 5, kOfAll = 100, kTimesLonger = 2;
    if (scan.positions.empty() || chosen.empty()) return;
    std::size_t run = 1, longest = 0; // the run of equal positions up to here, and the longest that has ended
    for (std::size_t i = 1; i < chosen.size(); ++i) {
        const ScanPosition &last = scan.positions[chosen[i - 1]], &next = scan.positions[chosen[i]];
        if (last.y == next.y && last.x == next.x) {
            ++run;
            continue;
        }
        longest = std::max(longest, run);
        run = 1;
    }
    // No run has ended: all positions are equal, which checkScan() reports.
    if (longest == 0 || run < kFewest || run <= kTimesLonger * longest || kOfAll * run < chosen.size()) return;
    const std::size_t before = chosen.size() - run;
    note(layout, Severity::warning,
         phrase("frames %1 to %2 all have the same position: the stage stood still, or positions were no longer "
                "recorded; leave them out with excluded_frames=%1-%2 or max_frames=%3",
                std::to_string(chosen[before]), std::to_string(chosen.back()), std::to_string(before)));
}

std::vector<std::size_t> chooseFrames(const Scan& scan, const Preprocessing& settings, PreparedLayout& layout) {
    const std::size_t frames = scan.frames->frameCount();
    // Frames without a position cannot be used; that the numbers differ is what checkScan reports.
    const std::size_t usable = scan.positions.empty() ? frames : std::min(frames, scan.positions.size());
    if (settings.frameStep == 0) throw JobError("the frame step is 0", "frame_step", "use 1 or more");
    if (settings.firstFrame >= usable)
        throw JobError(phrase("the first frame %1 is beyond the %2 {frame|frames} of the scan (counting from 0)",
                              settings.firstFrame, usable),
                       "first_frame", "use a smaller number");
    std::vector<std::size_t> chosen;
    std::vector<std::size_t> lost;
    std::size_t leftOut = 0;
    for (std::size_t i = settings.firstFrame; i < usable; i += settings.frameStep) {
        if (settings.maxFrames > 0 && chosen.size() == settings.maxFrames) break;
        if (std::ranges::binary_search(settings.leftOut, i)) {
            ++leftOut;
            continue;
        }
        const bool placed =
            scan.positions.empty() || (std::isfinite(scan.positions[i].y) && std::isfinite(scan.positions[i].x));
        (placed ? chosen : lost).push_back(i);
    }
    warnOfFramesBeyond(settings.leftOut, "excluded_frames", frames, layout);
    warnOfFramesBeyond(settings.keptIn, "included_frames", frames, layout);
    if (chosen.empty() && leftOut > 0) throw JobError("all frames are left out", "excluded_frames", "leave some in");
    if (leftOut > 0)
        note(layout, Severity::info,
             phrase(leftOut == 1 ? translatable("%1 frame is left out by excluded_frames")
                                 : translatable("%1 frames are left out by excluded_frames"),
                    countText(leftOut)));
    if (chosen.empty())
        throw DataError("no frame has a position: the recorded positions are not finite numbers",
                        scan.file.string() + ":" + scan.positionsPath, "name another dataset for the positions");
    if (!lost.empty())
        note(layout, Severity::warning,
             phrase(lost.size() == 1 ? "%1 frame has no finite position (first: %2) in %3; ignored"
                                     : "%1 frames have no finite position (first: %2) in %3; ignored",
                    countText(lost.size()), lost.front(), scan.positionsPath));
    warnOfStandstill(scan, chosen, layout);
    std::vector<std::size_t> used = halfOf(chosen, settings.half);
    if (used.size() == 1 && !scan.positions.empty())
        note(layout, Severity::warning,
             phrase("one frame has no other that overlaps with it: its error says nothing about the object"));
    return used;
}

// ---- the mask on the stored frame --------------------------------------------------------------------------------

void addMask(Mask& bad, const Mask& mask, const std::string& where) {
    requireMaskShape(mask.shape(), bad.shape(), where);
    combineMasks(bad, mask);
}

/// Calls `use` with each of the frames in `place`, but for those that cannot be read. \throws DataError when none can
template <class Use>
void forEachReadable(const Scan& scan, const std::vector<std::size_t>& frames, std::vector<float>& place, Use use) {
    const std::unique_ptr<FrameReader> reader = scan.frames->makeReader();
    std::size_t failed = 0;
    for (const std::size_t frame : frames) {
        try {
            reader->readNumbers(frame, place);
        } catch (const DataError&) { // which reading the frames reports
            if (++failed == frames.size()) throw;
            continue;
        }
        use();
    }
}

/// Gaps and dead pixels that the frames themselves mark.
void addMarkedPixels(const Scan& scan, const Preprocessing& settings, PreparedLayout& layout, Mask& bad) {
    if (scan.framesAreAmplitudes || layout.frameIndex.size() < 2) return;
    const auto saturation = settings.saturation > 0 ? std::optional(settings.saturation) : std::nullopt;
    const MarkedPixels marked = findMarkedPixels(*scan.frames, sampleOf(layout.frameIndex, 3), bad, saturation);
    combineMasks(bad, marked.mask);
    for (const std::string& line : marked.lines) note(layout, Severity::info, line);
    for (const std::string& line : marked.warnings) note(layout, Severity::warning, line);
}

Mask storedMask(const Scan& scan, const Preprocessing& settings, PreparedLayout& layout) {
    const std::size_t rows = scan.frames->rows();
    const std::size_t cols = scan.frames->cols();
    Mask bad({rows, cols});
    if (!scan.badPixels.empty()) {
        const auto origin = scan.origin.find("mask");
        addMask(bad, scan.badPixels, scan.file.string() + (origin == scan.origin.end() ? "" : ":" + origin->second));
    }
    if (!settings.maskFile.empty()) {
        addMask(bad, readMaskFile(settings.maskFile, settings.maskPath), settings.maskFile.string());
        if (std::string remark = remarkOnMask(settings.maskFile); !remark.empty())
            note(layout, Severity::warning, std::move(remark));
    }
    for (const auto& [row, col] : settings.badPixels) {
        if (row >= rows || col >= cols)
            throw JobError(
                phrase("the bad pixel %1,%2 is outside the frame of %3 pixels", row, col, shapeText(rows, cols)),
                "bad_pixels", "rows and columns count from 0");
        bad(row, col) = 1;
    }
    if (masksAlmostAll(bad))
        note(layout, Severity::warning,
             phrase("hardly a pixel is left: is 0 a bad pixel in the mask file? Then exchange 0 and 1"));
    addMarkedPixels(scan, settings, layout, bad);
    return bad;
}

/// The stored mask seen through crop and binning. \return number of cut-out rows and columns outside the frame
std::size_t cropMask(const CropMaps& maps, const Mask& stored, std::size_t binning, Mask& bad) {
    const std::size_t size = bad.extent(0);
    for (std::size_t r = 0; r < size * binning; ++r)
        for (std::size_t c = 0; c < size * binning; ++c) {
            const std::ptrdiff_t row = maps.rows.stored[r];
            const std::ptrdiff_t col = maps.cols.stored[c];
            const bool outside = row < 0 || col < 0;
            if (outside || (maps.transposed ? stored(col, row) : stored(row, col)) != 0)
                bad(r / binning, c / binning) = 1;
        }
    const auto missing = [](const AxisMap& map) {
        return static_cast<std::size_t>(std::count(map.stored.begin(), map.stored.end(), -1));
    };
    return missing(maps.rows) + missing(maps.cols);
}

/// Pixels of the cut-out that are not wholly in the frame.
std::size_t pixelsBeside(const CropMaps& maps, std::size_t size, std::size_t binning) {
    const auto whole = [&](const AxisMap& map) {
        std::size_t count = 0;
        for (std::size_t i = 0; i < size; ++i) {
            const auto bin = std::span(map.stored).subspan(i * binning, binning);
            count += std::ranges::all_of(bin, [](std::ptrdiff_t at) { return at >= 0; }) ? 1U : 0U;
        }
        return count;
    };
    return size * size - whole(maps.rows) * whole(maps.cols);
}

// ---- centre ------------------------------------------------------------------------------------------------------

struct Centre {
    double row = 0;
    double col = 0;
};

/// Centre of mass of the sum of a few frames, in pixels after flips and transposition.
std::optional<Centre> centreOfMass(const Scan& scan, const Preprocessing& settings, const PreparedLayout& layout,
                                   const Mask& stored, const Oriented& frame) {
    constexpr std::size_t kSample = 16;
    // The whole frame as cut-out: one map serves flips, transposition and a centre in the corner.
    Preprocessing whole = settings;
    whole.binning = 1;
    const std::size_t side = std::max(frame.rows, frame.cols);
    const std::size_t middle = side / 2;
    const CropMaps maps = makeCropMaps(scan, whole, side, static_cast<double>(middle), static_cast<double>(middle));
    std::vector<float> values(stored.size());
    // In counts, as where frames are prepared; what a file says of its numbers are not the squares of these.
    const double ofFile = scan.framesAreAmplitudes ? INFINITY : scan.frames->saturationValue().value_or(INFINITY);
    const double saturation = settings.saturation > 0 ? settings.saturation : ofFile;
    const NotMeasured notMeasured = scan.frames->notMeasuredNumbers();
    double sum = 0;
    Centre centre;
    forEachReadable(scan, sampleOf(layout.frameIndex, kSample), values, [&] {
        for (std::size_t r = 0; r < frame.rows; ++r)
            for (std::size_t c = 0; c < frame.cols; ++c) {
                const auto row = static_cast<std::size_t>(maps.rows.stored[r]);
                const auto col = static_cast<std::size_t>(maps.cols.stored[c]);
                const std::size_t at = settings.transpose ? col * stored.extent(1) + row : row * stored.extent(1) + col;
                const float value = values[at];
                if (stored.data()[at] != 0 || !std::isfinite(value) || value <= 0) continue;
                if (notMeasured.contains(value)) continue;
                const double counts = scan.framesAreAmplitudes ? static_cast<double>(value) * static_cast<double>(value)
                                                               : static_cast<double>(value);
                if (counts >= saturation) continue;
                sum += counts;
                centre.row += counts * static_cast<double>(r);
                centre.col += counts * static_cast<double>(c);
            }
    });
    if (!(sum > 0)) return std::nullopt;
    return Centre{std::round(centre.row / sum), std::round(centre.col / sum)};
}

void chooseCentre(const Scan& scan, const Preprocessing& settings, const Mask& stored, const Oriented& frame,
                  PreparedLayout& layout) {
    Centre centre{middleOf(frame.rows, frame.flipRows), middleOf(frame.cols, frame.flipCols)};
    const bool bothGiven = settings.centreRow && settings.centreCol;
    if (settings.autoCentre && !bothGiven) {
        if (const auto found = centreOfMass(scan, settings, layout, stored, frame)) {
            centre = *found;
            note(layout, Severity::info,
                 phrase("centre of the pattern found at row %1, column %2", numberText(centre.row),
                        numberText(centre.col)));
        } else {
            note(layout, Severity::warning, "the frames looked at are empty: no centre was found, the middle is used");
        }
    }
    layout.centreRow = settings.centreRow.value_or(centre.row);
    layout.centreCol = settings.centreCol.value_or(centre.col);
    const auto inside = [](double value, std::size_t extent) {
        return std::isfinite(value) && value >= 0 && value < static_cast<double>(extent);
    };
    if (!inside(layout.centreRow, frame.rows) || !inside(layout.centreCol, frame.cols))
        throw JobError(phrase("the centre (%1, %2) is outside the frame of %3 pixels", numberText(layout.centreRow),
                              numberText(layout.centreCol), shapeText(frame.rows, frame.cols)),
                       "centre_row, centre_col", "give row and column of the stored frame after flips");
}

/// Says where the file's beam centre contradicts the centre that nobody typed. One outside of the frames is that of the
/// whole detector, and the corner stands for none.
void compareCentre(const Scan& scan, const Preprocessing& settings, PreparedLayout& layout) {
    constexpr double kNear = 4, kNearMass = 16; // pixels; what a sample scatters moves the centre of mass
    if (!scan.beamCentreRow || !scan.beamCentreCol || (settings.centreRow && settings.centreCol)) return;
    if (scan.framesAreCornerCentred) return;
    const auto rows = static_cast<double>(scan.frames->rows()), cols = static_cast<double>(scan.frames->cols());
    double row = *scan.beamCentreRow - 0.5, col = *scan.beamCentreCol - 0.5; // by pixels, as the centre
    if (!(row > 0.5 && row < rows - 1 && col > 0.5 && col < cols - 1)) return;
    if (settings.flipRows) row = rows - 1 - row;
    if (settings.flipCols) col = cols - 1 - col;
    if (settings.transpose) std::swap(row, col);
    const double near = settings.autoCentre ? std::max(kNearMass, std::max(rows, cols) / 8) : kNear;
    if (std::abs(row - layout.centreRow) <= near && std::abs(col - layout.centreCol) <= near) return;
    note(layout, Severity::warning,
         phrase("by the file the beam meets the frames at row %1, column %2, and row %3, column %4 is taken for the "
                "centre: check it, or set centre_row and centre_col",
                numberText(row), numberText(col), numberText(layout.centreRow), numberText(layout.centreCol)));
}

} // namespace

PreparedLayout planPreprocessing(const Scan& scan, const Preprocessing& settings,
                                 std::span<const std::size_t> unusable) {
    if (scan.frames == nullptr || scan.frames->frameCount() == 0)
        throw DataError("the scan has no frames", scan.file.string(), "choose another file");
    PreparedLayout layout;
    const Oriented frame = orient(scan, settings);
    layout.size = chooseSize(scan, settings, frame, layout);
    layout.frameIndex = chooseFrames(scan, settings, layout);
    std::erase_if(layout.frameIndex, [&](std::size_t stored) { return std::ranges::binary_search(unusable, stored); });
    if (layout.frameIndex.empty())
        throw DataError("no frame is of use: all are empty, saturated or cannot be read",
                        scan.file.string() + ":" + scan.framesPath,
                        "check mask, threshold and saturation, or the dataset of the frames");
    const Mask stored = storedMask(scan, settings, layout);
    chooseCentre(scan, settings, stored, frame, layout);
    compareCentre(scan, settings, layout);

    const double binning = static_cast<double>(settings.binning);
    layout.pixelHeight_m = scan.pixelHeight_m.value_or(0) * binning;
    layout.pixelWidth_m = scan.pixelWidth_m.value_or(0) * binning;
    if (settings.transpose) std::swap(layout.pixelHeight_m, layout.pixelWidth_m);

    layout.badPixels = Mask({layout.size, layout.size});
    const CropMaps maps = makeCropMaps(scan, settings, layout.size, layout.centreRow, layout.centreCol);
    const std::size_t outside = cropMask(maps, stored, settings.binning, layout.badPixels);
    const std::size_t beside = pixelsBeside(maps, layout.size, settings.binning);
    // Reversing an axis of even length moves its middle by one: that single line is no news.
    const std::size_t expected = (frame.flipRows ? 1U : 0U) + (frame.flipCols ? 1U : 0U);
    const bool isAsked = settings.cropSize > std::min(frame.rows, frame.cols);
    if (outside > expected)
        note(layout, isAsked ? Severity::info : Severity::warning,
             phrase("the cut-out reaches beyond the frame by %1 rows and columns; they are masked. A smaller crop_size "
                    "avoids it",
                    outside));
    const auto bad = static_cast<std::size_t>(std::count(layout.badPixels.begin(), layout.badPixels.end(), 1));
    if (bad == layout.badPixels.size())
        throw DataError("every pixel is masked", scan.file.string(), "check the mask: it may mark the good pixels");
    if (2 * (bad - beside) > layout.badPixels.size() - beside)
        note(layout, Severity::warning,
             phrase("%1 % of the pixels are masked: check the mask, it may mark the good pixels",
                    numberText(100.0 * static_cast<double>(bad - beside) /
                               static_cast<double>(layout.badPixels.size() - beside))));
    return layout;
}

} // namespace ewald::io
