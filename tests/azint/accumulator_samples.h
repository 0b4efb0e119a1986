// SPDX-License-Identifier: GPL-3.0-or-later
// A detector of a size that no group of pixels divides, counts on it, and integrations of them.
#pragma once

#include "azint_test_util.h"

#include <random>

namespace ewald::azint {

inline constexpr std::size_t kRows = 93;
inline constexpr std::size_t kCols = 117;

inline Geometry geometry() { return Geometry(test::simplePoni(50e-4, 70e-4, 1e-4, 0.05), kRows, kCols); }

template <class T>
std::vector<T> counts(unsigned seed, double mean = 20) {
    std::mt19937 random(seed);
    std::poisson_distribution<int> poisson(mean);
    std::vector<T> values(kRows * kCols);
    for (T& value : values) value = static_cast<T>(poisson(random));
    return values;
}

inline IntegrationSettings settingsOf(ErrorModel model = ErrorModel::poisson, Splitting splitting = Splitting::full,
                                      std::size_t sectors = 0) {
    IntegrationSettings settings;
    settings.binning.npt = 60;
    settings.binning.nptAzim = sectors;
    settings.binning.splitting = splitting;
    settings.errorModel = model;
    return settings;
}

inline FrameResult integrate(const Integrator& integrator, const test::Frame& frame, double factor = 1) {
    FrameResult result;
    integrator.integrateFrame(frame.type, frame.span(), factor, result);
    return result;
}

inline bool same(const FrameResult& a, const FrameResult& b) {
    return a.sumSignal == b.sumSignal && a.sumVariance == b.sumVariance && a.sumNormalization == b.sumNormalization &&
           a.count == b.count && a.intensity == b.intensity && a.sem == b.sem && a.std == b.std;
}

} // namespace ewald::azint
