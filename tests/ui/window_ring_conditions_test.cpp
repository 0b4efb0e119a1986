// SPDX-License-Identifier: GPL-3.0-or-later
// Rings of phases under pressure, at a temperature, and with a scaled cell.
#include "model/job_history.h"
#include "model/ring_substance.h"
#include "powder_window.h"
#include "ring_lines.h"
#include "view/image_view.h"
#include "view/pattern_chart.h"
#include "window/geometry_panel.h"
#include "window/powder_page.h"
#include "window/ring_calibration_panel.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFile>
#include <QLabel>
#include <QMouseEvent>
#include <QPushButton>
#include <QTest>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

namespace ewald::ui::test {
namespace {

using Field = GeometryPanel::Field;

/// 2θ of the plane 2 0 0 of a cube at 0.7 Å.
double angleOf(double a_A) { return 2 * std::asin(0.35 * 2 / a_A); }

class RingConditionsTest : public PowderWindowTest {
protected:
    /// Cubic, 8 Å, with the constants of gold: V/V0 = 0.9 at 23.4318 GPa, 1.0042 at 398 K.
    QString writePhase(const char* constants = "K0: 166.65\nK0P: 5.48\nALPHAT: 4.2e-5\n",
                       const QString& name = QStringLiteral("cubes.jcpds")) {
        return write(name, QByteArray("VERSION: 4\nCOMMENT: cubes\n") + constants +
                               "SYMMETRY: CUBIC\nA: 8\nDIHKL: 4.6188 50 1 1 1\nDIHKL: 4 100 2 0 0\n");
    }
    QString write(const QString& name, const QByteArray& text) {
        QFile file(path(name));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(text);
        return file.fileName();
    }
    void open(const QString& file) {
        m_window->openAll({file});
        ASSERT_TRUE(waitFor([this] { return !m_window->session().busy() && !frames().substance().busy(); }));
        ASSERT_TRUE(waitFor([this] { return page().isIdle(); }));
    }
    [[nodiscard]] GeometryPanel& panel() { return *page().geometryPanel(); }
    [[nodiscard]] QDoubleSpinBox& box(Field field) { return *panel().box(field); }
    void type(Field field, const QString& text) {
        box(field).selectAll();
        QTest::keyClicks(&box(field), text);
        QTest::keyClick(&box(field), Qt::Key_Return);
        ASSERT_TRUE(waitFor([this] { return page().isIdle(); }));
    }
    /// 2θ of the ring 2 0 0 that is drawn; 0: none.
    [[nodiscard]] double drawn() {
        for (const RingPath& ring : page().preview().rings)
            if (ring.name == QStringLiteral("2 0 0")) return ring.twoTheta;
        return 0;
    }
};

TEST_F(RingConditionsTest, RingsFollowPressureAndTemperature) {
    openPowder();
    set("unit", job::ParameterValue(std::string("2th_deg")));
    EXPECT_FALSE(box(Field::pressure_GPa).isVisible());
    open(writePhase());
    EXPECT_TRUE(box(Field::pressure_GPa).isVisible());
    EXPECT_TRUE(box(Field::temperature_K).isVisible());
    EXPECT_FALSE(box(Field::cellScale_percent).isVisible());
    EXPECT_NEAR(drawn(), angleOf(8), 1e-9);
    frames().history().setClock([] { return std::chrono::steady_clock::time_point(); });
    type(Field::pressure_GPa, QStringLiteral("234.32 kbar")); // rounded to 23.432 GPa
    EXPECT_NEAR(box(Field::pressure_GPa).value(), 23.432, 1e-9);
    EXPECT_NEAR(drawn(), angleOf(8 * std::cbrt(0.9)), 1e-6);
    const auto marks = page().pattern()->marks();
    EXPECT_TRUE(std::ranges::any_of(marks, [](const view::PatternMark& mark) {
        return mark.name == QStringLiteral("2 0 0") &&
               std::abs(mark.x - angleOf(8 * std::cbrt(0.9)) * 180 / std::acos(-1.0)) < 1e-4;
    }));
    EXPECT_EQ(frames().history().undoText(), QStringLiteral("Pressure"));
    frames().history().undo();
    ASSERT_TRUE(waitFor([this] { return page().isIdle(); }));
    EXPECT_EQ(box(Field::pressure_GPa).value(), 0);
    EXPECT_NEAR(drawn(), angleOf(8), 1e-9);
    type(Field::temperature_K, QStringLiteral("124.85 °C"));
    EXPECT_NEAR(drawn(), angleOf(8 * std::cbrt(1.0042)), 1e-9);
    frames().history().undo();
    EXPECT_EQ(frames().substance().conditions(), crystal::Conditions());
    frames().history().redo();
    EXPECT_EQ(frames().substance().conditions().temperature_K, 398);
}

TEST_F(RingConditionsTest, WhatTheEquationCannotTakeIsSaidAndNotTaken) {
    openPowder();
    open(writePhase("K0: 100\nK0P: 2\n")); // its pressure has a maximum of 56 GPa
    EXPECT_TRUE(box(Field::pressure_GPa).isEnabled());
    EXPECT_FALSE(box(Field::temperature_K).isEnabled());
    EXPECT_TRUE(box(Field::temperature_K).toolTip().contains(QStringLiteral("ALPHAT")));
    type(Field::pressure_GPa, QStringLiteral("50"));
    const double before = drawn();
    EXPECT_GT(before, angleOf(8));
    type(Field::pressure_GPa, QStringLiteral("60"));
    EXPECT_TRUE(m_window->messageBar().isShown());
    EXPECT_TRUE(m_window->messageBar().message().what.contains(QStringLiteral("has no volume")))
        << m_window->messageBar().message().what.toStdString();
    EXPECT_EQ(box(Field::pressure_GPa).value(), 50);
    EXPECT_EQ(drawn(), before);
    EXPECT_EQ(frames().history().undoText(), QStringLiteral("Pressure"));
    type(Field::pressure_GPa, QStringLiteral("20"));
    EXPECT_FALSE(m_window->messageBar().isShown()) << "what was said is over";
    frames().history().undo();
    EXPECT_NE(box(Field::pressure_GPa).value(), 60);
}

TEST_F(RingConditionsTest, ACellWithoutAnEquationIsScaled) {
    openPowder();
    open(write(QStringLiteral("cubes.cif"), "data_x\n_cell_length_a 8\n_cell_length_b 8\n_cell_length_c 8\n"
                                            "_space_group_name_H-M_alt 'F m -3 m'\n"));
    EXPECT_TRUE(box(Field::cellScale_percent).isVisible());
    EXPECT_FALSE(box(Field::pressure_GPa).isVisible());
    EXPECT_NEAR(drawn(), angleOf(8), 1e-9);
    type(Field::cellScale_percent, QStringLiteral("98.5"));
    EXPECT_NEAR(drawn(), angleOf(7.88), 1e-9);
    EXPECT_EQ(frames().history().undoText(), QStringLiteral("Cell scale"));
    // A calibrant that is built in is what it is, and no step of another substance is left.
    panel().calibrantBox()->setCurrentIndex(panel().calibrantBox()->findData(QStringLiteral("LaB6_SRM660c")));
    ASSERT_TRUE(waitFor([this] { return page().isIdle(); }));
    EXPECT_FALSE(box(Field::cellScale_percent).isVisible());
    EXPECT_EQ(frames().substance().spacingRatio(), 1);
    EXPECT_NE(frames().history().undoText(), QStringLiteral("Cell scale"));
    // Chosen again, it has its own scale.
    panel().calibrantBox()->setCurrentIndex(panel().calibrantBox()->findText(QStringLiteral("cubes.cif")));
    ASSERT_TRUE(waitFor([this] { return !frames().substance().busy() && page().isIdle(); }));
    EXPECT_EQ(box(Field::cellScale_percent).value(), 98.5);
    EXPECT_NEAR(drawn(), angleOf(7.88), 1e-9);
}

TEST_F(RingConditionsTest, AFileThatLosesItsConstantsHasNoPressureAnyMore) {
    m_window.reset();
    RingSubstance substance(nullptr, 1);
    substance.open(writePhase());
    ASSERT_TRUE(waitFor([&] { return substance.takesPressure(); }));
    ASSERT_TRUE(substance.setConditions({10, 298}));
    EXPECT_LT(substance.spacingRatio(), 1);
    int replaced = 0;
    QObject::connect(&substance, &RingSubstance::conditionsReplaced, [&] { ++replaced; });
    writePhase("");
    ASSERT_TRUE(waitFor([&] { return substance.rings() && !substance.takesPressure(); }));
    EXPECT_EQ(replaced, 1);
    EXPECT_EQ(substance.conditions(), crystal::Conditions());
    EXPECT_EQ(substance.spacingRatio(), 1);
    EXPECT_TRUE(substance.takesScale());
    // The other way round no scale is left that no field shows.
    ASSERT_TRUE(substance.setConditions({0, crystal::kRoom_K, 0.9}));
    writePhase();
    ASSERT_TRUE(waitFor([&] { return substance.takesPressure(); }));
    EXPECT_EQ(substance.spacingRatio(), 1);
}

/// Patterns and cakes of a result have the same rings.
TEST_F(RingConditionsTest, PatternsOfAResultFollowAsWell) {
    openPowder();
    set("unit", job::ParameterValue(std::string("2th_deg")));
    set("npt_azim", job::ParameterValue(36LL));
    open(writePhase());
    m_window->startRun();
    PowderPage& patterns = m_window->powderPage();
    ASSERT_TRUE(waitFor([&] {
        return !m_window->session().controller().running() && m_window->session().integrationResult() != nullptr &&
               patterns.isIdle() && patterns.pattern()->marks().size() == 2;
    }));
    const double before = patterns.pattern()->marks()[1].x;
    EXPECT_NEAR(before, angleOf(8) * 180 / std::acos(-1.0), 1e-6);
    EXPECT_TRUE(hasRings(*patterns.cake()));
    EXPECT_TRUE(hasRings(*page().cake()));
    frames().setSubstanceConditions({23.4318, crystal::kRoom_K});
    ASSERT_TRUE(waitFor([&] { return patterns.isIdle() && page().isIdle(); }));
    EXPECT_NEAR(patterns.pattern()->marks()[1].x, angleOf(8 * std::cbrt(0.9)) * 180 / std::acos(-1.0), 1e-3);
    panel().calibrantBox()->setCurrentIndex(0);
    ASSERT_TRUE(waitFor([&] { return patterns.isIdle() && page().isIdle(); }));
    EXPECT_FALSE(hasRings(*patterns.cake()));
    EXPECT_FALSE(hasRings(*page().cake()));
}

TEST_F(RingConditionsTest, ALineIsDraggedOverAPattern) {
    openPowder();
    open(writePhase());
    // However long the moves of one drag take.
    frames().history().setClock([now = std::chrono::steady_clock::now()] { return now; });
    view::PatternChart& chart = *page().pattern();
    const auto x = [&] { return chart.marks()[1].x; };
    // The place on the screen of a line, and one near its top, where no curve is.
    const auto placeOf = [&](double at) {
        chart.refreshNow();
        return QPoint(chart.toCanvas(at, 0).toPoint().x(), chart.canvas()->height() / 3);
    };
    const auto drag = [&](double to, Qt::KeyboardModifiers keys) {
        const QPoint from = placeOf(x()), end = placeOf(to) + QPoint(0, 40);
        QTest::mousePress(chart.canvas(), Qt::LeftButton, keys, from);
        for (const QPoint& at : {(from + end) / 2, end}) {
            QMouseEvent move(QEvent::MouseMove, at, chart.canvas()->mapToGlobal(at), Qt::NoButton, Qt::LeftButton,
                             keys);
            QCoreApplication::sendEvent(chart.canvas(), &move);
        }
        QTest::mouseRelease(chart.canvas(), Qt::LeftButton, keys, end);
        ASSERT_TRUE(waitFor([this] { return page().isIdle(); }));
    };
    // The spacing in Å of a line at x, from Bragg's law at 0.7 Å; r is 0.1 m · tan 2θ.
    const std::vector<std::pair<const char*, std::function<double(double)>>> units{
        {"2th_deg", [](double at) { return 0.35 / std::sin(at * std::acos(-1.0) / 360); }},
        {"q_nm^-1", [](double at) { return 20 * std::acos(-1.0) / at; }},
        {"r_mm", [](double at) { return 0.35 / std::sin(std::atan(at / 100) / 2); }}};
    for (const auto& [unit, spacingAt] : units) {
        set("unit", job::ParameterValue(std::string(unit)));
        ASSERT_TRUE(waitFor([this] { return page().isIdle(); }));
        ASSERT_EQ(chart.marks().size(), 2U) << unit;
        ASSERT_NEAR(spacingAt(x()), 4, 0.001) << unit;
        const double to = 1.04 * x();
        drag(to, Qt::ControlModifier);
        EXPECT_LE(std::abs(placeOf(x()).x() - placeOf(to).x()), 1) << unit << ": it is where the mouse is";
        const double volume = std::pow(spacingAt(x()) / 4, 3);
        EXPECT_LT(volume, 0.92) << unit;
        EXPECT_NEAR(frames().substance().conditions().pressure_GPa, crystal::birchMurnaghan_GPa(166.65, 5.48, volume),
                    0.02)
            << unit;
        drag(0.9 * x(), Qt::ControlModifier);
        EXPECT_EQ(frames().substance().conditions().pressure_GPa, 0) << "no pressure makes a cell larger";
        frames().history().undo();
        EXPECT_GT(frames().substance().conditions().pressure_GPa, 10) << unit << ": a drag is a step";
        frames().history().undo();
        EXPECT_EQ(frames().substance().conditions(), crystal::Conditions()) << unit;
        ASSERT_TRUE(waitFor([this] { return page().isIdle(); }));
    }
    const auto shown = chart.xRange();
    drag(1.2 * x(), Qt::NoModifier);
    EXPECT_EQ(frames().substance().conditions(), crystal::Conditions());
    EXPECT_NE(chart.xRange(), shown) << "without Ctrl it zooms";
}

TEST_F(RingConditionsTest, LinesOfACalibrantAreNotDragged) {
    openPowder();
    panel().calibrantBox()->setCurrentIndex(panel().calibrantBox()->findData(QStringLiteral("CeO2")));
    ASSERT_TRUE(waitFor([this] { return page().isIdle(); }));
    const std::vector<view::PatternMark>& marks = page().pattern()->marks();
    ASSERT_FALSE(marks.empty());
    EXPECT_TRUE(std::ranges::none_of(marks, &view::PatternMark::moves));
    open(writePhase());
    EXPECT_TRUE(std::ranges::all_of(marks, &view::PatternMark::moves));
}

TEST_F(RingConditionsTest, TheSearchForTheGeometryTakesTheCellThatIsDrawn) {
    sim::PowderExperiment made;
    made.poni.dist_m = 0.05;
    made.poni.pixel1_m = made.poni.pixel2_m = 172e-6;
    made.poni.shape = {300, 280};
    made.poni.poni1_m = 160 * 172e-6;
    made.poni.poni2_m = 135 * 172e-6;
    made.poni.wavelength_m = 0.7e-10;
    made.frames = 2;
    const PowderNames names = writePowder(made);
    openFiles({names.frames, names.poni});
    // LaB₆ with a cell of 4.156826 Å / 1.01.
    open(write(QStringLiteral("small.cif"), "data_x\n_cell_length_a 4.115669\n_cell_length_b 4.115669\n"
                                            "_cell_length_c 4.115669\n_space_group_name_H-M_alt 'P m -3 m'\n"));
    type(Field::cellScale_percent, QStringLiteral("101"));
    RingCalibrationPanel& rings = panel().ringPanel();
    rings.findButton()->click();
    ASSERT_TRUE(waitFor([&] { return rings.calibration().answer() && framesAreReady(); }));
    EXPECT_NEAR(frames().poni().dist_m, 0.05, 1e-5) << "1 % more with the cell of the file";
    EXPECT_TRUE(rings.verdict()->text().contains(QStringLiteral("cell at 101 %")))
        << rings.verdict()->text().toStdString();
    type(Field::cellScale_percent, QStringLiteral("100.5"));
    EXPECT_FALSE(rings.calibration().answer()) << "it is of another cell";
}

} // namespace
} // namespace ewald::ui::test
