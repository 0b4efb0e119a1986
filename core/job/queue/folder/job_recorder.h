// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/queue/folder/live_files.h"
#include "job/run/event_lines.h"
#include "job/run/live_changes.h"
#include "job/run/preview_file.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <fstream>
#include <mutex>
#include <optional>
#include <thread>

namespace ewald::job::queue {

/// The observer of a job of the queue, in the process that runs it: notes everything in the folder of the job, and
/// passes on to the run what is asked for there: changes and previews (WishWatch does so with what ends or pauses it).
/// With it a job is the same from outside wherever it runs; see followJob().
///
/// Previews are made as often as a window wants them that looks at the job, else seldom.
class JobRecorder final : public JobObserver {
public:
    /// \param changes takes what the job is asked to go on as \param window gets everything, too, if set
    JobRecorder(const JobFolder& folder, LiveChanges& changes, JobObserver* window = nullptr);
    /// Everything is written when it returns.
    ~JobRecorder() override;
    JobRecorder(const JobRecorder&) = delete;
    JobRecorder& operator=(const JobRecorder&) = delete;

    void onState(JobState state) noexcept override;
    void onProgress(const Progress& progress) noexcept override;
    void onPlan(const JobPlan& plan) noexcept override;
    void onStatistics(const io::FrameStatistics& statistics) noexcept override;
    void onLoss(const io::LossEntry& entry) noexcept override;
    void onChanges(const std::vector<io::ParameterChange>& changes) noexcept override;
    void onDecision(const io::Decision& decision) noexcept override;
    void onPreview(std::shared_ptr<const Preview> preview) noexcept override;
    void onIntegration(std::shared_ptr<const IntegrationPreview> preview) noexcept override;
    void onFrameFailed(std::size_t frame, const std::string& reason) noexcept override;
    void onLog(LogLevel level, const std::string& text) noexcept override;
    void onOutcome(const JobOutcome& outcome) noexcept override;
    [[nodiscard]] bool watchesMachine() const noexcept override;
    [[nodiscard]] std::size_t previewFrame() const noexcept override;
    [[nodiscard]] double previewInterval_s() const noexcept override;

private:
    using Clock = std::chrono::steady_clock;

    template <class Report>
    void pass(const Report& report) noexcept;
    void writeProgress() noexcept;
    void run();
    void followWanted();
    void followWatch();
    void keepPreview(StoredPreview&& preview) noexcept;
    void storePreview();
    [[nodiscard]] std::optional<Watch> watch() const;

    const LiveFiles m_files;
    LiveChanges& m_changes;
    JobObserver* const m_window;
    std::ofstream m_events;
    EventWriter m_lines;

    mutable std::mutex m_mutex; ///< of all from here on
    std::condition_variable m_wake;
    bool m_ending = false;
    std::optional<Progress> m_progress; ///< not written yet
    Clock::time_point m_progressWritten{};
    JobState m_stateWritten = JobState::preparing;
    StoredPreview m_preview; ///< not written yet
    std::optional<Watch> m_watch;
    Clock::time_point m_watchSeen{};
    Clock::time_point m_previewAfter{}; ///< not before

    // Of the thread.
    FileWatch m_watched, m_wanted;
    std::thread m_thread;
};

} // namespace ewald::job::queue
