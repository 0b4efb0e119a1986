// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/linked_files.h"

#include "base/phrase.h"
#include "io/stack/file_patterns.h"

#include <algorithm>

namespace ewald::io {

std::vector<std::string> withLostNumbers(const std::vector<std::string>& names, unsigned long mostLost) {
    constexpr unsigned long kMostFirst = 100; // lost before the first one
    std::vector<std::string> all;
    const bool isFilledUp = std::ranges::any_of(names, [](const std::string& name) { // data_000001, not data_1
        const auto number = numberAtEnd(name);
        return number && name[number->begin] == '0' && name.size() > number->begin + 1;
    });
    unsigned long last = 0;
    for (const std::string& name : names) {
        if (const auto number = numberAtEnd(name)) {
            if (number->value > last && number->value - last <= (last == 0 ? kMostFirst : mostLost))
                for (unsigned long lost = last + 1; lost < number->value; ++lost) {
                    const std::string digits = std::to_string(lost);
                    const std::size_t width = isFilledUp ? name.size() - number->begin : 0;
                    all.push_back(name.substr(0, number->begin) +
                                  std::string(width - std::min(width, digits.size()), '0') + digits);
                }
            last = number->value;
        }
        all.push_back(name);
    }
    return all;
}

ImageNumbers imageNumbersOf(Hdf5Resolver& resolver, const std::shared_ptr<const h5::File>& file,
                            const std::string& path) {
    const Hdf5Object object = resolver.follow(file, path);
    if (object.kind != h5::NodeKind::dataset) return {};
    const auto number = [&](const char* name) -> std::optional<std::size_t> {
        const auto value = object.file->attributeNumber(object.path, name);
        if (!value || !(*value >= 1) || *value > 1e9) return std::nullopt;
        return static_cast<std::size_t>(*value);
    };
    return {number("image_nr_low"), number("image_nr_high")};
}

void LinkedFiles::lose(const std::string& problem) {
    if (m_gap++ == 0) m_problem = problem;
}

void LinkedFiles::begin(const ImageNumbers& numbers, const std::string& where) {
    const std::size_t before = m_frames.size();
    const std::string why = m_gap > 0 ? m_problem : phrase("%1 begins with image %2", where, numbers.low.value_or(0));
    if (before == 0) {
        m_first = numbers.low.value_or(1);
        if (m_first > 1)
            warn(phrase("the first %1 {frame is|frames are} not there: %2", m_first - 1, why));
        else if (m_gap > 0 && !numbers.low)
            warn(phrase("the first %1 {data file is|data files are} not there (%2): "
                        "how many frames {1:it holds|they hold} is not known",
                        m_gap, m_problem));
    } else if (const std::size_t next = m_first + before; numbers.low && *numbers.low < next) {
        warn(phrase("%1 begins with image %2, and the files before it end with image %3: frames are "
                    "there twice, or the files are of several measurements",
                    where, *numbers.low, next - 1));
    } else if (const std::size_t lost = numbers.low ? *numbers.low - next : m_gap * m_perFile;
               lost > (m_gap + 1) * m_perFile) {
        warn(phrase("%1 begins with image %2, and the files before it end with image %3: as many frames "
                    "cannot be missing, and none is left room for",
                    where, *numbers.low, next - 1));
    } else if (lost > 0) {
        m_frames.append(
            missingFrames(m_frames.shape(), lost, where, why, translatable("copy the data files beside the master")));
        warn(phrase("frames %1 to %2 are not there: %3", before, before + lost - 1, why));
    }
    m_gap = 0;
}

void LinkedFiles::beginInPlace(const ImageNumbers& numbers, const std::string& where, const FrameList& next) {
    constexpr std::size_t kMost = 10'000'000;
    // Where nothing says how many the files before held: as many as this one.
    const std::size_t lost = numbers.low ? *numbers.low - 1 : m_gap * next.size();
    if (!m_frames.empty() || m_gap == 0 || lost == 0 || lost > kMost) return begin(numbers, where);
    m_frames.append(
        missingFrames(next.shape(), lost, where, m_problem, translatable("copy the data files beside the master")));
    warn(phrase("frames %1 to %2 are not there: %3", 0, lost - 1, m_problem));
    m_gap = 0;
}

void LinkedFiles::end(const ImageNumbers& numbers, std::size_t announced, const std::string& where) {
    m_perFile = std::max(m_perFile, announced);
    if (numbers.low && numbers.high && *numbers.high + 1 != *numbers.low + announced)
        warn(phrase("%1 is said to hold images %2 to %3, and holds %4 {frame|frames}", where, *numbers.low,
                    *numbers.high, announced));
}

} // namespace ewald::io
