// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/job_controller.h"

#include "model/text.h"

namespace ewald::ui {

namespace {

constexpr int kDrainInterval_ms = 50;

} // namespace

JobController::JobController(QObject* parent, Runner runner) : QObject(parent), m_runner(std::move(runner)) {
    m_timer.setInterval(kDrainInterval_ms);
    connect(&m_timer, &QTimer::timeout, this, &JobController::drain);
}

JobController::~JobController() {
    if (!m_run) return;
    m_run->control.requestStop(StopRequest::abort);
    if (m_run->thread.joinable()) m_run->thread.join();
}

bool JobController::start(const job::JobDocument& document, const job::RunOptions& options, const Runner& own) {
    if (m_running) return false;
    m_run = std::make_unique<Run>(document);
    m_run->queue.setPreviewFrame(m_previewFrame);
    m_run->queue.setPreviewInterval(m_previewInterval_s);
    m_running = true;
    m_failedFrames = 0;
    m_state = job::JobState::preparing;
    emit runningChanged(true);
    emit stateChanged(m_state);
    Run& run = *m_run;
    job::RunOptions withChanges = options;
    withChanges.changes = &run.changes;
    run.thread = std::thread([&run, runner = own ? own : m_runner, document, withChanges] {
        run.outcome = runner(document, run.queue, run.control, withChanges);
        run.ended = true;
    });
    m_timer.start();
    return true;
}

void JobController::setPaused(bool paused) {
    if (m_running) m_run->control.setPaused(paused);
}

void JobController::stop() { end(StopRequest::graceful); }

void JobController::change(const job::JobDocument& wanted) {
    if (m_running) m_run->changes.ask(wanted);
}

void JobController::abort() { end(StopRequest::abort); }

void JobController::end(StopRequest request) {
    if (!m_running) return;
    m_run->control.requestStop(request);
    emit stateChanged(m_state); // what is said of it and what can be done now depend on the request, too
}

void JobController::setPreviewFrame(std::size_t frame) {
    m_previewFrame = frame;
    if (m_run) m_run->queue.setPreviewFrame(frame);
}

void JobController::setPreviewInterval(double seconds) {
    m_previewInterval_s = seconds;
    if (m_run) m_run->queue.setPreviewInterval(seconds);
}

void JobController::drain() {
    // Read before take(): what came before the end is then in the batch for certain.
    const bool ended = m_run->ended;
    const job::EventQueue::Batch batch = m_run->queue.take();
    deliver(batch);
    if (!ended) return;
    m_timer.stop();
    m_run->thread.join(); // at its last instruction already
    m_running = false;
    const job::JobOutcome outcome = std::move(m_run->outcome);
    m_endedBy = m_run->control.stopRequest();
    m_run.reset();
    m_state = outcome.state;
    emit runningChanged(false);
    emit stateChanged(m_state);
    emit finished(outcome);
}

void JobController::deliver(const job::EventQueue::Batch& batch) {
    if (batch.plan) emit planned(*batch.plan);
    for (const job::JobState state : batch.states) {
        m_state = state;
        emit stateChanged(state);
    }
    if (batch.statistics) emit statisticsFound(*batch.statistics);
    for (const job::LogLine& line : batch.log) emit logged(line.level, coreText(line.text));
    if (!batch.losses.empty()) emit lossesAdded(batch.losses);
    if (!batch.changes.empty()) emit changesMade(batch.changes);
    if (!batch.decisions.empty()) emit decisionsMade(batch.decisions);
    if (batch.preview) emit previewReady(batch.preview);
    if (batch.integration) emit integrationReady(batch.integration);
    m_failedFrames += batch.failedFrameCount;
    for (const job::FailedFrame& failed : batch.failedFrames) {
        emit frameFailed(failed.frame, coreText(failed.reason));
    }
    if (batch.progress) emit progressed(*batch.progress);
}

} // namespace ewald::ui
