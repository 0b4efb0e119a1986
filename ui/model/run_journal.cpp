// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/run_journal.h"

#include "base/error.h"
#include "io/result_file.h"
#include "job/ptycho_runner.h"
#include "model/text.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace ewald::ui {

namespace {

const QString kSuffix = QStringLiteral(".ewald-run.json");

QString lockOf(const DocumentStore& files, const QString& id) { return files.fileOf(id) + QStringLiteral(".lock"); }

bool inputExists(const job::JobDocument& job) {
    // Wildcards are left to the opening.
    return std::ranges::all_of(job.files(), [](const std::filesystem::path& file) {
        const QString name = toQString(file);
        return name.contains(u'*') || name.contains(u'?') || QFileInfo::exists(name);
    });
}

} // namespace

RunJournal::Entry::Entry(DocumentStore files, QString id)
    : m_files(std::move(files)), m_id(std::move(id)), m_lock(lockOf(m_files, m_id)) {
    m_lock.setStaleLockTime(0); // only the end of the program frees it
    m_lock.tryLock(0);
}

RunJournal::Entry::~Entry() { m_files.remove(m_id); }

RunJournal::RunJournal(const QString& folder)
    : m_files(folder.isEmpty() ? DocumentStore::inConfiguration(QStringLiteral("runs"), kSuffix)
                               : DocumentStore(folder, kSuffix)) {}

std::unique_ptr<RunJournal::Entry> RunJournal::begin(const job::JobDocument& document) const {
    const QString id =
        QStringLiteral("run-%1-%2").arg(QDateTime::currentMSecsSinceEpoch()).arg(QCoreApplication::applicationPid());
    try {
        // The lock comes first: a document without one is an interrupted run.
        if (!m_files.makeFolder()) return nullptr;
        auto entry = std::make_unique<Entry>(m_files, id);
        m_files.save(id, document);
        return entry;
    } catch (const std::exception&) {
        return nullptr;
    }
}

std::vector<InterruptedRun> RunJournal::interrupted() const {
    std::vector<InterruptedRun> runs;
    for (const QString& id : m_files.names()) {
        QLockFile lock(lockOf(m_files, id));
        lock.setStaleLockTime(0);
        if (!lock.tryLock(0)) continue; // still running
        try {
            InterruptedRun run{id, m_files.load(id), 0, 0, QFileInfo(m_files.fileOf(id)).lastModified()};
            if (!inputExists(run.job)) continue;
            for (const job::Stage& stage : run.job.pipeline) run.total += stage.iterations;
            const std::filesystem::path checkpoint = job::checkpointFile(run.job.outputFile);
            run.iteration = io::checkpointIteration(checkpoint).value_or(0);
            if (run.iteration > 0) run.at = QFileInfo(toQString(checkpoint)).lastModified();
            runs.push_back(std::move(run));
        } catch (const Error&) {
            continue; // one damaged file must not hide the others
        }
    }
    std::ranges::stable_sort(runs, std::ranges::greater(), &InterruptedRun::at);
    return runs;
}

void RunJournal::forget(const InterruptedRun& run, bool withCheckpoint) const {
    m_files.remove(run.id);
    QFile::remove(lockOf(m_files, run.id));
    if (withCheckpoint && run.iteration > 0) QFile::remove(toQString(job::checkpointFile(run.job.outputFile)));
}

JobController::Runner RunJournal::keeping(JobController::Runner runner) const {
    return [journal = *this, runner = std::move(runner)](const job::JobDocument& document, job::JobObserver& observer,
                                                         RunControl& control, const job::RunOptions& options) {
        const auto entry = journal.begin(document);
        return runner(document, observer, control, options);
    };
}

} // namespace ewald::ui
