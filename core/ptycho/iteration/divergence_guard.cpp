// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/iteration/divergence_guard.h"

#include "base/phrase.h"
#include "base/quantity_text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace ewald::ptycho {
namespace {

constexpr double kNothing = std::numeric_limits<double>::infinity();
constexpr double kSmallest = 1e-3; // errors below are all alike
constexpr double kByHalf = 1.5;    // a rise in one go
constexpr double kTogether = 1.1;  // of several rises
constexpr std::size_t kRises = 3;  // in a row
constexpr double kSecond = 5;      // of the second error of a phase
constexpr double kStart = 10;      // of the first error: object and probe may not fit each other yet
constexpr double kRunaway = 2;     // the largest error of a model with the right intensity
constexpr double kWorseThanNothing = 1;
constexpr std::size_t kMostTimes = 6; // steps of 1/64

} // namespace

DivergenceGuard::DivergenceGuard(GuardRule rule) : m_rule(rule), m_best(kNothing) {}

bool DivergenceGuard::diverges(double error) const {
    if (!std::isfinite(error)) return true;
    if (m_phase == Phase::first) return error > kStart;
    if (m_rule == GuardRule::runaway) return error > kRunaway && error > kByHalf * m_best;
    const double best = std::max(m_best, kSmallest);
    if (m_phase == Phase::second && error <= std::min(kSecond * best, std::max(best, kWorseThanNothing))) return false;
    return error > kByHalf * best || (m_rises >= kRises && error > kTogether * best);
}

DivergenceGuard::Verdict DivergenceGuard::judge(double error) {
    m_rises = m_phase != Phase::first && error > m_last ? m_rises + 1 : 0;
    m_last = error;
    if (!diverges(error)) {
        const bool lowest = error < m_best || m_phase != Phase::later;
        m_phase = m_phase == Phase::first ? Phase::second : Phase::later;
        if (lowest) m_best = error;
        return lowest ? Verdict::keep : Verdict::goOn;
    }
    if (m_back < kMostTimes) {
        ++m_back;
        m_step /= 2;
        m_rises = 0;
        m_last = m_best;
        return Verdict::goBack;
    }
    // Shorter steps do not help. A moderate rise may be what constraints or noise cost; the rest is lost.
    return error <= kWorseThanNothing ? Verdict::goOn : Verdict::giveUp;
}

void DivergenceGuard::startPhase() {
    m_phase = Phase::first;
    m_best = kNothing;
}

void DivergenceGuard::save(SavedState& saved) const {
    saved.numbers[kSavedGuard] = {m_best,
                                  m_last,
                                  m_step,
                                  static_cast<double>(m_rises),
                                  static_cast<double>(m_back),
                                  static_cast<double>(static_cast<int>(m_phase))};
}

void DivergenceGuard::restore(const SavedState& saved) {
    const auto found = saved.numbers.find(kSavedGuard);
    if (found == saved.numbers.end() || found->second.size() != 6) return;
    const std::vector<double>& v = found->second;
    m_best = v[0];
    m_last = v[1];
    m_step = v[2];
    m_rises = static_cast<std::size_t>(v[3]);
    m_back = static_cast<std::size_t>(v[4]);
    m_phase = static_cast<Phase>(static_cast<int>(v[5]));
}

std::string divergenceText(const Divergence& d) {
    std::string text =
        d.exact ? phrase("the run diverges: the error is %1 in iteration %2", numberText(d.error), d.iteration)
                : phrase("the run diverges: no sum can hold what object and probe have grown to in iteration %1",
                         d.iteration);
    if (d.exact && std::isfinite(d.best)) text = phrase("%1, it was %2", text, numberText(d.best));
    const std::string then = d.step > 0
                                 ? phrase("; back to the state after iteration %1, with %2 times the steps asked for",
                                          d.backTo, numberText(d.step))
                                 : phrase(", however short the steps are");
    return phrase("%1%2", text, then);
}

std::string inexactText(std::size_t iteration) {
    return phrase("iteration %1 is undone: object or probe grew beyond what its sums hold exactly; sums are scaled to "
                  "each batch from here on. Look at the scale of the probe that the run began with",
                  iteration);
}

} // namespace ewald::ptycho
