// SPDX-License-Identifier: GPL-3.0-or-later
//
// The automatic plan: engines one after the other, each for as long as it is the one that gains most.
//   begin    rPIE, which gets near the solution from any start
//   refine   LSQML with positions that move: measured steps instead of chosen ones
//   sharpen  maximum likelihood by conjugate gradients, whose first iterations bring most
//   seek     LSQML again, and what all positions have in common, until nothing is left of that
//   finish   maximum likelihood by conjugate gradients, until nothing improves; with both of what follows where the
//            error stays far above the noise limit
// Both parts of maximum likelihood find out whether intensities of frames vary by more than counts do, and whether
// there is a background; what is real is fitted from then on. The probe is shifted exactly in all parts but the first.
// When to go on is decided by the error of all ranks, so that all decide alike. Each decision is said in one line and
// kept with the result.
#include "base/median.h"
#include "base/phrase.h"
#include "base/translate.h"
#include "ptycho/engines/engines.h"
#include "ptycho/engines/plan/planned_detector.h"
#include "ptycho/engines/plan/planned_modes.h"
#include "ptycho/iteration/engine.h"
#include "ptycho/model/positions.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ewald::ptycho {
namespace {

/// When a part of the plan ends: between so many iterations, once the error falls by less than `fall` in one, so many
/// times in a row. The error rises for once where positions and object move together: no reason to end everything.
/// One that seeks ends by what it finds.
struct Part {
    const EngineKind& (*kind)();
    std::size_t least;
    std::size_t most; ///< 0: as long as it lasts
    double fall;
    std::size_t inARow;
    bool exactShift;  ///< of the probe, for fractions of a pixel; interpolation of the object costs half as much
    bool seeks;       ///< what all positions have in common
    std::size_t next; ///< the part that follows, where positions move
};

/// Places of the parts below, as results have them: those that came later stand at the end.
enum : std::size_t { kBegin, kRefine, kSeek, kFinish, kSharpen };

// The falls are those at which, on the measured star, the next part gains more in the same time.
// Exact shifts bring their object to 0.0092 of the truth (interpolated: 0.0173), and it is at 0.0132 after ten
// iterations of the plan (0.021). To seek by them costs the star a tenth more time; interpolation pulls on the scale,
// which was left 6e-4 (r.m.s.) off in twenty simulated scans and lost in two, and is 2.2e-4 off (median) with them.
// To seek takes 20 to 60 iterations, in which the error does not fall, and six of maximum likelihood before it bring
// most of what there is: with positions that are wrong by 1.5 pixels the error is at 1.05 of its end after 33
// iterations, and was so after 91 when the search came first.
constexpr Part kParts[] = {{rpieKind, 6, 12, 0.05, 1, false, false, kRefine},
                           {lsqmlKind, 6, 25, 0.015, 1, true, false, kSharpen},
                           {lsqmlKind, 0, 0, 0, 1, true, true, kFinish},
                           {mlKind, 12, 0, 0.001, 3, true, false, kFinish},
                           {mlKind, 4, 12, 0.02, 1, true, false, kSeek}};
constexpr const char* kSavedPlan = "automatic_plan";
// Positions that overshoot let the error stand still: the part goes on until half of them move by less than this in an
// iteration, in pixels.
constexpr double kAtRest_px = 0.1;

// Iterations of a search. After four looks, a fifth is left in simulated scans; where nothing becomes less (it grows on
// the measured star), it is not found at all, and the solver takes back what was done of it.
constexpr std::size_t kEnoughToTell = 20;
// So many iterations have to be left for a search: the error rises in it, and comes down in those that follow. A run of
// 40 iterations that began to seek after 31 ended at 0.00895 on the measured star, and was at 0.00775 before.
constexpr std::size_t kIterationsToSeek = kEnoughToTell + kParts[kFinish].least;

class Automatic final : public Engine {
public:
    Automatic(EngineContext& state, const StageSettings& settings)
        : m_modes(static_cast<std::size_t>(settings.value("auto_modes"))) {
        change(state, settings);
        // Batches of a sixteenth of the scan, so that small scans have several.
        constexpr std::size_t kLargestBatch = 32;
        m_batchSize = std::clamp<std::size_t>(state.problem().frames / 16, 4, kLargestBatch);
        enter(state, kBegin);
    }

    void change(EngineContext& state, const StageSettings& settings) override {
        m_movesPositions = settings.refinePositions;
        m_detector.take(state, settings);
    }

    std::optional<StepSums> iterate(EngineContext& state, const IterationContext& context) override {
        const std::size_t part = m_part, done = m_done, next = m_next;
        const bool unsought = m_unsought;
        const PlannedModes modes = m_modes;
        const PlannedDetector detector = m_detector;
        if (m_part == kBegin && m_done == 0) m_modes.begin(state);
        if (m_part == kBegin && m_done == 0 && context.sayBefore)
            context.sayBefore(
                phrase("automatic plan: %1 first, with %2 probe {mode|modes} and batches of %3 {frame|frames}",
                       kParts[kBegin].kind().title, state.model().modes, m_batchSize));
        const bool seeksNow = isLast() && m_unsought && mayMove(context) && context.left > kIterationsToSeek;
        if (std::exchange(m_wasOver, false) && !seeksNow && context.sayBefore)
            context.sayBefore(phrase("automatic plan: it was over; %1 goes on for as long as it was asked to",
                                     kParts[m_part].kind().title));
        std::vector<std::string> lines; // said once the iteration is done
        IterationContext beginning = context;
        beginning.sayBefore = [&](const std::string& line) { lines.push_back(line); };
        if (seeksNow) {
            m_next = kSeek, m_unsought = m_beyond = false;
            lines.push_back(phrase("automatic plan: %1 from here on, what all positions have in common is looked for: "
                                   "now there are iterations enough",
                                   kParts[kSeek].kind().title));
        }
        enterNext(state, beginning);
        if (m_detector.weigh(state, beginning)) m_fall = 1, m_slow = 0; // it falls anew
        const std::optional<StepSums> sums = m_engine->iterate(state, context);
        if (sums) {
            if (context.sayBefore) std::ranges::for_each(lines, context.sayBefore);
            judge(state, *sums, context);
        } else { // all unknowns become those of before, and so does the plan
            m_modes = modes;
            m_detector = detector;
            if (m_part != part) enter(state, part);
            m_done = done, m_next = next, m_unsought = unsought;
        }
        return sums;
    }

    [[nodiscard]] bool wantsRefinement() const override { return partOfNext() != kBegin; }
    [[nodiscard]] DetectorFit fitsDetector() const override { return m_detector.fits(); }
    [[nodiscard]] bool findsPositions() const override { return m_engine->findsPositions(); }
    [[nodiscard]] bool probeMayBeTransformed() const override { return m_engine->probeMayBeTransformed(); }
    [[nodiscard]] bool mayBeRegularised() const override { return m_engine->mayBeRegularised(); }
    [[nodiscard]] std::vector<Field*> keptOverObject() override { return m_engine->keptOverObject(); }
    [[nodiscard]] bool finished() const override { return m_finished; }
    [[nodiscard]] std::optional<bool> movesInCommon() const override { return kParts[partOfNext()].seeks; }
    void restart(EngineContext& state, double factor) override {
        if (std::exchange(m_factor, factor) != factor) m_lastError = 0; // back to an earlier state
        m_engine->restart(state, factor);
    }

    void save(EngineContext& state, SavedState& saved, bool waves) const override {
        m_engine->save(state, saved, waves);
        std::vector<double>& numbers = saved.numbers[kSavedPlan];
        numbers = {static_cast<double>(m_part), static_cast<double>(m_done), m_lastError, m_fall,
                   static_cast<double>(m_slow)};
        const auto add = [&](const auto& more) { numbers.insert(numbers.end(), more.begin(), more.end()); };
        add(m_detector.numbers());
        add(m_modes.numbers());
        numbers.push_back(static_cast<double>(m_next));
        numbers.push_back(m_unsought ? 1 : 0);
        if (m_finished) saved.numbers[kSavedEnd] = {1};
    }

    bool restore(EngineContext& state, const SavedState& saved) override {
        const auto found = saved.numbers.find(kSavedPlan);
        if (found == saved.numbers.end() || found->second.size() < kLeastNumbers) return false;
        const std::vector<double>& numbers = found->second;
        if (!(numbers[0] >= 0 && numbers[0] < static_cast<double>(std::size(kParts)))) return false;
        enter(state, static_cast<std::size_t>(numbers[0]));
        m_done = static_cast<std::size_t>(numbers[1]);
        m_lastError = numbers[2], m_fall = numbers[3];
        m_slow = static_cast<std::size_t>(numbers[4]);
        const auto from = [&](std::size_t first) {
            return std::span(numbers).subspan(std::min(first, numbers.size()));
        };
        m_modes.take(from(kLeastNumbers));
        const auto next = from(kLeastNumbers + m_modes.numbers().size());
        m_next = next.empty() ? 0 : static_cast<std::size_t>(std::clamp(next[0], 0.0, std::size(kParts) - 1.0));
        m_unsought = next.size() > 1 && next[1] != 0;
        m_finished = saved.numbers.contains(kSavedEnd);
        const Part& part = kParts[m_part];
        m_wasOver = m_beyond = !m_finished && isLast() && m_done >= part.least && m_slow >= part.inARow;
        const bool restored = m_engine->restore(state, saved);
        m_detector.take(state, from(kOfDetector).first(m_detector.numbers().size()));
        return restored;
    }

private:
    static constexpr std::size_t kOfDetector = 5;   ///< first number of it in a saved state
    static constexpr std::size_t kLeastNumbers = 8; ///< of programs without a second chance for a mode

    [[nodiscard]] std::size_t partOfNext() const { return m_next > 0 ? m_next : m_part; } ///< of the next iteration
    [[nodiscard]] bool isLast() const { return m_part == kFinish; }

    void enter(EngineContext& state, std::size_t part) {
        m_engine.reset(); // before the next one takes memory
        m_part = part;
        m_done = 0;
        m_fall = 1;
        m_slow = 0;
        const EngineKind& kind = kParts[part].kind();
        StageSettings settings(kind);
        if (settings.has("batch_size")) settings.set("batch_size", static_cast<double>(m_batchSize));
        state.sums().clear(state.model().wholeObject(), true, true);
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
        const auto say = [&](const std::string& line) {
            if (context.say) context.say(line);
        };
        const bool fits = m_part == kSharpen || isLast();
        const bool more = fits && m_detector.look(state, m_done, isLast(), error, sums.intensity, context);
        const bool joined = m_part == kBegin && context.updateProbe && m_modes.join(state, m_done, error, say);
        if (more || joined) m_fall = 1, m_slow = 0; // it falls anew
        if (joined) return;
        const bool moves = mayMove(context);
        const std::size_t done = m_part == kBegin ? m_done - m_modes.joinedAfter() : m_done;
        const bool slow = !part.seeks && done >= part.least && m_slow >= part.inARow && !(moves && areMoving(state));
        const std::optional<std::string> found = part.seeks && moves ? endOfSearch(state) : std::nullopt;
        const bool goesOn = part.seeks ? moves && !found : !slow && (part.most == 0 || done < part.most);
        const bool idle = m_part == kBegin && m_modes.areIdle(done, error, context.noiseFloor);
        if (m_beyond || m_detector.isTrying() || (goesOn && !idle)) return;
        const std::string why = found  ? *found
                                : idle ? phrase("more modes hardly lower the error")
                                : slow ? phrase("the error falls by less than %1 % an iteration", percent(part.fall))
                                       : phrase("after %1 iterations", static_cast<int>(m_done));
        m_finished = isLast();
        if (m_finished) {
            m_beyond = true; // the next stage follows after all iterations of this one
            return say(phrase("automatic plan: nothing improves any more: %1", why));
        }
        const bool another = m_part == kRefine && moves && context.updateProbe &&
                             m_modes.addAnother(state, error, context.noiseFloor, say);
        if (another) return enter(state, kRefine);
        std::size_t next = m_part != kBegin && !moves ? kFinish : part.next;
        if (kParts[next].seeks && context.left <= kIterationsToSeek) {
            next = kFinish, m_unsought = true;
            say(phrase("automatic plan: %1 goes on: %2 iterations are too few to look for what all positions have in "
                       "common",
                       kParts[next].kind().title, static_cast<int>(context.left) - 1));
        } else if (kParts[next].seeks)
            say(phrase("automatic plan: %1 from here on, what all positions have in common is looked for: %2",
                       kParts[next].kind().title, why));
        else if (next == kRefine && m_movesPositions)
            say(phrase("automatic plan: %1 from here on, positions move: %2", kParts[next].kind().title, why));
        else
            say(phrase("automatic plan: %1 from here on: %2", kParts[next].kind().title, why));
        m_next = next;
    }

    [[nodiscard]] static bool mayMove(const IterationContext& context) {
        return context.refinePositions && context.updateObject;
    }

    /// With the first iteration of a part: what is saved after the last one before is as good as that has made it.
    void enterNext(EngineContext& state, const IterationContext& context) {
        if (m_next == 0) return;
        const auto say = [&](const std::string& line) {
            if (context.sayBefore) context.sayBefore(line);
        };
        if (context.updateProbe) m_modes.choose(state, m_lastError, context.noiseFloor, say);
        enter(state, std::exchange(m_next, 0));
    }

    /// What positions have in common is looked for until nothing is left of it, in the part whose steps say it most
    /// exactly: on the simulated scan of 400 frames they scatter by a tenth of those of conjugate gradients.
    /// \return why the search ends, absent while it goes on
    [[nodiscard]] std::optional<std::string> endOfSearch(const EngineContext& state) const {
        constexpr std::size_t kLongest = 60; // iterations
        const CommonMotion& motion = state.positions().common;
        if (motion.settled()) return phrase("what they have in common is corrected");
        if (motion.grows()) return phrase("what they have in common grows instead, and is left as it was");
        if (m_done < kLongest && (m_done < kEnoughToTell || motion.nears())) return std::nullopt;
        return phrase("after %1 iterations", static_cast<int>(m_done));
    }

    /// Half of the positions or more have not come to rest.
    [[nodiscard]] static bool areMoving(const EngineContext& state) {
        std::vector<double> lengths;
        for (const PixelPosition& step : state.positions().velocity) lengths.push_back(std::hypot(step.row, step.col));
        return !lengths.empty() && medianOf(std::move(lengths)) > kAtRest_px;
    }

    PlannedModes m_modes;
    PlannedDetector m_detector;
    bool m_movesPositions = true;
    std::size_t m_batchSize = 1;
    double m_factor = 1;
    std::size_t m_part = 0;
    std::size_t m_next = 0;  ///< the part that the next iteration begins; 0: none
    std::size_t m_done = 0;  ///< iterations of this part
    double m_lastError = 0;  ///< 0: none
    double m_fall = 1;       ///< of the error in an iteration, mean of the last ones
    std::size_t m_slow = 0;  ///< times in a row that it fell too little
    bool m_unsought = false; ///< what positions have in common, for want of iterations
    bool m_finished = false; ///< nothing improves any more
    bool m_beyond = false;   ///< more iterations were asked for after that
    bool m_wasOver = false;  ///< that has not been said yet
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
        // Most scans end after 50 to 80. A simulated one whose probe in the file had a third of the true curvature, two
        // modes and positions off by 0.7 pixels needs 186: error 0.00055, and 0.0016 after 100.
        .iterations = 200,
        .endsByItself = true,
        .parameters = {{.key = "auto_modes",
                        .type = EngineParameter::Type::whole,
                        .defaultValue = 4,
                        .minimum = 1,
                        .maximum = 64,
                        .label = QT_TRANSLATE_NOOP("Parameters", "Modes of the plan"),
                        .help = QT_TRANSLATE_NOOP("Parameters",
                                                  "Probe modes that the automatic plan tries, unless more are asked "
                                                  "for. Those that lower the error by next to nothing, or have next "
                                                  "to no power, are left out once the object has taken shape."),
                        .plain = 1,
                        .live = false}, // by then they have been chosen
                       {.key = "auto_positions",
                        .type = EngineParameter::Type::flag,
                        .defaultValue = 1,
                        .label = QT_TRANSLATE_NOOP("Parameters", "Positions move"),
                        .help = QT_TRANSLATE_NOOP("Parameters",
                                                  "The automatic plan refines the scan positions once the object has "
                                                  "taken shape."),
                        .plain = 0},
                       {.key = "auto_detector",
                        .type = EngineParameter::Type::flag,
                        .defaultValue = 1,
                        .label = QT_TRANSLATE_NOOP("Parameters", "Fit where it pays"),
                        .help = QT_TRANSLATE_NOOP(
                            "Parameters",
                            "With maximum likelihood, the automatic plan fits the intensity of each frame "
                            "where the beam varies by more than counts do, a background where there is "
                            "one, and both where the error is still far above the noise limit at the "
                            "end."),
                        .plain = 0}},
        .wavesPerBatchFrame = 1,
        .shiftsExactly = true,
        .plansModel = true,
        .knownRegion = true,
        .objectCopies = [](const StageSettings&) -> std::size_t { return 4; },
        .probeModes = [](const StageSettings& s) { return static_cast<std::size_t>(s.value("auto_modes")); },
        .partOfModePower = 0.2, // modes that are needed grow above PlannedModes' least power; others begin below it
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
