// SPDX-License-Identifier: GPL-3.0-or-later
#include "azint/geometry.h"
#include "calibrate/beam.h"
#include "ring_simulation.h"

#include <gtest/gtest.h>

#include <random>

namespace ewald::calibrate {
namespace {

std::vector<Beam> someBeams() {
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> unit(-1, 1);
    std::vector<Beam> beams{{0.2, 0.05, 0.06, 0, 0}};
    for (int i = 0; i < 20; ++i)
        beams.push_back({0.1 + std::abs(unit(random)), 0.2 * unit(random), 0.2 * unit(random), 0.7 * unit(random),
                         0.7 * unit(random)});
    return beams;
}

azint::Poni base() {
    azint::Poni poni;
    poni.pixel1_m = 1e-4;
    poni.pixel2_m = 2e-4;
    poni.wavelength_m = 1e-10;
    return poni;
}

TEST(Beam, IsTheGeometryOfItsPoni) {
    for (const Beam& beam : someBeams()) {
        const azint::Geometry geometry(poniOf(beam, base()), 800, 500);
        const test::PlainGeometry plain(beam);
        EXPECT_NEAR(geometry.poni().dist_m, plain.dist(), 1e-14);
        EXPECT_NEAR(geometry.poni().poni1_m, plain.poni1(), 1e-14);
        EXPECT_NEAR(geometry.poni().poni2_m, plain.poni2(), 1e-14);
        const BeamPlane plane(beam);
        for (const auto& [row, col] : {std::pair{3.5, 7.5}, {700.2, 33.1}, {400.0, 499.0}}) {
            const double y = row * 1e-4, x = col * 2e-4;
            EXPECT_NEAR(plane.twoTheta(y, x), geometry.twoTheta({row, col}), 1e-12);
            EXPECT_NEAR(plane.twoTheta(y, x), plain.twoTheta(y, x), 1e-12);
            EXPECT_NEAR(plane.chi(y, x), geometry.chi({row, col}), 1e-11);
            std::array<double, 2> place{};
            ASSERT_TRUE(plane.place(plane.twoTheta(y, x), plane.chi(y, x), place));
            EXPECT_NEAR(place[0], y, 1e-12);
            EXPECT_NEAR(place[1], x, 1e-12);
        }
        const azint::BeamGeometry typed = azint::beamGeometryOf(geometry.poni());
        EXPECT_NEAR(typed.distance_m, beam.distance_m, 1e-12);
        EXPECT_NEAR(typed.centreRow, beam.row_m / 1e-4, 1e-7);
        EXPECT_NEAR(typed.centreCol, beam.col_m / 2e-4, 1e-7);
        EXPECT_NEAR(std::abs(typed.tilt_deg), tiltOf(beam) * 180 / 3.14159265358979, 1e-6);
        const Beam back = beamOf(geometry.poni());
        EXPECT_NEAR(back.distance_m, beam.distance_m, 1e-14);
        EXPECT_NEAR(back.row_m, beam.row_m, 1e-14);
        EXPECT_NEAR(back.col_m, beam.col_m, 1e-14);
    }
}

TEST(Beam, DerivativesAreThoseOfFiniteDifferences) {
    constexpr double kStep = 1e-6;
    for (const Beam& beam : someBeams())
        for (const auto& [y, x] : {std::pair{0.011, 0.087}, {-0.2, 0.3}, {0.31, 0.02}}) {
            const AngleSlope slope = BeamPlane(beam).slope(y, x);
            EXPECT_NEAR(slope.twoTheta, BeamPlane(beam).twoTheta(y, x), 1e-14);
            for (std::size_t k = 0; k < kBeamParameters; ++k) {
                const auto at = [&](double step) {
                    Beam other = beam;
                    double* const members[]{&other.distance_m, &other.row_m, &other.col_m, &other.rot1, &other.rot2};
                    *members[k] += step;
                    return test::PlainGeometry(other).twoTheta(y, x);
                };
                // Central differences: truncation and rounding are both about 1e-9 of the third derivative's size.
                const double slopeOfDifference = (at(kStep) - at(-kStep)) / (2 * kStep);
                EXPECT_NEAR(slope.parameters[k], slopeOfDifference, 1e-7 * (1 + std::abs(slopeOfDifference)))
                    << "parameter " << k;
            }
            const auto twoTheta = [&](double dy, double dx) { return BeamPlane(beam).twoTheta(y + dy, x + dx); };
            const double down = (twoTheta(kStep, 0) - twoTheta(-kStep, 0)) / (2 * kStep);
            const double right = (twoTheta(0, kStep) - twoTheta(0, -kStep)) / (2 * kStep);
            EXPECT_NEAR(slope.steepness, std::hypot(down, right), 1e-6 * slope.steepness);
        }
}

} // namespace
} // namespace ewald::calibrate
