// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QVBoxLayout;

namespace ewald::ui {

class RecentFiles;

/// What the window shows before anything is open: how to begin.
class StartPage : public QWidget {
    Q_OBJECT

public:
    explicit StartPage(RecentFiles& recent, QWidget* parent = nullptr);
    /// A file is being dragged over the window.
    void setDropping(bool dropping);

signals:
    void openWanted();
    void exampleWanted();
    void powderExampleWanted();
    void fileWanted(const QString& file);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void showRecent();

    RecentFiles& m_recent;
    QWidget* m_recentBox;
    QVBoxLayout* m_recentList;
    bool m_dropping = false;
};

} // namespace ewald::ui
