// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/events/result_figures.h"
#include "job/events/run_part.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace ewald::job::queue {

enum class QueueState {
    queued,    ///< its turn has not come
    waiting,   ///< for another job, for data, or for the cluster: QueueJob::waitsFor says for what
    starting,  ///< its process is being started
    running,   ///< its process is alive
    paused,    ///< by a person: its process is alive and holds still, or it has none and gets none
    finishing, ///< the result is being written
    done,
    stopped, ///< by a person; can be tried again
    failed,  ///< QueueJob::error says why; can be tried again
};

/// Lower-case name, as in the store and in `queue list --json`.
[[nodiscard]] const char* toString(QueueState state) noexcept;
/// \throws DataError for an unknown name
[[nodiscard]] QueueState stateFromName(std::string_view name);
/// Nothing happens to the job any more by itself.
[[nodiscard]] bool hasEnded(QueueState state) noexcept;

/// What a person has asked of the process of a job. Ordered: it ends with a later one, whatever an earlier one was.
enum class Wish {
    none,
    pause, ///< hold still until this is taken back
    stop,  ///< end soon, and save what there is
    abort, ///< end at once
};
/// Lower-case name, as in the store and in the job's folder.
[[nodiscard]] const char* toString(Wish wish) noexcept;
/// none for an unknown name
[[nodiscard]] Wish wishFromName(std::string_view name) noexcept;

/// Why a job failed or waits, in the parts of an Error.
struct JobFailure {
    std::string what; ///< empty: there was none
    std::string where;
    std::string hint;
    bool operator==(const JobFailure&) const = default;
};

/// One job of the queue. Times are seconds since 1970, 0 where there is none.
struct QueueJob {
    long long id = 0;
    std::string name;
    std::string kind;             ///< of its document
    std::filesystem::path result; ///< file that it writes
    QueueState state = QueueState::queued;
    int priority = 0;    ///< higher ones run first
    double position = 0; ///< order within a priority; of a new job its id
    long long after = 0; ///< id of a job that has to be done before; 0: none
    int attempts = 0;    ///< how often it was started
    Wish wish = Wish::none;
    std::string owner; ///< the runner that has started it; empty when no process works on it, or is about to
    double added = 0;
    double started = 0; ///< by its runner; once it has ended, of its process: a cluster may have let it wait for hours
    double ended = 0;
    JobFailure error;
    JobFailure waitsFor; ///< of a waiting job; of another one what has become of its source since
    std::string sample;
    std::string comment;
    std::string operatorName;
    std::string devices;             ///< instead of those that the document names; empty: the document's
    std::string documentDevices;     ///< those
    std::string runsOn;              ///< those that it got for this attempt, of the pool of the queue
    std::string backend;             ///< where it runs; empty: this computer; "slurm" or "slurm:SITE"
    std::string external;            ///< its number there
    std::string sweep;               ///< jobs with the same one differ in some parameters only; empty: none
    std::vector<std::string> varied; ///< these parameters, "key=value"
    std::filesystem::path source;    ///< file of a watched folder or of a trigger that it was made for
    bool dataPending = false;        ///< its input is still being written
    ResultFigures figures;           ///< of its result, as its process wrote it
    double passes = 0; ///< how often its document has each pixel of a frame worked on (passesOf()); 0: not known
    std::string data;  ///< the same for jobs that read the same files; empty: not known

    /// A process works on the job, or is about to; also while it is paused or waits for the cluster.
    [[nodiscard]] bool isActive() const noexcept { return !owner.empty(); }
    /// It has ended, and there is a result of it, be it of a part.
    [[nodiscard]] bool hasResult() const noexcept;
    /// Those that it computes on: "auto", "cpu:4", "cuda:0,cuda:1".
    [[nodiscard]] std::string devicesUsed() const;
};

/// How far the process of a job is, as its events file says.
struct JobProgress {
    std::string state; ///< of the run: "reading", "running"
    double done = 0;   ///< iterations or frames
    double total = 0;  ///< 0: not known
    double perSecond = 0;
    double secondsLeft = -1; ///< < 0: not known
    RunPart part{};          ///< that done and total are of
    bool atMost = false;     ///< total and secondsLeft: it may end earlier by itself
    /// Of the whole job: fractionDone().
    [[nodiscard]] double fraction() const noexcept;
};

} // namespace ewald::job::queue
