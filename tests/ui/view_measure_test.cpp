// SPDX-License-Identifier: GPL-3.0-or-later
// What is measured on images: regions and line profiles with known answers.
#include "base/units.h"
#include "buttons.h"
#include "view/image_view.h"
#include "view/line_profile_view.h"
#include "view/region_table.h"
#include "view_support.h"

#include <QApplication>
#include <QLabel>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableWidget>
#include <QToolButton>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace ewald::view {
namespace {

template <class F>
ImageData imageOf(std::size_t rows, std::size_t cols, const F& value) {
    auto image = std::make_shared<Array<float, 2>>(Array<float, 2>::Shape{rows, cols});
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < cols; ++c)
            (*image)(r, c) = static_cast<float>(value(static_cast<double>(r), static_cast<double>(c)));
    return {image, nullptr, Quantity::real};
}

TEST(Regions, HaveTheStatisticsOfTheirPixels) {
    // Rows 2…4 and columns 1…2 of 10·row + column: 21 22 31 32 41 42.
    const ImageData image = imageOf(8, 8, [](double r, double c) { return 10 * r + c; });
    const RegionStatistics found =
        statisticsOf(image, {ImageRegion::Shape::rectangle, QRectF(1, 2, 2, 3), 1}, 2e-7, 1e-7);
    EXPECT_EQ(found.pixels, 6U);
    EXPECT_DOUBLE_EQ(found.mean, 31.5);
    // Variance: 0.25 of the columns and 100·2/3 of the rows.
    EXPECT_NEAR(found.deviation, std::sqrt(0.25 + 200.0 / 3), 1e-12);
    EXPECT_EQ(found.low, 21);
    EXPECT_EQ(found.high, 42);
    EXPECT_NEAR(found.area_m2, 6 * 2e-14, 1e-26);
}

/// A run goes on, or another scan is opened, while the cursor stays where it is.
TEST(Readout, FollowsTheImageUnderACursorThatRests) {
    ImageView view;
    view.resize(500, 460);
    test::activate(view);
    view.setImage(imageOf(100, 100, [](double, double) { return 4.25; }).real);
    test::settleAll();
    const auto* said = view.findChild<QLabel*>(QStringLiteral("readout"));
    ASSERT_NE(said, nullptr);
    const QPointF place = view.toCanvas({20.5, 30.5});
    QMouseEvent hover(QEvent::MouseMove, place, view.canvas()->mapToGlobal(place), Qt::NoButton, Qt::NoButton,
                      Qt::NoModifier);
    QApplication::sendEvent(view.canvas(), &hover);
    EXPECT_TRUE(said->text().contains(QStringLiteral("4.25"))) << said->text().toStdString();
    view.setImage(imageOf(100, 100, [](double, double) { return 7.5; }).real);
    EXPECT_TRUE(said->text().contains(QStringLiteral("7.5"))) << said->text().toStdString();
}

TEST(Regions, CountPixelsByTheirMiddles) {
    const ImageData ones = imageOf(100, 100, [](double, double) { return 1; });
    const auto pixels = [&](ImageRegion::Shape shape, QRectF rect) {
        return statisticsOf(ones, {shape, rect, 1}, 0, 0).pixels;
    };
    EXPECT_EQ(pixels(ImageRegion::Shape::rectangle, {0.4, 0.4, 1, 1}), 1U);
    EXPECT_EQ(pixels(ImageRegion::Shape::rectangle, {0.6, 0.6, 0.3, 0.3}), 0U);
    EXPECT_EQ(pixels(ImageRegion::Shape::rectangle, {-50, -50, 60, 60}), 100U) << "the part in the image";
    // An ellipse of half axes 40 and 20: π·800 = 2513 pixels, up to a few on its border.
    EXPECT_NEAR(static_cast<double>(pixels(ImageRegion::Shape::ellipse, {10, 30, 80, 40})), kPi * 800, 8);
    EXPECT_EQ(pixels(ImageRegion::Shape::ellipse, {10, 30, 0, 40}), 0U);
    const auto mask = maskOf({ImageRegion::Shape::rectangle, QRectF(1, 2, 2, 3), 1}, 8, 8);
    EXPECT_EQ(mask(2, 1), 1);
    EXPECT_EQ(mask(4, 2), 1);
    EXPECT_EQ(mask(5, 2), 0);
    EXPECT_EQ(mask(2, 3), 0);
}

TEST(Regions, LeaveOutWhatHasNoValue) {
    const ImageData image = imageOf(2, 4, [](double r, double c) { return c == 0 ? NAN : c == 1 ? INFINITY : 5 + r; });
    const RegionStatistics found =
        statisticsOf(image, {ImageRegion::Shape::rectangle, QRectF(0, 0, 4, 2), 1}, 1e-6, 1e-6);
    EXPECT_EQ(found.pixels, 4U);
    EXPECT_DOUBLE_EQ(found.mean, 5.5);
    EXPECT_DOUBLE_EQ(found.deviation, 0.5);
    EXPECT_NEAR(found.area_m2, 4e-12, 1e-24) << "of what was counted";
    const RegionStatistics none =
        statisticsOf(image, {ImageRegion::Shape::rectangle, QRectF(0, 0, 1, 2), 1}, 1e-6, 1e-6);
    EXPECT_EQ(none.pixels, 0U);
    EXPECT_TRUE(std::isnan(none.mean));
}

TEST(Regions, KnowThatPhasesAreAngles) {
    // Phases π − 0.1 and −π + 0.3 lie 0.4 apart; their mean is π + 0.1, that of the numbers 0.1.
    auto waves = std::make_shared<Array<Complex, 2>>(
        Array<Complex, 2>::Shape{1, 2}, std::vector<Complex>{std::polar(1.0F, static_cast<float>(kPi - 0.1)),
                                                             std::polar(2.0F, static_cast<float>(-kPi + 0.3))});
    const RegionStatistics found =
        statisticsOf({nullptr, waves, Quantity::phase}, {ImageRegion::Shape::rectangle, QRectF(0, 0, 2, 1), 1}, 0, 0);
    EXPECT_NEAR(std::abs(std::remainder(found.mean - (kPi + 0.1), 2 * kPi)), 0, 1e-6);
    EXPECT_NEAR(found.deviation, 0.2, 1e-6);
    EXPECT_NEAR(found.high - found.low, 0.4, 1e-6);
    EXPECT_TRUE(std::isnan(found.area_m2));
}

TEST(Profiles, AverageAcrossTheLine) {
    // Value = row + 100·(column > 10): a line down column 10.5, five pixels wide, averages columns 8…12, of which two
    // lie beyond 10.
    const ImageData image = imageOf(40, 40, [](double r, double c) { return r + (c > 10 ? 100 : 0); });
    const LineProfile thin = profileOf(image, {10.5, 5.5}, {10.5, 25.5}, 1, 1e-8, 1e-8);
    const LineProfile wide = profileOf(image, {10.5, 5.5}, {10.5, 25.5}, 5, 1e-8, 1e-8);
    ASSERT_EQ(thin.value.size(), 21U);
    EXPECT_DOUBLE_EQ(thin.value[0], 5);
    EXPECT_DOUBLE_EQ(wide.value[0], 5 + 40);
    EXPECT_DOUBLE_EQ(wide.value[20], 25 + 40);
    EXPECT_NEAR(wide.length_m, 20e-8, 1e-18);
    // Across a border of the image only what lies in it counts.
    const LineProfile border = profileOf(image, {0.5, 5.5}, {0.5, 25.5}, 5, 0, 0);
    EXPECT_DOUBLE_EQ(border.value[0], 5);
    EXPECT_FALSE(border.metric());
}

TEST(Profiles, AverageAcrossAtARightAngleInTheSample) {
    // Pixels twice as high as wide. A line along (2, 1) pixels runs along (1, 1) in the sample; across is (−1, 1)
    // there, which is (−2, 1) in pixels. The image grows by 1 along the line's direction only.
    const ImageData image = imageOf(200, 200, [](double r, double c) { return (c + 2 * r) / 4; });
    const LineProfile line = profileOf(image, {40.5, 60.5}, {120.5, 100.5}, 15, 2e-8, 1e-8);
    EXPECT_NEAR(line.length_m, std::hypot(80e-8, 80e-8), 1e-15);
    // Nearest pixels are up to half a pixel away: 0.5·(1 + 2)/4.
    EXPECT_NEAR(line.value.front(), (40.5 + 2 * 60.5) / 4, 0.4);
    EXPECT_NEAR(line.value.back(), (120.5 + 2 * 100.5) / 4, 0.4);
}

TEST(Profiles, AveragePhasesAsAngles) {
    auto waves = std::make_shared<Array<Complex, 2>>(Array<Complex, 2>::Shape{3, 20});
    for (std::size_t c = 0; c < 20; ++c) {
        (*waves)(0, c) = std::polar(1.0F, static_cast<float>(kPi - 0.2));
        (*waves)(1, c) = std::polar(1.0F, static_cast<float>(kPi - 0.1));
        (*waves)(2, c) = std::polar(1.0F, static_cast<float>(-kPi + 0.1));
    }
    const LineProfile line = profileOf({nullptr, waves, Quantity::phase}, {2, 1.5}, {18, 1.5}, 3, 0, 0);
    EXPECT_NEAR(std::abs(std::remainder(line.value[5] - (kPi - 0.2 / 3), 2 * kPi)), 0, 2e-3);
}

/// A profile of a function of the distance from 0 to `length`, with 400 samples.
template <class F>
LineProfile profileOf(double length, const F& value) {
    LineProfile profile;
    profile.length_m = length;
    for (int k = 0; k <= 400; ++k) {
        profile.distance_m.push_back(length * k / 400);
        profile.value.push_back(value(profile.distance_m.back()));
    }
    return profile;
}

TEST(Profiles, GiveTheFullWidthOfAGaussian) {
    // FWHM = 2√(2 ln 2) σ. Interpolated linearly between samples σ/40 apart: an error of the order of (1/40)²/8.
    const double sigma = 3e-7, wanted = 2 * std::sqrt(2 * std::log(2.0)) * sigma;
    const auto gaussian = [&](double height) {
        return profileOf(10 * sigma, [&](double x) {
            return 7 + height * std::exp(-(x - 4.8 * sigma) * (x - 4.8 * sigma) / (2 * sigma * sigma));
        });
    };
    for (const double height : {2.0, -0.5}) {
        const LineProfile profile = gaussian(height);
        const ProfileReading reading = readProfile(profile, 0, 10 * sigma);
        ASSERT_TRUE(reading.fwhm.has_value()) << height;
        EXPECT_NEAR(*reading.fwhm, wanted, 1e-3 * wanted) << height;
        EXPECT_NEAR(reading.valueAtFirst, 7, 1e-4);
        // Cursors in the wrong order say the same.
        EXPECT_EQ(readProfile(profile, 10 * sigma, 0).fwhm, reading.fwhm);
    }
    // The half that is left of the cursors does not come down again.
    EXPECT_FALSE(readProfile(profileOf(1, [](double x) { return x; }), 0.2, 0.2).fwhm.has_value());
}

TEST(Profiles, GiveTheEdgeWidthOfAnErrorFunction) {
    // (1 + erf(x/(√2 σ)))/2 is 0.1 and 0.9 at ∓1.28155 σ.
    const double sigma = 5e-8, wanted = 2 * 1.2815515655 * sigma;
    for (const double height : {4.0, -4.0}) {
        const LineProfile edge = profileOf(12 * sigma, [&](double x) {
            return 1 + height * 0.5 * (1 + std::erf((x - 6.3 * sigma) / (std::sqrt(2.0) * sigma)));
        });
        const ProfileReading reading = readProfile(edge, 0, 12 * sigma);
        ASSERT_TRUE(reading.edge.has_value());
        EXPECT_NEAR(*reading.edge, wanted, 2e-3 * wanted);
    }
    EXPECT_FALSE(readProfile(profileOf(1, [](double) { return 3.0; }), 0, 1).edge.has_value()) << "flat";
}

TEST(Profiles, HaveNoWidthWithoutOnePeakOrOneEdge) {
    // Spokes, and noise: what lies between two of many crossings is no resolution.
    const LineProfile lines = profileOf(1, [](double x) { return std::sin(40 * x); });
    EXPECT_FALSE(readProfile(lines, 0, 1).fwhm.has_value());
    EXPECT_FALSE(readProfile(lines, 0, 1).edge.has_value());
    const LineProfile noise = profileOf(1, [](double x) { return std::sin(1e4 * x * x) + 0.1 * x; });
    EXPECT_FALSE(readProfile(noise, 0, 1).fwhm.has_value());
    EXPECT_FALSE(readProfile(noise, 0, 1).edge.has_value());
    // Two spokes of a star, deeper than what lies between both ends is high.
    const LineProfile spokes = profileOf(1, [](double x) {
        const bool inSpoke = (x > 0.28 && x < 0.38) || (x > 0.64 && x < 0.74);
        return inSpoke ? -0.7 : x < 0.8 ? 0.3 : 0.45;
    });
    EXPECT_FALSE(readProfile(spokes, 0, 1).edge.has_value());
    const LineProfile behind = profileOf(1, [](double x) { return x < 0.8 ? 0.3 : 0.45; });
    EXPECT_TRUE(readProfile(behind, 0, 1).edge.has_value()) << "without them it is one";
    // Small ones beside a peak do not count.
    const LineProfile peak = profileOf(1, [](double x) {
        return std::exp(-(x - 0.5) * (x - 0.5) / 0.005) + 0.4 * std::exp(-(x - 0.8) * (x - 0.8) / 0.001);
    });
    EXPECT_TRUE(readProfile(peak, 0, 1).fwhm.has_value());
}

TEST(Profiles, AreReadWithoutMaskedSamples) {
    LineProfile edge = profileOf(1, [](double x) { return x < 0.5 ? 0.0 : 1.0; });
    for (std::size_t i = 50; i < 60; ++i) edge.value[i] = NAN;
    const ProfileReading reading = readProfile(edge, 0, 1);
    ASSERT_TRUE(reading.edge.has_value());
    // A step from one sample to the next: 80 % of 1/400.
    EXPECT_NEAR(*reading.edge, 0.8 / 400, 1e-9);
}

/// A view on the screen with a table of its regions, and a mouse.
struct Measured {
    ImageView view;
    RegionTable table{view};
    QWidget* canvas = view.canvas();
    std::vector<RegionStatistics> rows;

    Measured() {
        view.resize(500, 460);
        view.setRegionsEnabled(true);
        QObject::connect(&view, &ImageView::regionsMeasured,
                         [this](const std::vector<RegionStatistics>& found) { rows = found; });
        test::activate(view);
        canvas->setFocus();
        view.setImage(imageOf(100, 100, [](double r, double c) { return 100 * r + c; }).real);
        view.setPixelSize(1e-7, 1e-7);
        settle();
    }
    static void settle() { test::settleAll(); }
    /// Drags between two places of the image (column, row).
    void drag(QPointF from, QPointF to) {
        const QPoint start = view.toCanvas(from).toPoint(), end = view.toCanvas(to).toPoint();
        QTest::mousePress(canvas, Qt::LeftButton, Qt::NoModifier, start);
        for (const QPoint& at : {(start + end) / 2, end}) {
            QMouseEvent move(QEvent::MouseMove, at, canvas->mapToGlobal(at), Qt::NoButton, Qt::LeftButton,
                             Qt::NoModifier);
            QApplication::sendEvent(canvas, &move);
        }
        QTest::mouseRelease(canvas, Qt::LeftButton, Qt::NoModifier, end);
        settle();
    }
    [[nodiscard]] QRectF rect(std::size_t i) const { return view.regions().at(i).rect; }
    /// A drag goes from one place to another; each is known to half a screen pixel, and a little for rounding.
    void expectNear(const QRectF& found, const QRectF& wanted, int drags = 1) const {
        const double pixel = 1.1 * drags * view.view().width() / canvas->width();
        EXPECT_NEAR(found.left(), wanted.left(), pixel);
        EXPECT_NEAR(found.top(), wanted.top(), pixel);
        EXPECT_NEAR(found.right(), wanted.right(), pixel);
        EXPECT_NEAR(found.bottom(), wanted.bottom(), pixel);
    }
};

TEST(RegionsByMouse, AreDrawnMovedResizedAndRemoved) {
    Measured on;
    const QRectF before = on.view.view();
    QTest::keyClick(on.canvas, Qt::Key_A);
    on.drag({20, 30}, {40, 60});
    QTest::keyClick(on.canvas, Qt::Key_O);
    on.drag({60, 20}, {90, 40});
    EXPECT_EQ(on.view.view(), before) << "drawing must not pan";
    ASSERT_EQ(on.view.regions().size(), 2U);
    on.expectNear(on.rect(0), {20, 30, 20, 30});
    EXPECT_EQ(on.view.regions()[1].shape, ImageRegion::Shape::ellipse);
    ASSERT_EQ(on.rows.size(), 2U);
    EXPECT_EQ(on.rows[0].pixels, statisticsOf(imageOf(100, 100, [](double r, double c) { return 100 * r + c; }),
                                              on.view.regions()[0], 1e-7, 1e-7)
                                     .pixels);
    EXPECT_NEAR(on.rows[0].area_m2, static_cast<double>(on.rows[0].pixels) * 1e-14, 1e-20);
    // Moved by its border, whatever tool is chosen; the other one stays.
    on.view.leaveTool();
    on.drag({20, 40}, {25, 45});
    on.expectNear(on.rect(0), {25, 35, 20, 30}, 2);
    // Resized by a corner.
    on.drag({45, 65}, {55, 75});
    on.expectNear(on.rect(0), {25, 35, 30, 40}, 3);
    // Elsewhere the image is moved.
    on.drag({70, 70}, {60, 60});
    EXPECT_NE(on.view.view(), before);
    EXPECT_EQ(on.view.regions().size(), 2U);
    on.view.fit();
    // Removed by a key, taken back.
    on.view.selectRegion(0);
    QTest::keyClick(on.canvas, Qt::Key_Delete);
    ASSERT_EQ(on.view.regions().size(), 1U);
    EXPECT_EQ(on.view.regions()[0].number, 2);
    QTest::keySequence(on.canvas, QKeySequence::Undo);
    ASSERT_EQ(on.view.regions().size(), 2U);
    on.expectNear(on.rect(0), {25, 35, 30, 40}, 3);
    QTest::keySequence(on.canvas, QKeySequence::Undo);
    on.expectNear(on.rect(0), {25, 35, 20, 30}, 2);
    QTest::keySequence(on.canvas, QKeySequence::Redo);
    on.expectNear(on.rect(0), {25, 35, 30, 40}, 3);
    // A click makes none.
    QTest::keyClick(on.canvas, Qt::Key_A);
    on.drag({80, 80}, {80, 80});
    EXPECT_EQ(on.view.regions().size(), 2U);
}

TEST(RegionsByMouse, AreNotDraggedOnAfterAKeyChangedThem) {
    Measured on;
    const auto dragWithKey = [&](QPointF from, QPointF to, const QKeySequence& key) {
        const QPoint start = on.view.toCanvas(from).toPoint(), end = on.view.toCanvas(to).toPoint();
        QTest::mousePress(on.canvas, Qt::LeftButton, Qt::NoModifier, start);
        const auto move = [&](QPoint at) {
            QMouseEvent event(QEvent::MouseMove, at, on.canvas->mapToGlobal(at), Qt::NoButton, Qt::LeftButton,
                              Qt::NoModifier);
            QApplication::sendEvent(on.canvas, &event);
        };
        move((start + end) / 2);
        QTest::keySequence(on.canvas, key);
        move(end);
        QTest::mouseRelease(on.canvas, Qt::LeftButton, Qt::NoModifier, end);
        on.settle();
    };
    QTest::keyClick(on.canvas, Qt::Key_A);
    dragWithKey({20, 30}, {40, 60}, QKeySequence(Qt::Key_Delete));
    EXPECT_TRUE(on.view.regions().empty());
    EXPECT_TRUE(on.rows.empty());
    on.drag({20, 30}, {40, 60});
    ASSERT_EQ(on.view.regions().size(), 1U);
    const QRectF drawn = on.rect(0);
    // Removed while it is moved, and taken back: it is where it was.
    on.view.leaveTool();
    dragWithKey({20, 45}, {30, 55}, QKeySequence(Qt::Key_Delete));
    EXPECT_TRUE(on.view.regions().empty());
    QTest::keySequence(on.canvas, QKeySequence::Undo);
    ASSERT_EQ(on.view.regions().size(), 1U);
    EXPECT_EQ(on.rect(0), drawn);
    // Its drawing is taken back while it is moved.
    dragWithKey({20, 45}, {30, 55}, QKeySequence::Undo);
    EXPECT_TRUE(on.view.regions().empty());
    QTest::keySequence(on.canvas, QKeySequence::Redo);
    ASSERT_EQ(on.view.regions().size(), 1U);
    EXPECT_EQ(on.rect(0), drawn);
}

TEST(RegionsByMouse, FollowTheImageAndGoWithIt) {
    Measured on;
    on.view.setRegions({{ImageRegion::Shape::rectangle, QRectF(0, 0, 10, 10), 1}});
    on.settle();
    EXPECT_DOUBLE_EQ(on.rows.at(0).mean, 454.5);
    on.view.setImage(imageOf(100, 100, [](double, double) { return 7; }).real);
    on.settle();
    EXPECT_DOUBLE_EQ(on.rows.at(0).mean, 7);
    on.view.setImage(imageOf(20, 20, [](double, double) { return 7; }).real);
    on.settle();
    EXPECT_TRUE(on.view.regions().empty()) << "another image";
    EXPECT_TRUE(on.rows.empty());
}

TEST(RegionsByMouse, HaveNoHandlesInAFigure) {
    Measured on;
    on.view.setImage(imageOf(100, 100, [](double, double) { return 7; }).real);
    on.view.setRegions({{ImageRegion::Shape::rectangle, QRectF(30, 30, 40, 40), 1}});
    on.view.selectRegion(0);
    on.settle();
    const QImage screen = on.canvas->grab().toImage(), figure = on.view.figure(1);
    // Just outside of the corner, where a handle covers the image.
    const auto rgbBeside = [](const QImage& image, QPointF corner) {
        return image.pixel((corner + QPointF(3, 3)).toPoint());
    };
    const QPointF place = on.view.toCanvas({70, 70});
    EXPECT_NE(rgbBeside(screen, place), rgbBeside(screen, place + QPointF(12, 12)));
    // The figure shows the same 100 × 100 pixels, behind its title and margins at the left and top.
    const double scale = on.view.toCanvas({1, 1}).x() - on.view.toCanvas({0, 0}).x();
    const QRgb plain = rgbBeside(screen, place + QPointF(12, 12));
    int left = 0, top = 0;
    while (left < figure.width() && figure.pixel(left, figure.height() / 2) != plain) ++left;
    while (top < figure.height() && figure.pixel(left + 5, top) != plain) ++top;
    ASSERT_LT(left, figure.width());
    ASSERT_LT(top, figure.height());
    const QPointF inFigure(left + 70 * scale, top + 70 * scale);
    EXPECT_EQ(rgbBeside(figure, inFigure), plain);
}

TEST(RegionsByMouse, AreSeenWithoutBeingSelected) {
    Measured on;
    on.view.setImage(imageOf(100, 100, [](double, double) { return 7; }).real);
    on.view.setRegions({{ImageRegion::Shape::rectangle, QRectF(30, 30, 40, 40), 1}});
    on.view.selectRegion({});
    on.settle();
    const QImage screen = on.canvas->grab().toImage();
    const int row = static_cast<int>(on.view.toCanvas({30, 50}).y());
    const int left = static_cast<int>(on.view.toCanvas({30, 50}).x());
    int nearest = 1000;
    for (int x = left - 3; x <= left + 3; ++x) {
        const QColor c = screen.pixelColor(x, row);
        nearest = std::min(nearest, std::abs(c.red() - 90) + std::abs(c.green() - 235) + std::abs(c.blue() - 255));
    }
    EXPECT_LT(nearest, 120) << "a line of its own colour, not a shade of what is below it";
}

TEST(RegionTables, ShowCopyAndSayWhatIsFlat) {
    Measured on;
    on.table.show();
    on.table.setSource({QStringLiteral("scan.cxi")});
    on.view.setValueLabel(QStringLiteral("Counts"), {});
    on.view.setRegions({{ImageRegion::Shape::rectangle, QRectF(0, 0, 10, 10), 1},
                        {ImageRegion::Shape::ellipse, QRectF(40, 40, 20, 10), 2}});
    on.settle();
    auto* rows = on.table.findChild<QTableWidget*>();
    ASSERT_EQ(rows->rowCount(), 2);
    EXPECT_EQ(rows->item(0, 1)->text(), QStringLiteral("454.5"));
    EXPECT_EQ(rows->item(0, 5)->text(), QStringLiteral("1")) << "100 pixels of (0.1 µm)²";
    const QByteArray text = on.table.text();
    EXPECT_TRUE(text.startsWith("# scan.cxi\n# values: Counts\nregion\tname\tshape\t")) << text.toStdString();
    // Of 100 r + c over 0…9: deviation √(100² + 1)·√8.25.
    EXPECT_TRUE(text.contains("\n1\t\trectangle\t0\t0\t10\t10\t454.5\t287.2425\t0\t909\t1\t100\n"))
        << text.toStdString();
    // A name by hand; Ctrl+Z on the image takes it back.
    rows->item(0, 0)->setText(QStringLiteral("gold\tpad"));
    on.settle();
    EXPECT_EQ(on.view.regions()[0].name, QStringLiteral("gold pad"));
    EXPECT_EQ(rows->item(0, 0)->text(), QStringLiteral("gold pad"));
    EXPECT_TRUE(on.table.text().contains("\n1\tgold pad\trectangle\t0")) << on.table.text().toStdString();
    QTest::keySequence(on.canvas, QKeySequence::Undo);
    on.settle();
    EXPECT_EQ(rows->item(0, 0)->text(), QStringLiteral("1"));
    QSignalSpy flat(&on.table, &RegionTable::flatChanged);
    rows->selectRow(1);
    EXPECT_EQ(on.view.selectedRegion(), 1U);
    ui::test::buttonWith(on.table, QStringLiteral("Flat"))->click();
    ASSERT_EQ(flat.count(), 1);
    EXPECT_EQ(on.table.flatRegion()->number, 2);
    on.view.removeRegion();
    on.settle();
    EXPECT_EQ(flat.count(), 2);
    EXPECT_FALSE(on.table.flatRegion().has_value());
}

TEST(ProfilesByMouse, HaveAWidthAndCursors) {
    Measured on;
    LineProfileView curve;
    curve.resize(400, 260);
    QObject::connect(&on.view, &ImageView::lineMeasured, &curve, &LineProfileView::setProfile);
    QObject::connect(&on.view, &ImageView::lineRemoved, &curve, &LineProfileView::clear);
    QObject::connect(&curve, &LineProfileView::widthChosen, &on.view, &ImageView::setLineWidth);
    QObject::connect(&curve, &LineProfileView::cursorsMoved, &on.view, &ImageView::setLineMarks);
    test::showNow(curve);
    // An edge along the columns, of an error function of σ = 4 pixels, noisy from row to row: ±50 in turns.
    on.view.setImage(imageOf(100, 100, [](double r, double c) {
                         return 500 * (1 + std::erf((c - 50) / (std::sqrt(2.0) * 4))) +
                                (static_cast<int>(r) % 2 == 0 ? 50 : -50);
                     }).real);
    on.settle();
    on.view.setMeasuring(true);
    QSignalSpy measured(&on.view, &ImageView::lineMeasured);
    on.drag({20.5, 50.5}, {80.5, 50.5});
    ASSERT_GE(measured.count(), 1);
    EXPECT_NEAR(std::abs(measured.back()[0].value<LineProfile>().value.front()), 50, 1);
    auto* width = curve.findChild<QSpinBox*>();
    ASSERT_NE(width, nullptr);
    width->setValue(10);
    on.settle();
    const auto wide = measured.back()[0].value<LineProfile>();
    EXPECT_EQ(wide.width_px, 10);
    EXPECT_NEAR(wide.value.front(), 0, 1e-3) << "as many rows above as below";
    const ProfileReading reading = readProfile(wide, 0, wide.distance_m.back());
    // 2.5631 σ = 10.25 pixels of 0.1 µm; samples are a pixel apart.
    ASSERT_TRUE(reading.edge.has_value());
    EXPECT_NEAR(*reading.edge, 10.2525e-7, 0.02e-6);
    EXPECT_TRUE(curve.summary().contains(QStringLiteral("10–90 %"))) << curve.summary().toStdString();
    // The cursor A is dragged to a third of the line.
    const double third = wide.length_m / 3;
    QWidget* plot = curve.curve();
    const QPoint from = curve.placeOf(0).toPoint(), to = curve.placeOf(third).toPoint();
    QTest::mousePress(plot, Qt::LeftButton, Qt::NoModifier, from);
    QMouseEvent move(QEvent::MouseMove, to, plot->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(plot, &move);
    QTest::mouseRelease(plot, Qt::LeftButton, Qt::NoModifier, to);
    EXPECT_NEAR(curve.cursors().first, third, wide.length_m / 200);
    EXPECT_NEAR(curve.cursors().second, wide.length_m, 1e-12);
    // A key moves it by one sample.
    const double before = curve.cursors().first;
    QTest::keyClick(plot, Qt::Key_Left);
    EXPECT_NEAR(before - curve.cursors().first, wide.distance_m[1], 1e-12);
    // Another image under the same line: its values, the same cursors.
    const auto cursors = curve.cursors();
    on.view.setImage(imageOf(100, 100, [](double, double) { return 3; }).real);
    on.settle();
    EXPECT_EQ(measured.back()[0].value<LineProfile>().value.front(), 3);
    EXPECT_EQ(curve.cursors(), cursors);
    QSignalSpy removed(&on.view, &ImageView::lineRemoved);
    on.view.leaveTool();
    QTest::keyClick(on.canvas, Qt::Key_Delete);
    EXPECT_EQ(removed.count(), 1);
    EXPECT_EQ(curve.summary(), QStringLiteral(" "));
}

} // namespace
} // namespace ewald::view
