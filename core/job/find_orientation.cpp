// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/find_orientation.h"

#include "base/error.h"
#include "compute/device.h"
#include "io/preprocess.h"
#include "job/ptycho_runner.h"
#include "job/settings.h"
#include "ptycho/focus_search.h"
#include "ptycho/initial_guess.h"

#include <algorithm>
#include <cmath>

namespace ewald::job {
namespace {

/// The frames in the middle of the scan, as numbers of the prepared ones.
std::vector<std::size_t> middleFrames(const std::vector<ScanPosition>& positions, const ptycho::Geometry& geometry,
                                      std::size_t count) {
    ptycho::Problem scan;
    scan.frames = positions.size();
    scan.order = ptycho::makeFrameOrder(scan.frames, 0);
    scan.positions = ptycho::layoutScan(positions, geometry, 0, {}).positions;
    return ptycho::sampleFrames(scan, count);
}

} // namespace

ptycho::OrientationAnswer findOrientation(const JobDocument& job, const OrientationSearch& search, RunControl& control,
                                          const ptycho::OrientationProgress& progress) {
    const io::Scan scan = openJobScan(job);
    const io::Preprocessing preprocessing = preprocessingOf(job);
    const io::PreparedLayout layout = io::planPreprocessing(scan, preprocessing);
    for (const io::Note& note : io::checkScan(scan, layout.size, 0))
        if (note.severity == io::Severity::error) throw DataError(note.text, scan.file.string());
    ptycho::OrientationSample sample;
    sample.geometry = ptycho::makeGeometry(layout.size, scan.wavelength_m.value_or(0), scan.distance_m.value_or(0),
                                           layout.pixelHeight_m, layout.pixelWidth_m, scan.focusToSample_m.value_or(0));
    sample.options = positionOptionsOf(job, scan);
    std::vector<ScanPosition> positions;
    for (const std::size_t frame : layout.frameIndex) positions.push_back(scan.positions.at(frame));
    if (positions.empty())
        throw DataError("no frames are left to use", scan.file.string(),
                        "check first_frame, frame_step and max_frames");
    const std::vector<std::size_t> which = middleFrames(positions, sample.geometry, search.frames);
    for (const std::size_t frame : which) sample.positions.push_back(positions[frame]);
    const std::size_t pixels = layout.size * layout.size;
    sample.amplitudes.resize(which.size() * pixels);
    const auto keep = [&](std::size_t slot, std::span<const float> counts) {
        std::transform(counts.begin(), counts.end(),
                       sample.amplitudes.begin() + static_cast<std::ptrdiff_t>(slot * pixels),
                       [](float count) { return count >= 0 ? std::sqrt(count) : -1.0F; });
    };
    io::readCounts(scan, preprocessing, layout, which, keep, control);
    if (!scan.probe.empty()) sample.probe = ptycho::fitProbe(scan.probe, layout.size);
    const auto devices = compute::parseDevices(job.text("devices"));
    const auto queue = compute::makeQueue({devices.front().id, 1});
    return ptycho::findOrientation(sample, search.iterations, *queue, control, progress);
}

std::vector<std::pair<std::string, std::string>> settingsOf(ptycho::Orientation orientation) {
    const auto text = [](bool value) { return std::string(value ? "true" : "false"); };
    return {{"swap_positions", text(orientation.swap)},
            {"flip_position_y", text(orientation.flipRow)},
            {"flip_position_x", text(orientation.flipCol)}};
}

} // namespace ewald::job
