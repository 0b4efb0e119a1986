// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/hdf5_find.h"

#include "base/phrase.h"
#include "io/hdf5/hdf5_virtual.h"
#include "io/readers/reader_tools.h"
#include "io/stack/file_patterns.h"
#include "io/stack/linked_files.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

namespace ewald::io {
namespace {

using FilePtr = std::shared_ptr<const h5::File>;

/// Rank of a dataset of real numbers, links followed; 0 for anything else.
std::size_t rankOf(Hdf5Resolver& resolver, const FilePtr& file, const std::string& path) {
    const Hdf5Object object = resolver.follow(file, path);
    if (object.kind != h5::NodeKind::dataset) return 0;
    try {
        const h5::Dataset dataset = object.file->dataset(object.path);
        return dataset.info().type.isReal() ? dataset.shape().size() : 0;
    } catch (const DataError&) {
        return 0;
    }
}

/// Names in a group, links followed.
std::vector<std::string> childrenOf(Hdf5Resolver& resolver, const FilePtr& file, const std::string& group) {
    const Hdf5Object object = resolver.follow(file, group);
    std::vector<std::string> names;
    if (object.kind == h5::NodeKind::group) names = object.file->children(object.path);
    std::sort(names.begin(), names.end(), numberedBefore);
    return names;
}

std::optional<std::string> attribute(Hdf5Resolver& resolver, const FilePtr& file, const std::string& group,
                                     const char* name) {
    const Hdf5Object object = resolver.follow(file, group);
    if (!object.problem.empty()) return std::nullopt;
    return object.file->attributeText(object.path, name);
}

/// data_000001, data_000002 … to the last one that there is, with those that have been lost.
std::vector<std::string> numberedData(Hdf5Resolver& resolver, const FilePtr& file, const std::string& group) {
    constexpr std::string_view kData = "data_";
    std::vector<std::string> paths;
    for (const std::string& name : childrenOf(resolver, file, group))
        if (const auto number = numberAtEnd(name); number && number->begin == kData.size() && name.starts_with(kData))
            paths.push_back(group + "/" + name);
    return withLostNumbers(paths);
}

bool isVirtual(Hdf5Resolver& resolver, const FilePtr& file, const std::string& path) {
    const Hdf5Object object = resolver.follow(file, path);
    return object.kind == h5::NodeKind::dataset && object.file->dataset(object.path).info().isVirtual;
}

/// Frames of a dataset behind its links, thresholds among them; 0 where there is none.
std::size_t framesAt(Hdf5Resolver& resolver, const FilePtr& file, const std::string& path) {
    if (rankOf(resolver, file, path) < 2) return 0;
    const Hdf5Object object = resolver.follow(file, path);
    const h5::Shape shape = object.file->dataset(object.path).shape();
    std::size_t frames = 1;
    for (std::size_t axis = 0; axis + 2 < shape.size(); ++axis) frames *= shape[axis];
    return frames;
}

/// A remark where the datasets that a master links to hold more frames than the one that is taken: it may be a part of
/// them, or a preview. Empty otherwise; a virtual dataset of all of them is what masters have.
std::string moreInLinks(Hdf5Resolver& resolver, const FilePtr& file, const std::string& path,
                        const std::vector<std::string>& numbered) {
    // Of as many sources as there are links: opening all of these would take long for nothing.
    if (const Hdf5Object object = resolver.follow(file, path); object.kind == h5::NodeKind::dataset)
        if (h5::virtualSources(object.file->dataset(object.path)).size() >= numbered.size()) return {};
    std::size_t linked = 0;
    for (const std::string& link : numbered) linked += framesAt(resolver, file, link);
    const std::size_t taken = framesAt(resolver, file, path);
    if (linked <= taken) return {};
    return phrase("%1 with %2 {frame|frames} is taken; the data files beside it (%3, …) hold %4: if these are meant, "
                  "open them instead of the master",
                  path, taken, numbered.front(), linked);
}

/// Eiger and NeXus masters: /entry/data/data, or /entry/data/data_000001 and so on.
FoundFrames inEntryData(Hdf5Resolver& resolver, const FilePtr& file, const std::string& entry) {
    const std::string group = entry + "/data";
    const std::vector<std::string> numbered = numberedData(resolver, file, group);
    std::string path = group + "/data";
    if (const std::string signal = attribute(resolver, file, group, "signal").value_or("");
        !signal.empty() && !signal.starts_with("data_") && rankOf(resolver, file, group + "/" + signal) >= 3)
        path = group + "/" + signal;
    const std::size_t rank = rankOf(resolver, file, path);
    if (rank >= 3 || (numbered.empty() && rank > 0))
        return {{path},
                isVirtual(resolver, file, path)                            ? "Eiger master (NXmx)"
                : file->kind(entry + "/instrument") == h5::NodeKind::group ? "NeXus"
                                                                           : "HDF5",
                numbered.empty() ? std::string() : moreInLinks(resolver, file, path, numbered)};
    if (!numbered.empty()) return {numbered, "Eiger master", {}};
    // Masters of the first Eigers; groups of such names are CXI's.
    const std::vector<std::string> early = numberedData(resolver, file, entry);
    const auto isStack = [&](const std::string& path) { return rankOf(resolver, file, path) >= 3; };
    if (std::any_of(early.begin(), early.end(), isStack)) return {early, "Eiger master", {}};
    return {};
}

/// Says which entries of a series are not there, by the numbers in the names of those that are, in their order.
std::string lostEntries(const std::vector<std::string>& entries) {
    std::size_t count = 0;
    unsigned long first = 0;
    for (std::size_t i = 1; i < entries.size(); ++i) {
        const auto before = numberAtEnd(entries[i - 1]), now = numberAtEnd(entries[i]);
        if (!before || !now || now->value <= before->value + 1) continue;
        if (count == 0) first = before->value + 1;
        count += now->value - before->value - 1;
    }
    if (count == 0) return {};
    return phrase("%1 {entry|entries} of the series {1:is|are} not there (first: number %2); the frames of the others "
                  "follow each other",
                  count, first);
}

/// LImA: /entry_0000/measurement/data.
FoundFrames inLima(Hdf5Resolver& resolver, const FilePtr& file, const std::vector<std::string>& names) {
    FoundFrames found;
    std::vector<std::string> entries;
    for (const std::string& name : names) {
        if (!name.starts_with("entry_")) continue;
        for (const char* inside : {"/measurement/data", "/data"}) {
            const std::string path = "/" + name + inside;
            if (rankOf(resolver, file, path) < 2) continue;
            found.paths.push_back(path);
            found.format = "LImA";
            entries.push_back(name);
            break;
        }
    }
    found.remark = lostEntries(entries);
    return found;
}

/// Says that there are frames elsewhere, too. \param others paths that might be meant
void remarkOthers(const std::vector<std::string>& others, FoundFrames& found) {
    if (others.empty()) return;
    std::string some = others.size() > 1 ? others[0] + ", " + others[1] : others[0];
    if (others.size() > 2) some += ", …";
    std::string remark = phrase("the file holds frames in %1 places; %2 is taken, others are %3", others.size() + 1,
                                found.paths.front(), some);
    found.remark = found.remark.empty() ? std::move(remark) : phrase("%1; %2", found.remark, remark);
}

/// BLISS: /1.1/measurement/<detector>, with one group for each scan.
FoundFrames inBliss(Hdf5Resolver& resolver, const FilePtr& file, const std::vector<std::string>& names) {
    FoundFrames found;
    std::vector<std::string> others;
    for (const std::string& name : names) {
        if (name.find('.') == std::string::npos) continue;
        const std::string measurement = "/" + name + "/measurement";
        for (const std::string& child : childrenOf(resolver, file, measurement)) {
            const std::string path = measurement + "/" + child;
            if (rankOf(resolver, file, path) < 3) continue;
            if (found.paths.empty()) {
                found.paths.push_back(path);
                found.format = "BLISS";
            } else {
                others.push_back(path);
            }
        }
    }
    remarkOthers(others, found);
    return found;
}

/// What @default leads to from group to group, and @signal in the last.
std::string byDefault(Hdf5Resolver& resolver, const FilePtr& file) {
    std::string group;
    for (int depth = 0; depth < 8; ++depth) {
        const auto next = attribute(resolver, file, group.empty() ? "/" : group, "default");
        if (!next || next->empty() || *next == ".") break;
        group = next->starts_with('/') ? *next : group + "/" + *next;
    }
    const auto signal = attribute(resolver, file, group.empty() ? "/" : group, "signal");
    const std::string path = signal ? group + "/" + *signal : std::string();
    return !path.empty() && rankOf(resolver, file, path) >= 3 ? path : std::string();
}

/// The dataset of a group that says itself that it is the signal, as NeXus had it before 2014.
std::string markedSignal(Hdf5Resolver& resolver, const FilePtr& file, const std::string& group) {
    for (const std::string& child : childrenOf(resolver, file, group)) {
        const Hdf5Object object = resolver.follow(file, group + "/" + child);
        if (object.kind != h5::NodeKind::dataset) continue;
        if (object.file->attributeNumber(object.path, "signal") == 1 ||
            object.file->attributeText(object.path, "signal") == "1")
            return child;
    }
    return "data";
}

/// Whether a dataset is likely to hold frames of an area detector, not spectra of a few channels.
bool areImages(Hdf5Resolver& resolver, const FilePtr& file, const std::string& path) {
    constexpr std::size_t kMostChannels = 8;
    if (rankOf(resolver, file, path) < 3) return false;
    const Hdf5Object object = resolver.follow(file, path);
    const h5::Shape shape = object.file->dataset(object.path).shape();
    return shape[shape.size() - 1] > kMostChannels && shape[shape.size() - 2] > kMostChannels;
}

/// Those of the places that are not what the first of `found` is by another name.
std::vector<std::string> otherPlaces(const FilePtr& file, const FoundFrames& found,
                                     const std::vector<std::string>& places) {
    std::vector<std::string> others;
    const auto taken = file->identity(found.paths.front());
    for (const std::string& place : places)
        if (const auto identity = file->identity(place); place != found.paths.front() && (!taken || identity != taken))
            others.push_back(place);
    return others;
}

/// The NXdata groups with a @signal of at least three axes in the entries: the first one is taken.
FoundFrames bySignal(Hdf5Resolver& resolver, const FilePtr& file, const std::vector<std::string>& names) {
    FoundFrames found;
    std::vector<std::string> more;
    for (const std::string& name : names) {
        const std::string entry = "/" + name;
        std::vector<std::string> groups{entry};
        for (const std::string& child : childrenOf(resolver, file, entry)) groups.push_back(entry + "/" + child);
        for (const std::string& group : groups) {
            if (attribute(resolver, file, group, "NX_class").value_or("") != "NXdata") continue;
            const auto named = attribute(resolver, file, group, "signal");
            const std::string path = group + "/" + (named ? *named : markedSignal(resolver, file, group));
            if (rankOf(resolver, file, path) < 3) continue;
            if (found.paths.empty())
                found = {{path}, "NeXus", {}};
            else if (areImages(resolver, file, path))
                more.push_back(path);
        }
    }
    if (!found.paths.empty()) remarkOthers(otherPlaces(file, found, more), found);
    return found;
}

/// The dataset with the most pixels; any stack before any single image.
FoundFrames biggest(const FilePtr& file) {
    std::vector<std::pair<double, std::string>> stacks, images; // pixels, path
    constexpr std::size_t kFewColumns = 3;
    std::string problem, unreachable;
    for (const FileNode& node : listFile(*file)) {
        if (unreachable.empty() && file->kind(node.path) == h5::NodeKind::dangling) unreachable = node.problem;
        if (problem.empty() && !node.problem.empty()) problem = phrase("%1: %2", node.path, node.problem);
        const std::size_t rank = node.shape.size();
        const bool number = node.type.starts_with("int") || node.type.starts_with("uint") ||
                            node.type.starts_with("float") || node.type == "bool";
        const bool isOther = rank >= 2 && (node.type.starts_with("complex") || node.type == "compound" ||
                                           node.type == "bitfield" || node.type == "opaque");
        if (problem.empty() && (isOther || (rank >= 1 && node.type == "array")))
            problem = phrase("%1 is stored as %2, frames are real numbers", node.path, node.type);
        if (node.isGroup || rank < 2 || !number || node.shape[rank - 1] < 2 || node.shape[rank - 2] < 2) continue;
        double pixels = 1;
        for (const std::size_t extent : node.shape) pixels *= static_cast<double>(extent);
        if (pixels > 0) (rank >= 3 ? stacks : images).emplace_back(pixels, node.path);
    }
    std::vector<std::pair<double, std::string>>& all = stacks.empty() ? images : stacks;
    if (all.empty()) return {{}, {}, problem};
    std::ranges::stable_sort(all, std::greater(), &std::pair<double, std::string>::first);
    // Lists of a few columns, where what may be the frames cannot be reached, are none.
    if (const h5::Shape shape = file->dataset(all[0].second).shape();
        !unreachable.empty() && shape.back() <= kFewColumns)
        return {{}, {}, unreachable};
    FoundFrames found{{all[0].second}, "HDF5", {}};
    if (all.size() > 1)
        found.remark =
            phrase("the layout of the file is not known: %1, the largest of %2 datasets, is taken for the frames; "
                   "another one is %3",
                   all[0].second, all.size(), all[1].second);
    return found;
}

/// /entry/data/data of the first entry that has it. Others are named where the file does not say which one is meant.
FoundFrames inEntries(Hdf5Resolver& resolver, const FilePtr& file, const std::vector<std::string>& names,
                      const std::string& preferred) {
    FoundFrames found;
    std::vector<std::string> more;
    for (const std::string& name : names) {
        if (!name.starts_with("entry") && attribute(resolver, file, "/" + name, "NX_class").value_or("") != "NXentry")
            continue;
        const FoundFrames own = inEntryData(resolver, file, "/" + name);
        if (own.paths.empty()) continue;
        if (!found.paths.empty()) {
            if (areImages(resolver, file, own.paths.front())) more.push_back(own.paths.front());
            continue;
        }
        found = own;
        if (name == preferred) {
            // A data file beside a virtual dataset is a part of it.
            const std::string linked = found.paths.front().substr(0, found.paths.front().rfind('/')) + "/data_";
            if (const std::string path = byDefault(resolver, file); std::ranges::count(found.paths, path) == 0 &&
                                                                    !path.starts_with(linked) &&
                                                                    areImages(resolver, file, path))
                more.push_back(path);
            break;
        }
    }
    if (!found.paths.empty()) remarkOthers(otherPlaces(file, found, more), found);
    return found;
}

} // namespace

FoundFrames findFrames(Hdf5Resolver& resolver, const FilePtr& file) {
    std::vector<std::string> names = childrenOf(resolver, file, "/");
    // "entry", "/entry", or a group in it.
    std::string preferred = attribute(resolver, file, "/", "default").value_or("");
    preferred.erase(0, preferred.find_first_not_of('/'));
    preferred = preferred.substr(0, preferred.find('/'));
    std::stable_partition(names.begin(), names.end(), [&](const std::string& name) { return name == preferred; });
    if (FoundFrames found = inLima(resolver, file, names); !found.paths.empty()) return found;
    if (FoundFrames found = inEntries(resolver, file, names, preferred); !found.paths.empty()) return found;
    if (FoundFrames found = inBliss(resolver, file, names); !found.paths.empty()) return found;
    if (std::string path = byDefault(resolver, file); !path.empty()) return {{std::move(path)}, "NeXus", {}};
    // Data Exchange of the APS: darks and flats lie beside the frames.
    if (rankOf(resolver, file, "/exchange/data") >= 3) return {{"/exchange/data"}, "Data Exchange", {}};
    if (FoundFrames found = bySignal(resolver, file, names); !found.paths.empty()) return found;
    for (const std::string& name : names) {
        const std::string path = "/" + name + "/instrument/detector/data";
        if (rankOf(resolver, file, path) >= 3) return {{path}, "NeXus", {}};
    }
    return biggest(file);
}

} // namespace ewald::io
