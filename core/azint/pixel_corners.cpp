// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/pixel_corners.h"

#include "azint/instrument/vector3.h"
#include "base/error.h"
#include "base/phrase.h"
#include "base/quantity_text.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ewald::azint {
namespace {

constexpr std::size_t kCorners = 4;
constexpr double kShared = 1e-3; ///< pixels between corners that are one

/// A, B, C, D.
std::size_t numberOf(bool below, bool right) { return below ? (right ? 2 : 1) : (right ? 3 : 0); }

} // namespace

PixelCorners::PixelCorners(Description description)
    : m_source(std::move(description.source)), m_shape(description.shape), m_pixel_m(description.pixelSize_m),
      m_areasCount(description.areasCount), m_hasOwnCorrections(description.hasOwnCorrections),
      m_mask(std::move(description.mask)) {
    const std::span<const float> corners = description.corners;
    const std::size_t rows = m_shape[0], cols = m_shape[1];
    if (!m_mask.empty() && m_mask.shape() != m_shape)
        throw DataError(phrase("the mask of the detector has %1 pixels, the detector %2",
                               shapeText(m_mask.extent(0), m_mask.extent(1)), shapeText(rows, cols)),
                        m_source.string(), "write the file again");
    if (corners.empty()) {
        m_numbers = numbersWith({});
        return;
    }
    if (corners.size() != rows * cols * kCorners * 2)
        throw DataError(phrase("%1 numbers are no corners of %2 pixels", corners.size(), shapeText(rows, cols)),
                        m_source.string(), "four corners of each pixel are needed");
    const std::span<const float> depths = description.depths;
    if (!depths.empty() && depths.size() != rows * cols * kCorners)
        throw DataError(phrase("%1 numbers are no corners of %2 pixels", depths.size(), shapeText(rows, cols)),
                        m_source.string(), "four corners of each pixel are needed");
    const auto isFinite = [](float value) { return std::isfinite(value); };
    if (!std::ranges::all_of(corners, isFinite) || !std::ranges::all_of(depths, isFinite))
        throw DataError("corners of pixels are not finite", m_source.string(), "write the file again");
    const auto cornerOf = [&](std::size_t row, std::size_t col, bool below, bool right) {
        const float* const place = corners.data() + ((row * cols + col) * kCorners + numberOf(below, right)) * 2;
        return Place{place[0], place[1]};
    };
    const auto depthOf = [&](std::size_t row, std::size_t col, bool below, bool right) {
        return depths.empty() ? 0.0F : depths[(row * cols + col) * kCorners + numberOf(below, right)];
    };
    struct Corner {
        std::size_t row, col;
        bool below, right;
    };
    const auto isOne = [&](const Corner& one, const Corner& other) {
        const Place a = cornerOf(one.row, one.col, one.below, one.right);
        const Place b = cornerOf(other.row, other.col, other.below, other.right);
        const float apart =
            depthOf(one.row, one.col, one.below, one.right) - depthOf(other.row, other.col, other.below, other.right);
        return std::abs(a.y_m - b.y_m) <= kShared * m_pixel_m[0] && std::abs(a.x_m - b.x_m) <= kShared * m_pixel_m[1] &&
               std::abs(apart) <= kShared * std::min(m_pixel_m[0], m_pixel_m[1]);
    };
    for (std::size_t row = 0; row < rows && m_touch; ++row)
        for (std::size_t col = 0; col < cols && m_touch; ++col)
            for (const bool other : {false, true}) {
                if (row > 0 && !isOne({row, col, false, other}, {row - 1, col, true, other})) m_touch = false;
                if (col > 0 && !isOne({row, col, other, false}, {row, col - 1, other, true})) m_touch = false;
            }
    m_places.resize(m_touch ? (rows + 1) * (cols + 1) : rows * cols * kCorners);
    m_depths_m.resize(depths.empty() ? 0 : m_places.size());
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t col = 0; col < cols; ++col)
            for (const bool below : {false, true})
                for (const bool right : {false, true}) {
                    m_places[at(row, col, below, right)] = cornerOf(row, col, below, right);
                    if (!depths.empty()) m_depths_m[at(row, col, below, right)] = depthOf(row, col, below, right);
                }
    m_numbers = depths.empty() ? numbersWith({std::as_bytes(std::span(m_places))})
                               : numbersWith({std::as_bytes(std::span(m_places)), std::as_bytes(std::span(m_depths_m)),
                                              std::as_bytes(std::span(&m_areasCount, 1))});
}

std::size_t PixelCorners::at(std::size_t row, std::size_t col, bool below, bool right) const noexcept {
    const std::size_t down = below ? 1 : 0, across = right ? 1 : 0;
    return m_touch ? (row + down) * (m_shape[1] + 1) + col + across
                   : (2 * row + down) * 2 * m_shape[1] + 2 * col + across;
}

ImagePoint PixelCorners::corner(std::size_t row, std::size_t col, bool below, bool right) const noexcept {
    if (m_places.empty()) return PixelMap::corner(row, col, below, right);
    const Place& place = m_places[at(std::min(row, m_shape[0] - 1), std::min(col, m_shape[1] - 1), below, right)];
    return {static_cast<double>(place.y_m) / m_pixel_m[0], static_cast<double>(place.x_m) / m_pixel_m[1]};
}

double PixelCorners::cornerDepth_m(std::size_t row, std::size_t col, bool below, bool right) const noexcept {
    if (m_depths_m.empty()) return 0;
    return static_cast<double>(
        m_depths_m[at(std::min(row, m_shape[0] - 1), std::min(col, m_shape[1] - 1), below, right)]);
}

/// Calls a function with the pixel that shows a point, each of its corners, and the share that it has in the point.
template <class Add>
void PixelCorners::forEachShare(ImagePoint shown, Add&& add) const noexcept {
    const std::size_t row = pixelAt(shown.row, m_shape[0]), col = pixelAt(shown.col, m_shape[1]);
    const double down = shown.row - static_cast<double>(row), across = shown.col - static_cast<double>(col);
    for (const bool below : {false, true})
        for (const bool right : {false, true})
            add(row, col, below, right, (below ? down : 1 - down) * (right ? across : 1 - across));
}

ImagePoint PixelCorners::corrected(ImagePoint shown) const noexcept {
    if (m_places.empty()) return shown;
    ImagePoint place;
    forEachShare(shown, [&](std::size_t row, std::size_t col, bool below, bool right, double share) {
        const ImagePoint at = corner(row, col, below, right);
        place.row += share * at.row;
        place.col += share * at.col;
    });
    return place;
}

/// Half the cross product of the diagonals of a pixel, over its nominal area.
double PixelCorners::areaOfPixel(std::size_t row, std::size_t col) const noexcept {
    const auto diagonal = [&](bool right) { // from the upper corner on one side to the lower one on the other
        const ImagePoint from = corner(row, col, false, right), to = corner(row, col, true, !right);
        return Vector3{(to.row - from.row) * m_pixel_m[0], (to.col - from.col) * m_pixel_m[1],
                       cornerDepth_m(row, col, true, !right) - cornerDepth_m(row, col, false, right)};
    };
    const Vector3 normal = cross(diagonal(false), diagonal(true));
    return std::hypot(normal[0], normal[1], normal[2]) / (2 * m_pixel_m[0] * m_pixel_m[1]);
}

double PixelCorners::areaOf(ImagePoint first, double side) const noexcept {
    if (!m_areasCount || m_places.empty()) return 1;
    const auto begin = [](double place) { return static_cast<std::size_t>(std::max(0.0, std::round(place))); };
    const std::size_t count = std::max<std::size_t>(1, begin(side));
    double sum = 0;
    for (std::size_t row = begin(first.row); row < begin(first.row) + count; ++row)
        for (std::size_t col = begin(first.col); col < begin(first.col) + count; ++col)
            sum += areaOfPixel(std::min(row, m_shape[0] - 1), std::min(col, m_shape[1] - 1));
    return sum / static_cast<double>(count * count);
}

double PixelCorners::depth_m(ImagePoint shown) const noexcept {
    double depth = 0;
    if (m_depths_m.empty()) return depth;
    forEachShare(shown, [&](std::size_t row, std::size_t col, bool below, bool right, double share) {
        depth += share * cornerDepth_m(row, col, below, right);
    });
    return depth;
}

} // namespace ewald::azint
