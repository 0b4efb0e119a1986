// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/file_opener.h"

#include <QDialog>

class QListWidget;
class QPushButton;

namespace ewald::ui {

/// Asks what several scans or results are meant for: one of them is opened, or their frames are read as one stack.
class ChooseFileDialog : public QDialog {
    Q_OBJECT

public:
    explicit ChooseFileDialog(const SeveralFiles& files, QWidget* parent = nullptr);

    [[nodiscard]] QListWidget* list() const noexcept { return m_list; }
    [[nodiscard]] QPushButton* openButton() const noexcept { return m_open; }
    /// Null where the files are no stack of frames.
    [[nodiscard]] QPushButton* stackButton() const noexcept { return m_stack; }

signals:
    void fileChosen(const QString& file);
    void stackChosen(const QStringList& files);

private:
    QListWidget* m_list;
    QPushButton* m_open;
    QPushButton* m_stack = nullptr;
};

} // namespace ewald::ui
