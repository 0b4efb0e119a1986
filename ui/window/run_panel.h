// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/result_file.h"

#include <QWidget>

#include <utility>
#include <vector>

class QAction;
class QLabel;
class QPushButton;
class QToolButton;

namespace ewald::view {
class ElidedLabel;
} // namespace ewald::view

namespace ewald::ui {

class Session;

/// The actions that start and end a run; the menu, the buttons and the keyboard share them.
struct RunActions {
    QAction* start = nullptr;
    QAction* queue = nullptr; ///< let the job run when its turn comes
    QAction* pause = nullptr;
    QAction* stop = nullptr;
    QAction* abort = nullptr;
    QAction* resume = nullptr;  ///< go on where the open result ended
    std::vector<QAction*> more; ///< … for so many more iterations
    QAction* apply = nullptr;   ///< end gracefully and go on with changed parameters
    QAction* orient = nullptr;  ///< find the orientation of the positions
};

/// Where the result goes, and Start, Pause, Stop, Abort; of a result that can be continued, Continue as well.
class RunPanel : public QWidget {
    Q_OBJECT

public:
    RunPanel(Session& session, const RunActions& actions, QWidget* parent = nullptr);

signals:
    void chooseOutputWanted();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildMore();
    void showOutput();
    void showState();
    void showMore();
    void showAsked(bool pending);
    void forgetTaken();
    void showTaken(const std::vector<io::ParameterChange>& changes);

    Session& m_session;
    RunActions m_actions;
    view::ElidedLabel* m_output;
    QLabel* m_taken;          ///< what the running job has taken over last, or will at its next iteration
    QLabel* m_changed;        ///< that the form says something else than the running job
    bool m_waiting = false;   ///< for the job to take over what it was asked for
    std::size_t m_waited = 0; ///< iterations since then
    QPushButton* m_start;
    QPushButton* m_apply;
    QPushButton* m_continue;
    QWidget* m_more;                                        ///< Continue and more iterations, of a result
    std::vector<std::pair<QPushButton*, QAction*>> m_small; ///< Pause, Stop, Abort
};

} // namespace ewald::ui
