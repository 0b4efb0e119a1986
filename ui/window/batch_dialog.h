// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"
#include "job/queue/batch/job_batch.h"
#include "model/queue_feed.h"
#include "window/intent_sheet.h"

#include <QDialog>
#include <QTimer>

class QCheckBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QTableWidget;

namespace ewald::ui {

class SweepEditor;

/// Many jobs in few words: of files, folders and patterns, or of the rows of a table; with names made of expressions,
/// and with parameters that are varied. What would come of it is shown as a table. Stays beside the window.
class BatchDialog : public QDialog {
    Q_OBJECT

public:
    /// \param form the job whose parameters all have \param feed outlives the dialog
    BatchDialog(const job::JobDocument& form, QueueFeed& feed, QWidget* parent = nullptr);

    /// One a line.
    void setInputs(const QStringList& inputs);

    [[nodiscard]] QPlainTextEdit* inputs() const noexcept { return m_inputs; }
    [[nodiscard]] QLineEdit* tableFile() const noexcept { return m_tableFile; }
    [[nodiscard]] QLineEdit* output() const noexcept { return m_output; }
    [[nodiscard]] QLineEdit* jobName() const noexcept { return m_jobName; }
    [[nodiscard]] SweepEditor* sweeps() const noexcept { return m_sweeps; }
    [[nodiscard]] QTableWidget* plan() const noexcept { return m_plan; }
    [[nodiscard]] QLabel* note() const noexcept { return m_note; }
    [[nodiscard]] QPushButton* queueButton() const noexcept { return m_queue; }

signals:
    /// See IntentSheet.
    void queueChosen(const ewald::job::queue::BatchRequest& request, ewald::ui::IntentSheet::FormUse use);

private:
    struct Plan {
        std::vector<job::queue::PlannedJob> jobs;
        std::string output; ///< expression that was used
    };
    void buildInputs(QFormLayout& form);
    void buildNames(QFormLayout& form);
    QLineEdit* addLine(QFormLayout& form, const QString& label, const QString& tip);
    void askForFiles(bool folder);
    void askForTable();
    void planSoon();
    void plan(const std::vector<std::filesystem::path>& taken);
    void showPlan(const Plan& plan);
    void say(const QString& text, bool bad = false);
    [[nodiscard]] job::queue::BatchRequest request() const;
    [[nodiscard]] IntentSheet::FormUse formUse() const;

    job::JobDocument m_form;
    QueueFeed& m_feed;
    QPlainTextEdit* m_inputs;
    QLineEdit* m_tableFile;
    QLineEdit* m_output = nullptr;
    QLineEdit* m_jobName = nullptr;
    QLineEdit* m_sample = nullptr;
    SweepEditor* m_sweeps;
    QCheckBox* m_ofScan = nullptr;
    QTableWidget* m_plan;
    QLabel* m_note;
    QPushButton* m_queue;
    std::string m_proposed; ///< expression for the results where none is typed
    QTimer m_soon;
    Worker m_planner;
};

} // namespace ewald::ui
