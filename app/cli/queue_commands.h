// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "commands.h"
#include "job/queue/store/queue_store.h"
#include "job/queue/watch/folder_watcher.h"

#include <functional>
#include <string>
#include <vector>

namespace ewald::cli {

// What the files of `ewald-cli queue` have in common; each adds some of its commands.

/// The queue in a folder, or (empty) the usual one. \throws DataError
[[nodiscard]] job::queue::QueueStore openQueue(const std::string& folder);
/// The same, to be looked at only: also one that cannot be written now. \throws DataError
[[nodiscard]] job::queue::QueueStore openQueueToLookAt(const std::string& folder);
/// A command with the option --queue. \param folder takes the option's value and has to outlive the command, as a part
/// of what `what` holds
CLI::App* addQueueSubcommand(CLI::App& queue, const char* name, const char* help, std::string& folder, Action& action,
                             const Action& what);

/// Options that take numbers of jobs. What no job can have ends as one that there is not: it is never taken for another
/// number. \throws JobError, when the command is read
CLI::Option* addJobNumbers(CLI::App& command, std::vector<long long>& ids);
CLI::Option* addJobNumber(CLI::App& command, const std::string& name, long long& id, const std::string& help,
                          bool orZero = false);

/// What jobs of scans have in common: those of a job document or result, or (empty) the defaults of a kind.
/// \throws JobError, DataError
[[nodiscard]] job::JobDocument commonDocument(const std::string& pattern, const std::string& kind);
/// Does what may fail for a while, since the store is in use or the disk is full: the program goes on, and what is
/// wrong is printed once, until it is something else.
class Attempts {
public:
    void operator()(const std::function<void()>& work);
    /// To be called after each round. \return whether all of it has worked
    bool endRound();

private:
    std::string m_problem; ///< the first one of this round
    std::string m_said;
};
/// One look of a watcher, with what is to be said of it. \throws DataError
void look(job::queue::FolderWatcher& watcher);
/// Prints what has become of a job, on stdout.
void printChange(const job::queue::QueueJob& job);

/// Where jobs run (QueueJob::backend), after a look whether it is there and takes such jobs; warns where it cannot be
/// asked. \throws JobError
[[nodiscard]] std::string checkedBackend(const std::string& backend);

void addQueueAddCommand(CLI::App& queue, Action& action);
void addQueueReportCommands(CLI::App& queue, Action& action);
void addQueueWatchCommand(CLI::App& queue, Action& action);
void addQueueServeCommand(CLI::App& queue, Action& action);

} // namespace ewald::cli
