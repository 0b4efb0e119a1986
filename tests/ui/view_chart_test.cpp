// SPDX-License-Identifier: GPL-3.0-or-later
// Loss curves, scan map, pattern pair, surface and line profile.
#include "base/error.h"
#include "counting_paint.h"
#include "view/annotations.h"
#include "view/file_saver.h"
#include "view/image_view.h"
#include "view/line_profile_view.h"
#include "view/loss_chart.h"
#include "view/loss_chart_private.h"
#include "view/pattern_view.h"
#include "view/plot_axes.h"
#include "view/scan_view.h"
#include "view/surface_canvas.h"
#include "view/surface_mesh.h"
#include "view/surface_view.h"
#include "view_support.h"

#include <QAbstractAxis>
#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAction>
#include <QApplication>
#include <QChart>
#include <QChartView>
#include <QFile>
#include <QFileDialog>
#include <QLegend>
#include <QMessageBox>
#include <QMouseEvent>
#include <QSet>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QToolBar>

#include <gtest/gtest.h>

#include <array>

namespace ewald::view {
namespace {

using test::waitFor;

void expose(QWidget& widget, QSize size) {
    widget.resize(size);
    test::showNow(widget);
}

TEST(LossChart, AxesFollowTheData) {
    LossChart chart;
    expose(chart, {600, 400});
    const int curve = chart.addCurve(QStringLiteral("rpie"));
    for (int i = 1; i <= 100; ++i) {
        chart.append(curve, {static_cast<double>(i), i * 0.5, 1.0 / i, 5.0 / i, 1 + 1.0 / i});
    }
    chart.resetZoom();
    // 100 iterations from 0 with a little room; errors from 0.01 to 1 with 6 % of the two decades as room.
    EXPECT_EQ(chart.xRange().first, 0);
    EXPECT_NEAR(chart.xRange().second, 102, 0.1);
    EXPECT_NEAR(std::log10(chart.yRange().first), -2.12, 0.01);
    EXPECT_NEAR(std::log10(chart.yRange().second), 0.12, 0.01);
    chart.setLogScale(false);
    EXPECT_EQ(chart.yRange().first, 0);
    EXPECT_NEAR(chart.yRange().second, 1.06, 0.01);
    chart.setTimeAxis(true);
    EXPECT_NEAR(chart.xRange().second, 51, 0.1);
    chart.setMetricVisible(LossMetric::fourierError, false);
    chart.setMetricVisible(LossMetric::loss, true);
    EXPECT_NEAR(chart.yRange().second, 5.3, 0.05);
    EXPECT_FALSE(chart.isMetricVisible(LossMetric::fourierError));
}

/// Pixels that are not paper, in the part of a figure where the numbers of the axes are.
int inkOfAxes(const QImage& figure) {
    int ink = 0;
    for (int y = 0; y < figure.height(); ++y)
        for (int x = 0; x < figure.width(); ++x) {
            const bool atEdge = x < 60 || y > figure.height() - 30;
            ink += atEdge && qGray(figure.pixel(x, y)) < 160 ? 1 : 0;
        }
    return ink;
}

QString titleOfHeights(const LossChart& chart) {
    return chart.findChild<QChartView*>()->chart()->axes(Qt::Vertical).first()->titleText();
}

TEST(LossChart, WithoutACurveThereIsASentenceAndNoAxis) {
    LossChart chart;
    expose(chart, {600, 400});
    test::settleAll();
    const QImage empty = chart.figure(1);
    EXPECT_EQ(inkOfAxes(empty), 0);
    int sentence = 0;
    for (int x = 0; x < empty.width(); ++x)
        for (int y = 0; y < empty.height(); ++y) sentence += qGray(empty.pixel(x, y)) < 200 ? 1 : 0;
    EXPECT_GT(sentence, 100);
    const int curve = chart.addCurve(QStringLiteral("rpie"));
    chart.append(curve, {1, 1, 1, 1, 1});
    chart.append(curve, {2, 2, 0.5, 0.5, 0.5});
    chart.resetZoom(); // and not in a moment
    test::settleAll();
    EXPECT_GT(inkOfAxes(chart.figure(1)), 100);
    chart.clear();
    test::settleAll();
    EXPECT_EQ(inkOfAxes(chart.figure(1)), 0);
}

TEST(LossChart, SeveralErrorsHaveATitleThatFits) {
    LossChart chart;
    expose(chart, {600, 240});
    const int curve = chart.addCurve(QStringLiteral("rpie"));
    chart.append(curve, {1, 1, 1, 1, 1});
    chart.append(curve, {2, 2, 0.5, 0.5, 0.5});
    chart.setMetricVisible(LossMetric::fourierError, false);
    chart.setMetricVisible(LossMetric::llk, true);
    test::settleAll();
    EXPECT_EQ(titleOfHeights(chart), QStringLiteral("LLK (1 = noise limit)"));
    chart.setMetricVisible(LossMetric::fourierError, true);
    test::settleAll();
    EXPECT_EQ(titleOfHeights(chart), QStringLiteral("Fourier error, LLK"));
}

/// Beside an open queue charts are low: a title is whole, in two lines or not there, but never cut off.
TEST(LossChart, TheTitleOfTheHeightsIsWholeHoweverLowTheChartIs) {
    LossChart chart;
    expose(chart, {600, 240});
    const int curve = chart.addCurve(QStringLiteral("rpie"));
    chart.append(curve, {1, 1, 1, 1, 1});
    chart.append(curve, {2, 2, 0.5, 0.5, 0.5});
    const QChart& drawn = *chart.findChild<QChartView*>()->chart();
    const QFontMetricsF metrics(chart.font());
    QSet<QString> seen;
    for (int height = 300; height >= 140; height -= 10) {
        chart.resize(600, height);
        for (int pass = 0; pass < 2; ++pass) { // the legend, then the title beside the plot that it leaves
            chart.resetZoom();
            test::settleAll();
        }
        const QString title = titleOfHeights(chart);
        seen << title;
        for (const QString& line : title.split(QStringLiteral("<br>")))
            EXPECT_LE(metrics.horizontalAdvance(line), drawn.plotArea().height()) << height;
        const bool low = chart.findChild<QChartView*>()->height() < 12 * metrics.height();
        EXPECT_EQ(drawn.legend()->isVisible(), !low) << height << ": one name is also in the form";
    }
    EXPECT_TRUE(seen.contains(QStringLiteral("Fourier error")));
    EXPECT_TRUE(seen.contains(QStringLiteral("Fourier<br>error")));
    chart.append(chart.addCurve(QStringLiteral("lsqml")), {3, 3, 0.2, 0.2, 0.2});
    chart.resetZoom();
    test::settleAll();
    EXPECT_TRUE(drawn.legend()->isVisible()) << "two names tell the curves apart";
}

TEST(AxisTitle, IsShortenedAtWordsOnly) {
    const QFontMetricsF metrics(QApplication::font());
    const QString title = QStringLiteral("Mean intensity (photons)");
    const double name = metrics.horizontalAdvance(QStringLiteral("Mean intensity"));
    const double word = metrics.horizontalAdvance(QStringLiteral("intensity"));
    EXPECT_EQ(fittingTitle(title, metrics, metrics.horizontalAdvance(title)), title);
    EXPECT_EQ(fittingTitle(title, metrics, name), QStringLiteral("Mean intensity"));
    EXPECT_EQ(fittingTitle(title, metrics, word, 2), QStringLiteral("Mean\nintensity"));
    EXPECT_EQ(fittingTitle(title, metrics, word), QString());
    EXPECT_EQ(fittingTitle(title, metrics, word - 1, 2), QString());
}

TEST(ImageLabels, AreBriefWhereTheyWouldLieOnTheNext) {
    const QFontMetricsF metrics(QApplication::font());
    ImageLabel label{{0, 0}, QStringLiteral("mode 1 · 85.2 %"), QStringLiteral("85.2 %"), 64};
    const auto needs = [&](const QString& text) { return metrics.horizontalAdvance(text) + 0.5 * metrics.height(); };
    EXPECT_EQ(fittingLabel(label, metrics, needs(label.text)), label.text);
    EXPECT_EQ(fittingLabel(label, metrics, needs(label.text) - 1), label.brief);
    EXPECT_EQ(fittingLabel(label, metrics, needs(label.brief) - 1), QString());
    label.width = 0;
    EXPECT_EQ(fittingLabel(label, metrics, 1), label.text) << "it has the whole picture";
}

TEST(LossChart, AButtonBeyondItsEdgeDoesNothing) {
    LossChart chart;
    expose(chart, {600, 400});
    auto* canvas = chart.findChild<QAbstractScrollArea*>();
    ASSERT_NE(canvas, nullptr);
    // The left button holds the mouse: the press of the right one comes here, wherever the cursor is.
    QTest::mousePress(canvas->viewport(), Qt::LeftButton, {}, {300, 200});
    const QPointF outside(-100, 900);
    QMouseEvent press(QEvent::MouseButtonPress, outside, canvas->viewport()->mapToGlobal(outside), Qt::RightButton,
                      Qt::LeftButton | Qt::RightButton, Qt::NoModifier);
    QApplication::sendEvent(canvas->viewport(), &press);
    QTest::mouseRelease(canvas->viewport(), Qt::LeftButton, {}, {300, 200});
    EXPECT_EQ(chart.curveCount(), 0);
}

TEST(LossChart, LeavesOutWhatALogAxisCannotShow) {
    LossChart chart;
    expose(chart, {500, 300});
    const int curve = chart.addCurve(QStringLiteral("dm"));
    chart.append(curve, {1, 0, 0, 0, 0});
    chart.append(curve, {2, 1, NAN, 0, 0});
    chart.append(curve, {3, 2, 0.1, 0, 0});
    chart.append(curve, {4, 3, -0.1, 0, 0});
    chart.resetZoom();
    EXPECT_EQ(chart.drawnPoints(), 1U);
    EXPECT_LT(chart.yRange().first, 0.1);
    EXPECT_GT(chart.yRange().second, 0.1);
    chart.append(7, {5, 4, 0.1, 0, 0}); // no such curve: nothing happens
    EXPECT_EQ(chart.points(curve).size(), 4U);
    chart.clear();
    EXPECT_EQ(chart.curveCount(), 0);
    EXPECT_EQ(chart.drawnPoints(), 0U);
}

TEST(LossChart, ThinningKeepsTheExtremes) {
    QList<QPointF> points;
    for (int i = 0; i < 10000; ++i) points.emplace_back(i, i == 5003 ? 50 : i == 7001 ? -50 : std::sin(i * 0.01));
    const auto few = thinned(points, 0, 10000, 100);
    EXPECT_LE(few.size(), 400);
    EXPECT_TRUE(few.contains(QPointF(5003, 50)));
    EXPECT_TRUE(few.contains(QPointF(7001, -50)));
    EXPECT_EQ(few.front(), points.front());
    EXPECT_EQ(few.back(), points.back());
    for (qsizetype i = 1; i < few.size(); ++i) EXPECT_GT(few[i].x(), few[i - 1].x());
    EXPECT_EQ(thinned(points.first(100), 0, 100, 100), points.first(100));
}

TEST(LossChart, OfTenThousandPointsAFewPerPixelAreDrawn) {
    LossChart chart;
    expose(chart, {600, 400});
    const int curve = chart.addCurve(QStringLiteral("rpie"));
    std::vector<LossPoint> points;
    for (int i = 1; i <= 10000; ++i) points.push_back({static_cast<double>(i), i * 0.1, 0.01 + 1.0 / i, 0, 0});
    chart.append(curve, points);
    chart.resetZoom();
    EXPECT_LT(chart.drawnPoints(), 2500U);
    EXPECT_GT(chart.drawnPoints(), 100U);
    test::settle();
    // With axes, grid, labels and legend, which are some dozens.
    EXPECT_LT(test::CountingPaper(*chart.canvas()).shapes(), 2600);
}

TEST(LossChart, ZoomsByDraggingAndBackByDoubleClick) {
    LossChart chart;
    expose(chart, {600, 400});
    const int curve = chart.addCurve(QStringLiteral("rpie"));
    for (int i = 1; i <= 100; ++i) chart.append(curve, {static_cast<double>(i), i * 0.5, 1.0 / i, 0, 0});
    chart.resetZoom();
    test::settle();
    const auto all = chart.xRange();
    QWidget* plot = chart.findChild<QAbstractScrollArea*>()->viewport();
    const auto send = [&](QEvent::Type type, QPoint at, Qt::MouseButton button, Qt::MouseButtons held) {
        QMouseEvent event(type, QPointF(at), QPointF(plot->mapToGlobal(at)), button, held, Qt::NoModifier);
        QApplication::sendEvent(plot, &event);
    };
    send(QEvent::MouseButtonPress, {250, 100}, Qt::LeftButton, Qt::LeftButton);
    send(QEvent::MouseMove, {400, 200}, Qt::NoButton, Qt::LeftButton);
    send(QEvent::MouseButtonRelease, {400, 200}, Qt::LeftButton, Qt::NoButton);
    EXPECT_GT(chart.xRange().first, all.first);
    EXPECT_LT(chart.xRange().second, all.second);
    const auto zoomed = chart.xRange();
    const std::size_t drawn = chart.drawnPoints();
    chart.append(curve, {101, 51, 0.01, 0, 0});
    ASSERT_TRUE(waitFor([&] { return chart.drawnPoints() == drawn + 1; }));
    EXPECT_EQ(chart.xRange(), zoomed) << "new points must not take the zoom away";
    send(QEvent::MouseButtonDblClick, {300, 150}, Qt::LeftButton, Qt::LeftButton);
    EXPECT_NEAR(chart.xRange().second, 101 * 1.02, 0.1);
}

/// The figures of the saved state lie below the last point of the curve: a ring there, and no dip of the curve.
TEST(LossChart, TheSavedStateHasAMarkOfItsOwn) {
    LossChart chart;
    chart.setPalette(test::lightPalette());
    expose(chart, {600, 400});
    const int curve = chart.addCurve(QStringLiteral("rpie"));
    for (int i = 1; i <= 10; ++i) chart.append(curve, {double(i), double(i), 0.1, 0, 2});
    chart.setLogScale(true);
    chart.resetZoom();
    const double low = chart.yRange().first;
    const QImage before = chart.canvas()->grab().toImage();
    chart.setSaved(curve, {0.01, 1.5});
    chart.resetZoom();
    EXPECT_LT(chart.yRange().first, 0.01) << "there is room for the mark";
    EXPECT_GT(low, 0.01);
    EXPECT_EQ(chart.points(curve).back().fourierError, 0.1) << "the curve stays as it is";
    EXPECT_NE(chart.canvas()->grab().toImage(), before);
    chart.append(curve, {11, 11, 0.1, 0, 2});
    EXPECT_FALSE(chart.saved(curve)) << "the run has gone on";
}

TEST(LossChart, SavesNumbersAndPicture) {
    LossChart chart;
    chart.resize(500, 300);
    const int curve = chart.addCurve(QStringLiteral("scan \"1\", dm"));
    chart.append(curve, {1, 0.5, 0.25, 0.125, NAN});
    chart.append(curve, {2, 0.75, 0.125, 0.125, 1, 0.0625});
    EXPECT_EQ(chart.csv(), QByteArray("curve,iteration,time_s,fourier_error,loss,llk,noise_floor\n"
                                      "\"scan \"\"1\"\", dm\",1,0.5,0.25,0.125,nan,nan\n"
                                      "\"scan \"\"1\"\", dm\",2,0.75,0.125,0.125,1,0.0625\n"));
    EXPECT_FALSE(chart.figure(1).isNull());
}

TEST(LossChart, WritesItsFilesOnAnotherThread) {
    LossChart chart;
    chart.resize(500, 300);
    chart.append(chart.addCurve(QStringLiteral("rpie")), {1, 0.5, 0.25, 0.125, 1});
    chart.show();
    QTemporaryDir folder;
    const auto save = [&](const QString& name) {
        for (QAction* action : chart.findChildren<QAction*>())
            if (action->text() == QStringLiteral("Save…")) action->trigger();
        auto* dialog = chart.findChild<QFileDialog*>();
        ASSERT_NE(dialog, nullptr);
        const QString file = folder.filePath(name);
        emit dialog->fileSelected(file);
        EXPECT_TRUE(chart.findChild<FileSaver*>()->busy());
        dialog->close();
        QCoreApplication::sendPostedEvents(dialog, QEvent::DeferredDelete);
    };
    save(QStringLiteral("loss.csv"));
    EXPECT_TRUE(waitFor([&] { return QFile::exists(folder.filePath(QStringLiteral("loss.csv"))); }));
    save(QStringLiteral("loss.png"));
    EXPECT_TRUE(waitFor([&] { return !QImage(folder.filePath(QStringLiteral("loss.png"))).isNull(); }));
    save(QStringLiteral("none/loss.csv"));
    EXPECT_TRUE(waitFor([&] { return chart.findChild<QMessageBox*>() != nullptr; })) << "the failure is said";
}

TEST(ScanView, ClickChoosesTheNearestFrame) {
    ScanView view;
    expose(view, {500, 450});
    std::vector<ScanPosition> grid;
    for (int r = 0; r < 5; ++r) {
        for (int c = 0; c < 6; ++c) grid.push_back({r * 1e-6, c * 1e-6});
    }
    view.setPositions(grid);
    QSignalSpy selected(&view, &ScanView::frameSelected);
    // Row 3, column 4: frame 3 × 6 + 4.
    const QPointF place = view.toCanvas({3e-6, 4e-6});
    QTest::mouseClick(view.canvas(), Qt::LeftButton, Qt::NoModifier, (place + QPointF(3, -2)).toPoint());
    ASSERT_EQ(selected.count(), 1);
    EXPECT_EQ(selected[0][0].value<std::size_t>(), 22U);
    EXPECT_EQ(view.currentFrame(), std::size_t{22});
    // y grows downwards, as in the object's rows; far from every point nothing is chosen.
    EXPECT_GT(view.toCanvas({4e-6, 0}).y(), view.toCanvas({0, 0}).y());
    EXPECT_FALSE(view.frameAt((view.toCanvas({3e-6, 4e-6}) + view.toCanvas({4e-6, 5e-6})) / 2).has_value());
    // Same scale in both directions.
    EXPECT_NEAR(view.toCanvas({0, 1e-6}).x() - view.toCanvas({0, 0}).x(),
                view.toCanvas({1e-6, 0}).y() - view.toCanvas({0, 0}).y(), 1e-6);
    view.setCurrentFrame(3);
    EXPECT_EQ(selected.count(), 1) << "only the user's clicks are told";
    view.setCurrentFrame(30);
    EXPECT_FALSE(view.currentFrame().has_value());
}

TEST(ScanView, AHundredThousandPointsAreOneImage) {
    ScanView view;
    expose(view, {700, 650});
    view.setPositions(test::spiral(100000, 20e-9));
    // No line of the path; ticks, labels and ground are some dozens.
    EXPECT_LT(test::CountingPaper(*view.canvas()).shapes(), 200);
    // Of few the path is drawn.
    view.setPositions(test::spiral(1000, 20e-9));
    EXPECT_GE(test::CountingPaper(*view.canvas()).lines(), 999);
}

TEST(ScanView, StandsOddPositions) {
    ScanView view;
    expose(view, {300, 300});
    view.setPositions({{0, 0}});
    view.canvas()->repaint();
    view.setPositions({{1e-6, 1e-6}, {1e-6, 1e-6}});
    view.canvas()->repaint();
    EXPECT_TRUE(view.frameAt(view.toCanvas({1e-6, 1e-6})).has_value());
    view.setPositions({{NAN, 0}, {0, 0}, {INFINITY, 1e-6}});
    view.canvas()->repaint();
    view.setCurrentFrame(0);
    view.setProbeSize(1e-6);
    view.canvas()->repaint();
    view.setCounts({1, 2});
    view.setColouring(ScanColour::counts);
    view.canvas()->repaint();
    view.clear();
    view.canvas()->repaint();
    EXPECT_FALSE(view.figure(1).isNull());
}

TEST(PatternView, SharesScaleZoomAndFrame) {
    PatternView view;
    expose(view, {800, 440});
    view.setFrameNumbers({0, 1, 2, 3, 5, 6, 7, 8, 9, 10}); // 4 is left out
    view.setFrameCount(10);
    view.setPatterns(test::pattern(64, true, true), test::pattern(64, false, false));
    test::settleAll();
    EXPECT_EQ(view.modelledView()->shownRange(), view.measuredView()->shownRange());
    EXPECT_TRUE(view.measuredView()->shownRange().log);
    view.measuredView()->zoomBy(3);
    EXPECT_NEAR(view.modelledView()->view().width(), view.measuredView()->view().width(), 1e-6);
    QSignalSpy chosen(&view, &PatternView::frameSelected);
    view.setFrame(4);
    EXPECT_EQ(chosen.count(), 0);
    EXPECT_EQ(view.frame(), 4U);
    EXPECT_EQ(view.frameText(), QStringLiteral("4 (0–9; 5 in the file)"));
    view.findChild<QSpinBox*>()->setValue(7);
    ASSERT_EQ(chosen.count(), 1);
    EXPECT_EQ(chosen[0][0].value<std::size_t>(), 7U);
    view.setFrame(99);
    EXPECT_EQ(view.frame(), 9U);
    view.setPatterns(test::pattern(64, true, true), nullptr);
    EXPECT_FALSE(view.modelledView()->isVisible());
    view.clear();
}

TEST(Surface, IsMadeOfTheUnwrappedPhase) {
    SurfaceRequest request;
    request.complex = test::star(64, 64);
    EXPECT_LE(makeSurface(request).high, kPi);
    // What it was handed: a plane of 0.5 rad a column, far beyond one turn.
    request.unwrap = [](const Array<Complex, 2>& image) {
        Array<float, 2> plane(image.shape());
        for (std::size_t i = 0; i < plane.size(); ++i) plane.data()[i] = 0.5F * static_cast<float>(i % 64);
        return plane;
    };
    EXPECT_NEAR(makeSurface(request).high, 0.5 * 63, 0.1);
}

TEST(Surface, IsSmallAndHasTheRightShape) {
    SurfaceRequest request;
    auto image = std::make_shared<Array<float, 2>>(Array<float, 2>::Shape{600, 1200});
    for (std::size_t r = 0; r < 600; ++r) {
        for (std::size_t c = 0; c < 1200; ++c) (*image)(r, c) = static_cast<float>(r);
    }
    request.real = image;
    request.height = 0.5;
    const Surface surface = makeSurface(request);
    EXPECT_EQ(surface.mesh->GetNumberOfPoints(), 256 * 256);
    std::array<double, 6> bounds{};
    surface.mesh->GetBounds(bounds.data());
    // Twice as wide as deep; the longer side is 1.
    EXPECT_NEAR(bounds[1] - bounds[0], 1, 1e-6);
    EXPECT_NEAR(bounds[3] - bounds[2], 0.5, 1e-6);
    EXPECT_NEAR(bounds[5], 0.5, 1e-6);
    // Row 0 is at the back: lowest value at the largest y.
    double first[3];
    surface.mesh->GetPoint(0, first);
    EXPECT_NEAR(first[1], 0.25, 1e-6);
    EXPECT_NEAR(first[2], 0, 1e-6);
    EXPECT_EQ(makeSurface({}).mesh, nullptr);
    request.real = std::make_shared<Array<float, 2>>(Array<float, 2>::Shape{8, 8}, NAN);
    EXPECT_EQ(makeSurface(request).mesh->GetNumberOfPolys(), 0);
}

TEST(Surface, CameraTurnsAroundTheFocusAndProjects) {
    CameraPose pose = CameraPose::fitted({-0.5, 0.5, -0.5, 0.5, 0, 0.2});
    const auto distance = [&] {
        return std::hypot(pose.position[0] - pose.focus[0], pose.position[1] - pose.focus[1],
                          pose.position[2] - pose.focus[2]);
    };
    const double before = distance();
    // The focus stands above the middle by `lift` half heights, wherever the camera is.
    const auto middle = [&] { return pose.project(pose.focus, 400, 300); };
    EXPECT_NEAR(middle()[0], 200, 1e-9);
    EXPECT_NEAR(middle()[1], 150 - 0.12 * 150, 1e-6);
    for (int i = 0; i < 30; ++i) pose.turn(25, 20);
    EXPECT_NEAR(distance(), before, 1e-9);
    EXPECT_NEAR(middle()[0], 200, 1e-6);
    EXPECT_LT(pose.position[2] - pose.focus[2], before) << "never over the pole";
    // What lies higher is seen higher.
    pose = CameraPose::fitted({-0.5, 0.5, -0.5, 0.5, 0, 0.2});
    EXPECT_LT(pose.project({0, 0, 0.2}, 400, 300)[1], pose.project({0, 0, 0}, 400, 300)[1]);
    EXPECT_LT(pose.project({-0.5, 0, 0}, 400, 300)[0], pose.project({0.5, 0, 0}, 400, 300)[0]);
    pose.approach(2);
    EXPECT_NEAR(distance(), before / 2, 1e-9);
    // A tenth of the view's height to the right: the old focus is now that much further left.
    const Point3 old = pose.focus;
    pose.shift(0.1, 0);
    EXPECT_NEAR(pose.project(old, 400, 300)[0], 200 - 30, 0.5);
}

TEST(SurfaceView, ItsToolsSayWhyTheyCannotBeUsed) {
    SurfaceView view;
    expose(view, {500, 400});
    view.setPhaseOf(test::star(64, 64));
    const QSignalSpy said(&view, &SurfaceView::unsupported);
    emit view.findChild<SurfaceCanvas*>()->unsupported(); // as on a display without OpenGL
    EXPECT_EQ(said.count(), 1);
    ASSERT_TRUE(waitFor([&] { return view.isIdle(); }));
    int tools = 0;
    for (QWidget* tool : view.findChild<QToolBar*>()->findChildren<QWidget*>()) {
        if (qobject_cast<QAbstractButton*>(tool) == nullptr && qobject_cast<QSlider*>(tool) == nullptr) continue;
        if (!tool->isVisible()) continue; // the arrow behind which tools hide
        ++tools;
        EXPECT_FALSE(tool->isEnabled()) << tool->toolTip().toStdString();
        EXPECT_TRUE(tool->toolTip().contains(QStringLiteral("OpenGL"))) << tool->toolTip().toStdString();
    }
    EXPECT_GE(tools, 3);
    for (const QAction* action : view.actions()) EXPECT_FALSE(action->isEnabled());
}

TEST(SurfaceView, TurnsByDraggingAndResets) {
    SurfaceView view;
    expose(view, {500, 400});
    view.setPixelSize(10e-9, 10e-9);
    view.setPhaseOf(test::star(128, 128));
    ASSERT_TRUE(waitFor([&] { return view.isIdle(); }));
    auto* canvas = view.findChild<SurfaceCanvas*>();
    if (!canvas->isSupported()) GTEST_SKIP() << "no OpenGL on this display";
    const auto settle = [] { test::settleAll(); };
    settle();
    const QImage before = view.figure();
    ASSERT_FALSE(before.isNull());
    const auto send = [&](QEvent::Type type, QPoint at, Qt::MouseButton button, Qt::MouseButtons held) {
        QMouseEvent event(type, QPointF(at), QPointF(canvas->mapToGlobal(at)), button, held, Qt::NoModifier);
        QApplication::sendEvent(canvas, &event);
    };
    send(QEvent::MouseButtonPress, {200, 200}, Qt::LeftButton, Qt::LeftButton);
    send(QEvent::MouseMove, {280, 240}, Qt::NoButton, Qt::LeftButton);
    send(QEvent::MouseButtonRelease, {280, 240}, Qt::LeftButton, Qt::NoButton);
    settle();
    EXPECT_NE(view.figure(), before);
    view.resetView();
    settle();
    EXPECT_EQ(view.figure(), before);
    view.setPhaseUnwrapper([](const Array<Complex, 2>& image) { return Array<float, 2>(image.shape(), 1.0F); });
    view.setUnwrapped(true);
    view.setExaggeration(0.5);
    settle();
    EXPECT_NE(view.figure(), before);
    view.clear();
    EXPECT_FALSE(canvas->isVisible());
}

TEST(SurfaceView, AsksForOpenGlOnlyWhenASurfaceIsSeen) {
    SurfaceView view;
    view.setPhaseOf(test::star(64, 64));
    const auto* canvas = view.findChild<SurfaceCanvas*>();
    test::settleAll();
    EXPECT_FALSE(canvas->isConnected());
    expose(view, {400, 300});
    EXPECT_TRUE(waitFor([&] { return canvas->isConnected(); }));
}

TEST(LineProfileView, SaysLengthAndDifference) {
    LineProfileView view;
    expose(view, {400, 200});
    LineProfile line;
    line.length_m = 600e-9;
    line.length_px = 30;
    line.distance_m = {0, 300e-9, 600e-9};
    line.value = {0.25, NAN, 1.75};
    line.valueLabel = QStringLiteral("Phase (rad)");
    view.setProfile(line);
    EXPECT_EQ(view.summary(), QStringLiteral("Length 600 nm (30 px) · A–B 600 nm · from 0.25 to 1.75, difference 1.5"));
    view.repaint();
    EXPECT_EQ(view.text(), QByteArray("# value: Phase (rad)\n# from (column, row) 0, 0 to 0, 0 px, width 1 px\n"
                                      "# cursors at 0, 6e-07 m\ndistance_m,value\n0,0.25\n3e-07,nan\n6e-07,1.75\n"));
    view.clear();
    view.repaint();
}

} // namespace
} // namespace ewald::view
