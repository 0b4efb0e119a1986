// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/events/events.h"

#include <algorithm>
#include <array>

namespace ewald::job {

const char* toString(JobState state) noexcept {
    switch (state) {
    case JobState::preparing: return "preparing";
    case JobState::reading: return "reading";
    case JobState::initialising: return "initialising";
    case JobState::running: return "running";
    case JobState::paused: return "paused";
    case JobState::saving: return "saving";
    case JobState::done: return "done";
    case JobState::stopped: return "stopped";
    case JobState::failed: break;
    }
    return "failed";
}

std::optional<JobState> jobStateOf(std::string_view name) noexcept {
    static constexpr std::array kStates{JobState::preparing, JobState::reading, JobState::initialising,
                                        JobState::running,   JobState::paused,  JobState::saving,
                                        JobState::done,      JobState::stopped, JobState::failed};
    const auto found = std::ranges::find_if(kStates, [&](JobState state) { return name == toString(state); });
    return found == kStates.end() ? std::nullopt : std::optional(*found);
}

double fractionDone(JobState state, double done, double total, const RunPart& part) noexcept {
    if (state == JobState::done) return 1;
    const double ofRun = total > 0 ? std::clamp(done / total, 0.0, 1.0) : -1;
    if (part.halves == 0) return ofRun;
    const bool before = state == JobState::preparing || state == JobState::reading || state == JobState::initialising;
    if (part.half == 0 && ofRun < 0) return -1;
    const double iterated = before ? 0 : std::max(0.0, ofRun);
    const double runs = 1 + static_cast<double>(part.halves) / 2; // in runs of all frames
    return (part.half == 0 ? iterated : 1 + (static_cast<double>(part.half) - 1 + iterated) / 2) / runs;
}

double fractionDone(const Progress& progress) noexcept {
    return fractionDone(progress.state, static_cast<double>(progress.done), static_cast<double>(progress.total),
                        progress.part);
}

} // namespace ewald::job
