// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/model/tilt.h"

#include "base/array.h"
#include "base/error.h"
#include "base/units.h"
#include "compute/operations/fft.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>

namespace ewald::ptycho {
namespace {

const Basis kDetector = {{{0, -1, 0}, {-1, 0, 0}}};

SampleGeometry bragg(double tilt_deg, double direction_deg = 0, double detector_deg = 0,
                     double detectorDirection_deg = 0) {
    return {SampleKind::bragg, tilt_deg, direction_deg, detector_deg, detectorDirection_deg};
}

void expectNear(const Vector3& found, const Vector3& wanted, double bound) {
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(found[i], wanted[i], bound) << "component " << i;
}

TEST(Tilt, BeamsMovedByHandMeetTheSampleWhereTheyShould) {
    const Tilt tilt = makeTilt(kDetector, 1, 1, bragg(45));
    const double a = 3;
    struct Row {
        Vector3 moved, point;
        double propagation;
    };
    for (const Row& row : {Row{{a, 0, 0}, {a, 0, -a}, -a}, Row{{0, a, 0}, {0, a, 0}, 0}, Row{{0, 0, a}, {0, 0, 0}, -a},
                           Row{{a, 0, -a}, {a, 0, -a}, 0}}) {
        const Crossing found = crossingOf(tilt, row.moved);
        expectNear(found.point, row.point, 1e-14);
        EXPECT_NEAR(found.propagation_m, row.propagation, 1e-14);
    }
}

TEST(Tilt, StepsOfA45DegreeSampleAreThoseOfAHandDrawing) {
    // The detector in the beam: seen from it, a step in the sample is as long as one of the wave.
    const Tilt tilt = makeTilt(kDetector, 2, 3, bragg(45));
    expectNear(tilt.step[0], {0, -2, 0}, 1e-14);
    expectNear(tilt.step[1], {-3, 0, 3}, 1e-14);
    // A detector at 90 degrees towards x and a mirror to it: rows stay, and columns, which ran along −x before they
    // were turned, run along z and lie √2 as far apart in the mirror.
    const Tilt mirror = makeTilt(kDetector, 2, 3, {SampleKind::reflection, 0, 0, 90, 0});
    expectNear(mirror.normal, {-std::sqrt(0.5), 0, std::sqrt(0.5)}, 1e-14);
    expectNear(mirror.step[0], {0, -2, 0}, 1e-14);
    expectNear(mirror.step[1], {3, 0, 3}, 1e-14);
}

TEST(Tilt, AMirrorThatIsHitAtTooSmallAnAngleIsSaidToBeThat) {
    const auto problemOf = [](double detector_deg) -> std::string {
        try {
            static_cast<void>(makeTilt(kDetector, 1e-8, 1e-8, {SampleKind::reflection, 0, 0, detector_deg, 0}));
        } catch (const DataError& error) {
            return error.what();
        }
        return "none";
    };
    EXPECT_NE(problemOf(1).find("at a grazing angle of 0.5°"), std::string::npos) << problemOf(1);
    EXPECT_NE(problemOf(1).find("move the detector to 1.15° at least"), std::string::npos) << problemOf(1);
    EXPECT_NE(problemOf(0).find("the detector is in the beam"), std::string::npos) << problemOf(0);
    EXPECT_EQ(problemOf(1.15), "none") << "what the message asks for";
}

TEST(Tilt, WithoutOneStepsAndLengthsAreThoseOfTheFarFieldBitForBit) {
    const double height = 28.178e-9, width = 31.4e-9;
    for (const SampleGeometry& sample : {bragg(0), SampleGeometry{}}) {
        const Tilt tilt = makeTilt(kDetector, height, width, sample);
        EXPECT_EQ(tilt.step[0][1], -height);
        EXPECT_EQ(tilt.step[1][0], -width);
        const Crossing crossing = crossingOf(tilt, {-1.234e-6, 0.777e-6, 0});
        EXPECT_EQ(crossing.propagation_m, 0);
        const auto [row, col] = metresAlong(tilt, crossing.point);
        EXPECT_EQ(row, -0.777e-6);
        EXPECT_EQ(col, 1.234e-6);
    }
}

/// Steps of the sample and of the wave differ by what runs to the detector, and the phases of a pixel of the detector
/// grow by 2π/n from a row to the next and not from a column.
TEST(Tilt, StepsAreConjugateToTheDetectorsPixels) {
    const double wavelength = 0.3, distance = 500, pitch = 0.7;
    constexpr double kSide = 64;
    const double pixel = wavelength * distance / (kSide * pitch);
    const Basis oblique = {{{0.1, -0.9, 0.2}, {-1, 0.3, 0.4}}};
    for (const Basis& directions : {kDetector, oblique}) {
        const SampleGeometry sample = bragg(37, 25, 31, 140);
        const Tilt tilt = makeTilt(directions, pixel, pixel, sample);
        const Basis detector = turnedDetector(directions, sample);
        for (std::size_t c = 0; c < 2; ++c) {
            EXPECT_NEAR(dot(tilt.step[c], tilt.normal), 0, 1e-12);
            for (std::size_t a = 0; a < 2; ++a) {
                const double length = std::sqrt(dot(detector[a], detector[a]));
                const double turns = dot(tilt.step[c], detector[a]) / length * pitch / (wavelength * distance);
                EXPECT_NEAR(turns, a == c ? 1 / kSide : 0, 1e-14);
            }
        }
    }
}

TEST(Tilt, LengthsAlongStepsAreThoseOfAPoint) {
    const Tilt tilt = makeTilt({{{0.1, -0.9, 0.2}, {-1, 0.3, 0.4}}}, 2, 3, bragg(50, 70, 20, 10));
    Vector3 point{};
    for (std::size_t i = 0; i < 3; ++i) point[i] = 5.5 * tilt.step[0][i] - 7.25 * tilt.step[1][i];
    const auto [row, col] = metresAlong(tilt, point);
    EXPECT_NEAR(row, 5.5 * std::sqrt(dot(tilt.step[0], tilt.step[0])), 1e-12);
    EXPECT_NEAR(col, -7.25 * std::sqrt(dot(tilt.step[1], tilt.step[1])), 1e-12);
}

TEST(Tilt, WavesTurnAsTheirOwnVectorsSay) {
    const double wavelength = 0.2;
    const Tilt tilt = makeTilt(kDetector, 0.9, 1.3, bragg(40, 25, 15, 200));
    EXPECT_EQ(turnsPerMetre(tilt, wavelength, 0, 0), 0); // a plane wave of the beam only slides along it
    // Directions near the beam, and what is seen of them in the plane.
    for (const Vector3& way : {Vector3{0.1, 0.05, 0}, Vector3{-0.2, 0.1, 0}, Vector3{0.02, -0.3, 0}}) {
        const double z = std::sqrt(1 - way[0] * way[0] - way[1] * way[1]);
        const Vector3 change = {way[0] / wavelength, way[1] / wavelength, (z - 1) / wavelength}; // K − k, cycles
        const double found = turnsPerMetre(tilt, wavelength, dot(change, tilt.step[0]), dot(change, tilt.step[1]));
        EXPECT_NEAR(found, change[2], 1e-12 / wavelength);
    }
    // A pixel of a tenth of the wavelength has frequencies that no wave has.
    const Tilt fine = makeTilt(kDetector, 0.02, 0.02, bragg(0));
    EXPECT_EQ(turnsPerMetre(fine, wavelength, 0.5, 0), kEvanescent);
}

using Wide = std::complex<double>;

/// A Gaussian beam of waist 12 λ at the origin, without exp(ikz) (Siegman, Lasers, chapter 17; λ = 1).
Wide gaussianBeam(const Vector3& at) {
    constexpr double kWaist = 12, kRayleigh = kPi * kWaist * kWaist;
    const Wide q(at[2], -kRayleigh);
    return Wide(0, -kRayleigh) / q * std::exp(Wide(0, kPi) * (at[0] * at[0] + at[1] * at[1]) / q);
}

Array<Complex, 2> onPlane(const Tilt& tilt, std::size_t n, double along) {
    Array<Complex, 2> wave({n, n});
    for (std::size_t row = 0; row < n; ++row)
        for (std::size_t col = 0; col < n; ++col) {
            Vector3 at{0, 0, along};
            for (std::size_t i = 0; i < 3; ++i)
                at[i] += (static_cast<double>(row) - static_cast<double>(n / 2)) * tilt.step[0][i] +
                         (static_cast<double>(col) - static_cast<double>(n / 2)) * tilt.step[1][i];
            wave(row, col) = Complex(gaussianBeam(at));
        }
    return wave;
}

/// The beam is of the paraxial equation and its phases are single precision: measured 4.8e-5 to 1.4e-4; with the other
/// sign 0.31 to 0.78.
TEST(Tilt, PropagationGivesTheGaussianBeamOnADisplacedPlane) {
    constexpr std::size_t kSide = 128;
    const Tilt tilt = makeTilt(kDetector, 2, 2, bragg(45));
    const std::vector<float> table = turnsPerMetre(tilt, 1, kSide);
    for (const double along : {100.0, -200.0, 300.0}) {
        const Array<Complex, 2> wanted = onPlane(tilt, kSide, along);
        double errors[2];
        for (const int sign : {1, -1}) {
            Array<Complex, 2> wave = onPlane(tilt, kSide, 0);
            compute::fft2d(wave, compute::FftDirection::forward);
            for (std::size_t i = 0; i < wave.size(); ++i) {
                const float turns = table[i];
                wave.span()[i] *= std::isinf(turns)
                                      ? Complex(0)
                                      : Complex(std::polar(1.0, sign * 2 * kPi * along * static_cast<double>(turns)));
            }
            compute::fft2d(wave, compute::FftDirection::backward);
            double difference = 0, power = 0;
            for (std::size_t i = 0; i < wave.size(); ++i)
                difference += static_cast<double>(std::norm(wave.span()[i] - wanted.span()[i])),
                    power += static_cast<double>(std::norm(wanted.span()[i]));
            errors[sign > 0 ? 0 : 1] = std::sqrt(difference / power);
        }
        std::printf("dz %g wavelengths: error %.2g, with the other sign %.2g\n", along, errors[0], errors[1]);
        EXPECT_LT(errors[0], 1e-3);
        EXPECT_GT(errors[1], 0.2);
    }
}

TEST(Tilt, RefusesWhatRunsAlongTheSample) {
    EXPECT_THROW(static_cast<void>(makeTilt(kDetector, 1, 1, bragg(90))), DataError);
    EXPECT_THROW(static_cast<void>(makeTilt(kDetector, 1, 1, bragg(45, 180, 45))), DataError);
    EXPECT_THROW(static_cast<void>(makeTilt(kDetector, 1, 1, {SampleKind::reflection})), DataError);
    EXPECT_THROW(static_cast<void>(makeTilt({{{1, 0, 0}, {2, 0, 0}}}, 1, 1, bragg(0))), DataError);
}

} // namespace
} // namespace ewald::ptycho
