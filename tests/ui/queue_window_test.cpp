// SPDX-License-Identifier: GPL-3.0-or-later
// The queue in the window: its table of very many jobs, adding, running, failing, and what helps then.
#include "base/long_call.h"
#include "buttons.h"
#include "clip_check.h"
#include "german.h"
#include "job/document/job_kind.h"
#include "job/queue/folder/live_files.h"
#include "job/queue/watch/watched_folder.h"
#include "job/run/preview_file.h"
#include "queue_jobs.h"
#include "test_paths.h"
#include "window/main_window.h"
#include "window/message_bar.h"
#include "window/orientation_dialog.h"
#include "window/queue_delegate.h"
#include "window/queue_details_view.h"
#include "window/queue_dock.h"
#include "window/status_panel.h"
#include "window/sweep_window.h"
#include "window_support.h"

#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSpinBox>
#include <QTableView>
#include <QTextDocumentFragment>
#include <QToolButton>

#include <fstream>

namespace ewald::ui::test {
namespace {

/// Counts the cells that are drawn or measured.
class CountingDelegate : public QueueDelegate {
public:
    using QueueDelegate::QueueDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        ++cells;
        QueueDelegate::paint(painter, option, index);
    }
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        ++cells;
        return QueueDelegate::sizeHint(option, index);
    }
    mutable int cells = 0;
};

/// Ten thousand jobs: whatever happens to them, the thread of the window waits for no store, a change touches the rows
/// that it is about, and only cells that can be seen are drawn.
TEST(QueuePanelTest, OfTenThousandJobsWhatIsSeenIsTouched) {
    const QTemporaryDir folder;
    job::JobDocument document = job::jobKinds().front()->newDocument();
    document.inputFile = "/data/scan.cxi";
    std::vector<job::queue::NewJob> jobs(10000);
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        document.outputFile = "/data/scan_" + std::to_string(i) + "_ewald.h5";
        jobs[i].name = "scan_" + std::to_string(i);
        jobs[i].document = document;
    }
    std::vector<long long> ids;
    {
        job::queue::QueueStore store(toPath(folder.path()));
        store.setSetting(job::queue::kHeldSetting, "1");
        ids = store.add(jobs);
    }
    QueueFeed feed(toPath(folder.path()));
    QueuePanel panel(feed);
    panel.resize(1200, 300);
    panel.show();
    showNow(panel);
    auto* cells = new CountingDelegate(&panel.table());
    panel.table().setItemDelegate(cells);
    int rows = 0, resets = 0;
    const auto count = [&rows](const QModelIndex&, int first, int last) { rows += last - first + 1; };
    QObject::connect(&panel.model(), &QueueModel::rowsInserted, count);
    QObject::connect(&panel.model(), &QueueModel::rowsRemoved, count);
    QObject::connect(&panel.model(), &QueueModel::modelReset, [&resets] { ++resets; });
    // Some pictures of what is seen; all cells are more than a hundred times as many.
    const int seen = QueueModel::kColumns *
                     (panel.table().viewport()->height() / panel.table().verticalHeader()->defaultSectionSize() + 2);
    const int few = 20 * std::max(seen, 20 * QueueModel::kColumns);
    ASSERT_LT(few, 10000 * QueueModel::kColumns / 10);
    const auto expectFewCells = [&](const char* after) {
        settle();
        EXPECT_LE(std::exchange(cells->cells, 0), few) << after;
    };
    const LongCalls calls;
    feed.start();
    ASSERT_TRUE(waitFor([&] { return panel.model().rowCount() == 10000; }));
    expectFewCells("all have come");
    EXPECT_LE(resets, 1);
    resets = rows = 0;
    panel.select({ids[5000]});
    for (std::size_t turn = 0; turn < 5; ++turn) {
        feed.change([id = ids[turn]](QueueFeed::Store& store) { store.cancel(id); });
        ASSERT_TRUE(waitFor([&] { return panel.model().sums().stopped == turn + 1; }));
        panel.table().verticalScrollBar()->setValue(4995 + 500 * static_cast<int>(turn));
        expectFewCells("one was cancelled");
    }
    feed.change([id = ids[9999], before = ids[20]](QueueFeed::Store& store) { store.move(id, before); });
    ASSERT_TRUE(waitFor([&] { return panel.model().indexOf(ids[9999]).row() == 20; }));
    expectFewCells("one was moved");
    EXPECT_EQ(panel.selection(), std::vector<long long>{ids[5000]});
    EXPECT_EQ(rows + resets, 0) << "each has kept its row";
    panel.select(ids);
    EXPECT_EQ(panel.selection().size(), ids.size());
    EXPECT_EQ(panel.table().selectionModel()->selection().size(), 1) << "one range";
    expectFewCells("all are selected");
    panel.search().setText(QStringLiteral("scan_77"));
    EXPECT_EQ(panel.model().rowCount(), 111);
    expectFewCells("some are left");
    panel.grouping().setCurrentIndex(1);
    panel.search().clear();
    EXPECT_EQ(panel.model().rowCount(), 10001);
    expectFewCells("in one group");
    EXPECT_TRUE(calls.seen().empty()) << calls.seen().begin()->first;
}

/// A held queue with one job that a program works on, which is not there; nothing settles it without ewald-cli.
class QueueWithARunningJob : public testing::Test {
protected:
    void SetUp() override {
        qputenv("EWALD_CLI", "/nonexistent/ewald-cli");
        job::queue::QueueStore store(toPath(m_folder.path()));
        store.setSetting(job::queue::kHeldSetting, "1");
        const job::queue::NewJob made = newJob("scan");
        m_id = store.add({&made, 1}).front();
        ASSERT_TRUE(store.claim(m_id, "another program"));
        ASSERT_TRUE(store.setState(m_id, "another program", QueueState::running));
        std::ofstream(store.folderOf(m_id).events())
            << R"({"event":"progress","state":"running","done":1,"total":9})" << std::endl;
    }
    void TearDown() override { qunsetenv("EWALD_CLI"); }

    const QTemporaryDir m_folder;
    long long m_id = 0;
};

/// What only reads leaves the pace of the queue as it is, also where it is asked for again with every look.
TEST_F(QueueWithARunningJob, ReadingDoesNotHurryTheQueue) {
    QueueFeed feed(toPath(m_folder.path()));
    feed.setPace({std::chrono::hours(1), std::chrono::milliseconds(1)});
    int looks = 0;
    QObject::connect(&feed, &QueueFeed::progressed, &feed, [&] { ++looks; });
    feed.start();
    ASSERT_TRUE(waitFor([&] { return looks > 0; }));
    const auto looksWhile = [&](const std::function<void()>& asked) {
        const int before = looks;
        for (int i = 0; i < 20; ++i) {
            asked();
            bool answered = false;
            feed.ask<int>([](QueueFeed::Store&) { return 1; }, [&](int) { answered = true; });
            EXPECT_TRUE(waitFor([&] { return answered; }));
        }
        return looks - before;
    };
    EXPECT_LE(looksWhile([] {}), 1) << "the second look, after the first one has found something new";
    int jobs = 0;
    EXPECT_GE(looksWhile([&] { feed.setAtOnce(static_cast<std::size_t>(++jobs)); }), 10) << "changes do";
}

/// The panel asks for previews as a window does, and shows them.
TEST_F(QueueWithARunningJob, ItsPictureIsShownWhileItRuns) {
    QueueFeed feed(toPath(m_folder.path()));
    QueuePanel panel(feed);
    panel.resize(1200, 300);
    panel.show();
    feed.start();
    ASSERT_TRUE(waitFor([&] { return panel.model().rowCount() == 1; }));
    panel.select({m_id});
    const job::queue::LiveFiles files(job::queue::QueueStore(toPath(m_folder.path())).folderOf(m_id));
    ASSERT_TRUE(waitFor([&] { return QFile::exists(toQString(files.watched())); }));
    EXPECT_GT(files.readWatch()->previewInterval_s, 0);
    EXPECT_TRUE(panel.details().picture().isNull());
    job::Preview preview;
    preview.iteration = 1;
    preview.object = Array<Complex, 2>(std::array<std::size_t, 2>{40, 40});
    for (std::size_t i = 0; i < preview.object.size(); ++i)
        preview.object.data()[i] = std::polar(1.F, static_cast<float>(i % 40) / 40);
    preview.probe = Array<Complex, 3>(std::array<std::size_t, 3>{1, 16, 16});
    std::fill_n(preview.probe.data(), preview.probe.size(), Complex(1));
    preview.windowPixels = 16;
    for (const double at : {0., 12., 24.}) preview.positions.push_back({at, at});
    job::writePreview(files.preview(), preview);
    ASSERT_TRUE(waitFor([&] { return !panel.details().picture().isNull(); }));
    // Another window, which looks more closely, is not disturbed.
    const job::queue::Watch other{0.1, 3, true};
    files.writeWatch(other);
    files.watchToo({1, 0, false});
    EXPECT_EQ(files.readWatch(), other);
}

TEST_F(QueueWithARunningJob, AbortAsksAndStopIsItsFirstAnswer) {
    QueueFeed feed(toPath(m_folder.path()));
    QueuePanel panel(feed);
    feed.start();
    ASSERT_TRUE(waitFor([&] { return panel.model().rowCount() == 1; }));
    panel.select({m_id});
    panel.actions().abort->trigger();
    auto* box = panel.findChild<QMessageBox*>(QStringLiteral("abortJobsQuestion"));
    ASSERT_NE(box, nullptr);
    EXPECT_EQ(panel.model().find(m_id)->wish, job::queue::Wish::none);
    ASSERT_NE(box->defaultButton(), nullptr);
    box->defaultButton()->click();
    EXPECT_TRUE(waitFor([&] { return panel.model().find(m_id)->wish == job::queue::Wish::stop; }));
}

TEST(QueueFeedTest, WhatWasAskedForIsDoneBeforeItEnds) {
    const QTemporaryDir folder;
    {
        QueueFeed feed(toPath(folder.path()));
        for (int i = 0; i < 20; ++i)
            feed.change([i](QueueFeed::Store& store) {
                const job::queue::NewJob made = newJob("scan_" + std::to_string(i));
                static_cast<void>(store.add({&made, 1}));
            });
    }
    EXPECT_EQ(job::queue::QueueStore(toPath(folder.path())).jobs().size(), 20U);
}

TEST(QueueFeedTest, AStoreThatCannotBeOpenedIsSaidToWhatAsksForIt) {
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("file"));
    ASSERT_TRUE(QFile(file).open(QIODevice::WriteOnly));
    QueueFeed feed(toPath(file) / "queue");
    UserMessage said;
    QObject::connect(&feed, &QueueFeed::message, &feed, [&](const UserMessage& message) { said = message; });
    feed.change([](QueueFeed::Store&) {});
    EXPECT_TRUE(waitFor([&] { return !said.what.isEmpty() && !feed.problem().what.isEmpty(); }));
}

TEST(QueuePanelTest, EachRemovalIsUndoneByItselfAndGroupsAreOneCell) {
    const QTemporaryDir folder;
    {
        job::queue::QueueStore store(toPath(folder.path()));
        store.setSetting(job::queue::kHeldSetting, "1");
        const std::vector<job::queue::NewJob> made{newJob("a"), newJob("b"), newJob("c")};
        static_cast<void>(store.add(made));
    }
    QueueFeed feed(toPath(folder.path()));
    QueuePanel panel(feed);
    feed.start();
    ASSERT_TRUE(waitFor([&] { return panel.model().rowCount() == 3; }));
    const long long first = panel.model().jobs()[0].id;
    panel.grouping().setCurrentIndex(1);
    EXPECT_EQ(panel.table().columnSpan(0, 0), QueueModel::kColumns) << "the row of a group is one cell";
    EXPECT_EQ(panel.table().columnSpan(1, 0), 1);
    panel.grouping().setCurrentIndex(0);
    EXPECT_EQ(panel.table().columnSpan(0, 0), 1);
    for (int left = 2; left > 0; --left) {
        panel.select({panel.model().jobs()[0].id});
        panel.actions().remove->trigger();
        ASSERT_TRUE(waitFor([&] { return panel.model().rowCount() == left; }));
    }
    for (int there = 2; there <= 3; ++there) {
        ASSERT_TRUE(waitFor([&] { return panel.actions().restore->isEnabled(); }));
        panel.actions().restore->trigger();
        ASSERT_TRUE(waitFor([&] { return panel.model().rowCount() == there; }));
    }
    EXPECT_NE(panel.model().find(first), nullptr);
}

class QueueTest : public WindowTest {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        makeWindow();
    }
    void makeWindow() {
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1280, 800);
        m_window->show();
    }
    void openScan(const QString& name = QStringLiteral("scan.cxi")) {
        m_window->open(writeScan(smallExperiment(), name));
        ASSERT_TRUE(waitFor([this] { return m_window->session().scan() && m_window->session().scan()->complete; }));
        m_window->session().job().setIterations(0, 5);
    }
    [[nodiscard]] QueuePanel& panel() { return m_window->queue().panel(); }
    [[nodiscard]] std::size_t count(QueueState state) {
        return static_cast<std::size_t>(std::ranges::count(panel().model().jobs(), state, &QueueJob::state));
    }
    [[nodiscard]] std::size_t jobs() { return panel().model().jobs().size(); }

    std::unique_ptr<MainWindow> m_window;
};

TEST_F(QueueTest, QueueAndRunsFitOnASmallScreen) {
    openScan();
    m_window->queue().reveal();
    for (auto* dock : m_window->findChildren<QDockWidget*>()) dock->show();
    ASSERT_TRUE(waitFor([this] { return m_window->findChildren<QDockWidget*>().size() >= 2; }));
    settleAll();
    EXPECT_LE(m_window->minimumSizeHint().height(), 800);
    EXPECT_LE(m_window->minimumSizeHint().width(), 1280);
    EXPECT_EQ(m_window->height(), 800);
}

TEST_F(QueueTest, TheJobOfTheFormRunsInTheQueueAndItsResultOpens) {
    openScan();
    auto* button = m_window->findChild<QToolButton*>(QStringLiteral("addToQueue"));
    ASSERT_NE(button, nullptr);
    QTest::mouseClick(button, Qt::LeftButton);
    QTest::mouseClick(button, Qt::LeftButton); // the same again: another result
    ASSERT_TRUE(waitFor([this] { return count(QueueState::done) == 2; }));
    EXPECT_TRUE(QFile::exists(path(QStringLiteral("scan_ewald.h5"))));
    EXPECT_TRUE(QFile::exists(path(QStringLiteral("scan_ewald_2.h5"))));
    m_window->queue().reveal({panel().model().jobs().front().id});
    ASSERT_TRUE(panel().actions().open->isEnabled());
    EXPECT_FALSE(panel().actions().retry->isEnabled());
    panel().actions().open->trigger();
    ASSERT_TRUE(waitFor([this] { return m_window->session().result() != nullptr; }));
    EXPECT_EQ(m_window->session().result()->file, path(QStringLiteral("scan_ewald.h5")));
}

TEST_F(QueueTest, AJobNamesWhatDidNotComeFromItsFile) {
    openScan();
    panel().holdAction()->trigger();
    m_window->session().job().setValue(*job::findParameter("swap_positions"), job::ParameterValue(true));
    m_window->addToQueue();
    ASSERT_TRUE(waitFor([this] { return jobs() == 1; }));
    m_window->queue().reveal({panel().model().jobs().front().id});
    const auto* line = panel().details().findChild<QLabel*>(QStringLiteral("byHand"));
    ASSERT_NE(line, nullptr);
    ASSERT_TRUE(waitFor([&] { return !line->isHidden(); }));
    EXPECT_EQ(QString(line->text()).remove(QChar(0x200b)), QStringLiteral("Not from the file: Swap x and y"));
}

TEST_F(QueueTest, AHeldQueueStartsNothingUntilItRunsAgain) {
    openScan();
    panel().holdAction()->trigger();
    m_window->addToQueue();
    ASSERT_TRUE(waitFor([this] { return jobs() == 1; }));
    // It says so, also at the bottom of the window, and offers what helps.
    ASSERT_TRUE(waitFor([this] { return m_window->messageBar().isShown(); }));
    EXPECT_EQ(m_window->messageBar().message().what, QStringLiteral("scan is in the queue; the queue is held"));
    EXPECT_EQ(m_window->statusPanel().queue().text(), QStringLiteral("Queue: 1 waiting · held"));
    // After each change the queue looks for jobs that can be started.
    for (std::size_t number = 1; number <= 3; ++number) {
        m_window->queue().feed().setAtOnce(number);
        ASSERT_TRUE(waitFor([&] { return m_window->queue().feed().snapshot()->atOnce == number; }));
    }
    EXPECT_EQ(count(QueueState::queued), 1U);
    QAbstractButton* run = buttonWith(m_window->messageBar(), QStringLiteral("Run the queue"));
    ASSERT_NE(run, nullptr);
    run->click();
    EXPECT_TRUE(waitFor([this] { return count(QueueState::done) == 1; }));
    EXPECT_EQ(m_window->statusPanel().queue().text(), QStringLiteral("Queue: 1 done"));
    EXPECT_FALSE(m_window->queue().isVisible());
    m_window->statusPanel().queue().click();
    EXPECT_TRUE(m_window->queue().isVisible());
}

TEST_F(QueueTest, AFailureIsSaidInWordsWithWhatHelps) {
    openScan();
    panel().holdAction()->trigger();
    m_window->addToQueue();
    ASSERT_TRUE(waitFor([this] { return jobs() == 1; }));
    ASSERT_TRUE(QFile::remove(path(QStringLiteral("scan.cxi"))));
    panel().holdAction()->trigger();
    ASSERT_TRUE(waitFor([this] { return count(QueueState::failed) == 1; }));
    ASSERT_TRUE(waitFor([this] { return m_window->messageBar().isShown(); }));
    EXPECT_EQ(m_window->messageBar().message().severity, io::Severity::error);
    m_window->queue().reveal({panel().model().jobs().front().id});
    ASSERT_TRUE(waitFor([this] {
        const QTextDocumentFragment shown = QTextDocumentFragment::fromHtml(panel().details().messageText());
        return shown.toPlainText().remove(QChar(0x200b)).contains(QStringLiteral("scan.cxi"));
    }));
    EXPECT_TRUE(panel().details().cureButton()->isVisible());
    ASSERT_TRUE(waitFor([this] { return !panel().details().log()->toPlainText().isEmpty(); }));
    // The file is back: another turn does it.
    ASSERT_FALSE(writeScan().isEmpty());
    panel().actions().retry->trigger();
    EXPECT_TRUE(waitFor([this] { return count(QueueState::done) == 1; }));
    EXPECT_EQ(panel().details().messageText(), QString());
}

TEST_F(QueueTest, ADoubtfulJobLeadsToTheSearchForItsOrientation) {
    openScan();
    panel().holdAction()->trigger();
    m_window->addToQueue();
    ASSERT_TRUE(waitFor([this] { return jobs() == 1; }));
    const long long id = panel().model().jobs().front().id;
    const std::filesystem::path other = toPath(writeScan(smallExperiment(), QStringLiteral("other.cxi")));
    m_window->open(toQString(other)); // the scan of the job is opened again
    ASSERT_TRUE(waitFor([&] {
        return m_window->session().scan()->job.inputFile == other && m_window->session().scan()->complete &&
               !m_window->session().busy();
    }));
    m_window->queue().feed().change([id](QueueFeed::Store& store) {
        job::queue::JobStatus status{QueueState::done, {}, 1, 2, {}};
        status.figures.errorIsHigh = true;
        ASSERT_TRUE(store.claim(id, "another program"));
        ASSERT_TRUE(store.settle(id, "another program", status));
    });
    ASSERT_TRUE(waitFor([this] { return count(QueueState::done) == 1; }));
    m_window->queue().reveal({id});
    ASSERT_EQ(panel().details().cure().what, QueueCure::What::findOrientation);
    panel().details().cureButton()->click();
    ASSERT_TRUE(waitFor([this] { return m_window->orientationDialog() != nullptr; }));
    EXPECT_EQ(m_window->session().scan()->job.inputFile, toPath(path(QStringLiteral("scan.cxi"))));
    m_window->orientationDialog()->close();
}

TEST_F(QueueTest, JobsAreRemovedPutBackMovedAndEdited) {
    openScan();
    panel().holdAction()->trigger();
    for (int i = 0; i < 3; ++i) m_window->addToQueue();
    ASSERT_TRUE(waitFor([this] { return jobs() == 3; }));
    m_window->queue().reveal();
    const auto order = [this] {
        std::vector<long long> ids;
        for (const QueueJob& job : panel().model().jobs()) ids.push_back(job.id);
        return ids;
    };
    const std::vector<long long> before = order();
    panel().select({before[2]});
    panel().actions().up->trigger();
    ASSERT_TRUE(waitFor([&] { return order() == std::vector<long long>{before[0], before[2], before[1]}; }));
    panel().actions().morePriority->trigger();
    ASSERT_TRUE(waitFor([&] { return order().front() == before[2]; }));
    panel().select({before[0], before[1]});
    panel().actions().remove->trigger();
    ASSERT_TRUE(waitFor([&] { return order() == std::vector<long long>{before[2]}; }));
    panel().actions().restore->trigger();
    ASSERT_TRUE(waitFor([this] { return jobs() == 3; }));
    // Into the form, without the result of the job it is taken from.
    m_window->session().job().setIterations(0, 77);
    panel().select({before[2]});
    panel().actions().edit->trigger();
    ASSERT_TRUE(waitFor([this] { return m_window->session().job().totalIterations() == 5; }));
}

TEST_F(QueueTest, AFailedJobAndTheOneMadeOfItNameEachOther) {
    openScan();
    const job::ParameterDef& crop = *job::findParameter("crop_size");
    JobModel& form = m_window->session().job();
    form.setIterations(0, 2);
    form.setValue(crop, job::ParameterValue(4096LL)); // larger than the frames
    m_window->addToQueue();
    ASSERT_TRUE(waitFor([this] { return count(QueueState::failed) == 1; }));
    const long long failed = panel().model().jobs().front().id;
    form.reset(crop);
    panel().select({failed});
    panel().actions().edit->trigger();
    ASSERT_TRUE(waitFor([&] { return form.document().integer("crop_size") == 4096; }));
    form.reset(crop);
    m_window->addToQueue();
    ASSERT_TRUE(waitFor([this] { return count(QueueState::done) == 1; }));
    const auto comment = [this](QueueState state) -> std::string {
        for (const QueueJob& job : panel().model().jobs())
            if (job.state == state) return job.comment;
        return {};
    };
    const long long again = failed + 1;
    ASSERT_TRUE(waitFor([&] { return !comment(QueueState::failed).empty(); }));
    EXPECT_EQ(comment(QueueState::failed), "done again as job " + std::to_string(again));
    EXPECT_EQ(comment(QueueState::done), "in place of job " + std::to_string(failed));
}

TEST_F(QueueTest, ANewWindowFindsTheJobsOfTheOneBefore) {
    openScan();
    panel().holdAction()->trigger();
    m_window->addToQueue();
    ASSERT_TRUE(waitFor([this] { return jobs() == 1; }));
    m_window.reset();
    makeWindow();
    ASSERT_TRUE(waitFor([this] { return jobs() == 1; }));
    EXPECT_EQ(count(QueueState::queued), 1U); // held, as it was
    panel().holdAction()->trigger();
    EXPECT_TRUE(waitFor([this] { return count(QueueState::done) == 1; }));
}

TEST_F(QueueTest, ClosingAsksWhatBecomesOfWaitingJobsAndTheyRunWithoutTheWindow) {
    openScan();
    m_window->session().job().setIterations(0, 400); // longer than the window looks away
    panel().holdAction()->trigger();
    for (int i = 0; i < 3; ++i) m_window->addToQueue();
    ASSERT_TRUE(waitFor([this] { return jobs() == 3; }));
    EXPECT_TRUE(m_window->close()) << "a held queue waits anyway";
    m_window->show();
    panel().holdAction()->trigger();
    ASSERT_TRUE(waitFor([this] { return panel().model().sums().running == 1; }));
    EXPECT_FALSE(m_window->close());
    const auto box = [this] { return m_window->findChild<QMessageBox*>(QStringLiteral("queueQuestion")); };
    ASSERT_NE(box(), nullptr);
    const QList<QAbstractButton*> buttons = box()->buttons();
    const auto runOn = std::ranges::find_if(
        buttons, [](QAbstractButton* button) { return button->text() == "Go on without the window"; });
    ASSERT_NE(runOn, buttons.end());
    (*runOn)->click();
    EXPECT_FALSE(m_window->isVisible());
    m_window.reset();
    for (const char* name : {"scan_ewald.h5", "scan_ewald_2.h5", "scan_ewald_3.h5"})
        EXPECT_TRUE(waitFor([&] { return QFile::exists(path(QLatin1String(name))); })) << name;
}

TEST_F(QueueTest, APausedJobKeepsTheWindowFromClosingByNoQuestion) {
    openScan();
    panel().holdAction()->trigger();
    m_window->addToQueue();
    ASSERT_TRUE(waitFor([this] { return jobs() == 1; }));
    panel().select({panel().model().jobs().front().id});
    panel().actions().pause->trigger();
    ASSERT_TRUE(waitFor([this] { return count(QueueState::paused) == 1; }));
    panel().holdAction()->trigger();
    ASSERT_TRUE(waitFor([this] { return !m_window->queue().feed().snapshot()->held; }));
    EXPECT_TRUE(m_window->close());
}

TEST_F(QueueTest, AWatchedFolderMakesJobsUntilThePanelEndsIt) {
    openScan();
    const QString folder = path(QStringLiteral("incoming"));
    ASSERT_TRUE(QDir().mkpath(folder));
    job::queue::WatchedFolder watched;
    watched.folder = toPath(folder);
    watched.common = m_window->session().job().document();
    watched.quiet_s = 0.5;
    m_window->queue().watch(watched, true);
    ASSERT_TRUE(waitFor([this] { return panel().watchButton()->menu()->actions().size() == 3; }));
    ASSERT_TRUE(QFile::copy(path(QStringLiteral("scan.cxi")), folder + QStringLiteral("/scan_7.cxi")));
    ASSERT_TRUE(waitFor([this] { return count(QueueState::done) == 1; }));
    EXPECT_TRUE(QFile::exists(folder + QStringLiteral("/scan_7_ewald.h5")));
    panel().watchButton()->menu()->actions().last()->trigger();
    EXPECT_TRUE(waitFor([this] { return panel().watchButton()->menu()->actions().size() == 1; }));
    // Or the message that it is watched does.
    m_window->queue().watch(watched, false);
    ASSERT_TRUE(waitFor([this] { return panel().watchButton()->menu()->actions().size() == 3; }));
    const auto stop = [this]() -> QPushButton* {
        for (auto* button : m_window->messageBar().findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Stop watching")) return button;
        return nullptr;
    };
    ASSERT_TRUE(waitFor([&] { return stop() != nullptr; }));
    stop()->click();
    EXPECT_TRUE(waitFor([this] { return panel().watchButton()->menu()->actions().size() == 1; }));
}

TEST_F(QueueTest, NothingOfThePanelIsCutOffInTheLongerLanguage) {
    m_window.reset();
    const German german;
    makeWindow();
    m_window->open(writeScan(smallExperiment(), kLongName));
    ASSERT_TRUE(waitFor([this] { return m_window->session().scan() && m_window->session().scan()->complete; }));
    m_window->session().job().setIterations(0, 3);
    m_window->addToQueue();
    m_window->queue().reveal();
    ASSERT_TRUE(waitFor([this] { return count(QueueState::done) == 1; }));
    m_window->queue().reveal({panel().model().jobs().front().id});
    settleAll();
    EXPECT_EQ(clipped(*m_window), "");
    EXPECT_EQ(m_window->size(), QSize(1280, 800));
    m_window->runsDock().show();
    m_window->runsDock().raise();
    settleAll();
    EXPECT_EQ(clipped(*m_window), "");
    m_window->showSweep();
    settleAll();
    EXPECT_EQ(clipped(*m_window->sweepWindow()), "");
    m_window.reset(); // before its language
}

TEST_F(QueueTest, AMissingProgramIsSaidAndJobsCanBeAddedMeanwhile) {
    qputenv("EWALD_CLI", "/nonexistent/ewald-cli");
    m_window.reset();
    makeWindow();
    openScan();
    m_window->addToQueue();
    ASSERT_TRUE(waitFor([this] { return jobs() == 1; }));
    m_window->queue().reveal();
    const auto* problem = panel().findChild<QLabel*>(QStringLiteral("queueProblem"));
    ASSERT_TRUE(waitFor([problem] { return problem->isVisible(); }));
    EXPECT_TRUE(problem->text().contains(QStringLiteral("ewald-cli")));
    qunsetenv("EWALD_CLI");
    EXPECT_TRUE(waitFor([this] { return count(QueueState::done) == 1; })); // installed again
    EXPECT_FALSE(problem->isVisible());
}

} // namespace
} // namespace ewald::ui::test
