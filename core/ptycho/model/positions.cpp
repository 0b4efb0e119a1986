// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/model/positions.h"

#include "base/error.h"
#include "base/median.h"
#include "base/units.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace ewald::ptycho {
namespace {

constexpr double kHuber = 1.345; ///< standard deviations: 95 % as efficient as least squares where errors are normal

double length(const PixelPosition& p) { return std::hypot(p.row, p.col); }

/// No longer than `most`.
PixelPosition shortened(const PixelPosition& p, double most) {
    const double factor = length(p) > most ? most / length(p) : 1;
    return {factor * p.row, factor * p.col};
}

/// \param damping keeps a window without features where it is
PixelPosition newtonStep(const compute::PositionNormals& n, double damping) {
    const double a = n.rowRow + damping, c = n.colCol + damping, b = n.rowCol;
    const double det = a * c - b * b;
    const PixelPosition step{(c * n.row - b * n.col) / det, (a * n.col - b * n.row) / det};
    return std::isfinite(step.row) && std::isfinite(step.col) ? step : PixelPosition{};
}

void subtractMean(std::vector<PixelPosition>& steps) {
    PixelPosition mean;
    for (const PixelPosition& s : steps) mean.row += s.row, mean.col += s.col;
    const auto count = static_cast<double>(steps.size());
    for (PixelPosition& s : steps) s.row -= mean.row / count, s.col -= mean.col / count;
}

/// x along the columns, y along the rows.
struct Affine {
    double xx = 1, xy = 0, yx = 0, yy = 1, x = 0, y = 0;
    [[nodiscard]] PixelPosition operator()(const PixelPosition& p) const {
        return {yx * p.col + yy * p.row + y, xx * p.col + xy * p.row + x};
    }
};

Affine leastSquares(std::span<const PixelPosition> from, std::span<const PixelPosition> to,
                    std::span<const double> weights) {
    double w = 0, fx = 0, fy = 0, tx = 0, ty = 0;
    for (std::size_t i = 0; i < from.size(); ++i) {
        w += weights[i];
        fx += weights[i] * from[i].col, fy += weights[i] * from[i].row;
        tx += weights[i] * to[i].col, ty += weights[i] * to[i].row;
    }
    fx /= w, fy /= w, tx /= w, ty /= w;
    double aa = 0, ab = 0, bb = 0, ax = 0, bx = 0, ay = 0, by = 0;
    for (std::size_t i = 0; i < from.size(); ++i) {
        const double a = from[i].col - fx, b = from[i].row - fy;
        const double x = to[i].col - tx, y = to[i].row - ty;
        aa += weights[i] * a * a, ab += weights[i] * a * b, bb += weights[i] * b * b;
        ax += weights[i] * a * x, bx += weights[i] * b * x;
        ay += weights[i] * a * y, by += weights[i] * b * y;
    }
    const double det = aa * bb - ab * ab;
    Affine fit;
    if (!(det > 1e-12 * aa * bb)) { // all on one line: only the shift is known
        fit.x = tx - fx, fit.y = ty - fy;
        return fit;
    }
    fit.xx = (ax * bb - bx * ab) / det, fit.xy = (bx * aa - ax * ab) / det;
    fit.yx = (ay * bb - by * ab) / det, fit.yy = (by * aa - ay * ab) / det;
    fit.x = tx - fit.xx * fx - fit.xy * fy;
    fit.y = ty - fit.yx * fx - fit.yy * fy;
    return fit;
}

using Parts = CommonMotion::Parts;

/// What the steps have in common as a linear map, fitted robustly, is taken out of them: a lost frame at the rim asks
/// for hundreds of times as much as what is common to all.
/// \param usual length of a step, standard deviation
Parts takeOutCommon(std::vector<PixelPosition>& steps, std::span<const PixelPosition> now,
                    std::span<const compute::PositionNormals> normals, double cap, double usual) {
    const double known = kHuber * usual;
    std::vector<PixelPosition> to;
    std::vector<double> weights;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const PixelPosition step = shortened(steps[i], cap);
        to.push_back({now[i].row + step.row, now[i].col + step.col});
        const double weight = normals[i].rowRow + normals[i].colCol;
        const double size = length(step);
        weights.push_back(std::isfinite(weight) ? weight * (size > known ? known / size : 1) : 0);
    }
    const Affine common = leastSquares(now, to, weights);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const PixelPosition there = common(now[i]);
        steps[i].row -= there.row - now[i].row;
        steps[i].col -= there.col - now[i].col;
    }
    return {(common.xx + common.yy) / 2 - 1, (common.xy - common.yx) / 2, (common.xx - common.yy) / 2,
            (common.xy + common.yx) / 2};
}

PixelPosition meanOf(std::span<const PixelPosition> positions) {
    PixelPosition mean;
    const auto count = static_cast<double>(positions.size());
    for (const PixelPosition& p : positions) mean.row += p.row / count, mean.col += p.col / count;
    return mean;
}

/// The farthest from their mean.
double reachOf(std::span<const PixelPosition> positions) {
    const PixelPosition mean = meanOf(positions);
    double reach = 0;
    for (const PixelPosition& p : positions) reach = std::max(reach, std::hypot(p.row - mean.row, p.col - mean.col));
    return reach;
}

} // namespace

std::optional<ObjectMap> refinePositions(PositionState& state, std::span<const compute::PositionNormals> normals,
                                         const PositionRule& rule) {
    constexpr double kDamping = 0.01;      // of the mean curvature of all frames
    constexpr double kFarFromTheRest = 10; // times what most frames move, …
    constexpr double kAlwaysAllowed = 0.5; // … pixels
    constexpr std::size_t kEnoughForAMap = 16;
    if (normals.size() != state.now.size() || normals.empty())
        throw InternalError("the normal equations are not those of these frames");
    double curvature = 0;
    for (const compute::PositionNormals& n : normals) curvature += (n.rowRow + n.colCol) / 2;
    const double damping = kDamping * curvature / static_cast<double>(normals.size());
    if (!(damping > 0)) return std::nullopt;
    std::vector<PixelPosition> steps;
    std::vector<double> lengths;
    for (const compute::PositionNormals& n : normals) {
        steps.push_back(newtonStep(n, damping));
        lengths.push_back(length(steps.back()));
    }
    const double usual = kMedianToDeviation * medianOf(lengths);
    const double reach = reachOf(state.start);
    std::optional<Parts> move;
    if (rule.together && steps.size() >= kEnoughForAMap && reach > 0) {
        const Parts common = takeOutCommon(steps, state.now, normals, rule.cap_px, usual);
        const MotionRule limits{.reach_px = reach, .window_px = rule.window_px, .limit_px = rule.limit_px};
        move = rule.hold ? takeBack(state.common, limits) : nextMove(state.common, common, limits);
    }
    const double cap = std::min(rule.cap_px, std::max(kAlwaysAllowed, kFarFromTheRest * usual));
    state.velocity.resize(steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const PixelPosition& before = state.velocity[i];
        steps[i] =
            shortened({steps[i].row + rule.momentum * before.row, steps[i].col + rule.momentum * before.col}, cap);
    }
    subtractMean(steps);
    state.velocity = steps;
    std::optional<ObjectMap> map;
    if (move) {
        map = objectMapOf(*move, meanOf(state.now));
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const PixelPosition there = (*map)(state.now[i]);
            steps[i].row += there.row - state.now[i].row;
            steps[i].col += there.col - state.now[i].col;
        }
        map->centre.row += rule.window_px / 2, map->centre.col += rule.window_px / 2; // of windows, not their corners
    }
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const PixelPosition& start = state.start[i];
        PixelPosition& now = state.now[i];
        now.row = std::clamp(now.row + steps[i].row, start.row - rule.limit_px, start.row + rule.limit_px);
        now.col = std::clamp(now.col + steps[i].col, start.col - rule.limit_px, start.col + rule.limit_px);
    }
    return map;
}

PositionFit fitPositions(std::span<const PixelPosition> from, std::span<const PixelPosition> to) {
    constexpr int kRounds = 5;
    if (from.size() != to.size() || from.size() < 4)
        throw DataError("a fit of the positions needs at least 4 frames", "positions");
    std::vector<double> weights(from.size(), 1.0), distances(from.size());
    Affine affine;
    PositionFit fit;
    for (int round = 0; round < kRounds; ++round) {
        affine = leastSquares(from, to, weights);
        for (std::size_t i = 0; i < from.size(); ++i) {
            const PixelPosition at = affine(from[i]);
            distances[i] = std::hypot(to[i].row - at.row, to[i].col - at.col);
        }
        fit.residual = kMedianToDeviation * medianOf(distances);
        const double known = kHuber * fit.residual;
        for (std::size_t i = 0; i < from.size(); ++i) weights[i] = distances[i] > known ? known / distances[i] : 1;
        if (fit.residual <= 0) break;
    }
    for (std::size_t i = 0; i < from.size(); ++i) {
        const double distance = std::hypot(to[i].row - from[i].row, to[i].col - from[i].col);
        fit.rms += distance * distance / static_cast<double>(from.size());
        fit.residualRms += distances[i] * distances[i] / static_cast<double>(from.size());
    }
    fit.rms = std::sqrt(fit.rms);
    fit.residualRms = std::sqrt(fit.residualRms);
    // A = diag(p, q) · [[cos θ, sin θ], [−sin θ, cos θ]] · [[1, 0], [tan φ, 1]].
    const double det = affine.xx * affine.yy - affine.xy * affine.yx;
    const double root = 1 - 4 * affine.xy * affine.xy * affine.yy * affine.yy / (det * det);
    const double p = std::sqrt(det * det * (1 + std::sqrt(std::max(0.0, root))) / (2 * affine.yy * affine.yy));
    const double q = det / p;
    if (!std::isfinite(p) || !std::isfinite(q) || det <= 0) return fit;
    const double theta = std::atan2(affine.xy / p, affine.yy / q);
    const double shear = affine.xx / p * std::sin(theta) + affine.yx / q * std::cos(theta);
    fit.rotation_deg = theta * 180 / kPi;
    fit.scale = (p + q) / 2;
    fit.stretch = 2 * (p - q) / (p + q);
    fit.shear_deg = std::atan(shear) * 180 / kPi;
    return fit;
}

} // namespace ewald::ptycho
