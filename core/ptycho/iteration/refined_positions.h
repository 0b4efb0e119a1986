// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ptycho/iteration/refined_unknown.h"
#include "ptycho/model/object_map.h"
#include "ptycho/model/positions.h"

#include <optional>

namespace ewald::ptycho {

/// Where the frames are.
class RefinedPositions final : public RefinedUnknown {
public:
    /// \param state outlives it
    RefinedPositions(RankOfAll rank, PositionState& state) : RefinedUnknown(rank), m_state(state) {}

    /// Of all frames. \throws InternalError where they are of another number of frames
    void set(PositionState state);
    /// Moves them by what has been collected in one pass over all frames. Collective.
    /// \return how the object moves along with them; absent: it does not
    [[nodiscard]] std::optional<ObjectMap> refine(const PositionRule& rule);
    void addTo(compute::FrameStep& step, std::span<const int> frames, bool collecting) override;

private:
    void begin() override { m_normals.begin(rank()); }

    PositionState& m_state;
    FromFrames<compute::PositionNormals> m_normals;
};

} // namespace ewald::ptycho
