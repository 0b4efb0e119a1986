// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/local/device_use.h"

#include "base/error.h"
#include "compute/devices/device.h"
#include "job/queue/folder/text_parts.h"

#include <algorithm>

namespace ewald::job::queue {
namespace {

/// Without blanks, and without those that are empty.
std::vector<std::string> itemsOf(const std::string& text, char separator) {
    std::vector<std::string> parts = split(text, separator);
    for (std::string& part : parts) std::erase(part, ' ');
    std::erase(parts, "");
    return parts;
}

bool isNumber(const std::string& text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

/// "cuda" of "cuda:0".
std::string backendOf(const std::string& device) { return device.substr(0, device.find(':')); }
std::string idOf(const std::string& device) {
    const std::size_t colon = device.find(':');
    return colon == std::string::npos ? std::string() : device.substr(colon + 1);
}

/// Whether two names can be of one device: one may be a number and the other one a part of a unique name.
bool mayBeSame(const std::string& a, const std::string& b) {
    if (backendOf(a) != backendOf(b)) return false;
    const std::string one = idOf(a), other = idOf(b);
    if (one.empty() || other.empty() || isNumber(one) != isNumber(other)) return true;
    return one == other || (!isNumber(one) && (one.starts_with(other) || other.starts_with(one)));
}

} // namespace

DeviceUse::DeviceUse(const std::string& devices) {
    for (const std::string& device : itemsOf(devices, ',')) {
        if (device == "auto") m_all = true;
        // "cpu:4" are four workers on the processor, "cuda:0x3" three on a device.
        const bool cpu = backendOf(device) == "cpu";
        const std::size_t times = device.rfind('x');
        const bool workers =
            times != std::string::npos && isNumber(device.substr(times + 1)) && isNumber(idOf(device.substr(0, times)));
        m_devices.insert(cpu ? "cpu" : workers ? device.substr(0, times) : device);
    }
    if (m_devices.empty()) m_all = true;
}

bool DeviceUse::overlaps(const DeviceUse& other) const {
    if (m_all || other.m_all) return true;
    return std::any_of(m_devices.begin(), m_devices.end(), [&](const std::string& device) {
        return std::any_of(other.m_devices.begin(), other.m_devices.end(),
                           [&](const std::string& another) { return mayBeSame(device, another); });
    });
}

std::vector<std::string> devicePool(const std::string& setting) {
    return itemsOf(setting, setting.find(';') == std::string::npos ? ',' : ';');
}

void requirePossibleDevices(const std::string& devices) {
    if (devices.empty()) return;
    try {
        static_cast<void>(compute::parseDevices(devices));
    } catch (const DeviceError&) { // it may run on another computer, or later
    }
}

} // namespace ewald::job::queue
