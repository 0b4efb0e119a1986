// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/ptychography/results/find_orientation.h"

#include "compute/devices/device.h"
#include "job/ptychography/results/prepared_scan.h"
#include "ptycho/analysis/focus_search.h"
#include "ptycho/model/initial_guess.h"

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
                                          const ptycho::OrientationProgress& progress, const LogSink& log) {
    const PreparedScan scan = prepareScan(job, log);
    ptycho::OrientationSample sample;
    sample.geometry = scan.geometry;
    sample.options = scan.options;
    const std::vector<std::size_t> which = middleFrames(scan.positions, scan.geometry, search.frames);
    for (const std::size_t frame : which) sample.positions.push_back(scan.positions[frame]);
    const std::size_t pixels = scan.layout.size * scan.layout.size;
    sample.amplitudes.resize(which.size() * pixels);
    const auto keep = [&](std::size_t slot, std::span<const float> counts) {
        std::transform(counts.begin(), counts.end(),
                       sample.amplitudes.begin() + static_cast<std::ptrdiff_t>(slot * pixels),
                       [](float count) { return count >= 0 ? std::sqrt(count) : -1.0F; });
    };
    const io::FrameStatistics found = io::readCounts(scan.scan, scan.preprocessing, scan.layout, which, keep, control);
    io::requireReadable(found);
    logNotes(found.notes, log);
    if (!scan.scan.probe.empty()) sample.probe = ptycho::fitProbe(scan.scan.probe, scan.layout.size);
    const auto devices = compute::parseDevices(job.text("devices"));
    const auto queue = compute::makeQueue({devices.front().id, 1});
    return ptycho::findOrientation(sample, search.iterations, *queue, control, progress);
}

bool orientationMayExplainError(const JobDocument& job) {
    const bool oneFrame = std::ranges::any_of(job.pipeline, [](const Stage& stage) {
        const ptycho::EngineKind* engine = ptycho::findEngineKind(stage.engine);
        return engine != nullptr && engine->singleFrame;
    });
    return !oneFrame && job.integer("slices") == 1 && job.integer("object_modes") == 1 &&
           job.text("geometry") == "transmission";
}

std::vector<std::pair<std::string, std::string>> settingsOf(ptycho::Orientation orientation) {
    const auto text = [](bool value) { return std::string(value ? "true" : "false"); };
    return {{"swap_positions", text(orientation.swap)},
            {"flip_position_y", text(orientation.flipRow)},
            {"flip_position_x", text(orientation.flipCol)}};
}

} // namespace ewald::job
