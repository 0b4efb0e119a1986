// SPDX-License-Identifier: GPL-3.0-or-later
// What the main window keeps from start to start, and the dialog for it.
#include "model/crash_report.h"
#include "model/user_settings.h"
#include "window/compare_window.h"
#include "window/crash_dialog.h"
#include "window/data_page.h"
#include "window/devices_dialog.h"
#include "window/frame_page.h"
#include "window/live_page.h"
#include "window/main_window.h"
#include "window/message_bar.h"
#include "window/powder_page.h"
#include "window/queue_dock.h"
#include "window/settings_dialog.h"

#include <QAction>
#include <QActionGroup>
#include <QLocale>
#include <QScreen>
#include <QSettings>
#include <QSplitter>

namespace ewald::ui {

void MainWindow::setTheme(Theme theme) {
    settings::setTheme(themeName(theme));
    showTheme(theme);
}

void MainWindow::showTheme(Theme theme) {
    applyTheme(theme);
    m_messages->followTheme();
    if (m_devicesDialog) m_devicesDialog->followTheme();
    if (m_compareWindow) m_compareWindow->followTheme();
    const QList<QAction*> actions = m_themes->actions();
    for (QAction* entry : actions) entry->setChecked(entry->data().toString() == themeName(theme));
}

void MainWindow::readSettings() {
    const QSettings stored;
    // Smaller screens have to show all of it, frame and title bar included.
    if (!restoreGeometry(stored.value(QStringLiteral("window/geometry")).toByteArray()))
        resize(QSize(1360, 860).boundedTo(screen()->availableSize() - QSize(8, 40)));
    restoreState(stored.value(QStringLiteral("window/docks")).toByteArray());
    m_queue->panel().restoreLayout(stored.value(QStringLiteral("window/queue")).toByteArray());
    m_split->restoreState(stored.value(QStringLiteral("window/split")).toByteArray());
    m_data->restoreLayout(stored.value(QStringLiteral("window/data")).toByteArray());
    m_live->restoreLayout(stored.value(QStringLiteral("window/live")).toByteArray());
    m_frames->restoreLayout(stored.value(QStringLiteral("window/frames")).toByteArray());
    m_powder->restoreLayout(stored.value(QStringLiteral("window/powder")).toByteArray());
    m_left->setVisible(stored.value(QStringLiteral("window/left"), true).toBool());
    m_showLeft->setChecked(m_left->isVisibleTo(this));
    showTheme(themeFromName(settings::theme()));
}

void MainWindow::writeSettings() const {
    QSettings stored;
    stored.setValue(QStringLiteral("window/geometry"), saveGeometry());
    stored.setValue(QStringLiteral("window/docks"), saveState());
    stored.setValue(QStringLiteral("window/queue"), m_queue->panel().saveLayout());
    stored.setValue(QStringLiteral("window/split"), m_split->saveState());
    stored.setValue(QStringLiteral("window/data"), m_data->saveLayout());
    stored.setValue(QStringLiteral("window/live"), m_live->saveLayout());
    stored.setValue(QStringLiteral("window/frames"), m_frames->saveLayout());
    stored.setValue(QStringLiteral("window/powder"), m_powder->saveLayout());
    stored.setValue(QStringLiteral("window/left"), m_showLeft->isChecked());
}

void MainWindow::showSettings() {
    auto* dialog = new SettingsDialog(m_session.recentFiles(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &SettingsDialog::themeChosen, this, &MainWindow::setTheme);
    connect(dialog, &SettingsDialog::manualWanted, this, &MainWindow::showManual);
    connect(dialog, &SettingsDialog::resultFolderChosen, &m_session, &Session::outputChanged);
    dialog->open();
}

void MainWindow::offerCrashReport(const QString& folder) {
    const std::optional<CrashReport> report = newestCrashReport(folder);
    if (!report) return;
    showMessage({io::Severity::warning,
                 tr("Ewald ended by a fault on %1. A report of it was kept.")
                     .arg(QLocale().toString(report->time, QLocale::ShortFormat)),
                 {},
                 tr("With it the fault can be found; runs that were interrupted can be continued from the first page"),
                 {}});
    m_messages->addButton(tr("Show report"), [this, folder] {
        auto* dialog = new CrashDialog(folder, this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->open();
    });
    m_messages->addButton(tr("Forget it"), [folder] { forgetCrashReports(folder); });
}

} // namespace ewald::ui
