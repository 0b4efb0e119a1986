// SPDX-License-Identifier: GPL-3.0-or-later
//
// The least that has to be moved: an array is read or written once by all steps that can be done in one go. They end
// where something has to be known as a whole: a transform, a sum over frames, the largest weight.
//
// c = 8 bytes of a complex number, b of a measured pixel, m modes. Waves, a frame, pixel and mode:
//
//   one pass: exit wave c, transform 4c, projection 2c + b/m, transform 4c, all sums c            = 12c +  b/m
//   rPIE, ePIE                                                                                    = 12c +  b/m
//   LSQML: χ once more for the length of the steps, c                                             = 13c +  b/m
//   ML: and for the length of the step three waves written, transformed and read, 3 · 6c          = 30c + 2b/m
//
//   With a Fourier shift of the probe one pass has 13c more: each frame's probe written c, transformed 4c, read with
//   the exit wave c and the sums c; conj(O)·w written c, transformed 4c, read c. LSQML: the probe again and its
//   direction c + 4c + c for the length, 7c. ML: both anew for the line, 12c.
//
// Object, a pixel under the frames of a mini-batch (ML: of all frames), w = 4 bytes of a weight:
//
//   rPIE: exit waves c, sums c, these and weights written and read 2c + 2w, update 2c             =  6c + 2w
//   LSQML: exit waves c, sums c, weight of all frames w, direction written c, lengths 2c, update 3c = 8c + w
//   ML: exit waves c, sums c, gradient and weight written c + w, products with it and the one before 2c + w, new
//     direction 3c + w, line 2c, update 3c                                                        = 12c + 3w
//
// Probe, a pixel and mode of a mini-batch: as many, w/m for w; LSQML: without weight. Once an iteration, and not
// counted: the weight of LSQML, the peaks that the grids of the sums are chosen by.
#include "job/devices/ptycho_traffic.h"

#include "job/devices/ptycho_case.h"
#include "ptycho/engines/engines.h"
#include "ptycho/engines/pie_engine.h"
#include "ptycho/model/frame_store.h"
#include "ptycho/model/partition.h"

#include <cmath>

namespace ewald::job {
namespace {

constexpr std::size_t kCounted = 3; ///< iteration: the first ones begin searches and measure phases

/// Factors of the formulas above.
struct Least {
    double waves;   ///< c
    double shifted; ///< c, with a Fourier shift
    double frames;  ///< b/m
    double object;  ///< c
    double weights; ///< w
    double probeWeights;
};

std::optional<Least> leastOf(const ptycho::EngineKind& engine) {
    if (&engine == &ptycho::rpieKind() || &engine == &ptycho::epieKind()) return Least{12, 13, 1, 6, 2, 2};
    if (&engine == &ptycho::lsqmlKind()) return Least{13, 20, 1, 8, 1, 0};
    if (&engine == &ptycho::mlKind()) return Least{30, 25, 2, 12, 3, 3};
    return std::nullopt;
}

std::shared_ptr<ptycho::FrameStore> emptyFrames(const PtychoBenchCase& c, std::size_t frames) {
    auto store = std::make_shared<ptycho::FrameStore>(frames, c.size * c.size);
    std::vector<float> counts(c.size * c.size);
    constexpr float kNeeds[] = {1.0F, 255.0F, 0.5F};
    counts[0] = kNeeds[static_cast<int>(c.frameType)];
    store->put(0, counts);
    return store;
}

/// The object's pixels under the frames of each mini-batch of an iteration, summed.
std::size_t pixelsUnderBatches(const PtychoBenchCase& c, const ptycho::Problem& problem, std::size_t batchSize) {
    const bool bilinear = c.subpixel != ptycho::Subpixel::nearest && c.subpixel != ptycho::Subpixel::fourier;
    std::size_t pixels = 0;
    for (const ptycho::Batch& batch : ptycho::makeBatches(c.frames, batchSize, 0, kCounted)) {
        std::vector<kernels::FramePlace> places;
        for (std::size_t i = 0; i < batch.count; ++i) {
            const PixelPosition& at = problem.positions[problem.order.permutation[(batch.first + i) % c.frames]];
            places.push_back({static_cast<int>(std::floor(at.row)), static_cast<int>(std::floor(at.col)), 0, 0});
        }
        pixels += compute::coveredPixels(places.data(), places.size(), static_cast<int>(c.size) + (bilinear ? 1 : 0));
    }
    return pixels;
}

/// What a ledger has more than before.
compute::TrafficLedger difference(compute::TrafficLedger now, const compute::TrafficLedger& before) {
    for (auto& [name, total] : now.kernels) {
        const auto found = before.kernels.find(name);
        if (found == before.kernels.end()) continue;
        total.launches -= found->second.launches;
        total.items -= found->second.items;
        total.traffic.read -= found->second.traffic.read;
        total.traffic.written -= found->second.traffic.written;
    }
    std::erase_if(now.kernels, [](const auto& entry) { return entry.second.launches == 0; });
    now.transforms -= before.transforms, now.transformed -= before.transformed;
    now.copiesUp -= before.copiesUp, now.copiesDown -= before.copiesDown, now.memsets -= before.memsets;
    now.waits -= before.waits;
    now.bytesUp -= before.bytesUp, now.bytesDown -= before.bytesDown, now.bytesSet -= before.bytesSet;
    now.collectives -= before.collectives, now.bytesReduced -= before.bytesReduced;
    now.deviceExchanges -= before.deviceExchanges, now.exchangePartners -= before.exchangePartners;
    now.bytesAcross -= before.bytesAcross;
    now.meetings -= before.meetings, now.bytesExchanged -= before.bytesExchanged;
    return now;
}

/// Makes the rank that shares most pixels with others the first: it is the one that is counted.
void putBusiestFirst(ptycho::Problem& problem) {
    const std::vector<compute::Region>& tiles = problem.tiles;
    std::size_t busiest = 0, most = 0;
    for (std::size_t rank = 0; rank < tiles.size(); ++rank) {
        std::size_t shared = 0;
        for (std::size_t other = 0; other < tiles.size(); ++other)
            if (other != rank) shared += ptycho::areaOf(ptycho::intersection(tiles[rank], tiles[other]));
        if (shared > most) busiest = rank, most = shared;
    }
    if (busiest == 0) return;
    std::swap(problem.tiles[0], problem.tiles[busiest]);
    std::swap(problem.partition.framesOf[0], problem.partition.framesOf[busiest]);
    for (int& rank : problem.partition.rankOf) {
        if (rank == 0)
            rank = static_cast<int>(busiest);
        else if (rank == static_cast<int>(busiest))
            rank = 0;
    }
}

/// Ends a run that has been counted, before it gathers its result.
struct Counted {};

} // namespace

double PtychoTraffic::bytes() const {
    return static_cast<double>(iteration.traffic().sum()) / static_cast<double>(pixelModes);
}

std::optional<PtychoTraffic> ptychoTraffic(const PtychoBenchCase& c, DeviceShare share) {
    return ptychoTraffic(c, benchProblem(c), share);
}

std::optional<PtychoTraffic> ptychoTraffic(const PtychoBenchCase& c, ptycho::Problem problem, DeviceShare share) {
    // What these do depends on numbers, which a device that counts does not have.
    for (const ptycho::EngineKind* kind : {&ptycho::automaticKind(), &ptycho::lbfgsKind(), &ptycho::rpiKind()})
        if (c.engine == kind) return std::nullopt;
    const bool tiled = share.tiled && share.devices > 1;
    ptycho::partitionProblem(problem, static_cast<int>(share.devices),
                             tiled ? ptycho::Partition::tiles : ptycho::Partition::interleaved, tiled);
    putBusiestFirst(problem);
    PtychoTraffic result;
    result.share = {share.devices, tiled, share.cacheBytes};
    result.frames = problem.partition.framesOf.front().size();
    problem.measured = emptyFrames(c, result.frames);
    compute::TrafficLedger ledger, before;
    ptycho::SolverHooks hooks;
    hooks.figures = false;
    hooks.iterationDone = [&](const ptycho::IterationReport& report) {
        if (report.iteration == kCounted - 1) before = ledger;
        if (report.iteration != kCounted) return;
        result.iteration = difference(ledger, before);
        throw Counted{};
    };
    const auto queue = compute::makeTrafficQueue(ledger, share.cacheBytes);
    const auto first = compute::makeTrafficCommunicator(ledger, static_cast<int>(share.devices));
    try {
        (void)runBenchCase(c, kCounted, problem, *queue, *first, hooks);
    } catch (const Counted&) { // as it is meant to end
    }
    const bool inBatches = ptycho::StageSettings(*c.engine, 1).has("batch_size");
    const std::size_t batchSize = inBatches ? std::min(framesAtOnce(c), c.frames) : c.frames;
    result.batches = (c.frames + batchSize - 1) / batchSize;
    result.pixelModes = c.frames * c.size * c.size * c.modes;
    result.objectPixels = pixelsUnderBatches(c, problem, batchSize);
    return result;
}

std::optional<double> leastBytes(const PtychoBenchCase& c, const PtychoTraffic& traffic) {
    const auto least = leastOf(*c.engine);
    if (!least) return std::nullopt;
    constexpr double kComplex = compute::kSingle, kWeight = sizeof(float);
    const auto modes = static_cast<double>(c.modes);
    const double waves = least->waves + (c.subpixel == ptycho::Subpixel::fourier ? least->shifted : 0);
    const double object = static_cast<double>(traffic.objectPixels) / static_cast<double>(traffic.pixelModes);
    const double probe = static_cast<double>(traffic.batches) / static_cast<double>(c.frames);
    return waves * kComplex + least->frames * static_cast<double>(kernels::bytesOf(c.frameType)) / modes +
           object * (least->object * kComplex + least->weights * kWeight) +
           probe * (least->object * kComplex + least->probeWeights * kWeight / modes);
}

} // namespace ewald::job
