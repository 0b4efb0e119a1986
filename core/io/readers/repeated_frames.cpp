// SPDX-License-Identifier: GPL-3.0-or-later
// Scans with several frames at each position, and with dark frames.
#include "base/error.h"

#include "base/phrase.h"
#include "io/frame_stack.h"
#include "io/readers/reader_tools.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace ewald::io {
namespace {

enum class Order : std::uint8_t { unknown, together, rounds };

/// How much two frames differ, on a scale on which counts have noise of one strength.
double difference(std::span<const float> a, std::span<const float> b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double step = std::sqrt(std::max(0.0F, a[i])) - std::sqrt(std::max(0.0F, b[i]));
        if (std::isfinite(step)) sum += step * step;
    }
    return sum;
}

/// How frames belong to positions by what is in them: those of one position differ far less than those of neighbours.
Order orderByFrames(const FrameStack& frames, std::size_t positions, std::size_t repeats) {
    constexpr std::size_t kSamples = 8;
    constexpr double kFarLess = 0.5;
    const std::size_t pixels = frames.rows() * frames.cols();
    std::vector<float> one(pixels), other(pixels);
    const std::unique_ptr<FrameReader> reader = frames.makeReader();
    const auto between = [&](std::size_t a, std::size_t b) {
        reader->readNumbers(a, one);
        reader->readNumbers(b, other);
        return difference(one, other);
    };
    double sameTogether = 0, nextTogether = 0, sameInRounds = 0, nextInRounds = 0;
    try {
        for (std::size_t sample = 0; sample < std::min(kSamples, positions - 1); ++sample) {
            const std::size_t i = sample * (positions - 1) / std::min(kSamples, positions - 1);
            sameTogether += between(i * repeats, i * repeats + 1);
            nextTogether += between((i + 1) * repeats - 1, (i + 1) * repeats);
            sameInRounds += between(i, positions + i);
            nextInRounds += between(i, i + 1);
        }
    } catch (const DataError&) { // which reading the frames reports
        return Order::unknown;
    }
    const bool together = sameTogether < kFarLess * nextTogether, rounds = sameInRounds < kFarLess * nextInRounds;
    return together == rounds ? Order::unknown : together ? Order::together : Order::rounds;
}

/// The value that a tenth of the numbers do not reach.
double lowestTenth(std::vector<float> values) {
    std::erase_if(values, [](float value) { return !std::isfinite(value); });
    if (values.empty()) return 0;
    const auto tenth = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 10);
    std::ranges::nth_element(values, tenth);
    return static_cast<double>(*tenth);
}

/// Whether the darkest pixels of a frame have as many counts as those of a dark frame.
bool containsDark(const h5::File& file, const Scan& scan, const std::string& path) {
    constexpr double kNearly = 0.5;
    if (scan.frames == nullptr) return false;
    try {
        const h5::Dataset dataset = file.dataset(path);
        const h5::Shape& shape = dataset.shape();
        const std::size_t rank = shape.size();
        if (rank < 2 || !dataset.info().type.isReal() || dataset.info().elements() == 0 ||
            shape[rank - 2] != scan.frames->rows() || shape[rank - 1] != scan.frames->cols())
            return false;
        h5::Shape count(rank, 1); // one of them: there may be thousands
        count[rank - 2] = shape[rank - 2], count[rank - 1] = shape[rank - 1];
        std::vector<float> dark(scan.frames->rows() * scan.frames->cols()), frame(dark.size());
        dataset.readBlock<float>(h5::Shape(rank, 0), count, dark);
        scan.frames->makeReader()->readNumbers(0, frame);
        const double level = lowestTenth(std::move(dark));
        return level > 0 && lowestTenth(std::move(frame)) >= kNearly * level;
    } catch (const DataError&) {
        return false;
    }
}

} // namespace

void pairRepeats(Scan& scan) {
    if (scan.frames == nullptr || scan.positions.size() < 2) return;
    const std::size_t frames = scan.frames->frameCount(), positions = scan.positions.size();
    const std::size_t repeats = frames / positions;
    if (repeats < 2 || repeats * positions != frames) return;
    if (scan.frames->framesThere() == positions) return; // the others were never written
    const std::vector<std::size_t>& axes = scan.frames->scanShape;
    const Order order = axes == std::vector{positions, repeats}   ? Order::together
                        : axes == std::vector{repeats, positions} ? Order::rounds
                                                                  : orderByFrames(*scan.frames, positions, repeats);
    if (order == Order::unknown) return;
    const auto repeat = [&](auto& values) {
        if (values.size() != positions) return;
        auto all = values;
        all.clear();
        for (std::size_t frame = 0; frame < frames; ++frame)
            all.push_back(values[order == Order::together ? frame / repeats : frame % positions]);
        values = std::move(all);
    };
    repeat(scan.positions);
    repeat(scan.alongBeam_m);
    addNote(scan, Severity::warning,
            phrase("%1 {frame|frames} of %2 belong to each of %3 positions, %4: all are used, each at its position; if "
                   "they are of several thresholds or exposures, name a dataset of one frame a position",
                   repeats, scan.framesPath, positions,
                   order == Order::together ? translatable("one after the other")
                                            : translatable("in rounds over all positions")));
}

void noteDark(const h5::File& file, Scan& scan, const std::string& path) {
    if (!file.hasDataset(path)) return;
    if (containsDark(file, scan, path))
        addNote(scan, Severity::warning,
                phrase("%1 holds dark frames, and the darkest pixels of the scan have as many counts: it is not "
                       "subtracted; subtract it beforehand, or fit the background (background=true)",
                       path));
    else
        addNote(scan, Severity::info, phrase("%1 is in the file and not subtracted", path));
}

} // namespace ewald::io
