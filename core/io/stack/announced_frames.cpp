// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/announced_frames.h"

#include "base/phrase.h"
#include "base/quantity_text.h"
#include "io/readers/reader_tools.h"
#include "io/stack/detector_group.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ewald::io {
namespace {

constexpr std::size_t kMostValues = 10'000'000;

/// The numbers of a list; empty: there is none, or it does not fit.
std::vector<double> listAt(const h5::File& file, const std::string& path, std::size_t count) {
    if (!file.hasDataset(path)) return {};
    const h5::Dataset dataset = file.dataset(path);
    h5::Shape shape = dataset.shape();
    while (shape.size() > 1 && shape.back() == 1) shape.pop_back();
    if (shape != h5::Shape{count} || count > kMostValues || !dataset.info().type.isReal()) return {};
    return dataset.readAll<double>();
}

/// The length of a list of several numbers; 0: it is none.
std::size_t lengthOfList(const h5::File& file, const std::string& path) {
    if (!file.hasDataset(path)) return 0;
    const h5::Dataset dataset = file.dataset(path);
    const h5::Shape& shape = dataset.shape();
    return shape.size() == 1 && shape[0] > 1 && dataset.info().type.isReal() ? shape[0] : 0;
}

} // namespace

std::optional<Acquisition> acquisitionOf(const h5::File& file, const std::vector<std::string>& detectors) {
    constexpr double kMost = 1e9;
    Acquisition whole;
    for (const std::string& detector : detectors) {
        if (detector.empty()) return std::nullopt;
        std::optional<double> announced;
        for (const char* name :
             {"/acquisition/nb_frames", "/acquisition/acq_nb_frames", "/acq_parameters/acq_nb_frames"}) {
            const std::string path = detector + name;
            if (announced || !file.hasDataset(path)) continue;
            announced = file.number(path);
            if (whole.by.empty()) whole.by = path;
        }
        if (!announced || !(*announced >= 1) || *announced > kMost) return std::nullopt;
        whole.frames += static_cast<std::size_t>(std::llround(*announced));
    }
    return whole.frames > 0 ? std::optional(std::move(whole)) : std::nullopt;
}

void compareFrameNumbers(const h5::File& file, const std::string& framesPath, const std::string& detector,
                         std::size_t frames, std::vector<Note>& notes) {
    const std::string entry = entryOf(framesPath), attributes = "/NDAttributes/NDArrayUniqueId";
    for (const std::string& path : {detector + "/sequence_number", detector + "/frame_number", detector + attributes,
                                    entry + "/instrument" + attributes, parentOf(framesPath) + attributes}) {
        if (path.front() != '/' || frames < 2) continue;
        const std::vector<double> numbers = listAt(file, path, frames);
        if (numbers.empty()) continue;
        const auto step = [&](std::size_t i) { return numbers[i] - numbers[i - 1]; };
        std::size_t other = 1;
        while (other < frames && step(other) == step(1)) ++other;
        if (other == frames) return; // counted, by ones or by others, or no numbers of frames
        const std::size_t at = step(other) == 1 ? 1 : other;
        const std::string before = numberText(numbers[at - 1], 12), now = numberText(numbers[at], 12);
        const char* const text =
            step(at) > 1
                ? translatable("frame %1 has the number %2 and the one before it %3 by %4: frames may be lost")
                : translatable("frame %1 has the number %2 and the one before it %3 by %4: the frames may not be "
                               "stored in their order, or some twice");
        notes.push_back({Severity::warning, phrase(text, at, now, before, path)});
        return;
    }
}

void compareListsOfFrames(const h5::File& file, const std::string& framesPath, const std::string& detector,
                          std::size_t frames, FrameShape shape, std::vector<Note>& notes) {
    if (frames < 2) return;
    const auto isOther = [&](std::size_t length) {
        return length > 1 && length != frames && length != shape.rows && length != shape.cols;
    };
    const auto warn = [&](const std::string& path, std::size_t length) {
        notes.push_back({Severity::warning, phrase("%1 holds %2 values for %3 frames: frames may be missing, or be of "
                                                   "another measurement",
                                                   path, length, frames)});
    };
    if (!detector.empty())
        for (const char* name : {"/count_time", "/frame_time", "/timestamp"})
            if (const std::size_t length = lengthOfList(file, detector + name); isOther(length))
                return warn(detector + name, length);
    const std::string group = parentOf(framesPath);
    if (group.ends_with("/exchange"))
        if (const std::size_t length = lengthOfList(file, group + "/theta"); isOther(length))
            return warn(group + "/theta", length);
    if (!group.ends_with("/measurement")) return;
    // Counters of one scan are of one length; others beside them may be anything.
    std::string first;
    std::size_t common = 0;
    for (const std::string& name : file.children(group)) {
        const std::size_t length = lengthOfList(file, group + "/" + name);
        if (length == 0) continue;
        if (common != 0 && length != common) return;
        if (common == 0) first = group + "/" + name, common = length;
    }
    if (isOther(common)) warn(first, common);
}

std::optional<double> exposureOf(const h5::File& file, const std::string& detector, std::vector<Note>& notes) {
    constexpr std::size_t kMost = std::size_t{1} << 20U; // times of frames
    constexpr double kScatter = 1e-2;                    // of the time: what shutters and clocks differ by
    for (const char* name : {"/count_time", "/exposure_time", "/acquisition/exposure_time"}) {
        const std::string path = detector + name;
        if (!file.hasDataset(path) || !file.dataset(path).info().type.isReal()) continue;
        const std::size_t count = file.dataset(path).info().elements();
        if (count == 0 || count > kMost) return std::nullopt;
        const std::vector<double> times = file.dataset(path).readAll<double>();
        const std::string unit = unitsOf(file, path);
        const auto seconds = secondsPer(unit.empty() ? "s" : unit);
        if (!seconds || !(times.front() > 0)) return std::nullopt;
        const auto [least, most] = std::ranges::minmax(times);
        if (least == most) return times.front() * *seconds;
        if (most - least > kScatter * most)
            notes.push_back({Severity::warning,
                             phrase("the frames were exposed for %1 to %2 s (%3): their counts are not divided by it; "
                                    "a monitor does that",
                                    numberText(least * *seconds), numberText(most * *seconds), path)});
        return std::nullopt;
    }
    return std::nullopt;
}

} // namespace ewald::io
