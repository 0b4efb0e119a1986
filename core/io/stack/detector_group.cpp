// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/detector_group.h"

#include "base/phrase.h"
#include "io/hdf5/hdf5_virtual.h"
#include "io/readers/reader_tools.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace ewald::io {
namespace {

using FilePtr = std::shared_ptr<const h5::File>;

std::string nameOf(const std::string& path) { return path.substr(path.rfind('/') + 1); }

/// Whether a name is one that CXI numbers: "detector", "detector_2".
bool isNumbered(std::string_view name, std::string_view kind) {
    return name.starts_with(kind) && name.find_first_not_of("_0123456789", kind.size()) == std::string_view::npos;
}

bool isDetector(const h5::File& file, const std::string& group) {
    const std::string is = nexusClass(file, group);
    return is == "NXdetector" || (is.empty() && isNumbered(nameOf(group), "detector") &&
                                  isNumbered(nameOf(parentOf(group)), "instrument") && file.hasGroup(group));
}

/// The innermost group of a detector that a path leads through; empty: none.
std::string detectorAbove(const h5::File& file, const std::string& path) {
    for (std::string group = parentOf(path); !group.empty(); group = parentOf(group))
        if (isDetector(file, group)) return group;
    return {};
}

using Place = std::pair<std::string, std::string>; ///< file, path

/// The datasets that a dataset stands for: itself behind its links, and the sources of a virtual one.
std::set<Place> placesOf(Hdf5Resolver& resolver, const FilePtr& file, const std::string& path) {
    std::set<Place> places;
    const Hdf5Object object = resolver.follow(file, path);
    if (object.kind != h5::NodeKind::dataset) return places;
    try {
        const h5::Dataset dataset = object.file->dataset(object.path);
        if (dataset.shape().size() < 2) return places;
        places.emplace(object.file->file().string(), object.path);
        if (!dataset.info().isVirtual) return places;
        for (const auto& [name, source] : h5::virtualSources(dataset)) {
            const std::filesystem::path named(name);
            const std::filesystem::path whole = name == "."           ? object.file->file()
                                                : named.is_relative() ? object.file->file().parent_path() / named
                                                                      : named;
            // A source in the same file may itself be reached by links.
            const Hdf5Object behind = name == "." ? resolver.follow(object.file, source) : Hdf5Object{};
            if (behind.kind == h5::NodeKind::dataset)
                places.emplace(behind.file->file().string(), behind.path);
            else
                places.emplace(whole.string(), source);
        }
    } catch (const DataError&) { // what cannot be read is said when the frames are
    }
    return places;
}

/// One of several detectors of an entry.
struct Candidate {
    std::string group;
    std::map<std::string, double> says; ///< in metres, pixels or counts; a mask: where it lies
    bool ofImages = false;
    bool otherShape = false; ///< than the frames: it is of another detector
};

void describe(const h5::File& file, FrameShape shape, Candidate& candidate) {
    const std::string& group = candidate.group;
    for (const char* name : {"distance", "detector_distance", "x_pixel_size", "y_pixel_size", "beam_center_x",
                             "beam_center_y", "saturation_value"}) {
        const std::string path = group + "/" + name;
        const std::optional<double> value = file.hasDataset(path) ? file.number(path) : std::nullopt;
        if (!value) continue;
        candidate.says[name] = *value * metresPer(unitsOf(file, path)).value_or(1);
        candidate.ofImages = candidate.ofImages || !std::string(name).ends_with("distance");
    }
    for (const char* name : {"pixel_mask", "detectorSpecific/pixel_mask", "mask", "flatfield", "data"}) {
        const std::string path = group + "/" + name;
        if (!file.hasDataset(path)) continue;
        const bool isData = std::string(name) == "data";
        const h5::Shape extents = file.dataset(path).shape();
        const std::size_t rank = extents.size();
        candidate.ofImages = candidate.ofImages || rank >= 2;
        if (rank < 2 || extents[rank - 2] != shape.rows || extents[rank - 1] != shape.cols) candidate.otherShape = true;
        if (const auto identity = file.identity(path); identity && !isData)
            candidate.says[name] = static_cast<double>(identity->second);
    }
}

Candidate candidateAt(const h5::File& file, const std::string& group, FrameShape shape) {
    Candidate candidate;
    candidate.group = group;
    try {
        describe(file, shape, candidate);
    } catch (const DataError&) { // what it says before counts
    }
    return candidate;
}

bool saysTheSame(const Candidate& a, const Candidate& b) {
    return std::ranges::equal(a.says, b.says, [](const auto& one, const auto& other) {
        return one.first == other.first &&
               std::abs(one.second - other.second) <= 1e-6 * std::max(std::abs(one.second), std::abs(other.second));
    });
}

/// All detectors of an entry in the order in which they are tried, each once.
std::vector<std::string> detectorsOf(const h5::File& file, const std::string& entry, const std::string& framesPath) {
    std::vector<std::string> groups;
    std::set<std::pair<std::uint64_t, std::uint64_t>> known;
    const auto add = [&](const std::string& group) {
        const auto identity = file.identity(group);
        if (identity && known.insert(*identity).second) groups.push_back(group);
    };
    if (file.hasGroup(entry + "/instrument/detector")) add(entry + "/instrument/detector");
    // BLISS names the dataset after the detector: /1.1/measurement/eiger, /1.1/instrument/eiger.
    if (const std::string named = entry + "/instrument/" + nameOf(framesPath); file.hasGroup(named)) add(named);
    std::vector<std::string> instruments{entry + "/instrument"};
    for (const std::string& name : file.children(entry))
        if (const std::string group = entry + "/" + name;
            nexusClass(file, group) == "NXinstrument" || isNumbered(name, "instrument"))
            instruments.push_back(group);
    for (const std::string& instrument : instruments)
        if (file.hasGroup(instrument))
            for (const std::string& name : file.children(instrument))
                if (isDetector(file, instrument + "/" + name)) add(instrument + "/" + name);
    return groups;
}

/// The detectors that hold the frames or something that they are made of.
std::vector<std::string> holders(Hdf5Resolver& resolver, const FilePtr& file, const std::string& framesPath,
                                 const std::vector<std::string>& groups) {
    const auto identity = file->identity(framesPath);
    const std::set<Place> frames = placesOf(resolver, file, framesPath);
    std::vector<std::string> found;
    for (const std::string& group : groups)
        for (const std::string& name : file->children(group)) {
            const std::string path = group + "/" + name;
            bool same = identity && file->identity(path) == identity;
            if (!same) {
                const std::set<Place> places = placesOf(resolver, file, path);
                same = std::ranges::any_of(places, [&](const Place& place) { return frames.contains(place); });
            }
            if (!same) continue;
            found.push_back(group);
            break;
        }
    return found;
}

/// What the path, the links and the attributes of the frames say of their detector; empty: nothing.
std::string byPaths(const h5::File& file, const std::string& framesPath, const Hdf5Object& object) {
    if (std::string above = detectorAbove(file, framesPath); !above.empty()) return above;
    if (object.kind != h5::NodeKind::dataset || object.file.get() != &file) return {};
    for (const std::string& path : {object.path, file.attributeText(object.path, "target").value_or("")})
        if (path.starts_with('/'))
            if (std::string above = detectorAbove(file, path); !above.empty()) return above;
    return {};
}

/// The detector that the frames' place or the name of their dataset or group names; empty: none.
std::string byName(const h5::File& file, const std::string& framesPath, const Hdf5Object& object,
                   const std::vector<std::string>& groups) {
    // Frames of another file: the detector is described here under the name that it has there.
    if (object.kind == h5::NodeKind::dataset)
        if (std::string above = detectorAbove(file, object.path); std::ranges::count(groups, above) > 0) return above;
    // /1.1/measurement/eiger and /1.1/instrument/eiger, /entry/pilatus/data and /entry/instrument/pilatus.
    for (const std::string& name : {nameOf(framesPath), nameOf(parentOf(framesPath))})
        for (const std::string& group : groups)
            if (nameOf(group) == name) return group;
    return {};
}

} // namespace

std::string entryOf(const std::string& path) {
    const std::size_t end = path.find('/', 1);
    return end == std::string::npos ? "/" : path.substr(0, end);
}

std::string parentOf(const std::string& path) { return path.substr(0, path.rfind('/')); }

std::string detectorGroup(Hdf5Resolver& resolver, const FilePtr& file, const std::string& framesPath, FrameShape shape,
                          std::vector<Note>& notes) {
    const Hdf5Object object = resolver.follow(file, framesPath);
    if (std::string group = byPaths(*file, framesPath, object); !group.empty()) return group;
    const std::string entry = entryOf(framesPath);
    const std::vector<std::string> all = detectorsOf(*file, entry, framesPath);
    if (all.size() < 2) return all.empty() ? std::string() : all.front();
    std::vector<Candidate> candidates;
    for (const std::string& group : all)
        if (Candidate candidate = candidateAt(*file, group, shape); candidate.ofImages)
            candidates.push_back(std::move(candidate));
    if (candidates.size() < 2) return candidates.empty() ? all.front() : candidates.front().group;
    std::vector<std::string> groups;
    for (const Candidate& candidate : candidates) groups.push_back(candidate.group);
    if (const std::vector<std::string> holding = holders(resolver, file, framesPath, groups); !holding.empty())
        return holding.front();
    if (std::string group = byName(*file, framesPath, object, groups); !group.empty()) return group;
    if (std::ranges::any_of(candidates, [](const Candidate& c) { return !c.otherShape; }))
        std::erase_if(candidates, [](const Candidate& c) { return c.otherShape; });
    const Candidate chosen = candidates.front();
    std::string others;
    for (const Candidate& other : candidates)
        if (!saysTheSame(chosen, other)) others += (others.empty() ? "" : ", ") + other.group;
    if (!others.empty())
        notes.push_back({Severity::warning,
                         phrase("the file does not say which of its detectors the frames of %1 are of: %2 is taken, "
                                "which says something else than %3; if it is another one, give a PONI file and a mask",
                                framesPath, chosen.group, others)});
    return chosen.group;
}

} // namespace ewald::io
