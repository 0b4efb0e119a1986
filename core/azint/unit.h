// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace ewald::azint {

/// What the radial axis of a pattern counts. Names are pyFAI's, so that scripts and headers of files agree.
enum class Unit {
    rMetre,
    rMillimetre,
    twoThetaDegree,
    twoThetaRadian,
    qPerNm,
    qPerAngstrom,
    dNm,
    dAngstrom,
    dStarSquaredPerNm2,
    dStarSquaredPerAngstrom2,
    log10QMetre,
    logQNm,
    log1pQNm,
    log1pQAngstrom,
    arcsinhQNm,
    arcsinhQAngstrom,
};

/// A unit for people and for formulas. Quantities are computed in `internal` units (m, rad, nm⁻¹, nm…); what is shown
/// is the internal value times `scale`.
struct UnitInfo {
    Unit unit;
    const char* name;   ///< "q_nm^-1": in job documents and file headers
    const char* symbol; ///< "q", for axes
    const char* label;  ///< "nm⁻¹", for axes
    double scale;
    bool needsWavelength;
    bool mayBeNegative; ///< logarithms; all others start at zero at the least
    bool decreasing;    ///< d-spacings fall with the angle
};

/// All units, in the order in which a menu shows them.
[[nodiscard]] std::span<const UnitInfo> units() noexcept;
[[nodiscard]] const UnitInfo& info(Unit unit) noexcept;

/// The unit of a name; "q_nm^-1", "q_nm", "2th_deg", "tth", "log(1+q.nm)_None" …
/// \throws JobError with the names that exist
[[nodiscard]] Unit unitFromName(std::string_view name);

/// 4π over the wavelength in nm: q is this times the sine of half the scattering angle.
[[nodiscard]] double qFactor(double wavelength_m) noexcept;

/// The internal value of a unit at a point of the sample's coordinate system (z along the beam), by distance from the
/// beam and along it. wavelength_m is not used where it is not needed.
/// \param across_m √(x² + y²), \param along_m z
/// \returns not a number or infinite where the unit has no value (d at the beam)
[[nodiscard]] double radialValue(Unit unit, double across_m, double along_m, double wavelength_m) noexcept;

/// The scattering angle 2θ in radians that belongs to a shown value of a unit; not a number where there is none.
/// \param distance_m only used by r: the distance along the beam, as for a detector that faces it
[[nodiscard]] double twoThetaOf(Unit unit, double shownValue, double wavelength_m, double distance_m) noexcept;

} // namespace ewald::azint
