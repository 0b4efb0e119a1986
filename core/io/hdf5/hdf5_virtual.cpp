// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/hdf5/hdf5_virtual.h"

#include "base/error.h"
#include "base/phrase.h"
#include "io/hdf5/hdf5_client.h"
#include "io/hdf5/hdf5_detail.h"
#include "io/hdf5/hdf5_entries.h"

#include <algorithm>
#include <hdf5.h>
#include <set>

namespace ewald::io::h5 {
namespace {

using detail::Box;
using detail::Selection;

/// More than any measurement has; the lists would take gigabytes.
constexpr std::size_t kMostFrames = 16'000'000;

/// The library calls its 64-bit numbers by another name.
hsize_t* ofLibrary(std::vector<std::uint64_t>& values) {
    static_assert(sizeof(hsize_t) == sizeof(std::uint64_t) && std::is_unsigned_v<hsize_t>);
    return reinterpret_cast<hsize_t*>(values.data());
}

/// What the library says of a selection.
Selection selectionOf(hid_t space) {
    const auto rank = static_cast<std::size_t>(std::max(H5Sget_simple_extent_ndims(space), 0));
    const H5S_sel_type kind = H5Sget_select_type(space);
    Selection selection;
    if (kind == H5S_SEL_ALL) selection.kind = Selection::Kind::all;
    if (kind != H5S_SEL_HYPERSLABS || rank == 0) return selection;
    if (H5Sis_regular_hyperslab(space) > 0) {
        for (auto* values : {&selection.start, &selection.stride, &selection.count, &selection.block})
            values->assign(rank, 0);
        if (H5Sget_regular_hyperslab(space, ofLibrary(selection.start), ofLibrary(selection.stride),
                                     ofLibrary(selection.count), ofLibrary(selection.block)) >= 0)
            selection.kind = Selection::Kind::regular;
        return selection;
    }
    const hssize_t blocks = H5Sget_select_hyper_nblocks(space);
    if (blocks <= 0 || static_cast<std::size_t>(blocks) > kMostFrames / 16) return selection;
    std::vector<hsize_t> corners(static_cast<std::size_t>(blocks) * 2 * rank);
    if (H5Sget_select_hyper_blocklist(space, 0, static_cast<hsize_t>(blocks), corners.data()) < 0) return selection;
    for (std::size_t b = 0; b < static_cast<std::size_t>(blocks); ++b) {
        const hsize_t* corner = corners.data() + b * 2 * rank;
        Box box;
        for (std::size_t axis = 0; axis < rank; ++axis) {
            box.start.push_back(corner[axis]);
            box.extent.push_back(corner[rank + axis] - corner[axis] + 1);
        }
        selection.irregular.push_back(std::move(box));
    }
    selection.kind = Selection::Kind::irregular;
    return selection;
}

/// The selection of a dataset of this shape, with "all" in numbers; absent when it cannot be one.
std::optional<Selection> selectionWithin(Selection selection, const Shape& shape) {
    const std::size_t rank = shape.size();
    switch (selection.kind) {
    case Selection::Kind::all:
        selection.start.assign(rank, 0);
        selection.stride.assign(rank, 1);
        selection.count.assign(rank, 1);
        selection.block.assign(shape.begin(), shape.end());
        return selection;
    case Selection::Kind::regular:
        for (const auto* values : {&selection.start, &selection.stride, &selection.count, &selection.block})
            if (values->size() != rank) return std::nullopt;
        return selection;
    case Selection::Kind::irregular:
        for (const Box& box : selection.irregular) {
            if (box.start.size() != rank || box.extent.size() != rank) return std::nullopt;
            for (std::size_t axis = 0; axis < rank; ++axis)
                if (box.start[axis] > shape[axis] || box.extent[axis] > shape[axis] - box.start[axis])
                    return std::nullopt;
        }
        return selection;
    default: return std::nullopt;
    }
}

/// Whether a selection holds rows and columns as a whole wherever it holds anything.
bool wholeFrames(const Selection& selection, const Shape& shape) {
    const std::size_t rank = shape.size();
    for (std::size_t axis = rank - 2; axis < rank; ++axis) {
        for (const Box& box : selection.irregular)
            if (box.start[axis] != 0 || box.extent[axis] != shape[axis]) return false;
        if (!selection.irregular.empty()) continue;
        const bool touching = selection.stride[axis] == selection.block[axis] || selection.count[axis] == 1;
        if (selection.start[axis] != 0 || !touching || selection.count[axis] == H5S_UNLIMITED ||
            selection.block[axis] == H5S_UNLIMITED || selection.block[axis] * selection.count[axis] != shape[axis])
            return false;
    }
    return true;
}

/// The indices along one axis that a regular selection holds. \param end where an unlimited selection stops
std::vector<std::size_t> indicesAlong(const Selection& selection, std::size_t axis, hsize_t end) {
    std::vector<std::size_t> indices;
    for (hsize_t c = 0; selection.count[axis] == H5S_UNLIMITED || c < selection.count[axis]; ++c) {
        const hsize_t first = selection.start[axis] + c * selection.stride[axis];
        if (first >= end || selection.block[axis] == 0 || indices.size() > kMostFrames) break;
        for (hsize_t b = 0; selection.block[axis] == H5S_UNLIMITED || b < selection.block[axis]; ++b) {
            if (first + b >= end || indices.size() > kMostFrames) break;
            indices.push_back(static_cast<std::size_t>(first + b));
        }
        if (selection.stride[axis] == 0) break;
    }
    return indices;
}

/// Frames (over all axes but the last two) of a selection, in C order. Along the first axis an unlimited selection goes
/// on to `end`, whatever the extent.
std::vector<std::size_t> framesOf(const Selection& selection, const Shape& shape, hsize_t end) {
    const std::size_t lead = shape.size() - 2;
    std::vector<std::size_t> frames;
    const auto add = [&](const std::vector<std::vector<std::size_t>>& along) {
        std::vector<std::size_t> at(lead, 0);
        for (const auto& indices : along)
            if (indices.empty()) return;
        for (;;) {
            std::size_t frame = 0;
            for (std::size_t axis = 0; axis < lead; ++axis)
                frame = (axis == 0 ? 0 : frame * shape[axis]) + along[axis][at[axis]];
            frames.push_back(frame);
            std::size_t axis = lead;
            while (axis > 0 && ++at[axis - 1] == along[axis - 1].size()) at[--axis] = 0;
            if (axis == 0 || frames.size() > kMostFrames) return;
        }
    };
    if (selection.irregular.empty()) {
        std::vector<std::vector<std::size_t>> along;
        for (std::size_t axis = 0; axis < lead; ++axis)
            along.push_back(indicesAlong(selection, axis, axis == 0 ? end : shape[axis]));
        add(along);
        return frames;
    }
    for (const Box& box : selection.irregular) {
        std::vector<std::vector<std::size_t>> along;
        for (std::size_t axis = 0; axis < lead; ++axis) {
            along.emplace_back();
            for (hsize_t i = 0; i < box.extent[axis]; ++i)
                along.back().push_back(static_cast<std::size_t>(box.start[axis] + i));
        }
        add(along);
    }
    std::sort(frames.begin(), frames.end());
    return frames;
}

Shape extentOf(hid_t space) {
    const int rank = H5Sget_simple_extent_ndims(space);
    std::vector<hsize_t> extents(static_cast<std::size_t>(std::max(rank, 0)));
    if (rank > 0) H5Sget_simple_extent_dims(space, extents.data(), nullptr);
    return {extents.begin(), extents.end()};
}

template <class Ask>
std::string nameOf(const Ask& ask) {
    const ssize_t length = ask(nullptr, 0);
    if (length <= 0) return {};
    std::string name(static_cast<std::size_t>(length) + 1, '\0');
    ask(name.data(), name.size());
    name.resize(static_cast<std::size_t>(length));
    return name;
}

using Entry = detail::VirtualEntry;

bool isUnlimited(const Selection& selection) {
    return selection.irregular.empty() && !selection.count.empty() &&
           (selection.count[0] == H5S_UNLIMITED || selection.block[0] == H5S_UNLIMITED);
}

/// One file for each block: "%b" in the name. \return false when there are too many
bool addNumbered(const Entry& entry, const Shape& shape, std::vector<VirtualFrames>& result) {
    const std::vector<std::size_t> source = framesOf(entry.there, entry.sourceShape, entry.sourceShape[0]);
    constexpr std::size_t kMostFiles = 100'000;
    Selection block = entry.here;
    for (std::size_t number = 0;; ++number) {
        block.count[0] = 1;
        block.start[0] = entry.here.start[0] + number * entry.here.stride[0];
        if (block.start[0] >= shape[0] || entry.here.stride[0] == 0 ||
            (entry.here.count[0] != H5S_UNLIMITED && number >= entry.here.count[0]))
            return true;
        if (number >= kMostFiles) return false;
        const std::vector<std::size_t> frames = framesOf(block, shape, shape[0]);
        VirtualFrames one{withNumber(entry.file, number), withNumber(entry.dataset, number), {}};
        for (std::size_t i = 0; i < std::min(frames.size(), source.size()); ++i)
            one.frames.emplace_back(frames[i], source[i]);
        result.push_back(std::move(one));
    }
}

void addPlain(const Entry& entry, const Shape& shape, std::vector<VirtualFrames>& result) {
    const std::vector<std::size_t> frames = framesOf(entry.here, shape, shape[0]);
    // An unlimited source goes on as long as there are frames to fill.
    const hsize_t end = isUnlimited(entry.there) ? entry.there.start[0] + kMostFrames : entry.sourceShape[0];
    std::vector<std::size_t> source;
    if (isUnlimited(entry.there) && entry.there.stride[0] == 1) {
        Selection bounded = entry.there; // the common case, without a list of all that could come
        std::size_t perIndex = 1;
        for (std::size_t axis = 1; axis + 2 < entry.sourceShape.size(); ++axis) perIndex *= entry.sourceShape[axis];
        bounded.count[0] = 1;
        bounded.block[0] = frames.size() / std::max<std::size_t>(perIndex, 1) + 1;
        source = framesOf(bounded, entry.sourceShape, end);
    } else {
        source = framesOf(entry.there, entry.sourceShape, end);
    }
    VirtualFrames one{entry.file, entry.dataset, {}};
    one.frames.reserve(std::min(frames.size(), source.size()));
    for (std::size_t i = 0; i < std::min(frames.size(), source.size()); ++i)
        one.frames.emplace_back(frames[i], source[i]);
    result.push_back(std::move(one));
}

bool isNumbered(const Entry& entry) {
    return entry.file.find('%') != std::string::npos || entry.dataset.find('%') != std::string::npos;
}

/// Puts the real shape of the source and the numbers of the selections into an entry. \return false when it is no list
/// of whole frames
template <class ShapeOf>
bool complete(Entry& entry, const Shape& shape, const ShapeOf& shapeOf) {
    if (!isNumbered(entry)) {
        const std::optional<Shape> real = shapeOf(entry.file, entry.dataset);
        const bool all = entry.there.kind == Selection::Kind::all;
        if (real && (all || real->size() == entry.sourceShape.size())) entry.sourceShape = *real;
    }
    auto here = selectionWithin(std::move(entry.here), shape);
    // All of a source that is not there is as much as it fills.
    if (entry.sourceShape.empty() && here && here->kind != Selection::Kind::irregular && !isUnlimited(*here))
        for (std::size_t axis = 0; axis < shape.size(); ++axis)
            entry.sourceShape.push_back(static_cast<std::size_t>(here->count[axis] * here->block[axis]));
    const std::size_t rank = entry.sourceShape.size();
    if (rank < 2 || (isNumbered(entry) && rank < 3) || entry.sourceShape[rank - 1] != shape[shape.size() - 1] ||
        entry.sourceShape[rank - 2] != shape[shape.size() - 2])
        return false;
    auto there = selectionWithin(std::move(entry.there), entry.sourceShape);
    if (!here || !there || !wholeFrames(*here, shape) || !wholeFrames(*there, entry.sourceShape)) return false;
    entry.here = std::move(*here);
    entry.there = std::move(*there);
    // Each block of a numbered list is a file: it has to be a list of blocks.
    return !isNumbered(entry) || entry.here.kind != Selection::Kind::irregular;
}

} // namespace

namespace detail {

std::vector<VirtualEntry> virtualEntries(const Dataset& dataset) {
    if (const RemoteDataset* remote = dataset.remote()) {
        const auto answer = remote->file->ask(Request::virtualEntries, remote->number);
        Unpacker in(answer, dataset.where());
        return takeVirtualEntries(in);
    }
    prepare();
    const Handle properties(H5Dget_create_plist(dataset.id()));
    std::size_t count = 0;
    if (H5Pget_virtual_count(properties.id(), &count) < 0)
        throw DataError(phrase("cannot read the list of the virtual dataset (%1)", lastMessage()), dataset.where(),
                        "the file may be damaged");
    std::vector<VirtualEntry> entries;
    for (std::size_t i = 0; i < count; ++i) {
        VirtualEntry entry;
        entry.file = nameOf(
            [&](char* name, std::size_t size) { return H5Pget_virtual_filename(properties.id(), i, name, size); });
        entry.dataset = nameOf(
            [&](char* name, std::size_t size) { return H5Pget_virtual_dsetname(properties.id(), i, name, size); });
        const Handle here(H5Pget_virtual_vspace(properties.id(), i));
        const Handle there(H5Pget_virtual_srcspace(properties.id(), i));
        if (here && there) {
            entry.here = selectionOf(here.id());
            entry.there = selectionOf(there.id());
            // The list does not always know the extent of a source: then the library makes it up from the selection.
            entry.sourceShape = extentOf(there.id());
        }
        entries.push_back(std::move(entry));
    }
    H5Eclear2(H5E_DEFAULT);
    return entries;
}

void pack(Packer& packer, const std::vector<VirtualEntry>& entries) {
    packer.put<std::uint64_t>(entries.size());
    for (const VirtualEntry& entry : entries) {
        packer.put(entry.file).put(entry.dataset).put(entry.sourceShape);
        for (const Selection* selection : {&entry.here, &entry.there}) {
            packer.put(selection->kind).put(selection->start).put(selection->stride).put(selection->count);
            packer.put(selection->block).put<std::uint64_t>(selection->irregular.size());
            for (const Box& box : selection->irregular) packer.put(box.start).put(box.extent);
        }
    }
}

std::vector<VirtualEntry> takeVirtualEntries(Unpacker& in) {
    using Numbers = std::vector<std::uint64_t>;
    std::vector<VirtualEntry> entries;
    const std::size_t count = in.takeCount(1);
    for (std::size_t i = 0; i < count; ++i) {
        VirtualEntry entry;
        entry.file = in.take<std::string>();
        entry.dataset = in.take<std::string>();
        entry.sourceShape = in.take<Shape>();
        for (Selection* selection : {&entry.here, &entry.there}) {
            selection->kind = in.take<Selection::Kind>();
            for (Numbers* numbers : {&selection->start, &selection->stride, &selection->count, &selection->block})
                *numbers = in.take<Numbers>();
            const std::size_t boxes = in.takeCount(1);
            for (std::size_t b = 0; b < boxes; ++b) {
                Box box;
                box.start = in.take<Numbers>();
                box.extent = in.take<Numbers>();
                selection->irregular.push_back(std::move(box));
            }
        }
        entries.push_back(std::move(entry));
    }
    return entries;
}

} // namespace detail

std::optional<std::vector<VirtualFrames>> virtualFrames(
    const Dataset& dataset,
    const std::function<std::optional<Shape>(const std::string& file, const std::string& dataset)>& shapeOf) {
    if (!dataset.info().isVirtual || dataset.shape().size() < 3) return std::nullopt;
    std::vector<VirtualFrames> result;
    for (Entry& entry : detail::virtualEntries(dataset)) {
        if (!complete(entry, dataset.shape(), shapeOf)) return std::nullopt;
        if (!isNumbered(entry))
            addPlain(entry, dataset.shape(), result);
        else if (!addNumbered(entry, dataset.shape(), result))
            throw DataError("the virtual dataset names too many files", dataset.where(), "the file may be damaged");
    }
    return result;
}

std::set<std::pair<std::string, std::string>> virtualSources(const Dataset& dataset) {
    std::set<std::pair<std::string, std::string>> sources;
    if (dataset.info().isVirtual)
        for (const Entry& entry : detail::virtualEntries(dataset)) sources.emplace(entry.file, entry.dataset);
    return sources;
}

std::string withNumber(const std::string& pattern, std::size_t number) {
    std::string text;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] != '%' || i + 1 == pattern.size()) {
            text += pattern[i];
        } else {
            ++i;
            text += pattern[i] == 'b' ? std::to_string(number) : std::string(1, pattern[i]);
        }
    }
    return text;
}

std::vector<NumberedSources> numberedSources(const Dataset& dataset) {
    std::vector<NumberedSources> sources;
    const Shape& shape = dataset.shape();
    if (!dataset.info().isVirtual || shape.size() < 3) return sources;
    for (const Entry& entry : detail::virtualEntries(dataset)) {
        const auto here = selectionWithin(entry.here, shape);
        if (!isNumbered(entry) || !here || !here->irregular.empty() || here->count[0] != H5S_UNLIMITED ||
            here->stride[0] == 0)
            continue;
        NumberedSources one{entry.file, entry.dataset, 0, static_cast<std::size_t>(here->block[0])};
        if (shape[0] > here->start[0])
            one.beyond = static_cast<std::size_t>((shape[0] - here->start[0] - 1) / here->stride[0] + 1);
        for (std::size_t axis = 1; axis + 2 < shape.size(); ++axis)
            one.framesEach *= static_cast<std::size_t>(here->count[axis] * here->block[axis]);
        sources.push_back(std::move(one));
    }
    return sources;
}

std::vector<std::uint8_t> mappedPixels(const Dataset& dataset) {
    const Shape& shape = dataset.shape();
    const std::size_t rank = shape.size();
    if (!dataset.info().isVirtual || rank < 2) return {};
    const std::size_t rows = shape[rank - 2], cols = shape[rank - 1];
    constexpr std::size_t kMostPixels = std::size_t{1} << 28U;
    if (cols == 0 || rows > kMostPixels / cols) return {};
    std::vector<std::uint8_t> mapped(rows * cols);
    const auto mark = [&](const std::vector<std::size_t>& down, const std::vector<std::size_t>& across) {
        for (const std::size_t row : down)
            for (const std::size_t col : across) mapped[row * cols + col] = 1;
    };
    // The same pixels of other frames are many entries of a list.
    std::set<std::vector<std::uint64_t>> known;
    for (const Entry& entry : detail::virtualEntries(dataset)) {
        const auto here = selectionWithin(entry.here, shape);
        if (!here || wholeFrames(*here, shape)) return {};
        std::vector<Selection> boxes;
        if (here->irregular.empty()) boxes.push_back(*here);
        for (const Box& box : here->irregular) {
            Selection one;
            one.start = box.start, one.block = box.extent;
            one.stride.assign(rank, 1), one.count.assign(rank, 1);
            boxes.push_back(std::move(one));
        }
        for (const Selection& box : boxes) {
            std::vector<std::uint64_t> key;
            for (const auto* values : {&box.start, &box.stride, &box.count, &box.block})
                key.insert(key.end(), values->end() - 2, values->end());
            if (known.insert(std::move(key)).second)
                mark(indicesAlong(box, rank - 2, rows), indicesAlong(box, rank - 1, cols));
        }
    }
    if (std::ranges::find(mapped, 0) == mapped.end()) mapped.clear();
    return mapped;
}

namespace {

/// The value of a soft or external link; empty for another kind.
std::vector<char> linkValue(const File& file, const std::string& path, H5L_type_t type) {
    detail::prepare();
    H5L_info_t info{};
    std::vector<char> value;
    if (path.find_first_not_of('/') != std::string::npos &&
        H5Lget_info(file.id(), path.c_str(), &info, H5P_DEFAULT) >= 0 && info.type == type) {
        value.assign(info.u.val_size + 1, '\0');
        if (H5Lget_val(file.id(), path.c_str(), value.data(), value.size(), H5P_DEFAULT) < 0) value.clear();
    }
    H5Eclear2(H5E_DEFAULT);
    return value;
}

} // namespace

std::optional<ExternalTarget> externalTarget(const File& file, const std::string& path) {
    if (file.remote() != nullptr) {
        using Pair = std::pair<std::string, std::string>;
        auto target = file.remote()->askFor<std::optional<Pair>>(detail::Request::externalTarget, path);
        return target ? std::optional(ExternalTarget{std::move(target->first), std::move(target->second)})
                      : std::nullopt;
    }
    const std::vector<char> value = linkValue(file, path, H5L_TYPE_EXTERNAL);
    const char* name = nullptr;
    const char* object = nullptr;
    if (value.empty() || H5Lunpack_elink_val(value.data(), value.size() - 1, nullptr, &name, &object) < 0)
        return std::nullopt;
    return ExternalTarget{name, object};
}

std::optional<std::string> softTarget(const File& file, const std::string& path) {
    if (file.remote() != nullptr)
        return file.remote()->askFor<std::optional<std::string>>(detail::Request::softTarget, path);
    const std::vector<char> value = linkValue(file, path, H5L_TYPE_SOFT);
    return value.empty() ? std::nullopt : std::optional<std::string>(value.data());
}

std::vector<std::filesystem::path> foldersOf(const std::filesystem::path& file) {
    std::vector<std::filesystem::path> folders{file.parent_path()};
    std::error_code failed;
    const std::filesystem::path real = std::filesystem::canonical(file, failed);
    if (failed) return folders;
    const std::filesystem::path given =
        std::filesystem::weakly_canonical(std::filesystem::absolute(file).parent_path(), failed);
    if (!failed && real.parent_path() != given) folders.push_back(real.parent_path());
    return folders;
}

} // namespace ewald::io::h5
