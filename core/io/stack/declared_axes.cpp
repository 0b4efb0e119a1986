// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/declared_axes.h"

#include "base/ascii_text.h"
#include "base/error.h"
#include "base/phrase.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace ewald::io {
namespace {

using FilePtr = std::shared_ptr<const h5::File>;

template <std::size_t kCount>
bool isOneOf(const std::string& name, const std::array<std::string_view, kCount>& words) {
    return std::ranges::find(words, lowerAscii(name)) != words.end();
}

bool isRows(const std::string& name) {
    static constexpr std::array<std::string_view, 6> kWords{"y", "row", "rows", "y_pixel", "pixel_y", "y_pixel_offset"};
    return isOneOf(name, kWords);
}
bool isColumns(const std::string& name) {
    static constexpr std::array<std::string_view, 8> kWords{"x",       "col",     "cols",           "column",
                                                            "columns", "x_pixel", "x_pixel_offset", "pixel_x"};
    return isOneOf(name, kWords);
}
bool countsFrames(const std::string& name) {
    static constexpr std::array<std::string_view, 19> kWords{
        "time",   "t",     "frame", "frames", "frame_number", "image", "images", "image_number",   "scan",      "n",
        "number", "index", "point", "points", "epoch",        "tof",   "energy", "time_of_flight", "scan_point"};
    return isOneOf(name, kWords);
}

/// An axis of patterns, as programs that integrate call it: "q", "radial_axis", "2th_deg", "azimuthal".
bool isOfPatterns(const std::string& name) {
    static constexpr std::array<std::string_view, 11> kWords{"q",   "radial",    "radial_axis",   "tth",
                                                             "2th", "2theta",    "twotheta",      "two_theta",
                                                             "chi", "azimuthal", "azimuthal_axis"};
    static constexpr std::array<std::string_view, 3> kBeginnings{"q_", "2th_", "chi_"}; // with a unit behind
    const std::string word = lowerAscii(name);
    return isOneOf(name, kWords) ||
           std::ranges::any_of(kBeginnings, [&](auto start) { return word.starts_with(start); });
}

} // namespace

std::vector<std::string> axisNamesAt(const h5::File& file, const std::string& path) {
    std::vector<std::string> texts = file.attributeTexts(path, "axes");
    if (texts.size() != 1) return texts;
    std::vector<std::string> names(1);
    for (const char c : texts[0]) {
        if (c == '[' || c == ']' || c == ' ') continue;
        if (c == ':' || c == ',')
            names.emplace_back();
        else
            names.back() += c;
    }
    return names;
}

void checkDeclaredAxes(Hdf5Resolver& resolver, const FilePtr& file, const std::string& path) {
    const Hdf5Object frames = resolver.follow(file, path);
    if (frames.kind != h5::NodeKind::dataset) return;
    const h5::Shape shape = frames.file->dataset(frames.path).shape();
    const std::string parent = path.substr(0, path.rfind('/'));
    const Hdf5Object group = resolver.follow(file, parent.empty() ? "/" : parent);
    for (const Hdf5Object* const object : {&group, &frames}) {
        if (object->kind == h5::NodeKind::missing || object->kind == h5::NodeKind::dangling) continue;
        const std::vector<std::string> names = axisNamesAt(*object->file, object->path);
        if (names.size() != shape.size() || shape.size() < 2) continue;
        if (isOfPatterns(names.back()))
            throw DataError(phrase("holds patterns and no frames, as its axis \"%1\" says: it is what an integration "
                                   "made",
                                   names.back()),
                            file->where(path), "open the frames that it was made of");
        if (shape.size() < 3) continue;
        for (std::size_t axis = shape.size() - 2; axis < shape.size(); ++axis) {
            const auto before = names.begin() + static_cast<std::ptrdiff_t>(axis);
            if (!countsFrames(names[axis]) || std::none_of(names.begin(), before, isRows) ||
                std::none_of(names.begin(), before, isColumns))
                continue;
            // Lists in the wrong order are told by the length of the axis.
            const std::string values = parent + "/" + names[axis];
            if (file->hasDataset(values)) {
                const h5::Shape length = file->dataset(values).shape();
                if (length.size() == 1 && length[0] != shape[axis]) continue;
            }
            throw DataError(phrase("has the shape %1, whose axis %2 counts frames and no pixels by its name \"%3\"",
                                   h5::toText(shape), axis + 1, names[axis]),
                            file->where(path), "write them as (frames, rows, columns)");
        }
    }
}

std::vector<std::string> compareAxes(Hdf5Resolver& resolver, const FilePtr& file, const std::string& path) {
    std::vector<std::string> lines;
    const Hdf5Object frames = resolver.follow(file, path);
    const std::string parent = path.substr(0, path.rfind('/'));
    const Hdf5Object group = resolver.follow(file, parent.empty() ? "/" : parent);
    if (frames.kind != h5::NodeKind::dataset || group.kind != h5::NodeKind::group) return lines;
    const h5::Shape shape = frames.file->dataset(frames.path).shape();
    const std::vector<std::string> names = axisNamesAt(*group.file, group.path);
    if (names.size() != shape.size()) return lines;
    for (std::size_t axis = 0; axis + 2 < shape.size(); ++axis) {
        const Hdf5Object values = resolver.follow(file, parent + "/" + names[axis]);
        if (names[axis] == "." || values.kind != h5::NodeKind::dataset) continue;
        const h5::Shape length = values.file->dataset(values.path).shape();
        // One more are the edges of intervals; a single value belongs to all.
        if (length.size() != 1 || length[0] <= 1 || length[0] == shape[axis] || length[0] == shape[axis] + 1) continue;
        lines.push_back(phrase("%1 holds %2 values for %3 frames: some of either may be missing",
                               file->where(parent + "/" + names[axis]), length[0], shape[axis]));
    }
    return lines;
}

void noteRasterGuess(const std::string& where, std::span<const std::size_t> shape, StackContents& contents) {
    if (shape.size() != 4 || shape[0] < 2 || shape[1] < 2) return;
    // AGIPD, LPD and DSSC of 16 modules, JUNGFRAU and AGIPD of 8; ePix and CSPAD have 32 or 64.
    const std::size_t fast = shape[1];
    const bool mayBeModules = fast == 8 || fast == 16 || fast == 32 || fast == 64;
    contents.note(
        mayBeModules ? Severity::warning : Severity::info,
        phrase("%1 is taken for a raster of %2 × %3 points with one frame each; if its second axis counts the "
               "modules of a detector, write those of one module as (frames, rows, columns)",
               where, shape[0], fast));
}

void checkLastAxes(const std::string& where, const h5::Shape& shape, const h5::Shape& chunk) {
    constexpr std::size_t kMostColours = 4, kFewRows = 32, kSlim = 8;
    if (shape.size() < 3) return;
    const std::size_t last = shape.back(), rows = shape[shape.size() - 2], before = shape[shape.size() - 3];
    if (rows < kFewRows || before < kFewRows) return;
    const std::string text = h5::toText(shape);
    if (last == 1 && shape.size() > 3)
        throw DataError(phrase("has the shape %1, which are frames of %2 × %3 pixels with one axis of length 1 too "
                               "many at the end",
                               text, before, rows),
                        where, "write them as (frames, rows, columns)");
    if (last < 2) return;
    if (last <= kMostColours)
        throw DataError(
            phrase("has the shape %1, which are images of %2 values a pixel (colours?), not frames", text, last), where,
            "write one number a pixel, as (frames, rows, columns)");
    // Chunks of whole images with one number a pixel; or a square detector, not as many slim frames as they have rows.
    const bool byChunk = chunk.size() == 3 && chunk[2] == 1 && chunk[0] > 1 && chunk[1] > 1;
    if (shape.size() == 3 && (byChunk || (before == rows && last * kSlim <= rows)))
        throw DataError(phrase("has the shape %1, which are %2 frames of %3 × %4 pixels whose number comes last", text,
                               last, before, rows),
                        where, "write them as (frames, rows, columns)");
}

void noteThinFrames(const std::string& where, const h5::Shape& shape, StackContents& contents) {
    if (shape.size() != 3 || shape[2] < 2) return;
    if (2 * shape[2] > shape[0] || 2 * shape[2] > shape[1]) return;
    contents.note(
        Severity::warning,
        phrase("%1 %2 is taken for %3 frames of %4 × %5 pixels; if its last axis counts the frames, write it as "
               "(frames, rows, columns)",
               where, h5::toText(shape), shape[0], shape[1], shape[2]));
}

} // namespace ewald::io
