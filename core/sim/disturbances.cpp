// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/disturbances.h"

#include "base/error.h"
#include "base/units.h"
#include "ptycho/model/random.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ewald::sim {
namespace {

constexpr std::uint64_t kPositionStream = 4, kIntensityStream = 5; // of the seed; others: ptycho_simulator.cpp

/// From the normal distribution of mean 0 and variance 1 (Box & Muller).
double drawNormal(ptycho::Random& random) {
    const double radius = std::sqrt(-2 * std::log(1 - random.uniform()));
    return radius * std::cos(2 * kPi * random.uniform());
}

} // namespace

bool hasWrongPositions(const PtychoExperiment& e) {
    return e.positionError_px > 0 || e.positionScale != 1 || e.positionRotation_deg != 0;
}

void requirePossible(const PtychoExperiment& e) {
    if (e.emptyPart > 0 && (e.objectBand > 0 || e.sampleTilt_deg != 0))
        throw JobError("an empty part is simulated in an object with all frequencies, perpendicular to the beam",
                       "empty_part", "set it to 0, or the object's band and the tilt");
    if (hasWrongPositions(e) && e.sampleTilt_deg != 0)
        throw JobError("wrong positions are not simulated for a tilted sample, of which they cannot be refined",
                       "sample_tilt", "set the tilt to 0, or the errors of the positions");
    if (e.intensityDrift > 0 && e.frames < 2)
        throw JobError("one frame has no intensity that varies", "intensity_drift", "set it to 0, or use more frames");
}

std::vector<PixelPosition> statedPositions(const PtychoExperiment& e, std::span<const PixelPosition> places) {
    std::vector<PixelPosition> stated(places.begin(), places.end());
    if (e.positionScale != 1 || e.positionRotation_deg != 0) {
        PixelPosition centre{0, 0};
        for (const PixelPosition& p : places) centre.row += p.row, centre.col += p.col;
        centre.row /= static_cast<double>(places.size()), centre.col /= static_cast<double>(places.size());
        const double angle = e.positionRotation_deg * kPi / 180;
        const double along = e.positionScale * std::cos(angle), across = e.positionScale * std::sin(angle);
        for (PixelPosition& p : stated) {
            const double row = p.row - centre.row, col = p.col - centre.col;
            p = {centre.row + along * row - across * col, centre.col + across * row + along * col};
        }
    }
    if (!(e.positionError_px > 0)) return stated;
    ptycho::Random random(e.seed, kPositionStream);
    for (PixelPosition& p : stated) {
        p.row += e.positionError_px * drawNormal(random);
        p.col += e.positionError_px * drawNormal(random);
    }
    return stated;
}

Array<float, 2> backgroundPattern(const PtychoExperiment& e) {
    if (!(e.background > 0)) return {};
    const std::size_t n = e.size;
    const double width = static_cast<double>(n) / 4; // standard deviation
    std::vector<double> around(n);                   // along one axis, 1 on average
    for (std::size_t i = 0; i < n; ++i)
        around[i] = std::exp(-0.5 * std::pow((static_cast<double>(i) - static_cast<double>(n / 2)) / width, 2));
    const double mean = std::accumulate(around.begin(), around.end(), 0.0) / static_cast<double>(n);
    for (double& value : around) value /= mean;
    Array<float, 2> background({n, n});
    for (std::size_t r = 0; r < n; ++r)
        for (std::size_t c = 0; c < n; ++c)
            background(r, c) = static_cast<float>(e.background * (0.5 + 0.5 * around[r] * around[c]));
    return background;
}

std::vector<double> frameIntensities(const PtychoExperiment& e) {
    if (!(e.intensityDrift > 0)) return {};
    constexpr double kFillings = 5, kJitter = 0.1; // in a scan; of the loss from one to the next
    ptycho::Random random(e.seed, kIntensityStream);
    std::vector<double> intensities(e.frames);
    for (std::size_t i = 0; i < e.frames; ++i) {
        const double fillings = kFillings * static_cast<double>(i) / static_cast<double>(e.frames);
        const double lost = fillings - std::floor(fillings);
        const double jitter = std::clamp(kJitter * drawNormal(random), -4 * kJitter, 4 * kJitter);
        intensities[i] = 1 + e.intensityDrift * (jitter - lost);
    }
    const double mean =
        std::accumulate(intensities.begin(), intensities.end(), 0.0) / static_cast<double>(intensities.size());
    for (double& intensity : intensities) intensity /= mean;
    return intensities;
}

std::vector<double> pointSpread(double sigma_px) {
    const double half = sigma_px * sigma_px / 2;
    const auto reach = static_cast<std::size_t>(std::ceil(6 * sigma_px)) + 4; // 1e-8 of the light lies beyond
    std::vector<double> weights(reach + 1);
    double all = 0;
    for (std::size_t k = 0; k <= reach; ++k) {
        // The series of I_k: its largest terms are those around m = σ²/2.
        const auto terms = static_cast<std::size_t>(4 * half) + 40;
        for (std::size_t m = 0; m < terms; ++m) {
            const auto a = static_cast<double>(m), b = static_cast<double>(m + k);
            weights[k] += std::exp((a + b) * std::log(half) - std::lgamma(a + 1) - std::lgamma(b + 1) - 2 * half);
        }
        all += (k == 0 ? 1 : 2) * weights[k];
    }
    for (double& weight : weights) weight /= all;
    return weights;
}

void blurFrame(std::span<float> frame, std::span<const double> weights) {
    const auto n = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(frame.size()))));
    std::vector<double> line(n);
    const auto spread = [&](std::size_t first, std::size_t stride) {
        std::ranges::fill(line, 0.0);
        for (std::size_t i = 0; i < n; ++i) {
            const double counts = static_cast<double>(frame[first + i * stride]);
            line[i] += weights[0] * counts;
            for (std::size_t k = 1; k < weights.size(); ++k) {
                if (i >= k) line[i - k] += weights[k] * counts;
                if (i + k < n) line[i + k] += weights[k] * counts;
            }
        }
        for (std::size_t i = 0; i < n; ++i) frame[first + i * stride] = static_cast<float>(line[i]);
    };
    for (std::size_t r = 0; r < n; ++r) spread(r * n, 1);
    for (std::size_t c = 0; c < n; ++c) spread(c, n);
}

} // namespace ewald::sim
