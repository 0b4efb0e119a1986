// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

namespace ewald {

inline constexpr double kPlanckTimesC = 1.98644586e-25; ///< h·c in J·m (CODATA 2018)
inline constexpr double kJoulePerKeV = 1.602176634e-16; ///< exact
inline constexpr double kKeVMetre = 1.239841984e-9;     ///< h·c in keV·m
inline constexpr double kPi = 3.14159265358979323846;
inline constexpr double kDegree = kPi / 180; ///< in radians

inline constexpr double kElectronRest_keV = 510.99895; ///< mass of the electron, times c² (CODATA 2018)

/// Photon energy in keV of a wavelength in metres, and back.
[[nodiscard]] constexpr double energyFromWavelength(double wavelength_m) { return kKeVMetre / wavelength_m; }
[[nodiscard]] constexpr double wavelengthFromEnergy(double energy_keV) { return kKeVMetre / energy_keV; }

/// What no instrument exceeds or falls below: a number of a file beyond it has another unit than it says.
inline constexpr double kSmallestPixel_m = 1e-8, kLargestPixel_m = 0.02;
inline constexpr double kNearestDetector_m = 1e-4, kFarthestDetector_m = 1e3; ///< from the sample
inline constexpr double kShortestWave_m = 1e-14, kLongestWave_m = 1.3e-6;     ///< photons of 100 MeV and of 1 eV

/// What frames are taken with: it decides which wavelength an energy has.
enum class Particle { photon, electron };

/// Energy in keV (of electrons: the kinetic energy, as the accelerating voltage in kV gives it; relativistic) of a
/// wavelength in metres, and back.
[[nodiscard]] inline double energyOf(Particle particle, double wavelength_m) {
    const double momentum_keV = energyFromWavelength(wavelength_m); // times c
    if (particle == Particle::photon) return momentum_keV;
    return momentum_keV * momentum_keV / (std::hypot(momentum_keV, kElectronRest_keV) + kElectronRest_keV);
}
[[nodiscard]] inline double wavelengthOf(Particle particle, double energy_keV) {
    if (particle == Particle::photon) return wavelengthFromEnergy(energy_keV);
    return kKeVMetre / std::sqrt(energy_keV * (energy_keV + 2 * kElectronRest_keV));
}
/// "photon", "electron": the value of the parameter, and the name in files.
[[nodiscard]] constexpr const char* nameOf(Particle particle) {
    return particle == Particle::electron ? "electron" : "photon";
}

} // namespace ewald
