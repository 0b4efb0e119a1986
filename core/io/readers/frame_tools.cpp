// SPDX-License-Identifier: GPL-3.0-or-later
// The frames of a scan in an HDF5 file, as a stack that is read without the library.
#include "base/error.h"

#include "base/phrase.h"
#include "io/readers/reader_tools.h"
#include "io/stack/announced_frames.h"
#include "io/stack/file_patterns.h"
#include "io/stack/fill_value.h"
#include "io/stack/hdf5_detector.h"
#include "io/stack/hdf5_resolver.h"
#include "io/stack/linked_files.h"
#include "io/stack/virtual_gaps.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>

namespace ewald::io {
namespace {

/// A scan is stricter than a stack for integration: a frame that is not there would take another one's position.
void checkFrames(const h5::Dataset& dataset) {
    const h5::DatasetInfo& info = dataset.info();
    const std::string shape = h5::toText(info.shape);
    // What is no number is refused when the dataset is opened: that is the worse mistake.
    if (info.type.isReal() && info.shape.size() != 3 && info.shape.size() != 4)
        throw DataError(
            phrase("the frames have the shape %1, a scan needs (frames, rows, columns)", shape), dataset.where(),
            info.shape.size() == 2 ? "this is a single image, not a scan" : "name the dataset of the measured frames");
    const std::vector<std::string> missing = dataset.missingSources();
    if (!missing.empty())
        throw DataError(
            missing.size() > 1
                ? phrase("the frames are a virtual dataset whose source file %1 is not there (%2 {file is|files are} "
                         "missing)",
                         missing.front(), missing.size())
                : phrase("the frames are a virtual dataset whose source file %1 is not there", missing.front()),
            dataset.where(), "put the source files where the virtual dataset looks for them");
}

struct JoinedFrames {
    FrameList frames;
    std::string first; ///< dataset
    std::size_t parts = 0;
};

/// Datasets of a group, one after the other. Frames of datasets that the group lacks keep their places.
JoinedFrames joinedFrames(const h5::File& file, Hdf5Resolver& resolver, const std::string& group,
                          std::vector<Note>& notes) {
    JoinedFrames joined;
    FrameList& frames = joined.frames;
    const std::string base = group == "/" ? "" : group;
    const auto again = resolver.open(file.file());
    LinkedFiles files(frames, notes);
    constexpr unsigned long kMostLost = 1000; // more are no gap: names with the number of the first image
    for (const std::string& name : withLostNumbers(numbered(file, group, "data"), kMostLost)) {
        const std::string part = base + "/" + name, where = file.where(part);
        const h5::NodeKind kind = file.kind(part);
        if (kind == h5::NodeKind::dangling)
            throw DataError("a part of the scan cannot be reached", file.file().string(), file.whyMissing(part));
        if (kind == h5::NodeKind::missing) {
            files.lose(files.lostAtEnd() == 0 ? file.whyMissing(part) : std::string()); // that of the first counts
            continue;
        }
        const FrameList next = scanFrames(file, part, notes);
        const ImageNumbers numbers = imageNumbersOf(resolver, again, part);
        files.beginInPlace(numbers, where, next);
        frames.append(next);
        files.end(numbers, next.size(), where);
        if (joined.parts++ == 0) joined.first = part;
    }
    return joined;
}

/// \throws DataError naming the first entry that cannot be the number of a frame
void checkFrameIndex(const std::vector<double>& index, std::size_t positions, std::size_t frames,
                     const std::string& where) {
    if (index.size() != positions)
        throw DataError(phrase("has %1 frame numbers for %2 positions", index.size(), positions), where,
                        "name a list with the number of the frame of each position, or none");
    for (std::size_t i = 0; i < index.size(); ++i) {
        const double frame = index[i];
        const char* problem = !std::isfinite(frame) ? translatable("frame number %1 of position %2 is not finite")
                              : frame != std::floor(frame)
                                  ? translatable("frame number %1 of position %2 is not a whole number")
                              : frame < 0 ? translatable("frame number %1 of position %2 is negative")
                                          : nullptr;
        if (problem == nullptr) continue;
        throw DataError(
            phrase(problem, numberText(frame, 9), i), where,
            phrase("the %1 frames are counted from 0 to %2: name a list of such numbers, or none", frames, frames - 1));
    }
}

} // namespace

FrameList scanFrames(const h5::File& file, const std::string& path, std::vector<Note>& notes) {
    checkFrames(file.dataset(path));
    Hdf5Resolver resolver(std::make_shared<DescriptorPool>());
    const ResolvedFrames resolved = resolver.frames(resolver.open(file.file()), path);
    FrameList frames;
    const std::string where = file.where(path);
    const std::size_t announced = resolved.entries.size(), complete = completeFrames(resolved);
    const std::size_t lost = appendFrames(resolved, {}, 0, complete, where, frames);
    // They keep their places until positions and the like have been read, which belong to as many frames.
    static_cast<void>(appendFrames(resolved, {}, complete, announced, where, frames));
    for (const auto& [severity, text] : resolved.notes) notes.push_back({severity, text});
    if (lost > 0)
        notes.push_back(
            {Severity::warning, phrase("%1 of %2 frames of %3 are not complete and missing, although others follow",
                                       lost, announced, where)});
    if (complete < announced)
        notes.push_back({Severity::warning, phrase("of %1 frames announced, the first %2 are complete and used: %3",
                                                   announced, complete, where)});
    return frames;
}

namespace {

void toMeanOne(std::vector<double>& values) {
    const double mean = std::reduce(values.begin(), values.end()) / static_cast<double>(values.size());
    if (!(mean > 0)) return;
    for (double& value : values) value /= mean;
}

} // namespace

void leaveOutUnwrittenEnd(Scan& scan) {
    if (scan.frames == nullptr) return;
    const std::size_t all = scan.frames->frameCount(), there = scan.frames->framesThere();
    if (there == all) return;
    if (there == 0)
        throw DataError("no frame has been written yet", scan.frames->where(0),
                        "the measurement may have been aborted before the first frame, or be about to begin");
    std::vector<std::size_t> kept(there);
    std::iota(kept.begin(), kept.end(), std::size_t{0});
    scan.frames = scan.frames->select(kept);
    if (scan.positions.size() == all) {
        scan.positions.resize(there);
        if (scan.alongBeam_m.size() == all) scan.alongBeam_m.resize(there);
    }
    if (scan.frameIntensity.size() != all) return;
    scan.frameIntensity.resize(there);
    toMeanOne(scan.frameIntensity);
}

void leaveOutGaps(Scan& scan) {
    if (scan.frames == nullptr) return;
    const std::size_t all = scan.frames->frameCount();
    if (scan.positions.size() >= all) return;
    const std::vector<std::size_t> readable = scan.frames->readableFrames();
    if (scan.positions.size() != readable.size() || readable.empty() || readable.back() + 1 == readable.size()) return;
    scan.frames = scan.frames->select(readable);
    if (scan.frameIntensity.size() == all) {
        for (std::size_t i = 0; i < readable.size(); ++i) scan.frameIntensity[i] = scan.frameIntensity[readable[i]];
        scan.frameIntensity.resize(readable.size());
        toMeanOne(scan.frameIntensity);
    }
    addNote(scan, Severity::warning,
            phrase("%1 {frame is|frames are} not there; the positions are as many as the other frames and are taken "
                   "for theirs; frames are counted without the missing {1:one|ones}",
                   all - readable.size()));
}

void leaveOutMissing(Scan& scan) {
    if (scan.frames == nullptr || scan.frames->missing.empty()) return;
    const std::vector<std::size_t>& missing = scan.frames->missing;
    const std::size_t all = scan.frames->frameCount() + missing.size();
    if (scan.positions.size() > scan.frames->frameCount() && scan.positions.size() != all)
        addNote(scan, Severity::warning,
                phrase("there are %1 positions for %2 frames and %3 that are not there between them: those behind the "
                       "gap may belong to other frames",
                       scan.positions.size(), scan.frames->frameCount(), missing.size()));
    if (scan.positions.size() != all) return;
    const auto thin = [&](auto& values) {
        if (values.size() != all) return;
        std::size_t place = 0;
        std::erase_if(values, [&](const auto&) { return std::ranges::binary_search(missing, place++); });
    };
    thin(scan.positions);
    thin(scan.alongBeam_m);
    thin(scan.frameIntensity);
    addNote(
        scan, Severity::info,
        phrase("%1 {position belongs to a frame|positions belong to frames} that {1:is|are} not there, and {1:is|are} "
               "left out; frames are counted without {1:it|them}",
               missing.size()));
}

void setFrames(Scan& scan, FrameList frames, const std::string& path, const std::string& where,
               std::optional<double> notMeasured, std::optional<double> saturation, const h5::Shape& scanShape) {
    if (frames.empty()) throw DataError("there are no frames", where, "the scan may have been aborted");
    StackContents contents;
    contents.format = scan.format;
    contents.framesPath = path;
    contents.frames = std::move(frames);
    contents.notMeasured = notMeasured;
    contents.saturation = saturation;
    contents.scanShape = scanShape;
    scan.frames = makeStack(std::move(contents));
    scan.framesPath = path;
}

namespace {

/// What is said of the numbers of frames.
struct FrameLimits {
    std::optional<double> notMeasured, saturation;
};

/// By the detector, the dataset (of a group the first one, or the group), or what a virtual one takes its frames from.
/// Amplitudes have no limits of counts.
/// \param path of the frames, a group or `dataset`
FrameLimits limitsOf(const h5::File& file, Hdf5Resolver& resolver, Scan& scan, const std::string& path,
                     const std::string& dataset, const std::string& detector, PixelType type) {
    const auto source = firstVirtualSource(resolver, resolver.open(file.file()), dataset);
    const auto stated = [&](const auto& of) {
        auto limit = of(file, detector, dataset);
        if (!limit && dataset != path) limit = of(file, {}, path);
        return limit || !source ? limit : of(*source->file, {}, source->path);
    };
    FrameLimits limits;
    limits.notMeasured = notMeasuredValue(file, dataset, type, scan.notes);
    if (source && !limits.notMeasured)
        limits.notMeasured = notMeasuredValue(*source->file, source->path, type, scan.notes);
    if (scan.framesAreAmplitudes) return limits;
    if (const auto saturation = stated(saturationOf)) {
        limits.saturation = saturation->counts;
        addNote(scan, Severity::info, saturationText(*saturation));
    }
    // Pixels without a count are most of a frame of photons: only a person knows whether they were measured.
    if (const auto least = stated(lowestOf); least && least->counts > 0)
        addNote(scan, Severity::warning,
                phrase("counts below %1 are not measured by %2, and are taken like others: where these are noise, "
                       "count_threshold=%1 makes them zeros",
                       numberText(least->counts, 10), least->by));
    return limits;
}

} // namespace

void openFrames(const h5::File& file, Scan& scan, const std::string& path, const std::string& detector) {
    Hdf5Resolver resolver(std::make_shared<DescriptorPool>());
    if (file.hasGroup(path)) {
        JoinedFrames joined = joinedFrames(file, resolver, path, scan.notes);
        const FrameLimits limits =
            limitsOf(file, resolver, scan, path, joined.first, detector, joined.frames.shape().type);
        setFrames(scan, std::move(joined.frames), path, file.where(path), limits.notMeasured, limits.saturation);
        scan.origin[translatable("frames")] =
            path + ", " + std::to_string(joined.parts) + " datasets, " + nameOf(scan.frames->pixelType());
        return;
    }
    FrameList frames = scanFrames(file, path, scan.notes);
    const FrameLimits limits = limitsOf(file, resolver, scan, path, path, detector, frames.shape().type);
    scan.withoutSource = virtualGaps(resolver, resolver.open(file.file()), path, frames.shape(), scan.notes);
    const h5::Shape shape = file.dataset(path).shape();
    const h5::Shape axes = shape.size() == 4 ? h5::Shape{shape[0], shape[1]} : h5::Shape{};
    setFrames(scan, std::move(frames), path, file.where(path), limits.notMeasured, limits.saturation, axes);
    scan.origin[translatable("frames")] = path + " " + h5::toText(shape) + " " + nameOf(scan.frames->pixelType());
    const std::size_t count = scan.frames->frameCount();
    if (!detector.empty()) compareFrameNumbers(file, path, detector, count, scan.notes);
    if (!detector.empty() && axes.empty() && scan.frames->framesThere() == count)
        compareListsOfFrames(file, path, detector, count,
                             {scan.frames->rows(), scan.frames->cols(), scan.frames->pixelType()}, scan.notes);
    const std::string target = file.linkTarget(path);
    if (!target.empty()) scan.origin["frames"] += " → " + target;
    if (file.beingWritten())
        addNote(scan, Severity::warning,
                "the file is still being written: only the frames that were on disk when it was opened are used");
}

namespace {

/// Places of frames by their numbers.
using PlaceOf = std::map<double, std::size_t>;

/// By the numbers in the names of their files, where each frame has one of its own; else empty.
PlaceOf placesByName(const FrameStack& frames) {
    PlaceOf places;
    for (std::size_t i = 0; i < frames.frameCount() && frames.framesPath.empty(); ++i) {
        const auto number = numberAtEnd(std::filesystem::path(frames.where(i)).stem().string());
        if (!number || !places.emplace(static_cast<double>(number->value), i).second) return {};
    }
    return places;
}

PlaceOf placesInOrder(std::size_t frames, std::size_t first) {
    PlaceOf places;
    for (std::size_t i = 0; i < frames; ++i) places.emplace(static_cast<double>(i + first), i);
    return places;
}

/// Whether the numbers are those of the files rather than places: more of them are, or as many, and either has all of
/// the other.
bool areOfNames(const std::set<double>& numbers, const PlaceOf& names) {
    const auto inNames =
        static_cast<std::size_t>(std::ranges::count_if(numbers, [&](double n) { return names.contains(n); }));
    const auto inPlaces = static_cast<std::size_t>(
        std::ranges::count_if(numbers, [&](double n) { return n < static_cast<double>(names.size()); }));
    if (inNames != inPlaces) return inNames > inPlaces;
    return inNames == names.size() || inNames == numbers.size();
}

/// The place of the frame of each position; absent: it has none. \throws DataError where none has one
std::vector<std::optional<std::size_t>> placesOf(Scan& scan, const std::vector<double>& index,
                                                 const std::string& where) {
    const std::size_t frames = scan.frames->frameCount();
    const std::set<double> numbers(index.begin(), index.end());
    PlaceOf places = placesInOrder(frames, 0);
    if (const PlaceOf names = placesByName(*scan.frames); names.size() == frames && areOfNames(numbers, names)) {
        if (names != places)
            addNote(scan, Severity::info,
                    phrase("the numbers of frames in %1 are taken for those in the names of their files", where));
        places = names;
    } else if (numbers.size() == frames && *numbers.begin() == 1 && *numbers.rbegin() == static_cast<double>(frames)) {
        places = placesInOrder(frames, 1);
        addNote(scan, Severity::warning,
                phrase("the numbers of the %1 frames in %2 go from 1 to %1: they are taken to count from 1", frames,
                       where));
    }
    std::vector<std::optional<std::size_t>> found;
    std::optional<std::size_t> lost;
    std::size_t count = 0;
    for (std::size_t i = 0; i < index.size(); ++i) {
        const auto place = places.find(index[i]);
        found.push_back(place == places.end() ? std::nullopt : std::optional(place->second));
        if (found.back()) continue;
        if (!lost) lost = i;
        ++count;
    }
    if (lost && count == index.size())
        throw DataError(
            phrase("frame number %1 of position %2 is beyond the last frame", numberText(index[*lost], 9), *lost),
            where,
            phrase("the %1 frames are counted from 0 to %2: name a list of such numbers, or none", frames, frames - 1));
    if (lost)
        addNote(scan, Severity::warning,
                phrase("%1 {position belongs|positions belong} to {1:a frame that is|frames that are} not there and "
                       "{1:is|are} left out (first: number %2)",
                       count, numberText(index[*lost], 9)));
    return found;
}

} // namespace

void pairByIndex(Scan& scan, const std::vector<double>& index, std::vector<double>& perPosition,
                 const std::string& name, const std::string& where) {
    const std::size_t frames = scan.frames->frameCount();
    const std::size_t count = scan.positions.size();
    checkFrameIndex(index, count, frames, where);
    const std::vector<std::optional<std::size_t>> places = placesOf(scan, index, where);
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < count; ++i)
        if (places[i]) order.push_back(i);
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return *places[i]; });
    // Frames keep their numbers: those without a position have none that is finite.
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    std::vector<ScanPosition> positions(frames, {.y = kNone, .x = kNone});
    std::vector<double> values(frames, 1.0), along(frames, 0.0);
    std::vector<std::size_t> used;
    std::optional<std::size_t> twice;
    for (const std::size_t i : order) {
        const std::size_t frame = *places[i];
        if (!used.empty() && used.back() == frame) { // the same frame twice: the first one counts
            if (!twice) twice = frame;
            continue;
        }
        if (perPosition.size() == count && used.empty()) values.assign(frames, perPosition[i]);
        positions[frame] = scan.positions[i];
        if (!scan.alongBeam_m.empty()) along[frame] = scan.alongBeam_m[i];
        if (perPosition.size() == count) values[frame] = perPosition[i];
        used.push_back(frame);
    }
    if (used.size() != order.size())
        addNote(scan, Severity::warning,
                phrase("%1 {position belongs|positions belong} to a frame that has one already; left out (%2 names "
                       "frame %3 several times)",
                       order.size() - used.size(), where, twice.value_or(0)));
    if (used.size() != frames) {
        std::size_t first = 0; // without one
        while (first < used.size() && used[first] == first) ++first;
        addNote(scan, Severity::warning,
                phrase("%1 of %2 frames have no position and are left out (first: %3)", frames - used.size(), frames,
                       first));
        if (first == 0 && std::ranges::find(index, 1) != index.end() && std::ranges::find(index, 0) == index.end())
            addNote(scan, Severity::warning,
                    phrase("the numbers of frames in %1 go from 1 to %2: if they count from 1, each frame has the "
                           "position of the frame before: subtract 1",
                           where, numberText(std::ranges::max(index), 9)));
    }
    scan.positions = std::move(positions);
    if (!scan.alongBeam_m.empty()) scan.alongBeam_m = std::move(along);
    if (perPosition.size() == count) perPosition = std::move(values);
    scan.origin["positions"] += ", matched by " + name;
}

} // namespace ewald::io
