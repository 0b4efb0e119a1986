// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/hdf5_stack.h"

#include "base/ascii_text.h"
#include "base/phrase.h"
#include "base/pixel_type.h"
#include "io/growing/unfinished.h"
#include "io/hdf5/hdf5.h"
#include "io/images/mask_file.h"
#include "io/readers/reader_tools.h"
#include "io/result_layout.h"
#include "io/stack/announced_frames.h"
#include "io/stack/declared_axes.h"
#include "io/stack/detector_group.h"
#include "io/stack/fill_value.h"
#include "io/stack/hdf5_detector.h"
#include "io/stack/hdf5_find.h"
#include "io/stack/hdf5_resolver.h"
#include "io/stack/linked_files.h"
#include "io/stack/packing.h"
#include "io/stack/virtual_gaps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace ewald::io {
namespace {

using FilePtr = std::shared_ptr<const h5::File>;

/// How the axes before rows and columns are taken.
struct Axes {
    std::size_t channels = 1;
    std::vector<std::size_t> scan; ///< of a raster
};

/// Whether the axis before rows and columns is known to be that of thresholds. A virtual dataset alone is no proof of a
/// detector: anyone may have put it together.
bool knowsChannels(const FilePtr& file, const std::string& path, const std::string& format) {
    const std::string detector = path.substr(0, path.find('/', 1)) + "/instrument/detector";
    if (format == "Eiger master" || (format.starts_with("Eiger") && file->hasGroup(detector + "/detectorSpecific")))
        return true;
    // NXmx of 2022 names the axis and describes each channel.
    const std::vector<std::string> axes = file->attributeTexts(path.substr(0, path.rfind('/')), "axes");
    return file->hasGroup(detector + "/threshold_1_channel") || (axes.size() > 3 && axes[axes.size() - 3] == "channel");
}

/// Whether the file says what the axes before rows and columns are.
bool namesAxes(const h5::File& file, const std::string& path, std::size_t rank) {
    const std::vector<std::string> axes = file.attributeTexts(path.substr(0, path.rfind('/')), "axes");
    return axes.size() == rank &&
           std::none_of(axes.begin(), axes.end() - 2, [](const auto& name) { return name.empty() || name == "."; });
}

/// Whether the file names the axis before rows and columns, by a word that is none of channels.
bool namesRaster(const h5::File& file, const std::string& path, std::size_t rank) {
    if (!namesAxes(file, path, rank)) return false;
    const std::string name = lowerAscii(file.attributeTexts(path.substr(0, path.rfind('/')), "axes")[rank - 3]);
    constexpr std::array<std::string_view, 6> kChannels{"channel", "threshold", "counter", "energy", "gain", "bin"};
    return std::ranges::none_of(kChannels, [&](auto word) { return name.find(word) != std::string::npos; });
}

/// A dataset beside the frames, or the monitor, that has a number for each of (slow, fast) frames and none of channels:
/// x and y of the positions, or what was measured with each frame. Empty: there is none.
std::string ofEachFrame(const h5::File& file, const std::string& path, const h5::Shape& shape,
                        const std::string& monitor) {
    const h5::Shape raster{shape[0], shape[1]};
    const auto fits = [&](const std::string& name) {
        if (!file.hasDataset(name)) return false;
        const h5::DatasetInfo info = file.dataset(name).info();
        return info.type.isReal() && info.shape == raster;
    };
    if (!monitor.empty() && fits(monitor)) return monitor;
    const std::string group = path.substr(0, path.rfind('/'));
    return fits(group + "/x") && fits(group + "/y") ? group + "/x" : std::string();
}

/// [frame, channel, y, x] of detectors with several thresholds, or [slow, fast, y, x] of a raster.
Axes axesOf(const FilePtr& file, const std::string& path, h5::Shape shape, const StackOptions& options,
            const std::string& format) {
    Axes axes;
    while (shape.size() > 4 && shape.front() == 1) shape.erase(shape.begin()); // of a scan of one point
    if (shape.size() < 4) return axes;
    if (shape.size() > 5)
        throw DataError(phrase("the frames have the shape %1, which Ewald does not understand", h5::toText(shape)),
                        file->where(path), "name a dataset of at most five axes");
    const std::size_t inner = shape[shape.size() - 3];
    // A detector has a few thresholds at most. A raster of so few columns is rarer than a detector of two thresholds.
    constexpr std::size_t kMostChannels = 4;
    const bool guessed = inner <= kMostChannels && !namesRaster(*file, path, shape.size()) &&
                         (shape.size() > 4 || ofEachFrame(*file, path, shape, options.monitor).empty());
    const bool channels = shape.size() == 5 || options.channel > 0 || knowsChannels(file, path, format) || guessed;
    if (channels) axes.channels = inner;
    for (std::size_t axis = 0; axis + (channels ? 3 : 2) < shape.size(); ++axis) axes.scan.push_back(shape[axis]);
    if (axes.scan.size() < 2) axes.scan.clear();
    return axes;
}

/// Adds the frames of one dataset. \return how many frames it announces but does not hold at its end
std::size_t appendFrames(Hdf5Resolver& resolver, const FilePtr& file, const std::string& path,
                         const StackOptions& options, bool last, StackContents& contents) {
    checkDeclaredAxes(resolver, file, path);
    if (isMadeByEwald(*file))
        throw DataError("holds what Ewald made of frames, and no frames", file->where(path),
                        "open the frames that it was made of");
    for (std::string& line : compareAxes(resolver, file, path)) contents.note(Severity::warning, std::move(line));
    const ResolvedFrames resolved = resolver.frames(file, path);
    for (const auto& [severity, text] : resolved.notes) contents.note(severity, text);
    const Axes axes = axesOf(file, path, resolved.shape, options, contents.format);
    if (options.channel >= axes.channels)
        throw DataError(phrase("there is no channel %1 in %2", options.channel, h5::toText(resolved.shape)),
                        file->where(path), "channels are counted from 0");
    const bool guessed = options.channel == 0 && !knowsChannels(file, path, contents.format);
    if (axes.channels > 1 && guessed)
        contents.note(
            Severity::warning,
            phrase("%1 %2 is taken for frames with %3 channels (thresholds), of which channel 0 is used; if it "
                   "is a raster of %3 columns, write it as (frames, rows, columns)",
                   path, h5::toText(resolved.shape), axes.channels));
    else if (axes.channels > 1)
        contents.note(Severity::info, phrase("%1 %2 has %3 channels (thresholds); channel %4 is taken", path,
                                             h5::toText(resolved.shape), axes.channels, options.channel));
    if (contents.format == "HDF5") noteThinFrames(path, resolved.shape, contents);
    if (axes.scan.size() == 2 && !namesAxes(*file, path, resolved.shape.size()))
        noteRasterGuess(phrase("%1 %2", path, h5::toText(resolved.shape)), resolved.shape, contents);
    const ChannelOf channel{axes.channels, options.channel};
    const std::size_t announced = resolved.entries.size() / axes.channels;
    // Frames at the end of a dataset that others follow are as lost as those in the middle of one.
    const std::size_t complete = last ? completeFrames(resolved, channel) : announced;
    if (complete == 0 && last && contents.frames.empty() && !resolved.missing.empty())
        throw DataError(phrase("none of the frames is there: %1", resolved.missing), file->where(path),
                        "copy the data files beside it");
    const std::size_t lost = io::appendFrames(resolved, channel, 0, complete, file->where(path), contents.frames);
    if (lost > 0)
        contents.note(Severity::warning,
                      phrase("%1 of %2 frames of %3 are not complete and missing, although others follow", lost,
                             announced, file->where(path)));
    if (complete == announced) contents.scanShape = axes.scan;
    return announced - complete;
}

bool holdsNoFrame(const h5::Dataset& dataset) { return dataset.shape().size() >= 3 && dataset.shape().front() == 0; }

/// Datasets one after the other, as Eiger's master links to its data files. Links that lead nowhere are normal: the
/// master announces all files from the start, and copies are often partial.
std::size_t appendLinked(Hdf5Resolver& resolver, const FilePtr& file, const std::vector<std::string>& paths,
                         const StackOptions& options, StackContents& contents) {
    const auto isIn = [](const std::vector<std::string>& list, const std::string& path) {
        return std::find(list.begin(), list.end(), path) != list.end();
    };
    std::vector<std::string> there, empty;
    std::string problem;
    std::map<std::pair<std::filesystem::path, std::string>, std::string> known; // what leads to a dataset first
    for (const std::string& path : paths) {
        const Hdf5Object object = resolver.follow(file, path);
        if (object.kind != h5::NodeKind::dataset) {
            if (problem.empty()) problem = object.problem;
        } else if (const h5::Dataset dataset = object.file->dataset(object.path); holdsNoFrame(dataset)) {
            empty.push_back(path); // a scan that was aborted
            contents.note(Severity::warning, phrase("a data file of the master holds no frame: %1", dataset.where()));
        } else {
            there.push_back(path);
            const auto [first, isNew] = known.emplace(std::pair(object.file->file(), object.path), path);
            if (!isNew)
                contents.note(Severity::warning, phrase("%1 and %2 lead to the same frames, which are there twice",
                                                        first->second, file->where(path)));
        }
    }
    if (there.empty() && !empty.empty())
        throw DataError("no frame has been written yet", file->where(empty.front()),
                        "the measurement may have been aborted before the first frame, or be about to begin");
    if (there.empty())
        throw DataError(phrase("none of the %1 data files of the master is there", paths.size()),
                        file->where(paths.front()), problem.empty() ? std::string("copy them beside it") : problem);
    std::size_t missing = 0;
    LinkedFiles files(contents.frames, contents.notes);
    for (const std::string& path : paths) {
        if (isIn(empty, path)) continue;
        if (!isIn(there, path)) {
            files.lose(resolver.follow(file, path).problem);
            continue;
        }
        const ImageNumbers numbers = imageNumbersOf(resolver, file, path);
        files.begin(numbers, file->where(path));
        const std::size_t start = contents.frames.size();
        const std::size_t unwritten = appendFrames(resolver, file, path, options, path == there.back(), contents);
        missing += unwritten;
        files.end(numbers, contents.frames.size() - start + unwritten, file->where(path));
    }
    if (const std::size_t gap = files.lostAtEnd(); gap > 0)
        contents.note(Severity::warning,
                      phrase("%1 data files at the end are not there (%2); the frames before are used", gap, problem));
    return missing;
}

/// Whether the axes are those of a raster of frames.
bool fitsScan(const h5::Shape& shape, std::size_t frames) {
    std::size_t elements = 1;
    for (const std::size_t extent : shape) elements *= extent;
    return elements == frames;
}

/// Values of the monitor, one a frame. \throws DataError
std::vector<double> readMonitor(Hdf5Resolver& resolver, const FilePtr& file, const std::string& path,
                                std::size_t frames, std::vector<Note>& notes) {
    const auto [source, dataset] = resolver.dataset(file, path);
    if (!dataset.info().type.isReal())
        throw DataError(phrase("the monitor holds %1, not numbers", dataset.info().type.name), dataset.where(),
                        "name a dataset of one number a frame");
    const h5::Shape& shape = dataset.shape();
    if (std::ranges::count_if(shape, [](std::size_t extent) { return extent > 1; }) > 1 && !fitsScan(shape, frames))
        throw DataError(phrase("the monitor has the shape %1, which is not one number a frame", h5::toText(shape)),
                        dataset.where(), "name a dataset of one number a frame");
    std::vector<double> values = dataset.readAll<double>();
    // A counter that has reached its end has not counted to it: such a frame cannot be divided.
    const std::optional<PixelType> type = pixelTypeOf(dataset.info().type);
    if (const auto end = type && bytesOf(*type) > 1 ? markerOf(*type) : std::nullopt)
        std::ranges::replace_if(
            values, [&](double value) { return value >= *end; }, NAN);
    if (const Packing packing = packingOf(*source, dataset.path()); !packing.by.empty()) {
        for (double& value : values) value = packing.value(value);
        notes.push_back({Severity::info, phrase("the monitor %1 is unpacked (%2)", path, packing.by)});
    }
    if (values.size() < frames)
        throw DataError(phrase("the monitor holds %1 values for %2 frames", values.size(), frames), dataset.where(),
                        "name a dataset of one number a frame");
    return values;
}

void noteState(const h5::File& file, StackContents& contents) {
    if (file.truncated()) contents.note(Severity::warning, phrase(kCutOffOrCopied, file.file().string()));
    if (file.beingWritten()) contents.note(Severity::warning, phrase(kStillWritten, file.file().string()));
}

/// The limits of counts that the source of a virtual dataset states, where nothing else does.
void readLimitsOfSource(const Hdf5Object& source, StackContents& contents) {
    if (!contents.saturation)
        if (const auto stated = saturationOf(*source.file, {}, source.path)) {
            contents.saturation = stated->counts;
            contents.note(Severity::info, saturationText(*stated));
        }
    if (!contents.lowest)
        if (const auto stated = lowestOf(*source.file, {}, source.path)) contents.lowest = stated->counts;
}

} // namespace

StackContents openHdf5Stack(const std::filesystem::path& path, const StackOptions& options,
                            const std::shared_ptr<DescriptorPool>& pool, bool withImages) {
    Hdf5Resolver resolver(pool);
    const FilePtr file = resolver.open(path);
    FoundFrames found;
    if (options.dataset.empty())
        found = findFrames(resolver, file);
    else
        found = {{options.dataset.starts_with('/') ? options.dataset : "/" + options.dataset}, "HDF5", {}};
    if (found.paths.empty() && file->beingWritten())
        throw DataError("the file is still being written by another program, and no frames can be read yet",
                        path.string(), "wait until it is complete; if its writer has crashed, run: h5clear -s FILE");
    if (found.paths.empty())
        throw DataError(found.remark.empty() ? phrase("holds no frames")
                                             : phrase("holds no frames that can be read (%1)", found.remark),
                        path.string(), "name the dataset of the frames, or choose another file");
    StackContents contents;
    contents.format = found.format;
    contents.framesPath = found.paths.front();
    noteState(*file, contents);
    if (!found.remark.empty()) contents.note(Severity::warning, found.remark); // it could be the wrong one
    const std::size_t missing = found.paths.size() > 1 || found.format == "Eiger master"
                                    ? appendLinked(resolver, file, found.paths, options, contents)
                                    : appendFrames(resolver, file, found.paths[0], options, true, contents);
    if (contents.frames.empty())
        throw DataError("no frame has been written yet", file->where(contents.framesPath),
                        "the measurement may have been aborted before the first frame, or be about to begin");
    if (missing > 0)
        contents.note(Severity::warning, phrase("of %1 frames announced, the first %2 are complete and used: %3",
                                                contents.frames.size() + missing, contents.frames.size(),
                                                file->where(contents.framesPath)));
    contents.unwritten = missing;
    if (found.format == "LImA" || found.format == "BLISS") {
        std::vector<std::string> detectors;
        std::vector<Note> said; // where the detector is described
        for (const std::string& frames : found.paths)
            detectors.push_back(detectorGroup(resolver, file, frames, contents.frames.shape(), said));
        contents.acquisition = acquisitionOf(*file, detectors);
    }
    if (file->truncated()) contents.cutOff = missing;
    if (!options.monitor.empty()) {
        contents.monitor = readMonitor(resolver, file, options.monitor, contents.frames.size(), contents.notes);
        if (contents.monitor.size() > contents.frames.size() + missing)
            contents.note(Severity::warning,
                          phrase("the monitor %1 holds %2 values for %3 frames: the first ones are used",
                                 options.monitor, contents.monitor.size(), contents.frames.size()));
        contents.monitor.resize(contents.frames.size()); // a scan that was aborted, or frames that are not complete
    }
    const PixelType type = contents.frames.shape().type;
    contents.notMeasured = notMeasuredValue(*file, contents.framesPath, type, contents.notes);
    const std::optional<Hdf5Object> source = firstVirtualSource(resolver, file, contents.framesPath);
    if (source && !contents.notMeasured)
        contents.notMeasured = notMeasuredValue(*source->file, source->path, type, contents.notes);
    if (withImages)
        combineMasks(contents.mask,
                     virtualGaps(resolver, file, contents.framesPath, contents.frames.shape(), contents.notes));
    readDetector(resolver, file, contents.framesPath, options.channel, contents,
                 withImages ? DetectorParts::all : DetectorParts::withoutImages);
    if (source) readLimitsOfSource(*source, contents);
    return contents;
}

} // namespace ewald::io
