// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/geometry.h"

#include "azint/calibrant.h"
#include "azint_test_util.h"
#include "base/error.h"
#include "base/units.h"
#include "io/temporary_folder.h"

#include <fstream>

namespace ewald::azint {
namespace {

TEST(Units, NamesAndAliases) {
    for (const UnitInfo& unit : units()) EXPECT_EQ(unitFromName(unit.name), unit.unit);
    EXPECT_EQ(unitFromName("Q_A^-1"), Unit::qPerAngstrom);
    EXPECT_EQ(unitFromName("log(1+q.nm)_None"), Unit::log1pQNm);
    try {
        static_cast<void>(unitFromName("furlong"));
        FAIL();
    } catch (const JobError& error) {
        EXPECT_NE(std::string(error.what()).find("2th_deg"), std::string::npos) << "the message lists what exists";
    }
}

TEST(Units, ValuesAtNinetyDegrees) {
    // At 2θ = 90° and λ = 1 Å: q = 4π sin(45°) Å⁻¹ = 8.885766 Å⁻¹, d = 1/√2 Å.
    const double q = 4 * kPi * std::sqrt(0.5);
    const auto at = [](Unit unit) { return radialValue(unit, 0.3, 0.0, 1e-10) * info(unit).scale; };
    EXPECT_NEAR(at(Unit::twoThetaDegree), 90, 1e-12);
    EXPECT_NEAR(at(Unit::twoThetaRadian), kPi / 2, 1e-14);
    EXPECT_NEAR(at(Unit::rMillimetre), 300, 1e-12);
    EXPECT_NEAR(at(Unit::qPerAngstrom), q, 1e-12);
    EXPECT_NEAR(at(Unit::qPerNm), 10 * q, 1e-11);
    EXPECT_NEAR(at(Unit::dAngstrom), std::sqrt(0.5), 1e-14);
    EXPECT_NEAR(at(Unit::dNm), 0.1 * std::sqrt(0.5), 1e-15);
    EXPECT_NEAR(at(Unit::dStarSquaredPerAngstrom2), 2, 1e-13);
    EXPECT_NEAR(at(Unit::dStarSquaredPerNm2), 200, 1e-11);
    EXPECT_NEAR(at(Unit::log10QMetre), std::log10(q * 1e10), 1e-13);
    EXPECT_NEAR(at(Unit::log1pQAngstrom), std::log(1 + q), 1e-13);
    EXPECT_NEAR(at(Unit::arcsinhQNm), std::asinh(10 * q), 1e-13);
}

TEST(Units, TwoThetaIsTheInverse) {
    for (const UnitInfo& unit : units()) {
        for (const double degrees : {0.5, 10.0, 80.0}) {
            const double twoTheta = degrees * kPi / 180;
            const double shown = radialValue(unit.unit, 0.2 * std::tan(twoTheta), 0.2, 0.7e-10) * unit.scale;
            EXPECT_NEAR(twoThetaOf(unit.unit, shown, 0.7e-10, 0.2), twoTheta, 1e-12) << unit.name;
        }
    }
}

TEST(Geometry, ADetectorThatFacesTheBeam) {
    // Centre of the beam at row 5, column 10; a pixel of 0.1 mm at 0.1 m: ten pixels are 10 mrad.
    const Geometry geometry(test::simplePoni(5e-4, 1e-3), 20, 30);
    EXPECT_NEAR(geometry.radial(Unit::rMillimetre, {5, 20}), 1.0, 1e-12);
    EXPECT_NEAR(geometry.twoTheta({5, 20}), std::atan(0.01), 1e-15);
    EXPECT_NEAR(geometry.chi({5, 20}), 0, 1e-15) << "along growing columns";
    EXPECT_NEAR(geometry.chi({15, 10}), kPi / 2, 1e-12) << "along growing rows";
    EXPECT_NEAR(geometry.cosIncidence({5, 20}), std::cos(std::atan(0.01)), 1e-15);
    const auto back = geometry.imagePoint(std::atan(0.01), 0);
    ASSERT_TRUE(back);
    EXPECT_NEAR(back->row, 5, 1e-9);
    EXPECT_NEAR(back->col, 20, 1e-9);
    EXPECT_FALSE(geometry.imagePoint(kPi * 0.6, 0)) << "backwards";
}

TEST(Geometry, RotationsTurnAsPyfaiDefinesThem) {
    // One rotation at a time, the point of normal incidence in the origin. The values are the formulas of the PONI
    // convention with two of three angles zero.
    const double angle = 0.1;
    Poni poni = test::simplePoni(0, 0, 1e-3, 1.0);
    poni.rot1 = angle; // moves +x (columns): t2 = p2 cos + p3 sin, t3 = −p2 sin + p3 cos
    LabPoint t = Geometry(poni, 10, 10).position({0, 0});
    EXPECT_NEAR(t.x, std::sin(angle), 1e-15);
    EXPECT_NEAR(t.y, 0, 1e-15);
    EXPECT_NEAR(t.z, std::cos(angle), 1e-15);
    poni.rot1 = 0;
    poni.rot2 = angle; // moves −y: t1 = p1 cos − p3 sin, t3 = p1 sin + p3 cos
    t = Geometry(poni, 10, 10).position({0, 0});
    EXPECT_NEAR(t.y, -std::sin(angle), 1e-15);
    EXPECT_NEAR(t.x, 0, 1e-15);
    poni.rot2 = 0;
    poni.rot3 = angle; // turns the image about the beam: t1 = p1 cos − p2 sin, t2 = p1 sin + p2 cos
    t = Geometry(poni, 10, 10).position({1, 0});
    EXPECT_NEAR(t.y, 1e-3 * std::cos(angle), 1e-15);
    EXPECT_NEAR(t.x, 1e-3 * std::sin(angle), 1e-15);
}

TEST(Geometry, ImagePointIsTheInverseOfPosition) {
    Poni poni = test::simplePoni(0.02, 0.03, 75e-6, 0.2);
    poni.rot1 = 0.3;
    poni.rot2 = -0.2;
    poni.rot3 = 0.7;
    for (const int orientation : {1, 2, 3, 4}) {
        poni.orientation = orientation;
        for (const bool flip : {false, true}) {
            const Geometry geometry(poni, 500, 400, flip);
            const ImagePoint point{123.25, 321.5};
            const auto back = geometry.imagePoint(geometry.twoTheta(point), geometry.chi(point));
            ASSERT_TRUE(back);
            EXPECT_NEAR(back->row, point.row, 1e-7);
            EXPECT_NEAR(back->col, point.col, 1e-7);
        }
    }
}

TEST(Geometry, FlippedRowsAndOrientationsReverseAxes) {
    Poni poni = test::simplePoni(5e-4, 1e-3);
    const Geometry plain(poni, 20, 30);
    const Geometry flipped(poni, 20, 30, true);
    // The lowest pixel of the stored image is the highest of the detector.
    EXPECT_EQ(flipped.radial(Unit::rMetre, {0.5, 3.5}), plain.radial(Unit::rMetre, {19.5, 3.5}));
    poni.orientation = 2;
    EXPECT_EQ(Geometry(poni, 20, 30).chi({0.5, 3.5}), plain.chi({19.5, 3.5}));
    EXPECT_EQ(Geometry(poni, 20, 30, true).chi({0.5, 3.5}), plain.chi({0.5, 3.5})) << "twice is not at all";
    poni.orientation = 4;
    EXPECT_EQ(Geometry(poni, 20, 30).chi({0.5, 3.5}), plain.chi({0.5, 26.5}));
    poni.orientation = 1;
    EXPECT_EQ(Geometry(poni, 20, 30).chi({0.5, 3.5}), plain.chi({19.5, 26.5}));
}

TEST(Geometry, BadInputIsNamed) {
    Poni poni = test::simplePoni(0, 0);
    poni.shape = {10, 20};
    poni.detector = "Tiny";
    try {
        const Geometry geometry(poni, 20, 10);
        FAIL();
    } catch (const JobError& error) {
        EXPECT_NE(std::string(error.what()).find("the PONI file is for 10 × 20 pixels (Tiny), the frames have 20 × 10"),
                  std::string::npos)
            << error.what();
    }
    poni.shape.reset();
    poni.wavelength_m.reset();
    const Geometry geometry(poni, 20, 10);
    EXPECT_THROW(geometry.checkUnit(Unit::qPerNm), JobError);
    EXPECT_NO_THROW(geometry.checkUnit(Unit::twoThetaDegree));
    EXPECT_TRUE(std::isnan(geometry.radial(Unit::qPerNm, {1, 1})));
    poni.rot1 = std::nan("");
    EXPECT_THROW(Geometry(poni, 20, 10), DataError);
}

TEST(Geometry, CornersAreThoseOfThePixels) {
    Poni poni = test::simplePoni(3e-4, 4e-4);
    poni.rot1 = 0.1;
    for (const bool flip : {false, true}) {
        const Geometry geometry(poni, 7, 9, flip);
        const CornerGrid grid = cornerGrid(geometry, Unit::qPerNm, 2);
        ASSERT_EQ(grid.rows, 8U);
        ASSERT_EQ(grid.cols, 10U);
        // Corner (2, 3) of the detector; in the flipped image that is row 5.
        const ImagePoint stored{flip ? 5.0 : 2.0, 3.0};
        EXPECT_NEAR(grid.radial[2 * 10 + 3], geometry.radial(Unit::qPerNm, stored), 1e-5);
        EXPECT_NEAR(grid.chi[2 * 10 + 3], geometry.chi(stored), 1e-6);
    }
}

TEST(Calibrants, SpacingsByHand) {
    // Lattice constant over √(h² + k² + l²), and which of them a lattice has.
    const auto spacings = [](const char* name) {
        std::vector<double> d;
        for (const Reflection& r : findCalibrant(name)->reflections) d.push_back(r.d_A);
        return d;
    };
    const auto lab6 = spacings("LaB6_SRM660c"); // primitive: 1 2 3 4 5 6 8 9 …
    for (const auto& [index, sum] : {std::pair{0, 1}, {5, 6}, {6, 8}, {7, 9}}) {
        EXPECT_NEAR(lab6[static_cast<std::size_t>(index)], 4.156826 / std::sqrt(sum), 1e-9);
    }
    const auto ceria = spacings("CeO2"); // all odd or all even: 3 4 8 11 12 16 …
    EXPECT_NEAR(ceria[0], 5.41134 / std::sqrt(3), 1e-9);
    EXPECT_NEAR(ceria[3], 5.41134 / std::sqrt(11), 1e-9);
    const auto silicon = spacings("Si"); // diamond: 3 8 11 16 19 24 …
    EXPECT_NEAR(silicon[1], 5.431179 / std::sqrt(8), 1e-9);
    EXPECT_NEAR(silicon[3], 5.431179 / 4, 1e-9);
    const auto iron = spacings("Fe"); // body-centred: 2 4 6 8 …
    EXPECT_NEAR(iron[0], 2.8664 / std::sqrt(2), 1e-9);
    EXPECT_NEAR(spacings("AgBh")[4], 58.380 / 5, 1e-9);
    // Corundum: 0 1 2 at 3.479 Å is the first line, 1 0 4 at 2.551 Å the second (PDF 46-1212).
    const auto corundum = spacings("Al2O3");
    EXPECT_NEAR(corundum[0], 3.4798, 2e-3);
    EXPECT_NEAR(corundum[1], 2.5508, 2e-3);
    EXPECT_NEAR(corundum[2], 2.3794, 2e-3);
    // Zincite: 2.814, 2.603, 2.476 Å (PDF 36-1451); rutile: 3.247, 2.487, 2.297 Å (PDF 21-1276).
    EXPECT_NEAR(spacings("ZnO")[1], 2.6033, 1e-3);
    EXPECT_NEAR(spacings("TiO2")[1], 2.487, 2e-3);
    EXPECT_NEAR(spacings("quartz")[0], 4.2550, 2e-3);
}

TEST(Calibrants, MultiplicitiesAndNames) {
    const Calibrant& ceria = *findCalibrant("CeO2");
    EXPECT_EQ(ceria.reflections[0].hkl, "1 1 1");
    EXPECT_EQ(ceria.reflections[0].multiplicity, 8);
    EXPECT_EQ(ceria.reflections[1].hkl, "2 0 0");
    EXPECT_EQ(ceria.reflections[1].multiplicity, 6);
    EXPECT_EQ(findCalibrant("ceo2"), &ceria);
    EXPECT_EQ(findCalibrant("LaB6")->name, "LaB6_SRM660c");
    EXPECT_EQ(findCalibrant("unobtainium"), nullptr);
}

TEST(Calibrants, RingsThatTheWavelengthReaches) {
    const auto angles = ringAngles(*findCalibrant("LaB6"), 4.156826e-10);
    // Bragg: sin θ = λ/2d = √n / 2 with λ = a; n = 4 is at 180°, the last.
    ASSERT_EQ(angles.size(), 4U);
    EXPECT_NEAR(angles[0], 2 * std::asin(0.5), 1e-9);
    EXPECT_NEAR(angles[2], 2 * std::asin(std::sqrt(3) / 2), 1e-9);
}

TEST(Calibrants, FilesOfSpacings) {
    const io::TemporaryFolder folder;
    const auto path = folder.path() / "test.D";
    std::ofstream(path) << "# Calibrant: test\n 2.5 # (1 1 0) 12\n\n5.0 # (1 0 0) 6\n1.25\n";
    const Calibrant calibrant = readCalibrant(path);
    ASSERT_EQ(calibrant.reflections.size(), 3U);
    EXPECT_EQ(calibrant.reflections[0].d_A, 5.0);
    EXPECT_EQ(calibrant.reflections[0].hkl, "1 0 0");
    std::ofstream(path) << "2.5\nwide\n";
    EXPECT_THROW(static_cast<void>(readCalibrant(path)), DataError);
    std::ofstream(path) << "# nothing\n";
    EXPECT_THROW(static_cast<void>(readCalibrant(path)), DataError);
    std::filesystem::remove(path);
    EXPECT_THROW(static_cast<void>(readCalibrant(path)), DataError);
}

TEST(Calibrants, ARingIsDrawnWhereItsAngleIs) {
    Poni poni = test::simplePoni(5e-3, 5e-3, 1e-4, 0.1);
    poni.rot1 = 0.2;
    const Geometry geometry(poni, 100, 100);
    for (const ImagePoint& point : geometry.ring(0.05, 36)) EXPECT_NEAR(geometry.twoTheta(point), 0.05, 1e-12);
    EXPECT_EQ(geometry.ring(0.05, 36).size(), 36U);
    EXPECT_LT(geometry.ring(1.5, 36).size(), 36U) << "half of this cone misses the tilted plane";
}

} // namespace
} // namespace ewald::azint
