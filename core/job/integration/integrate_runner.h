// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/integrator.h"
#include "azint/poni.h"
#include "base/log.h"
#include "base/run_control.h"
#include "io/frame_stack.h"
#include "job/document/document.h"
#include "job/events/events.h"
#include "job/events/run_options.h"

#include <memory>
#include <optional>

namespace ewald::job {

/// Runs an integration job from files to result file. Blocks; call it from a worker thread. Same contract as
/// runPtycho(): never throws, honours stop requests within one group of frames (a graceful stop saves what is done).
JobOutcome runIntegrate(const JobDocument& job, JobObserver& observer, RunControl& control,
                        const RunOptions& options = {});

/// Opens the frames of a document. \throws JobError, DataError
[[nodiscard]] std::shared_ptr<const io::FrameStack> openJobStack(const JobDocument& job);

/// What the PONI file of a document says, for the frames of a stack; absent where the document names none. A job reads
/// it once, and hands it on to all that ask for the geometry: the file may name others, which take long, and may change
/// meanwhile. \throws DataError
[[nodiscard]] std::optional<azint::Poni> poniOf(const JobDocument& job, const io::FrameStack& stack);

/// The geometry of a document: its PONI file, or typed distance/centre/tilt, or what the frames' files say; with the
/// document's overrides (wavelength, pixel size). \param file poniOf() \throws JobError saying which key is missing
[[nodiscard]] azint::Poni geometryOf(const JobDocument& job, const io::FrameStack& stack,
                                     const std::optional<azint::Poni>& file);
/// The same for one who asks for nothing else. \throws JobError, DataError
[[nodiscard]] azint::Poni geometryOf(const JobDocument& job, const io::FrameStack& stack);

/// geometryOf() without distance, beam and tilt: detector, pixel size, wavelength where it is known, and sensor.
/// \throws JobError
[[nodiscard]] azint::Poni detectorGeometryOf(const JobDocument& job, const io::FrameStack& stack,
                                             const std::optional<azint::Poni>& file);

/// Which frames of the input a document chooses.
struct FrameChoice {
    std::size_t first = 0;
    std::size_t step = 1;
    std::size_t count = 0;
};
/// \param frames of the input \throws DataError when there are none, JobError when the first one is behind their end
[[nodiscard]] FrameChoice chosenFrames(const JobDocument& job, std::size_t frames);

/// Everything that the document asks for, with mask, dark, flat read. \param file poniOf() \param log remarks on the
/// images \throws JobError, DataError
[[nodiscard]] azint::IntegrationSettings integrationSettingsOf(const JobDocument& job);
[[nodiscard]] azint::Corrections correctionsOf(const JobDocument& job, const io::FrameStack& stack,
                                               const std::optional<azint::Poni>& file, const LogSink& log = {});
/// Says where a mask leaves so little that bad and good pixels may be exchanged in the file; empty: it does not.
[[nodiscard]] std::string doubtOfMask(const Array<std::uint8_t, 2>& mask, const JobDocument& job);
/// The image that a document names as dark_file, flat_file, absorption_file or variance_file, of the frames' shape;
/// empty where it names none. \param log is told where it is the mean of several
/// \throws JobError for another shape, DataError
[[nodiscard]] Array<float, 2> correctionImageOf(const JobDocument& job, const char* key, const io::FrameStack& stack,
                                                const LogSink& log = {});

} // namespace ewald::job
