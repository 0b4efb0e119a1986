// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/result_file.h"
#include "job/events/events.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace ewald::job {

/// What a reconstruction has reached, what it has found and what would help, in words: the error against the noise
/// limit, the resolution, the errors of the positions, the modes and variations of the probe, background and beam,
/// and what to do next. For the result of any engine, also one that was stopped early or is of an earlier version:
/// what its values do not say is left out.
/// \return lines, each a phrase (base/phrase.h); empty for a result without errors. Any thread, throws nothing of the
/// values.
[[nodiscard]] std::vector<std::string> verdictOn(const io::PtychoResult& result);

/// PtychoResult::leftInCommon, by the state of a result that has it; zeros without one.
[[nodiscard]] std::array<double, 4> leftInCommon(const io::PtychoResult& result);

/// What refinement did to the positions of a result: describePositions() (position_words.h).
[[nodiscard]] std::vector<std::string> describePositions(const io::PtychoResult& result);

/// The error of the saved state over the noise limit; 0 where that is not known.
[[nodiscard]] double timesTheLimit(const io::PtychoResult& result);

/// Whether the error falls in the last iterations so that more of them would help: ErrorFall::goesOn().
[[nodiscard]] bool stillFalls(const io::PtychoResult& result);

/// That the error has risen in the run and stays up (riseOf(), error_course.h), with what may help; absent where it has
/// not. Throws nothing of the values.
[[nodiscard]] std::optional<std::string> describeRise(const io::PtychoResult& result);

/// What tables of many jobs show of it.
[[nodiscard]] ResultFigures figuresOf(const io::PtychoResult& result);

/// Says it in the log, a line each.
void logVerdict(const std::vector<std::string>& verdict, JobObserver& observer);

} // namespace ewald::job
