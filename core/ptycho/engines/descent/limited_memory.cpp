// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/engines/descent/limited_memory.h"

#include "base/translate.h"
#include "ptycho/engines/descent/full_gradient.h"
#include "ptycho/iteration/engine.h"

#include <algorithm>
#include <deque>
#include <string>
#include <utility>

namespace ewald::ptycho {
namespace {

using compute::Loss;
using V = GradientVectors;

constexpr double kLeastCurvature = 1e-8;
constexpr const char* kNumbers = "lbfgs_numbers";
constexpr const char* kPairs = "lbfgs_pairs";

/// Of object or probe.
struct PairOf {
    Field step;   ///< s
    Field change; ///< y
};

struct Pair {
    PairOf object;
    PairOf probe;
    double product = 0; ///< ⟨s, y⟩; 0: the gradient after the step is not there yet
};

std::string nameOf(const char* what, std::size_t place) {
    return std::string("lbfgs_") + what + "_" + std::to_string(place);
}

class LimitedMemory final : public Engine {
public:
    LimitedMemory(EngineContext& state, const StageSettings& settings) : m_all(state) { change(state, settings); }

    /// The pairs stay, unless they are of another loss or band.
    void change(EngineContext& state, const StageSettings& settings) override {
        if (settings.has(kObjectBand) && m_all.limitObject(state, settings.value(kObjectBand))) m_pairs.clear();
        if (m_all.setLoss(lossOf(settings))) m_pairs.clear();
        m_most = static_cast<std::size_t>(settings.value(kPairs));
        while (m_pairs.size() > m_most) m_pairs.pop_front();
        m_factor = 1;
    }

    std::optional<StepSums> iterate(EngineContext& state, const IterationContext& context) override {
        const std::optional<StepSums> sums = m_all.collect(state, context);
        if (!sums) return sums;
        if (m_all.othersThanBefore()) m_pairs.clear(); // the past has other unknowns
        makeDirection(state);
        const double length = m_all.walk(state, context, m_factor);
        if (length > 0)
            beginPair(state, length);
        else
            m_pairs.clear();
        m_all.forEach([](V& v) { std::swap(v.gradient, v.before); });
        return sums;
    }

    void restart(EngineContext&, double factor) override {
        m_factor = factor;
        m_pairs.clear();
    }
    /// Steps belong to the modes as they are.
    [[nodiscard]] bool probeMayBeTransformed() const override { return false; }
    /// What is remembered of the gradient would be of another object.
    [[nodiscard]] bool mayBeRegularised() const override { return false; }
    [[nodiscard]] bool findsPositions() const override { return isOfAmplitudes(m_all.loss()); }

    void save(EngineContext& state, SavedState& saved, bool) const override {
        if (m_pairs.empty()) return;
        const FieldSpace& fields = state.fields();
        const auto [object, probe] = m_all.updated();
        std::vector<double> numbers{object ? 1.0 : 0.0, probe ? 1.0 : 0.0, m_scale};
        fields.save(m_all.object.before, nameOf("object_gradient", 0), saved);
        fields.save(m_all.probe.before, nameOf("probe_gradient", 0), saved);
        for (std::size_t i = 0; i < m_pairs.size(); ++i) {
            forFields(m_pairs[i], i, [&](const Field& field, const std::string& name) {
                fields.save(field, name, saved);
                return true;
            });
            numbers.push_back(m_pairs[i].product);
        }
        saved.numbers[kNumbers] = numbers;
    }

    bool restore(EngineContext& state, const SavedState& saved) override {
        const auto found = saved.numbers.find(kNumbers);
        if (found == saved.numbers.end()) return true; // it was about to begin anew
        const std::vector<double>& numbers = found->second;
        constexpr std::size_t kFirst = 3; // product
        const FieldSpace& fields = state.fields();
        std::deque<Pair> pairs;
        bool whole = numbers.size() > kFirst && fields.load(m_all.object.before, nameOf("object_gradient", 0), saved) &&
                     fields.load(m_all.probe.before, nameOf("probe_gradient", 0), saved);
        for (std::size_t i = 0; whole && kFirst + i < numbers.size(); ++i) {
            pairs.push_back(makePair(state));
            pairs.back().product = numbers[kFirst + i];
            whole = forFields(pairs.back(), i,
                              [&](Field& field, const std::string& name) { return fields.load(field, name, saved); });
        }
        if (!whole) return false;
        m_all.setUpdated({numbers[0] != 0, numbers[1] != 0});
        m_scale = numbers[2];
        m_pairs = std::move(pairs);
        while (m_pairs.size() > m_most) m_pairs.pop_front();
        return true;
    }

private:
    static Pair makePair(EngineContext& state) {
        const FieldSpace& fields = state.fields();
        return {{fields.make(Unknown::object), fields.make(Unknown::object)},
                {fields.make(Unknown::probe), fields.make(Unknown::probe)}};
    }

    /// body(field, name) for the fields of a pair, until it returns false.
    template <class PairLike, class Body>
    static bool forFields(PairLike& pair, std::size_t place, Body&& body) {
        return body(pair.object.step, nameOf("object_step", place)) &&
               body(pair.object.change, nameOf("object_change", place)) &&
               body(pair.probe.step, nameOf("probe_step", place)) &&
               body(pair.probe.change, nameOf("probe_change", place));
    }

    /// Re⟨a, b⟩ over all unknowns, of a field of a pair and one of the gradient's.
    double dot(EngineContext& state, const Pair& pair, Field PairOf::*a, GradientVector b) const {
        double sum = 0;
        if (m_all.updated().first) sum += state.fields().dot(pair.object.*a, m_all.object.*b);
        if (m_all.updated().second) sum += state.fields().dot(pair.probe.*a, m_all.probe.*b);
        return sum;
    }

    /// target += factor · a field of a pair
    void add(EngineContext& state, GradientVector target, double factor, const Pair& pair, Field PairOf::*field) {
        const auto amount = static_cast<float>(factor);
        if (m_all.updated().first) state.fields().combine(m_all.object.*target, 1, pair.object.*field, amount);
        if (m_all.updated().second) state.fields().combine(m_all.probe.*target, 1, pair.probe.*field, amount);
    }

    /// The step that has just been made, in the place of the oldest where there is no other.
    void beginPair(EngineContext& state, double length) {
        Pair pair;
        if (m_pairs.size() < m_most) {
            pair = makePair(state);
        } else {
            pair = std::move(m_pairs.front());
            m_pairs.pop_front();
        }
        pair.product = 0;
        const auto keep = [&](PairOf& of, const V& v) {
            state.fields().copy(v.direction, of.step);
            state.fields().scale(of.step, static_cast<float>(length));
        };
        if (m_all.updated().first) keep(pair.object, m_all.object);
        if (m_all.updated().second) keep(pair.probe, m_all.probe);
        m_pairs.push_back(std::move(pair));
    }

    /// With the gradient after the newest step. \return γ
    double completePair(EngineContext& state) {
        if (m_pairs.empty()) return 1;
        Pair& pair = m_pairs.back();
        const auto difference = [&](PairOf& of, const V& v) {
            state.fields().copy(v.before, of.change);
            state.fields().combine(of.change, 1, v.gradient, -1);
        };
        if (m_all.updated().first) difference(pair.object, m_all.object);
        if (m_all.updated().second) difference(pair.probe, m_all.probe);
        m_all.precondition(state, pair.object.change, pair.probe.change, &V::scaled);
        const double curvature = dot(state, pair, &PairOf::change, &V::scaled);
        m_all.forEach(
            [&](V& v) { state.fields().copy(&v == &m_all.object ? pair.object.step : pair.probe.step, v.direction); });
        pair.product = dot(state, pair, &PairOf::change, &V::direction);
        if (pair.product > kLeastCurvature * curvature) return pair.product / curvature;
        m_pairs.pop_back();
        return m_pairs.empty() ? 1 : m_scale;
    }

    void makeDirection(EngineContext& state) {
        const PhaseScope updating(state.clock(), Phase::update);
        m_scale = completePair(state);
        m_all.forEach([&](V& v) { state.fields().copy(v.gradient, v.direction); });
        std::vector<double> alpha(m_pairs.size());
        for (std::size_t i = m_pairs.size(); i-- > 0;) {
            alpha[i] = dot(state, m_pairs[i], &PairOf::step, &V::direction) / m_pairs[i].product;
            add(state, &V::direction, -alpha[i], m_pairs[i], &PairOf::change);
        }
        m_all.precondition(state, m_all.object.direction, m_all.probe.direction, &V::scaled);
        m_all.forEach([&](V& v) { state.fields().scale(v.scaled, static_cast<float>(m_scale)); });
        for (std::size_t i = 0; i < m_pairs.size(); ++i) {
            const double beta = dot(state, m_pairs[i], &PairOf::change, &V::scaled) / m_pairs[i].product;
            add(state, &V::scaled, alpha[i] - beta, m_pairs[i], &PairOf::step);
        }
        if (!m_pairs.empty() && m_all.dot(state, &V::scaled, &V::gradient) <= 0) {
            m_pairs.clear();
            m_all.precondition(state, m_all.object.gradient, m_all.probe.gradient, &V::scaled);
        }
        m_all.forEach([](V& v) { std::swap(v.direction, v.scaled); });
        m_all.release(state);
    }

    FullGradient m_all;
    std::deque<Pair> m_pairs; ///< the oldest first
    std::size_t m_most = 0;
    double m_factor = 1;
    double m_scale = 1; ///< γ
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
    return FullGradient::kObjectCopies + 2 * static_cast<std::size_t>(settings.value(kPairs));
}

std::unique_ptr<Engine> makeLimitedMemory(EngineContext& state, const StageSettings& settings) {
    return std::make_unique<LimitedMemory>(state, settings);
}

} // namespace ewald::ptycho
