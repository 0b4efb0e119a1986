// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/distortion.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ewald::azint {

/// A cubic spline of two variables as FITPACK has it (Dierckx, "Curve and Surface Fitting with Splines", 1993, ch. 2):
/// the product of B-splines on two rows of knots.
struct CubicSurface {
    std::vector<double> knotsX; ///< not falling; eight at least
    std::vector<double> knotsY;
    std::vector<double> coefficients; ///< [x][y], four fewer along each than there are knots

    /// Beyond the knots the value of the nearest place between them.
    [[nodiscard]] double at(double x, double y) const noexcept;
    bool operator==(const CubicSurface&) const = default;
};

/// The distortion of a camera as Fit2D writes it into spline files: by how much the light of a pixel is shown beside
/// the place to which it belongs, as in optics of glass fibres.
struct Fit2dSpline final : PixelMap {
    std::filesystem::path file;
    double firstRow = 0, firstCol = 0, lastRow = 0, lastCol = 0; ///< of the region that it holds for, in pixels
    double pixelHeight_m = 0;
    double pixelWidth_m = 0;
    CubicSurface colShift; ///< pixels, of x = column and y = row
    CubicSurface rowShift;
    Checksum sum{}; ///< numbers()

    [[nodiscard]] const std::filesystem::path& source() const noexcept override { return file; }
    [[nodiscard]] const char* keyInPoni() const noexcept override { return "splineFile"; }
    [[nodiscard]] std::array<std::size_t, 2> shape() const noexcept override;
    [[nodiscard]] std::array<double, 2> pixelSize_m() const noexcept override { return {pixelHeight_m, pixelWidth_m}; }
    [[nodiscard]] ImagePoint corrected(ImagePoint shown) const noexcept override;
    [[nodiscard]] double areaOf(ImagePoint first, double side) const noexcept override;
    [[nodiscard]] const Array<std::uint8_t, 2>& mask() const noexcept override;
    [[nodiscard]] const Checksum& numbers() const noexcept override { return sum; }
    /// Makes it anew of the other members.
    void sumUp();
};

/// \param where name of the file, for messages \throws DataError where it is none, is cut off or says no distortion
[[nodiscard]] Fit2dSpline parseFit2dSpline(std::string_view text, const std::string& where);
/// parseFit2dSpline() of a file. \throws DataError also when it cannot be read
[[nodiscard]] Fit2dSpline readFit2dSpline(const std::filesystem::path& file);

} // namespace ewald::azint
