// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/devices/device_choice.h"

#include "base/phrase.h"
#include "job/devices/ptycho_traffic.h"
#include "ptycho/engines/engines.h"

#include <algorithm>

namespace ewald::job {
namespace {

/// An engine for some iterations.
struct Part {
    const ptycho::EngineKind* engine;
    std::size_t batch; ///< frames
    double iterations;
};

/// What a stage does. Engines whose way depends on the data are taken for what they usually do.
std::vector<Part> partsOf(const ptycho::StageSettings& stage, std::size_t frames) {
    const auto iterations = static_cast<double>(stage.iterations);
    if (&stage.engine() == &ptycho::lbfgsKind() || &stage.engine() == &ptycho::rpiKind())
        return {{&ptycho::mlKind(), frames, iterations}};
    if (&stage.engine() != &ptycho::automaticKind()) return {{&stage.engine(), stage.framesAtOnce(), iterations}};
    const std::size_t batch = std::clamp<std::size_t>(frames / 16, 4, 32);
    return {{&ptycho::rpieKind(), batch, 0.12 * iterations},
            {&ptycho::lsqmlKind(), batch, 0.25 * iterations},
            {&ptycho::mlKind(), frames, 0.63 * iterations}};
}

/// The first frames of the order, which are spread over the scan as those of every mini-batch are.
ptycho::Problem firstFrames(const ptycho::Problem& scan, std::size_t frames) {
    ptycho::Problem part = scan;
    part.frames = frames;
    part.positions.clear();
    for (std::size_t i = 0; i < frames; ++i) part.positions.push_back(scan.positions[scan.order.permutation[i]]);
    part.order = ptycho::makeFrameOrder(frames, 0);
    return part;
}

/// Of an iteration. Beyond a few mini-batches each takes as long as those before.
double iteration_s(const ModelledGpu& gpu, const SharedWork& work, const Part& part, std::size_t devices, bool tiled) {
    const std::size_t frames = work.scan.frames;
    const std::size_t batch = std::min(part.batch, frames);
    const bool inBatches = ptycho::StageSettings(*part.engine, 1).has("batch_size");
    constexpr std::size_t kUnit = 128; // frames
    const std::size_t unit = std::max(inBatches ? 2 * batch : kUnit, devices);
    const auto predicted = [&](std::size_t some) {
        PtychoBenchCase c;
        c.size = work.scan.geometry.size;
        c.frames = some;
        c.modes = work.model.probeModes;
        c.engine = part.engine;
        c.subpixel = work.model.subpixel;
        c.batchSize = batch;
        const auto traffic = ptychoTraffic(c, firstFrames(work.scan, some), {devices, tiled, gpu.cacheOfPieces()});
        return traffic ? predict(gpu, c, *traffic).seconds() : 0;
    };
    if (frames <= 2 * unit) return predicted(frames);
    const double few = predicted(unit), more = predicted(2 * unit);
    return more + (more - few) * static_cast<double>(frames - 2 * unit) / static_cast<double>(unit);
}

double pipeline_s(const ModelledGpu& gpu, const SharedWork& work, std::size_t devices, bool tiled) {
    double all = 0;
    for (const ptycho::StageSettings& stage : work.pipeline(devices))
        for (const Part& part : partsOf(stage, work.scan.frames))
            if (part.iterations > 0) all += part.iterations * iteration_s(gpu, work, part, devices, tiled);
    return all;
}

/// Regularisers that know whole rows have the parts of an object put together by the hosts, which is not counted.
bool mayTile(const SharedWork& work, std::size_t devices) {
    if (devices < 2 || !work.mayTile) return false;
    return std::ranges::none_of(work.pipeline(devices), [](const ptycho::StageSettings& stage) {
        return stage.objectTv > 0 || stage.objectSmoothing > 0;
    });
}

} // namespace

std::map<std::size_t, double> predictShared(const ModelledGpu& gpu, const SharedWork& work, std::size_t most) {
    std::map<std::size_t, double> seconds;
    for (std::size_t devices = 1; devices <= most; devices = devices == most ? most + 1 : std::min(most, 2 * devices)) {
        const bool tiles = mayTile(work, devices);
        double best = work.mayReplicate || !tiles ? pipeline_s(gpu, work, devices, false) : 0;
        if (tiles) {
            const double cut = pipeline_s(gpu, work, devices, true);
            best = best > 0 ? std::min(best, cut) : cut;
        }
        seconds[devices] = best;
    }
    return seconds;
}

bool tilesPay(const ModelledGpu& gpu, const SharedWork& work, std::size_t devices) {
    constexpr double kWorth = 0.95;
    return work.mayReplicate && mayTile(work, devices) &&
           pipeline_s(gpu, work, devices, true) < kWorth * pipeline_s(gpu, work, devices, false);
}

std::size_t fastestOf(const std::map<std::size_t, double>& seconds) {
    constexpr double kWorth = 0.98;
    auto best = seconds.begin();
    for (auto it = seconds.begin(); it != seconds.end(); ++it)
        if (it->second < kWorth * best->second) best = it;
    return best->first;
}

std::string warningOfTooMany(const std::map<std::size_t, double>& seconds) {
    constexpr double kMatters = 1.05;
    const std::size_t best = fastestOf(seconds);
    const auto [all, all_s] = *seconds.rbegin();
    if (best == all || all_s < kMatters * seconds.at(best)) return {};
    return phrase("%1 GPUs would be slower than %2 for this scan: larger batches, tiles, or the ML engine would help",
                  all, best);
}

} // namespace ewald::job
