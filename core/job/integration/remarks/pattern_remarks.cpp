// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/integration/remarks/pattern_remarks.h"

#include "base/median.h"
#include "base/phrase.h"
#include "base/quantity_text.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ewald::job {

void PatternRemarks::add(std::size_t frame, const azint::FrameResult& result) {
    if (std::ranges::all_of(result.sumSignal, [](double sum) { return sum == 0; }) && m_empty++ == 0)
        m_firstEmpty = frame;
    m_totals.push_back({frame, std::reduce(result.sumSignal.begin(), result.sumSignal.end())});
    m_repeats.add(frame, result.sumSignal);
    m_rests.add(frame, result.course);
    if (result.markedPixels > 0 && m_marked++ == 0) {
        m_firstMarked = frame;
        m_mark = result.mark;
    }
    m_twoMarks = m_twoMarks || (result.markedPixels > 0 && result.twoMarks);
    m_mostMarked = std::max(m_mostMarked, result.markedPixels);
}

std::vector<std::string> PatternRemarks::lines(std::size_t rows, bool withMarks) {
    std::vector<std::string> found;
    if (m_empty > 0)
        found.push_back(phrase("%1 {frame holds|frames hold} no counts at all (first: frame %2): {1:was it|were they} "
                               "written, and was the shutter open?",
                               m_empty, m_firstEmpty));
    m_rests.finish();
    if (std::string line = m_rests.line(rows); !line.empty()) found.push_back(std::move(line));
    if (m_repeats.count() > 0)
        found.push_back(phrase("%1 {frame holds|frames hold} exactly the counts of the one before (first: frame "
                               "%2): the detector stood still there, or wrote an old image again",
                               m_repeats.count(), m_repeats.first()));
    if (m_marked > 0 && withMarks)
        found.push_back(phrase("%1 {frame holds|frames hold} %2 in up to %3 pixels that count, and no other "
                               "negative number (first: frame %4): if they are not measured, mask them",
                               m_marked, m_twoMarks ? phrase("-1 and -2") : numberText(static_cast<double>(m_mark)),
                               m_mostMarked, m_firstMarked));
    if (std::string line = outliers(); !line.empty()) found.push_back(std::move(line));
    return found;
}

std::string PatternRemarks::outliers() const {
    constexpr std::size_t kFewest = 4; // below, a median says nothing
    // Samples, attenuators and beams make frames of a series differ by as much as a hundred times; numbers that are no
    // counts are mostly beyond.
    constexpr double kFactor = 100, kMostOfAll = 0.05;
    if (m_totals.size() < kFewest) return {};
    std::vector<double> sizes;
    for (const Total& total : m_totals) sizes.push_back(std::abs(total.counts));
    const double median = medianOf(sizes);
    if (!(median > 0)) return {};
    std::vector<Total> far;
    std::ranges::copy_if(m_totals, std::back_inserter(far),
                         [&](const Total& total) { return !(std::abs(total.counts) <= kFactor * median); });
    const auto most = std::max(1.0, kMostOfAll * static_cast<double>(m_totals.size()));
    if (far.empty() || static_cast<double>(far.size()) > most) return {};
    return phrase("%1 {frame holds|frames hold} far more than all others, up or down (first: frame %2, %3 times their "
                  "counts): if {1:it holds|they hold} numbers that are no counts, mask them",
                  far.size(), far.front().frame, numberText(far.front().counts / median, 3));
}

} // namespace ewald::job
