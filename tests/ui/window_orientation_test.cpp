// SPDX-License-Identifier: GPL-3.0-or-later
// The search for the orientation of the positions: found and applied, twins named, stopped, refused during a run.
#include "model/stall_watch.h"
#include "window/orientation_dialog.h"
#include "window_state.h"

#include <QProgressBar>
#include <QToolButton>

#include <algorithm>
#include <vector>

namespace ewald::ui::test {
namespace {

using Mark = OrientationTile::Mark;

class OrientationTest : public StateTest {
protected:
    /// A scan in whose file the axes of the positions are exchanged.
    [[nodiscard]] QString swappedScan(const QString& name = QStringLiteral("swapped.cxi")) const {
        sim::PtychoExperiment experiment = smallExperiment(100);
        experiment.size = 48;
        sim::PtychoDataset data = sim::simulatePtycho(experiment);
        for (ScanPosition& place : data.positions) std::swap(place.x, place.y);
        sim::writeCxi(toPath(path(name)), data, true);
        return path(name);
    }
    OrientationDialog* begin() {
        m_window->findOrientation();
        return m_window->orientationDialog();
    }
    [[nodiscard]] bool flag(const char* key) { return session().job().document().flag(key); }
    [[nodiscard]] static bool has(const QString& text, const char* part) { return text.contains(QLatin1String(part)); }
};

TEST_F(OrientationTest, SwappedPositionsAreFoundAndApplied) {
    open(swappedScan());
    OrientationDialog* dialog = begin();
    ASSERT_NE(dialog, nullptr);
    EXPECT_TRUE(dialog->busy());
    EXPECT_FALSE(dialog->applyButton().isEnabled());
    // Pictures come one by one, each with its error. In their own turns: a busy machine may bring all of them at once.
    std::vector<std::ptrdiff_t> pictures;
    bool shown = true;
    const auto each = QObject::connect(&dialog->progressBar(), &QProgressBar::valueChanged, [&] {
        pictures.push_back(
            std::ranges::count_if(dialog->tiles(), [](const OrientationTile* tile) { return tile->hasPicture(); }));
        shown = shown && dialog->progressBar().isVisible();
    });
    EXPECT_TRUE(waitFor([&] { return dialog->answer().has_value(); }));
    QObject::disconnect(each);
    ASSERT_FALSE(pictures.empty());
    EXPECT_EQ(pictures.front(), 1);
    EXPECT_TRUE(shown);
    ASSERT_TRUE(dialog->answer().has_value());
    for (const OrientationTile* tile : dialog->tiles()) {
        EXPECT_TRUE(tile->hasPicture());
        EXPECT_GT(tile->error(), 0);
    }
    ASSERT_TRUE(dialog->answer()->clear) << dialog->verdict().toStdString();
    // In the far field without a known probe: the right one and its twin, which the window names as such.
    const ptycho::Orientation right{true, false, false};
    const ptycho::Orientation best = dialog->answer()->trials.front().orientation;
    ASSERT_TRUE(best == right || best == ptycho::turned(right)) << dialog->verdict().toStdString();
    ASSERT_TRUE(dialog->answer()->twin.has_value());
    EXPECT_TRUE(has(dialog->verdict(), "Cannot tell these two apart")) << dialog->verdict().toStdString();
    EXPECT_TRUE(dialog->verdict().contains(orientationText(right)));
    EXPECT_TRUE(dialog->verdict().contains(orientationText(ptycho::turned(right))));
    int bests = 0, twins = 0;
    for (const OrientationTile* tile : dialog->tiles()) {
        bests += tile->mark() == Mark::best ? 1 : 0;
        twins += tile->mark() == Mark::twin ? 1 : 0;
    }
    EXPECT_EQ(bests, 1);
    EXPECT_EQ(twins, 1);
    // A click on the right one sets the parameters, and is one step for undo.
    dialog->tiles()[4]->click();
    EXPECT_TRUE(flag("swap_positions"));
    EXPECT_FALSE(flag("flip_position_x"));
    EXPECT_FALSE(flag("flip_position_y"));
    EXPECT_TRUE(waitFor([this] { return m_window->orientationDialog() == nullptr; }));
    EXPECT_TRUE(offers(QStringLiteral("Start")));
    // With it the error falls below that of the run with the axes of the file.
    run(10);
    EXPECT_LT(session().result()->result.loss.back().fourierError, 0.02);
}

TEST_F(OrientationTest, ApplySetsTheBest) {
    open(swappedScan());
    OrientationDialog* dialog = begin();
    ASSERT_TRUE(waitFor([&] { return dialog->answer().has_value(); }));
    const ptycho::Orientation best = dialog->answer()->trials.front().orientation;
    ASSERT_TRUE(dialog->applyButton().isEnabled()) << dialog->verdict().toStdString();
    dialog->applyButton().click();
    EXPECT_EQ(flag("swap_positions"), best.swap);
    EXPECT_EQ(flag("flip_position_y"), best.flipRow);
    EXPECT_EQ(flag("flip_position_x"), best.flipCol);
}

TEST_F(OrientationTest, StopEndsTheSearchAndKeepsThePictures) {
    open(swappedScan());
    OrientationDialog* dialog = begin();
    // In the turn of the first picture: those that may be on their way already are not shown any more.
    const auto stop =
        QObject::connect(&dialog->progressBar(), &QProgressBar::valueChanged, [&] { dialog->findButton().click(); });
    ASSERT_TRUE(waitFor([&] { return !dialog->busy(); }));
    QObject::disconnect(stop);
    EXPECT_TRUE(has(dialog->verdict(), "Stopped")) << dialog->verdict().toStdString();
    EXPECT_FALSE(dialog->applyButton().isEnabled());
    const auto pictures = [&] {
        return std::ranges::count_if(dialog->tiles(), [](const OrientationTile* tile) { return tile->hasPicture(); });
    };
    EXPECT_EQ(pictures(), 1);
    settleAll();
    EXPECT_EQ(pictures(), 1);
    // Again, to the end.
    dialog->findButton().click();
    EXPECT_TRUE(waitFor([&] { return dialog->answer().has_value(); }));
}

TEST_F(OrientationTest, RefusedWithWordsWhileAJobRuns) {
    open(writeScan());
    startLongRun();
    EXPECT_EQ(begin(), nullptr);
    EXPECT_TRUE(has(m_window->messageBar().plainText(), "A job is running"));
    press(QStringLiteral("Stop and find orientation"));
    ASSERT_TRUE(waitFor([this] { return ended() && m_window->orientationDialog() != nullptr; }));
    EXPECT_TRUE(waitFor([this] { return m_window->orientationDialog()->answer().has_value(); }));
    // A run that is started meanwhile has the devices to itself.
    m_window->orientationDialog()->find();
    startLongRun();
    EXPECT_FALSE(m_window->orientationDialog()->busy());
    EXPECT_FALSE(m_window->orientationDialog()->findButton().isEnabled());
    stopRun();
}

TEST_F(OrientationTest, TheSearchIsOfTheScanAlsoWhereTheOtherSideIsShown) {
    const PowderNames powder = writePowder(smallPowder(2));
    m_window->openAll({powder.frames, powder.poni});
    ASSERT_TRUE(waitFor([this] { return session().integration().stack() && !session().busy(); }));
    open(writeScan());
    startLongRun();
    EXPECT_EQ(begin(), nullptr);
    session().setMode(Mode::integration);
    press(QStringLiteral("Stop and find orientation"));
    ASSERT_TRUE(waitFor([this] { return ended() && m_window->orientationDialog() != nullptr; }));
    EXPECT_EQ(session().mode(), Mode::ptychography);
}

TEST_F(OrientationTest, PicturesOfAnotherScanOrOtherParametersGo) {
    open(swappedScan());
    OrientationDialog* dialog = begin();
    ASSERT_TRUE(waitFor([&] { return dialog->answer().has_value(); }));
    // The orientation that is set is marked and changes nothing else.
    set("flip_position_x", job::ParameterValue(true));
    EXPECT_TRUE(dialog->tiles()[1]->hasPicture());
    EXPECT_TRUE(has(dialog->tiles()[1]->accessibleName(), "set now"));
    set("frame_step", job::ParameterValue(2LL));
    EXPECT_FALSE(dialog->answer().has_value());
    EXPECT_FALSE(dialog->tiles()[1]->hasPicture());
    EXPECT_FALSE(dialog->applyButton().isEnabled());
    open(writeScan());
    EXPECT_TRUE(waitFor([this] { return m_window->orientationDialog() == nullptr; }));
}

TEST_F(OrientationTest, TheButtonStandsBesideTheParameters) {
    QAction* action = m_window->runActions().orient;
    EXPECT_FALSE(action->isEnabled()) << "no scan yet";
    open(writeScan());
    EXPECT_TRUE(action->isEnabled());
    const QList<QToolButton*> buttons = m_window->findChildren<QToolButton*>();
    EXPECT_TRUE(std::ranges::any_of(buttons, [&](QToolButton* b) { return b->defaultAction() == action; }));
    session().setMode(Mode::integration);
    EXPECT_FALSE(action->isEnabled());
}

TEST_F(OrientationTest, OfferedWhenTheErrorStaysHigh) {
    open(swappedScan());
    startLongRun();
    ASSERT_TRUE(waitFor([this] { return offers(QStringLiteral("Stop and find orientation")); }));
    EXPECT_TRUE(has(m_window->messageBar().plainText(), "The Fourier error stays high"));
    press(QStringLiteral("Stop and find orientation"));
    ASSERT_TRUE(waitFor([this] { return ended() && m_window->orientationDialog() != nullptr; }));
    m_window->orientationDialog()->close();
    // With the axes as they are nothing is offered.
    set("swap_positions", job::ParameterValue(true));
    ASSERT_TRUE(waitFor([this] { return !session().busy(); }));
    run(25);
    StallWatch watch;
    EXPECT_EQ(watch.add(session().result()->result.loss), StallWatch::Notice::none);
}

TEST(StallWatch, NoticesOnceAndOnlyWhatStays) {
    const auto run = [](double first, double last, double floor) {
        StallWatch watch;
        int noticed = 0;
        for (std::size_t i = 1; i <= 40; ++i) {
            io::LossEntry entry;
            entry.iteration = i;
            entry.fourierError = i == 1 ? first : last;
            entry.noiseFloor = floor;
            noticed += watch.add({&entry, 1}) == StallWatch::Notice::stalls ? 1 : 0;
        }
        return noticed;
    };
    EXPECT_EQ(run(0.1, 0.05, 0.001), 1);
    EXPECT_EQ(run(0.1, 0.05, 0), 1) << "no noise floor known";
    EXPECT_EQ(run(0.1, 0.01, 0.001), 0) << "falls";
    EXPECT_EQ(run(0.1, 0.05, 0.03), 0) << "as good as the noise allows";
}

TEST(StallWatch, TakesBackWhatDoesNotStay) {
    StallWatch watch;
    std::vector<std::pair<std::size_t, StallWatch::Notice>> notices;
    for (std::size_t i = 1; i <= 80; ++i) {
        io::LossEntry entry;
        entry.iteration = i;
        entry.fourierError = i == 1 ? 0.1 : i < 60 ? 0.03 : i < 70 ? 0.002 : 0.04; // positions are corrected, then lost
        entry.noiseFloor = 0.001;
        if (const StallWatch::Notice notice = watch.add({&entry, 1}); notice != StallWatch::Notice::none)
            notices.emplace_back(i, notice);
    }
    using Notice = StallWatch::Notice;
    EXPECT_EQ(notices, (std::vector<std::pair<std::size_t, Notice>>{{20, Notice::stalls}, {60, Notice::over}}));
}

} // namespace
} // namespace ewald::ui::test
