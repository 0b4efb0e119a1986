// SPDX-License-Identifier: GPL-3.0-or-later
// What the integration pages are made of: the mask of a frame, the preview, the grid of a scan, the choice of a frame.
#include "azint/calibrant.h"
#include "base/long_call.h"
#include "model/powder_map.h"
#include "model/powder_preview.h"
#include "mouse.h"
#include "view/pattern_chart.h"
#include "window/frame_chooser.h"
#include "window/powder_page.h"
#include "window_support.h"

#include <QSlider>
#include <QSpinBox>
#include <QTest>

#include <cmath>
#include <optional>

namespace ewald::ui::test {
namespace {

TEST(FrameMaskTest, ShapesCoverThePixelsWhoseCentresTheyHold) {
    FrameMask mask(10, 12);
    mask.rectangle(QRectF(QPointF(2, 3), QPointF(5, 7)), true);
    EXPECT_EQ(mask.maskedPixels(), 12U); // 3 columns × 4 rows
    EXPECT_EQ(mask.mask()(3, 2), 1);
    EXPECT_EQ(mask.mask()(6, 4), 1);
    EXPECT_EQ(mask.mask()(7, 4), 0);
    mask.begin();
    // The triangle below the diagonal of a 6 × 6 square: centres (c + ½, r + ½) with c < r.
    mask.clear();
    mask.begin();
    mask.polygon(QPolygonF({QPointF(0, 0), QPointF(6, 6), QPointF(0, 6)}), true);
    EXPECT_EQ(mask.maskedPixels(), 21U); // 1 + 2 + … + 6: the diagonal's centres lie on the edge and count
    mask.begin();
    mask.disk(QPointF(8.5, 4.5), 1.0, true); // the pixel and its four neighbours
    EXPECT_EQ(mask.maskedPixels(), 26U);
    mask.undo();
    EXPECT_EQ(mask.maskedPixels(), 21U);
    mask.redo();
    EXPECT_EQ(mask.maskedPixels(), 26U);
    mask.undo();
    mask.undo();
    mask.undo();
    EXPECT_EQ(mask.maskedPixels(), 12U);
    EXPECT_EQ(mask.mask()(3, 2), 1);
    mask.begin();
    mask.invert();
    EXPECT_EQ(mask.maskedPixels(), 120U - 12U);
    EXPECT_FALSE(mask.replace(FrameMask::Mask({3, 3})));
}

TEST(FrameMaskTest, NothingOutsideTheFrameIsTouched) {
    FrameMask mask(4, 5);
    mask.disk(QPointF(-3, -3), 2, true);
    mask.polygon(QPolygonF({QPointF(-10, -10), QPointF(-5, -10), QPointF(-5, 50)}), true);
    EXPECT_TRUE(mask.empty());
    mask.rectangle(QRectF(-100, -100, 1000, 1000), true);
    EXPECT_EQ(mask.maskedPixels(), 20U);
}

TEST(PowderMapTest, FramesOfARowOfTheHeatMapHaveItsValue) {
    Waterfall waterfall;
    waterfall.framesPerRow = 2;
    waterfall.rows = Array<float, 2>({2, 4}, std::vector<float>{1, 2, 3, 4, 10, 20, 30, 40});
    const std::vector<double> radial{1, 2, 3, 4};
    EXPECT_EQ(rangeValues(waterfall, radial, 3, {1.5, 3.5}), (std::vector<double>{2.5, 2.5, 25}));
    EXPECT_EQ(rangeValues(waterfall, radial, 3, {1.5, 3.5, {{1, 1.2}, {3.8, 4}}}), (std::vector<double>{0, 0, 0}))
        << "on the line through their sides";
    for (const double value : rangeValues(waterfall, std::vector<double>{1, 2}, 2, {1.5, 3.5}))
        EXPECT_TRUE(std::isnan(value)) << "an axis of another length";
}

TEST(PowderPreviewTest, AStepOfALargeDetectorIsMadeOfFewPixels) {
    // The size of an Eiger 4M.
    Array<float, 2> image({2167, 2070}, 10.0F);
    PowderPreviewRequest request;
    request.poni.dist_m = 0.2;
    request.poni.pixel1_m = request.poni.pixel2_m = 75e-6;
    request.poni.poni1_m = 0.081;
    request.poni.poni2_m = 0.077;
    request.poni.wavelength_m = 0.4e-10;
    request.rows = image.extent(0);
    request.cols = image.extent(1);
    request.substances = {{{}, {}, std::make_shared<const azint::Calibrant>(*azint::findCalibrant("CeO2")), 1, 0}};
    request.frame = std::make_shared<const CoarseFrame>(coarsen(image, {}));
    // A tenth of the pixels and less: a nudge of the geometry is followed at once.
    EXPECT_LE(request.frame->values.size(), image.size() / 10);
    EXPECT_GE(request.frame->values.size(), image.size() / 100);
    const LongCalls calls;
    const PowderPreview shown = makePowderPreview(request);
    EXPECT_TRUE(calls.seen().contains("integrating a frame"));
    EXPECT_TRUE(shown.problem.isEmpty()) << shown.problem.toStdString();
    EXPECT_GT(shown.rings.size(), 5U);
    // A flat image gives a flat pattern, larger where the solid angle of pixels is smaller.
    EXPECT_NEAR(shown.intensity[5], 10, 0.1);
    // Rows turned upside down: the beam moves with them, by the rows that fill no coarse pixel as well.
    request.flipRows = true;
    const PowderPreview flipped = makePowderPreview(request);
    EXPECT_NEAR(flipped.radial.back(), azint::Geometry(request.poni, 2167, 2070).radial(azint::Unit::qPerNm, {0, 0}),
                0.05 * flipped.radial.back());
}

TEST(PowderPreviewTest, TheCakeOfADetectorBesideTheBeamShowsWhatItCovers) {
    // 20 × 20 mm, its right edge 10 mm left of the beam: it is seen from 135° over ±180° to −135°.
    PowderPreviewRequest request;
    request.poni.dist_m = 0.2;
    request.poni.pixel1_m = request.poni.pixel2_m = 1e-4;
    request.poni.poni1_m = 0.01;
    request.poni.poni2_m = 0.03;
    request.poni.wavelength_m = 0.4e-10;
    request.rows = request.cols = 200;
    request.frame = std::make_shared<const CoarseFrame>(coarsen(Array<float, 2>({200, 200}, 10.0F), {}));
    const PowderPreview beside = makePowderPreview(request);
    ASSERT_TRUE(beside.problem.isEmpty()) << beside.problem.toStdString();
    const double first = beside.azimuthFirst_deg - beside.azimuthStep_deg / 2;
    const double last = first + beside.azimuthStep_deg * static_cast<double>(beside.cake.extent(0));
    EXPECT_NEAR(first, 135, 3);
    EXPECT_NEAR(last, 225, 3);
    request.poni.poni2_m = 0.01; // all around the beam
    const PowderPreview around = makePowderPreview(request);
    EXPECT_NEAR(around.azimuthFirst_deg - around.azimuthStep_deg / 2, -180, 1e-3);
}

TEST(FrameChooserTest, NumbersAreThoseOfTheStack) {
    FrameChooser chooser(QStringLiteral("Which frame"));
    EXPECT_FALSE(chooser.isEnabled());
    std::vector<std::size_t> chosen;
    QObject::connect(&chooser, &FrameChooser::chosen, [&](std::size_t index) { chosen.push_back(index); });
    chooser.setFrames(3, 4, 3); // frames 4, 7 and 10
    EXPECT_TRUE(chooser.isEnabled());
    chooser.setIndex(1);
    EXPECT_EQ(chooser.numberBox()->value(), 7);
    EXPECT_EQ(chooser.slider()->value(), 1);
    EXPECT_TRUE(chosen.empty()) << "nobody chose";
    chooser.numberBox()->setValue(9); // not among them: the nearest
    EXPECT_EQ(chooser.index(), 2U);
    EXPECT_EQ(chooser.numberBox()->value(), 10);
    chooser.numberBox()->stepDown();
    EXPECT_EQ(chooser.numberBox()->value(), 7);
    chooser.slider()->setValue(0);
    EXPECT_EQ(chooser.numberBox()->value(), 4);
    EXPECT_EQ(chosen, (std::vector<std::size_t>{2, 1, 0}));
    chooser.setIndex(2);
    chooser.setFrames(2); // fewer: the last there is
    EXPECT_EQ(chooser.index(), 1U);
    EXPECT_EQ(chooser.numberBox()->text(), QStringLiteral("1 (0–1)"));
    chooser.setFrames({3, 4, 9}); // with gaps
    chooser.setIndex(1);
    EXPECT_EQ(chooser.numberBox()->text(), QStringLiteral("4 (2 of 3)"));
    chooser.numberBox()->stepUp();
    EXPECT_EQ(chooser.numberBox()->value(), 9) << "the next there is";
    chooser.numberBox()->setValue(5);
    EXPECT_EQ(chooser.numberBox()->value(), 4) << "the nearest";
    EXPECT_EQ(chooser.index(), 1U);
}

TEST(PatternChartTest, NothingIsReadOffWhereADragBegan) {
    view::PatternChart chart;
    chart.resize(600, 300);
    chart.setCurves({{QStringLiteral("p"), {1, 2, 3, 4, 5}, {1, 1, 1, 1, 1}, {}}});
    chart.setChoosing(true);
    showNow(chart);
    chart.refreshNow();
    std::optional<double> read;
    QObject::connect(&chart, &view::PatternChart::hoveredAt, [&](std::optional<double> x) { read = x; });
    QWidget* canvas = chart.canvas();
    const QPoint from = chart.toCanvas(2, 1).toPoint();
    moveMouse(*canvas, from);
    EXPECT_TRUE(read);
    QTest::mousePress(canvas, Qt::LeftButton, Qt::NoModifier, from);
    EXPECT_FALSE(read);
    QTest::mouseRelease(canvas, Qt::LeftButton, Qt::NoModifier, from);
}

TEST(PatternChartTest, AClickWithoutADragLeavesTheRangeAsItWas) {
    view::PatternChart chart;
    chart.resize(600, 300);
    chart.setCurves({{QStringLiteral("p"), {1, 2, 3, 4, 5}, {1, 1, 1, 1, 1}, {}}});
    chart.setChoosing(true);
    chart.setRange(std::pair(2.0, 3.0));
    showNow(chart);
    chart.refreshNow();
    int chosen = 0;
    QObject::connect(&chart, &view::PatternChart::rangeChosen, [&] { ++chosen; });
    QWidget* canvas = chart.canvas();
    const auto drag = [canvas](QPoint from, QPoint to) {
        QTest::mousePress(canvas, Qt::LeftButton, Qt::NoModifier, from);
        moveMouse(*canvas, to, Qt::LeftButton);
        QTest::mouseRelease(canvas, Qt::LeftButton, Qt::NoModifier, to);
    };
    const QPoint at = chart.toCanvas(4, 1).toPoint();
    drag(at, at + QPoint(2, 0)); // by a hand that is not quite still
    EXPECT_EQ(chart.range(), std::pair(2.0, 3.0));
    EXPECT_EQ(chosen, 0);
    drag(chart.toCanvas(3.5, 1).toPoint(), chart.toCanvas(4.5, 1).toPoint());
    ASSERT_TRUE(chart.range());
    EXPECT_NEAR(chart.range()->first, 3.5, 0.02); // a pixel of 600 is 0.007
    EXPECT_EQ(chosen, 1);
}

} // namespace
} // namespace ewald::ui::test
