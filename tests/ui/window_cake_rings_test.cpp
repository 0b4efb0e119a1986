// SPDX-License-Identifier: GPL-3.0-or-later
// Rings as lines over cakes.
#include "powder_window.h"
#include "ring_lines.h"
#include "view/image_view.h"
#include "view/pattern_chart.h"
#include "window/geometry_panel.h"
#include "window/ring_marks.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <cmath>

namespace ewald::ui::test {
namespace {

/// A ring at 5 on an axis of 1, 1.5, 2, … is at the middle of the ninth column.
TEST(CakePaths, AreWhereTheAxesSay) {
    RingPath ring;
    ring.value = 5;
    ring.name = QStringLiteral("1 1 1");
    const view::ImageAxis azimuth{QStringLiteral("χ"), QStringLiteral("°"), -170, 20};
    const view::ImageAxis radial{QStringLiteral("q"), QStringLiteral("nm⁻¹"), 1, 0.5};
    const auto paths = cakePathsOf({ring}, azimuth, radial, 2, 10);
    ASSERT_EQ(paths.size(), 1U);
    EXPECT_EQ(paths[0].points, (std::vector<QPointF>{{8.5, 0}, {8.5, 1}, {8.5, 2}}));
    EXPECT_EQ(paths[0].label, QStringLiteral("1 1 1"));
    EXPECT_TRUE(cakePathsOf({ring}, azimuth, radial, 2, 8).empty());
    // Values that differ around: those at the edges of the rows, −180°, −160° and, after a turn, 180°.
    for (int degree = 0; degree < 360; ++degree) ring.valueOfChi.push_back(1 + 0.01 * degree);
    const auto bent = cakePathsOf({ring}, azimuth, radial, 18, 10);
    ASSERT_EQ(bent.size(), 1U);
    ASSERT_EQ(bent[0].points.size(), 19U);
    EXPECT_NEAR(bent[0].points[0].x(), 0.5, 1e-12);
    EXPECT_NEAR(bent[0].points[1].x(), 0.9, 1e-12);
    EXPECT_NEAR(bent[0].points[18].x(), 0.5, 1e-12);
    // Without a value there is no line, and the name stands once.
    ring.valueOfChi[20] = std::nan("");
    const auto parts = cakePathsOf({ring}, azimuth, radial, 18, 10);
    ASSERT_EQ(parts.size(), 1U) << "one point before the gap is no line";
    EXPECT_EQ(parts[0].points.size(), 17U);
    EXPECT_EQ(parts[0].label, QStringLiteral("1 1 1"));
}

/// On a plane turned by τ, at the distance L along the beam, a ring of 2θ is L t/(1 ± t tan τ) from the beam where the
/// plane is nearest and farthest, with t = tan 2θ.
TEST(CakePaths, RadiiOfATiltedDetectorDifferAround) {
    const double tilt = 0.2;
    azint::Poni poni;
    poni.dist_m = 0.1;
    poni.pixel1_m = poni.pixel2_m = 1e-4;
    poni.rot1 = tilt;
    poni.wavelength_m = 0.5e-10;
    const azint::BeamGeometry beam = azint::beamGeometryOf(poni);
    poni.poni1_m = 0.05;
    poni.poni2_m = 0.05 - beam.centreCol * 1e-4; // the beam in the middle
    const azint::Geometry geometry(poni, 1000, 1000);
    auto known = std::make_shared<azint::Calibrant>();
    known->reflections.push_back({2.5, "1", 1});
    const RingSource substance{QStringLiteral("x"), QStringLiteral("x"), known, 0.8, 0}; // 2 Å
    const auto rings = ringsOnFrame(geometry, {substance}, azint::Unit::rMillimetre);
    ASSERT_EQ(rings.size(), 1U);
    ASSERT_EQ(rings[0].valueOfChi.size(), 360U);
    const double t = std::tan(2 * std::asin(0.5 / 4)), along_mm = 1e3 * beam.distance_m;
    const auto [least, most] = std::ranges::minmax(rings[0].valueOfChi);
    EXPECT_NEAR(least, along_mm * t / (1 + t * std::tan(tilt)), 1e-6);
    EXPECT_NEAR(most, along_mm * t / (1 - t * std::tan(tilt)), 1e-6);
    EXPECT_TRUE(ringsOnFrame(geometry, {substance}, azint::Unit::qPerNm)[0].valueOfChi.empty());
}

class CakeRingsTest : public PowderWindowTest {};

TEST_F(CakeRingsTest, AreThereWithTheSubstanceAndBesideTheMarkOfTheMouse) {
    openPowder();
    view::ImageView& cake = *page().cake();
    QComboBox& box = *page().geometryPanel()->calibrantBox();
    const auto settled = [this] { return page().isIdle(); };
    EXPECT_FALSE(hasRings(cake));
    box.setCurrentIndex(box.findData(QStringLiteral("LaB6_SRM660c")));
    ASSERT_TRUE(waitFor(settled));
    EXPECT_TRUE(hasRings(cake));
    // The place under the mouse is a line as well, and takes nothing away when it goes.
    emit cake.cursorMoved(QPointF(20, 20));
    EXPECT_TRUE(hasRings(cake));
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(cake.canvas(), &leave);
    EXPECT_TRUE(hasRings(cake));
    box.setCurrentIndex(0);
    ASSERT_TRUE(waitFor(settled));
    EXPECT_FALSE(hasRings(cake));
}

TEST_F(CakeRingsTest, NothingOfFramesThatAreClosedIsLeft) {
    openPowder();
    GeometryPanel& geometry = *page().geometryPanel();
    const auto* save = geometry.findChild<QToolButton*>(QStringLiteral("saveGeometry"));
    ASSERT_NE(save, nullptr);
    using Field = GeometryPanel::Field;
    const std::array fields{Field::centreRow,    Field::centreCol,     Field::distance_mm,   Field::energy_keV,
                            Field::wavelength_A, Field::tilt_deg,      Field::poni1_mm,      Field::poni2_mm,
                            Field::rot1_deg,     Field::pixelWidth_um, Field::pixelHeight_um};
    EXPECT_TRUE(save->isEnabled());
    for (const Field field : fields) EXPECT_NE(geometry.box(field)->cleanText(), QString());
    const double row = geometry.box(Field::centreRow)->value();
    QComboBox& box = *page().geometryPanel()->calibrantBox();
    box.setCurrentIndex(box.findData(QStringLiteral("LaB6_SRM660c")));
    ASSERT_TRUE(waitFor([this] { return page().isIdle() && !page().pattern()->marks().empty(); }));
    emit page().image()->cursorMoved(QPointF(20, 20));
    ASSERT_FALSE(page().cursorText().trimmed().isEmpty());
    ASSERT_TRUE(hasRings(*page().image()));
    // A result of other frames, which are not opened with it.
    job::JobDocument other = frames().document();
    other.inputFile = toPath(path(QStringLiteral("other.h5")));
    // A PONI that contradicts the frames is one of these frames.
    azint::Poni larger = frames().poni();
    larger.pixel1_m *= 3;
    larger.pixel2_m *= 3;
    frames().setPoni(larger);
    EXPECT_NE(frames().contradiction(), "");
    frames().takeJob(other, false);
    ASSERT_EQ(frames().stack(), nullptr);
    ASSERT_TRUE(waitFor([this] { return page().isIdle(); }));
    EXPECT_FALSE(save->isEnabled());
    for (const Field field : fields) EXPECT_EQ(geometry.box(field)->cleanText(), QString());
    EXPECT_EQ(frames().contradiction(), "");
    const auto* contradiction = m_window->findChild<QLabel*>(QStringLiteral("contradiction"));
    ASSERT_NE(contradiction, nullptr);
    EXPECT_TRUE(contradiction->isHidden());
    EXPECT_EQ(page().cursorText().trimmed().toStdString(), "");
    EXPECT_TRUE(page().pattern()->marks().empty());
    EXPECT_TRUE(page().preview().rings.empty());
    EXPECT_FALSE(page().image()->emptyText().isEmpty());
    // The next frames have numbers again, also where they are the same.
    openPowder();
    EXPECT_TRUE(save->isEnabled());
    for (const Field field : fields) EXPECT_NE(geometry.box(field)->cleanText(), QString());
    EXPECT_EQ(geometry.box(Field::centreRow)->value(), row);
}

} // namespace
} // namespace ewald::ui::test
