// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/queue/store/queue_store.h"

#include <QDialog>

#include <vector>

class QComboBox;
class QFormLayout;
class QLineEdit;
class QPlainTextEdit;
class QSpinBox;

namespace ewald::ui {

/// What is noted of jobs of the queue, their priority, and the job that they wait for. Where several jobs differ a
/// field is empty, and what is left so stays as it is.
class JobNotesDialog : public QDialog {
    Q_OBJECT

public:
    /// \param jobs that are changed, at least one \param all of the queue
    JobNotesDialog(const std::vector<job::queue::QueueJob>& jobs, const std::vector<job::queue::QueueJob>& all,
                   QWidget* parent = nullptr);

    /// What is different from what it was.
    [[nodiscard]] job::queue::JobChange change() const;
    [[nodiscard]] std::vector<long long> ids() const;

    /// Of one job only, else null.
    [[nodiscard]] QLineEdit* name() const noexcept { return m_name; }
    [[nodiscard]] QLineEdit* sample() const noexcept { return m_sample; }
    [[nodiscard]] QLineEdit* operatorName() const noexcept { return m_operator; }
    [[nodiscard]] QPlainTextEdit* comment() const noexcept { return m_comment; }
    [[nodiscard]] QSpinBox* priority() const noexcept { return m_priority; }
    [[nodiscard]] QComboBox* after() const noexcept { return m_after; }

private:
    void buildAfter(QFormLayout& form, const std::vector<job::queue::QueueJob>& all);

    std::vector<job::queue::QueueJob> m_jobs;
    QLineEdit* m_name = nullptr;
    QLineEdit* m_sample;
    QLineEdit* m_operator;
    QPlainTextEdit* m_comment;
    QSpinBox* m_priority;
    QComboBox* m_after;
};

} // namespace ewald::ui
