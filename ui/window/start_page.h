// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

class QVBoxLayout;

namespace ewald::job::queue {
struct UnseenRun;
} // namespace ewald::job::queue

namespace ewald::ui {

class RecentFiles;

/// What the window shows before anything is open: how to begin.
class StartPage : public QWidget {
    Q_OBJECT

public:
    explicit StartPage(RecentFiles& recent, QWidget* parent = nullptr);
    /// A file is being dragged over the window.
    void setDropping(bool dropping);
    /// Offers what has become of runs of windows that have gone.
    void showInterrupted(const std::vector<job::queue::UnseenRun>& runs);

signals:
    void openWanted();
    void exampleWanted();
    void powderExampleWanted();
    void fileWanted(const QString& file);
    /// `start`: and goes on at once.
    void interruptedWanted(qlonglong id, bool start);
    void forgetWanted(qlonglong id);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void showRecent();
    static QString whatBecameOf(const job::queue::UnseenRun& run);
    QWidget* interruptedCard(const job::queue::UnseenRun& run);

    RecentFiles& m_recent;
    QWidget* m_recentBox;
    QVBoxLayout* m_recentList;
    QWidget* m_interruptedBox;
    QVBoxLayout* m_interruptedList;
    bool m_dropping = false;
};

} // namespace ewald::ui
