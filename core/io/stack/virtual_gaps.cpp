// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/virtual_gaps.h"

#include "base/phrase.h"
#include "io/hdf5/hdf5_virtual.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <system_error>
#include <vector>

namespace ewald::io {
namespace {

/// What mappedPixels() says of a dataset, or of the first source of one that takes whole frames. Empty: nothing is
/// known to be left out.
std::vector<std::uint8_t> mappedPixels(Hdf5Resolver& resolver, const std::shared_ptr<const h5::File>& file,
                                       const std::string& path, FrameShape shape, int depth) {
    constexpr int kDeepest = 4;
    const Hdf5Object object = resolver.follow(file, path);
    if (object.kind != h5::NodeKind::dataset || depth > kDeepest) return {};
    const h5::Dataset dataset = object.file->dataset(object.path);
    const h5::Shape& extents = dataset.shape();
    if (!dataset.info().isVirtual || extents.size() < 2 || extents[extents.size() - 2] != shape.rows ||
        extents.back() != shape.cols)
        return {};
    if (std::vector<std::uint8_t> mapped = h5::mappedPixels(dataset); !mapped.empty()) return mapped;
    for (const auto& [name, source] : h5::virtualSources(dataset)) {
        if (name == ".") return mappedPixels(resolver, object.file, h5::withNumber(source, 0), shape, depth + 1);
        if (const auto located = locateNamed(object.file->file(), h5::withNumber(name, 0)))
            return mappedPixels(resolver, resolver.open(*located), h5::withNumber(source, 0), shape, depth + 1);
    }
    return {};
}

} // namespace

Array<std::uint8_t, 2> virtualGaps(Hdf5Resolver& resolver, const std::shared_ptr<const h5::File>& file,
                                   const std::string& path, FrameShape shape, std::vector<Note>& notes) {
    std::vector<std::uint8_t> mapped;
    try {
        mapped = mappedPixels(resolver, file, path, shape, 0);
    } catch (const DataError&) { // the frames have been found, whatever their list says besides
    }
    if (mapped.size() != shape.pixels()) return {};
    Array<std::uint8_t, 2> mask({shape.rows, shape.cols});
    std::ranges::transform(mapped, mask.begin(), [](std::uint8_t held) { return held == 0 ? 1 : 0; });
    const auto gaps = static_cast<std::size_t>(std::ranges::count(mapped, 0));
    notes.push_back({2 * gaps > mapped.size() ? Severity::warning : Severity::info,
                     phrase("no source of the virtual dataset %1 holds %2 {pixel, which is|pixels, which are} left out",
                            path, gaps)});
    return mask;
}

namespace {

namespace fs = std::filesystem;

using FilePtr = std::shared_ptr<const h5::File>;

/// The first part of a name, between slashes, that holds the number.
struct NumberedPart {
    std::string before; ///< parts before it, with their last slash
    std::string part;
};
std::optional<NumberedPart> numberedPart(const std::string& pattern) {
    for (std::size_t at = 0; at < pattern.size();) {
        const std::size_t end = std::min(pattern.find('/', at), pattern.size());
        const std::string part = pattern.substr(at, end - at);
        if (h5::withNumber(part, 0) != h5::withNumber(part, 1))
            return NumberedPart{h5::withNumber(pattern.substr(0, at), 0), part};
        at = end + 1;
    }
    return std::nullopt;
}

/// The number from which the library makes this name; absent: from none.
std::optional<std::size_t> numberIn(const std::string& name, const std::string& part) {
    std::size_t digits = 0; // where they begin
    const std::string zero = h5::withNumber(part, 0), one = h5::withNumber(part, 1);
    while (digits < zero.size() && zero[digits] == one[digits]) ++digits;
    std::size_t number = 0;
    if (name.size() < digits ||
        std::from_chars(name.data() + digits, name.data() + name.size(), number).ec != std::errc() ||
        h5::withNumber(part, number) != name)
        return std::nullopt;
    return number;
}

/// Names beside each other where the numbered files, or the numbered datasets of one file, are.
std::vector<std::string> namesOf(Hdf5Resolver& resolver, const FilePtr& file, const std::string& source,
                                 const NumberedPart& numbered, bool isFile) {
    std::vector<std::string> names;
    if (!isFile) {
        const std::optional<fs::path> located =
            source == "." ? file->file() : locateNamed(file->file(), h5::withNumber(source, 0));
        if (!located) return names;
        const Hdf5Object group = resolver.follow(resolver.open(*located), numbered.before);
        return group.kind == h5::NodeKind::group ? group.file->children(group.path) : names;
    }
    const fs::path folder = file->file().parent_path();
    std::error_code failed;
    fs::path there = folder / numbered.before; // an absolute one stays as it is
    if (!fs::is_directory(there, failed)) there = folder.empty() ? fs::path(".") : folder;
    for (fs::directory_iterator entry(there, failed), end; !failed && entry != end; entry.increment(failed))
        names.push_back(entry->path().filename().string());
    return names;
}

/// Numbers of the pattern behind the extent of which the files, or datasets, are there.
std::vector<std::size_t> numbersBeyond(Hdf5Resolver& resolver, const FilePtr& file,
                                       const h5::NumberedSources& sources) {
    const auto inFile = numberedPart(sources.file), inDataset = numberedPart(sources.dataset);
    std::vector<std::size_t> numbers;
    const auto& numbered = inFile ? inFile : inDataset;
    if (!numbered) return numbers;
    for (const std::string& name : namesOf(resolver, file, sources.file, *numbered, inFile.has_value()))
        if (const auto number = numberIn(name, numbered->part); number && *number >= sources.beyond)
            if (!inFile || locateNamed(file->file(), h5::withNumber(sources.file, *number))) numbers.push_back(*number);
    std::ranges::sort(numbers);
    return numbers;
}

/// Why the library found no source of this number; empty: there is one.
std::string problemOf(Hdf5Resolver& resolver, const FilePtr& file, const std::string& name, const std::string& path) {
    const std::optional<fs::path> located = name == "." ? file->file() : locateNamed(file->file(), name);
    if (!located) return phrase("the source file %1 is not there", name);
    try {
        return resolver.follow(resolver.open(*located), path).problem;
    } catch (const DataError& error) {
        return phrase("the source %1: %2", error.where(), error.problem());
    }
}

} // namespace

std::vector<std::pair<Severity, std::string>> sourcesBeyondEnd(Hdf5Resolver& resolver, const FilePtr& file,
                                                               const h5::Dataset& dataset) {
    std::vector<std::pair<Severity, std::string>> notes;
    for (const h5::NumberedSources& sources : h5::numberedSources(dataset)) {
        std::vector<std::size_t> numbers;
        try {
            numbers = numbersBeyond(resolver, file, sources);
        } catch (const DataError&) { // a file that cannot be read holds no later datasets
        }
        if (numbers.empty()) continue;
        const auto nameOf = [&](std::size_t number) {
            const std::string name = h5::withNumber(sources.file, number);
            return sources.file == name ? h5::withNumber(sources.dataset, number) : name;
        };
        const std::string problem = problemOf(resolver, file, h5::withNumber(sources.file, sources.beyond),
                                              h5::withNumber(sources.dataset, sources.beyond));
        if (!problem.empty() && numbers.front() == sources.beyond) numbers.erase(numbers.begin()); // holds nothing
        if (numbers.empty()) continue;
        const std::size_t frames = numbers.size() * sources.framesEach;
        notes.emplace_back(
            Severity::warning,
            problem.empty()
                ? phrase("%2 {source|sources} of the virtual dataset %1 {2:lies|lie} behind its end (first: %3): %4 "
                         "{frame is|frames are} left out",
                         dataset.where(), numbers.size(), nameOf(numbers.front()), frames)
                : phrase("%1: the virtual dataset %2 ends there, although %3 later {source is|sources are} there "
                         "(first: %4): %5 {frame is|frames are} left out",
                         problem, dataset.where(), numbers.size(), nameOf(numbers.front()), frames));
    }
    if (!notes.empty() && dataset.info().elements() == 0)
        throw DataError(phrase("none of the frames is there: %1", notes.front().second), dataset.where(),
                        "copy the data files beside it");
    return notes;
}

} // namespace ewald::io
