// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/position_words.h"

#include "base/phrase.h"
#include "base/quantity_text.h"
#include "ptycho/positions.h"

#include <algorithm>
#include <cmath>

namespace ewald::job {
namespace {

/// x along the columns, y along the rows.
std::vector<PixelPosition> asPlane(const std::vector<ScanPosition>& positions) {
    std::vector<PixelPosition> plane;
    for (const ScanPosition& p : positions) plane.push_back({p.y, p.x});
    return plane;
}

/// Half the diagonal of what the scan covers.
double reachOf(const std::vector<PixelPosition>& positions) {
    PixelPosition low = positions.front(), high = low;
    for (const PixelPosition& p : positions) {
        low = {std::min(low.row, p.row), std::min(low.col, p.col)};
        high = {std::max(high.row, p.row), std::max(high.col, p.col)};
    }
    return std::hypot(high.row - low.row, high.col - low.col) / 2;
}

} // namespace

std::vector<std::string> describePositions(const std::vector<ScanPosition>& initial,
                                           const std::vector<ScanPosition>& refined) {
    constexpr std::size_t kEnough = 4; // frames for a fit
    constexpr double kCertain = 3;     // times the standard error
    constexpr double kDegrees = 57.29577951308232;
    if (initial.size() != refined.size() || initial.size() < kEnough || initial == refined) return {};
    const std::vector<PixelPosition> from = asPlane(initial), to = asPlane(refined);
    const ptycho::PositionFit fit = ptycho::fitPositions(from, to);
    std::vector<std::string> lines = {
        phrase("the refined positions are %1 (r.m.s.) from those of the file; %2 are left "
               "beside what all moves have in common",
               lengthText(fit.rms, 3), lengthText(fit.residual, 3))};
    // The standard error of a slope over the scan: the scatter over the reach and the root of the frames.
    const double reach = reachOf(from);
    const double error = reach > 0 ? 2 * fit.residual / (reach * std::sqrt(static_cast<double>(from.size()))) : 0;
    const auto certain = [&](double value) { return std::abs(value) > kCertain * error; };
    if (certain(fit.scale - 1))
        lines.push_back(phrase("in common: they are %1 times as far apart as in the file; if not the stage's "
                               "calibration, the distance or the energy is wrong by that factor",
                               numberText(fit.scale, 6)));
    if (certain(fit.rotation_deg / kDegrees)) // counter-clockwise where y points upwards
        lines.push_back(phrase("in common: they are turned by %1°, as with position_rotation_deg: the camera's axes "
                               "against the stage's",
                               numberText(-fit.rotation_deg, 4)));
    if (certain(fit.stretch))
        lines.push_back(phrase("in common: x is stretched by %1 % against y: the calibration of one stage axis",
                               numberText(100 * fit.stretch, 3)));
    if (certain(fit.shear_deg / kDegrees))
        lines.push_back(phrase("in common: the stage's axes are %1° away from a right angle",
                               numberText(std::abs(fit.shear_deg), 3)));
    return lines;
}

} // namespace ewald::job
