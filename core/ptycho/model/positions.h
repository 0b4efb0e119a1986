// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/operations/ptycho_ops.h"
#include "ptycho/model/common_motion.h"
#include "ptycho/model/object_map.h"
#include "ptycho/model/problem.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace ewald::ptycho {

/// How positions are refined.
struct PositionRule {
    double limit_px = 5;   ///< how far a position may go from where it began, along each axis
    double cap_px = 1;     ///< how far a position may go at once
    double momentum = 0.8; ///< part of the last step that is added to the next one
    /// Whether the object can be moved along with the positions: what steps have in common as a linear map is then left
    /// out of them, collected, and done at once.
    bool together = false;
    bool hold = false;    ///< no more of it is done; what did not become less is taken back
    double window_px = 0; ///< side of a frame's window
};

/// The positions of all frames, by frame number, object pixels. The same on every rank.
struct PositionState {
    std::vector<PixelPosition> start;
    std::vector<PixelPosition> now;
    std::vector<PixelPosition> velocity; ///< the last step of each frame; empty before the first one
    CommonMotion common{};
    std::size_t searched = 0; ///< iterations that have been spent on searching

    [[nodiscard]] bool moved() const noexcept { return !velocity.empty(); }
};

/// Moves each frame by the Gauss-Newton step of its normal equations, with momentum. What would move all frames alike
/// is left out: object and probe can take it up. A frame whose window has no features stays where it is.
/// (Guizar-Sicairos & Fienup 2008, Opt. Express 16, 7264; Odstrčil et al. 2018, Opt. Express 26, 3108.)
/// \param normals of all frames, by frame number
/// \return what the object has to be moved by, if anything: the positions have been
std::optional<ObjectMap> refinePositions(PositionState& state, std::span<const compute::PositionNormals> normals,
                                         const PositionRule& rule);

/// What a scan's positions are, as a whole, beside those that were read: p = A p₀ + t, fitted
/// robustly. A = diag(p, q) · rotation · shear: a pure scale error is one of the distance or the energy, a rotation one
/// of the camera, stretch and shear are those of the stage's axes.
struct PositionFit {
    double rotation_deg = 0; ///< counter-clockwise where rows are drawn downwards
    double scale = 1;
    double stretch = 0;     ///< difference of the scales along the two axes, relative to their mean
    double shear_deg = 0;   ///< how far the axes are from a right angle
    double rms = 0;         ///< of the distances from where the positions began, in the unit of the positions
    double residual = 0;    ///< robust (1.4826 · median) distance from the fit
    double residualRms = 0; ///< r.m.s. distance from it, of all frames
};
/// \param from, to of the same frames, (row, col) in one unit \throws DataError for fewer than 4 frames
[[nodiscard]] PositionFit fitPositions(std::span<const PixelPosition> from, std::span<const PixelPosition> to);

} // namespace ewald::ptycho
