// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"
#include "job/devices/device_check.h"
#include "model/device_selection.h"

#include <QWidget>

#include <optional>
#include <vector>

class QCheckBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QTableWidget;
class QVBoxLayout;

namespace ewald::ui {

class DeviceTable;
class MessageBar;
class Session;
struct UserMessage;

/// The devices of this machine, which of them reach each other's memory, and a check of those that are ticked: how fast
/// they copy, whether a sum over all of them ends, and what that means. Nothing here waits in the UI thread.
class DevicesPage : public QWidget {
    Q_OBJECT

public:
    explicit DevicesPage(Session& session, QWidget* parent = nullptr);

    /// Asks the drivers again.
    void refresh();
    void setOverview(const DeviceOverview& overview);
    void showReport(const job::DeviceCheckReport& report);
    /// While something else is being measured, nothing is checked.
    void setHeld(bool held);
    void followTheme();

    [[nodiscard]] DeviceTable& table() const noexcept { return *m_table; }
    [[nodiscard]] QTableWidget& matrix() const noexcept { return *m_matrix; }
    [[nodiscard]] QPushButton& checkButton() const noexcept { return *m_check; }
    [[nodiscard]] QPushButton& stopButton() const noexcept { return *m_stop; }
    /// Whether GPUs may reach each other's memory: the job's own parameter.
    [[nodiscard]] QCheckBox& peerBox() const noexcept { return *m_peer; }
    [[nodiscard]] QSpinBox& timeoutBox() const noexcept { return *m_timeout; }
    [[nodiscard]] const std::vector<MessageBar*>& findings() const noexcept { return m_findings; }
    [[nodiscard]] const std::optional<job::DeviceCheckReport>& report() const noexcept { return m_report; }
    [[nodiscard]] QString status() const;
    [[nodiscard]] bool busy() const noexcept { return m_checker.busy(); }

signals:
    void surveyed(const ewald::ui::DeviceOverview& overview);
    void busyChanged(bool busy);

private:
    void buildDevices(QVBoxLayout& column);
    QWidget* buildCheck();
    void check();
    void stop(const QString& why);
    void chooseFromJob();
    void showMatrix();
    void addFinding(const UserMessage& message, bool offerWithoutPeer);
    void clearResults();
    void clearFindings();
    void showPeer();
    void setPeer(bool on);
    void copyReport() const;
    void updateControls();
    [[nodiscard]] QString statusText(bool running, const DeviceSelection& chosen) const;

    Session& m_session;
    DeviceTable* m_table;
    QPushButton* m_refresh;
    QPushButton* m_copy;
    QLabel* m_access;
    QTableWidget* m_matrix;
    QPushButton* m_check;
    QPushButton* m_stop;
    QCheckBox* m_peer;
    QSpinBox* m_timeout;
    QProgressBar* m_progress;
    QLabel* m_status;
    QLabel* m_sum;
    QVBoxLayout* m_results;
    std::vector<MessageBar*> m_findings;
    std::optional<job::DeviceCheckReport> m_report;
    bool m_held = false;
    QString m_note; ///< why a check ended early
    Worker m_survey;
    Worker m_checker; ///< last: its thread ends first
};

} // namespace ewald::ui
