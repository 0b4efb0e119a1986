// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/file_series.h"

#include "base/phrase.h"
#include "io/stack/file_patterns.h"
#include "io/stack/names/name_order.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string_view>
#include <sys/stat.h>
#include <utility>

namespace ewald::io {
namespace {

namespace fs = std::filesystem;

/// A name's number, after all that is before it or behind it: names of one series differ in the number only.
using Numbered = std::pair<std::string, unsigned long>;

/// The number at the end of a name without its ending, or at its beginning, and the rest; absent: there is none.
std::optional<Numbered> numberOf(const fs::path& file) {
    const std::string stem = file.stem().string();
    if (const auto number = numberAtEnd(stem))
        return Numbered{(file.parent_path() / stem.substr(0, number->begin)).string(), number->value};
    const std::size_t end = std::min(stem.find_first_not_of("0123456789"), stem.size());
    const auto number = numberAtEnd(std::string_view(stem).substr(0, end));
    if (!number) return std::nullopt;
    return Numbered{(file.parent_path() / stem.substr(end)).string(), number->value};
}

/// As findGaps() of one series. \param numbers of the files, all there
/// \param name of the series where there are others in the list, else empty
std::vector<std::size_t> gapsOfSeries(std::span<const fs::path> files, std::span<const std::optional<Numbered>> numbers,
                                      const std::string& name, std::vector<Note>& notes) {
    constexpr std::size_t kMost = 100'000;     // of a series with more, its numbers are none
    constexpr unsigned long kLargestStep = 10; // of files that are counted: temperatures go up in larger steps
    std::vector<std::size_t> missing;
    std::size_t count = 0, placeOfFirst = 0;
    unsigned long first = 0;
    unsigned long common = 0;           // divisor of all steps
    bool inARow = false, twice = false; // some go up by one, as cameras count; some have one number
    for (std::size_t i = 1; i < files.size(); ++i) {
        const unsigned long before = numbers[i - 1]->second, now = numbers[i]->second;
        if (now < before) return {};
        const unsigned long step = now - before;
        twice = twice || step == 0;
        if (step == 0) continue;
        common = std::gcd(common, step);
        inARow = inARow || step == 1;
        if (step > 1 && count == 0) first = before + 1, placeOfFirst = i;
        for (unsigned long gap = 1; gap < step && missing.size() < kMost; ++gap) missing.push_back(i + count + gap - 1);
        count += step - 1;
    }
    if (count == 0 || common >= kLargestStep) return {};
    if (!inARow) {
        if (!name.empty()) return {}; // samples of any numbers
        notes.push_back(
            {Severity::warning,
             phrase("%1 is followed by %2: if files between them are missing, their frames are, too, and those of the "
                    "others follow each other",
                    files[placeOfFirst - 1].filename().string(), files[placeOfFirst].filename().string())});
        return {};
    }
    notes.push_back(
        {Severity::warning,
         name.empty()
             ? phrase("%1 {file|files} of the series {1:is|are} not there (first: number %2)", count, first)
             : phrase("%1 {file|files} of the series %2 {1:is|are} not there (first: number %3)", count, name, first)});
    return count < kMost && !twice ? missing : std::vector<std::size_t>();
}

/// Says where names of one series have the same number: s_1.tif and s_01.tif, or s_1.tif and s_1.cbf.
void noteSameNumbers(std::span<const fs::path> files, std::span<const std::optional<Numbered>> numbers,
                     std::vector<Note>& notes) {
    std::map<Numbered, std::string> known;
    std::size_t count = 0;
    std::string first, other;
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (!numbers[i]) continue;
        const std::string name = files[i].filename().string();
        const auto [same, isNew] = known.emplace(*numbers[i], name);
        if (isNew || same->second == name) continue; // the same file is said otherwise
        if (count++ == 0) first = same->second, other = name;
    }
    if (count > 0)
        notes.push_back({Severity::warning,
                         phrase("%1 {file has|files have} the number of another one of the series (first: %2 and %3): "
                                "{1:its frames|their frames} may be there twice",
                                count, first, other)});
}

} // namespace

std::vector<std::size_t> findGaps(std::span<const fs::path> files, std::vector<Note>& notes) {
    constexpr std::size_t kMostSaid = 3; // of the series of a list
    std::vector<std::size_t> missing;
    std::vector<std::optional<Numbered>> numbers;
    const NameOrder order(files);
    for (std::size_t i = 0; i < files.size(); ++i)
        numbers.push_back(order.isMeasured(i) ? std::nullopt : numberOf(files[i])); // temperatures have no gaps
    noteSameNumbers(files, numbers, notes);
    const std::size_t before = notes.size();
    for (std::size_t begin = 0, end = 0; begin < files.size() && notes.size() < before + kMostSaid; begin = end) {
        const auto& series = numbers[begin];
        for (end = begin + 1; series && end < files.size(); ++end)
            if (!numbers[end] || numbers[end]->first != series->first) break;
        const bool isAlone = begin == 0 && end == files.size();
        if (series)
            missing = gapsOfSeries(files.subspan(begin, end - begin), std::span(numbers).subspan(begin, end - begin),
                                   isAlone ? std::string() : fs::path(series->first).filename().string() + "…", notes);
        if (!isAlone) missing.clear(); // places are those of one series
    }
    return missing;
}

std::vector<std::size_t> framesOfGaps(std::vector<std::size_t> places, std::span<const std::size_t> frames,
                                      std::vector<Note>& notes) {
    if (places.empty() || frames.empty()) return {};
    const std::size_t each = frames.front();
    if (each == 0 || std::ranges::any_of(frames, [&](std::size_t count) { return count != each; })) {
        notes.push_back(
            {Severity::warning,
             phrase("the files hold from %1 to %2 frames, so that it is not known how many are missing with "
                    "those files: positions and other values of each frame cannot be paired behind the gap, "
                    "unless they are of the frames that are there",
                    std::ranges::min(frames), std::ranges::max(frames))});
        return {};
    }
    std::vector<std::size_t> missing;
    missing.reserve(places.size() * each);
    for (const std::size_t place : places)
        for (std::size_t i = 0; i < each; ++i) missing.push_back(place * each + i);
    return missing;
}

void noteOrder(std::span<const fs::path> files, std::vector<Note>& notes) {
    const NameOrder order(files);
    for (std::size_t i = 1; i < files.size(); ++i) {
        const auto before = numberOf(files[i - 1]), now = numberOf(files[i]);
        const bool isBefore = order.isMeasured(i)
                                  ? order.areAlike(i - 1, i) && order.isBefore(i, i - 1)
                                  : before && now && before->first == now->first && now->second < before->second;
        if (!isBefore) continue;
        notes.push_back(
            {Severity::warning,
             phrase("the files are not in the order of their numbers (%1 stands behind %2): their frames are "
                    "taken in the order of the list",
                    files[i].filename().string(), files[i - 1].filename().string())});
        return;
    }
}

void noteShortFiles(std::span<const fs::path> files, std::span<const std::size_t> frames, std::vector<Note>& notes) {
    if (files.size() < 3 || files.size() != frames.size()) return;
    const std::size_t most = *std::ranges::max_element(frames);
    if (2 * static_cast<std::size_t>(std::ranges::count(frames, most)) <= frames.size()) return;
    for (std::size_t i = 0; i + 1 < files.size(); ++i) { // the last one ends where the measurement does
        if (frames[i] == most) continue;
        notes.push_back({Severity::warning, phrase("%1 holds %2 {frame|frames}, most files of the list %3: some may be "
                                                   "lost, and those of the others follow each other",
                                                   files[i].filename().string(), frames[i], most)});
        return;
    }
}

void noteRepeated(std::span<const fs::path> files, std::vector<Note>& notes) {
    std::set<std::pair<dev_t, ino_t>> known; // one request to the file system each
    std::size_t count = 0;
    std::string first;
    for (const fs::path& file : files) {
        struct stat status {};
        if (::stat(file.c_str(), &status) != 0 || known.emplace(status.st_dev, status.st_ino).second) continue;
        if (count++ == 0) first = file.filename().string();
    }
    if (count > 0)
        notes.push_back(
            {Severity::warning, phrase("%1 {file is|files are} in the list once more (first: %2): {1:its|their} "
                                       "frames count each time",
                                       count, first)});
}

void Acquisitions::add(const fs::path& file, const std::optional<Acquisition>& acquisition, std::size_t frames) {
    if (!acquisition || acquisition->frames == 0) return;
    const auto number = numberOf(file);
    const std::string series = number ? number->first : file.string();
    const auto same = std::ranges::find_if(m_groups, [&](const Group& group) {
        return group.series == series && group.acquisition.frames == acquisition->frames;
    });
    Group& group = same == m_groups.end() ? m_groups.emplace_back(Group{series, *acquisition, 0, 0}) : *same;
    group.frames += frames;
    ++group.files;
}

void Acquisitions::giveTo(std::vector<Note>& notes) const {
    for (const Group& group : m_groups) {
        if (group.frames % group.acquisition.frames == 0) continue; // several whole ones are a longer list
        // One image of a series is what people look at and calibrate with.
        const bool isOneImage = group.files == 1 && group.frames == 1;
        notes.push_back({isOneImage ? Severity::info : Severity::warning,
                         phrase("%1 says that the acquisition has %2 frames, %3 {is|are} there: if the others are in "
                                "more files, open all of them together",
                                group.acquisition.by, group.acquisition.frames, group.frames)});
        return; // the others are alike
    }
}

} // namespace ewald::io
