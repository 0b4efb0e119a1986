// SPDX-License-Identifier: GPL-3.0-or-later
// The map of the patterns page: places of the file in micrometres, frames in rows, what ranges have, and files of it.
#include "clip_check.h"
#include "german.h"
#include "io/hdf5/hdf5.h"
#include "mouse.h"
#include "powder_window.h"
#include "view/image_view.h"
#include "view/pattern_chart.h"
#include "window/export_dialog.h"
#include "window/powder_map_panel.h"
#include "window/powder_page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QPushButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QToolButton>

#include <cmath>

namespace ewald::ui::test {
namespace {

class MapWindowTest : public PowderWindowTest {
protected:
    [[nodiscard]] PowderPage& powder() { return m_window->powderPage(); }
    [[nodiscard]] PowderMapPanel& map() { return *powder().mapPanel(); }
    [[nodiscard]] const io::IntegrationResult& result() { return *m_window->session().integrationResult()->result; }
    /// Twelve frames of a powder as a scan that has so many positions.
    QStringList writeScan(const std::vector<ScanPosition>& places) {
        const PowderNames powder = writePowder(smallPowder(12));
        const io::h5::File from = io::h5::File::open(toPath(powder.frames));
        const io::h5::Dataset frames = from.dataset("/entry/data/data");
        std::vector<double> y, x;
        for (const ScanPosition& place : places) {
            y.push_back(place.y);
            x.push_back(place.x);
        }
        io::h5::File scan = io::h5::File::create(toPath(path(QStringLiteral("scan.h5"))));
        scan.write<std::uint32_t>("/entry/data/data", frames.readAll<std::uint32_t>(), frames.shape());
        scan.write<double>("/entry/data/y", y, {y.size()});
        scan.write<double>("/entry/data/x", x, {x.size()});
        scan.close();
        return {path(QStringLiteral("scan.h5")), powder.poni};
    }
    void integrate(const std::vector<ScanPosition>& places) {
        m_window->session().openAs(writeScan(places), Mode::integration);
        ASSERT_TRUE(waitFor([this] { return framesAreReady(); }))
            << m_window->messageBar().message().what.toStdString();
        set("npt", job::ParameterValue(300LL));
        m_window->startRun();
        ASSERT_TRUE(waitFor([this] {
            return !m_window->session().controller().running() && m_window->session().integrationResult() != nullptr;
        }));
        powder().views()->setCurrentWidget(&map());
        settleAll();
    }
    /// As dragging over the pattern does.
    void choose(double low, double high) {
        powder().pattern()->setRange(std::pair(low, high));
        emit powder().pattern()->rangeChosen(low, high);
        settleAll();
    }
    /// The mean of the bins of a frame in a range.
    double meanOf(std::size_t frame, double low, double high) {
        const std::vector<float> pattern = result().intensity(frame);
        double sum = 0;
        int bins = 0;
        for (std::size_t i = 0; i < pattern.size(); ++i) {
            const double q = result().axes().radial[i];
            if (q < low || q > high) continue;
            sum += static_cast<double>(pattern[i]);
            ++bins;
        }
        return sum / bins;
    }
    [[nodiscard]] double value(std::size_t row, std::size_t col) {
        return map().mapImage() ? static_cast<double>((*map().mapImage())(row, col)) : std::nan("");
    }
    void clickMap(QPointF pixel) {
        view::ImageView& image = *map().image();
        QTest::mouseClick(image.canvas(), Qt::LeftButton, {}, image.toCanvas(pixel).toPoint());
    }
};

/// Frame 3 c + s: column c, to and fro along the rows; rows 2 µm and columns 0.5 µm apart.
std::size_t rowOf(std::size_t frame) { return frame / 3 % 2 == 0 ? frame % 3 : 2 - frame % 3; }
std::vector<ScanPosition> columnwise() {
    std::vector<ScanPosition> places;
    for (std::size_t frame = 0; frame < 12; ++frame)
        places.push_back({10e-6 + 2e-6 * static_cast<double>(rowOf(frame)), 0.5e-6 * static_cast<double>(frame / 3)});
    return places;
}

TEST_F(MapWindowTest, FramesLieWhereTheirFileSaysInMicrometres) {
    integrate(columnwise());
    choose(14, 18);
    ASSERT_NE(map().mapImage(), nullptr) << map().caption().toStdString();
    ASSERT_EQ(map().mapImage()->shape(), (std::array<std::size_t, 2>{3, 4})) << map().caption().toStdString();
    for (std::size_t frame = 0; frame < 12; ++frame) // single precision
        EXPECT_NEAR(value(rowOf(frame), frame / 3), meanOf(frame, 14, 18), 1e-5 * meanOf(frame, 14, 18)) << frame;
    // Pixels are four times as high as wide, and stay so.
    view::ImageView& image = *map().image();
    const QPointF corner = image.toCanvas({0, 0}), other = image.toCanvas({1, 1});
    EXPECT_NEAR((other.y() - corner.y()) / (other.x() - corner.x()), 4, 1e-6);
    const QString readout = image.readout(image.toCanvas({2.5, 1.5})); // the third column: 1 µm, the second row: 12 µm
    EXPECT_NE(readout.indexOf(QStringLiteral("12 µm")), -1) << readout.toStdString();
    EXPECT_NE(readout.indexOf(QStringLiteral("1 µm")), -1) << readout.toStdString();
    // Frames 6, 7 and 8 are in the third column.
    clickMap({2.5, 2.5});
    settleAll();
    EXPECT_EQ(powder().row(), 8U);
    EXPECT_TRUE(powder().pattern()->curves().front().name.contains(QStringLiteral("8")));
    // The other choice.
    EXPECT_TRUE(map().placesBox()->isVisible());
    EXPECT_FALSE(map().columnsBox()->isVisible());
    map().placesBox()->setCurrentIndex(1);
    map().columnsBox()->setValue(6);
    settleAll();
    EXPECT_TRUE(map().columnsBox()->isVisible() && map().snakeBox()->isVisible());
    ASSERT_EQ(map().mapImage()->shape(), (std::array<std::size_t, 2>{2, 6}));
    EXPECT_NEAR(value(1, 1), meanOf(7, 14, 18), 1e-5 * meanOf(7, 14, 18));
    EXPECT_FALSE(image.readout(image.toCanvas({1.5, 1.5})).contains(QStringLiteral("µm")));
    map().snakeBox()->setChecked(true);
    settleAll();
    clickMap({1.5, 1.5});
    EXPECT_EQ(powder().row(), 10U);
}

TEST_F(MapWindowTest, ScatteredFramesAreInterpolatedAndFound) {
    // Triangles of 1 µm: neither rows nor columns.
    std::vector<ScanPosition> places;
    for (int i = 0; i < 12; ++i)
        places.push_back(
            {1e-6 * std::sqrt(i + 0.5) * std::sin(2.4 * i), 1e-6 * std::sqrt(i + 0.5) * std::cos(2.4 * i)});
    integrate(places);
    choose(14, 18);
    ASSERT_NE(map().mapImage(), nullptr);
    EXPECT_TRUE(map().caption().contains(QStringLiteral("interpolated"))) << map().caption().toStdString();
    ASSERT_TRUE(map().maps()->grid.isInterpolated());
    for (const std::size_t frame : {3U, 7U, 11U}) {
        const auto pixel = map().maps()->grid.pixelOf(frame);
        ASSERT_TRUE(pixel);
        // A pixel of the image is as large as the distance of frames: that of the nearest frame is clicked inside of
        // it.
        clickMap({std::min(pixel->second, static_cast<double>(map().maps()->grid.cols()) - 0.01),
                  std::min(pixel->first, static_cast<double>(map().maps()->grid.rows()) - 0.01)});
        EXPECT_EQ(powder().row(), frame);
    }
}

TEST_F(MapWindowTest, RangesAreLessTheirSidesOrOverOneAnother) {
    integrate(columnwise());
    choose(14, 16);
    map().kindBox()->setCurrentIndex(static_cast<int>(MapOf::lessSides));
    settleAll();
    const std::vector<float> pattern = result().intensity(0);
    const double less = job::valueIn(job::withSides({14, 16}), result().axes().radial, pattern);
    EXPECT_NEAR(value(0, 0), less, 1e-4 * std::abs(meanOf(0, 14, 16))); // a small difference of large numbers
    ASSERT_EQ(powder().pattern()->fits().size(), 2U) << "the sides";
    EXPECT_EQ(powder().pattern()->fits()[0].low, 13);
    EXPECT_EQ(powder().pattern()->fits()[1].high, 17);
    // A ratio asks for what is missing.
    map().kindBox()->setCurrentIndex(static_cast<int>(MapOf::ratio));
    settleAll();
    EXPECT_EQ(map().mapImage(), nullptr);
    EXPECT_TRUE(map().image()->emptyText().contains(QStringLiteral("range 2")));
    EXPECT_TRUE(map().caption().isEmpty());
    EXPECT_FALSE(powder().pattern()->range());
    EXPECT_TRUE(map().rangeButton(1)->isChecked());
    choose(20, 22);
    const double ratio = meanOf(0, 14, 16) / meanOf(0, 20, 22);
    EXPECT_NEAR(value(0, 0), ratio, 1e-5 * ratio);
    ASSERT_EQ(powder().pattern()->fits().size(), 1U) << "the other range";
    EXPECT_EQ(powder().pattern()->fits()[0].low, 14);
    // The first one again, of which the map is then.
    map().rangeButton(0)->click();
    settleAll();
    EXPECT_EQ(powder().pattern()->range(), std::pair(14.0, 16.0));
    choose(17, 19);
    EXPECT_NEAR(value(0, 0), meanOf(0, 17, 19) / meanOf(0, 20, 22), 1e-5 * ratio);
    map().kindBox()->setCurrentIndex(static_cast<int>(MapOf::range));
    settleAll();
    EXPECT_NEAR(value(0, 0), meanOf(0, 17, 19), 1e-5 * meanOf(0, 17, 19));
    EXPECT_TRUE(powder().pattern()->fits().empty());
    EXPECT_FALSE(map().rangeButton(0)->isVisible());
}

TEST_F(MapWindowTest, FilesAreThoseOfTheCommand) {
    integrate(columnwise());
    choose(14, 16);
    map().kindBox()->setCurrentIndex(static_cast<int>(MapOf::ratio));
    choose(20, 22);
    const auto exportAs = [this](ExportDialog::Kind kind, const QString& file) {
        m_window->exportResult();
        auto* dialog = m_window->findChild<ExportDialog*>();
        ASSERT_NE(dialog, nullptr);
        dialog->setKind(kind);
        dialog->setFile(path(file));
        dialog->exportButton()->click();
        ASSERT_TRUE(waitFor([this] { return m_window->findChild<ExportDialog*>() == nullptr; }));
    };
    exportAs(ExportDialog::Kind::mapHdf5, QStringLiteral("m.h5"));
    const io::h5::File file = io::h5::File::open(toPath(path(QStringLiteral("m.h5"))));
    EXPECT_EQ(file.dataset("/entry/ratio_1_2/data").shape(), (io::h5::Shape{3, 4}));
    EXPECT_NEAR(file.dataset("/entry/range_1/y").readAll<double>().at(2), 14, 1e-9);
    EXPECT_NEAR(file.dataset("/entry/frames/x").readAll<double>().at(11), 1.5, 1e-9);
    EXPECT_EQ(file.attributeText("/entry/range_2/data", "long_name").value_or("").substr(0, 20),
              "mean intensity from ");
    exportAs(ExportDialog::Kind::mapTable, QStringLiteral("m.csv"));
    QFile table(path(QStringLiteral("m.csv")));
    ASSERT_TRUE(table.open(QIODevice::ReadOnly));
    EXPECT_TRUE(table.readAll().contains("\nframe,x_um,y_um,range_1,range_2,ratio_1_2\n0,0,10,"));
    exportAs(ExportDialog::Kind::mapTiff, QStringLiteral("m.tif"));
    EXPECT_GT(QFile(path(QStringLiteral("m.tif"))).size(), 12 * 4);
}

TEST_F(MapWindowTest, WhyADamagedScanHasNoPlacesIsSaid) {
    std::vector<ScanPosition> few = columnwise();
    few.resize(5);
    integrate(few);
    choose(14, 18);
    ASSERT_NE(map().mapImage(), nullptr);
    EXPECT_FALSE(map().maps()->grid.hasPlaces());
    EXPECT_TRUE(map().columnsBox()->isVisible());
    EXPECT_FALSE(map().placesBox()->isVisible());
    EXPECT_TRUE(map().caption().contains(QStringLiteral("scan.h5"))) << map().caption().toStdString();
}

TEST_F(MapWindowTest, AllOfItIsSeenInGerman) {
    const German german;
    openWindow();
    integrate(columnwise());
    choose(14, 16);
    map().kindBox()->setCurrentIndex(static_cast<int>(MapOf::ratio));
    choose(20, 22);
    map().placesBox()->setCurrentIndex(1);
    settleAll();
    EXPECT_EQ(clipped(map()), "");
}

} // namespace
} // namespace ewald::ui::test
