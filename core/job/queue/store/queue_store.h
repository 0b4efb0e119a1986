// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "job/document/document.h"
#include "job/queue/folder/job_folder.h"
#include "job/queue/folder/queue_job.h"
#include "job/queue/store/sqlite.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ewald::job::queue {

/// A job to be added.
struct NewJob {
    std::string name;
    JobDocument document; ///< with absolute paths and an output
    int priority = 0;
    long long after = 0;      ///< id of a job that has to be done before; 0: none
    std::size_t afterNew = 0; ///< the same, of those that are added together: the first one is 1; 0: none
    std::string sample{};
    std::string comment{};
    std::string operatorName{};
    std::string devices{};             ///< instead of those of the document
    std::string backend{};             ///< empty: this computer
    std::string sweep{};               ///< what it is a part of, see QueueJob
    std::vector<std::string> varied{}; ///< "key=value"
    std::filesystem::path source{};    ///< no second job is ever made for the same one; empty: none
    JobFailure waitsForData{};         ///< its input is not complete: it waits until dataIsComplete()
    bool held = false;                 ///< it is paused until resume()
    bool sharesResult = false;         ///< another job that has not ended, or was stopped, may write the same file
};

/// The file that a job shall write is that of another one (QueueStore::plannedResults()): plan it again.
struct ResultTaken : JobError {
    using JobError::JobError;
};

/// What a person may change of a job; what is absent stays.
struct JobChange {
    std::optional<std::string> name{};
    std::optional<int> priority{};
    std::optional<std::string> sample{};
    std::optional<std::string> comment{};
    std::optional<std::string> operatorName{};
    std::optional<std::string> devices{}; ///< before it starts; empty: those of the document
    std::optional<std::string> backend{}; ///< before it starts; empty: this computer
    std::optional<long long> after{};     ///< before it starts; id of a job that has to be done before; 0: none
};

/// Names of settings of a store, see QueueStore::setting().
inline constexpr const char* kAtOnceSetting =
    "at_once"; ///< jobs that may run side by side here; none: as devices allow
inline constexpr const char* kSharingSetting = "share_devices"; ///< "1": several jobs may use one device at a time
inline constexpr const char* kPoolSetting = "devices";          ///< devicePool(), for jobs that leave the choice
inline constexpr const char* kHeldSetting = "held";             ///< "1": no new job starts

/// Which jobs there are, in which order and state. Several programs may have the same store open; one thread an object.
///
/// Folder: queue.db (SQLite: write-ahead log on local disks, rollback journal elsewhere), jobs/ID/ (JobFolder),
/// removed/ID/ (kept for an undo; an opening deletes those removed more than 30 days ago), settings.json, on-network
/// (an empty file that a person makes where other computers use the folder and Ewald does not know its file system).
/// The database can be made anew from the others, and is when it turns out to be damaged, at the opening or later: the
/// damaged one is kept beside it. A store whose database another program has replaced is opened anew by itself. Each
/// opening makes folders and database agree where a program was killed between the two.
///
/// All functions throw DataError when the store cannot be used now.
class QueueStore {
public:
    /// Opens or makes it. \throws DataError
    explicit QueueStore(std::filesystem::path folder);
    /// For looking only. Where the store cannot be written now (a read-only mount, a full disk) it is made in memory of
    /// what the folders of its jobs say. \throws DataError
    [[nodiscard]] static QueueStore toLookAt(const std::filesystem::path& folder);
    /// Why it is in memory (toLookAt()); nothing: it is not.
    [[nodiscard]] const std::optional<DataError>& inMemoryFor() const noexcept { return m_inMemoryFor; }

    /// Where the queue of this person is: EWALD_QUEUE, else XDG_DATA_HOME/ewald/queue, or, where that is on a network
    /// file system, a folder in /var/tmp that only this person may enter.
    [[nodiscard]] static std::filesystem::path usualFolder();

    [[nodiscard]] const std::filesystem::path& folder() const noexcept { return m_folder; }
    /// Whether other computers may use it, too.
    [[nodiscard]] bool isOnNetwork() const noexcept { return m_onNetwork; }
    /// Where the database went that turned out to be damaged last; empty: none.
    [[nodiscard]] const std::filesystem::path& damagedStore() const noexcept { return m_damaged; }
    [[nodiscard]] JobFolder folderOf(long long id) const;
    /// \throws JobError, DataError
    [[nodiscard]] JobDocument documentOf(long long id) const;

    /// Another number whenever anything in the store has changed, also by another program; cheap. What the processes
    /// of jobs write into their folders does not count.
    [[nodiscard]] std::uint64_t version();

    /// Adds all, or none (unless the program is killed); without those whose source has a job already, or had one.
    /// \return their ids in the same order, 0 of those left out \throws ResultTaken, JobError, DataError
    std::vector<long long> add(std::span<const NewJob> jobs);
    /// A job for the same document, with a free name for its result; it is the last one of its priority.
    /// \param settings that it has instead, "key=value" (applySetting()) \return its id \throws JobError, DataError
    long long duplicate(long long id, const std::vector<std::string>& settings = {});
    /// In the order in which they will run: by priority, then by position; those that have ended come where they were.
    [[nodiscard]] std::vector<QueueJob> jobs();
    /// Those that a process works on.
    [[nodiscard]] std::vector<QueueJob> activeJobs();
    /// Those whose input is still being written.
    [[nodiscard]] std::vector<QueueJob> jobsWithoutData();
    /// Whether there is a job that will have its turn, or may have it once its data are there.
    [[nodiscard]] bool hasWork();
    [[nodiscard]] std::optional<QueueJob> find(long long id);
    /// Whether a source has a job, or had one.
    [[nodiscard]] bool hasSource(const std::filesystem::path& source);
    /// The job that was made of a source.
    [[nodiscard]] std::optional<QueueJob> jobOfSource(const std::filesystem::path& source);
    /// Whether a job writes, or wrote, this file.
    [[nodiscard]] bool isResult(const std::filesystem::path& file);
    /// The files that jobs which have not ended will write, and those of stopped jobs, which go on when they are tried
    /// again.
    [[nodiscard]] std::vector<std::filesystem::path> plannedResults();

    /// Whether a job that computes on these devices (QueueJob::devicesUsed()) by that back end may start now.
    using MayStart = std::function<bool(const std::string& devices, const std::string& backend)>;
    /// The next job whose turn has come belongs to `owner` from now on, and is starting. Nothing when there is none.
    /// No two programs get the same one. \param mayStart empty: all may \param except jobs that are passed over
    [[nodiscard]] std::optional<QueueJob> claim(const std::string& owner, const MayStart& mayStart = {},
                                                const std::set<long long>& except = {});
    /// That job, which has not begun, whatever waits before it, also when it is paused. Nothing when another program
    /// has it, or it has ended.
    [[nodiscard]] std::optional<QueueJob> claim(long long id, const std::string& owner);
    /// Takes over an active job whose runner has gone. False when another program was faster.
    bool adopt(const QueueJob& job, const std::string& owner);
    /// Changes the state of a job that `owner` has. \param waitsFor what keeps it from going on; absent: what is noted
    /// of a job that waited no longer counts. False when it has lost it.
    bool setState(long long id, const std::string& owner, QueueState state,
                  const std::optional<JobFailure>& waitsFor = {});
    /// The devices that it gets for this attempt; empty: its own. False when `owner` has lost it.
    bool place(long long id, const std::string& owner, const std::string& devices);
    /// Its number on the back end. False when `owner` has lost it.
    bool setExternal(long long id, const std::string& owner, const std::string& external);
    /// The job has ended for good. False when `owner` has lost it.
    bool settle(long long id, const std::string& owner, const JobStatus& status);
    /// Back into the queue for another attempt. \param attempts that count from now on
    /// False when `owner` has lost it.
    bool requeue(long long id, const std::string& owner, int attempts);

    /// A person asks for the end: a job without a process is stopped at once, that of another one is asked to save and
    /// to end. \throws JobError when it has ended, or there is no such job
    void cancel(long long id);
    /// The same, but what is computed need not be saved. \throws JobError
    void abort(long long id);
    /// The process of a job holds still, or the job gets no turn, until resume(). \throws JobError
    void pause(long long id);
    /// \throws JobError when it is not paused
    void resume(long long id);
    /// A stopped or failed job goes into the queue again. \throws JobError
    void retry(long long id);
    /// Puts a job back into the queue whose runner and process have gone with another computer. \throws JobError when
    /// one of them is alive
    void release(long long id);
    /// \throws JobError, also where jobs would wait for each other in a circle
    void change(long long id, const JobChange& change);
    /// The resolution of a result that was measured after its job: noted of the job that wrote this file last, where
    /// there is one. \throws DataError
    void noteResolution(const std::filesystem::path& result, const ResultFigures& figures);
    /// Puts a job just before another one, whose priority it gets, or (0) behind all others of its own. \throws
    /// JobError
    void move(long long id, long long before);
    /// Takes a job that is not active out; its folder is kept in removed/. \throws JobError
    void remove(long long id);
    /// Those that have not begun and wait for this job.
    [[nodiscard]] std::vector<long long> waitFor(long long id);
    /// Undoes remove(); jobs that failed for want of this one wait again. \throws JobError when there is no such job
    /// among the removed ones
    void restore(long long id);

    /// Fails those in the queue that wait for a job that will not be done, and says so of those that still wait.
    /// \return those that it has failed
    std::vector<QueueJob> updateDependencies();
    /// What a job waits for whose input is still being written. False when it does not wait for it any more.
    bool setDataPending(long long id, const JobFailure& waitsFor);
    /// The input of a job is there: it may have its turn. False when it did not wait for it.
    /// \param seen what the input is now (see noteSource())
    bool dataIsComplete(long long id, const std::string& seen = {});
    /// Notes what the source of a job is now, and what is to be said of it: that it has grown since, for instance. A
    /// job without a process that has not run yet waits for it again. \param seen a text that changes with the source
    void noteSource(long long id, const std::string& seen, const JobFailure& remark);
    /// What was noted last; empty: nothing.
    [[nodiscard]] std::string sourceSeen(long long id);
    /// Jobs that were made of files, with what was noted last of these (noteSource()).
    struct Source {
        long long id = 0;
        std::filesystem::path file;
        std::string seen;
    };
    [[nodiscard]] std::vector<Source> sources();
    /// The source of a job has another name now; what has not run yet reads it under that one. A file that appears
    /// under the old name is another source. \throws JobError, DataError
    void renameSource(long long id, const std::filesystem::path& name);
    /// A job that waits for data will never get it. False when it did not wait.
    bool failForData(long long id, const JobFailure& error);

    /// A setting, which all programs that use the store share; empty when it is not set.
    [[nodiscard]] std::string setting(const std::string& key);
    /// Empty: removes it.
    void setSetting(const std::string& key, const std::string& value);
    /// Those whose key begins so, with their values, by key.
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> settings(const std::string& prefix = {});
    [[nodiscard]] bool isHeld() { return setting(kHeldSetting) == "1"; }

private:
    /// In memory.
    QueueStore(std::filesystem::path folder, DataError why);
    /// The database, opened anew when the one that was open is not in the folder any more. \throws DataError
    [[nodiscard]] Database& database();
    void openAlone();
    void open();
    void makeTables(int version);
    void rebuild();
    /// What a program that was killed between a job's folder and its row has left comes true.
    void mend();
    /// Whether a job that has not ended will write this file.
    [[nodiscard]] bool willBeWritten(const std::filesystem::path& result);
    /// Whether it is one of plannedResults().
    [[nodiscard]] bool isPlanned(const std::filesystem::path& result);
    void insertFolders();
    void moveRow(const QueueJob& job, long long before);
    void changeAfter(const QueueJob& job, long long after);
    /// Gives some jobs of this priority, around a position, new ones, so that there is room between any two.
    void makeRoom(int priority, double position);
    /// Writes what a job is in the database into its folder.
    void noteEntry(long long id);
    void waitAgain(long long id);
    void noteSettings();
    void askToEnd(long long id, Wish wish);
    void take(QueueJob& job, const std::string& owner);
    /// The ids of `count` new jobs, from the one that is returned on.
    [[nodiscard]] long long reserve(std::size_t count);
    [[nodiscard]] std::vector<long long> addOnce(std::span<const NewJob> jobs);
    /// Makes the folders of new jobs in another one; when this returns they are on the disk.
    static void stage(std::span<const NewJob> jobs, std::span<const QueueJob> entries,
                      const std::filesystem::path& folder);
    void giveBack(long long first, std::size_t count);
    /// New jobs come behind all others of their priority.
    void putLast(std::span<QueueJob> entries);
    [[nodiscard]] std::vector<QueueJob> select(const char* condition);
    [[nodiscard]] QueueJob require(long long id);

    std::filesystem::path m_folder;
    std::filesystem::path m_damaged;
    std::optional<DataError> m_inMemoryFor;
    bool m_onNetwork = false;
    std::optional<Database> m_database;
    std::uint64_t m_generation = 0; ///< how often it was opened anew
};

/// `wanted`, or, where that is taken, the same name with the first free number: scan_2.h5. \param number the last one
/// that was tried, from which it goes on; 1 before the first call
[[nodiscard]] std::filesystem::path freeName(const std::filesystem::path& wanted,
                                             const std::function<bool(const std::filesystem::path&)>& isTaken,
                                             int* number = nullptr);

} // namespace ewald::job::queue
