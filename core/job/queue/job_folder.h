// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document.h"
#include "job/events.h"
#include "job/queue/queue_job.h"

#include <filesystem>
#include <optional>
#include <sys/types.h>

namespace ewald::job::queue {

/// How the process of a job ended, as it wrote it down itself.
struct JobStatus {
    QueueState state = QueueState::done; ///< done, stopped or failed
    JobFailure error;
    double started = 0; ///< seconds since 1970
    double ended = 0;
};

/// The folder of one job: everything about it that outlives the processes that work on it, and from which the store can
/// be made anew. job.json (the document), entry.json (its place in the queue), events.jsonl (what `--events` prints,
/// all attempts), errors.txt (stderr), status.json (how it ended), lock (held by the process that works on it).
class JobFolder {
public:
    explicit JobFolder(std::filesystem::path folder) : m_folder(std::move(folder)) {}

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_folder; }
    [[nodiscard]] std::filesystem::path document() const { return m_folder / "job.json"; }
    [[nodiscard]] std::filesystem::path events() const { return m_folder / "events.jsonl"; }
    [[nodiscard]] std::filesystem::path errors() const { return m_folder / "errors.txt"; }
    [[nodiscard]] std::filesystem::path lock() const { return m_folder / "lock"; }

    /// Writes document and entry into a folder that must not exist yet. Not flushed: the caller flushes many together.
    /// \throws DataError
    void create(const std::string& documentJson, const QueueJob& entry) const;
    /// Writes the entry again. \throws DataError
    void writeEntry(const QueueJob& entry) const;
    /// \throws DataError when there is none that can be read
    [[nodiscard]] QueueJob readEntry() const;

    void writeStatus(const JobStatus& status) const;
    [[nodiscard]] std::optional<JobStatus> readStatus() const;
    /// For an attempt that a person asks for: it goes on from what an earlier one has saved.
    void prepareRetry() const;
    /// Whether a result that is there is that of an earlier attempt, to go on from.
    [[nodiscard]] bool goesOn() const;

    /// A line among the events: what comes after it is of a new attempt. \throws DataError
    void beginAttempt(int number) const;
    /// Whether a process works on the job now.
    [[nodiscard]] bool isBusy() const;
    /// Its number, which it writes into its lock; 0 when it is not known.
    [[nodiscard]] pid_t worker() const;
    /// Notes what the result file is before the job's first attempt …
    void markResultBefore(const std::filesystem::path& result) const;
    /// … so that one can see afterwards that an attempt which did not live to say so has completed it.
    [[nodiscard]] bool resultIsNew(const std::filesystem::path& result) const;

    /// The last progress of the newest attempt; nothing when there is none yet. Reads the last few kilobytes.
    [[nodiscard]] std::optional<JobProgress> progress() const;
    /// Seconds since the events file was written to; < 0 when there is none.
    [[nodiscard]] double silence_s() const;
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
