// SPDX-License-Identifier: GPL-3.0-or-later
//
// Least-squares maximum likelihood (LSQML): Odstrčil, Menzel & Guizar-Sicairos 2018, Opt. Express 26, 3108.
//   ΔO = Σ_B Σ_k P_k* χ_k / √(W² + (δ max W)²),  W = Σ_i Σ_k |P_k|² over all frames (eq. 25), and ΔP_k = Σ_B O* χ_k /
//   B; then the steps α_O, α_P that bring P ΔO and ΔP O closest to χ (eq. 23): one 2×2 system a frame and means of
//   their solutions, as in the paper, or one system of their sums, the least-squares problem with steps in common.
// With the losses of intensities χ is their gradient, and the length of the step along both directions is that of one
// Newton step (see ml.cpp). Transforms a frame and mode: as PIE's; with a Fourier shift two more, of the probe and its
// direction. Memory: the exit waves of a batch; traffic of these, in n² complex numbers: written and read once.
#include "base/translate.h"
#include "ptycho/engines/descent/line_step.h"
#include "ptycho/engines/engines.h"
#include "ptycho/engines/pie_engine.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace ewald::ptycho {
namespace {

using compute::LineTerms;
using compute::Loss;
using compute::StepNormals;

struct Steps {
    double object = 0;
    double probe = 0;
};

constexpr double kWeightFloor = 0.1;    ///< δ
constexpr double kPooledDamping = 1e-3; ///< of the diagonal of the common system
constexpr double kFrameDamping = 0.1;   ///< of the mean diagonal, of the systems of single frames
constexpr double kTrimmed = 0.1;        ///< of the frames' steps of the object, at each end
constexpr double kLongestPoisson = 1.5; ///< times the least-squares steps

/// Steps against the residual are none.
Steps solve(const StepNormals& n, double objectDamping, double probeDamping) {
    const double a11 = n.objectObject + objectDamping;
    const double a22 = n.probeProbe + probeDamping;
    if (a11 <= 0 || a22 <= 0)
        return {a11 > 0 ? std::max(0.0, n.object / a11) : 0, a22 > 0 ? std::max(0.0, n.probe / a22) : 0};
    const double determinant = a11 * a22 - n.objectProbe * n.objectProbe;
    if (determinant <= 0) return {};
    return {std::max(0.0, (a22 * n.object - n.objectProbe * n.probe) / determinant),
            std::max(0.0, (a11 * n.probe - n.objectProbe * n.object) / determinant)};
}

StepNormals sumOf(const std::vector<StepNormals>& normals) {
    StepNormals sum;
    for (const StepNormals& n : normals) {
        sum.objectObject += n.objectObject, sum.probeProbe += n.probeProbe, sum.objectProbe += n.objectProbe;
        sum.object += n.object, sum.probe += n.probe;
    }
    return sum;
}

Steps pooledSteps(const std::vector<StepNormals>& normals) {
    const StepNormals sum = sumOf(normals);
    return solve(sum, kPooledDamping * sum.objectObject, kPooledDamping * sum.probeProbe);
}

Steps stepsOfFrames(const std::vector<StepNormals>& normals) {
    const StepNormals sum = sumOf(normals);
    const auto frames = static_cast<double>(normals.size());
    std::vector<double> object;
    Steps mean;
    for (const StepNormals& n : normals) {
        const Steps steps =
            solve(n, kFrameDamping * sum.objectObject / frames, kFrameDamping * sum.probeProbe / frames);
        object.push_back(steps.object);
        mean.probe += steps.probe / frames;
    }
    std::ranges::sort(object);
    const auto cut = static_cast<std::ptrdiff_t>(kTrimmed * frames);
    mean.object =
        std::accumulate(object.begin() + cut, object.end() - cut, 0.0) / (frames - 2 * static_cast<double>(cut));
    return mean;
}

constexpr const char* kObjectDirection = "object_direction";
constexpr const char* kObjectWeight = "object_weight";
constexpr const char* kProbeDirection = "probe_direction";
constexpr const char* kWaves = "batch_waves";

std::vector<KeptField> keeps() {
    return {{.name = kObjectDirection},
            {.name = kObjectWeight},
            {.name = kProbeDirection, .like = KeptLike::probe},
            {.name = kWaves, .like = KeptLike::batchWaves}};
}

class Lsqml final : public Engine {
public:
    Lsqml(EngineContext& state, const StageSettings& settings)
        : m_kept(keep({.mayBeAbsent = true}).declare(state, keeps(), settings.framesAtOnce())),
          m_objectDirection(m_kept.field(kObjectDirection)), m_probeDirection(m_kept.field(kProbeDirection)),
          m_weight(reinterpret_cast<double*>(m_kept.field(kObjectWeight).data())) {
        static_assert(sizeof(double) == sizeof(Cf));
        change(state, settings);
    }

    void change(EngineContext& state, const StageSettings& settings) override {
        m_batchSize = settings.framesAtOnce();
        m_ofFrames = settings.value("lsqml_steps") != 0;
        m_loss = lossOf(settings);
        m_objectStep = settings.value("object_step");
        m_probeStep = settings.value("probe_step");
        m_factor = 1;
        const std::size_t frames = std::min(m_batchSize, state.frames().count());
        if (m_normals.size() >= frames && frames > 0) return;
        m_kept.declare(state, keeps(), m_batchSize);
        m_normals = Buffer<StepNormals>(state.queue(), frames);
        m_terms = Buffer<LineTerms>(state.queue(), frames);
    }

    std::optional<StepSums> iterate(EngineContext& state, const IterationContext& context) override {
        if (context.updateObject) m_largest = state.windowWeights(m_weight);
        state.chooseGrids(m_batchSize, m_loss);
        for (const Batch& batch : makeBatches(state.problem().frames, m_batchSize, context.seed, context.iteration)) {
            if (context.shouldLeave()) return std::nullopt;
            stepBatch(state, batch, context);
        }
        const PhaseScope frames(state.clock(), Phase::frames);
        return state.ops().takeSums();
    }

    void restart(EngineContext&, double factor) override { m_factor = factor; }
    /// The normal equations of positions are those of the amplitudes' residual.
    [[nodiscard]] bool findsPositions() const override { return isOfAmplitudes(m_loss); }

private:
    void stepBatch(EngineContext& state, const Batch& batch, const IterationContext& context) {
        const LocalBatch mine = state.localBatch(batch);
        const PhaseScope batchOfFrames(state.clock(), Phase::frames);
        for (const auto& [first, frames] : state.frames().pieces(mine.frames)) {
            compute::FrameStep step = state.makeStep(frames, context.updateObject, context.updateProbe);
            step.loss = state.lossInUse(m_loss);
            step.exitWaves = m_kept.waves(kWaves).data() + first * state.problem().placesOfFrame() * state.probe.size();
            state.ops().frameStep(step);
        }
        state.sums().reduce(mine, context.updateObject, context.updateProbe);
        makeDirections(state, mine, batch.count, context);
        const compute::Directions along{context.updateObject ? m_objectDirection.data() : nullptr,
                                        context.updateProbe ? m_probeDirection.data() : nullptr};
        if (!context.updateObject && !context.updateProbe) return; // a rank without a tile has no object
        Steps steps = bestSteps(state, mine, batch, along);
        const PhaseScope updating(state.clock(), Phase::update);
        if (!isOfAmplitudes(m_loss)) {
            scaleDirections(state, mine, steps, context);
            const double length = lineStep(state, mine, batch, along);
            steps = {length, length};
        }
        if (along.object)
            state.fields().combine(state.object, 1, m_objectDirection,
                                   static_cast<float>(m_factor * m_objectStep * steps.object), mine.region);
        if (along.probe)
            state.fields().combine(state.probe, 1, m_probeDirection,
                                   static_cast<float>(m_factor * m_probeStep * steps.probe));
    }

    void makeDirections(EngineContext& state, const LocalBatch& mine, std::size_t frames,
                        const IterationContext& context) {
        const PhaseScope updating(state.clock(), Phase::update);
        const auto& m = state.model();
        if (context.updateObject) {
            for (int layer = 0; layer < m.layers(); ++layer) {
                const std::size_t first = m.beginOf(layer);
                state.ops().direction(m_objectDirection.data() + first, state.sums().object() + first, m_weight + first,
                                      1, m.objectRows, m.objectCols, mine.region,
                                      static_cast<float>(kWeightFloor) * m_largest, nullptr);
            }
            state.sums().clearObjectWeight(mine.region);
        }
        if (context.updateProbe) {
            state.ops().direction(m_probeDirection.data(), state.sums().probe(), nullptr, m.modes, m.size, m.size,
                                  m.wholeProbe(), static_cast<float>(frames), nullptr);
            state.sums().clearProbeWeight();
        }
    }

    Steps bestSteps(EngineContext& state, const LocalBatch& mine, const Batch& batch,
                    const compute::Directions& along) {
        std::vector<StepNormals> normals(mine.frames.size());
        if (!normals.empty()) {
            compute::FrameStep step = state.makeUnmeasuredStep(mine.frames);
            step.exitWaves = m_kept.waves(kWaves).data();
            state.ops().stepNormals(step, along, m_normals.data());
            m_normals.download(normals);
        }
        normals = state.ofAllRanks<StepNormals>(batch, normals);
        return m_ofFrames ? stepsOfFrames(normals) : pooledSteps(normals);
    }

    /// So that one length is good for both.
    void scaleDirections(EngineContext& state, const LocalBatch& mine, const Steps& steps,
                         const IterationContext& context) {
        const auto scale = [&](Field& direction, double factor, const Region& region) {
            state.fields().combine(direction, static_cast<float>(factor), direction, 0, region);
        };
        if (context.updateObject) scale(m_objectDirection, steps.object, mine.region);
        if (context.updateProbe) scale(m_probeDirection, steps.probe, state.fields().all(Unknown::probe));
    }

    double lineStep(EngineContext& state, const LocalBatch& mine, const Batch& batch,
                    const compute::Directions& along) {
        std::vector<LineTerms> terms(mine.frames.size());
        for (const auto& [first, frames] : state.frames().pieces(mine.frames)) {
            compute::FrameStep step = state.makeStep(frames, false, false, false);
            step.loss = state.lossInUse(m_loss);
            state.ops().lineTerms(step, along, m_terms.data() + first);
        }
        if (!terms.empty()) m_terms.download(terms);
        return newtonStep(state.ofAllRanks<LineTerms>(batch, terms), kLongestPoisson);
    }

    std::size_t m_batchSize = 1;
    bool m_ofFrames = false;
    Loss m_loss = Loss::amplitude;
    double m_objectStep = 1;
    double m_probeStep = 1;
    double m_factor = 1;
    float m_largest = 0; ///< weight
    KeptFields& m_kept;  ///< also χ of the frames of a batch
    Field& m_objectDirection;
    Field& m_probeDirection;
    double* m_weight; ///< of all frames [layer][H][W]
    Buffer<StepNormals> m_normals;
    Buffer<LineTerms> m_terms;
};

std::vector<EngineParameter> parameters() {
    std::vector<EngineParameter> all = pieParameters(32, 0.9);
    all.push_back(lossParameter());
    all.push_back({.key = "lsqml_steps",
                   .type = EngineParameter::Type::choice,
                   .choices = {"pooled", "per_frame"},
                   .advanced = true,
                   .label = QT_TRANSLATE_NOOP("Parameters", "Step search"),
                   .help = QT_TRANSLATE_NOOP("Parameters",
                                             "pooled: the best steps for all frames of a batch together. per_frame: "
                                             "the best steps of each frame, averaged without the extremes.")});
    return all;
}

} // namespace

const EngineKind& lsqmlKind() {
    static const EngineKind kind{
        .name = "lsqml",
        .title = "LSQML",
        .help = QT_TRANSLATE_NOOP("Engines", "Least-squares maximum likelihood: measures the best step of each batch; "
                                             "the best resolution for its time."),
        .paper = "Odstrčil, Menzel & Guizar-Sicairos 2018, Opt. Express 26, 3108",
        .parameters = parameters(),
        .wavesPerBatchFrame = static_cast<double>(countOf(keeps(), {KeptLike::batchWaves})),
        .severalSlices = true,
        .knownRegion = true,
        .objectCopies = [](const StageSettings&) { return countOf(keeps(), {KeptLike::object}); },
        .make = [](EngineContext& state, const StageSettings& settings) -> std::unique_ptr<Engine> {
            return std::make_unique<Lsqml>(state, settings);
        }};
    return kind;
}

} // namespace ewald::ptycho
