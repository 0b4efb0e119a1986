// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/corrections.h"

#include "base/error.h"
#include "base/phrase.h"
#include "base/units.h"
#include "compute/devices/parallel.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace ewald::azint {
namespace {

template <class T>
void checkShape(const Array<T, 2>& array, const Geometry& geometry, const char* what, const char* key) {
    if (array.empty() || (array.extent(0) == geometry.rows() && array.extent(1) == geometry.cols())) return;
    throw JobError(phrase("the %1 has %2 x %3 pixels, the frames have %4 x %5", what, array.extent(0), array.extent(1),
                          geometry.rows(), geometry.cols()),
                   key, "use one that was made for these frames");
}

bool isDummy(float value, const Corrections& corrections) {
    if (!corrections.dummy) return value == 0;
    const auto dummy = static_cast<float>(*corrections.dummy);
    const auto delta = static_cast<float>(corrections.deltaDummy);
    return delta == 0 ? value == dummy : std::abs(value - dummy) <= delta;
}

/// The factor of polarisation for the centre of a pixel.
float polarizationOf(const Geometry& geometry, const Corrections& corrections, ImagePoint centre) {
    const double axis = corrections.polarizationAxis_deg * kPi / 180;
    const double cosine = std::cos(geometry.twoTheta(centre));
    const double squared = cosine * cosine;
    const double modulation = std::cos(2 * (geometry.chi(centre) + axis)) * (1 - squared);
    return static_cast<float>(0.5 * (1 + squared - *corrections.polarizationFactor * modulation));
}

/// Each factor in single precision before the product, as the reference programs do.
void normalizeRow(const Geometry& geometry, const Corrections& corrections, std::size_t row, std::span<float> norm) {
    const std::size_t cols = norm.size();
    const auto rowOf = [&](const auto& image) { return image.data() + row * cols; };
    thread_local std::vector<double> incidence, factors;
    incidence.resize(cols);
    if (corrections.solidAngle || corrections.sensorTransmission) geometry.cosIncidenceOfRow(row, incidence);
    std::ranges::fill(norm, 1.0F);
    if (!corrections.flat.empty()) std::copy_n(rowOf(corrections.flat), cols, norm.begin());
    if (corrections.polarizationFactor) {
        for (std::size_t col = 0; col < cols; ++col)
            norm[col] *=
                polarizationOf(geometry, corrections, {static_cast<double>(row) + 0.5, static_cast<double>(col) + 0.5});
    }
    if (corrections.solidAngle) {
        factors.resize(cols);
        geometry.solidAnglesOfRow(row, incidence, factors);
        for (std::size_t col = 0; col < cols; ++col) norm[col] *= static_cast<float>(factors[col]);
        if (!geometry.poni().distortion.isNone()) {
            geometry.areasOfRow(row, factors);
            for (std::size_t col = 0; col < cols; ++col) norm[col] *= static_cast<float>(factors[col]);
        }
    }
    if (corrections.sensorTransmission) {
        const double passing = *corrections.sensorTransmission;
        for (std::size_t col = 0; col < cols; ++col) {
            const double slanted = std::pow(passing, 1 / incidence[col]);
            norm[col] *= static_cast<float>((1 - slanted) / (1 - passing));
        }
    }
    const auto drop = [&](const auto& image, auto&& isBad) {
        if (image.empty()) return;
        const auto* const values = rowOf(image);
        for (std::size_t col = 0; col < cols; ++col) norm[col] = isBad(values[col]) ? 0.0F : norm[col];
    };
    const auto isNotFinite = [](float value) { return !std::isfinite(value); };
    if (!corrections.absorption.empty()) {
        for (std::size_t col = 0; col < cols; ++col) norm[col] *= rowOf(corrections.absorption)[col];
    }
    for (float& value : norm) value = value > 0 && std::isfinite(value) ? value : 0.0F;
    drop(corrections.mask, [](std::uint8_t masked) { return masked != 0; });
    drop(corrections.flat, [&](float value) { return !(value > 0) || isDummy(value, corrections); });
    drop(corrections.dark, isNotFinite);
    drop(corrections.variance, isNotFinite);
    drop(corrections.darkVariance, isNotFinite);
}

} // namespace

ErrorModel errorModelFromName(const std::string& name) {
    if (name == "no" || name == "none" || name.empty()) return ErrorModel::none;
    if (name == "poisson") return ErrorModel::poisson;
    if (name == "azimuthal") return ErrorModel::azimuthal;
    if (name == "azimuthal_shares") return ErrorModel::azimuthalShares;
    if (name == "variance") return ErrorModel::variance;
    throw JobError(phrase("unknown error model \"%1\"", name), "error_model",
                   "use none, poisson, azimuthal, azimuthal_shares or variance");
}

LargeVector<float> normalizationOf(const Geometry& geometry, const Corrections& corrections, unsigned threads) {
    checkShape(corrections.mask, geometry, translatable("mask"), "mask_file");
    checkShape(corrections.dark, geometry, translatable("dark image"), "dark_file");
    checkShape(corrections.darkVariance, geometry, translatable("variance of the dark image"), "dark_file");
    checkShape(corrections.flat, geometry, translatable("flat field"), "flat_file");
    checkShape(corrections.absorption, geometry, translatable("absorption image"), "absorption_file");
    checkShape(corrections.variance, geometry, translatable("variance image"), "variance_file");
    if (corrections.sensorTransmission &&
        !(*corrections.sensorTransmission >= 0 && *corrections.sensorTransmission < 1)) {
        throw JobError("the transmission of the sensor is not between 0 and 1", "sensor_transmission",
                       "it is the fraction of the light that crosses the sensor");
    }
    const std::size_t cols = geometry.cols();
    LargeVector<float> norm(geometry.rows() * cols);
    compute::parallelFor(geometry.rows(), threads, [&](std::size_t row) {
        normalizeRow(geometry, corrections, row, std::span(norm).subspan(row * cols, cols));
    });
    return norm;
}

} // namespace ewald::azint
