// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/queue/folder/job_recorder.h"

#include "base/error.h"
#include "base/phrase.h"

#include <algorithm>
#include <utility>

namespace ewald::job::queue {
namespace {

using namespace std::chrono_literals;

constexpr auto kStopLook = 200ms;        // between two looks at the files
constexpr auto kProgressWatched = 200ms; // between two lines of progress
constexpr auto kProgress = 2s;           // … while nobody looks
constexpr double kSeldom_s = 20;         // between two previews while nobody looks
constexpr int kPreviewShare = 10;        // writing previews takes at most one part in so many of the time

} // namespace

JobRecorder::JobRecorder(const JobFolder& folder, LiveChanges& changes, JobObserver* window)
    : m_files(folder), m_changes(changes), m_window(window),
      m_events(folder.events(), std::ios::binary | std::ios::app), m_lines([this](const std::string& line) {
          m_events.clear(); // a disk that was full may have space again
          m_events << line;
          m_events.flush(); // as one piece: the file is opened for appending
      }),
      m_watched(m_files.watched()), m_wanted(m_files.wanted()), m_thread([this] { run(); }) {}

JobRecorder::~JobRecorder() {
    {
        const std::lock_guard lock(m_mutex);
        m_ending = true;
    }
    m_wake.notify_all();
    m_thread.join();
    writeProgress();
    m_previewAfter = {};
    if (watch())
        storePreview(); // and the window removes it
    else
        m_files.remove();
}

// ---- from the run ---------------------------------------------------------------------------------------------------

/// To the window, too.
template <class Report>
void JobRecorder::pass(const Report& report) noexcept {
    report(m_lines);
    if (m_window) report(*m_window);
}

void JobRecorder::onState(JobState state) noexcept {
    writeProgress(); // it is of the state before
    pass([&](JobObserver& to) { to.onState(state); });
}

void JobRecorder::onProgress(const Progress& progress) noexcept {
    if (m_window) m_window->onProgress(progress);
    const auto interval = watch() ? Clock::duration(kProgressWatched) : Clock::duration(kProgress);
    {
        const std::lock_guard lock(m_mutex);
        m_progress = progress;
        if (progress.state == m_stateWritten && Clock::now() - m_progressWritten < interval) return;
    }
    writeProgress();
}

void JobRecorder::writeProgress() noexcept {
    std::optional<Progress> progress;
    {
        const std::lock_guard lock(m_mutex);
        progress = std::exchange(m_progress, std::nullopt);
        if (!progress) return;
        m_progressWritten = Clock::now();
        m_stateWritten = progress->state;
    }
    m_lines.onProgress(*progress);
}

void JobRecorder::onPlan(const JobPlan& plan) noexcept {
    pass([&](JobObserver& to) { to.onPlan(plan); });
}
void JobRecorder::onStatistics(const io::FrameStatistics& statistics) noexcept {
    pass([&](JobObserver& to) { to.onStatistics(statistics); });
}
void JobRecorder::onLoss(const io::LossEntry& entry) noexcept {
    pass([&](JobObserver& to) { to.onLoss(entry); });
}
void JobRecorder::onChanges(const std::vector<io::ParameterChange>& changes) noexcept {
    pass([&](JobObserver& to) { to.onChanges(changes); });
}
void JobRecorder::onDecision(const io::Decision& decision) noexcept {
    pass([&](JobObserver& to) { to.onDecision(decision); });
}
void JobRecorder::onFrameFailed(std::size_t frame, const std::string& reason) noexcept {
    pass([&](JobObserver& to) { to.onFrameFailed(frame, reason); });
}
void JobRecorder::onLog(LogLevel level, const std::string& text) noexcept {
    pass([&](JobObserver& to) { to.onLog(level, text); });
}
void JobRecorder::onOutcome(const JobOutcome& outcome) noexcept {
    writeProgress();
    pass([&](JobObserver& to) { to.onOutcome(outcome); });
}

void JobRecorder::onPreview(std::shared_ptr<const Preview> preview) noexcept {
    if (m_window) m_window->onPreview(preview);
    keepPreview({std::move(preview), nullptr});
}

void JobRecorder::onIntegration(std::shared_ptr<const IntegrationPreview> preview) noexcept {
    pass([&](JobObserver& to) { to.onIntegration(preview); });
    keepPreview({nullptr, std::move(preview)});
}

bool JobRecorder::watchesMachine() const noexcept {
    if (m_window && m_window->watchesMachine()) return true;
    const std::optional<Watch> now = watch();
    return now && now->machine;
}

std::size_t JobRecorder::previewFrame() const noexcept {
    if (m_window) return m_window->previewFrame();
    const std::optional<Watch> now = watch();
    return now ? now->previewFrame : 0;
}

double JobRecorder::previewInterval_s() const noexcept {
    double interval = kSeldom_s;
    if (const std::optional<Watch> now = watch(); now && now->previewInterval_s > 0)
        interval = std::min(interval, now->previewInterval_s);
    if (m_window && m_window->previewInterval_s() > 0) interval = std::min(interval, m_window->previewInterval_s());
    return interval;
}

// ---- from the folder ------------------------------------------------------------------------------------------------

std::optional<Watch> JobRecorder::watch() const {
    const std::lock_guard lock(m_mutex);
    return Clock::now() - m_watchSeen < kWatchLasts ? m_watch : std::nullopt;
}

void JobRecorder::run() {
    std::unique_lock lock(m_mutex);
    while (!m_ending) {
        lock.unlock();
        followWanted();
        followWatch();
        storePreview();
        lock.lock();
        if (!m_ending) m_wake.wait_for(lock, kStopLook);
    }
}

void JobRecorder::followWanted() {
    if (!m_wanted.changed()) return;
    try {
        m_changes.ask(readJob(m_wanted.file()));
    } catch (const Error& error) {
        onLog(LogLevel::warning, phrase("the job cannot go on as it was asked to: %1", std::string(error.what())));
    }
}

void JobRecorder::followWatch() {
    if (!m_watched.changed()) return;
    const std::optional<Watch> now = m_files.readWatch();
    const std::lock_guard lock(m_mutex);
    m_watch = now;
    m_watchSeen = Clock::now();
}

void JobRecorder::keepPreview(StoredPreview&& preview) noexcept {
    const std::lock_guard lock(m_mutex);
    std::swap(m_preview, preview); // what it replaces is freed after the lock is given back
}

/// Only while somebody looks: nothing else needs it, and it may be large.
void JobRecorder::storePreview() {
    if (!watch()) return;
    StoredPreview preview;
    {
        const std::lock_guard lock(m_mutex);
        if (Clock::now() < m_previewAfter) return;
        preview = std::exchange(m_preview, {});
    }
    if (!preview.pictures && !preview.patterns) return;
    const Clock::time_point start = Clock::now();
    try {
        if (preview.pictures) writePreview(m_files.preview(), *preview.pictures);
        if (preview.patterns) writePreview(m_files.preview(), *preview.patterns);
    } catch (const Error&) { // a full disk: the job goes on without pictures
    }
    const std::lock_guard lock(m_mutex);
    m_previewAfter = Clock::now() + kPreviewShare * (Clock::now() - start);
}

} // namespace ewald::job::queue
