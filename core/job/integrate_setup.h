// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/integrator.h"
#include "compute/process_group.h"
#include "io/frame_stack.h"
#include "io/integration_file.h"
#include "job/document.h"
#include "job/events.h"
#include "job/run_reporter.h"

#include <memory>
#include <string>
#include <vector>

namespace ewald::job {

/// Everything between the document of an integration and its first frame.
struct IntegrateSetup {
    std::shared_ptr<const io::FrameStack> stack;
    std::string poni; ///< the geometry as a PONI file
    std::unique_ptr<const azint::Integrator> integrator;
    std::size_t firstFrame = 0; ///< index in the stack
    std::size_t frameStep = 1;
    std::size_t frames = 0;                ///< to integrate
    std::size_t workers = 1;               ///< of this process
    std::vector<std::size_t> firstWorkers; ///< of each process, workers counted over all, and their number
    std::vector<std::string> deviceNames;  ///< of all processes, for people
    std::string communicator;              ///< how the workers come together

    [[nodiscard]] std::size_t frameOf(std::size_t row) const noexcept { return firstFrame + row * frameStep; }
};

/// Opens the frames and builds the table of pixels. Remarks that are no errors go to the log. Every process that works
/// on the job calls it. \throws Error
[[nodiscard]] IntegrateSetup planIntegration(const JobDocument& job, RunReporter& reporter,
                                             compute::ProcessGroup& processes);
/// What planIntegration() decided, for people.
[[nodiscard]] JobPlan describePlan(const JobDocument& job, const IntegrateSetup& setup);
/// What the result file says about its axes.
[[nodiscard]] io::IntegrationAxes axesOf(const IntegrateSetup& setup);
/// Threads of this process for `devices` and `workers` of a document. \param share processes that share the cores
/// \throws JobError for devices that cannot integrate, DeviceError
[[nodiscard]] std::size_t workersOf(const JobDocument& job, std::size_t share = 1);

} // namespace ewald::job
