// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

namespace ewald::crystal {

/// The temperature for which cells are given in JCPDS files.
inline constexpr double kRoom_K = 298;

/// Pressure and temperature of a sample, and what its cell differs by where no equation of state says how it follows
/// them.
struct Conditions {
    double pressure_GPa = 0;
    double temperature_K = kRoom_K;
    double cellScale = 1; ///< of all lengths, beside what the equation makes of them
    bool operator==(const Conditions&) const = default;
};

/// How the volume of a cell follows pressure and temperature, with the constants of JCPDS files (version 4: K0, K0P,
/// DK0DT, DK0PDT, ALPHAT, DALPHADT).
struct EquationOfState {
    double bulkModulus_GPa = 0; ///< 0 = not known
    double derivative = 4;      ///< of the bulk modulus with pressure
    double bulkModulusSlope_GPaPerK = 0;
    double derivativeSlope_perK = 0;
    double expansion_perK = 0; ///< of the volume, at kRoom_K
    double expansionSlope_perK2 = 0;

    [[nodiscard]] bool knowsPressure() const { return bulkModulus_GPa > 0; }
    [[nodiscard]] bool knowsTemperature() const { return expansion_perK != 0 || expansionSlope_perK2 != 0; }
};

/// Pressure in GPa of the Birch-Murnaghan equation of third order (Birch, Phys. Rev. 71 (1947) 809).
/// \param ratio V/V0
[[nodiscard]] double birchMurnaghan_GPa(double bulkModulus_GPa, double derivative, double ratio);

/// V/V0 as the programs that use JCPDS files have it (Rivers, jcpds of the MCA library): without pressure the expansion
/// 1 + α ΔT, with α at the temperature; under pressure the Birch-Murnaghan equation with the constants at the
/// temperature, at the pressure less the thermal pressure α K ΔT. Both agree to second order in α ΔT where the pressure
/// vanishes.
/// \throws JobError: constants that are needed and not known, and conditions at which the equation has no volume
[[nodiscard]] double volumeRatio(const EquationOfState& state, const Conditions& conditions);

/// What all lengths of a cell, and so all spacings, are multiplied with under conditions: the cube root of V/V0, times
/// the scale of the cell. \throws JobError as volumeRatio, and for a scale beyond ½ … 2
[[nodiscard]] double lengthRatio(const EquationOfState& state, const Conditions& conditions);

/// The conditions under which lengths are multiplied with `ratio`: those of now with another pressure; of a state that
/// does not know pressure with another temperature, and of one that knows neither with another scale. A pressure or
/// temperature that would be negative is 0. Nothing where no conditions that lengthRatio() takes come to that.
[[nodiscard]] std::optional<Conditions> conditionsOf(const EquationOfState& state, const Conditions& now, double ratio);

} // namespace ewald::crystal
