// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/notifier.h"

#include "common/icon.h"
#include "model/text.h"

#include <QApplication>

namespace ewald::ui {

DesktopNotifier::~DesktopNotifier() { delete m_tray; }

void DesktopNotifier::tell(QWidget& window, const UserMessage& message) {
    QApplication::alert(&window);
    if (!QSystemTrayIcon::isSystemTrayAvailable()) return;
    if (m_tray == nullptr) {
        m_tray = new QSystemTrayIcon(icon(QStringLiteral("ewald")), &window);
        m_tray->setToolTip(QStringLiteral("Ewald"));
        QObject::connect(m_tray, &QSystemTrayIcon::messageClicked, &window, [&window] {
            window.raise();
            window.activateWindow();
        });
    }
    m_tray->show();
    m_tray->showMessage(withShortNames(message.what), QStringList{message.where, message.hint}.join(u'\n').trimmed(),
                        message.severity == io::Severity::info ? QSystemTrayIcon::Information
                                                               : QSystemTrayIcon::Warning);
}

} // namespace ewald::ui
