// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/events/events.h"
#include "job/queue/folder/queue_job.h"

#include <QWidget>

#include <optional>

class QLabel;
class QProgressBar;
class QToolButton;

namespace ewald::view {
class ElidedLabel;
} // namespace ewald::view

namespace ewald::ui {

class HoldUpLine;
class Session;

/// The lines at the bottom: state, how far, how fast, how long still, memory; below them what holds the run back.
class StatusPanel : public QWidget {
    Q_OBJECT

public:
    explicit StatusPanel(Session& session, QWidget* parent = nullptr);
    [[nodiscard]] QString text() const;
    /// What the queue says of the job that runs or ran last; null: nothing. Shown where it runs on a cluster.
    void setJob(const job::queue::QueueJob* job);
    /// What the queue does, always to be seen; a click asks for its panel.
    void setQueue(const QString& text);
    [[nodiscard]] QToolButton& queue() const noexcept { return *m_queue; }
    [[nodiscard]] HoldUpLine& holdUp() const noexcept { return *m_holdUp; }
    /// Of the job that runs or ran last.
    [[nodiscard]] const job::Progress& progress() const noexcept { return m_progress; }

signals:
    void queueWanted();

private:
    void refresh();
    [[nodiscard]] QString shortName(const QString& file) const;
    void showState(bool shown, bool running);
    void showProgress(bool shown, bool running);
    [[nodiscard]] bool followsFiles() const;
    /// A run has done all that is there by now, and its files go on.
    [[nodiscard]] bool waitsForFrames() const;
    void showBar(std::size_t earlier);
    void showPlace(bool shown);

    Session& m_session;
    QLabel* m_state;
    QProgressBar* m_bar;
    QLabel* m_count;
    QLabel* m_speed;
    QLabel* m_left;
    view::ElidedLabel* m_place; ///< where it runs, and why it waits; or how it was fitted into the memory
    QLabel* m_memory;
    HoldUpLine* m_holdUp;
    QToolButton* m_queue;
    job::Progress m_progress;                  ///< of the job that runs or ran last
    std::optional<job::queue::QueueJob> m_job; ///< likewise, of one on a cluster
    std::string m_memoryPlan;                  ///< of the job that runs or ran last, one line
};

} // namespace ewald::ui
