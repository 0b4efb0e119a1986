// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/devices/ptycho_case.h"

#include "ptycho/model/initial_guess.h"

#include <algorithm>
#include <cmath>

namespace ewald::job {
namespace {

std::vector<PixelPosition> raster(std::size_t frames, std::size_t size) {
    const auto across = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(frames))));
    const double step = static_cast<double>(size) / 8 + 0.37;
    std::vector<PixelPosition> positions;
    for (std::size_t i = 0; i < frames; ++i)
        positions.push_back({2 + step * static_cast<double>(i / across), 2 + step * static_cast<double>(i % across)});
    return positions;
}

ptycho::StageSettings stageOf(const PtychoBenchCase& c, std::size_t iterations) {
    ptycho::StageSettings stage(*c.engine, iterations);
    stage.updateProbeAfter = 0;
    if (stage.has("batch_size")) stage.set("batch_size", static_cast<double>(std::max<std::size_t>(1, c.batchSize)));
    for (const char* key : {"object_step", "probe_step"})
        if (stage.has(key)) stage.set(key, 0.1); // random data: keep the numbers ordinary
    return stage;
}

} // namespace

ptycho::Problem benchProblem(const PtychoBenchCase& c) {
    ptycho::Problem problem;
    problem.geometry = ptycho::makeGeometry(c.size, 1e-10, 1, 1e-4, 1e-4, 0);
    problem.frames = c.frames;
    problem.order = ptycho::makeFrameOrder(c.frames, 0);
    problem.positions = raster(c.frames, c.size);
    for (const PixelPosition& p : problem.positions) {
        problem.objectRows = std::max(problem.objectRows, static_cast<std::size_t>(p.row) + c.size + 4);
        problem.objectCols = std::max(problem.objectCols, static_cast<std::size_t>(p.col) + c.size + 4);
    }
    problem.meanPhotons = static_cast<double>(c.size * c.size);
    return problem;
}

std::size_t framesAtOnce(const PtychoBenchCase& c) { return stageOf(c, 1).framesAtOnce(); }

ptycho::SolverResult runBenchCase(const PtychoBenchCase& c, std::size_t iterations, const ptycho::Problem& problem,
                                  compute::Queue& queue, compute::Communicator& communicator,
                                  const ptycho::SolverHooks& hooks) {
    const Array<Complex, 2> beam = ptycho::gaussianProbe(c.size, 0);
    const ptycho::Estimate start{
        Array<Complex, 2>({problem.slices * problem.objectRows, problem.objectCols}, Complex(1, 0)),
        ptycho::makeProbeModes(Array<Complex, 3>({1, c.size, c.size}, {beam.begin(), beam.end()}), c.modes, 0.1,
                               problem.meanPhotons)};
    ptycho::ModelSettings model;
    model.probeModes = c.modes;
    model.subpixel = c.subpixel;
    RunControl control;
    ptycho::SolverResult solved =
        ptycho::solve(problem, model, start, {stageOf(c, iterations)}, 0, queue, communicator, control, hooks);
    if (solved.outOfMemory) raise(*solved.outOfMemory);
    return solved;
}

} // namespace ewald::job
