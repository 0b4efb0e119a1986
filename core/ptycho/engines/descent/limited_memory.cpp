// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/engines/descent/limited_memory.h"

#include "base/translate.h"
#include "ptycho/engines/descent/full_gradient.h"
#include "ptycho/iteration/engine.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace ewald::ptycho {
namespace {

using V = GradientVectors;

constexpr double kLeastCurvature = 1e-8;
constexpr const char* kPairs = "lbfgs_pairs";
const GradientNames kNames{.of = "lbfgs_", .before = "_gradient_0", .savesDirection = false};

/// Lists of pairs, of object and probe.
struct PairFields {
    const char* object;
    const char* probe;
};
constexpr PairFields kStep{"lbfgs_object_step", "lbfgs_probe_step"};       ///< s
constexpr PairFields kChange{"lbfgs_object_change", "lbfgs_probe_change"}; ///< y

// Numbers of the past: what was updated in the iteration before, γ, and ⟨s, y⟩ of each pair, 0 where the gradient after
// the step is not there yet.
constexpr std::size_t kOfObject = 0, kOfProbe = 1, kScale = 2, kFirstProduct = 3;

std::vector<KeptField> keeps(const StageSettings& settings) {
    std::vector<KeptField> all = FullGradient::keeps(kNames);
    const auto most = static_cast<std::size_t>(settings.value(kPairs));
    for (const PairFields& names : {kStep, kChange}) {
        all.push_back({.name = names.object, .use = KeptField::Use::saved, .list = most});
        all.push_back({.name = names.probe, .like = KeptLike::probe, .use = KeptField::Use::saved, .list = most});
    }
    return all;
}

class LimitedMemory final : public Engine {
public:
    LimitedMemory(EngineContext& state, const StageSettings& settings)
        : m_past(keep({.key = "lbfgs_numbers", .count = kFirstProduct, .mayBeAbsent = true})
                     .declare(state, keeps(settings))),
          m_all(state, m_past, kNames) {
        change(state, settings);
    }

    /// The pairs stay, unless they are of another loss or band.
    void change(EngineContext& state, const StageSettings& settings) override {
        if (settings.has(kObjectBand) && m_all.limitObject(state, settings.value(kObjectBand))) m_past.forget(state);
        if (m_all.setLoss(lossOf(settings))) m_past.forget(state);
        m_past.declare(state, keeps(settings));
        m_factor = 1;
    }

    std::optional<StepSums> iterate(EngineContext& state, const IterationContext& context) override {
        const std::optional<StepSums> sums = m_all.collect(state, context);
        if (!sums) return sums;
        const std::vector<double>& past = m_past.numbers;
        const std::pair before{!past.empty() && past[kOfObject] != 0, !past.empty() && past[kOfProbe] != 0};
        if (before != m_all.updated()) m_past.forget(state); // the past has other unknowns
        const double scale = makeDirection(state);
        const double length = m_all.walk(state, context, m_factor);
        if (length > 0)
            beginPair(state, length, scale);
        else
            m_past.forget(state);
        m_all.forEach([](V& v) { std::swap(*v.gradient, *v.before); });
        return sums;
    }

    void restart(EngineContext& state, double factor) override {
        m_factor = factor;
        m_past.forget(state);
    }
    /// Steps belong to the modes as they are.
    [[nodiscard]] bool probeMayBeTransformed() const override { return false; }
    /// What is remembered of the gradient would be of another object.
    [[nodiscard]] bool mayBeRegularised() const override { return false; }
    [[nodiscard]] bool findsPositions() const override { return isOfAmplitudes(m_all.loss()); }

private:
    [[nodiscard]] std::size_t pairs() const { return m_past.listed(); }
    [[nodiscard]] double& productOf(std::size_t pair) { return m_past.numbers[kFirstProduct + pair]; }
    [[nodiscard]] Field& objectOf(std::size_t pair, const PairFields& names) {
        return m_past.field(names.object, pair);
    }
    [[nodiscard]] Field& probeOf(std::size_t pair, const PairFields& names) { return m_past.field(names.probe, pair); }

    /// body(vectors, field of a pair) for what is updated.
    template <class Body>
    void forEach(std::size_t pair, const PairFields& names, Body&& body) {
        if (m_all.updated().first) body(m_all.object, objectOf(pair, names));
        if (m_all.updated().second) body(m_all.probe, probeOf(pair, names));
    }

    /// Re⟨a, b⟩ over all unknowns, of a field of a pair and one of the gradient's.
    double dot(EngineContext& state, std::size_t pair, const PairFields& names, GradientVector vector) {
        double sum = 0;
        forEach(pair, names, [&](V& v, Field& field) { sum += state.fields().dot(field, *(v.*vector)); });
        return sum;
    }

    /// target += factor · a field of a pair
    void add(EngineContext& state, GradientVector target, double factor, std::size_t pair, const PairFields& names) {
        forEach(pair, names, [&](V& v, Field& field) {
            state.fields().combine(*(v.*target), 1, field, static_cast<float>(factor));
        });
    }

    /// The step that has just been made. \param scale γ
    void beginPair(EngineContext& state, double length, double scale) {
        m_past.numbers.resize(std::max<std::size_t>(kFirstProduct, m_past.numbers.size()));
        m_past.numbers[kOfObject] = m_all.updated().first ? 1 : 0;
        m_past.numbers[kOfProbe] = m_all.updated().second ? 1 : 0;
        m_past.numbers[kScale] = scale;
        m_past.append(0);
        forEach(pairs() - 1, kStep, [&](V& v, Field& step) {
            state.fields().copy(*v.direction, step);
            state.fields().scale(step, static_cast<float>(length));
        });
    }

    /// With the gradient after the newest step. \return γ
    double completePair(EngineContext& state) {
        if (pairs() == 0) return 1;
        const std::size_t newest = pairs() - 1;
        forEach(newest, kChange, [&](V& v, Field& change) {
            state.fields().copy(*v.before, change);
            state.fields().combine(change, 1, *v.gradient, -1);
        });
        m_all.precondition(state, objectOf(newest, kChange), probeOf(newest, kChange), &V::scaled);
        const double curvature = dot(state, newest, kChange, &V::scaled);
        forEach(newest, kStep, [&](V& v, Field& step) { state.fields().copy(step, *v.direction); });
        const double product = dot(state, newest, kChange, &V::direction);
        productOf(newest) = product;
        if (product > kLeastCurvature * curvature) return product / curvature;
        m_past.dropNewest();
        return pairs() == 0 ? 1 : m_past.numbers[kScale];
    }

    /// \return γ
    double makeDirection(EngineContext& state) {
        const PhaseScope updating(state.clock(), Phase::update);
        const double scale = completePair(state);
        m_all.forEach([&](V& v) { state.fields().copy(*v.gradient, *v.direction); });
        std::vector<double> alpha(pairs());
        for (std::size_t i = pairs(); i-- > 0;) {
            alpha[i] = dot(state, i, kStep, &V::direction) / productOf(i);
            add(state, &V::direction, -alpha[i], i, kChange);
        }
        m_all.precondition(state, *m_all.object.direction, *m_all.probe.direction, &V::scaled);
        m_all.forEach([&](V& v) { state.fields().scale(*v.scaled, static_cast<float>(scale)); });
        for (std::size_t i = 0; i < pairs(); ++i) {
            const double beta = dot(state, i, kChange, &V::scaled) / productOf(i);
            add(state, &V::scaled, alpha[i] - beta, i, kStep);
        }
        if (pairs() > 0 && m_all.dot(state, &V::scaled, &V::gradient) <= 0) {
            m_past.forget(state);
            m_all.precondition(state, *m_all.object.gradient, *m_all.probe.gradient, &V::scaled);
        }
        m_all.forEach([](V& v) { std::swap(*v.direction, *v.scaled); });
        m_all.release(state);
        return scale;
    }

    KeptFields& m_past;
    FullGradient m_all;
    double m_factor = 1;
};

} // namespace

EngineParameter pairsParameter(double defaultValue) {
    return {.key = kPairs,
            .type = EngineParameter::Type::whole,
            .defaultValue = defaultValue,
            .minimum = 1,
            .maximum = 20,
            .advanced = true,
            .label = QT_TRANSLATE_NOOP("Parameters", "Remembered steps"),
            .help = QT_TRANSLATE_NOOP("Parameters", "Steps whose curvature is remembered. Each takes the "
                                                    "memory of two objects; more than 10 help little.")};
}

std::size_t objectCopiesOfLimitedMemory(const StageSettings& settings) {
    return countOf(keeps(settings), {KeptLike::object});
}

std::unique_ptr<Engine> makeLimitedMemory(EngineContext& state, const StageSettings& settings) {
    return std::make_unique<LimitedMemory>(state, settings);
}

} // namespace ewald::ptycho
