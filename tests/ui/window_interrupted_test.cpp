// SPDX-License-Identifier: GPL-3.0-or-later
// Runs whose program was killed are found and can be continued, shown or forgotten.
#include "buttons.h"
#include "io/result_file.h"
#include "job/integration/integrate_job_kind.h"
#include "job/ptychography/run/ptycho_runner.h"
#include "job/queue/stored_run.h"
#include "model/kept_states.h"
#include "model/text.h"
#include "model/user_settings.h"
#include "window/live_page.h"
#include "window/main_window.h"
#include "window/powder_page.h"
#include "window/start_page.h"
#include "window/theme.h"
#include "window_support.h"

#include <QDir>
#include <QFile>
#include <QFrame>
#include <QMessageBox>
#include <QPushButton>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTest>

#include <sys/wait.h>
#include <unistd.h>

namespace ewald::ui::test {
namespace {

class InterruptedTest : public WindowTest {
protected:
    /// A job on a small scan, with a checkpoint every other iteration.
    job::JobDocument scanJob(std::size_t iterations) {
        const QString scan = writeScan();
        job::JobDocument document;
        document.inputFile = toPath(scan);
        document.outputFile = toPath(path("result.h5"));
        document.pipeline.assign(1, {"rpie", iterations, {}});
        document.output.insert_or_assign("checkpoint_every", job::ParameterValue(2LL));
        return document;
    }
    /// Runs a job in a process of its own that is gone, as by a power cut, after a checkpoint of `iteration`.
    static void runAndDie(const job::JobDocument& document, std::size_t iteration,
                          const job::RunOptions& options = {}) {
        const pid_t child = ::fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            DyingObserver observer(document, iteration);
            RunControl control;
            static_cast<void>(job::queue::runStored(document, observer, control, options, {}));
            ::_exit(1);
        }
        int status = 0;
        ASSERT_EQ(::waitpid(child, &status, 0), child);
        ASSERT_EQ(status, 0);
    }
    /// Those that the next window would offer.
    static std::size_t offered() {
        job::queue::QueueStore store(job::queue::QueueStore::usualFolder());
        return job::queue::unseenRuns(store).size();
    }

private:
    /// Ends its process as soon as the job has begun, before a file is opened: no destructor runs.
    class DyingObserver : public job::JobObserver {
    public:
        DyingObserver(job::JobDocument document, std::size_t iteration)
            : m_document(std::move(document)), m_iteration(iteration) {}
        void onState(job::JobState) noexcept override { die(); }
        void onProgress(const job::Progress&) noexcept override { die(); }

    private:
        [[noreturn]] void die() const {
            io::Checkpoint checkpoint;
            checkpoint.jobFingerprint = "none";
            checkpoint.iteration = m_iteration;
            checkpoint.result.object = Array<Complex, 3>({1, 4, 4});
            checkpoint.result.probe = Array<Complex, 4>({1, 1, 2, 2});
            if (m_iteration > 0) io::writeCheckpoint(job::checkpointFile(m_document.outputFile), checkpoint);
            ::_exit(0);
        }

        job::JobDocument m_document;
        std::size_t m_iteration;
    };
};

TEST_F(InterruptedTest, StatesThatADeadProgramKeptAreRemoved) {
    const QDir cache(QStandardPaths::writableLocation(QStandardPaths::CacheLocation));
    const auto folders = [&] { return cache.entryList({QStringLiteral("states-*")}, QDir::Dirs); };
    const auto write = [](const QString& folder) {
        QFile file(folder + QStringLiteral("/state.h5"));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly) && file.write("state") == 5);
    };
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        const KeptStates states;
        write(states.path());
        ::_exit(0); // no destructor runs
    }
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);
    ASSERT_EQ(folders().size(), 1);
    {
        const KeptStates mine;
        write(mine.path());
        MainWindow window;
        window.session().finishForgetting();
        EXPECT_EQ(folders(), QStringList{QFileInfo(mine.path()).fileName()});
    }
    EXPECT_TRUE(folders().isEmpty());
    EXPECT_TRUE(cache.entryList({QStringLiteral("states-*")}, QDir::Files).isEmpty()) << "locks";
}

TEST_F(InterruptedTest, OnlyARunThatCanGoBackKeepsStates) {
    const QDir cache(QStandardPaths::writableLocation(QStandardPaths::CacheLocation));
    const auto count = [&] { return cache.entryList({QStringLiteral("states-*")}, QDir::Dirs).size(); };
    MainWindow window;
    Session& session = window.session();
    window.open(writeScan());
    ASSERT_TRUE(waitFor([&] { return session.scan() && session.scan()->complete; }));
    session.job().setIterations(0, 1);
    for (int run = 0; run < 2; ++run) {
        ASSERT_TRUE(session.start());
        session.finishForgetting();
        EXPECT_EQ(count(), 1) << "those of the run before are gone";
        ASSERT_TRUE(waitFor([&] { return !session.controller().running(); }));
    }
    const PowderNames files = writePowder(smallPowder(2));
    window.openAll({files.frames, files.poni});
    ASSERT_TRUE(waitFor([&] { return session.integration().stack() && session.integration().geometryKnown(); }));
    ASSERT_TRUE(session.start());
    session.finishForgetting();
    EXPECT_EQ(count(), 0);
    ASSERT_TRUE(waitFor([&] { return !session.controller().running(); }));
}

TEST_F(InterruptedTest, ARunWithoutItsInputIsNotOffered) {
    const job::JobDocument document = scanJob(10);
    runAndDie(document, 6);
    EXPECT_EQ(offered(), 1U);
    std::filesystem::remove(document.inputFile);
    EXPECT_EQ(offered(), 0U);
}

TEST_F(InterruptedTest, TheStartPageContinuesARun) {
    const job::JobDocument document = scanJob(6);
    runAndDie(document, 0);
    MainWindow window;
    window.show();
    ASSERT_TRUE(waitFor([&] { return window.session().interrupted().size() == 1; }));
    const auto button = [&](const char* text) {
        return buttonWith(*window.findChild<StartPage*>(), QString::fromLatin1(text));
    };
    ASSERT_NE(button("Start again"), nullptr);
    ASSERT_NE(button("Forget"), nullptr);
    button("Start again")->click();
    EXPECT_EQ(window.tabs().currentWidget(), &window.livePage());
    EXPECT_TRUE(window.livePage().isVisible());
    ASSERT_TRUE(waitFor([&] { return window.session().scan() && window.session().scan()->complete; }));
    EXPECT_EQ(window.tabs().currentWidget(), &window.livePage()) << "the run is what was asked for, not the scan";
    ASSERT_TRUE(waitFor([&] { return std::filesystem::exists(document.outputFile); }));
    ASSERT_TRUE(waitFor([&] { return !window.session().controller().running(); }));
    EXPECT_EQ(window.tabs().currentWidget(), &window.livePage());
    EXPECT_TRUE(window.session().interrupted().empty());
    window.session().finishForgetting();
    EXPECT_EQ(offered(), 0U);
}

/// What was going on from a result goes on from it again: its iterations are not made anew over it.
TEST_F(InterruptedTest, AContinuedRunGoesOnFromItsResult) {
    struct Silent : job::JobObserver {
    } silent;
    RunControl control;
    ASSERT_EQ(job::runJob(scanJob(5), silent, control, {}).state, job::JobState::done);
    const io::PtychoResult before = io::readResult(scanJob(5).outputFile);
    runAndDie(scanJob(8), 0, {.resume = true, .continueResult = true});
    MainWindow window;
    window.show();
    ASSERT_TRUE(waitFor([&] { return window.session().interrupted().size() == 1; }));
    buttonWith(*window.findChild<StartPage*>(), QStringLiteral("Start again"))->click();
    ASSERT_TRUE(waitFor([&] { return window.session().result() && !window.session().controller().running(); }));
    const io::PtychoResult after = io::readResult(scanJob(5).outputFile);
    ASSERT_EQ(after.loss.size(), 8U);
    for (std::size_t i = 0; i + 1 < before.loss.size(); ++i)
        EXPECT_EQ(after.loss[i].time_s, before.loss[i].time_s) << i << ": the same iteration";
}

TEST_F(InterruptedTest, AnIntegrationStartsAgainIntoItsFile) {
    const PowderNames files = writePowder(smallPowder(4));
    job::JobDocument document = job::integrateJobKind().newDocument();
    document.inputFiles = {toPath(files.frames)};
    document.input.insert_or_assign("poni_file", job::ParameterValue(files.poni.toStdString()));
    document.outputFile = toPath(path("patterns.h5"));
    runAndDie(document, 0);
    MainWindow window;
    window.show();
    ASSERT_TRUE(waitFor([&] { return window.session().interrupted().size() == 1; }));
    emit window.findChild<StartPage*>()->interruptedWanted(window.session().interrupted().front().job.id, true);
    ASSERT_TRUE(waitFor([&] { return std::filesystem::exists(document.outputFile); }));
    ASSERT_TRUE(
        waitFor([&] { return !window.session().controller().running() && window.session().integration().stack(); }));
    EXPECT_EQ(window.session().mode(), Mode::integration);
    EXPECT_EQ(window.tabs().currentWidget(), &window.powderPage());
    // The frames may be open only when their run has ended already: the page is that of the run all the same.
    IntegrationSession& integration = window.session().integration();
    const StackPtr stack = integration.stack();
    job::JobDocument other = document;
    other.inputFiles = {toPath(path("other.h5"))};
    integration.takeStack(other, stack, true);
    window.tabs().setCurrentWidget(&window.powderPage());
    integration.takeStack(document, stack, true);
    EXPECT_EQ(window.tabs().currentWidget(), &window.powderPage());
}

/// Seen on a picture: the line around the card is as far from its ground as a line has to be.
TEST_F(InterruptedTest, TheFrameOfTheCardIsSeenInBothThemes) {
    runAndDie(scanJob(6), 4);
    MainWindow window;
    window.show();
    ASSERT_TRUE(waitFor([&] { return window.session().interrupted().size() == 1; }));
    const auto* card = window.findChild<QFrame*>(QStringLiteral("interruptedCard"));
    ASSERT_NE(card, nullptr);
    for (const Theme theme : {Theme::light, Theme::dark}) {
        window.setTheme(theme);
        settle();
        const QPoint left = card->mapTo(&window, QPoint(0, card->height() / 2));
        const QImage line =
            window.grab(QRect(left - QPoint(2, 0), QSize(5, 1))).toImage().convertToFormat(QImage::Format_RGB32);
        const auto lightness = [&line](int x) { return line.pixelColor(x, 0).lightness(); };
        EXPECT_GT(std::abs(lightness(2) - lightness(0)), 30) << "beside it, " << themeName(theme).toStdString();
        EXPECT_GT(std::abs(lightness(2) - lightness(4)), 30) << "inside, " << themeName(theme).toStdString();
    }
    window.setTheme(Theme::system);
}

TEST_F(InterruptedTest, ForgettingTakesTheCardAway) {
    runAndDie(scanJob(6), 4);
    MainWindow window;
    window.show();
    ASSERT_TRUE(waitFor([&] { return window.session().interrupted().size() == 1; }));
    window.session().forgetInterrupted(window.session().interrupted().front().job.id);
    EXPECT_TRUE(window.session().interrupted().empty());
    window.session().finishForgetting();
    EXPECT_EQ(offered(), 0U);
}

/// Start makes a job of the queue; the window may go, and the next one shows the same run.
TEST_F(InterruptedTest, ARunGoesOnWithoutTheWindowAndTheNextOneShowsIt) {
    settings::setSeparateRuns(true);
    const QString scan = writeScan();
    const auto stored = [] { return job::queue::QueueStore(job::queue::QueueStore::usualFolder()).find(1); };
    {
        MainWindow window;
        window.show();
        window.open(scan);
        Session& session = window.session();
        ASSERT_TRUE(waitFor([&] { return session.scan() && session.scan()->complete; }));
        session.job().setIterations(0, 1000000);
        std::size_t losses = 0;
        bool preview = false;
        QObject::connect(&session.controller(), &JobController::lossesAdded, &window,
                         [&](const std::vector<io::LossEntry>& added) { losses += added.size(); });
        QObject::connect(&session.controller(), &JobController::previewReady, &window, [&] { preview = true; });
        window.startRun();
        ASSERT_TRUE(waitFor([&] { return losses > 3 && preview; }));
        ASSERT_TRUE(session.canLeaveRun());
        ASSERT_TRUE(stored());
        EXPECT_EQ(stored()->name, "scan");
        // Noted by a thread of this window, and by nobody any more when it has gone.
        ASSERT_TRUE(waitFor([&] { return stored()->state == job::queue::QueueState::running; }));
        EXPECT_FALSE(window.close());
        const auto* question = window.findChild<QMessageBox*>(QStringLiteral("closeQuestion"));
        ASSERT_NE(question, nullptr);
        for (QAbstractButton* button : question->buttons())
            if (question->buttonRole(button) == QMessageBox::YesRole) button->click();
        ASSERT_TRUE(waitFor([&] { return !window.isVisible(); }));
    }
    ASSERT_TRUE(stored());
    EXPECT_EQ(stored()->state, job::queue::QueueState::running);
    MainWindow window;
    window.show();
    Session& session = window.session();
    ASSERT_TRUE(waitFor([&] { return session.interrupted().size() == 1; }));
    EXPECT_EQ(buttonWith(*window.findChild<StartPage*>(), QStringLiteral("Continue")), nullptr) << "it does already";
    std::vector<io::LossEntry> losses;
    QObject::connect(
        &session.controller(), &JobController::lossesAdded, &window,
        [&](const std::vector<io::LossEntry>& added) { losses.insert(losses.end(), added.begin(), added.end()); });
    auto* show = buttonWith(*window.findChild<StartPage*>(), QStringLiteral("Show"));
    ASSERT_NE(show, nullptr);
    show->click();
    ASSERT_TRUE(waitFor([&] { return losses.size() > 3; }));
    EXPECT_EQ(losses.front().iteration, 1U) << "the whole curve";
    EXPECT_TRUE(session.controller().running());
    EXPECT_EQ(window.tabs().currentWidget(), &window.livePage());
    session.controller().stop();
    ASSERT_TRUE(waitFor([&] { return !session.controller().running() && session.result(); }));
    EXPECT_EQ(stored()->state, job::queue::QueueState::stopped);
    EXPECT_EQ(offered(), 0U);
}

} // namespace
} // namespace ewald::ui::test
