// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/user_message.h"

#include <QPointer>
#include <QSystemTrayIcon>
#include <QWidget>

namespace ewald::ui {

/// Tells somebody who looks elsewhere that something has ended. Tests put another one in.
class Notifier {
public:
    Notifier() = default;
    virtual ~Notifier() = default;
    Notifier(const Notifier&) = delete;
    Notifier& operator=(const Notifier&) = delete;

    /// \param window which is not looked at
    virtual void tell(QWidget& window, const UserMessage& message) = 0;
};

/// Marks the window in the task bar and, where the desktop has a place for it, shows a notification; a click on it
/// brings the window to the front.
class DesktopNotifier : public Notifier {
public:
    ~DesktopNotifier() override;
    void tell(QWidget& window, const UserMessage& message) override;

private:
    QPointer<QSystemTrayIcon> m_tray; ///< belongs to the window
};

} // namespace ewald::ui
