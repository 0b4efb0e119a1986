// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/integrator.h"
#include "io/frame_stack.h"
#include "io/integration_file.h"
#include "job/document.h"
#include "job/events.h"
#include "job/run_reporter.h"

#include <memory>

namespace ewald::job {

/// Everything between the document of an integration and its first frame.
struct IntegrateSetup {
    std::shared_ptr<const io::FrameStack> stack;
    std::string poni; ///< the geometry as a PONI file
    std::unique_ptr<const azint::Integrator> integrator;
    std::size_t firstFrame = 0; ///< index in the stack
    std::size_t frameStep = 1;
    std::size_t frames = 0; ///< to integrate
    std::size_t workers = 1;

    [[nodiscard]] std::size_t frameOf(std::size_t row) const noexcept { return firstFrame + row * frameStep; }
};

/// Opens the frames and builds the table of pixels. Remarks that are no errors go to the log. \throws Error
[[nodiscard]] IntegrateSetup planIntegration(const JobDocument& job, RunReporter& reporter);
/// What planIntegration() decided, for people.
[[nodiscard]] JobPlan describePlan(const JobDocument& job, const IntegrateSetup& setup);
/// What the result file says about its axes.
[[nodiscard]] io::IntegrationAxes axesOf(const IntegrateSetup& setup);
/// Threads for `devices` and `workers` of a document. \throws JobError for devices that cannot integrate, DeviceError
[[nodiscard]] std::size_t workersOf(const JobDocument& job);

} // namespace ewald::job
