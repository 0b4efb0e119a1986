// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"
#include "model/device_selection.h"

#include <QWidget>

#include <vector>

class QCheckBox;
class QLabel;
class QSpinBox;
class QToolButton;
class QVBoxLayout;

namespace ewald::ui {

class CollapsibleSection;
class JobModel;

/// What the job computes on: automatic, or a choice of devices with a number of workers each. Also says what is not
/// there, and why.
class DevicePicker : public QWidget {
    Q_OBJECT

public:
    explicit DevicePicker(JobModel& model, QWidget* parent = nullptr);

    /// Shows these devices, or how busy they are now where they are those that it shows already. Looked up by itself
    /// when it is first made.
    void setOverview(const DeviceOverview& overview);
    /// Puts something above the list of devices.
    void addAbove(QWidget* widget);
    /// The job runs elsewhere, on devices that are chosen there: those of this computer are hidden. Empty: here.
    void setElsewhere(const QString& place);
    [[nodiscard]] DeviceSelection selection() const;
    [[nodiscard]] QToolButton* detailsButton() const noexcept { return m_details; }
    [[nodiscard]] QCheckBox* automaticBox() const noexcept { return m_automatic; }
    /// The check box and the number of workers of a device; null when it is not listed.
    [[nodiscard]] QCheckBox* deviceBox(const std::string& id) const;
    [[nodiscard]] QSpinBox* workersBox(const std::string& id) const;

signals:
    /// The details of the devices are asked for.
    void detailsWanted();
    void overviewChanged(const ewald::ui::DeviceOverview& overview);

private:
    struct Row {
        std::string id;
        bool usable = true;
        QWidget* widget = nullptr;
        QCheckBox* check = nullptr;
        QLabel* name = nullptr;
        QSpinBox* workers = nullptr;
    };
    void addDevice(const compute::DeviceInfo& device);
    static void describe(const Row& row, const compute::DeviceInfo& device);
    void addRefusal(const QString& name, const QString& reason);
    void showModel();
    void store();
    [[nodiscard]] QString summary() const;

    JobModel& m_model;
    Worker m_survey;
    CollapsibleSection* m_section;
    QCheckBox* m_automatic;
    QToolButton* m_details;
    QVBoxLayout* m_list;
    std::vector<Row> m_rows;
    DeviceOverview m_known;
    QString m_elsewhere;
};

} // namespace ewald::ui
