// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5/hdf5.h"
#include "io/stack/segment.h"

#include <optional>
#include <string>
#include <vector>

namespace ewald::io {

/// The acquisition that the frames of a file are of, by what LImA and BLISS write beside them; absent: nothing says it.
/// \param detectors groups of the detectors of the datasets of frames; of several the frames count together
[[nodiscard]] std::optional<Acquisition> acquisitionOf(const h5::File& file, const std::vector<std::string>& detectors);

/// Warns where the numbers that a detector gives its frames (NXdetector, EPICS areaDetector) show that some are lost,
/// stored twice or in another order.
/// \param framesPath of the frames \param detector its group, or empty
void compareFrameNumbers(const h5::File& file, const std::string& framesPath, const std::string& detector,
                         std::size_t frames, std::vector<Note>& notes);

/// Warns where lists of one number a frame beside the frames (times of the detector, counters of a BLISS scan, angles
/// of DataExchange) are of another length. \param shape of a frame: lists along its sides are none of frames
void compareListsOfFrames(const h5::File& file, const std::string& framesPath, const std::string& detector,
                          std::size_t frames, FrameShape shape, std::vector<Note>& notes);

/// What NXdetector, or LImA below it, says of the time of a frame in seconds; absent where frames differ, with a
/// warning where they do by more than clocks scatter.
[[nodiscard]] std::optional<double> exposureOf(const h5::File& file, const std::string& detector,
                                               std::vector<Note>& notes);

} // namespace ewald::io
