// SPDX-License-Identifier: GPL-3.0-or-later
// Room in the panel of the queue: words of its columns, and the details of a job, beside everything else.
#include "clip_check.h"
#include "cover_check.h"
#include "form/collapsible_section.h"
#include "job/queue/watch/watched_folder.h"
#include "queue_jobs.h"
#include "window/device_picker.h"
#include "window/language.h"
#include "window/main_window.h"
#include "window/queue_delegate.h"
#include "window/queue_details_view.h"
#include "window/queue_dock.h"
#include "window/queue_panel.h"
#include "window/yielding_area.h"
#include "window_support.h"

#include <QAction>
#include <QHeaderView>
#include <QImage>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableView>
#include <QToolBar>
#include <QToolButton>

#include <algorithm>

namespace ewald::ui::test {
namespace {

using job::queue::JobStatus;

class QueueRoomTest : public WindowTest, public ::testing::WithParamInterface<const char*> {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        installLanguage(QString::fromLatin1(GetParam()));
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1360, 860);
        showNow(*m_window);
        for (DevicePicker* devices : m_window->findChildren<DevicePicker*>())
            for (CollapsibleSection* section : devices->findChildren<CollapsibleSection*>()) section->setOpen(true);
        m_window->queue().reveal();
        panel().holdAction()->trigger();
        ASSERT_TRUE(waitFor([this] { return feed().snapshot() && feed().snapshot()->held; }));
    }
    void TearDown() override {
        m_window.reset();
        removeTranslators();
        QLocale::setDefault(QLocale(QStringLiteral("en")));
    }
    [[nodiscard]] QueuePanel& panel() { return m_window->queue().panel(); }
    [[nodiscard]] QueueFeed& feed() { return m_window->queue().feed(); }
    [[nodiscard]] QueueDetailsView& details() { return panel().details(); }
    /// One job of each kind of end, all of them with long names.
    void addJobs() {
        const std::string name = kLongName.toStdString();
        feed().change([name](QueueFeed::Store& store) {
            std::vector<job::queue::NewJob> made(4, newJob(name));
            for (std::size_t i = 0; i < made.size(); ++i) {
                made[i].document.outputFile = "/data/" + std::to_string(i) + name + "_ewald.h5";
                made[i].sample = "gold balls on a membrane of silicon nitride, batch 12";
                made[i].comment = "the stage was moved between the frames 120 and 140; compare with " + name;
                made[i].operatorName = "night shift";
            }
            const std::vector<long long> ids = store.add(made);
            JobStatus failed{QueueState::failed, {}, 1, 2, {}};
            failed.error = {"a chunk of the frames cannot be decoded", "/data/visitor/ma1234/" + name + ":/entry/data",
                            "copy the file again from its source, or leave out the frames that are damaged"};
            JobStatus high{QueueState::done, {}, 1, 20000, {}};
            high.figures.errorIsHigh = true;
            JobStatus stopped{QueueState::stopped, {"stopped by request", {}, {}}, 1, 2, {}};
            stopped.figures.isSaved = true;
            const std::array<JobStatus, 4> ends{failed, {QueueState::done, {}, 1, 2, {}}, high, stopped};
            for (std::size_t i = 0; i < ends.size(); ++i) {
                ASSERT_TRUE(store.claim(ids[i], "another program"));
                ASSERT_TRUE(store.settle(ids[i], "another program", ends[i]));
            }
        });
        ASSERT_TRUE(waitFor([this] { return panel().model().sums().stopped == 1; }));
    }
    void expectWholeDetails(long long id) {
        panel().select({id});
        settleAll();
        const std::string what = panel().model().find(id)->error.what;
        details().addToLog({QString(300, u'x'), QStringLiteral("a line of the log ").repeated(20)});
        settleAll();
        EXPECT_EQ(clipped(*m_window), "") << what;
        for (const QPushButton* button : details().findChildren<QPushButton*>()) {
            if (!button->isVisible()) continue;
            EXPECT_EQ(placeInWindow(*button).size(), button->size()) << what;
        }
        const QPlainTextEdit& log = *details().log();
        EXPECT_EQ(placeInWindow(log).size(), log.size()) << what;
        EXPECT_GE(log.viewport()->height(), 3 * log.fontMetrics().lineSpacing()) << what;
        EXPECT_EQ(log.horizontalScrollBar()->maximum(), 0) << what << ": lines are wrapped";
        const auto* upper = details().findChild<YieldingArea*>();
        ASSERT_NE(upper, nullptr);
        EXPECT_GE(placeInWindow(*upper).height(),
                  std::min(upper->sizeHint().height(), 4 * details().fontMetrics().lineSpacing()))
            << what;
        EXPECT_EQ(upper->horizontalScrollBar()->maximum(), 0) << what;
        for (const QLabel* label : details().findChildren<QLabel*>()) {
            if (!label->isVisible() || label->text() != details().messageText()) continue;
            const int lines = 2 * label->fontMetrics().lineSpacing(); // what has happened, and where
            EXPECT_GE(placeInWindow(*label).height(), std::min(label->height(), lines)) << what;
        }
        for (const QLabel* label : details().findChildren<QLabel*>()) {
            if (!label->isVisible()) continue;
            EXPECT_LE(label->mapTo(upper->widget(), label->rect().bottomRight()).x(), upper->viewport()->width())
                << label->text().toStdString();
        }
    }
    std::unique_ptr<MainWindow> m_window;
};

TEST_P(QueueRoomTest, ALowWindowGivesTheHeightOfTheQueueBack) {
    settleAll();
    const int before = m_window->queue().height();
    m_window->resize(1000, 640);
    settleAll();
    EXPECT_LT(m_window->queue().height(), before) << "nothing is given back";
    m_window->resize(1360, 860);
    EXPECT_TRUE(waitFor([&] { return m_window->queue().height() == before; }))
        << m_window->queue().height() << " of " << before;
}

TEST_P(QueueRoomTest, DetailsOfAJobHaveRoomBesideTheDevices) {
    addJobs();
    ASSERT_GE(m_window->queue().height(), 200);
    for (const QueueJob& job : std::vector<QueueJob>(panel().model().jobs())) expectWholeDetails(job.id);
    EXPECT_EQ(m_window->size(), QSize(1360, 860));
    const auto* notes = details().findChild<QLabel*>(QStringLiteral("notes"));
    ASSERT_NE(notes, nullptr);
    const QString text = QString(notes->text()).remove(QChar(0x200b));
    for (const char* said : {"gold balls", "night shift", "the stage was moved"})
        EXPECT_TRUE(text.contains(QLatin1String(said))) << text.toStdString();
}

/// Whatever picture there is, and wherever the details of the job before were scrolled to.
TEST_P(QueueRoomTest, TheReasonIsSeenBesideThePicture) {
    addJobs();
    QImage picture(200, 200, QImage::Format_RGB32);
    picture.fill(Qt::gray);
    for (const QueueJob& job : std::vector<QueueJob>(panel().model().jobs())) {
        panel().select({job.id});
        settleAll();
        details().showPicture(picture);
        settleAll();
        if (!details().messageText().isEmpty()) {
            const auto labels = details().findChildren<QLabel*>();
            const auto message = std::ranges::find_if(labels, [this](const QLabel* label) {
                return label->isVisible() && label->text() == details().messageText();
            });
            ASSERT_NE(message, labels.end());
            const int lines = 2 * (*message)->fontMetrics().lineSpacing(); // what has happened, and where
            EXPECT_GE(placeInWindow(**message).height(), std::min((*message)->height(), lines)) << job.id;
        }
        for (QScrollArea* area : panel().findChildren<QScrollArea*>())
            area->verticalScrollBar()->setValue(area->verticalScrollBar()->maximum());
    }
}

/// A message, and a page that asks for much of the height, take nothing from the queue below them.
TEST_P(QueueRoomTest, AMessageTakesNothingFromTheDetails) {
    m_window->open(writeScan(smallExperiment(), QStringLiteral("scan.cxi")));
    ASSERT_TRUE(waitFor([this] { return m_window->session().scan() && m_window->session().scan()->complete; }));
    addJobs();
    settleAll();
    const int before = m_window->queue().height();
    m_window->messageBar().show({io::Severity::error,
                                 QStringLiteral("The frames cannot be read: the file is damaged, or another program "
                                                "writes it, and some of what it announces is not there"),
                                 QStringLiteral("/data/visitor/ma1234/") + kLongName,
                                 QStringLiteral("Wait until the other program has ended, or copy the file again from "
                                                "its source; then open it once more, with all that belongs to it"),
                                 {}});
    settleAll();
    EXPECT_TRUE(m_window->messageBar().isVisible());
    EXPECT_GE(m_window->queue().height(), before);
    for (const QueueJob& job : std::vector<QueueJob>(panel().model().jobs())) expectWholeDetails(job.id);
}

TEST_P(QueueRoomTest, ColumnsOfFewWordsAreWideEnough) {
    // Jobs without a store, in a panel as wide as that of the window.
    QueueFeed idle(toPath(path(QStringLiteral("idle"))));
    QueuePanel alone(idle);
    alone.resize(panel().size());
    showNow(alone);
    std::vector<QueueJob> jobs;
    long long id = 0;
    for (const QueueState state : {QueueState::queued, QueueState::waiting, QueueState::running, QueueState::paused,
                                   QueueState::done, QueueState::stopped, QueueState::failed})
        jobs.push_back(jobOf(++id, state));
    QueueJob high = jobOf(++id, QueueState::done); // a resolution that was not measured
    high.figures.errorIsHigh = true;
    high.figures.fourierError = 0.01234;
    high.ended = 24 * 3600;
    high.started = 61;
    jobs.push_back(high);
    alone.model().take(snapshotOf(jobs));
    settle();
    QTableView& table = alone.table();
    const QAbstractItemView& view = table; // its hint is public there
    EXPECT_EQ(alone.model().index(7, QueueModel::kResolution).data().toString(),
              std::string(GetParam()) == "de" ? QStringLiteral("nicht gemessen") : QStringLiteral("not measured"));
    for (const int column : {QueueModel::kState, QueueModel::kProgress, QueueModel::kRate, QueueModel::kLeft,
                             QueueModel::kError, QueueModel::kResolution}) {
        EXPECT_GE(table.columnWidth(column), view.sizeHintForColumn(column)) << column;
        EXPECT_GE(table.columnWidth(column), table.horizontalHeader()->sectionSizeHint(column)) << column;
    }
    // With the dot of 9 pixels before it.
    EXPECT_GE(table.columnWidth(QueueModel::kState), view.sizeHintForColumn(QueueModel::kState) + 9);
    const int end = table.columnViewportPosition(QueueModel::kResolution) + table.columnWidth(QueueModel::kResolution);
    EXPECT_LE(end, table.viewport()->width()) << "seen without scrolling";
}

/// Why a job has failed: as much of it as there is room for, from its beginning; the whole in the tool tip and beside.
TEST_P(QueueRoomTest, MessagesAreReadInTheTable) {
    addJobs();
    settleAll();
    const QTableView& table = panel().table();
    const int left = table.columnViewportPosition(QueueModel::kMessage);
    const int width = table.columnWidth(QueueModel::kMessage);
    EXPECT_LE(left + width, table.viewport()->width()) << "seen without scrolling";
    const int letters = 20 * table.fontMetrics().averageCharWidth(); // "a chunk of the frames"
    EXPECT_GE(width, letters);
    EXPECT_GE(table.columnWidth(QueueModel::kName), letters);
    EXPECT_EQ(left, table.columnViewportPosition(QueueModel::kState) + table.columnWidth(QueueModel::kState));
    const int last = table.columnViewportPosition(QueueModel::kDevices) + table.columnWidth(QueueModel::kDevices);
    EXPECT_LE(last, table.viewport()->width()) << "where it runs is seen as well";
    EXPECT_GE(table.columnWidth(QueueModel::kDevices), table.horizontalHeader()->sectionSizeHint(QueueModel::kDevices));
    EXPECT_EQ(table.horizontalScrollBar()->maximum(), 0);
    const auto heading = [this](int role) {
        return panel().model().headerData(QueueModel::kError, Qt::Horizontal, role).toString();
    };
    EXPECT_EQ(heading(Qt::DisplayRole), std::string(GetParam()) == "de" ? "Fehler" : "Error");
    EXPECT_TRUE(heading(Qt::ToolTipRole).startsWith(QStringLiteral("Fourier"))) << "of which kind";
    const QModelIndex index = panel().model().index(0, QueueModel::kMessage);
    const QString what = index.data().toString();
    ASSERT_FALSE(what.isEmpty());
    class Delegate : public QueueDelegate {
    public:
        using QueueDelegate::initStyleOption;
    } delegate;
    QStyleOptionViewItem option;
    option.textElideMode = Qt::ElideMiddle;
    delegate.initStyleOption(&option, index);
    EXPECT_EQ(option.textElideMode, Qt::ElideRight);
    const QueueJob& failed = panel().model().jobs().front();
    for (const std::string& part : {failed.error.where, failed.error.what})
        EXPECT_TRUE(index.data(Qt::ToolTipRole).toString().contains(coreText(part), Qt::CaseInsensitive)) << part;
    panel().select({failed.id});
    EXPECT_TRUE(details().messageText().contains(coreText(failed.error.what).mid(1)));
    m_window->resize(1900, 860); // all the rest of the width
    settleAll();
    EXPECT_GT(table.columnWidth(QueueModel::kMessage), 2 * width);
}

TEST_P(QueueRoomTest, AllDevicesAreSeenWhereTheQueueLeavesRoom) {
    m_window->queue().hide();
    m_window->open(writeScan(smallExperiment(), QStringLiteral("scan.cxi")));
    ASSERT_TRUE(waitFor([this] { return m_window->session().scan() && m_window->session().scan()->complete; }));
    int seen = 0;
    for (const DevicePicker* devices : m_window->findChildren<DevicePicker*>()) {
        if (!devices->isVisible()) continue;
        settleAll();
        ++seen;
        EXPECT_EQ(placeInWindow(*devices).size(), devices->size());
    }
    EXPECT_EQ(seen, 1);
}

TEST_P(QueueRoomTest, NoToolOfThePanelIsHiddenInAWindowOfThisWidth) {
    addJobs();
    feed().change([](QueueFeed::Store& store) { // the time that is left, and how many of each state
        std::vector<job::queue::NewJob> made;
        for (int i = 0; i < 20; ++i) made.push_back(newJob("scan_" + std::to_string(i)));
        ASSERT_TRUE(store.claim(store.add(made).front(), "another program"));
    });
    ASSERT_TRUE(waitFor([this] { return panel().model().sums().all() == 24; }));
    settleAll();
    const auto* bar = panel().findChild<QToolBar*>();
    const auto* hidden = bar->findChild<QToolButton*>(QStringLiteral("qt_toolbar_ext_button"));
    EXPECT_TRUE(hidden == nullptr || !hidden->isVisible());
    EXPECT_EQ(clipped(*m_window), "");
}

TEST_P(QueueRoomTest, AFolderIsWatchedFromTheMenuAsFromThePanel) {
    QAction* watch = panel().watchAction();
    bool inMenu = false;
    for (const QAction* menu : m_window->menuBar()->actions())
        inMenu = inMenu || (menu->menu() != nullptr && menu->menu()->actions().contains(watch));
    EXPECT_TRUE(inMenu);
    EXPECT_TRUE(panel().watchButton()->menu()->actions().contains(watch));
    int wanted = 0;
    QObject::connect(&panel(), &QueuePanel::watchWanted, [&wanted] { ++wanted; });
    watch->trigger();
    EXPECT_EQ(wanted, 1);
    // It outlives what the menu of the panel is filled with again and again.
    const std::filesystem::path folder = toPath(path(QStringLiteral("incoming")));
    std::filesystem::create_directory(folder);
    job::queue::WatchedFolder watched;
    watched.folder = folder;
    watched.common = job::jobKinds().front()->newDocument();
    m_window->queue().watch(watched, false);
    ASSERT_TRUE(waitFor([this] { return panel().watchButton()->menu()->actions().size() == 3; }));
    EXPECT_EQ(panel().watchButton()->menu()->actions().front(), watch);
    watch->trigger();
    EXPECT_EQ(wanted, 2);
}

/// Where no job waits, none is said to.
TEST_P(QueueRoomTest, ClosingAsksAboutAWatchedFolder) {
    const std::filesystem::path folder = toPath(path(QStringLiteral("incoming")));
    std::filesystem::create_directory(folder);
    job::queue::WatchedFolder watched;
    watched.folder = folder;
    watched.common = job::jobKinds().front()->newDocument();
    m_window->queue().watch(watched, false);
    panel().holdAction()->trigger();
    ASSERT_TRUE(waitFor([this] { return feed().snapshot()->watched.size() == 1 && !feed().snapshot()->held; }));
    EXPECT_FALSE(m_window->close());
    const auto* box = m_window->findChild<QMessageBox*>(QStringLiteral("queueQuestion"));
    ASSERT_NE(box, nullptr);
    EXPECT_EQ(box->windowTitle(), std::string(GetParam()) == "de" ? QStringLiteral("Auf neue Scans wird noch gewartet")
                                                                  : QStringLiteral("New scans are still waited for"));
}

INSTANTIATE_TEST_SUITE_P(Languages, QueueRoomTest, ::testing::Values("en", "de"));

} // namespace
} // namespace ewald::ui::test
