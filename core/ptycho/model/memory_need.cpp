// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/memory_need.h"

#include "ptycho/partition.h"

#include <algorithm>

namespace ewald::ptycho {

MemoryNeed memoryNeed(const Problem& problem, int rank, const ModelSettings& model,
                      const std::vector<StageSettings>& pipeline) {
    const auto pixels = static_cast<double>(problem.geometry.size * problem.geometry.size);
    const auto modes = static_cast<double>(model.probeModes);
    const auto at = static_cast<std::size_t>(rank);
    const auto frames = static_cast<double>(problem.partition.framesOf[at].size());
    const double objectPixels = problem.tiles.empty() ? static_cast<double>(problem.objectRows * problem.objectCols)
                                                      : static_cast<double>(areaOf(problem.tiles[at]));
    MemoryNeed need;
    need.framePixels = frames * pixels;
    need.pixelsPerFrame = pixels;
    double perObjectPixel = sizeof(Complex) + 3 * sizeof(double); // the object, its sum and weight
    for (const StageSettings& stage : pipeline) {
        const std::size_t copies = stage.engine().objectCopies ? stage.engine().objectCopies(stage) : 0;
        perObjectPixel =
            std::max(perObjectPixel, static_cast<double>((1 + copies) * sizeof(Complex) + 3 * sizeof(double)));
        need.perWave = std::max(need.perWave, stage.engine().wavesPerFrame * pixels * modes * sizeof(Complex));
    }
    need.waves = frames * need.perWave;
    perObjectPixel += sizeof(Complex) + sizeof(float); // what an update is made of
    // Sums on their way from or to other ranks: of the whole object, or of what neighbours share.
    double shared = problem.partition.framesOf.size() > 1 && problem.tiles.empty() ? objectPixels : 0;
    for (std::size_t other = 0; other < problem.tiles.size(); ++other)
        if (other != at) shared += static_cast<double>(areaOf(intersection(problem.tiles[at], problem.tiles[other])));
    need.object = objectPixels * perObjectPixel + shared * 3 * sizeof(double);
    need.kept = 2 * sizeof(Complex) * (objectPixels + modes * pixels);
    need.probe = pixels * (modes * (sizeof(Complex) + 2 * sizeof(double)) + sizeof(double));
    if (problem.partition.framesOf.size() > 1) need.probe += pixels * (2 * modes + 1) * sizeof(double);
    // The exit waves and as much again for their transforms; a probe that is shifted for each frame, and its product.
    const double copies = model.subpixel == Subpixel::fourier ? 4 : 2;
    need.perFrame = pixels * copies * modes * sizeof(Complex);
    return need;
}

} // namespace ewald::ptycho
