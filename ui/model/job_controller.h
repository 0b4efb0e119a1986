// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/run_control.h"
#include "job/document/job_kind.h"
#include "job/events/event_queue.h"
#include "job/run/live_changes.h"

#include <QObject>
#include <QTimer>

#include <atomic>
#include <functional>
#include <memory>
#include <thread>

namespace ewald::ui {

/// Runs one job at a time from a thread of its own and turns its events into signals, at most 20 times a second.
///
/// Lives in the UI thread, which never waits for the job: only the destructor joins the thread.
class JobController : public QObject {
    Q_OBJECT

public:
    /// What runs a job, in that thread or wherever it knows how to: like job::runJob.
    using Runner =
        std::function<job::JobOutcome(const job::JobDocument&, job::JobObserver&, RunControl&, const job::RunOptions&)>;
    explicit JobController(QObject* parent = nullptr, Runner runner = job::runJob);
    /// Asks a running job to abort and waits for it.
    ~JobController() override;

    /// \param own runner of this job alone; empty: the usual one \returns false when a job is running already
    bool start(const job::JobDocument& document, const job::RunOptions& options = {}, const Runner& own = {});
    void setPaused(bool paused);
    /// Finish the mini-batch in hand, save, end.
    void stop();
    /// The running reconstruction goes on as `wanted` from the next iteration on; see changesMade().
    /// \throws JobError for what cannot change while it runs
    void change(const job::JobDocument& wanted);
    /// End at the next safe point without saving.
    void abort();

    /// From start() until finished() has been emitted.
    [[nodiscard]] bool running() const noexcept { return m_running; }
    [[nodiscard]] bool paused() const noexcept { return m_run && m_run->control.paused(); }
    [[nodiscard]] StopRequest stopRequest() const noexcept {
        return m_run ? m_run->control.stopRequest() : StopRequest::none;
    }
    [[nodiscard]] job::JobState state() const noexcept { return m_state; }
    /// What the job that ended last was asked for.
    [[nodiscard]] StopRequest endedBy() const noexcept { return m_endedBy; }
    /// Frames that the job that runs or ran last could not use.
    [[nodiscard]] std::size_t failedFrames() const noexcept { return m_failedFrames; }

    /// Which frame's pattern the previews should hold, and how often they should come.
    void setPreviewFrame(std::size_t frame);
    [[nodiscard]] std::size_t previewFrame() const noexcept { return m_previewFrame; }
    void setPreviewInterval(double seconds);

signals:
    void runningChanged(bool running);
    /// Another state, or the job was asked to end.
    void stateChanged(ewald::job::JobState state);
    void progressed(const ewald::job::Progress& progress);
    void planned(const ewald::job::JobPlan& plan);
    void statisticsFound(const ewald::io::FrameStatistics& statistics);
    void lossesAdded(const std::vector<ewald::io::LossEntry>& entries);
    void changesMade(const std::vector<ewald::io::ParameterChange>& changes);
    void decisionsMade(const std::vector<ewald::io::Decision>& decisions);
    void previewReady(const std::shared_ptr<const ewald::job::Preview>& preview);
    void integrationReady(const std::shared_ptr<const ewald::job::IntegrationPreview>& preview);
    void frameFailed(std::size_t frame, const QString& reason);
    void logged(ewald::LogLevel level, const QString& text);
    void finished(const ewald::job::JobOutcome& outcome);

private:
    /// What the job's thread and this object share; outlives neither.
    struct Run {
        explicit Run(const job::JobDocument& document) : changes(document) {}
        job::LiveChanges changes;
        job::EventQueue queue;
        RunControl control;
        job::JobOutcome outcome{job::JobState::failed, {}, {}};
        std::atomic<bool> ended = false; ///< set after `outcome`
        std::thread thread;
    };
    void end(StopRequest request);
    void drain();
    void deliver(const job::EventQueue::Batch& batch);

    Runner m_runner;
    std::unique_ptr<Run> m_run;
    QTimer m_timer;
    bool m_running = false;
    job::JobState m_state = job::JobState::preparing;
    StopRequest m_endedBy = StopRequest::none;
    std::size_t m_failedFrames = 0;
    std::size_t m_previewFrame = 0;
    double m_previewInterval_s = 0.5;
};

} // namespace ewald::ui
