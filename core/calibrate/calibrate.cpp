// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibrate/calibrate.h"

#include "base/error.h"
#include "base/median.h"
#include "base/units.h"
#include "calibrate/ring_centre.h"
#include "calibrate/ring_likeness.h"
#include "calibrate/ring_pattern.h"
#include "calibrate/sharpness.h"
#include "compute/devices/parallel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace ewald::calibrate {
namespace {

constexpr std::size_t kVoteSide = 512, kSearchSide = 1024;
constexpr std::size_t kMostEdges = 20'000, kMostSamples = 60'000;
constexpr double kLeastShare = 0.5;                         // of what rings explain: less is not worth a fit
constexpr double kTimesShare = 1.15;                        // that of another geometry which is clearly better
constexpr int kPolish = 24;                                 // steps of Gauss and Newton
constexpr int kSteps = 130;                                 // of a simplex
constexpr std::size_t kEnoughPoints = 30, kEnoughRings = 4; // that have room

void checkStop(const RunControl& control) {
    if (control.stopRequested()) throw StoppedError();
}

/// A geometry to try, and what speaks for it.
struct Trial {
    Beam beam;
    double worth = 0;
};

void keepBest(std::vector<Trial>& trials, std::size_t most) {
    std::ranges::stable_sort(trials, std::greater{}, &Trial::worth);
    if (trials.size() > most) trials.resize(most);
}

class Search {
public:
    Search(const RingImage& image, const std::vector<KnownRing>& rings, const CalibrationHints& hints,
           const RunControl& control)
        : m_image(image), m_search(reduced(image, reductionTo(image, kSearchSide))), m_rings(rings), m_hints(hints),
          m_control(control), m_size_m(std::max(image.row_m.back(), image.col_m.back())),
          m_small(reduced(image, reductionTo(image, kVoteSide))), m_edges(edgesOf(m_small)),
          m_faint(typicalCounts(m_search)), m_flat(flattened(m_search, 24)),
          m_sharpness(m_search, m_flat, m_faint < 4 ? 4 * kMostSamples : kMostSamples),
          m_pattern(m_search, m_flat, rings, m_faint < 4 ? 4 * kMostSamples : kMostSamples) {}

    [[nodiscard]] Calibration run() {
        const std::vector<Trial> found = shapes();
        const std::vector<Trial> trials = distances(found);
        Calibration best;
        if (isClear(trials)) best = bestOf(trials);
        if (isProven(best) || found.empty()) return best;
        best = better(std::move(best), matchedSearch(patternsNear(found)));
        if (isProven(best)) return best;
        if (best.fit.used == 0 || !isClear(trials)) best = better(std::move(best), bestOf(trials));
        if (best.share < kLeastShare || verdictOf(best, m_rings).trust == Trust::refused)
            best = better(std::move(best), matchedSearch(patternsNear(shapesAlong(found.front().beam))));
        if (best.fit.used == 0 && !found.empty()) best.measured = peaksUnder(found.front().beam);
        return best;
    }

private:
    static std::vector<Edge> edgesOf(const RingImage& small) {
        // Single counts make edges of their own.
        const double smoothing = std::clamp(1.5 / std::sqrt(typicalCounts(small) + 1e-6), 1.0, 3.0);
        return strongestEdges(small, flattened(small, 12), smoothing, kMostEdges);
    }

    static double quality(const Calibration& c) {
        if (c.fit.used == 0) return 0;
        return 1 / (1 + c.fit.rms_px * c.fit.rms_px) * std::min(1.0, static_cast<double>(c.rings.size()) / 3);
    }

    [[nodiscard]] bool isProven(const Calibration& c) const {
        return c.share > kProvenShare && verdictOf(c, m_rings).trust != Trust::refused;
    }

    /// Of two, the one whose rings explain more of the image where that is a clear difference.
    [[nodiscard]] Calibration better(Calibration first, Calibration second) const {
        const bool firstIs = verdictOf(first, m_rings).trust != Trust::refused;
        const bool secondIs = verdictOf(second, m_rings).trust != Trust::refused;
        if (firstIs != secondIs) return firstIs ? first : second;
        if (first.share > kTimesShare * second.share) return first;
        if (second.share > kTimesShare * first.share) return second;
        return worthOf(second) > worthOf(first) ? second : first;
    }

    static double worthOf(const Calibration& c) { return c.match.score * quality(c); }

    [[nodiscard]] Calibration bestOf(const std::vector<Trial>& trials) const {
        Calibration best;
        for (std::size_t i = 0; i < trials.size(); ++i) {
            checkStop(m_control);
            Calibration one = refined(trials[i]);
            if (worthOf(one) > worthOf(best) || i == 0) best = std::move(one);
            if (i == 0 && isClear(trials) && best.fit.used > 0 && best.match.score > kClearScore) break;
        }
        return best;
    }

    [[nodiscard]] static bool isClear(const std::vector<Trial>& trials) {
        return !trials.empty() && trials[0].worth >= kClearScore &&
               (trials.size() < 2 || trials[0].worth >= kClearRatio * trials[1].worth);
    }

    /// Centre and tilt, at trial distances.
    [[nodiscard]] std::vector<Trial> shapes() const {
        std::vector<CentreGuess> guesses;
        if (m_hints.row_m && m_hints.col_m)
            guesses.push_back({*m_hints.row_m, *m_hints.col_m, 0});
        else
            guesses = voteForCentre(m_small, m_edges, 3);
        std::vector<double> distances;
        if (m_hints.distance_m)
            distances = {*m_hints.distance_m};
        else
            for (const double ratio : {0.4, 1.2, 3.6, 12.0}) distances.push_back(ratio * m_size_m);
        std::vector<Trial> trials; // in pairs: straight, and turned as the edges ask for
        for (const CentreGuess& guess : guesses)
            for (const double distance : distances)
                trials.insert(trials.end(), 2, {{distance, guess.row_m, guess.col_m, 0, 0}});
        forEach(trials, [this](Trial& trial, std::size_t i) {
            if (i % 2 == 1) trial.beam = fitDirections(m_edges, trial.beam, m_size_m).beam;
            trial.worth = m_sharpness.of(trial.beam);
        });
        keepBest(trials, 6);
        const auto sharpen = [this](double pixels, double radians, double ofDistance) {
            return [=, this](Trial& trial, std::size_t) {
                trial.beam = m_sharpness.sharpest(trial.beam, pixels * m_search.pixel_m, radians, ofDistance, kSteps);
                trial.worth = m_sharpness.of(trial.beam);
            };
        };
        forEach(trials, sharpen(4, 0.03, 0.15));
        keepBest(trials, 3);
        forEach(trials, sharpen(6, -0.05, -0.2)); // a simplex that has collapsed begins anew
        forEach(trials, [this](Trial& trial, std::size_t) {
            trial.beam = m_sharpness.polished(trial.beam, true, kPolish);
            trial.worth = m_sharpness.of(trial.beam);
        });
        return trials;
    }

    /// The trials are independent of each other: the same answers on any number of threads.
    template <class Body>
    void forEach(std::vector<Trial>& trials, const Body& body) const {
        compute::parallelFor(trials.size(), 0, [&](std::size_t i) {
            checkStop(m_control);
            body(trials[i], i);
        });
    }

    [[nodiscard]] MeasuredRings peaksUnder(const Beam& beam) const {
        const RingProfile profile = ringProfile(m_search, beam);
        MeasuredRings out{profilePeaks(profile), 0, static_cast<double>(profile.mean.size()), m_search.pixel_m};
        while (out.first < out.last && profile.pixels[static_cast<std::size_t>(out.first)] < 8) out.first += 1;
        while (out.last > out.first && profile.pixels[static_cast<std::size_t>(out.last) - 1] < 8) out.last -= 1;
        return out;
    }

    [[nodiscard]] std::vector<Likeness> likenesses(const Beam& beam, double nearest_m, double farthest_m,
                                                   std::size_t most) const {
        const RingProfile profile = ringProfile(m_search, beam);
        return ProfileLikeness(profile, m_rings, m_search.pixel_m, 0, static_cast<double>(profile.mean.size()))
            .best(nearest_m, farthest_m, most);
    }

    [[nodiscard]] std::vector<DistanceMatch> matches(const Beam& beam, std::size_t most) const {
        const MeasuredRings found = peaksUnder(beam);
        std::vector<DistanceMatch> all =
            matchDistances(found.peaks, m_rings, m_search.pixel_m, found.first, found.last, most);
        if (m_hints.distance_m)
            std::erase_if(all, [&](const DistanceMatch& match) {
                return std::abs(std::log(match.distance_m / *m_hints.distance_m)) > 0.3;
            });
        return all;
    }

    /// The same shapes with the distances that the rings ask for, best first.
    [[nodiscard]] std::vector<Trial> distances(const std::vector<Trial>& shapes) const {
        struct Pair {
            const Trial* shape;
            DistanceMatch match;
        };
        std::vector<Pair> pairs;
        for (const Trial& shape : shapes)
            for (const DistanceMatch& match : matches(shape.beam, 4)) pairs.push_back({&shape, match});
        std::vector<Trial> trials(pairs.size());
        forEach(trials, [&](Trial& trial, std::size_t i) {
            const auto& [shape, match] = pairs[i];
            trial = {withDistance(shape->beam, match.distance_m), match.score};
        });
        keepBest(trials, 12);
        return improved(trials);
    }

    /// Of trials, best first, one of each distance: the others are the same answer.
    [[nodiscard]] std::vector<Trial> improved(const std::vector<Trial>& trials) const {
        std::vector<Trial> best;
        for (const Trial& trial : trials)
            if (std::ranges::none_of(best, [&](const Trial& other) {
                    return std::abs(std::log(other.beam.distance_m / trial.beam.distance_m)) < 0.05;
                }))
                best.push_back(trial);
        keepBest(best, 5);
        forEach(best, [this](Trial& trial, std::size_t) { improve(trial); });
        keepBest(best, 5);
        return best;
    }

    /// About the sharpest shape at so many times the distance of one that is sharp.
    [[nodiscard]] Beam turnedFor(Beam beam, double factor) const {
        constexpr double kMostTilt = 1.1;
        beam.distance_m *= factor;
        const double turn = std::min(factor, kMostTilt / std::max(1e-9, std::hypot(beam.rot1, beam.rot2)));
        beam.rot1 *= turn;
        beam.rot2 *= turn;
        const Beam other = fitDirections(m_edges, beam, m_size_m, Distance::stays).beam;
        return m_sharpness.of(other) > m_sharpness.of(beam) ? other : beam;
    }

    /// The geometry next to one of these shapes whose rings explain most of the image, without asking for peaks.
    [[nodiscard]] Calibration matchedSearch(const std::vector<Trial>& trials) const {
        Calibration best;
        for (const Trial& trial : trials) {
            if (trial.worth < kLeastShare || trial.worth < best.share) break;
            Calibration one = refined(trial, true);
            if (one.share > best.share) best = std::move(one);
            if (isProven(best)) break;
        }
        return best;
    }

    /// Of shapes, each at the distance at which the profile looks most like that of the calibrant.
    [[nodiscard]] std::vector<Trial> patternsNear(std::vector<Trial> trials) const {
        forEach(trials, [this](Trial& trial, std::size_t) {
            // Distance for the shape, then shape for the distance.
            double factor = m_hints.distance_m ? 1.33 : 2;
            for (int round = 0; round < 4; ++round) {
                const double near_m = trial.beam.distance_m;
                const std::vector<Likeness> best = likenesses(trial.beam, near_m / factor, near_m * factor, 1);
                if (best.empty() || (round > 0 && best.front().correlation < trial.worth)) return;
                trial.worth = best.front().correlation;
                trial.beam = withDistance(trial.beam, best.front().distance_m);
                trial.beam = m_sharpness.polished(trial.beam, false, kPolish / 2);
                factor = 1.1;
            }
        });
        keepBest(trials, 5);
        forEach(trials, [this](Trial& trial, std::size_t) {
            constexpr double kHopeless = 0.2;
            for (const double width_px : {4.0, 3.0, 2.0, 1.5}) {
                trial.beam = m_pattern.best(trial.beam, width_px, 3 * m_search.pixel_m, 0.02, 0.01, kSteps);
                trial.worth = shareOf(trial.beam);
                if (trial.worth < kHopeless) break;
            }
        });
        keepBest(trials, 2);
        return trials;
    }

    /// How much of what any rings explain of the image those of the calibrant do.
    [[nodiscard]] double shareOf(const Beam& beam) const {
        double best = 0;
        for (const double width_px : {1.0, 1.4, 2.0, 2.8, 4.0}) best = std::max(best, m_pattern.of(beam, width_px));
        return best / std::max(1e-3, m_sharpness.of(beam));
    }

    /// The same shape at all distances: the shape of the one is a start for the next. A strong tilt at a distance looks
    /// nearly like a smaller one at a smaller distance, and the sharpness cannot tell them apart; still, the rings of
    /// the wrong one do not lie where the calibrant has them.
    [[nodiscard]] std::vector<Trial> shapesAlong(const Beam& shape) const {
        constexpr double kStep = 1.06;
        const double nearest_m = m_hints.distance_m ? 0.75 * *m_hints.distance_m : 0.25 * m_size_m;
        const double farthest_m = m_hints.distance_m ? 1.33 * *m_hints.distance_m : 8 * m_size_m;
        std::array<std::vector<Trial>, 2> found; // nearer, farther
        compute::parallelFor(found.size(), 0, [&](std::size_t i) {
            const bool farther = i == 1;
            Beam beam = shape;
            while (farther ? beam.distance_m < farthest_m : beam.distance_m > nearest_m) {
                checkStop(m_control);
                beam = turnedFor(beam, farther ? kStep : 1 / kStep);
                beam = m_sharpness.polished(beam, false, kPolish / 2);
                found[i].push_back({beam, 0});
            }
        });
        std::vector<Trial> trials = std::move(found[0]);
        trials.insert(trials.end(), found[1].begin(), found[1].end());
        return trials;
    }

    /// The shape at another distance: what a tilt does to rings goes with tilt/distance as long as it is small, with
    /// the square of the tilt where it is not, and the edges know.
    [[nodiscard]] Beam withDistance(const Beam& shape, double distance_m) const {
        Beam same = shape;
        same.distance_m = distance_m;
        Beam scaled = same;
        const double most = 0.8 / std::max(1e-9, std::hypot(shape.rot1, shape.rot2));
        const double ratio = std::min(distance_m / shape.distance_m, most);
        scaled.rot1 *= ratio;
        scaled.rot2 *= ratio;
        Beam best = same;
        double sharpest = m_sharpness.of(same);
        for (Beam other :
             {scaled, fitDirections(m_edges, same, m_size_m).beam, fitDirections(m_edges, scaled, m_size_m).beam}) {
            other.distance_m = distance_m;
            if (const double value = m_sharpness.of(other); value > sharpest) {
                sharpest = value;
                best = other;
            }
        }
        return best;
    }

    /// Shape for the distance, then distance for the shape.
    void improve(Trial& trial) const {
        for (int round = 0; round < 2; ++round) {
            trial.beam = m_sharpness.sharpest(trial.beam, 2 * m_search.pixel_m, 0.02, 0, 80);
            if (!match(trial, 1.06)) return;
        }
    }

    /// The distance that the rings of the trial's shape ask for, at most so many times larger or smaller than its own,
    /// and its worth. \returns whether there is one; else both stay
    bool match(Trial& trial, double factor) const {
        const MeasuredRings found = peaksUnder(trial.beam);
        const double most = std::log(factor);
        DistanceMatch best;
        for (double change = -most; change <= most; change += 5e-4) {
            const DistanceMatch match = matchAt(trial.beam.distance_m * std::exp(change), found.peaks, m_rings,
                                                m_search.pixel_m, found.first, found.last);
            if (match.score > best.score) best = match;
        }
        if (!(best.score > 0)) return false;
        trial.worth = best.score;
        trial.beam.distance_m = best.ofHits_m;
        return true;
    }

    /// Rounds of finding points and fitting, on the reduced image until the geometry stands, then on the whole one.
    [[nodiscard]] Calibration refined(const Trial& trial, bool groups = false) const {
        Calibration c;
        Beam beam = trial.beam;
        double error_px = 1.5; // of where a ring is expected
        double width_px = 1.5;
        const bool same = m_search.rows == m_image.rows;
        const int rounds = same ? 7 : 5;
        for (int round = 0; round < rounds + (same ? 0 : 2); ++round) {
            checkStop(m_control);
            const RingImage& image = round < rounds ? m_search : m_image;
            if (round == rounds) { // pixels are smaller from here on
                const double factor = m_search.pixel_m / m_image.pixel_m;
                error_px *= factor;
                width_px *= factor;
            }
            PointSearch search;
            search.reach_px = std::max({4.0, 3 * error_px, 4.5 * width_px});
            // Rings that have room first; where there are none, those that are close.
            search.leastGap_px = std::max({5.0, 3 * error_px, 6 * width_px});
            for (int narrower = 0; narrower < 3; ++narrower) {
                c.points = findRingPoints(image, beam, m_rings, search);
                if (c.points.size() >= kEnoughPoints && ringsOf(c.points) >= kEnoughRings) break;
                search.leastGap_px *= 0.7;
            }
            if (groups && (c.points.size() < kEnoughPoints || ringsOf(c.points) < kEnoughRings)) {
                search.groups = true;
                search.width_px = width_px;
                search.leastGap_px = std::max({5.0, 3 * error_px, 6 * width_px});
                std::vector<RingPoint> points = findRingPoints(image, beam, m_rings, search);
                if (points.size() > c.points.size()) c.points = std::move(points);
            }
            if (c.points.size() < 8) return {};
            c.fit = fitBeam(c.points, m_rings, beam, image.pixel_m);
            c.tiltFixed = std::max(c.fit.sigma(3), c.fit.sigma(4)) > 0.05 || tiltOf(c.fit.beam) > 1.2;
            if (c.tiltFixed) {
                Beam straight = trial.beam;
                straight.rot1 = straight.rot2 = 0;
                c.fit = fitBeam(c.points, m_rings, straight, image.pixel_m, {true, true, true, false, false});
            }
            beam = c.fit.beam;
            std::vector<double> widths;
            for (const RingPoint& point : c.points)
                widths.push_back(point.ringWidth * beam.distance_m / image.pixel_m /
                                 std::pow(std::cos(m_rings[point.ring].twoTheta), 2));
            width_px = medianOf(std::move(widths));
            error_px = std::max(0.5, std::min(2 * c.fit.rms_px, 0.7 * error_px));
        }
        c.pixel_m = m_image.pixel_m;
        c.share = shareOf(beam);
        summarise(c);
        c.measured = peaksUnder(beam);
        c.match =
            matchAt(beam.distance_m, c.measured.peaks, m_rings, m_search.pixel_m, c.measured.first, c.measured.last);
        for (const DistanceMatch& other : matches(beam, 4))
            if (std::abs(std::log(other.distance_m / beam.distance_m)) > 0.02)
                c.otherScore = std::max(c.otherScore, other.score);
        return c;
    }

    /// How many rings there are points of. These come ring by ring.
    static std::size_t ringsOf(const std::vector<RingPoint>& points) {
        std::size_t rings = 0;
        for (std::size_t i = 0; i < points.size(); ++i) rings += i == 0 || points[i].ring != points[i - 1].ring ? 1 : 0;
        return rings;
    }

    static void summarise(Calibration& c) {
        for (const RingMean& mean : meansOfRings(c.points, c.fit.pixels, c.fit.weights)) c.rings.push_back({mean, 0});
        std::map<std::size_t, double> azimuth_deg;
        std::set<int> seen; // of 180 sectors
        for (std::size_t i = 0; i < c.points.size(); ++i) {
            if (c.fit.weights[i] == 0) continue;
            azimuth_deg[c.points[i].ring] += c.points[i].width * 180 / kPi;
            const double half = c.points[i].width / 2;
            for (double chi = c.points[i].chi - half; chi < c.points[i].chi + half - 1e-6; chi += kPi / 90)
                seen.insert(static_cast<int>(std::floor((chi + kPi) / (kPi / 90) + 1e-6)));
        }
        for (RingSummary& ring : c.rings) ring.azimuth_deg = azimuth_deg[ring.ring];
        c.azimuth_deg = std::min(360.0, 2.0 * static_cast<double>(seen.size()));
    }

    const RingImage& m_image;
    RingImage m_search;
    const std::vector<KnownRing>& m_rings;
    const CalibrationHints& m_hints;
    const RunControl& m_control;
    double m_size_m;
    RingImage m_small; ///< for the vote
    std::vector<Edge> m_edges;
    double m_faint;            ///< counts of a pixel
    std::vector<float> m_flat; ///< for the sharpness
    Sharpness m_sharpness;
    RingPattern m_pattern;
};

} // namespace

Calibration calibrate(const RingImage& image, const std::vector<KnownRing>& rings, const CalibrationHints& hints,
                      const RunControl& control) {
    Calibration result;
    if (image.validPixels() >= 1000 && !rings.empty()) {
        result = Search(image, rings, hints, control).run();
        constexpr double kAll = 0.9;
        const DistanceMatch& match = result.match;
        if (result.fit.used == 0 || match.explained < kAll ||
            static_cast<double>(match.hits) < kAll * static_cast<double>(match.expected)) {
            const double wavelength_m = 2e-10 * rings.front().d_A * std::sin(rings.front().twoTheta / 2);
            const double near_m =
                match.score >= kClearScore ? result.fit.beam.distance_m : hints.distance_m.value_or(0);
            result.likely = likelyCalibrant(result.measured, wavelength_m, near_m);
        }
    }
    result.verdict = verdictOf(result, rings);
    return result;
}

} // namespace ewald::calibrate
