// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "compute/cpu/cpu_backend.h"
#include "compute/device.h"
#include "compute/module.h"
#include "compute/queue.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <mutex>

namespace ewald::compute {
namespace {

/// All backends of this process, made once.
struct Registry {
    std::vector<std::unique_ptr<Backend>> backends;
    std::vector<RefusedModule> refused;

    Registry() {
        backends.push_back(cpu::makeCpuBackend());
        load("CUDA", "ewald-cuda.so");
    }
    /// The first module of that name that loads; the reasons why others did not are kept.
    void load(const std::string& name, const std::string& file) {
        bool found = false;
        for (const std::filesystem::path& folder : moduleFolders()) {
            std::error_code ignored;
            const std::filesystem::path path = folder / file;
            if (!std::filesystem::is_regular_file(path, ignored)) continue;
            found = true;
            std::string refusal;
            if (auto backend = loadModule(path, refusal)) {
                backends.push_back(std::move(backend));
                return;
            }
            refused.push_back({name, path.string(), refusal});
        }
        if (!found) refused.push_back({name, "", "this installation has no " + name + " module"});
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
    throw JobError(problem, "--devices " + text, "examples: auto, cpu, cpu:4, cuda:0,cuda:2, cuda:0x3");
}

std::size_t parseCount(const std::string& digits, const std::string& text) {
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size() || digits.empty())
        refuse("'" + digits + "' is not a number", text);
    return value;
}

constexpr std::size_t kMaxWorkers = 1024;

/// "cpu:4" → {"cpu", 4}; "cuda:0x3" → {"cuda:0", 3}
RankDevice parsePart(const std::string& part, const std::string& text) {
    const auto colon = part.find(':');
    const std::string backend = part.substr(0, colon);
    if (backend.empty()) refuse("empty device name", text);
    std::size_t workers = 1;
    std::string id = backend;
    if (backend == "cpu") {
        if (colon != std::string::npos) workers = parseCount(part.substr(colon + 1), text);
    } else {
        if (backend != "cuda") refuse("unknown kind of device '" + backend + "'", text);
        if (colon == std::string::npos) refuse("which CUDA device?", text);
        const auto cross = part.find('x', colon);
        id = "cuda:" + std::to_string(parseCount(
                           part.substr(colon + 1, cross == std::string::npos ? cross : cross - colon - 1), text));
        if (cross != std::string::npos) workers = parseCount(part.substr(cross + 1), text);
    }
    if (workers == 0) refuse("no workers at all", text);
    if (workers > kMaxWorkers) refuse("more than " + std::to_string(kMaxWorkers) + " workers", text);
    return {id, workers};
}

void requireUsable(const std::string& id) {
    for (const DeviceInfo& device : listDevices()) {
        if (device.id != id) continue;
        if (!device.usable) throw DeviceError("device cannot be used: " + device.reason, id);
        return;
    }
    std::string reason = "no such device";
    for (const RefusedModule& module : refusedModules())
        if (id.rfind("cuda", 0) == 0 && module.name == "CUDA") reason += " (" + module.reason + ")";
    throw DeviceError(reason, id, "ewald-cli devices lists what there is");
}

} // namespace

std::vector<DeviceInfo> listDevices() {
    std::vector<DeviceInfo> all;
    for (const auto& backend : registry().backends)
        for (DeviceInfo& device : backend->devices()) all.push_back(std::move(device));
    return all;
}

std::vector<RefusedModule> refusedModules() { return registry().refused; }

std::vector<RankDevice> parseDevices(const std::string& text) {
    std::vector<RankDevice> ranks;
    if (text.empty() || text == "auto") {
        for (const DeviceInfo& device : listDevices())
            if (device.usable && device.backend != "cpu") ranks.push_back({device.id, 1});
        if (ranks.empty()) ranks.push_back({"cpu", 1});
        return ranks;
    }
    std::map<std::string, std::size_t> seen;
    for (const std::string& part : split(text, ',')) {
        const RankDevice parsed = parsePart(part, text);
        if (!seen.emplace(parsed.id, parsed.share).second) refuse("device " + parsed.id + " is named twice", text);
        requireUsable(parsed.id);
        ranks.insert(ranks.end(), parsed.share, parsed);
    }
    return ranks;
}

std::unique_ptr<Queue> makeQueue(const RankDevice& device) {
    Backend* backend = registry().find(device.id.substr(0, device.id.find(':')));
    if (!backend) requireUsable(device.id);
    if (!backend) throw DeviceError("no backend for this device", device.id);
    return backend->makeQueue(device.id, device.share);
}

} // namespace ewald::compute
