// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/saved_state.h"

#include <cstddef>
#include <string>

namespace ewald::ptycho {

/// Its numbers in a saved state.
inline constexpr const char* kSavedGuard = "guard";

/// Which errors are taken for divergence.
enum class GuardRule {
    rising,  ///< the error should fall: three rises in a row, or a rise by half
    runaway, ///< the error may rise for long (difference map): far beyond that of no model at all
};

/// Decides from the errors of the iterations whether a run diverges. Every rank asks with the same errors.
///
/// The errors compared are fourier errors: 1 is what a model without any intensity has. Rises are counted from the
/// lowest error, and three in a row are divergence only when they come to a tenth together, since mini-batches make
/// the error tremble; errors below 0.001 are all alike. The first iteration after a start, or after object or probe
/// have become free, is measured before constraints have had their effect: the second may be larger by a factor of
/// five without being a rise.
class DivergenceGuard {
public:
    explicit DivergenceGuard(GuardRule rule);

    enum class Verdict {
        keep,   ///< the best so far: keep the state that the iteration began with
        goOn,   ///< neither better nor diverging
        goBack, ///< back to the kept state, with half the step
        giveUp, ///< it diverges however short the step is: the kept state is all there is
    };
    [[nodiscard]] Verdict judge(double error);
    /// What is fitted has changed: errors from here on are not compared with those before.
    void startPhase();

    /// Of the kept state; infinite before the first.
    [[nodiscard]] double bestError() const noexcept { return m_best; }
    /// Factor on the engine's steps.
    [[nodiscard]] double step() const noexcept { return m_step; }

    void save(SavedState& saved) const;
    void restore(const SavedState& saved);

private:
    enum class Phase { first, second, later };
    [[nodiscard]] bool diverges(double error) const;

    GuardRule m_rule;
    double m_best;
    double m_last = 0;
    double m_step = 1;
    std::size_t m_rises = 0;
    std::size_t m_back = 0;       ///< times that it went back
    Phase m_phase = Phase::first; ///< which error of a phase is the next
};

/// What a person reads of a run that goes back to an earlier state.
struct Divergence {
    double error = 0;
    double best = 0;           ///< error so far
    std::size_t iteration = 0; ///< from 1
    std::size_t backTo = 0;
    double step = 0;   ///< of those asked for from here on; 0: it ends
    bool exact = true; ///< sums have stayed on their grids
};
[[nodiscard]] std::string divergenceText(const Divergence& divergence);
/// Of an iteration, from 1, that is undone because its sums have left their grids.
[[nodiscard]] std::string inexactText(std::size_t iteration);

} // namespace ewald::ptycho
