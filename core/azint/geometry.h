// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/loops/table_loops.h"
#include "azint/poni.h"
#include "azint/unit.h"
#include "base/large_vector.h"

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace ewald::azint {

/// A point in the sample's coordinates, in metres: y up, x to the side (axes 1 and 2 of the PONI convention), z along
/// the beam.
struct LabPoint {
    double y = 0;
    double x = 0;
    double z = 0;
};

/// Where the pixels of an image are in space, from a PONI and the shape of the image as it is stored.
///
/// Rows and columns of all functions are those of the stored image. `flipRows` says that the image has to be turned
/// upside down before the PONI fits it, `flipCols` that it has to be mirrored; the PONI's orientation (other than 3)
/// reverses axes in the same way. Nothing is copied for that: only the pixel's coordinates change. (Between 2023 and
/// 2026 pyFAI negated the sample's axes as well for orientations other than 3; that was an error there and is not done
/// here.)
///
/// Parallax, where the PONI asks for it: a slanted ray is counted further out than where it enters the sensor. A pixel
/// then stands for the rays that are absorbed in it on average, and its place is where they enter (parallaxShift_m()).
class Geometry {
public:
    /// The PONI is fittedToFrames().
    /// \throws JobError when the PONI's detector has another shape, or asks for the parallax correction of a detector
    /// that
    ///         is not flat or without naming a known sensor and the wavelength; DataError for values that make no
    ///         geometry
    Geometry(const Poni& poni, std::size_t rows, std::size_t cols, bool flipRows = false, bool flipCols = false);

    [[nodiscard]] const Poni& poni() const noexcept { return m_poni; }
    [[nodiscard]] std::size_t rows() const noexcept { return m_rows; }
    [[nodiscard]] std::size_t cols() const noexcept { return m_cols; }
    /// Metres; 0 when it is not known.
    [[nodiscard]] double wavelength_m() const noexcept { return m_poni.wavelength_m.value_or(0); }
    /// Whether row r of the stored image is row rows − 1 − r of the PONI's detector; the same for columns.
    [[nodiscard]] bool reversesRows() const noexcept { return m_reverseRows; }
    [[nodiscard]] bool reversesCols() const noexcept { return m_reverseCols; }

    [[nodiscard]] LabPoint position(ImagePoint point) const noexcept;
    /// A corner of a pixel, by its row and column in the PONI's detector. \param below, right which one
    [[nodiscard]] LabPoint corner(std::size_t row, std::size_t col, bool below, bool right) const noexcept;
    /// What the cursor shows: the value of a unit (scaled), not a number where it has none or the wavelength is
    /// missing.
    [[nodiscard]] double radial(Unit unit, ImagePoint point) const noexcept;
    [[nodiscard]] double twoTheta(ImagePoint point) const noexcept; ///< radians
    /// Azimuth in radians, in (−π, π]: 0 along +x (growing columns), π/2 along +y (growing rows of the PONI's
    /// detector).
    [[nodiscard]] double chi(ImagePoint point) const noexcept;
    /// Cosine of the angle between the ray to a point and the normal of the detector; where that is not flat, the
    /// normal of the pixel.
    [[nodiscard]] double cosIncidence(ImagePoint point) const noexcept;
    /// The same for the centres of all pixels of a stored row. \param cosines one a column
    void cosIncidenceOfRow(std::size_t row, std::span<double> cosines) const noexcept;
    /// The solid angles of pixels of a stored row that are as large as all others, over that of one at the point of
    /// normal incidence: cosine · (dist / distance)². \param cosines by cosIncidenceOfRow() \param angles one a column
    void solidAnglesOfRow(std::size_t row, std::span<const double> cosines, std::span<double> angles) const noexcept;
    /// A row of the PONI's detector without parallax, for the vectorised loops over columns that are all alike. \param
    /// row edge or centre, in pixels
    [[nodiscard]] detail::RowPlace rowPlace(double row) const noexcept;
    [[nodiscard]] bool hasParallax() const noexcept { return m_attenuation > 0; }
    /// Where what is shown at a point would be without the distortion of the camera.
    [[nodiscard]] ImagePoint corrected(ImagePoint point) const noexcept;
    /// Whether columns are all alike and rows are straight, as rowPlace() has them.
    [[nodiscard]] bool hasEvenColumns() const noexcept { return m_axes[1].isEven() && m_poni.distortion.isNone(); }
    /// The sizes of what the pixels of a stored row have seen, over that of a pixel: 1 without a distortion. \param
    /// areas one a column
    void areasOfRow(std::size_t row, std::span<double> areas) const noexcept;
    /// Rows (0) or columns (1) of the PONI's detector.
    [[nodiscard]] const PixelAxis& axis(std::size_t axis) const noexcept { return m_axes[axis]; }

    /// Where the ray of a direction meets the detector, inside the image or not; absent when it never does.
    [[nodiscard]] std::optional<ImagePoint> imagePoint(double twoTheta, double chi) const noexcept;
    /// A powder ring as a polygon of `points` points (the last joins the first), open where the ray misses the plane:
    /// those points are left out.
    [[nodiscard]] std::vector<ImagePoint> ring(double twoTheta, std::size_t points = 720) const;

    /// \throws JobError when the unit needs a wavelength and there is none
    void checkUnit(Unit unit) const;

private:
    [[nodiscard]] ImagePoint native(ImagePoint point) const noexcept;
    /// Metres from the point of normal incidence along axes 1 and 2, and from the sample along the normal, without
    /// parallax.
    [[nodiscard]] std::array<double, 3> onDetector(ImagePoint point) const noexcept;
    /// The same of a point of the detector that belongs where it is shown. \param depth_m behind the detector's plane
    [[nodiscard]] std::array<double, 3> fromNormal(ImagePoint corrected, double depth_m) const noexcept;
    /// The same of a corner of a pixel, by its row and column in the PONI's detector.
    [[nodiscard]] std::array<double, 3> cornerOnDetector(std::size_t row, std::size_t col, bool below,
                                                         bool right) const noexcept;
    /// The unsigned cosine of the angle between the ray to a pixel of a detector that is not flat and its normal.
    [[nodiscard]] double cosIncidenceOnPixel(ImagePoint native) const noexcept;
    /// In space, with parallax.
    [[nodiscard]] LabPoint inSpace(std::array<double, 3> onDetector) const noexcept;
    /// Where the rays that are counted at a distance from the point of normal incidence enter the sensor, over that
    /// distance.
    [[nodiscard]] double entryFraction(double distance_m) const noexcept;

    Poni m_poni;
    std::size_t m_rows;
    std::size_t m_cols;
    std::array<PixelAxis, 2> m_axes;
    bool m_reverseRows = false;
    bool m_reverseCols = false;
    /// Columns: what one metre along axis 1, axis 2 and the detector's normal is in the sample's (y, x, z).
    std::array<std::array<double, 3>, 3> m_rotation{};
    double m_attenuation = 0; ///< of the sensor, 1/m; 0 = no parallax correction
    double m_thickness_m = 0; ///< of the sensor; 0 = nothing passes it
};

/// Radial value and azimuth at every corner of every pixel, as they enter the splitting: computed in double, kept as
/// float (that is how the reference programs keep them, so bins agree). Rows and columns are those of the PONI's
/// detector, not of the stored image.
struct CornerGrid {
    std::size_t rows = 0; ///< of corners: one more than pixels, or twice as many where these share none
    std::size_t cols = 0;
    bool isShared = true;
    LargeVector<float> radial; ///< internal units; not finite where the unit has no value
    LargeVector<float> chi;    ///< radians in (−π, π]; empty when it was not asked for

    /// Places of the corners A, B, C, D of a pixel: the order in which the quadrilateral is travelled.
    [[nodiscard]] std::array<std::size_t, 4> cornersOf(std::size_t row, std::size_t col) const noexcept {
        const std::size_t a = isShared ? row * cols + col : 2 * (row * cols + col);
        return {a, a + cols, a + cols + 1, a + 1};
    }
};
/// \param threads 0 = all that the machine has
[[nodiscard]] CornerGrid cornerGrid(const Geometry& geometry, Unit unit, unsigned threads = 0, bool withChi = true);

} // namespace ewald::azint
