// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/pixel_corners.h"

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
      m_hasOwnCorrections(description.hasOwnCorrections), m_mask(std::move(description.mask)) {
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
    if (!std::ranges::all_of(corners, [](float value) { return std::isfinite(value); }))
        throw DataError("corners of pixels are not finite", m_source.string(), "write the file again");
    const auto cornerOf = [&](std::size_t row, std::size_t col, bool below, bool right) {
        const float* const place = corners.data() + ((row * cols + col) * kCorners + numberOf(below, right)) * 2;
        return Place{place[0], place[1]};
    };
    const auto isOne = [&](const Place& a, const Place& b) {
        return std::abs(a.y_m - b.y_m) <= kShared * m_pixel_m[0] && std::abs(a.x_m - b.x_m) <= kShared * m_pixel_m[1];
    };
    for (std::size_t row = 0; row < rows && m_touch; ++row)
        for (std::size_t col = 0; col < cols && m_touch; ++col)
            for (const bool other : {false, true}) {
                if (row > 0 && !isOne(cornerOf(row, col, false, other), cornerOf(row - 1, col, true, other)))
                    m_touch = false;
                if (col > 0 && !isOne(cornerOf(row, col, other, false), cornerOf(row, col - 1, other, true)))
                    m_touch = false;
            }
    m_places.resize(m_touch ? (rows + 1) * (cols + 1) : rows * cols * kCorners);
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t col = 0; col < cols; ++col)
            for (const bool below : {false, true})
                for (const bool right : {false, true})
                    m_places[at(row, col, below, right)] = cornerOf(row, col, below, right);
    m_numbers = numbersWith({std::as_bytes(std::span(m_places))});
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

ImagePoint PixelCorners::corrected(ImagePoint shown) const noexcept {
    if (m_places.empty()) return shown;
    const auto pixelOf = [](double place, std::size_t count) {
        return static_cast<std::size_t>(std::clamp(std::floor(place), 0.0, static_cast<double>(count - 1)));
    };
    const std::size_t row = pixelOf(shown.row, m_shape[0]), col = pixelOf(shown.col, m_shape[1]);
    const double down = shown.row - static_cast<double>(row), across = shown.col - static_cast<double>(col);
    ImagePoint place;
    for (const bool below : {false, true})
        for (const bool right : {false, true}) {
            const double share = (below ? down : 1 - down) * (right ? across : 1 - across);
            const ImagePoint at = corner(row, col, below, right);
            place.row += share * at.row;
            place.col += share * at.col;
        }
    return place;
}

} // namespace ewald::azint
