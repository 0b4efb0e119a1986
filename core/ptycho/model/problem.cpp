// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/problem.h"

#include "base/error.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "ptycho/random.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ewald::ptycho {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180;
constexpr std::size_t kMaxObjectSide = 20000;

void requirePositive(double value, const char* name) {
    if (!(value > 0) || !std::isfinite(value))
        throw DataError(phrase("%1 is %2, but has to be positive", name, numberText(value)), "geometry",
                        "give it as a parameter or correct the file");
}

/// Metres in the file's (x, y) to metres along the object's (row, col).
struct Transform {
    double rowX, rowY, colX, colY;
};

Transform transformOf(const PositionOptions& options) {
    const double c = std::cos(options.rotation_deg * kDegree);
    const double s = std::sin(options.rotation_deg * kDegree);
    double xx = c * options.scaleCol, xy = -s * options.scaleRow; // x' = xx·x + xy·y
    double yx = s * options.scaleCol, yy = c * options.scaleRow;
    if (options.flipCol) xx = -xx, xy = -xy;
    if (options.flipRow) yx = -yx, yy = -yy;
    if (options.swap) std::swap(xx, yx), std::swap(xy, yy);
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

} // namespace

Geometry makeGeometry(std::size_t size, double wavelength_m, double distance_m, double detectorPixelHeight_m,
                      double detectorPixelWidth_m, double focusToSample_m) {
    requirePositive(wavelength_m, translatable("wavelength"));
    requirePositive(distance_m, translatable("sample-detector distance"));
    requirePositive(detectorPixelHeight_m, translatable("detector pixel height"));
    requirePositive(detectorPixelWidth_m, translatable("detector pixel width"));
    if (size < 4) throw DataError(phrase("frames of %1 pixels are too small", size), "geometry");
    Geometry g;
    g.size = size;
    g.wavelength_m = wavelength_m;
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

ScanLayout layoutScan(const std::vector<ScanPosition>& positions, const Geometry& geometry, std::size_t margin,
                      const PositionOptions& options) {
    if (positions.empty()) throw DataError("there are no scan positions", "positions");
    const Transform t = transformOf(options);
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
        minRow = std::min(minRow, pixel.row), maxRow = std::max(maxRow, pixel.row);
        minCol = std::min(minCol, pixel.col), maxCol = std::max(maxCol, pixel.col);
        layout.positions.push_back(pixel);
    }
    const auto border = static_cast<double>(margin);
    const double rows = std::ceil(maxRow - minRow) + static_cast<double>(geometry.size + 2 * margin) + 2;
    const double cols = std::ceil(maxCol - minCol) + static_cast<double>(geometry.size + 2 * margin) + 2;
    if (rows > static_cast<double>(kMaxObjectSide) || cols > static_cast<double>(kMaxObjectSide))
        throw DataError(phrase("the object would have %1 × %2 pixels", static_cast<long long>(std::min(rows, 1e15)),
                               static_cast<long long>(std::min(cols, 1e15))),
                        "positions",
                        "Are the positions in µm or mm rather than m? Check energy, distance and pixel size, too");
    for (PixelPosition& p : layout.positions) p = {p.row - minRow + border, p.col - minCol + border};
    layout.objectRows = static_cast<std::size_t>(rows);
    layout.objectCols = static_cast<std::size_t>(cols);
    const double half = static_cast<double>(geometry.size) / 2;
    layout.originY_m = (minRow - border - half) * geometry.objectPixelHeight_m;
    layout.originX_m = (minCol - border - half) * geometry.objectPixelWidth_m;
    return layout;
}

ScanPosition ScanLayout::toMetres(PixelPosition position, const Geometry& geometry) const {
    const Transform t = transformOf(options);
    const double half = static_cast<double>(geometry.size) / 2;
    const double row = (position.row + half) * geometry.objectPixelHeight_m + originY_m;
    const double col = (position.col + half) * geometry.objectPixelWidth_m + originX_m;
    const double det = t.rowX * t.colY - t.rowY * t.colX;
    return {(t.rowX * col - t.colX * row) / det, (t.colY * row - t.rowY * col) / det};
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
