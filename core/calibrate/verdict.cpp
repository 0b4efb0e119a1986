// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "base/units.h"
#include "calibrate/calibrate.h"

#include <algorithm>
#include <cmath>

namespace ewald::calibrate {
namespace {

constexpr double kLargestRms_px = 0.3;
constexpr double kHopelessRms_px = 0.5; // of rings that are hardly there
constexpr double kLargestTrend_px = 0.15;
constexpr std::size_t kFewestRings = 3;
constexpr double kLeastAzimuth_deg = 90;
constexpr double kLeastScore = 0.15;
constexpr double kLeastExplained = 0.75;
constexpr double kLargestCorrelation = 0.98;

/// Mean square of means beyond what their errors explain.
class Excess {
public:
    void add(double mean, double sigma) {
        m_sum += mean * mean - sigma * sigma;
        m_count += 1;
    }
    [[nodiscard]] double root() const { return m_count > 0 ? std::sqrt(std::max(0.0, m_sum / m_count)) : 0; }

private:
    double m_sum = 0, m_count = 0;
};

/// Of the means of the rings, pixels.
double trendOfRings(const Calibration& c) {
    Excess excess;
    for (const RingSummary& ring : c.rings)
        if (ring.points >= 5) excess.add(ring.mean_px, ring.meanSigma_px);
    return excess.root();
}

/// Of the means of sectors of 30° over all rings, pixels.
double trendOfAzimuth(const Calibration& c) {
    constexpr std::size_t kSectors = 12;
    double sum[kSectors] = {}, squares[kSectors] = {}, count[kSectors] = {};
    for (std::size_t i = 0; i < c.points.size(); ++i) {
        if (c.fit.weights[i] == 0) continue;
        const auto sector = static_cast<std::size_t>(std::clamp((c.points[i].chi + kPi) / (2 * kPi), 0.0, 0.9999) *
                                                     static_cast<double>(kSectors));
        sum[sector] += c.fit.pixels[i];
        squares[sector] += c.fit.pixels[i] * c.fit.pixels[i];
        count[sector] += 1;
    }
    Excess excess;
    for (std::size_t s = 0; s < kSectors; ++s) {
        if (count[s] < 5) continue;
        const double mean = sum[s] / count[s];
        const double variance = (squares[s] / count[s] - mean * mean) * count[s] / (count[s] - 1);
        excess.add(mean, std::sqrt(variance / count[s]));
    }
    return excess.root();
}

CalibrationVerdict refusal(std::string problem, std::string cure) {
    return {Trust::refused, {{std::move(problem), std::move(cure)}}};
}

} // namespace

bool isDetermined(const BeamFit& fit, std::size_t parameter) {
    const double sigma = fit.sigma(parameter);
    if (!(sigma > 0) || !std::isfinite(sigma)) return false;
    for (std::size_t other = 0; other < kBeamParameters; ++other)
        if (other != parameter && std::abs(fit.correlation(parameter, other)) > kLargestCorrelation) return false;
    // A distance that is smaller than its error is unknown; a beam position or tilt near zero is not.
    return parameter != 0 || sigma < fit.beam.distance_m;
}

CalibrationVerdict verdictOf(const Calibration& c, const std::vector<KnownRing>& rings) {
    if (rings.empty())
        return refusal(translatable("the wavelength is too long for any ring of the calibrant"),
                       translatable("check energy and calibrant"));
    if (c.fit.used == 0)
        return refusal(translatable("no distance makes the rings of the calibrant lie on those of the image"),
                       translatable("check calibrant and energy, mask what is no ring, or give distance_m, "
                                    "beam_centre_row and beam_centre_col roughly"));
    const bool unlikely = c.score < kClearScore && (c.fit.rms_px > kHopelessRms_px || c.score < c.otherScore / 2);
    if (c.score < kLeastScore || c.rings.size() < 2 || unlikely)
        return refusal(
            phrase("the image does not show this calibrant: %1 of its rings were found, and it explains %2 % "
                   "of the rings of the image",
                   c.rings.size(), numberText(100 * c.explained, 2)),
            translatable("choose the calibrant that was measured, and check the energy"));
    CalibrationVerdict verdict{Trust::good, {}};
    const auto doubt = [&](std::string problem, std::string cure) {
        verdict.trust = Trust::doubtful;
        verdict.reasons.push_back({std::move(problem), std::move(cure)});
    };
    if (c.explained < kLeastExplained)
        doubt(phrase("the calibrant has only %1 % of the rings of the image", numberText(100 * c.explained, 2)),
              translatable("check that nothing else was measured with it, or choose another calibrant"));
    if (c.score < kClearScore || c.score < kClearRatio * c.otherScore)
        doubt(translatable("another distance fits almost as well"),
              translatable("give the rough distance as distance_m, or check the calibrant"));
    if (!(c.fit.rms_px < kLargestRms_px))
        doubt(phrase("points lie %1 pixels (r.m.s.) off their rings, more than 0.3", numberText(c.fit.rms_px, 2)),
              translatable("mask spots and shadows, or measure longer; a distorted detector has such errors, too"));
    const double trend = std::max(trendOfRings(c), trendOfAzimuth(c));
    if (trend > kLargestTrend_px)
        doubt(phrase("what is left has a trend of %1 pixels", numberText(trend, 2)),
              translatable("check the calibrant and the pixel size; parallax and a distorted detector make trends"));
    if (c.rings.size() < kFewestRings)
        doubt(phrase("only %1 rings were found", c.rings.size()),
              translatable("bring the detector nearer, use a higher energy, or a calibrant with more rings"));
    if (c.azimuth_deg < kLeastAzimuth_deg)
        doubt(phrase("the rings are seen over %1° of azimuth only", numberText(c.azimuth_deg, 3)),
              translatable("move the detector so that it sees more of them"));
    if (c.tiltFixed)
        doubt(translatable("the tilt is not determined and was set to zero"),
              translatable("bring the detector nearer, or measure more of the azimuth"));
    return verdict;
}

} // namespace ewald::calibrate
