// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/queue_dock.h"

#include "common/counted_text.h"
#include "common/icon.h"
#include "model/output_file.h"
#include "model/queue_text.h"
#include "model/text.h"

#include <QAction>
#include <QGuiApplication>
#include <QMainWindow>
#include <QProcess>
#include <QTimer>

#include <algorithm>
#include <set>
#include <utility>

namespace ewald::ui {

namespace {

namespace fs = std::filesystem;
using job::queue::NewJob;
using job::queue::QueueState;

struct Added {
    std::vector<long long> ids;
    AddedJobs jobs;
    std::size_t refused = 0;
    std::optional<Error> problem; ///< of the first one that was
};

AddedJobs describeAdded(QueueFeed::Store& store, std::size_t count, const std::string& name) {
    const std::vector<job::queue::QueueJob> jobs = store.jobs();
    const auto ended = std::ranges::count_if(jobs, [](const auto& job) { return hasEnded(job.state); });
    return {count, QString::fromStdString(name), jobs.size() - static_cast<std::size_t>(ended), store.isHeld()};
}

std::vector<NewJob> withFreeNames(std::vector<NewJob> jobs, const std::vector<fs::path>& planned) {
    std::set<fs::path> taken(planned.begin(), planned.end());
    const auto isTaken = [&](const fs::path& file) {
        // A run that was aborted leaves its checkpoint, from which another job would go on.
        return taken.contains(file) || fs::exists(file) || fs::exists(job::checkpointFile(file));
    };
    for (NewJob& job : jobs) {
        job.document.outputFile = job::queue::freeName(job.document.outputFile, isTaken);
        taken.insert(job.document.outputFile);
        // A folder that was proposed (Documents/ewald) may not exist yet.
        std::error_code ignored;
        fs::create_directories(job.document.outputFile.parent_path(), ignored);
        job::validateJob(job.document);
    }
    return jobs;
}

} // namespace

QueueDock::QueueDock(QWidget* parent)
    : QDockWidget(tr("Queue"), parent), m_panel(new QueuePanel(m_feed, this)), m_show(toggleViewAction()) {
    setObjectName(QStringLiteral("queue"));
    setWidget(m_panel);
    m_show->setIcon(icon(QStringLiteral("queue")));
    m_show->setText(tr("&Queue"));
    m_show->setShortcut(Qt::CTRL | Qt::Key_J);
    const QString tip = tr("Show or hide the jobs that run one after the other");
    m_show->setToolTip(tr("%1 (%2)").arg(tip, m_show->shortcut().toString(QKeySequence::NativeText)));
    m_show->setStatusTip(tip);
    connect(&m_feed, &QueueFeed::message, this, &QueueDock::message);
    connect(&m_feed, &QueueFeed::jobEnded, this, &QueueDock::jobEnded);
    connect(&m_feed, &QueueFeed::allDone, this, &QueueDock::queueDone);
    connect(m_panel, &QueuePanel::message, this, &QueueDock::message);
    m_feed.start(true);
    if (parent != nullptr) parent->installEventFilter(this);
}

void QueueDock::resizeEvent(QResizeEvent* event) {
    QDockWidget::resizeEvent(event);
    const int heightOfWindow = window()->height();
    const bool isSameWindow = heightOfWindow == std::exchange(m_heightOfWindow, heightOfWindow);
    const bool isByHand = isSameWindow && QGuiApplication::mouseButtons().testFlag(Qt::LeftButton);
    if (isFloating() || !(isByHand || height() > m_chosenHeight)) return;
    m_chosenHeight = height();
    m_chosenIn = heightOfWindow;
}

bool QueueDock::eventFilter(QObject* watched, QEvent* event) {
    if (watched == parent() && event->type() == QEvent::Resize) QTimer::singleShot(0, this, &QueueDock::restoreHeight);
    return QDockWidget::eventFilter(watched, event);
}

void QueueDock::restoreHeight() {
    auto* main = qobject_cast<QMainWindow*>(parent());
    if (main == nullptr || isFloating() || !isVisible() || m_chosenHeight == 0) return;
    const int wanted = m_chosenHeight - std::max(0, m_chosenIn - main->height());
    if (height() < wanted) main->resizeDocks({this}, {wanted}, Qt::Vertical);
}

void QueueDock::showEvent(QShowEvent* event) {
    QDockWidget::showEvent(event);
    m_feed.start();
}

void QueueDock::add(std::vector<NewJob> jobs) {
    if (jobs.empty()) return;
    for (NewJob& job : jobs) place(job);
    m_feed.ask<Added>(
        [jobs = std::move(jobs)](QueueFeed::Store& store) {
            const auto plan = [&](const std::vector<fs::path>& taken) { return withFreeNames(jobs, taken); };
            const std::vector<long long> ids = addPlanned(store, plan);
            return Added{ids, describeAdded(store, ids.size(), jobs.front().name), 0, {}};
        },
        [this](const Added& done) { emit added(done.jobs, done.ids); });
}

void QueueDock::addBatch(job::queue::BatchRequest request) {
    place(request);
    m_feed.ask<Added>(
        [request](QueueFeed::Store& store) {
            Added done;
            std::string name;
            done.ids = addPlanned(store, [&](const std::vector<fs::path>& taken) {
                done = {};
                std::vector<NewJob> jobs;
                for (job::queue::PlannedJob& planned : job::queue::planJobs(request, taken)) {
                    if (!planned.problem) {
                        jobs.push_back(std::move(planned.job));
                    } else if (++done.refused == 1) {
                        done.problem = planned.problem;
                    }
                }
                if (jobs.empty()) ewald::raise(*done.problem);
                name = jobs.front().name;
                return jobs;
            });
            done.jobs = describeAdded(store, done.ids.size(), name);
            return done;
        },
        [this](const Added& done) {
            emit added(done.jobs, done.ids);
            if (done.refused == 0) return;
            UserMessage said = toMessage(*done.problem);
            said.severity = io::Severity::warning;
            said.what =
                countedText(tr("%1 of %2 jobs cannot be queued: %3"), {done.refused, done.refused + done.ids.size()})
                    .arg(said.what);
            emit message(said);
        });
}

void QueueDock::watch(job::queue::WatchedFolder watched, bool withExisting) {
    place(watched);
    watched.output = proposedOutputs({watched.folder / "new.h5"});
    m_feed.ask<bool>(
        [watched, withExisting](QueueFeed::Store& store) {
            job::queue::watchFolder(store, watched, withExisting);
            return true;
        },
        [this, folder = toQString(watched.folder)](bool) {
            emit watchBegun({io::Severity::info,
                             tr("The folder is watched: new scans become jobs"),
                             folder,
                             tr("The button with the eye in the panel of the queue ends it."),
                             {}});
        });
}

void QueueDock::endWatch(const QString& folder) {
    m_feed.change([folder = toPath(folder)](QueueFeed::Store& store) { job::queue::unwatchFolder(store, folder); });
}

bool QueueDock::runWithoutWindow() {
    const QString program = toQString(queueProgram());
    QProcess process;
    process.setProgram(program);
    QStringList arguments{QStringLiteral("queue"), QStringLiteral("run")};
    // New scans of watched folders are waited for.
    if (m_feed.snapshot() && !m_feed.snapshot()->watched.empty()) arguments << QStringLiteral("--wait");
    process.setArguments(arguments);
    process.setStandardInputFile(QProcess::nullDevice());
    process.setStandardOutputFile(QProcess::nullDevice());
    process.setStandardErrorFile(QProcess::nullDevice());
    if (!program.isEmpty() && process.startDetached()) return true;
    emit message({io::Severity::error,
                  tr("The program that runs the queue cannot be started"),
                  program.isEmpty() ? QStringLiteral("ewald-cli") : program,
                  tr("Leave the window open, or install Ewald again."),
                  {}});
    return false;
}

void QueueDock::reveal(const std::vector<long long>& ids) {
    show();
    raise();
    if (!ids.empty()) m_panel->select(ids);
}

void QueueDock::jobEnded(const job::queue::QueueJob& job) {
    if (job.state == QueueState::done) ++m_done;
    if (job.state != QueueState::failed) return;
    ++m_failed;
    UserMessage said = failureMessage(job);
    said.what = tr("Job %1 has failed: %2").arg(QString::fromStdString(job.name), said.what);
    emit jobFailed(job.id, said);
}

void QueueDock::queueDone() {
    const std::size_t failed = std::exchange(m_failed, 0);
    const std::size_t done = std::exchange(m_done, 0);
    if (done + failed < 2) return; // one job says enough by itself
    UserMessage said;
    said.severity = failed > 0 ? io::Severity::warning : io::Severity::info;
    said.what = failed > 0 ? countedText(tr("No job is left to run. Failed: %1 of %2"), {failed, done + failed})
                           : countedText(tr("All %1 {job is|jobs are} done"), {done});
    emit allDone(said);
}

} // namespace ewald::ui
