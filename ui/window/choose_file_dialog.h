// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/file_opener.h"

#include <QDialog>

class QListWidget;
class QPushButton;

namespace ewald::ui {

/// Asks what several scans or results are meant for: one of them is opened, two results are compared, or their frames
/// are read as one stack.
class ChooseFileDialog : public QDialog {
    Q_OBJECT

public:
    explicit ChooseFileDialog(const SeveralFiles& files, QWidget* parent = nullptr);

    [[nodiscard]] QListWidget* list() const noexcept { return m_list; }
    [[nodiscard]] QPushButton* openButton() const noexcept { return m_open; }
    /// Null where the files are no stack of frames.
    [[nodiscard]] QPushButton* stackButton() const noexcept { return m_stack; }
    /// Null where there are no two results.
    [[nodiscard]] QPushButton* compareButton() const noexcept { return m_compare; }

signals:
    void fileChosen(const QString& file);
    void stackChosen(const QStringList& files);
    void compareChosen(const QString& fileA, const QString& fileB);

private:
    void addCompare(const SeveralFiles& files);
    /// The two results to compare: the first two that are selected, or those that there are; empty: neither.
    [[nodiscard]] QStringList pair() const;

    QListWidget* m_list;
    QPushButton* m_open;
    QPushButton* m_stack = nullptr;
    QPushButton* m_compare = nullptr;
    QStringList m_results;
};

} // namespace ewald::ui
