// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/process_lock.h"
#include "job/document/document.h"
#include "job/events/events.h"
#include "job/queue/folder/queue_job.h"

#include <filesystem>
#include <optional>
#include <sys/types.h>

namespace ewald::job::queue {

/// How the process of a job ended, as it wrote it down itself.
struct JobStatus {
    QueueState state = QueueState::done; ///< done, stopped or failed
    JobFailure error;
    double started = 0; ///< of the process, seconds since 1970; 0: no process has worked on the job
    double ended = 0;
    ResultFigures figures{};
};

/// The folder of one job: everything about it that outlives the processes that work on it, and from which the store can
/// be made anew.
///
///     job.json           the document
///     entry.json         its place in the queue
///     status.json        how it ended, as its process or its runner says; absent until then
///     events.jsonl       what `--events` prints, of all attempts; progress is read from its end
///     errors.txt         stderr of its process
///     lock               held by the process that works on it; its number and computer
///     wish               what a person asks of its process
///     result_before.txt  what the result file was before the first attempt (markResultBefore())
///     goes_on.txt        the result that is there is an earlier attempt's, to go on from
///     window.lock        held by a window that shows it (windowMark())
///     run_options.json   of a run of a window (run_options.h)
///     report.html        its page, where there is no result beside which it could be
///     submission.json, submission.lock, batch.json, cluster.log, turns.json   of a cluster (submission.h)
///     preview.bin, watched.json, wanted.json                                  of windows that look (live_files.h)
class JobFolder {
public:
    explicit JobFolder(std::filesystem::path folder) : m_folder(std::move(folder)) {}

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_folder; }
    [[nodiscard]] std::filesystem::path document() const { return m_folder / "job.json"; }
    [[nodiscard]] std::filesystem::path events() const { return m_folder / "events.jsonl"; }
    [[nodiscard]] std::filesystem::path errors() const { return m_folder / "errors.txt"; }
    [[nodiscard]] std::filesystem::path lock() const { return m_folder / "lock"; }
    /// How many turns on a cluster have brought it no further.
    [[nodiscard]] std::filesystem::path turns() const { return m_folder / "turns.json"; }
    /// Held by a window that shows the job, and gone when that has shown the outcome.
    [[nodiscard]] std::filesystem::path windowMark() const { return m_folder / "window.lock"; }

    /// Writes document and entry into a folder that must not exist yet. Not flushed: the caller flushes many together.
    /// \throws DataError
    void create(const std::string& documentJson, const QueueJob& entry) const;
    /// What is under the names above are files. \throws JobError, when the folder is gone, too
    void requireSound() const;
    /// The text of the job document. \throws DataError
    [[nodiscard]] std::string readDocument() const;
    /// Writes the entry again. \throws DataError
    void writeEntry(const QueueJob& entry) const;
    /// \throws DataError when there is none that can be read
    [[nodiscard]] QueueJob readEntry() const;
    /// The same with what the status says of its end. \throws DataError
    [[nodiscard]] QueueJob currentEntry() const;

    void writeStatus(const JobStatus& status) const;
    [[nodiscard]] std::optional<JobStatus> readStatus() const;
    void forgetStatus() const noexcept;
    /// What the process of the job shall do; it looks twice a second, on whatever computer it is. Any thread.
    /// \throws DataError
    void writeWish(Wish wish) const;
    [[nodiscard]] Wish readWish() const;

    /// Of a cluster: those that brought the job no further count no more.
    void forgetTurns() const;
    /// For another attempt: it goes on from what an earlier one has saved.
    /// \param result as it is called on this computer
    void prepareRetry(const std::filesystem::path& result) const;
    /// Whether there was an attempt before; to be asked before markResultBefore().
    [[nodiscard]] bool hasBegun() const;
    /// Whether a result that is there is that of an earlier attempt, to go on from.
    [[nodiscard]] bool goesOn() const;

    /// A line among the events: what comes after it is of a new attempt. \throws DataError
    void beginAttempt(int number) const;
    /// Whether a process works on the job now.
    [[nodiscard]] bool isBusy() const;
    /// Its number, which it writes into its lock; 0 when it is not known, or one of another computer.
    [[nodiscard]] pid_t worker() const;
    /// The name of the computer on which a process last worked on the job; empty when it is not known.
    [[nodiscard]] std::string hostOfWorker() const;
    /// What the calling process, which holds the lock, writes into it.
    static void noteWorker(io::ProcessLock& lock);
    /// Notes what the result file is before the job's first attempt …
    void markResultBefore(const std::filesystem::path& result) const;
    /// … so that one can see afterwards that an attempt which did not live to say so has completed it.
    [[nodiscard]] bool resultIsNew(const std::filesystem::path& result) const;

    /// The last progress of the newest attempt; nothing when there is none yet. Reads the last few kilobytes.
    [[nodiscard]] std::optional<JobProgress> progress() const;
    /// Seconds since the events file was written to; < 0 when there is none.
    [[nodiscard]] double silence_s() const;
    /// Another one whenever something was added to the events file; empty when there is none.
    [[nodiscard]] std::string versionOfEvents() const;
    /// The last line of errors.txt; empty when there is none.
    [[nodiscard]] std::string lastError() const;

private:
    std::filesystem::path m_folder;
};

/// The outcome of a run as the status of its job.
[[nodiscard]] JobStatus statusOf(const JobOutcome& outcome, double started);

/// Seconds since 1970.
[[nodiscard]] double now_s();

} // namespace ewald::job::queue
