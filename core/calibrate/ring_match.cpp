// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibrate/ring_match.h"

#include "base/units.h"

#include <algorithm>
#include <cmath>

namespace ewald::calibrate {
namespace {

constexpr double kNearest_m = 0.03, kFarthest_m = 20;
constexpr double kStep = 3e-4; // of the logarithm of the distance
constexpr double kMostTwoTheta = 1.35;

double toleranceAt(double radius) { return std::max(2.0, 0.0025 * radius); }

} // namespace

std::vector<KnownRing> knownRings(const azint::Calibrant& calibrant, double wavelength_m) {
    std::vector<KnownRing> rings;
    double strongest = 0;
    for (const azint::Reflection& reflection : calibrant.reflections) {
        const double sine = wavelength_m * 1e10 / (2 * reflection.d_A);
        if (!(sine < 1)) continue;
        const double angle = 2 * std::asin(sine);
        if (angle > kPi / 2) continue;
        const double thermal = std::exp(-0.25 / (reflection.d_A * reflection.d_A));
        const double strength =
            std::max(1, reflection.multiplicity) * thermal / (sine * sine * std::sqrt(1 - sine * sine));
        strongest = std::max(strongest, strength);
        rings.push_back({angle, reflection.d_A, reflection.hkl, strength});
    }
    for (KnownRing& ring : rings) ring.strength /= strongest;
    std::ranges::sort(rings, {}, &KnownRing::twoTheta);
    return rings;
}

DistanceMatch matchAt(double distance_m, const std::vector<ProfilePeak>& peaks, const std::vector<KnownRing>& rings,
                      double pixel_m, double first, double last) {
    DistanceMatch match;
    match.distance_m = distance_m;
    const double width = last - first;
    if (peaks.empty() || !(width > 0)) return match;
    double weightSum = 0, gained = 0, possible = 0;
    double z = 0, zVariance = 0.25;
    double covered = 0; // of the profile by the tolerances of the rings
    std::size_t at = 0;
    thread_local std::vector<char> explained;
    explained.assign(peaks.size(), 0);
    thread_local std::vector<double> asked;
    asked.clear();
    for (const KnownRing& ring : rings) {
        if (ring.twoTheta > kMostTwoTheta) break;
        const double radius = distance_m * std::tan(ring.twoTheta) / pixel_m;
        if (radius < first) continue;
        if (radius > last) break;
        const double tolerance = toleranceAt(radius);
        while (at < peaks.size() && peaks[at].radius < radius - tolerance) ++at;
        bool hit = false;
        double nearest = 0;
        for (std::size_t j = at; j < peaks.size() && peaks[j].radius <= radius + tolerance; ++j) {
            if (!hit || std::abs(peaks[j].radius - radius) < std::abs(nearest - radius)) nearest = peaks[j].radius;
            hit = true;
            explained[j] = 1;
        }
        if (hit) asked.push_back(distance_m * nearest / radius);
        const double chance = 1 - std::exp(-static_cast<double>(peaks.size()) * 2 * tolerance / width);
        const double weight = std::sqrt(ring.strength);
        weightSum += weight;
        gained += weight * ((hit ? 1.0 : 0.0) - chance);
        possible += weight * (1 - chance);
        z += (hit ? 1.0 : 0.0) - chance;
        zVariance += chance * (1 - chance);
        covered += 2 * tolerance;
        ++match.expected;
        match.hits += hit ? 1 : 0;
    }
    if (match.expected == 0) return match;
    if (!asked.empty()) {
        const auto middle = asked.begin() + static_cast<std::ptrdiff_t>(asked.size() / 2);
        std::ranges::nth_element(asked, middle);
        match.ofHits_m = *middle;
    }
    const double q = 1 - std::exp(-covered / width);
    double heights = 0, got = 0, raw = 0;
    for (std::size_t j = 0; j < peaks.size(); ++j) {
        const double weight = std::sqrt(peaks[j].height);
        heights += weight;
        got += weight * ((explained[j] != 0 ? 1.0 : 0.0) - q);
        raw += explained[j] != 0 ? weight : 0;
    }
    match.explained = raw / heights;
    const double s1 = std::max(0.0, gained / possible);
    const double s2 = std::max(0.0, got / (heights * (1 - q)));
    match.score = z > 0 ? s1 * s2 * (1 - std::exp(-z / std::sqrt(zVariance) / 3)) : 0;
    return match;
}

std::vector<DistanceMatch> matchDistances(const std::vector<ProfilePeak>& peaks, const std::vector<KnownRing>& rings,
                                          double pixel_m, double first, double last, std::size_t most) {
    std::vector<DistanceMatch> all;
    for (double logarithm = std::log(kNearest_m); logarithm < std::log(kFarthest_m); logarithm += kStep)
        if (const DistanceMatch match = matchAt(std::exp(logarithm), peaks, rings, pixel_m, first, last);
            match.score > 0)
            all.push_back(match);
    // Of equal scores the larger distance: a small one packs more rings into the image and matches by chance.
    std::ranges::stable_sort(all, [](const DistanceMatch& a, const DistanceMatch& b) {
        return a.score != b.score ? a.score > b.score : a.distance_m > b.distance_m;
    });
    std::vector<DistanceMatch> best;
    for (const DistanceMatch& match : all) {
        if (best.size() == most) break;
        const bool isNew = std::ranges::none_of(best, [&](const DistanceMatch& other) {
            return std::abs(std::log(other.distance_m / match.distance_m)) < 0.01;
        });
        if (isNew) best.push_back(match);
    }
    for (DistanceMatch& match : best) match.distance_m = match.ofHits_m;
    return best;
}

} // namespace ewald::calibrate
