// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/masks/suspect_pixels.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

namespace ewald::azint {
namespace {

using Flags = Array<std::uint8_t, 2>;

constexpr double kShadow = 0.3;    ///< of what is expected
constexpr std::size_t kFewest = 8; ///< pixels of a ring whose median says something

float medianOfSpan(std::span<float> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// Calls visit(row, col) for the eight neighbours of a pixel.
template <class Visit>
void forNeighbours(const Flags& flags, std::size_t row, std::size_t col, Visit&& visit) {
    for (std::size_t r = row > 0 ? row - 1 : 0; r <= std::min(row + 1, flags.extent(0) - 1); ++r)
        for (std::size_t c = col > 0 ? col - 1 : 0; c <= std::min(col + 1, flags.extent(1) - 1); ++c)
            if (r != row || c != col) visit(r, c);
}

/// The connected groups (eight neighbours) of pixels that are not 0.
std::vector<std::vector<std::size_t>> groupsOf(const Flags& flags) {
    std::vector<std::vector<std::size_t>> groups;
    Flags seen(flags.shape());
    for (std::size_t start = 0; start < flags.size(); ++start) {
        if (flags.data()[start] == 0 || seen.data()[start] != 0) continue;
        std::vector<std::size_t> group{start};
        seen.data()[start] = 1;
        for (std::size_t next = 0; next < group.size(); ++next) {
            const std::size_t row = group[next] / flags.extent(1), col = group[next] % flags.extent(1);
            forNeighbours(flags, row, col, [&](std::size_t r, std::size_t c) {
                if (flags(r, c) == 0 || seen(r, c) != 0) return;
                seen(r, c) = 1;
                group.push_back(r * flags.extent(1) + c);
            });
        }
        groups.push_back(std::move(group));
    }
    return groups;
}

Flags grown(const Flags& flags) {
    Flags larger = flags;
    for (std::size_t row = 0; row < flags.extent(0); ++row)
        for (std::size_t col = 0; col < flags.extent(1); ++col)
            if (flags(row, col) != 0)
                forNeighbours(flags, row, col, [&](std::size_t r, std::size_t c) { larger(r, c) = 1; });
    return larger;
}

/// Sums over squares of 2·reach + 1 pixels, cut off at the edges.
Array<double, 2> boxSums(const Array<double, 2>& values, std::size_t reach) {
    const auto [rows, cols] = values.shape();
    Array<double, 2> before({rows + 1, cols + 1}); // of all above and to the left
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < cols; ++c)
            before(r + 1, c + 1) = values(r, c) + before(r, c + 1) + before(r + 1, c) - before(r, c);
    Array<double, 2> sums({rows, cols});
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < cols; ++c) {
            const std::size_t top = r > reach ? r - reach : 0, bottom = std::min(rows, r + reach + 1);
            const std::size_t left = c > reach ? c - reach : 0, right = std::min(cols, c + reach + 1);
            sums(r, c) = before(bottom, right) - before(top, right) - before(bottom, left) + before(top, left);
        }
    return sums;
}

struct TwoLargest {
    float first = std::numeric_limits<float>::lowest();
    float second = first;
    std::size_t count = 0; ///< that were added
    void add(float value) {
        second = std::max(second, std::min(value, first));
        first = std::max(first, value);
        ++count;
    }
};

void enter(Suspects& suspects, std::size_t pixel, Suspicion why) {
    std::uint8_t& place = suspects.why.data()[pixel];
    if (place != 0) return;
    place = static_cast<std::uint8_t>(why);
    ++suspects.count[static_cast<std::size_t>(why)];
}

} // namespace

SuspectSearch::SuspectSearch(const Geometry& geometry, Array<std::uint8_t, 2> known, double sigmas)
    : m_rows(geometry.rows()), m_cols(geometry.cols()), m_sigmas(sigmas), m_known(std::move(known)),
      m_ringOf(m_rows * m_cols), m_byAngle(m_rows * m_cols), m_rankOf(m_rows * m_cols), m_seen(m_rows * m_cols),
      m_above(m_seen), m_alone(m_seen), m_below(m_seen), m_sum(m_rows * m_cols) {
    const double distance_m = geometry.poni().dist_m;
    const double pixel_m = std::sqrt(geometry.poni().pixel1_m * geometry.poni().pixel2_m);
    std::vector<float> angles(m_rows * m_cols);
    // Rings of a tilted detector are those of 2θ, as wide as a pixel where the ray is normal.
    for (std::size_t row = 0; row < m_rows; ++row)
        for (std::size_t col = 0; col < m_cols; ++col) {
            const double twoTheta = geometry.twoTheta({static_cast<double>(row) + 0.5, static_cast<double>(col) + 0.5});
            const auto ring = static_cast<std::uint32_t>(std::clamp(twoTheta * distance_m / pixel_m, 0.0, 1e6));
            m_ringOf[row * m_cols + col] = ring;
            angles[row * m_cols + col] = static_cast<float>(twoTheta);
            m_ringCount = std::max<std::size_t>(m_ringCount, ring + std::size_t{1});
        }
    std::iota(m_byAngle.begin(), m_byAngle.end(), 0U);
    std::ranges::sort(m_byAngle, [&](std::uint32_t a, std::uint32_t b) {
        return angles[a] < angles[b] || (angles[a] == angles[b] && a < b); // the same order everywhere
    });
    for (std::size_t rank = 0; rank < m_byAngle.size(); ++rank)
        m_rankOf[m_byAngle[rank]] = static_cast<std::uint32_t>(rank);
    if (const std::optional<ImagePoint> beam = geometry.imagePoint(0, 0)) {
        m_beamRow = beam->row;
        m_beamCol = beam->col;
    }
}

bool SuspectSearch::counts(const Array<float, 2>& frame, std::size_t pixel) const {
    return std::isfinite(frame.data()[pixel]) && (m_known.empty() || m_known.data()[pixel] == 0);
}

std::vector<SuspectSearch::Ring> SuspectSearch::ringsOf(const Array<float, 2>& frame) const {
    std::vector<std::size_t> begin(m_ringCount + 1, 0);
    for (std::size_t i = 0; i < m_ringOf.size(); ++i)
        if (counts(frame, i)) ++begin[m_ringOf[i] + 1];
    for (std::size_t ring = 0; ring < m_ringCount; ++ring) begin[ring + 1] += begin[ring];
    std::vector<float> sorted(begin.back());
    std::vector<std::size_t> next(begin.begin(), begin.end() - 1);
    for (std::size_t i = 0; i < m_ringOf.size(); ++i)
        if (counts(frame, i)) sorted[next[m_ringOf[i]]++] = frame.data()[i];
    std::vector<Ring> rings(m_ringCount);
    for (std::size_t ring = 0; ring < m_ringCount; ++ring) {
        const std::span<float> values = std::span(sorted).subspan(begin[ring], begin[ring + 1] - begin[ring]);
        rings[ring].pixels = values.size();
        if (values.empty()) continue;
        const float median = medianOfSpan(values);
        for (float& value : values) value = std::abs(value - median);
        rings[ring].median = median;
        rings[ring].scatter = std::max({1.4826F * medianOfSpan(values), std::sqrt(std::max(median, 0.0F)), 1.0F});
    }
    return rings;
}

bool SuspectSearch::isAbove(float value, const Ring& ring) const {
    return ring.pixels >= kFewest && value > ring.median + static_cast<float>(m_sigmas) * ring.scatter;
}

float SuspectSearch::neighbour(const Array<float, 2>& frame, std::size_t pixel, bool largest) const {
    TwoLargest two;
    const std::size_t row = pixel / m_cols, col = pixel % m_cols;
    for (std::size_t r = row > 0 ? row - 1 : 0; r <= std::min(row + 1, m_rows - 1); ++r)
        for (std::size_t c = col > 0 ? col - 1 : 0; c <= std::min(col + 1, m_cols - 1); ++c)
            if (const std::size_t at = r * m_cols + c; at != pixel && counts(frame, at))
                two.add(largest ? frame.data()[at] : -frame.data()[at]);
    if (two.count < 2) return largest ? 0 : std::numeric_limits<float>::max();
    return largest ? two.second : -two.second;
}

float SuspectSearch::nearInAngle(const Array<float, 2>& frame, std::size_t pixel) const {
    constexpr std::size_t kEachSide = 4;
    TwoLargest two;
    const auto look = [&](std::size_t rank) {
        if (const std::size_t at = m_byAngle[rank]; counts(frame, at)) two.add(frame.data()[at]);
    };
    const std::size_t own = m_rankOf[pixel];
    for (std::size_t rank = own; rank-- > 0 && two.count < kEachSide;) look(rank);
    const std::size_t below = two.count;
    for (std::size_t rank = own + 1; rank < m_byAngle.size() && two.count < below + kEachSide; ++rank) look(rank);
    return two.count < 2 ? 0 : two.second;
}

void SuspectSearch::add(const Array<float, 2>& frame) {
    constexpr float kCounts = 10, kPart = 0.2F;
    const std::vector<Ring> rings = ringsOf(frame);
    for (std::size_t i = 0; i < m_ringOf.size(); ++i) {
        if (!counts(frame, i)) continue;
        const Ring& ring = rings[m_ringOf[i]];
        const float value = frame.data()[i];
        ++m_seen[i];
        m_sum[i] += static_cast<double>(value);
        // A ring sharper than a pixel has pixels far from its median, too: they have others like them, beside them or
        // along the line.
        if (isAbove(value, ring)) {
            ++m_above[i];
            const float other = std::max(neighbour(frame, i, true), nearInAngle(frame, i));
            if (value > other + static_cast<float>(m_sigmas) * std::sqrt(std::max(other, 1.0F))) ++m_alone[i];
        }
        if (ring.pixels >= kFewest && ring.median > kCounts && value < kPart * ring.median &&
            value < kPart * neighbour(frame, i, false))
            ++m_below[i];
    }
    ++m_frames;
}

Array<float, 2> SuspectSearch::mean() const {
    Array<float, 2> image({m_rows, m_cols}, std::numeric_limits<float>::quiet_NaN());
    for (std::size_t i = 0; i < m_sum.size(); ++i)
        if (m_seen[i] > 0) image.data()[i] = static_cast<float>(m_sum[i] / m_seen[i]);
    return image;
}

Array<std::uint8_t, 2> SuspectSearch::shadow() const {
    const Array<float, 2> image = mean();
    const std::vector<Ring> rings = ringsOf(image);
    // The brightness near the beam: neither that of the shadow, nor of powder rings, which are few.
    std::vector<float> inner;
    for (std::size_t ring = 0; ring < (m_ringCount + 1) / 2; ++ring)
        if (rings[ring].pixels >= kFewest) inner.push_back(rings[ring].median);
    Flags none({m_rows, m_cols});
    if (inner.empty()) return none;
    const float bright = medianOfSpan(inner);
    std::size_t first = 0; // ring that is bright
    while (first < m_ringCount &&
           (rings[first].pixels < kFewest || rings[first].median < static_cast<float>(kShadow) * bright))
        ++first;
    Array<double, 2> measured({m_rows, m_cols}), expected({m_rows, m_cols});
    for (std::size_t i = 0; i < m_ringOf.size(); ++i) {
        if (!counts(image, i)) continue;
        const bool isInside = m_ringOf[i] < first;
        measured.data()[i] = static_cast<double>(image.data()[i]);
        expected.data()[i] = static_cast<double>(isInside ? bright : rings[m_ringOf[i]].median);
    }
    constexpr std::size_t kReach = 2;
    constexpr double kEnough = 30; // counts of a square in all frames: at 0.3 of them chance is out of question
    const Array<double, 2> found = boxSums(measured, kReach), wanted = boxSums(expected, kReach);
    Flags dark({m_rows, m_cols});
    for (std::size_t i = 0; i < dark.size(); ++i)
        dark.data()[i] =
            wanted.data()[i] * static_cast<double>(m_frames) > kEnough && found.data()[i] < kShadow * wanted.data()[i];
    // The group that holds the beam, or comes nearest to it within a few pixels.
    constexpr double kNear = 5;
    double nearest = kNear;
    const std::vector<std::vector<std::size_t>> groups = groupsOf(dark);
    const std::vector<std::size_t>* ofBeam = nullptr;
    for (const std::vector<std::size_t>& group : groups)
        for (const std::size_t pixel : group) {
            const double away = std::hypot(static_cast<double>(pixel / m_cols) + 0.5 - m_beamRow,
                                           static_cast<double>(pixel % m_cols) + 0.5 - m_beamCol);
            if (away >= nearest) continue;
            nearest = away;
            ofBeam = &group;
        }
    if (ofBeam == nullptr) return none;
    for (const std::size_t pixel : *ofBeam) none.data()[pixel] = 1;
    return grown(grown(none));
}

Suspects SuspectSearch::find() const {
    Suspects suspects{.why = Flags({m_rows, m_cols}), .count = {}};
    if (m_frames == 0) return suspects;
    const auto isKnown = [&](std::size_t i) { return !m_known.empty() && m_known.data()[i] != 0; };
    const Flags stop = shadow();
    for (std::size_t i = 0; i < stop.size(); ++i)
        if (stop.data()[i] != 0 && !isKnown(i)) enter(suspects, i, Suspicion::beamStop);
    constexpr std::size_t kMostHot = 2;
    Flags above({m_rows, m_cols});
    for (std::size_t i = 0; i < above.size(); ++i)
        above.data()[i] = m_seen[i] > 0 && 5 * std::size_t{m_above[i]} > 4 * std::size_t{m_seen[i]};
    for (const std::vector<std::size_t>& group : groupsOf(above))
        if (group.size() <= kMostHot)
            for (const std::size_t pixel : group)
                if (5 * std::size_t{m_alone[pixel]} > 4 * std::size_t{m_seen[pixel]})
                    enter(suspects, pixel, Suspicion::hot);
    for (std::size_t i = 0; i < m_seen.size(); ++i)
        if (m_seen[i] > 0 && m_below[i] == m_seen[i]) enter(suspects, i, Suspicion::dead);
    return suspects;
}

Suspects SuspectSearch::spotsOf(const Array<float, 2>& frame) const {
    constexpr std::size_t kLeast = 4; // pixels: fewer are hot, or noise
    Suspects suspects{.why = Flags({m_rows, m_cols}), .count = {}};
    const std::vector<Ring> rings = ringsOf(frame);
    Flags above({m_rows, m_cols}), spots({m_rows, m_cols});
    for (std::size_t i = 0; i < above.size(); ++i)
        above.data()[i] = counts(frame, i) && isAbove(frame.data()[i], rings[m_ringOf[i]]);
    for (const std::vector<std::size_t>& group : groupsOf(above))
        if (group.size() >= kLeast)
            for (const std::size_t pixel : group) spots.data()[pixel] = 1;
    const Flags larger = grown(spots);
    for (std::size_t i = 0; i < larger.size(); ++i)
        if (larger.data()[i] != 0 && counts(frame, i)) enter(suspects, i, Suspicion::spot);
    return suspects;
}

} // namespace ewald::azint
