// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/devices/device_report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <vector>

namespace ewald::job {
namespace {

using compute::DeviceInfo;
using Json = nlohmann::ordered_json;

std::string gigabytes(std::size_t bytes) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1f", static_cast<double>(bytes) / 1e9);
    return text.data();
}

std::string rounded(double value) { return std::to_string(std::llround(value)); }

/// What there is of `parts`, separated by commas.
std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts)
        if (!part.empty()) text += (text.empty() ? "" : ", ") + part;
    return text;
}

std::string labelled(const std::string& label, const std::string& value) {
    return value.empty() ? value : label + value;
}

std::string memoryText(const DeviceInfo& device) {
    if (device.memoryTotal == 0) return {};
    return gigabytes(device.memoryFree) + " of " + gigabytes(device.memoryTotal) + " GB free";
}

/// Identity and state of a device that reports more than its name; empty otherwise.
std::string detailText(const DeviceInfo& d) {
    return joined({d.uuid, d.physicalIndex ? "number " + std::to_string(*d.physicalIndex) + " of the machine" : "",
                   labelled("driver ", d.driver.empty() ? labelled("for CUDA ", d.driverFor) : d.driver),
                   labelled("runtime ", d.runtime), d.load ? "load " + rounded(100 * *d.load) + " %" : "",
                   d.temperature_C ? rounded(*d.temperature_C) + " °C" : "",
                   d.power_W ? rounded(*d.power_W) + " W" : ""});
}

std::string userText(const compute::DeviceUser& user) {
    const std::string memory = user.memory ? gigabytes(*user.memory) + " GB" : std::string();
    return joined({"process " + std::to_string(user.process), user.program, labelled("of ", user.user), memory});
}

std::string deviceText(const DeviceInfo& device) {
    constexpr std::size_t kColumn = 9;
    std::string id = device.id;
    id.resize(std::max(kColumn, id.size() + 1), ' ');
    const std::string indent(kColumn, ' ');
    std::string text =
        id + joined({device.name, labelled("compute capability ", device.capability), memoryText(device)});
    if (!device.usable) text += " (not usable: " + device.reason + ")";
    text += '\n';
    if (const std::string details = detailText(device); !details.empty()) text += indent + details + '\n';
    for (const compute::DeviceUser& user : device.users) text += indent + "used by " + userText(user) + '\n';
    for (const compute::DeviceSlice& slice : device.slices)
        text += indent + "slice " +
                joined({slice.uuid, slice.name, slice.memoryTotal > 0 ? gigabytes(slice.memoryTotal) + " GB" : ""}) +
                '\n';
    return text;
}

bool reaches(const DeviceInfo& from, const DeviceInfo& to) {
    return std::ranges::find(from.peers, to.id) != from.peers.end();
}

std::string peerMatrix(std::span<const DeviceInfo> devices) {
    std::vector<const DeviceInfo*> gpus;
    for (const DeviceInfo& device : devices)
        if (device.usable && device.backend != "cpu") gpus.push_back(&device);
    if (gpus.size() < 2) return {};
    std::string text = "Direct access to each other's memory (no: copies go through the host's):\n";
    const auto cell = [](std::string content) {
        constexpr std::size_t kWidth = 9;
        content.resize(std::max(kWidth, content.size() + 1), ' ');
        return content;
    };
    text += cell("");
    for (const DeviceInfo* to : gpus) text += cell(to->id);
    text += '\n';
    for (const DeviceInfo* from : gpus) {
        text += cell(from->id);
        for (const DeviceInfo* to : gpus) text += cell(from == to ? "-" : reaches(*from, *to) ? "yes" : "no");
        text += '\n';
    }
    return text;
}

Json textOrNull(const std::string& text) { return text.empty() ? Json() : Json(text); }

template <class T>
Json valueOrNull(const std::optional<T>& value) {
    return value ? Json(*value) : Json();
}

Json deviceJson(const DeviceInfo& d) {
    Json slices = Json::array();
    for (const compute::DeviceSlice& slice : d.slices)
        slices.push_back({{"uuid", slice.uuid}, {"name", slice.name}, {"memory_total", slice.memoryTotal}});
    Json users = Json::array();
    for (const compute::DeviceUser& user : d.users)
        users.push_back({{"process", user.process},
                         {"user", textOrNull(user.user)},
                         {"program", textOrNull(user.program)},
                         {"memory", valueOrNull(user.memory)}});
    return {{"id", d.id},
            {"name", d.name},
            {"backend", d.backend},
            {"memory_total", d.memoryTotal},
            {"memory_free", d.memoryFree},
            {"units", d.units},
            {"usable", d.usable},
            {"reason", d.reason},
            {"uuid", textOrNull(d.uuid)},
            {"physical_index", valueOrNull(d.physicalIndex)},
            {"compute_capability", textOrNull(d.capability)},
            {"driver", textOrNull(d.driver)},
            {"driver_for_cuda", textOrNull(d.driverFor)},
            {"runtime", textOrNull(d.runtime)},
            {"load", valueOrNull(d.load)},
            {"temperature_C", valueOrNull(d.temperature_C)},
            {"power_W", valueOrNull(d.power_W)},
            {"users", std::move(users)},
            {"slices", std::move(slices)},
            {"peers", d.peers}};
}

} // namespace

std::string devicesText(std::span<const DeviceInfo> devices, std::span<const compute::RefusedModule> refused) {
    std::string text;
    for (const DeviceInfo& device : devices) text += deviceText(device);
    text += peerMatrix(devices);
    for (const compute::RefusedModule& module : refused)
        text += module.name + " not available: " + module.reason +
                (module.path.empty() ? std::string() : " (" + module.path + ")") + '\n';
    const auto gpu = std::ranges::find_if(devices, [](const DeviceInfo& d) { return d.usable && d.backend != "cpu"; });
    if (gpu != devices.end()) text += "Several workers may share a device: --devices " + gpu->id + "x2 or cpu:2.\n";
    return text;
}

Json devicesJson(std::span<const DeviceInfo> devices, std::span<const compute::RefusedModule> refused) {
    Json all{{"devices", Json::array()}, {"refused", Json::array()}};
    for (const DeviceInfo& device : devices) all["devices"].push_back(deviceJson(device));
    for (const compute::RefusedModule& module : refused)
        all["refused"].push_back({{"name", module.name}, {"path", module.path}, {"reason", module.reason}});
    return all;
}

} // namespace ewald::job
