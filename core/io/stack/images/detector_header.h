// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/stack/segment.h"

#include <string>
#include <string_view>

namespace ewald::io {

/// Takes what a Pilatus or Eiger says about the experiment in the header of its TIFF and CBF files:
/// "# Pixel_size 172e-6 m x 172e-6 m", "# Wavelength 0.9795 A" or "# Energy 12658 eV", "# Detector_distance 0.2 m",
/// "# Beam_xy (1000.5, 990.1) pixels", "# Count_cutoff 1048500 counts", "# Detector: PILATUS 1M". Numbers without a
/// unit are in those of these lines. What is not there, or is no number, stays; a number that cannot be what it is
/// called is left out with a warning, and so are distance and beam centre of a detector that "# Detector_2theta" turns.
void readDetectorHeader(std::string_view text, StackContents& contents);

/// Leaves out distance and beam centre with a warning: they do not say where a detector is that is turned around the
/// sample. \param by what says so
void leaveOutTurnedGeometry(StackContents& contents, const std::string& by, double degrees);

/// A length that the header of an image says. One outside of least … most is left out with a warning: a geometry that
/// is missing is asked for, a wrong one is not noticed. \param said "SampleDistance = 60 km"
[[nodiscard]] std::optional<double> lengthWithin(double value_m, double least_m, double most_m, const std::string& said,
                                                 StackContents& contents);
/// The same of the distance from sample to detector, with a warning where few instruments are as long.
[[nodiscard]] std::optional<double> distanceOf(double value_m, const std::string& said, StackContents& contents);

} // namespace ewald::io
