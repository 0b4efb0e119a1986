// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/preprocess/preprocess.h"

#include "base/error.h"
#include "base/phrase.h"
#include "io/images/unwritten_rests.h"
#include "io/preprocess/frame_preparer.h"
#include "io/readers/reader_tools.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <numeric>

namespace ewald::io {
namespace {

/// Facts of frames, gathered from several workers and put together in the order of the frames.
class StatisticsCollector {
public:
    /// \param stored of each slot, its number in the file \param mostUnreadable of them; more are an error
    StatisticsCollector(std::span<const std::size_t> stored, const FramePreparer& preparer, std::size_t mostUnreadable)
        : m_stored(stored), m_facts(stored.size()), m_validPixels(preparer.validPixels()),
          m_leftOutFrom(preparer.leftOutFrom()), m_rows(preparer.storedRows()), m_mostUnreadable(mostUnreadable) {}
    void keep(std::size_t slot, const FrameFacts& facts) { m_facts[slot] = facts; }
    /// From any thread. \throws DataError when too many have failed
    void keepFailed(std::size_t slot, const DataError& error) {
        m_facts[slot].unreadable = true;
        const std::lock_guard lock(m_mutex);
        if (!m_failure || m_stored[slot] < m_firstFailed) {
            m_firstFailed = m_stored[slot];
            m_failure = error;
        }
        if (++m_unreadable > m_mostUnreadable) throw DataError(*m_failure);
    }

    [[nodiscard]] FrameStatistics statistics(const Preprocessing& settings) const {
        FrameStatistics result;
        result.failure = m_failure;
        result.frames = m_facts.size();
        for (std::size_t slot = 0; slot < m_facts.size(); ++slot) {
            const FrameFacts& facts = m_facts[slot];
            result.frameCounts.push_back(facts.counts);
            result.meanCounts += facts.counts;
            result.maxCount = std::max(result.maxCount, facts.maxCount);
            const std::optional<FrameFault> fault = faultOf(facts);
            if (fault == FrameFault::empty) ++result.emptyFrames;
            const bool keptIn = std::ranges::binary_search(settings.keptIn, m_stored[slot]);
            if (fault && (!keptIn || facts.unreadable)) result.unusable.push_back({m_stored[slot], *fault});
            if (facts.saturated > 0) ++result.framesWithSaturation;
            result.notFinitePixels += facts.notFinite;
            result.negativePixels += facts.negative;
        }
        if (result.frames > 0) result.meanCounts /= static_cast<double>(result.frames);
        std::ranges::sort(result.unusable, {}, &UnusableFrame::frame);
        describe(result);
        return result;
    }

private:
    [[nodiscard]] std::optional<FrameFault> faultOf(const FrameFacts& facts) const {
        if (facts.unreadable) return FrameFault::unreadable;
        if (2 * facts.lost > m_validPixels) return FrameFault::saturated;
        if (facts.counts <= 0) return FrameFault::empty;
        return std::nullopt;
    }

    void describe(FrameStatistics& result) const {
        const auto note = [&](Severity severity, std::string text) {
            result.notes.push_back({severity, std::move(text)});
        };
        const auto ofFrames = [&](std::size_t count) {
            return phrase("%1 of %2 frames", countText(count), countText(result.frames));
        };
        const auto list = [&](FrameFault fault, const char* text) {
            const auto first = std::ranges::find(result.unusable, fault, &UnusableFrame::fault);
            if (first == result.unusable.end()) return;
            const auto count =
                static_cast<std::size_t>(std::ranges::count(result.unusable, fault, &UnusableFrame::fault));
            note(count == result.frames ? Severity::error : Severity::warning,
                 phrase(text, ofFrames(count), first->frame, m_failure ? m_failure->what() : ""));
        };
        if (result.frames > 0 && result.emptyFrames == result.frames)
            note(Severity::error, "all frames are empty: the beam was off, or the threshold or mask takes everything");
        else
            list(FrameFault::empty,
                 translatable("%1 are empty (first: %2). Beam lost? A reconstruction leaves them out"));
        list(FrameFault::saturated, translatable("%1 are saturated or not finite in more than half of their pixels "
                                                 "(first: %2); a reconstruction leaves them out"));
        list(FrameFault::unreadable,
             translatable("%1 cannot be read (first: %2); a reconstruction leaves them out: %3"));
        if (result.framesWithSaturation > 0)
            note(Severity::warning, phrase("%1 have saturated pixels (≥ %2 counts), ignored in those frames",
                                           ofFrames(result.framesWithSaturation), numberText(m_leftOutFrom, 10)));
        if (result.notFinitePixels > 0)
            note(Severity::warning,
                 phrase("%1 {value is|values are} not finite (NaN or ∞), ignored in {1:its frame|their frames}",
                        countText(result.notFinitePixels)));
        if (result.negativePixels > 0)
            note(Severity::warning,
                 phrase("%1 {count is|counts are} negative and set to zero: a dark image may have been subtracted",
                        countText(result.negativePixels)));
        if (std::string line = unwrittenRests(); !line.empty()) note(Severity::warning, std::move(line));
    }

    /// Names frames that were written in part; they are used as they are.
    [[nodiscard]] std::string unwrittenRests() const {
        UnwrittenRests rests;
        std::array<double, FrameFacts::kParts> course{};
        if (m_rows.second < FrameFacts::kParts) return {};
        std::vector<std::size_t> slots(m_facts.size());
        std::iota(slots.begin(), slots.end(), std::size_t{0});
        std::ranges::stable_sort(slots, {}, [this](std::size_t slot) { return m_stored[slot]; });
        for (const std::size_t slot : slots) {
            if (m_facts[slot].unreadable) continue;
            double sum = 0;
            for (std::size_t part = 0; part < course.size(); ++part)
                course[part] = sum += static_cast<double>(m_facts[slot].parts[part]);
            rests.add(m_stored[slot], course);
        }
        rests.finish();
        return rests.line(m_rows.second, m_rows.first);
    }

    std::span<const std::size_t> m_stored;
    std::vector<FrameFacts> m_facts;
    std::size_t m_validPixels;
    double m_leftOutFrom;
    std::pair<std::size_t, std::size_t> m_rows; ///< of the stored frames, whose parts FrameFacts have
    std::size_t m_mostUnreadable;
    std::mutex m_mutex;
    std::size_t m_unreadable = 0;
    std::size_t m_firstFailed = 0; ///< in the file
    std::optional<DataError> m_failure;
};

std::vector<std::size_t> storedIndices(const PreparedLayout& layout, std::span<const std::size_t> which) {
    std::vector<std::size_t> stored;
    stored.reserve(which.size());
    for (const std::size_t index : which) {
        if (index >= layout.frameIndex.size()) throw InternalError("a frame beyond the ones that were planned");
        stored.push_back(layout.frameIndex[index]);
    }
    return stored;
}

/// Beyond this, intensities of a wave (counts × pixels) leave the range of single precision.
constexpr double kMostCounts = 1e30;

/// \throws DataError for a frame whose numbers are too large to compute with
void requireUsable(const FrameFacts& facts, const Scan& scan, std::size_t stored) {
    if (facts.counts <= kMostCounts) return;
    throw DataError(
        phrase("the pixels of a frame sum up to %1 counts, too many to compute with", numberText(facts.counts)),
        scan.frames->where(stored),
        "mask the pixels that hold no counts (saturation, mask_file), or name another dataset");
}

/// The middle moved to the corner.
void toCorner(std::span<const float> counts, std::size_t n, std::span<float> out) {
    for (std::size_t r = 0; r < n; ++r) {
        const auto row = counts.subspan(r * n, n);
        std::rotate_copy(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(n / 2), row.end(),
                         out.begin() + static_cast<std::ptrdiff_t>((r + n - n / 2) % n * n));
    }
}

/// `most` entries of the list of frames, evenly spread.
std::vector<std::size_t> spread(std::size_t available, std::size_t most) {
    const std::size_t used = most == 0 ? available : std::min(most, available);
    std::vector<std::size_t> which;
    for (std::size_t i = 0; i < used; ++i)
        which.push_back(used == available || used < 2 ? i : i * (available - 1) / (used - 1));
    return which;
}

FrameStatistics readUpTo(std::size_t mostUnreadable, const Scan& scan, const Preprocessing& settings,
                         const PreparedLayout& layout, std::span<const std::size_t> which, const CountsSink& sink,
                         const RunControl& control, const ReadProgress& progress, SharedPhaseTimes* spent) {
    struct Scratch {
        std::vector<float> centred;
        std::vector<float> cornered;
    };
    const std::size_t n = layout.size;
    const FramePreparer preparer(scan, settings, layout);
    const std::vector<std::size_t> stored = storedIndices(layout, which);
    StatisticsCollector collector(stored, preparer, mostUnreadable);
    std::vector<Scratch> scratch(readWorkers(), {std::vector<float>(n * n), std::vector<float>(n * n)});
    forEachFrame(
        *scan.frames, stored,
        [&](std::size_t worker, std::size_t slot, std::span<const float> frame) {
            auto& [centred, cornered] = scratch[worker];
            const FrameFacts facts = preparer.prepare(frame, centred);
            requireUsable(facts, scan, stored[slot]);
            collector.keep(slot, facts);
            toCorner(centred, n, cornered);
            sink(slot, cornered);
        },
        [&](std::size_t worker, std::size_t slot, const DataError& error) {
            collector.keepFailed(slot, error);
            std::ranges::fill(scratch[worker].cornered, std::numeric_limits<float>::quiet_NaN());
            sink(slot, scratch[worker].cornered);
        },
        control, progress, spent);
    return collector.statistics(settings);
}

} // namespace

FrameStatistics readCounts(const Scan& scan, const Preprocessing& settings, const PreparedLayout& layout,
                           std::span<const std::size_t> which, const CountsSink& sink, const RunControl& control,
                           const ReadProgress& progress, SharedPhaseTimes* spent) {
    return readUpTo(layout.frameIndex.size() / 2, scan, settings, layout, which, sink, control, progress, spent);
}

void requireReadable(const FrameStatistics& found) {
    const auto unreadable = std::ranges::count(found.unusable, FrameFault::unreadable, &UnusableFrame::fault);
    if (found.failure && 2 * static_cast<std::size_t>(unreadable) > found.frames) throw DataError(*found.failure);
}

void sampleCounts(const Scan& scan, const Preprocessing& settings, const PreparedLayout& layout, std::size_t most,
                  const CountsSink& sink) {
    const std::vector<std::size_t> which = spread(layout.frameIndex.size(), most);
    static_cast<void>(readUpTo(which.size(), scan, settings, layout, which, sink, RunControl{}, {}, nullptr));
}

Array<float, 2> readPreparedFrame(const Scan& scan, const Preprocessing& settings, const PreparedLayout& layout,
                                  std::size_t which) {
    const FramePreparer preparer(scan, settings, layout);
    const std::vector<std::size_t> stored = storedIndices(layout, std::span<const std::size_t>(&which, 1));
    std::vector<float> frame(scan.frames->rows() * scan.frames->cols());
    scan.frames->makeReader()->readNumbers(stored[0], frame);
    Array<float, 2> counts({layout.size, layout.size});
    preparer.prepare(frame, counts.span());
    return counts;
}

Array<float, 2> meanPattern(const Scan& scan, const Preprocessing& settings, const PreparedLayout& layout,
                            std::size_t maxFrames, const RunControl& control, FrameStatistics* statistics,
                            const ReadProgress& progress) {
    struct Sum {
        std::vector<float> counts;
        std::vector<double> total;
        std::vector<std::uint32_t> frames;
    };
    const std::size_t n = layout.size;
    const std::size_t frameSize = n * n;
    const FramePreparer preparer(scan, settings, layout);
    const std::vector<std::size_t> stored = storedIndices(layout, spread(layout.frameIndex.size(), maxFrames));
    StatisticsCollector collector(stored, preparer, stored.size() / 2);
    std::vector<Sum> sums(readWorkers());
    forEachFrame(
        *scan.frames, stored,
        [&](std::size_t worker, std::size_t slot, std::span<const float> frame) {
            Sum& sum = sums[worker];
            if (sum.total.empty())
                sum = {std::vector<float>(frameSize), std::vector<double>(frameSize),
                       std::vector<std::uint32_t>(frameSize)};
            collector.keep(slot, preparer.prepare(frame, sum.counts));
            for (std::size_t i = 0; i < frameSize; ++i) {
                if (std::isnan(sum.counts[i])) continue;
                sum.total[i] += static_cast<double>(sum.counts[i]);
                ++sum.frames[i];
            }
        },
        [&](std::size_t, std::size_t slot, const DataError& error) { collector.keepFailed(slot, error); }, control,
        progress);

    Array<float, 2> mean({n, n}, std::numeric_limits<float>::quiet_NaN());
    for (std::size_t i = 0; i < frameSize; ++i) {
        double total = 0;
        std::uint32_t frames = 0;
        for (const Sum& sum : sums) {
            if (sum.total.empty()) continue;
            total += sum.total[i];
            frames += sum.frames[i];
        }
        if (frames > 0) mean.data()[i] = static_cast<float>(total / frames);
    }
    if (statistics != nullptr) *statistics = collector.statistics(settings);
    return mean;
}

} // namespace ewald::io
