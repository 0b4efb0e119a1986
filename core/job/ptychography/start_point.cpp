// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/start_point.h"

#include "base/error.h"
#include "job/share_parts.h"
#include "ptycho/initial_guess.h"

#include <algorithm>
#include <complex>

namespace ewald::job {
namespace {

/// With as many modes as the model has.
Array<Complex, 3> probeOf(const io::PtychoResult& earlier, const ptycho::ModelSettings& model) {
    const auto& shape = earlier.probe.shape();
    const auto slab = earlier.probe.slab(0);
    Array<Complex, 3> probe({shape[1], shape[2], shape[3]}, std::vector<Complex>(slab.begin(), slab.end()));
    // A result shows the modes orthogonalised; the run goes on with them as they were.
    if (const auto* modesAsTheyWere = earlier.state.array("probe");
        modesAsTheyWere && modesAsTheyWere->size() == probe.size())
        std::copy(modesAsTheyWere->begin(), modesAsTheyWere->end(), probe.begin());
    if (shape[1] == model.probeModes) return probe;
    double photons = 0;
    for (const Complex value : probe) photons += std::norm(std::complex<double>(value));
    return ptycho::makeProbeModes(probe, model.probeModes, model.extraModePower, photons);
}

} // namespace

bool hasSameFrames(const io::PtychoResult& earlier, const PtychoSetup& setup) {
    return earlier.frameIndex == setup.layout.frameIndex;
}

ptycho::ResumePoint goOnFrom(Continuation& start, PtychoSetup& setup, std::vector<io::LossEntry>& loss) {
    io::PtychoResult& earlier = start.result;
    const std::size_t rows = setup.scanLayout.objectRows;
    const std::size_t cols = setup.scanLayout.objectCols;
    const std::size_t n = setup.layout.size;
    const auto& object = earlier.object.shape();
    const auto& probe = earlier.probe.shape();
    if (object[1] != rows || object[2] != cols || probe[2] != n || probe[3] != n)
        throw DataError("the object or probe has another size than this job's", start.source,
                        "use it as initial_probe and initial_object of a new job");
    const auto objectSlab = earlier.object.slab(0);
    setup.start.object = Array<Complex, 2>({rows, cols}, std::vector<Complex>(objectSlab.begin(), objectSlab.end()));
    setup.start.probe = probeOf(earlier, setup.model);
    const bool sameFrames = hasSameFrames(earlier, setup);
    if (!sameFrames) {
        earlier.state.arrays.erase(kDetectorWaves);
        earlier.state.numbers.erase(kSavedPositions);
    }
    // What has been refined goes on from where it is, and may not go further from where it began.
    const bool refined = earlier.state.numbers.contains(kSavedPositions);
    if (sameFrames && !refined && earlier.pixelPositions.size() == setup.scanLayout.positions.size())
        for (ptycho::Problem& problem : setup.problems) problem.positions = earlier.pixelPositions;
    loss = earlier.loss;
    // A result ends with the figures of the saved state; the run goes on from those of its last iteration.
    if (const auto last = earlier.state.numbers.find(kRunningFigures);
        !loss.empty() && last != earlier.state.numbers.end() && last->second.size() == 3) {
        loss.back().fourierError = last->second[0];
        loss.back().llk = last->second[1];
        loss.back().noiseFloor = last->second[2];
    }
    return {start.iteration, std::move(earlier.state)};
}

void shareStart(PtychoSetup& setup, ptycho::ResumePoint& resume, compute::ProcessGroup& processes) {
    compute::Communicator& everyProcess = processes.everyProcess();
    const std::size_t n = setup.layout.size;
    if (!processes.isFirst()) {
        setup.start.object = Array<Complex, 2>({setup.scanLayout.objectRows, setup.scanLayout.objectCols});
        setup.start.probe = Array<Complex, 3>({setup.model.probeModes, n, n});
    }
    everyProcess.broadcast(setup.start.object.span(), 0);
    everyProcess.broadcast(setup.start.probe.span(), 0);
    everyProcess.broadcast(std::span<std::size_t>(&resume.iteration, 1), 0);
    auto positions = setup.problems.front().positions;
    everyProcess.broadcast(positions, 0);
    for (ptycho::Problem& problem : setup.problems) problem.positions = positions;
    shareByName(resume.state.arrays, everyProcess);
    shareByName(resume.state.numbers, everyProcess);
}

} // namespace ewald::job
