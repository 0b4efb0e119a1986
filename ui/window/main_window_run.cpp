// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of the window: what starts, ends and continues them, what is said at their end, and which actions there are.
#include "window/main_window.h"

#include "form/parameter_field.h"
#include "form/parameter_form.h"
#include "io/file_address.h"
#include "io/stack/file_patterns.h"
#include "model/text.h"
#include "window/data_page.h"
#include "window/message_bar.h"
#include "window/status_panel.h"

#include <QAction>
#include <QMessageBox>
#include <QPushButton>

namespace ewald::ui {

bool MainWindow::checkFields() {
    const auto invalid = activeForm().invalidFields();
    if (invalid.empty()) return true;
    activeForm().showField(invalid.front()->def().key);
    showMessage(
        {io::Severity::error,
         invalid.size() == 1 ? tr("1 parameter is invalid") : tr("%1 parameters are invalid").arg(invalid.size()),
         tableText(invalid.front()->def().label),
         tr("Fix the fields marked red."),
         {}});
    // Over once they can be read again. Queued: who leaves a field has it read twice.
    auto* until = new QObject(m_messages);
    const auto outdate = [this, until, form = &activeForm(), what = m_messages->message().what] {
        if (!form->invalidFields().empty()) return;
        if (m_messages->message().what == what) m_messages->dismiss();
        until->deleteLater();
    };
    connect(&activeForm(), &ParameterForm::validityChanged, until, outdate, Qt::QueuedConnection);
    return false;
}

QString MainWindow::missingInput() {
    const std::filesystem::path input = m_session.activeJob().document().inputFile;
    const ScanDataPtr& scan = m_session.scan();
    const bool isOpen = m_session.mode() == Mode::integration ? m_session.integration().stack() != nullptr
                                                              : scan && scan->job.inputFile == input;
    std::error_code failed;
    const bool isThere =
        input.empty() || io::isPattern(input.string()) || std::filesystem::exists(io::splitAddress(input).file, failed);
    return isOpen || isThere ? QString() : toQString(input);
}

void MainWindow::startRun() {
    if (!checkFields()) return;
    if (const QString missing = missingInput(); !missing.isEmpty()) {
        showMessage({io::Severity::error, tr("The file of this job is not there"), missing, {}, {}});
        return;
    }
    if (const QString problem = m_session.startProblem(); !problem.isEmpty()) {
        showMessage({io::Severity::error, tr("Start is held back"), problem, {}, {}});
        return;
    }
    m_messages->dismiss();
    m_aborted = false;
    // What was painted a moment ago belongs to the job.
    m_data->storeThen([this] {
        if (!m_session.start()) return;
        showRunPage();
    });
}

ParameterForm& MainWindow::activeForm() const {
    return m_session.mode() == Mode::integration ? *m_integrationForm : *m_form;
}

void MainWindow::confirmAbort() {
    auto* box =
        new QMessageBox(QMessageBox::Question, tr("Abort the run?"),
                        tr("Abort saves no result, and Start then begins anew. Stop is just as fast and keeps the "
                           "result so far, with which Continue goes on."),
                        QMessageBox::NoButton, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setObjectName(QStringLiteral("abortQuestion"));
    QAbstractButton* stop = box->addButton(tr("Stop and keep"), QMessageBox::AcceptRole);
    QAbstractButton* abort = box->addButton(tr("Abort"), QMessageBox::DestructiveRole);
    box->addButton(tr("Keep running"), QMessageBox::RejectRole);
    connect(stop, &QAbstractButton::clicked, &m_session.controller(), &JobController::stop);
    connect(abort, &QAbstractButton::clicked, this, [this] {
        m_aborted = true;
        m_session.controller().abort();
    });
    // Nothing to ask any more when the run has ended by itself.
    connect(&m_session.controller(), &JobController::finished, box, &QWidget::close);
    box->open();
}

void MainWindow::runFinished(const job::JobOutcome& outcome) {
    updateActions();
    if (m_closing) {
        close();
        return;
    }
    if (outcome.error && outcome.error->kind() != ErrorKind::stopped) {        // the session has said it
        if (m_session.runNumber() == 0) tellAbsent(toMessage(*outcome.error)); // else the queue does
        return;
    }
    if (m_session.controller().running() || m_session.goesBack()) return; // goes on
    const QString file = QString::fromStdString(outcome.resultFile);
    const JobKindUi& kind = uiOf(m_session.startedMode().value_or(Mode::ptychography));
    const bool integrates = kind.mode == Mode::integration;
    if (file.isEmpty()) {
        QString what = jobKindText(kind.nothingSaved);
        if (m_session.continuesResult()) what = tr("Stopped before the next iteration; the result is as it was.");
        if (m_aborted) what = tr("The run was aborted; nothing was saved.");
        showMessage({io::Severity::warning, what, {}, {}, {}});
        return;
    }
    const bool stopped = outcome.state == job::JobState::stopped;
    const job::Progress& progress = m_status->progress();
    const std::size_t failed = m_session.controller().failedFrames();
    QString what = stopped ? tr("Stopped. The result so far is saved.") : tr("Done. The result is saved.");
    if (failed > 0) {
        what = (stopped ? tr("Stopped, %1 of %2 frames failed. The result is saved.")
                        : tr("Done, %1 of %2 frames failed. The result is saved."))
                   .arg(countText(failed), countText(progress.total));
    }
    if (stopped && !integrates && progress.total > 0) {
        const std::size_t earlier = m_session.earlierIterations();
        what = tr("Stopped at iteration %1 of %2. The result is saved.")
                   .arg(countText(earlier + progress.done), countText(earlier + progress.total));
    }
    QStringList verdict;
    for (const std::string& line : outcome.verdict) verdict << coreText(line);
    UserMessage said{failed > 0 ? io::Severity::warning : io::Severity::info, what, toQString(toPath(file)), {}, {}};
    if (verdict.size() > 1) verdict.front().prepend(QStringLiteral("• "));
    said.hint = verdict.join(QStringLiteral("\n• "));
    showMessage(said);
    if (!outcome.verdict.empty()) said.hint = coreText(outcome.verdict.front()); // the desktop has less room
    tellAbsent(said);
    // Of another scan than the open one: it has to be opened to be worked with.
    const bool ofOpenScan = integrates || (m_session.shown().what == Shown::What::run && !m_session.showsOtherScan());
    // What they do is done to this result, whichever side is shown by then.
    const auto addButton = [this, mode = kind.mode](const QString& text, void (MainWindow::*act)()) {
        m_messages->addButton(text, [this, mode, act] {
            m_session.setMode(mode);
            (this->*act)();
        });
    };
    if (stopped && !integrates && ofOpenScan) addButton(tr("Continue"), &MainWindow::continueRun);
    if (ofOpenScan) addButton(tr("Export…"), &MainWindow::exportResult);
    if (!ofOpenScan) m_messages->addButton(tr("Show the result"), [this, file] { open(file); });
    m_messages->addButton(tr("Show folder"), [this, file] { showFolderOf(file); });
    if (failed == 0) m_messages->leaveLater();
}

void MainWindow::continueRun() {
    m_messages->dismiss();
    if (m_session.continueResult()) showRunPage();
}

void MainWindow::continueFor(std::size_t iterations) {
    m_messages->dismiss();
    if (m_session.continueFor(iterations)) showRunPage();
}

void MainWindow::updateActions() {
    const JobController& controller = m_session.controller();
    const bool running = controller.running();
    const bool stopping = running && controller.stopRequest() != StopRequest::none;
    m_run.start->setEnabled(!running && m_session.canStart());
    m_run.queue->setEnabled(m_session.canStart());
    const QString problem = m_session.startProblem();
    const QString does = m_session.mode() == Mode::integration ? tr("Integrate the open frames with these parameters")
                                                               : tr("Reconstruct the open scan with these parameters");
    m_run.start->setToolTip(problem.isEmpty() ? tr("%1 (F5)").arg(does)
                                              : tr("Held back by a problem: %1").arg(problem));
    m_run.pause->setEnabled(running && !stopping);
    m_run.pause->setChecked(running && controller.paused());
    m_run.stop->setEnabled(running && !stopping);
    m_run.abort->setEnabled(running && controller.stopRequest() != StopRequest::abort);
    for (QAction* each : m_run.more) each->setEnabled(m_session.canContinueResult());
    m_run.resume->setEnabled(m_session.canContinueResult());
    m_run.orient->setEnabled(m_session.mode() == Mode::ptychography && m_session.scan() != nullptr);
    m_run.apply->setEnabled(m_session.canContinueWithChanges() && !stopping);
    m_export->setEnabled(m_session.mode() == Mode::integration ? m_session.integrationResult() != nullptr
                                                               : m_session.shown().what == Shown::What::result);
    m_compare->setEnabled(m_session.result() != nullptr);
    m_halves->setEnabled(m_session.result() != nullptr && m_session.result()->job.has_value());
}

} // namespace ewald::ui
