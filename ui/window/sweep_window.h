// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/ordered_tasks.h"
#include "job/queue/batch/job_batch.h"
#include "model/queue_feed.h"
#include "window/run_summary.h"

#include <QDialog>

#include <atomic>
#include <map>
#include <memory>
#include <utility>

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;
class QTableWidget;

namespace ewald::ui {

class SweepEditor;

/// Which of these settings is better? Each of a list or a range of values for one or more parameters makes a job; their
/// results are a table of small pictures with their errors, and the best one goes back into the form.
class SweepWindow : public QDialog {
    Q_OBJECT

public:
    /// \param feed outlives the window
    explicit SweepWindow(QueueFeed& feed, QWidget* parent = nullptr);
    ~SweepWindow() override;

    /// What is swept: the job of the form, with its output.
    void setForm(const job::JobDocument& form);
    /// The jobs that vary this one, with all that is chosen here.
    [[nodiscard]] job::queue::BatchRequest request(job::JobDocument form) const;
    /// Shows a sweep of the queue; empty: the newest.
    void showSweep(const QString& sweep);

    [[nodiscard]] SweepEditor& varied() const noexcept { return *m_varied; }
    /// Whether each job reconstructs the halves of its scan as well; as in the form at first.
    [[nodiscard]] QCheckBox& halves() const noexcept { return *m_halves; }
    [[nodiscard]] QPushButton& queueButton() const noexcept { return *m_queue; }
    [[nodiscard]] QPushButton& useButton() const noexcept { return *m_use; }
    [[nodiscard]] QPushButton& showButton() const noexcept { return *m_show; }
    [[nodiscard]] QPushButton& compareButton() const noexcept { return *m_compare; }
    [[nodiscard]] QTableWidget& table() const noexcept { return *m_table; }
    [[nodiscard]] QLabel& note() const noexcept { return *m_note; }
    /// All results that are there are read.
    [[nodiscard]] bool isIdle() const noexcept { return m_reading == 0; }

signals:
    /// The jobs of request() are to be queued.
    void queueWanted();
    void useWanted(const ewald::job::JobDocument& document);
    void resultWanted(const QString& file);
    void compareWanted(const QString& fileA, const QString& fileB);

private:
    /// What a job has shown to be better, for the scan of the form.
    [[nodiscard]] job::JobDocument forForm(job::JobDocument winner) const;
    void buildQuestion();
    void buildTable();
    void updateQuestion();
    void queue();
    void take(const QueueSnapshotPtr& snapshot);
    void fillSweeps();
    void fillTable();
    void read(const job::queue::QueueJob& job);
    void showRow(int row, const job::queue::QueueJob& job);
    void updateButtons();
    [[nodiscard]] std::vector<long long> selected() const;
    [[nodiscard]] const job::queue::QueueJob* find(long long id) const;
    [[nodiscard]] static QString variedText(const job::queue::QueueJob& job);

    QueueFeed& m_feed;
    job::JobDocument m_form;
    SweepEditor* m_varied;
    QCheckBox* m_halves;
    QLabel* m_note;
    QPushButton* m_queue;
    QComboBox* m_sweeps;
    QTableWidget* m_table;
    QPushButton* m_use;
    QPushButton* m_show;
    QPushButton* m_compare;
    QueueSnapshotPtr m_snapshot;
    bool m_newest = true; ///< a new sweep is shown by itself
    /// Of a result: its job and when that ended. The file alone may be written again.
    using RunKey = std::pair<long long, double>;
    [[nodiscard]] static RunKey keyOf(const job::queue::QueueJob& job) { return {job.id, job.ended}; }
    std::map<RunKey, RunSummary> m_known;
    int m_reading = 0;
    std::shared_ptr<std::atomic<bool>> m_ending = std::make_shared<std::atomic<bool>>(false);
    OrderedTasks m_reader;
};

} // namespace ewald::ui
