// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/events/events.h"

#include <atomic>
#include <mutex>
#include <vector>

namespace ewald::job {

/// One line for the person who watches, as the running job sent it.
struct LogLine {
    LogLevel level = LogLevel::info;
    std::string text;
};

/// A frame that could not be used.
struct FailedFrame {
    std::size_t frame = 0;
    std::string reason;
};

/// The queue between a running job and its display: of progress and previews only the latest is kept, of states,
/// losses, changes, decisions and log lines every one. The job's threads never wait for the consumer; take() hands over
/// everything that came since the last call. Any thread on either side; meant to be drained at most 20 times a second.
class EventQueue : public JobObserver {
public:
    /// A stack may be unreadable as a whole: a million reasons are of no use.
    static constexpr std::size_t kMostFailedFrames = 1000;

    struct Batch {
        std::vector<JobState> states; ///< in the order in which they were entered
        std::optional<Progress> progress;
        std::optional<JobPlan> plan;
        std::vector<io::LossEntry> losses;
        std::vector<io::ParameterChange> changes;
        std::vector<io::Decision> decisions;
        std::shared_ptr<const Preview> preview;
        std::shared_ptr<const IntegrationPreview> integration;
        std::vector<FailedFrame> failedFrames; ///< the first kMostFailedFrames
        std::size_t failedFrameCount = 0;      ///< all
        std::vector<LogLine> log;
        std::optional<io::FrameStatistics> statistics;
        std::optional<JobOutcome> outcome;

        [[nodiscard]] bool empty() const noexcept;
    };

    /// Everything since the last call; an empty batch when nothing came.
    [[nodiscard]] Batch take();

    /// What previews should hold and how often they are wanted (seconds; ≤ 0: never). Takes effect at the next one.
    void setPreviewFrame(std::size_t frame) noexcept { m_previewFrame.store(frame, std::memory_order_relaxed); }
    void setPreviewInterval(double seconds) noexcept { m_previewInterval_s.store(seconds, std::memory_order_relaxed); }

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
    [[nodiscard]] bool watchesMachine() const noexcept override { return true; }
    [[nodiscard]] std::size_t previewFrame() const noexcept override {
        return m_previewFrame.load(std::memory_order_relaxed);
    }
    [[nodiscard]] double previewInterval_s() const noexcept override {
        return m_previewInterval_s.load(std::memory_order_relaxed);
    }

private:
    template <class Change>
    void change(Change&& apply) noexcept;

    std::mutex m_mutex;
    Batch m_batch;
    std::atomic<std::size_t> m_previewFrame{0};
    std::atomic<double> m_previewInterval_s{0};
};

} // namespace ewald::job
