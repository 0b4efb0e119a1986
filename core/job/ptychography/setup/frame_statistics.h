// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/array.h"
#include "compute/communication/communicator.h"
#include "io/preprocess/preprocess.h"
#include "io/scan.h"
#include "job/run/run_reporter.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace ewald::job {

/// What all ranks of all processes found together, as if one had read everything. Collective.
/// \param here of the frames of this process \param which these, by their places in the layout \param keptIn frames
/// that are used although they hold little, in rising order
[[nodiscard]] io::FrameStatistics mergedStatistics(const io::FrameStatistics& here,
                                                   const std::vector<std::size_t>& which,
                                                   const io::PreparedLayout& layout,
                                                   std::span<const std::size_t> keptIn,
                                                   compute::Communicator& everyProcess);

/// Frames, by their places in `counts`, that are brighter or darker by half than nearly all others: a glitch of
/// detector or beam. Where more than a twentieth of the frames are, as behind a sample that absorbs, only those are
/// that have a hundredth or a hundred times of what others have. \param counts of each frame
[[nodiscard]] std::vector<std::size_t> outlyingFrames(const std::vector<double>& counts);

/// Frames, by their places in `counts`, that hold some counts, and less than a hundredth of the median: no sample takes
/// away so much of a beam, but a shutter does. \param counts of each frame
[[nodiscard]] std::vector<std::size_t> faintFrames(const std::vector<double>& counts);

/// Frames, by their places, that hold exactly the counts of the one before although the sample has moved, so many in a
/// row that it is no chance: the detector stood still, or an old image was written again. \param counts of each frame
/// \param positions of the frames, as many
[[nodiscard]] std::vector<std::size_t> repeatedFrames(std::span<const double> counts,
                                                      std::span<const ScanPosition> positions);

/// Says which frames of the scan these are. \param layout of the frames that were counted
void warnOfRepeatedFrames(const io::FrameStatistics& found, const io::Scan& scan, const io::PreparedLayout& layout,
                          RunReporter& reporter);

/// Pixels that hold no count in any frame, between pixels of their row or column that hold many: dead ones, a gap of
/// the detector, or a beam stop. \param meanAmplitude n × n, √ of the mean pattern \param isMeasured which of its
/// pixels are not masked \param frames that the mean is of
[[nodiscard]] std::size_t pixelsWithoutCounts(std::span<const float> meanAmplitude, const std::vector<bool>& isMeasured,
                                              std::size_t n, std::size_t frames);

/// Whether most of the light is where the highest frequencies should be: frames with zero frequency in their corner.
/// \param meanAmplitude n × n, √ of the mean pattern, zero frequency at the corner if the frames are centred
[[nodiscard]] bool lightIsAtHighFrequencies(std::span<const float> meanAmplitude, std::size_t n);

/// Steps are for counts. Far below one in a frame their sums lie below what single precision resolves, and the error
/// seems to vanish: in frames of 1e-8 counts the object was off by 2 %, from 1e-5 on it is right.
/// \param where file and dataset of the frames \throws DataError
void requireCounts(const io::FrameStatistics& found, const std::string& where, RunReporter& reporter);

} // namespace ewald::job
