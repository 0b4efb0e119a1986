// SPDX-License-Identifier: GPL-3.0-or-later
// The panel of the queue: which rows are in sight, what is done with their results, and what its buttons do.
#include "job/queue/store/sqlite.h"
#include "queue_jobs.h"
#include "window/queue_details_view.h"
#include "window/queue_panel.h"
#include "window_support.h"

#include <QAction>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>

namespace ewald::ui::test {
namespace {

/// A held queue of so many jobs, without ewald-cli to run them.
class QueueOfManyJobs : public testing::Test {
protected:
    void SetUp() override {
        qputenv("EWALD_CLI", "/nonexistent/ewald-cli");
        m_store.setSetting(job::queue::kHeldSetting, "1");
        std::vector<job::queue::NewJob> jobs;
        for (int i = 0; i < 60; ++i) jobs.push_back(newJob("scan_" + std::to_string(i)));
        m_ids = m_store.add(jobs);
        m_panel.resize(1200, 240);
        m_feed.setPace({std::chrono::milliseconds(50), std::chrono::milliseconds(50)});
        showNow(m_panel);
        m_feed.start();
        ASSERT_TRUE(waitFor([&] { return m_panel.model().rowCount() == 60; }));
    }
    void TearDown() override { qunsetenv("EWALD_CLI"); }
    [[nodiscard]] bool inSight(long long id) {
        const QRect row = m_panel.table().visualRect(m_panel.model().indexOf(id));
        return row.isValid() && m_panel.table().viewport()->rect().contains(row.center());
    }
    void run(long long id) {
        ASSERT_TRUE(m_store.claim(id, "another program"));
        ASSERT_TRUE(m_store.setState(id, "another program", QueueState::running));
        ASSERT_TRUE(waitFor([&] { return m_panel.model().find(id)->isActive(); }));
        settle();
    }
    void end(long long id, const job::queue::JobStatus& status) {
        ASSERT_TRUE(m_store.settle(id, "another program", status));
        ASSERT_TRUE(waitFor([&] { return hasEnded(m_panel.model().find(id)->state); }));
        settle();
    }

    const QTemporaryDir m_folder;
    job::queue::QueueStore m_store{toPath(m_folder.path())};
    std::vector<long long> m_ids;
    QueueFeed m_feed{toPath(m_folder.path())};
    QueuePanel m_panel{m_feed};
};

TEST_F(QueueOfManyJobs, TheTableFollowsTheJobThatRunsUnlessAnotherOneIsLookedAt) {
    EXPECT_FALSE(inSight(m_ids[40]));
    run(m_ids[40]);
    EXPECT_TRUE(inSight(m_ids[40]));
    end(m_ids[40], {QueueState::done, {}, 1, 2});
    m_panel.select({m_ids[41]});
    run(m_ids[2]);
    EXPECT_TRUE(inSight(m_ids[41])) << "which is selected";
    EXPECT_FALSE(inSight(m_ids[2]));
    // Other rows begin at the top.
    m_panel.select({});
    m_panel.table().scrollToBottom();
    m_panel.filterButton(QueueFilter::queued)->click();
    EXPECT_TRUE(inSight(m_ids[0]));
}

TEST_F(QueueOfManyJobs, AJobThatBeginsAsItComesIsInSight) {
    long long id = 0;
    m_feed.change([&id](QueueFeed::Store& store) {
        const job::queue::NewJob made = newJob("scan_60");
        const long long added = store.add({&made, 1}).front();
        EXPECT_TRUE(store.claim(added, "another program"));
        EXPECT_TRUE(store.setState(added, "another program", QueueState::running));
        id = added;
    });
    ASSERT_TRUE(waitFor([&] { return m_panel.model().rowCount() == 61; }));
    EXPECT_TRUE(waitFor([&] { return inSight(id); }));
}

TEST_F(QueueOfManyJobs, HomeAndEndGoToTheFirstAndTheLastJob) {
    activate(m_panel);
    m_panel.select({m_ids[10]});
    m_panel.table().setFocus();
    QTest::keyClick(&m_panel.table(), Qt::Key_End);
    EXPECT_EQ(m_panel.selection(), std::vector<long long>{m_ids.back()});
    EXPECT_TRUE(inSight(m_ids.back()));
    QTest::keyClick(&m_panel.table(), Qt::Key_Home);
    EXPECT_EQ(m_panel.selection(), std::vector<long long>{m_ids.front()});
    QTest::keyClick(&m_panel.table(), Qt::Key_End, Qt::ShiftModifier);
    EXPECT_EQ(m_panel.selection().size(), m_ids.size());
}

TEST_F(QueueOfManyJobs, PatternsAreNotCompared) {
    std::vector<QueueJob> jobs{jobOf(1, QueueState::done), jobOf(2, QueueState::done), jobOf(3, QueueState::done)};
    jobs[2].kind = "integrate";
    emit m_feed.loaded(snapshotOf(jobs));
    m_panel.select({1, 3});
    EXPECT_FALSE(m_panel.actions().compare->isEnabled());
    m_panel.select({1, 2});
    EXPECT_TRUE(m_panel.actions().compare->isEnabled());
}

TEST_F(QueueOfManyJobs, ResultsOfStoppedJobsAreOpenedAndCompared) {
    for (const std::size_t i : {0U, 1U, 2U}) run(m_ids[i]);
    job::queue::JobStatus stopped{QueueState::stopped, {"stopped by request", {}, {}}, 1, 2, {}};
    end(m_ids[2], stopped); // aborted
    stopped.figures.isSaved = true;
    end(m_ids[0], stopped);
    end(m_ids[1], {QueueState::done, {}, 1, 2, {}});
    QStringList opened, compared;
    QObject::connect(&m_panel, &QueuePanel::resultWanted, [&](const QString& file) { opened << file; });
    QObject::connect(&m_panel, &QueuePanel::compareWanted, [&](const QString& a, const QString& b) {
        compared = QStringList{a, b};
    });
    m_panel.select({m_ids[0]});
    ASSERT_TRUE(m_panel.details().resultButton()->isEnabled());
    m_panel.details().resultButton()->click();
    m_panel.actions().open->trigger();
    EXPECT_EQ(opened, (QStringList{"/data/scan_0_ewald.h5", "/data/scan_0_ewald.h5"}));
    m_panel.select({m_ids[0], m_ids[1]});
    m_panel.actions().compare->trigger();
    EXPECT_EQ(compared, (QStringList{"/data/scan_0_ewald.h5", "/data/scan_1_ewald.h5"}));
    m_panel.select({m_ids[2]});
    EXPECT_FALSE(m_panel.details().resultButton()->isEnabled());
    EXPECT_FALSE(m_panel.actions().open->isEnabled());
}

TEST_F(QueueOfManyJobs, CuresDoWhatTheirButtonsSay) {
    for (const std::size_t i : {0U, 1U, 2U}) run(m_ids[i]);
    end(m_ids[0], {QueueState::failed, {"no backend for this device", "auto", {}}, 1, 2, {}});
    m_panel.select({m_ids[0]});
    ASSERT_EQ(m_panel.details().cure().what, QueueCure::What::automaticDevices);
    m_panel.details().cureButton()->click();
    ASSERT_TRUE(waitFor([&] { return m_panel.model().find(m_ids[0])->state == QueueState::queued; }));
    EXPECT_EQ(m_panel.model().find(m_ids[0])->devices, "auto");
    job::queue::JobStatus high{QueueState::done, {}, 1, 2, {}};
    high.figures.errorIsHigh = true;
    end(m_ids[1], high);
    std::filesystem::path scan;
    QObject::connect(&m_panel, &QueuePanel::orientationWanted, &m_panel,
                     [&](const job::JobDocument& document) { scan = document.inputFile; });
    m_panel.select({m_ids[1]});
    m_panel.details().cureButton()->click();
    EXPECT_TRUE(waitFor([&] { return scan == "/data/scan.cxi"; }));
}

TEST_F(QueueOfManyJobs, TheJobThatAnotherOneNeededIsShownWhateverHidesIt) {
    job::queue::JobChange change;
    change.after = m_ids[50];
    m_store.change(m_ids[3], change);
    run(m_ids[50]);
    end(m_ids[50], {QueueState::failed, {"it failed", {}, {}}, 1, 2, {}});
    run(m_ids[3]);
    end(m_ids[3], {QueueState::failed, {"no file", {}, {}}, 1, 2, {}});
    m_store.retry(m_ids[50]);
    ASSERT_TRUE(waitFor([&] { return m_panel.model().find(m_ids[50])->state == QueueState::queued; }));
    m_panel.filterButton(QueueFilter::failed)->click();
    ASSERT_FALSE(m_panel.model().indexOf(m_ids[50]).isValid());
    m_panel.select({m_ids[3]});
    ASSERT_EQ(m_panel.details().cure().what, QueueCure::What::showOther);
    m_panel.details().cureButton()->click();
    EXPECT_EQ(m_panel.selection(), std::vector<long long>{m_ids[50]});
    EXPECT_TRUE(m_panel.filterButton(QueueFilter::all)->isChecked());
}

/// Another program may start it as soon as it is queued: what it would read then is kept as the comment.
TEST_F(QueueOfManyJobs, AJobThatIsCuredIsQueuedWithTheCure) {
    job::queue::Database(toPath(m_folder.path()) / "queue.db", true)
        .execute("CREATE TRIGGER queued AFTER UPDATE OF state ON jobs WHEN NEW.state='queued' BEGIN "
                 "UPDATE jobs SET comment='on ' || NEW.devices WHERE id=NEW.id; END");
    run(m_ids[0]);
    end(m_ids[0], {QueueState::failed, {"no backend for this device", "auto", {}}, 1, 2, {}});
    m_panel.select({m_ids[0]});
    ASSERT_EQ(m_panel.details().cure().what, QueueCure::What::automaticDevices);
    m_panel.details().cureButton()->click();
    ASSERT_TRUE(waitFor([&] { return m_panel.model().find(m_ids[0])->state == QueueState::queued; }));
    ASSERT_TRUE(waitFor([&] { return m_store.find(m_ids[0])->devices == "auto"; }));
    EXPECT_EQ(m_store.find(m_ids[0])->comment, "on auto");
}

/// The document of the job names the file that is missing.
TEST(QueuePanelTest, AMissingFileOfAParameterIsCuredInTheForm) {
    const QTemporaryDir folder;
    job::queue::QueueStore store(toPath(folder.path()));
    store.setSetting(job::queue::kHeldSetting, "1");
    job::queue::NewJob made = newJob("scan");
    made.document.set("initial_probe", "/data/probe.h5");
    const long long id = store.add({&made, 1}).front();
    ASSERT_TRUE(store.claim(id, "me"));
    ASSERT_TRUE(store.settle(id, "me", {QueueState::failed, {"no such file", "/data/probe.h5", {}}, 1, 2, {}}));
    QueueFeed feed(toPath(folder.path()));
    QueuePanel panel(feed);
    panel.show(); // only what somebody sees is read
    feed.start();
    ASSERT_TRUE(waitFor([&] { return panel.model().rowCount() == 1; }));
    panel.select({id});
    ASSERT_TRUE(waitFor([&] { return panel.details().cure().what == QueueCure::What::edit; }));
    QString key;
    QObject::connect(&panel, &QueuePanel::editWanted, &panel,
                     [&](const job::JobDocument&, const QString& wanted) { key = wanted; });
    panel.details().cureButton()->click();
    EXPECT_TRUE(waitFor([&] { return key == QStringLiteral("initial_probe"); }));
}

} // namespace
} // namespace ewald::ui::test
