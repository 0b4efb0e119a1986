// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/model/problem.h"

#include "base/error.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "ptycho/model/random.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ewald::ptycho {
namespace {

constexpr double kRadiansPerDegree = 3.14159265358979323846 / 180;
constexpr std::size_t kMaxObjectSide = 20000;

void requirePositive(double value, const char* name) {
    if (!(value > 0) || !std::isfinite(value))
        throw DataError(phrase("%1 is %2, but has to be positive", name, numberText(value)), "geometry",
                        "give it as a parameter or correct the file");
}

/// Metres in the file's (x, y) after scale, rotation, flips and swap: x' = xx·x + xy·y, likewise y'.
struct Axes {
    double xx, xy, yx, yy;
};

Axes axesOf(const PositionOptions& options) {
    const double c = std::cos(options.rotation_deg * kRadiansPerDegree);
    const double s = std::sin(options.rotation_deg * kRadiansPerDegree);
    Axes a{c * options.scaleCol, -s * options.scaleRow, s * options.scaleCol, c * options.scaleRow};
    if (options.flipCol) a.xx = -a.xx, a.xy = -a.xy;
    if (options.flipRow) a.yx = -a.yx, a.yy = -a.yy;
    if (options.swap) std::swap(a.xx, a.yx), std::swap(a.xy, a.yy);
    return a;
}

/// Metres in the file's (x, y) to metres along the object's (row, col).
struct Transform {
    double rowX, rowY, colX, colY;
};

Transform transformOf(const PositionOptions& options, const Geometry& geometry) {
    const auto [xx, xy, yx, yy] = axesOf(options);
    if (geometry.tilt) {
        // The spot moves by −t, and along the beam to the plane of the sample.
        const auto metres = [&](double x, double y) {
            return metresAlong(*geometry.tilt, crossingOf(*geometry.tilt, {-x, -y, 0}).point);
        };
        const auto [rowX, colX] = metres(1, 0);
        const auto [rowY, colY] = metres(0, 1);
        return {rowX * xx + rowY * yx, rowX * xy + rowY * yy, colX * xx + colY * yx, colX * xy + colY * yy};
    }
    // The sample moves by t, so the illuminated spot moves by −t; its coordinates along the detector's directions are
    // the least-squares solution of row·u + col·v = −t (u, v: unit vectors of a row and a column step).
    const auto unit = [](const std::array<double, 3>& v) {
        const double length = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        if (!(length > 0)) throw DataError("a basis vector of the detector has no length", "basis_vectors");
        return std::array<double, 3>{v[0] / length, v[1] / length, v[2] / length};
    };
    const auto u = unit(options.basis[0]);
    const auto v = unit(options.basis[1]);
    const double uv = u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
    const double det = 1 - uv * uv;
    if (det < 1e-6) throw DataError("the basis vectors of the detector are parallel", "basis_vectors");
    const double rowX = -(u[0] - uv * v[0]) / det, rowY = -(u[1] - uv * v[1]) / det;
    const double colX = -(v[0] - uv * u[0]) / det, colY = -(v[1] - uv * u[1]) / det;
    return {rowX * xx + rowY * yx, rowX * xy + rowY * yy, colX * xx + colY * yx, colX * xy + colY * yy};
}

/// How far the beam goes in each frame to where it meets the sample, from the plane that half of the frames are beyond;
/// empty where it goes nowhere.
std::vector<double> propagationsOf(const std::vector<ScanPosition>& positions, const Tilt& tilt,
                                   const PositionOptions& options, const std::vector<double>& along) {
    const Axes a = axesOf(options);
    std::vector<double> distances;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const auto [y, x] = positions[i];
        const double z = along.empty() ? 0 : along[i];
        distances.push_back(crossingOf(tilt, {-(a.xx * x + a.xy * y), -(a.yx * x + a.yy * y), -z}).propagation_m);
    }
    std::vector<double> sorted = distances;
    std::ranges::sort(sorted);
    const double median = sorted[sorted.size() / 2];
    for (double& distance : distances) distance -= median;
    if (std::ranges::all_of(distances, [](double distance) { return distance == 0; })) distances.clear();
    return distances;
}

} // namespace

Geometry makeGeometry(std::size_t size, double wavelength_m, double distance_m, double detectorPixelHeight_m,
                      double detectorPixelWidth_m, double focusToSample_m, std::size_t oversampling) {
    requirePositive(wavelength_m, translatable("wavelength"));
    requirePositive(distance_m, translatable("sample-detector distance"));
    requirePositive(detectorPixelHeight_m, translatable("detector pixel height"));
    requirePositive(detectorPixelWidth_m, translatable("detector pixel width"));
    if (size < 4) throw DataError(phrase("frames of %1 pixels are too small", size), "geometry");
    Geometry g;
    g.size = size * oversampling;
    g.oversampling = oversampling;
    g.wavelength_m = wavelength_m;
    if (focusToSample_m > 0 && oversampling > 1)
        throw DataError("the near field has no oversampling: its frames are as large as the probe", "oversampling",
                        "set oversampling to 1");
    if (focusToSample_m > 0) {
        g.propagation = Propagation::nearField;
        g.magnification = (focusToSample_m + distance_m) / focusToSample_m;
        g.effectiveDistance_m = distance_m / g.magnification;
        g.objectPixelHeight_m = detectorPixelHeight_m / g.magnification;
        g.objectPixelWidth_m = detectorPixelWidth_m / g.magnification;
        return g;
    }
    const auto n = static_cast<double>(size);
    g.effectiveDistance_m = distance_m;
    g.objectPixelHeight_m = wavelength_m * distance_m / (n * detectorPixelHeight_m);
    g.objectPixelWidth_m = wavelength_m * distance_m / (n * detectorPixelWidth_m);
    return g;
}

Geometry tiltedGeometry(Geometry g, const Basis& directions, const SampleGeometry& sample) {
    if (sample.kind == SampleKind::transmission) return g;
    if (g.propagation == Propagation::nearField)
        throw DataError("a tilted sample is reconstructed in the far field only", "geometry",
                        "set geometry to transmission, or focus_to_sample_m to 0");
    g.tilt = makeTilt(directions, g.objectPixelHeight_m, g.objectPixelWidth_m, sample);
    g.objectPixelHeight_m = std::sqrt(dot(g.tilt->step[0], g.tilt->step[0]));
    g.objectPixelWidth_m = std::sqrt(dot(g.tilt->step[1], g.tilt->step[1]));
    return g;
}

namespace {

/// The one position that makes the scan large: without it, the others are within a hundredth of its distance from their
/// middle.
std::optional<std::size_t> outlierOf(const std::vector<PixelPosition>& positions) {
    if (positions.size() < 3) return std::nullopt;
    std::vector<double> rows, cols;
    for (const PixelPosition& p : positions) rows.push_back(p.row), cols.push_back(p.col);
    const auto middle = static_cast<std::ptrdiff_t>(positions.size() / 2);
    std::ranges::nth_element(rows, rows.begin() + middle);
    std::ranges::nth_element(cols, cols.begin() + middle);
    const PixelPosition centre{rows[positions.size() / 2], cols[positions.size() / 2]};
    std::size_t farthest = 0;
    double first = -1, second = -1;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const double distance = std::hypot(positions[i].row - centre.row, positions[i].col - centre.col);
        if (distance > first) {
            second = first;
            first = distance, farthest = i;
        } else {
            second = std::max(second, distance);
        }
    }
    return first > 100 * second ? std::optional(farthest) : std::nullopt;
}

} // namespace

ScanLayout layoutScan(const std::vector<ScanPosition>& positions, const Geometry& geometry, std::size_t margin,
                      const PositionOptions& options, const std::vector<ScanPosition>& paths,
                      const std::vector<double>& along) {
    if (!paths.empty() && paths.size() != positions.size()) throw InternalError("paths of another number of frames");
    if (!along.empty() && along.size() != positions.size()) throw InternalError("moves of another number of frames");
    if (positions.empty()) throw DataError("there are no scan positions", "positions");
    const Transform t = transformOf(options, geometry);
    ScanLayout layout;
    layout.options = options;
    layout.positions.reserve(positions.size());
    double minRow = std::numeric_limits<double>::max(), minCol = minRow, maxRow = -minRow, maxCol = -minRow;
    for (const ScanPosition& p : positions) {
        const PixelPosition pixel{(t.rowX * p.x + t.rowY * p.y) / geometry.objectPixelHeight_m,
                                  (t.colX * p.x + t.colY * p.y) / geometry.objectPixelWidth_m};
        if (!std::isfinite(pixel.row) || !std::isfinite(pixel.col))
            throw DataError(phrase("scan position %1 is not a number", layout.positions.size()), "positions",
                            "remove the frame or correct the file");
        PixelPosition path{0, 0};
        if (!paths.empty()) {
            const ScanPosition& way = paths[layout.positions.size()];
            path = {(t.rowX * way.x + t.rowY * way.y) / geometry.objectPixelHeight_m,
                    (t.colX * way.x + t.colY * way.y) / geometry.objectPixelWidth_m};
            layout.paths.push_back(path);
        }
        const double down = std::abs(path.row) / 2, right = std::abs(path.col) / 2;
        minRow = std::min(minRow, pixel.row - down), maxRow = std::max(maxRow, pixel.row + down);
        minCol = std::min(minCol, pixel.col - right), maxCol = std::max(maxCol, pixel.col + right);
        layout.positions.push_back(pixel);
    }
    const auto border = static_cast<double>(margin);
    const double rows = std::ceil(maxRow - minRow) + static_cast<double>(geometry.size + 2 * margin) + 2;
    const double cols = std::ceil(maxCol - minCol) + static_cast<double>(geometry.size + 2 * margin) + 2;
    if (rows > static_cast<double>(kMaxObjectSide) || cols > static_cast<double>(kMaxObjectSide)) {
        if (const auto frame = outlierOf(layout.positions))
            throw DataError(phrase("scan position %1 (x %2 m, y %3 m) lies far from all others", *frame,
                                   numberText(positions[*frame].x), numberText(positions[*frame].y)),
                            "positions", phrase("correct the file, or leave the frame out (excluded_frames)"));
        throw DataError(phrase("the object would have %1 × %2 pixels", static_cast<long long>(std::min(rows, 1e15)),
                               static_cast<long long>(std::min(cols, 1e15))),
                        "positions",
                        "Are the positions in µm or mm rather than m? Check energy, distance and pixel size, too");
    }
    for (PixelPosition& p : layout.positions) p = {p.row - minRow + border, p.col - minCol + border};
    if (geometry.tilt) {
        layout.propagations_m = propagationsOf(positions, *geometry.tilt, options, along);
        const Basis& step = geometry.tilt->step;
        for (std::size_t i = 0; i < layout.propagations_m.size(); ++i)
            layout.propagations_m[i] -= step[0][2] * layout.positions[i].row + step[1][2] * layout.positions[i].col;
    }
    layout.objectRows = static_cast<std::size_t>(rows);
    layout.objectCols = static_cast<std::size_t>(cols);
    const double half = static_cast<double>(geometry.size) / 2;
    layout.originY_m = (minRow - border - half) * geometry.objectPixelHeight_m;
    layout.originX_m = (minCol - border - half) * geometry.objectPixelWidth_m;
    return layout;
}

std::vector<ScanPosition> flyPaths(const std::vector<ScanPosition>& positions) {
    constexpr double kCorner = 0.5; // ways that differ by more of the longer one are no path
    std::vector<ScanPosition> paths(positions.size(), ScanPosition{0, 0});
    if (positions.size() < 2) return paths;
    std::vector<ScanPosition> ways; // from each frame to the next
    for (std::size_t i = 0; i + 1 < positions.size(); ++i)
        ways.push_back({positions[i + 1].y - positions[i].y, positions[i + 1].x - positions[i].x});
    const auto apart = [&](std::size_t a, std::size_t b) {
        return std::hypot(ways[a].x - ways[b].x, ways[a].y - ways[b].y);
    };
    const auto length = [&](std::size_t way) { return std::hypot(ways[way].x, ways[way].y); };
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const std::size_t before = i > 0 ? i - 1 : 0, after = std::min(i, ways.size() - 1);
        if (apart(before, after) <= kCorner * std::max(length(before), length(after))) {
            paths[i] = {(ways[before].y + ways[after].y) / 2, (ways[before].x + ways[after].x) / 2};
            continue;
        }
        // At the end of a line or at the start of one: of the line is the way that goes on as it is.
        const double ends = before > 0 ? apart(before - 1, before) : length(before);
        const double starts = after + 1 < ways.size() ? apart(after, after + 1) : length(after);
        paths[i] = ways[ends <= starts ? before : after];
    }
    return paths;
}

PixelPosition flyPosition(PixelPosition position, PixelPosition path, std::size_t point, std::size_t points) {
    const double part = (static_cast<double>(point) + 0.5) / static_cast<double>(points) - 0.5;
    return {position.row + part * path.row, position.col + part * path.col};
}

ScanPosition ScanLayout::toMetres(PixelPosition position, const Geometry& geometry) const {
    const Transform t = transformOf(options, geometry);
    const double half = static_cast<double>(geometry.size) / 2;
    const double row = (position.row + half) * geometry.objectPixelHeight_m + originY_m;
    const double col = (position.col + half) * geometry.objectPixelWidth_m + originX_m;
    const double det = t.rowX * t.colY - t.rowY * t.colX;
    return {(t.rowX * col - t.colX * row) / det, (t.colY * row - t.rowY * col) / det};
}

double Problem::propagation_m(std::size_t frame, PixelPosition position) const {
    if (propagations_m.empty()) return 0;
    return propagations_m[frame] + geometry.tilt->step[0][2] * position.row + geometry.tilt->step[1][2] * position.col;
}

FrameOrder makeFrameOrder(std::size_t frames, unsigned long long seed) {
    FrameOrder order;
    order.permutation.resize(frames);
    std::iota(order.permutation.begin(), order.permutation.end(), std::size_t{0});
    Random random(seed, 0x0f4a3e5);
    random.shuffle(order.permutation);
    return order;
}

} // namespace ewald::ptycho
