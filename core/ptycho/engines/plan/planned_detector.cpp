// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/engines/plan/planned_detector.h"

#include "base/phrase.h"
#include "ptycho/model/detector_state.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ewald::ptycho {
namespace {

constexpr std::size_t kSettled = 6; ///< iterations of a part, after which the error says what is missing
// Both are tried from so many of its iterations on until then: before positions are sought in common, as the star comes
// to 0.0078 with them after 28 iterations, and to 0.0079 without (before the search; 0.0075 and 0.0076 at the end), and
// once more at the end, as wrong positions look like a background or a beam that varies. Intensities are kept where
// they vary by so many times what the counts of a frame do. On the measured star they vary by 1.9 % (counts: 0.15 %),
// and lower the error by 1 %; the correlation of halves is the same within the scatter of three ways to halve the scan.
constexpr std::size_t kTriedFrom = 2;
constexpr double kReal = 3;
// A background is kept where it has grown to more than so much of the counts by then, from a thousandth of the counts:
// 4e-3 on a simulated scan with 3 % that a mode of the probe takes up in part (the error is 9 % lower with it, also
// where it was at the noise limit before), 6e-4 on the measured star (0.7 % lower). Without a background, 2e-5 to 6e-5
// are left of it (simulated scans, gold balls).
constexpr double kRealBackground = 3e-4;
// Where counts are few, their noise leaves more: up to 0.02/√n, where a pixel has n = 30 to 300 counts in all frames.
constexpr double kNoiseOfBackground = 0.04;

/// Of a frame. Masked pixels, of which no frame says anything, stay as they began, and are none of them.
double countsOfBackground(const EngineContext& state) {
    const std::size_t pixels = state.problem().geometry.framePixels();
    const float first = firstBackground(1, state.problem().meanPhotons / static_cast<double>(pixels)).front();
    double counts = 0;
    for (const float value : state.detector().background)
        if (value != first) counts += static_cast<double>(value);
    return counts;
}

void forget(EngineContext& state, bool background, bool intensities) {
    if (!background && !intensities) return;
    DetectorState left = state.detector();
    if (background) left.background.clear();
    if (intensities) left.beam.clear();
    state.setDetector(std::move(left));
}

} // namespace

void PlannedDetector::take(EngineContext& state, const StageSettings& settings) {
    m_mayFit = settings.value("auto_detector") != 0;
    m_asked = {.background = settings.background, .beam = settings.frameIntensities};
    endTrial(state);
}

DetectorFit PlannedDetector::fits() const {
    if (m_trial == Trial::ended) return {}; // what is weighed may be left out
    const bool running = m_trial == Trial::running;
    return {.background = m_mayFit && (running || m_found.background), .beam = m_mayFit && (running || m_found.beam)};
}

/// Where fitting is switched off: what was tried is not weighed any more.
void PlannedDetector::endTrial(EngineContext& state) {
    if (m_mayFit || !isTrying()) return;
    m_trial = Trial::none;
    forget(state, !m_asked.background && !m_found.background, !m_asked.beam && !m_found.beam);
}

bool PlannedDetector::look(const EngineContext& state, std::size_t done, bool last, double error, double intensity,
                           const IterationContext& context) {
    if (!m_mayFit || !(context.noiseFloor > 0)) return false;
    if (done == kTriedFrom) m_trial = Trial::running;
    if (done != kSettled) return false;
    m_countsPerFrame = intensity / static_cast<double>(state.problem().frames);
    const double times = error / context.noiseFloor;
    const bool isFarAbove = last && times > kFarAbove;
    // Weighed before the next iteration: this one still adds its part.
    m_trial = isFarAbove ? Trial::none : Trial::ended;
    if (!isFarAbove) return false;
    const bool isNew = !(m_asked.background || m_found.background) || !(m_asked.beam || m_found.beam);
    m_found = {.background = true, .beam = true};
    if (isNew && context.say)
        context.say(
            phrase("automatic plan: the error is %1 × the noise limit: background and intensities of frames are "
                   "fitted, too",
                   rounded(times)));
    return isNew;
}

bool PlannedDetector::weigh(EngineContext& state, const IterationContext& context) {
    if (m_trial != Trial::ended) return false;
    m_trial = Trial::none;
    const std::vector<double>& beam = state.detector().beam;
    double squares = 0;
    for (const double amplitude : beam) squares += std::pow(2 * std::log(amplitude), 2);
    const double variation = beam.empty() ? 0 : std::sqrt(squares / static_cast<double>(beam.size()));
    const double times = variation * std::sqrt(m_countsPerFrame);
    const double share = countsOfBackground(state) / std::max(1.0, m_countsPerFrame);
    const double countsOfAPixel = m_countsPerFrame * static_cast<double>(state.problem().frames) /
                                  static_cast<double>(state.problem().geometry.framePixels());
    const double leastShare = std::max(kRealBackground, kNoiseOfBackground / std::sqrt(countsOfAPixel));
    const DetectorFit before = std::exchange(m_found, {.background = share > leastShare, .beam = times > kReal});
    const auto say = [&](const std::string& line) {
        if (context.sayBefore) context.sayBefore(line);
    };
    // What the settings ask for is fitted anyway, and nothing new.
    const bool isNew = !m_asked.background && !before.background && m_found.background;
    if (isNew) say(phrase("automatic plan: %1 % of the counts are background: it is fitted, too", percent(share)));
    if (!m_asked.background && before.background && !m_found.background)
        say(phrase("automatic plan: next to nothing of the background is left: it is fitted no more"));
    if (!m_asked.beam && !before.beam && m_found.beam)
        say(phrase("automatic plan: the beam varies by %1 % from frame to frame, %2 × as much as counts do: "
                   "intensities of frames are fitted, too",
                   percent(variation), rounded(times)));
    if (!m_asked.beam && before.beam && !m_found.beam)
        say(phrase("automatic plan: the beam varies by no more than counts do: intensities of frames are fitted no "
                   "more"));
    forget(state, !m_asked.background && !m_found.background, !m_asked.beam && !m_found.beam);
    return isNew;
}

std::array<double, 3> PlannedDetector::numbers() const {
    return {(m_found.background ? 1.0 : 0.0) + (m_found.beam ? 2.0 : 0.0), static_cast<double>(m_trial),
            m_countsPerFrame};
}

void PlannedDetector::take(EngineContext& state, std::span<const double> numbers) {
    constexpr int kBeamOfEarlier = 3; // a trial of programs that had intensities for good there
    const int found = std::clamp(static_cast<int>(numbers[0]), 0, 3);
    const int trial = std::clamp(static_cast<int>(numbers[1]), 0, kBeamOfEarlier);
    m_found = {.background = found % 2 == 1, .beam = found >= 2 || trial == kBeamOfEarlier};
    m_trial = trial == kBeamOfEarlier ? Trial::none : static_cast<Trial>(trial);
    m_countsPerFrame = numbers[2];
    endTrial(state);
}

} // namespace ewald::ptycho
