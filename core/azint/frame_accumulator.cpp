// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/integrator.h"
#include "azint/pixel_value.h"
#include "base/error.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace ewald::azint {
namespace {

/// More than this for the sums of a group would be too much memory a thread: then frames are integrated one by one.
constexpr std::size_t kMaxGroupSumBytes = std::size_t{64} << 20U;

template <class T, class Found>
void scanIntegers(const std::byte* pixels, std::size_t count, const FastRange& range, Found&& found) {
    for (std::size_t i = 0; i < count; ++i) {
        T value;
        std::memcpy(&value, pixels + i * sizeof value, sizeof value);
        const bool below =
            range.low > 0 ? value < static_cast<T>(range.low) : static_cast<std::int64_t>(value) < range.low;
        if constexpr (sizeof(T) == 8 && std::is_unsigned_v<T>) {
            if (range.high < 0 || value > static_cast<T>(range.high) ||
                (range.low > 0 && value < static_cast<T>(range.low)))
                found(i);
        } else {
            if (below || static_cast<std::int64_t>(value) > range.high) found(i);
        }
    }
}

template <class T, class Found>
void scanFloats(const std::byte* pixels, std::size_t count, const FastRange& range, Found&& found) {
    for (std::size_t i = 0; i < count; ++i) {
        T stored;
        std::memcpy(&stored, pixels + i * sizeof stored, sizeof stored);
        const auto value = static_cast<float>(stored);
        const bool within = value >= range.lowest && value <= range.highest; // and finite
        if (!within || (value >= range.dummyLow && value <= range.dummyHigh)) found(i);
    }
}

/// Calls found(i) for every pixel that the fast path leaves out.
template <class Found>
void scan(PixelType type, const std::byte* pixels, std::size_t count, const FastRange& range, Found&& found) {
    switch (type) {
    case PixelType::uint8: return scanIntegers<std::uint8_t>(pixels, count, range, found);
    case PixelType::uint16: return scanIntegers<std::uint16_t>(pixels, count, range, found);
    case PixelType::uint32: return scanIntegers<std::uint32_t>(pixels, count, range, found);
    case PixelType::uint64: return scanIntegers<std::uint64_t>(pixels, count, range, found);
    case PixelType::int8: return scanIntegers<std::int8_t>(pixels, count, range, found);
    case PixelType::int16: return scanIntegers<std::int16_t>(pixels, count, range, found);
    case PixelType::int32: return scanIntegers<std::int32_t>(pixels, count, range, found);
    case PixelType::int64: return scanIntegers<std::int64_t>(pixels, count, range, found);
    case PixelType::float32: return scanFloats<float>(pixels, count, range, found);
    case PixelType::float64: return scanFloats<double>(pixels, count, range, found);
    }
}

std::size_t sumBytes(std::size_t bins, bool variance) { return bins * (variance ? 2 : 1) * sizeof(double); }

/// The fastest loops whose sums are not too large; a frame's result is the same with all that round alike.
const detail::AccumulateLoops& loopsFor(std::size_t sumBytesOfFrame) {
    const auto usable = detail::usableLoops();
    const auto fits = [&](const detail::AccumulateLoops& loops) {
        return sumBytesOfFrame * loops.lanes <= kMaxGroupSumBytes;
    };
    // The slowest have no fused multiply-add.
    for (std::size_t i = usable.size(); i-- > 1;)
        if (fits(*usable[i])) return *usable[i];
    return *usable.back();
}

} // namespace

FrameAccumulator::FrameAccumulator(const Integrator& integrator)
    : m_integrator(integrator), m_variance(integrator.settings().errorModel == ErrorModel::poisson),
      m_loops(loopsFor(sumBytes(integrator.bins(), m_variance))), m_lanes(m_loops.lanes),
      m_courseParts(integrator.courseParts(true)) {
    if (integrator.needsWholeFrames()) throw InternalError("this error model needs whole frames");
    if (sumBytes(integrator.bins(), m_variance) * m_lanes > kMaxGroupSumBytes) m_lanes = 1;
    m_values.assign(m_lanes * kSegmentPixels, 0);
    m_interleaved.assign(m_lanes > 1 ? m_lanes * kSegmentPixels : 0, 0);
    m_sums.assign(integrator.bins() * (m_variance ? 2 : 1) * m_lanes, 0);
    m_losses.resize(m_lanes);
    m_course.assign(m_lanes * m_courseParts.count, 0);
}

void FrameAccumulator::begin(PixelType type, std::size_t frames) {
    if (frames == 0 || frames > m_lanes) throw InternalError("a group of no or too many frames");
    m_type = type;
    m_frames = frames;
    m_range = m_integrator.fastRange(type);
    m_pixel = 0;
    m_specials.clear();
    std::ranges::fill(m_values, 0.0F);
    std::ranges::fill(m_sums, 0.0);
    for (auto& losses : m_losses) losses.reset();
    m_marks.fill({});
    m_courseSeen = 0;
    m_courseSums.fill(0);
    m_watched = isUnsigned(type) ? 0 : (1U << frames) - 1;
}

void FrameAccumulator::add(std::size_t count, std::span<const std::byte* const> frames) {
    if (frames.size() != m_frames || count > m_integrator.pixels() - m_pixel) {
        throw InternalError("pixels beyond the end of a frame");
    }
    const std::size_t bytes = bytesOf(m_type);
    std::array<const std::byte*, kFrameLanes> at{};
    std::ranges::copy(frames, at.begin());
    while (count > 0) {
        const std::size_t inSegment = m_pixel % kSegmentPixels;
        const std::size_t part = std::min(count, kSegmentPixels - inSegment);
        if (part == kSegmentPixels && m_lanes > 1) {
            convertSegment(std::span(at).first(m_frames));
        } else {
            for (std::size_t lane = 0; lane < m_frames; ++lane) convert(lane, at[lane], part);
        }
        for (const std::byte*& pixels : at) {
            if (pixels != nullptr) pixels += part * bytes;
        }
        m_pixel += part;
        count -= part;
        if (m_pixel % kSegmentPixels == 0 || m_pixel == m_integrator.pixels()) addSegment();
    }
}

void FrameAccumulator::addInterleaved(unsigned width, const std::byte* values, unsigned lanes) {
    const bool isShort = !isFloating(m_type) && bytesOf(m_type) <= 4 && width <= bytesOf(m_type);
    if (m_lanes == 1 || m_pixel % kSegmentPixels != 0 || m_integrator.pixels() - m_pixel < kSegmentPixels || !isShort)
        throw InternalError("interleaved pixels where there can be none");
    if (!m_loops.convertInterleaved(m_type, width, values, m_range, m_interleaved.data(), m_outside.data())) {
        for (std::size_t pixel = 0; pixel < kSegmentPixels; ++pixel) {
            // Gaps of the detector are outside the range in every frame: most are masked and need no second look.
            unsigned outside = m_outside[pixel] & lanes;
            if (outside == 0 || m_integrator.m_tables.normalization.data()[m_pixel + pixel] == 0) continue;
            for (std::size_t lane = 0; outside != 0; ++lane, outside >>= 1U) {
                if ((outside & 1U) == 0) continue;
                std::array<std::byte, sizeof(std::uint64_t)> value{}; // little-endian: the upper bytes are zero
                std::memcpy(value.data(), values + (pixel * m_lanes + lane) * width, width);
                addSpecial(lane, m_pixel + pixel, value.data());
            }
        }
    }
    m_isInterleaved = true;
    m_pixel += kSegmentPixels;
    addSegment();
}

bool FrameAccumulator::needed(std::size_t count) const noexcept {
    if (count == 0) return false;
    const std::size_t end = std::min(m_pixel + count, m_integrator.pixels());
    for (std::size_t segment = m_pixel / kSegmentPixels; segment * kSegmentPixels < end; ++segment) {
        if (m_integrator.table().segmentUsed(segment)) return true;
    }
    return false;
}

void FrameAccumulator::skip(std::size_t count) {
    const std::array<const std::byte*, kFrameLanes> nothing{};
    add(count, std::span(nothing).first(m_frames));
}

void FrameAccumulator::convert(std::size_t lane, const std::byte* pixels, std::size_t count) {
    float* const target = m_values.data() + lane * kSegmentPixels + m_pixel % kSegmentPixels;
    if (pixels == nullptr) {
        std::fill_n(target, count, 0.0F);
    } else if (!m_loops.convert(m_type, pixels, count, m_range, target)) {
        findSpecials(lane, pixels, count);
    }
}

/// The usual case: a whole segment of all frames, converted and interleaved in one go.
void FrameAccumulator::convertSegment(std::span<const std::byte* const> frames) {
    alignas(64) static constexpr std::array<std::byte, kSegmentPixels * sizeof(double)> kZeros{};
    std::array<const void*, kFrameLanes> lanes{};
    lanes.fill(kZeros.data());
    for (std::size_t lane = 0; lane < frames.size(); ++lane) {
        if (frames[lane] != nullptr) lanes[lane] = frames[lane];
    }
    const unsigned outside = m_loops.convertLanes(m_type, lanes.data(), m_range, m_interleaved.data());
    for (std::size_t lane = 0; outside != 0 && lane < frames.size(); ++lane) {
        // Zero may be the dummy: a frame that is not there has no pixels to look at.
        if ((outside >> lane & 1U) != 0 && frames[lane] != nullptr) findSpecials(lane, frames[lane], kSegmentPixels);
    }
    m_isInterleaved = true;
}

void FrameAccumulator::addSpecial(std::size_t lane, std::size_t pixel, const std::byte* value) {
    if (m_integrator.m_tables.normalization.data()[pixel] == 0) return; // masked anyway
    Special special{static_cast<std::uint16_t>(pixel % kSegmentPixels), static_cast<std::uint8_t>(lane), false, 0};
    special.counts = m_integrator.valueOf(m_type, value, special.value);
    if (special.counts && special.value < 0 && (m_watched >> lane & 1U) != 0)
        m_marks[lane].add(static_cast<float>(special.value));
    m_specials.push_back(special);
}

void FrameAccumulator::findSpecials(std::size_t lane, const std::byte* pixels, std::size_t count) {
    const std::size_t bytes = bytesOf(m_type);
    scan(m_type, pixels, count, m_range, [&](std::size_t i) { addSpecial(lane, m_pixel + i, pixels + i * bytes); });
}

void FrameAccumulator::take(std::span<const WholeFrameSums> frames) {
    const std::size_t perBin = m_variance ? 2 : 1;
    if (frames.size() != m_frames || m_pixel != 0) throw InternalError("another number of frames than the group has");
    m_watched = 0; // the outliers alone are seen: whether they are marks depends on the negative pixels beside them
    for (std::size_t lane = 0; lane < m_frames; ++lane) {
        const WholeFrameSums& frame = frames[lane];
        if (frame.sums.size() != m_integrator.bins() * perBin) throw InternalError("another number of sums than bins");
        for (std::size_t i = 0; i < frame.sums.size(); ++i) m_sums[i * m_lanes + lane] = frame.sums[i];
        for (std::size_t i = 0; i < frame.outliers.size();) {
            const std::size_t segment = frame.outliers[i].pixel / kSegmentPixels;
            for (; i < frame.outliers.size() && frame.outliers[i].pixel / kSegmentPixels == segment; ++i) {
                // Devices take pixels of 32 bits at most.
                std::array<std::byte, sizeof(std::uint64_t)> value{};
                std::memcpy(value.data(), &frame.outliers[i].bits, sizeof frame.outliers[i].bits);
                addSpecial(lane, frame.outliers[i].pixel, value.data());
            }
            if (!m_specials.empty()) addSpecials(segment);
        }
    }
    m_pixel = m_integrator.pixels();
}

void FrameAccumulator::addSegment() {
    const std::size_t segment = (m_pixel - 1) / kSegmentPixels;
    const PixelTable& table = m_integrator.table();
    for (const TableLayer& layer : table.layers) {
        const PixelRun* const first = layer.runs.data() + layer.firstRun[segment];
        const PixelRun* const last = layer.runs.data() + layer.firstRun[segment + 1];
        if (first == last) break; // a pixel in a layer is in all layers before it
        const float* const weights = layer.weights.data() + layer.firstWeight[segment];
        if (m_lanes == 1) {
            m_loops.addOne(first, last, weights, m_values.data(), m_variance, m_sums.data());
            continue;
        }
        if (!m_isInterleaved) m_loops.interleave(m_values.data(), m_interleaved.data());
        m_isInterleaved = true;
        m_loops.addLanes(first, last, weights, m_interleaved.data(), m_variance, m_sums.data());
    }
    if (m_watched != 0 && table.segmentUsed(segment)) lookForMarks(segment);
    if (m_courseParts.sums(segment) && table.segmentUsed(segment)) addToCourse(segment);
    m_isInterleaved = false;
    if (!m_specials.empty()) addSpecials(segment);
    if (m_courseSeen < m_courseParts.count) followCourse(segment + 1);
}

/// Sums up a segment whose values are in the cache.
void FrameAccumulator::addToCourse(std::size_t segment) {
    const std::size_t first = segment * kSegmentPixels;
    const std::size_t count = std::min(kSegmentPixels, m_integrator.pixels() - first);
    const float* const values = m_lanes == 1 ? m_values.data() : m_interleaved.data();
    const float* const weights = m_integrator.m_tables.normalization.data() + first;
    for (std::size_t i = 0; i < count; ++i) {
        if (weights[i] == 0) continue; // masked
        for (std::size_t lane = 0; lane < m_frames; ++lane)
            m_courseSums[lane] += static_cast<double>(values[i * m_lanes + lane]);
    }
}

/// Keeps the sums of each frame at the ends of its parts.
void FrameAccumulator::followCourse(std::size_t segmentsSeen) {
    if (segmentsSeen < m_courseParts.endOf(m_courseSeen)) return;
    const std::size_t stride = (m_variance ? 2 : 1) * m_lanes;
    std::array<double, kFrameLanes> sums = m_courseSums;
    for (std::size_t bin = 0; m_courseParts.stride == 0 && bin < m_integrator.bins(); ++bin)
        for (std::size_t lane = 0; lane < m_frames; ++lane) sums[lane] += m_sums[bin * stride + lane];
    for (std::size_t lane = 0; lane < m_frames; ++lane)
        m_course[lane * m_courseParts.count + m_courseSeen] = sums[lane];
    ++m_courseSeen;
}

/// In the values of a segment, which are in the cache. Most hold no negative number, or gaps that are masked, which one
/// pass each shows.
void FrameAccumulator::lookForMarks(std::size_t segment) {
    const std::size_t first = segment * kSegmentPixels;
    const std::size_t count = std::min(kSegmentPixels, m_integrator.pixels() - first);
    const float* const values = m_lanes == 1 ? m_values.data() : m_interleaved.data();
    const float* const weights = m_integrator.m_tables.normalization.data() + first;
    const auto negative = m_lanes == 1 ? m_loops.negativeOne : m_loops.negativeLanes;
    if ((m_watched & negative(values, nullptr, count)) == 0) return;
    const unsigned lanes = m_watched & negative(values, weights, count);
    for (std::size_t lane = 0; lane < m_frames; ++lane) {
        if ((lanes >> lane & 1U) == 0) continue;
        NegativeMarks& marks = m_marks[lane];
        for (std::size_t i = 0; i < count && !marks.areCounts(); ++i)
            if (const float value = values[i * m_lanes + lane]; value < 0 && weights[i] != 0) marks.add(value);
        if (marks.areCounts()) m_watched &= ~(1U << lane);
    }
}

FrameAccumulator::Losses& FrameAccumulator::lossesOf(std::size_t lane) {
    std::unique_ptr<Losses>& losses = m_losses[lane];
    if (!losses) {
        losses = std::make_unique<Losses>();
        const std::size_t bins = m_integrator.bins();
        losses->normalization.assign(bins, 0);
        losses->normalization2.assign(bins, 0);
        losses->count.assign(bins, 0);
        if (!m_integrator.m_tables.sums.dark.empty()) losses->dark.assign(bins, 0);
        if (!m_integrator.m_tables.sums.variance.empty()) losses->variance.assign(bins, 0);
    }
    return *losses;
}

void FrameAccumulator::addSpecials(std::size_t segment) {
    const std::size_t begin = segment * kSegmentPixels;
    std::ranges::sort(m_specials, {}, [](const Special& s) { return std::pair(s.pixel, s.lane); });
    std::array<std::int32_t, kSegmentPixels> firstOf{};
    firstOf.fill(-1);
    for (std::size_t i = m_specials.size(); i-- > 0;) firstOf[m_specials[i].pixel] = static_cast<std::int32_t>(i);
    const std::size_t stride = (m_variance ? 2 : 1) * m_lanes;
    const Corrections& corrections = m_integrator.m_corrections;
    m_integrator.table().forEachWeight(segment, segment + 1, [&](std::size_t pixel, std::size_t bin, float weight) {
        const std::int32_t found = firstOf[pixel - begin];
        if (found < 0) return;
        const auto w = static_cast<double>(weight);
        for (std::size_t i = static_cast<std::size_t>(found);
             i < m_specials.size() && m_specials[i].pixel == pixel - begin; ++i) {
            const Special& special = m_specials[i];
            double* const sums = m_sums.data() + bin * stride + special.lane;
            if (special.counts) {
                sums[0] += w * special.value;
                // The fast path has counted the variance of a zero.
                if (m_variance) sums[m_lanes] += w * w * (std::max(special.value, 1.0) - 1.0);
                continue;
            }
            if (m_variance) sums[m_lanes] -= w * w;
            Losses& losses = lossesOf(special.lane);
            const double norm = w * static_cast<double>(m_integrator.m_tables.normalization.data()[pixel]);
            losses.normalization[bin] += norm;
            losses.normalization2[bin] += norm * norm;
            losses.count[bin] += w;
            if (!losses.dark.empty()) losses.dark[bin] += w * static_cast<double>(corrections.dark.data()[pixel]);
            if (!losses.variance.empty()) losses.variance[bin] += w * w * m_integrator.staticVariance(pixel);
        }
    });
    m_specials.clear();
}

void FrameAccumulator::finish(std::span<const double> normalizationFactors, std::span<FrameResult> results) const {
    if (m_pixel != m_integrator.pixels()) throw InternalError("frames were not integrated to their end");
    if (normalizationFactors.size() != m_frames || results.size() != m_frames) {
        throw InternalError("another number of results than frames");
    }
    for (std::size_t lane = 0; lane < m_frames; ++lane) {
        m_integrator.prepare(results[lane]);
        results[lane].markedPixels = m_marks[lane].pixels();
        results[lane].mark = m_marks[lane].number();
        results[lane].twoMarks = m_marks[lane].areTwo();
        if (m_courseParts.count > 0 && m_courseSeen == m_courseParts.count)
            results[lane].course.assign(m_course.data() + lane * m_courseParts.count,
                                        m_course.data() + (lane + 1) * m_courseParts.count);
    }
    // A stretch of bins for all frames, then the next: the sums of the frames lie side by side.
    constexpr std::size_t kStretch = 256;
    for (std::size_t first = 0; first < m_integrator.bins(); first += kStretch) {
        const std::size_t last = std::min(first + kStretch, m_integrator.bins());
        for (std::size_t lane = 0; lane < m_frames; ++lane) {
            collect(lane, first, last, results[lane]);
            m_integrator.complete(first, last, normalizationFactors[lane], Integrator::kEmptyFraction, results[lane]);
        }
    }
}

void FrameAccumulator::collect(std::size_t lane, std::size_t firstBin, std::size_t lastBin, FrameResult& out) const {
    const std::size_t stride = (m_variance ? 2 : 1) * m_lanes;
    const auto& fixed = m_integrator.m_tables.sums;
    const Losses* const losses = m_losses[lane].get();
    for (std::size_t bin = firstBin; bin < lastBin; ++bin) {
        double signal = m_sums[bin * stride + lane];
        double variance = m_variance ? m_sums[bin * stride + m_lanes + lane] : 0;
        if (!fixed.dark.empty()) signal -= fixed.dark[bin];
        if (!fixed.variance.empty()) variance += fixed.variance[bin];
        out.sumNormalization[bin] = fixed.normalization[bin];
        out.sumNormalization2[bin] = fixed.normalization2[bin];
        out.count[bin] = fixed.count[bin];
        if (losses != nullptr) {
            if (!losses->dark.empty()) signal += losses->dark[bin];
            if (!losses->variance.empty()) variance -= losses->variance[bin];
            out.sumNormalization[bin] -= losses->normalization[bin];
            out.sumNormalization2[bin] -= losses->normalization2[bin];
            out.count[bin] -= losses->count[bin];
        }
        out.sumSignal[bin] = signal;
        // Where dummies were taken out again, rounding may leave a hair below zero.
        if (!out.sumVariance.empty()) out.sumVariance[bin] = std::max(variance, 0.0);
    }
}

} // namespace ewald::azint
