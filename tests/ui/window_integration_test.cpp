// SPDX-License-Identifier: GPL-3.0-or-later
// The integration side of the window: frames, rings, geometry, mask, run, heat map, map, export, and a window that
// never waits.
#include "azint/detector.h"
#include "base/long_call.h"
#include "form/field_editors.h"
#include "form/parameter_field.h"
#include "form/parameter_form.h"
#include "io/images/mask_file.h"
#include "model/result_export.h"
#include "mouse.h"
#include "powder_window.h"
#include "view/image_view.h"
#include "view/pattern_chart.h"
#include "window/export_dialog.h"
#include "window/frame_chooser.h"
#include "window/geometry_panel.h"
#include "window/mask_panel.h"
#include "window/powder_map_panel.h"
#include "window/powder_page.h"
#include "window/status_panel.h"

#include <QAbstractAxis>
#include <QAction>
#include <QChartView>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QStatusBar>
#include <QTabWidget>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ewald::ui::test {
namespace {

using job::JobState;

class IntegrationTest : public PowderWindowTest {
protected:
    void SetUp() override {
        PowderWindowTest::SetUp();
        QSettings().setValue(QStringLiteral("integration/calibrant"), QStringLiteral("LaB6_SRM660c"));
        openWindow();
    }
    [[nodiscard]] PowderPage& powder() { return m_window->powderPage(); }
    [[nodiscard]] JobController& controller() { return m_window->session().controller(); }
    [[nodiscard]] bool ready() {
        return frames().image() && frames().geometryKnown() && page().isIdle() && !page().preview().radial.empty();
    }
    void openPowder(const sim::PowderExperiment& experiment = smallPowder()) {
        const PowderNames files = writePowder(experiment);
        m_window->openAll({files.frames, files.poni});
        ASSERT_TRUE(waitFor([this] { return ready(); })) << m_window->messageBar().message().what.toStdString();
    }
    void start() {
        auto* button = m_window->findChild<QPushButton*>(QStringLiteral("start"));
        ASSERT_TRUE(button != nullptr && button->isEnabled());
        QTest::mouseClick(button, Qt::LeftButton);
    }
    void runToEnd() {
        start();
        ASSERT_TRUE(waitFor(
            [this] { return !controller().running() && m_window->session().integrationResult() && powder().isIdle(); },
            120000))
            << m_window->messageBar().message().what.toStdString();
        ASSERT_EQ(controller().state(), JobState::done) << m_window->messageBar().message().what.toStdString();
    }
    /// How far the strongest ring of the cake wanders with the azimuth, in radial bins (standard deviation).
    [[nodiscard]] double waviness() {
        const PowderPreview& shown = page().preview();
        std::size_t peak = 20;
        for (std::size_t i = 20; i + 20 < shown.intensity.size(); ++i) {
            if (shown.intensity[i] > shown.intensity[peak]) peak = i;
        }
        std::vector<double> places;
        for (std::size_t a = 0; a < shown.cake.extent(0); ++a) {
            double sum = 0;
            double moment = 0;
            for (std::size_t r = peak - 15; r <= peak + 15; ++r) {
                const double value = std::isfinite(shown.cake(a, r)) ? static_cast<double>(shown.cake(a, r)) : 0;
                sum += value;
                moment += value * static_cast<double>(r);
            }
            if (sum > 0) places.push_back(moment / sum);
        }
        double mean = 0;
        for (const double p : places) mean += p / static_cast<double>(places.size());
        double variance = 0;
        for (const double p : places) variance += (p - mean) * (p - mean) / static_cast<double>(places.size());
        return std::sqrt(variance);
    }
};

TEST_F(IntegrationTest, ARunThatFailsAtOnceTakesNoPatternsOffTheScreen) {
    openPowder();
    runToEnd();
    const std::shared_ptr<const LoadedIntegration> before = m_window->session().integrationResult();
    m_window->session().setOutputFile(path("powder.poni/no_folder.h5"), false);
    start();
    ASSERT_TRUE(waitFor([this] { return !controller().running() && controller().state() == JobState::failed; }));
    EXPECT_EQ(m_window->session().integrationResult(), before);
    EXPECT_TRUE(waitFor([this] { return powder().isIdle() && !powder().pattern()->curves().empty(); }));
}

TEST_F(IntegrationTest, FramesOpenTheirOwnPagesWithRingsOnThem) {
    openPowder();
    EXPECT_EQ(m_window->session().mode(), Mode::integration);
    EXPECT_EQ(m_window->tabs().currentWidget(), &page());
    EXPECT_TRUE(m_window->runActions().start->isEnabled());
    EXPECT_EQ(frames().stack()->frameCount(), 12U);
    // The first ring of LaB6 (a = 4.15692 Å) at λ = 0.7 Å: 2θ = 2 asin(0.7/8.31) = 9.66°.
    ASSERT_FALSE(page().preview().rings.empty());
    EXPECT_NEAR(page().preview().rings.front().twoTheta * 180 / 3.14159265358979, 9.664, 0.005);
    // … and there the pattern has its largest value within a degree.
    const PowderPreview& shown = page().preview();
    std::size_t best = 0;
    for (std::size_t i = 0; i < shown.radial.size(); ++i) {
        if (std::abs(shown.radial[i] - shown.rings.front().value) < 1.5 && shown.intensity[i] > shown.intensity[best])
            best = i;
    }
    EXPECT_NEAR(shown.radial[best], shown.rings.front().value, 0.3); // the lattice grows by 0.4 %, a bin is 0.1 nm⁻¹
    // The read-out knows every unit.
    emit page().image()->cursorMoved(QPointF(130, 195));
    for (const char* unit : {"2θ", "χ", "nm⁻¹", "Å⁻¹", "d ", "mm"}) {
        EXPECT_TRUE(page().cursorText().contains(QString::fromUtf8(unit))) << unit;
    }
    EXPECT_TRUE(page().cursorText().contains(QStringLiteral("r 20"))) << page().cursorText().toStdString(); // 100 px
}

TEST_F(IntegrationTest, ThePlaceBelowTheCursorIsReadWholeAndOfThisGeometry) {
    openPowder();
    // 2θ = 9.66° (see above) at 0.1 m is 85.1 pixels of 0.2 mm from the beam (row 95, column 130): 68 and 51 of them,
    // a place whose numbers have all their digits.
    emit page().image()->cursorMoved(QPointF(62.13, 43.71));
    const QString text = page().cursorText();
    EXPECT_TRUE(text.endsWith(QStringLiteral("(1 0 0)"))) << text.toStdString();
    const QLabel* line = nullptr;
    for (const QLabel* label : page().findChildren<QLabel*>())
        if (label->text() == text) line = label;
    ASSERT_NE(line, nullptr);
    EXPECT_LE(line->fontMetrics().horizontalAdvance(text), line->width()) << text.toStdString();
    azint::Poni moved = frames().poni();
    moved.poni1_m += 2e-3;
    frames().setPoni(moved);
    // 10 rows down: 61.29 rows and 67.87 columns from the beam are 18.29 mm, atan(0.1829) is 10.365°.
    EXPECT_TRUE(waitFor([this] { return page().cursorText().startsWith(QStringLiteral("2θ 10.36")); }))
        << page().cursorText().toStdString();
    EXPECT_FALSE(page().cursorText().contains(u'(')) << "on no ring any more";
}

TEST_F(IntegrationTest, EmptyFieldsSayWhereTheirValuesComeFrom) {
    const PowderNames files = writePowder();
    const auto placeholder = [&](const char* key) {
        auto* form = m_window->findChildren<ParameterForm*>().back();
        return qobject_cast<QLineEdit*>(form->field(key)->editor()->inner())->placeholderText();
    };
    m_window->open(files.frames);
    m_window->session().setMode(Mode::integration);
    ASSERT_TRUE(waitFor([this] { return frames().stack() != nullptr; }));
    EXPECT_FALSE(placeholder("distance_m").contains(QStringLiteral("PONI")));
    m_window->open(files.poni);
    ASSERT_TRUE(waitFor([this] { return ready(); }));
    EXPECT_EQ(placeholder("distance_m"), QStringLiteral("100 mm (PONI)"));
    EXPECT_EQ(placeholder("energy_keV"), QStringLiteral("17.712 keV (PONI)"));
    EXPECT_EQ(placeholder("pixel_size_m"), QStringLiteral("200 µm (PONI)"));
}

TEST_F(IntegrationTest, TypedThresholdsMaskWhatLiesOutside) {
    openPowder();
    MaskPanel* panel = page().maskPanel();
    QLineEdit *low = nullptr, *high = nullptr;
    for (QLineEdit* line : panel->findChildren<QLineEdit*>()) {
        if (line->toolTip().startsWith(QStringLiteral("Counts below"))) low = line;
        if (line->toolTip().startsWith(QStringLiteral("Counts above"))) high = line;
    }
    ASSERT_TRUE(low != nullptr && high != nullptr);
    QPushButton* apply = nullptr;
    for (QPushButton* button : panel->findChildren<QPushButton*>())
        if (button->text() == QStringLiteral("Mask outside")) apply = button;
    ASSERT_NE(apply, nullptr);
    const auto check = [&](const char* from, const char* to, double least, double most) {
        frames().editMask([](FrameMask& mask) {
            mask.begin();
            mask.clear();
        });
        low->clear();
        high->clear();
        QTest::keyClicks(low, from);
        QTest::keyClicks(high, to);
        apply->click();
        ASSERT_TRUE(waitFor([&] { return !frames().drawnMask().empty(); })) << from << " " << to;
        const FrameMask::Mask& mask = frames().drawnMask().mask();
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < mask.size(); ++i) {
            const auto value = static_cast<double>(frames().image()->data()[i]);
            wrong += (mask.data()[i] != 0) != (value < least || value > most || !std::isfinite(value)) ? 1 : 0;
        }
        EXPECT_EQ(wrong, 0U) << from << " to " << to;
        EXPECT_LT(frames().drawnMask().maskedPixels(), mask.size());
    };
    const double inf = std::numeric_limits<double>::infinity();
    check("", "12.5", -inf, 12.5);
    check("2.25", "", 2.25, inf);
    check("2", "20", 2, 20);
    const std::size_t masked = frames().drawnMask().maskedPixels();
    frames().history().undo();
    EXPECT_TRUE(frames().drawnMask().empty()) << "one step";
    frames().history().redo();
    EXPECT_EQ(frames().drawnMask().maskedPixels(), masked);
}

TEST_F(IntegrationTest, ADetectorIsNamedWhereShapeAndPixelsFit) {
    sim::PowderExperiment experiment = smallPowder(2);
    experiment.poni.shape = {195, 487}; // one module of a Pilatus
    experiment.poni.pixel1_m = experiment.poni.pixel2_m = 172e-6;
    openPowder(experiment);
    const std::string named = frames().document().text("detector");
    ASSERT_NE(azint::findDetector(named), nullptr) << named;
    EXPECT_EQ(azint::findDetector(named)->dummy, -2.0);
    const auto* shown = page().geometryPanel()->findChild<QComboBox*>(QStringLiteral("detector"));
    ASSERT_NE(shown, nullptr);
    EXPECT_EQ(shown->currentText().toStdString(), named) << "the panel says what the form says";
    frames().job().setValue(*job::findParameter("detector"), job::ParameterValue("Pilatus1M"));
    EXPECT_EQ(shown->currentText(), QStringLiteral("Pilatus 1M")) << "by another name, and of another shape";
    frames().job().reset(*job::findParameter("detector"));
    EXPECT_EQ(shown->currentIndex(), 0);
    // The shape alone proves nothing.
    m_window = std::make_unique<MainWindow>();
    m_window->show();
    experiment.poni.pixel1_m = experiment.poni.pixel2_m = 100e-6;
    openPowder(experiment);
    EXPECT_EQ(frames().document().text("detector"), "");
}

TEST_F(IntegrationTest, ANudgeBendsTheCakeAndANudgeBackStraightensIt) {
    openPowder();
    const double straight = waviness();
    EXPECT_LT(straight, 0.8);
    GeometryPanel& geometry = *page().geometryPanel();
    geometry.stepBox()->setCurrentIndex(3); // 5 px
    const double column = geometry.box(GeometryPanel::Field::centreCol)->value();
    std::vector<double> times;
    const auto nudge = [&](int rows, int cols) {
        const unsigned long long before = page().preview().serial;
        geometry.nudge(rows, cols);
        ASSERT_TRUE(waitFor([&] { return page().preview().serial > before && page().isIdle(); }));
        times.push_back(page().preview().milliseconds);
    };
    nudge(0, 1);
    EXPECT_NEAR(geometry.box(GeometryPanel::Field::centreCol)->value(), column + 5, 1e-6);
    EXPECT_GT(waviness(), 4 * straight);
    nudge(0, -1);
    EXPECT_NEAR(waviness(), straight, 0.05);
    // Typing does the same as pressing arrows, and the job hears of it a moment later.
    geometry.box(GeometryPanel::Field::centreRow)->setValue(90);
    ASSERT_TRUE(waitFor([&] { return frames().document().text("poni_file").find("geometries") != std::string::npos; }));
    const azint::Poni stored = azint::readPoni(frames().document().text("poni_file"));
    EXPECT_NEAR(stored.poni1_m / stored.pixel1_m, 90, 1e-9);
    EXPECT_NEAR(stored.poni2_m, frames().poni().poni2_m, 1e-15);
}

TEST_F(IntegrationTest, TheMouseMasksAndUndoTakesItBack) {
    openPowder();
    FramePage& where = page();
    const auto drag = [&](QPointF from, QPointF to) {
        emit where.image()->drawn(from, from, false);
        emit where.image()->drawn(from, to, false);
        emit where.image()->drawn(from, to, true);
    };
    where.setTool(FramePage::Tool::rectangle);
    drag({10, 20}, {30, 60});
    EXPECT_EQ(frames().drawnMask().maskedPixels(), 800U);
    where.tools().eraseAction()->setChecked(true);
    drag({10, 20}, {20, 60});
    EXPECT_EQ(frames().drawnMask().maskedPixels(), 400U);
    where.tools().undoAction()->trigger();
    EXPECT_EQ(frames().drawnMask().maskedPixels(), 800U);
    where.tools().eraseAction()->setChecked(false);
    where.setTool(FramePage::Tool::polygon);
    for (const QPointF corner : {QPointF(100, 100), QPointF(120, 100), QPointF(120, 120), QPointF(100, 120)}) {
        emit where.image()->drawn(corner, corner, false);
        emit where.image()->drawn(corner, corner, true);
    }
    emit where.image()->drawingClosed();
    EXPECT_EQ(frames().drawnMask().maskedPixels(), 1200U);
    where.setTool(FramePage::Tool::brush);
    where.tools().brushBox()->setValue(4);
    drag({200, 50}, {200, 90});
    EXPECT_NEAR(static_cast<double>(frames().drawnMask().maskedPixels()), 1200 + 4 * 40 + 12,
                12); // a stroke 4 wide, 40 long, round ends
    // A ring by its radius: pixels between 4 and 5 mm of the beam are π(25² − 20²) ≈ 707 pixels of 0.2 mm.
    const std::size_t before = frames().drawnMask().maskedPixels();
    where.maskPanel()->ringUnitBox()->setCurrentIndex(where.maskPanel()->ringUnitBox()->count() - 1);
    where.maskPanel()->ringLowBox()->setText(QStringLiteral("4"));
    where.maskPanel()->ringHighBox()->setText(QStringLiteral("5"));
    where.maskPanel()->maskRing(true);
    ASSERT_TRUE(waitFor([&] { return frames().drawnMask().maskedPixels() > before; }));
    EXPECT_NEAR(static_cast<double>(frames().drawnMask().maskedPixels() - before), 707,
                150); // the square of the polygon is in the way
    // The job names the mask, and what it names is what was drawn.
    ASSERT_TRUE(
        waitFor([&] { return !frames().document().text("mask_file").empty() && !frames().hasUnstoredEdits(); }));
    EXPECT_EQ(io::readMaskFile(frames().document().text("mask_file")), frames().drawnMask().mask());
    for (const char* name : {"mask.edf", "mask.tif", "mask.npy", "mask.h5"}) {
        frames().saveMask(path(QLatin1String(name)));
        ASSERT_TRUE(waitFor([&] { return QFile::exists(path(QLatin1String(name))); })) << name;
        EXPECT_EQ(io::readMaskFile(toPath(path(QLatin1String(name)))), frames().drawnMask().mask()) << name;
    }
    const FrameMask::Mask drawn = frames().drawnMask().mask();
    frames().editMask([](FrameMask& mask) {
        mask.begin();
        mask.clear();
    });
    frames().loadMask(path("mask.edf"));
    ASSERT_TRUE(waitFor([&] { return !frames().drawnMask().empty(); }));
    EXPECT_EQ(frames().drawnMask().mask(), drawn);
}

TEST_F(IntegrationTest, FromAClickOnStartToPatternsMapAndFiles) {
    openPowder();
    set("npt", job::ParameterValue(300LL));
    set("error_model", job::ParameterValue(std::string("poisson")));
    runToEnd();
    EXPECT_EQ(m_window->tabs().currentWidget(), &powder());
    ASSERT_TRUE(QFile::exists(path("powder_ewald.h5")));
    const LoadedIntegrationPtr result = m_window->session().integrationResult();
    EXPECT_EQ(result->result->axes().frames, 12U);
    EXPECT_EQ(result->waterfall->rows.shape(), (std::array<std::size_t, 2>{12, 300}));
    ASSERT_TRUE(waitFor([this] { return !powder().pattern()->curves().empty(); }));
    EXPECT_EQ(powder().pattern()->curves().front().y.size(), 300U);
    EXPECT_EQ(powder().pattern()->curves().front().error.size(), 300U);
    // Another frame, kept beside it.
    powder().keepButton()->click();
    powder().showRow(11);
    ASSERT_TRUE(waitFor([this] { return powder().pattern()->curves().front().name.contains(QStringLiteral("11")); }));
    EXPECT_EQ(powder().pattern()->curves().size(), 2U);
    // Two clicks to a map: the tab, and a drag over the first ring.
    powder().views()->setCurrentWidget(powder().mapPanel());
    EXPECT_TRUE(powder().pattern()->isChoosing());
    powder().mapPanel()->columnsBox()->setValue(4);
    powder().pattern()->refreshNow();
    QWidget* canvas = powder().pattern()->canvas();
    const double ring = page().preview().rings.front().value;
    const QPoint from = powder().pattern()->toCanvas(ring - 0.5, 1).toPoint();
    const QPoint to = powder().pattern()->toCanvas(ring + 0.5, 1).toPoint();
    const int y = canvas->height() / 2;
    QTest::mousePress(canvas, Qt::LeftButton, Qt::NoModifier, {from.x(), y});
    moveMouse(*canvas, QPoint((from.x() + to.x()) / 2, y), Qt::LeftButton);
    moveMouse(*canvas, QPoint(to.x(), y), Qt::LeftButton);
    QTest::mouseRelease(canvas, Qt::LeftButton, Qt::NoModifier, {to.x(), y});
    ASSERT_TRUE(powder().pattern()->range());
    EXPECT_NEAR(powder().pattern()->range()->first, ring - 0.5, 0.2);
    ASSERT_TRUE(waitFor([this] { return powder().mapPanel()->mapImage() != nullptr; }));
    ASSERT_EQ(powder().mapPanel()->mapImage()->shape(), (std::array<std::size_t, 2>{3, 4}));
    // The value of the map is the mean of the pattern in the range.
    const auto range = *powder().pattern()->range();
    const std::vector<float> pattern = result->result->intensity(5);
    double sum = 0;
    int count = 0;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const double q = result->result->axes().radial[i];
        if (q < range.first || q > range.second) continue;
        sum += static_cast<double>(pattern[i]);
        ++count;
    }
    EXPECT_NEAR(static_cast<double>((*powder().mapPanel()->mapImage())(1, 1)), sum / count, 1e-3);
    // Out of the program.
    const auto exportAs = [this](ExportDialog::Kind kind, const QString& file) {
        m_window->exportResult();
        auto* dialog = m_window->findChild<ExportDialog*>();
        ASSERT_NE(dialog, nullptr);
        dialog->setKind(kind);
        ASSERT_EQ(dialog->kind(), kind);
        dialog->setFile(file);
        dialog->exportButton()->click();
        ASSERT_TRUE(waitFor([this] { return m_window->findChild<ExportDialog*>() == nullptr; }));
    };
    using Kind = ExportDialog::Kind;
    for (const auto& [kind, name] : {std::pair{Kind::patternXy, "p.xy"}, std::pair{Kind::patternDat, "p.dat"},
                                     std::pair{Kind::patternChi, "p.chi"}, std::pair{Kind::patternFxye, "p.fxye"},
                                     std::pair{Kind::patternCsv, "p.csv"}, std::pair{Kind::table, "all.csv"},
                                     std::pair{Kind::heatMapTiff, "heat.tif"}, std::pair{Kind::mapTiff, "map.tif"},
                                     std::pair{Kind::patternFigure, "p.png"}, std::pair{Kind::resultCopy, "copy.h5"}}) {
        exportAs(kind, path(QLatin1String(name)));
        EXPECT_GT(QFileInfo(path(QLatin1String(name))).size(), 40)
            << name << ' ' << m_window->messageBar().message().what.toStdString();
    }
    exportAs(Kind::allXy, path("each.xy"));
    EXPECT_TRUE(QFile::exists(path("each_00000.xy")) && QFile::exists(path("each_00011.xy")));
    // Last month's result, in a new window.
    m_window = std::make_unique<MainWindow>();
    m_window->show();
    m_window->open(path("copy.h5"));
    ASSERT_TRUE(
        waitFor([this] { return m_window->session().integrationResult() && !powder().pattern()->curves().empty(); }));
    EXPECT_EQ(m_window->tabs().currentWidget(), &powder());
    m_window->session().repeatResult();
    ASSERT_TRUE(waitFor([this] { return ready(); }));
    EXPECT_EQ(frames().document().integer("npt"), 300);
}

TEST_F(IntegrationTest, FollowNewestGoesOutWhereAnotherPatternIsChosen) {
    openPowder();
    runToEnd();
    const auto buttons = powder().findChildren<QToolButton*>();
    const auto newest = std::ranges::find(buttons, QStringLiteral("Follow newest"), &QToolButton::text);
    ASSERT_NE(newest, buttons.end());
    powder().showRow(3);
    EXPECT_FALSE((*newest)->isChecked());
    powder().showRow(11);
    EXPECT_TRUE((*newest)->isChecked());
    powder().showRow(0);
    EXPECT_FALSE((*newest)->isChecked());
}

TEST_F(IntegrationTest, TypedColumnsOfTheMapStayForAnotherRunOverTheFrames) {
    openPowder();
    runToEnd();
    ASSERT_NE(powder().mapPanel()->columnsBox()->value(), 6);
    powder().mapPanel()->columnsBox()->setValue(6);
    const auto runAgain = [this] {
        const QSignalSpy results(&m_window->session(), &Session::integrationResultChanged);
        start();
        ASSERT_TRUE(waitFor(
            [&] { return !results.isEmpty() && !controller().running() && m_window->session().integrationResult(); },
            120000));
    };
    runAgain();
    EXPECT_EQ(powder().mapPanel()->columnsBox()->value(), 6);
    set("max_frames", job::ParameterValue(6LL));
    runAgain();
    EXPECT_NE(powder().mapPanel()->columnsBox()->value(), 6) << "of other frames";
}

TEST_F(IntegrationTest, ALowChartLeavesTheUnitOutOfItsTitle) {
    openPowder();
    runToEnd();
    view::PatternChart& chart = *powder().pattern();
    ASSERT_TRUE(waitFor([&] { return !chart.curves().empty(); }));
    const auto title = [&](int height) {
        chart.setFixedHeight(height);
        settleAll();
        chart.setTitles(QStringLiteral("q"), QStringLiteral("Intensity (counts)"));
        chart.refreshNow();
        return chart.findChild<QChartView*>()->chart()->axes(Qt::Vertical).first()->titleText();
    };
    EXPECT_EQ(title(400), QStringLiteral("Intensity (counts)"));
    EXPECT_EQ(title(130), QStringLiteral("Intensity"));
}

TEST_F(IntegrationTest, RowsAreCalledByTheFramesOfTheStack) {
    openPowder();
    set("npt", job::ParameterValue(100LL));
    set("npt_azim", job::ParameterValue(12LL));
    set("first_frame", job::ParameterValue(4LL));
    set("frame_step", job::ParameterValue(3LL));
    runToEnd(); // frames 4, 7 and 10
    powder().showRow(1);
    const auto name = [this] { return powder().pattern()->curves().front().name; };
    ASSERT_TRUE(waitFor([&] { return powder().isIdle() && name() == QStringLiteral("Frame 7"); }))
        << name().toStdString();
    EXPECT_EQ(powder().frame(), 7U);
    EXPECT_EQ(powder().frameChooser()->numberBox()->value(), 7);
    EXPECT_EQ(powder().cake()->title(), QStringLiteral("Cake of frame 7"));
    powder().keepButton()->click();
    EXPECT_EQ(powder().pattern()->curves().back().name, QStringLiteral("Frame 7 (kept)"));
    // And so are the files of all patterns, as those of the command.
    const QStringList files = exportPatterns(*m_window->session().integrationResult(), job::PatternFormat::xy,
                                             path("each.xy"), false, RunControl());
    EXPECT_EQ(files, (QStringList{path("each_00004.xy"), path("each_00007.xy"), path("each_00010.xy")}));
    QFile second(path("each_00007.xy"));
    ASSERT_TRUE(second.open(QIODevice::ReadOnly));
    EXPECT_TRUE(second.readAll().contains("frame 7"));
    // Beside patterns of another result it says which one it is of.
    const QString first = QFileInfo(m_window->session().integrationResult()->file).completeBaseName();
    set("error_model", job::ParameterValue(std::string("poisson")));
    runToEnd();
    ASSERT_TRUE(waitFor([&] { return powder().isIdle() && powder().pattern()->curves().size() == 2; }));
    EXPECT_EQ(powder().pattern()->curves().back().name, QStringLiteral("Frame 7 of %1").arg(first));
    const QString text = powder().waterfall()->readout(powder().waterfall()->toCanvas(QPointF(50.5, 2.5)));
    EXPECT_TRUE(text.contains(QStringLiteral("Frame 10"))) << text.toStdString();
}

TEST_F(IntegrationTest, TheStatusLineSpeaksOfTheJobOfItsMode) {
    openPowder();
    const auto text = [this] { return m_window->statusBar()->findChild<StatusPanel*>()->text(); };
    EXPECT_TRUE(text().contains(QStringLiteral("Ready"))) << text().toStdString();
    runToEnd();
    EXPECT_TRUE(text().contains(QStringLiteral("12 of 12 frames"))) << text().toStdString();
    m_window->session().setMode(Mode::ptychography);
    EXPECT_FALSE(text().contains(QStringLiteral("frames"))) << text().toStdString();
    EXPECT_FALSE(text().contains(QStringLiteral("Done"))) << text().toStdString();
    m_window->session().setMode(Mode::integration);
    EXPECT_TRUE(text().contains(QStringLiteral("Done"))) << text().toStdString();
    EXPECT_TRUE(text().contains(QStringLiteral("12 of 12 frames"))) << text().toStdString();
}

TEST_F(IntegrationTest, CakesAreShown) {
    openPowder();
    set("npt", job::ParameterValue(100LL));
    set("npt_azim", job::ParameterValue(36LL));
    runToEnd();
    powder().views()->setCurrentWidget(powder().cake());
    ASSERT_TRUE(waitFor(
        [this] { return powder().cake()->title().contains(QStringLiteral("Cake of frame")) && powder().isIdle(); }));
    // The read-out speaks of q and χ, not of rows and columns.
    const QString text = powder().cake()->readout(powder().cake()->toCanvas(QPointF(50.5, 18.5)));
    EXPECT_TRUE(text.contains(QStringLiteral("χ 5"))) << text.toStdString(); // sector 18 of 36 begins at 0°
    // Where no pixel is, nothing was measured: not zero. The corner of the frame that is farthest from the beam is not
    // at −175°.
    EXPECT_TRUE(
        powder().cake()->readout(powder().cake()->toCanvas(QPointF(99.5, 0.5))).contains(QStringLiteral("masked")));
    const LoadedIntegrationPtr result = m_window->session().integrationResult();
    const Array<float, 2>& rows = result->waterfall->rows;
    double brightest = 0;
    for (std::size_t i = 60; i < 100; ++i) brightest = std::max(brightest, static_cast<double>(rows(0, i)));
    EXPECT_GT(brightest, 20); // the outer rings are not thinned by the empty sectors beside them
}

TEST_F(IntegrationTest, StopKeepsWhatIsDoneAndAnEmptyGeometrySaysSo) {
    openPowder();
    frames().job().setValue(*job::findParameter("radial_range"), job::ParameterValue(std::string("900, 1000")));
    start();
    ASSERT_TRUE(waitFor([this] { return !controller().running() && m_window->messageBar().isShown(); }));
    EXPECT_EQ(m_window->messageBar().message().severity, io::Severity::error);
    EXPECT_EQ(controller().state(), JobState::failed);
    EXPECT_TRUE(m_window->runActions().start->isEnabled());
}

TEST_F(IntegrationTest, BadGeometriesAndMasksGiveOneLine) {
    openPowder();
    QFile poni(path("broken.poni"));
    ASSERT_TRUE(poni.open(QIODevice::WriteOnly));
    poni.write(
        "poni_version: 2\nDetector: Detector\nDetector_config: {\"pixel1\": 1e-4, \"pixel2\": 1e-4}\nPoni1: 0.01\n");
    poni.close();
    const azint::Poni before = frames().poni();
    m_window->open(path("broken.poni"));
    ASSERT_TRUE(waitFor([this] { return m_window->messageBar().isShown(); }));
    EXPECT_TRUE((m_window->messageBar().message().what + m_window->messageBar().message().where)
                    .contains(QStringLiteral("broken.poni")));
    EXPECT_EQ(frames().poni(), before);
    m_window->messageBar().dismiss();
    io::writeMaskFile(toPath(path("small.tif")), Array<std::uint8_t, 2>({5, 7}), true);
    frames().loadMask(path("small.tif"));
    ASSERT_TRUE(waitFor([this] { return m_window->messageBar().isShown(); }));
    EXPECT_TRUE(m_window->messageBar().message().what.contains(QStringLiteral("5 × 7")));
    EXPECT_TRUE(frames().drawnMask().empty());
}

TEST_F(IntegrationTest, AScanAndItsFramesAreASwitchApart) {
    m_window->open(writeScan());
    ASSERT_TRUE(waitFor([this] { return m_window->session().scan() && m_window->session().scan()->complete; }));
    EXPECT_EQ(m_window->session().mode(), Mode::ptychography);
    m_window->session().setMode(Mode::integration);
    ASSERT_TRUE(waitFor([this] { return frames().stack() != nullptr; }));
    EXPECT_EQ(frames().stack()->frameCount(), 64U);
    m_window->session().setMode(Mode::ptychography);
    EXPECT_TRUE(m_window->tabs().isTabVisible(0));
    EXPECT_FALSE(m_window->tabs().isTabVisible(m_window->tabs().indexOf(&page())));
}

/// What takes long happens in other threads, while frames are integrated, somebody nudges the centre and paints on the
/// mask.
TEST_F(IntegrationTest, TheThreadOfTheWindowReadsNoFileAndWaitsForNothing) {
    openPowder(smallPowder(600));
    set("preview_interval_s", job::ParameterValue(0.01));
    std::size_t previews = 0;
    QObject::connect(&controller(), &JobController::integrationReady, m_window.get(), [&] { ++previews; });
    const LongCalls calls;
    start();
    ASSERT_TRUE(waitFor([&] { return previews > 0; }));
    m_window->tabs().setCurrentWidget(&page());
    for (int i = 0; i < 30; ++i) {
        page().geometryPanel()->nudge(i % 2 == 0 ? 1 : -1, 0);
        emit page().image()->drawn(QPointF(10 + i, 10), QPointF(10 + i, 10), false);
        settle();
    }
    ASSERT_TRUE(waitFor([this] { return page().isIdle(); }));
    m_window->tabs().setCurrentWidget(&powder());
    settle();
    controller().stop();
    ASSERT_TRUE(waitFor([this] { return !controller().running() && powder().isIdle(); }));
    for (const auto& [what, times] : calls.seen()) ADD_FAILURE() << what << ", " << times << " times";
}

} // namespace
} // namespace ewald::ui::test
