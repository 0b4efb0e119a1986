// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event_loop_watch.h"
#include "monkey_files.h"
#include "window/main_window.h"

#include <QDrag>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QObject>
#include <QSet>
#include <QStringList>

#include <limits>
#include <memory>
#include <optional>

class QFileDialog;
class QWindow;

namespace ewald::ui::test {

/// Uses the window at random, and writes down what is wrong with it.
///
/// Every action is drawn from the seed and its own number alone, so that a fault is met again with the same seed, even
/// though runs and files take another time. Mouse and keys go through the windows as those of a person do: menus and
/// dialogs that are open take them. An action may leave an event loop running (a menu, a question); the next ones then
/// happen inside of it.
class Monkey : public QObject {
public:
    struct Plan {
        unsigned long long seed = 1;
        std::size_t actions = 60;
        /// That the event loop may be held up by the program's own work.
        double longest_ms = std::numeric_limits<double>::infinity();
        QString pictures;            ///< folder for a picture of the window at each fault; empty: none
        std::size_t mostFaults = 10; ///< after so many it stops
    };
    Monkey(MonkeyFiles files, Plan plan);
    ~Monkey() override;

    /// Returns when all actions are done.
    void run();
    /// What was wrong, one line each, with the number of the action after which it was seen.
    [[nodiscard]] const QStringList& faults() const noexcept { return m_faults; }
    /// What is written before each action and in a crash.
    [[nodiscard]] QString summary() const;

private:
    struct Action {
        int weight;
        bool alone; ///< only where no menu and no dialog takes the mouse
        void (Monkey::*act)(Draw&);
    };
    [[nodiscard]] static const std::vector<Action>& table();

    void step();
    void act(Draw& draw);
    void look();
    void finish();
    void note(const QString& what);
    void fault(const QString& what);

    void openWindow(Draw& draw);
    /// What mouse and keys go to: a menu, a dialog, or a window.
    [[nodiscard]] QWidget* front(Draw& draw) const;
    void answer(QFileDialog& dialog, Draw& draw);

    // ---- what a person does with the program ----
    void openFile(Draw& draw);
    void openSeveral(Draw& draw);
    void dropFiles(Draw& draw);
    void trigger(QAction* action, const char* name);
    void start(Draw& draw);
    void stop(Draw& draw);
    void pause(Draw& draw);
    void apply(Draw& draw);
    void goOn(Draw& draw);
    void abort(Draw& draw);
    void chooseMenu(Draw& draw);
    void setParameter(Draw& draw);
    void setIterations(Draw& draw);
    void changePipeline(Draw& draw);
    void changePage(Draw& draw);
    void changeMode(Draw& draw);
    void changeTheme(Draw& draw);
    void compareResults(Draw& draw);
    void resizeWindow(Draw& draw);
    void reopen(Draw& draw);
    // ---- what a person does with the mouse and the keyboard ----
    void click(Draw& draw);
    void drag(Draw& draw);
    void wheel(Draw& draw);
    void key(Draw& draw);
    void type(Draw& draw);
    void closeFront(Draw& draw);
    void wait(Draw& draw);
    void settle(Draw& draw);

    MonkeyFiles m_files;
    Plan m_plan;
    std::unique_ptr<MainWindow> m_window;
    std::optional<job::JobPlan> m_jobPlan; ///< of the run that goes on or ran last
    std::size_t m_next = 0;
    int m_depth = 0; ///< of event loops that actions have left running
    EventLoopWatch m_watch;
    QEventLoop m_loop;
    QStringList m_recent; ///< the last actions
    QSet<QString> m_seen; ///< faults that were written down already
    QStringList m_faults;
    QElapsedTimer m_settling;
};

} // namespace ewald::ui::test
