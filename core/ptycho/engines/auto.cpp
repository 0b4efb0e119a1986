// SPDX-License-Identifier: GPL-3.0-or-later
//
// The automatic plan: engines one after the other, each for as long as it is the one that gains most.
//   begin    rPIE, which gets near the solution from any start
//   refine   LSQML with positions that move: measured steps instead of chosen ones
//            (until nothing is left of what positions have in common)
//   finish   maximum likelihood by conjugate gradients with exact shifts of the probe, until nothing improves; with
//            background and intensities of frames where the error stays far above the noise limit
// When to go on is decided by the error of all ranks, so that all decide alike. Each decision is said in one line and
// kept with the result.
#include "base/phrase.h"
#include "base/translate.h"
#include "ptycho/engines/engine.h"
#include "ptycho/engines/engines.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <utility>

namespace ewald::ptycho {
namespace {

/// When a part of the plan ends: between so many iterations, once the error falls by less than `fall` in one, so many
/// times in a row. The error rises for once where positions and object move together: no reason to end everything.
struct Part {
    const EngineKind& (*kind)();
    std::size_t least;
    std::size_t most; ///< 0: as long as it lasts
    double fall;
    std::size_t inARow;
    double leastPower; ///< of a probe mode as the part begins, of that of all; else it is left out
    bool exactShift;   ///< of the probe, for fractions of a pixel; interpolation of the object costs half as much
};

// The falls are those at which, on the measured star, the next part gains more in the same time. Modes that the data
// pay for have 4 % and more of the power there, those that fit noise and wrong positions 1 to 2 % elsewhere: with four
// instead of two modes the simulated gold balls end with a higher error (0.00175, 0.00173) and share the power wrongly.
// Exact shifts for the last part bring their object to 0.0104 of the truth (interpolated: 0.0173) and the simulated
// scan of 400 frames to 1.07 times the error of a perfect model (1.21); for the part before they bring nothing.
constexpr Part kParts[] = {{rpieKind, 6, 12, 0.05, 1, 0, false},
                           {lsqmlKind, 6, 25, 0.015, 1, 0.03, false},
                           {mlKind, 12, 0, 0.001, 3, 0.03, true}};
constexpr std::size_t kMoving = 1; ///< the part with which positions begin to move
constexpr const char* kSavedPlan = "automatic_plan";
// Of the noise limit, after so many iterations of the last part, whose shifts are exact: above it, something is missing
// in the model. On the measured star (1.03 there) intensities lower the error by 1 %, and with it the correlation of
// halves at half of Nyquist from 0.43 to 0.41; a background changes neither. A simulated scan whose background is 5 %
// of the counts and whose beam varies by 10 % comes to the limit with both, and stays at 2.2 without.
constexpr std::size_t kSettled = 6;
constexpr double kFarAbove = 1.3;

std::string rounded(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2g", value);
    return text;
}

std::string percent(double value) { return rounded(100 * value); }

class Automatic final : public Engine {
public:
    Automatic(EngineContext& state, const StageSettings& settings)
        : m_modes(static_cast<std::size_t>(settings.value("auto_modes"))), m_movesPositions(settings.refinePositions),
          m_mayFit(settings.value("auto_detector") != 0) {
        // Batches of a sixteenth of the scan, so that small scans have several.
        constexpr std::size_t kLargestBatch = 32;
        m_batchSize = std::clamp<std::size_t>(state.problem().frames / 16, 4, kLargestBatch);
        enter(state, 0);
    }

    void change(EngineContext&, const StageSettings& settings) override {
        m_movesPositions = settings.refinePositions;
        m_mayFit = settings.value("auto_detector") != 0;
    }

    std::optional<StepSums> iterate(EngineContext& state, const IterationContext& context) override {
        if (m_part == 0 && m_done == 0 && context.sayBefore)
            context.sayBefore(
                phrase("automatic plan: %1 first, with %2 probe {mode|modes} and batches of %3 {frame|frames}",
                       kParts[0].kind().title, state.model().modes, m_batchSize));
        if (std::exchange(m_wasOver, false) && context.sayBefore)
            context.sayBefore(phrase("automatic plan: it was over; %1 goes on for as long as it was asked to",
                                     kParts[m_part].kind().title));
        const std::optional<StepSums> sums = m_engine->iterate(state, context);
        if (sums) judge(state, *sums, context);
        return sums;
    }

    [[nodiscard]] bool wantsRefinement() const override { return m_part >= kMoving; }
    [[nodiscard]] bool fitsDetector() const override { return m_fitsDetector && m_mayFit; }
    [[nodiscard]] bool findsPositions() const override { return m_engine->findsPositions(); }
    [[nodiscard]] bool probeMayBeTransformed() const override { return m_engine->probeMayBeTransformed(); }
    [[nodiscard]] bool mayBeRegularised() const override { return m_engine->mayBeRegularised(); }
    [[nodiscard]] std::vector<Field*> keptOverObject() override { return m_engine->keptOverObject(); }
    [[nodiscard]] bool finished() const override { return m_finished; }
    [[nodiscard]] std::optional<bool> movesInCommon() const override { return m_part == kMoving && m_seeks; }
    void restart(EngineContext& state, double factor) override {
        if (std::exchange(m_factor, factor) != factor) m_lastError = 0; // back to an earlier state
        m_engine->restart(state, factor);
    }

    void save(EngineContext& state, SavedState& saved, bool waves) const override {
        m_engine->save(state, saved, waves);
        saved.numbers[kSavedPlan] = {static_cast<double>(m_part),
                                     static_cast<double>(m_done),
                                     m_lastError,
                                     m_fall,
                                     static_cast<double>(m_slow),
                                     m_seeks ? 1.0 : 0.0,
                                     static_cast<double>(m_sought),
                                     m_fitsDetector ? 1.0 : 0.0};
        if (m_finished) saved.numbers[kSavedEnd] = {1};
    }

    bool restore(EngineContext& state, const SavedState& saved) override {
        const auto found = saved.numbers.find(kSavedPlan);
        if (found == saved.numbers.end() || found->second.size() < 7) return false;
        const std::vector<double>& numbers = found->second;
        if (!(numbers[0] >= 0 && numbers[0] < static_cast<double>(std::size(kParts)))) return false;
        enter(state, static_cast<std::size_t>(numbers[0]));
        m_done = static_cast<std::size_t>(numbers[1]);
        m_lastError = numbers[2], m_fall = numbers[3];
        m_slow = static_cast<std::size_t>(numbers[4]);
        m_seeks = numbers[5] != 0;
        m_sought = static_cast<std::size_t>(numbers[6]);
        m_fitsDetector = numbers.size() > 7 && numbers[7] != 0;
        m_finished = saved.numbers.contains(kSavedEnd);
        m_wasOver = m_beyond = !m_finished && isLast() && m_slow >= kParts[m_part].inARow;
        return m_engine->restore(state, saved);
    }

private:
    [[nodiscard]] bool isLast() const { return m_part + 1 == std::size(kParts); }

    void enter(EngineContext& state, std::size_t part) {
        m_engine.reset(); // before the next one takes memory
        m_part = part;
        m_done = 0;
        m_fall = 1;
        m_slow = 0;
        const EngineKind& kind = kParts[part].kind();
        StageSettings settings(kind);
        if (settings.has("batch_size")) settings.set("batch_size", static_cast<double>(m_batchSize));
        state.clearSums(state.wholeObject(), true, true);
        state.useExactShift(kParts[part].exactShift);
        m_engine = kind.make(state, settings);
        if (m_factor != 1) m_engine->restart(state, m_factor);
    }

    /// How the error falls, and whether to go on to the next part with the next iteration.
    void judge(EngineContext& state, StepSums sums, const IterationContext& context) {
        constexpr double kMemory = 0.5; // of the mean fall: one iteration alone is noisy
        state.reduce(sums);
        const double error = sums.intensity > 0 ? sums.error / sums.intensity : 0;
        ++m_done;
        const Part& part = kParts[m_part];
        const double fall = m_lastError > 0 ? 1 - error / m_lastError : m_fall;
        if (m_lastError > 0) m_fall = kMemory * m_fall + (1 - kMemory) * fall;
        m_lastError = error;
        // After a rise the mean lags behind an error that falls again.
        const bool recovers = part.inARow > 1 && fall >= part.fall;
        m_slow = m_fall < part.fall && !recovers ? m_slow + 1 : 0;
        if (isLast() && m_done == kSettled) lookForMore(error, context);
        const bool seeks = m_part == kMoving && context.refinePositions && context.updateObject && seek(state);
        const bool slow = m_done >= part.least && m_slow >= part.inARow;
        if (seeks || m_beyond || (!slow && (part.most == 0 || m_done < part.most))) return;
        const std::string why = slow ? phrase("the error falls by less than %1 % an iteration", percent(part.fall))
                                     : phrase("after %1 iterations", static_cast<int>(m_done));
        m_finished = isLast();
        const auto say = [&](const std::string& line) {
            if (context.say) context.say(line);
        };
        if (m_finished) return say(phrase("automatic plan: nothing improves any more: %1", why));
        const std::size_t next = m_part + 1;
        if (next == kMoving && m_movesPositions)
            say(phrase("automatic plan: %1 from here on, positions move: %2", kParts[next].kind().title, why));
        else
            say(phrase("automatic plan: %1 from here on: %2", kParts[next].kind().title, why));
        if (context.updateProbe) dropWeakModes(state, kParts[next].leastPower, say);
        enter(state, next);
    }

    /// Whether background and intensities of frames are missing in the model.
    void lookForMore(double error, const IterationContext& context) {
        const double times = context.noiseFloor > 0 ? error / context.noiseFloor : 0;
        m_fitsDetector = times > kFarAbove;
        if (!fitsDetector() || (context.refineBackground && context.refineBeam)) return;
        m_fall = 1, m_slow = 0; // it falls anew
        if (context.say)
            context.say(phrase("automatic plan: the error is %1 × the noise limit: background and intensities of "
                               "frames are fitted, too",
                               rounded(times)));
    }

    /// What positions have in common is looked for until nothing is left of it, in the part whose steps say it most
    /// exactly: on the simulated scan of 400 frames they scatter by a tenth of those of conjugate gradients.
    bool seek(const EngineContext& state) {
        // Iterations. After four looks, a fifth is left in simulated scans; where it is more (seven tenths
        // on the measured star), it is not found at all, and the solver takes back what was done of it.
        constexpr std::size_t kEnoughToTell = 20, kLongest = 60;
        if (!m_seeks) return false;
        const CommonMotion& motion = state.positions().common;
        ++m_sought;
        m_seeks = !motion.settled() && m_sought < kLongest && (m_sought < kEnoughToTell || motion.converges());
        return m_seeks;
    }

    /// Modes that explain next to nothing cost as much time as the others, and take from them.
    void dropWeakModes(EngineContext& state, double leastPower,
                       const std::function<void(const std::string&)>& say) const {
        const auto modes = static_cast<std::size_t>(state.model().modes);
        if (modes < 2 || modes > m_modes) return; // more than the plan's own were asked for
        state.dropModesBelow(leastPower);
        const int left = state.model().modes;
        if (left == static_cast<int>(modes)) return;
        say(phrase("automatic plan: %1 of %2 probe modes, the rest has less than %3 % of the power each", left,
                   static_cast<int>(modes), percent(leastPower)));
    }

    std::size_t m_modes; ///< of the plan
    bool m_movesPositions;
    bool m_mayFit;               ///< background and intensities of frames
    bool m_fitsDetector = false; ///< as far as it may
    std::size_t m_batchSize = 1;
    double m_factor = 1;
    std::size_t m_part = 0;
    std::size_t m_done = 0;   ///< iterations of this part
    double m_lastError = 0;   ///< 0: none
    double m_fall = 1;        ///< of the error in an iteration, mean of the last ones
    std::size_t m_slow = 0;   ///< times in a row that it fell too little
    bool m_seeks = true;      ///< positions are moved in common
    std::size_t m_sought = 0; ///< iterations of that
    bool m_finished = false;  ///< nothing improves any more
    bool m_beyond = false;    ///< more iterations were asked for after that
    bool m_wasOver = false;   ///< that has not been said yet
    std::unique_ptr<Engine> m_engine;
};

} // namespace

const EngineKind& automaticKind() {
    static const EngineKind kind{
        .name = "auto",
        .title = QT_TRANSLATE_NOOP("Engines", "Automatic"),
        .help =
            QT_TRANSLATE_NOOP("Engines", "rPIE, then LSQML with positions, then maximum likelihood, each as long as "
                                         "it pays; ends when nothing improves."),
        .paper = "rPIE 2017, LSQML 2018 and maximum likelihood 2012, see there",
        .recommended = true,
        .parameters = {{.key = "auto_modes",
                        .type = EngineParameter::Type::whole,
                        .defaultValue = 4,
                        .minimum = 1,
                        .maximum = 64,
                        .label = QT_TRANSLATE_NOOP("Parameters", "Modes of the plan"),
                        .help = QT_TRANSLATE_NOOP("Parameters",
                                                  "Probe modes that the automatic plan begins with, unless more are "
                                                  "asked for. Those with next to no power are left out once the "
                                                  "object has taken shape.")},
                       {.key = "auto_positions",
                        .type = EngineParameter::Type::flag,
                        .defaultValue = 1,
                        .label = QT_TRANSLATE_NOOP("Parameters", "Positions move"),
                        .help = QT_TRANSLATE_NOOP("Parameters",
                                                  "The automatic plan refines the scan positions once the object has "
                                                  "taken shape.")},
                       {.key = "auto_detector",
                        .type = EngineParameter::Type::flag,
                        .defaultValue = 1,
                        .label = QT_TRANSLATE_NOOP("Parameters", "Fit where it pays"),
                        .help = QT_TRANSLATE_NOOP("Parameters",
                                                  "The automatic plan fits the background and the intensity of each "
                                                  "frame where the error is still far above the noise limit in its "
                                                  "last part.")}},
        .wavesPerBatchFrame = 1,
        .shiftsExactly = true,
        .mayFitDetector = true,
        .objectCopies = [](const StageSettings&) -> std::size_t { return 4; },
        .probeModes = [](const StageSettings& s) { return static_cast<std::size_t>(s.value("auto_modes")); },
        .decide =
            [](StageSettings& s) {
                if (s.value("auto_positions") != 0) s.refinePositions = true;
            },
        .make = [](EngineContext& state, const StageSettings& settings) -> std::unique_ptr<Engine> {
            return std::make_unique<Automatic>(state, settings);
        }};
    return kind;
}

} // namespace ewald::ptycho
