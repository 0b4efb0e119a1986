// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/poni.h"

namespace ewald::azint {

/// Linear attenuation coefficient in 1/m of a sensor material ("Si", "CdTe", … of resources/sensors.json; case does not
/// matter), between the tabulated energies along straight lines of logarithms.
/// \throws JobError for an unknown material (with those that are known) or an energy outside 1 to 1000 keV
[[nodiscard]] double attenuation_perMetre(const std::string& material, double energy_keV);

/// the fraction of the light that crosses the sensor along its normal; 0 for a sensor without thickness (one that lets
/// nothing through). \throws JobError as attenuation_perMetre()
[[nodiscard]] double sensorTransmission(const Sensor& sensor, double energy_keV);

/// How far from its point of entry, along the detector's surface, a slanted ray is absorbed on average:
/// sin α / μ · (1 − (1 + u)·e^−u) / (1 − e^−u) with u = μ·thickness / cos α (J. Kieffer, pyFAI 2025; the mean of an
/// exponential cut off at the back of the sensor). Thickness 0 = so thick that nothing passes.
/// \param tanIncidence of the angle α between ray and normal
[[nodiscard]] double parallaxShift_m(double attenuation_perMetre, double thickness_m, double tanIncidence) noexcept;

} // namespace ewald::azint
