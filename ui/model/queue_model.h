// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/queue_feed.h"
#include "model/time_estimate.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <array>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace ewald::ui {

/// "Running", "Waiting", … in the language of the window.
[[nodiscard]] QString queueStateText(job::queue::QueueState state);

/// Numbers of jobs, and how long it takes until all are done.
struct QueueSums {
    std::size_t queued = 0;  ///< or waiting, or paused without a process
    std::size_t running = 0; ///< with a process, also while that holds still
    std::size_t paused = 0;  ///< of these, those that hold still
    std::size_t done = 0;
    std::size_t failed = 0;
    std::size_t stopped = 0;
    double fraction = -1;        ///< of the running ones that is done, on average; < 0: not known
    double left_s = -1;          ///< of those whose files are there; < 0: not known
    std::size_t withoutData = 0; ///< of the queued ones, those whose files are still being written

    [[nodiscard]] std::size_t all() const noexcept { return queued + running + done + failed + stopped; }
};

/// Which jobs are shown.
enum class QueueFilter { all, queued, running, done, failed, stopped };
/// What jobs are put together by.
enum class QueueGrouping { none, sample, folder };

/// The jobs of the queue as a table: filtered, searched, grouped and sorted here, over plain values, so that ten
/// thousand of them cost a few milliseconds. Rows of groups hold their name and sums in the first column. Rows that
/// stay keep their persistent index. UI thread.
class QueueModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { kName, kState, kProgress, kRate, kLeft, kError, kResolution, kDevices, kMessage, kColumns };
    enum Role {
        kId = Qt::UserRole, ///< number of the job; negative for a group
        kFraction,          ///< 0 … 1; < 0 where it is not known
        kColour,            ///< of the state
    };
    /// What a row that is dragged is, for the panel itself: numbers of jobs, separated by spaces.
    static constexpr const char* kMimeType = "application/x-ewald-queue-jobs";

    explicit QueueModel(QObject* parent = nullptr);

    void take(const QueueSnapshotPtr& snapshot);
    void takeProgress(const QueueProgress& progress);
    void setFilter(QueueFilter filter);
    /// Only jobs whose name, sample, comment, result or error holds these words.
    void setSearch(const QString& words);
    void setGrouping(QueueGrouping grouping);
    /// A group is folded up, or again.
    void toggleGroup(const QModelIndex& index);

    /// Null for a row of a group.
    [[nodiscard]] const job::queue::QueueJob* jobAt(const QModelIndex& index) const;
    [[nodiscard]] const job::queue::QueueJob* find(long long id) const;
    [[nodiscard]] const job::queue::JobProgress* progressOf(long long id) const;
    /// Invalid where the job is not shown.
    [[nodiscard]] QModelIndex indexOf(long long id) const;
    [[nodiscard]] const std::vector<job::queue::QueueJob>& jobs() const noexcept { return m_jobs; }
    [[nodiscard]] QueueSums sums() const;
    /// … of these jobs.
    [[nodiscard]] QueueSums sums(const std::vector<long long>& ids) const;
    [[nodiscard]] bool isGroup(const QModelIndex& index) const;
    /// In the order in which they run, so that they can be moved.
    [[nodiscard]] bool inQueueOrder() const noexcept { return m_sortColumn < 0 && m_grouping == QueueGrouping::none; }

    /// The widest texts of a column of few words; empty: a column of names, which may be of any width.
    [[nodiscard]] static QStringList wordsOf(int column);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// By a column; −1: in the order in which they run.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;
    [[nodiscard]] QStringList mimeTypes() const override;
    [[nodiscard]] QMimeData* mimeData(const QModelIndexList& indexes) const override;
    [[nodiscard]] Qt::DropActions supportedDropActions() const override { return Qt::CopyAction | Qt::MoveAction; }
    [[nodiscard]] Qt::DropActions supportedDragActions() const override { return Qt::CopyAction; }
    bool canDropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                         const QModelIndex& parent) const override;
    bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                      const QModelIndex& parent) override;

signals:
    /// Rows were dropped between others. \param before the job behind them; 0: the end
    void moveWanted(const std::vector<long long>& ids, long long before);
    void sumsChanged();
    /// The rows are as they should be after a change; rows of groups may be others.
    void rebuilt();

private:
    /// One row: a job by its number, or (negative) a group.
    struct Group {
        QString name;
        QueueSums sums;
        bool folded = false;
    };
    void rebuild();
    void reconcile(const std::vector<long long>& next);
    [[nodiscard]] bool passes(const job::queue::QueueJob& job) const;
    [[nodiscard]] QString groupOf(const job::queue::QueueJob& job) const;
    [[nodiscard]] std::vector<long long> makeRows();
    void sortRows(std::vector<std::size_t>& rows) const;
    [[nodiscard]] QVariant jobData(const job::queue::QueueJob& job, int column, int role) const;
    [[nodiscard]] QVariant groupData(const Group& group, int column, int role) const;
    [[nodiscard]] double fractionOf(const job::queue::QueueJob& job) const;
    [[nodiscard]] double secondsLeft(const job::queue::QueueJob& job) const;
    [[nodiscard]] QString nameText(const job::queue::QueueJob& job) const;
    [[nodiscard]] static QString shortMessage(const job::queue::QueueJob& job);
    [[nodiscard]] QString progressText(const job::queue::QueueJob& job) const;
    [[nodiscard]] QString timeText(const job::queue::QueueJob& job) const;
    [[nodiscard]] QueueSums sumsOf(const std::vector<const job::queue::QueueJob*>& jobs) const;

    std::vector<job::queue::QueueJob> m_jobs;
    std::unordered_map<long long, std::size_t> m_places; ///< in m_jobs
    QueueProgress m_progress;
    std::set<std::string> m_sharedNames; ///< that several jobs have
    std::size_t m_atOnce = 0;
    TimeEstimate m_estimate;
    std::vector<long long> m_rows;
    std::map<QString, long long> m_groupIds; ///< of all groups that ever were: they keep their rows
    std::map<long long, Group> m_groups;
    QueueFilter m_filter = QueueFilter::all;
    QueueGrouping m_grouping = QueueGrouping::none;
    QString m_search;
    int m_sortColumn = -1;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
};

} // namespace ewald::ui
