// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/saved_state.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ewald::ptycho {

/// What the steps of all frames have in common, by its parts: scale, rotation, stretch and shear.
///
/// An object that is drawn with turned or wrongly scaled positions is itself turned or scaled, so that steps see a per
/// cent or so of what is missing, pass after pass. How much is a property of scan and probe: it is the slope of what
/// steps say against what has been done (a secant, over all looks, the latest counting most), and moves are what steps
/// say divided by it. Until moves are long enough to tell, they are taken many times as far, and more and more times.
///
/// What is missing has to become less with each move, or steps have to fall silent after it. Where the model is wrong
/// in some other way, steps go on to say the same whatever has been done: such a part is undetermined. What has been
/// done of it is taken back: to where least was missing, if that is far enough from where the file has it, or
/// altogether.
struct CommonMotion {
    using Parts = std::array<double, 4>; ///< scale, rotation, stretch, shear

    Parts gain{};     ///< by which a step is multiplied for a move; 0 before the first one
    Parts slopes{};   ///< looks since it is that of a slope; 0: it is not
    Parts total{};    ///< done so far
    Parts sum{};      ///< of the steps since the last look, …
    Parts squares{};  ///< … and of the squares of their differences from one pass to the next
    Parts last{};     ///< the last step
    Parts variance{}; ///< of the steps within a look, mean of the latest ones; 0: none yet
    // Sums over the looks: 1, what was done by then, what steps said, and the products of these two
    Parts looks{}, done{}, said{}, doneDone{}, doneSaid{};
    Parts lastMean{};     ///< what steps said at the last look, …
    Parts lastMove{};     ///< … and what was done then
    Parts moves{};        ///< how many there were
    Parts left_px{};      ///< what was missing at the last look, at the farthest frame, …
    Parts most_px{};      ///< … and at most, before moves of a known length
    Parts undetermined{}; ///< 1: nothing more is done of it
    double passes = 0;    ///< since the last look
    double calm = 0;      ///< looks in a row after which nothing was left to be done
    Parts least_px{};     ///< of what was missing at any look by moves of a known length, …
    Parts best{};         ///< … and what had been done then

    /// Forgets what it knows, after it has gone much too far; but not where undetermined parts are taken back to.
    void beginAnew();
    /// Nothing is left to be done, as far as can be seen.
    [[nodiscard]] bool settled() const noexcept { return calm >= 2; }
    /// What is missing of this part becomes less, or is as good as nothing, or steps say nothing of it any more.
    [[nodiscard]] bool converges(std::size_t part) const noexcept;
    /// Something is left to be done of a part that converges.
    [[nodiscard]] bool nears() const noexcept;
    /// Of some part, more is missing after a move of a known length than before it.
    [[nodiscard]] bool grows() const noexcept;
    /// In the order of their declaration; for a saved state.
    [[nodiscard]] std::vector<double> numbers() const;
    [[nodiscard]] static std::optional<CommonMotion> from(std::span<const double> numbers);
    bool operator==(const CommonMotion&) const = default;
};

/// What a saved state has of its positions in common. \param positions the name of these
[[nodiscard]] std::optional<CommonMotion> commonMotionIn(const SavedState& saved, const std::string& positions);
void saveCommonMotion(const CommonMotion& motion, const std::string& positions, SavedState& saved);

/// What bounds the moves.
struct MotionRule {
    double reach_px = 1;  ///< of the farthest frame from the middle of the scan
    double window_px = 1; ///< side of a frame's window
    double limit_px = 5;  ///< how far a position may go from where it began
};

/// A step of all frames joins; at a look, what is missing by all that is known is to be done.
/// \return what to do of each part, if anything
std::optional<CommonMotion::Parts> nextMove(CommonMotion& motion, const CommonMotion::Parts& step,
                                            const MotionRule& rule);

/// Nothing new is to be done: what has been done of parts that do not converge is taken back.
/// \return what to do of each part, if anything
std::optional<CommonMotion::Parts> takeBack(CommonMotion& motion, const MotionRule& rule);

/// One line, in words, for each part that has turned out to be undetermined since `before`.
[[nodiscard]] std::vector<std::string> undeterminedSince(const CommonMotion& before, const CommonMotion& now);

} // namespace ewald::ptycho
