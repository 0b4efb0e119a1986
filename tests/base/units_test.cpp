// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/units.h"

#include <gtest/gtest.h>
#include <utility>

namespace ewald {
namespace {

/// Wavelengths of electrons as tables of electron microscopy print them, in picometres (Williams & Carter,
/// Transmission Electron Microscopy, table 1.2).
TEST(Units, ElectronsAreRelativistic) {
    for (const auto& [energy_keV, wavelength_pm] :
         {std::pair(100.0, 3.701), std::pair(120.0, 3.349), std::pair(200.0, 2.508), std::pair(300.0, 1.969),
          std::pair(400.0, 1.644), std::pair(1000.0, 0.872)})
        EXPECT_NEAR(wavelengthOf(Particle::electron, energy_keV) * 1e12, wavelength_pm, 0.0006) << energy_keV;
    for (const double energy_keV : {0.1, 30.0, 300.0, 3000.0}) {
        EXPECT_NEAR(energyOf(Particle::electron, wavelengthOf(Particle::electron, energy_keV)), energy_keV,
                    1e-12 * energy_keV);
        EXPECT_NEAR(energyOf(Particle::photon, wavelengthOf(Particle::photon, energy_keV)), energy_keV,
                    1e-12 * energy_keV);
        EXPECT_EQ(wavelengthOf(Particle::photon, energy_keV), wavelengthFromEnergy(energy_keV));
    }
    // Slow electrons as without relativity: 1 V has 1.2264 nm.
    EXPECT_NEAR(wavelengthOf(Particle::electron, 1e-3), 1.22643e-9, 1e-13);
}

} // namespace
} // namespace ewald
