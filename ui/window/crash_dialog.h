// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QPlainTextEdit;

namespace ewald::view {
class FileSaver;
} // namespace ewald::view

namespace ewald::ui {

/// The newest report of a fault: to read, copy, save or forget. Closing it keeps the report for the next start.
class CrashDialog : public QDialog {
    Q_OBJECT

public:
    explicit CrashDialog(const QString& folder, QWidget* parent = nullptr);
    /// Writes the report to a file, away from the UI thread; a message box says where that fails.
    void save(const QString& file);

private:
    QPlainTextEdit* m_text;
    view::FileSaver* m_saver;
};

} // namespace ewald::ui
