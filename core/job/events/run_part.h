// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace ewald::job {

enum class JobState { preparing, reading, initialising, running, paused, saving, done, stopped, failed };

/// Stable lower-case name of a state, as in --events lines.
[[nodiscard]] const char* toString(JobState state) noexcept;
/// The state of such a name.
[[nodiscard]] std::optional<JobState> jobStateOf(std::string_view name) noexcept;

/// Which of the runs of a job one is: a reconstruction may be followed by those of the halves of its scan, each of
/// which takes half as long.
struct RunPart {
    std::size_t half = 0;   ///< 1, 2; 0: the run of all frames
    std::size_t halves = 0; ///< that the job has; 0: it is one run
};

/// How far a job of several runs is as a whole; of a job of one run, what is done of what it does now: 0 … 1; < 0: not
/// known. In a job of several runs only iterations count, so that it never goes back. \param done, total of the run
[[nodiscard]] double fractionDone(JobState state, double done, double total, const RunPart& part) noexcept;

} // namespace ewald::job
