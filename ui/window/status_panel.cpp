// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/status_panel.h"

#include "common/counted_text.h"
#include "job/document/settings.h"
#include "job/ptychography/setup/memory_plan.h"
#include "job/run/run_advice.h"
#include "model/queue_text.h"
#include "model/session.h"
#include "model/text.h"
#include "view/elided_label.h"
#include "window/hold_up_line.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>

namespace ewald::ui {

namespace {

constexpr int kBarSteps = 1000; ///< of a run of several parts

const char* stateColour(job::JobState state, bool running) {
    using job::JobState;
    if (running) return state == JobState::paused ? "#d9822b" : "#2b78c5";
    if (state == JobState::failed) return "#d64545";
    if (state == JobState::stopped) return "#d9822b";
    return "#2e9e5b";
}

} // namespace

StatusPanel::StatusPanel(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_state(new QLabel(this)), m_bar(new QProgressBar(this)),
      m_count(new QLabel(this)), m_speed(new QLabel(this)), m_left(new QLabel(this)),
      m_place(new view::ElidedLabel(this)), m_memory(new QLabel(this)), m_holdUp(new HoldUpLine(session, this)),
      m_queue(new QToolButton(this)) {
    m_state->setTextFormat(Qt::RichText);
    m_bar->setTextVisible(false);
    m_bar->setFixedSize(180, 10);
    m_count->setToolTip(tr("Iterations (or frames, while reading) done and in total"));
    m_speed->setToolTip(tr("Iterations (or frames) per second"));
    m_left->setToolTip(tr("Estimated time left"));
    m_memory->setObjectName(QStringLiteral("memory"));
    m_place->setObjectName(QStringLiteral("place"));
    m_place->setMinimumWidth(1); // the rest of the line is more important
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 0, 8, 0);
    column->setSpacing(0);
    auto* row = new QHBoxLayout;
    column->addLayout(row);
    m_queue->setAutoRaise(true);
    m_queue->setMaximumHeight(fontMetrics().lineSpacing() + 2); // as the line beside it
    m_queue->setFocusPolicy(Qt::TabFocus);
    m_queue->setObjectName(QStringLiteral("queueLine"));
    m_queue->setToolTip(tr("What the queue does; a click shows it"));
    connect(m_queue, &QToolButton::clicked, this, &StatusPanel::queueWanted);
    auto* lower = new QHBoxLayout;
    lower->addWidget(m_queue);
    lower->addWidget(m_holdUp, 1);
    column->addLayout(lower);
    row->setSpacing(18);
    row->addWidget(m_state);
    row->addWidget(m_bar);
    for (QLabel* label : {m_count, m_speed, m_left}) row->addWidget(label);
    row->addWidget(m_place, 1);
    row->addWidget(m_memory);

    JobController& controller = m_session.controller();
    connect(&controller, &JobController::stateChanged, this, &StatusPanel::refresh);
    connect(&controller, &JobController::runningChanged, this, [this](bool started) {
        if (started) {
            m_progress = {};
            m_memoryPlan.clear();
        }
        refresh();
    });
    connect(&controller, &JobController::progressed, this, [this](const job::Progress& progress) {
        m_progress = progress;
        refresh();
    });
    connect(&controller, &JobController::planned, this, [this](const job::JobPlan& plan) {
        m_memoryPlan = plan.memorySummary;
        refresh();
    });
    connect(&m_session, &Session::scanChanged, this, &StatusPanel::refresh);
    connect(&m_session, &Session::resultChanged, this, &StatusPanel::refresh);
    connect(&m_session, &Session::shownChanged, this, &StatusPanel::refresh);
    connect(&m_session, &Session::modeChanged, this, &StatusPanel::refresh);
    connect(&m_session, &Session::outputChanged, this, &StatusPanel::refresh); // when the form has another file as well
    connect(&m_session.integration(), &IntegrationSession::stackChanged, this, &StatusPanel::refresh);
    refresh();
}

void StatusPanel::refresh() {
    const bool running = m_session.controller().running();
    // A job that ended belongs to its mode; one that runs is of interest everywhere.
    const bool shown = running || m_session.startedMode() == m_session.mode();
    showState(shown, running);
    showProgress(shown, running);
    showPlace(shown);
}

void StatusPanel::setJob(const job::queue::QueueJob* job) {
    std::optional<job::queue::QueueJob> now;
    if (job != nullptr && !job->backend.empty()) now = *job;
    if (!now && !m_job) return;
    m_job = std::move(now);
    refresh();
}

void StatusPanel::showPlace(bool shown) {
    if (!shown || !m_job) {
        m_place->setText(shown ? asSentence(coreText(job::fittingOf(m_memoryPlan))) : QString());
        m_place->setDetails(m_place->text().isEmpty() ? QString() : asSentence(coreText(m_memoryPlan)));
        return;
    }
    const UserMessage said = failureMessage(*m_job);
    const QString place = devicesText(*m_job);
    m_place->setText(said.what.isEmpty() ? place : tr("%1: %2").arg(place, said.what));
    m_place->setDetails(QStringList{said.what, said.where, said.hint}.join(u'\n').trimmed());
}

void StatusPanel::showState(bool shown, bool running) {
    const JobController& controller = m_session.controller();
    const Shown& result = m_session.shown(m_session.mode());
    const bool ofFile = !shown && result.what == Shown::What::result; // a result that was opened
    QString text = shown                             ? stateText(controller.state())
                   : ofFile                          ? tr("Result: %1").arg(shortName(result.result))
                   : m_session.canStart()            ? tr("Ready")
                   : m_session.inputFile().isEmpty() ? tr("Nothing open")
                                                     : tr("A problem holds Start back");
    if (running && controller.state() == job::JobState::running) {
        const char* own = uiOf(*m_session.startedMode()).running;
        if (*own != 0) text = jobKindText(own);
        if (waitsForFrames()) text = tr("Waiting for frames");
    }
    const auto isBegun = [](job::queue::QueueState state) {
        return state == job::queue::QueueState::running || state == job::queue::QueueState::finishing;
    };
    if (running && m_job && controller.state() == job::JobState::preparing && !isBegun(m_job->state))
        text = jobStateText(*m_job, nullptr);
    if (running && m_progress.state == job::JobState::initialising && m_progress.total > 0)
        text = tr("Finding the probe, best %1").arg(lengthText(m_progress.bestDefocus_m));
    if (const std::size_t half = m_progress.part.half; running && half > 0)
        text = half == 1 ? tr("First half of the frames: %1").arg(text) : tr("Second half of the frames: %1").arg(text);
    if (running && controller.stopRequest() != StopRequest::none) text = tr("Stopping");
    if (shown && controller.state() == job::JobState::done && controller.failedFrames() > 0) {
        text =
            tr("Done, %1 of %2 frames failed").arg(countText(controller.failedFrames()), countText(m_progress.total));
    }
    // Of another scan than the one that is open beside it.
    const QString file = shown ? m_session.otherFile() : QString();
    if (!file.isEmpty()) {
        text = tr("%1: %2").arg(text, shortName(file));
    }
    m_state->setToolTip(ofFile ? result.result : file);
    const char* colour = shown ? stateColour(controller.state(), running) : "#8a95a1";
    m_state->setText(QStringLiteral("<span style='color:%1'>●</span>&nbsp;&nbsp;%2").arg(QLatin1String(colour), text));
}

/// The total is what is there by now of files that are still being written.
bool StatusPanel::followsFiles() const {
    const std::optional<job::JobDocument>& job = m_session.startedJob();
    return job && job::kindOf(*job).worksFrameByFrame() && job->flag("follow");
}

bool StatusPanel::waitsForFrames() const {
    const std::optional<job::JobDocument>& job = m_session.startedJob();
    return m_session.controller().running() && job && job::waitsForFrames(m_progress, *job);
}

QString StatusPanel::shortName(const QString& file) const {
    constexpr int kWidest = 200;
    return fontMetrics().elidedText(QFileInfo(file).fileName(), Qt::ElideMiddle, kWidest);
}

/// \param earlier iterations of the run that this one goes on from
void StatusPanel::showBar(std::size_t earlier) {
    if (m_progress.part.halves == 0) {
        m_bar->setRange(0, static_cast<int>(earlier + m_progress.total));
        m_bar->setValue(static_cast<int>(earlier + m_progress.done));
        return;
    }
    const double done = job::fractionDone(m_progress);
    m_bar->setRange(0, done < 0 ? 0 : kBarSteps);
    m_bar->setValue(static_cast<int>(std::lround(done * kBarSteps)));
}

void StatusPanel::showProgress(bool shown, bool running) {
    using job::JobState;
    const JobState state = m_session.controller().state();
    m_bar->setVisible(shown);
    const bool measured = shown && m_progress.memory_bytes > 0; // in this run, and not before it
    m_memory->setText(measured ? tr("%1 memory").arg(bytesText(static_cast<double>(m_progress.memory_bytes)))
                               : QString());
    // With how the same run was fitted into the memory.
    m_memory->setToolTip(
        QStringList{tr("Memory that the program uses"), asSentence(coreText(m_memoryPlan))}.join(u'\n').trimmed());
    if (!shown || m_progress.total == 0 || (running && state == JobState::preparing)) {
        for (QLabel* label : {m_count, m_speed, m_left}) label->clear();
        if (shown && m_progress.part.halves > 0)
            showBar(0);
        else
            m_bar->setRange(0, running ? 0 : 1);
        return;
    }
    const bool frames =
        m_progress.state == JobState::reading || job::kindOf(*m_session.startedJob()).worksFrameByFrame();
    // What goes on from the result of another run counts on; halves begin anew.
    const bool trials = m_progress.state == JobState::initialising;
    const std::size_t earlier = frames || trials || m_progress.part.half > 0 ? 0 : m_session.earlierIterations();
    const std::size_t done = earlier + m_progress.done;
    const std::size_t total = earlier + m_progress.total;
    // A plan that had enough is done, whatever it was allowed.
    const bool hadEnough = !running && state == JobState::done && !frames && m_progress.part.halves == 0 &&
                           done < total && job::mayEndEarlier(*m_session.startedJob());
    if (hadEnough) {
        m_bar->setRange(0, 1);
        m_bar->setValue(1);
    } else {
        showBar(earlier);
    }
    const QString count = trials   ? tr("%1 of %2 {distance|distances}")
                          : frames ? tr("%1 of %2 {frame|frames}")
                                   : tr("%1 of %2 {iteration|iterations}");
    m_count->setText(running && followsFiles()
                         ? countedText(tr("%1 {frame|frames}, %2 behind"), {done, total - std::min(done, total)})
                     : hadEnough ? countedText(tr("%1 {iteration|iterations}, which were enough"), {done})
                                 : countedText(count, {done, total}));
    m_speed->setText(m_progress.perSecond > 0 && !trials && !waitsForFrames()
                         ? (frames ? tr("%1 frames/s") : tr("%1 it/s")).arg(numberText(m_progress.perSecond))
                         : QString());
    QString time;
    if (!running) time = tr("%1 total").arg(durationText(m_progress.elapsed_s));
    if (running && state != JobState::saving && m_progress.secondsLeft >= 0 && !followsFiles())
        time = (m_progress.atMost ? tr("at most %1 left") : tr("%1 left"))
                   .arg(durationText(std::ceil(m_progress.secondsLeft)));
    m_left->setText(time);
}

void StatusPanel::setQueue(const QString& text) {
    m_queue->setText(text);
    m_queue->setAccessibleName(text);
}

QString StatusPanel::text() const {
    return QStringList{m_state->text(), m_count->text(), m_speed->text(),
                       m_left->text(),  m_place->text(), m_memory->text()}
        .join(u' ');
}

} // namespace ewald::ui
