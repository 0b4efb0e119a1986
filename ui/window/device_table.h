// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/device_selection.h"

#include <QTreeWidget>

class QAction;
class QSpinBox;

namespace ewald::ui {

/// Every device of the machine with what is known of it, its slices below it, and the modules that cannot be used, with
/// the reason. Usable devices have a box and a number of workers, to choose what a check measures.
class DeviceTable : public QTreeWidget {
    Q_OBJECT

public:
    enum Column { device, workers, name, memory, state, capability, driver, activity, users, uuid, columns };

    explicit DeviceTable(QWidget* parent = nullptr);

    /// Shows these devices; what was chosen stays chosen where it is still there. Where they are those that it shows
    /// already, their figures only.
    void setOverview(const DeviceOverview& overview);
    [[nodiscard]] const DeviceOverview& overview() const noexcept { return m_overview; }
    /// Ticks these devices. An automatic choice becomes what it stands for: all GPUs, or else two workers of the CPU.
    void choose(const DeviceSelection& selection);
    /// What is ticked; automatic when nothing is.
    [[nodiscard]] DeviceSelection selection() const;
    /// The number of workers of a device; null when it is not listed or cannot be used.
    [[nodiscard]] QSpinBox* workersBox(const QString& id) const;
    /// The row of a device, a slice or a module; null when it is not listed.
    [[nodiscard]] QTreeWidgetItem* row(const QString& id) const;
    [[nodiscard]] QAction* copyAction() const noexcept { return m_copy; }

signals:
    void selectionEdited();

protected:
    void changeEvent(QEvent* event) override;

private:
    void addDevice(const compute::DeviceInfo& info);
    void showFigures(const DeviceOverview& overview);
    void showUsers(QTreeWidgetItem& item, const compute::DeviceInfo& info);
    void addWorkers(QTreeWidgetItem* item);
    void fitColumns();
    [[nodiscard]] int rowsHeight() const;
    void updateCopy();

    DeviceOverview m_overview;
    QAction* m_copy;
};

} // namespace ewald::ui
