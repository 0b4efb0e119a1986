// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/sensor.h"

#include "azint_test_util.h"
#include "base/error.h"
#include "base/units.h"

namespace ewald::azint {
namespace {

TEST(Sensor, AttenuationIsThatOfTheTable) {
    // NIST: silicon 33.89 cm²/g at 10 keV, 2.329 g/cm³: 78.93 /cm.
    EXPECT_NEAR(attenuation_perMetre("Si", 10), 7893.0, 1);
    // Between two entries along a power law: at √(10·15) keV the geometric mean of 33.89 and 10.34.
    EXPECT_NEAR(attenuation_perMetre("si", std::sqrt(150.0)), 100 * 2.329 * std::sqrt(33.89 * 10.34), 1);
    // At the K edge of tellurium (31.8138 keV) the attenuation of CdTe jumps up; it falls again behind it.
    EXPECT_GT(attenuation_perMetre("CdTe", 32), 1.2 * attenuation_perMetre("CdTe", 31.8));
    EXPECT_GT(attenuation_perMetre("CdTe", 32), attenuation_perMetre("CdTe", 40));
    EXPECT_GT(attenuation_perMetre("Ge", 1000), 0);
    EXPECT_THROW((void)attenuation_perMetre("Pb", 10), JobError);
    EXPECT_THROW((void)attenuation_perMetre("Si", 0.5), JobError);
    EXPECT_THROW((void)attenuation_perMetre("Si", std::nan("")), JobError);
}

TEST(Sensor, TransmissionFollowsLambertAndBeer) {
    // 320 µm of silicon at 20 keV: exp(−4.464 · 2.329 · 0.032) = 0.717
    EXPECT_NEAR(sensorTransmission({"Si", 320e-6}, 20), 0.7170, 1e-4);
    EXPECT_EQ(sensorTransmission({"Si", 0}, 20), 0);
}

TEST(Sensor, AThickSensorShiftsByThePenetrationDepth) {
    // 45°, μ = 1000 /m: 1 mm along the ray, 0.7071 mm along the surface.
    EXPECT_NEAR(parallaxShift_m(1000, 0, 1), 0.70711e-3, 1e-8);
    EXPECT_NEAR(parallaxShift_m(1000, 1, 1), 0.70711e-3, 1e-8); // a metre is as good as infinite
    EXPECT_EQ(parallaxShift_m(1000, 1e-3, 0), 0);
}

TEST(Sensor, AThinSensorShiftsByHalfItsDepth) {
    // It absorbs evenly: half the thickness times tan α. 1 µm at μ = 1 /m, 60°.
    EXPECT_NEAR(parallaxShift_m(1, 1e-6, std::sqrt(3.0)), 0.5e-6 * std::sqrt(3.0), 1e-12);
    EXPECT_NEAR(parallaxShift_m(1e-3, 1e-6, 1), 0.5e-6, 1e-12);
    // And in between, by hand: μt/cos α = 1 at 45°: sin α/μ · (1 − 1/(e − 1)) = 0.70711e-3 · 0.41802
    EXPECT_NEAR(parallaxShift_m(1000, std::sqrt(0.5) * 1e-3, 1), 0.70711e-3 * 0.418023, 1e-8);
}

Poni withSensor() {
    Poni poni = test::simplePoni(0.001, 0.002, 1e-4, 0.1);
    poni.wavelength_m = wavelengthFromEnergy(30);
    poni.parallax = true;
    poni.sensor = Sensor{"Si", 1e-3};
    return poni;
}

TEST(Parallax, APixelStandsForRaysThatEnterNearerToTheBeam) {
    const Geometry corrected(withSensor(), 1000, 1000);
    // Column 920: 0.09 m from the point of normal incidence. The rays counted there enter at 0.09 − shift, where shift
    // is that of their own angle.
    const ImagePoint point{10, 920};
    const LabPoint entry = corrected.position(point);
    const double attenuation = attenuation_perMetre("Si", 30);
    EXPECT_NEAR(entry.x + parallaxShift_m(attenuation, 1e-3, entry.x / 0.1), 0.09, 1e-12);
    EXPECT_LT(entry.x, 0.09 - 2e-4); // half a millimetre thick on average, 42°: a few pixels
    EXPECT_NEAR(entry.y, 0, 1e-12);
    EXPECT_NEAR(entry.z, 0.1, 1e-12);
    // Under the beam nothing changes.
    EXPECT_NEAR(corrected.position({10, 20}).x, 0, 1e-12);
    // The way back finds the pixel again.
    const auto back = corrected.imagePoint(corrected.twoTheta({700, 850}), corrected.chi({700, 850}));
    ASSERT_TRUE(back);
    EXPECT_NEAR(back->row, 700, 1e-6);
    EXPECT_NEAR(back->col, 850, 1e-6);
}

TEST(Parallax, NeedsASensorAndAWavelength) {
    Poni poni = withSensor();
    poni.sensor.reset();
    EXPECT_THROW(Geometry(poni, 10, 10), JobError);
    poni = withSensor();
    poni.wavelength_m.reset();
    EXPECT_THROW(Geometry(poni, 10, 10), JobError);
    poni = withSensor();
    poni.sensor->material = "paper";
    EXPECT_THROW(Geometry(poni, 10, 10), JobError);
    poni.parallax = false;
    EXPECT_NO_THROW(Geometry(poni, 10, 10));
}

TEST(Normalization, ASlantedRayIsCountedMoreOften) {
    Corrections corrections;
    corrections.solidAngle = false;
    corrections.sensorTransmission = 0.5;
    // 0.1 m away, pixels of 0.1 mm: column 2000's centre is at 0.20005 m − 0.10005 m = 0.1 m: 45°.
    const Geometry geometry(test::simplePoni(0.00005, 0.10005), 1, 2001);
    const auto norm = normalizationOf(geometry, corrections, 1);
    EXPECT_FLOAT_EQ(norm[1000], 1.0F);
    // (1 − 0.5^√2) / 0.5
    EXPECT_NEAR(norm[2000], 1.249572, 2e-6);
    corrections.sensorTransmission = 0;
    EXPECT_FLOAT_EQ(normalizationOf(geometry, corrections, 1)[2000], 1.0F);
    corrections.sensorTransmission = 1;
    EXPECT_THROW((void)normalizationOf(geometry, corrections, 1), JobError);
}

} // namespace
} // namespace ewald::azint
