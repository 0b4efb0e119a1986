// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"

#include <QObject>
#include <QStringList>
#include <QTimer>

#include <functional>
#include <map>
#include <string>

namespace ewald::ui {

/// Looks at files again and again, to say which of them are to be read again. A file that is being written changes from
/// look to look: it is named when two looks in a row see the same version, other than the one that was read. A file
/// that is gone is not named. UI thread; files are looked at in another one.
class SettledFiles : public QObject {
    Q_OBJECT

public:
    /// \param isReading whether files are being read just now, and looks wait
    SettledFiles(int interval_ms, std::function<bool()> isReading, QObject* parent = nullptr);

    /// Looks at these from now on, and at no others. Of those that it looks at already it knows what it has seen.
    void watch(const QStringList& files);
    /// A watched file was read. \param version see io::fileVersion(); empty: the one of the last look, as the file
    /// could not be read, which is to be said once
    void setRead(const QString& file, const std::string& version);

signals:
    void changed(const QStringList& files);

private:
    struct Versions {
        std::string read;
        std::string seen; ///< at the last look
    };
    void look();
    void compare(const std::map<QString, std::string>& now);

    std::function<bool()> m_isReading;
    std::map<QString, Versions> m_files;
    QTimer m_timer; ///< runs while there are files
    Worker m_worker;
};

} // namespace ewald::ui
