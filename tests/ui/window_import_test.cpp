// SPDX-License-Identifier: GPL-3.0-or-later
// Scans of several files, brought together in the dialog that assigns datasets.
#include "io/frame_stack.h"
#include "io/hdf5/hdf5.h"
#include "model/import_source.h"
#include "model/layout_store.h"
#include "window/import_dialog.h"
#include "window/import_source_row.h"
#include "window/main_window.h"
#include "window/scan_card.h"
#include "window_support.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>

#include <bit>
#include <cmath>
#include <fstream>
#include <limits>

namespace ewald::ui::test {
namespace {

constexpr std::size_t kFrames = 64;
constexpr std::size_t kSize = 32;

/// An uncompressed little-endian TIFF of one image of 32-bit floating-point numbers.
void writeTiff(const QString& name, std::span<const float> pixels) {
    constexpr std::uint16_t kEntries = 9;
    constexpr std::uint32_t kPixels = 8 + 2 + 12 * kEntries + 4;
    std::ofstream stream(toPath(name), std::ios::binary);
    const auto put = [&](std::uint32_t value, int bytes) {
        for (int i = 0; i < bytes; ++i) stream.put(static_cast<char>(value >> (8 * i) & 0xFFU));
    };
    const auto entry = [&](std::uint32_t tag, std::uint32_t value) {
        put(tag, 2), put(4, 2), put(1, 4), put(value, 4);
    };
    stream << "II*";
    put(0, 1), put(8, 4), put(kEntries, 2);
    entry(256, kSize), entry(257, kSize), entry(258, 32), entry(259, 1), entry(262, 1), entry(273, kPixels);
    entry(278, kSize), entry(279, 4 * kSize * kSize), entry(339, 3), put(0, 4);
    for (const float pixel : pixels) put(std::bit_cast<std::uint32_t>(pixel), 4);
}

/// One scan as a CXI file, and its frames and positions in files of other kinds.
class ImportTest : public WindowTest {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        m_data = sim::simulatePtycho(smallExperiment(kFrames));
        m_cxi = path("whole.cxi");
        sim::writeCxi(toPath(m_cxi), m_data, true);
        m_plain = io::openScan(toPath(m_cxi));
        const std::size_t pixels = kSize * kSize;
        std::vector<float> frame(pixels);
        for (std::size_t f = 0; f < kFrames; ++f) {
            m_plain.frames->makeReader()->readNumbers(f, frame);
            writeTiff(frameFile(f), frame);
        }
        writeTable(path("positions.csv"), "samx,samy,frame,ic\n", ',');
    }
    [[nodiscard]] QString frameFile(std::size_t frame) const {
        return path(QStringLiteral("scan7_%1.tif").arg(frame + 5)); // without leading zeros: by number, not by name
    }
    /// x and y in µm, the number of the frame and a monitor, one row a frame.
    void writeTable(const QString& name, const std::string& head, char separator, double scale = 1e6) const {
        std::ofstream stream(toPath(name));
        stream.precision(17);
        stream << head;
        for (std::size_t f = 0; f < kFrames; ++f)
            stream << scale * m_data.positions[f].x << separator << scale * m_data.positions[f].y << separator << f
                   << separator << 1000 + f << "\n";
    }
    [[nodiscard]] io::ImportMapping geometry() const {
        io::ImportMapping mapping;
        mapping.energyValue = kHc_keV_m / *m_plain.wavelength_m;
        mapping.distanceValue = *m_plain.distance_m;
        mapping.pixelSizeValue = *m_plain.pixelWidth_m;
        mapping.positionUnit = "um";
        return mapping;
    }
    /// Waits until the check has come to a result.
    static ::testing::AssertionResult works(const ImportDialog& dialog) {
        if (waitFor([&] { return dialog.isAccepted(); }, 20000)) return ::testing::AssertionSuccess();
        return ::testing::AssertionFailure() << dialog.checkText().toStdString();
    }
    [[nodiscard]] bool offers(const ImportDialog& dialog, ImportRole role, const char* name) const {
        return dialog.datasetBox(role)->findData(QLatin1String(name)) >= 0;
    }
    static void choose(const ImportDialog& dialog, ImportRole role, const char* name) {
        QComboBox* box = dialog.datasetBox(role);
        ASSERT_GE(box->findData(QLatin1String(name)), 0) << name;
        box->setCurrentIndex(box->findData(QLatin1String(name)));
    }
    void expectSameScan(const io::Scan& scan) const {
        ASSERT_EQ(scan.frames->frameCount(), kFrames);
        ASSERT_EQ(scan.positions.size(), kFrames);
        std::vector<float> expected(kSize * kSize);
        std::vector<float> found(kSize * kSize);
        for (std::size_t f = 0; f < kFrames; ++f) {
            m_plain.frames->makeReader()->readNumbers(f, expected);
            scan.frames->makeReader()->readNumbers(f, found);
            EXPECT_EQ(found, expected) << "frame " << f;
            EXPECT_NEAR(scan.positions[f].x, m_plain.positions[f].x, 1e-15);
            EXPECT_NEAR(scan.positions[f].y, m_plain.positions[f].y, 1e-15);
        }
        EXPECT_NEAR(*scan.wavelength_m, *m_plain.wavelength_m, 1e-9 * *m_plain.wavelength_m);
    }

    static constexpr double kHc_keV_m = 1.2398419843320026e-9;
    sim::PtychoDataset m_data;
    QString m_cxi;
    io::Scan m_plain;
};

/// The entry of the menu, as a person finds it.
QAction* assignAction(const MainWindow& window) {
    const auto actions = window.findChildren<QAction*>();
    const auto found = std::ranges::find_if(
        actions, [](const QAction* action) { return action->text().contains(QStringLiteral("Assign datasets")); });
    return found == actions.end() ? nullptr : *found;
}

TEST_F(ImportTest, FramesInImagesGetPositionsOfATable) {
    MainWindow window;
    window.resize(1280, 800);
    window.show();
    QStringList frames;
    for (std::size_t f = 0; f < kFrames; ++f) frames << frameFile(f);
    window.openAll(frames); // frames alone: they could be integrated
    ASSERT_TRUE(waitFor([&] { return window.session().integration().stack() != nullptr; }));
    ASSERT_NE(assignAction(window), nullptr);
    assignAction(window)->trigger();
    ImportDialog& dialog = *window.importDialog();
    ASSERT_TRUE(waitFor([&] { return dialog.checkText().contains(QStringLiteral("file of the positions")); }))
        << dialog.checkText().toStdString();
    dialog.setMapping(geometry());
    // Dropped on the row, as a file manager does it.
    QMimeData mime;
    mime.setUrls({QUrl::fromLocalFile(path("positions.csv"))});
    QWidget* row = dialog.sourceRow(ImportPart::positions);
    QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(row, &enter);
    EXPECT_TRUE(enter.isAccepted());
    QDropEvent drop(QPointF(5, 5), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(row, &drop);
    ASSERT_TRUE(works(dialog)); // columns that are named so are chosen
    EXPECT_EQ(dialog.mapping().positionX, "samx");
    EXPECT_EQ(dialog.mapping().positionY, "samy");
    choose(dialog, ImportRole::frameIndex, "frame");
    choose(dialog, ImportRole::monitor, "ic");
    EXPECT_FALSE(dialog.openButton()->isEnabled()); // not before it has been checked
    ASSERT_TRUE(works(dialog));
    EXPECT_TRUE(dialog.checkText().contains(QStringLiteral("32 × 32"))) << dialog.checkText().toStdString();
    // Everything is on the smallest screen.
    EXPECT_LE(dialog.minimumSizeHint().width(), 1280);
    EXPECT_LE(dialog.minimumSizeHint().height(), 760);
    if (const QByteArray folder = qgetenv("EWALD_TEST_PICTURES"); !folder.isEmpty())
        dialog.grab().save(QString::fromLocal8Bit(folder) + QStringLiteral("/import.png"));
    dialog.openButton()->click();
    ASSERT_TRUE(waitFor([&] { return window.session().scan() && window.session().scan()->complete; }));
    const io::Scan& scan = window.session().scan()->scan;
    expectSameScan(scan);
    ASSERT_EQ(scan.frameIntensity.size(), kFrames);
    EXPECT_NEAR(scan.frameIntensity[63] / scan.frameIntensity[0], 1.063, 1e-12);
    // Opened again, the dialog shows what the job says.
    const std::optional<io::ImportMapping> ofJob = window.session().job().document().mapping;
    ASSERT_TRUE(ofJob);
    assignAction(window)->trigger();
    ASSERT_TRUE(works(*window.importDialog()));
    EXPECT_EQ(window.importDialog()->mapping(), *ofJob);
    EXPECT_EQ(window.importDialog()->mapping().positionsFile, toPath(path("positions.csv")));
}

TEST_F(ImportTest, PositionsDroppedAloneAskForTheirFrames) {
    MainWindow window;
    window.resize(1280, 800);
    window.show();
    window.openAll({path("positions.csv")});
    ASSERT_TRUE(waitFor([&] { return window.importDialog() != nullptr; })) << "the dialog opens with them";
    ImportDialog& dialog = *window.importDialog();
    ASSERT_TRUE(waitFor([&] { return dialog.checkText().contains(QStringLiteral("Choose the file of the frames")); }))
        << dialog.checkText().toStdString();
    EXPECT_EQ(dialog.mapping().positionsFile, toPath(path("positions.csv")));
    EXPECT_EQ(dialog.mapping().positionX, "samx");
    dialog.setMapping([&] {
        io::ImportMapping mapping = geometry();
        mapping.positionsFile = toPath(path("positions.csv"));
        mapping.positionX = "samx", mapping.positionY = "samy";
        return mapping;
    }());
    dialog.sourceRow(ImportPart::frames)->choose({frameFile(3)});
    ASSERT_TRUE(works(dialog));
    dialog.openButton()->click();
    ASSERT_TRUE(waitFor([&] { return window.session().scan() && window.session().scan()->complete; }));
    expectSameScan(window.session().scan()->scan);
    // The result is named by what the frames have in common, and the file of the scan is that of the frames.
    EXPECT_EQ(window.session().outputFile(), path("scan7_ewald.h5"));
    // With a scan open, its file is proposed.
    writeTable(path("others.csv"), "x,y,frame,ic\n", ',');
    window.openAll({path("others.csv")});
    ASSERT_TRUE(waitFor([&] {
        return window.importDialog() != nullptr &&
               window.importDialog()->mapping().positionsFile == toPath(path("others.csv"));
    }));
    window.importDialog()->reject();
    window.openAll({m_cxi});
    ASSERT_TRUE(waitFor([&] { return toQString(window.session().job().document().inputFile) == m_cxi; }));
    window.openAll({path("others.csv")});
    ASSERT_TRUE(
        waitFor([&] { return window.importDialog() != nullptr && window.importDialog()->scanFile() == m_cxi; }));
}

TEST_F(ImportTest, FramesAndPositionsBesideAFileOfNeither) {
    {
        io::h5::File file = io::h5::File::create(toPath(path("log.h5")));
        file.write("/beam/energy", *geometry().energyValue);
        file.close();
        std::vector<double> x;
        std::vector<double> y;
        for (const ScanPosition& position : m_data.positions) {
            x.push_back(1e9 * position.x);
            y.push_back(1e9 * position.y);
        }
        io::h5::File panda = io::h5::File::create(toPath(path("panda.h5")));
        panda.write<double>("/INENC1.VAL.Mean", x, {kFrames});
        panda.write<double>("/INENC2.VAL.Mean", y, {kFrames});
        panda.close();
    }
    io::ImportMapping start = geometry();
    start.energyValue.reset();
    start.energy = "/beam/energy";
    start.positionUnit = "nm";
    ImportDialog dialog(path("log.h5"), {}, start, nullptr);
    ASSERT_TRUE(waitFor([&] { return offers(dialog, ImportRole::energy, "/beam/energy"); }));
    dialog.sourceRow(ImportPart::frames)->choose({frameFile(3)}); // one of the series stands for all
    EXPECT_EQ(dialog.mapping().framesFile, toPath(path("scan7_#.tif")));
    dialog.sourceRow(ImportPart::positions)->choose({path("panda.h5")});
    ASSERT_TRUE(waitFor([&] { return offers(dialog, ImportRole::positionY, "/INENC2.VAL.Mean"); }));
    choose(dialog, ImportRole::positionX, "/INENC1.VAL.Mean");
    choose(dialog, ImportRole::positionY, "/INENC2.VAL.Mean");
    ASSERT_TRUE(works(dialog));
    const io::ImportMapping mapping = dialog.mapping();
    expectSameScan(io::openScan(toPath(path("log.h5")), &mapping));
    // Without the file, its datasets are no longer chosen.
    dialog.sourceRow(ImportPart::positions)->choose({path("log.h5")});
    ASSERT_TRUE(waitFor([&] { return dialog.checkText().contains(QStringLiteral("dataset for the positions")); }));
    EXPECT_EQ(dialog.mapping().positionX, "");
    EXPECT_FALSE(dialog.openButton()->isEnabled());
}

TEST_F(ImportTest, AScanOfASpecFileIsChosen) {
    {
        std::ofstream stream(toPath(path("run.spec")));
        stream << "#S 3 ascan\n#L samx  samy\n9 9\n\n#S 4 mesh\n#L samx  samy  frame  ic\n";
    }
    writeTable(path("rows.txt"), "", ' ');
    QFile rows(path("rows.txt"));
    QFile spec(path("run.spec"));
    ASSERT_TRUE(rows.open(QIODevice::ReadOnly) && spec.open(QIODevice::Append));
    spec.write(rows.readAll());
    spec.close();
    io::ImportMapping start = geometry();
    start.frames = "/entry_1/data_1/data";
    ImportDialog dialog(m_cxi, {}, start, nullptr);
    ASSERT_TRUE(waitFor([&] { return offers(dialog, ImportRole::frames, "/entry_1/data_1/data"); }));
    dialog.sourceRow(ImportPart::positions)->choose({path("run.spec")});
    ASSERT_TRUE(waitFor([&] { return dialog.checkText().contains(QStringLiteral("scan of the SPEC file")); }))
        << dialog.checkText().toStdString();
    QComboBox* scans = dialog.sourceRow(ImportPart::positions)->scanBox();
    ASSERT_EQ(scans->count(), 3); // none is taken without being chosen
    EXPECT_FALSE(dialog.openButton()->isEnabled());
    scans->setCurrentIndex(2);
    emit scans->activated(2);
    ASSERT_TRUE(works(dialog));
    const io::ImportMapping mapping = dialog.mapping();
    EXPECT_EQ(mapping.positionsScan, 4);
    expectSameScan(io::openScan(toPath(m_cxi), &mapping));
    // A table that cannot be read says why.
    dialog.sourceRow(ImportPart::positions)->choose({frameFile(0)});
    ASSERT_TRUE(waitFor([&] { return dialog.checkText().contains(QStringLiteral("neither an HDF5 file nor")); }))
        << dialog.checkText().toStdString();
}

TEST_F(ImportTest, AMappingIsShownAndGivenBackWhole) {
    io::ImportMapping mapping = geometry();
    mapping.frames = "/entry_1/data_1/data";
    mapping.positionsFile = toPath(path("positions.csv"));
    mapping.positionX = "1";
    mapping.positionY = "samy";
    mapping.frameIndex = "frame";
    mapping.monitor = "ic";
    mapping.positionOrder = "yx";
    mapping.amplitudes = true;
    mapping.probe = "/missing";
    ImportDialog dialog(m_cxi, {}, mapping, nullptr);
    ASSERT_TRUE(waitFor([&] { return offers(dialog, ImportRole::positionX, "samx"); }));
    EXPECT_EQ(dialog.mapping(), mapping);
    // Another unit changes nothing else.
    dialog.unitBox(ImportRole::distance)->setCurrentIndex(1);
    mapping.distanceUnit = "mm";
    EXPECT_EQ(dialog.mapping(), mapping);
}

TEST_F(ImportTest, AChosenDatasetBringsItsUnit) {
    const QString file = path("units.h5");
    {
        io::h5::File out = io::h5::File::create(toPath(file));
        out.write<float>("/blob", std::vector<float>(4 * 16 * 16, 1.0F), {4, 16, 16});
        for (const auto& [name, unit] : {std::pair{"/fine_right", "um"}, std::pair{"/fine_down", "um"}}) {
            out.write<double>(name, std::vector<double>(4, 1.0), {4});
            out.setAttribute(name, "units", unit);
        }
        out.write("/far", 1920.0);
        out.setAttribute("/far", "units", "millimeter");
        out.write("/hv", 8800.0);
        out.write("/away", 1920.0);
        out.write("/side", 75.0);
        out.close();
    }
    ImportDialog dialog(file, {}, std::nullopt, nullptr);
    ASSERT_TRUE(waitFor([&] { return offers(dialog, ImportRole::positionX, "/fine_right"); }));
    const auto take = [&](ImportRole role, const char* name) {
        QComboBox* box = dialog.datasetBox(role);
        for (int i = 0; i < box->count() && box->currentData() != QLatin1String(name); ++i)
            QTest::keyClick(box, Qt::Key_Down);
        EXPECT_EQ(box->currentData(), QLatin1String(name));
    };
    take(ImportRole::positionX, "/fine_right");
    EXPECT_EQ(dialog.mapping().positionUnit, "um");
    take(ImportRole::distance, "/far");
    EXPECT_EQ(dialog.mapping().distanceUnit, "mm");
    // Where the file says none, the size of the number does.
    take(ImportRole::energy, "/hv");
    EXPECT_EQ(dialog.mapping().energyUnit, "eV");
    take(ImportRole::pixelSize, "/side");
    EXPECT_EQ(dialog.mapping().pixelSizeUnit, "um");
    dialog.unitBox(ImportRole::distance)->setCurrentIndex(0);
    dialog.datasetBox(ImportRole::distance)->setCurrentIndex(0);
    take(ImportRole::distance, "/away");
    EXPECT_EQ(dialog.mapping().distanceUnit, "mm");
    // What is then chosen by hand stays.
    dialog.unitBox(ImportRole::positions)->setCurrentIndex(0);
    EXPECT_EQ(dialog.mapping().positionUnit, "m");
}

TEST_F(ImportTest, AUnitMayBeTypedBehindANumber) {
    io::ImportMapping start = geometry();
    start.frames = "/entry_1/data_1/data";
    start.positionsFile = toPath(path("positions.csv"));
    start.positionX = "samx";
    start.positionY = "samy";
    ImportDialog dialog(m_cxi, {}, start, nullptr);
    ASSERT_TRUE(works(dialog));
    QLineEdit* pixel = nullptr;
    for (auto* field : dialog.findChildren<QLineEdit*>())
        if (field->accessibleName().contains(QStringLiteral("Detector pixel"))) pixel = field;
    ASSERT_NE(pixel, nullptr);
    const QString microns = QString::number(*m_plain.pixelWidth_m * 1e6, 'g', 12);
    pixel->setText(microns + QStringLiteral(" um"));
    EXPECT_EQ(dialog.mapping().pixelSizeUnit, "um");
    ASSERT_TRUE(dialog.mapping().pixelSizeValue);
    EXPECT_NEAR(*dialog.mapping().pixelSizeValue, *m_plain.pixelWidth_m * 1e6, 1e-6);
    EXPECT_TRUE(works(dialog));
    QTest::keyClick(pixel, Qt::Key_Tab);
    emit pixel->editingFinished();
    EXPECT_EQ(dialog.unitBox(ImportRole::pixelSize)->currentData(), QStringLiteral("um"));
    EXPECT_EQ(pixel->text().toDouble(), microns.toDouble());
    EXPECT_TRUE(works(dialog));
    // What is no number is said, and nothing opens without it.
    pixel->setText(QStringLiteral("75 parsec"));
    ASSERT_TRUE(waitFor([&] { return dialog.checkText().contains(QStringLiteral("75 parsec")); }));
    EXPECT_FALSE(dialog.isAccepted());
}

TEST_F(ImportTest, ALayoutIsRememberedOnlyWithAName) {
    io::ImportMapping start = geometry();
    start.frames = "/entry_1/data_1/data";
    start.positionsFile = toPath(path("positions.csv"));
    start.positionX = "samx";
    start.positionY = "samy";
    ImportDialog dialog(m_cxi, {}, start, nullptr);
    dialog.show();
    QSignalSpy chosen(&dialog, &ImportDialog::chosen);
    ASSERT_TRUE(works(dialog));
    for (auto* box : dialog.findChildren<QCheckBox*>())
        if (box->text().contains(QStringLiteral("Remember"))) box->click();
    dialog.accept();
    EXPECT_EQ(chosen.count(), 0);
    EXPECT_TRUE(dialog.isVisible());
    EXPECT_TRUE(dialog.checkText().contains(QStringLiteral("name"))) << dialog.checkText().toStdString();
    dialog.setLayoutName(QStringLiteral("P06"));
    dialog.accept();
    EXPECT_EQ(chosen.count(), 1);
    EXPECT_TRUE(LayoutStore().names().contains(QStringLiteral("P06")));
}

TEST_F(ImportTest, ARememberedLayoutLeavesOutTheFilesOfOneScan) {
    io::ImportMapping start = geometry();
    start.frames = "/entry_1/data_1/data";
    start.positionsFile = toPath(path("positions.csv"));
    start.positionX = "samx";
    start.positionY = "samy";
    ImportDialog dialog(m_cxi, {}, start, nullptr);
    dialog.show();
    ASSERT_TRUE(works(dialog));
    const auto said = [&] {
        return std::ranges::any_of(dialog.findChildren<QLabel*>(), [](const QLabel* label) {
            return label->isVisible() && label->text().contains(QStringLiteral("not remembered"));
        });
    };
    EXPECT_FALSE(said());
    dialog.setLayoutName(QStringLiteral("Two files"));
    EXPECT_TRUE(said());
    dialog.openButton()->click();
    const LayoutStore store;
    const io::ImportMapping layout = store.load(QStringLiteral("Two files"));
    EXPECT_TRUE(layout.positionsFile.empty());
    EXPECT_EQ(layout.positionX, "samx"); // columns are named alike in the next table
    EXPECT_EQ(layout.frames, start.frames);
    EXPECT_FALSE(store.fitting(toPath(m_cxi))); // no other scan is opened with positions that it does not have
}

TEST_F(ImportTest, ChosenFilesBecomeAPattern) {
    const auto name = [&](const QStringList& files) { return QFileInfo(patternOf(files)).fileName(); };
    EXPECT_EQ(name({frameFile(0)}), QStringLiteral("scan7_#.tif"));
    EXPECT_EQ(name({frameFile(0), frameFile(1)}), QStringLiteral("scan7_#.tif"));
    EXPECT_EQ(name({path("a3_x1.cbf"), path("a4_x1.cbf")}), QStringLiteral("a#_x1.cbf"));
    EXPECT_EQ(name({path("left.tif"), path("right.tif")}), QStringLiteral("*t.tif"));
    EXPECT_EQ(name({path("ab.tif"), path("abb.tif")}), QStringLiteral("ab*.tif"));
    EXPECT_EQ(name({m_cxi}), QStringLiteral("whole.cxi")); // a scan is no image of a series
    ASSERT_TRUE(QFile::copy(frameFile(0), path("alone_12.tif")));
    EXPECT_EQ(name({path("alone_12.tif")}), QStringLiteral("alone_12.tif"));
}

/// A CXI file of simulated frames with these positions, x, y, z each.
void writeCut(const QString& name, const sim::PtychoDataset& data, const std::vector<double>& translation) {
    const auto& shape = data.frames.shape();
    io::h5::File file = io::h5::File::create(toPath(name));
    file.write("/cxi_version", std::int64_t{160});
    file.write("/entry_1/instrument_1/source_1/wavelength", data.wavelength_m);
    file.write("/entry_1/instrument_1/detector_1/distance", 2.0);
    file.write("/entry_1/instrument_1/detector_1/x_pixel_size", 75e-6);
    file.write("/entry_1/instrument_1/detector_1/y_pixel_size", 75e-6);
    file.write<float>("/entry_1/data_1/data", data.frames.span(), {shape[0], shape[1], shape[2]});
    file.write<double>("/entry_1/data_1/translation", translation, {translation.size() / 3, 3});
    file.close();
}

/// An aborted scan: opened, reconstructed, and what was left out is said on the card and in the log.
void expectReconstructs(const QString& file, std::size_t left, const char* remark) {
    MainWindow window;
    window.show();
    window.open(file);
    ASSERT_TRUE(waitFor([&] { return window.session().scan() && window.session().scan()->complete; }));
    const ScanDataPtr& scan = window.session().scan();
    EXPECT_TRUE(scan->usable());
    EXPECT_EQ(scan->positions.size(), 516 - left);
    const auto [height, width] = scan->extent();
    EXPECT_TRUE(std::isfinite(height) && height > 0 && std::isfinite(width) && width > 0) << height << " " << width;
    const QString facts = scanFacts(*scan).join(u' ');
    EXPECT_FALSE(facts.contains(QStringLiteral("nan"), Qt::CaseInsensitive)) << facts.toStdString();
    EXPECT_TRUE(std::ranges::any_of(scan->notes, [&](const io::Note& note) {
        return note.severity == io::Severity::warning && note.text.find(remark) != std::string::npos;
    }));
    window.session().job().setIterations(0, 2);
    QStringList log;
    QObject::connect(&window.session().controller(), &JobController::logged, &window,
                     [&](const auto&, const QString& line) { log << line; });
    window.startRun();
    ASSERT_TRUE(waitFor([&] { return !window.session().controller().running() && window.session().result(); }));
    EXPECT_EQ(window.session().result()->result.positions.size(), 516 - left);
    EXPECT_TRUE(log.join(u'\n').contains(QLatin1String(remark))) << log.join(u'\n').toStdString();
}

TEST_F(ImportTest, AbortedScansReconstructWithoutTheFramesThatHaveNoPosition) {
    const sim::PtychoDataset data = sim::simulatePtycho(smallExperiment(516));
    std::vector<double> translation;
    for (const ScanPosition& position : data.positions)
        for (const double value : {position.x, position.y, 0.0}) translation.push_back(value);
    std::vector<double> gaps = translation;
    gaps[3 * 100] = gaps[3 * 300 + 1] = std::numeric_limits<double>::quiet_NaN();
    writeCut(path("gaps.cxi"), data, gaps);
    expectReconstructs(path("gaps.cxi"), 2, "2 frames have no finite position (first: 100)");
    translation.resize(3 * 500);
    writeCut(path("cut.cxi"), data, translation);
    expectReconstructs(path("cut.cxi"), 16, "The last 16 frames without a position are ignored");
}

} // namespace
} // namespace ewald::ui::test
