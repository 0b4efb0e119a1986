// SPDX-License-Identifier: GPL-3.0-or-later
// Runs whose program was killed are found and can be continued, shown or forgotten.
#include "buttons.h"
#include "io/result_file.h"
#include "job/integrate_job_kind.h"
#include "job/ptycho_runner.h"
#include "model/kept_states.h"
#include "model/run_journal.h"
#include "model/text.h"
#include "window/live_page.h"
#include "window/main_window.h"
#include "window/powder_page.h"
#include "window/start_page.h"
#include "window/theme.h"
#include "window_support.h"

#include <QDir>
#include <QFile>
#include <QFrame>
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
    static void runAndDie(const RunJournal& journal, const job::JobDocument& document, std::size_t iteration) {
        const pid_t child = ::fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            const auto entry = journal.begin(document);
            io::Checkpoint checkpoint;
            checkpoint.jobFingerprint = "none";
            checkpoint.iteration = iteration;
            checkpoint.result.object = Array<Complex, 3>({1, 4, 4});
            checkpoint.result.probe = Array<Complex, 4>({1, 1, 2, 2});
            if (iteration > 0) io::writeCheckpoint(job::checkpointFile(document.outputFile), checkpoint);
            ::_exit(entry == nullptr ? 1 : 0); // no destructor runs
        }
        int status = 0;
        ASSERT_EQ(::waitpid(child, &status, 0), child);
        ASSERT_EQ(status, 0);
    }
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

TEST_F(InterruptedTest, OnlyRunsOfDeadProgramsAreInterrupted) {
    const RunJournal journal(m_folder.filePath("runs"));
    const job::JobDocument document = scanJob(10);
    {
        const auto entry = journal.begin(document);
        ASSERT_NE(entry, nullptr);
        EXPECT_TRUE(journal.interrupted().empty()) << "this program runs";
    }
    EXPECT_TRUE(journal.interrupted().empty()) << "it has ended";
    runAndDie(journal, document, 6);
    const auto runs = journal.interrupted();
    ASSERT_EQ(runs.size(), 1U);
    EXPECT_EQ(runs[0].iteration, 6U);
    EXPECT_EQ(runs[0].total, 10U);
    EXPECT_EQ(runs[0].job.files(), document.files());
    EXPECT_EQ(runs[0].job.outputFile, document.outputFile);
    journal.forget(runs[0], true);
    EXPECT_TRUE(journal.interrupted().empty());
    EXPECT_FALSE(std::filesystem::exists(job::checkpointFile(document.outputFile)));
}

TEST_F(InterruptedTest, ARunWithoutItsInputIsNotOffered) {
    const RunJournal journal(m_folder.filePath("runs"));
    const job::JobDocument document = scanJob(10);
    runAndDie(journal, document, 0);
    ASSERT_EQ(journal.interrupted().size(), 1U);
    std::filesystem::remove(document.inputFile);
    EXPECT_TRUE(journal.interrupted().empty());
}

TEST_F(InterruptedTest, TheStartPageContinuesARun) {
    const job::JobDocument document = scanJob(6);
    runAndDie(RunJournal(), document, 0);
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
    EXPECT_TRUE(RunJournal().interrupted().empty());
}

TEST_F(InterruptedTest, AnIntegrationStartsAgainIntoItsFile) {
    const PowderNames files = writePowder(smallPowder(4));
    job::JobDocument document = job::integrateJobKind().newDocument();
    document.inputFiles = {toPath(files.frames)};
    document.input.insert_or_assign("poni_file", job::ParameterValue(files.poni.toStdString()));
    document.outputFile = toPath(path("patterns.h5"));
    runAndDie(RunJournal(), document, 0);
    MainWindow window;
    window.show();
    ASSERT_TRUE(waitFor([&] { return window.session().interrupted().size() == 1; }));
    emit window.findChild<StartPage*>()->interruptedWanted(window.session().interrupted().front().id, true);
    ASSERT_TRUE(waitFor([&] { return std::filesystem::exists(document.outputFile); }));
    ASSERT_TRUE(
        waitFor([&] { return !window.session().controller().running() && window.session().integration().stack(); }));
    EXPECT_EQ(window.session().mode(), Mode::integration);
    EXPECT_EQ(window.tabs().currentWidget(), &window.powderPage());
}

/// Seen on a picture: the line around the card is as far from its ground as a line has to be.
TEST_F(InterruptedTest, TheFrameOfTheCardIsSeenInBothThemes) {
    runAndDie(RunJournal(), scanJob(6), 4);
    MainWindow window;
    window.show();
    ASSERT_TRUE(waitFor([&] { return window.session().interrupted().size() == 1; }));
    const auto* card = window.findChild<QFrame*>(QStringLiteral("interruptedCard"));
    ASSERT_NE(card, nullptr);
    for (const Theme theme : {Theme::light, Theme::dark}) {
        window.setTheme(theme);
        QApplication::processEvents();
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
    runAndDie(RunJournal(), scanJob(6), 4);
    MainWindow window;
    window.show();
    ASSERT_TRUE(waitFor([&] { return window.session().interrupted().size() == 1; }));
    window.session().forgetInterrupted(window.session().interrupted().front().id);
    EXPECT_TRUE(window.session().interrupted().empty());
    window.session().finishForgetting();
    EXPECT_TRUE(RunJournal().interrupted().empty());
}

} // namespace
} // namespace ewald::ui::test
