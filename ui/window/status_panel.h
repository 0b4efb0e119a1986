// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/events.h"

#include <QWidget>

class QLabel;
class QProgressBar;

namespace ewald::ui {

class Session;

/// The line at the bottom: state, how far, how fast, how long still, memory.
class StatusPanel : public QWidget {
    Q_OBJECT

public:
    explicit StatusPanel(Session& session, QWidget* parent = nullptr);
    [[nodiscard]] QString text() const;
    /// Of the job that runs or ran last.
    [[nodiscard]] const job::Progress& progress() const noexcept { return m_progress; }

private:
    void refresh();
    void showState(bool shown, bool running);
    void showProgress(bool shown, bool running);

    Session& m_session;
    QLabel* m_state;
    QProgressBar* m_bar;
    QLabel* m_count;
    QLabel* m_speed;
    QLabel* m_left;
    QLabel* m_memory;
    job::Progress m_progress; ///< of the job that runs or ran last
};

} // namespace ewald::ui
