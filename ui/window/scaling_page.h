// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"
#include "job/bench/scaling_bench.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QTreeWidget;

namespace ewald::view {
class LossChart;
class PatternChart;
} // namespace ewald::view

namespace ewald::ui {

class MessageBar;
class Session;

/// What more workers bring to a job: time of an iteration, speed-up and loss with 1 to N workers, and whether the
/// results agree. Measures the open scan with the parameters of the window, or a simulated scan where none is open.
class ScalingPage : public QWidget {
    Q_OBJECT

public:
    explicit ScalingPage(Session& session, QWidget* parent = nullptr);

    [[nodiscard]] QTreeWidget& table() const noexcept { return *m_table; }
    [[nodiscard]] QLineEdit& workers() const noexcept { return *m_workers; }
    [[nodiscard]] QSpinBox& repeats() const noexcept { return *m_repeats; }
    [[nodiscard]] QSpinBox& iterations() const noexcept { return *m_iterations; }
    [[nodiscard]] QPushButton& startButton() const noexcept { return *m_start; }
    [[nodiscard]] QPushButton& stopButton() const noexcept { return *m_stop; }
    [[nodiscard]] QPushButton& exportButton() const noexcept { return *m_export; }
    [[nodiscard]] view::LossChart& lossChart() const noexcept { return *m_loss; }
    [[nodiscard]] view::PatternChart& speedupChart() const noexcept { return *m_speedup; }
    [[nodiscard]] MessageBar& verdict() const noexcept { return *m_verdict; }
    [[nodiscard]] const job::ScalingReport& report() const noexcept { return m_report; }
    [[nodiscard]] bool busy() const noexcept { return m_bench.busy(); }
    void showReport(const job::ScalingReport& report);
    /// Writes the report; what kind of file, the extension says.
    void exportTo(const QString& file);
    /// While something else is being measured, nothing starts here.
    void setHeld(bool held);
    void followTheme();

signals:
    void busyChanged(bool busy);

private:
    QWidget* buildControls();
    QWidget* buildResults();
    void buildTable();
    void start();
    void stop();
    void showTable();
    void showCharts();
    void showVerdict();
    void updateButtons();
    void askForFile();

    Session& m_session;
    QTreeWidget* m_table;
    QLineEdit* m_workers;
    QSpinBox* m_repeats;
    QSpinBox* m_iterations;
    QPushButton* m_start;
    QPushButton* m_stop;
    QPushButton* m_export;
    QProgressBar* m_progress;
    QLabel* m_what;
    QLabel* m_saved;
    MessageBar* m_verdict;
    view::PatternChart* m_speedup;
    view::LossChart* m_loss;
    job::ScalingReport m_report;
    bool m_held = false;
    Worker m_writer;
    Worker m_bench; ///< last: its thread ends first
};

} // namespace ewald::ui
