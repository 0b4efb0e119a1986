// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/store/backend.h"

#include "base/phrase.h"

#include <cstring>

namespace ewald::job::queue {

QueueState stateByEvents(const std::optional<JobProgress>& progress) noexcept {
    if (progress && progress->state == "paused") return QueueState::paused;
    if (progress && progress->state == "saving") return QueueState::finishing;
    return QueueState::running;
}

JobFailure endedBySignal(const JobFolder& folder, int signal) {
    const char* name = sigabbrev_np(signal);
    const std::string text = name == nullptr ? std::to_string(signal) : std::string("SIG") + name;
    return {phrase("the process of the job ended by %1", text), folder.errors().string(),
            phrase("try it again; please report it when it happens twice")};
}

JobFailure endedWithCode(const JobFolder& folder, int code) {
    const std::string last = folder.lastError();
    return {last.empty() ? phrase("the process of the job ended with exit code %1 and without a message", code) : last,
            folder.errors().string(), ""};
}

JobFailure windowIsGone() {
    return {phrase("the window ended before its job did"), "",
            phrase("start it again: it goes on from its last checkpoint")};
}

} // namespace ewald::job::queue
