// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"
#include "base/checksum.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <utility>

namespace ewald::azint {

/// A point of the detector image in pixels: pixel (r, c) covers [r, r + 1) × [c, c + 1), its centre is at ½.
struct ImagePoint {
    double row = 0;
    double col = 0;
};

/// The pixel of so many along one axis that shows a place; the outermost one of places beyond.
[[nodiscard]] inline std::size_t pixelAt(double place, std::size_t count) noexcept {
    return static_cast<std::size_t>(std::clamp(std::floor(place), 0.0, static_cast<double>(count - 1)));
}

/// A ray in the coordinates of a detector: along its axis 1 (rows), its axis 2 (columns) and the normal of its plane,
/// from the outer corner of pixel (0, 0).
struct DetectorRay {
    std::array<double, 3> from_m{}; ///< the sample
    std::array<double, 3> along{};  ///< of any length but 0
};

/// Where the pixels of a detector are, by what describes it: as points of an image whose pixels are all alike, of
/// pixelSize_m(), in the plane of the detector, and how far they are behind that plane. Immutable; any thread.
class PixelMap {
public:
    virtual ~PixelMap() = default;

    /// The file or the detector, for messages.
    [[nodiscard]] virtual const std::filesystem::path& source() const noexcept = 0;
    /// By which key of detector_config a PONI names it.
    [[nodiscard]] virtual const char* keyInPoni() const noexcept = 0;
    /// Rows and columns of the detector.
    [[nodiscard]] virtual std::array<std::size_t, 2> shape() const noexcept = 0;
    /// Height and width.
    [[nodiscard]] virtual std::array<double, 2> pixelSize_m() const noexcept = 0;
    /// Where what is shown at a point belongs.
    [[nodiscard]] virtual ImagePoint corrected(ImagePoint shown) const noexcept = 0;
    /// The same of a corner of a pixel. \param below, right which one
    [[nodiscard]] virtual ImagePoint corner(std::size_t row, std::size_t col, bool below, bool right) const noexcept {
        return corrected({static_cast<double>(row + (below ? 1 : 0)), static_cast<double>(col + (right ? 1 : 0))});
    }
    /// Whether all pixels are in the plane of the detector.
    [[nodiscard]] virtual bool isFlat() const noexcept { return true; }
    /// How far what is shown at a point is behind that plane, along its normal, away from the sample.
    [[nodiscard]] virtual double depth_m(ImagePoint /*shown*/) const noexcept { return 0; }
    /// The same of a corner of a pixel. \param below, right which one
    [[nodiscard]] virtual double cornerDepth_m(std::size_t row, std::size_t col, bool below,
                                               bool right) const noexcept {
        return depth_m({static_cast<double>(row + (below ? 1 : 0)), static_cast<double>(col + (right ? 1 : 0))});
    }
    /// Where a ray is shown that meets the detector, or its continuation beyond the outermost pixels; absent: it does
    /// not. Found step by step, from the nearest of some places, unless a map knows better.
    [[nodiscard]] virtual std::optional<ImagePoint> hitBy(const DetectorRay& ray) const noexcept;
    /// Of a detector on a cylinder about an axis along its rows' index (azint/instrument/cylinder.h); 0: it is on none.
    [[nodiscard]] virtual double radius_m() const noexcept { return 0; }
    /// Whether neighbours share their corners.
    [[nodiscard]] virtual bool pixelsTouch() const noexcept { return true; }
    /// The size of what a square of the image has seen, over its own, as far as it has to be corrected for. \param
    /// first its corner of the lowest row and column \param side in pixels
    [[nodiscard]] virtual double areaOf(ImagePoint /*first*/, double /*side*/) const noexcept { return 1; }
    /// Pixels without a measurement, of shape(); empty: the file names none.
    [[nodiscard]] virtual const Array<std::uint8_t, 2>& mask() const noexcept = 0;
    /// Whether the file holds a flat field or a dark, too, which are not used.
    [[nodiscard]] virtual bool hasOwnCorrections() const noexcept { return false; }
    /// Of all numbers that places and mask depend on, made as the map is built.
    [[nodiscard]] virtual const Checksum& numbers() const noexcept = 0;
    /// Whether all pixels are in the same places, whatever the file is called.
    [[nodiscard]] bool isLike(const PixelMap& other) const noexcept { return numbers() == other.numbers(); }

protected:
    /// That of the shape, the size of the pixels, the mask and the other numbers of a map.
    [[nodiscard]] Checksum numbersWith(std::initializer_list<std::span<const std::byte>> others) const;
};

/// Where the pixels of frames belong, whole or binned; none: where they are shown. Points are those of the frames,
/// before any of them is turned.
class Distortion {
public:
    Distortion() = default;
    explicit Distortion(std::shared_ptr<const PixelMap> map, double binning = 1)
        : m_map(std::move(map)), m_binning(binning) {}

    [[nodiscard]] bool isNone() const noexcept { return !m_map; }
    /// Not for none.
    [[nodiscard]] const PixelMap& map() const noexcept { return *m_map; }
    [[nodiscard]] double binning() const noexcept { return m_binning; }
    /// The same for frames of pixels `factor` times as large.
    [[nodiscard]] Distortion binned(double factor) const { return Distortion(m_map, m_binning * factor); }

    /// Where what is shown at a point belongs.
    [[nodiscard]] ImagePoint corrected(ImagePoint shown) const noexcept;
    /// The inverse, to 1e-9 pixels where shifts change by less than half a pixel a pixel.
    [[nodiscard]] ImagePoint shown(ImagePoint corrected) const noexcept;
    /// The corner of a pixel of the frames. \param below, right which one
    [[nodiscard]] ImagePoint corner(std::size_t row, std::size_t col, bool below, bool right) const noexcept;
    [[nodiscard]] bool pixelsTouch() const noexcept { return !m_map || m_map->pixelsTouch(); }
    /// What PixelMap has of the same names, of the frames.
    [[nodiscard]] bool isFlat() const noexcept { return !m_map || m_map->isFlat(); }
    [[nodiscard]] double depth_m(ImagePoint shown) const noexcept;
    [[nodiscard]] double cornerDepth_m(std::size_t row, std::size_t col, bool below, bool right) const noexcept;
    [[nodiscard]] std::optional<ImagePoint> hitBy(const DetectorRay& ray) const noexcept;
    /// The size of what a pixel has seen, over that of a pixel (PixelMap::areaOf()).
    [[nodiscard]] double areaOf(std::size_t row, std::size_t col) const noexcept;
    /// Pixels of frames of this shape of which a part has no measurement; empty: none.
    [[nodiscard]] Array<std::uint8_t, 2> mask(std::size_t rows, std::size_t cols) const;

    /// Whether pixels belong to the same places.
    bool operator==(const Distortion& other) const;

private:
    struct Corner {
        std::size_t row, col;
    };
    /// The pixel of the map whose corner is that of a pixel of the frames: the outermost of those that are binned.
    [[nodiscard]] Corner outermost(std::size_t row, std::size_t col, bool below, bool right) const noexcept;

    std::shared_ptr<const PixelMap> m_map;
    double m_binning = 1;
};

} // namespace ewald::azint
