// SPDX-License-Identifier: GPL-3.0-or-later
// The noise limit in the loss chart: a dashed line where it is known, which leaves the room to the curves.
#include "view/loss_chart.h"
#include "view_support.h"

#include <QMouseEvent>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace ewald::view {
namespace {

class NoiseLimit : public ::testing::Test {
protected:
    void SetUp() override {
        m_chart.resize(600, 400);
        test::showNow(m_chart);
    }
    /// Errors that fall from 1 to 0.01.
    void addCurve(const char* name, double floor, std::size_t count = 100) {
        const int curve = m_chart.addCurve(QString::fromLatin1(name));
        for (std::size_t i = 1; i <= count; ++i) {
            const auto x = static_cast<double>(i);
            m_chart.append(curve, {x, x, std::pow(10.0, -2 * (x - 1) / static_cast<double>(count - 1)), 1, 2, floor});
        }
        m_chart.resetZoom();
    }
    /// Pixels in a row of the chart that have nearly the colour of the text.
    [[nodiscard]] int darkInRow(double y) {
        const QImage image = m_chart.canvas()->grab().toImage();
        int dark = 0;
        for (int x = 0; x < image.width(); ++x) {
            bool found = false;
            for (int dy = -1; dy <= 1; ++dy) found = found || qGray(image.pixel(x, static_cast<int>(y) + dy)) < 110;
            dark += found ? 1 : 0;
        }
        return dark;
    }
    LossChart m_chart;
};

TEST_F(NoiseLimit, IsADashedLineWithItsValue) {
    m_chart.setPalette(test::lightPalette());
    addCurve("rpie", 0);
    EXPECT_TRUE(m_chart.noiseLines().empty()) << "not known";
    m_chart.clear();
    addCurve("rpie", 0.0068);
    const std::vector<NoiseLine> lines = m_chart.noiseLines();
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0].value, 0.0068);
    EXPECT_TRUE(lines[0].label.contains(QStringLiteral("0.0068"))) << lines[0].label.toStdString();
    EXPECT_FALSE(lines[0].curve);
    ASSERT_TRUE(lines[0].y);
    // Dashed: dark along half of the plot or more, and not along all of it.
    const int dark = darkInRow(*lines[0].y);
    EXPECT_GT(dark, 150);
    EXPECT_LT(dark, 500);
    m_chart.setMetricVisible(LossMetric::fourierError, false);
    m_chart.setMetricVisible(LossMetric::loss, true);
    EXPECT_TRUE(m_chart.noiseLines().empty()) << "it is of the Fourier error";
    m_chart.setMetricVisible(LossMetric::llk, true);
    ASSERT_EQ(m_chart.noiseLines().size(), 1U);
    EXPECT_EQ(m_chart.noiseLines()[0].value, 1);
    m_chart.clear();
    EXPECT_TRUE(m_chart.noiseLines().empty());
}

TEST_F(NoiseLimit, DoesNotSqueezeTheCurves) {
    addCurve("rpie", 0);
    const auto without = m_chart.yRange();
    m_chart.clear();
    addCurve("rpie", 1e-6);
    EXPECT_EQ(m_chart.yRange(), without) << "four decades below the two of the curve";
    ASSERT_EQ(m_chart.noiseLines().size(), 1U);
    EXPECT_FALSE(m_chart.noiseLines()[0].y);
    EXPECT_TRUE(m_chart.noiseLines()[0].label.endsWith(u'↓')) << "said all the same";
    m_chart.clear();
    addCurve("rpie", 0.0068);
    // A third of a decade more is a fair price.
    EXPECT_LT(m_chart.yRange().first, 0.0068);
    EXPECT_GT(m_chart.yRange().first, 0.004);
    EXPECT_EQ(m_chart.xRange(), (std::pair{0.0, 102.0}));
    m_chart.setLogScale(false);
    EXPECT_TRUE(m_chart.noiseLines()[0].y);
    EXPECT_EQ(m_chart.yRange().first, 0);
}

/// Whether a label lies over what has the colour of a curve. Labels are grey, as long as there is one limit of a kind.
bool isColoured(const QImage& image, const QRectF& box) {
    const double ratio = image.devicePixelRatio();
    for (int y = static_cast<int>(box.top() * ratio); y < static_cast<int>(box.bottom() * ratio); ++y) {
        for (int x = static_cast<int>(box.left() * ratio); x < static_cast<int>(box.right() * ratio); ++x) {
            if (!image.valid(x, y)) return true;
            const QColor colour = image.pixelColor(x, y);
            if (std::max({colour.red(), colour.green(), colour.blue()}) -
                    std::min({colour.red(), colour.green(), colour.blue()}) >
                60)
                return true;
        }
    }
    return false;
}

TEST_F(NoiseLimit, LabelsLieOverNoCurve) {
    m_chart.setPalette(test::lightPalette());
    m_chart.setMetricVisible(LossMetric::llk, true);
    int beside = 0;
    for (const QSize& size : {QSize(600, 400), QSize(500, 230), QSize(360, 200)}) {
        m_chart.resize(size);
        for (const double floor : {1e-6, 0.0068, 0.012, 0.03, 0.2, 5.0}) {
            // A curve that falls at once and then stays, as those of finished runs do; and one that crosses all.
            for (const double late : {0.011, 0.0069, 0.5}) {
                m_chart.clear();
                const int curve = m_chart.addCurve(QStringLiteral("rpie"));
                for (int i = 1; i <= 100; ++i) {
                    const double error = i < 6 ? std::pow(10.0, -i / 5.0 * 2) : late * (1 + 0.2 * std::sin(i / 3.0));
                    m_chart.append(curve, {static_cast<double>(i), 0.1 * i, error, 1, 40.0 / i, floor});
                }
                m_chart.resetZoom();
                test::settleAll();
                const QImage image = m_chart.canvas()->grab().toImage();
                const std::vector<NoiseLine> lines = m_chart.noiseLines();
                ASSERT_EQ(lines.size(), 2U);
                for (const NoiseLine& line : lines) {
                    EXPECT_FALSE(isColoured(image, line.box))
                        << size.width() << ' ' << floor << ' ' << late << ' ' << line.label.toStdString();
                    EXPECT_TRUE(QRectF(m_chart.canvas()->rect()).contains(line.box)) << line.label.toStdString();
                    beside += line.y ? 1 : 0;
                }
                EXPECT_FALSE(lines[0].box.intersects(lines[1].box));
            }
        }
    }
    EXPECT_GT(beside, 20);
}

TEST_F(NoiseLimit, ResultsOfOtherCountsHaveLimitsOfTheirOwn) {
    addCurve("first stage", 0.02);
    addCurve("second stage", 0.02);
    EXPECT_EQ(m_chart.noiseLines().size(), 1U);
    addCurve("another scan", 0.05);
    const std::vector<NoiseLine> lines = m_chart.noiseLines();
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[0].value, 0.02);
    EXPECT_EQ(lines[1].value, 0.05);
    EXPECT_EQ(lines[1].curve, 2);
}

} // namespace
} // namespace ewald::view
