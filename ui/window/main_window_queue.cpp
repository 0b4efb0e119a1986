// SPDX-License-Identifier: GPL-3.0-or-later
// The queue in the main window.
#include "common/counted_text.h"
#include "form/by_hand_text.h"
#include "form/parameter_field.h"
#include "form/parameter_form.h"
#include "job/ptychography/results/verdict.h"
#include "model/scan_parameters.h"
#include "model/text.h"
#include "window/data_page.h"
#include "window/hold_up_line.h"
#include "window/intent_sheet.h"
#include "window/main_window.h"
#include "window/message_bar.h"
#include "window/queue_dock.h"
#include "window/runs_strip.h"
#include "window/status_panel.h"
#include "window/sweep_window.h"

#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

#include <algorithm>

namespace ewald::ui {

namespace {

using job::queue::QueueJob;

bool isFailed(const QueueJob& job) { return job.state == job::queue::QueueState::failed; }

/// What a job says of itself and of another one that stands for it, or for which it stands.
std::string withLink(const std::string& comment, const QString& link) {
    return comment.empty() ? link.toStdString() : comment + " · " + link.toStdString();
}

/// A failed job and the one that was made of it by changing it name each other.
void linkJobs(QueueFeed& feed, const QueueJob& failed, long long again) {
    feed.change([failed, again](QueueFeed::Store& store) {
        job::queue::JobChange change;
        change.comment = withLink(failed.comment, MainWindow::tr("done again as job %1").arg(again));
        store.change(failed.id, change);
        change.comment = withLink(failed.comment, MainWindow::tr("in place of job %1").arg(failed.id));
        store.change(again, change);
    });
}

/// Whether the job that was started is what became of a failed one. \param files of that
bool isAgain(const QueueJob& failed, long long run, const std::optional<job::JobDocument>& started,
             const std::vector<std::filesystem::path>& files) {
    return isFailed(failed) && run > failed.id && started && started->files() == files;
}

} // namespace

void MainWindow::buildQueue() {
    addDockWidget(Qt::BottomDockWidgetArea, m_queue);
    m_queue->hide();
    connect(m_run.queue, &QAction::triggered, this, &MainWindow::addToQueue);
    connect(&m_session, &Session::backendChanged, m_queue, [this] { m_queue->setBackend(m_session.backend()); });
    connect(m_queue, &QueueDock::message, this, &MainWindow::showMessage);
    connect(m_queue, &QueueDock::added, this, [this](const AddedJobs& jobs, const std::vector<long long>& ids) {
        const UserMessage& problem = m_queue->feed().problem(); // what keeps them from their turn
        const bool waits = jobs.held || !problem.what.isEmpty();
        m_messages->show(
            {waits ? io::Severity::warning : io::Severity::info, addedText(jobs), problem.what, problem.hint, {}});
        if (jobs.held) m_messages->addButton(tr("Run the queue"), [this] { m_queue->feed().setHeld(false); });
        if (!m_queue->isVisible()) m_messages->addButton(tr("Show the queue"), [this, ids] { m_queue->reveal(ids); });
        if (!waits) m_messages->leaveLater();
    });
    connect(&m_queue->feed(), &QueueFeed::loaded, this, [this] {
        const long long run = m_session.runNumber();
        QSet<QString> planned; // a run from the form would take them from jobs that wait
        for (const job::queue::QueueJob& job : m_queue->feed().snapshot()->jobs)
            if (job.id != run && !hasEnded(job.state)) planned.insert(toQString(job.result));
        m_session.setPlannedResults(planned);
        m_status->setJob(run == 0 ? nullptr : m_queue->panel().model().find(run));
        // A failed job that was changed and started again from the form.
        if (!m_edited || !isAgain(m_edited->second, run, m_session.startedJob(), m_edited->first)) return;
        if (m_queue->panel().model().find(run) == nullptr) return;
        linkJobs(m_queue->feed(), m_edited->second, run);
        m_edited.reset();
    });
    connect(&m_queue->panel().model(), &QueueModel::sumsChanged, this, &MainWindow::showQueueLine);
    connect(m_status, &StatusPanel::queueWanted, m_queue, [this] { m_queue->reveal(); });
    showQueueLine();
    connect(&m_session.controller(), &JobController::runningChanged, this, [this](bool running) {
        if (!running || m_session.backend().empty()) return;
        m_status->setJob(nullptr); // of the run before
        m_queue->feed().start();
    });
    connect(&m_queue->feed(), &QueueFeed::problemChanged, this, [this] {
        const UserMessage& problem = m_queue->feed().problem();
        if (problem.what.isEmpty() || m_queue->isVisible()) return; // the panel says it
        m_messages->show(problem);
        m_messages->addButton(tr("Show the queue"), [this] { m_queue->reveal(); });
    });
    connect(m_queue, &QueueDock::jobFailed, this, [this](long long id, const UserMessage& said) {
        // The session has said it of the run that it follows.
        tellAbsent(said);
        const job::queue::QueueJob* job = m_queue->panel().model().find(id);
        if (job != nullptr && m_session.startedJob() && m_session.startedJob()->outputFile == job->result) return;
        m_messages->show(said); // a key of a parameter is one of the job, not of the form
        m_messages->addButton(tr("Show the job"), [this, id] { m_queue->reveal({id}); });
    });
    connect(m_queue, &QueueDock::allDone, this, [this](const UserMessage& said) {
        tellAbsent(said);
        showMessage(said);
        if (!m_queue->isVisible()) m_messages->addButton(tr("Show the queue"), [this] { m_queue->reveal(); });
        if (said.severity == io::Severity::info) m_messages->leaveLater();
    });
    connectQueuePanel();
}

void MainWindow::connectQueuePanel() {
    const QueuePanel* panel = &m_queue->panel();
    connect(panel, &QueuePanel::resultWanted, this, &MainWindow::open);
    connect(panel, &QueuePanel::scanWanted, this, &MainWindow::open);
    connect(panel, &QueuePanel::compareWanted, this, &MainWindow::compare);
    connect(panel, &QueuePanel::folderWanted, this, &MainWindow::showFolderOf);
    connect(panel, &QueuePanel::editWanted, this,
            [this](const job::JobDocument& document, const QString& key, const job::queue::QueueJob& job) {
                m_edited = {document.files(), job};
                job::JobDocument form = document;
                if (!job.devices.empty()) form.set("devices", job.devices); // seen, and changed, there
                m_session.useParameters(form);
                m_session.setBackend(job.backend);
                if (key.isEmpty()) return;
                m_showLeft->setChecked(true);
                activeForm().showField(key.toStdString());
            });
    connect(panel, &QueuePanel::orientationWanted, this, [this](const job::JobDocument& document) {
        m_orientScan = document.inputFile;
        m_session.useParameters(document);
        findOrientationOfJob();
    });
    connect(&m_session, &Session::scanChanged, this, &MainWindow::findOrientationOfJob);
    connect(panel, &QueuePanel::watchWanted, this, &MainWindow::askForWatchedFolder);
    connect(m_queue, &QueueDock::watchBegun, this, [this](const UserMessage& said) {
        showMessage(said);
        m_messages->addButton(tr("Stop watching"), [this, folder = said.where] { m_queue->endWatch(folder); });
        m_messages->leaveLater();
    });
    connect(panel, &QueuePanel::removing, this, [this](std::size_t jobs) {
        showMessage({io::Severity::info, countedText(tr("Taking %1 jobs out of the queue…"), {jobs}), {}, {}, {}});
    });
    connect(panel, &QueuePanel::removed, this, [this](std::size_t jobs) {
        showMessage(
            {io::Severity::info, countedText(tr("%1 {job was|jobs were} taken out of the queue"), {jobs}), {}, {}, {}});
        m_messages->addButton(tr("Undo"), [this] { m_queue->panel().actions().restore->trigger(); });
        m_messages->leaveLater();
    });
}

void MainWindow::showQueueLine() {
    const QueueSnapshotPtr& queue = m_queue->feed().snapshot();
    const QueueSums sums = m_queue->panel().model().sums();
    m_status->setQueue(queueLineText(sums, queue ? queue->watched.size() : 0, queue && queue->held));
    const long long run = m_session.runNumber();
    m_status->holdUp().setQueueRuns(queue && std::ranges::any_of(queue->jobs, [run](const job::queue::QueueJob& job) {
                                        return job.isActive() && job.id != run && job.backend.empty();
                                    }));
}

void MainWindow::askToChangeRun(const job::JobDocument& document) {
    showMessage({io::Severity::warning, tr("These parameters would change the run of this scan at once"), {}, {}, {}});
    m_messages->addButton(tr("Change the run"), [this, document] { m_session.putParameters(document); });
}

bool MainWindow::asksAboutQueue() {
    const QueueSnapshotPtr& queue = m_queue->feed().snapshot();
    if (m_leavesQueue || !queue || queue->held) return false;
    const auto waits = [](const job::queue::QueueJob& job) { // a paused one waits for its user, a cluster's goes on
        if (job.isActive()) return false;
        return job.state == job::queue::QueueState::queued || job.state == job::queue::QueueState::waiting;
    };
    const auto waiting = static_cast<std::size_t>(std::ranges::count_if(queue->jobs, waits));
    QStringList open;
    if (waiting > 0) open << countedText(tr("%1 {job waits for its|jobs wait for their} turn."), {waiting});
    if (!queue->watched.empty())
        open << countedText(tr("%1 {folder is|folders are} watched for new scans."), {queue->watched.size()});
    if (open.isEmpty()) return false;
    open << tr("What is running goes on without the window.");
    const QString title = waiting > 0 ? tr("Jobs are still waiting") : tr("New scans are still waited for");
    auto* box = new QMessageBox(QMessageBox::Question, title, open.join(u' '), QMessageBox::NoButton, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setObjectName(QStringLiteral("queueQuestion"));
    QAbstractButton* runOn = box->addButton(tr("Go on without the window"), QMessageBox::AcceptRole);
    QAbstractButton* later = box->addButton(tr("At the next start"), QMessageBox::DestructiveRole);
    box->addButton(tr("Stay open"), QMessageBox::RejectRole);
    const auto quit = [this] {
        m_leavesQueue = true;
        close();
    };
    connect(runOn, &QAbstractButton::clicked, this, [this, quit] {
        if (m_queue->runWithoutWindow()) quit();
    });
    connect(later, &QAbstractButton::clicked, this, quit);
    box->open();
    return true;
}

void MainWindow::askForWatchedFolder() {
    withJobOfForm([this](const job::JobDocument& document) {
        auto* dialog = new QFileDialog(this, tr("Folder whose new scans become jobs"), lastFolder());
        dialog->setFileMode(QFileDialog::Directory);
        dialog->setOption(QFileDialog::ShowDirsOnly);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &QFileDialog::fileSelected, this, [this, document](const QString& folder) {
            job::queue::WatchedFolder watched;
            watched.folder = toPath(folder);
            watched.common = document;
            askForScanParameters(watched);
        });
        dialog->open();
    });
}

void MainWindow::offerParameters(const QString& scan, const job::ParameterMap& parameters) {
    const Mode mode = m_session.mode();
    showMessage({io::Severity::info,
                 tr("Parameters of %1 were not taken over").arg(scan),
                 byHandTexts(parameters).join(QStringLiteral(" · ")),
                 mode == Mode::integration ? tr("The choice of frames belongs to a file.")
                                           : tr("Geometry, masks, crop, frames, and probe and object to start from "
                                                "belong to a scan."),
                 {}});
    const QString text = mode == Mode::integration ? tr("Use for these frames") : tr("Use for this scan");
    m_messages->addButton(text, [this, mode, parameters] { m_session.takeOver(mode, parameters); });
}

/// Whether what belongs to the open scan is meant for those that come.
void MainWindow::askForScanParameters(const job::queue::WatchedFolder& watched) {
    const QStringList ofScan = byHandTexts(scanParameters(watched.common));
    if (ofScan.isEmpty()) return m_queue->watch(watched, false);
    auto* box = new QMessageBox(QMessageBox::Question, tr("What was set for the open scan"),
                                tr("Is it the same for the new scans: %1?").arg(ofScan.join(QStringLiteral(", "))),
                                QMessageBox::NoButton, this);
    box->setInformativeText(keptText(watched.common));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setObjectName(QStringLiteral("scanParametersQuestion"));
    QAbstractButton* same = box->addButton(tr("Use for all"), QMessageBox::AcceptRole);
    QAbstractButton* without = box->addButton(tr("Leave out"), QMessageBox::DestructiveRole);
    box->addButton(tr("Cancel"), QMessageBox::RejectRole);
    for (const auto& [button, use] :
         {std::pair{same, IntentSheet::FormUse::all}, std::pair{without, IntentSheet::FormUse::withoutScan}})
        connect(button, &QAbstractButton::clicked, this, [this, watched, use = use] {
            job::queue::WatchedFolder wanted = watched;
            wanted.common = IntentSheet::commonOf(watched.common, use);
            m_queue->watch(wanted, false);
        });
    box->open();
}

void MainWindow::takeResolution(const LoadedResultPtr& result, const std::string& noResolution) {
    m_session.amendResult(result);
    m_runs->add(result->file);
    job::ResultFigures figures = job::figuresOf(result->result);
    figures.noResolution = noResolution;
    if (!m_queue->feed().snapshot()) return; // nobody has used it
    m_queue->feed().change(
        [file = toPath(result->file), figures](QueueFeed::Store& store) { store.noteResolution(file, figures); });
}

void MainWindow::buildRuns() {
    m_runs = new RunsStrip(m_runsDock);
    m_runsDock->setWidget(m_runs);
    addDockWidget(Qt::BottomDockWidgetArea, m_runsDock);
    tabifyDockWidget(m_queue, m_runsDock);
    m_runsDock->hide();
    connect(&m_session, &Session::resultChanged, this, [this] {
        if (const LoadedResultPtr& result = m_session.result()) m_runs->add(result->file);
    });
    connect(&m_session, &Session::integrationResultChanged, this, [this] {
        if (const LoadedIntegrationPtr& result = m_session.integrationResult()) m_runs->add(result->file);
    });
    connect(&m_session.controller(), &JobController::finished, m_runs, [this](const job::JobOutcome& outcome) {
        if (!outcome.resultFile.empty()) m_runs->add(QString::fromStdString(outcome.resultFile));
    });
    connect(&m_queue->feed(), &QueueFeed::jobEnded, m_runs, [this](const job::queue::QueueJob& job) {
        if (job.hasResult()) m_runs->add(toQString(job.result));
    });
    connect(m_runs, &RunsStrip::shown, this, &MainWindow::open);
    connect(m_runs, &RunsStrip::compareWanted, this, &MainWindow::compare);
    connect(m_runs, &RunsStrip::startFromWanted, &m_session, &Session::takeDropped);
    connect(m_runs, &RunsStrip::useWanted, this, [this](job::JobDocument document) {
        document.outputFile.clear();
        m_session.useParameters(document);
    });
}

void MainWindow::withJobOfForm(const std::function<void(const job::JobDocument&)>& act) {
    if (!checkFields()) return;
    m_messages->dismiss();
    // What was painted a moment ago belongs to the job.
    m_data->storeThen([this, act] {
        const auto go = [this, act] {
            job::JobDocument document = m_session.activeJob().document();
            document.outputFile = toPath(m_session.outputFile());
            act(document);
        };
        if (m_session.mode() == Mode::integration) {
            m_session.integration().storeThen(go);
        } else {
            go();
        }
    });
}

void MainWindow::addToQueue() {
    withJobOfForm([this](const job::JobDocument& document) {
        job::queue::NewJob made;
        made.document = document;
        made.name = QFileInfo(m_session.inputFile()).completeBaseName().toStdString();
        if (m_edited && m_edited->first == document.files()) { // for whom it is stays
            const job::queue::QueueJob& before = m_edited->second;
            made.sample = before.sample;
            made.comment = before.comment;
            made.operatorName = before.operatorName;
            made.priority = before.priority;
            connect(
                m_queue, &QueueDock::added, this,
                [this, before](const AddedJobs&, const std::vector<long long>& ids) {
                    if (ids.empty() || !m_edited || m_edited->second.id != before.id) return;
                    m_edited.reset(); // the next one of this scan is another job
                    if (!isFailed(before)) return;
                    linkJobs(m_queue->feed(), before, ids.front());
                    m_messages->addButton(tr("Remove job %1").arg(before.id), [this, id = before.id] {
                        m_queue->feed().change([id](QueueFeed::Store& store) { store.remove(id); });
                    });
                },
                Qt::SingleShotConnection);
        }
        m_queue->add({made});
    });
}

void MainWindow::showSweep() {
    withJobOfForm([this](const job::JobDocument& document) {
        if (m_sweep == nullptr) {
            m_sweep = new SweepWindow(m_queue->feed(), this);
            connect(m_sweep, &SweepWindow::queueWanted, this, [this] {
                withJobOfForm([this](const job::JobDocument& now) {
                    m_queue->addBatch(m_sweep->request(m_session.withoutAdded(now)));
                });
            });
            const auto follow = [this] {
                if (m_sweep->isVisible()) m_sweep->setForm(m_session.formForOthers());
            };
            for (JobModel* job : {&m_session.job(), &m_session.integration().job()})
                connect(job, &JobModel::changed, m_sweep, follow);
            connect(&m_session, &Session::modeChanged, m_sweep, follow);
            connect(m_sweep, &SweepWindow::resultWanted, this, &MainWindow::open);
            connect(m_sweep, &SweepWindow::compareWanted, this, &MainWindow::compare);
            connect(m_sweep, &SweepWindow::useWanted, &m_session, &Session::useParameters);
        }
        m_sweep->setForm(m_session.withoutAdded(document));
        m_sweep->show();
        m_sweep->raise();
        m_sweep->activateWindow();
    });
}

} // namespace ewald::ui
