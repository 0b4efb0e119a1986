// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/unit.h"

#include "base/ascii_text.h"
#include "base/error.h"
#include "base/phrase.h"
#include "base/units.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ewald::azint {
namespace {

constexpr double kDegree = 180.0 / kPi;
constexpr double kNmPerMetre = 1e9;
constexpr double kAngstromPerNm = 10.0;

constexpr auto kUnits = std::to_array<UnitInfo>({
    {Unit::qPerNm, "q_nm^-1", "q", "nm⁻¹", 1.0, true, false, false},
    {Unit::qPerAngstrom, "q_A^-1", "q", "Å⁻¹", 0.1, true, false, false},
    {Unit::twoThetaDegree, "2th_deg", "2θ", "°", kDegree, false, false, false},
    {Unit::twoThetaRadian, "2th_rad", "2θ", "rad", 1.0, false, false, false},
    {Unit::rMillimetre, "r_mm", "r", "mm", 1e3, false, false, false},
    {Unit::rMetre, "r_m", "r", "m", 1.0, false, false, false},
    {Unit::dAngstrom, "d_A", "d", "Å", 10.0, true, false, true},
    {Unit::dNm, "d_nm", "d", "nm", 1.0, true, false, true},
    {Unit::dStarSquaredPerAngstrom2, "d*2_A^-2", "d*²", "Å⁻²", 0.01, true, false, false},
    {Unit::dStarSquaredPerNm2, "d*2_nm^-2", "d*²", "nm⁻²", 1.0, true, false, false},
    {Unit::log10QMetre, "log10(q.m)", "log₁₀(q·m)", "", 1.0, true, true, false},
    {Unit::logQNm, "log(q.nm)", "ln(q·nm)", "", 1.0, true, true, false},
    {Unit::log1pQNm, "log(1+q.nm)", "ln(1 + q·nm)", "", 1.0, true, false, false},
    {Unit::log1pQAngstrom, "log(1+q.A)", "ln(1 + q·Å)", "", 1.0, true, false, false},
    {Unit::arcsinhQNm, "arcsinh(q.nm)", "arsinh(q·nm)", "", 1.0, true, false, false},
    {Unit::arcsinhQAngstrom, "arcsinh(q.A)", "arsinh(q·Å)", "", 1.0, true, false, false},
});

struct Alias {
    std::string_view alias;
    Unit unit;
};
constexpr auto kAliases = std::to_array<Alias>({
    {"q_nm", Unit::qPerNm},
    {"q_a", Unit::qPerAngstrom},
    {"2th", Unit::twoThetaDegree},
    {"tth", Unit::twoThetaDegree},
    {"2theta", Unit::twoThetaDegree},
    {"tth_deg", Unit::twoThetaDegree},
    {"tth_rad", Unit::twoThetaRadian},
    {"r", Unit::rMillimetre},
    {"d", Unit::dAngstrom},
    {"d*2", Unit::dStarSquaredPerNm2},
});

/// q in nm⁻¹ of a point across and along the beam. The sine of half the angle without the angle, which costs two
/// transcendental functions more: sin²θ = (r − along) / 2r = across² / (2r·(r + along)), whichever does not cancel.
double qOf(double across, double along, double wavelength_m) noexcept {
    const double r = std::sqrt(across * across + along * along);
    const double sine = along > 0 ? across / std::sqrt(2 * r * (r + along)) : std::sqrt((r - along) / (2 * r));
    return qFactor(wavelength_m) * (r > 0 ? sine : 0);
}

double qOfShown(Unit unit, double value) noexcept {
    switch (unit) {
    case Unit::qPerNm: return value;
    case Unit::qPerAngstrom: return value * kAngstromPerNm;
    case Unit::dNm: return 2.0 * kPi / value;
    case Unit::dAngstrom: return 2.0 * kPi * kAngstromPerNm / value;
    case Unit::dStarSquaredPerNm2: return 2.0 * kPi * std::sqrt(value);
    case Unit::dStarSquaredPerAngstrom2: return 2.0 * kPi * std::sqrt(value) * kAngstromPerNm;
    case Unit::log10QMetre: return std::pow(10.0, value) / kNmPerMetre;
    case Unit::logQNm: return std::exp(value);
    case Unit::log1pQNm: return std::expm1(value);
    case Unit::log1pQAngstrom: return std::expm1(value) * kAngstromPerNm;
    case Unit::arcsinhQNm: return std::sinh(value);
    case Unit::arcsinhQAngstrom: return std::sinh(value) * kAngstromPerNm;
    default: return std::nan("");
    }
}

} // namespace

std::span<const UnitInfo> units() noexcept { return kUnits; }

const UnitInfo& info(Unit unit) noexcept { return *std::ranges::find(kUnits, unit, &UnitInfo::unit); }

Unit unitFromName(std::string_view name) {
    std::string wanted = lowerAscii(name);
    // pyFAI writes units without a dimension as "log(q.nm)_None".
    if (wanted.ends_with("_none")) wanted.resize(wanted.size() - 5);
    for (const UnitInfo& unit : kUnits) {
        if (equalNoCase(wanted, unit.name)) return unit.unit;
    }
    for (const Alias& alias : kAliases) {
        if (wanted == alias.alias) return alias.unit;
    }
    std::string known;
    for (const UnitInfo& unit : kUnits) known += std::string(known.empty() ? "" : ", ") + unit.name;
    throw JobError(phrase("unknown unit \"%1\"", std::string(name)), "unit", phrase("use one of %1", known));
}

double qFactor(double wavelength_m) noexcept { return 4.0 * kPi / (wavelength_m * kNmPerMetre); }

double radialValue(Unit unit, double across_m, double along_m, double wavelength_m) noexcept {
    if (unit == Unit::rMetre || unit == Unit::rMillimetre) return across_m;
    if (unit == Unit::twoThetaDegree || unit == Unit::twoThetaRadian) return std::atan2(across_m, along_m);
    const double q = qOf(across_m, along_m, wavelength_m);
    switch (unit) {
    case Unit::dNm:
    case Unit::dAngstrom: return 2.0 * kPi / q;
    case Unit::dStarSquaredPerNm2:
    case Unit::dStarSquaredPerAngstrom2: return (q / (2.0 * kPi)) * (q / (2.0 * kPi));
    case Unit::log10QMetre: return std::log10(q * kNmPerMetre);
    case Unit::logQNm: return std::log(q);
    case Unit::log1pQNm: return std::log1p(q);
    case Unit::log1pQAngstrom: return std::log1p(q / kAngstromPerNm);
    case Unit::arcsinhQNm: return std::asinh(q);
    case Unit::arcsinhQAngstrom: return std::asinh(q / kAngstromPerNm);
    default: return q;
    }
}

double twoThetaOf(Unit unit, double shownValue, double wavelength_m, double distance_m) noexcept {
    switch (unit) {
    case Unit::rMetre: return std::atan2(shownValue, distance_m);
    case Unit::rMillimetre: return std::atan2(shownValue * 1e-3, distance_m);
    case Unit::twoThetaDegree: return shownValue / kDegree;
    case Unit::twoThetaRadian: return shownValue;
    default: return 2.0 * std::asin(qOfShown(unit, shownValue) * wavelength_m * kNmPerMetre / (4.0 * kPi));
    }
}

} // namespace ewald::azint
