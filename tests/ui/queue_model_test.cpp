// SPDX-License-Identifier: GPL-3.0-or-later
// The table of the queue: rows, filters, sums, time left and what is dragged out of it.
#include "queue_jobs.h"
#include "window_support.h"

#include <QAbstractItemModelTester>
#include <QMimeData>

namespace ewald::ui::test {
namespace {

QStringList namesIn(const QueueModel& model) {
    QStringList names;
    for (int row = 0; row < model.rowCount(); ++row) names << model.index(row, QueueModel::kName).data().toString();
    return names;
}

TEST(QueueModelTest, KeepsRowsThatStayWhateverHappensToOthers) {
    QueueModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.take(snapshotOf(jobsOf(6)));
    const QPersistentModelIndex fourth = model.indexOf(4);
    ASSERT_TRUE(fourth.isValid());
    // One gone before it, one come, and the rest in another order.
    std::vector<QueueJob> jobs{jobOf(6), jobOf(3), jobOf(9), jobOf(4), jobOf(1)};
    model.take(snapshotOf(jobs));
    EXPECT_EQ(namesIn(model), QStringList({"scan_6", "scan_3", "scan_9", "scan_4", "scan_1"}));
    ASSERT_TRUE(fourth.isValid());
    EXPECT_EQ(fourth.row(), 3);
    EXPECT_EQ(fourth.data().toString(), "scan_4");
    jobs.erase(jobs.begin() + 3);
    model.take(snapshotOf(jobs));
    EXPECT_FALSE(fourth.isValid());
}

TEST(QueueModelTest, FiltersSearchesGroupsAndSorts) {
    QueueModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    std::vector<QueueJob> jobs = jobsOf(6);
    jobs[1] = jobOf(2, QueueState::failed);
    jobs[4] = jobOf(5, QueueState::running);
    model.take(snapshotOf(jobs));
    EXPECT_EQ(model.sums().queued, 4U);
    EXPECT_EQ(model.sums().running, 1U);
    EXPECT_EQ(model.sums().failed, 1U);
    model.setFilter(QueueFilter::failed);
    EXPECT_EQ(namesIn(model), QStringList{"scan_2"});
    jobs[3] = jobOf(4, QueueState::stopped);
    model.take(snapshotOf(jobs));
    EXPECT_EQ(namesIn(model), QStringList{"scan_2"}) << "what a person has stopped has not failed";
    model.setFilter(QueueFilter::stopped);
    EXPECT_EQ(namesIn(model), QStringList{"scan_4"});
    jobs[3] = jobOf(4);
    model.take(snapshotOf(jobs));
    model.setFilter(QueueFilter::all);
    model.setSearch(QStringLiteral("DAMAGED")); // words of an error
    EXPECT_EQ(namesIn(model), QStringList{"scan_2"});
    model.setSearch({});
    model.sort(QueueModel::kName, Qt::DescendingOrder);
    EXPECT_EQ(namesIn(model).first(), "scan_6");
    EXPECT_FALSE(model.inQueueOrder());
    model.sort(-1);
    EXPECT_EQ(namesIn(model).first(), "scan_1");
    model.setGrouping(QueueGrouping::sample);
    ASSERT_EQ(model.rowCount(), 8);
    EXPECT_TRUE(model.isGroup(model.index(0, 0)));
    EXPECT_EQ(namesIn(model).first(), "odd: 1 running, 2 waiting");
    model.toggleGroup(model.index(0, 0));
    EXPECT_EQ(model.rowCount(), 5); // both groups, and the jobs of the second
    model.setGrouping(QueueGrouping::folder);
    EXPECT_EQ(model.rowCount(), 9);
}

TEST(QueueModelTest, ErrorAndResolutionAreColumnsThatSort) {
    QueueModel model;
    std::vector<QueueJob> jobs = jobsOf(4);
    jobs[0].figures = {0.0102, 60e-9};
    jobs[2].figures = {0.00809, 54.2e-9};
    jobs[3].figures = {0.02, -1}; // without halves
    model.take(snapshotOf(jobs));
    const auto texts = [&](int column) {
        QStringList found;
        for (int row = 0; row < model.rowCount(); ++row) found << model.index(row, column).data().toString();
        return found;
    };
    EXPECT_EQ(texts(QueueModel::kError), (QStringList{"0.0102", "", "0.00809", "0.02"}));
    EXPECT_EQ(texts(QueueModel::kResolution), (QStringList{"60 nm", "", "54.2 nm", ""}));
    model.sort(QueueModel::kResolution);
    EXPECT_EQ(texts(QueueModel::kResolution), (QStringList{"54.2 nm", "60 nm", "", ""}));
    model.sort(QueueModel::kResolution, Qt::DescendingOrder);
    EXPECT_EQ(texts(QueueModel::kResolution), (QStringList{"60 nm", "54.2 nm", "", ""})) << "what has none stays last";
    model.sort(QueueModel::kError);
    EXPECT_EQ(texts(QueueModel::kError), (QStringList{"0.00809", "0.0102", "0.02", ""}));
}

TEST(QueueModelTest, WhereThereIsNoResolutionItSaysWhy) {
    QueueModel model;
    std::vector<QueueJob> jobs = jobsOf(5);
    for (const std::size_t i : {0U, 1U, 2U, 3U}) jobs[i].state = QueueState::done;
    jobs[0].figures = {0.0102, 60e-9};
    jobs[1].figures.noResolution = "a half of the frames did not converge";
    jobs[3].kind = "integrate";
    model.take(snapshotOf(jobs));
    const auto at = [&](int row, int role) {
        return model.index(row, QueueModel::kResolution).data(role).toString().toStdString();
    };
    EXPECT_EQ(at(0, Qt::DisplayRole), "60 nm");
    EXPECT_EQ(at(1, Qt::DisplayRole), "none");
    EXPECT_TRUE(at(1, Qt::ToolTipRole).starts_with("No resolution: a half of the frames did not converge\n"))
        << at(1, Qt::ToolTipRole);
    EXPECT_EQ(at(2, Qt::DisplayRole), "not measured");
    EXPECT_TRUE(at(2, Qt::ToolTipRole)
                    .starts_with("The resolution was not measured: the job has reconstructed no "
                                 "halves of its scan (Resolution by halves).\n"))
        << at(2, Qt::ToolTipRole);
    for (const int row : {3, 4}) { // one that has none, and one that waits
        EXPECT_EQ(at(row, Qt::DisplayRole), "");
        EXPECT_EQ(at(row, Qt::ToolTipRole),
                  model.index(row, QueueModel::kName).data(Qt::ToolTipRole).toString().toStdString());
    }
}

TEST(QueueModelTest, SumsAreOfTheJobsThatAreAskedFor) {
    QueueModel model;
    std::vector<QueueJob> jobs = jobsOf(5);
    for (QueueJob& job : jobs) job.passes = 1;
    jobs[0].state = QueueState::done;
    jobs[0].started = 1000;
    jobs[0].ended = 1060;
    jobs[0].figures.pixelsOfFrames = 1e6;
    jobs[1] = jobOf(2, QueueState::failed);
    model.take(snapshotOf(jobs));
    const QueueSums sums = model.sums({2, 3, 5, 99});
    EXPECT_EQ(sums.all(), 3U);
    EXPECT_EQ(sums.failed, 1U);
    EXPECT_EQ(sums.queued, 2U);
    EXPECT_DOUBLE_EQ(sums.left_s, 2 * 60);
}

TEST(QueueModelTest, DraggedRowsAreJobsForThePanelAndResultsForTheForm) {
    QueueModel model;
    std::vector<QueueJob> jobs = jobsOf(4);
    jobs[0].state = QueueState::done;
    model.take(snapshotOf(jobs));
    std::unique_ptr<QMimeData> data(model.mimeData({model.index(2, 0), model.index(0, 0)}));
    EXPECT_EQ(data->data(QueueModel::kMimeType), "1 3");
    EXPECT_EQ(data->urls(), QList<QUrl>{QUrl::fromLocalFile(toQString(jobs[0].result))});
    std::vector<long long> moved;
    long long before = -1;
    QObject::connect(&model, &QueueModel::moveWanted, [&](const std::vector<long long>& ids, long long place) {
        moved = ids;
        before = place;
    });
    model.dropMimeData(data.get(), Qt::MoveAction, 2, 0, {}); // above itself: before the next one
    EXPECT_EQ(moved, (std::vector<long long>{1, 3}));
    EXPECT_EQ(before, 4);
    model.setGrouping(QueueGrouping::sample);
    EXPECT_FALSE(model.canDropMimeData(data.get(), Qt::MoveAction, 2, 0, {}));
    EXPECT_EQ(model.supportedDragActions(), Qt::CopyAction) << "a file manager would move the results away";
}

} // namespace
} // namespace ewald::ui::test
