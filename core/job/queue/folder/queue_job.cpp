// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/folder/queue_job.h"

#include "base/error.h"
#include "base/phrase.h"

#include <array>
#include <utility>

namespace ewald::job::queue {
namespace {

constexpr std::array<std::pair<QueueState, const char*>, 9> kStates{{{QueueState::queued, "queued"},
                                                                     {QueueState::waiting, "waiting"},
                                                                     {QueueState::starting, "starting"},
                                                                     {QueueState::running, "running"},
                                                                     {QueueState::paused, "paused"},
                                                                     {QueueState::finishing, "finishing"},
                                                                     {QueueState::done, "done"},
                                                                     {QueueState::stopped, "stopped"},
                                                                     {QueueState::failed, "failed"}}};

constexpr std::array<std::pair<Wish, const char*>, 4> kWishes{
    {{Wish::none, "none"}, {Wish::pause, "pause"}, {Wish::stop, "stop"}, {Wish::abort, "abort"}}};

} // namespace

const char* toString(QueueState state) noexcept {
    for (const auto& [known, name] : kStates)
        if (known == state) return name;
    return "failed";
}

QueueState stateFromName(std::string_view name) {
    for (const auto& [state, known] : kStates)
        if (known == name) return state;
    throw DataError(phrase("the queue has no state \"%1\"", name));
}

bool hasEnded(QueueState state) noexcept {
    return state == QueueState::done || state == QueueState::stopped || state == QueueState::failed;
}

const char* toString(Wish wish) noexcept {
    for (const auto& [known, name] : kWishes)
        if (known == wish) return name;
    return "none";
}

Wish wishFromName(std::string_view name) noexcept {
    for (const auto& [wish, known] : kWishes)
        if (known == name) return wish;
    return Wish::none;
}

bool QueueJob::hasResult() const noexcept { return state == QueueState::done || (hasEnded(state) && figures.isSaved); }

double JobProgress::fraction() const noexcept {
    return fractionDone(jobStateOf(state).value_or(JobState::running), done, total, part);
}

std::string QueueJob::devicesUsed() const {
    if (!runsOn.empty()) return runsOn;
    if (!devices.empty()) return devices;
    return documentDevices.empty() ? "auto" : documentDevices;
}

} // namespace ewald::job::queue
