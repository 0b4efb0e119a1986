// SPDX-License-Identifier: GPL-3.0-or-later
// A pattern and what lies below it share their axis: places, zoom and the value under the mouse.
#include "mouse.h"
#include "view/image_view.h"
#include "view/pattern_chart.h"
#include "window/main_window.h"
#include "window/powder_page.h"
#include "window_support.h"

#include <QTabWidget>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace ewald::ui::test {
namespace {

constexpr std::size_t kBins = 200;

class AxisTest : public WindowTest {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1360, 860);
        showNow(*m_window);
        const PowderNames names = writePowder();
        m_window->openAll({names.frames, names.poni});
        Session& session = m_window->session();
        ASSERT_TRUE(waitFor([&] { return session.integration().image() != nullptr; }));
        const auto set = [&](const char* key, long long value) {
            session.integration().job().setValue(*job::findParameter(key), job::ParameterValue(value));
        };
        set("npt", static_cast<long long>(kBins));
        set("npt_azim", 36);
        m_window->startRun();
        ASSERT_TRUE(waitFor([&] {
            return !session.controller().running() && session.integrationResult() != nullptr && page().isIdle() &&
                   page().cake()->emptyText().isEmpty();
        }));
        const std::vector<double>& radial = session.integrationResult()->result->axes().radial;
        ASSERT_EQ(radial.size(), kBins);
        m_first = radial[0];
        m_step = radial[1] - radial[0];
        m_window->tabs().setCurrentWidget(&page());
    }
    [[nodiscard]] PowderPage& page() { return m_window->powderPage(); }
    [[nodiscard]] double value(double column) const { return m_first + (column - 0.5) * m_step; }
    [[nodiscard]] double onScreen(const QWidget& widget, double x) const {
        return widget.mapTo(m_window.get(), QPoint()).x() + x;
    }
    /// Pixels between a value of the pattern and its column below, at worst.
    [[nodiscard]] double apart(const view::ImageView& image) {
        const auto [low, high] = page().pattern()->xRange();
        double worst = 0;
        for (const double part : {0.02, 0.5, 0.98}) {
            const double x = low + part * (high - low);
            const double column = (x - m_first) / m_step + 0.5;
            const double above = onScreen(*page().pattern()->canvas(), page().pattern()->toCanvas(x, 1).x());
            const double below = onScreen(*image.canvas(), image.toCanvas({column, 0}).x());
            worst = std::max(worst, std::abs(above - below));
        }
        return worst;
    }
    /// Columns lie below the values of the pattern, when its numbers have been laid out.
    void expectAligned(view::ImageView& image, const char* when) {
        constexpr double kMost = 2; // of whole margins
        page().views()->setCurrentWidget(&image);
        settleAll();
        page().pattern()->refreshNow();
        EXPECT_TRUE(waitFor([&] { return apart(image) <= kMost; })) << when << ' ' << apart(image);
    }
    std::unique_ptr<MainWindow> m_window;
    double m_first = 0;
    double m_step = 1;
};

/// Else the page would be laid out and drawn again and again: half a core for nothing.
TEST_F(AxisTest, APlaceBetweenTwoPixelsComesToRest) {
    view::PatternChart chart;
    chart.resize(640, 240);
    showNow(chart);
    chart.setCurves({{QStringLiteral("a"), {0, 10, 20, 30}, {1, 3, 2, 4}, {}}});
    chart.refreshNow();
    settleAll();
    for (const double shift : {20.5, 33.0, 40.5}) {
        const double wanted = chart.plotRect().right() - shift;
        for (int i = 0; i < 4; ++i) chart.setPlotRight(wanted); // the ticks may be others, which moves it once more
        const double there = chart.plotRect().right();
        EXPECT_NEAR(there, wanted, 0.51);
        for (int i = 0; i < 3; ++i) {
            chart.setPlotRight(wanted);
            EXPECT_EQ(chart.plotRect().right(), there) << shift;
        }
    }
}

TEST_F(AxisTest, ImagesLieBelowThePatternAtAllSizes) {
    for (const QSize& size : {QSize(1360, 860), QSize(1000, 640), QSize(1900, 1000)}) {
        m_window->resize(size);
        expectAligned(*page().cake(), qPrintable(QStringLiteral("cake, %1").arg(size.width())));
        expectAligned(*page().waterfall(), qPrintable(QStringLiteral("waterfall, %1").arg(size.width())));
    }
    page().pattern()->setLogScale(true); // other numbers beside the axis
    expectAligned(*page().cake(), "log");
}

TEST_F(AxisTest, ZoomingOneZoomsTheOthers) {
    expectAligned(*page().cake(), "whole");
    page().cake()->zoomBy(2);
    settleAll();
    const auto [low, high] = page().pattern()->xRange();
    EXPECT_NEAR(high - low, 0.5 * m_step * kBins, 0.02 * m_step * kBins);
    expectAligned(*page().cake(), "zoomed in the cake");
    expectAligned(*page().waterfall(), "zoomed in the cake, seen in all patterns");
    // The other way round.
    page().pattern()->resetZoom();
    settleAll();
    EXPECT_TRUE(page().cake()->isFitted());
    QWidget* canvas = page().pattern()->canvas();
    const QPointF place = page().pattern()->toCanvas(value(50), 1);
    QWheelEvent turn(place, canvas->mapToGlobal(place), {}, {0, 360}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                     false);
    QApplication::sendEvent(canvas, &turn);
    settleAll();
    EXPECT_LT(page().pattern()->xRange().second - page().pattern()->xRange().first, 0.6 * m_step * kBins);
    expectAligned(*page().cake(), "zoomed in the pattern");
    page().cake()->fit();
    emit page().cake()->viewChanged(page().cake()->view());
    settleAll();
    EXPECT_NEAR(page().pattern()->xRange().first, value(0), 1e-6 * m_step);
}

TEST_F(AxisTest, ThePlaceUnderTheMouseIsMarkedInThePattern) {
    expectAligned(*page().cake(), "whole");
    QWidget* canvas = page().cake()->canvas();
    moveMouse(*canvas, page().cake()->toCanvas({60, 18}));
    ASSERT_TRUE(page().pattern()->cursorLine());
    EXPECT_NEAR(*page().pattern()->cursorLine(), value(60), m_step);
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(canvas, &leave);
    EXPECT_FALSE(page().pattern()->cursorLine());
}

} // namespace
} // namespace ewald::ui::test
