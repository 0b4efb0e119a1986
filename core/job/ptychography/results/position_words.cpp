// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/ptychography/results/position_words.h"

#include "base/phrase.h"
#include "base/quantity_text.h"
#include "job/ptychography/results/position_moves.h"
#include "ptycho/model/positions.h"

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

/// The standard error of the stretch or the shear of a fit to positions with this scatter along each axis.
double errorOfSlopes(const std::vector<PixelPosition>& positions, double scatter) {
    const auto count = static_cast<double>(positions.size());
    PixelPosition mean;
    for (const PixelPosition& p : positions) mean.row += p.row / count, mean.col += p.col / count;
    double rows = 0, cols = 0;
    for (const PixelPosition& p : positions) {
        rows += (p.row - mean.row) * (p.row - mean.row);
        cols += (p.col - mean.col) * (p.col - mean.col);
    }
    const double taken = std::sqrt(count / (count - 3)); // by the fit, of the scatter along an axis
    return rows > 0 && cols > 0 ? taken * scatter * std::sqrt(1 / rows + 1 / cols) : 0;
}

/// Standard errors of what a search finds, whatever the scatter of its moves: positions that are all wrong in common
/// are nearly made up for by an object and a probe that are wrong, too. R.m.s. of 20 scans simulated with scales of
/// 0.98 to 1.02, rotations of 0 to 1.2° and 10⁵ to 10⁹ counts a frame, automatic plan.
constexpr double kOfScale = 3e-4, kOfRotation = 1.5e-4, kOfStretch = 3e-4, kOfShear = 3e-4;
/// The same at the farthest frame, in pixels: in small scans whose positions were exact, searches have wandered by 0.08
/// to 0.16 pixels there (60 and 120 frames of 64², 10⁵ counts a frame; gold balls).
constexpr double kOfReach_px = 0.05;
/// Of a model that does not fit at all, positions say nothing: a gap that is not masked (6 times the noise limit) has
/// turned them by 1.6°, a frame that was lost (7.5) has pulled them together by 5 %.
constexpr double kSaysNothing = 4;

} // namespace

double reachOf(const std::vector<ScanPosition>& positions) {
    ScanPosition middle;
    const auto count = static_cast<double>(positions.size());
    for (const ScanPosition& p : positions) middle.y += p.y / count, middle.x += p.x / count;
    double reach_m = 0;
    for (const ScanPosition& p : positions) reach_m = std::max(reach_m, std::hypot(p.y - middle.y, p.x - middle.x));
    return reach_m;
}

std::vector<std::string> describePositions(const std::vector<ScanPosition>& initial,
                                           const std::vector<ScanPosition>& refined, double pixel_m, double timesLimit,
                                           const std::array<double, 4>& left) {
    constexpr std::size_t kEnough = 4; // frames for a fit
    constexpr double kCertain = 4;     // times the standard error
    constexpr double kFloor = 4e-3;
    // Of a model that does not fit. In exact simulated positions, with an object that is interpolated linearly (2.4
    // times the noise limit), it finds scales of 1.0057 after 40 iterations of LSQML and 1.0026 after 60 of rPIE.
    constexpr double kOfModel = 4e-3;
    constexpr double kOfTwoAxes = 0.5; // means of two slopes, the others are differences
    constexpr double kDegrees = 57.29577951308232;
    if (initial.size() < kEnough) return {};
    const std::vector<PositionMove> moves = positionMoves(initial, refined, {}, pixel_m);
    if (moves.empty()) return {};
    const std::vector<PixelPosition> from = asPlane(initial), to = asPlane(refined);
    const ptycho::PositionFit fit = ptycho::fitPositions(from, to);
    const double median_m = moveFigures(moves).median_m;
    // Of distances, 1.48 times the median is 1.75 times the deviation along each axis.
    constexpr double kOfAxis = 1.75;
    std::vector<std::string> lines = {
        phrase("the refined positions are %1 (r.m.s.) from those of the file, %2 (%3 pixels of the object) in the "
               "median; %4 (r.m.s.) without what all moves have in common",
               lengthText(fit.rms, 3), lengthText(median_m, 3), numberText(median_m / pixel_m, 2),
               lengthText(std::min(fit.rms, fit.residualRms), 3))};
    if (timesLimit > kSaysNothing) return lines;
    // Below the floor, what is found in exact positions comes from the model: interpolation, a probe that is not yet
    // complete, dark pixels.
    const bool fits = timesLimit > 0 && timesLimit <= kAtNoiseLimit;
    const double ofSlopes = errorOfSlopes(from, fit.residual / kOfAxis), ofModel = fits ? 0 : kOfModel;
    const double reach_m = reachOf(initial);
    const double ofReach = reach_m > 0 ? kOfReach_px * pixel_m / reach_m : 0;
    const auto errorOf = [&](double share, double ofSearch, double ofEnd) {
        return std::hypot(share * ofSlopes, std::max({ofSearch, ofReach, share * ofModel}), ofEnd);
    };
    const auto certain = [&](double value, double share, double error) {
        return std::abs(value) > std::max(kCertain * error, share * kFloor);
    };
    if (const double error = errorOf(kOfTwoAxes, kOfScale, left[0]); certain(fit.scale - 1, kOfTwoAxes, error))
        lines.push_back(phrase("in common: they are %1 times as far apart as in the file (± %2); if not the stage's "
                               "calibration, the distance or the energy is wrong by that factor",
                               numberText(fit.scale, 5), numberText(error, 2)));
    if (const double error = errorOf(kOfTwoAxes, kOfRotation, left[1]);
        certain(fit.rotation_deg / kDegrees, kOfTwoAxes, error)) // counter-clockwise where y points upwards
        lines.push_back(phrase("in common: they are turned by %1° (± %2°), as with position_rotation_deg: the camera's "
                               "axes against the stage's",
                               numberText(-fit.rotation_deg, 4), numberText(kDegrees * error, 2)));
    if (const double error = errorOf(1, kOfStretch, left[2]); certain(fit.stretch, 1, error))
        lines.push_back(phrase("in common: x is stretched by %1 % (± %2 %) against y: the calibration of one stage "
                               "axis",
                               numberText(100 * fit.stretch, 3), numberText(100 * error, 2)));
    if (const double error = errorOf(1, kOfShear, left[3]); certain(fit.shear_deg / kDegrees, 1, error))
        lines.push_back(phrase("in common: the stage's axes are %1° (± %2°) away from a right angle",
                               numberText(std::abs(fit.shear_deg), 3), numberText(kDegrees * error, 2)));
    return lines;
}

} // namespace ewald::job
