// SPDX-License-Identifier: GPL-3.0-or-later
// Fits over a pattern, and numbers of a series with their errors.
#include "view/pattern_chart.h"
#include "view/pattern_fit.h"
#include "waiting.h"

#include <QAreaSeries>
#include <QChart>
#include <QChartView>
#include <QSignalSpy>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ewald::view {
namespace {

using ui::test::showNow;

/// Largest difference of a colour part within `reach` pixels around a place: 0 where the colour is there.
int distanceTo(const QImage& image, QPointF place, const QColor& colour, int reach) {
    int best = 255;
    for (int y = -reach; y <= reach; ++y)
        for (int x = -reach; x <= reach; ++x) {
            const QPoint at = place.toPoint() + QPoint(x, y);
            if (!image.rect().contains(at)) continue;
            const QColor is = image.pixelColor(at);
            best = std::min(best, std::max({std::abs(is.red() - colour.red()), std::abs(is.green() - colour.green()),
                                            std::abs(is.blue() - colour.blue())}));
        }
    return best;
}

TEST(PatternFitTest, CurvesAreDrawnWhereTheyAreAlsoOnALogarithmicAxis) {
    PatternChart chart;
    chart.resize(600, 400);
    chart.setCurves({{QStringLiteral("data"), {0, 5, 10}, {1, 1, 100}, {}}});
    PatternFit fit;
    fit.low = 2;
    fit.high = 8;
    for (int i = 20; i <= 80; ++i) {
        fit.x.push_back(0.1 * i);
        fit.sum.push_back(60);
        fit.background.push_back(i < 30 ? -1 : 20); // below zero at first: no place on a logarithmic axis
    }
    fit.peaks = {fit.sum};
    showNow(chart);
    for (const bool log : {false, true}) {
        chart.setLogScale(log);
        chart.setFits({fit});
        chart.refreshNow();
        ui::test::settle();
        const QImage image = chart.canvas()->grab().toImage();
        const FitColours colours = fitColours(chart.palette());
        // A line a pixel wide covers at least half of a pixel in one of two rows: half of 255 is left at most.
        constexpr int kNear = 130;
        EXPECT_LT(distanceTo(image, chart.toCanvas(5, 60), colours.sum, 2), kNear) << log;
        EXPECT_LT(distanceTo(image, chart.toCanvas(7, 20), colours.background, 6), kNear) << "dashes have gaps";
        EXPECT_GT(distanceTo(image, chart.toCanvas(9.3, 60), colours.sum, 2), kNear) << "beyond its region";
        chart.setFits({});
        ui::test::settle();
        EXPECT_GT(distanceTo(chart.canvas()->grab().toImage(), chart.toCanvas(5, 60), colours.sum, 2), kNear);
    }
}

class SeriesTest : public ::testing::Test {
protected:
    void show(std::size_t count) {
        PatternCurve curve{QStringLiteral("series"), {}, {}, {}};
        for (std::size_t i = 0; i < count; ++i) {
            curve.x.push_back(static_cast<double>(10 + i));
            curve.y.push_back(20 + 0.001F * static_cast<float>(i));
            curve.error.push_back(i == 1 ? 50 : 0.0005F);
        }
        curve.y[2] = std::numeric_limits<float>::quiet_NaN();
        m_chart.setStyle(PatternChart::Style::series);
        m_chart.resize(600, 400);
        m_chart.setCurves({curve});
        showNow(m_chart);
        m_chart.refreshNow();
    }
    [[nodiscard]] bool hasBand() const {
        for (const QAbstractSeries* series : m_chart.findChild<QChartView*>()->chart()->series())
            if (qobject_cast<const QAreaSeries*>(series) != nullptr) return series->isVisible();
        return false;
    }
    PatternChart m_chart;
};

TEST_F(SeriesTest, ItsChangesFillTheAxisWhateverOneErrorIs) {
    show(12);
    const auto [low, high] = m_chart.yRange();
    // 20 to 20.011: zero is not among it, nor the error of 50.
    EXPECT_GT(low, 19.98);
    EXPECT_LT(low, 20);
    EXPECT_GT(high, 20.011);
    EXPECT_LT(high, 20.03);
    EXPECT_LT(m_chart.xRange().first, 10);
    EXPECT_GT(m_chart.xRange().second, 21);
}

TEST_F(SeriesTest, HasBarsWhereTheyHaveRoomAndElseABand) {
    show(12);
    EXPECT_FALSE(hasBand());
    show(2000);
    EXPECT_TRUE(hasBand());
    m_chart.setXRange(100, 120);
    m_chart.refreshNow();
    EXPECT_FALSE(hasBand()) << "twenty have room";
}

TEST_F(SeriesTest, AClickNamesAPlaceAndADragZooms) {
    show(12);
    QSignalSpy clicked(&m_chart, &PatternChart::clickedAt);
    const QPoint place = m_chart.toCanvas(15, 20.005).toPoint();
    QTest::mouseClick(m_chart.canvas(), Qt::LeftButton, Qt::NoModifier, place);
    ASSERT_EQ(clicked.count(), 1);
    // A pixel is a fortieth of a frame here.
    EXPECT_NEAR(clicked[0][0].toDouble(), 15, 0.05);
    QTest::mousePress(m_chart.canvas(), Qt::LeftButton, Qt::NoModifier, place);
    QTest::mouseMove(m_chart.canvas(), place + QPoint(80, 60));
    QTest::mouseRelease(m_chart.canvas(), Qt::LeftButton, Qt::NoModifier, place + QPoint(80, 60));
    EXPECT_EQ(clicked.count(), 1);
    EXPECT_NEAR(m_chart.xRange().first, 15, 0.05);
}

} // namespace
} // namespace ewald::view
