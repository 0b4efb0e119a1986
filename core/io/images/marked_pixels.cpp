// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/images/marked_pixels.h"

#include "base/error.h"
#include "base/phrase.h"
#include "base/pixel_type.h"
#include "base/pixels/negative_marks.h"
#include "base/quantity_text.h"
#include "io/images/unwritten_rests.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <type_traits>

namespace ewald::io {
namespace {

/// What may stand in a pixel in every frame.
enum Mark : std::size_t { ofTheFile, largest, negative, sameNegative, otherMarker, sameAndLarge, kMarks };

/// As the pixels come from a reader: in single precision.
struct MarksOfType {
    float marker = std::numeric_limits<float>::infinity();
    bool negative = false;
    bool sameNegative = false;
};

MarksOfType marksOf(PixelType type) {
    return withPixelType(type, [type](auto number) -> MarksOfType {
        using Number = decltype(number);
        if constexpr (std::is_floating_point_v<Number>) {
            return {.sameNegative = true};
        } else {
            return {.marker = static_cast<float>(*markerOf(type)), .negative = std::is_signed_v<Number>};
        }
    });
}

/// Markers of a narrower type, from which frames have been converted: those of 16 unsigned bits, the largest of 24
/// (a float without its exponent), and, as single precision rounds them, those of 32.
constexpr std::array<float, 5> kOtherMarkers{65534.0F, 65535.0F, 16777215.0F, 2147483648.0F, 4294967296.0F};

/// How many numbers there are that are larger than all others or negative, and which. What marks pixels in a part of
/// the frames only, or in a single one, cannot be told from counts for certain.
struct Doubtful {
    std::size_t largest = 0, negative = 0, farBelow = 0, clipped = 0; ///< pixels
    float largestNumber = 0, negativeNumber = 0;
    float lowest = 0; ///< of those far below
};

/// Unsigned counts that have been written as signed numbers: those of the upper half are negative.
struct Wrapped {
    std::size_t pixels = 0;
    unsigned bits = 0;
    float lowest = 0, largest = 0;
};

/// Looks for counts on both sides of the place where signed numbers of 8, 16 or 32 bits end: what is negative by more
/// than half of them, differs from pixel to pixel, and stands beside counts that are positive by as much. Differences
/// of frames, and what marks pixels, are neither. \param most of all frames looked at, by pixel \param least of them
Wrapped findWrapped(const std::vector<float>& most, const std::vector<float>& least,
                    const Array<std::uint8_t, 2>& known, PixelType type, const NotMeasured& notMeasured) {
    const unsigned bitsOfType = 8U * static_cast<unsigned>(bytesOf(type));
    const bool isSigned = withPixelType(type, [](auto number) { return std::is_signed_v<decltype(number)>; });
    for (const unsigned bits : {8U, 16U, 32U}) {
        if (!isSigned || bits > bitsOfType || (bits == 8 && bitsOfType != 8)) continue;
        const float end = std::ldexp(1.0F, static_cast<int>(bits) - 1); // of the positive numbers
        Wrapped found{.bits = bits};
        bool outside = false, differ = false, whole = true;
        float other = 0;
        for (std::size_t i = 0; i < most.size() && !outside; ++i) {
            if (!known.empty() && known.data()[i] != 0) continue;
            const float low = least[i], high = most[i];
            if (!std::isfinite(low) || !std::isfinite(high) || notMeasured.contains(low)) continue;
            outside = low < -end || high > end;
            if (high < end - 1) found.largest = std::max(found.largest, high); // else a marker
            if (!(low < -end / 2) || low == -end) continue;
            whole = whole && low == std::floor(low);
            differ = differ || (found.pixels > 0 && low != other);
            other = low;
            found.lowest = std::min(found.lowest, low);
            ++found.pixels;
        }
        if (!outside && differ && whole && found.largest > end / 2) return found;
    }
    return {};
}

/// Looks at the pixels that are not left out. \param most of all frames looked at, by pixel \param least of them
/// \param limit what is at least as large, or lower than `lowest`, is left out frame by frame
Doubtful findDoubtful(const std::vector<float>& most, const std::vector<float>& least,
                      const Array<std::uint8_t, 2>& known, const Array<std::uint8_t, 2>& marked, float lowest,
                      float limit, const NotMeasured& notMeasured) {
    // What is said of several pixels, and of one alone: a spot or hot pixel may be thousands of times as bright as all
    // others, while no noise is negative by a hundred times what is positive.
    constexpr float kFarAbove = 10, kOneFarAbove = 1e5F, kOneFarBelow = 100, kManyCounts = 1000;
    constexpr std::size_t kFewClipped = 4, kManyClipped = 8, kMostClipped = 4; // the last: a quarter of the frame
    Doubtful found;
    float next = 0; // below the largest
    bool oneNegative = true;
    std::vector<float> low; // of no noise of counts
    for (std::size_t i = 0; i < most.size(); ++i) {
        if ((!known.empty() && known.data()[i] != 0) || (!marked.empty() && marked.data()[i] != 0)) continue;
        if (const float value = least[i];
            value < 0 && value >= lowest && std::isfinite(value) && !notMeasured.contains(value)) {
            oneNegative = oneNegative && (found.negative == 0 || value == found.negativeNumber);
            found.negativeNumber = value;
            ++found.negative;
            if (value <= -kManyCounts) low.push_back(value);
        }
        const float value = most[i];
        if (!std::isfinite(value) || value >= limit || notMeasured.contains(value)) continue;
        if (value > found.largestNumber) {
            next = found.largestNumber;
            found.largestNumber = value;
            found.largest = 0;
        } else if (value < found.largestNumber) {
            next = std::max(next, value);
        }
        if (value == found.largestNumber) ++found.largest;
    }
    // Cameras end at the largest number of 10 to 15 bits; at another one only many pixels are no chance.
    const std::size_t shared = found.largest;
    const auto bits = static_cast<int>(std::log2(found.largestNumber + 1));
    const bool isFull = bits >= 10 && bits <= 15 && found.largestNumber == std::ldexp(1.0F, bits) - 1;
    if (found.largestNumber >= kManyCounts && shared >= (isFull ? kFewClipped : kManyClipped) &&
        kMostClipped * shared <= most.size())
        found.clipped = shared;
    const bool isMarker = std::ranges::find(kOtherMarkers, found.largestNumber) != kOtherMarkers.end();
    const float far = found.largest < 2 ? kOneFarAbove : kFarAbove;
    const bool isFarAbove = found.largestNumber >= kManyCounts && found.largestNumber > far * next && next > 0;
    if (!isFarAbove && (found.largest < 2 || !isMarker)) found.largest = 0;
    if (found.largest > 0) found.clipped = 0;
    if (found.negative < 2 || !oneNegative) found.negative = 0;
    // What is negative by far more than the counts are positive is no difference of counts.
    if (found.negative == 0)
        for (const float value : low)
            if (value < -kFarAbove * found.largestNumber)
                ++found.farBelow, found.lowest = std::min(found.lowest, value);
    if (found.farBelow < 2 && !(found.lowest < -kOneFarBelow * found.largestNumber)) found.farBelow = 0;
    return found;
}

/// Whether the value marks what has not been measured where it stands in every frame.
bool isOtherMarker(float value, PixelType type, std::size_t frames) {
    if (bytesOf(type) < 4) return false;
    if (value == std::numeric_limits<float>::max())
        return withPixelType(type, [](auto number) { return std::is_floating_point_v<decltype(number)>; });
    // Counts of a single frame may be 65534 or 65535.
    return std::ranges::find(kOtherMarkers, value) != kOtherMarkers.end() && (frames > 1 || value > 1e9F);
}

/// Whether the negative numbers of a single frame mark pixels.
bool hasMarkingNegatives(std::span<const float> frame) {
    NegativeMarks marks;
    for (const float value : frame) {
        if (value < 0) marks.add(value);
        if (marks.areCounts()) return false;
    }
    return marks.pixels() > 0;
}

/// Whether the numbers that these pixels of a signed type hold, negative in every frame looked at, mark them: at most
/// two different ones in a frame, four in all. Noise around 0 has more.
/// \param pixels by pixel: 1 = one of them
bool areMarkingNegatives(const std::vector<std::uint8_t>& pixels, const std::vector<float>& first,
                         const std::vector<float>& most, const std::vector<float>& least) {
    constexpr std::size_t kMostOfAFrame = NegativeMarks::kMeanings, kMostOfAll = 2 * NegativeMarks::kMeanings;
    std::set<float> ofFirst, ofAll;
    for (std::size_t i = 0; i < pixels.size(); ++i) {
        if (pixels[i] == 0) continue;
        ofFirst.insert(first[i]);
        ofAll.insert({first[i], most[i], least[i]});
        if (ofFirst.size() > kMostOfAFrame || ofAll.size() > kMostOfAll) return false;
    }
    return true;
}

/// How many of sorted numbers are this one.
std::size_t countOf(const std::vector<float>& sorted, float value) {
    const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), value);
    return static_cast<std::size_t>(last - first);
}

/// Pixels that hold one positive number in all frames, far above every pixel that varies. A number of at least a
/// thousand counts need not be above where several pixels share it beyond all that varies, or most of such pixels do:
/// counts that repeat by chance are spread over many numbers. Nothing where few pixels vary: frames without noise say
/// nothing of this kind.
/// \param same by pixel: one number in all frames \param most by pixel, of all frames \param known empty: none
std::vector<std::uint8_t> sameAndLargePixels(const std::vector<std::uint8_t>& same, const std::vector<float>& most,
                                             const Array<std::uint8_t, 2>& known, const Array<std::uint8_t, 2>& marked,
                                             float saturation) {
    constexpr float kFarAbove = 10, kManyCounts = 1000;
    constexpr std::size_t kMany = 16;
    const auto counts = [&](std::size_t i) {
        return (known.empty() || known.data()[i] == 0) && (marked.empty() || marked.data()[i] == 0) &&
               std::isfinite(most[i]) && (same[i] == 0 || most[i] < saturation);
    };
    float largestCount = 0;
    std::size_t varying = 0, constant = 0;
    std::vector<float> large; // of constant pixels
    for (std::size_t i = 0; i < same.size(); ++i) {
        if (!counts(i)) continue;
        if (same[i] == 0) largestCount = std::max(largestCount, most[i]), ++varying;
        if (same[i] != 0 && most[i] > 0) ++constant;
        if (same[i] != 0 && most[i] >= kManyCounts) large.push_back(most[i]);
    }
    std::vector<std::uint8_t> found(same.size());
    if (!(largestCount > 0) || constant >= varying) return found;
    std::ranges::sort(large);
    for (std::size_t i = 0; i < same.size(); ++i) {
        if (same[i] == 0 || !counts(i) || !(most[i] > 0)) continue;
        const std::size_t shared = most[i] >= kManyCounts ? countOf(large, most[i]) : 0;
        found[i] = most[i] > kFarAbove * largestCount || (shared > 1 && most[i] > largestCount) ||
                   (shared >= kMany && 2 * shared > large.size());
    }
    return found;
}

std::string nameOfMark(std::size_t mark, PixelType type) {
    if (mark == sameAndLarge) return phrase("the same large number");
    if (mark == otherMarker) return phrase("the largest value of another type");
    if (mark == ofTheFile) return phrase("the number that the file gives to pixels without a measurement");
    if (mark == largest) return phrase("the largest value of %1", std::string(nameOf(type)));
    return mark == negative ? phrase("negative counts") : phrase("the same negative number");
}

void warnOfWrapped(const Wrapped& wrapped, MarkedPixels& found) {
    if (wrapped.pixels == 0) return;
    found.warnings.push_back(
        phrase("%1 pixels hold different numbers down to %2 beside counts up to %3: so do unsigned counts of %4 bits "
               "that were written as signed ones; write the frames with an unsigned type",
               wrapped.pixels, exactText(static_cast<double>(wrapped.lowest)),
               exactText(static_cast<double>(wrapped.largest)), wrapped.bits));
}

/// Numbers of 16 bits whose highest ones say something else: bits of the gain stage, or negative differences.
void warnOfHighest(const std::vector<float>& most, const Array<std::uint8_t, 2>& known, PixelType type,
                   const NotMeasured& notMeasured, MarkedPixels& found) {
    constexpr float kQuarter = 16384, kNearEnd = 61440;
    constexpr std::size_t kSeveral = 8;
    if (type != PixelType::uint16) return;
    std::array<std::size_t, 4> quarters{};
    std::size_t nearEnd = 0;
    std::set<float> atEnd;
    float least = 65536;
    for (std::size_t i = 0; i < most.size(); ++i) {
        const bool isLeftOut =
            (!known.empty() && known.data()[i] != 0) || (!found.mask.empty() && found.mask.data()[i] != 0);
        if (isLeftOut || notMeasured.contains(most[i]) || !(most[i] >= 0) || !(most[i] < kOtherMarkers[0])) continue;
        ++quarters[static_cast<std::size_t>(most[i] / kQuarter)];
        if (most[i] < kNearEnd) continue;
        ++nearEnd;
        least = std::min(least, most[i]);
        if (atEnd.size() < kSeveral) atEnd.insert(most[i]);
    }
    if (quarters[2] == 0 && quarters[1] >= kSeveral && quarters[3] >= kSeveral)
        found.warnings.push_back(
            phrase("%1 pixels hold numbers from 16384 to 32767 and %2 from 49152 on, and none in between: so do raw "
                   "frames of detectors whose two highest bits are the gain (JUNGFRAU); they have to be converted to "
                   "counts first",
                   quarters[1], quarters[3]));
    else if (quarters[1] + quarters[2] == 0 && nearEnd == quarters[3] && nearEnd >= kSeveral && atEnd.size() > 1)
        found.warnings.push_back(phrase(
            "%1 pixels hold different numbers from %2 on and no other more than 16383: so do negative differences "
            "that were written as unsigned numbers of 16 bits; write the frames with a signed type",
            nearEnd, exactText(static_cast<double>(least))));
}

void warnOfDoubtful(const Doubtful& doubtful, MarkedPixels& found) {
    const auto number = [](float value) { return exactText(static_cast<double>(value)); };
    if (doubtful.largest > 0)
        found.warnings.push_back(
            phrase("%1 {pixel holds|pixels hold} %2 in some of the frames looked at, which no other pixel reaches, and "
                   "{1:is|are} counted: if {1:it is|they are} not measured, saturation=%2 leaves {1:it|them} out",
                   doubtful.largest, number(doubtful.largestNumber)));
    if (doubtful.clipped > 0)
        found.warnings.push_back(
            phrase("%1 pixels hold %2, the largest number in the frames looked at: if the camera is saturated there, "
                   "saturation=%2 leaves them out",
                   doubtful.clipped, number(doubtful.largestNumber)));
    if (doubtful.negative > 0)
        found.warnings.push_back(
            phrase("%1 pixels hold %2 in some of the frames looked at and no other negative number: if they are not "
                   "measured, mask them",
                   doubtful.negative, number(doubtful.negativeNumber)));
    if (doubtful.farBelow > 0)
        found.warnings.push_back(
            phrase("%1 {pixel holds|pixels hold} numbers down to %2, far below what others hold above 0: if "
                   "{1:it is|they are} not measured, mask {1:it|them}",
                   doubtful.farBelow, number(doubtful.lowest)));
}

/// The counts of the frames looked at, row by row, in which UnwrittenRests looks for frames that were written in part.
class CountsOfRows {
public:
    CountsOfRows(const FrameStack& frames, const Array<std::uint8_t, 2>& known)
        : m_cols(frames.cols()), m_rows(frames.rows()), m_known(known), m_notMeasured(frames.notMeasuredNumbers()),
          m_marker(static_cast<float>(markerOf(frames.pixelType()).value_or(INFINITY))) {}

    void add(std::size_t number, std::span<const float> frame) {
        m_numbers.push_back(number);
        for (std::size_t row = 0; row < m_rows; ++row) {
            double sum = 0;
            for (std::size_t i = row * m_cols; i < (row + 1) * m_cols; ++i) sum += countsOf(i, frame[i]);
            m_counts.push_back(sum);
        }
    }
    /// \param marked by numbers that are the same in all frames, those of `frame`
    void warn(const Array<std::uint8_t, 2>& marked, std::span<const float> frame, MarkedPixels& found) const {
        std::vector<double> marks(m_rows, 0); // do not count, in any frame
        for (std::size_t i = 0; i < marked.size(); ++i)
            if (marked.data()[i] != 0) marks[i / m_cols] += countsOf(i, frame[i]);
        UnwrittenRests rests;
        std::vector<double> course(m_rows);
        for (std::size_t at = 0; at < m_numbers.size() && m_numbers.size() > 1; ++at) {
            double sum = 0;
            for (std::size_t row = 0; row < m_rows; ++row)
                course[row] = sum += std::max(0.0, m_counts[at * m_rows + row] - marks[row]);
            rests.add(m_numbers[at], course);
        }
        rests.finish();
        if (std::string line = rests.line(m_rows); !line.empty()) found.warnings.push_back(std::move(line));
    }

private:
    [[nodiscard]] double countsOf(std::size_t pixel, float value) const noexcept {
        const bool counts = value > 0 && value < m_marker && std::isfinite(value) && !m_notMeasured.contains(value) &&
                            (m_known.empty() || m_known.data()[pixel] == 0);
        return counts ? static_cast<double>(value) : 0;
    }

    std::size_t m_cols, m_rows;
    const Array<std::uint8_t, 2>& m_known;
    NotMeasured m_notMeasured;
    float m_marker;
    std::vector<std::size_t> m_numbers;
    std::vector<double> m_counts; ///< [frame][row]
};

} // namespace

MarkedPixels findMarkedPixels(const FrameStack& frames, std::span<const std::size_t> looked,
                              const Array<std::uint8_t, 2>& known, std::optional<double> saturation,
                              std::optional<double> lowest) {
    if (!saturation) saturation = frames.saturation;
    const auto saturated = static_cast<float>(saturation.value_or(INFINITY));
    const MarksOfType marks = marksOf(frames.pixelType());
    const std::size_t pixels = frames.rows() * frames.cols();
    std::vector<float> frame(pixels), first, most, least;
    std::array<std::vector<std::uint8_t>, kMarks> held;
    for (std::vector<std::uint8_t>& one : held) one.assign(pixels, 1);
    const NotMeasured notMeasured = frames.notMeasuredNumbers();
    const std::unique_ptr<FrameReader> reader = frames.makeReader();
    std::size_t failed = 0, seen = 0;
    bool firstIsRead = false;
    CountsOfRows rows(frames, known);
    for (const std::size_t number : looked) {
        try {
            reader->readNumbers(number, frame);
        } catch (const DataError&) { // which reading the frames reports
            if (++failed == looked.size()) throw;
            continue;
        }
        if (seen++ == 0) {
            first = most = least = frame;
            firstIsRead = failed == 0;
        }
        rows.add(number, frame);
        for (std::size_t i = 0; i < pixels; ++i) {
            if (!(frame[i] >= marks.marker)) held[largest][i] = 0;
            if (!marks.negative || !(frame[i] < 0)) held[negative][i] = 0;
            if (!marks.sameNegative || !(frame[i] < 0) || frame[i] != first[i]) held[sameNegative][i] = 0;
            if (frame[i] != first[i]) held[otherMarker][i] = held[sameAndLarge][i] = 0;
            most[i] = std::max(most[i], frame[i]);
            least[i] = std::min(least[i], frame[i]);
            if (!notMeasured.contains(frame[i])) held[ofTheFile][i] = 0;
        }
    }
    for (std::size_t i = 0; i < pixels; ++i)
        if (!isOtherMarker(first.empty() ? 0 : first[i], frames.pixelType(), seen)) held[otherMarker][i] = 0;
    const bool markingNegatives = seen > 1 || hasMarkingNegatives(first);
    MarkedPixels found;
    if (!known.empty())
        for (std::size_t i = 0; i < pixels; ++i)
            if (known.data()[i] != 0) held[negative][i] = 0;
    const Wrapped wrapped = findWrapped(most, least, known, frames.pixelType(), notMeasured);
    if (seen > 0 && wrapped.pixels == 0 && !areMarkingNegatives(held[negative], first, most, least)) {
        found.warnings.push_back(
            phrase("%1 pixels hold different negative numbers in every frame looked at, and are counted: if they are "
                   "not measured, mask them",
                   std::ranges::count(held[negative], std::uint8_t{1})));
        held[negative].assign(pixels, 0);
    }
    for (std::size_t mark = 0; mark < kMarks; ++mark) {
        if (seen == 0 || (mark == sameNegative && !markingNegatives) || (mark == sameAndLarge && seen < 2)) continue;
        if (mark == sameAndLarge) held[mark] = sameAndLargePixels(held[mark], most, known, found.mask, saturated);
        std::size_t count = 0;
        for (std::size_t i = 0; i < pixels; ++i) {
            if (held[mark][i] == 0 || (!known.empty() && known.data()[i] != 0)) continue;
            if (!found.mask.empty() && found.mask.data()[i] != 0) continue; // by a mark before
            if (found.mask.empty()) found.mask = Array<std::uint8_t, 2>({frames.rows(), frames.cols()});
            found.mask.data()[i] = 1;
            ++count;
        }
        if (count > 0)
            (mark == sameAndLarge ? found.warnings : found.lines)
                .push_back(phrase(
                    "%1 {pixel holds|pixels hold} %2 in every frame looked at (gaps or dead pixels); {1:it is|they "
                    "are} left out",
                    count, nameOfMark(mark, frames.pixelType())));
    }
    warnOfWrapped(wrapped, found);
    warnOfHighest(most, known, frames.pixelType(), notMeasured, found);
    rows.warn(found.mask, first, found);
    const auto limit = static_cast<float>(markerOf(frames.pixelType()).value_or(INFINITY));
    warnOfDoubtful(findDoubtful(most, least, known, found.mask, static_cast<float>(lowest.value_or(-INFINITY)),
                                std::min(limit, saturated), notMeasured),
                   found);
    if (firstIsRead) found.first = std::move(first);
    return found;
}

std::vector<std::size_t> sampleOf(std::span<const std::size_t> frames, std::size_t most) {
    std::vector<std::size_t> sample;
    for (std::size_t i = 0; i < std::min(most, frames.size()); ++i)
        sample.push_back(frames.size() <= most ? frames[i] : frames[i * (frames.size() - 1) / (most - 1)]);
    return sample;
}

} // namespace ewald::io
