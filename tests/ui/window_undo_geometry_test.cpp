// SPDX-License-Identifier: GPL-3.0-or-later
// Undo and redo of geometry, masks and parameters of an integration: one history.
#include "azint/poni.h"
#include "io/images/mask_file.h"
#include "job/integration/integrate_job_kind.h"
#include "job/integration/integrate_runner.h"
#include "model/job_history.h"
#include "model/job_model.h"
#include "model/stored_geometry.h"
#include "window/frame_page.h"
#include "window/geometry_panel.h"
#include "window/main_window.h"
#include "window_support.h"

#include <QDir>
#include <QDoubleSpinBox>
#include <QFile>
#include <QFileInfo>
#include <QLineEdit>
#include <QTest>
#include <QThread>

namespace ewald::ui::test {
namespace {

const job::ParameterDef& def(const char* key) { return *job::findParameter(key); }

/// The frames of an integration, their geometry and mask.
class UndoGeometryTest : public WindowTest {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        sim::PowderExperiment experiment;
        experiment.poni.dist_m = 0.12;
        experiment.poni.pixel1_m = experiment.poni.pixel2_m = 172e-6;
        experiment.poni.shape = {160, 140};
        experiment.poni.poni1_m = 60 * 172e-6;
        experiment.poni.poni2_m = 90 * 172e-6;
        experiment.poni.wavelength_m = 4e-11;
        experiment.frames = 3;
        const PowderNames files = writePowder(experiment);
        m_window.resize(1280, 800);
        activate(m_window);
        session().history().setClock([] { return std::chrono::steady_clock::time_point(); });
        m_window.openAll({files.frames, files.poni});
        ASSERT_TRUE(waitFor([this] { return session().image() && session().geometryKnown() && page().isIdle(); }));
    }
    [[nodiscard]] IntegrationSession& session() { return m_window.session().integration(); }
    [[nodiscard]] FramePage& page() { return m_window.framePage(); }
    [[nodiscard]] double distance() { return session().poni().dist_m; }
    [[nodiscard]] QString poniFile() { return QString::fromStdString(session().document().text("poni_file")); }
    void setDistance(double value_mm) {
        page().geometryPanel()->box(GeometryPanel::Field::distance_mm)->setValue(value_mm);
    }
    [[nodiscard]] bool stored() {
        bool done = false;
        session().storeThen([&] { done = true; });
        return waitFor([&] { return done && !session().busy(); });
    }
    void press(const QKeySequence& keys) {
        const QKeyCombination key = keys[0];
        QTest::keyClick(&m_window, key.key(), key.keyboardModifiers());
    }
    MainWindow m_window;
};

TEST_F(UndoGeometryTest, GeometryMaskAndParametersAreOneHistory) {
    const double at = distance();
    const QString file = poniFile();
    setDistance(150);
    ASSERT_TRUE(stored());
    const QString typed = poniFile();
    EXPECT_NE(typed, file);
    session().job().setValue(def("npt"), 123LL);
    session().editMask([](FrameMask& mask) {
        mask.begin();
        mask.rectangle({10, 10, 5, 5}, true);
    });
    EXPECT_EQ(session().drawnMask().maskedPixels(), 25U);
    JobHistory& history = session().history();
    EXPECT_EQ(history.undoText(), QStringLiteral("Mask"));
    press(QKeySequence::Undo);
    EXPECT_EQ(session().drawnMask().maskedPixels(), 0U);
    EXPECT_NEAR(distance(), 0.15, 1e-9);
    press(QKeySequence::Undo);
    EXPECT_NE(std::get<long long>(session().job().value(def("npt"))), 123);
    EXPECT_EQ(history.undoText(), QStringLiteral("Distance"));
    press(QKeySequence::Undo);
    EXPECT_NEAR(distance(), at, 1e-12);
    EXPECT_EQ(poniFile(), file) << "the job names what it named before";
    EXPECT_NEAR(page().geometryPanel()->box(GeometryPanel::Field::distance_mm)->value(), at * 1e3, 1e-3);
    ASSERT_TRUE(stored());
    EXPECT_EQ(poniFile(), file);
    for (int step = 0; step < 3; ++step) press(QKeySequence::Redo);
    EXPECT_NEAR(distance(), 0.15, 1e-9);
    EXPECT_EQ(session().drawnMask().maskedPixels(), 25U);
    ASSERT_TRUE(stored());
    EXPECT_EQ(poniFile(), typed) << "the same geometry has the same file";
    EXPECT_FALSE(history.canRedo());
}

TEST_F(UndoGeometryTest, WhatIsNotStoredYetIsTakenBackAsWell) {
    const double at = distance();
    const QString file = poniFile();
    setDistance(150);
    session().history().undo(); // before the file is written
    EXPECT_NEAR(distance(), at, 1e-12);
    EXPECT_TRUE(session().readsOrStoresSoon());
    ASSERT_TRUE(waitFor([this] { return !session().readsOrStoresSoon() && !session().busy(); }));
    ASSERT_TRUE(stored());
    EXPECT_EQ(poniFile(), file);
    EXPECT_NEAR(distance(), at, 1e-12);
    // While it is being written.
    setDistance(160);
    session().storeThen([] {});
    session().history().undo();
    ASSERT_TRUE(stored());
    EXPECT_NEAR(distance(), at, 1e-12);
    EXPECT_EQ(poniFile(), file);
    // A file that was loaded.
    azint::Poni other = session().poni();
    other.dist_m = 0.3;
    QFile made(path("other.poni"));
    ASSERT_TRUE(made.open(QIODevice::WriteOnly));
    made.write(QByteArray::fromStdString(azint::poniFileText(other)));
    made.close();
    session().loadPoni(path("other.poni"));
    ASSERT_TRUE(waitFor([this] { return distance() == 0.3; }));
    EXPECT_EQ(session().history().undoText(), QStringLiteral("Geometry file"));
    session().history().undo();
    EXPECT_NEAR(distance(), at, 1e-12);
    EXPECT_EQ(poniFile(), file);
    session().history().redo();
    EXPECT_EQ(distance(), 0.3);
    EXPECT_EQ(poniFile(), path("other.poni"));
}

TEST_F(UndoGeometryTest, TheJobNamesTheGeometryOfAStepThatWasMadeWhileTheOneBeforeWasStored) {
    setDistance(150);
    session().storeThen([] {}); // its file is being written, and is named when the events are looked at again
    page().geometryPanel()->box(GeometryPanel::Field::tilt_deg)->setValue(3);
    ASSERT_TRUE(stored());
    session().history().undo(); // the tilt
    EXPECT_NEAR(distance(), 0.15, 1e-9);
    ASSERT_TRUE(waitFor([this] { return !session().readsOrStoresSoon() && !session().busy(); }));
    ASSERT_TRUE(stored());
    EXPECT_NEAR(distance(), 0.15, 1e-9);
    EXPECT_NEAR(azint::readPoni(toPath(poniFile())).dist_m, 0.15, 1e-9) << "Start takes what the job names";
}

TEST_F(UndoGeometryTest, AFileThatIsStillBeingReadTakesNothingBack) {
    const QString file = poniFile();
    setDistance(150);
    session().loadPoni(file); // is read again …
    setDistance(160);         // … and left behind before it is here
    EXPECT_TRUE(session().geometryEdited());
    session().editMask([](FrameMask& mask) {
        mask.begin();
        mask.rectangle({10, 10, 5, 5}, true);
    });
    ASSERT_TRUE(stored());
    ASSERT_TRUE(waitFor([this] { return !session().readsSetup() && !session().hasUnstoredEdits(); }));
    settleAll();
    EXPECT_FALSE(session().geometryEdited());
    EXPECT_NEAR(distance(), 0.16, 1e-9);
    EXPECT_NEAR(azint::readPoni(toPath(poniFile())).dist_m, 0.16, 1e-9);
    EXPECT_EQ(session().drawnMask().maskedPixels(), 25U);
}

TEST_F(UndoGeometryTest, AnImageOfTheFramesBeforeIsNotThatOfTheNext) {
    sim::PowderOutput output;
    const sim::PowderFiles other =
        sim::writePowderStack(toPath(path(QStringLiteral("other.h5"))), smallPowder(), output); // 200 rows, not 160
    job::JobDocument document = job::integrateJobKind().newDocument();
    document.inputFile = other.data.front();
    const StackPtr stack = job::openJobStack(document);
    session().show(StackView::maximum);
    QThread::msleep(300); // the image is made by then, and waits for the events to be looked at
    session().takeStack(document, stack, false);
    ASSERT_TRUE(waitFor([this] { return session().image() && !session().busy() && !session().readsOrStoresSoon(); }));
    settleAll();
    EXPECT_EQ(session().image()->extent(0), stack->rows());
}

TEST_F(UndoGeometryTest, NothingGoesOnWithoutAGeometryThatCannotBeStored) {
    ASSERT_TRUE(QDir().mkpath(QFileInfo(geometriesFolder()).path()));
    QFile inTheWay(geometriesFolder());
    ASSERT_TRUE(inTheWay.open(QIODevice::WriteOnly)) << geometriesFolder().toStdString();
    inTheWay.close();
    int refused = 0;
    QObject::connect(&session(), &IntegrationSession::message, &m_window, [&refused] { ++refused; });
    const QString before = poniFile();
    setDistance(150);
    bool wentOn = false;
    for (int attempt = 1; attempt <= 2; ++attempt) {
        session().storeThen([&wentOn] { wentOn = true; });
        ASSERT_TRUE(waitFor([&] { return wentOn || refused >= attempt; }));
        EXPECT_FALSE(wentOn) << "with the distance of before, attempt " << attempt;
    }
    EXPECT_EQ(poniFile(), before);
    EXPECT_NEAR(distance(), 0.15, 1e-12);
    ASSERT_TRUE(inTheWay.remove());
    EXPECT_TRUE(stored());
    EXPECT_NEAR(azint::readPoni(toPath(poniFile())).dist_m, 0.15, 1e-12);
}

TEST_F(UndoGeometryTest, AStrokeThatChangesNothingLeavesWhatWasTakenBack) {
    const auto draw = [this](bool bad) {
        session().editMask([](FrameMask& mask) { mask.begin(); });
        session().editMask([bad](FrameMask& mask) { mask.rectangle({10, 10, 5, 5}, bad); });
    };
    draw(true);
    session().history().undo();
    EXPECT_EQ(session().drawnMask().maskedPixels(), 0U);
    draw(false); // nothing is masked there
    ASSERT_TRUE(session().history().canRedo());
    session().history().redo();
    EXPECT_EQ(session().drawnMask().maskedPixels(), 25U);
    // What is drawn on while a key takes the step back is another one.
    session().editMask([](FrameMask& mask) { mask.begin(); });
    session().editMask([](FrameMask& mask) { mask.rectangle({30, 30, 2, 2}, true); });
    session().history().undo();
    session().editMask([](FrameMask& mask) { mask.rectangle({40, 40, 3, 3}, true); });
    EXPECT_EQ(session().drawnMask().maskedPixels(), 34U);
    EXPECT_FALSE(session().history().canRedo());
    session().history().undo();
    EXPECT_EQ(session().drawnMask().maskedPixels(), 25U);
    session().history().undo();
    EXPECT_EQ(session().drawnMask().maskedPixels(), 0U);
    EXPECT_FALSE(session().history().canUndo());
}

TEST_F(UndoGeometryTest, AMaskFileFromElsewhereIsNotErasedByAnOlderStep) {
    session().editMask([](FrameMask& mask) {
        mask.begin();
        mask.rectangle({10, 10, 5, 5}, true);
    });
    ASSERT_TRUE(stored());
    session().job().setValue(def("npt"), 123LL);
    Array<std::uint8_t, 2> other({160, 140});
    for (std::size_t col = 0; col < 140; ++col) other(3, col) = 1;
    io::writeMaskFile(toPath(path("other.tif")), other, false);
    session().job().setValue(def("mask_file"), path("other.tif").toStdString());
    ASSERT_TRUE(waitFor([this] { return session().drawnMask().maskedPixels() == 140; }));
    session().history().undo();
    EXPECT_NE(std::get<long long>(session().job().value(def("npt"))), 123);
    EXPECT_FALSE(session().history().canUndo());
    session().history().undo();
    EXPECT_EQ(session().drawnMask().maskedPixels(), 140U);
}

/// What was painted upon a mask that is taken back a moment later goes with it, though it is not stored yet.
TEST_F(UndoGeometryTest, AnOpenedMaskIsTakenBackWithWhatWasPaintedUponIt) {
    Array<std::uint8_t, 2> other({160, 140});
    for (std::size_t col = 0; col < 140; ++col) other(3, col) = 1;
    io::writeMaskFile(toPath(path("x_mask.tif")), other, false);
    m_window.openAll({path("x_mask.tif")});
    ASSERT_TRUE(waitFor([this] { return session().drawnMask().maskedPixels() == 140 && page().isIdle(); }));
    session().editMask([](FrameMask& mask) {
        mask.begin();
        mask.rectangle({10, 10, 5, 5}, true);
    });
    session().history().undo();
    session().history().undo();
    EXPECT_EQ(session().document().text("mask_file"), "");
    ASSERT_TRUE(waitFor([this] { return session().drawnMask().maskedPixels() == 0; }));
    ASSERT_TRUE(stored());
    EXPECT_EQ(session().document().text("mask_file"), "") << "nothing is stored that was taken back";
}

TEST_F(UndoGeometryTest, AGeometryFileThatIsOpenAlreadyIsNoStep) {
    session().loadPoni(poniFile());
    ASSERT_TRUE(waitFor([this] { return !session().readsOrStoresSoon(); }));
    settleAll();
    EXPECT_FALSE(session().history().canUndo());
    sim::PowderOutput output;
    const sim::PowderFiles other =
        sim::writePowderStack(toPath(path(QStringLiteral("other.h5"))), smallPowder(), output);
    m_window.open(toQString(other.data.front()));
    ASSERT_TRUE(waitFor([this] { return session().stack() && session().stack()->rows() == 200 && page().isIdle(); }));
    ASSERT_TRUE(waitFor([this] { return !session().readsOrStoresSoon(); }));
    settleAll();
    EXPECT_FALSE(session().history().canUndo()) << session().history().undoText().toStdString();
    // What was changed by hand is given up for the file, and comes back.
    m_window.open(toQString(other.poni));
    ASSERT_TRUE(waitFor([&] { return poniFile() == toQString(other.poni) && distance() == 0.1; }));
    setDistance(150);
    session().loadPoni(toQString(other.poni));
    ASSERT_TRUE(waitFor([this] { return distance() == 0.1; }));
    EXPECT_EQ(session().history().undoText(), QStringLiteral("Geometry file"));
    session().history().undo();
    EXPECT_NEAR(distance(), 0.15, 1e-9);
}

TEST_F(UndoGeometryTest, WhatComesAndGoesWithFramesIsNoStep) {
    const auto openFrames = [this](const char* name, const sim::PowderExperiment& experiment) {
        sim::PowderOutput output;
        const sim::PowderFiles files = sim::writePowderStack(toPath(path(QLatin1String(name))), experiment, output);
        m_window.open(toQString(files.data.front()));
        ASSERT_TRUE(waitFor([&] {
            return session().document().files() == files.data && session().image() && page().isIdle() &&
                   !session().readsOrStoresSoon();
        }));
    };
    sim::PowderExperiment pilatus = smallPowder(1);
    pilatus.poni.shape = {195, 487}; // of a Pilatus 100k, which is recognised by its pixels
    pilatus.poni.pixel1_m = pilatus.poni.pixel2_m = 172e-6;
    openFrames("pilatus.h5", pilatus);
    EXPECT_NE(session().document().text("detector"), "");
    EXPECT_FALSE(session().history().canUndo()) << session().history().undoText().toStdString();
    openFrames("other.h5", smallPowder());
    EXPECT_EQ(session().document().text("detector"), "");
    EXPECT_FALSE(session().history().canUndo()) << "a step would name the detector of the frames before";
}

TEST_F(UndoGeometryTest, ANumberThatIsBeingTypedComesFirst) {
    QDoubleSpinBox* box = page().geometryPanel()->box(GeometryPanel::Field::distance_mm);
    const double at = distance();
    setDistance(150);
    box->setFocus();
    ASSERT_TRUE(waitFor([&] { return QApplication::focusWidget() == box; }));
    auto* line = box->findChild<QLineEdit*>();
    const QString before = line->text();
    QTest::keyClick(box, Qt::Key_Home);
    QTest::keyClick(box, Qt::Key_2);
    ASSERT_NE(line->text(), before);
    QTest::keyClick(box, Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(line->text(), before);
    EXPECT_NEAR(distance(), 0.15, 1e-9);
    QTest::keyClick(box, Qt::Key_Z, Qt::ControlModifier);
    EXPECT_NEAR(distance(), at, 1e-12);
}

} // namespace
} // namespace ewald::ui::test
