// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QTabWidget;

namespace ewald::ui {

class DevicesPage;
class ScalingPage;
class Session;

/// All about devices in one place: what there is, whether it works, and what more of it brings. One of its pages
/// measures at a time, and none while a job runs.
class DevicesDialog : public QDialog {
    Q_OBJECT

public:
    explicit DevicesDialog(Session& session, QWidget* parent = nullptr);

    [[nodiscard]] QTabWidget& tabs() const noexcept { return *m_tabs; }
    [[nodiscard]] DevicesPage& devices() const noexcept { return *m_devices; }
    [[nodiscard]] ScalingPage& scaling() const noexcept { return *m_scaling; }
    /// After the theme has changed.
    void followTheme();

private:
    QTabWidget* m_tabs;
    DevicesPage* m_devices;
    ScalingPage* m_scaling;
};

} // namespace ewald::ui
