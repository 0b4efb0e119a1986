// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/corrections.h"
#include "azint/loops/accumulate.h"
#include "azint/pixel_table.h"
#include "base/pixels/negative_marks.h"
#include "kernels/integrate_bodies.h"

#include <array>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace ewald::azint {

/// Pixels left out of a bin because they do not agree with its others: spots of single crystals, cosmic rays, ice. A
/// pixel is judged by its intensity b = signal / normalisation, in every bin that it has a weight in for itself.
struct Rejection {
    enum class Kind {
        none,
        /// Again and again: pixels further than `threshold` standard deviations (√(Σ variance / Σ normalisation²), by
        /// the error model; the scatter of the pixels themselves where that is none or azimuthal) from the mean go. The
        /// limit is never below Chauvenet's for n pixels, √(2 ln(n / √(2π))), at which half a pixel of noise would go.
        /// Whole counts stay up to (√mean + limit / 2)², as few of them scatter upwards by more than their deviation.
        /// Where variances are those of counts, and some pixel is too far from the mean, distances are those from the
        /// median: spots raise the mean.
        sigmaClip,
        /// Only pixels between two quantiles stay: sorted by b, those whose part of the summed weights (weight ·
        /// normalisation) touches [lower, upper]; their mean is taken. 0.5 … 0.5 is the median.
        quantile,
    };
    Kind kind = Kind::none;
    double threshold = 5;       ///< ≥ 0; 0 = Chauvenet's criterion alone
    std::size_t iterations = 5; ///< at most this often; fewer when no pixel goes any more
    double lowerQuantile = 0.5; ///< 0 ≤ lower ≤ upper ≤ 1
    double upperQuantile = 0.5;
    bool operator==(const Rejection&) const = default;
};

/// Everything that turns frames of one shape into patterns.
struct IntegrationSettings {
    BinningSettings binning;
    ErrorModel errorModel = ErrorModel::none;
    Rejection rejection;
    float emptyValue = 0; ///< intensity and errors of bins without a pixel
};

/// One pattern or cake; arrays have one entry a bin (a cake: [sector][radial bin]).
struct FrameResult {
    std::vector<float> intensity; ///< Σ signal / Σ normalisation
    std::vector<float> sem; ///< error of the mean, √Σ variance / Σ normalisation; empty without an error model
    std::vector<float> std; ///< spread of a pixel, √(Σ variance / Σ normalisation²); empty without an error model
    std::vector<double> sumSignal;
    std::vector<double> sumVariance; ///< empty without an error model
    std::vector<double> sumNormalization;
    std::vector<double> sumNormalization2;
    std::vector<double> count; ///< pixels, with their weights
    /// Pixels that count and hold NegativeMarks; 0 for frames that a device has summed up.
    std::size_t markedPixels = 0;
    float mark = 0;        ///< the lowest of the marks
    bool twoMarks = false; ///< they are −1 and −2
    /// The counts behind the first of some equal parts of the pixels, behind the second, … and behind all of them:
    /// Σ c·value over all bins, or, of whole frames and of cakes of many bins, Σ value over a part of the segments.
    /// Empty where that is not followed (devices, frames of few pixels).
    std::vector<double> course;
};

/// The parts of a frame behind each of which FrameResult::course has a sum.
struct CourseParts {
    std::size_t count = 0;    ///< 0: it is not followed
    std::size_t segments = 0; ///< of the frame
    std::size_t stride = 0;   ///< the pixels of one in so many segments are summed up; 0: the bins
    /// Segments before the end of a part.
    [[nodiscard]] std::size_t endOf(std::size_t part) const noexcept { return (part + 1) * segments / count; }
    [[nodiscard]] bool sums(std::size_t segment) const noexcept { return stride > 0 && segment % stride == 0; }
};

/// Sums over the pixels of a bin that no frame changes; one entry a bin.
struct StaticSums {
    std::vector<double> dark;     ///< Σc·dark, or empty
    std::vector<double> variance; ///< Σc²·(variance that does not depend on the frame), or empty
    std::vector<double> normalization;
    std::vector<double> normalization2;
    std::vector<double> count;
};

/// What an Integrator makes of geometry, settings and corrections: everything that takes time.
struct IntegratorTables {
    Binning binning;
    PixelTable pixels;
    LargeVector<float> normalization; ///< of every pixel as it is stored; 0 = the pixel does not count
    StaticSums sums;
};

/// The part of an integration that does not depend on the frame: made once, read by all threads.
///
/// Sums over the weights c of the pixels of a bin: signal Σc·(value − dark), variance Σc²·variance, normalisation
/// Σc·norm, its square Σ(c·norm)², count Σc. Only the sums of values and of Poisson variances need the frame; the
/// others are made here, and corrected where a frame has dummies.
class Integrator {
public:
    /// Builds the pixel table (a tenth of a second for 4 million pixels on one core).
    /// \param threads 0 = all that the machine has
    /// \throws JobError, DataError as makeBinning() and normalizationOf(); ErrorModel::variance without a variance
    Integrator(const Geometry& geometry, const IntegrationSettings& settings, Corrections corrections,
               unsigned threads = 0);
    /// The same with the tables() of another one that was made from the same geometry, settings and corrections.
    /// \throws InternalError for tables of another shape
    Integrator(const Geometry& geometry, const IntegrationSettings& settings, Corrections corrections,
               IntegratorTables tables, unsigned threads = 0);

    [[nodiscard]] const IntegratorTables& tables() const noexcept { return m_tables; }
    [[nodiscard]] const Geometry& geometry() const noexcept { return m_geometry; }
    [[nodiscard]] const IntegrationSettings& settings() const noexcept { return m_settings; }
    [[nodiscard]] const Corrections& corrections() const noexcept { return m_corrections; }
    [[nodiscard]] const Binning& binning() const noexcept { return m_tables.binning; }
    [[nodiscard]] const PixelTable& table() const noexcept { return m_tables.pixels; }
    [[nodiscard]] std::size_t pixels() const noexcept { return m_tables.pixels.pixels; }
    [[nodiscard]] std::size_t bins() const noexcept { return m_tables.pixels.bins; }
    /// Bytes of the table and of the arrays a pixel: for planning memory.
    [[nodiscard]] std::size_t bytes() const noexcept;

    /// Whether every pixel of a bin has to be seen together: then frames are given whole to integrateFrame(), not piece
    /// by piece to a FrameAccumulator.
    [[nodiscard]] bool needsWholeFrames() const noexcept {
        return scatterIsError() || m_settings.rejection.kind != Rejection::Kind::none;
    }

    /// The values that are summed up without looking twice; all others may be dummies.
    [[nodiscard]] FastRange fastRange(PixelType type) const noexcept;

    /// Integrates one whole frame in the calling thread, with any error model.
    /// \param pixels pixels() values of the type, in the order of the file
    /// \param normalizationFactor monitor or exposure of the frame, a factor of its normalisation
    void integrateFrame(PixelType type, std::span<const std::byte> pixels, double normalizationFactor,
                        FrameResult& out) const;

private:
    friend class FrameAccumulator;
    /// A bin whose dynamically masked pixels leave less than this of it is empty: the rest is rounding.
    static constexpr double kEmptyFraction = 1e-6;

    /// One mask for everything: what has no normalisation takes no part.
    void maskUnused(unsigned threads);
    /// Adds the weights of a stretch of segments.
    void addStaticSums(std::size_t firstSegment, std::size_t lastSegment, StaticSums& sums) const;
    void makeStaticSums(unsigned threads);
    [[nodiscard]] double staticVariance(std::size_t pixel) const noexcept;
    [[nodiscard]] const BinTable& binTable() const;
    /// The pixel as a number; false when it does not count in this frame (dummy, not finite).
    [[nodiscard]] bool valueOf(PixelType type, const std::byte* pixel, double& value) const noexcept;
    [[nodiscard]] bool scatterIsError() const noexcept {
        return m_settings.errorModel == ErrorModel::azimuthal || m_settings.errorModel == ErrorModel::azimuthalShares;
    }
    template <class T>
    void integrateBins(PixelType type, const std::byte* pixels, FrameResult& out) const;
    void integrateWhole(PixelType type, const std::byte* pixels, double normalizationFactor, FrameResult& out) const;
    /// \param mayUseBins sums of bins are at hand
    [[nodiscard]] CourseParts courseParts(bool mayUseBins) const noexcept;
    void followCourse(PixelType type, const std::byte* pixels, FrameResult& out) const;
    /// Makes room in a result for all bins.
    void prepare(FrameResult& out) const;
    /// Intensities and errors of some bins from their sums; scales the normalisation by the factor of the frame.
    /// \param emptyFraction a bin with this fraction of its pixels or less is empty
    void complete(std::size_t firstBin, std::size_t lastBin, double normalizationFactor, double emptyFraction,
                  FrameResult& out) const;

    Geometry m_geometry;
    IntegrationSettings m_settings;
    Corrections m_corrections;
    IntegratorTables m_tables;
    mutable std::once_flag m_binTableMade;
    mutable std::unique_ptr<BinTable> m_binTable;
};

/// What a device has made of one frame: sums over the pixels whose values are in Integrator::fastRange(), and the
/// others.
struct WholeFrameSums {
    std::span<const double> sums; ///< [bin][1 or 2]: Σ c·value, for Poisson errors also Σ c²·max(value, 1)
    /// Values outside the range by increasing pixel; the sums have counted them as zero.
    std::span<const kernels::Outlier> outliers;
};

/// Integrates a few frames side by side, piece by piece as they are decoded. One a thread; reused for group after
/// group.
///
///     accumulator.begin(type, frames);
///     while (pixels are left) accumulator.add(count, pointers);   // the same pixels of every frame, in order
///     accumulator.finish(factors, results);                       // one of each a frame
///
/// The result for a frame does not depend on which frames it weights a group with, nor on the pieces, to the last bit.
class FrameAccumulator {
public:
    /// Keeps a reference to the integrator. \throws InternalError when that needs whole frames
    explicit FrameAccumulator(const Integrator& integrator);

    /// The most frames of a group: several for patterns, one for cakes whose sums would not stay in the cache.
    [[nodiscard]] std::size_t maxFrames() const noexcept { return m_lanes; }

    /// Starts a group. \param frames 1 … maxFrames()
    void begin(PixelType type, std::size_t frames);
    /// The next `count` pixels of every frame. A null pointer counts as zeros (a frame that could not be decoded; its
    /// result is to be thrown away). \throws InternalError beyond the last pixel
    void add(std::size_t count, std::span<const std::byte* const> frames);
    /// The same for kSegmentPixels pixels at the start of a segment (pixels are counted from the frame's first), of
    /// groups of lanes() frames at most.
    /// \param values  [kSegmentPixels][lanes()] integers of `width` bytes that hold the pixels: those of the type
    ///                itself, or narrower unsigned ones; zero where a lane has no frame
    /// \param lanes   bit l: lane l has a frame that counts
    /// \throws InternalError elsewhere, or for other types than integers of up to 32 bits
    void addInterleaved(unsigned width, const std::byte* values, unsigned lanes);
    /// Frames side by side in addInterleaved(): not fewer than maxFrames() when that is more than one, else zero.
    [[nodiscard]] std::size_t lanes() const noexcept { return m_lanes > 1 ? m_lanes : 0; }
    /// Whether the next `count` pixels matter at all: otherwise their decoding can be skipped, see skip().
    [[nodiscard]] bool needed(std::size_t count) const noexcept;
    /// Passes over pixels for which needed() was false.
    void skip(std::size_t count);
    /// Instead of add(): the sums of whole frames, made elsewhere. \param frames one a frame of the group
    /// \throws InternalError for sums of another shape
    void take(std::span<const WholeFrameSums> frames);
    /// The results after the last pixel. \param normalizationFactors, results one a frame of the group
    /// \throws InternalError when pixels are missing or the sizes are not those of the group
    void finish(std::span<const double> normalizationFactors, std::span<FrameResult> results) const;

private:
    struct Special {
        std::uint16_t pixel; ///< within the segment
        std::uint8_t lane;
        bool counts; ///< a value too large for the fast path, not a dummy
        double value;
    };
    struct Losses { ///< what dummies of one frame take from the sums that do not depend on it
        std::vector<double> normalization;
        std::vector<double> normalization2;
        std::vector<double> count;
        std::vector<double> dark;
        std::vector<double> variance;
    };

    void convert(std::size_t lane, const std::byte* pixels, std::size_t count);
    void convertSegment(std::span<const std::byte* const> frames);
    void addSpecial(std::size_t lane, std::size_t pixel, const std::byte* value);
    void findSpecials(std::size_t lane, const std::byte* pixels, std::size_t count);
    void addSegment();
    void addSpecials(std::size_t segment);
    void lookForMarks(std::size_t segment);
    void addToCourse(std::size_t segment);
    void followCourse(std::size_t segmentsSeen);
    Losses& lossesOf(std::size_t lane);
    void collect(std::size_t lane, std::size_t firstBin, std::size_t lastBin, FrameResult& out) const;

    const Integrator& m_integrator;
    bool m_variance;
    const detail::AccumulateLoops& m_loops;
    std::size_t m_lanes;
    std::size_t m_frames = 0;
    PixelType m_type = PixelType::uint32;
    FastRange m_range;
    std::size_t m_pixel = 0;                               ///< next pixel
    std::vector<float> m_values;                           ///< [lane][kSegmentPixels]
    std::vector<float> m_interleaved;                      ///< [kSegmentPixels][lane]
    bool m_isInterleaved = false;                          ///< the current segment is in m_interleaved already
    std::vector<double> m_sums;                            ///< [bin][1 or 2][lane]
    std::array<std::uint16_t, kSegmentPixels> m_outside{}; ///< lanes, by pixel of an interleaved segment
    std::vector<Special> m_specials;
    std::vector<std::unique_ptr<Losses>> m_losses; ///< by lane; null = none
    CourseParts m_courseParts;
    std::size_t m_courseSeen = 0;                   ///< parts
    std::array<double, kFrameLanes> m_courseSums{}; ///< of the segments that are summed up
    std::vector<double> m_course;                   ///< [lane][part]
    std::array<NegativeMarks, kFrameLanes> m_marks;
    unsigned m_watched = 0; ///< bit l: the negative numbers of lane l may be marks
};

} // namespace ewald::azint
