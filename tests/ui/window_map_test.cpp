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
#include "window/import_source_row.h"
#include "window/places_dialog.h"
#include "window/powder_map_panel.h"
#include "window/powder_page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QImage>
#include <QPushButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QToolButton>

#include <algorithm>
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
    void exportAs(ExportDialog::Kind kind, const QString& file) {
        m_window->exportResult();
        auto* dialog = m_window->findChild<ExportDialog*>();
        ASSERT_NE(dialog, nullptr);
        dialog->setKind(kind);
        dialog->setFile(path(file));
        dialog->exportButton()->click();
        ASSERT_TRUE(waitFor([this] { return m_window->findChild<ExportDialog*>() == nullptr; }));
    }
    /// The map without what is written over it.
    [[nodiscard]] QImage plainMap() {
        map().image()->setAxes({}, {});
        map().image()->setRegion({});
        settleAll();
        return map().image()->canvas()->grab().toImage();
    }
    [[nodiscard]] QColor colourAt(const QImage& shown, std::size_t row, std::size_t col) {
        const QPointF middle(static_cast<double>(col) + 0.5, static_cast<double>(row) + 0.5);
        return shown.pixelColor((map().image()->toCanvas(middle) * shown.devicePixelRatio()).toPoint());
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

TEST(GuessColumns, LooksBesideTheUnitInAName) {
    std::vector<io::FileNode> columns(4);
    for (std::size_t i = 0; i < columns.size(); ++i)
        columns[i].path = std::array{"frame", "samx (um)", "samy [mm]", "exposure"}[i];
    EXPECT_EQ(guessColumns(columns), (std::pair<std::string, std::string>("samx (um)", "samy [mm]")));
}

TEST(ValueOnAxis, FollowsTheFormulasOfTheAxes) {
    using azint::Unit;
    const double wavelength_m = 1e-10, distance_m = 0.2, degree = std::acos(-1.0) / 180;
    // q = 4π sin(θ) / λ, d = 2π / q, r = D tan(2θ).
    const double q = 4 * std::acos(-1.0) * std::sin(10 * degree) / 0.1; // 2θ = 20°, nm⁻¹
    EXPECT_NEAR(valueOnAxis(Unit::qPerNm, Unit::twoThetaDegree, 20, wavelength_m, distance_m), q, 1e-9);
    EXPECT_NEAR(valueOnAxis(Unit::twoThetaDegree, Unit::qPerNm, q, wavelength_m, distance_m), 20, 1e-9);
    EXPECT_NEAR(valueOnAxis(Unit::dAngstrom, Unit::qPerNm, q, wavelength_m, 0), 20 * std::acos(-1.0) / q, 1e-9);
    EXPECT_NEAR(valueOnAxis(Unit::rMillimetre, Unit::twoThetaDegree, 20, 0, distance_m), 200 * std::tan(20 * degree),
                1e-9);
    EXPECT_NEAR(valueOnAxis(Unit::twoThetaDegree, Unit::qPerAngstrom, 12, wavelength_m, distance_m), // 2θ = 145.5°
                2 * std::asin(12 / (4 * std::acos(-1.0))) / degree, 1e-9);
    EXPECT_TRUE(std::isnan(valueOnAxis(Unit::qPerNm, Unit::twoThetaDegree, 20, 0, distance_m)));
    EXPECT_TRUE(std::isnan(valueOnAxis(Unit::rMetre, Unit::twoThetaDegree, 20, wavelength_m, 0)));
    EXPECT_EQ(valueOnAxis(Unit::rMetre, Unit::rMetre, 0.02, 0, 0), 0.02);
}

TEST_F(MapWindowTest, TheRangeStaysWhenTheAxisGetsAnotherUnit) {
    integrate(columnwise());
    choose(14, 18);
    const double wavelength_nm = 1e9 * *frames().poni().wavelength_m;
    set("unit", job::ParameterValue(std::string("2th_deg")));
    m_window->startRun();
    ASSERT_TRUE(waitFor([this] {
        return !m_window->session().controller().running() && m_window->session().integrationResult() != nullptr &&
               result().axes().unit == "2th_deg";
    }));
    settleAll();
    ASSERT_TRUE(map().range());
    const auto twoTheta = [&](double q) { // q = 4π sin(θ) / λ
        return 2 * std::asin(q * wavelength_nm / (4 * std::acos(-1.0))) * 180 / std::acos(-1.0);
    };
    EXPECT_NEAR(map().range()->first, twoTheta(14), 1e-9);
    EXPECT_NEAR(map().range()->second, twoTheta(18), 1e-9);
    EXPECT_EQ(powder().pattern()->range(), map().range());
    ASSERT_NE(map().mapImage(), nullptr) << map().caption().toStdString();
    EXPECT_TRUE(map().caption().contains(QStringLiteral("°"))) << map().caption().toStdString();
    // Other bins of the same unit are no reason either; an axis without it is.
    set("npt", job::ParameterValue(200LL));
    set("radial_range", job::ParameterValue(QStringLiteral("1, %1").arg(twoTheta(13), 0, 'g', 6).toStdString()));
    m_window->startRun();
    ASSERT_TRUE(waitFor([this] {
        return !m_window->session().controller().running() && m_window->session().integrationResult() != nullptr &&
               result().axes().radial.size() == 200;
    }));
    settleAll();
    EXPECT_FALSE(map().range());
}

TEST_F(MapWindowTest, ThreeRangesAreRedGreenAndBlue) {
    integrate(columnwise());
    map().kindBox()->setCurrentIndex(static_cast<int>(MapOf::colours));
    settleAll();
    EXPECT_TRUE(map().image()->emptyText().contains(QStringLiteral("red"))) << map().image()->emptyText().toStdString();
    const std::array<std::pair<double, double>, 3> ranges{{{14, 16}, {17, 19}, {20, 22}}};
    choose(ranges[0].first, ranges[0].second);
    EXPECT_TRUE(map().rangeButton(1)->isChecked()) << "the next one";
    EXPECT_TRUE(map().image()->emptyText().contains(QStringLiteral("green")));
    choose(ranges[1].first, ranges[1].second);
    EXPECT_EQ(map().mapImage(), nullptr);
    choose(ranges[2].first, ranges[2].second);
    ASSERT_NE(map().mapImage(), nullptr) << map().caption().toStdString();
    ASSERT_TRUE(map().maps()->colours);
    // The pixels of the picture: of each range the value between its ends, which are the first and, as ⌊0.995 · 11⌋ is
    // 10, the last but one of the twelve values in their order.
    const QImage shown = plainMap();
    for (std::size_t c = 0; c < 3; ++c) {
        std::vector<double> values;
        for (std::size_t frame = 0; frame < 12; ++frame)
            values.push_back(meanOf(frame, ranges[c].first, ranges[c].second));
        std::vector<double> sorted = values;
        std::ranges::sort(sorted);
        for (std::size_t frame = 0; frame < 12; ++frame) {
            const double fraction = std::clamp((values[frame] - sorted[0]) / (sorted[10] - sorted[0]), 0.0, 1.0);
            const QColor colour = colourAt(shown, rowOf(frame), frame / 3);
            const int byte = c == 0 ? colour.red() : c == 1 ? colour.green() : colour.blue();
            EXPECT_NEAR(byte, 255 * fraction, 2) << c << ' ' << frame; // values are single precision
        }
    }
    // Each range in its colour over the pattern, and said.
    ASSERT_EQ(powder().pattern()->fits().size(), 3U);
    for (std::size_t c = 0; c < 3; ++c) {
        EXPECT_EQ(powder().pattern()->fits()[c].colour, PowderMapPanel::channelColour(c));
        EXPECT_EQ(powder().pattern()->fits()[c].low, ranges[c].first);
    }
    EXPECT_TRUE(map().caption().contains(QStringLiteral("green: 17 to 19 nm⁻¹"))) << map().caption().toStdString();
    const QString readout = map().image()->readout(map().image()->toCanvas({0.5, 0.5}));
    EXPECT_TRUE(readout.contains(QStringLiteral("green ") + numberText(meanOf(0, 17, 19), 5))) << readout.toStdString();
    // Another range for one of them.
    map().rangeButton(2)->click();
    settleAll();
    EXPECT_EQ(powder().pattern()->range(), std::pair(20.0, 22.0));
    // And an ordinary map again.
    map().kindBox()->setCurrentIndex(static_cast<int>(MapOf::range));
    settleAll();
    EXPECT_FALSE(map().maps()->colours);
    EXPECT_NEAR(value(0, 0), meanOf(0, 14, 16), 1e-5 * meanOf(0, 14, 16));
}

TEST_F(MapWindowTest, ColoursAreExportedAsTheyAreShown) {
    integrate(columnwise());
    map().kindBox()->setCurrentIndex(static_cast<int>(MapOf::colours));
    choose(14, 16);
    choose(17, 19);
    choose(20, 22);
    exportAs(ExportDialog::Kind::mapPng, QStringLiteral("m.png"));
    const QImage picture(path(QStringLiteral("m.png")));
    ASSERT_EQ(picture.size(), QSize(4, 3));
    exportAs(ExportDialog::Kind::mapHdf5, QStringLiteral("m.h5"));
    const io::h5::File file = io::h5::File::open(toPath(path(QStringLiteral("m.h5"))));
    const std::vector<std::uint8_t> bytes = file.dataset("/entry/rgb/data").readAll<std::uint8_t>();
    const QImage shown = plainMap();
    ASSERT_EQ(bytes.size(), 36U);
    for (std::size_t row = 0; row < 3; ++row)
        for (std::size_t col = 0; col < 4; ++col) {
            const QColor colour = picture.pixelColor(static_cast<int>(col), static_cast<int>(row));
            const std::size_t at = 3 * (4 * row + col);
            EXPECT_EQ(colour, QColor(bytes[at], bytes[at + 1], bytes[at + 2])) << row << ' ' << col;
            EXPECT_EQ(colourAt(shown, row, col), colour) << row << ' ' << col;
        }
    exportAs(ExportDialog::Kind::mapTiff, QStringLiteral("m.tif"));
    for (const char* name : {"m_range_1.tif", "m_range_2.tif", "m_range_3.tif"})
        EXPECT_GT(QFile(path(QLatin1String(name))).size(), 12 * 4) << name;
    EXPECT_FALSE(QFile::exists(path(QStringLiteral("m.tif"))));
}

TEST_F(MapWindowTest, PlacesComeFromATableThatIsChosen) {
    std::vector<ScanPosition> few = columnwise();
    few.resize(5); // the scan's own are of no use
    integrate(few);
    choose(14, 18);
    ASSERT_FALSE(map().maps()->grid.hasPlaces());
    QFile table(path(QStringLiteral("places.csv")));
    ASSERT_TRUE(table.open(QIODevice::WriteOnly));
    table.write("time,samx,samy\n");
    for (const ScanPosition& place : columnwise())
        table.write(QByteArray("1,") + QByteArray::number(place.x * 1e6) + ',' + QByteArray::number(place.y * 1e6) +
                    '\n');
    table.close();
    const auto ask = [this] {
        map().placesBox()->setCurrentIndex(2);
        emit map().placesBox()->activated(2);
        ASSERT_NE(map().placesDialog(), nullptr);
        ASSERT_TRUE(waitFor([this] { return map().placesDialog()->isIdle(); }));
    };
    ask();
    EXPECT_EQ(map().placesBox()->currentIndex(), 1) << "what counts until others are chosen";
    PlacesDialog* dialog = map().placesDialog();
    EXPECT_GE(dialog->xBox()->findData(QStringLiteral("/entry/data/x")), 0) << "datasets of the frames' file";
    EXPECT_EQ(dialog->xBox()->findData(QStringLiteral("/entry/data/data")), -1) << "no pictures";
    dialog->fileRow()->choose({table.fileName()});
    ASSERT_TRUE(waitFor([dialog] { return dialog->isIdle(); }));
    EXPECT_EQ(dialog->xBox()->currentText(), QStringLiteral("samx"));
    EXPECT_EQ(dialog->yBox()->currentText(), QStringLiteral("samy"));
    // A table without a unit is asked for one.
    dialog->useButton()->click();
    ASSERT_TRUE(waitFor([dialog] { return !dialog->problem().isEmpty(); }));
    EXPECT_TRUE(dialog->problem().contains(QStringLiteral("unit"))) << dialog->problem().toStdString();
    EXPECT_FALSE(dialog->problem().contains(QStringLiteral("--"))) << dialog->problem().toStdString();
    dialog->unitBox()->setCurrentIndex(dialog->unitBox()->findData(QStringLiteral("um")));
    dialog->useButton()->click();
    ASSERT_TRUE(waitFor([this] { return map().placesDialog() == nullptr; }));
    settleAll();
    EXPECT_EQ(map().placesBox()->currentIndex(), 2);
    ASSERT_TRUE(map().maps()->grid.hasPlaces());
    ASSERT_EQ(map().mapImage()->shape(), (std::array<std::size_t, 2>{3, 4}));
    for (std::size_t frame = 0; frame < 12; ++frame) // single precision
        EXPECT_NEAR(value(rowOf(frame), frame / 3), meanOf(frame, 14, 18), 1e-5 * meanOf(frame, 14, 18)) << frame;
    EXPECT_TRUE(map().maps()->placesFrom.find("places.csv") != std::string::npos);
    // It is offered again as it was, and nothing changes where nothing else is chosen.
    ask();
    ASSERT_TRUE(waitFor([this] { return map().placesDialog()->xBox()->count() > 0; }));
    EXPECT_EQ(map().placesDialog()->xBox()->currentText(), QStringLiteral("samx"));
    EXPECT_EQ(map().placesDialog()->unitBox()->currentText(), QStringLiteral("µm"));
    map().placesDialog()->reject();
    settleAll();
    EXPECT_TRUE(map().maps()->grid.hasPlaces());
    // Rows of frames, and back without a question.
    map().placesBox()->setCurrentIndex(1);
    settleAll();
    EXPECT_FALSE(map().maps()->grid.hasPlaces());
    map().placesBox()->setCurrentIndex(2);
    settleAll();
    EXPECT_TRUE(map().maps()->grid.hasPlaces());
    EXPECT_EQ(map().placesDialog(), nullptr);
}

TEST_F(MapWindowTest, FilesAreThoseOfTheCommand) {
    integrate(columnwise());
    choose(14, 16);
    map().kindBox()->setCurrentIndex(static_cast<int>(MapOf::ratio));
    choose(20, 22);
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
    EXPECT_EQ(map().placesBox()->currentIndex(), 1) << "rows of frames";
    EXPECT_FALSE(map().placesBox()->model()->flags(map().placesBox()->model()->index(0, 0)) & Qt::ItemIsEnabled);
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
    map().kindBox()->setCurrentIndex(static_cast<int>(MapOf::colours));
    choose(17, 19);
    EXPECT_EQ(clipped(map()), "");
    emit map().placesBox()->activated(2);
    ASSERT_NE(map().placesDialog(), nullptr);
    settleAll();
    EXPECT_EQ(clipped(*map().placesDialog()), "");
}

} // namespace
} // namespace ewald::ui::test
