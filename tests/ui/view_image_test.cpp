// SPDX-License-Identifier: GPL-3.0-or-later
// ImageView on a real (Xvfb) screen: what is drawn, what the mouse does, how long the user interface is held up.
#include "base/error.h"
#include "base/long_call.h"
#include "counting_paint.h"
#include "view/image_canvas.h"
#include "view/image_view.h"
#include "view/range_dialog.h"
#include "view_support.h"

#include <QAction>
#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMessageBox>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>
#include <numeric>

#include <vtkObjectFactory.h>
#include <vtkOutputWindow.h>
#include <vtkSmartPointer.h>

namespace ewald::view {
namespace {

using test::waitFor;

/// Counts what VTK and Qt complain about: a view that works does so silently.
class Complaints : public ::testing::Environment {
public:
    static QStringList& all() {
        static QStringList list;
        return list;
    }
    class Collector : public vtkOutputWindow {
    public:
        static Collector* New(); // NOLINT: VTK's own way
        vtkTypeMacro(Collector, vtkOutputWindow) void DisplayText(const char* text) override {
            all() << QString::fromUtf8(text);
        }
    };
    static void fromQt(QtMsgType type, const QMessageLogContext&, const QString& text) {
        if (type != QtDebugMsg && type != QtInfoMsg) all() << text;
        if (type == QtFatalMsg) std::fprintf(stderr, "%s\n", qPrintable(text));
    }
    void SetUp() override {
        vtkSmartPointer<Collector> collector = vtkSmartPointer<Collector>::New();
        vtkOutputWindow::SetInstance(collector);
        m_before = qInstallMessageHandler(fromQt);
    }
    void TearDown() override {
        qInstallMessageHandler(m_before);
        vtkOutputWindow::SetInstance(nullptr);
        EXPECT_TRUE(all().isEmpty()) << all().join(u'\n').toStdString();
    }

private:
    QtMessageHandler m_before = nullptr;
};
vtkStandardNewMacro(Complaints::Collector) const
    auto* const kComplaints = ::testing::AddGlobalTestEnvironment(new Complaints);

/// A view on the screen.
struct Shown {
    ImageView view;
    ImageCanvas* canvas = qobject_cast<ImageCanvas*>(view.canvas());

    explicit Shown(QSize size = {500, 460}) {
        view.resize(size);
        test::activate(view);
    }
    static void settle() { test::settleAll(); }
    /// The colour at a place of the image (column, row), read back from the graphics card.
    QColor drawn(QPointF pixel) {
        const QImage image = canvas->grabImage();
        const QPointF p = view.toCanvas(pixel) * canvas->devicePixelRatioF();
        return image.pixelColor(p.toPoint());
    }
    void wheel(QPointF position, int steps) {
        QWheelEvent event(position, canvas->mapToGlobal(position), QPoint(), QPoint(0, 120 * steps), Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(canvas, &event);
    }
    void hover(QPointF position) {
        QMouseEvent event(QEvent::MouseMove, position, canvas->mapToGlobal(position), Qt::NoButton, Qt::NoButton,
                          Qt::NoModifier);
        QApplication::sendEvent(canvas, &event);
    }
    void drag(QPoint from, QPoint to) {
        QTest::mousePress(canvas, Qt::LeftButton, Qt::NoModifier, from);
        QMouseEvent event(QEvent::MouseMove, to, canvas->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(canvas, &event);
        QTest::mouseRelease(canvas, Qt::LeftButton, Qt::NoModifier, to);
    }
};

RangeChoice byHand(double low, double high) {
    RangeChoice choice;
    choice.manual = true;
    choice.low = low;
    choice.high = high;
    return choice;
}

std::shared_ptr<Array<float, 2>> imageOf(std::size_t rows, std::size_t cols, std::vector<float> values) {
    return std::make_shared<Array<float, 2>>(Array<float, 2>::Shape{rows, cols}, std::move(values));
}

bool isMaskedColour(const QColor& c) {
    return c == QColor(kMaskedDark.r, kMaskedDark.g, kMaskedDark.b) ||
           c == QColor(kMaskedLight.r, kMaskedLight.g, kMaskedLight.b);
}

TEST(ImageViews, DrawsEveryPixelWhereItBelongs) {
    Shown shown;
    shown.view.setColourMap("gray");
    shown.view.setRange(byHand(1, 3));
    shown.view.setImage(imageOf(2, 2, {1, 2, 3, NAN}));
    shown.settle();
    // Gray map, 1…3: 1 is black, 2 is the middle, 3 is white; row 0 is at the top.
    EXPECT_EQ(shown.drawn({0.5, 0.5}), QColor(0, 0, 0));
    EXPECT_NEAR(shown.drawn({1.5, 0.5}).red(), 128, 1);
    EXPECT_EQ(shown.drawn({0.5, 1.5}), QColor(255, 255, 255));
    EXPECT_TRUE(isMaskedColour(shown.drawn({1.5, 1.5})));
    // Nearest neighbour: still pure right beside the border between two pixels.
    EXPECT_EQ(shown.drawn({0.97, 0.5}), QColor(0, 0, 0));
}

TEST(ImageViews, DrawsComplexNumbersAsHueAndBrightness) {
    Shown shown;
    auto numbers = std::make_shared<Array<Complex, 2>>(Array<Complex, 2>::Shape{1, 3},
                                                       std::vector<Complex>{{1, 0}, {-1, 0}, {0.5F, 0}});
    shown.view.setRange(byHand(0, 1));
    shown.view.setComplexImage(numbers, ComplexMode::colour);
    shown.settle();
    EXPECT_EQ(shown.drawn({0.5, 0.5}), QColor(255, 0, 0));
    EXPECT_EQ(shown.drawn({1.5, 0.5}), QColor(0, 255, 255));
    EXPECT_NEAR(shown.drawn({2.5, 0.5}).red(), 128, 1);
    EXPECT_EQ(shown.drawn({2.5, 0.5}).green(), 0);
    shown.view.setColourMap("gray");
    shown.view.setComplexMode(ComplexMode::amplitude);
    shown.settle();
    EXPECT_NEAR(shown.drawn({2.5, 0.5}).green(), 128, 1);
}

TEST(ImageViews, ReadsPositionAndValueUnderTheCursor) {
    Shown shown;
    std::vector<float> values(100 * 100, 0.0F);
    values[30 * 100 + 20] = 4.25F;
    shown.view.setImage(imageOf(100, 100, values));
    shown.view.setPixelSize(50e-9, 50e-9);
    shown.view.setValueLabel(QStringLiteral("Thickness"), QStringLiteral("µm"));
    shown.settle();
    QSignalSpy moved(&shown.view, &ImageView::cursorMoved);
    const QPointF place = shown.view.toCanvas({20.5, 30.5});
    shown.hover(place);
    ASSERT_EQ(moved.count(), 1);
    EXPECT_EQ(moved[0][0].toPointF(), shown.view.toImage(place));
    // Column 20 × 50 nm = 1 µm, row 30 × 50 nm = 1.5 µm.
    const QString text = shown.view.readout(place);
    EXPECT_TRUE(text.contains(QStringLiteral("x 1.000  y 1.500 µm"))) << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("row 30  col 20"))) << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("4.25 µm"))) << text.toStdString();
    shown.view.setOrigin({50, 50});
    EXPECT_TRUE(shown.view.readout(place).contains(QStringLiteral("x −1.500  y −1.000 µm")));
    EXPECT_TRUE(shown.view.readout({-5, 10}).trimmed().isEmpty());
}

TEST(ImageViews, ANarrowViewKeepsTheValueUnderTheCursor) {
    Shown shown;
    shown.view.setImage(imageOf(100, 100, std::vector<float>(100 * 100, 4.25F)));
    shown.view.setPixelSize(50e-9, 50e-9);
    shown.view.resize(150, 300);
    shown.settle();
    const auto* said = shown.view.findChild<QLabel*>(QStringLiteral("readout"));
    ASSERT_NE(said, nullptr);
    shown.hover(shown.view.toCanvas({20.5, 30.5}));
    EXPECT_TRUE(said->text().endsWith(QStringLiteral("4.25"))) << said->text().toStdString();
    EXPECT_LE(said->fontMetrics().horizontalAdvance(said->text()), said->width());
}

TEST(ImageViews, ZoomKeepsThePlaceUnderTheCursor) {
    Shown shown;
    shown.view.setImage(test::pattern(256, false, false));
    shown.settle();
    QSignalSpy changed(&shown.view, &ImageView::viewChanged);
    EXPECT_TRUE(shown.view.isFitted());
    const QPointF cursor(120, 90);
    const QPointF before = shown.view.toImage(cursor);
    const double width = shown.view.view().width();
    shown.wheel(cursor, 3);
    EXPECT_NEAR(shown.view.view().width(), width / std::pow(1.25, 3), 1e-6 * width);
    EXPECT_NEAR(shown.view.toImage(cursor).x(), before.x(), 1e-6);
    EXPECT_NEAR(shown.view.toImage(cursor).y(), before.y(), 1e-6);
    EXPECT_EQ(changed.count(), 1);
    EXPECT_FALSE(shown.view.isFitted());
    // Panning moves the image with the cursor.
    const QPointF grabbed = shown.view.toImage({200, 200});
    shown.drag({200, 200}, {230, 215});
    EXPECT_NEAR(shown.view.toImage({230, 215}).x(), grabbed.x(), 1e-6);
    EXPECT_NEAR(shown.view.toImage({230, 215}).y(), grabbed.y(), 1e-6);
    QTest::keyClick(shown.canvas, Qt::Key_F);
    EXPECT_TRUE(shown.view.isFitted());
    EXPECT_NEAR(shown.view.view().width(), width, 1e-9);
    // A new image of the same shape leaves the view alone, one of another shape is fitted.
    shown.wheel(cursor, 2);
    const QRectF zoomed = shown.view.view();
    shown.view.setImage(test::pattern(256, true, false));
    EXPECT_EQ(shown.view.view(), zoomed);
    shown.view.setImage(test::pattern(128, true, false));
    EXPECT_TRUE(shown.view.isFitted());
}

TEST(ImageViews, WhatIsShownFillsTheView) {
    const auto withSquare = [](std::size_t begin, std::size_t end) {
        auto image =
            std::make_shared<Array<float, 2>>(Array<float, 2>::Shape{200, 200}, std::numeric_limits<float>::infinity());
        for (std::size_t row = begin; row < end; ++row)
            for (std::size_t col = begin; col < end; ++col) (*image)(row, col) = static_cast<float>(row);
        return image;
    };
    Shown shown;
    const auto side = [&] { return std::min(shown.view.view().width(), shown.view.view().height()); };
    shown.view.setImage(withSquare(120, 160));
    shown.settle();
    EXPECT_NEAR(side(), 40 * 1.06 + 2, 1e-9); // a rim of 3 % and a pixel
    EXPECT_NEAR(shown.view.view().center().x(), 140, 1e-9);
    EXPECT_TRUE(shown.view.isFitted());
    const QRectF before = shown.view.view();
    shown.view.setImage(withSquare(119, 161)); // a pixel more does not move the picture
    shown.settle();
    EXPECT_EQ(shown.view.view(), before);
    shown.view.setImage(withSquare(60, 160));
    shown.settle();
    EXPECT_NEAR(side(), 100 * 1.06 + 2, 1e-9);
    shown.view.setImage(withSquare(0, 200));
    shown.settle();
    EXPECT_NEAR(side(), 200, 1e-9);
    shown.view.setImage(withSquare(7, 7)); // nothing
    shown.settle();
    EXPECT_NEAR(side(), 200, 1e-9);

    Shown whole;
    whole.view.setFitsWhole(true);
    whole.view.setImage(withSquare(120, 160));
    whole.settle();
    EXPECT_NEAR(std::min(whole.view.view().width(), whole.view.view().height()), 200, 1e-9);
}

TEST(ImageViews, AViewWithoutToolsIsLevelWithOneThatHasThem) {
    QWidget window;
    auto* row = new QHBoxLayout(&window);
    auto* with = new ImageView(&window);
    auto* without = new ImageView(&window);
    without->setToolStripVisible(false);
    row->addWidget(with);
    row->addWidget(without);
    window.resize(700, 300);
    test::showNow(window);
    test::settleAll();
    EXPECT_EQ(with->canvas()->mapTo(&window, QPoint()).y(), without->canvas()->mapTo(&window, QPoint()).y());
    EXPECT_EQ(with->canvas()->height(), without->canvas()->height());
}

TEST(ImageViews, LinkedViewsShowTheSamePartWithoutEchoes) {
    QWidget window;
    auto* layout = new QVBoxLayout(&window);
    auto* a = new ImageView;
    auto* b = new ImageView;
    layout->addWidget(a);
    layout->addWidget(b);
    QObject::connect(a, &ImageView::viewChanged, b, &ImageView::setView);
    QObject::connect(b, &ImageView::viewChanged, a, &ImageView::setView);
    window.resize(400, 700);
    test::showNow(window);
    a->setImage(test::pattern(200, false, false));
    b->setImage(test::pattern(200, true, false));
    QSignalSpy echoes(b, &ImageView::viewChanged);
    a->zoomBy(4);
    EXPECT_EQ(echoes.count(), 0);
    EXPECT_NEAR(a->view().center().x(), b->view().center().x(), 1e-6);
    EXPECT_NEAR(a->view().width(), b->view().width(), a->view().width() * 0.02);
    ASSERT_TRUE(waitFor([&] { return a->isIdle() && b->isIdle(); }));
}

TEST(ImageViews, ZoomedOutPixelsAreAveragedNotDropped) {
    Shown shown({420, 420});
    // Rows alternate between 0 and 1: every texel of a view far smaller than the image has to be about one half.
    constexpr std::size_t n = 4096;
    auto stripes = std::make_shared<Array<float, 2>>(Array<float, 2>::Shape{n, n});
    for (std::size_t r = 0; r < n; ++r) std::fill_n(stripes->data() + r * n, n, static_cast<float>(r % 2));
    shown.view.setColourMap("gray");
    shown.view.setRange(byHand(0, 1));
    shown.view.setImage(stripes);
    shown.settle();
    // k rows a line, k odd now and then: of k rows (k ± 1)/2 are bright, which is off the half by 1/(2k).
    const double rows = std::floor(n / (shown.canvas->height() * shown.canvas->devicePixelRatioF()));
    ASSERT_GE(rows, 3);
    const double most = 255 / (2 * rows) + 1;
    for (const double at : {0.1, 0.33, 0.5, 0.71, 0.9}) {
        EXPECT_NEAR(shown.drawn({n * at, n * at}).red(), 127.5, most);
    }
    // Zoomed in to single pixels they are there again.
    shown.view.setView(QRectF(1000, 1000, 8, 8));
    shown.settle();
    EXPECT_EQ(shown.drawn({1004.5, 1004.5}).red(), 0);
    EXPECT_EQ(shown.drawn({1004.5, 1005.5}).red(), 255);
}

TEST(ImageViews, SurvivesMovingToAnotherWindow) {
    // What a dock widget does when it floats.
    QWidget first, second;
    new QVBoxLayout(&first);
    new QVBoxLayout(&second);
    auto* view = new ImageView;
    first.layout()->addWidget(view);
    for (QWidget* window : {&first, &second}) {
        window->resize(360, 320);
        test::showNow(*window);
    }
    view->setColourMap("gray");
    view->setRange(byHand(0, 1));
    view->setImage(imageOf(1, 2, {0, 1}));
    const auto right = [&] {
        test::settleAll();
        auto* canvas = qobject_cast<ImageCanvas*>(view->canvas());
        return canvas->grabImage().pixelColor((view->toCanvas({1.5, 0.5}) * canvas->devicePixelRatioF()).toPoint());
    };
    EXPECT_EQ(right(), QColor(255, 255, 255));
    for (int i = 0; i < 3; ++i) {
        second.layout()->addWidget(view);
        EXPECT_EQ(right(), QColor(255, 255, 255));
        first.layout()->addWidget(view);
        EXPECT_EQ(right(), QColor(255, 255, 255));
    }
    delete view;
}

/// What takes as long as an image is large happens on another thread.
TEST(ImageViews, WorksOnNoPixelInTheThreadOfTheUserInterface) {
    Shown shown({900, 860});
    shown.view.setImage(test::pattern(256, true, false));
    shown.settle();
    std::vector<std::shared_ptr<const Array<float, 2>>> images;
    for (unsigned i = 0; i < 2; ++i) {
        auto big = std::make_shared<Array<float, 2>>(Array<float, 2>::Shape{2048, 2048});
        std::mt19937 random(i);
        for (float& v : *big) v = static_cast<float>(random() % 4096);
        images.push_back(std::move(big));
    }
    {
        const LongCalls calls;
        for (std::size_t i = 0; i < 20; ++i) {
            shown.view.setImage(images[i % 2]);
            shown.wheel({200, 200}, i % 2 == 0 ? 1 : -1);
            test::settle();
        }
        shown.settle();
        EXPECT_TRUE(calls.seen().empty()) << calls.seen().begin()->first;
    }
    // They are counted where they happen.
    const LongCalls calls;
    static_cast<void>(shown.view.figure(1));
    EXPECT_TRUE(calls.seen().contains("colouring an image"));
}

TEST(ImageViews, StaysUsableWithAVeryLargeImage) {
    Shown shown;
    auto huge = std::make_shared<Array<float, 2>>(Array<float, 2>::Shape{8192, 8192}, 1.0F);
    (*huge)(8000, 100) = 5;
    shown.view.setImage(huge);
    shown.settle();
    shown.view.setColourMap("gray");
    shown.view.setRange(byHand(1, 5));
    shown.view.setView(QRectF(96, 7996, 8, 8));
    shown.settle();
    EXPECT_EQ(shown.drawn({100.5, 8000.5}), QColor(255, 255, 255));
    EXPECT_EQ(shown.drawn({101.5, 8000.5}), QColor(0, 0, 0));
}

TEST(ImageViews, ClearsAndShowsAgain) {
    Shown shown;
    shown.view.clear(QStringLiteral("nothing yet"));
    EXPECT_TRUE(shown.view.figure().isNull());
    shown.view.setImage(nullptr);
    shown.view.setImage(std::make_shared<Array<float, 2>>());
    shown.view.setColourMap("gray");
    shown.view.setRange(byHand(0, 1));
    shown.view.setImage(imageOf(1, 1, {1}));
    shown.settle();
    EXPECT_EQ(shown.drawn({0.5, 0.5}), QColor(255, 255, 255));
    shown.view.setImage(imageOf(3, 3, std::vector<float>(9, 0.0F)));
    shown.view.clear();
    shown.settle();
    EXPECT_NE(shown.drawn({0.5, 0.5}), QColor(255, 255, 255));
    // All masked, all equal, all infinite: nothing to scale by, nothing to fall over.
    shown.view.setRange({});
    for (const float value : {NAN, 7.0F, INFINITY}) {
        shown.view.setImage(imageOf(2, 2, std::vector<float>(4, value)));
        shown.settle();
        EXPECT_LT(shown.view.shownRange().low, shown.view.shownRange().high);
    }
}

TEST(ImageViews, FollowsThePalette) {
    Shown shown({500, 300});
    shown.view.setPalette(test::lightPalette());
    shown.view.setImage(imageOf(1, 1, {1}));
    shown.settle();
    // Left of the square image there is background.
    const QPoint margin(5, 100);
    EXPECT_GT(shown.canvas->grabImage().pixelColor(margin).lightness(), 180);
    shown.view.setPalette(test::darkPalette());
    shown.settle();
    EXPECT_LT(shown.canvas->grabImage().pixelColor(margin).lightness(), 80);
}

TEST(ImageViews, MeasuresDistanceAndProfile) {
    Shown shown;
    std::vector<float> ramp(64 * 64);
    for (std::size_t i = 0; i < ramp.size(); ++i) ramp[i] = static_cast<float>(i % 64);
    shown.view.setImage(imageOf(64, 64, ramp));
    shown.view.setPixelSize(10e-9, 20e-9);
    shown.settle();
    const LineProfile line = shown.view.profile({10.5, 20.5}, {40.5, 60.5});
    // 30 columns of 20 nm and 40 rows of 10 nm: 600 nm and 400 nm.
    EXPECT_NEAR(line.length_m, std::hypot(600e-9, 400e-9), 1e-15);
    EXPECT_NEAR(line.length_px, 50, 1e-12);
    ASSERT_EQ(line.value.size(), 51U);
    EXPECT_EQ(line.value.front(), 10);
    EXPECT_EQ(line.value[25], 25);
    EXPECT_EQ(line.value.back(), 40);
    EXPECT_NEAR(line.distance_m.back(), line.length_m, 1e-18);
    EXPECT_TRUE(std::isnan(shown.view.profile({-10, 5}, {5, 5}).value.front()));

    QSignalSpy measured(&shown.view, &ImageView::lineMeasured);
    shown.view.setMeasuring(true);
    const QRectF before = shown.view.view();
    shown.drag({150, 150}, {200, 150});
    shown.settle();
    ASSERT_GE(measured.count(), 1);
    EXPECT_EQ(shown.view.view(), before) << "measuring must not pan";
    const auto dragged = measured.back()[0].value<LineProfile>();
    EXPECT_NEAR(dragged.length_px, shown.view.toImage({200, 150}).x() - shown.view.toImage({150, 150}).x(), 1e-9);
}

TEST(ImageViews, ClickTellsThePixel) {
    Shown shown;
    shown.view.setImage(test::pattern(64, false, false));
    shown.settle();
    QSignalSpy clicked(&shown.view, &ImageView::clicked);
    QTest::mouseClick(shown.canvas, Qt::LeftButton, Qt::NoModifier, shown.view.toCanvas({12.5, 40.5}).toPoint());
    ASSERT_EQ(clicked.count(), 1);
    EXPECT_EQ(std::floor(clicked[0][0].toPointF().x()), 12);
    EXPECT_EQ(std::floor(clicked[0][0].toPointF().y()), 40);
}

TEST(ImageViews, FigureHasImageBarsAndGoesToTheClipboard) {
    Shown shown;
    shown.view.setColourMap("gray");
    shown.view.setRange(byHand(0, 1));
    shown.view.setImage(imageOf(2, 2, {0, 1, 1, 0}));
    shown.view.setPixelSize(1e-6, 1e-6);
    shown.view.setTitle(QStringLiteral("Test"));
    shown.settle();
    const QImage one = shown.view.figure(1);
    const QImage three = shown.view.figure(3);
    EXPECT_EQ(three.width(), one.width() * 3);
    EXPECT_EQ(one.pixelColor(0, 0), QColor(Qt::white)) << "figures are on white";
    // Wider than the (square) image by the colour bar.
    EXPECT_GT(one.width(), one.height() + 20);
    QGuiApplication::clipboard()->clear();
    shown.view.copyToClipboard();
    ASSERT_TRUE(waitFor([] { return !QGuiApplication::clipboard()->image().isNull(); }));
    EXPECT_EQ(QGuiApplication::clipboard()->image().size(), shown.view.figure(2).size());

    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("figure.png"));
    shown.view.saveFigure(file, 1);
    EXPECT_EQ(QImage(file).size(), one.size());
    EXPECT_THROW(shown.view.saveFigure(folder.filePath(QStringLiteral("no/such/folder.png"))), DataError);
}

TEST(ImageViews, AFigureThatCannotBeSavedIsSaid) {
    Shown shown;
    shown.view.setImage(test::pattern(64, false, false));
    shown.settle();
    const auto saveBadly = [&] {
        for (QAction* action : shown.view.actions())
            if (action->text().startsWith(QStringLiteral("Save figure"))) action->trigger();
        auto* dialog = shown.view.findChild<QFileDialog*>();
        ASSERT_NE(dialog, nullptr);
        emit dialog->fileSelected(QStringLiteral("/no/such/folder/figure.png"));
        dialog->close();
    };
    const auto box = [&] { return shown.view.findChild<QMessageBox*>(); };
    saveBadly();
    ASSERT_TRUE(waitFor([&] { return box() != nullptr; })) << "nothing else would say it";
    EXPECT_TRUE(box()->text().contains(QStringLiteral("/no/such/folder/figure.png"))) << box()->text().toStdString();
    delete box();
    // Where there is a place for it, that is enough.
    QSignalSpy failed(&shown.view, &ImageView::figureFailed);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    saveBadly();
    ASSERT_TRUE(waitFor([&] { return failed.count() == 1; }));
    EXPECT_EQ(box(), nullptr);
}

TEST(ImageViews, KeysChangeTheDisplay) {
    Shown shown;
    shown.view.setImage(test::pattern(64, true, false));
    shown.settle();
    QSignalSpy changed(&shown.view, &ImageView::displayChanged);
    shown.canvas->setFocus();
    const std::string before = shown.view.colourMap();
    QTest::keyClick(shown.canvas, Qt::Key_C);
    EXPECT_NE(shown.view.colourMap(), before);
    QTest::keyClick(shown.canvas, Qt::Key_L);
    EXPECT_TRUE(shown.view.rangeChoice().log);
    EXPECT_EQ(changed.count(), 2);
    shown.settle();
    EXPECT_TRUE(shown.view.shownRange().log);
    EXPECT_GT(shown.view.shownRange().low, 0);
}

TEST(ImageViews, RangeIsSetByPercentileOrByHand) {
    Shown shown;
    std::vector<float> values(101);
    std::iota(values.begin(), values.end(), 0.0F);
    shown.view.setImage(imageOf(1, 101, values));
    shown.settle();
    // 0…100: the percentiles are the values.
    EXPECT_NEAR(shown.view.shownRange().low, 0.5, 1e-6);
    EXPECT_NEAR(shown.view.shownRange().high, 99.5, 1e-6);
    shown.view.chooseRange();
    auto* dialog = shown.view.findChild<RangeDialog*>();
    ASSERT_NE(dialog, nullptr);
    QSignalSpy changed(&shown.view, &ImageView::displayChanged);
    for (auto* button : dialog->findChildren<QRadioButton*>()) {
        if (button->text().contains(QStringLiteral("Manual"))) button->setChecked(true);
    }
    RangeChoice choice = dialog->choice();
    EXPECT_TRUE(choice.manual);
    EXPECT_EQ(changed.count(), 1);
    choice.low = 20;
    choice.high = 40;
    shown.view.setRange(choice);
    shown.settle();
    EXPECT_EQ(shown.view.shownRange(), (Range{20, 40, false}));
    shown.view.setForcedRange(Range{1, 2, false});
    shown.settle();
    EXPECT_EQ(shown.view.shownRange(), (Range{1, 2, false}));
    shown.view.setForcedRange({});
    shown.settle();
    EXPECT_EQ(shown.view.shownRange(), (Range{20, 40, false}));
}

/// Many points become part of the picture, and no line of their path is drawn.
TEST(ImageViews, ManyPointsCostNoMoreThanFew) {
    Shown shown;
    shown.view.setColourMap("gray");
    shown.view.setRange(byHand(0, 1));
    shown.view.setImage(std::make_shared<Array<float, 2>>(Array<float, 2>::Shape{256, 256}));
    shown.settle();
    // From one side to the other and back, at heights that fill both edges.
    const auto zigzag = [](std::size_t count) {
        std::vector<QPointF> points;
        for (std::size_t i = 0; i < count; ++i)
            points.emplace_back(i % 2 == 0 ? 20 : 236, 20 + 216 * static_cast<double>(i) / static_cast<double>(count));
        return points;
    };
    const auto lines = [&shown] {
        const QImage image = shown.canvas->grabImage();
        const QPoint middle = (shown.view.toCanvas({128, 128}) * shown.canvas->devicePixelRatioF()).toPoint();
        int found = 0;
        for (int y = middle.y() - 40; y <= middle.y() + 40; ++y)
            found += image.pixelColor(middle.x(), y) == QColor(0, 0, 0) ? 0 : 1;
        return found;
    };
    shown.view.setPoints(zigzag(100));
    EXPECT_GT(lines(), 0) << "few are connected";
    const int few = test::CountingPaper(*shown.canvas).shapes();
    shown.view.setPoints(zigzag(100000));
    EXPECT_EQ(lines(), 0);
    EXPECT_EQ(test::CountingPaper(*shown.canvas).shapes(), few);
}

} // namespace
} // namespace ewald::view
