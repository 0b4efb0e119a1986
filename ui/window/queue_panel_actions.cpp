// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done with the jobs of the queue panel.
#include "base/error.h"
#include "common/counted_text.h"
#include "common/icon.h"
#include "model/text.h"
#include "window/job_notes_dialog.h"
#include "window/queue_details_view.h"
#include "window/queue_panel.h"

#include <QAction>
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <map>
#include <utility>

namespace ewald::ui {

using job::queue::QueueJob;
using job::queue::QueueState;
using job::queue::Wish;

namespace {

bool canPause(const QueueJob& job) { return !hasEnded(job.state) && job.state != QueueState::paused; }
bool isPaused(const QueueJob& job) { return job.state == QueueState::paused || job.wish == Wish::pause; }
bool canEnd(const QueueJob& job) { return !hasEnded(job.state); }
bool canRetry(const QueueJob& job) { return job.state == QueueState::failed || job.state == QueueState::stopped; }
bool canRemove(const QueueJob& job) { return !job.isActive(); }
bool canMove(const QueueJob& job) { return !hasEnded(job.state) && !job.isActive(); }

/// A function of the store for a job.
auto doing(void (job::queue::QueueStore::*what)(long long)) {
    return [what](QueueFeed::Store& store, long long id) { (store.*what)(id); };
}

} // namespace

QAction* QueuePanel::action(const char* iconName, const QString& text, const QString& tip, const QKeySequence& key) {
    auto* made = new QAction(icon(QLatin1String(iconName)), text, this);
    made->setShortcut(key);
    // Letters belong to the table: beside it they are typed, or mean something else.
    made->setShortcutContext(Qt::WidgetShortcut);
    made->setToolTip(key.isEmpty() ? tip : tr("%1 (%2)").arg(tip, key.toString(QKeySequence::NativeText)));
    m_table->addAction(made);
    return made;
}

void QueuePanel::buildActions() {
    m_hold->setShortcut(Qt::CTRL | Qt::Key_F6);
    connect(m_hold, &QAction::triggered, this, [this] { m_feed.setHeld(!m_held); });
    showHeld(false);
    m_watchMore->setToolTip(tr("Make jobs of the scans that appear in a folder"));
    m_watchMore->setStatusTip(m_watchMore->toolTip());
    connect(m_watchMore, &QAction::triggered, this, &QueuePanel::watchWanted);
    m_do.pause =
        action("pause", tr("&Pause or resume"),
               tr("Let the selected jobs hold still, or go on; one in the queue gets no turn meanwhile"), Qt::Key_P);
    m_do.stop = action("stop", tr("S&top"), tr("End the selected jobs and keep what they have done"), Qt::Key_S);
    m_do.abort = action("abort", tr("&Abort"),
                        tr("End the selected jobs at once; they can go on from their last checkpoint"), Qt::Key_A);
    m_do.retry = action("again", tr("T&ry again"),
                        tr("Another turn for selected jobs that have failed or were stopped; they go on from what was "
                           "saved"),
                        Qt::Key_R);
    m_do.edit =
        action("sliders", tr("&Duplicate and edit"),
               tr("Put the parameters of the selected job into the form, to start or queue them changed"), Qt::Key_D);
    m_do.notes = action("notes", tr("&Notes…"),
                        tr("Name, sample, operator and comment of the selected jobs, their priority, and what they "
                           "wait for"),
                        Qt::Key_N);
    m_do.remove = action("remove", tr("Re&move"), tr("Take the selected jobs out of the list; results stay"),
                         QKeySequence::Delete);
    m_do.restore = action("undo", tr("&Undo the removal"), tr("Put the jobs back that were removed last"), Qt::Key_U);
    m_do.open =
        action("open", tr("&Open the result"), tr("Show the result of the selected job in the window"), Qt::Key_Return);
    m_do.folder = action("folder", tr("Show &folder"), tr("Show the folder of the result"), Qt::Key_F);
    m_do.compare =
        action("object", tr("&Compare two"), tr("Show the results of two selected jobs beside each other"), Qt::Key_C);
    buildOrderActions();
    connect(m_do.pause, &QAction::triggered, this, &QueuePanel::pauseOrResume);
    const auto forEach = [this](QAction* trigger, bool (*is)(const QueueJob&),
                                void (job::queue::QueueStore::*what)(long long)) {
        connect(trigger, &QAction::triggered, this,
                [this, is, what] { m_feed.changeEach(selectedWhere(is), doing(what)); });
    };
    forEach(m_do.stop, canEnd, &job::queue::QueueStore::cancel);
    connect(m_do.abort, &QAction::triggered, this, &QueuePanel::abortSelected);
    forEach(m_do.retry, canRetry, &job::queue::QueueStore::retry);
    connect(m_do.edit, &QAction::triggered, this, [this] { edit({}); });
    connect(m_do.notes, &QAction::triggered, this, &QueuePanel::editNotes);
    connect(m_details, &QueueDetailsView::notesWanted, m_do.notes, &QAction::trigger);
    connect(m_do.remove, &QAction::triggered, this, &QueuePanel::removeSelected);
    connect(m_do.restore, &QAction::triggered, this, &QueuePanel::restoreRemoved);
    connect(m_do.open, &QAction::triggered, this, &QueuePanel::openSelected);
    connect(m_do.folder, &QAction::triggered, this, [this] {
        if (const QueueJob* job = only()) emit folderWanted(toQString(job->result));
    });
    connect(m_do.compare, &QAction::triggered, this, &QueuePanel::compareSelected);
    connect(m_details, &QueueDetailsView::cureWanted, this, &QueuePanel::cure);
    connect(m_details, &QueueDetailsView::resultWanted, this, &QueuePanel::openSelected);
    connect(m_details, &QueueDetailsView::folderWanted, m_do.folder, &QAction::trigger);
}

void QueuePanel::buildOrderActions() {
    m_do.up =
        action("up", tr("Earl&ier"), tr("Let the selected jobs run before the one above; they can also be dragged"),
               Qt::ALT | Qt::Key_Up);
    m_do.down =
        action("down", tr("&Later"), tr("Let the selected jobs run after the one below"), Qt::ALT | Qt::Key_Down);
    m_do.morePriority =
        action("add", tr("&Higher priority"), tr("Jobs of a higher priority run before all others"), Qt::Key_Plus);
    m_do.lessPriority =
        action("remove", tr("Lo&wer priority"), tr("Jobs of a lower priority run after all others"), Qt::Key_Minus);
    connect(m_do.up, &QAction::triggered, this, [this] { step(-1); });
    connect(m_do.down, &QAction::triggered, this, [this] { step(1); });
    connect(m_do.morePriority, &QAction::triggered, this, [this] { changePriority(1); });
    connect(m_do.lessPriority, &QAction::triggered, this, [this] { changePriority(-1); });
}

void QueuePanel::showHeld(bool held) {
    m_held = held;
    m_hold->setIcon(icon(held ? QStringLiteral("queue") : QStringLiteral("hold")));
    m_hold->setText(held ? tr("Run the queue") : tr("Hold the queue"));
    m_hold->setToolTip(tr("%1 (%2)").arg(held ? tr("The jobs get their turn again")
                                              : tr("No further job is started; those that run go on"),
                                         m_hold->shortcut().toString(QKeySequence::NativeText)));
}

void QueuePanel::updateActions() {
    const std::vector<const QueueJob*> jobs = selectedJobs();
    const auto some = [&](bool (*is)(const QueueJob&)) {
        return std::ranges::any_of(jobs, [is](const QueueJob* job) { return is(*job); });
    };
    m_do.pause->setEnabled(some(canPause) || some(isPaused));
    m_do.stop->setEnabled(some(canEnd));
    m_do.abort->setEnabled(some(canEnd));
    m_do.retry->setEnabled(some(canRetry));
    m_do.edit->setEnabled(jobs.size() == 1);
    m_do.notes->setEnabled(!jobs.empty());
    m_do.remove->setEnabled(some(canRemove));
    m_do.restore->setEnabled(!m_removed.empty());
    m_do.open->setEnabled(jobs.size() == 1 && jobs.front()->hasResult());
    m_do.folder->setEnabled(jobs.size() == 1);
    m_do.compare->setEnabled(jobs.size() == 2 && canBeCompared(*jobs[0]) && canBeCompared(*jobs[1]));
    const bool moves = some(canMove) && m_model->inQueueOrder();
    m_do.up->setEnabled(moves);
    m_do.down->setEnabled(moves);
    m_do.morePriority->setEnabled(some(canMove));
    m_do.lessPriority->setEnabled(some(canMove));
}

void QueuePanel::showMenu(const QPoint& place) {
    QMenu menu(this);
    menu.setToolTipsVisible(true);
    menu.addActions({m_do.open, m_do.compare, m_do.folder});
    menu.addSeparator();
    menu.addActions({m_do.pause, m_do.stop, m_do.abort, m_do.retry});
    menu.addSeparator();
    menu.addActions({m_do.up, m_do.down, m_do.morePriority, m_do.lessPriority});
    menu.addSeparator();
    menu.addActions({m_do.edit, m_do.notes, m_do.remove, m_do.restore});
    menu.exec(m_table->viewport()->mapToGlobal(place));
}

/// Asks, where something would be lost.
void QueuePanel::abortSelected() {
    const std::vector<long long> ids = selectedWhere(canEnd);
    const std::size_t active = selectedWhere([](const QueueJob& job) { return job.isActive(); }).size();
    if (active == 0) return m_feed.changeEach(ids, doing(&job::queue::QueueStore::abort));
    auto* box = new QMessageBox(
        QMessageBox::Question, countedText(tr("Abort {1:the running job|%1 running jobs}?"), {active}),
        tr("Abort saves no result; what was done since the last checkpoint is lost. Stop is just as fast and keeps the "
           "results so far."),
        QMessageBox::NoButton, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setObjectName(QStringLiteral("abortJobsQuestion"));
    QPushButton* stop = box->addButton(tr("Stop and keep"), QMessageBox::AcceptRole);
    QPushButton* abort = box->addButton(tr("Abort"), QMessageBox::DestructiveRole);
    box->addButton(tr("Keep running"), QMessageBox::RejectRole);
    box->setDefaultButton(stop);
    for (const auto& [button, end] :
         {std::pair{stop, &job::queue::QueueStore::cancel}, std::pair{abort, &job::queue::QueueStore::abort}})
        connect(button, &QAbstractButton::clicked, this, [this, ids, end] { m_feed.changeEach(ids, doing(end)); });
    box->open();
}

void QueuePanel::pauseOrResume() {
    // Where one of them holds still, all go on: the same key twice brings back what was.
    const std::vector<long long> paused = selectedWhere(isPaused);
    if (!paused.empty()) {
        m_feed.changeEach(paused, doing(&job::queue::QueueStore::resume));
    } else {
        m_feed.changeEach(selectedWhere(canPause), doing(&job::queue::QueueStore::pause));
    }
}

void QueuePanel::removeSelected() {
    const std::vector<long long> ids = selectedWhere(canRemove);
    if (ids.empty()) return;
    constexpr std::size_t kMany = 100; // take seconds
    if (ids.size() >= kMany) emit removing(ids.size());
    using Ids = std::vector<long long>;
    m_feed.ask<Ids>(
        [ids](QueueFeed::Store& store) {
            Ids gone;
            std::optional<Error> failed;
            for (const long long id : ids) {
                try {
                    store.remove(id);
                    gone.push_back(id);
                } catch (...) {
                    failed = currentError();
                }
            }
            if (gone.empty()) ewald::raise(*failed);
            return gone;
        },
        [panel = QPointer(this)](const Ids& gone) {
            if (!panel) return;
            panel->m_removed.push_back(gone);
            panel->updateActions();
            emit panel->removed(gone.size());
        });
}

void QueuePanel::restoreRemoved() {
    if (m_removed.empty()) return;
    m_feed.changeEach(m_removed.back(), doing(&job::queue::QueueStore::restore));
    m_removed.pop_back();
    updateActions();
}

void QueuePanel::changePriority(int by) {
    std::map<long long, int> wanted;
    std::vector<long long> ids;
    for (const QueueJob* job : selectedJobs()) {
        if (!canMove(*job)) continue;
        ids.push_back(job->id);
        wanted[job->id] = job->priority + by;
    }
    m_feed.changeEach(ids, [wanted](QueueFeed::Store& store, long long id) {
        job::queue::JobChange change;
        change.priority = wanted.at(id);
        store.change(id, change);
    });
}

/// Past the next job in sight that does not move as well.
void QueuePanel::step(int rows) {
    const std::vector<long long> ids = selectedWhere(canMove);
    if (ids.empty()) return;
    std::vector<long long> order;
    for (int row = 0; row < m_model->rowCount(); ++row)
        if (const QueueJob* job = m_model->jobAt(m_model->index(row, 0)); job != nullptr && canMove(*job))
            order.push_back(job->id);
    const auto place = [&](long long id) { return std::ranges::find(order, id) - order.begin(); };
    const auto chosen = [&](std::ptrdiff_t at) {
        return std::ranges::find(ids, order[static_cast<std::size_t>(at)]) != ids.end();
    };
    const auto size = static_cast<std::ptrdiff_t>(order.size());
    long long before = 0;
    if (rows < 0) {
        const std::ptrdiff_t first = place(ids.front());
        if (first == 0) return;
        before = order[static_cast<std::size_t>(first - 1)];
    } else {
        std::ptrdiff_t next = place(ids.back()) + 1;
        if (next >= size) return;
        for (++next; next < size && chosen(next);) ++next;
        before = next < size ? order[static_cast<std::size_t>(next)] : 0;
    }
    m_feed.changeEach(ids, [before](QueueFeed::Store& store, long long id) { store.move(id, before); });
}

void QueuePanel::withDocument(long long id, const std::function<void(QueuePanel&, job::JobDocument)>& act) {
    m_feed.ask<job::JobDocument>([id](QueueFeed::Store& store) { return store.documentOf(id); },
                                 [panel = QPointer(this), act](job::JobDocument document) {
                                     if (panel) act(*panel, std::move(document));
                                 });
}

void QueuePanel::edit(const QString& key) {
    const QueueJob* job = only();
    if (job == nullptr) return;
    withDocument(job->id, [key, job = *job](QueuePanel& panel, job::JobDocument document) {
        document.outputFile.clear(); // the result of the job that it is taken from stays
        emit panel.editWanted(document, key, job);
    });
}

void QueuePanel::editNotes() {
    std::vector<QueueJob> chosen;
    for (const QueueJob* job : selectedJobs()) chosen.push_back(*job);
    if (chosen.empty()) return;
    auto* dialog = new JobNotesDialog(chosen, m_model->jobs(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        m_feed.changeEach(dialog->ids(), [change = dialog->change()](QueueFeed::Store& store, long long id) {
            store.change(id, change);
        });
    });
    dialog->open();
}

void QueuePanel::openSelected() {
    const QueueJob* job = only();
    if (job != nullptr && job->hasResult()) emit resultWanted(toQString(job->result));
}

void QueuePanel::compareSelected() {
    const std::vector<const QueueJob*> jobs = selectedJobs();
    if (jobs.size() == 2) emit compareWanted(toQString(jobs[0]->result), toQString(jobs[1]->result));
}

void QueuePanel::reveal(long long id) {
    if (!m_model->indexOf(id).isValid()) m_search->clear();
    if (!m_model->indexOf(id).isValid()) filterButton(QueueFilter::all)->click();
    if (!m_model->indexOf(id).isValid()) m_grouping->setCurrentIndex(0); // its group is folded up
    select({id});
}

void QueuePanel::cure(const QueueCure& cure) {
    using What = QueueCure::What;
    const QueueJob* job = only();
    if (job == nullptr) return;
    switch (cure.what) {
    case What::retry: return m_do.retry->trigger();
    case What::resume: return m_do.pause->trigger();
    case What::edit: return edit(QString::fromStdString(cure.parameter));
    case What::showOther: return reveal(job->after);
    case What::openScan:
        return withDocument(job->id, [](QueuePanel& panel, const job::JobDocument& document) {
            const auto files = document.files();
            if (!files.empty()) emit panel.scanWanted(toQString(files.front()));
        });
    case What::automaticDevices:
        return m_feed.change([id = job->id](QueueFeed::Store& store) {
            job::queue::JobChange change;
            change.devices = "auto";
            store.change(id, change); // first: once it is queued, another program may start it
            store.retry(id);
        });
    case What::findOrientation:
        return withDocument(job->id, [](QueuePanel& panel, job::JobDocument document) {
            document.outputFile.clear();
            emit panel.orientationWanted(document);
        });
    case What::none: return;
    }
}

} // namespace ewald::ui
