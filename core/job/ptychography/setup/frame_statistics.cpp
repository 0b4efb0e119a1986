// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/ptychography/setup/frame_statistics.h"

#include "base/error.h"
#include "base/median.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "base/units.h"
#include "io/images/unwritten_rests.h"
#include "job/document/frame_list.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <sstream>

namespace ewald::job {
namespace {

/// Of the counts of other frames: nothing that lets a beam through takes away all but so much of it.
constexpr double kNextToNothing = 0.01;

/// A frame with far more or fewer counts than the others pulls on object and probe. Those that are left out as no
/// measurements are named elsewhere.
void warnOfOutliers(const io::FrameStatistics& found, const io::PreparedLayout& layout, std::vector<io::Note>& notes) {
    std::vector<std::size_t> outliers = outlyingFrames(found.frameCounts);
    std::erase_if(outliers, [&](std::size_t place) {
        return std::ranges::count(found.unusable, layout.frameIndex.at(place), &io::UnusableFrame::frame) > 0;
    });
    if (outliers.empty()) return;
    const double median = medianOf(found.frameCounts);
    std::vector<std::size_t> frames;
    for (const std::size_t place : outliers) frames.push_back(layout.frameIndex.at(place));
    notes.push_back({io::Severity::warning,
                     phrase("%1 {frame holds|frames hold} far more or fewer counts than the others (frame %2: %3 ×): "
                            "excluded_frames=%4 leaves {1:it|them} out",
                            outliers.size(), layout.frameIndex.at(outliers.front()),
                            numberText(found.frameCounts.at(outliers.front()) / median, 3), frameListWord(frames))});
}

/// Remarks on all frames together; each rank alone sees only a part of them.
std::vector<io::Note> remarks(const io::FrameStatistics& found, const io::PreparedLayout& layout) {
    std::vector<io::Note> notes;
    const auto warn = [&](std::size_t count, const char* text) {
        if (count > 0) notes.push_back({io::Severity::warning, phrase(text, count, found.frames)});
    };
    warn(found.emptyFrames, translatable("%1 of %2 frames are empty: was the shutter open?"));
    warn(found.framesWithSaturation,
         translatable("%1 {frame has|frames have} saturated pixels; these pixels are ignored there"));
    warn(found.notFinitePixels,
         translatable(
             "%1 {pixel value is no number|pixel values are not numbers} (NaN or infinite) and {is|are} ignored"));
    warn(found.negativePixels, translatable("%1 {count is|counts are} negative and {is|are} taken as zero"));
    warnOfOutliers(found, layout, notes);
    return notes;
}

/// The error of the process that has one, on all processes. At most one has.
std::optional<DataError> shareError(const std::optional<DataError>& mine, compute::Communicator& everyProcess) {
    std::string lines;
    if (mine)
        for (const std::string* part : {&mine->problem(), &mine->where(), &mine->hint()}) lines += *part + '\n';
    const std::vector<char> all = everyProcess.allGather(lines);
    if (all.empty()) return std::nullopt;
    std::istringstream stream(std::string(all.begin(), all.end()));
    std::array<std::string, 3> parts;
    for (std::string& part : parts) std::getline(stream, part);
    return DataError(parts[0], parts[1], parts[2]);
}

/// Puts the lists of all processes together.
void shareUnusable(const io::FrameStatistics& here, const io::PreparedLayout& layout, io::FrameStatistics& all,
                   compute::Communicator& everyProcess) {
    std::vector<double> faults(layout.frameIndex.size(), -1.0);
    for (const io::UnusableFrame& frame : here.unusable) {
        const auto place = std::ranges::lower_bound(layout.frameIndex, frame.frame) - layout.frameIndex.begin();
        faults.at(static_cast<std::size_t>(place)) = static_cast<double>(frame.fault);
    }
    everyProcess.allReduceMax(std::span<double>(faults));
    for (std::size_t i = 0; i < faults.size(); ++i)
        if (faults[i] >= 0)
            all.unusable.push_back({layout.frameIndex[i], static_cast<io::FrameFault>(static_cast<int>(faults[i]))});
    // Of the first one of all; ranks share no frame.
    const auto first = std::ranges::find(all.unusable, io::FrameFault::unreadable, &io::UnusableFrame::fault);
    const bool isHere = first != all.unusable.end() && std::ranges::count(here.unusable, *first) > 0;
    all.failure = shareError(isHere ? here.failure : std::nullopt, everyProcess);
}

/// Adds the frames that hold next to nothing to those that are of no use.
void addFaint(const io::PreparedLayout& layout, std::span<const std::size_t> keptIn, io::FrameStatistics& all) {
    for (const std::size_t place : faintFrames(all.frameCounts)) {
        const std::size_t frame = layout.frameIndex[place];
        const bool isKnown = std::ranges::count(all.unusable, frame, &io::UnusableFrame::frame) > 0;
        if (!isKnown && !std::ranges::binary_search(keptIn, frame))
            all.unusable.push_back({frame, io::FrameFault::faint});
    }
    std::ranges::sort(all.unusable, {}, &io::UnusableFrame::frame);
}

/// What each process says of its frames that were written in part.
void gatherRests(const io::FrameStatistics& here, io::FrameStatistics& all, compute::Communicator& everyProcess) {
    std::string mine;
    for (const io::Note& note : here.notes)
        if (io::UnwrittenRests::isLine(note.text)) mine = withParts(note.text);
    for (const std::vector<char>& line : everyProcess.gather(mine, 0))
        if (!line.empty())
            all.notes.push_back({io::Severity::warning, takeParts(std::string(line.begin(), line.end()))});
}

} // namespace

io::FrameStatistics mergedStatistics(const io::FrameStatistics& here, const std::vector<std::size_t>& which,
                                     const io::PreparedLayout& layout, std::span<const std::size_t> keptIn,
                                     compute::Communicator& everyProcess) {
    const std::size_t frames = layout.frameIndex.size();
    io::FrameStatistics all;
    all.frames = frames;
    all.frameCounts.assign(frames, 0.0);
    for (std::size_t i = 0; i < which.size(); ++i) all.frameCounts[which[i]] = here.frameCounts[i];
    all.maxCount = here.maxCount;
    // Exact: far below 2⁵³.
    std::array<double, 4> numbers{static_cast<double>(here.emptyFrames), static_cast<double>(here.framesWithSaturation),
                                  static_cast<double>(here.notFinitePixels), static_cast<double>(here.negativePixels)};
    everyProcess.allReduceSum(std::span<double>(all.frameCounts)); // each frame was counted once
    everyProcess.allReduceSum(std::span<double>(numbers));
    everyProcess.allReduceMax(std::span<double>(&all.maxCount, 1));
    all.emptyFrames = static_cast<std::size_t>(numbers[0]);
    all.framesWithSaturation = static_cast<std::size_t>(numbers[1]);
    all.notFinitePixels = static_cast<std::size_t>(numbers[2]);
    shareUnusable(here, layout, all, everyProcess);
    addFaint(layout, keptIn, all);
    all.negativePixels = static_cast<std::size_t>(numbers[3]);
    double total = 0;
    for (const double counts : all.frameCounts) total += counts;
    all.meanCounts = frames > 0 ? total / static_cast<double>(frames) : 0;
    all.notes = remarks(all, layout);
    gatherRests(here, all, everyProcess);
    return all;
}

std::vector<std::size_t> outlyingFrames(const std::vector<double>& counts) {
    constexpr std::size_t kFewest = 8; // below, a median says little
    constexpr double kFactor = 1.5, kSpreads = 8, kMostOfAll = 0.05;
    if (counts.size() < kFewest) return {};
    const double median = medianOf(counts);
    if (!(median > 0)) return {};
    constexpr double kNothing = 1e-9; // of an empty frame, relative
    std::vector<double> ratios;
    for (const double count : counts) ratios.push_back(std::abs(std::log(std::max(count / median, kNothing))));
    const double least = std::max(std::log(kFactor), kSpreads * medianOf(ratios));
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < ratios.size(); ++i)
        if (ratios[i] > least) found.push_back(i);
    const auto most = std::max(1.0, kMostOfAll * static_cast<double>(counts.size()));
    if (static_cast<double>(found.size()) <= most) return found;
    std::erase_if(found, [&](std::size_t i) { return ratios[i] <= -std::log(kNextToNothing); });
    return found;
}

std::vector<std::size_t> faintFrames(const std::vector<double>& counts) {
    constexpr std::size_t kFewest = 8; // below, a median says little
    if (counts.size() < kFewest) return {};
    const double least = kNextToNothing * medianOf(counts);
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts[i] > 0 && counts[i] < least) found.push_back(i);
    return found;
}

std::vector<std::size_t> repeatedFrames(std::span<const double> counts, std::span<const ScanPosition> positions) {
    constexpr double kChance = 1e-6; // of one such row in a whole scan
    const std::size_t frames = std::min(counts.size(), positions.size());
    std::vector<std::size_t> found;
    for (std::size_t first = 0, next = 1; first < frames; first = next++) {
        while (next < frames && counts[next] == counts[first] && positions[next] != positions[next - 1]) ++next;
        // Two numbers of photons with the mean N are the same with a probability of 1/(2 √(π N)).
        const double alike = std::min(1.0, 1 / (2 * std::sqrt(kPi * std::max(counts[first], 1e-9))));
        if (static_cast<double>(frames) * std::pow(alike, static_cast<double>(next - first - 1)) >= kChance) continue;
        for (std::size_t i = first + 1; i < next; ++i) found.push_back(i);
    }
    return found;
}

namespace {

/// Those of the frames that have as many counts as the one before and the same ones in each pixel. \param known are
/// left out
std::vector<std::size_t> equalFrames(const io::FrameStack& frames, std::span<const std::size_t> numbers,
                                     std::span<const double> counts, std::span<const std::size_t> known) {
    constexpr std::size_t kMostLooks = 100; // equal sums of different frames are rare
    std::vector<std::size_t> found;
    std::vector<float> before(frames.rows() * frames.cols()), now(before.size());
    const std::unique_ptr<io::FrameReader> reader = frames.makeReader();
    std::size_t looks = 0;
    for (std::size_t i = 1; i < std::min(numbers.size(), counts.size()) && looks < kMostLooks; ++i) {
        if (!(counts[i] > 0) || counts[i] != counts[i - 1] || std::ranges::binary_search(known, i)) continue;
        ++looks;
        try {
            reader->readNumbers(numbers[i - 1], before);
            reader->readNumbers(numbers[i], now);
        } catch (const DataError&) { // which reading the frames has reported
            continue;
        }
        if (std::memcmp(before.data(), now.data(), sizeof(float) * now.size()) == 0) found.push_back(i);
    }
    return found;
}

} // namespace

void warnOfRepeatedFrames(const io::FrameStatistics& found, const io::Scan& scan, const io::PreparedLayout& layout,
                          RunReporter& reporter) {
    std::vector<ScanPosition> positions;
    for (const std::size_t frame : layout.frameIndex) positions.push_back(scan.positions.at(frame));
    std::vector<std::size_t> repeated = repeatedFrames(found.frameCounts, positions);
    for (const std::size_t frame : equalFrames(*scan.frames, layout.frameIndex, found.frameCounts, repeated))
        if (positions[frame] != positions[frame - 1]) repeated.push_back(frame);
    std::ranges::sort(repeated);
    if (repeated.empty()) return;
    reporter.log(LogLevel::warning,
                 phrase("%1 {frame holds|frames hold} exactly the counts of the one before (first: frame %2): the "
                        "detector stood still there, or wrote an old image again; excluded_frames leaves {1:it|them} "
                        "out",
                        repeated.size(), layout.frameIndex.at(repeated.front())));
}

std::size_t pixelsWithoutCounts(std::span<const float> meanAmplitude, const std::vector<bool>& isMeasured,
                                std::size_t n, std::size_t frames) {
    constexpr double kMany = 50; // counts in all frames: none beside so many has a chance of e⁻⁵⁰
    const auto counts = [&](std::size_t i) {
        return std::pow(static_cast<double>(meanAmplitude[i]), 2) * static_cast<double>(frames);
    };
    std::vector<bool> found(n * n);
    const auto look = [&](std::size_t first, std::size_t step) { // along a row or column
        std::size_t begin = n; // of the pixels without counts behind one that has many
        for (std::size_t k = 0; k < n; ++k) {
            const std::size_t i = first + k * step;
            if (isMeasured[i] && meanAmplitude[i] == 0) continue;
            if (isMeasured[i] && counts(i) >= kMany) {
                for (std::size_t gap = begin; gap < k; ++gap) found[first + gap * step] = true;
                begin = k + 1;
            } else {
                begin = n;
            }
        }
    };
    for (std::size_t line = 0; line < n; ++line) {
        look(line * n, 1);
        look(line, n);
    }
    return static_cast<std::size_t>(std::ranges::count(found, true));
}

bool lightIsAtHighFrequencies(std::span<const float> meanAmplitude, std::size_t n) {
    constexpr double kMostOfTheLight = 0.8;
    double far = 0, all = 0;
    for (std::size_t r = 0; r < n; ++r)
        for (std::size_t c = 0; c < n; ++c) {
            const auto amplitude = static_cast<double>(meanAmplitude[r * n + c]);
            const auto isFar = [n](std::size_t i) { return i >= n / 4 && i < n - n / 4; };
            all += amplitude * amplitude;
            if (isFar(r) && isFar(c)) far += amplitude * amplitude;
        }
    return far > kMostOfTheLight * all;
}

void requireCounts(const io::FrameStatistics& found, const std::string& where, RunReporter& reporter) {
    constexpr double kLeast = 1e-5, kPlausible = 1;
    const double mean = found.meanCounts;
    if (!(mean > 0))
        throw DataError("the frames are empty: no pixel has any counts", where,
                        "check mask, threshold and crop, or the dataset of the frames");
    const std::string text = numberText(mean, 3);
    if (mean < kLeast)
        throw DataError(phrase("the frames hold %1 counts each on average, too few to compute with", text), where,
                        "write counts, not what was divided by a monitor or an exposure time");
    if (mean < kPlausible)
        reporter.log(LogLevel::warning, phrase("the frames hold %1 counts each on average: if these were divided by "
                                               "something, all figures of noise are of no meaning",
                                               text));
}

} // namespace ewald::job
