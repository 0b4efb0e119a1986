// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/peak_quantity.h"

#include <QWidget>

#include <memory>

class QComboBox;
class QLabel;
class QToolButton;

namespace ewald::view {
class PatternChart;
} // namespace ewald::view

namespace ewald::ui {

/// A fitted quantity of a peak against the frame, with error bars; a click names a frame.
class PeakSeriesView : public QWidget {
    Q_OBJECT

public:
    explicit PeakSeriesView(QWidget* parent = nullptr);

    /// Null: there is none. \param why said in its place
    void setTable(const std::shared_ptr<const job::PeakTable>& table, const QString& why);
    /// Which row of the result is looked at.
    void setCurrentRow(std::size_t row);
    [[nodiscard]] std::size_t peak() const;
    [[nodiscard]] PeakQuantity quantity() const;
    [[nodiscard]] std::size_t sector() const;
    [[nodiscard]] view::PatternChart* chart() const noexcept { return m_chart; }
    [[nodiscard]] QComboBox* peakBox() const noexcept { return m_peak; }
    [[nodiscard]] QComboBox* quantityBox() const noexcept { return m_quantity; }
    [[nodiscard]] QComboBox* sectorBox() const noexcept { return m_sector; }
    [[nodiscard]] QToolButton* mapButton() const noexcept { return m_map; }
    /// In how many patterns the peak was fitted.
    [[nodiscard]] QString summary() const;

signals:
    /// A row of the result.
    void rowChosen(std::size_t row);
    /// Another quantity, peak or sector.
    void changed();
    void mapWanted();

private:
    void showCurve();

    std::shared_ptr<const job::PeakTable> m_table;
    std::size_t m_row = 0;
    QComboBox* m_quantity = nullptr;
    QComboBox* m_peak = nullptr;
    QComboBox* m_sector = nullptr;
    QToolButton* m_map = nullptr;
    QLabel* m_summary = nullptr;
    view::PatternChart* m_chart = nullptr;
};

/// "Peak 1 at 15.12 nm⁻¹"
[[nodiscard]] QString peakName(const job::PeakTable& table, std::size_t peak);

} // namespace ewald::ui
