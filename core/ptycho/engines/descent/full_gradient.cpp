// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/engines/descent/full_gradient.h"

#include <algorithm>

namespace ewald::ptycho {
namespace {

using compute::LineTerms;

constexpr float kWeightFloor = 0.05F; ///< δ
constexpr double kLongest = 4;        ///< γ

constexpr const char* kObject = "object";
constexpr const char* kProbe = "probe";
constexpr const char* kGradient = "_new_gradient";
constexpr const char* kScaled = "_scaled";
constexpr const char* kDirection = "_direction";

GradientVectors vectorsOf(KeptFields& kept, const GradientNames& names, const char* word) {
    const std::string of = names.of + word;
    return {&kept.field(of + kGradient), &kept.field(of + names.before), &kept.field(of + kScaled),
            &kept.field(of + kDirection)};
}

} // namespace

std::vector<KeptField> FullGradient::keeps(const GradientNames& names) {
    std::vector<KeptField> all;
    for (const auto& [like, word] : {std::pair{KeptLike::object, kObject}, std::pair{KeptLike::probe, kProbe}}) {
        const std::string of = names.of + word;
        all.push_back({.name = of + kGradient, .like = like});
        all.push_back({.name = of + names.before, .like = like, .use = KeptField::Use::saved});
        all.push_back({.name = of + kScaled, .like = like});
        const auto use = names.savesDirection ? KeptField::Use::saved : KeptField::Use::work;
        all.push_back({.name = of + kDirection, .like = like, .use = use});
    }
    return all;
}

FullGradient::FullGradient(EngineContext& state, KeptFields& kept, const GradientNames& names)
    : object(vectorsOf(kept, names, kObject)), probe(vectorsOf(kept, names, kProbe)), m_frames(state.frames().count()),
      m_terms(state.queue(), m_frames.size()) {}

std::optional<StepSums> FullGradient::collect(EngineContext& state, const IterationContext& context) {
    // Not where the band is chosen: what a run begins with, or goes on from, then gives the same bits.
    if (m_band && context.updateObject) m_band->limit(state, state.object);
    state.chooseGrids(state.problem().frames, m_loss);
    const LocalBatch all = state.everything();
    m_frames.assign(all.frames.begin(), all.frames.end());
    m_region = all.region;
    state.sums().clear(all.region, true, true);
    const auto addGradient = [&](std::span<const int> frames, std::size_t) {
        compute::FrameStep step = state.makeStep(frames, context.updateObject, context.updateProbe);
        step.loss = state.lossInUse(m_loss);
        state.ops().frameStep(step);
        return !context.shouldLeave();
    };
    if (!forFrames(state, addGradient)) {
        state.sums().clear(all.region, true, true);
        return std::nullopt;
    }
    const StepSums sums = state.ops().takeSums();
    state.sums().reduce(all, context.updateObject, context.updateProbe);
    m_updated = {context.updateObject, context.updateProbe};
    const PhaseScope updating(state.clock(), Phase::update);
    const auto& m = state.model();
    if (context.updateObject) makeObjectGradient(state, all);
    if (context.updateProbe) {
        m_probeFloor = kWeightFloor * state.sums().largestProbeWeight();
        state.ops().direction(probe.scaled->data(), state.sums().probe(), state.sums().probeWeight(), m.modes, m.size,
                              m.size, m.wholeProbe(), m_probeFloor, probe.gradient->data());
    }
    return sums;
}

void FullGradient::makeObjectGradient(EngineContext& state, const LocalBatch& all) {
    m_objectFloor = kWeightFloor * state.sums().largestObjectWeight(all);
    const Region layers = state.fields().all(Unknown::object);
    state.ops().direction(object.scaled->data(), state.sums().object(), state.sums().objectWeight(), 1, layers.rows,
                          layers.cols, layers, m_objectFloor, object.gradient->data());
    if (!m_band) return;
    m_band->limit(state, *object.gradient);
    preconditionObject(state, *object.gradient, *object.scaled);
}

void FullGradient::preconditionObject(EngineContext& state, const Field& from, Field& to) {
    const Region layers = state.fields().all(Unknown::object);
    state.ops().precondition(to.data(), from.data(), state.sums().objectWeight(), 1, layers.rows, layers.cols,
                             m_objectFloor);
    if (m_band) m_band->limit(state, to);
}

bool FullGradient::limitObject(EngineContext& state, double band) {
    if (m_band && m_band->band() == band) return false;
    m_band.emplace(state, band);
    return true;
}

void FullGradient::precondition(EngineContext& state, const Field& objectFrom, const Field& probeFrom,
                                GradientVector to) {
    const auto& m = state.model();
    if (m_updated.first) preconditionObject(state, objectFrom, *(object.*to));
    if (m_updated.second)
        state.ops().precondition((probe.*to)->data(), probeFrom.data(), state.sums().probeWeight(), m.modes, m.size,
                                 m.size, m_probeFloor);
}

void FullGradient::release(EngineContext& state) { state.sums().clear(m_region, true, true); }

double FullGradient::walk(EngineContext& state, const IterationContext& context, double factor) {
    if (!context.updateObject && !context.updateProbe) return 0; // a rank without a tile has no object
    const compute::Directions along{context.updateObject ? object.direction->data() : nullptr,
                                    context.updateProbe ? probe.direction->data() : nullptr};
    forFrames(state, [&](std::span<const int> frames, std::size_t first) {
        (void)context.shouldLeave();
        if (frames.empty()) return true;
        compute::FrameStep step = state.makeStep(frames, false, false, false);
        step.loss = state.lossInUse(m_loss);
        state.ops().lineTerms(step, along, m_terms.data() + first);
        return true;
    });
    std::vector<LineTerms> terms(m_frames.size());
    if (!terms.empty()) m_terms.download(terms);
    const double length =
        factor * newtonStep(state.ofAllRanks<LineTerms>({0, state.problem().frames}, terms), kLongest);
    const PhaseScope updating(state.clock(), Phase::update);
    if (context.updateObject)
        state.fields().combine(state.object, 1, *object.direction, static_cast<float>(length), m_region);
    if (context.updateProbe) state.fields().combine(state.probe, 1, *probe.direction, static_cast<float>(length));
    return length;
}

double FullGradient::dot(EngineContext& state, GradientVector a, GradientVector b) const {
    double sum = 0;
    if (m_updated.first) sum += state.fields().dot(*(object.*a), *(object.*b));
    if (m_updated.second) sum += state.fields().dot(*(probe.*a), *(probe.*b));
    return sum;
}

/// `body` for pieces of this rank's frames and the place of the first, until it returns false. It is called as often on
/// every rank as on the one with most frames, so that all look at the requests of the user equally often.
template <class Body>
bool FullGradient::forFrames(EngineContext& state, Body&& body) {
    const PhaseScope framesOfAll(state.clock(), Phase::frames);
    std::size_t most = 0;
    for (const auto& of : state.problem().partition.framesOf) most = std::max(most, of.size());
    const std::size_t atOnce = state.frames().ofCall();
    for (std::size_t first = 0; first < most; first += atOnce) {
        const std::size_t mine = std::min(first, m_frames.size());
        if (!body(std::span<const int>(m_frames).subspan(mine, std::min(atOnce, m_frames.size() - mine)), mine))
            return false;
    }
    return true;
}

} // namespace ewald::ptycho
