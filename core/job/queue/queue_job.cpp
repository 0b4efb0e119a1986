// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/queue_job.h"

#include "base/error.h"
#include "base/phrase.h"

#include <array>
#include <utility>

namespace ewald::job::queue {
namespace {

constexpr std::array<std::pair<QueueState, const char*>, 8> kNames{{{QueueState::queued, "queued"},
                                                                    {QueueState::waiting, "waiting"},
                                                                    {QueueState::starting, "starting"},
                                                                    {QueueState::running, "running"},
                                                                    {QueueState::finishing, "finishing"},
                                                                    {QueueState::done, "done"},
                                                                    {QueueState::stopped, "stopped"},
                                                                    {QueueState::failed, "failed"}}};

} // namespace

const char* toString(QueueState state) noexcept {
    for (const auto& [known, name] : kNames)
        if (known == state) return name;
    return "failed";
}

QueueState stateFromName(std::string_view name) {
    for (const auto& [state, known] : kNames)
        if (known == name) return state;
    throw DataError(phrase("the queue has no state \"%1\"", name));
}

bool isActive(QueueState state) noexcept {
    return state == QueueState::starting || state == QueueState::running || state == QueueState::finishing;
}

bool hasEnded(QueueState state) noexcept {
    return state == QueueState::done || state == QueueState::stopped || state == QueueState::failed;
}

} // namespace ewald::job::queue
