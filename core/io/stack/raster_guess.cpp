// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/raster_guess.h"

#include "base/phrase.h"

namespace ewald::io {

void noteRasterGuess(const std::string& where, std::span<const std::size_t> shape, StackContents& contents) {
    if (shape.size() != 4 || shape[0] < 2 || shape[1] < 2) return;
    // AGIPD, LPD and DSSC of 16 modules, JUNGFRAU and AGIPD of 8; ePix and CSPAD have 32 or 64.
    const std::size_t fast = shape[1];
    const bool mayBeModules = fast == 8 || fast == 16 || fast == 32 || fast == 64;
    contents.note(
        mayBeModules ? Severity::warning : Severity::info,
        phrase("%1 is taken for a raster of %2 × %3 points with one frame each; if its second axis counts the "
               "modules of a detector, write those of one module as (frames, rows, columns)",
               where, shape[0], fast));
}

} // namespace ewald::io
