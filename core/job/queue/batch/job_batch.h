// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "job/document/document.h"
#include "job/queue/store/queue_store.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ewald::job::queue {

/// Many jobs in few words.
struct BatchRequest {
    /// Scans or files of frames; patterns (* ? #); folders, whose files are taken; job documents (.json), which are
    /// jobs as they are.
    std::vector<std::filesystem::path> inputs;
    std::string folderPattern;      ///< which files of a folder; empty: all whose names end as those of scans do
    bool recursive = false;         ///< folders in folders, too
    bool patternsAreStacks = false; ///< the files of a pattern are the frames of one job, not of one job each
    std::filesystem::path table;    ///< instead of inputs: one row a job (ValueTable). Columns: file, name, sample,
                                    ///< comment, operator, output, priority, devices, and any parameter
    JobDocument common;             ///< what the jobs of scans have in common
    std::string ofScansOnly{};      ///< options for `common` that were given, for the error about a job document
    std::string name = "{name}";    ///< expandName()
    std::string output = "{folder}/{name}_ewald.h5"; ///< expandName(); a name that is taken gets a number
    /// "key=value", for all. A value "@/entry/…" is that of a dataset of the scan, also as the sample.
    std::vector<std::string> settings;
    std::vector<std::string> sweeps; ///< parseSweep(); all their combinations of every input
    int priority = 0;
    std::string sample;
    std::string comment;
    std::string operatorName;
    std::string devices;
    std::string backend;
    bool held = false;
    long long after = 0;  ///< id of a job that has to be done before all of them; 0: none
    bool inOrder = false; ///< each waits for the one before it
    /// Start from the probe or object of the job before: of each other if `inOrder`, of `startFrom` the first one.
    bool startWithProbe = false;
    bool startWithObject = false;
    std::filesystem::path startFrom; ///< result, of the job `after`; may not be there yet
};

/// A job that would be added.
struct PlannedJob {
    NewJob job;
    std::optional<Error>
        problem;          ///< why it cannot be added: what, where (file, line and column of a table), what to do
    std::string remark{}; ///< when its result has another name than the wanted one, which another job keeps
};

/// What would be made of a request: names, outputs, documents. Adds nothing; any thread.
/// \param taken results of other jobs, which may not be there yet (QueueStore::plannedResults())
/// \param check whether files and folders of every job are looked at; takes some tenths of a millisecond a job, and the
/// opening of its frames where it has a mask, which has to have their shape
/// \throws JobError, DataError for what concerns all jobs
[[nodiscard]] std::vector<PlannedJob> planJobs(const BatchRequest& request,
                                               const std::vector<std::filesystem::path>& taken, bool check = true);
/// The same, all of them sound. \param remarks gets those of the jobs \throws JobError, DataError for the first that is
/// not
[[nodiscard]] std::vector<NewJob> makeJobs(const BatchRequest& request, const std::vector<std::filesystem::path>& taken,
                                           std::vector<std::string>* remarks = nullptr);

/// Adds jobs, and plans them again where another program has added one for the same file in between. \param plan is
/// given the results of the jobs that are there \throws JobError, DataError
std::vector<long long> addPlanned(
    QueueStore& store, const std::function<std::vector<NewJob>(const std::vector<std::filesystem::path>& taken)>& plan);

/// The files that a request names: patterns and folders are replaced by theirs, in the order of the numbers in their
/// names. What this program has written, and the data files of an Eiger master, are left out of folders. \throws
/// DataError when there are none
[[nodiscard]] std::vector<std::filesystem::path> filesOf(const BatchRequest& request);
/// Whether a file of a folder is taken for a scan by its name: it is, unless io::isOwnFile().
[[nodiscard]] bool looksLikeScan(const std::filesystem::path& file, const std::string& pattern);

/// A job document, or the one that a result carries, of a kind that is known. \throws JobError, DataError
[[nodiscard]] JobDocument documentFrom(const std::filesystem::path& jobOrResult);

} // namespace ewald::job::queue
