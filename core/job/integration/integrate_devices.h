// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/integrator.h"
#include "compute/devices/device.h"
#include "compute/operations/integrate_ops.h"
#include "io/frame_stack.h"
#include "job/integration/group_worker.h"
#include "job/run/run_reporter.h"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace ewald::job {

/// The devices of an integration beside the processor, each with the table of weights in its memory.
class IntegrateDevices {
public:
    /// \param devices one entry a worker; those of the processor are left out
    /// \param workers for each device that is named once, 0 = as many as keep it busy
    /// \param processes processes that share the devices and the cores
    /// \param first index in the stack of a frame that stands for the others
    /// \throws JobError or DataError when these frames cannot be integrated on a device, DeviceError: the reason, for
    ///         people
    IntegrateDevices(const std::vector<compute::RankDevice>& devices, std::size_t workers, std::size_t processes,
                     std::size_t first, const io::FrameStack& stack, const azint::Integrator& integrator);
    ~IntegrateDevices();

    /// Threads that read frames for devices.
    [[nodiscard]] std::size_t workers() const noexcept { return m_workers.size(); }
    /// A worker of its own for one thread; keeps references to all.
    /// \param timeout how long its device may leave it waiting
    [[nodiscard]] std::unique_ptr<GroupWorker> makeWorker(std::size_t worker, const RunControl& control,
                                                          std::chrono::milliseconds timeout) const;
    /// "cuda:0: NVIDIA H200, 8 workers", one a device.
    [[nodiscard]] std::vector<std::string> describe() const;
    /// Frames that are best given to a worker at a time.
    [[nodiscard]] std::size_t preferredFrames() const noexcept;

    /// What the first device does when nothing else is in its way: its floors, and a batch of real frames again and
    /// again. \throws Error
    struct Alone {
        compute::DeviceSpeed speed;
        double memoryBytes = 0; ///< of a frame: that device memory has to move for it
        double perFrame_s = 0;  ///< copy, decode and integrate, one batch after the other
        double chunkBytes = 0;  ///< of these frames, mean
        std::size_t frames = 0; ///< of a batch
    };
    [[nodiscard]] Alone measure(std::size_t first) const;

private:
    struct Device;
    void add(const std::string& id, std::size_t workers, std::size_t processes, const compute::BlockTable& table);
    [[nodiscard]] std::size_t wantedFrames() const noexcept;

    const io::FrameStack& m_stack;
    const azint::Integrator& m_integrator;
    std::vector<std::unique_ptr<Device>> m_devices;
    std::vector<std::size_t> m_workers; ///< device of each
};

} // namespace ewald::job
