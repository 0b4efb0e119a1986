// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/session.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace ewald::ui {

class LivePage;

/// What to write of a result, where, and a word when a file would be replaced. Writes on a worker thread.
class ExportDialog : public QDialog {
    Q_OBJECT

public:
    enum class Kind { tiff, hdf5, objectFigure, probeFigure, lossFigure };

    ExportDialog(const LoadedResultPtr& result, const LivePage& live, QWidget* parent);

    void setKind(Kind kind);
    [[nodiscard]] Kind kind() const;
    void setFile(const QString& file);
    /// The files that would be written.
    [[nodiscard]] QStringList files() const;
    [[nodiscard]] QCheckBox* rampBox() const noexcept { return m_ramp; }
    [[nodiscard]] QPushButton* exportButton() const noexcept { return m_export; }

signals:
    void done(const QStringList& files);
    void failed(const ewald::ui::UserMessage& message);

private:
    void propose();
    void showState();
    void browse();
    void write();
    [[nodiscard]] QString suffix() const;

    LoadedResultPtr m_result;
    const LivePage& m_live;
    Worker m_worker;
    QComboBox* m_kind;
    QLineEdit* m_file;
    QCheckBox* m_ramp;
    QLabel* m_names;
    QPushButton* m_export;
};

} // namespace ewald::ui
