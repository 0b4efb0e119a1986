// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/ptychography/results/error_course.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ewald::job {
namespace {

using Loss = std::span<const io::LossEntry>;

constexpr std::size_t kLeast = 4; ///< iterations that say something

// Of a fall.
constexpr std::size_t kMostOfFall = 10; ///< iterations that are looked at
constexpr double kStillFalls = 0.0035;  ///< of the error in an iteration: 30 more make it smaller by a tenth
constexpr double kCertain = 3; ///< standard deviations: a line through scatter alone has such a fall once in 700

// Of a rise. As DivergenceGuard counts them: the error of mini-batches trembles by less than a tenth, and an error that
// is larger by half is no trembling. Two of its rules are of single iterations; here all of several have to agree.
constexpr std::size_t kEnd = 5; ///< iterations at either end
constexpr double kAboveBegin = 1.1;
constexpr double kAboveLowest = 1.5;

/// The iterations of the last engine.
Loss lastEngineOf(Loss loss) {
    const auto other = std::find_if(loss.rbegin(), loss.rend(),
                                    [&](const io::LossEntry& entry) { return entry.engine != loss.back().engine; });
    return loss.last(static_cast<std::size_t>(other - loss.rbegin()));
}

const io::LossEntry& lowestOf(Loss loss) { return *std::ranges::min_element(loss, {}, &io::LossEntry::ofIteration); }

/// \param begin the iterations to compare with
std::optional<ErrorRise> riseFrom(Loss begin, double end, double factor) {
    if (begin.empty()) return std::nullopt;
    const io::LossEntry& lowest = lowestOf(begin);
    if (!(end > factor * lowest.ofIteration())) return std::nullopt;
    return ErrorRise{lowest.ofIteration(), lowest.iteration, end};
}

} // namespace

bool ErrorFall::goesOn() const noexcept { return fall > kStillFalls && fall > kCertain * deviation; }

std::optional<ErrorFall> fallOf(Loss loss) {
    std::vector<double> logs; // from the last one on
    for (auto entry = loss.rbegin(); entry != loss.rend() && logs.size() < kMostOfFall; ++entry) {
        if (entry->engine != loss.back().engine || !(entry->ofIteration() > 0)) break;
        logs.push_back(std::log(entry->ofIteration()));
    }
    if (logs.size() < kLeast) return std::nullopt;
    const auto count = static_cast<double>(logs.size());
    const double middle = (count - 1) / 2;
    double mean = 0, product = 0, square = 0;
    for (const double value : logs) mean += value / count;
    for (std::size_t i = 0; i < logs.size(); ++i) {
        const double from = static_cast<double>(i) - middle;
        product += from * logs[i];
        square += from * from;
    }
    ErrorFall found;
    found.fall = product / square; // counted backwards: what it was more, an iteration earlier
    double rest = 0;
    for (std::size_t i = 0; i < logs.size(); ++i)
        rest += std::pow(logs[i] - mean - found.fall * (static_cast<double>(i) - middle), 2);
    found.deviation = std::sqrt(rest / (count - 2) / square);
    return found;
}

std::optional<ErrorRise> riseOf(Loss loss) {
    if (loss.size() < kLeast) return std::nullopt;
    const auto smallestAtEnd = [&](std::size_t count) {
        return std::min(lowestOf(loss.last(count)).ofIteration(), loss.back().fourierError);
    };
    const std::size_t ends = std::min(kEnd, loss.size() / 2);
    if (const auto rise = riseFrom(loss.first(ends), smallestAtEnd(ends), kAboveBegin)) return rise;
    const Loss ofEngine = lastEngineOf(loss);
    if (ofEngine.size() < kLeast) return std::nullopt;
    const std::size_t last = std::min(kEnd, ofEngine.size() / 2);
    return riseFrom(ofEngine.first(ofEngine.size() - last), smallestAtEnd(last), kAboveLowest);
}

} // namespace ewald::job
