// SPDX-License-Identifier: GPL-3.0-or-later
// The geometry from the rings of a calibrant, in the window: found, taken back, doubted, refused, stopped.
#include "io/result_file.h"
#include "job/calibration/calibration_text.h"
#include "model/job_history.h"
#include "powder_window.h"
#include "test_paths.h"
#include "view/image_view.h"
#include "window/geometry_panel.h"
#include "window/ring_calibration_panel.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

namespace ewald::ui::test {
namespace {

using calibrate::Trust;
using Field = GeometryPanel::Field;

/// Rings of LaB₆ on a detector that is turned by 2°.
sim::PowderExperiment turnedDetector() {
    sim::PowderExperiment experiment;
    experiment.poni.dist_m = 0.05;
    experiment.poni.pixel1_m = experiment.poni.pixel2_m = 172e-6;
    experiment.poni.shape = {300, 280};
    experiment.poni.poni1_m = 160 * 172e-6;
    experiment.poni.poni2_m = 135 * 172e-6;
    experiment.poni.rot1 = 0.035;
    experiment.poni.wavelength_m = 0.7e-10;
    experiment.frames = 2;
    return experiment;
}

class RingCalibrationTest : public PowderWindowTest {
protected:
    [[nodiscard]] GeometryPanel& panel() { return *page().geometryPanel(); }
    [[nodiscard]] RingCalibration& calibration() { return panel().ringPanel().calibration(); }
    [[nodiscard]] QPushButton* button() { return panel().ringPanel().findButton(); }
    [[nodiscard]] QLabel* verdict() { return panel().ringPanel().verdict(); }
    /// \returns false where the data are not here
    [[nodiscard]] bool openShared(const char* name) {
        const QString file =
            QString::fromUtf8(EWALD_SHARED_DIR) + QStringLiteral("/data/diffraction/") + QLatin1String(name);
        if (!std::filesystem::exists(toPath(file))) return false;
        openFiles({file});
        return true;
    }
    void choose(const char* calibrant) {
        const int index = panel().calibrantBox()->findData(QString::fromLatin1(calibrant));
        ASSERT_GE(index, 0);
        panel().calibrantBox()->setCurrentIndex(index);
    }
    /// In the window.
    [[nodiscard]] std::map<const QWidget*, QPoint> placesOfFields() {
        std::map<const QWidget*, QPoint> places;
        for (const QAbstractSpinBox* box : panel().findChildren<QAbstractSpinBox*>())
            if (box->isVisible()) places.emplace(box, box->mapTo(m_window.get(), QPoint()));
        return places;
    }
    void type(Field field, double value) { panel().box(field)->setValue(value); }
    void find() {
        ASSERT_TRUE(button()->isEnabled()) << button()->toolTip().toStdString();
        button()->click();
        ASSERT_TRUE(waitFor([this] { return calibration().busy() || calibration().answer(); }));
        ASSERT_TRUE(waitFor([this] { return framesAreReady(); }));
        ASSERT_TRUE(calibration().answer())
            << (calibration().failure() ? calibration().failure()->what.toStdString() : "no answer");
    }
};

TEST_F(RingCalibrationTest, LettersTypedInTheListAreNoShortcuts) {
    openPowder(smallPowder(2), true);
    QComboBox& box = *panel().calibrantBox();
    const auto tools = page().findChildren<QAction*>();
    std::vector<const QAction*> ofLetters; // what they would switch: Paint mask is B
    for (const QAction* action : tools)
        if (action->isCheckable() && !action->isChecked() && action->shortcut().toString().size() == 1)
            ofLetters.push_back(action);
    ASSERT_GE(ofLetters.size(), 4U);
    const auto nothingHappened = [&] {
        return std::ranges::none_of(ofLetters, [](const QAction* action) { return action->isChecked(); });
    };
    activate(*m_window); // shortcuts are those of the active window
    box.setFocus();
    box.showPopup();
    ASSERT_TRUE(waitFor([&] { return box.view()->isVisible(); }));
    for (const char letter : {'l', 'a', 'b', '6'}) QTest::keyClick(box.view(), letter);
    EXPECT_TRUE(nothingHappened());
    EXPECT_TRUE(box.view()->currentIndex().data().toString().startsWith(QStringLiteral("LaB"), Qt::CaseInsensitive))
        << box.view()->currentIndex().data().toString().toStdString();
    box.hidePopup();
    for (const char letter : {'b', 'x', 'e', 'h'}) QTest::keyClick(&box, letter);
    EXPECT_TRUE(nothingHappened());
    page().image()->canvas()->setFocus();
    QTest::keyClick(page().image()->canvas(), 'b');
    EXPECT_FALSE(nothingHappened()); // there it is one
}

TEST_F(RingCalibrationTest, FindsTheGeometryInOneStepThatCanBeTakenBack) {
    const sim::PowderExperiment made = turnedDetector();
    openFiles({writePowder(made).frames});
    choose("LaB6_SRM660c");
    type(Field::distance_mm, 90); // a guess that is far off
    type(Field::centreRow, 20);
    const azint::Poni before = frames().poni();
    const std::map<const QWidget*, QPoint> places = placesOfFields();
    ASSERT_GE(places.size(), 8U); // distance, centre, rotations, wavelength, energy, sizes of a pixel
    find();
    settleAll();
    EXPECT_EQ(placesOfFields(), places) << "no field moves when the verdict comes";
    const QLabel* headline = panel().ringPanel().headline();
    EXPECT_FALSE(headline->visibleRegion().isEmpty()) << "and it is seen what it comes to";
    EXPECT_TRUE(headline->text().contains(QStringLiteral("Good")));
    emit panel().ringPanel().headline()->linkActivated(QStringLiteral("verdict"));
    settleAll();
    EXPECT_FALSE(verdict()->visibleRegion().isEmpty()) << "where it is asked for";
    EXPECT_EQ(calibration().answer()->calibration.verdict.trust, Trust::good);
    const azint::BeamGeometry found = azint::beamGeometryOf(frames().poni());
    const azint::BeamGeometry truth = azint::beamGeometryOf(made.poni);
    EXPECT_NEAR(found.distance_m, truth.distance_m, 1e-4 * truth.distance_m);
    EXPECT_NEAR(found.centreRow, truth.centreRow, 0.1);
    EXPECT_NEAR(found.centreCol, truth.centreCol, 0.1);
    EXPECT_NEAR(frames().poni().rot1, made.poni.rot1, 2e-3);
    EXPECT_NEAR(panel().box(Field::distance_mm)->value(), truth.distance_m * 1e3, 5e-3);
    EXPECT_TRUE(verdict()->isVisible());
    for (const char* part : {"Good", "±", "Beam column", "rot2", "LaB6_SRM660c"})
        EXPECT_TRUE(verdict()->text().contains(QString::fromUtf8(part))) << part;
    // One step back, and the words say that the geometry is another one now.
    frames().history().undo();
    EXPECT_EQ(frames().poni(), before);
    EXPECT_FALSE(calibration().isTaken());
    EXPECT_TRUE(verdict()->text().contains(QStringLiteral("changed since")));
    frames().history().redo();
    EXPECT_TRUE(calibration().isTaken());
    EXPECT_NEAR(azint::beamGeometryOf(frames().poni()).distance_m, truth.distance_m, 1e-4 * truth.distance_m);
    // It is the geometry of the job, as one that was loaded.
    bool stored = false;
    frames().storeThen([&] { stored = true; });
    ASSERT_TRUE(waitFor([&] { return stored && framesAreReady(); }));
    EXPECT_EQ(azint::readPoni(frames().document().text("poni_file")).dist_m, frames().poni().dist_m);
    EXPECT_TRUE(calibration().isTaken());
    // Another energy, for which the distance is wrong.
    const double energy_keV = panel().box(Field::energy_keV)->value();
    type(Field::energy_keV, 1.1 * energy_keV);
    EXPECT_TRUE(verdict()->text().contains(QStringLiteral("changed since"))) << verdict()->text().toStdString();
    frames().history().undo();
    EXPECT_TRUE(calibration().isTaken());
    // Another calibrant: these words are not of it.
    choose("CeO2");
    EXPECT_FALSE(verdict()->isVisible());
}

TEST_F(RingCalibrationTest, FlippedFramesGetTheGeometryOfTheFlippedImage) {
    const sim::PowderExperiment made = turnedDetector();
    openFiles({writePowder(made).frames});
    choose("LaB6_SRM660c");
    frames().job().setValue(*job::findParameter("flip_rows"), job::ParameterValue(true));
    frames().job().setValue(*job::findParameter("flip_cols"), job::ParameterValue(true));
    ASSERT_TRUE(waitFor([this] { return framesAreReady(); }));
    find();
    ASSERT_EQ(calibration().answer()->calibration.verdict.trust, Trust::good);
    const azint::BeamGeometry found = azint::beamGeometryOf(frames().poni());
    const azint::BeamGeometry truth = azint::beamGeometryOf(made.poni);
    EXPECT_NEAR(found.centreRow, 300 - truth.centreRow, 0.1);
    EXPECT_NEAR(found.centreCol, 280 - truth.centreCol, 0.1);
    EXPECT_NEAR(frames().poni().rot1, -made.poni.rot1, 2e-3);
    // The fields count on the stored image.
    EXPECT_NEAR(panel().box(Field::centreRow)->value(), truth.centreRow, 0.1);
    EXPECT_NEAR(panel().box(Field::centreCol)->value(), truth.centreCol, 0.1);
    const auto row = job::calibrationValues(*calibration().answer())[1];
    EXPECT_TRUE(verdict()->text().contains(
        QString::fromStdString(job::valueWithError(300 - row.value, row.sigma, localNumbers()))));
}

TEST_F(RingCalibrationTest, SaysWhatIsMissing) {
    EXPECT_FALSE(button()->isEnabled());
    EXPECT_TRUE(button()->toolTip().contains(QStringLiteral("open frames")));
    sim::PowderExperiment made = turnedDetector();
    openFiles({writePowder(made).frames});
    panel().calibrantBox()->setCurrentIndex(0);
    EXPECT_FALSE(button()->isEnabled());
    EXPECT_TRUE(button()->toolTip().contains(QStringLiteral("calibrant")));
    choose("LaB6_SRM660c");
    EXPECT_TRUE(button()->isEnabled());
    type(Field::energy_keV, 0);
    EXPECT_FALSE(button()->isEnabled());
    EXPECT_TRUE(button()->toolTip().contains(QStringLiteral("energy")));
    type(Field::energy_keV, 17.7);
    EXPECT_TRUE(button()->isEnabled());
}

TEST_F(RingCalibrationTest, AnotherCalibrantIsRefusedAndNothingChanges) {
    openFiles({writePowder(turnedDetector()).frames});
    choose("Al2O3_SRM676a");
    type(Field::distance_mm, 51);
    const azint::Poni before = frames().poni();
    const QString step = frames().history().undoText();
    find();
    EXPECT_EQ(calibration().answer()->calibration.verdict.trust, Trust::refused);
    EXPECT_EQ(frames().poni(), before);
    EXPECT_EQ(frames().history().undoText(), step);
    EXPECT_TRUE(verdict()->text().contains(QStringLiteral("Refused")));
    EXPECT_TRUE(verdict()->text().contains(QStringLiteral("choose the calibrant that was measured")));
}

/// The rings are those of LaB6: the verdict names it, and a click on the name is enough.
TEST_F(RingCalibrationTest, ABetterCalibrantIsOneClick) {
    const sim::PowderExperiment made = turnedDetector();
    openFiles({writePowder(made).frames});
    choose("Al2O3_SRM676a");
    find();
    ASSERT_TRUE(calibration().answer()->calibration.verdict.better);
    EXPECT_TRUE(verdict()->text().contains(QStringLiteral("Find it from the rings of LaB₆")))
        << verdict()->text().toStdString();
    emit verdict()->linkActivated(QStringLiteral("calibrant"));
    EXPECT_TRUE(panel().calibrantBox()->currentData().toString().startsWith(QStringLiteral("LaB6")));
    ASSERT_TRUE(waitFor([this] { return calibration().busy() || calibration().answer(); }));
    ASSERT_TRUE(waitFor([this] { return calibration().answer() && framesAreReady(); }));
    EXPECT_EQ(calibration().answer()->calibration.verdict.trust, Trust::good);
    EXPECT_FALSE(calibration().answer()->calibration.verdict.better);
    EXPECT_NEAR(azint::beamGeometryOf(frames().poni()).distance_m, azint::beamGeometryOf(made.poni).distance_m,
                2e-4 * azint::beamGeometryOf(made.poni).distance_m);
}

TEST_F(RingCalibrationTest, StopLeavesTheGeometryAsItIs) {
    openFiles({writePowder(turnedDetector()).frames});
    choose("LaB6_SRM660c");
    type(Field::distance_mm, 90);
    const azint::Poni before = frames().poni();
    bool stopped = false;
    const auto heard = QObject::connect(&calibration(), &RingCalibration::changed, [&] {
        if (!calibration().busy() || std::exchange(stopped, true)) return;
        EXPECT_FALSE(button()->isVisible());
        panel().ringPanel().stopButton()->click();
    });
    button()->click();
    ASSERT_TRUE(waitFor([&] { return stopped && framesAreReady(); }));
    QObject::disconnect(heard);
    settleAll();
    EXPECT_FALSE(calibration().answer());
    EXPECT_EQ(frames().poni(), before);
    EXPECT_TRUE(button()->isVisible());
    EXPECT_FALSE(verdict()->isVisible());
}

TEST_F(RingCalibrationTest, AnotherFileOrAnotherEnergyEndsIt) {
    const sim::PowderExperiment made = turnedDetector();
    const QString frames1 = writePowder(made).frames;
    const QString other = path(QStringLiteral("other.h5"));
    ASSERT_TRUE(QFile::copy(frames1, other));
    openFiles({frames1});
    choose("LaB6_SRM660c");
    type(Field::distance_mm, 90);
    // In the turn in which it begins: a busy machine may bring its answer in the same one as its beginning.
    bool typed = false;
    const auto begun = QObject::connect(&calibration(), &RingCalibration::changed, [&] {
        if (!calibration().busy() || std::exchange(typed, true)) return;
        type(Field::energy_keV, 18.5);
        EXPECT_FALSE(calibration().busy());
    });
    button()->click();
    ASSERT_TRUE(waitFor([&] { return typed; }));
    QObject::disconnect(begun);
    ASSERT_TRUE(calibration().failure());
    EXPECT_TRUE(verdict()->text().contains(QStringLiteral("Stopped")));
    ASSERT_TRUE(waitFor([this] { return framesAreReady(); }));
    EXPECT_NEAR(frames().poni().dist_m, 0.09, 0.01) << "nothing was taken";
    // The frames of another file come while it runs.
    bool opened = false;
    const auto heard = QObject::connect(&calibration(), &RingCalibration::changed, [&] {
        if (calibration().busy() && !std::exchange(opened, true)) m_window->openAll({other});
    });
    const StackPtr before = frames().stack();
    button()->click();
    ASSERT_TRUE(waitFor([&] { return opened && frames().stack() && frames().stack() != before && framesAreReady(); }));
    QObject::disconnect(heard);
    settleAll();
    EXPECT_FALSE(calibration().answer());
    EXPECT_FALSE(calibration().failure());
    EXPECT_FALSE(verdict()->isVisible());
    EXPECT_FALSE(frames().history().undoText().contains(QStringLiteral("rings")));
}

TEST_F(RingCalibrationTest, TheOtherSideOrAFileThatOpensEndsIt) {
    const QString first = writePowder(turnedDetector()).frames;
    openFiles({first});
    choose("LaB6_SRM660c");
    type(Field::distance_mm, 90);
    const azint::Poni before = frames().poni();
    /// Does something as soon as the search runs, and says whether it ran no more right after that.
    const auto ends = [&](const std::function<void()>& act) {
        std::optional<bool> ended;
        const auto heard = QObject::connect(&calibration(), &RingCalibration::changed, [&] {
            if (!calibration().busy() || ended) return;
            ended = false;
            act();
            ended = !calibration().busy();
        });
        button()->click();
        EXPECT_TRUE(waitFor([&] { return ended.has_value() && !m_window->session().busy(); }));
        QObject::disconnect(heard);
        settleAll();
        return ended.value_or(false);
    };
    EXPECT_TRUE(ends([this] { m_window->session().setMode(Mode::ptychography); }));
    m_window->session().setMode(Mode::integration);
    EXPECT_FALSE(calibration().answer());
    ASSERT_TRUE(waitFor([this] { return framesAreReady(); }));
    // A file that turns out to be none: the frames stay, and the search does not go on in secret.
    EXPECT_TRUE(ends([this] { m_window->open(path(QStringLiteral("nothing.h5"))); }));
    EXPECT_FALSE(calibration().answer());
    EXPECT_EQ(frames().poni(), before);
}

/// Frames whose file says nothing of a pixel, and whose shape no detector has.
class GuessedPixelTest : public RingCalibrationTest {
protected:
    void SetUp() override {
        RingCalibrationTest::SetUp();
        const Array<float, 2> image({50, 61}, 1.0F);
        io::writeTiff(toPath(path(QStringLiteral("nothing_known.tif"))), image, true);
        openFiles({path(QStringLiteral("nothing_known.tif"))});
        choose("LaB6_SRM660c");
    }
    [[nodiscard]] QLabel* guess() { return panel().findChild<QLabel*>(QStringLiteral("guessedPixel")); }
    [[nodiscard]] bool isSaid() {
        EXPECT_EQ(guess()->isVisible(), frames().pixelSizeGuessed());
        EXPECT_EQ(!button()->isEnabled() && button()->toolTip().contains(QStringLiteral("pixel size")),
                  guess()->isVisible() && panel().box(Field::energy_keV)->value() > 0);
        return guess()->isVisible();
    }
    void storeAll() {
        bool stored = false;
        frames().storeThen([&] { stored = true; });
        ASSERT_TRUE(waitFor([&] { return stored && framesAreReady(); }));
    }
};

TEST_F(GuessedPixelTest, IsAGuessUntilSomebodyNamesIt) {
    EXPECT_TRUE(isSaid());
    EXPECT_TRUE(guess()->text().contains(QStringLiteral("100 µm"))) << guess()->text().toStdString();
    type(Field::energy_keV, 17.7);
    EXPECT_TRUE(frames().geometryKnown());
    EXPECT_TRUE(isSaid()) << "an energy says nothing of pixels";
    EXPECT_FALSE(verdict()->isVisible()) << "it is said once";
    type(Field::distance_mm, 300);
    EXPECT_TRUE(isSaid());
    // It is in the file that the job names, and is said again where that is read again.
    storeAll();
    EXPECT_TRUE(isSaid());
    const std::string file = frames().document().text("poni_file");
    EXPECT_EQ(azint::readPoni(file).pixel1_m, 100e-6);
    frames().job().setValue(*job::findParameter("flip_rows"), job::ParameterValue(true));
    ASSERT_TRUE(waitFor([this] { return framesAreReady(); }));
    EXPECT_TRUE(isSaid());
    type(Field::pixelHeight_um, 75);
    EXPECT_FALSE(isSaid());
    EXPECT_FALSE(verdict()->isVisible());
    frames().history().undo();
    EXPECT_TRUE(isSaid());
    frames().history().redo();
    EXPECT_FALSE(isSaid());
    storeAll();
    EXPECT_FALSE(isSaid());
}

TEST_F(GuessedPixelTest, CanBeRight) {
    type(Field::energy_keV, 17.7);
    EXPECT_TRUE(isSaid());
    emit guess()->linkActivated(QStringLiteral("take"));
    EXPECT_FALSE(isSaid());
    EXPECT_EQ(panel().box(Field::pixelHeight_um)->value(), 100);
    storeAll();
    frames().job().setValue(*job::findParameter("flip_rows"), job::ParameterValue(true)); // the file is read again
    ASSERT_TRUE(waitFor([this] { return framesAreReady(); }));
    EXPECT_FALSE(isSaid());
}

TEST_F(GuessedPixelTest, ADetectorNamesIt) {
    type(Field::energy_keV, 17.7);
    frames().job().setValue(*job::findParameter("detector"), job::ParameterValue("Pilatus1M"));
    EXPECT_FALSE(frames().pixelSizeGuessed());
    frames().job().reset(*job::findParameter("detector"));
    EXPECT_TRUE(frames().pixelSizeGuessed());
}

TEST_F(RingCalibrationTest, APixelThatTheFileNamesIsNoGuess) {
    openFiles({writePowder(turnedDetector()).frames});
    type(Field::energy_keV, 17.7);
    EXPECT_FALSE(frames().pixelSizeGuessed());
}

TEST_F(RingCalibrationTest, FindsTheGeometryOfCeriaOnAPilatus) {
    if (!openShared("ceo2_pilatus1m/CeO2_Pilatus1M.tif")) GTEST_SKIP() << "no image of CeO2 on a Pilatus 1M";
    choose("CeO2");
    type(Field::wavelength_A, 0.4066);
    type(Field::pixelHeight_um, 172);
    type(Field::pixelWidth_um, 172);
    frames().job().setValue(*job::findParameter("flip_rows"), job::ParameterValue(true));
    ASSERT_TRUE(waitFor([this] { return framesAreReady(); }));
    find();
    // As pyFAI's calibration of this image has it.
    EXPECT_NE(calibration().answer()->calibration.verdict.trust, Trust::refused);
    EXPECT_NEAR(azint::beamGeometryOf(frames().poni()).distance_m, 0.20871, 1e-4);
    EXPECT_NEAR(frames().poni().rot1, -0.0182, 3e-4);
    EXPECT_TRUE(calibration().isTaken());
}

TEST_F(RingCalibrationTest, TitaniumIsNoCeria) {
    if (!openShared("pixium/pixium_03150.tif")) GTEST_SKIP() << "no image of titanium on a Pixium";
    choose("CeO2");
    type(Field::wavelength_A, 0.1393);
    type(Field::pixelHeight_um, 296);
    type(Field::pixelWidth_um, 296);
    const azint::Poni before = frames().poni();
    find();
    EXPECT_EQ(calibration().answer()->calibration.verdict.trust, Trust::refused);
    EXPECT_EQ(frames().poni(), before);
    EXPECT_TRUE(verdict()->text().contains(QStringLiteral("Refused")));
}

} // namespace
} // namespace ewald::ui::test
