// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/prepared_scan.h"

#include "base/error.h"
#include "job/ptycho_runner.h"
#include "job/settings.h"

namespace ewald::job {

PreparedScan prepareScan(const JobDocument& job) {
    PreparedScan made;
    made.scan = openJobScan(job);
    made.preprocessing = preprocessingOf(job);
    made.layout = io::planPreprocessing(made.scan, made.preprocessing);
    for (const io::Note& note : io::checkScan(made.scan, made.layout.size, 0))
        if (note.severity == io::Severity::error) throw DataError(note.text, made.scan.file.string());
    if (made.layout.frameIndex.empty())
        throw DataError("no frames are left to use", made.scan.file.string(),
                        "check first_frame, frame_step and max_frames");
    made.geometry = ptycho::makeGeometry(made.layout.size, made.scan.wavelength_m.value_or(0),
                                         made.scan.distance_m.value_or(0), made.layout.pixelHeight_m,
                                         made.layout.pixelWidth_m, made.scan.focusToSample_m.value_or(0));
    made.options = positionOptionsOf(job, made.scan);
    for (const std::size_t frame : made.layout.frameIndex) made.positions.push_back(made.scan.positions.at(frame));
    return made;
}

} // namespace ewald::job
