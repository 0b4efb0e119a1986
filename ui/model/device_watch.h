// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"
#include "model/device_selection.h"

#include <QTimer>

#include <functional>
#include <set>

namespace ewald::ui {

/// Asks the drivers again and again for memory, load and temperature, on a thread of its own, as long as something
/// wants it: a run, a dialog that is open. UI thread.
class DeviceWatch : public QObject {
    Q_OBJECT

public:
    using Survey = std::function<DeviceOverview()>;
    /// \param survey any thread
    explicit DeviceWatch(QObject* parent = nullptr, Survey survey = surveyDevices, int interval_ms = 2000);

    /// \param reason of the wish: each one is counted once
    void setWanted(const QString& reason, bool wanted);
    /// No driver is being asked, and none will be.
    [[nodiscard]] bool isIdle() const noexcept { return m_reasons.empty() && !m_worker.busy(); }

signals:
    void seen(const ewald::ui::DeviceOverview& overview);

private:
    void look();

    Survey m_survey;
    std::set<QString> m_reasons;
    QTimer m_timer;
    Worker m_worker;
};

} // namespace ewald::ui
