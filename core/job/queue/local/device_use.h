// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <string>
#include <vector>

namespace ewald::job::queue {

/// Which devices of this computer a job occupies, as far as its words for them say so.
class DeviceUse {
public:
    /// \param devices as in a job document: "auto" (all there are), "cpu:4", "cuda:0,cuda:2", "cuda:0x3"
    explicit DeviceUse(const std::string& devices);

    /// Whether the two share a device, or may.
    [[nodiscard]] bool overlaps(const DeviceUse& other) const;

private:
    bool m_all = false;
    std::set<std::string> m_devices; ///< without the number of workers
};

/// Says of words for devices whether a computer can have such ones, whatever this one has. \throws JobError
void requirePossibleDevices(const std::string& devices);

/// Devices one of which each job gets that leaves the choice ("auto"): "cuda:0;cuda:1;cpu", or with commas.
[[nodiscard]] std::vector<std::string> devicePool(const std::string& setting);

} // namespace ewald::job::queue
