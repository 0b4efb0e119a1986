// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document.h"
#include "job/queue/job_folder.h"
#include "job/queue/queue_job.h"
#include "job/queue/sqlite.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ewald::job::queue {

/// A job to be added.
struct NewJob {
    std::string name;
    JobDocument document; ///< with absolute paths and an output
    int priority = 0;
    long long after = 0; ///< id of a job that has to be done before; 0: none
};

/// Which jobs there are, in which order and state. Several programs may have the same store open; one thread an object.
///
/// Folder: queue.db (SQLite: write-ahead log on local disks, rollback journal elsewhere), jobs/ID/ (JobFolder),
/// removed/ID/ (kept for an undo). The database can be made anew from the folders, and is when it turns out to be
/// damaged: the damaged one is kept beside it.
class QueueStore {
public:
    /// Opens or makes it. \throws DataError
    explicit QueueStore(std::filesystem::path folder);

    /// Where the queue of this person is: EWALD_QUEUE, else XDG_DATA_HOME/ewald/queue, or, where that is on a network
    /// file system, a folder in /var/tmp that only this person may enter.
    [[nodiscard]] static std::filesystem::path usualFolder();

    [[nodiscard]] const std::filesystem::path& folder() const noexcept { return m_folder; }
    /// Where a damaged database went when it was opened, if it was.
    [[nodiscard]] const std::filesystem::path& damagedStore() const noexcept { return m_damaged; }
    [[nodiscard]] JobFolder folderOf(long long id) const;
    /// \throws JobError, DataError
    [[nodiscard]] JobDocument documentOf(long long id) const;

    /// Adds all, or none. \return their ids in the same order \throws JobError, DataError
    std::vector<long long> add(std::span<const NewJob> jobs);
    /// In the order in which they will run: by priority, then as they were added; those that have ended come where they
    /// were.
    [[nodiscard]] std::vector<QueueJob> jobs();
    [[nodiscard]] std::optional<QueueJob> find(long long id);

    /// The next job whose turn has come belongs to `owner` from now on, and is starting. Nothing when there is none.
    /// No two programs get the same one.
    [[nodiscard]] std::optional<QueueJob> claim(const std::string& owner);
    /// Takes over an active job whose runner has gone. False when another program was faster.
    bool adopt(const QueueJob& job, const std::string& owner);
    /// Changes the state of a job that `owner` has. False when it has lost it.
    bool setState(long long id, const std::string& owner, QueueState state);
    /// The job has ended for good. False when `owner` has lost it.
    bool settle(long long id, const std::string& owner, const JobStatus& status);
    /// Back into the queue for another attempt. \param attempts that count from now on
    /// False when `owner` has lost it.
    bool requeue(long long id, const std::string& owner, int attempts);

    /// A person asks for the end: a job in the queue is stopped at once, an active one is marked for its runner.
    /// \throws JobError when it has ended, or there is no such job
    void cancel(long long id);
    /// A stopped or failed job goes into the queue again. \throws JobError
    void retry(long long id);
    /// Takes a job that is not active out; its folder is kept in removed/. \throws JobError
    void remove(long long id);

    /// Fails those in the queue that wait for a job that will not be done, and says so of those that still wait.
    void updateDependencies();

private:
    void open();
    void rebuild();
    void insert(const QueueJob& job);
    [[nodiscard]] QueueJob require(long long id);

    std::filesystem::path m_folder;
    std::filesystem::path m_damaged;
    std::optional<Database> m_database;
};

} // namespace ewald::job::queue
