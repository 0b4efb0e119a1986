// SPDX-License-Identifier: GPL-3.0-or-later
//
// A module that stands in the place of the CUDA one: two GPUs that are on no machine, and a third one hidden from the
// program. Nothing can be computed on them.
#include "base/error.h"
#include "compute/devices/module.h"
#include "compute/devices/queue.h"

namespace {

using ewald::compute::DeviceInfo;

class MadeUpBackend final : public ewald::compute::Backend {
public:
    [[nodiscard]] std::string name() const override { return "cuda"; }
    [[nodiscard]] std::vector<DeviceInfo> devices() const override {
        DeviceInfo first;
        first.id = "cuda:0", first.backend = "cuda", first.name = "NVIDIA H200", first.uuid = "GPU-8a5e1c2d-0001";
        first.capability = "9.0", first.driver = "580.82.07", first.physicalIndex = 3, first.load = 0.5;
        first.memoryTotal = 150'000'000'000, first.memoryFree = 140'000'000'000;
        first.peers = {"cuda:1"};
        DeviceInfo second = first;
        second.id = "cuda:1", second.uuid = "GPU-77aa0b1c-0002", second.peers = {"cuda:0"};
        DeviceInfo hidden = first;
        hidden.id = "cuda:GPU-0bad0bad-0003", hidden.uuid = "GPU-0bad0bad-0003", hidden.usable = false;
        hidden.reason = "hidden by CUDA_VISIBLE_DEVICES";
        return {first, second, hidden};
    }
    [[nodiscard]] std::unique_ptr<ewald::compute::Queue> makeQueue(const std::string& id,
                                                                   std::size_t ranksOnDevice) override {
        throw ewald::DeviceError("made up, " + std::to_string(ranksOnDevice) + " workers", id);
    }
};

} // namespace

EWALD_MODULE_FUNCTION ewald::compute::Backend* ewaldMakeBackend(std::string&) {
    return std::make_unique<MadeUpBackend>().release();
}
