// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/scan_progress.h"
#include "job/queue/store/queue_store.h"
#include "job/queue/watch/watched_folder.h"

#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ewald::job::queue {

/// Makes jobs of the files that appear in watched folders, one each, however many programs watch and however often they
/// are started again. A file that is still being written is a job that waits for data and says for how much; it gets
/// its turn when the file is complete (io::lookAtProgress()), and fails, with the reason, when that has not changed for
/// WatchedFolder::patience_s. Looks by itself, since file systems on a network send no notifications. One thread.
class FolderWatcher {
public:
    using Report = std::function<void(const QueueJob&)>;

    /// \param growthPeriod how often files of jobs that have their data are looked at again
    explicit FolderWatcher(QueueStore& store, Report report = {},
                           std::chrono::milliseconds growthPeriod = std::chrono::seconds(10))
        : m_store(store), m_report(std::move(report)), m_growthPeriod(growthPeriod) {}

    /// Looks once, at what is due; to be called about once a second. \throws DataError: the store cannot be used now
    void step();
    /// Why folders cannot be read or files cannot become jobs, since the last call; one line each.
    [[nodiscard]] std::vector<std::string> problems();

private:
    using Clock = std::chrono::steady_clock;
    /// A file that cannot become a job as it is.
    struct Refused {
        std::string state;         ///< changes with everything that is seen of the file
        std::string file;          ///< with itself only
        Clock::time_point since{}; ///< when it changed last
        bool isSaid = false;
    };
    struct Folder {
        WatchedFolder watched;
        std::set<std::string> known;               ///< names that need no look any more
        std::map<std::string, Refused> refused;    ///< by name
        std::deque<long long> newest;              ///< jobs whose files are looked at in case they go on growing
        std::string problem;                       ///< said last
        std::filesystem::file_time_type changed{}; ///< of the folder, at the last look
        Clock::time_point looked{};
    };
    /// What is known of the input of a job that waits for it.
    struct Look {
        std::string state;         ///< changes with everything that is seen of the file
        Clock::time_point since{}; ///< when it changed last
        Clock::time_point next{};  ///< when to look again
    };

    void readSettings();
    [[nodiscard]] static bool isDue(Folder& folder);
    void look(Folder& folder);
    [[nodiscard]] bool isNew(Folder& folder, const std::filesystem::path& file);
    /// Takes out those that have a job under a name that they had before.
    void leaveOutRenamed(Folder& folder, std::vector<std::filesystem::path>& files);
    void refuse(Folder& folder, const std::filesystem::path& file, const Error& problem);
    void addJobs(Folder& folder, const std::vector<std::filesystem::path>& files);
    void lookAtData(const QueueJob& job);
    void lookForGrowth(Folder& folder);
    void report(long long id);
    [[nodiscard]] const WatchedFolder* folderOf(const QueueJob& job) const;

    QueueStore& m_store;
    Report m_report;
    std::chrono::milliseconds m_growthPeriod;
    std::uint64_t m_version = 0;
    std::map<std::filesystem::path, Folder> m_folders;
    std::map<long long, Look> m_looks;
    std::vector<QueueJob> m_waiting;
    std::size_t m_turn = 0; ///< which of them is looked at next
    std::vector<std::string> m_problems;
    Clock::time_point m_nextGrowth{};
};

} // namespace ewald::job::queue
