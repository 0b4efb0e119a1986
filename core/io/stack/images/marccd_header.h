// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/stack/segment.h"

#include <memory>

namespace ewald::io {

/// Takes what a MarCCD or Rayonix detector says about the experiment: its TIFF files have a header of their own in
/// bytes 1024 to 4095 (frame_header of MarCCD, as in the program's header file marccd_header.h). Nothing is done where
/// there is none. What is 0 is not known.
void readMarCcdHeader(const RawFile& file, StackContents& contents);

} // namespace ewald::io
