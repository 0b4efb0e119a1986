// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"

#include "base/phrase.h"
#include "compute/cpu/cpu_backend.h"
#include "compute/devices/device.h"
#include "compute/devices/module.h"
#include "compute/devices/queue.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace ewald::compute {
namespace {

/// All backends of this process, made once.
struct Registry {
    std::vector<std::unique_ptr<Backend>> backends;
    std::vector<RefusedModule> refused; ///< the reasons withParts(): they are asked for as long as the program runs

    Registry() {
        backends.push_back(cpu::makeCpuBackend());
        load(kCudaModule);
    }
    /// Adds the backend of a module, or the reason why there is none.
    void load(const ModuleKind& kind) {
        FoundModule found = findModule(kind);
        const auto make = reinterpret_cast<Backend* (*)(std::string&)>(found.factory);
        if (std::unique_ptr<Backend> backend(make ? make(found.refusal) : nullptr); backend)
            backends.push_back(std::move(backend));
        else
            refused.push_back({kind.name, found.path.string(), withParts(found.refusal)});
    }
    Backend* find(const std::string& name) {
        const auto it =
            std::find_if(backends.begin(), backends.end(), [&](const auto& b) { return b->name() == name; });
        return it == backends.end() ? nullptr : it->get();
    }
};

Registry& registry() {
    static Registry instance;
    return instance;
}

Backend& backendOf(const std::string& id) {
    Backend* backend = registry().find(id.substr(0, id.find(':')));
    if (!backend)
        throw DeviceError("no backend for this device", id, "choose one of those that are there (ewald-cli devices)");
    return *backend;
}

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts;
    std::size_t start = 0;
    for (std::size_t end = 0; end != std::string::npos; start = end + 1) {
        end = text.find(separator, start);
        parts.push_back(text.substr(start, end == std::string::npos ? end : end - start));
    }
    return parts;
}

[[noreturn]] void refuse(const std::string& problem, const std::string& text) {
    throw JobError(problem, "--devices " + text, "examples: auto, cpu, cpu:4, cuda:0,cuda:2, cuda:0x3, cuda:GPU-8a5e");
}

std::size_t parseCount(const std::string& digits, const std::string& text) {
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size() || digits.empty())
        refuse(phrase("'%1' is not a number", digits), text);
    return value;
}

constexpr std::size_t kMaxWorkers = 1024;

/// One part of --devices: the device as it was written, and how often.
struct NamedDevice {
    std::string name; ///< "cpu", "cuda:0", "cuda:GPU-8a5e"
    std::size_t workers = 1;
};

bool isUuid(const std::string& name) { return name.starts_with("GPU-") || name.starts_with("MIG-"); }

/// "cpu:4" → {"cpu", 4}; "cuda:0x3" → {"cuda:0", 3}; "cuda:GPU-8a5ex2" → {"cuda:GPU-8a5e", 2}
NamedDevice parsePart(const std::string& part, const std::string& text) {
    const auto colon = part.find(':');
    const std::string backend = part.substr(0, colon);
    if (backend.empty()) refuse("empty device name", text);
    NamedDevice device{backend, 1};
    if (backend == "cpu") {
        if (colon != std::string::npos) device.workers = parseCount(part.substr(colon + 1), text);
    } else {
        if (backend != "cuda") refuse(phrase("unknown kind of device '%1'", backend), text);
        if (colon == std::string::npos) refuse("which CUDA device?", text);
        const auto cross = part.find('x', colon); // no digit of a uuid
        const std::string which = part.substr(colon + 1, cross == std::string::npos ? cross : cross - colon - 1);
        device.name = "cuda:" + (isUuid(which) ? which : std::to_string(parseCount(which, text)));
        if (cross != std::string::npos) device.workers = parseCount(part.substr(cross + 1), text);
    }
    if (device.workers == 0) refuse("no workers at all", text);
    if (device.workers > kMaxWorkers) refuse(phrase("more than %1 workers", kMaxWorkers), text);
    return device;
}

/// The device of that id, or whose uuid begins so. \throws DeviceError
const DeviceInfo& findDevice(const std::string& name, std::span<const DeviceInfo> devices,
                             std::span<const RefusedModule> refused) {
    const std::string which = name.substr(name.find(':') + 1);
    const DeviceInfo* found = nullptr;
    for (const DeviceInfo& device : devices) {
        if (device.id != name && !(isUuid(which) && device.backend == "cuda" && device.uuid.starts_with(which)))
            continue;
        if (found) throw DeviceError("several devices begin so", name, "write more of the uuid");
        found = &device;
    }
    if (found) {
        if (!found->usable) throw DeviceError(phrase("device cannot be used: %1", found->reason), name);
        return *found;
    }
    std::string problem = translatable("no such device");
    for (const RefusedModule& module : refused)
        if (name.starts_with("cuda") && module.name == "CUDA") problem = phrase("no such device (%1)", module.reason);
    throw DeviceError(problem, name, "choose one of those that are there (ewald-cli devices)");
}

} // namespace

std::vector<DeviceInfo> listDevices() {
    std::vector<DeviceInfo> all;
    for (const auto& backend : registry().backends)
        for (DeviceInfo& device : backend->devices()) all.push_back(std::move(device));
    return all;
}

std::vector<RefusedModule> refusedModules() {
    std::vector<RefusedModule> modules = registry().refused;
    for (RefusedModule& module : modules) module.reason = takeParts(module.reason);
    return modules;
}

std::vector<RankDevice> parseDevices(const std::string& text) {
    return parseDevices(text, listDevices(), refusedModules());
}

std::vector<RankDevice> parseDevices(const std::string& text, std::span<const DeviceInfo> devices,
                                     std::span<const RefusedModule> refused) {
    std::vector<RankDevice> ranks;
    if (text.empty() || text == "auto") {
        for (const DeviceInfo& device : devices)
            if (device.usable && device.backend != "cpu") ranks.push_back({device.id, 1});
        if (ranks.empty()) ranks.push_back({"cpu", 1});
        return ranks;
    }
    std::set<std::string> seen;
    for (const std::string& part : split(text, ',')) {
        const NamedDevice named = parsePart(part, text);
        const DeviceInfo& device = findDevice(named.name, devices, refused);
        if (!seen.insert(device.id).second) refuse(phrase("device %1 is named twice", device.id), text);
        ranks.insert(ranks.end(), named.workers, RankDevice{device.id, named.workers});
    }
    return ranks;
}

std::unique_ptr<Queue> makeQueue(const RankDevice& device) {
    return backendOf(device.id).makeQueue(device.id, device.ranksOnDevice);
}

std::optional<double> deviceEnergy_J(const std::string& id) { return backendOf(id).energy_J(id); }

} // namespace ewald::compute
