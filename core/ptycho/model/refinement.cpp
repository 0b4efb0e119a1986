// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/model/refinement.h"

#include <optional>
#include <type_traits>

namespace ewald::ptycho {
namespace {

constexpr const char* kSearched = "_searched";

PositionState unmoved(const Problem& problem) { return {problem.positions, problem.positions, {}}; }

std::optional<PositionState> positionsIn(const SavedState& saved, const std::string& name, const Problem& problem) {
    const auto found = saved.numbers.find(name);
    const std::size_t frames = problem.frames;
    if (found == saved.numbers.end() || found->second.size() != 4 * frames) return std::nullopt;
    PositionState state;
    state.start = problem.positions;
    for (std::size_t i = 0; i < frames; ++i) {
        const double* at = found->second.data() + 4 * i;
        state.now.push_back({at[0], at[1]});
        state.velocity.push_back({at[2], at[3]});
    }
    state.common = commonMotionIn(saved, name).value_or(CommonMotion{});
    state.searched = static_cast<std::size_t>(saved.number(name + kSearched, 0));
    return state;
}

void savePositions(const PositionState& state, const std::string& name, SavedState& saved) {
    if (!state.moved()) return;
    std::vector<double>& numbers = saved.numbers[name];
    for (std::size_t i = 0; i < state.now.size(); ++i)
        numbers.insert(numbers.end(),
                       {state.now[i].row, state.now[i].col, state.velocity[i].row, state.velocity[i].col});
    saveCommonMotion(state.common, name, saved);
    if (state.searched > 0) saved.numbers[name + kSearched] = {static_cast<double>(state.searched)};
}

DetectorState detectorIn(const SavedState& saved, const std::string& prefix, const Problem& problem) {
    DetectorState state;
    const auto read = [&](const char* name, std::size_t size, auto& target) {
        const auto found = saved.numbers.find(prefix + name);
        if (found == saved.numbers.end() || found->second.size() != size) return;
        for (const double value : found->second)
            target.push_back(static_cast<typename std::decay_t<decltype(target)>::value_type>(value));
    };
    read(kSavedBackground, problem.geometry.framePixels(), state.background);
    read(kSavedBeam, problem.frames, state.beam);
    if (problem.fitsPointSpread) state.pointSpread_px = saved.number(prefix + kSavedPointSpread, 0);
    return state;
}

void saveDetector(const DetectorState& state, const std::string& prefix, SavedState& saved) {
    if (!state.background.empty())
        saved.numbers[prefix + kSavedBackground].assign(state.background.begin(), state.background.end());
    if (!state.beam.empty()) saved.numbers[prefix + kSavedBeam] = state.beam;
    if (state.pointSpread_px > 0) saved.numbers[prefix + kSavedPointSpread] = {state.pointSpread_px};
}

VariableProbe variableIn(const SavedState& saved, const std::string& prefix, const Problem& problem) {
    const auto* modes = saved.array(prefix + kSavedVariableModes);
    const auto weights = saved.numbers.find(prefix + kSavedVariableWeights);
    const std::size_t n = problem.geometry.size;
    if (!modes || weights == saved.numbers.end()) return {};
    const std::size_t count = modes->size() / (n * n);
    if (count * n * n != modes->size() || count * problem.frames != weights->second.size()) return {};
    return {Array<Complex, 3>({count, n, n}, *modes), weights->second};
}

void saveVariable(const VariableProbe& state, const std::string& prefix, SavedState& saved) {
    if (state.count() == 0) return;
    saved.arrays[prefix + kSavedVariableModes].assign(state.modes.begin(), state.modes.end());
    saved.numbers[prefix + kSavedVariableWeights] = state.weights;
}

} // namespace

Refinement firstRefinement(const Problem& problem) { return {unmoved(problem), {}, {}}; }

void saveRefinement(const Refinement& refinement, const std::string& prefix, SavedState& saved) {
    savePositions(refinement.positions, prefix + kSavedPositions, saved);
    saveDetector(refinement.detector, prefix, saved);
    saveVariable(refinement.variable, prefix, saved);
}

Refinement refinementIn(const SavedState& saved, const std::string& prefix, const Problem& problem) {
    return {positionsIn(saved, prefix + kSavedPositions, problem).value_or(unmoved(problem)),
            detectorIn(saved, prefix, problem), variableIn(saved, prefix, problem)};
}

} // namespace ewald::ptycho
