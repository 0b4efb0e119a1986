// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document/document.h"
#include "job/queue/store/queue_store.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ewald::job::queue {

/// A folder whose new files become jobs. Kept in the settings of a store, so that any program that uses the store may
/// watch it (FolderWatcher).
struct WatchedFolder {
    std::filesystem::path folder;
    std::string pattern;         ///< of the names of files; empty: all that end as scans do. Results are left out
    JobDocument common;          ///< what the jobs have in common
    std::string name = "{name}"; ///< expandName()
    std::string output = "{folder}/{name}_ewald.h5"; ///< expandName()
    int priority = 0;
    std::string sample;
    std::string comment;
    std::string operatorName;
    std::string devices;
    std::string backend;
    double quiet_s = 5;      ///< a file that nothing marks as complete is, when it has not changed for so long
    double patience_s = 900; ///< one that is marked as incomplete never will be, when it has not changed for so long
    std::vector<std::string> ignored; ///< names of files that were there before
    bool operator==(const WatchedFolder&) const = default;
};

/// All of them, by folder. One that cannot be understood is left out.
[[nodiscard]] std::vector<WatchedFolder> watchedFolders(QueueStore& store);
/// Watches a folder from now on, in place of what was said of it before.
/// \param withExisting whether files that are there already become jobs, too, except those that are ignored; else those
/// of an earlier watch stay ignored \throws JobError, DataError: no folder, an unknown expression in a name
void watchFolder(QueueStore& store, WatchedFolder watched, bool withExisting);
/// Ends it; jobs stay. \throws JobError when it is not watched
void unwatchFolder(QueueStore& store, const std::filesystem::path& folder);

} // namespace ewald::job::queue
