// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/images/unwritten_rests.h"

#include "base/phrase.h"

#include <algorithm>
#include <cmath>

namespace ewald::io {
namespace {

constexpr const char* kLine =
    translatable("%1 {frame holds|frames hold} no counts in the last rows, where others hold some (first: frame %2, "
                 "from about row %3 on): {1:was it|were they} written to the end?");

} // namespace

void UnwrittenRests::add(std::size_t frame, std::span<const double> course) {
    constexpr std::size_t kMostWaiting = 4096; // all, where the last rows are empty in each frame
    constexpr double kMostCounts = 1e15;       // beyond it a sum does not tell single counts: some pixels hold marks
    if (course.empty() || !(course.back() > 0) || !(course.back() < kMostCounts)) return;
    m_shares.resize(course.size(), 0);
    for (std::size_t part = 0; part < course.size(); ++part) m_shares[part] += course[part] / course.back();
    ++m_frames;
    const auto last = std::ranges::find(course, course.back());
    const auto parts = static_cast<std::size_t>(last - course.begin()) + 1;
    const bool restsAreEmpty =
        std::ranges::all_of(last, course.end(), [&](double sum) { return sum == course.back(); });
    if (parts == course.size() || !restsAreEmpty) return;
    m_candidates.push_back({frame, parts, {course.begin(), course.end()}});
    if (m_candidates.size() == kMostWaiting) finish();
}

void UnwrittenRests::finish() {
    for (const Candidate& candidate : m_candidates) judge(candidate);
    m_candidates.clear();
}

std::string UnwrittenRests::line(std::size_t rows, std::size_t firstRow) const {
    if (m_count == 0) return {};
    return phrase(kLine, m_count, m_first,
                  static_cast<std::size_t>(std::lround(m_end * static_cast<double>(rows))) + firstRow);
}

bool UnwrittenRests::isLine(const std::string& text) {
    const std::optional<PhraseParts> parts = partsOf(text);
    return parts && parts->text == kLine;
}

void UnwrittenRests::judge(const Candidate& candidate) {
    constexpr double kManyCounts = 100;     // by chance hardly one of e¹⁰⁰ frames holds none of so many
    constexpr std::size_t kFewestParts = 3; // fewer do not tell whether it is like the others
    constexpr double kAlike = 0.7;          // of its counts are where those of the others are
    const double before = m_shares[candidate.parts - 1] / static_cast<double>(m_frames);
    const double counts = candidate.course.back();
    if (candidate.parts < kFewestParts || !(before > 0) || !(counts * (1 - before) >= kManyCounts * before)) return;
    double alike = 0, empty = 0; // the latter: of the others, where this one holds none
    for (std::size_t part = 0; part < candidate.parts; ++part) {
        const auto share = [part](const std::vector<double>& sums, double all) {
            return (sums[part] - (part > 0 ? sums[part - 1] : 0)) / all;
        };
        const double own = share(candidate.course, counts), others = share(m_shares, m_shares[candidate.parts - 1]);
        alike += std::min(own, others);
        if (own == 0) empty += others;
    }
    // Without scattering, rows before the others are as dark as those behind them.
    if (alike < kAlike || 2 * counts * empty >= kManyCounts) return;
    if (m_count++ > 0) return;
    m_first = candidate.frame;
    m_end = static_cast<double>(candidate.parts) / static_cast<double>(m_shares.size());
}

} // namespace ewald::io
