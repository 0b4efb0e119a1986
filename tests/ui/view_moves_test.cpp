// SPDX-License-Identifier: GPL-3.0-or-later
// The arrows of moved positions in the scan map, and the factor by which they are drawn longer.
#include "counting_paint.h"
#include "mouse.h"
#include "view/colour_bar.h"
#include "view/scan_view.h"
#include "view_support.h"

#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QLocale>
#include <QWheelEvent>

#include <gtest/gtest.h>

namespace ewald::view {
namespace {

constexpr double kPixel = 10e-9;

/// A grid of 1 µm steps.
std::vector<ScanPosition> grid() {
    std::vector<ScanPosition> places;
    for (int r = 0; r < 6; ++r)
        for (int c = 0; c < 6; ++c) places.push_back({r * 1e-6, c * 1e-6});
    return places;
}

/// All frames, moved along x.
std::vector<PositionMove> moved(const std::vector<ScanPosition>& places, double length_m) {
    std::vector<PositionMove> moves;
    for (std::size_t i = 0; i < places.size(); ++i)
        moves.push_back({i, places[i], {places[i].y, places[i].x + length_m}});
    return moves;
}

class Moves : public ::testing::Test {
protected:
    void SetUp() override {
        m_view.setPositions(grid());
        m_view.resize(520, 480);
        test::showNow(m_view);
    }
    [[nodiscard]] double factor() {
        const QString text = m_view.movesLegend();
        const qsizetype from = text.indexOf(u'×') + 1;
        return QLocale().toDouble(text.mid(from, text.indexOf(u',', from) - from));
    }
    /// Length of one step of the grid on the screen.
    [[nodiscard]] double step() { return m_view.toCanvas({0, 1e-6}).x() - m_view.toCanvas({0, 0}).x(); }
    void zoomIn() {
        const QPointF at = m_view.toCanvas({2e-6, 2e-6});
        QWheelEvent wheel(at, m_view.canvas()->mapToGlobal(at), {}, {0, 960}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(m_view.canvas(), &wheel);
    }
    ScanView m_view;
};

TEST(ScanColours, AreThoseOfTheNumbersInTheFile) {
    ScanView view;
    view.setPositions(grid()); // of 36 frames that are used
    const auto* bar = view.findChild<ColourBar*>();
    ASSERT_NE(bar, nullptr);
    EXPECT_EQ(bar->spec().range.high, 35);
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < 36; ++i) numbers.push_back(3 * i);
    view.setFrameNumbers(numbers);
    EXPECT_EQ(bar->spec().range.high, 105);
    view.setFrameNumbers({});
    EXPECT_EQ(bar->spec().range.high, 35);
}

TEST_F(Moves, AreArrowsWithALegend) {
    EXPECT_TRUE(m_view.movesLegend().isEmpty());
    EXPECT_FALSE(m_view.movesAction()->isEnabled());
    const QImage without = m_view.figure(1);
    m_view.setMoves(moved(grid(), 13e-9), kPixel);
    EXPECT_TRUE(m_view.movesAction()->isEnabled());
    EXPECT_TRUE(m_view.movesLegend().contains(QStringLiteral("longest 1.3 px (13 nm)")))
        << m_view.movesLegend().toStdString();
    // Long enough to be seen, and not as far as the next frame.
    const double onScreen = factor() * 13e-9 / 1e-6 * step();
    EXPECT_GT(onScreen, 10);
    EXPECT_LT(onScreen, step());
    // The arrow of a frame lies where the factor says: beside the point, in the colour of the text.
    const auto darkAt = [](const QImage& image, QPointF at) {
        bool dark = false;
        for (int y = -1; y <= 1; ++y) dark = dark || qGray(image.pixel(at.toPoint() + QPoint(0, y))) < 110;
        return dark;
    };
    m_view.setPathVisible(false);
    const QPointF shaft = m_view.toCanvas({3e-6, 3e-6}) + QPointF(0.8 * onScreen, 0);
    EXPECT_TRUE(darkAt(m_view.figure(1), shaft));
    EXPECT_FALSE(darkAt(m_view.figure(1), shaft + QPointF(0.45 * onScreen, 0)));
    m_view.setPathVisible(true);
    // Off and on with its key.
    test::activate(m_view);
    m_view.canvas()->setFocus();
    QTest::keyClick(m_view.canvas(), Qt::Key_M);
    EXPECT_TRUE(m_view.movesLegend().isEmpty());
    EXPECT_EQ(m_view.figure(1), without);
    QTest::keyClick(m_view.canvas(), Qt::Key_M);
    EXPECT_FALSE(m_view.movesLegend().isEmpty());
    // The read-out of a frame says its own.
    ui::test::moveMouse(*m_view.canvas(), m_view.toCanvas({2e-6, 2e-6}));
    QString readout;
    for (const QLabel* label : m_view.findChildren<QLabel*>()) readout += label->text();
    EXPECT_TRUE(readout.contains(QStringLiteral("moved by 1.3 px"))) << readout.toStdString();
    m_view.clear();
    EXPECT_TRUE(m_view.movesLegend().isEmpty());
    EXPECT_FALSE(m_view.movesAction()->isEnabled());
}

TEST_F(Moves, TheFactorFollowsTheZoomAndOneFrameDoesNotDecideIt) {
    m_view.setMoves(moved(grid(), 2e-9), kPixel);
    const double whole = factor();
    EXPECT_GT(whole, 50);
    zoomIn();
    EXPECT_LT(factor(), whole);
    EXPECT_GE(factor(), 1);
    m_view.fit();
    EXPECT_EQ(factor(), whole);
    std::vector<PositionMove> moves = moved(grid(), 2e-9);
    moves[7].to.x = moves[7].from.x + 4e-9;
    m_view.setMoves(moves, kPixel);
    EXPECT_EQ(factor(), whole) << "the others are as long as they were";
    // Moves as long as the steps are drawn as they are.
    m_view.setMoves(moved(grid(), 2e-6), kPixel);
    EXPECT_EQ(factor(), 1);
}

TEST_F(Moves, OddOnesAndManyAreDrawn) {
    std::vector<PositionMove> moves = moved(grid(), 0);
    m_view.setMoves(moves, kPixel);
    EXPECT_FALSE(m_view.figure(1).isNull());
    moves[3].to.x = NAN;
    m_view.setMoves(moves, 0);
    EXPECT_FALSE(m_view.figure(1).isNull());
    const std::vector<ScanPosition> many = test::spiral(100000, 20e-9);
    m_view.setPositions(many);
    m_view.setMoves(moved(many, 3e-9), kPixel);
    EXPECT_TRUE(m_view.movesLegend().contains(QStringLiteral("1 of"))) << m_view.movesLegend().toStdString();
    // 2500 arrows at most, of a shaft and a head of two lines each, drawn twice, and what is left of the plot.
    const int lines = test::CountingPaper(*m_view.canvas()).lines();
    EXPECT_LE(lines, 2500 * 3 * 2 + 200);
    EXPECT_GT(lines, 1000 * 3 * 2) << "they are drawn";
}

TEST_F(Moves, DotsAreSeenAtTheEndsOfArrows) {
    const auto colourAt = [this](const ScanPosition& place) {
        const QImage image = m_view.canvas()->grab().toImage();
        return image.pixelColor((m_view.toCanvas(place) * image.devicePixelRatio()).toPoint()).rgb();
    };
    const ScanPosition place{2e-6, 3e-6};
    const QRgb dot = colourAt(place);
    m_view.setMoves(moved(grid(), 0.3 * kPixel), kPixel);
    EXPECT_FALSE(m_view.movesLegend().isEmpty());
    EXPECT_EQ(colourAt(place), dot);
}

} // namespace
} // namespace ewald::view
