// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ewald {

inline constexpr double kPlanckTimesC = 1.98644586e-25; ///< h·c in J·m (CODATA 2018)
inline constexpr double kJoulePerKeV = 1.602176634e-16; ///< exact
inline constexpr double kKeVMetre = 1.239841984e-9;     ///< h·c in keV·m
inline constexpr double kPi = 3.14159265358979323846;

/// Photon energy in keV of a wavelength in metres, and back.
[[nodiscard]] constexpr double energyFromWavelength(double wavelength_m) { return kKeVMetre / wavelength_m; }
[[nodiscard]] constexpr double wavelengthFromEnergy(double energy_keV) { return kKeVMetre / energy_keV; }

} // namespace ewald
