// SPDX-License-Identifier: GPL-3.0-or-later
// What the reconstruction page shows of an object: the lit area, what is measured on it, where it is exported to.
#include "io/stack/images/tiff_file.h"
#include "model/known_scan.h"
#include "model/result_export.h"
#include "view/image_view.h"
#include "view/region_table.h"
#include "window/measuring.h"
#include "window_state.h"

#include <QAction>
#include <QCheckBox>
#include <QFile>
#include <QImage>
#include <QScrollBar>
#include <QSlider>
#include <QTabWidget>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>

namespace ewald::ui {
namespace {

class ViewsTest : public test::StateTest {
protected:
    [[nodiscard]] QCheckBox* box(const QString& text) {
        for (QCheckBox* each : live().findChildren<QCheckBox*>()) {
            if (each->text() == text) return each;
        }
        return nullptr;
    }
    /// Until the object of the result is on the screen, behind previews that are there sooner.
    [[nodiscard]] bool waitForResult() {
        return test::waitFor(
            [&] { return live().objectImage() != nullptr && !live().shownIteration() && live().object()->isIdle(); });
    }
};

TEST_F(ViewsTest, ShowTheLitAreaOnly) {
    open(writeScan());
    run(3);
    ASSERT_TRUE(test::waitFor([this] { return live().objectImage() == live().litObject(); }));
    const auto& object = *live().objectImage();
    const std::size_t middle = object.extent(0) / 2;
    EXPECT_TRUE(std::isinf(object(0, 0).real())) << "no frame's light reaches the corner";
    EXPECT_TRUE(std::isfinite(object(middle, middle).real()));
    box(QStringLiteral("Lit area only"))->setChecked(false);
    ASSERT_TRUE(test::waitFor([this] { return std::isfinite((*live().objectImage())(0, 0).real()); }));
    EXPECT_TRUE(std::isinf((*live().litObject())(0, 0).real())) << "the surface stays that of the lit area";

    const QStringList files = exportTiff(*session().result(), path(QStringLiteral("object")), true, true, true);
    const io::TiffPage page = io::openTiff(toPath(files[1])).pages.at(0);
    Array<float, 2> phase({page.shape.rows, page.shape.cols});
    io::readTiffPage(toPath(files[1]), page, std::as_writable_bytes(phase.span()));
    EXPECT_TRUE(std::isnan(phase(0, 0)));
    EXPECT_TRUE(std::isfinite(phase(middle, middle)));
}

/// Of several slices: their product first, each of them by the slider, and no slider for one.
TEST_F(ViewsTest, ShowEachSliceOfAnObject) {
    open(writeScan());
    run(3);
    auto* slider = live().findChild<QSlider*>(QStringLiteral("layer"));
    ASSERT_TRUE(slider);
    EXPECT_FALSE(slider->isVisibleTo(&live()));
    ASSERT_TRUE(test::waitFor([this] { return session().result() != nullptr; }));
    io::PtychoResult thick = session().result()->result;
    const std::size_t rows = thick.object.extent(1), cols = thick.object.extent(2);
    Array<Complex, 3> slices({2, rows, cols}, Complex(1, 0));
    std::ranges::copy(thick.object, slices.slab(0).begin()); // the second one is empty but for a pixel
    slices(1, rows / 2, cols / 2) = Complex(0.5F, 0);
    thick.object = slices;
    const QString file = path(QStringLiteral("thick.h5"));
    io::writeResult(toPath(file), thick, false);
    m_window->open(file);
    box(QStringLiteral("Remove the phase ramp"))->setChecked(false);
    box(QStringLiteral("Lit area only"))->setChecked(false);
    const auto shown = [&](std::size_t row, std::size_t col) {
        const auto image = live().objectImage(); // none while another file is opened
        return image ? (*image)(row, col) : Complex(-1, -1);
    };
    ASSERT_TRUE(test::waitFor([&] {
        return slider->isVisibleTo(&live()) && shown(rows / 2, cols / 2) == 0.5F * slices(0, rows / 2, cols / 2);
    }));
    EXPECT_EQ(slider->maximum(), 2);
    EXPECT_EQ(slider->value(), 0);
    EXPECT_FALSE(live().object()->title().contains(QStringLiteral("layer")));
    slider->setFocus();
    QTest::keyClick(slider, Qt::Key_End);
    ASSERT_TRUE(test::waitFor([&] { return shown(rows / 2, cols / 2) == Complex(0.5F, 0); }));
    EXPECT_EQ(shown(rows / 2, cols / 2 + 1), Complex(1, 0));
    EXPECT_TRUE(live().object()->title().endsWith(QStringLiteral(", slice 2 of 2")))
        << live().object()->title().toStdString();
    QTest::keyClick(slider, Qt::Key_Left);
    ASSERT_TRUE(test::waitFor([&] { return shown(rows / 2, cols / 2) == slices(0, rows / 2, cols / 2); }));
    // Modes: the strongest first, and no product.
    io::PtychoResult states = thick;
    states.objectModes = 2;
    const QString modes = path(QStringLiteral("states.h5"));
    io::writeResult(toPath(modes), states, false);
    m_window->open(modes);
    ASSERT_TRUE(
        test::waitFor([&] { return slider->minimum() == 1 && slider->value() == 1 && live().object()->isIdle(); }));
    ASSERT_TRUE(test::waitFor([&] { return shown(rows / 2, cols / 2) == slices(0, rows / 2, cols / 2); }));
    slider->setFocus();
    QTest::keyClick(slider, Qt::Key_End);
    ASSERT_TRUE(test::waitFor([&] { return shown(rows / 2, cols / 2) == Complex(0.5F, 0); }));
    EXPECT_TRUE(live().object()->title().endsWith(QStringLiteral(", mode 2 of 2")))
        << live().object()->title().toStdString();
    // What was a run's own has one slice again.
    run(2);
    EXPECT_TRUE(test::waitFor([&] { return !slider->isVisibleTo(&live()); }));
}

TEST_F(ViewsTest, FitTheRampInAFlatRegion) {
    open(writeScan());
    run(3);
    ASSERT_TRUE(waitForResult());
    const std::size_t rows = live().objectImage()->extent(0), cols = live().objectImage()->extent(1);
    view::ImageView& object = *live().object();
    const view::ImageRegion flat{view::ImageRegion::Shape::rectangle,
                                 QRectF(static_cast<double>(cols) / 2, static_cast<double>(rows) / 2, 12, 10), 1};
    object.setRegions({flat});
    ASSERT_TRUE(test::waitFor([&] { return object.isIdle(); }));
    const auto before = live().objectImage();
    object.selectRegion(0);
    view::RegionTable* table = live().measuring().regions();
    test::buttonWith(*table, QStringLiteral("Flat"))->click();
    ASSERT_TRUE(test::waitFor([&] { return live().objectImage() != before; }));
    // Mean and slopes of the phase in that region are gone.
    double mean = 0, alongX = 0;
    const auto& image = *live().objectImage();
    const auto mask = view::maskOf(flat, rows, cols);
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < cols; ++c) {
            if (mask(r, c) == 0) continue;
            const double phase = std::arg(std::complex<double>(image(r, c)));
            mean += phase / 120;
            alongX += phase * (static_cast<double>(c) + 0.5 - flat.rect.center().x()) / 120;
        }
    EXPECT_NEAR(mean, 0, 0.02);
    EXPECT_NEAR(alongX, 0, 0.1);
    // Escape puts the tool away.
    object.setRegionShape(view::ImageRegion::Shape::ellipse);
    m_window->tabs().setCurrentWidget(&live());
    test::activate(*m_window);
    QTest::keyClick(m_window.get(), Qt::Key_Escape);
    QTest::keyClick(m_window.get(), Qt::Key_Escape);
    EXPECT_FALSE(object.leaveTool());
}

TEST_F(ViewsTest, ShowAllColumnsOfTheRegions) {
    open(writeScan());
    run(3);
    ASSERT_TRUE(waitForResult());
    m_window->resize(1280, 780);
    m_window->tabs().setCurrentWidget(&live());
    live().object()->setRegions({{view::ImageRegion::Shape::rectangle, QRectF(10, 10, 12, 10), 1},
                                 {view::ImageRegion::Shape::ellipse, QRectF(20, 10, 12, 10), 2}});
    ASSERT_TRUE(test::waitFor([&] { return live().object()->isIdle(); }));
    view::RegionTable* regions = live().measuring().regions();
    for (auto* tabs : live().findChildren<QTabWidget*>())
        if (const int tab = tabs->indexOf(regions); tab >= 0) tabs->setCurrentIndex(tab);
    test::settleAll();
    const auto* table = regions->findChild<QTableWidget*>();
    ASSERT_TRUE(table->isVisible());
    ASSERT_EQ(table->rowCount(), 2);
    EXPECT_EQ(table->horizontalScrollBar()->maximum(), 0);
}

TEST_F(ViewsTest, KeepHeightAndWidthOfAPixelApart) {
    open(writeScan());
    run(2);
    io::PtychoResult result = session().result()->result;
    const double height_m = result.objectPixelHeight_m;
    result.objectPixelWidth_m = 2 * height_m;
    io::writeResult(toPath(path(QStringLiteral("flat.h5"))), result, true);
    m_window->open(path(QStringLiteral("flat.h5")));
    ASSERT_TRUE(test::waitFor([&] { return session().result()->file == path(QStringLiteral("flat.h5")); }));
    ASSERT_TRUE(waitForResult());
    const auto length = [this](QPointF to) { return live().object()->profile({20.5, 20.5}, to).length_m; };
    EXPECT_NEAR(length({30.5, 20.5}), 20 * height_m, 1e-3 * height_m) << "along x";
    EXPECT_NEAR(length({20.5, 30.5}), 10 * height_m, 1e-3 * height_m) << "along y";
    EXPECT_TRUE(live().provenance().lines().join(u' ').contains(QStringLiteral("pixel_width_m")));
}

TEST_F(ViewsTest, WriteFiguresAndTiffThatSayWhatTheyAreOf) {
    open(writeScan());
    run(3);
    ASSERT_TRUE(waitForResult());
    const QString file = path(QStringLiteral("figure.png"));
    live().object()->saveFigure(file);
    QImage figure(file);
    ASSERT_FALSE(figure.isNull());
    EXPECT_EQ(figure.text(QStringLiteral("scan")), QStringLiteral("scan.cxi"));
    EXPECT_EQ(figure.text(QStringLiteral("engine")), QStringLiteral("rPIE"));
    EXPECT_EQ(figure.text(QStringLiteral("iterations")), QStringLiteral("3"));
    EXPECT_NEAR(figure.text(QStringLiteral("pixel_size_m")).toDouble(), live().pixelHeight_m(),
                1e-6 * live().pixelHeight_m());
    EXPECT_NEAR(figure.text(QStringLiteral("fourier_error")).toDouble(),
                session().result()->result.loss.back().fourierError, 1e-5);
    EXPECT_TRUE(figure.text(QStringLiteral("Description")).contains(QStringLiteral("3 iterations")))
        << figure.text(QStringLiteral("Description")).toStdString();
    EXPECT_NEAR(figure.dotsPerMeterX(), 2 * 96 / 0.0254, 1) << "the size on paper is that of the screen";
    const auto description = [](const QString& name) {
        return QString::fromStdString(io::openTiff(toPath(name)).description);
    };
    const QStringList files = exportTiff(*session().result(), path(QStringLiteral("object")), true, true, true);
    EXPECT_TRUE(description(files[0]).contains(QStringLiteral("quantity: amplitude")));
    EXPECT_TRUE(description(files[1]).contains(QStringLiteral("quantity: phase\nunit: rad\nphase_ramp: removed")));
    EXPECT_TRUE(description(files[1]).contains(QStringLiteral("scan: scan.cxi")));
}

TEST_F(ViewsTest, StepThroughTheScansOfTheFolder) {
    for (const char* name : {"scan_2.cxi", "scan_10.cxi", "scan_9.cxi"})
        static_cast<void>(writeScan(test::smallExperiment(16), QLatin1String(name)));
    // Neither is a scan: a text, and one that is cut off.
    for (const char* name : {"scan_3.cxi", "scan_9b.cxi"}) {
        QFile other(path(QLatin1String(name)));
        ASSERT_TRUE(other.open(QIODevice::WriteOnly));
        other.write("no scan");
    }
    const auto action = [this](const QString& text) {
        for (QAction* each : m_window->findChildren<QAction*>()) {
            if (each->text() == text) return each;
        }
        return static_cast<QAction*>(nullptr);
    };
    QAction *previous = action(QStringLiteral("Pre&vious scan")), *next = action(QStringLiteral("&Next scan"));
    ASSERT_NE(next, nullptr);
    EXPECT_FALSE(next->isEnabled()) << "nothing is open";
    open(path(QStringLiteral("scan_2.cxi")));
    live().object()->setComplexMode(view::ComplexMode::amplitude);
    live().object()->setColourMap("magma");
    const auto openFile = [this] {
        return session().scan() ? toQString(session().scan()->job.inputFile.filename()) : QString();
    };
    next->trigger();
    ASSERT_TRUE(test::waitFor([&] { return openFile() == QStringLiteral("scan_9.cxi"); })) << openFile().toStdString();
    ASSERT_TRUE(test::waitFor([&] { return session().scan()->complete; }));
    next->trigger();
    ASSERT_TRUE(test::waitFor([&] { return openFile() == QStringLiteral("scan_10.cxi"); }));
    ASSERT_TRUE(test::waitFor([&] { return session().scan()->complete; }));
    EXPECT_EQ(live().object()->complexMode(), view::ComplexMode::amplitude);
    EXPECT_EQ(live().object()->colourMap(), "magma");
    next->trigger();
    ASSERT_TRUE(
        test::waitFor([&] { return m_window->messageBar().plainText().contains(QStringLiteral("no next scan")); }));
    EXPECT_EQ(openFile(), QStringLiteral("scan_10.cxi"));
    // One that looks like a scan and is none is passed over, but not without a word.
    const auto writeWithoutPositions = [this](const QString& name) {
        QFile file(writeScan(test::smallExperiment(16), name));
        ASSERT_TRUE(file.open(QIODevice::ReadWrite));
        QByteArray bytes = file.readAll();
        ASSERT_TRUE(bytes.contains("translation"));
        file.seek(0);
        file.write(bytes.replace("translation", "translotion"));
    };
    writeWithoutPositions(QStringLiteral("scan_11.cxi"));
    ASSERT_TRUE(isScanFile(toPath(path(QStringLiteral("scan_11.cxi")))));
    const auto says = [&](const char* text) {
        return test::waitFor([&] { return m_window->messageBar().plainText().contains(QLatin1String(text)); });
    };
    m_window->messageBar().dismiss();
    next->trigger();
    ASSERT_TRUE(says("no next scan"));
    EXPECT_TRUE(says("scan_11.cxi cannot be opened: ")) << m_window->messageBar().plainText().toStdString();
    EXPECT_EQ(openFile(), QStringLiteral("scan_10.cxi"));
    static_cast<void>(writeScan(test::smallExperiment(16), QStringLiteral("scan_12.cxi")));
    next->trigger();
    ASSERT_TRUE(test::waitFor([&] { return openFile() == QStringLiteral("scan_12.cxi"); }));
    EXPECT_TRUE(says("scan_11.cxi cannot be opened: ")) << m_window->messageBar().plainText().toStdString();
    ASSERT_TRUE(test::waitFor([&] { return session().scan()->complete; }));
    previous->trigger();
    ASSERT_TRUE(test::waitFor([&] { return openFile() == QStringLiteral("scan_10.cxi"); }));
    ASSERT_TRUE(test::waitFor([&] { return session().scan()->complete; }));
    previous->trigger();
    ASSERT_TRUE(test::waitFor([&] { return openFile() == QStringLiteral("scan_9.cxi"); }));
}

} // namespace
} // namespace ewald::ui
