// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/integrator.h"
#include "compute/communication/process_group.h"
#include "io/frame_stack.h"
#include "io/growing/growing_stack.h"
#include "io/integration_file.h"
#include "job/document/document.h"
#include "job/events/events.h"
#include "job/integration/detector_arm.h"
#include "job/integration/integrate_devices.h"
#include "job/run/run_reporter.h"

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace ewald::job {

/// Everything between the document of an integration and its first frame.
struct IntegrateSetup {
    std::shared_ptr<const io::FrameStack> stack;
    std::shared_ptr<io::GrowingStack> growing; ///< the same, of a job that follows its files; null: it does not
    std::string poni;                          ///< the geometry as a PONI file
    Particle particle = Particle::photon;
    std::unique_ptr<const azint::Integrator> integrator; ///< of the first frame
    std::unique_ptr<const ArmTables> arm;                ///< null: that of all frames
    std::size_t firstFrame = 0;                          ///< index in the stack
    std::size_t frameStep = 1;
    std::size_t frames = 0;                          ///< to integrate
    std::size_t workers = 1;                         ///< of this process
    std::vector<std::size_t> firstWorkers;           ///< of each process, workers counted over all, and their number
    std::vector<std::string> deviceNames;            ///< of all processes, for people
    std::string communicator;                        ///< how the workers come together
    std::unique_ptr<const IntegrateDevices> devices; ///< null: the processor does everything
    std::chrono::milliseconds timeout{};             ///< with a device that does not answer
    std::jthread keeping; ///< writes the tables of the integrator for the next run; ended before the integrator

    std::size_t cutOff = 0; ///< frames that the job would have, were its input not cut off
    [[nodiscard]] std::size_t frameOf(std::size_t row) const noexcept { return firstFrame + row * frameStep; }
    /// Frames that are best given to a worker at a time.
    [[nodiscard]] std::size_t preferredFrames(const RunControl& control) const;
    /// One of `workers`, for a thread of its own; keeps references to this and to the control. \throws DeviceError
    [[nodiscard]] std::unique_ptr<GroupWorker> makeWorker(std::size_t worker, const RunControl& control) const;
};

/// Opens the frames and builds the table of pixels. Remarks that are no errors go to the log. Every process that works
/// on the job calls it. \throws Error
[[nodiscard]] IntegrateSetup planIntegration(const JobDocument& job, RunReporter& reporter,
                                             compute::ProcessGroup& processes);
/// What planIntegration() decided, for people.
[[nodiscard]] JobPlan describePlan(const JobDocument& job, const IntegrateSetup& setup);
/// What the result file says about its axes.
[[nodiscard]] io::IntegrationAxes axesOf(const IntegrateSetup& setup);
/// Threads of this process on the processor for `devices` and `workers` of a document, were there no other device.
/// \param processes processes that share the cores \throws JobError, DeviceError
[[nodiscard]] std::size_t workersOf(const JobDocument& job, std::size_t processes = 1);

} // namespace ewald::job
