// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/geometry.h"
#include "base/array.h"

#include <cstdint>
#include <optional>

namespace ewald::azint {

/// How the uncertainty of a pixel is known.
enum class ErrorModel {
    none,
    poisson, ///< variance = counts, at least 1
    /// From the scatter of the pixels of a bin: Σ ω (b − mean)², with ω = weight · normalisation and b = signal /
    /// normalisation of a pixel. Overestimates where pixels are shared between bins.
    azimuthal,
    /// The same with ω², which is how the weights enter the other models (newer versions of pyFAI call this azimuthal).
    azimuthalShares,
    variance, ///< given for every pixel
};

/// "no"/"none", "poisson", "azimuthal", "azimuthal_shares", "variance". \throws JobError
[[nodiscard]] ErrorModel errorModelFromName(const std::string& name);

/// What is done to the pixels of every frame. All arrays have the shape and the order of the frames as they are stored,
/// or are empty.
///
/// signal = value − dark; normalisation = flat · polarization · solid angle · efficiency of the sensor · absorption ·
/// (factor of the frame);
/// a pixel does not count when it is masked, not finite, a dummy, beyond a threshold, or its flat field or its
/// normalisation is no positive number.
struct Corrections {
    Array<std::uint8_t, 2> mask; ///< not zero = not used
    Array<float, 2> dark;
    Array<float, 2> darkVariance;
    Array<float, 2> flat;
    Array<float, 2> absorption; ///< any further factor a pixel
    Array<float, 2> variance;   ///< for ErrorModel::variance
    bool solidAngle = true;     ///< cos³ of the angle of incidence, times what a distortion makes of a pixel's area
    std::optional<double>
        polarizationFactor; ///< 1 = horizontal, −1 = vertical, 0 = unpolarised; absent = no correction
    double polarizationAxis_deg = 0;
    /// The fraction t of the light that crosses the sensor along its normal (azint::sensorTransmission()), 0 ≤ t < 1: a
    /// slanted ray has a longer way and is counted more often, by (1 − t^(1/cos α)) / (1 − t). Absent = no correction.
    std::optional<double> sensorTransmission;
    /// The value of pixels without a measurement; negative for unsigned data: counted down from 2^bits (−2 is
    /// 4294967294). Pixels nearer to it than deltaDummy are dummies too.
    std::optional<double> dummy;
    double deltaDummy = 0;
    /// Values below, and those that reach `saturation`, do not count, frame by frame.
    std::optional<double> lowest;
    std::optional<double> saturation;

    [[nodiscard]] bool hasThresholds() const noexcept { return lowest || saturation; }
    [[nodiscard]] bool isWithinThresholds(double value) const noexcept {
        return !(lowest && value < *lowest) && !(saturation && value >= *saturation);
    }
};

/// Normalisation of every pixel, [row][column] of the stored frames; 0 = the pixel does not count.
/// \throws JobError naming the correction whose shape is not that of the frames
[[nodiscard]] LargeVector<float> normalizationOf(const Geometry& geometry, const Corrections& corrections,
                                                 unsigned threads = 0);

} // namespace ewald::azint
