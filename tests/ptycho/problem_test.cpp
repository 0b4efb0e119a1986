// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/model/problem.h"

#include "base/error.h"
#include "ptycho/iteration/engine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace ewald::ptycho {
namespace {

TEST(Geometry, FarFieldPixelIsLambdaZOverNP) {
    // λ = 1 Å, z = 2 m, 100 pixels of 50 µm: 1e-10·2/(100·50e-6) = 40 nm; half as high for pixels twice as high.
    const Geometry g = makeGeometry(100, 1e-10, 2, 100e-6, 50e-6, 0);
    EXPECT_EQ(g.propagation, Propagation::farField);
    EXPECT_NEAR(g.objectPixelWidth_m, 40e-9, 1e-18);
    EXPECT_NEAR(g.objectPixelHeight_m, 20e-9, 1e-18);
}

TEST(Geometry, OversamplingMakesTheWindowLargerAndNotThePixels) {
    const Geometry g = makeGeometry(100, 1e-10, 2, 50e-6, 50e-6, 0, 3);
    EXPECT_EQ(g.size, 300U);
    EXPECT_EQ(g.frameSize(), 100U);
    EXPECT_NEAR(g.objectPixelWidth_m, 40e-9, 1e-18);
    EXPECT_THROW((void)makeGeometry(100, 1e-10, 2, 50e-6, 50e-6, 3.65e-3, 2), DataError) << "near field";
}

TEST(Geometry, ConeBeamMagnification) {
    // The numbers of a public near-field set: z1 = 3.65 mm, z2 = 1.12 m, 55 µm.
    const Geometry g = makeGeometry(100, 9.794912e-11, 1.12, 55e-6, 55e-6, 3.65e-3);
    EXPECT_EQ(g.propagation, Propagation::nearField);
    EXPECT_NEAR(g.magnification, 307.849, 1e-3);
    EXPECT_NEAR(g.objectPixelWidth_m, 178.66e-9, 0.01e-9);
    EXPECT_NEAR(g.effectiveDistance_m, 3.638e-3, 0.001e-3);
}

TEST(Geometry, NothingButPositiveLengths) {
    for (const double bad :
         {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        EXPECT_THROW((void)makeGeometry(64, bad, 1, 1e-4, 1e-4, 0), DataError);
        EXPECT_THROW((void)makeGeometry(64, 1e-10, bad, 1e-4, 1e-4, 0), DataError);
        EXPECT_THROW((void)makeGeometry(64, 1e-10, 1, bad, 1e-4, 0), DataError);
        EXPECT_THROW((void)makeGeometry(64, 1e-10, 1, 1e-4, bad, 0), DataError);
    }
}

Geometry unitGeometry() {
    Geometry g;
    g.size = 10;
    g.objectPixelHeight_m = g.objectPixelWidth_m = 1e-9;
    return g;
}

TEST(ScanLayout, DefaultDetectorGivesRowAlongYAndColumnAlongX) {
    const auto layout = layoutScan({{0, 0}, {3e-9, 0}, {0, 5.5e-9}}, unitGeometry(), 4, {});
    EXPECT_NEAR(layout.positions[0].row, 4, 1e-9);
    EXPECT_NEAR(layout.positions[0].col, 4, 1e-9);
    EXPECT_NEAR(layout.positions[1].row, 7, 1e-9);
    EXPECT_NEAR(layout.positions[2].col, 9.5, 1e-9);
    EXPECT_GE(layout.objectRows, 4U + 3 + 10 + 1) << "every window fits with one pixel to interpolate";
    EXPECT_GE(layout.objectCols, 4U + 6 + 10 + 1);
}

TEST(ScanLayout, OptionsAndBasisVectors) {
    const std::vector<ScanPosition> scan = {{0, 0}, {2e-9, 1e-9}};
    const auto step = [&](const PositionOptions& options) {
        const auto p = layoutScan(scan, unitGeometry(), 0, options).positions;
        return PixelPosition{p[1].row - p[0].row, p[1].col - p[0].col};
    };
    const auto expect = [](PixelPosition actual, double row, double col) {
        EXPECT_NEAR(actual.row, row, 1e-9);
        EXPECT_NEAR(actual.col, col, 1e-9);
    };
    PositionOptions o;
    expect(step(o), 2, 1);
    o.flipRow = true;
    expect(step(o), -2, 1);
    o = {};
    o.flipCol = true;
    expect(step(o), 2, -1);
    o = {};
    o.swap = true;
    expect(step(o), 1, 2);
    o = {};
    o.rotation_deg = 90; // x → y, y → −x
    expect(step(o), 1, -2);
    o = {};
    o.scaleRow = 3;
    expect(step(o), 6, 1);
    o = {};
    o.basis = {{{-1, 0, 0}, {0, -1, 0}}}; // a detector whose rows run along −x
    expect(step(o), 1, 2);
    o.basis = {{{0, 1, 0}, {1, 0, 0}}}; // mounted upside down
    expect(step(o), -2, -1);
    o.basis = {{{0, 1, 0}, {0, 2, 0}}};
    EXPECT_THROW((void)step(o), DataError) << "parallel basis vectors";
}

TEST(ScanLayout, ToMetresIsTheInverse) {
    const std::vector<ScanPosition> scan = {{1e-9, -4e-9}, {8e-9, 2.5e-9}, {-3e-9, 0}};
    PositionOptions options;
    options.rotation_deg = 20;
    options.flipCol = true;
    options.scaleCol = 1.1;
    Geometry g = unitGeometry();
    g.objectPixelWidth_m = 2e-9;
    const ScanLayout layout = layoutScan(scan, g, 7, options);
    for (std::size_t i = 0; i < scan.size(); ++i) {
        const ScanPosition back = layout.toMetres(layout.positions[i], g);
        EXPECT_NEAR(back.x, scan[i].x, 1e-18);
        EXPECT_NEAR(back.y, scan[i].y, 1e-18);
    }
}

/// A sample at 45 degrees towards x: moved by −a along x, it is met a further along −x and a less far along the beam.
TEST(ScanLayout, OfATiltedSampleSaysHowFarTheBeamGoes) {
    Geometry upright = unitGeometry();
    SampleGeometry sample;
    sample.kind = SampleKind::bragg;
    sample.tilt_deg = 45;
    const Geometry g = tiltedGeometry(upright, PositionOptions{}.basis, sample);
    EXPECT_NEAR(g.objectPixelWidth_m, std::sqrt(2) * upright.objectPixelWidth_m, 1e-20);
    EXPECT_EQ(g.objectPixelHeight_m, upright.objectPixelHeight_m);
    const double a = 3e-9;
    const std::vector<ScanPosition> scan = {{0, -a}, {2e-9, 0}, {0, 2 * a}};
    const ScanLayout layout = layoutScan(scan, g, 4, {});
    Problem problem;
    problem.geometry = g;
    problem.propagations_m = layout.propagations_m;
    for (std::size_t i = 0; i < scan.size(); ++i) {
        EXPECT_NEAR(problem.propagation_m(i, layout.positions[i]), scan[i].x, 1e-20) << i; // 0 is the median
        const ScanPosition back = layout.toMetres(layout.positions[i], g);
        EXPECT_NEAR(back.x, scan[i].x, 1e-18);
        EXPECT_NEAR(back.y, scan[i].y, 1e-18);
    }
    // Half a pixel further along a row is as much further along the beam.
    const PixelPosition moved{layout.positions[1].row, layout.positions[1].col + 0.5};
    EXPECT_NEAR(problem.propagation_m(1, moved), 0.5 * upright.objectPixelWidth_m, 1e-20);
    // Moved in its own plane it stays where it is in the beam; the same along the beam changes nothing.
    for (const auto& [along, distance] : {std::pair{std::vector{a, 0.0, -2 * a}, 0.0}, {std::vector(3, a), a}}) {
        const ScanLayout other = layoutScan(scan, g, 4, {}, {}, along);
        EXPECT_EQ(other.positions, layout.positions);
        problem.propagations_m = other.propagations_m;
        EXPECT_NEAR(problem.propagation_m(2, other.positions[2]), 2 * distance, 1e-20);
    }
    upright.propagation = Propagation::nearField;
    EXPECT_THROW((void)tiltedGeometry(upright, PositionOptions{}.basis, sample), DataError);
}

TEST(ScanLayout, MicrometresTakenForMetresAreRefusedWithTheCure) {
    try {
        (void)layoutScan({{0, 0}, {3, 5}}, unitGeometry(), 4, {});
        FAIL();
    } catch (const DataError& error) {
        EXPECT_NE(std::string(error.what()).find("µm or mm rather than m"), std::string::npos) << error.what();
    }
    try { // one of them only
        (void)layoutScan({{0, 0}, {1e-6, 2e-6}, {2e-6, 1e-6}, {0.5, 1.5}, {3e-6, 0}}, unitGeometry(), 4, {});
        FAIL();
    } catch (const DataError& error) {
        EXPECT_NE(std::string(error.what()).find("scan position 3 (x 1.5 m, y 0.5 m) lies far from all others"),
                  std::string::npos)
            << error.what();
    }
    EXPECT_THROW((void)layoutScan({{0, std::numeric_limits<double>::quiet_NaN()}}, unitGeometry(), 4, {}), DataError);
    EXPECT_THROW((void)layoutScan({}, unitGeometry(), 4, {}), DataError);
}

TEST(FrameOrder, IsDecidedByTheSeed) {
    const FrameOrder order = makeFrameOrder(103, 5);
    EXPECT_EQ(std::set<std::size_t>(order.permutation.begin(), order.permutation.end()).size(), 103U);
    EXPECT_EQ(makeFrameOrder(103, 5).permutation, order.permutation);
    EXPECT_NE(makeFrameOrder(103, 6).permutation, order.permutation);
}

TEST(Batches, CoverEveryFrameOnceAndChangeWithTheIteration) {
    for (const std::size_t size : {1, 7, 32, 103, 5000}) {
        std::vector<int> visits(103, 0);
        for (const Batch& batch : makeBatches(103, size, 1, 4))
            for (std::size_t i = 0; i < batch.count; ++i) ++visits[(batch.first + i) % 103];
        EXPECT_EQ(std::count(visits.begin(), visits.end(), 1), 103) << "batch size " << size;
    }
    const auto first = makeBatches(103, 7, 1, 0), second = makeBatches(103, 7, 1, 1);
    EXPECT_FALSE(std::equal(first.begin(), first.end(), second.begin(),
                            [](const Batch& a, const Batch& b) { return a.first == b.first; }));
}

} // namespace
} // namespace ewald::ptycho
