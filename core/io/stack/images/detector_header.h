// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/stack/segment.h"

#include <optional>
#include <string>
#include <string_view>

namespace ewald::io {

/// Takes what a Pilatus or Eiger says about the experiment in the header of its TIFF and CBF files:
/// "# Pixel_size 172e-6 m x 172e-6 m", "# Wavelength 0.9795 A" or "# Energy 12658 eV", "# Detector_distance 0.2 m",
/// "# Beam_xy (1000.5, 990.1) pixels", "# Count_cutoff 1048500 counts", "# Detector: PILATUS 1M". Numbers without a
/// unit are in those of these lines. What is not there, or is no number, stays; a number that cannot be what it is
/// called is left out with a warning, and so are distance and beam centre of a detector that "# Detector_2theta" turns.
void readDetectorHeader(std::string_view text, StackContents& contents);

/// A length that a header says. One outside of least … most is left out with a warning: a geometry that is missing is
/// asked for, a wrong one is not noticed. \param said "Detector_distance 60 km"
[[nodiscard]] std::optional<double> lengthWithin(double value_m, double least_m, double most_m, const std::string& said,
                                                 StackContents& contents);

/// The same of a number of a binary header, in which 0 stands for what is not known.
/// \param called name of the number \param unit_m what it counts
[[nodiscard]] std::optional<double> lengthOf(double value, const char* called, double unit_m, double least_m,
                                             double most_m, StackContents& contents);

/// Leaves out a beam centre of 0, 0 or −1, −1: programs that do not know it write that.
void leaveOutUnsetCentre(StackContents& contents);

/// Leaves out distance and beam centre with a warning, which says why.
void leaveOutPlace(StackContents& contents, std::string why);
/// The same of a detector that is turned around the sample: they do not say where it is. \param by what says so
void leaveOutTurnedGeometry(StackContents& contents, const std::string& by, double degrees);
/// Warns of a distance from sample to detector as few instruments are long. \param said "SampleDistance = 60 m"
void warnOfFarDistance(double value_m, const std::string& said, StackContents& contents);

} // namespace ewald::io
