// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace ewald::job::queue {

enum class QueueState {
    queued,    ///< its turn has not come
    waiting,   ///< for another job
    starting,  ///< its process is being started
    running,   ///< its process is alive
    finishing, ///< the result is being written
    done,
    stopped, ///< by a person; can be tried again
    failed,  ///< QueueJob::error says why; can be tried again
};

/// Lower-case name, as in the store and in `queue list --json`.
[[nodiscard]] const char* toString(QueueState state) noexcept;
/// \throws DataError for an unknown name
[[nodiscard]] QueueState stateFromName(std::string_view name);
/// A process works on the job, or is about to.
[[nodiscard]] bool isActive(QueueState state) noexcept;
/// Nothing happens to the job any more by itself.
[[nodiscard]] bool hasEnded(QueueState state) noexcept;

/// Why a job failed, in the parts of an Error.
struct JobFailure {
    std::string what; ///< empty: there was none
    std::string where;
    std::string hint;
};

/// One job of the queue. Times are seconds since 1970, 0 where there is none.
struct QueueJob {
    long long id = 0;
    std::string name;
    std::string kind;             ///< of its document
    std::filesystem::path result; ///< file that it writes
    QueueState state = QueueState::queued;
    int priority = 0;        ///< higher ones run first
    long long after = 0;     ///< id of a job that has to be done before; 0: none
    int attempts = 0;        ///< how often it was started
    bool stopWanted = false; ///< a person has asked for its end
    std::string owner;       ///< the runner that has started it
    double added = 0;
    double started = 0;
    double ended = 0;
    JobFailure error;
};

/// How far the process of a job is, as its events file says.
struct JobProgress {
    std::string state; ///< of the run: "reading", "running"
    double done = 0;   ///< iterations or frames
    double total = 0;  ///< 0: not known
    double perSecond = 0;
    double secondsLeft = -1; ///< < 0: not known
};

} // namespace ewald::job::queue
