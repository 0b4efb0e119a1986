// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/iteration/refined_positions.h"

#include "base/error.h"

#include <utility>

namespace ewald::ptycho {

void RefinedPositions::set(PositionState state) {
    const std::size_t frames = rank().problem.frames;
    if (state.now.size() != frames || state.start.size() != frames)
        throw InternalError("positions of another number of frames");
    m_state = std::move(state);
    rank().feed.place();
}

std::optional<ObjectMap> RefinedPositions::refine(const PositionRule& rule) {
    (void)endCollecting();
    std::optional<ObjectMap> map = refinePositions(m_state, m_normals.finish(rank()), rule);
    rank().feed.place();
    return map;
}

void RefinedPositions::addTo(compute::FrameStep& step, std::span<const int> frames, bool collecting) {
    if (collecting && collects()) step.positions = m_normals.of(rank(), frames);
}

} // namespace ewald::ptycho
