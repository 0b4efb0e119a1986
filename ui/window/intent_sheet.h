// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"
#include "job/queue/batch/job_batch.h"
#include "job/queue/watch/watched_folder.h"
#include "model/file_opener.h"
#include "model/queue_feed.h"

#include <QDialog>

class QCheckBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;
class QVBoxLayout;

namespace ewald::ui {

/// Asks what several files, or a folder, are meant for: one line an answer, and what would come of it beside each name.
/// Stays beside the window and blocks nothing.
class IntentSheet : public QDialog {
    Q_OBJECT

public:
    enum class FormUse { none, withoutScan, all };
    /// \param form the job of the form, whose parameters scans are queued with \param feed outlives the sheet
    IntentSheet(const SeveralFiles& files, const job::JobDocument& form, QueueFeed& feed, QWidget* parent = nullptr);

    [[nodiscard]] QListWidget* list() const noexcept { return m_list; }
    [[nodiscard]] QPushButton* openButton() const noexcept { return m_open; }
    /// Null where there is nothing to queue.
    [[nodiscard]] QPushButton* queueButton() const noexcept { return m_queue; }
    /// The same with more to say about it; null where there is nothing to queue.
    [[nodiscard]] QPushButton* moreButton() const noexcept { return m_more; }
    /// Null unless there are scans and one job document.
    [[nodiscard]] QPushButton* queueByDocumentButton() const noexcept { return m_queueByDocument; }
    /// Null where the files are no stack of frames.
    [[nodiscard]] QPushButton* stackButton() const noexcept { return m_stack; }
    /// Null where there are no two results.
    [[nodiscard]] QPushButton* compareButton() const noexcept { return m_compare; }
    /// Null unless this is a folder.
    [[nodiscard]] QPushButton* watchButton() const noexcept { return m_watch; }
    /// Whether geometry, masks and the like of the open scan are meant for all; null where none are set.
    [[nodiscard]] QCheckBox* ofScanBox() const noexcept { return m_ofScan; }
    [[nodiscard]] QLineEdit* sample() const noexcept { return m_sample; }

    /// What jobs have in common of the form that `form` is the job of.
    [[nodiscard]] static job::JobDocument commonOf(job::JobDocument form, FormUse use);

    /// The geometry beside the files that the jobs get; empty: none, or not wanted.
    [[nodiscard]] std::string geometryOfFiles() const;

signals:
    void fileChosen(const QString& file);
    void stackChosen(const QStringList& files);
    void compareChosen(const QString& fileA, const QString& fileB);
    /// \param use what of the form belongs to the jobs: taken anew, since it may have changed beside the sheet
    void queueChosen(const ewald::job::queue::BatchRequest& request, ewald::ui::IntentSheet::FormUse use);
    /// These files are queued with names, values and sweeps: see BatchDialog.
    void moreWanted(const QStringList& files);
    void watchChosen(const ewald::job::queue::WatchedFolder& watched, ewald::ui::IntentSheet::FormUse use);

private:
    [[nodiscard]] bool integrates() const;
    [[nodiscard]] bool becomesJob(const QString& file) const;
    void fillList();
    void addQueueLines(QVBoxLayout& lines);
    void addStackLine(QVBoxLayout& lines);
    void addOtherLines(QVBoxLayout& lines);
    [[nodiscard]] static const char* iconOf(const SeveralFiles& files, const QString& file);
    QPushButton* addLine(QVBoxLayout& lines, const char* iconName, const QString& tip);
    /// The jobs of the files that are ticked.
    [[nodiscard]] job::JobDocument common() const;
    [[nodiscard]] job::queue::BatchRequest request() const;
    [[nodiscard]] FormUse formUse() const;
    [[nodiscard]] QStringList ticked() const;
    void updateTexts();
    void preview();
    void showPreview(const std::vector<job::queue::PlannedJob>& planned);
    void queueByDocument();
    /// The two results to compare: the first two that are selected, or those that there are; empty: neither.
    [[nodiscard]] QStringList pair() const;

    SeveralFiles m_files;
    job::JobDocument m_form;
    QueueFeed& m_feed;
    QListWidget* m_list;
    QLabel* m_problem;
    QLineEdit* m_sample;
    QCheckBox* m_ofScan = nullptr;
    QCheckBox* m_withGeometry = nullptr; ///< null where none lies beside frames
    QPushButton* m_open = nullptr;
    QPushButton* m_queue = nullptr;
    QPushButton* m_more = nullptr;
    QPushButton* m_queueByDocument = nullptr;
    QPushButton* m_stack = nullptr;
    QPushButton* m_compare = nullptr;
    QPushButton* m_watch = nullptr;
    Worker m_planner;
};

} // namespace ewald::ui
