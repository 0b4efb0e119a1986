// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "base/units.h"
#include "calibrate/calibrate.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace ewald::calibrate {
namespace {

constexpr double kLargestRms_px = 0.3;
constexpr double kLargestTrend_px = 0.15;
constexpr std::size_t kFewestRings = 3;
constexpr double kLeastAzimuth_deg = 90;
constexpr double kLeastExplained = 0.75;
constexpr double kLargestCorrelation = 0.98;
constexpr double kSureScore = 0.6, kBetterScore = 1.2; // of another calibrant, and times that of this one

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
        if (count[s] < Excess::kFewestPoints) continue;
        const double mean = sum[s] / count[s];
        const double variance = (squares[s] / count[s] - mean * mean) * count[s] / (count[s] - 1);
        excess.add(mean, std::sqrt(variance / count[s]));
    }
    return excess.root();
}

/// What the means of the rings say of the wavelength: that of a distance follows every ring by tan 2θ, and what another
/// wavelength would do beside it is left, 2 tan θ / cos² 2θ.
struct WavelengthTrend {
    double change = 0; ///< of the wavelength, relative, that would take the trend away
    double sigma = 0;
    double before_px = 0, after_px = 0; ///< r.m.s. of the means, without and with it
};

/// Absent where rings are too few to tell. By two unknowns, weighted least squares.
std::optional<WavelengthTrend> wavelengthTrend(const Calibration& c, const std::vector<KnownRing>& rings) {
    constexpr std::size_t kFewest = 5;
    constexpr double kLeastSigma_px = 0.01; // shapes of rings shift their means by as much
    double aa = 0, ab = 0, bb = 0, ay = 0, by = 0, yy = 0, weights = 0;
    std::size_t used = 0;
    for (const RingSummary& ring : c.rings) {
        if (ring.points < kFewest || ring.ring >= rings.size()) continue;
        const double twoTheta = rings[ring.ring].twoTheta, scale = c.fit.beam.distance_m / c.pixel_m;
        const double a = scale * std::tan(twoTheta);
        const double b = scale * 2 * std::tan(twoTheta / 2) / std::pow(std::cos(twoTheta), 2);
        const double w = 1 / (std::pow(ring.meanSigma_px, 2) + kLeastSigma_px * kLeastSigma_px), y = ring.mean_px;
        aa += w * a * a, ab += w * a * b, bb += w * b * b, ay += w * a * y, by += w * b * y, yy += w * y * y;
        weights += w;
        ++used;
    }
    const double determinant = aa * bb - ab * ab;
    if (used < kFewest || !(c.pixel_m > 0) || !(determinant > 1e-12 * aa * bb)) return std::nullopt;
    const double first = (bb * ay - ab * by) / determinant, second = (aa * by - ab * ay) / determinant;
    const double left = std::max(0.0, yy - first * ay - second * by);
    WavelengthTrend trend;
    trend.change = second;
    trend.sigma = std::sqrt(aa / determinant * std::max(1.0, left / static_cast<double>(used - 2)));
    trend.before_px = std::sqrt(yy / weights), trend.after_px = std::sqrt(left / weights);
    return trend;
}

/// Another calibrant that explains the image, and clearly better than the one that was named; null where there is none.
const LikelyCalibrant* betterCalibrant(const Calibration& c) {
    if (!c.likely || c.likely->match.score < std::max(kSureScore, kBetterScore * c.match.score)) return nullptr;
    return &*c.likely;
}

CalibrationVerdict refusal(std::string problem, std::string cure, const LikelyCalibrant* better = nullptr) {
    return {Trust::refused,
            {{std::move(problem), std::move(cure)}},
            better != nullptr ? std::optional(*better) : std::nullopt};
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
    const LikelyCalibrant* const better = betterCalibrant(c);
    const std::string others =
        better ? phrase("choose the calibrant that was measured (the rings lie like those of %1), and check the energy",
                        better->label)
               : std::string();
    if (c.fit.used == 0)
        return refusal(translatable("no distance makes the rings of the calibrant lie on those of the image"),
                       better ? others
                              : translatable("check calibrant and energy, mask what is no ring, or give distance_m, "
                                             "beam_centre_row and beam_centre_col roughly"),
                       better);
    const double score = c.match.score, explained = c.match.explained;
    const bool unlikely = score < kClearScore && c.share < kProvenShare; // neither peaks nor pixels speak for it
    const bool disproven = score < kSureScore && c.share < kDisprovenShare;
    if (c.rings.size() < 2 || unlikely || disproven)
        return refusal(
            phrase("the image does not show this calibrant: %1 of its rings were found, and it explains %2 % "
                   "of the rings of the image",
                   c.rings.size(), numberText(100 * explained, 2)),
            better ? others : translatable("choose the calibrant that was measured, and check the energy"), better);
    CalibrationVerdict verdict{Trust::good, {}};
    if (better) verdict.better = *better;
    const auto doubt = [&](std::string problem, std::string cure) {
        verdict.trust = Trust::doubtful;
        verdict.reasons.push_back({std::move(problem), std::move(cure)});
    };
    if (explained < kLeastExplained)
        doubt(phrase("the calibrant has only %1 % of the rings of the image", numberText(100 * explained, 2)),
              translatable("check that nothing else was measured with it, or choose another calibrant"));
    if (better)
        doubt(phrase("%1 of %2 rings of this calibrant are in the image, and %3 of %4 of %5", c.match.hits,
                     c.match.expected, better->match.hits, better->match.expected, better->label),
              translatable("check which calibrant was measured: a wrong one makes the distance wrong"));
    if (score < kClearScore || score < kClearRatio * c.otherScore)
        doubt(translatable("another distance fits almost as well"),
              translatable("give the rough distance as distance_m, or check the calibrant"));
    if (!(c.fit.rms_px < kLargestRms_px))
        doubt(phrase("points lie %1 pixels (r.m.s.) off their rings, more than 0.3", numberText(c.fit.rms_px, 2)),
              translatable("mask spots and shadows, or measure longer; a distorted detector has such errors, too"));
    const double trend = std::max(excessOf(c.rings).root(), trendOfAzimuth(c));
    if (trend > kLargestTrend_px)
        doubt(phrase("what is left has a trend of %1 pixels", numberText(trend, 2)),
              translatable("check the calibrant and the pixel size; parallax and a distorted detector make trends"));
    // A smaller trend than the one above, which is that of a wrong wavelength and of little else.
    constexpr double kCertain = 5, kTimesLess = 2.5, kLeastChange = 2e-3, kLeast_px = 0.04;
    if (const auto found = wavelengthTrend(c, rings);
        found && std::abs(found->change) > std::max(kLeastChange, kCertain * found->sigma) &&
        found->before_px > std::max(kLeast_px, kTimesLess * found->after_px))
        doubt(phrase(found->change > 0 ? translatable("an energy that is %1 % lower fits better: means of rings lie %2 "
                                                      "pixels off (r.m.s.), and %3 with it")
                                       : translatable("an energy that is %1 % higher fits better: means of rings lie "
                                                      "%2 pixels off (r.m.s.), and %3 with it"),
                     numberText(100 * std::abs(found->change), 2), numberText(found->before_px, 2),
                     numberText(found->after_px, 2)),
              translatable("check the energy: a wrong one makes the distance wrong by as much"));
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
