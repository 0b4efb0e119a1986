// SPDX-License-Identifier: GPL-3.0-or-later
// The colour range of images: its histogram, its limits dragged with the mouse, locked views, what is not lit.
#include "view/histogram_bar.h"
#include "view/image_canvas.h"
#include "view/image_view.h"
#include "view_support.h"

#include <QSignalSpy>
#include <QThread>

#include <gtest/gtest.h>

#include <atomic>
#include <numeric>

namespace ewald::view {
namespace {

using test::waitFor;

std::shared_ptr<Array<float, 2>> image(std::size_t rows, std::size_t cols, std::vector<float> values) {
    return std::make_shared<Array<float, 2>>(Array<float, 2>::Shape{rows, cols}, std::move(values));
}

/// 0, 1, …, rows·cols − 1.
std::shared_ptr<Array<float, 2>> rampImage(std::size_t rows, std::size_t cols) {
    std::vector<float> values(rows * cols);
    std::iota(values.begin(), values.end(), 0.0F);
    return image(rows, cols, std::move(values));
}

TEST(Histograms, CountValuesInEvenBins) {
    // Values 0…999 once each: the axis is the percentiles 0.05 and 99.95 (0.5 and 998.5) and a twentieth more on both
    // sides, so that each of 10 bins holds 109.78 values but the outermost, which begin 49.9 below the first value.
    const Histogram found = histogramOf({rampImage(10, 100), nullptr, Quantity::real}, {0, 999, false}, 10);
    EXPECT_NEAR(found.axis.low, 0.4995 - 0.05 * 998.001, 1e-3);
    EXPECT_NEAR(found.axis.high, 998.5005 + 0.05 * 998.001, 1e-3);
    EXPECT_EQ(std::accumulate(found.counts.begin(), found.counts.end(), std::size_t{0}), 1000U);
    EXPECT_EQ(found.counts[5], 110U);
    EXPECT_EQ(found.counts[0], 61U);
    EXPECT_EQ(found.largest, *std::max_element(found.counts.begin(), found.counts.end()));
}

TEST(Histograms, LeaveOutWhatIsNoNumberAndSpreadOverDecades) {
    const auto values = image(1, 8, {NAN, INFINITY, 0, -3, 1, 10, 100, 1000});
    const Histogram found = histogramOf({values, nullptr, Quantity::real}, {1, 1000, true}, 4);
    EXPECT_TRUE(found.axis.log);
    EXPECT_EQ(found.counts, (std::vector<std::size_t>{1, 1, 1, 1}));
    // Infinite complex numbers (not lit) have no phase.
    const auto wave = std::make_shared<Array<Complex, 2>>(Array<Complex, 2>::Shape{1, 3},
                                                          std::vector<Complex>{{INFINITY, INFINITY}, {1, 0}, {1, 0}});
    const Histogram phases = histogramOf({nullptr, wave, Quantity::phase}, {-1, 1, false}, 4);
    EXPECT_EQ(std::accumulate(phases.counts.begin(), phases.counts.end(), std::size_t{0}), 2U);
    EXPECT_TRUE(histogramOf({image(1, 2, {NAN, NAN}), nullptr, Quantity::real}, {0, 1, false}, 4).empty());
}

struct Shown {
    ImageView view;
    HistogramBar* histogram = view.findChild<HistogramBar*>();

    Shown() {
        view.resize(500, 460);
        view.setHistogramVisible(true);
        test::showNow(view);
    }
    void show(std::shared_ptr<const Array<float, 2>> values) {
        view.setImage(std::move(values));
        settle();
    }
    void settle() {
        test::settleAll();
        EXPECT_TRUE(waitFor([this] { return !histogram->histogram().empty(); }));
    }
    void drag(double from, double to) {
        const int x = histogram->width() / 2;
        const QPoint start(x, static_cast<int>(std::lround(from))), end(x, static_cast<int>(std::lround(to)));
        QTest::mousePress(histogram, Qt::LeftButton, Qt::NoModifier, start);
        QMouseEvent move(QEvent::MouseMove, end, histogram->mapToGlobal(end), Qt::NoButton, Qt::LeftButton,
                         Qt::NoModifier);
        QApplication::sendEvent(histogram, &move);
        QTest::mouseRelease(histogram, Qt::LeftButton, Qt::NoModifier, end);
    }
};

TEST(HistogramBars, LimitsAreDragged) {
    Shown shown;
    QSignalSpy changed(&shown.view, &ImageView::displayChanged);
    shown.show(rampImage(64, 64));
    const Range before = shown.view.shownRange();
    const double middle = (before.low + before.high) / 2;
    // A value a pixel of the widget: what rounding the mouse to pixels can be off by.
    const double step = std::abs((before.high - before.low) /
                                 (shown.histogram->place(before.low) - shown.histogram->place(before.high)));
    shown.drag(shown.histogram->place(before.high), shown.histogram->place(middle));
    shown.settle();
    EXPECT_EQ(shown.view.shownRange().low, before.low);
    EXPECT_NEAR(shown.view.shownRange().high, middle, 1.5 * step);
    EXPECT_TRUE(shown.view.rangeChoice().manual);
    EXPECT_GE(changed.count(), 1);
    // Between the limits both move, and keep their distance.
    const Range half = shown.view.shownRange();
    const double centre = shown.histogram->place((half.low + half.high) / 2);
    shown.drag(centre, centre - 20);
    shown.settle();
    EXPECT_NEAR(shown.view.shownRange().low, half.low + 20 * step, 1.5 * step);
    EXPECT_NEAR(shown.view.shownRange().high - shown.view.shownRange().low, half.high - half.low, 1e-6 * half.high);
    // The lower limit stops below the upper one.
    shown.drag(shown.histogram->place(shown.view.shownRange().low), 0);
    shown.settle();
    EXPECT_LT(shown.view.shownRange().low, shown.view.shownRange().high);
    // A double click: automatic again.
    QTest::mouseDClick(shown.histogram, Qt::LeftButton);
    shown.settle();
    EXPECT_EQ(shown.view.rangeChoice(), RangeChoice{});
    EXPECT_EQ(shown.view.shownRange(), before);
}

TEST(HistogramBars, LimitsAreForgottenForAnotherThingUnlessTheyAreLocked) {
    Shown shown;
    ImageView& view = shown.view;
    RangeChoice usual;
    usual.highPercentile = 90;
    view.setRange(usual);
    view.setLogScale(true);
    shown.show(rampImage(64, 64));
    const auto chooseLimits = [&] {
        const Range now = view.shownRange();
        shown.drag(shown.histogram->place(now.high), shown.histogram->place(now.high) + 40);
        shown.settle();
        ASSERT_TRUE(view.rangeChoice().manual);
    };
    chooseLimits();
    view.forgetLimits();
    usual.log = true; // a scale is a way to look, limits are of one thing
    EXPECT_EQ(view.rangeChoice(), usual) << "what it had before a hand came";
    view.forgetLimits();
    EXPECT_EQ(view.rangeChoice(), usual);
    chooseLimits();
    view.setRangeLocked(true);
    const RangeChoice locked = view.rangeChoice();
    view.forgetLimits();
    EXPECT_EQ(view.rangeChoice(), locked);
    // Limits that the program sets are no choice of a hand.
    view.setRangeLocked(false);
    RangeChoice fixed;
    fixed.manual = true;
    fixed.high = 7;
    view.setRange(fixed);
    view.forgetLimits();
    EXPECT_EQ(view.rangeChoice(), fixed);
}

TEST(HistogramBars, FollowTheImageAndAreHiddenWithoutOne) {
    Shown shown;
    shown.show(rampImage(64, 64));
    EXPECT_GT(shown.histogram->histogram().axis.high, 4000);
    shown.show(image(1, 2, {0.25F, 0.75F}));
    EXPECT_TRUE(waitFor([&] { return shown.histogram->histogram().axis.high < 1; }));
    EXPECT_TRUE(shown.histogram->isVisible());
    shown.view.clear(QStringLiteral("nothing"));
    EXPECT_FALSE(shown.histogram->isVisible());
    test::activate(shown.view);
    shown.view.canvas()->setFocus();
    QTest::keyClick(shown.view.canvas(), Qt::Key_R, Qt::ShiftModifier);
    EXPECT_FALSE(shown.view.isHistogramVisible());
}

TEST(HistogramBars, TakeTheNewestWhenADragEnds) {
    Shown shown;
    shown.show(rampImage(64, 64));
    const auto press = [&] {
        const int y = static_cast<int>(std::lround(shown.histogram->place(shown.histogram->range().high)));
        QTest::mousePress(shown.histogram, Qt::LeftButton, Qt::NoModifier, {shown.histogram->width() / 2, y});
    };
    press();
    shown.show(image(1, 2, {0.25F, 0.75F}));
    EXPECT_GT(shown.histogram->histogram().axis.high, 4000) << "while it is dragged";
    QTest::mouseRelease(shown.histogram, Qt::LeftButton);
    EXPECT_TRUE(waitFor([&] { return shown.histogram->histogram().axis.high < 1; }));
    // Cleared while it is dragged: the release goes elsewhere.
    press();
    shown.view.clear();
    shown.show(rampImage(64, 64));
    EXPECT_TRUE(waitFor([&] { return shown.histogram->range() == shown.view.shownRange(); }));
    EXPECT_GT(shown.histogram->range().high, 4000);
}

TEST(LockedRanges, AreSharedBetweenViewsOfTheSameQuantity) {
    Shown a, b, other;
    a.view.setValueLabel(QStringLiteral("Intensity"), QStringLiteral("photons"));
    b.view.setValueLabel(QStringLiteral("Intensity"), QStringLiteral("photons"));
    other.view.setValueLabel(QStringLiteral("Height"), QStringLiteral("m"));
    a.show(rampImage(64, 64));
    b.show(rampImage(16, 16));
    other.show(rampImage(16, 16));
    const Range ofA = a.view.shownRange(), ofOther = other.view.shownRange();
    for (Shown* each : {&a, &b, &other}) {
        test::activate(each->view);
        each->view.canvas()->setFocus();
        QTest::keyClick(each->view.canvas(), Qt::Key_K);
        ASSERT_TRUE(each->view.isRangeLocked());
    }
    b.settle();
    EXPECT_EQ(b.view.shownRange(), ofA) << "the one that was locked first";
    EXPECT_EQ(other.view.shownRange(), ofOther);
    // Changed in one, changed in all.
    b.drag(b.histogram->place(ofA.high), b.histogram->place(ofA.high / 2));
    a.settle();
    b.settle();
    EXPECT_LT(b.view.shownRange().high, 0.6 * ofA.high);
    EXPECT_EQ(a.view.shownRange(), b.view.shownRange());
    EXPECT_EQ(other.view.shownRange(), ofOther);
    // Another image does not change it.
    const Range kept = a.view.shownRange();
    a.show(rampImage(8, 8));
    EXPECT_EQ(a.view.shownRange(), kept);
    b.view.setRangeLocked(false);
    b.view.setRange({});
    b.settle();
    EXPECT_NE(b.view.shownRange(), kept);
    EXPECT_EQ(a.view.shownRange(), kept);
}

TEST(NotLit, IsTransparentAndDoesNotCount) {
    Shown shown;
    shown.view.setColourMap("gray");
    shown.show(image(2, 2, {INFINITY, 1, 2, 3}));
    auto* canvas = qobject_cast<ImageCanvas*>(shown.view.canvas());
    const QImage drawn = canvas->grabImage();
    const auto colourAt = [&](QPointF pixel) { return drawn.pixelColor(shown.view.toCanvas(pixel).toPoint()); };
    EXPECT_EQ(colourAt({0.5, 0.5}), drawn.pixelColor(0, 0)) << "the colour around the image";
    EXPECT_EQ(colourAt({1.5, 1.5}), QColor(255, 255, 255));
    EXPECT_GE(shown.view.shownRange().low, 1);
    // White paper in a figure.
    const QImage figure = shown.view.figure(1);
    int white = 0;
    for (int y = 0; y < figure.height(); ++y)
        for (int x = 0; x < figure.width(); ++x) white += figure.pixelColor(x, y) == QColor(255, 255, 255) ? 1 : 0;
    EXPECT_GT(white, figure.width() * figure.height() / 4);
    EXPECT_TRUE(shown.view.readout(shown.view.toCanvas({0.5, 0.5})).contains(QStringLiteral("outside")));
}

TEST(UnwrappedPhase, IsShownWhenItIsReadyTogetherWithItsTitle) {
    std::atomic<bool> go = false;
    std::atomic<float> upTo = 0;  // go for these values only
    std::atomic<float> begun = 0; // the value that came last
    ImageView view;
    view.resize(400, 360);
    test::showNow(view);
    view.setPhaseUnwrapper([&](const Array<Complex, 2>& waves) {
        begun = waves(0, 0).real();
        while (!go && waves(0, 0).real() > upTo) QThread::msleep(1);
        return Array<float, 2>(waves.shape(), 20.0F * waves(0, 0).real());
    });
    const auto constant = [](float value) {
        return std::make_shared<Array<Complex, 2>>(Array<Complex, 2>::Shape{16, 16}, Complex(value, 0));
    };
    const auto valueAt = [&view] { return view.profile({2, 2}, {8, 2}).value.front(); };
    view.setTitle(QStringLiteral("one"));
    view.setComplexImage(constant(1), ComplexMode::phase);
    view.setComplexMode(ComplexMode::unwrapped);
    EXPECT_EQ(view.complexMode(), ComplexMode::unwrapped);
    EXPECT_EQ(valueAt(), 0) << "the wrapped phase stays until the other one is there";
    go = true;
    ASSERT_TRUE(waitFor([&] { return view.isIdle(); }));
    EXPECT_EQ(valueAt(), 20) << "more than a turn";
    EXPECT_EQ(view.profile({2, 2}, {8, 2}).valueLabel, QStringLiteral("Unwrapped phase (rad)"));
    // The next image keeps the one before, and its title, until it is ready.
    go = false;
    view.setComplexImage(constant(2), ComplexMode::unwrapped);
    view.setTitle(QStringLiteral("two"));
    EXPECT_EQ(view.title(), QStringLiteral("one"));
    EXPECT_EQ(valueAt(), 20);
    go = true;
    ASSERT_TRUE(waitFor([&] { return view.title() == QStringLiteral("two"); }));
    EXPECT_EQ(valueAt(), 40);
    // Two at once: the first that is ready comes with its own title, and the other still waits.
    go = false;
    view.setComplexImage(constant(5), ComplexMode::unwrapped);
    view.setTitle(QStringLiteral("five"));
    ASSERT_TRUE(waitFor([&] { return begun == 5.0F; }));
    view.setComplexImage(constant(6), ComplexMode::unwrapped);
    view.setTitle(QStringLiteral("six"));
    upTo = 5;
    ASSERT_TRUE(waitFor([&] { return valueAt() == 100; }));
    EXPECT_EQ(view.title(), QStringLiteral("five"));
    view.setTitle(QStringLiteral("the sixth"));
    EXPECT_EQ(view.title(), QStringLiteral("five"));
    go = true;
    ASSERT_TRUE(waitFor([&] { return valueAt() == 120; }));
    EXPECT_EQ(view.title(), QStringLiteral("the sixth"));
    // Another choice, or nothing any more, ends the waiting.
    go = false;
    view.setComplexImage(constant(3), ComplexMode::unwrapped);
    view.setTitle(QStringLiteral("three"));
    view.setComplexMode(ComplexMode::amplitude);
    EXPECT_EQ(view.title(), QStringLiteral("three"));
    EXPECT_EQ(valueAt(), 3);
    view.clear();
    go = true;
    ASSERT_TRUE(waitFor([&] { return view.isIdle(); }));
    EXPECT_EQ(view.complexMode(), ComplexMode::amplitude);
}

} // namespace
} // namespace ewald::view
