// SPDX-License-Identifier: GPL-3.0-or-later
// Every view with data as they come, light and dark. With EWALD_SCREENSHOT_DIR set the pictures are kept for a look.
#include "view/image_view.h"
#include "view/length_histogram.h"
#include "view/line_profile_view.h"
#include "view/loss_chart.h"
#include "view/pattern_view.h"
#include "view/scan_view.h"
#include "view/surface_view.h"
#include "view_support.h"

#include <QAbstractScrollArea>
#include <QContextMenuEvent>
#include <QDialog>
#include <QHBoxLayout>

#include <gtest/gtest.h>

#include <set>

namespace ewald::view {
namespace {

using test::waitFor;

class Gallery : public ::testing::TestWithParam<bool> {
protected:
    void SetUp() override {
        QApplication::setStyle(QStringLiteral("Fusion"));
        QApplication::setPalette(GetParam() ? test::darkPalette() : test::lightPalette());
    }
    void TearDown() override { QApplication::setPalette(test::lightPalette()); }

    /// Takes a picture of what is on the screen; a view that draws nothing has very few colours.
    void keep(QWidget& widget, const QString& name, std::size_t colours) {
        QImage image;
        std::set<QRgb> found;
        EXPECT_TRUE(waitFor([&] {
            test::settleAll();
            image = widget.grab().toImage();
            found.clear();
            for (int y = 0; y < image.height(); y += 3)
                for (int x = 0; x < image.width(); x += 3) found.insert(image.pixel(x, y));
            return found.size() > colours;
        })) << name.toStdString()
            << ": " << found.size();
        const QString folder = qEnvironmentVariable("EWALD_SCREENSHOT_DIR");
        if (!folder.isEmpty()) {
            image.save(QStringLiteral("%1/%2_%3.png").arg(folder, name, GetParam() ? "dark" : "light"));
        }
    }
    static void expose(QWidget& widget, QSize size) {
        widget.resize(size);
        test::showNow(widget);
    }
};

TEST_P(Gallery, Images) {
    QWidget window;
    auto* row = new QHBoxLayout(&window);
    const std::pair<ComplexMode, const char*> modes[] = {{ComplexMode::amplitude, "Object amplitude"},
                                                         {ComplexMode::phase, "Object phase"},
                                                         {ComplexMode::colour, "Object"}};
    std::vector<ImageView*> views;
    std::vector<QPointF> scan;
    for (const ScanPosition& p : test::spiral(300, 14)) scan.emplace_back(p.x + 256, p.y + 240);
    for (const auto& [mode, title] : modes) {
        auto* view = new ImageView;
        view->setTitle(QString::fromLatin1(title));
        view->setComplexImage(test::star(480, 512), mode);
        view->setPixelSize(28.178e-9, 28.178e-9);
        if (mode == ComplexMode::amplitude) view->setPoints(scan);
        if (mode == ComplexMode::phase) view->setRegion(QRectF(200, 180, 128, 128));
        row->addWidget(view);
        views.push_back(view);
    }
    expose(window, {1260, 470});
    for (ImageView* view : views) ASSERT_TRUE(waitFor([&] { return view->isIdle(); }));
    keep(window, QStringLiteral("images"), 200);
    const QString folder = qEnvironmentVariable("EWALD_SCREENSHOT_DIR");
    if (!folder.isEmpty() && !GetParam()) {
        views[0]->figure(2).save(folder + QStringLiteral("/figure_amplitude.png"));
        views[1]->figure(2).save(folder + QStringLiteral("/figure_phase.png"));
        views[2]->figure(2).save(folder + QStringLiteral("/figure_colour.png"));
    }
}

TEST_P(Gallery, DialogMenuAndMeasuring) {
    ImageView view;
    view.setTitle(QStringLiteral("Object phase"));
    view.setComplexImage(test::star(480, 512), ComplexMode::amplitude);
    view.setPixelSize(28.178e-9, 28.178e-9);
    expose(view, {520, 460});
    ASSERT_TRUE(waitFor([&] { return view.isIdle(); }));
    view.setMeasuring(true);
    QWidget* canvas = view.canvas();
    QTest::mousePress(canvas, Qt::LeftButton, Qt::NoModifier, {100, 120});
    QMouseEvent move(QEvent::MouseMove, QPointF(260, 250), QPointF(canvas->mapToGlobal(QPoint(260, 250))), Qt::NoButton,
                     Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(canvas, &move);
    keep(view, QStringLiteral("measuring"), 50);
    QTest::mouseRelease(canvas, Qt::LeftButton, Qt::NoModifier, {260, 250});
    view.chooseRange();
    keep(*view.findChild<QDialog*>(), QStringLiteral("range_dialog"), 5);
    view.findChild<QDialog*>()->close();
    QContextMenuEvent ask(QContextMenuEvent::Mouse, {50, 50}, canvas->mapToGlobal(QPoint(50, 50)));
    QApplication::sendEvent(canvas, &ask);
    QWidget* menu = QApplication::activePopupWidget();
    ASSERT_NE(menu, nullptr);
    keep(*menu, QStringLiteral("menu"), 5);
    menu->close();
}

TEST_P(Gallery, ProbeModes) {
    Array<Complex, 3> probe({3, 128, 128});
    std::vector<ImageLabel> labels;
    for (std::size_t m = 0; m < 3; ++m) {
        for (std::size_t r = 0; r < 128; ++r) {
            for (std::size_t c = 0; c < 128; ++c) {
                const double y = (static_cast<double>(r) - 64) / 20, x = (static_cast<double>(c) - 64) / 20;
                const double envelope = std::exp(-(x * x + y * y) / 2) * (m == 0 ? 1 : m == 1 ? x : y);
                probe(m, r, c) = std::polar(static_cast<float>(std::abs(envelope)),
                                            static_cast<float>(1.5 * (x * x + y * y) + (envelope < 0 ? kPi : 0)));
            }
        }
    }
    const auto corners = mosaicCorners(probe);
    const char* power[] = {"mode 1 · 72 %", "mode 2 · 18 %", "mode 3 · 10 %"};
    for (std::size_t m = 0; m < 3; ++m) labels.push_back({corners[m], QString::fromUtf8(power[m])});
    ImageView view;
    view.setTitle(QStringLiteral("Probe"));
    view.setComplexImage(std::make_shared<Array<Complex, 2>>(mosaic(probe)), ComplexMode::colour);
    view.setPixelSize(28e-9, 28e-9);
    view.setLabels(labels);
    expose(view, {520, 480});
    ASSERT_TRUE(waitFor([&] { return view.isIdle(); }));
    keep(view, QStringLiteral("probe"), 100);
}

TEST_P(Gallery, Patterns) {
    PatternView view;
    view.setFrameCount(516);
    view.setFrame(37);
    view.setPixelSize(172e-6, 172e-6);
    view.setPatterns(test::pattern(128, true, true), test::pattern(128, false, false));
    expose(view, {900, 470});
    ASSERT_TRUE(waitFor([&] { return view.measuredView()->isIdle() && view.modelledView()->isIdle(); }));
    keep(view, QStringLiteral("patterns"), 60);
    EXPECT_EQ(view.measuredView()->shownRange(), view.modelledView()->shownRange());
}

TEST_P(Gallery, Scan) {
    ScanView view;
    const auto positions = test::spiral(516, 180e-9);
    std::vector<double> counts;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        counts.push_back(90000 + 9000 * std::sin(positions[i].x * 4e6) - 4e9 * std::abs(positions[i].y));
    }
    view.setPositions(positions);
    view.setCounts(counts);
    view.setProbeSize(900e-9);
    view.setCurrentFrame(37);
    expose(view, {520, 460});
    keep(view, QStringLiteral("scan_order"), 100);
    view.setColouring(ScanColour::counts);
    keep(view, QStringLiteral("scan_counts"), 100);
    view.setColouring(ScanColour::order);
    std::vector<PositionMove> moves;
    LengthHistogram histogram;
    std::mt19937 random(4);
    std::normal_distribution<double> noise(0, 9e-9);
    std::vector<double> lengths;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        // A scale that is wrong by half a percent, and noise.
        moves.push_back(
            {i, positions[i], {positions[i].y * 1.005 + noise(random), positions[i].x * 1.005 + noise(random)}});
        lengths.push_back(std::hypot(moves[i].to.y - positions[i].y, moves[i].to.x - positions[i].x));
    }
    view.setMoves(moves, 16e-9);
    keep(view, QStringLiteral("scan_moves"), 100);
    std::ranges::sort(lengths);
    histogram.setLengths(lengths, lengths[lengths.size() / 2], lengths[lengths.size() * 95 / 100], 16e-9);
    expose(histogram, {230, 210});
    keep(histogram, QStringLiteral("moves_histogram"), 5);
    const QString folder = qEnvironmentVariable("EWALD_SCREENSHOT_DIR");
    if (!folder.isEmpty() && !GetParam()) view.figure(2).save(folder + QStringLiteral("/figure_scan.png"));
}

TEST_P(Gallery, Loss) {
    LossChart view;
    const int dm = view.addCurve(QStringLiteral("dm"));
    const int rpie = view.addCurve(QStringLiteral("rpie"));
    std::mt19937 random(3);
    std::normal_distribution<double> noise(0, 0.01);
    for (int i = 1; i <= 250; ++i) {
        const double base = i <= 50 ? 0.05 + 0.3 * std::exp(-i / 9.0) : 0.0094 + 0.04 * std::exp(-(i - 50) / 25.0);
        const double error = base * (1 + noise(random));
        view.append(i <= 50 ? dm : rpie,
                    {static_cast<double>(i), i * 0.21, error, error * 3.1, 1 + error * 40, 0.0086});
    }
    expose(view, {620, 380});
    keep(view, QStringLiteral("loss_log"), 40);
    view.setMetricVisible(LossMetric::llk, true);
    keep(view, QStringLiteral("loss_two_metrics"), 40);
    view.setMetricVisible(LossMetric::llk, false);
    view.setLogScale(false);
    view.setTimeAxis(true);
    QWidget* plot = view.findChild<QAbstractScrollArea*>()->viewport();
    QMouseEvent hover(QEvent::MouseMove, QPointF(200, 260), QPointF(plot->mapToGlobal(QPoint(200, 260))), Qt::NoButton,
                      Qt::NoButton, Qt::NoModifier);
    QApplication::sendEvent(plot, &hover);
    keep(view, QStringLiteral("loss_linear"), 40);
    const QString folder = qEnvironmentVariable("EWALD_SCREENSHOT_DIR");
    if (!folder.isEmpty()) view.figure(2).save(folder + QStringLiteral("/figure_loss.png"));
}

TEST_P(Gallery, Surface) {
    SurfaceView view;
    view.setPixelSize(28e-9, 28e-9);
    view.setPhaseOf(test::star(400, 512));
    expose(view, {640, 480});
    keep(view, QStringLiteral("surface"), 200);
}

TEST_P(Gallery, Profile) {
    LineProfileView view;
    ImageView image;
    image.setComplexImage(test::star(480, 512), ComplexMode::phase);
    image.setPixelSize(28e-9, 28e-9);
    expose(view, {520, 240});
    keep(view, QStringLiteral("profile_empty"), 5);
    view.setProfile(image.profile({150, 300}, {300, 320}));
    keep(view, QStringLiteral("profile"), 5);
}

INSTANTIATE_TEST_SUITE_P(Themes, Gallery, ::testing::Bool(),
                         [](const auto& info) { return info.param ? std::string("Dark") : std::string("Light"); });

} // namespace
} // namespace ewald::view
