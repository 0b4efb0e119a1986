// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/corrections.h"

#include "base/error.h"
#include "base/units.h"
#include "compute/parallel.h"

#include <cmath>
#include <vector>

namespace ewald::azint {
namespace {

template <class T>
void checkShape(const Array<T, 2>& array, const Geometry& geometry, const char* what, const char* key) {
    if (array.empty() || (array.extent(0) == geometry.rows() && array.extent(1) == geometry.cols())) return;
    throw JobError(std::string("the ") + what + " has " + std::to_string(array.extent(0)) + " x " +
                       std::to_string(array.extent(1)) + " pixels, the frames have " + std::to_string(geometry.rows()) +
                       " x " + std::to_string(geometry.cols()),
                   key, "use one that was made for these frames");
}

bool isDummy(float value, const Corrections& corrections) {
    if (!corrections.dummy) return value == 0;
    const auto dummy = static_cast<float>(*corrections.dummy);
    const auto delta = static_cast<float>(corrections.deltaDummy);
    return delta == 0 ? value == dummy : std::abs(value - dummy) <= delta;
}

} // namespace

ErrorModel errorModelFromName(const std::string& name) {
    if (name == "no" || name == "none" || name.empty()) return ErrorModel::none;
    if (name == "poisson") return ErrorModel::poisson;
    if (name == "azimuthal") return ErrorModel::azimuthal;
    if (name == "azimuthal_shares") return ErrorModel::azimuthalShares;
    if (name == "variance") return ErrorModel::variance;
    throw JobError("unknown error model \"" + name + "\"", "error_model",
                   "use none, poisson, azimuthal, azimuthal_shares or variance");
}

Array<float, 2> normalizationOf(const Geometry& geometry, const Corrections& corrections, unsigned threads) {
    checkShape(corrections.mask, geometry, "mask", "mask_file");
    checkShape(corrections.dark, geometry, "dark image", "dark_file");
    checkShape(corrections.darkVariance, geometry, "variance of the dark image", "dark_file");
    checkShape(corrections.flat, geometry, "flat field", "flat_file");
    checkShape(corrections.absorption, geometry, "absorption image", "absorption_file");
    checkShape(corrections.variance, geometry, "variance image", "variance_file");
    if (corrections.sensorTransmission &&
        !(*corrections.sensorTransmission >= 0 && *corrections.sensorTransmission < 1)) {
        throw JobError("the transmission of the sensor is not between 0 and 1", "sensor_transmission",
                       "it is the fraction of the light that crosses the sensor");
    }
    const std::size_t cols = geometry.cols();
    Array<float, 2> norm({geometry.rows(), cols});
    const double axis = corrections.polarizationAxis_deg * kPi / 180;
    compute::parallelFor(geometry.rows(), threads, [&](std::size_t row) {
        std::vector<double> incidence(cols);
        if (corrections.solidAngle || corrections.sensorTransmission) geometry.cosIncidenceOfRow(row, incidence);
        for (std::size_t col = 0; col < cols; ++col) {
            const std::size_t at = row * cols + col;
            if (!corrections.mask.empty() && corrections.mask.data()[at] != 0) continue;
            if (!corrections.flat.empty() && isDummy(corrections.flat.data()[at], corrections)) continue;
            if (!corrections.dark.empty() && !std::isfinite(corrections.dark.data()[at])) continue;
            if (!corrections.variance.empty() && !std::isfinite(corrections.variance.data()[at])) continue;
            if (!corrections.darkVariance.empty() && !std::isfinite(corrections.darkVariance.data()[at])) continue;
            const ImagePoint centre{static_cast<double>(row) + 0.5, static_cast<double>(col) + 0.5};
            // Each factor in single precision before the product, as the reference programs do.
            float value = corrections.flat.empty() ? 1.0F : corrections.flat.data()[at];
            if (corrections.polarizationFactor) {
                const double cosine = std::cos(geometry.twoTheta(centre));
                const double squared = cosine * cosine;
                const double modulation = std::cos(2 * (geometry.chi(centre) + axis)) * (1 - squared);
                value *= static_cast<float>(0.5 * (1 + squared - *corrections.polarizationFactor * modulation));
            }
            if (corrections.solidAngle) {
                const double cosine = incidence[col];
                value *= static_cast<float>(cosine * cosine * cosine);
            }
            if (corrections.sensorTransmission) {
                const double passing = *corrections.sensorTransmission;
                const double slanted = std::pow(passing, 1 / incidence[col]);
                value *= static_cast<float>((1 - slanted) / (1 - passing));
            }
            if (!corrections.absorption.empty()) value *= corrections.absorption.data()[at];
            norm.data()[at] = std::isfinite(value) ? value : 0.0F;
        }
    });
    return norm;
}

} // namespace ewald::azint
