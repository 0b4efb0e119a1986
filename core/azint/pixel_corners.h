// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/distortion.h"
#include "base/large_vector.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace ewald::azint {

/// The pixels of a detector one by one, by their corners, as pyFAI's NexusDetector has them: detectors whose pixels
/// have been calibrated, modules that are shifted or turned, also out of one plane, and those that are bent. What
/// pixels of different sizes see is a matter of the flat field, as in pyFAI, unless areas count.
class PixelCorners final : public PixelMap {
public:
    struct Description {
        std::filesystem::path source;
        std::array<std::size_t, 2> shape{};  ///< rows, columns
        std::array<double, 2> pixelSize_m{}; ///< height, width
        /// (y, x) in metres from the detector's origin, [row][column][A, B, C, D][2] with A = (r, c), B = (r + 1, c),
        /// C = (r + 1, c + 1), D = (r, c + 1); empty: pixels are all alike
        std::span<const float> corners;
        /// Metres behind the detector's plane, along its normal, [row][column][A, B, C, D]; empty: all are in it
        std::span<const float> depths{};
        bool areasCount = false;     ///< pixels have seen as much as they are large
        Array<std::uint8_t, 2> mask; ///< of the shape, 1 = not measured; empty: none
        bool hasOwnCorrections = false;
    };
    /// \throws DataError where numbers are missing or not finite
    explicit PixelCorners(Description description);

    [[nodiscard]] const std::filesystem::path& source() const noexcept override { return m_source; }
    [[nodiscard]] const char* keyInPoni() const noexcept override { return "filename"; }
    [[nodiscard]] std::array<std::size_t, 2> shape() const noexcept override { return m_shape; }
    [[nodiscard]] std::array<double, 2> pixelSize_m() const noexcept override { return m_pixel_m; }
    [[nodiscard]] ImagePoint corrected(ImagePoint shown) const noexcept override;
    [[nodiscard]] ImagePoint corner(std::size_t row, std::size_t col, bool below, bool right) const noexcept override;
    [[nodiscard]] bool isFlat() const noexcept override { return m_depths_m.empty(); }
    [[nodiscard]] double depth_m(ImagePoint shown) const noexcept override;
    [[nodiscard]] double cornerDepth_m(std::size_t row, std::size_t col, bool below,
                                       bool right) const noexcept override;
    [[nodiscard]] bool pixelsTouch() const noexcept override { return m_touch; }
    [[nodiscard]] double areaOf(ImagePoint first, double side) const noexcept override;
    [[nodiscard]] bool hasOwnCorrections() const noexcept override { return m_hasOwnCorrections; }
    [[nodiscard]] const Array<std::uint8_t, 2>& mask() const noexcept override { return m_mask; }
    [[nodiscard]] const Checksum& numbers() const noexcept override { return m_numbers; }

private:
    struct Place {
        float y_m;
        float x_m;
    };
    [[nodiscard]] double areaOfPixel(std::size_t row, std::size_t col) const noexcept;
    template <class Add>
    void forEachShare(ImagePoint shown, Add&& add) const noexcept;
    /// Of a corner of a pixel in m_places.
    [[nodiscard]] std::size_t at(std::size_t row, std::size_t col, bool below, bool right) const noexcept;

    std::filesystem::path m_source;
    std::array<std::size_t, 2> m_shape;
    std::array<double, 2> m_pixel_m;
    bool m_touch = true;
    bool m_areasCount = false;
    bool m_hasOwnCorrections = false;
    LargeVector<Place> m_places; ///< [row][column] of corners: one more than pixels; twice as many where none is shared
    LargeVector<float> m_depths_m; ///< of the same corners; empty: all are 0
    Array<std::uint8_t, 2> m_mask;
    Checksum m_numbers{};
};

} // namespace ewald::azint
