// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/distortion.h"

#include "azint/instrument/vector3.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ewald::azint {

Checksum PixelMap::numbersWith(std::initializer_list<std::span<const std::byte>> others) const {
    const std::array<std::size_t, 2> extents = shape();
    const std::array<double, 2> size_m = pixelSize_m();
    std::vector<Checksum> parts{checksum(std::as_bytes(std::span(extents))), checksum(std::as_bytes(std::span(size_m))),
                                checksum(std::as_bytes(mask().span()))};
    for (const std::span<const std::byte> piece : others) parts.push_back(checksum(piece));
    return checksum(std::as_bytes(std::span(parts)));
}

namespace {

/// Where what a map shows at a point is, in metres along axes 1 and 2 and the normal.
Vector3 placeOf(const PixelMap& map, ImagePoint shown) {
    const ImagePoint there = map.corrected(shown);
    const auto [height_m, width_m] = map.pixelSize_m();
    return {there.row * height_m, there.col * width_m, map.depth_m(shown)};
}

/// Of some places all over a map, the one whose direction from where a ray begins is nearest to that of the ray.
ImagePoint nearestTo(const DetectorRay& ray, const PixelMap& map) {
    constexpr std::size_t kPlaces = 9; // along each side
    const auto [rows, cols] = map.shape();
    ImagePoint nearest;
    double best = -INFINITY;
    for (std::size_t i = 0; i < kPlaces * kPlaces; ++i) {
        const auto at = [](std::size_t place, std::size_t extent) {
            return (static_cast<double>(place) + 0.5) / static_cast<double>(kPlaces) * static_cast<double>(extent);
        };
        const ImagePoint point{at(i / kPlaces, rows), at(i % kPlaces, cols)};
        const Vector3 seen = minus(placeOf(map, point), ray.from_m);
        if (const double cosine = dot(seen, ray.along) / std::sqrt(dot(seen, seen)); cosine > best)
            best = cosine, nearest = point;
    }
    return nearest;
}

} // namespace

/// Newton's method: the ray meets the plane that touches the detector at a place, which gives the next place.
std::optional<ImagePoint> PixelMap::hitBy(const DetectorRay& ray) const noexcept {
    constexpr int kMostSteps = 50;
    constexpr double kNear = 1e-8; // pixels
    constexpr double kAside = 0.25;
    const auto [rows, cols] = shape();
    ImagePoint at = nearestTo(ray, *this);
    for (int step = 0; step < kMostSteps; ++step) {
        const Vector3 down =
            minus(placeOf(*this, {at.row + kAside, at.col}), placeOf(*this, {at.row - kAside, at.col}));
        const Vector3 right =
            minus(placeOf(*this, {at.row, at.col + kAside}), placeOf(*this, {at.row, at.col - kAside}));
        const Vector3 off = minus(ray.from_m, placeOf(*this, at));
        // off = a · down + b · right − t · along, by Cramer's rule
        const double volume = dot(down, cross(right, ray.along));
        const double distance = -dot(off, cross(down, right)) / volume;
        const double a = dot(off, cross(right, ray.along)) / volume * 2 * kAside;
        const double b = dot(down, cross(off, ray.along)) / volume * 2 * kAside;
        if (!std::isfinite(a) || !std::isfinite(b)) return std::nullopt;
        at = {at.row + a, at.col + b};
        if (std::abs(at.row) > 3 * static_cast<double>(rows) || std::abs(at.col) > 3 * static_cast<double>(cols))
            return std::nullopt;
        if (std::abs(a) < kNear && std::abs(b) < kNear) return distance > 0 ? std::optional(at) : std::nullopt;
    }
    return std::nullopt; // between parts that do not touch
}

ImagePoint Distortion::corrected(ImagePoint shown) const noexcept {
    if (!m_map) return shown;
    const ImagePoint there = m_map->corrected({shown.row * m_binning, shown.col * m_binning});
    return {there.row / m_binning, there.col / m_binning};
}

ImagePoint Distortion::shown(ImagePoint corrected) const noexcept {
    constexpr int kMostSteps = 60; // each makes the rest smaller by how much shifts change a pixel
    constexpr double kNear = 1e-10;
    ImagePoint shown = corrected;
    for (int step = 0; m_map && step < kMostSteps; ++step) {
        const ImagePoint there = this->corrected(shown);
        const double rows = corrected.row - there.row, cols = corrected.col - there.col;
        shown = {shown.row + rows, shown.col + cols};
        if (std::abs(rows) < kNear && std::abs(cols) < kNear) break;
    }
    return shown;
}

Distortion::Corner Distortion::outermost(std::size_t row, std::size_t col, bool below, bool right) const noexcept {
    const auto of = [this](std::size_t pixel, bool far) {
        const double place = static_cast<double>(pixel + (far ? 1 : 0)) * m_binning - (far ? 1 : 0);
        return static_cast<std::size_t>(std::max(0.0, std::round(place)));
    };
    return {of(row, below), of(col, right)};
}

namespace {

ImagePoint cornerPoint(std::size_t row, std::size_t col, bool below, bool right) {
    return {static_cast<double>(row + (below ? 1 : 0)), static_cast<double>(col + (right ? 1 : 0))};
}

} // namespace

ImagePoint Distortion::corner(std::size_t row, std::size_t col, bool below, bool right) const noexcept {
    if (!m_map || m_map->pixelsTouch()) return corrected(cornerPoint(row, col, below, right));
    const Corner pixel = outermost(row, col, below, right);
    const ImagePoint there = m_map->corner(pixel.row, pixel.col, below, right);
    return {there.row / m_binning, there.col / m_binning};
}

double Distortion::depth_m(ImagePoint shown) const noexcept {
    return m_map ? m_map->depth_m({shown.row * m_binning, shown.col * m_binning}) : 0;
}

double Distortion::cornerDepth_m(std::size_t row, std::size_t col, bool below, bool right) const noexcept {
    if (isFlat()) return 0;
    if (m_map->pixelsTouch()) return depth_m(cornerPoint(row, col, below, right));
    const Corner pixel = outermost(row, col, below, right);
    return m_map->cornerDepth_m(pixel.row, pixel.col, below, right);
}

std::optional<ImagePoint> Distortion::hitBy(const DetectorRay& ray) const noexcept {
    const std::optional<ImagePoint> there = m_map ? m_map->hitBy(ray) : std::nullopt;
    return there ? std::optional(ImagePoint{there->row / m_binning, there->col / m_binning}) : std::nullopt;
}

double Distortion::areaOf(std::size_t row, std::size_t col) const noexcept {
    if (!m_map) return 1;
    return m_map->areaOf({static_cast<double>(row) * m_binning, static_cast<double>(col) * m_binning}, m_binning);
}

Array<std::uint8_t, 2> Distortion::mask(std::size_t rows, std::size_t cols) const {
    if (!m_map || m_map->mask().empty()) return {};
    const Array<std::uint8_t, 2>& whole = m_map->mask();
    const auto factor = static_cast<std::size_t>(std::lround(m_binning));
    Array<std::uint8_t, 2> mask({rows, cols});
    for (std::size_t row = 0; row < std::min(rows * factor, whole.extent(0)); ++row)
        for (std::size_t col = 0; col < std::min(cols * factor, whole.extent(1)); ++col)
            mask(row / factor, col / factor) |= whole(row, col);
    return mask;
}

bool Distortion::operator==(const Distortion& other) const {
    if (isNone() || other.isNone()) return isNone() == other.isNone();
    return m_binning == other.m_binning && m_map->isLike(*other.m_map);
}

} // namespace ewald::azint
