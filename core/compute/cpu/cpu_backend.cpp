// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/cpu/cpu_backend.h"

#include "base/error.h"
#include "base/phrase.h"
#include "compute/cpu/cpu_ptycho_ops.h"
#include "compute/devices/queue.h"
#include "compute/operations/aligned_array.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <string>
#include <thread>

namespace ewald::compute::cpu {
namespace {

/// Cores this process may use (taskset, Slurm and containers narrow it), at least one.
std::size_t usableCores() {
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) == 0) return static_cast<std::size_t>(std::max(1, CPU_COUNT(&set)));
    return std::max(1U, std::thread::hardware_concurrency());
}

std::string valueAfterColon(const std::string& file, const std::string& key) {
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);) {
        if (line.rfind(key, 0) != 0) continue;
        const auto start = line.find_first_not_of(" \t:", key.size());
        return start == std::string::npos ? std::string() : line.substr(start);
    }
    return {};
}

std::size_t memInfoBytes(const std::string& key) {
    const std::string value = valueAfterColon("/proc/meminfo", key);
    return value.empty() ? 0 : static_cast<std::size_t>(std::stoull(value)) * 1024;
}

DeviceInfo describe() {
    DeviceInfo info;
    info.id = "cpu";
    info.backend = "cpu";
    info.units = usableCores();
    const std::string model = valueAfterColon("/proc/cpuinfo", "model name");
    info.name = (model.empty() ? "processor" : model) + ", " + std::to_string(info.units) +
                (info.units == 1 ? " core, " : " cores, ") + frameLoops().name;
    info.memoryTotal = memInfoBytes("MemTotal");
    info.memoryFree = memInfoBytes("MemAvailable");
    return info;
}

/// memcpy needs valid pointers even for zero bytes.
void copyBytes(void* to, const void* from, std::size_t bytes) {
    if (bytes > 0) std::memcpy(to, from, bytes);
}

class CpuQueue final : public Queue {
public:
    explicit CpuQueue(int threads) : m_ops(threads) {}

    [[nodiscard]] DeviceInfo device() const override { return describe(); }
    void* allocate(std::size_t bytes) override {
        try {
            void* memory = ::operator new (bytes, std::align_val_t{kCacheLine});
            std::memset(memory, 0, bytes);
            return memory;
        } catch (const std::bad_alloc&) {
            throw DeviceError(phrase("out of memory: %1 MiB asked for", bytes >> 20), "cpu",
                              "use fewer frames, a smaller crop, or binning");
        }
    }
    void release(void* memory) noexcept override { ::operator delete (memory, std::align_val_t{kCacheLine}); }
    void upload(void* device, const void* host, std::size_t bytes) override { copyBytes(device, host, bytes); }
    void download(void* host, const void* device, std::size_t bytes) override { copyBytes(host, device, bytes); }
    [[nodiscard]] bool sharesHostMemory() const noexcept override { return true; }
    void synchronize() override {}
    [[nodiscard]] PtychoOps& ptycho() override { return m_ops; }

private:
    CpuPtychoOps m_ops;
};

class CpuBackend final : public Backend {
public:
    [[nodiscard]] std::string name() const override { return "cpu"; }
    [[nodiscard]] std::vector<DeviceInfo> devices() const override { return {describe()}; }
    [[nodiscard]] std::unique_ptr<Queue> makeQueue(const std::string& id, std::size_t ranksOnDevice) override {
        if (id != "cpu")
            throw DeviceError("no such device", id, "choose one of those that are there (ewald-cli devices)");
        const std::size_t threads = std::max<std::size_t>(1, usableCores() / std::max<std::size_t>(1, ranksOnDevice));
        return std::make_unique<CpuQueue>(static_cast<int>(threads));
    }
};

} // namespace

std::unique_ptr<Backend> makeCpuBackend() { return std::make_unique<CpuBackend>(); }

} // namespace ewald::compute::cpu
