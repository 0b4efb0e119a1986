// SPDX-License-Identifier: GPL-3.0-or-later
// Rings of several substances at once.
#include "model/drawn_substances.h"
#include "powder_window.h"
#include "ring_lines.h"
#include "view/image_view.h"
#include "view/mark_colour.h"
#include "view/pattern_chart.h"
#include "window/drawn_substances_list.h"
#include "window/geometry_panel.h"
#include "window/powder_page.h"

#include <QChartView>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFile>
#include <QLegendMarker>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <set>

namespace ewald::ui::test {
namespace {

using Field = GeometryPanel::Field;

/// 2θ of a plane of a cube at 0.7 Å. \param n² h² + k² + l²
double angleOf(double a_A, double n2) { return 2 * std::asin(0.35 * std::sqrt(n2) / a_A); }

class DrawnSubstancesTest : public PowderWindowTest {
protected:
    /// Cubic, 8 Å, with the constants of gold: V/V0 = 0.9 at 23.4318 GPa.
    QString writePhase(const QByteArray& cell = "A: 8\nDIHKL: 4.6188 50 1 1 1\nDIHKL: 4 100 2 0 0\n") {
        QFile file(path(QStringLiteral("cubes.jcpds")));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write("VERSION: 4\nCOMMENT: cubes\nK0: 166.65\nK0P: 5.48\nSYMMETRY: CUBIC\n" + cell);
        return file.fileName();
    }
    void open(const QString& file) {
        m_window->openAll({file});
        ASSERT_TRUE(waitFor([this] { return !m_window->session().busy() && !frames().substance().busy(); }));
        ASSERT_TRUE(waitFor([this] { return page().isIdle(); }));
    }
    [[nodiscard]] GeometryPanel& panel() { return *page().geometryPanel(); }
    [[nodiscard]] QToolButton& keepButton() { return *panel().findChild<QToolButton*>(QStringLiteral("keepPhase")); }
    [[nodiscard]] DrawnSubstances& drawn() { return frames().drawnSubstances(); }
    void choose(const char* calibrant) {
        QComboBox& box = *panel().calibrantBox();
        const int index = box.findData(QString::fromLatin1(calibrant));
        ASSERT_GT(index, 0);
        box.setCurrentIndex(index);
        ASSERT_TRUE(waitFor([this] { return page().isIdle(); }));
    }
    /// 2θ of a ring that is drawn; 0: it is not.
    [[nodiscard]] double ringOf(const QString& substance, const QString& hkl) {
        for (const RingPath& ring : page().preview().rings)
            if (ring.substance == substance && ring.name == hkl) return ring.twoTheta;
        return 0;
    }
    /// Buttons of the rows: the substance, and what takes it away.
    [[nodiscard]] std::vector<QToolButton*> buttons() {
        std::vector<QToolButton*> shown;
        for (QToolButton* button : panel().findChild<DrawnSubstancesList*>()->findChildren<QToolButton*>())
            if (button->isVisible()) shown.push_back(button);
        return shown;
    }
};

TEST_F(DrawnSubstancesTest, EachHasItsRingsInAColourOfItsOwn) {
    openPowder();
    set("unit", job::ParameterValue(std::string("2th_deg")));
    EXPECT_FALSE(keepButton().isEnabled()) << "there is nothing to keep";
    open(writePhase());
    EXPECT_TRUE(buttons().empty()) << "a single one needs no list";
    QTest::mouseClick(&keepButton(), Qt::LeftButton);
    EXPECT_FALSE(keepButton().isEnabled()) << "it is kept";
    choose("CeO2");
    const QString cubes = QStringLiteral("cubes"), ceria = drawn().all()[1].label;
    EXPECT_EQ(ceria, QStringLiteral("CeO₂"));
    EXPECT_NEAR(ringOf(cubes, QStringLiteral("2 0 0")), angleOf(8, 4), 1e-9);
    EXPECT_NEAR(ringOf(ceria, QStringLiteral("1 1 1")), angleOf(5.41134, 3), 1e-9);
    const std::vector<view::PatternMark>& marks = page().pattern()->marks();
    EXPECT_EQ(marks.size(), page().preview().rings.size());
    EXPECT_TRUE(std::ranges::is_sorted(marks, {}, &view::PatternMark::x));
    EXPECT_GT(pixelsOf(*page().image(), QColor(255, 140, 220)), 0) << "pink";
    EXPECT_GT(pixelsOf(*page().image(), QColor(90, 235, 255)), 0) << "blue-green";
    // The chart says which colour is whose.
    const QChart* chart = page().pattern()->findChild<QChartView*>()->chart();
    const auto isNamed = [&](const QString& name) {
        return std::ranges::any_of(chart->legend()->markers(), [&](const QLegendMarker* marker) {
            return marker->isVisible() && marker->label() == name;
        });
    };
    EXPECT_TRUE(waitFor([&] { return chart->legend()->isVisible() && isNamed(cubes) && isNamed(ceria); }));
    // The ring 2 0 0 below the beam (row 95, column 130) at 0.1 m · tan 2θ / 0.2 mm.
    emit page().image()->cursorMoved(QPointF(130, 95 + 500 * std::tan(angleOf(8, 4))));
    EXPECT_TRUE(page().cursorText().endsWith(QStringLiteral("(cubes 2 0 0)"))) << page().cursorText().toStdString();
    // Patterns of a result have both as well.
    m_window->startRun();
    PowderPage& patterns = m_window->powderPage();
    ASSERT_TRUE(waitFor([&] {
        return !m_window->session().controller().running() && m_window->session().integrationResult() != nullptr &&
               patterns.isIdle() && patterns.pattern()->marks().size() == marks.size();
    }));
    EXPECT_EQ(view::substancesOf(patterns.pattern()->marks()),
              (std::vector<std::pair<QString, std::size_t>>{{cubes, 0}, {ceria, 1}}));
}

TEST_F(DrawnSubstancesTest, EachKeepsItsPressure) {
    openPowder();
    open(writePhase());
    const auto type = [this](const QString& text) {
        QDoubleSpinBox& box = *panel().box(Field::pressure_GPa);
        box.selectAll();
        QTest::keyClicks(&box, text);
        QTest::keyClick(&box, Qt::Key_Return);
        ASSERT_TRUE(waitFor([this] { return page().isIdle(); }));
    };
    const QString cubes = QStringLiteral("cubes"), plane = QStringLiteral("2 0 0");
    type(QStringLiteral("23.4318"));
    QTest::mouseClick(&keepButton(), Qt::LeftButton);
    choose("LaB6_SRM660c");
    EXPECT_FALSE(panel().box(Field::pressure_GPa)->isVisible());
    EXPECT_NEAR(ringOf(cubes, plane), angleOf(8 * std::cbrt(0.9), 4), 1e-6);
    ASSERT_EQ(buttons().size(), 4U);
    EXPECT_FALSE(buttons()[0]->isChecked());
    EXPECT_TRUE(buttons()[2]->isChecked());
    // A click into its row brings its pressure back; the other one stays although nobody has kept it.
    QTest::mouseClick(buttons()[0], Qt::LeftButton);
    ASSERT_TRUE(waitFor([this] { return !frames().substance().busy() && page().isIdle(); }));
    EXPECT_EQ(panel().calibrantBox()->currentText(), QStringLiteral("cubes.jcpds"));
    EXPECT_NEAR(panel().box(Field::pressure_GPa)->value(), 23.432, 1e-9);
    EXPECT_TRUE(buttons()[0]->isChecked());
    const QString other = drawn().all()[1].label;
    EXPECT_NEAR(ringOf(other, QStringLiteral("1 0 0")), angleOf(4.156826, 1), 1e-5);
    type(QStringLiteral("0"));
    EXPECT_NEAR(ringOf(cubes, plane), angleOf(8, 4), 1e-9);
    EXPECT_NEAR(ringOf(other, QStringLiteral("1 0 0")), angleOf(4.156826, 1), 1e-5);
}

TEST_F(DrawnSubstancesTest, OneIsTakenAway) {
    openPowder();
    open(writePhase());
    QTest::mouseClick(&keepButton(), Qt::LeftButton);
    choose("CeO2");
    QTest::mouseClick(buttons()[3], Qt::LeftButton); // the one that is chosen
    ASSERT_TRUE(waitFor([this] { return page().isIdle(); }));
    EXPECT_EQ(panel().calibrantBox()->currentIndex(), 0);
    ASSERT_EQ(drawn().all().size(), 1U);
    EXPECT_NEAR(ringOf({}, QStringLiteral("2 0 0")), angleOf(8, 4), 1e-9) << "a single one needs no name";
    QTest::mouseClick(buttons()[1], Qt::LeftButton);
    ASSERT_TRUE(waitFor([this] { return page().isIdle(); }));
    EXPECT_TRUE(page().preview().rings.empty());
    EXPECT_TRUE(buttons().empty());
}

TEST_F(DrawnSubstancesTest, TheyAreThereAfterARestart) {
    const QString file = writePhase();
    open(file);
    drawn().keepChosen();
    frames().substance().choose(QStringLiteral("CeO2"));
    drawn().keepChosen();
    frames().substance().choose({});
    openWindow();
    ASSERT_TRUE(waitFor([this] { return drawn().all().size() == 2; }));
    EXPECT_EQ(drawn().all()[0].name, file);
    EXPECT_EQ(drawn().all()[0].rings->reflections.size(), 2U);
    EXPECT_EQ(drawn().all()[1].name, QStringLiteral("CeO2"));
    EXPECT_EQ(drawn().all()[1].colour, 1U);
    // A file that is gone is no longer drawn; one that cannot be read says why.
    ASSERT_TRUE(QFile::remove(file));
    openWindow();
    ASSERT_TRUE(waitFor([this] { return !drawn().busy(); }));
    EXPECT_EQ(drawn().all().size(), 1U);
    writePhase();
    open(file);
    drawn().keepChosen();
    frames().substance().choose({});
    writePhase("A: -1\n");
    openWindow();
    ASSERT_TRUE(waitFor([this] { return m_window->messageBar().isShown(); }));
    EXPECT_TRUE(m_window->messageBar().message().where.contains(QStringLiteral("cubes.jcpds")))
        << m_window->messageBar().message().where.toStdString();
    EXPECT_FALSE(drawn().isKept(file));
}

TEST_F(DrawnSubstancesTest, AFileThatChangesIsReadAgain) {
    const QString file = writePhase();
    m_window.reset();
    RingSubstance chosen(nullptr, 1);
    DrawnSubstances substances(chosen, nullptr, 1);
    int failed = 0;
    QObject::connect(&substances, &DrawnSubstances::failed, [&] { ++failed; });
    chosen.open(file);
    ASSERT_TRUE(waitFor([&] { return chosen.rings() != nullptr; }));
    ASSERT_TRUE(chosen.setConditions({10, crystal::kRoom_K}));
    substances.keepChosen();
    chosen.choose(QStringLiteral("CeO2"));
    const double ratio = substances.all()[0].spacingRatio;
    EXPECT_LT(ratio, 1);
    writePhase("A: 9\nDIHKL: 5.1962 100 1 1 1\n");
    ASSERT_TRUE(waitFor([&] { return substances.all()[0].rings->reflections.size() == 1; }));
    EXPECT_EQ(substances.all()[0].spacingRatio, ratio) << "at the same pressure";
    // What cannot be read is said once, and the rings stay.
    writePhase("A: -1\n");
    ASSERT_TRUE(waitFor([&] { return failed > 0; }));
    EXPECT_EQ(substances.all()[0].rings->reflections.size(), 1U);
    writePhase();
    ASSERT_TRUE(waitFor([&] { return substances.all()[0].rings->reflections.size() == 2; }));
    EXPECT_EQ(failed, 1);
}

TEST_F(DrawnSubstancesTest, NoMoreAreKeptThanThereAreColours) {
    std::size_t kept = 0;
    for (const azint::CalibrantName& calibrant : azint::calibrantNames()) {
        if (drawn().isFull()) break;
        frames().substance().choose(QString::fromStdString(calibrant.name));
        EXPECT_TRUE(drawn().canKeep());
        drawn().keepChosen();
        ++kept;
    }
    ASSERT_EQ(kept, 6U);
    frames().substance().choose({});
    std::set<QRgb> colours;
    for (const RingSource& source : drawn().all()) colours.insert(view::markColourOnImage(source.colour).rgb());
    EXPECT_EQ(colours.size(), 6U);
    frames().substance().choose(QString::fromStdString(azint::calibrantNames().back().name));
    EXPECT_FALSE(drawn().canKeep());
    EXPECT_TRUE(keepButton().toolTip().contains(u'6')) << keepButton().toolTip().toStdString();
    // In place of one that is taken away its colour is free.
    const std::size_t freed = drawn().all()[2].colour;
    drawn().remove(drawn().all()[2].name);
    EXPECT_TRUE(drawn().canKeep());
    EXPECT_EQ(drawn().all().back().colour, freed);
}

} // namespace
} // namespace ewald::ui::test
