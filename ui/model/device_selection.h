// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/devices/device.h"

#include <QString>

#include <map>
#include <string>
#include <vector>

namespace ewald::ui {

/// What the machine has to compute with, as the window shows it.
struct DeviceOverview {
    std::vector<compute::DeviceInfo> devices;
    std::vector<compute::RefusedModule> refused;
};
/// Loads the modules when that has not happened yet: call it on a worker thread.
[[nodiscard]] DeviceOverview surveyDevices();

/// Whether both list the same devices in the same states; memory, load, temperature and power may differ.
[[nodiscard]] bool sameDevices(const DeviceOverview& a, const DeviceOverview& b);

/// Which devices a job uses, with how many workers each: the parameter "devices" taken apart. A value type.
struct DeviceSelection {
    bool automatic = true;
    std::map<std::string, std::size_t> workers; ///< by device id; used when not automatic

    bool operator==(const DeviceSelection&) const = default;

    /// The parameter's text: "auto", "cpu:4", "cuda:0,cuda:1x2". "auto" when nothing is chosen.
    [[nodiscard]] std::string toText() const;
    /// Reads such a text. Devices that this machine does not have are kept: the job may be for another one.
    [[nodiscard]] static DeviceSelection fromText(const std::string& text);
    /// With the ids of these devices in place of uuids and their beginnings ("cuda:GPU-8a5e").
    [[nodiscard]] DeviceSelection resolved(const std::vector<compute::DeviceInfo>& devices) const;
    [[nodiscard]] std::size_t totalWorkers() const;
};

} // namespace ewald::ui
