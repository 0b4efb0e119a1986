// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/peak_fitting.h"

#include <QWidget>

#include <optional>
#include <vector>

class QLabel;
class QTableWidget;
class QTableWidgetItem;
class QToolButton;

namespace ewald::ui {

class ParameterField;

/// The regions whose peaks are fitted, as numbers that can be edited, and what the fits are told.
class PeakRegionTable : public QWidget {
    Q_OBJECT

public:
    explicit PeakRegionTable(PeakFitting& fitting, QWidget* parent = nullptr);

    /// Of the axis, for the titles: "nm⁻¹".
    void setUnit(const QString& unit);
    [[nodiscard]] std::optional<std::size_t> selected() const;
    [[nodiscard]] QTableWidget* table() const noexcept { return m_table; }
    [[nodiscard]] QToolButton* findButton() const noexcept { return m_find; }
    [[nodiscard]] QToolButton* removeButton() const noexcept { return m_remove; }
    [[nodiscard]] QToolButton* clearButton() const noexcept { return m_clear; }
    [[nodiscard]] const std::vector<ParameterField*>& fields() const noexcept { return m_fields; }
    /// Why what was typed last is no region; empty: it is one.
    [[nodiscard]] QString complaint() const;

signals:
    void selectionChanged();

private:
    void build();
    void show();
    void showParameters();
    void edit(const QTableWidgetItem& item);
    [[nodiscard]] std::optional<fit::PeakRegion> regionOf(int row, QString& problem) const;

    PeakFitting& m_fitting;
    QToolButton* m_find = nullptr;
    QToolButton* m_remove = nullptr;
    QToolButton* m_clear = nullptr;
    QTableWidget* m_table = nullptr;
    QLabel* m_hint = nullptr;
    QLabel* m_complaint = nullptr;
    std::vector<ParameterField*> m_fields;
};

} // namespace ewald::ui
