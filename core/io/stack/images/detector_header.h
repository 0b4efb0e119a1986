// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/frame_stack.h"

#include <string_view>

namespace ewald::io {

/// Takes what a Pilatus or Eiger says about the experiment in the header of its TIFF and CBF files:
/// "# Pixel_size 172e-6 m x 172e-6 m", "# Wavelength 0.9795 A", "# Detector_distance 0.2 m",
/// "# Beam_xy (1000.5, 990.1) pixels", "# Detector: PILATUS 1M". What is not there or is no sensible number stays.
void readDetectorHeader(std::string_view text, StackGeometry& geometry);

} // namespace ewald::io
