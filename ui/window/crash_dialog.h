// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QPlainTextEdit;

namespace ewald::ui {

/// The newest report of a fault: to read, copy, save or forget. Closing it keeps the report for the next start.
class CrashDialog : public QDialog {
    Q_OBJECT

public:
    explicit CrashDialog(const QString& folder, QWidget* parent = nullptr);
    /// Writes the report to a file. \return whether it could be written
    bool save(const QString& file) const;

private:
    QPlainTextEdit* m_text;
};

} // namespace ewald::ui
