// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/events/events.h"

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

} // namespace ewald::job
