// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/distortion.h"

#include <array>
#include <cstddef>
#include <filesystem>
#include <string>

namespace ewald::azint {

/// An image plate that is bent towards the sample, about an axis along its rows' index, as pyFAI's CylindricalDetector
/// has it: column c begins at the angle a = c · width / radius, (radius · sin a) along axis 2 and (radius · (1 − cos
/// a)) before the plane that touches the cylinder where column 0 begins.
class Cylinder final : public PixelMap {
public:
    /// \param name of the detector, for messages \param pixelSize_m height, and width along the circle
    Cylinder(const std::string& name, std::array<std::size_t, 2> shape, std::array<double, 2> pixelSize_m,
             double radius_m);

    [[nodiscard]] const std::filesystem::path& source() const noexcept override { return m_name; }
    [[nodiscard]] const char* keyInPoni() const noexcept override { return "radius"; }
    [[nodiscard]] std::array<std::size_t, 2> shape() const noexcept override { return m_shape; }
    [[nodiscard]] std::array<double, 2> pixelSize_m() const noexcept override { return m_pixel_m; }
    [[nodiscard]] ImagePoint corrected(ImagePoint shown) const noexcept override;
    [[nodiscard]] bool isFlat() const noexcept override { return false; }
    [[nodiscard]] double depth_m(ImagePoint shown) const noexcept override;
    [[nodiscard]] std::optional<ImagePoint> hitBy(const DetectorRay& ray) const noexcept override;
    [[nodiscard]] double radius_m() const noexcept override { return m_radius_m; }
    [[nodiscard]] const Array<std::uint8_t, 2>& mask() const noexcept override;
    [[nodiscard]] const Checksum& numbers() const noexcept override { return m_numbers; }

private:
    std::filesystem::path m_name;
    std::array<std::size_t, 2> m_shape;
    std::array<double, 2> m_pixel_m;
    double m_radius_m;
    Checksum m_numbers{};
};

} // namespace ewald::azint
