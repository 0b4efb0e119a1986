// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/document_store.h"
#include "model/job_controller.h"

#include <QDateTime>
#include <QLockFile>

#include <memory>
#include <vector>

namespace ewald::ui {

/// A run whose program ended before the run did: a crash, a power cut, a kill.
struct InterruptedRun {
    QString id;
    job::JobDocument job;      ///< as it was started
    std::size_t iteration = 0; ///< of its newest checkpoint; 0: there is none
    std::size_t total = 0;     ///< iterations of its pipeline; 0 for an integration
    QDateTime at;              ///< last sign of life
};

/// Keeps the documents of running jobs on disk, so that the next start can offer what was interrupted. Any thread;
/// several windows may share the folder.
class RunJournal {
public:
    /// \param folder where the files are; empty: in the program's configuration folder
    explicit RunJournal(const QString& folder = {});

    /// An entry, which its destructor takes out again.
    class Entry {
    public:
        Entry(DocumentStore files, QString id);
        ~Entry();
        Entry(const Entry&) = delete;
        Entry& operator=(const Entry&) = delete;

    private:
        DocumentStore m_files;
        QString m_id;
        QLockFile m_lock; ///< takes its file along
    };
    /// Null where it cannot be written: a run does without.
    [[nodiscard]] std::unique_ptr<Entry> begin(const job::JobDocument& document) const;

    /// Runs of programs that no longer exist and whose input is still there, newest first. Reads files: not in the UI
    /// thread.
    [[nodiscard]] std::vector<InterruptedRun> interrupted() const;
    /// Takes an entry out. \param withCheckpoint its checkpoint goes as well: it cannot be continued any more
    void forget(const InterruptedRun& run, bool withCheckpoint) const;
    /// A runner that has an entry while it runs.
    [[nodiscard]] JobController::Runner keeping(JobController::Runner runner) const;

private:
    DocumentStore m_files;
};

} // namespace ewald::ui
