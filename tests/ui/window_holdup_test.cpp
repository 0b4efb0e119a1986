// SPDX-License-Identifier: GPL-3.0-or-later
// What holds a run back: the line at the bottom and its button.
#include "window/devices_dialog.h"
#include "window/hold_up_line.h"
#include "window/main_window.h"
#include "window/message_bar.h"
#include "window/status_panel.h"
#include "window_support.h"

#include <QLabel>
#include <QToolButton>

#include <atomic>
#include <thread>

namespace ewald::ui::test {
namespace {

using job::HoldUp;
using job::JobState;

/// A window whose jobs only report what the test says.
class HoldUpTest : public WindowTest {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        const auto runner = [this](const job::JobDocument&, job::JobObserver& observer, RunControl& control,
                                   const job::RunOptions&) {
            observer.onPlan(m_plan);
            observer.onState(JobState::running);
            observer.onLoss({1, "rpie", 0.1, 0.1, 1, 1});
            while (!control.stopRequested()) {
                job::Progress progress;
                progress.state = JobState::running;
                progress.done = 1, progress.total = 10;
                {
                    const std::lock_guard lock(m_mutex);
                    progress.shares = m_shares;
                    progress.machine = m_machine;
                }
                observer.onProgress(progress);
                std::this_thread::sleep_for(std::chrono::milliseconds(20));
            }
            return job::JobOutcome{JobState::failed, {}, DataError("ended")};
        };
        m_window = std::make_unique<MainWindow>(nullptr, runner);
        m_window->resize(1280, 800);
        m_window->show();
        m_window->open(writeScan());
        ASSERT_TRUE(waitFor([this] { return m_window->session().scan() && m_window->session().scan()->complete; }));
    }
    void TearDown() override {
        m_window->session().controller().stop();
        EXPECT_TRUE(waitFor([this] { return !m_window->session().controller().running(); }));
        m_window.reset();
    }
    void spend(Phase phase, double part) {
        const std::lock_guard lock(m_mutex);
        m_shares = job::TimeShares{};
        m_shares->fraction[phase] = part;
        m_shares->fraction[phase == Phase::frames ? Phase::other : Phase::frames] += 1 - part;
    }
    [[nodiscard]] HoldUpLine& line() { return m_window->statusPanel().holdUp(); }
    [[nodiscard]] bool waitForAdvice(HoldUp what) {
        return waitFor([this, what] { return line().advice() && line().advice()->what == what; });
    }

    std::mutex m_mutex;
    std::optional<job::TimeShares> m_shares;
    job::MachineLoad m_machine;
    job::JobPlan m_plan;
    std::unique_ptr<MainWindow> m_window;
};

TEST_F(HoldUpTest, SaysWhatTakesTheTimeAndFollowsAChange) {
    EXPECT_FALSE(line().advice());
    spend(Phase::reading, 0.71);
    ASSERT_TRUE(m_window->session().start());
    ASSERT_TRUE(waitForAdvice(HoldUp::reading));
    EXPECT_EQ(line().text(), QStringLiteral("Reading takes 71 % of the time"));
    EXPECT_FALSE(line().button()->isVisible()) << "nothing can be set";
    spend(Phase::frames, 0.9);
    ASSERT_TRUE(waitForAdvice(HoldUp::nothing));
    {
        const std::lock_guard lock(m_mutex);
        m_machine = {.known = true, .cores = 2, .own = 0.4, .others = 1.6, .program = "refine", .programCores = 1.5};
    }
    ASSERT_TRUE(waitForAdvice(HoldUp::otherPrograms));
    EXPECT_EQ(line().text(), QStringLiteral("Another program (refine) uses 1.6 of 2 cores"));
    m_window->session().controller().stop();
    ASSERT_TRUE(waitFor([this] { return !m_window->session().controller().running(); }));
    EXPECT_FALSE(line().advice()) << "it is about a run";
}

TEST_F(HoldUpTest, TheButtonSetsWhatHelps) {
    m_window->session().job().setValues({{"memory_limit_gb", 0.5}});
    m_plan.streamsFrames = true;
    spend(Phase::transfer, 0.6);
    ASSERT_TRUE(m_window->session().start());
    ASSERT_TRUE(waitForAdvice(HoldUp::transfer));
    ASSERT_TRUE(line().button()->isVisible());
    EXPECT_EQ(line().button()->text(), QStringLiteral("Keep the frames in memory"));
    const auto says = [this](const char* text) {
        return m_window->messageBar().plainText().contains(QLatin1String(text));
    };
    QTest::mouseClick(line().button(), Qt::LeftButton);
    EXPECT_EQ(m_window->session().job().document().real("memory_limit_gb"), 0);
    EXPECT_TRUE(says("press Apply to go on with it")) << m_window->messageBar().plainText().toStdString();
    EXPECT_FALSE(line().button()->isVisible());
    spend(Phase::transfer, 0.61); // the next look
    ASSERT_TRUE(waitFor([this] { return line().text().contains(QStringLiteral("61")); }))
        << line().text().toStdString();
    EXPECT_FALSE(line().button()->isVisible()) << "it is set, though the run does not know yet";
    spend(Phase::update, 0.6);
    ASSERT_TRUE(waitForAdvice(HoldUp::update));
    const auto batch = std::get<long long>(m_window->session().job().document().stageValue(0, "batch_size"));
    ASSERT_TRUE(line().button()->isVisible());
    QTest::mouseClick(line().button(), Qt::LeftButton);
    EXPECT_EQ(std::get<long long>(m_window->session().job().document().stageValue(0, "batch_size")), 2 * batch);
    EXPECT_TRUE(says("the run goes on with it")) << m_window->messageBar().plainText().toStdString();
}

TEST_F(HoldUpTest, AnIntegrationReadsWithMoreWorkersAtAClick) {
    const PowderNames files = writePowder(smallPowder(4));
    m_window->openAll({files.frames, files.poni});
    IntegrationSession& frames = m_window->session().integration();
    ASSERT_TRUE(waitFor([&] { return frames.stack() && frames.geometryKnown(); }));
    m_plan.workers = 2;
    spend(Phase::reading, 0.8);
    ASSERT_TRUE(m_window->session().start());
    ASSERT_TRUE(waitForAdvice(HoldUp::reading));
    ASSERT_TRUE(line().button()->isVisible());
    QTest::mouseClick(line().button(), Qt::LeftButton);
    EXPECT_EQ(std::get<long long>(frames.job().value(*job::findParameter("workers"))), 4);
    EXPECT_TRUE(m_window->messageBar().plainText().contains(QStringLiteral("holds from the next start on")))
        << m_window->messageBar().plainText().toStdString();
    EXPECT_FALSE(line().button()->isVisible());
}

TEST_F(HoldUpTest, ShowsTheDevicesWhereOneIsWaitedFor) {
    m_plan.devices = {"cpu: a", "cpu: b"};
    spend(Phase::communication, 0.5);
    m_shares->waitingForSlowest = 0.4;
    m_shares->slowest = 1;
    ASSERT_TRUE(m_window->session().start());
    ASSERT_TRUE(waitForAdvice(HoldUp::slowestWorker));
    EXPECT_EQ(line().text(), QStringLiteral("Waiting for the slowest device (cpu: b) takes 40 % of the time"));
    QTest::mouseClick(line().button(), Qt::LeftButton);
    ASSERT_NE(m_window->devicesDialog(), nullptr);
    EXPECT_TRUE(m_window->devicesDialog()->isVisible());
}

TEST_F(HoldUpTest, FitsIntoTheSmallestWindow) {
    const int before = m_window->minimumSizeHint().width();
    const int height = m_window->statusPanel().height();
    m_plan.devices = {"cpu: a", "cuda:1: " + std::string(150, 'x')};
    spend(Phase::communication, 0.5);
    m_shares->waitingForSlowest = 0.4;
    m_shares->slowest = 1;
    ASSERT_TRUE(m_window->session().start());
    ASSERT_TRUE(waitForAdvice(HoldUp::slowestWorker));
    m_window->resize(1000, 640);
    settleAll();
    EXPECT_LE(m_window->width(), 1000);
    EXPECT_LE(m_window->minimumSizeHint().width(), std::max(before, 1000));
    EXPECT_LE(m_window->statusPanel().height(), height + 4) << "nothing moves when it appears";
}

TEST_F(HoldUpTest, TheMemoryIsThatOfTheRunThatIsShown) {
    const auto* memory = m_window->statusPanel().findChild<QLabel*>(QStringLiteral("memory"));
    ASSERT_NE(memory, nullptr);
    const QString plain = QStringLiteral("Memory that the program uses");
    QString atStart; // when nothing is known of the run yet
    QObject::connect(&m_window->session().controller(), &JobController::runningChanged, memory, [&](bool running) {
        if (running) atStart = memory->toolTip();
    });
    m_plan.memorySummary = "frames in two parts";
    for (int run = 0; run < 2; ++run) {
        atStart.clear();
        ASSERT_TRUE(m_window->session().start());
        EXPECT_TRUE(waitFor([&] { return memory->toolTip() == plain + QStringLiteral("\nFrames in two parts"); }))
            << memory->toolTip().toStdString();
        EXPECT_EQ(atStart, plain) << run;
        m_window->session().controller().stop();
        ASSERT_TRUE(waitFor([this] { return !m_window->session().controller().running(); }));
    }
}

} // namespace
} // namespace ewald::ui::test
