// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/integrator.h"
#include "base/phase_clock.h"

#include <cstdint>
#include <span>
#include <string>

namespace ewald::job {

/// How a worker has spent its time, in seconds.
struct WorkerTimes {
    double read_s = 0;
    double decode_s = 0; ///< of a device: waiting for it
    double integrate_s = 0;
    double wait_s = 0;          ///< until there was room for more results
    std::uint64_t bytes = 0;    ///< read, as stored
    std::size_t leftFrames = 0; ///< that a device has left to the processor

    WorkerTimes& operator+=(const WorkerTimes& other) noexcept;
    /// \param devices whether they were those of devices, which decode and integrate at once
    [[nodiscard]] PhaseTimes phases(bool devices) const;
};

/// Reads, decodes and integrates frames for one thread; reused for group after group.
class GroupWorker {
public:
    virtual ~GroupWorker() = default;

    /// How many frames are best given at a time.
    [[nodiscard]] virtual std::size_t preferredFrames() const noexcept = 0;
    /// \param frames indices in the stack
    /// \param results one a frame; of no use where the frame failed
    /// \param failures one a frame: why it could not be read, empty when it could
    /// \throws StoppedError when the job is to be aborted, DeviceError
    virtual void integrate(std::span<const std::size_t> frames, std::span<azint::FrameResult> results,
                           std::span<std::string> failures) = 0;
    [[nodiscard]] virtual WorkerTimes times() const noexcept = 0;
    /// Why a device has left everything since then to the processor; empty = it has not.
    [[nodiscard]] virtual std::string problem() const { return {}; }
};

} // namespace ewald::job
