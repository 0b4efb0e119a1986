// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/ptychography/run/start_point.h"

#include "base/error.h"
#include "job/document/document.h"
#include "job/events/share_parts.h"
#include "ptycho/iteration/divergence_guard.h"
#include "ptycho/model/initial_guess.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <optional>
#include <span>
#include <string_view>

namespace ewald::job {
namespace {

/// A result shows modes orthogonalised; the run goes on with them as they were.
void takeModesAsTheyWere(const SavedState& state, const char* name, std::span<Complex> modes) {
    if (const auto* found = state.array(name); found && found->size() == modes.size())
        std::copy(found->begin(), found->end(), modes.begin());
}

/// The number of probe modes that the job of a result asked for; absent where that is not known.
std::optional<std::size_t> modesAskedFor(const io::PtychoResult& result) {
    try {
        return static_cast<std::size_t>(parseJob(result.job, "result").integer("probe_modes"));
    } catch (const Error&) { // without a job, or of a later version
        return std::nullopt;
    }
}

/// With as many modes as the model has; those that an engine has chosen stay unless others are asked for now.
Array<Complex, 3> probeOf(const io::PtychoResult& earlier, const ptycho::ModelSettings& model, std::size_t asked) {
    const auto& shape = earlier.probe.shape();
    const auto slab = earlier.probe.slab(0);
    Array<Complex, 3> probe({shape[1], shape[2], shape[3]}, std::vector<Complex>(slab.begin(), slab.end()));
    takeModesAsTheyWere(earlier.state, "probe", probe.span());
    const bool wereChosen = earlier.state.number(kSavedModes, 0) == static_cast<double>(shape[1]);
    const bool stay = wereChosen && modesAskedFor(earlier).value_or(asked) == asked;
    const std::size_t modes = stay ? shape[1] : wereChosen ? asked : model.probeModes;
    if (shape[1] == modes) return probe;
    double photons = 0;
    for (const Complex value : probe) photons += std::norm(std::complex<double>(value));
    return ptycho::makeProbeModes(probe, modes, model.extraModePower, photons);
}

/// What a saved state holds of each of its frames, and the state of least error, which has the same.
void forgetFrames(SavedState& state) {
    state.arrays.erase(kDetectorWaves);
    std::erase_if(state.numbers, [](const auto& entry) {
        std::string_view name = entry.first;
        if (constexpr std::string_view kBest = "best_"; name.starts_with(kBest)) name.remove_prefix(kBest.size());
        return name.starts_with(kSavedPositions) || name == kSavedBeam || name == kSavedVariableWeights ||
               name == ptycho::kSavedGuard;
    });
}

} // namespace

bool hasSameFrames(const io::PtychoResult& earlier, const PtychoSetup& setup) {
    return earlier.frameIndex == setup.layout.frameIndex;
}

void takeProbe(const Array<Complex, 3>& probe, const ptycho::VariableProbe& variable, io::PtychoResult& result) {
    const auto& shape = probe.shape();
    const std::size_t modes = variable.count();
    result.probe = Array<Complex, 4>({1 + modes, shape[0], shape[1], shape[2]});
    std::ranges::copy(probe, result.probe.begin());
    if (modes == 0) return;
    const std::size_t frames = variable.weights.size() / modes;
    result.probeWeights = Array<double, 2>({frames, 1 + modes});
    for (std::size_t j = 0; j < modes; ++j) std::ranges::copy(variable.modes.slab(j), result.probe.slab(j + 1).begin());
    for (std::size_t i = 0; i < frames; ++i) {
        result.probeWeights(i, 0) = 1;
        for (std::size_t j = 0; j < modes; ++j) result.probeWeights(i, j + 1) = variable.weights[i * modes + j];
    }
}

ptycho::ResumePoint goOnFrom(Continuation& start, const JobDocument& job, PtychoSetup& setup,
                             std::vector<io::LossEntry>& loss) {
    io::PtychoResult& earlier = start.result;
    const std::size_t rows = setup.scanLayout.objectRows;
    const std::size_t cols = setup.scanLayout.objectCols;
    const std::size_t n = setup.geometry.size;
    const auto& object = earlier.object.shape();
    const auto& probe = earlier.probe.shape();
    const std::size_t layers = setup.model.layers();
    if (object[0] != layers || earlier.objectModes != setup.model.objectModes || object[1] != rows ||
        object[2] != cols || probe[2] != n || probe[3] != n)
        throw DataError("the object or probe has another size than this job's", start.source,
                        "use it as initial_probe and initial_object of a new job");
    setup.start.object =
        Array<Complex, 2>({layers * rows, cols}, std::vector<Complex>(earlier.object.begin(), earlier.object.end()));
    takeModesAsTheyWere(earlier.state, "object", setup.start.object.span());
    setup.start.probe = probeOf(earlier, setup.model, static_cast<std::size_t>(job.integer("probe_modes")));
    // With modes that begin here the error rises at first: it is not compared with that of fewer modes.
    if (setup.start.probe.extent(0) != probe[1]) earlier.state.numbers.erase(ptycho::kSavedGuard);
    const auto& frames = setup.layout.frameIndex;
    if (!earlier.frameIndex.empty() &&
        std::ranges::find_first_of(earlier.frameIndex, frames) == earlier.frameIndex.end())
        throw DataError("the result is one of other frames", start.source,
                        "use it as initial_probe and initial_object of a new job");
    const auto isElsewhere = [](double there_m, double here_m, double pixel_m) {
        constexpr double kRounding_px = 1e-3;
        return pixel_m > 0 && std::abs(there_m - here_m) > kRounding_px * pixel_m;
    };
    if (isElsewhere(earlier.objectOriginY_m, setup.scanLayout.originY_m, earlier.objectPixelHeight_m) ||
        isElsewhere(earlier.objectOriginX_m, setup.scanLayout.originX_m, earlier.objectPixelWidth_m))
        throw DataError("the object begins at another place than this job's, which has other frames", start.source,
                        "use it as initial_probe and initial_object of a new job");
    const bool sameFrames = hasSameFrames(earlier, setup);
    if (!sameFrames) forgetFrames(earlier.state);
    // What has been refined goes on from where it is, and may not go further from where it began.
    const bool refined = earlier.state.numbers.contains(kSavedPositions);
    if (sameFrames && !refined && earlier.pixelPositions.size() == setup.scanLayout.positions.size())
        for (ptycho::Problem& problem : setup.problems) problem.positions = earlier.pixelPositions;
    if (earlier.complete) earlier.state.numbers.erase(kSavedEnd); // more is wanted than it needed
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
    const std::size_t n = setup.geometry.size;
    if (!processes.isFirst()) {
        setup.start.object =
            Array<Complex, 2>({setup.model.layers() * setup.scanLayout.objectRows, setup.scanLayout.objectCols});
    }
    std::size_t modes = setup.start.probe.extent(0);
    everyProcess.broadcast(std::span<std::size_t>(&modes, 1), 0);
    if (!processes.isFirst()) setup.start.probe = Array<Complex, 3>({modes, n, n});
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
