// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/geometry.h"
#include "base/array.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace ewald::azint {

/// How a pixel is shared between the bins that it touches.
enum class Splitting {
    none, ///< the bin of its centre gets all
    bbox, ///< by the overlap of its bounding box in (radius, azimuth), as if it were filled evenly
    full, ///< by the overlap of its quadrilateral in (radius, azimuth)
};

/// What happens to a pixel that a radial range, or the discontinuity of the azimuth in a cake, cuts.
enum class EdgePolicy {
    exact, ///< the part inside counts; azimuths wrap around
    /// As pyFAI does: the whole pixel is piled into the bins inside (no splitting: pixels up to one bin below the range
    /// land in the first bin), and azimuths beyond ±180° into the outermost sector.
    pyfai,
};

/// The bins of a pattern or cake.
struct BinningSettings {
    std::size_t npt = 1000;  ///< radial bins
    std::size_t nptAzim = 0; ///< azimuthal bins of a cake; 0 = a one-dimensional pattern
    Unit unit = Unit::qPerNm;
    Splitting splitting = Splitting::full;
    EdgePolicy edges = EdgePolicy::exact;
    /// In shown units of `unit`; absent = from the smallest to the largest value of a pixel that is not masked.
    std::optional<std::pair<double, double>> radialRange;
    /// Degrees, the second may be beyond 180 (170…190 is a sector across the discontinuity); an upper end at or below
    /// the lower one means one turn more. A pattern takes the pixels that the sector touches, whole; a cake splits
    /// them. Absent = all (a cake: −180…180).
    std::optional<std::pair<double, double>> azimuthRange_deg;
};

/// Equal bins along one axis, in internal units.
struct BinAxis {
    double lower = 0;
    double upper = 0; ///< a hair (2⁻²³) above the largest value, so that this value is inside
    std::size_t bins = 0;

    [[nodiscard]] double width() const noexcept { return (upper - lower) / static_cast<double>(bins); }
    /// Position in bins of a value: 2.25 is a quarter into the third bin.
    [[nodiscard]] double toBins(double value) const noexcept { return (value - lower) / width(); }
    /// Centres of the bins times `scale`.
    [[nodiscard]] std::vector<double> centres(double scale) const;
};

/// Settings with everything that was left open filled in from the geometry and the mask.
struct Binning {
    BinningSettings settings;
    BinAxis radial;
    /// Radians. Bins of a cake; for a pattern the sector (one bin), absent when all azimuths count.
    std::optional<BinAxis> azimuth;

    [[nodiscard]] bool isCake() const noexcept { return settings.nptAzim > 0; }
    /// Bins in all; bin (a, r) of a cake has index a·npt + r.
    [[nodiscard]] std::size_t bins() const noexcept {
        return settings.npt * (isCake() ? settings.nptAzim : std::size_t{1});
    }
    /// Bin centres in shown units.
    [[nodiscard]] std::vector<double> radialCentres() const;
    /// Degrees; empty for a pattern.
    [[nodiscard]] std::vector<double> azimuthCentres_deg() const;
};

/// \param mask  not zero = pixel not used; shape of the stored image, or empty
/// \param grid  cornerGrid() of the same geometry and unit
/// \param threads 0 = all that the machine has
/// \throws JobError: no bins, a range that is empty, not finite or outside the detector, a mask of another shape or one
///         that leaves nothing, no wavelength
[[nodiscard]] Binning makeBinning(const Geometry& geometry, const BinningSettings& settings, const CornerGrid& grid,
                                  const Array<std::uint8_t, 2>& mask, unsigned threads = 0);

/// "no", "bbox", "full". \throws JobError
[[nodiscard]] Splitting splittingFromName(const std::string& name);

} // namespace ewald::azint
