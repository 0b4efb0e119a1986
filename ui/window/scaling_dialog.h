// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/scaling_bench.h"
#include "model/device_selection.h"
#include "model/worker.h"

#include <QDialog>

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

class Session;

/// The devices of this machine, and what more workers bring to a job: time of an iteration, speed-up and loss with 1 to
/// N workers, and whether the results agree. Measures the open scan with the parameters of the window, or a simulated
/// scan where none is open.
class ScalingDialog : public QDialog {
    Q_OBJECT

public:
    explicit ScalingDialog(Session& session, QWidget* parent);
    /// Aborts what is being measured. The session may be gone already.
    ~ScalingDialog() override;

    [[nodiscard]] QTreeWidget& devices() const noexcept { return *m_devices; }
    [[nodiscard]] QTreeWidget& table() const noexcept { return *m_table; }
    [[nodiscard]] QLineEdit& workers() const noexcept { return *m_workers; }
    [[nodiscard]] QSpinBox& repeats() const noexcept { return *m_repeats; }
    [[nodiscard]] QSpinBox& iterations() const noexcept { return *m_iterations; }
    [[nodiscard]] QPushButton& startButton() const noexcept { return *m_start; }
    [[nodiscard]] QPushButton& stopButton() const noexcept { return *m_stop; }
    [[nodiscard]] view::LossChart& lossChart() const noexcept { return *m_loss; }
    [[nodiscard]] const job::ScalingReport& report() const noexcept { return m_report; }
    [[nodiscard]] bool busy() const noexcept { return m_bench.busy(); }
    /// Writes the report; what kind of file, the extension says.
    void exportTo(const QString& file);

private:
    QWidget* buildDevices();
    QWidget* buildControls();
    QWidget* buildResults();
    void showDevices(const DeviceOverview& overview);
    void start();
    void stop();
    void showReport(const job::ScalingReport& report);
    void showTable();
    void showCharts();
    [[nodiscard]] QString agreement() const;
    void updateButtons();
    void askForFile();

    Session& m_session;
    QTreeWidget* m_devices;
    QTreeWidget* m_table;
    QLineEdit* m_workers;
    QSpinBox* m_repeats;
    QSpinBox* m_iterations;
    QPushButton* m_start;
    QPushButton* m_stop;
    QPushButton* m_export;
    QProgressBar* m_progress;
    QLabel* m_what;
    QLabel* m_verdict;
    view::PatternChart* m_speedup;
    view::LossChart* m_loss;
    job::ScalingReport m_report;
    Worker m_survey;
    Worker m_writer;
    Worker m_bench; ///< last: its thread ends first
};

} // namespace ewald::ui
