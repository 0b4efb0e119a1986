// SPDX-License-Identifier: GPL-3.0-or-later
// Runs as jobs of the queue, and those whose window has gone.
#include "model/page_language.h"
#include "model/queue_feed.h"
#include "model/session.h"
#include "model/text.h"
#include "model/user_settings.h"

#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace ewald::ui {

namespace {

using job::queue::QueueState;
using job::queue::QueueStore;
using job::queue::StoredRun;
using job::queue::UnseenRun;

std::vector<UnseenRun> findUnseen() {
    const std::filesystem::path folder = QueueStore::usualFolder();
    if (!std::filesystem::exists(folder / "queue.db")) return {};
    QueueStore store(folder);
    return job::queue::unseenRuns(store);
}

void forget(const UnseenRun& run, bool withCheckpoint) {
    QueueStore store(QueueStore::usualFolder());
    job::queue::forgetUnseen(store, run, withCheckpoint);
}

} // namespace

/// \param followed number of the job, where it runs already; else it is a new one
JobController::Runner Session::runnerOf(const job::JobDocument& document, long long followed) {
    if (m_runner && followed == 0) return m_runner;
    m_link = std::make_shared<job::queue::RunLink>(); // a run that was left may still look at the one before
    StoredRun run;
    const std::vector<std::filesystem::path> files = document.files();
    if (!files.empty()) run.name = files.front().stem().string();
    run.backend = m_backend;
    run.language = pageLanguage();
    if (settings::separateRuns() || !m_backend.empty()) run.program = queueProgram();
    return [link = m_link, run = std::move(run), followed](const job::JobDocument& job, job::JobObserver& observer,
                                                           RunControl& control, const job::RunOptions& options) {
        StoredRun linked = run;
        linked.link = link.get();
        return followed != 0 ? job::queue::followStored(followed, observer, control, options, linked)
                             : job::queue::runStored(job, observer, control, options, linked);
    };
}

void Session::setBackend(const std::string& backend) {
    if (backend == m_backend) return;
    m_backend = backend;
    emit backendChanged();
}

void Session::findInterrupted() {
    m_forgetting.start([] { KeptStates::removeOrphans(); });
    m_unseenReader.start<std::vector<UnseenRun>>([](TaskContext&) { return findUnseen(); },
                                                 [this](std::vector<UnseenRun> runs) {
                                                     m_interrupted = std::move(runs);
                                                     emit interruptedChanged();
                                                 },
                                                 [this](const Error& error) { emit message(toMessage(error)); });
}

void Session::openInterrupted(qlonglong id, bool start) {
    const auto isIt = [id](const UnseenRun& run) { return run.job.id == id; };
    const auto found = std::ranges::find_if(m_interrupted, isIt);
    if (found == m_interrupted.end() || m_controller.running() || !knowsKind(found->document)) return;
    const UnseenRun run = *found;
    m_interrupted.erase(found);
    // It is open now, or runs once more as another job.
    if (!run.running) m_forgetting.start([run] { forget(run, false); });
    if (run.job.state == QueueState::done) {
        open({toQString(run.job.result)});
        emit interruptedChanged();
        return;
    }
    putParameters(run.document);
    // The file is its own: what it held before was being continued.
    const bool goesOn = run.continuesResult && QFileInfo::exists(toQString(run.document.outputFile));
    setOutputFile(toQString(run.document.outputFile), !goesOn);
    // Of an integration the frames may still be opened meanwhile: a run opens its own.
    if (run.running) {
        this->run(run.document, GoesOn::followed, run.job.id);
    } else if (start) {
        this->run(goesOn ? run.document : documentOf(m_mode), goesOn ? GoesOn::sameFile : GoesOn::no);
    }
    emit interruptedChanged();
}

void Session::forgetInterrupted(qlonglong id) {
    const auto isIt = [id](const UnseenRun& run) { return run.job.id == id; };
    const auto found = std::ranges::find_if(m_interrupted, isIt);
    if (found == m_interrupted.end()) return;
    m_forgetting.start([run = *found] { forget(run, true); });
    m_interrupted.erase(found);
    emit interruptedChanged();
}

} // namespace ewald::ui
