// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/model/memory_need.h"

#include "kernels/coarse_bodies.h"
#include "ptycho/model/partition.h"

#include <algorithm>

namespace ewald::ptycho {
namespace {

/// Bytes of so many images like the object; with tiles of the stripe that FieldSpace::filter() works on, and that.
double imagesNeed(const Problem& problem, std::size_t images) {
    const auto cols = static_cast<double>(problem.objectCols), rows = static_cast<double>(problem.objectRows);
    if (problem.tiles.empty()) return rows * cols * static_cast<double>(images * sizeof(Complex));
    const double stripe = rows / static_cast<double>(problem.tiles.size()) + 1 + 2 * compute::kVariationReach;
    return std::min(rows, stripe) * cols * static_cast<double>((images + 1) * sizeof(Complex));
}

} // namespace

MemoryNeed memoryNeed(const Problem& problem, int rank, const ModelSettings& model,
                      const std::vector<StageSettings>& pipeline) {
    const auto pixels = static_cast<double>(problem.geometry.size * problem.geometry.size);
    const auto framePixels = static_cast<double>(problem.geometry.framePixels());
    const auto modes = static_cast<double>(model.probeModes);
    const auto points = static_cast<double>(problem.placesOfFrame());
    const auto at = static_cast<std::size_t>(rank);
    const auto frames = static_cast<double>(problem.partition.framesOf[at].size());
    const auto slices = static_cast<double>(problem.slices), layers = static_cast<double>(problem.layers());
    const double objectPixels =
        layers * (problem.tiles.empty() ? static_cast<double>(problem.objectRows * problem.objectCols)
                                        : static_cast<double>(areaOf(problem.tiles[at])));
    MemoryNeed need;
    need.framePixels = frames * framePixels;
    need.pixelsPerFrame = framePixels;
    double perObjectPixel = sizeof(Complex) + 3 * sizeof(double); // the object, its sum and weight
    double batchWaves = 0;
    double filtered = 0; // what regularisers take; of a tiled object a stripe
    double detector = 0; // background with its sums, what is known of each frame
    bool varies = false; // the probe, from frame to frame
    double changes = 0;  // modes with their sums, weights
    for (const StageSettings& stage : pipeline) {
        const std::size_t copies = stage.engine().objectCopies ? stage.engine().objectCopies(stage) : 0;
        perObjectPixel =
            std::max(perObjectPixel, static_cast<double>((1 + copies) * sizeof(Complex) + 3 * sizeof(double)));
        const std::size_t images = (stage.objectTv > 0          ? compute::kVariationCopies
                                    : stage.objectSmoothing > 0 ? 1U
                                                                : 0U);
        if (images > 0) filtered = std::max(filtered, imagesNeed(problem, images));
        batchWaves = std::max(batchWaves, stage.engine().wavesPerBatchFrame *
                                              std::min(frames, static_cast<double>(stage.framesAtOnce())) * pixels *
                                              modes * points * sizeof(Complex));
        const bool mayFit = stage.engine().plansModel;
        const bool background = stage.background || mayFit, intensities = stage.frameIntensities || mayFit;
        detector = std::max(detector, (background ? framePixels * (sizeof(float) + 3 * sizeof(double)) : 0) +
                                          (intensities ? frames * (2 * sizeof(float) + 3 * sizeof(double)) : 0));
        const auto variable = static_cast<double>(stage.variableProbeModes);
        if (variable > 0) {
            varies = true;
            changes = std::max(
                changes, variable * (pixels * (sizeof(Complex) + 3 * sizeof(double)) + frames * 2 * sizeof(float)) +
                             frames * sizeof(compute::WeightNormals));
        }
        need.perWave = std::max(need.perWave, stage.engine().wavesPerFrame * pixels * modes * sizeof(Complex));
    }
    if (problem.fitsPointSpread) detector += frames * sizeof(compute::SpreadTerms);
    need.waves = frames * need.perWave;
    perObjectPixel += sizeof(Complex) + sizeof(float); // what an update is made of
    constexpr double kKept = 2 * sizeof(Complex);      // the best state and the latest one
    perObjectPixel += kKept;
    // Sums on their way from or to other ranks: of the whole object, or of what neighbours share.
    double shared = problem.partition.framesOf.size() > 1 && problem.tiles.empty() ? objectPixels : 0;
    for (std::size_t other = 0; other < problem.tiles.size(); ++other)
        if (other != at)
            shared += 2 * layers * // on the way there and back
                      static_cast<double>(areaOf(intersection(problem.tiles[at], problem.tiles[other])));
    need.object = objectPixels * perObjectPixel + shared * 3 * sizeof(double) + batchWaves + filtered;
    need.probe =
        pixels * (modes * (sizeof(Complex) + kKept + 2 * sizeof(double)) + sizeof(double)) + detector + changes;
    if (slices > 1) need.probe += pixels * sizeof(Complex); // the way from one to the next
    // Turns of the probe on its way to a tilted sample, and how far it goes in each frame, twice where they are
    // streamed.
    if (!problem.propagations_m.empty()) need.probe += (pixels + 2 * frames * points) * sizeof(float);
    if (problem.partition.framesOf.size() > 1) need.probe += pixels * (2 * modes + 1) * sizeof(double);
    // The exit waves and as much again for their transforms; a probe that is shifted for each frame, and its product.
    const bool shifts = model.subpixel == Subpixel::fourier ||
                        (model.subpixel == Subpixel::automatic &&
                         std::ranges::any_of(pipeline, [](const auto& stage) { return stage.engine().shiftsExactly; }));
    // With slices also the waves in front of those behind the first, and two on their way along a direction.
    const double copies = (shifts ? 4 : varies ? 3 : 2) + (slices > 1 ? slices + 1 : 0);
    need.perFrame = pixels * (copies * modes * points + (varies ? 1 : 0)) * sizeof(Complex);
    // kernels::CollectWaves and CollectLine, of which SpreadLines makes others.
    const bool spreads = problem.pointSpread_px > 0;
    if (problem.geometry.oversampling > 1 || problem.placesOfFrame() > 1 || spreads)
        need.perFrame += framePixels * (sizeof(Complex) + (spreads ? 2 : 1) * kernels::kLineNumbers * sizeof(float));
    return need;
}

} // namespace ewald::ptycho
