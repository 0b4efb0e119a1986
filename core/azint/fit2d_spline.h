// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ewald::azint {

/// A point of the detector image in pixels: pixel (r, c) covers [r, r + 1) × [c, c + 1), its centre is at ½.
struct ImagePoint {
    double row = 0;
    double col = 0;
};

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
struct Fit2dSpline {
    std::filesystem::path file;
    double firstRow = 0, firstCol = 0, lastRow = 0, lastCol = 0; ///< of the region that it holds for, in pixels
    double pixelHeight_m = 0;
    double pixelWidth_m = 0;
    CubicSurface colShift; ///< pixels, of x = column and y = row
    CubicSurface rowShift;

    /// Rows and columns of the camera.
    [[nodiscard]] std::array<std::size_t, 2> shape() const;
};

/// \param where name of the file, for messages \throws DataError where it is none, is cut off or says no distortion
[[nodiscard]] Fit2dSpline parseFit2dSpline(std::string_view text, const std::string& where);
/// parseFit2dSpline() of a file. \throws DataError also when it cannot be read
[[nodiscard]] Fit2dSpline readFit2dSpline(const std::filesystem::path& file);

/// Where the pixels of a camera belong, for frames of whole or binned pixels; none: where they are shown. Points are
/// those of the frames, before any of them is turned.
class Distortion {
public:
    Distortion() = default;
    explicit Distortion(std::shared_ptr<const Fit2dSpline> spline, double binning = 1)
        : m_spline(std::move(spline)), m_binning(binning) {}

    [[nodiscard]] bool isNone() const noexcept { return !m_spline; }
    /// Not for none.
    [[nodiscard]] const Fit2dSpline& spline() const noexcept { return *m_spline; }
    [[nodiscard]] double binning() const noexcept { return m_binning; }
    /// The same for frames of pixels `factor` times as large.
    [[nodiscard]] Distortion binned(double factor) const { return Distortion(m_spline, m_binning * factor); }

    /// Where what is shown at a point belongs.
    [[nodiscard]] ImagePoint corrected(ImagePoint shown) const noexcept;
    /// The inverse, to 1e-9 pixels where shifts change by less than half a pixel a pixel.
    [[nodiscard]] ImagePoint shown(ImagePoint corrected) const noexcept;
    /// The size of what a pixel has seen, over that of a pixel.
    [[nodiscard]] double areaOf(std::size_t row, std::size_t col) const noexcept;

    /// Whether pixels belong to the same places, whatever the file is called.
    bool operator==(const Distortion& other) const noexcept;

private:
    std::shared_ptr<const Fit2dSpline> m_spline;
    double m_binning = 1;
};

} // namespace ewald::azint
