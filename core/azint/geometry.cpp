// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/geometry.h"

#include "azint/instrument/vector3.h"
#include "azint/sensor.h"
#include "base/error.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "base/units.h"
#include "compute/devices/parallel.h"

#include <algorithm>
#include <cmath>

namespace ewald::azint {
namespace {

/// Columns of R3·R2·R1: R1 and R2 left-handed, R3 right-handed (the convention of PONI files).
std::array<std::array<double, 3>, 3> rotationOf(const Poni& poni) {
    const double c1 = std::cos(poni.rot1);
    const double s1 = std::sin(poni.rot1);
    const double c2 = std::cos(poni.rot2);
    const double s2 = std::sin(poni.rot2);
    const double c3 = std::cos(poni.rot3);
    const double s3 = std::sin(poni.rot3);
    return {{{c2 * c3, c2 * s3, s2},
             {c3 * s1 * s2 - c1 * s3, c1 * c3 + s1 * s2 * s3, -c2 * s1},
             {-(c1 * c3 * s2 + s1 * s3), c3 * s1 - c1 * s2 * s3, c1 * c2}}};
}

} // namespace

Geometry::Geometry(const Poni& poni, std::size_t rows, std::size_t cols, bool flipRows, bool flipCols)
    : m_poni(fittedToFrames(poni, rows, cols)), m_rows(rows), m_cols(cols), m_rotation(rotationOf(poni)) {
    if (rows == 0 || cols == 0) throw DataError("an image without pixels");
    if (m_poni.shape && ((*m_poni.shape)[0] != rows || (*m_poni.shape)[1] != cols)) {
        throw JobError(
            phrase("the PONI file is for %1 pixels (%2), the frames have %3",
                   shapeText((*poni.shape)[0], (*poni.shape)[1]), poni.detector, shapeText(rows, cols)),
            "poni",
            (*m_poni.shape)[0] == cols && (*m_poni.shape)[1] == rows
                ? translatable("the frames lie on their side: write them as the detector has them, or make a "
                               "PONI file for them as they are")
            : findDetector(poni.detector)
                ? translatable("use the PONI file that was made for these frames, or name its detector "
                               "\"Detector\" and give pixel1 and pixel2")
                : translatable("use the PONI file that was made for these frames, or remove its max_shape"));
    }
    m_axes = {pixelAxis(m_poni, 0), pixelAxis(m_poni, 1)};
    for (const double value : {poni.dist_m, poni.poni1_m, poni.poni2_m, poni.rot1, poni.rot2, poni.rot3}) {
        if (!std::isfinite(value)) throw DataError("the geometry has a value that is not finite", "poni");
    }
    if (!(poni.dist_m > 0) || !(poni.pixel1_m > 0) || !(poni.pixel2_m > 0)) {
        throw DataError("the distance and the pixel size of the geometry have to be positive", "poni");
    }
    if (poni.parallax && !m_poni.distortion.isFlat())
        throw JobError("parallax is corrected for flat detectors only", "parallax",
                       "switch it off, or use a PONI file that does not ask for it");
    if (poni.parallax) {
        if (!poni.sensor || !poni.wavelength_m) {
            throw JobError(phrase("the PONI file asks for the parallax correction, but names no %1",
                                  std::string(poni.sensor ? "wavelength" : "sensor")),
                           "poni", "add it, or set Parallax to False");
        }
        m_attenuation = attenuation_perMetre(poni.sensor->material, energyFromWavelength(*poni.wavelength_m));
        m_thickness_m = poni.sensor->thickness_m;
    }
    // Orientations 1 and 2 have the origin at the top, 1 and 4 at the right, seen from the sample.
    m_reverseRows = (poni.orientation == 1 || poni.orientation == 2) != flipRows;
    m_reverseCols = (poni.orientation == 1 || poni.orientation == 4) != flipCols;
}

ImagePoint Geometry::native(ImagePoint point) const noexcept {
    return {m_reverseRows ? static_cast<double>(m_rows) - point.row : point.row,
            m_reverseCols ? static_cast<double>(m_cols) - point.col : point.col};
}

ImagePoint Geometry::corrected(ImagePoint point) const noexcept {
    return native(m_poni.distortion.corrected(native(point))); // the reversal of axes is its own inverse
}

std::array<double, 3> Geometry::onDetector(ImagePoint point) const noexcept {
    const ImagePoint shown = native(point);
    return fromNormal(m_poni.distortion.corrected(shown), m_poni.distortion.depth_m(shown));
}

std::array<double, 3> Geometry::fromNormal(ImagePoint corrected, double depth_m) const noexcept {
    return {m_axes[0].place_m(corrected.row) - m_poni.poni1_m, m_axes[1].place_m(corrected.col) - m_poni.poni2_m,
            m_poni.dist_m + depth_m};
}

std::array<double, 3> Geometry::cornerOnDetector(std::size_t row, std::size_t col, bool below,
                                                 bool right) const noexcept {
    return fromNormal(m_poni.distortion.corner(row, col, below, right),
                      m_poni.distortion.cornerDepth_m(row, col, below, right));
}

double Geometry::entryFraction(double distance_m) const noexcept {
    if (!(distance_m > 0)) return 1;
    // The shift is small and changes slowly with the angle: every step divides what is missing by distance · μ, which
    // is above 20 for any sensor and distance in use.
    double entry = distance_m;
    for (int i = 0; i < 8; ++i)
        entry = distance_m - parallaxShift_m(m_attenuation, m_thickness_m, entry / m_poni.dist_m);
    return entry / distance_m;
}

LabPoint Geometry::position(ImagePoint point) const noexcept { return inSpace(onDetector(point)); }

LabPoint Geometry::corner(std::size_t row, std::size_t col, bool below, bool right) const noexcept {
    return inSpace(cornerOnDetector(row, col, below, right));
}

LabPoint Geometry::inSpace(std::array<double, 3> onDetector) const noexcept {
    auto [p1, p2, p3] = onDetector;
    if (m_attenuation > 0) {
        const double fraction = entryFraction(std::hypot(p1, p2));
        p1 *= fraction;
        p2 *= fraction;
    }
    const auto& r = m_rotation;
    return {p1 * r[0][0] + p2 * r[1][0] + p3 * r[2][0], p1 * r[0][1] + p2 * r[1][1] + p3 * r[2][1],
            p1 * r[0][2] + p2 * r[1][2] + p3 * r[2][2]};
}

double Geometry::radial(Unit unit, ImagePoint point) const noexcept {
    if (info(unit).needsWavelength && !m_poni.wavelength_m) return std::nan("");
    const LabPoint t = position(point);
    return radialValue(unit, std::hypot(t.y, t.x), t.z, wavelength_m()) * info(unit).scale;
}

double Geometry::twoTheta(ImagePoint point) const noexcept {
    const LabPoint t = position(point);
    return std::atan2(std::hypot(t.y, t.x), t.z);
}

double Geometry::chi(ImagePoint point) const noexcept {
    const LabPoint t = position(point);
    return std::atan2(t.y, t.x);
}

double Geometry::cosIncidence(ImagePoint point) const noexcept {
    if (!m_poni.distortion.isFlat()) return cosIncidenceOnPixel(native(point));
    const auto [p1, p2, p3] = onDetector(point);
    return p3 / std::sqrt(p3 * p3 + (p1 * p1 + p2 * p2));
}

double Geometry::cosIncidenceOnPixel(ImagePoint native) const noexcept {
    const std::size_t row = pixelAt(native.row, m_rows), col = pixelAt(native.col, m_cols);
    const Vector3 a = cornerOnDetector(row, col, false, false), b = cornerOnDetector(row, col, true, false),
                  c = cornerOnDetector(row, col, true, true), d = cornerOnDetector(row, col, false, true);
    Vector3 middle{};
    for (std::size_t i = 0; i < 3; ++i) middle[i] = (a[i] + b[i] + c[i] + d[i]) / 4;
    const Vector3 normal = cross(minus(c, a), minus(d, b)); // of the diagonals
    const double lengths = std::hypot(middle[0], middle[1], middle[2]) * std::hypot(normal[0], normal[1], normal[2]);
    return lengths > 0 ? std::abs(dot(middle, normal)) / lengths : 0;
}

std::optional<ImagePoint> Geometry::imagePoint(double twoTheta, double chi) const noexcept {
    const double y = std::sin(twoTheta) * std::sin(chi);
    const double x = std::sin(twoTheta) * std::cos(chi);
    const double z = std::cos(twoTheta);
    const auto along = [&](std::size_t axis) {
        return m_rotation[axis][0] * y + m_rotation[axis][1] * x + m_rotation[axis][2] * z;
    };
    const double forward = along(2);
    if (!m_poni.distortion.isFlat()) {
        const auto shown =
            m_poni.distortion.hitBy({{m_poni.poni1_m, m_poni.poni2_m, -m_poni.dist_m}, {along(0), along(1), forward}});
        return shown ? std::optional(native(*shown)) : std::nullopt;
    }
    if (!(forward > 1e-9)) return std::nullopt;
    const double scale = m_poni.dist_m / forward;
    double p1 = along(0) * scale;
    double p2 = along(1) * scale;
    const double distance = std::hypot(p1, p2);
    if (m_attenuation > 0 && distance > 0) {
        const double shift = parallaxShift_m(m_attenuation, m_thickness_m, distance / m_poni.dist_m);
        p1 *= 1 + shift / distance;
        p2 *= 1 + shift / distance;
    }
    // The reversal of axes is its own inverse.
    return native(
        m_poni.distortion.shown({m_axes[0].index(p1 + m_poni.poni1_m), m_axes[1].index(p2 + m_poni.poni2_m)}));
}

std::vector<ImagePoint> Geometry::ring(double twoTheta, std::size_t points) const {
    std::vector<ImagePoint> polygon;
    polygon.reserve(points);
    for (std::size_t i = 0; i < points; ++i) {
        const double chi = 2 * kPi * static_cast<double>(i) / static_cast<double>(points);
        if (const auto point = imagePoint(twoTheta, chi)) polygon.push_back(*point);
    }
    return polygon;
}

void Geometry::checkUnit(Unit unit) const {
    if (info(unit).needsWavelength && !m_poni.wavelength_m) {
        throw JobError(
            phrase("%1 needs the photon energy or wavelength, and the geometry has neither", info(unit).symbol), "unit",
            "enter the photon energy, or choose 2θ or r (2th_deg, r_mm)");
    }
}

detail::RowPlace Geometry::rowPlace(double row) const noexcept {
    detail::RowPlace place;
    place.p1 = m_axes[0].place_m(row) - m_poni.poni1_m;
    place.p3 = m_poni.dist_m;
    place.pixel2 = m_poni.pixel2_m;
    place.poni2 = m_poni.poni2_m;
    for (std::size_t axis = 0; axis < 3; ++axis) std::ranges::copy(m_rotation[axis], place.rotation[axis]);
    return place;
}

void Geometry::cosIncidenceOfRow(std::size_t row, std::span<double> cosines) const noexcept {
    if (!hasEvenColumns()) {
        for (std::size_t col = 0; col < m_cols; ++col)
            cosines[col] = cosIncidence({static_cast<double>(row) + 0.5, static_cast<double>(col) + 0.5});
        return;
    }
    const ImagePoint first = native({static_cast<double>(row) + 0.5, 0.5});
    const detail::RowPlace place = rowPlace(first.row);
    const double step = m_reverseCols ? -1 : 1;
    double part[detail::kRowPart];
    for (std::size_t col = 0; col < m_cols; col += detail::kRowPart) {
        detail::tableLoops().cosines(place, first.col + step * static_cast<double>(col), step, part);
        std::copy_n(part, std::min(detail::kRowPart, m_cols - col), cosines.begin() + static_cast<std::ptrdiff_t>(col));
    }
}

void Geometry::solidAnglesOfRow(std::size_t row, std::span<const double> cosines,
                                std::span<double> angles) const noexcept {
    const bool isFlat = m_poni.distortion.isFlat(); // there the cosine is dist / distance
    for (std::size_t col = 0; col < m_cols; ++col) {
        double nearness = cosines[col];
        if (!isFlat) {
            const auto [p1, p2, p3] = onDetector({static_cast<double>(row) + 0.5, static_cast<double>(col) + 0.5});
            nearness = m_poni.dist_m / std::hypot(p1, p2, p3);
        }
        angles[col] = cosines[col] * nearness * nearness;
    }
}

void Geometry::areasOfRow(std::size_t row, std::span<double> areas) const noexcept {
    std::ranges::fill(areas, 1);
    if (m_poni.distortion.isNone()) return;
    const std::size_t ofDetector = m_reverseRows ? m_rows - 1 - row : row;
    for (std::size_t col = 0; col < m_cols; ++col)
        areas[col] = m_poni.distortion.areaOf(ofDetector, m_reverseCols ? m_cols - 1 - col : col);
}

namespace {

/// Fills the corners of one row of the detector.
class CornerRows {
public:
    CornerRows(const Geometry& geometry, Unit unit, bool withChi, CornerGrid& grid)
        : m_geometry(geometry), m_unit(unit), m_withChi(withChi), m_grid(grid) {
        const UnitInfo& info = azint::info(unit);
        if (unit == Unit::qPerNm || unit == Unit::qPerAngstrom)
            m_what = detail::RowRadial::q;
        else if (unit == Unit::rMetre || unit == Unit::rMillimetre)
            m_what = detail::RowRadial::across;
        else if (!info.needsWavelength)
            m_what = detail::RowRadial::twoTheta;
        if (m_what == detail::RowRadial::q) m_qFactor = qFactor(geometry.wavelength_m());
    }

    void fill(std::size_t row) const {
        const std::size_t at = row * m_grid.cols;
        if (m_what == detail::RowRadial::none || m_geometry.hasParallax() || !m_geometry.hasEvenColumns()) {
            for (std::size_t col = 0; col < m_grid.cols; ++col) fillCorner(row, col);
            return;
        }
        const detail::RowPlace place = m_geometry.rowPlace(static_cast<double>(row));
        detail::CornerPart part;
        for (std::size_t col = 0; col < m_grid.cols; col += detail::kRowPart) {
            const std::size_t count = std::min(detail::kRowPart, m_grid.cols - col);
            detail::tableLoops().corners(place, static_cast<double>(col), m_what, m_qFactor, m_withChi, part);
            std::copy_n(part.radial, count, m_grid.radial.data() + at + col);
            if (m_withChi) std::copy_n(part.chi, count, m_grid.chi.data() + at + col);
            for (std::size_t i = 0; i < count; ++i)
                if (part.doubtful[i] != 0) fillCorner(row, col + i);
        }
    }

private:
    void fillCorner(std::size_t row, std::size_t col) const {
        if (!m_grid.isShared) return put(row, col, m_geometry.corner(row / 2, col / 2, row % 2 != 0, col % 2 != 0));
        // Rows of the detector are reversed rows of the stored image, where the geometry says so.
        const double storedRow = static_cast<double>(m_geometry.reversesRows() ? m_grid.rows - 1 - row : row);
        const double storedCol = static_cast<double>(m_geometry.reversesCols() ? m_grid.cols - 1 - col : col);
        put(row, col, m_geometry.position({storedRow, storedCol}));
    }

    void put(std::size_t row, std::size_t col, const LabPoint& t) const {
        const std::size_t at = row * m_grid.cols + col;
        m_grid.radial[at] =
            static_cast<float>(radialValue(m_unit, std::sqrt(t.y * t.y + t.x * t.x), t.z, m_geometry.wavelength_m()));
        if (m_withChi) m_grid.chi[at] = static_cast<float>(std::atan2(t.y, t.x));
    }

    const Geometry& m_geometry;
    Unit m_unit;
    bool m_withChi;
    CornerGrid& m_grid;
    detail::RowRadial m_what = detail::RowRadial::none;
    double m_qFactor = 0;
};

} // namespace

CornerGrid cornerGrid(const Geometry& geometry, Unit unit, unsigned threads, bool withChi) {
    geometry.checkUnit(unit);
    CornerGrid grid;
    grid.isShared = geometry.poni().distortion.pixelsTouch();
    grid.rows = grid.isShared ? geometry.rows() + 1 : 2 * geometry.rows();
    grid.cols = grid.isShared ? geometry.cols() + 1 : 2 * geometry.cols();
    grid.radial.resize(grid.rows * grid.cols);
    if (withChi) grid.chi.resize(grid.rows * grid.cols);
    const CornerRows rows(geometry, unit, withChi, grid);
    compute::parallelFor(grid.rows, threads, [&](std::size_t row) { rows.fill(row); });
    return grid;
}

} // namespace ewald::azint
