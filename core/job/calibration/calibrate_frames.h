// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/poni.h"
#include "base/log.h"
#include "base/run_control.h"
#include "calibrate/calibrate.h"
#include "crystal/equation_of_state.h"
#include "job/document/document.h"

#include <string>
#include <vector>

namespace ewald::job {

/// A calibration of frames, in the words of users: places in pixels of the image that was calibrated.
struct FrameCalibration {
    calibrate::Calibration calibration;
    std::vector<calibrate::KnownRing> rings; ///< of the calibrant, for the indices in `calibration`
    azint::Poni poni;                        ///< of the answer; fits the image flipped as the document says
    std::string calibrant;                   ///< its name
    Particle particle = Particle::photon;    ///< of its wavelength
    std::size_t rows = 0, cols = 0;
    std::size_t frames = 0; ///< of which the image is the mean
    std::size_t masked = 0; ///< pixels, without `lone`
    std::size_t lone = 0;   ///< pixels, see calibrate::makeRingImage()
    double beamRow = 0;     ///< from the outer edge of the first row of the flipped image: its middle is at ½
    double beamCol = 0;
    double beamRowSigma = 0;
    double beamColSigma = 0;
};

/// Finds the geometry of a detector from frames of a calibrant, see calibrate::calibrate(). The document is that of an
/// integration: files, dataset, first_frame, frame_step and max_frames (at most 100 frames are averaged), detector and
/// pixel size, energy or wavelength (else those of the file), masks, thresholds, dark, flat, flips count as there; a
/// PONI file gives detector, pixel size and wavelength; distance_m and the beam's row and column, where they are typed,
/// are where the search begins. Blocks; call it from a worker thread.
/// \param calibrant name of a built-in one, or a file of d-spacings \param log remarks
/// \param conditions of the calibrant when it was measured, see azint::underConditions()
/// \throws JobError for what the document lacks or an unknown calibrant, DataError, StoppedError
[[nodiscard]] FrameCalibration calibrateFrames(const JobDocument& job, const std::string& calibrant,
                                               const RunControl& control, const LogSink& log = {},
                                               const crystal::Conditions& conditions = {});

} // namespace ewald::job
