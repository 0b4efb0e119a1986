// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

namespace ewald::ui {

/// The files opened last, newest first, remembered in the program's settings: as many as settings::recentFiles().
/// UI thread.
class RecentFiles : public QObject {
    Q_OBJECT

public:
    explicit RecentFiles(QObject* parent = nullptr);
    [[nodiscard]] const QStringList& files() const noexcept { return m_files; }
    void add(const QString& file);
    void remove(const QString& file);
    void clear();
    /// Forgets the oldest ones beyond the number that the settings allow.
    void trim();

signals:
    void changed();

private:
    void save();
    QStringList m_files;
};

} // namespace ewald::ui
