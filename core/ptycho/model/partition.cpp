// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/model/partition.h"

#include "base/error.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <tuple>

namespace ewald::ptycho {
namespace {

using Frames = std::vector<std::size_t>;

/// Frames of each of `ranks` out of `count`: differ by one at most.
std::vector<std::size_t> evenSizes(std::size_t count, std::size_t ranks) {
    std::vector<std::size_t> parts(ranks, count / ranks);
    for (std::size_t rank = 0; rank < count % ranks; ++rank) ++parts[rank];
    return parts;
}

/// Works on positions that may coincide, and has to give the same answer on every rank: ties go by the frame's number.
class Divider {
public:
    Divider(std::span<const PixelPosition> positions, std::size_t ranks)
        : m_positions(positions), m_sizes(evenSizes(positions.size(), ranks)), m_framesOf(ranks) {
        m_all.resize(positions.size());
        std::iota(m_all.begin(), m_all.end(), std::size_t{0});
    }

    /// Bands of rows, or recursive bisection across the longer side (Berger & Bokhari 1987).
    std::vector<Frames> bisect(bool rowsOnly) {
        divide(m_all, 0, m_framesOf.size(), rowsOnly);
        return std::move(m_framesOf);
    }

    /// k-means (Lloyd 1982) from the tiles' centres. In the end the frames with most to lose choose first and a full
    /// cluster takes no more: a rank with more frames would keep all others waiting.
    std::vector<Frames> cluster() {
        divide(m_all, 0, m_framesOf.size(), false);
        std::vector<PixelPosition> centres = centresOf(m_framesOf);
        constexpr int kRounds = 25;
        for (int round = 0; round < kRounds; ++round) {
            std::vector<Frames> nearest(centres.size());
            for (const std::size_t frame : m_all) nearest[ranking(frame, centres).front()].push_back(frame);
            std::vector<PixelPosition> moved = centresOf(nearest);
            for (std::size_t k = 0; k < moved.size(); ++k)
                if (nearest[k].empty()) moved[k] = centres[k];
            const bool settled = std::equal(moved.begin(), moved.end(), centres.begin(),
                                            [](auto& a, auto& b) { return a.row == b.row && a.col == b.col; });
            centres = std::move(moved);
            if (settled) break;
        }
        return fill(centres);
    }

private:
    void divide(std::span<std::size_t> frames, std::size_t firstRank, std::size_t ranks, bool rowsOnly) {
        if (ranks == 1) {
            m_framesOf[firstRank].assign(frames.begin(), frames.end());
            return;
        }
        const bool byRow = rowsOnly || extent(frames, &PixelPosition::row) >= extent(frames, &PixelPosition::col);
        const auto key = [&](std::size_t frame) {
            const PixelPosition& p = m_positions[frame];
            return byRow ? std::tuple(p.row, p.col, frame) : std::tuple(p.col, p.row, frame);
        };
        const std::size_t half = ranks / 2;
        const auto begin = m_sizes.begin() + static_cast<std::ptrdiff_t>(firstRank);
        const std::size_t cut = std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(half), std::size_t{0});
        std::nth_element(frames.begin(), frames.begin() + static_cast<std::ptrdiff_t>(cut), frames.end(),
                         [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
        divide(frames.first(cut), firstRank, half, rowsOnly);
        divide(frames.subspan(cut), firstRank + half, ranks - half, rowsOnly);
    }

    double extent(std::span<const std::size_t> frames, double PixelPosition::*axis) const {
        double low = std::numeric_limits<double>::infinity(), high = -low;
        for (const std::size_t frame : frames) {
            low = std::min(low, m_positions[frame].*axis);
            high = std::max(high, m_positions[frame].*axis);
        }
        return frames.empty() ? 0 : high - low;
    }

    std::vector<PixelPosition> centresOf(const std::vector<Frames>& groups) const {
        std::vector<PixelPosition> centres(groups.size());
        for (std::size_t k = 0; k < groups.size(); ++k) {
            for (const std::size_t frame : groups[k]) {
                centres[k].row += m_positions[frame].row;
                centres[k].col += m_positions[frame].col;
            }
            const auto count = static_cast<double>(std::max<std::size_t>(1, groups[k].size()));
            centres[k] = {centres[k].row / count, centres[k].col / count};
        }
        return centres;
    }

    double distance2(std::size_t frame, const PixelPosition& centre) const {
        const double row = m_positions[frame].row - centre.row;
        const double col = m_positions[frame].col - centre.col;
        return row * row + col * col;
    }

    /// Clusters from the nearest to the farthest.
    std::vector<std::size_t> ranking(std::size_t frame, const std::vector<PixelPosition>& centres) const {
        std::vector<std::size_t> order(centres.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return distance2(frame, centres[a]) < distance2(frame, centres[b]);
        });
        return order;
    }

    std::vector<Frames> fill(const std::vector<PixelPosition>& centres) {
        std::vector<std::vector<std::size_t>> wishes;
        std::vector<double> loss;
        for (const std::size_t frame : m_all) { // m_all is in the order that divide() left it in
            wishes.push_back(ranking(frame, centres));
            const auto& wish = wishes.back();
            loss.push_back(wish.size() < 2 ? 0
                                           : distance2(frame, centres[wish[1]]) - distance2(frame, centres[wish[0]]));
        }
        Frames order(m_all.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return std::tuple(-loss[a], m_all[a]) < std::tuple(-loss[b], m_all[b]);
        });
        std::vector<Frames> groups(centres.size());
        for (const std::size_t entry : order)
            for (const std::size_t k : wishes[entry])
                if (groups[k].size() < m_sizes[k]) {
                    groups[k].push_back(m_all[entry]);
                    break;
                }
        return groups;
    }

    std::span<const PixelPosition> m_positions;
    std::vector<std::size_t> m_sizes; ///< frames of each rank
    std::vector<Frames> m_framesOf;
    Frames m_all;
};

std::vector<int> ranksOf(const FrameOrder& order, std::span<const PixelPosition> positions, int ranks,
                         Partition partition) {
    std::vector<int> rankOf(order.permutation.size());
    if (partition == Partition::interleaved) {
        for (std::size_t entry = 0; entry < rankOf.size(); ++entry)
            rankOf[order.permutation[entry]] = static_cast<int>(entry % static_cast<std::size_t>(ranks));
        return rankOf;
    }
    Divider divider(positions, static_cast<std::size_t>(ranks));
    const std::vector<Frames> framesOf =
        partition == Partition::clusters ? divider.cluster() : divider.bisect(partition == Partition::stripes);
    for (std::size_t rank = 0; rank < framesOf.size(); ++rank)
        for (const std::size_t frame : framesOf[rank]) rankOf[frame] = static_cast<int>(rank);
    return rankOf;
}

} // namespace

FramePartition partitionFrames(const FrameOrder& order, std::span<const PixelPosition> positions, int ranks,
                               Partition partition) {
    if (ranks < 1) throw InternalError("frames need a rank to belong to");
    if (positions.size() != order.permutation.size()) throw InternalError("frames and positions of different number");
    FramePartition parts;
    parts.rankOf = ranksOf(order, positions, ranks, partition);
    parts.placeOf.resize(positions.size());
    parts.framesOf.resize(static_cast<std::size_t>(ranks));
    for (const std::size_t frame : order.permutation) {
        auto& mine = parts.framesOf[static_cast<std::size_t>(parts.rankOf[frame])];
        parts.placeOf[frame] = mine.size();
        mine.push_back(frame);
    }
    return parts;
}

std::vector<Region> tilesOf(const FramePartition& parts, std::span<const PixelPosition> positions, std::size_t size,
                            std::size_t room) {
    // A position is rounded or cut off, and bilinear interpolation reaches one pixel further.
    const int around = static_cast<int>(room);
    const int side = static_cast<int>(size) + 2 + 2 * around;
    std::vector<Region> tiles(parts.framesOf.size());
    for (std::size_t frame = 0; frame < positions.size(); ++frame) {
        const Region window{static_cast<int>(std::floor(positions[frame].row)) - around,
                            static_cast<int>(std::floor(positions[frame].col)) - around, side, side};
        Region& tile = tiles[static_cast<std::size_t>(parts.rankOf[frame])];
        tile = boxAround(tile, window);
    }
    return tiles;
}

void partitionProblem(Problem& problem, int ranks, Partition partition, bool tiled) {
    problem.partition = partitionFrames(problem.order, problem.positions, ranks, partition);
    problem.tiles.clear();
    if (!tiled || ranks <= 1) return;
    double path = 0; // beyond a position
    for (const PixelPosition& way : problem.paths)
        path = std::max({path, std::abs(way.row) / 2, std::abs(way.col) / 2});
    const std::size_t room = problem.tileRoom + static_cast<std::size_t>(std::ceil(path));
    problem.tiles = tilesOf(problem.partition, problem.positions, problem.geometry.size, room);
    const Region object{0, 0, static_cast<int>(problem.objectRows), static_cast<int>(problem.objectCols)};
    for (Region& tile : problem.tiles) tile = intersection(tile, object);
}

Region intersection(const Region& a, const Region& b) {
    const int top = std::max(a.row, b.row), left = std::max(a.col, b.col);
    const Region common{top, left, std::min(a.row + a.rows, b.row + b.rows) - top,
                        std::min(a.col + a.cols, b.col + b.cols) - left};
    return isEmpty(common) ? Region{} : common;
}

Region boxAround(const Region& a, const Region& b) {
    if (isEmpty(a)) return b;
    if (isEmpty(b)) return a;
    const int top = std::min(a.row, b.row), left = std::min(a.col, b.col);
    return {top, left, std::max(a.row + a.rows, b.row + b.rows) - top, std::max(a.col + a.cols, b.col + b.cols) - left};
}

std::vector<Region> ownedParts(std::span<const Region> tiles, int rank) {
    std::vector<Region> parts = {tiles[static_cast<std::size_t>(rank)]};
    for (int lower = 0; lower < rank; ++lower) {
        std::vector<Region> left;
        for (const Region& part : parts) {
            const Region cut = intersection(part, tiles[static_cast<std::size_t>(lower)]);
            if (isEmpty(cut)) {
                left.push_back(part);
                continue;
            }
            const int bottom = cut.row + cut.rows, right = cut.col + cut.cols;
            const Region around[] = {{part.row, part.col, cut.row - part.row, part.cols},
                                     {bottom, part.col, part.row + part.rows - bottom, part.cols},
                                     {cut.row, part.col, cut.rows, cut.col - part.col},
                                     {cut.row, right, cut.rows, part.col + part.cols - right}};
            std::ranges::copy_if(around, std::back_inserter(left), [](const Region& r) { return !isEmpty(r); });
        }
        parts = std::move(left);
    }
    std::erase_if(parts, [](const Region& r) { return isEmpty(r); });
    return parts;
}

} // namespace ewald::ptycho
