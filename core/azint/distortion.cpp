// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/distortion.h"

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

ImagePoint Distortion::corner(std::size_t row, std::size_t col, bool below, bool right) const noexcept {
    const ImagePoint shown{static_cast<double>(row + (below ? 1 : 0)), static_cast<double>(col + (right ? 1 : 0))};
    if (!m_map || m_map->pixelsTouch()) return corrected(shown);
    // That of the outermost of the pixels that are binned.
    const auto outermost = [this](double edge, bool far) {
        const double place = edge * m_binning - (far ? 1 : 0);
        return static_cast<std::size_t>(std::max(0.0, std::round(place)));
    };
    const ImagePoint there = m_map->corner(outermost(shown.row, below), outermost(shown.col, right), below, right);
    return {there.row / m_binning, there.col / m_binning};
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
