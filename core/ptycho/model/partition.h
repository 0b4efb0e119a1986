// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/operations/ptycho_ops.h"
#include "ptycho/model/problem.h"

#include <span>
#include <vector>

namespace ewald::ptycho {

using compute::Region;

/// Divides the frames among `ranks` workers, evenly to within one frame.
/// \param positions of all frames, object pixels; as many as the permutation has entries
[[nodiscard]] FramePartition partitionFrames(const FrameOrder& order, std::span<const PixelPosition> positions,
                                             int ranks, Partition partition);

/// The part of the object that each rank's frames need: the box around their windows, whatever the sub-pixel mode.
/// Neighbours overlap; a rank without frames has an empty box.
/// \param size of a window, pixels; \param room around it, for positions that move
[[nodiscard]] std::vector<Region> tilesOf(const FramePartition& partition, std::span<const PixelPosition> positions,
                                          std::size_t size, std::size_t room = 0);

/// Fills in partition and tiles of a problem whose order and positions are known.
/// \param tiled each rank holds its part of the object only; with one rank there is nothing to cut
void partitionProblem(Problem& problem, int ranks, Partition partition, bool tiled);

[[nodiscard]] Region intersection(const Region& a, const Region& b);
/// What of a rank's tile no lower rank holds, as boxes that do not overlap: each pixel of all tiles has one owner.
[[nodiscard]] std::vector<Region> ownedParts(std::span<const Region> tiles, int rank);
/// The smallest box around both; an empty one adds nothing.
[[nodiscard]] Region boxAround(const Region& a, const Region& b);
[[nodiscard]] constexpr bool isEmpty(const Region& r) { return r.rows <= 0 || r.cols <= 0; }
[[nodiscard]] constexpr std::size_t areaOf(const Region& r) {
    return isEmpty(r) ? 0 : static_cast<std::size_t>(r.rows) * static_cast<std::size_t>(r.cols);
}

} // namespace ewald::ptycho
