// SPDX-License-Identifier: GPL-3.0-or-later
#include "ptycho/model/common_motion.h"

#include "base/phrase.h"
#include "base/translate.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ewald::ptycho {
namespace {

using Parts = CommonMotion::Parts;

constexpr double kCalm_px = 0.03; ///< at the farthest frame: as good as nothing
constexpr double kCalm = 1.5e-4;  ///< of a scale, likewise
constexpr double kLess = 0.5;     ///< of what was missing at most
constexpr double kPasses = 3;     ///< of a look
constexpr const char* kSavedSuffix = "_in_common";

/// Standard error of what steps say on average in a look. \param variance of the steps within it
double errorOf(double variance) { return std::sqrt(variance / kPasses); }

/// At the last look nothing was done, as steps said no more than noise does.
bool isSilent(const CommonMotion& motion, std::size_t part) {
    return motion.lastMove[part] == 0 && std::abs(motion.lastMean[part]) <= errorOf(motion.variance[part]);
}

/// What steps said on average since the last look joins what they said before.
/// \return mean and its standard error
std::pair<double, double> addLook(CommonMotion& motion, std::size_t part) {
    constexpr double kMemory = 0.7; // of a look, from one to the next
    const double mean = motion.sum[part] / kPasses;
    // By differences: what steps drift by while the object follows is no noise.
    const double here = motion.squares[part] / (2 * (kPasses - 1));
    double& variance = motion.variance[part];
    variance = variance > 0 ? (variance + here) / 2 : here;
    const double done = motion.total[part];
    const auto add = [&](Parts& sum, double value) { sum[part] = kMemory * sum[part] + value; };
    add(motion.looks, 1), add(motion.done, done), add(motion.said, mean);
    add(motion.doneDone, done * done), add(motion.doneSaid, done * mean);
    return {mean, errorOf(variance)};
}

/// Which part of what is missing steps see; 0: not known. \param error standard error of what steps said
double responseOf(const CommonMotion& motion, std::size_t part, double mean, double error) {
    constexpr double kLeast = 1e-3; // 0.01 to 0.04 in simulated scans
    constexpr double kCertain = 3;  // times the standard error
    const double n = motion.looks[part];
    const double spread = motion.doneDone[part] - motion.done[part] * motion.done[part] / n;
    const double together = motion.doneSaid[part] - motion.done[part] * motion.said[part] / n;
    if (!(spread > 1e-12 * motion.doneDone[part])) return 0;
    double response = -together / spread;
    if (!(response > kCertain * error / std::sqrt(spread))) return 0;
    // It has gone too far: what is right lies between the last two.
    if (mean * motion.lastMean[part] < 0 && mean * motion.lastMove[part] < 0)
        response = std::max(response, (motion.lastMean[part] - mean) / motion.lastMove[part]);
    return std::clamp(response, kLeast, 1.0);
}

/// What to do of one part by what has been collected; what may be left to be done is put down, as far as is known.
double moveOf(CommonMotion& motion, std::size_t part, const MotionRule& rule) {
    constexpr double kLeast_px = 0.002;     // at the farthest frame: less is not worth it
    constexpr double kMostUnknown_px = 0.1; // at a quarter of the window from its middle, while the slope is not known
    constexpr double kFirstGain = 30;
    constexpr double kFaster = 3; // while moves are too short for the slope
    constexpr double kMostGain = 300;
    constexpr double kCertain = 3; // times the standard error, …
    constexpr double kLikely = 1;  // … and where it is known how far to go
    const auto [mean, error] = addLook(motion, part);
    const double response = responseOf(motion, part, mean, error);
    const bool known = response > 0 || motion.slopes[part] != 0;
    motion.lastMean[part] = mean;
    motion.lastMove[part] = 0;
    double& gain = motion.gain[part];
    if (response > 0) gain = 1 / response;
    if (known) motion.slopes[part] += 1;
    double left = known ? gain * (std::abs(mean) + error) : 0;
    double move = 0;
    if (std::abs(mean) > (known ? kLikely : kCertain) * error) {
        if (!known) gain = gain == 0 ? kFirstGain : std::min(kMostGain, gain * kFaster);
        const double most = kMostUnknown_px / (rule.window_px / 4);
        move = known ? gain * mean : std::clamp(gain * mean, -most, most);
        left = std::max(left, std::abs(move));
        if (std::abs(move) * rule.reach_px <= kLeast_px) move = 0;
    }
    motion.left_px[part] = left * rule.reach_px;
    if (known) {
        motion.most_px[part] = std::max(motion.most_px[part], motion.left_px[part]);
        if (motion.slopes[part] == 1 || motion.left_px[part] <= motion.least_px[part])
            motion.least_px[part] = motion.left_px[part], motion.best[part] = motion.total[part];
    }
    return move;
}

/// Whether moves of a part lead nowhere: after so many of them as much is missing as before, or how much is not known.
bool leadsNowhere(const CommonMotion& motion, std::size_t part) {
    // Conjugate gradients from a rough start need most: 11 moves from 0.3 to 0.1 px (400 simulated frames of 128²).
    constexpr double kMoves = 12, kTrials = 5;
    constexpr double kLeastSeen = 0.0025; // of what is missing; 0.01 to 0.04 in simulated scans
    const bool known = motion.slopes[part] != 0;
    if (known && motion.gain[part] > 1 / kLeastSeen && motion.left_px[part] > kCalm_px) return true;
    return motion.moves[part] >= (known ? kMoves : kTrials) && !motion.converges(part);
}

/// Nothing more is done of a part. Where the best place found is no farther away than parts wander of which the frames
/// tell nothing, that of the file is as good: 0.1 px for the gold balls, whose positions are exact.
void giveUp(CommonMotion& motion, std::size_t part, const MotionRule& rule) {
    constexpr double kWandering_px = 0.12; // at the farthest frame
    if (motion.undetermined[part] == 0 && std::abs(motion.best[part]) * rule.reach_px < kWandering_px)
        motion.best[part] = 0;
    motion.undetermined[part] = 1;
}

/// The moves, neither further in a window than the object can follow, nor further than positions may go.
std::optional<Parts> cutOff(CommonMotion& motion, Parts move, const MotionRule& rule) {
    constexpr double kMost_px = 0.4; // at a quarter of the window from its middle
    double largest = 0;
    for (const double part : move) largest = std::max(largest, std::abs(part));
    const double factor = std::min(1.0, kMost_px / std::max(1e-9, largest * rule.window_px / 4));
    for (std::size_t part = 0; part < move.size(); ++part) {
        double& total = motion.total[part];
        const double room = std::max(0.0, rule.limit_px / rule.reach_px - std::abs(total));
        move[part] *= factor;
        if (move[part] * total >= 0 && std::abs(move[part]) > room) move[part] = std::copysign(room, move[part]);
        total = part == 0 ? (1 + total) * (1 + move[part]) - 1 : total + move[part];  // one map after the other
        if (motion.undetermined[part] != 0 && factor == 1) total = motion.best[part]; // not the rounding of that
        motion.lastMove[part] = move[part];
        if (move[part] != 0) motion.moves[part] += 1;
    }
    const bool moves = std::ranges::any_of(move, [](double part) { return part != 0; });
    return moves ? std::optional(move) : std::nullopt;
}

/// What takes a part back to where least of it was missing, in several moves if it is much.
double backOf(const CommonMotion& motion, std::size_t part) {
    const double total = motion.total[part], best = motion.best[part];
    return part == 0 ? (1 + best) / (1 + total) - 1 : best - total;
}

} // namespace

bool CommonMotion::converges(std::size_t part) const noexcept {
    if (total[part] == 0 || (undetermined[part] != 0 && total[part] == best[part])) return true;
    if (moves[part] > 0 && isSilent(*this, part)) return true;
    return slopes[part] != 0 && left_px[part] <= std::max(kCalm_px, kLess * most_px[part]);
}

bool CommonMotion::nears() const noexcept {
    constexpr double kWorthIt_px = 0.01; // at the farthest frame: 2e-4 of a scan over 100 pixels
    for (std::size_t part = 0; part < total.size(); ++part)
        if (total[part] != 0 && left_px[part] > kWorthIt_px && converges(part)) return true;
    return false;
}

bool CommonMotion::grows() const noexcept {
    constexpr double kLooks = 2; // the first one may follow a trial that was much too far
    constexpr double kMuch_px = 0.1;
    for (std::size_t part = 0; part < total.size(); ++part)
        if (slopes[part] >= kLooks && left_px[part] > kMuch_px && left_px[part] >= most_px[part]) return true;
    return false;
}

std::optional<Parts> nextMove(CommonMotion& motion, const Parts& step, const MotionRule& rule) {
    constexpr double kFollowing = 2;              // passes after a move: the object has to follow it
    if (++motion.passes < 1) return std::nullopt; // the object has to follow the last move first
    for (std::size_t part = 0; part < step.size(); ++part) {
        motion.sum[part] += step[part];
        if (motion.passes > 1) motion.squares[part] += std::pow(step[part] - motion.last[part], 2);
        motion.last[part] = step[part];
    }
    if (motion.passes < kPasses) return std::nullopt;
    Parts move{};
    double left_px = 0;
    for (std::size_t part = 0; part < step.size(); ++part) {
        if (motion.undetermined[part] == 0) {
            move[part] = moveOf(motion, part, rule);
            left_px = std::max(left_px, motion.left_px[part]);
            if (leadsNowhere(motion, part)) giveUp(motion, part, rule);
        }
        if (motion.undetermined[part] != 0) {
            move[part] = backOf(motion, part);
            left_px = std::max(left_px, std::abs(move[part]) * rule.reach_px);
        }
    }
    // A small scan tells its scale by fewer pixels.
    motion.calm = left_px <= std::min(kCalm_px, kCalm * rule.reach_px) ? motion.calm + 1 : 0;
    motion.sum = motion.squares = {};
    const std::optional<Parts> moves = cutOff(motion, move, rule);
    motion.passes = moves ? -kFollowing : 0;
    return moves;
}

std::optional<Parts> takeBack(CommonMotion& motion, const MotionRule& rule) {
    Parts move{};
    for (std::size_t part = 0; part < move.size(); ++part) {
        if (!motion.converges(part)) giveUp(motion, part, rule);
        if (motion.undetermined[part] != 0) move[part] = backOf(motion, part);
    }
    return cutOff(motion, move, rule);
}

std::vector<double> CommonMotion::numbers() const {
    std::vector<double> all;
    for (const Parts& parts : {gain, slopes, total, sum, squares, last, variance, looks, done, said, doneDone, doneSaid,
                               lastMean, lastMove, moves, left_px, most_px, undetermined})
        all.insert(all.end(), parts.begin(), parts.end());
    all.push_back(passes);
    all.push_back(calm);
    for (const Parts& parts : {least_px, best}) all.insert(all.end(), parts.begin(), parts.end());
    return all;
}

void CommonMotion::beginAnew() {
    const CommonMotion before = std::exchange(*this, {});
    total = before.total, undetermined = before.undetermined;
    for (std::size_t part = 0; part < best.size(); ++part)
        if (undetermined[part] != 0) best[part] = before.best[part]; // it is there, or on its way
}

std::vector<std::string> undeterminedSince(const CommonMotion& before, const CommonMotion& now) {
    static constexpr std::array<const char*, 4> kLines = {
        QT_TRANSLATE_NOOP("Core", "the frames do not tell the scale of the positions: it is left as in the file"),
        QT_TRANSLATE_NOOP("Core", "the frames do not tell the rotation of the positions: it is left as in the file"),
        QT_TRANSLATE_NOOP("Core", "the frames do not tell whether one axis of the positions is stretched: it is left "
                                  "as in the file"),
        QT_TRANSLATE_NOOP("Core", "the frames do not tell whether the axes of the positions are at a right angle: it "
                                  "is left as in the file")};
    std::vector<std::string> lines;
    for (std::size_t part = 0; part < kLines.size(); ++part)
        if (before.undetermined[part] == 0 && now.undetermined[part] != 0 && now.best[part] == 0)
            lines.push_back(phrase(kLines[part]));
    return lines;
}

std::optional<CommonMotion> CommonMotion::from(std::span<const double> numbers) {
    CommonMotion motion;
    const std::size_t all = motion.numbers().size(), ofEarlier = all - 2 * motion.best.size();
    if (numbers.size() != all && numbers.size() != ofEarlier) return std::nullopt; // they took all back
    auto next = numbers.begin();
    for (Parts* parts :
         {&motion.gain, &motion.slopes, &motion.total, &motion.sum, &motion.squares, &motion.last, &motion.variance,
          &motion.looks, &motion.done, &motion.said, &motion.doneDone, &motion.doneSaid, &motion.lastMean,
          &motion.lastMove, &motion.moves, &motion.left_px, &motion.most_px, &motion.undetermined})
        for (double& value : *parts) value = *next++;
    motion.passes = *next++;
    motion.calm = *next++;
    if (numbers.size() == all)
        for (Parts* parts : {&motion.least_px, &motion.best})
            for (double& value : *parts) value = *next++;
    return motion;
}

std::optional<CommonMotion> commonMotionIn(const SavedState& saved, const std::string& positions) {
    const auto found = saved.numbers.find(positions + kSavedSuffix);
    return found != saved.numbers.end() ? CommonMotion::from(found->second) : std::nullopt;
}

void saveCommonMotion(const CommonMotion& motion, const std::string& positions, SavedState& saved) {
    saved.numbers[positions + kSavedSuffix] = motion.numbers();
}

} // namespace ewald::ptycho
