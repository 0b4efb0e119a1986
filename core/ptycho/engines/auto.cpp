// SPDX-License-Identifier: GPL-3.0-or-later
//
// The automatic plan: engines one after the other, each for as long as it is the one that gains most.
//   begin    rPIE, which gets near the solution from any start
//   refine   LSQML with positions that move: measured steps instead of chosen ones
//   seek     the same, and what all positions have in common, until nothing is left of that
//   finish   maximum likelihood by conjugate gradients, until nothing improves; with intensities of frames where they
//            vary by more than counts do, with a background where there is one, and with both where the error stays far
//            above the noise limit
// The probe is shifted exactly in all parts but the first.
// When to go on is decided by the error of all ranks, so that all decide alike. Each decision is said in one line and
// kept with the result.
#include "base/median.h"
#include "base/phrase.h"
#include "base/translate.h"
#include "ptycho/engines/engines.h"
#include "ptycho/iteration/engine.h"
#include "ptycho/model/detector_state.h"
#include "ptycho/model/positions.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <span>
#include <string>
#include <utility>

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
    double leastPower; ///< of a probe mode as the part begins, of that of all; else it is left out
    bool exactShift;   ///< of the probe, for fractions of a pixel; interpolation of the object costs half as much
    bool seeks;        ///< what all positions have in common
};

// The falls are those at which, on the measured star, the next part gains more in the same time. Modes that the data
// pay for have 4 % and more of the power there, those that fit noise and wrong positions 1 to 2 % elsewhere: with four
// instead of two modes the simulated gold balls end with a higher error (0.00175, 0.00173) and share the power wrongly.
// Exact shifts bring their object to 0.0092 of the truth (interpolated: 0.0173), and it is at 0.0132 after ten
// iterations of the plan (0.021). To seek by them costs the star a tenth more time; interpolation pulls on the scale,
// which was left 6e-4 (r.m.s.) off in twenty simulated scans and lost in two, and is 2.2e-4 off (median) with them.
constexpr Part kParts[] = {{rpieKind, 6, 12, 0.05, 1, 0, false, false},
                           {lsqmlKind, 6, 25, 0.015, 1, 0.03, true, false},
                           {lsqmlKind, 0, 0, 0, 1, 0.03, true, true},
                           {mlKind, 12, 0, 0.001, 3, 0.03, true, false}};
constexpr std::size_t kMoving = 1; ///< the part with which positions begin to move
constexpr const char* kSavedPlan = "automatic_plan";
// Of the noise limit, after so many iterations of the last part: above it, something is missing in the model. A
// simulated scan whose background is 5 % of the counts and whose beam varies by 10 % comes to the limit with
// background and intensities, and stays at 2.2 without.
constexpr std::size_t kSettled = 6;
constexpr double kFarAbove = 1.3;
// Both are tried from so many of its iterations on until then. Intensities are kept where they vary by so many times
// what the counts of a frame do. On the measured star they vary by 1.9 % (counts: 0.15 %), and lower the error by 1 %;
// the correlation of halves is the same within the scatter of three ways to halve the scan.
constexpr std::size_t kTriedFrom = 2;
constexpr double kReal = 3;
// A background is kept where it has grown to more than so much of the counts by then, from a thousandth of the counts:
// 4e-3 on a simulated scan with 3 % that a mode of the probe takes up in part (the error is 9 % lower with it, also
// where it was at the noise limit before), 6e-4 on the measured star (0.7 % lower). Without a background, 2e-5 to 6e-5
// are left of it (simulated scans, gold balls).
constexpr double kRealBackground = 3e-4;
// Where counts are few, their noise leaves more: up to 0.02/√n, where a pixel has n = 30 to 300 counts in all frames.
constexpr double kNoiseOfBackground = 0.04;
// With positions that are wrong by two pixels, the second mode of the gold balls (12 % of the power) has less than 3 %
// when positions begin to move, and is left out; the error then ends at 1.3 × the noise limit. Where positions have
// moved by more than this, in pixels, and the error is far above the limit, one more mode is given a second chance with
// this part of the first one's power: 0.0018 instead of 0.0024.
constexpr double kMisplaced_px = 0.5;
constexpr double kPowerOfTrial = 0.02;
// Modes of which nothing is known join after so many iterations, with this part of the first one's power each, and stay
// where they take away so much of what the error has above the noise limit by the end of the first part: 57 to 88 % on
// the measured star, the gold balls and simulated scans with two modes, 40 % where positions are wrong by 2 pixels as
// well. Beside one mode and positions that are wrong by 1.5 pixels they take away 11 to 23 % (eight scans) as well,
// have more than a tenth of the power, and make an iteration take four times as long. With 2 % of the power at first,
// the star ends with three modes instead of four (0.00783 instead of 0.00772); with 4 %, positions of the gold balls
// begin to move with three instead of two.
constexpr std::size_t kWithKnownModes = 3;
constexpr double kPowerOfUnknown = 0.03;
constexpr double kGainOfModes = 0.3;
// Positions that overshoot let the error stand still: the part goes on until half of them move by less than this in an
// iteration, in pixels.
constexpr double kAtRest_px = 0.1;

std::string rounded(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2g", value);
    return text;
}

std::string percent(double value) { return rounded(100 * value); }

class Automatic final : public Engine {
public:
    Automatic(EngineContext& state, const StageSettings& settings)
        : m_modes(static_cast<std::size_t>(settings.value("auto_modes"))) {
        take(settings);
        // Batches of a sixteenth of the scan, so that small scans have several.
        constexpr std::size_t kLargestBatch = 32;
        m_batchSize = std::clamp<std::size_t>(state.problem().frames / 16, 4, kLargestBatch);
        enter(state, 0);
    }

    void change(EngineContext& state, const StageSettings& settings) override {
        take(settings);
        endTrial(state);
    }

    std::optional<StepSums> iterate(EngineContext& state, const IterationContext& context) override {
        if (m_part == 0 && m_done == 0) beginWithKnownModes(state);
        if (m_part == 0 && m_done == 0 && context.sayBefore)
            context.sayBefore(
                phrase("automatic plan: %1 first, with %2 probe {mode|modes} and batches of %3 {frame|frames}",
                       kParts[0].kind().title, state.model().modes, m_batchSize));
        if (std::exchange(m_wasOver, false) && context.sayBefore)
            context.sayBefore(phrase("automatic plan: it was over; %1 goes on for as long as it was asked to",
                                     kParts[m_part].kind().title));
        const std::size_t part = m_part;
        const Intensities intensities = m_intensities;
        enterNext(state, context);
        if (m_intensities == Intensities::weighed) weigh(state, context);
        const std::optional<StepSums> sums = m_engine->iterate(state, context);
        if (sums) {
            judge(state, *sums, context);
        } else { // all unknowns become those of before
            m_intensities = intensities;
            if (m_part != part) {
                const std::size_t left = m_part;
                enter(state, part);
                m_next = left;
            }
        }
        return sums;
    }

    [[nodiscard]] bool wantsRefinement() const override { return partOfNext() >= kMoving; }
    [[nodiscard]] DetectorFit fitsDetector() const override {
        const bool tried = m_intensities == Intensities::tried;
        return {.background = m_mayFit && (tried || m_fitsBackground),
                .beam = m_mayFit && (tried || m_intensities == Intensities::fitted)};
    }
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
        saved.numbers[kSavedPlan] = {static_cast<double>(m_part),
                                     static_cast<double>(m_done),
                                     m_lastError,
                                     m_fall,
                                     static_cast<double>(m_slow),
                                     m_fitsBackground ? 1.0 : 0.0,
                                     static_cast<double>(m_intensities),
                                     m_countsPerFrame,
                                     static_cast<double>(m_modesBefore),
                                     static_cast<double>(m_next),
                                     static_cast<double>(m_unknownModes),
                                     m_errorBefore};
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
        m_fitsBackground = numbers[5] != 0;
        m_intensities = static_cast<Intensities>(std::clamp(static_cast<int>(numbers[6]), 0, 3));
        m_countsPerFrame = numbers[7];
        takeLaterNumbers(std::span(numbers).subspan(kLeastNumbers));
        m_finished = saved.numbers.contains(kSavedEnd);
        const Part& part = kParts[m_part];
        m_wasOver = m_beyond = !m_finished && isLast() && m_done >= part.least && m_slow >= part.inARow;
        const bool restored = m_engine->restore(state, saved);
        endTrial(state);
        return restored;
    }

private:
    enum class Intensities : std::uint8_t { steady, tried, weighed, fitted }; ///< while tried, a background is, too
    enum class UnknownModes : std::uint8_t { decided, awaited, tried };
    static constexpr std::size_t kLeastNumbers = 8; ///< of programs without a second chance for a mode

    /// Those that earlier programs have not saved.
    void takeLaterNumbers(std::span<const double> numbers) {
        m_modesBefore = numbers.empty() ? 0 : static_cast<int>(numbers[0]);
        m_next = 0;
        m_unknownModes = UnknownModes::decided;
        if (numbers.size() < 4) return;
        const auto last = static_cast<double>(std::size(kParts) - 1);
        m_next = static_cast<std::size_t>(std::clamp(numbers[1], 0.0, last));
        m_unknownModes = static_cast<UnknownModes>(std::clamp(static_cast<int>(numbers[2]), 0, 2));
        m_errorBefore = numbers[3];
    }

    void take(const StageSettings& settings) {
        m_movesPositions = settings.refinePositions;
        m_mayFit = settings.value("auto_detector") != 0;
        m_asked = {.background = settings.background, .beam = settings.frameIntensities};
    }

    /// Where fitting is switched off: what was tried is not weighed any more.
    void endTrial(EngineContext& state) {
        if (m_mayFit || (m_intensities != Intensities::tried && m_intensities != Intensities::weighed)) return;
        m_intensities = Intensities::steady;
        forget(state, !m_asked.background, !m_asked.beam);
    }

    [[nodiscard]] std::size_t partOfNext() const { return m_next > 0 ? m_next : m_part; } ///< of the next iteration
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
        if (isLast()) lookForMore(state, error, sums.intensity, context);
        if (m_unknownModes == UnknownModes::awaited && m_done >= kWithKnownModes && context.updateProbe)
            return tryUnknownModes(state, error);
        const bool moves = context.refinePositions && context.updateObject;
        const std::size_t done = m_unknownModes == UnknownModes::tried ? m_done - kWithKnownModes : m_done;
        const bool slow = !part.seeks && done >= part.least && m_slow >= part.inARow && !(moves && areMoving(state));
        const std::optional<std::string> found = part.seeks && moves ? endOfSearch(state) : std::nullopt;
        const bool goesOn = part.seeks ? moves && !found : !slow && (part.most == 0 || done < part.most);
        if (m_beyond || goesOn) return;
        const std::string why = found  ? *found
                                : slow ? phrase("the error falls by less than %1 % an iteration", percent(part.fall))
                                       : phrase("after %1 iterations", static_cast<int>(m_done));
        m_finished = isLast();
        const auto say = [&](const std::string& line) {
            if (context.say) context.say(line);
        };
        if (m_finished) return say(phrase("automatic plan: nothing improves any more: %1", why));
        if (moves && context.updateProbe && triesMode(state, error, context.noiseFloor, say)) return;
        const std::size_t next = m_part + (kParts[m_part + 1].seeks && !moves ? 2 : 1);
        if (kParts[next].seeks)
            say(phrase("automatic plan: %1 from here on, what all positions have in common is looked for: %2",
                       kParts[next].kind().title, why));
        else if (next == kMoving && m_movesPositions)
            say(phrase("automatic plan: %1 from here on, positions move: %2", kParts[next].kind().title, why));
        else
            say(phrase("automatic plan: %1 from here on: %2", kParts[next].kind().title, why));
        m_next = next;
    }

    /// With the first iteration of a part: what is saved after the last one before is as good as that has made it.
    void enterNext(EngineContext& state, const IterationContext& context) {
        if (m_next == 0) return;
        const auto say = [&](const std::string& line) {
            if (context.sayBefore) context.sayBefore(line);
        };
        if (context.updateProbe && !dropsUnknownModes(state, context.noiseFloor, say))
            dropWeakModes(state, kParts[m_next].leastPower, say);
        enter(state, std::exchange(m_next, 0));
    }

    /// Whether background and intensities of frames are missing in the model.
    void lookForMore(const EngineContext& state, double error, double intensity, const IterationContext& context) {
        if (!m_mayFit || !(context.noiseFloor > 0)) return;
        if (m_done == kTriedFrom) m_intensities = Intensities::tried;
        if (m_done != kSettled) return;
        m_countsPerFrame = intensity / static_cast<double>(state.problem().frames);
        const double times = error / context.noiseFloor;
        m_fitsBackground = times > kFarAbove;
        // Weighed before the next iteration: this one still adds its part.
        m_intensities = m_fitsBackground ? Intensities::fitted : Intensities::weighed;
        if (!m_fitsBackground || (m_asked.background && m_asked.beam)) return;
        m_fall = 1, m_slow = 0; // it falls anew
        if (context.say)
            context.say(phrase("automatic plan: the error is %1 × the noise limit: background and intensities of "
                               "frames are fitted, too",
                               rounded(times)));
    }

    /// Keeps of the intensities and the background that have been tried what is real, or is asked for by the settings.
    void weigh(EngineContext& state, const IterationContext& context) {
        const std::vector<double>& beam = state.detector().beam;
        double squares = 0;
        for (const double amplitude : beam) squares += std::pow(2 * std::log(amplitude), 2);
        const double variation = beam.empty() ? 0 : std::sqrt(squares / static_cast<double>(beam.size()));
        const double times = variation * std::sqrt(m_countsPerFrame);
        const double share = countsOfBackground(state) / std::max(1.0, m_countsPerFrame);
        m_intensities = times > kReal ? Intensities::fitted : Intensities::steady;
        const double countsOfAPixel = m_countsPerFrame * static_cast<double>(state.problem().frames) /
                                      static_cast<double>(state.problem().geometry.framePixels());
        m_fitsBackground = share > std::max(kRealBackground, kNoiseOfBackground / std::sqrt(countsOfAPixel));
        const auto say = [&](const std::string& line) {
            if (context.sayBefore) context.sayBefore(line);
        };
        // What the settings ask for is fitted anyway, and nothing new.
        if (!m_asked.background && m_fitsBackground) {
            m_fall = 1, m_slow = 0; // it falls anew
            say(phrase("automatic plan: %1 % of the counts are background: it is fitted, too", percent(share)));
        }
        if (!m_asked.beam && m_intensities == Intensities::fitted)
            say(phrase("automatic plan: the beam varies by %1 % from frame to frame, %2 × as much as counts do: "
                       "intensities of frames are fitted, too",
                       percent(variation), rounded(times)));
        forget(state, !m_asked.background && !m_fitsBackground, !m_asked.beam && m_intensities == Intensities::steady);
    }

    /// Of a frame. Masked pixels, of which no frame says anything, stay as they began, and are none of them.
    [[nodiscard]] static double countsOfBackground(const EngineContext& state) {
        const std::size_t pixels = state.problem().geometry.framePixels();
        const float first = firstBackground(1, state.problem().meanPhotons / static_cast<double>(pixels)).front();
        double counts = 0;
        for (const float value : state.detector().background)
            if (value != first) counts += static_cast<double>(value);
        return counts;
    }

    static void forget(EngineContext& state, bool background, bool intensities) {
        if (!background && !intensities) return;
        DetectorState left = state.detector();
        if (background) left.background.clear();
        if (intensities) left.beam.clear();
        state.setDetector(std::move(left));
    }

    /// What positions have in common is looked for until nothing is left of it, in the part whose steps say it most
    /// exactly: on the simulated scan of 400 frames they scatter by a tenth of those of conjugate gradients.
    /// \return why the search ends, absent while it goes on
    [[nodiscard]] std::optional<std::string> endOfSearch(const EngineContext& state) const {
        // Iterations. After four looks, a fifth is left in simulated scans; where nothing becomes less (it grows on the
        // measured star), it is not found at all, and the solver takes back what was done of it.
        constexpr std::size_t kEnoughToTell = 20, kLongest = 60;
        const CommonMotion& motion = state.positions().common;
        if (motion.settled()) return phrase("nothing of it is left");
        if (motion.grows()) return phrase("what is left of it grows");
        if (m_done < kLongest && (m_done < kEnoughToTell || motion.nears())) return std::nullopt;
        return phrase("after %1 iterations", static_cast<int>(m_done));
    }

    /// The others join once the object has taken shape.
    void beginWithKnownModes(EngineContext& state) {
        const auto modes = static_cast<std::size_t>(state.model().modes);
        if (modes < 2 || modes > m_modes) return; // more than the plan's own were asked for
        const std::size_t known = std::max<std::size_t>(1, state.modesAbove(kParts[kMoving].leastPower));
        if (known == modes) return;
        state.keepModes(known);
        m_unknownModes = UnknownModes::awaited;
    }

    void tryUnknownModes(EngineContext& state, double error) {
        m_unknownModes = UnknownModes::tried;
        m_errorBefore = error;
        state.addModes(m_modes - static_cast<std::size_t>(state.model().modes), kPowerOfUnknown);
        m_fall = 1, m_slow = 0;
    }

    /// Where they lower the error by next to nothing, they make up for something else.
    bool dropsUnknownModes(EngineContext& state, double noiseFloor,
                           const std::function<void(const std::string&)>& say) {
        if (std::exchange(m_unknownModes, UnknownModes::decided) != UnknownModes::tried) return false;
        const double missing = m_errorBefore - noiseFloor;
        if (!(missing > 0) || m_errorBefore - m_lastError >= kGainOfModes * missing) return false;
        const int modes = state.model().modes;
        state.keepModes(1);
        say(phrase("automatic plan: 1 of %1 probe modes, the rest takes away less than %2 % of what is above the "
                   "noise limit",
                   modes, percent(kGainOfModes)));
        return true;
    }

    /// Half of the positions or more have not come to rest.
    [[nodiscard]] static bool areMoving(const EngineContext& state) {
        std::vector<double> lengths;
        for (const PixelPosition& step : state.positions().velocity) lengths.push_back(std::hypot(step.row, step.col));
        return !lengths.empty() && medianOf(std::move(lengths)) > kAtRest_px;
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

    /// Whether positions begin to move once more with one mode more than there are, which may have been left out while
    /// positions were wrong; not after one that has not grown.
    bool triesMode(EngineContext& state, double error, double noiseFloor,
                   const std::function<void(const std::string&)>& say) {
        if (m_part != kMoving || !(noiseFloor > 0) || error <= kFarAbove * noiseFloor) return false;
        const PositionState& positions = state.positions();
        if (positions.now.size() < 4 || fitPositions(positions.start, positions.now).residual < kMisplaced_px)
            return false;
        dropWeakModes(state, kParts[kMoving + 1].leastPower, say);
        const int modes = state.model().modes;
        if (modes >= static_cast<int>(m_modes) || modes <= m_modesBefore) return false;
        m_modesBefore = modes;
        state.addModes(1, kPowerOfTrial);
        say(phrase("automatic plan: the error is %1 × the noise limit and positions have moved: %2 probe modes from "
                   "here on",
                   rounded(error / noiseFloor), modes + 1));
        enter(state, kMoving);
        return true;
    }

    std::size_t m_modes;   ///< of the plan
    int m_modesBefore = 0; ///< one was added to so many; 0: none was
    UnknownModes m_unknownModes = UnknownModes::decided;
    double m_errorBefore = 0; ///< without the unknown modes
    bool m_movesPositions = true;
    DetectorFit m_asked;                             ///< by the settings, whatever the plan finds
    bool m_mayFit = true;                            ///< background and intensities of frames
    bool m_fitsBackground = false;                   ///< for good
    Intensities m_intensities = Intensities::steady; ///< of frames
    double m_countsPerFrame = 0;                     ///< as they are weighed
    std::size_t m_batchSize = 1;
    double m_factor = 1;
    std::size_t m_part = 0;
    std::size_t m_next = 0;  ///< the part that the next iteration begins; 0: none
    std::size_t m_done = 0;  ///< iterations of this part
    double m_lastError = 0;  ///< 0: none
    double m_fall = 1;       ///< of the error in an iteration, mean of the last ones
    std::size_t m_slow = 0;  ///< times in a row that it fell too little
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
                        .plain = 1},
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
                            "Parameters", "In its last part, the automatic plan fits the intensity of each frame "
                                          "where the beam varies by more than counts do, a background where "
                                          "there is one, and both where the error is still far above the noise "
                                          "limit."),
                        .plain = 0}},
        .wavesPerBatchFrame = 1,
        .shiftsExactly = true,
        .mayFitDetector = true,
        .objectCopies = [](const StageSettings&) -> std::size_t { return 4; },
        .probeModes = [](const StageSettings& s) { return static_cast<std::size_t>(s.value("auto_modes")); },
        .partOfModePower = 0.2, // modes that are needed grow above kParts[..].leastPower; others begin below it
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
