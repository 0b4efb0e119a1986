// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibrate/calibrate.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace ewald::calibrate {
namespace {

/// What nobody could object to: five rings of 36 points each, seen all around.
Calibration flawless() {
    Calibration c;
    c.fit.beam = {0.2, 0.05, 0.05, 0.01, 0.01};
    c.fit.rms_px = 0.1;
    c.match.score = 0.9;
    c.match.hits = 9;
    c.match.expected = 10;
    c.otherScore = 0.1;
    c.share = 0.95;
    c.match.explained = 0.95;
    c.azimuth_deg = 360;
    for (std::size_t ring = 0; ring < 5; ++ring) {
        for (int sector = 0; sector < 36; ++sector) {
            RingPoint point;
            point.ring = ring;
            point.chi = (sector * 10 - 175) * 3.14159265 / 180;
            c.points.push_back(point);
            c.fit.pixels.push_back(sector % 2 == 0 ? 0.1 : -0.1);
            c.fit.weights.push_back(1);
        }
        c.rings.push_back({ring, 36, 0, 0.02, 0.1, 360});
    }
    c.fit.used = c.points.size();
    for (std::size_t k = 0; k < kBeamParameters; ++k) c.fit.covariance[k][k] = 1e-10;
    return c;
}

const std::vector<KnownRing> kRings(5);

void expectOneDoubt(const Calibration& c, const char* word) {
    const CalibrationVerdict verdict = verdictOf(c, kRings);
    EXPECT_EQ(verdict.trust, Trust::doubtful);
    ASSERT_EQ(verdict.reasons.size(), 1U);
    EXPECT_NE(verdict.reasons[0].problem.find(word), std::string::npos) << verdict.reasons[0].problem;
    EXPECT_FALSE(verdict.reasons[0].cure.empty());
}

TEST(CalibrationVerdict, NamesTheConditionThatFails) {
    const CalibrationVerdict good = verdictOf(flawless(), kRings);
    EXPECT_EQ(good.trust, Trust::good);
    EXPECT_TRUE(good.reasons.empty());
    Calibration c = flawless();
    c.fit.rms_px = 0.31;
    expectOneDoubt(c, "0.31 pixels");
    c = flawless();
    c.rings.resize(2);
    expectOneDoubt(c, "only 2 rings");
    c = flawless();
    c.azimuth_deg = 80;
    expectOneDoubt(c, "80°");
    c = flawless();
    c.match.explained = 0.5;
    expectOneDoubt(c, "50 %");
    c = flawless();
    c.likely = LikelyCalibrant{"Si", "Si", {}};
    c.match.score = 0.5;
    c.likely->match = {0.2, 0.2, 0.6, 8, 8, 1};
    expectOneDoubt(c, "8 of 8 of Si");
    c.likely->match.score = 0.59; // explains too little itself
    EXPECT_EQ(verdictOf(c, kRings).trust, Trust::good);
    c.match.score = 0.9;
    c.likely->match.score = 1; // hardly better
    EXPECT_EQ(verdictOf(c, kRings).trust, Trust::good);
    c = flawless();
    c.otherScore = 0.6;
    expectOneDoubt(c, "another distance");
    c = flawless();
    c.tiltFixed = true;
    expectOneDoubt(c, "tilt");
}

TEST(CalibrationVerdict, SeesTrendsThatTheScatterHides) {
    Calibration c = flawless(); // one ring off by a constant: a wrong index, or a wrong calibrant
    c.rings[4].mean_px = 0.5;
    expectOneDoubt(c, "trend");
    c = flawless(); // an ellipse that is left
    for (std::size_t i = 0; i < c.points.size(); ++i) c.fit.pixels[i] += 0.25 * std::cos(2 * c.points[i].chi);
    expectOneDoubt(c, "trend");
}

/// Rings at 0.2 m and 75 µm whose energy was wrong by 0.5 % in the calibration; the distance has followed them as far
/// as one number can: means of −0.06 to 0.08 pixels with little scatter.
TEST(CalibrationVerdict, TellsAnEnergyThatIsWrong) {
    Calibration c = flawless();
    c.pixel_m = 75e-6;
    std::vector<KnownRing> rings(5);
    const std::array<double, 5> angles = {0.08, 0.13, 0.18, 0.23, 0.28}; // 2θ, radians
    // measured − expected in pixels of D tan 2θ: λ (1 + δ) moves a ring by δ · 2 tan θ / cos² 2θ.
    double aa = 0, ab = 0;
    std::array<double, 5> a{}, b{};
    for (std::size_t i = 0; i < 5; ++i) {
        rings[i].twoTheta = angles[i];
        c.rings[i].meanSigma_px = 0.005;
        a[i] = 0.2 / 75e-6 * std::tan(angles[i]);
        b[i] = 0.2 / 75e-6 * 2 * std::tan(angles[i] / 2) / std::pow(std::cos(angles[i]), 2);
        aa += a[i] * a[i], ab += a[i] * b[i];
    }
    const auto verdictAt = [&](double change) {
        for (std::size_t i = 0; i < 5; ++i) c.rings[i].mean_px = change * (b[i] - ab / aa * a[i]);
        return verdictOf(c, rings);
    };
    EXPECT_EQ(verdictAt(0).trust, Trust::good);
    for (const double change : {0.005, -0.005}) {
        const CalibrationVerdict verdict = verdictAt(change);
        EXPECT_EQ(verdict.trust, Trust::doubtful);
        ASSERT_EQ(verdict.reasons.size(), 1U);
        // A longer wave is one of less energy.
        EXPECT_NE(verdict.reasons[0].problem.find(change > 0 ? "0.5 % lower fits" : "0.5 % higher fits"),
                  std::string::npos)
            << verdict.reasons[0].problem;
    }
    for (std::size_t i = 0; i < 5; ++i) c.rings[i].mean_px = i % 2 == 0 ? 0.1 : -0.1; // no energy does that
    EXPECT_EQ(verdictOf(c, rings).trust, Trust::good);
}

TEST(CalibrationVerdict, RefusesWhatIsNotThere) {
    Calibration c = flawless();
    c.match.score = 0.3; // neither peaks nor pixels speak for it
    c.share = 0.7;
    EXPECT_EQ(verdictOf(c, kRings).trust, Trust::refused);
    c.match.score = 0.1;
    c.share = 0.95; // no peaks: rings overlap, or are faint
    EXPECT_EQ(verdictOf(c, kRings).trust, Trust::doubtful);
    c.match.score = 0.5; // peaks by chance: the pixels are not explained
    c.share = 0.2;
    EXPECT_EQ(verdictOf(c, kRings).trust, Trust::refused);
    c = flawless();
    c.rings.resize(1);
    EXPECT_EQ(verdictOf(c, kRings).trust, Trust::refused);
    c = flawless();
    c.fit.used = 0;
    EXPECT_EQ(verdictOf(c, kRings).trust, Trust::refused);
    EXPECT_EQ(verdictOf(flawless(), {}).trust, Trust::refused);
}

TEST(CalibrationVerdict, SaysWhichValuesAreNotDetermined) {
    BeamFit fit = flawless().fit;
    for (std::size_t k = 0; k < kBeamParameters; ++k) EXPECT_TRUE(isDetermined(fit, k));
    fit.covariance[2][3] = fit.covariance[3][2] = 0.99e-10; // column and rot1 stand in for each other
    EXPECT_FALSE(isDetermined(fit, 2));
    EXPECT_FALSE(isDetermined(fit, 3));
    EXPECT_TRUE(isDetermined(fit, 1));
    fit.covariance[0][0] = 1; // ± 1 m
    EXPECT_FALSE(isDetermined(fit, 0));
    fit.covariance[4][4] = 0; // held
    EXPECT_FALSE(isDetermined(fit, 4));
}

} // namespace
} // namespace ewald::calibrate
