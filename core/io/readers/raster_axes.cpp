// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/readers/raster_axes.h"

#include "base/median.h"
#include "base/phrase.h"
#include "io/readers/reader_tools.h"
#include "io/stack/declared_axes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <utility>

namespace ewald::io {
namespace {

using Dimensions = std::vector<std::size_t>;

std::string parentOf(const std::string& path) {
    const std::size_t bar = path.rfind('/');
    return bar == std::string::npos || bar == 0 ? "/" : path.substr(0, bar);
}
std::string inGroup(const std::string& group, const std::string& name) {
    return (group == "/" ? "" : group) + "/" + name;
}

/// Groups that may say how frames and axes belong together.
std::vector<std::string> groupsAround(const h5::File& file, const std::string& frames, const std::string& axis) {
    std::vector<std::string> groups{parentOf(frames), parentOf(axis)};
    const std::string entry = frames.substr(0, frames.find('/', 1));
    for (const std::string& name : file.children(entry))
        if (const std::string group = inGroup(entry, name); file.hasGroup(group) && nexusClass(file, group) == "NXdata")
            groups.push_back(group);
    return groups;
}

/// Whether the frames are what the group is about.
bool isAbout(const h5::File& file, const std::string& group, const std::string& frames) {
    if (group == parentOf(frames)) return true;
    const std::string signal = inGroup(group, file.attributeText(group, "signal").value_or("data"));
    return file.hasDataset(signal) && file.identity(signal) == file.identity(frames);
}

/// The numbers of @NAME_indices, one for each axis of the dataset.
std::optional<Dimensions> indicesOf(const h5::File& file, const std::string& group, const std::string& name,
                                    std::size_t rank) {
    Dimensions found;
    for (const double number : file.attributeNumbers(group, name + "_indices"))
        if (number >= 0 && number < 32) found.push_back(static_cast<std::size_t>(number));
    return found.size() == std::max<std::size_t>(rank, 1) ? std::optional(found) : std::nullopt;
}

/// What stands at `path` of the frames' own @axes, or of their group's.
std::optional<Dimensions> placeIn(const std::vector<std::string>& axes, const std::string& name) {
    const auto at = std::ranges::find(axes, name);
    return at == axes.end() ? std::nullopt : std::optional(Dimensions{static_cast<std::size_t>(at - axes.begin())});
}

/// @axis of before 2014: the number of the axis, counted from 1.
std::optional<Dimensions> numberedAxis(const h5::File& file, const std::string& axis) {
    std::optional<double> number = file.attributeNumber(axis, "axis");
    if (const auto text = file.attributeText(axis, "axis"); !number && text && text->size() == 1)
        number = text->front() - '0';
    if (!number || !(*number >= 1 && *number < 32)) return std::nullopt;
    return Dimensions{static_cast<std::size_t>(*number) - 1};
}

} // namespace

std::vector<std::size_t> dimensionsOf(const h5::File& file, const std::string& frames, const std::string& axis) {
    if (!file.hasDataset(frames) || !file.hasDataset(axis)) return {};
    const std::size_t rank = file.dataset(axis).shape().size();
    const auto identity = file.identity(axis);
    std::set<Dimensions> said;
    bool isBeside = false;
    for (const std::string& group : groupsAround(file, frames, axis)) {
        if (!isAbout(file, group, frames)) continue;
        for (const std::string& name : file.children(group)) {
            if (!file.hasDataset(inGroup(group, name)) || file.identity(inGroup(group, name)) != identity) continue;
            isBeside = true;
            std::optional<Dimensions> found = indicesOf(file, group, name, rank);
            if (!found && rank <= 1) found = placeIn(axisNamesAt(file, group), name);
            if (!found && rank <= 1) found = placeIn(axisNamesAt(file, frames), name);
            if (found) said.insert(*found);
        }
    }
    if (const auto old = numberedAxis(file, axis); isBeside && old && rank <= 1) said.insert(*old);
    return said.size() == 1 ? *said.begin() : Dimensions{};
}

namespace {

/// Replaces several readings of each frame by their mean. \return whether there were any
bool takeMeans(Coordinates& list, std::size_t frames, const h5::Shape& raster, std::vector<Note>& notes) {
    const h5::Shape& shape = list.shape;
    h5::Shape before = shape;
    if (!before.empty()) before.pop_back();
    const bool ofRaster = raster.size() == 2 && before == raster;
    // As many lines as columns may be a raster that was aborted after its first line.
    const bool rowsAreFrames = shape.size() == 2 && shape[0] == frames && shape[1] != frames;
    if (frames < 2 || (!rowsAreFrames && !ofRaster) || list.values.size() <= frames) return false;
    const std::size_t readings = list.values.size() / frames;
    std::vector<double> means(frames), ranges, steps;
    for (std::size_t frame = 0; frame < frames; ++frame) {
        double sum = 0, least = HUGE_VAL, most = -HUGE_VAL;
        std::size_t count = 0;
        for (std::size_t i = 0; i < readings; ++i) {
            const double value = list.values[frame * readings + i];
            if (!std::isfinite(value)) continue;
            sum += value, ++count;
            least = std::min(least, value), most = std::max(most, value);
        }
        means[frame] = count > 0 ? sum / static_cast<double>(count) : std::numeric_limits<double>::quiet_NaN();
        if (count > 0) ranges.push_back(most - least);
        if (frame > 0 && std::isfinite(means[frame] - means[frame - 1]))
            steps.push_back(std::abs(means[frame] - means[frame - 1]));
    }
    constexpr double kFar = 0.1; // of a step
    const double range = ranges.empty() ? 0 : medianOf(ranges), step = steps.empty() ? 0 : medianOf(steps);
    if (step > 0 && range > kFar * step)
        notes.push_back(
            {Severity::warning,
             phrase("%1 %2 holds %3 readings for each frame, of which the mean is taken; they change by %4 % "
                    "of the step to the next frame: the scan moved during a frame, which more probe modes "
                    "(probe_modes) can describe",
                    list.name, h5::toText(shape), readings, numberText(100 * range / step, 2))});
    else
        notes.push_back({Severity::info, phrase("%1 %2 holds %3 readings for each frame, of which the mean is taken",
                                                list.name, h5::toText(shape), readings)});
    list.values = std::move(means);
    list.shape = ofRaster ? raster : h5::Shape{frames};
    list.dimensions.clear();
    return true;
}

/// The axis of an array of two along which its values change, if they hardly do along the other.
std::optional<std::size_t> changesAlong(const Coordinates& list) {
    constexpr double kHardly = 0.25;
    const std::size_t rows = list.shape[0], cols = list.shape[1];
    if (rows < 2 || cols < 2) return std::nullopt;
    double down = 0, across = 0;
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t col = 0; col < cols; ++col) {
            const double* const value = &list.values[row * cols + col];
            if (row + 1 < rows && std::isfinite(value[cols] - *value)) down += std::abs(value[cols] - *value);
            if (col + 1 < cols && std::isfinite(value[1] - *value)) across += std::abs(value[1] - *value);
        }
    down /= static_cast<double>((rows - 1) * cols);
    across /= static_cast<double>(rows * (cols - 1));
    if (across < kHardly * down) return 0;
    if (down < kHardly * across) return 1;
    return std::nullopt;
}

void exchangeAxes(Coordinates& list) {
    const std::size_t rows = list.shape[0], cols = list.shape[1];
    std::vector<double> values;
    values.reserve(list.values.size());
    for (std::size_t col = 0; col < cols; ++col)
        for (std::size_t row = 0; row < rows; ++row) values.push_back(list.values[row * cols + col]);
    list.values = std::move(values);
    list.shape = {cols, rows};
}

/// One number a frame in each list: their axes may be exchanged.
bool orderAlike(Coordinates& x, Coordinates& y, const h5::Shape& raster, std::vector<Note>& notes) {
    const h5::Shape turned{raster[1], raster[0]};
    const auto saysTurned = [](const Coordinates& list) { return list.dimensions == Dimensions{1, 0}; };
    if (x.shape == turned && y.shape == turned && saysTurned(x) && saysTurned(y)) {
        exchangeAxes(x), exchangeAxes(y);
        return true;
    }
    if (raster == turned || x.shape != turned || y.shape != turned) return false;
    const auto alongX = changesAlong(x), alongY = changesAlong(y);
    if (!alongX || !alongY || *alongX == *alongY) { // no raster of this shape
        notes.push_back(
            {Severity::warning,
             phrase(
                 "the positions %1 have the shape %2 and the frames are a raster of %3: they are taken in the order in "
                 "which they are stored, which is a guess; write them in the shape of the raster",
                 x.name, h5::toText(x.shape), h5::toText(raster))});
        return false;
    }
    notes.push_back(
        {Severity::warning,
         phrase("the positions %1 have the shape %2 and the frames are a raster of %3: their axes are taken "
                "for exchanged; write them in the shape of the raster if that is wrong",
                x.name, h5::toText(x.shape), h5::toText(raster))});
    exchangeAxes(x), exchangeAxes(y);
    return true;
}

enum class Fit : std::uint8_t { none, more, exact };

/// Whether the values can be those along an axis of the raster: lines of an aborted scan may be missing at the end.
Fit fitOf(const Coordinates& list, std::size_t axis, const h5::Shape& raster) {
    const std::size_t count = list.values.size();
    return count == raster[axis] ? Fit::exact : axis == 0 && count > raster[0] ? Fit::more : Fit::none;
}

/// One number a frame of those along an axis of the raster.
void spreadAlong(Coordinates& list, std::size_t axis, const h5::Shape& raster, std::vector<Note>& notes) {
    if (fitOf(list, axis, raster) == Fit::more)
        notes.push_back(
            {Severity::warning,
             phrase("%1 holds %2 values for %3 {line|lines} of frames: was the scan aborted? The first %3 are "
                    "used",
                    list.name, list.values.size(), raster[0])});
    std::vector<double> values;
    values.reserve(raster[0] * raster[1]);
    for (std::size_t row = 0; row < raster[0]; ++row)
        for (std::size_t col = 0; col < raster[1]; ++col) values.push_back(list.values[axis == 0 ? row : col]);
    list.values = std::move(values);
    list.shape = raster;
}

void noteGuess(const Coordinates& second, const Coordinates& first, std::size_t count, std::vector<Note>& notes) {
    notes.push_back(
        {Severity::warning,
         phrase(
             "%1 is taken along the second axis of the frames and %2 along the first, which is a guess: both axes have "
             "%3 values, and the file does not say it; if it is the other way round, name the axes in the group of the "
             "frames (@axes), or write one position a frame",
             second.name, first.name, count)});
}

void noteOtherLength(const Coordinates& list, std::size_t axis, const h5::Shape& raster, std::vector<Note>& notes) {
    if (list.dimensions.size() != 1 || list.dimensions[0] == axis) return;
    notes.push_back(
        {Severity::warning,
         phrase("%1 belongs to axis %2 of the frames as the file says, and its %3 values fit axis %4 of the "
                "raster of %5: that is taken",
                list.name, list.dimensions[0] + 1, list.values.size(), axis + 1, h5::toText(raster))});
}

/// The axis that the file says; absent: it says none of the two of a raster.
std::optional<std::size_t> saidAxis(const Coordinates& list) {
    return list.dimensions.size() == 1 && list.dimensions[0] < 2 ? std::optional(list.dimensions[0]) : std::nullopt;
}

/// Two lists along axes of the raster. \return false where they are none
bool spreadBoth(Coordinates& x, Coordinates& y, const h5::Shape& raster, std::vector<Note>& notes) {
    const auto fit = [&](std::size_t axisOfX, std::size_t axisOfY) {
        return std::min(fitOf(x, axisOfX, raster), fitOf(y, axisOfY, raster));
    };
    const std::optional<std::size_t> saidX = saidAxis(x), saidY = saidAxis(y);
    const bool isSaid = saidX || saidY;
    std::size_t axisX = saidX.value_or(1 - saidY.value_or(0)), axisY = saidY.value_or(1 - saidX.value_or(1));
    const bool straight = fit(1, 0) != Fit::none, turned = fit(0, 1) != Fit::none;
    if (!isSaid || fit(axisX, axisY) == Fit::none) {
        if (!straight && !turned) return false;
        if (!isSaid && straight && turned && fit(1, 0) != Fit::exact) return false; // a list of both, not axes
        axisX = straight ? 1 : 0, axisY = 1 - axisX;
        if (!isSaid && straight && turned) noteGuess(x, y, x.values.size(), notes);
        noteOtherLength(x, axisX, raster, notes);
        noteOtherLength(y, axisY, raster, notes);
    }
    spreadAlong(x, axisX, raster, notes);
    spreadAlong(y, axisY, raster, notes);
    return true;
}

/// A list along an axis of the raster beside one with a number a frame, or a number a frame of lines that are missing.
/// \return false where they are none
bool spreadOne(Coordinates& full, Coordinates& list, bool listIsX, const h5::Shape& raster, std::vector<Note>& notes) {
    const bool first = fitOf(list, 0, raster) != Fit::none, second = fitOf(list, 1, raster) != Fit::none;
    if (!first && !second) return false;
    std::size_t axis = first ? 0 : 1;
    const std::optional<std::size_t> said = saidAxis(list);
    if (said && fitOf(list, *said, raster) != Fit::none) {
        axis = *said;
    } else if (first && second) {
        const auto other = full.shape.size() == 2 ? changesAlong(full) : std::nullopt;
        axis = other ? 1 - *other : listIsX ? 1 : 0;
        if (!other) noteGuess(axis == 1 ? list : full, axis == 1 ? full : list, raster[axis], notes);
    }
    noteOtherLength(list, axis, raster, notes);
    full.values.resize(raster[0] * raster[1]); // the lines that are there come first
    spreadAlong(list, axis, raster, notes);
    return true;
}

/// Whether a list has a number for each frame, or for those of more lines of the same length.
bool coversFrames(const Coordinates& list, std::size_t frames, const h5::Shape& raster) {
    return list.values.size() == frames ||
           (list.shape.size() == 2 && list.shape[1] == raster[1] && list.shape[0] > raster[0]);
}

} // namespace

bool spreadOverFrames(Coordinates& x, Coordinates& y, std::size_t frames, const h5::Shape& raster,
                      std::vector<Note>& notes) {
    bool isChanged = takeMeans(x, frames, raster, notes);
    isChanged = takeMeans(y, frames, raster, notes) || isChanged;
    if (raster.size() == 2 && raster[0] * raster[1] == frames) {
        const bool xCovers = coversFrames(x, frames, raster), yCovers = coversFrames(y, frames, raster);
        if (xCovers && yCovers)
            isChanged = orderAlike(x, y, raster, notes) || isChanged;
        else if (!xCovers && !yCovers)
            isChanged = spreadBoth(x, y, raster, notes) || isChanged;
        else
            isChanged =
                (xCovers ? spreadOne(x, y, false, raster, notes) : spreadOne(y, x, true, raster, notes)) || isChanged;
    }
    return isChanged;
}

} // namespace ewald::io
