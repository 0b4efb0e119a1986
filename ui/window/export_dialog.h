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
class PowderPage;

/// What to write of a result, where, and a word when a file would be replaced. Writes on a worker thread.
class ExportDialog : public QDialog {
    Q_OBJECT

public:
    enum class Kind {
        tiff,
        hdf5,
        objectFigure,
        probeFigure,
        lossFigure,
        patternXy,
        patternDat,
        patternChi,
        patternFxye,
        patternCsv,
        allXy,
        table,
        cakeTiff,
        heatMapTiff,
        mapTiff,
        patternFigure,
        resultCopy,
        mapHdf5,
        mapTable,
        mapPng,
    };

    ExportDialog(const LoadedResultPtr& result, const LivePage& live, QWidget* parent);
    /// Of an integration: patterns, tables, images.
    ExportDialog(const LoadedIntegrationPtr& result, const PowderPage& page, QWidget* parent);

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

    void build();
    void writePatterns();
    [[nodiscard]] QString source() const;

    LoadedResultPtr m_result; ///< null for an integration
    LoadedIntegrationPtr m_integration;
    const LivePage* m_live = nullptr;
    const PowderPage* m_powder = nullptr;
    Worker m_worker;
    QComboBox* m_kind = nullptr;
    QLineEdit* m_file = nullptr;
    QCheckBox* m_ramp = nullptr;
    QCheckBox* m_lit = nullptr;
    QLabel* m_names = nullptr;
    QPushButton* m_export = nullptr;
};

} // namespace ewald::ui
