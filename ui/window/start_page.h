// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

class QVBoxLayout;

namespace ewald::ui {

class RecentFiles;
struct InterruptedRun;

/// What the window shows before anything is open: how to begin.
class StartPage : public QWidget {
    Q_OBJECT

public:
    explicit StartPage(RecentFiles& recent, QWidget* parent = nullptr);
    /// A file is being dragged over the window.
    void setDropping(bool dropping);
    /// Offers to continue runs that were interrupted.
    void showInterrupted(const std::vector<InterruptedRun>& runs);

signals:
    void openWanted();
    void exampleWanted();
    void powderExampleWanted();
    void fileWanted(const QString& file);
    /// `start`: and goes on at once.
    void interruptedWanted(const QString& id, bool start);
    void forgetWanted(const QString& id);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void showRecent();
    QWidget* interruptedCard(const InterruptedRun& run);

    RecentFiles& m_recent;
    QWidget* m_recentBox;
    QVBoxLayout* m_recentList;
    QWidget* m_interruptedBox;
    QVBoxLayout* m_interruptedList;
    bool m_dropping = false;
};

} // namespace ewald::ui
