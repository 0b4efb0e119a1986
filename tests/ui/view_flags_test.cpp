// SPDX-License-Identifier: GPL-3.0-or-later
// Flags in the loss chart: what changed and what a run decided, readable however close they are.
#include "view/loss_chart.h"
#include "view_support.h"

#include <QMenu>
#include <QMouseEvent>
#include <QToolButton>

#include <gtest/gtest.h>

namespace ewald::view {
namespace {

class Flags : public ::testing::Test {
protected:
    void SetUp() override {
        m_chart.setPalette(test::lightPalette());
        m_chart.resize(600, 400);
        test::showNow(m_chart);
        const int curve = m_chart.addCurve(QStringLiteral("rpie"));
        for (int i = 1; i <= 100; ++i) m_chart.append(curve, {1.0 * i, 0.5 * i, 1.0 / i, 1, 2, 0.005});
        m_chart.resetZoom();
    }
    static LossFlag decided(double iteration, const char* text = "goes on") {
        return {iteration, {}, {QString::fromLatin1(text)}};
    }
    static LossFlag changed(double iteration) { return {iteration, {QStringLiteral("Object step: 1 → 0.5")}, {}}; }
    /// Moves the mouse to a place of the canvas. \returns what the chart says there
    QString at(QPointF place) {
        QMouseEvent move(QEvent::MouseMove, place, m_chart.canvas()->mapToGlobal(place), Qt::NoButton, Qt::NoButton,
                         Qt::NoModifier);
        QApplication::sendEvent(m_chart.canvas(), &move);
        return m_chart.flagText().join(u'\n');
    }
    QString atFlag(std::size_t flag) { return at(m_chart.flagPlace(flag).value_or(QPointF()) + QPointF(4, 5)); }
    LossChart m_chart;
};

TEST_F(Flags, DecisionsAreNumberedAndSayThemselvesUnderTheMouse) {
    m_chart.setFlags(
        {decided(0, "begins"),
         changed(20),
         decided(40, "LSQML from here on"),
         {70, {QStringLiteral("Batch size: 8 → 4")}, {QStringLiteral("third"), QStringLiteral("fourth")}}});
    EXPECT_EQ(m_chart.flagLabels(),
              (QStringList{QStringLiteral("1"), QString(), QStringLiteral("2"), QStringLiteral("3–4")}));
    EXPECT_EQ(atFlag(0), QStringLiteral("decided before the first iteration\n1. begins"));
    EXPECT_EQ(atFlag(1), QStringLiteral("changed after iteration 20\nObject step: 1 → 0.5"));
    EXPECT_EQ(atFlag(2), QStringLiteral("decided after iteration 40\n2. LSQML from here on"));
    EXPECT_EQ(atFlag(3), QStringLiteral("changed after iteration 70\nBatch size: 8 → 4\n"
                                        "decided after iteration 70\n3. third\n4. fourth"));
    // Also on the line below the flag, and not elsewhere.
    EXPECT_EQ(at(*m_chart.flagPlace(2) + QPointF(0, 150)),
              QStringLiteral("decided after iteration 40\n2. LSQML from here on"));
    EXPECT_EQ(at(*m_chart.flagPlace(2) + QPointF(40, 150)), QString());
    // The same for the keyboard.
    m_chart.pointTo(0);
    EXPECT_EQ(m_chart.flagText().back(), QStringLiteral("1. begins"));
    m_chart.pointTo({});
    EXPECT_TRUE(m_chart.flagText().isEmpty());
    m_chart.pointTo(17);
    EXPECT_TRUE(m_chart.flagText().isEmpty());
    QStringList listed;
    for (const QToolButton* button : m_chart.findChildren<QToolButton*>())
        if (button->menu() != nullptr)
            for (const QAction* action : button->menu()->actions()) listed << action->text();
    ASSERT_EQ(listed.size(), 4);
    EXPECT_EQ(listed[2], QStringLiteral("Iteration 40: 2. LSQML from here on"));
}

TEST_F(Flags, StandAtTheirIterationOnEveryAxis) {
    m_chart.setFlags({decided(20), decided(60)});
    const auto apart = [this] { return m_chart.flagPlace(1)->x() - m_chart.flagPlace(0)->x(); };
    const double pixelsAnIteration = apart() / 40;
    const auto xOf = [&](double iteration) { return m_chart.flagPlace(0)->x() + (iteration - 20) * pixelsAnIteration; };
    // The axis goes from 0 to 102.
    EXPECT_GT(xOf(0), 20) << "room for the labels of the axis";
    EXPECT_LT(xOf(102), m_chart.canvas()->width());
    EXPECT_NEAR(xOf(102) - xOf(0), 102 * pixelsAnIteration, 1);
    const double logarithmic = apart();
    m_chart.setLogScale(false);
    EXPECT_NEAR(apart(), logarithmic, 60) << "other labels at the left";
    m_chart.setTimeAxis(true); // half a second an iteration: the axis ends at 51 s
    EXPECT_NEAR(apart(), 40 * pixelsAnIteration, 60);
    EXPECT_EQ(m_chart.flagLabels(), (QStringList{QStringLiteral("1"), QStringLiteral("2")}));
}

TEST_F(Flags, AreNeverOneUponTheOther) {
    std::vector<LossFlag> flags;
    for (int i = 0; i < 5; ++i) flags.push_back(decided(50 + 0.5 * i));
    flags.push_back(decided(101.9)); // at the right edge
    m_chart.setFlags(flags);
    // Three hang one below the other, the rest is one with the third.
    EXPECT_EQ(m_chart.flagLabels(),
              (QStringList{QStringLiteral("1"), QStringLiteral("2"), QStringLiteral("3–5"), QStringLiteral("6")}));
    EXPECT_LT(m_chart.flagPlace(0)->y(), m_chart.flagPlace(1)->y() - 10);
    EXPECT_LT(m_chart.flagPlace(1)->y(), m_chart.flagPlace(2)->y() - 10);
    EXPECT_EQ(m_chart.flagPlace(3), m_chart.flagPlace(2));
    const QString merged = atFlag(4);
    for (const char* line : {"3. goes on", "4. goes on", "5. goes on"})
        EXPECT_TRUE(merged.contains(QLatin1String(line))) << merged.toStdString();
    EXPECT_FALSE(merged.contains(QStringLiteral("2. "))) << merged.toStdString();
    // The last one stays inside of the chart: it hangs to the left.
    const QFontMetricsF metrics(m_chart.font());
    EXPECT_LT(m_chart.flagPlace(5)->x() + metrics.horizontalAdvance(u'6') + 6, m_chart.canvas()->width() - 4);
    EXPECT_GT(m_chart.flagPlace(5)->x(), m_chart.flagPlace(0)->x());
    // Above the labels of the axis, also in a chart without much height.
    m_chart.resize(600, 150);
    test::settle();
    const QStringList labels = m_chart.flagLabels();
    EXPECT_LT(labels.size(), 4) << "fewer rows: " << labels.join(u' ').toStdString();
    EXPECT_LT(m_chart.flagPlace(2)->y() + metrics.height(), m_chart.canvas()->height() * 0.7);
}

/// Pixels that are nearly of that colour, in a rectangle of the picture.
int pixelsOf(const QImage& image, const QRect& where, const QColor& colour) {
    int found = 0;
    for (int y = where.top(); y <= where.bottom(); ++y)
        for (int x = where.left(); x <= where.right(); ++x) {
            const QColor here = image.pixelColor(x, y);
            if (std::abs(here.red() - colour.red()) + std::abs(here.green() - colour.green()) +
                    std::abs(here.blue() - colour.blue()) <
                60)
                ++found;
        }
    return found;
}

TEST_F(Flags, CanBeSeenInBothThemesAndInTheFigure) {
    m_chart.setFlags({decided(60)});
    for (const QPalette& palette : {test::lightPalette(), test::darkPalette()}) {
        m_chart.setPalette(palette);
        test::settle();
        const QPoint corner = m_chart.flagPlace(0)->toPoint();
        const QColor colour = m_chart.palette().color(QPalette::Highlight);
        const QImage image = m_chart.canvas()->grab().toImage();
        EXPECT_GT(pixelsOf(image, {corner, QSize(10, 12)}, colour), 40) << "the flag";
        // The line goes down to the axis.
        EXPECT_GT(pixelsOf(image, {corner + QPoint(-2, 100), QSize(5, 100)}, colour), 60);
        EXPECT_EQ(pixelsOf(image, {corner + QPoint(20, 100), QSize(5, 100)}, colour), 0);
    }
    // What one says covers none of them.
    m_chart.setFlags({decided(60), decided(60.5), decided(61)});
    test::settle();
    m_chart.pointTo(0);
    const QImage image = m_chart.canvas()->grab().toImage();
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_GT(pixelsOf(image, {m_chart.flagPlace(i)->toPoint(), QSize(10, 12)},
                           m_chart.palette().color(QPalette::Highlight)),
                  40)
            << i;
    m_chart.setFlags({});
    EXPECT_TRUE(m_chart.flagLabels().isEmpty());
    EXPECT_FALSE(m_chart.flagPlace(0));
}

} // namespace
} // namespace ewald::view
