// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/events/event_queue.h"

#include <utility>

namespace ewald::job {

bool EventQueue::Batch::empty() const noexcept {
    return states.empty() && !progress && !plan && losses.empty() && changes.empty() && decisions.empty() && !preview &&
           !integration && failedFrameCount == 0 && log.empty() && !statistics && !outcome;
}

EventQueue::Batch EventQueue::take() {
    Batch batch;
    const std::lock_guard lock(m_mutex);
    std::swap(batch, m_batch);
    return batch;
}

// The lock is held for a push or a pointer swap only; a job without memory for its events goes on without them.
template <class Change>
void EventQueue::change(Change&& apply) noexcept {
    try {
        const std::lock_guard lock(m_mutex);
        apply(m_batch);
    } catch (...) {
        return;
    }
}

void EventQueue::onState(JobState state) noexcept {
    change([&](Batch& batch) { batch.states.push_back(state); });
}

void EventQueue::onProgress(const Progress& progress) noexcept {
    change([&](Batch& batch) { batch.progress = progress; });
}

void EventQueue::onPlan(const JobPlan& plan) noexcept {
    change([&](Batch& batch) { batch.plan = plan; });
}

void EventQueue::onStatistics(const io::FrameStatistics& statistics) noexcept {
    change([&](Batch& batch) { batch.statistics = statistics; });
}

void EventQueue::onLoss(const io::LossEntry& entry) noexcept {
    change([&](Batch& batch) { batch.losses.push_back(entry); });
}

void EventQueue::onChanges(const std::vector<io::ParameterChange>& changes) noexcept {
    change([&](Batch& batch) { batch.changes.insert(batch.changes.end(), changes.begin(), changes.end()); });
}

void EventQueue::onDecision(const io::Decision& decision) noexcept {
    change([&](Batch& batch) { batch.decisions.push_back(decision); });
}

void EventQueue::onPreview(std::shared_ptr<const Preview> preview) noexcept {
    // The replaced preview is destroyed after the lock is given back: freeing megabytes takes time.
    change([&](Batch& batch) { std::swap(batch.preview, preview); });
}

void EventQueue::onIntegration(std::shared_ptr<const IntegrationPreview> preview) noexcept {
    change([&](Batch& batch) { std::swap(batch.integration, preview); });
}

void EventQueue::onFrameFailed(std::size_t frame, const std::string& reason) noexcept {
    change([&](Batch& batch) {
        ++batch.failedFrameCount;
        if (batch.failedFrames.size() < kMostFailedFrames) batch.failedFrames.push_back({frame, reason});
    });
}

void EventQueue::onLog(LogLevel level, const std::string& text) noexcept {
    change([&](Batch& batch) { batch.log.push_back({level, text}); });
}

void EventQueue::onOutcome(const JobOutcome& outcome) noexcept {
    change([&](Batch& batch) { batch.outcome = outcome; });
}

} // namespace ewald::job
