// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/engines/plan/planned_modes.h"

#include "base/phrase.h"
#include "ptycho/model/positions.h"

#include <algorithm>
#include <utility>

namespace ewald::ptycho {
namespace {

// Of all modes. Modes that the data pay for have 4 % and more of the power on the measured star, those that fit noise
// and wrong positions 1 to 2 % elsewhere: with four instead of two modes the simulated gold balls end with a higher
// error (0.00175, 0.00173) and share the power wrongly.
constexpr double kLeastPower = 0.03;
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
// After so many iterations with them, modes that stay have taken away 30 % and more (55 to 68 % on the star, its
// halves, the gold balls and simulated scans with two and three modes; 30 % with 1 pixel of wrong positions as well),
// those that make up for wrong positions 7 to 18 % (six scans, 1 to 3 pixels): with less than this, the others wait no
// longer.
constexpr std::size_t kEarly = 2;
constexpr double kEarlyGain = 0.2;
// Modes grow as slowly as they are weak, and fade fast where nothing calls for them. Those that stay are therefore
// raised to this part of the first one's power. Halves of the measured star end with 63 % in the first of four modes,
// an error of 0.00716 and a correlation with each other of 0.825 at 0.35 of the Nyquist frequency; without, with 81 %,
// 0.00722 and 0.816, and another 80 iterations later with 69 %, 0.00706 and 0.840. The second mode of the gold balls
// ends with 11.4 % of the power (10.7 % without; the truth is 12 %).
constexpr double kPowerOfKept = 0.3;
// With positions that are wrong by two pixels, the second mode of the gold balls (12 % of the power) has less than 3 %
// when positions begin to move, and is left out; the error then ends at 1.3 × the noise limit. Where positions have
// moved by more than this, in pixels, and the error is far above the limit, one more mode is given a second chance with
// this part of the first one's power: 0.0018 instead of 0.0024.
constexpr double kMisplaced_px = 0.5;
constexpr double kPowerOfAnother = 0.02;

} // namespace

void PlannedModes::begin(EngineContext& state) {
    const auto modes = static_cast<std::size_t>(state.model().modes);
    if (modes < 2 || modes > m_most) return; // more than the plan's own were asked for
    const std::size_t known = std::max<std::size_t>(1, state.modesAbove(kLeastPower));
    if (known == modes) return;
    state.keepModes(known);
    m_known = known;
}

bool PlannedModes::join(EngineContext& state, std::size_t done, double error, const SayPlan& say) {
    if (m_known == 0 || m_joinedAfter > 0 || done < kWithKnownModes) return false;
    m_joinedAfter = done;
    m_errorBefore = error;
    state.addModes(m_most - m_known, kPowerOfUnknown);
    say(phrase("automatic plan: %1 probe modes from here on", m_most));
    return true;
}

void PlannedModes::choose(EngineContext& state, double error, double noiseFloor, const SayPlan& say) {
    if (!dropJoined(state, error, noiseFloor, say)) dropWeak(state, say);
    if (m_joinedAfter > 0 && static_cast<std::size_t>(state.model().modes) > m_known) state.raiseModes(kPowerOfKept);
    m_known = m_joinedAfter = 0;
}

bool PlannedModes::areIdle(std::size_t done, double error, double noiseFloor) const {
    return m_joinedAfter > 0 && done == kEarly && gainLess(kEarlyGain, error, noiseFloor);
}

/// They have taken away less than a part of what the error had above the noise limit.
bool PlannedModes::gainLess(double part, double error, double noiseFloor) const {
    const double missing = m_errorBefore - noiseFloor;
    return missing > 0 && m_errorBefore - error < part * missing;
}

/// Where they lower the error by next to nothing, they make up for something else.
bool PlannedModes::dropJoined(EngineContext& state, double error, double noiseFloor, const SayPlan& say) {
    if (m_joinedAfter == 0 || !gainLess(kGainOfModes, error, noiseFloor)) return false;
    const int modes = state.model().modes;
    state.keepModes(m_known);
    say(phrase("automatic plan: %1 of %2 probe modes, the rest takes away less than %3 % of what is above the noise "
               "limit",
               state.model().modes, modes, percent(kGainOfModes)));
    return true;
}

/// Modes that explain next to nothing cost as much time as the others, and take from them.
void PlannedModes::dropWeak(EngineContext& state, const SayPlan& say) const {
    const auto modes = static_cast<std::size_t>(state.model().modes);
    if (modes < 2 || modes > m_most) return;
    state.dropModesBelow(kLeastPower);
    const int left = state.model().modes;
    if (left == static_cast<int>(modes)) return;
    say(phrase("automatic plan: %1 of %2 probe modes, the rest has less than %3 % of the power each", left,
               static_cast<int>(modes), percent(kLeastPower)));
}

bool PlannedModes::addAnother(EngineContext& state, double error, double noiseFloor, const SayPlan& say) {
    if (!(noiseFloor > 0) || error <= kFarAbove * noiseFloor) return false;
    const PositionState& positions = state.positions();
    if (positions.now.size() < 4 || fitPositions(positions.start, positions.now).residual < kMisplaced_px) return false;
    dropWeak(state, say);
    const int modes = state.model().modes;
    if (modes >= static_cast<int>(m_most) || modes <= m_before) return false;
    m_before = modes;
    state.addModes(1, kPowerOfAnother);
    say(phrase(
        "automatic plan: the error is %1 × the noise limit and positions have moved: %2 probe modes from here on",
        rounded(error / noiseFloor), modes + 1));
    return true;
}

std::array<double, 4> PlannedModes::numbers() const {
    return {static_cast<double>(m_before), static_cast<double>(m_known), static_cast<double>(m_joinedAfter),
            m_errorBefore};
}

void PlannedModes::take(std::span<const double> numbers) {
    const auto number = [&](std::size_t i) { return i < numbers.size() ? std::max(0.0, numbers[i]) : 0; };
    m_before = static_cast<int>(number(0));
    m_known = std::min(static_cast<std::size_t>(number(1)), m_most);
    m_joinedAfter = static_cast<std::size_t>(number(2));
    m_errorBefore = number(3);
}

} // namespace ewald::ptycho
