// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/peak_fitting.h"
#include "view/pattern_fit.h"

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;
class QTableWidget;
class QTabWidget;

namespace ewald::ui {

class PeakRegionTable;
class PeakSeriesView;

/// Peaks of the shown pattern and of all patterns of a result: regions, shape and background, the fitted values with
/// their errors, the button that fits all patterns, and what came of it along the series.
class PeaksPanel : public QWidget {
    Q_OBJECT

public:
    explicit PeaksPanel(QWidget* parent = nullptr);

    [[nodiscard]] PeakFitting& fitting() noexcept { return m_fitting; }
    [[nodiscard]] const PeakFitting& fitting() const noexcept { return m_fitting; }
    /// \param unit job key of the axis' unit \param radial bin centres
    void setAxis(const std::string& unit, const std::vector<double>& radial);
    /// What is drawn over the pattern.
    [[nodiscard]] std::vector<view::PatternFit> drawnFits() const;
    [[nodiscard]] PeakRegionTable& regions() const noexcept { return *m_regions; }
    [[nodiscard]] PeakSeriesView& series() const noexcept { return *m_series; }
    [[nodiscard]] QTableWidget* values() const noexcept { return m_values; }
    [[nodiscard]] QTabWidget* tabs() const noexcept { return m_tabs; }
    [[nodiscard]] QPushButton* fitAllButton() const noexcept { return m_fitAll; }
    [[nodiscard]] QPushButton* stopButton() const noexcept { return m_stop; }
    [[nodiscard]] QPushButton* saveButton() const noexcept { return m_save; }
    /// What is said beside the buttons.
    [[nodiscard]] QString status() const;

signals:
    /// drawnFits() is another.
    void drawnChanged();

private:
    QWidget* buildRun();
    void build();
    void showValues();
    void showRun();
    [[nodiscard]] QString runText() const;
    void askWhere();

    PeakFitting m_fitting;
    std::string m_unit;
    PeakRegionTable* m_regions = nullptr;
    PeakSeriesView* m_series = nullptr;
    QTabWidget* m_tabs = nullptr;
    QTableWidget* m_values = nullptr;
    QLabel* m_legend = nullptr;
    QPushButton* m_fitAll = nullptr;
    QPushButton* m_stop = nullptr;
    QPushButton* m_save = nullptr;
    QProgressBar* m_progress = nullptr;
    QLabel* m_status = nullptr;
};

} // namespace ewald::ui
