// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/queue/folder/job_folder.h"
#include "job/report/report.h"

#include <filesystem>
#include <future>
#include <string>
#include <utility>
#include <vector>

namespace ewald::job::queue {

/// What the folder of a job and its place in the queue say, for a report. What cannot be read is left out.
[[nodiscard]] report::ReportSource reportSource(const JobFolder& folder, const QueueJob& job);

/// Writes the report of a job that has ended beside its result, or, where there is none, into its folder; a report of
/// before is replaced. \return the file \throws DataError, JobError
std::filesystem::path writeReport(const JobFolder& folder, const QueueJob& job, const report::Language& language);

/// Whether the newest attempt, which has ended, has left one.
[[nodiscard]] bool hasReport(const JobFolder& folder, const std::filesystem::path& result);

/// The same when the status of the job has just been written: a report that cannot be made fails no job. \param result
/// its file, as this computer names it \return why there is none, else empty
[[nodiscard]] std::string leaveReport(const JobFolder& folder, const std::filesystem::path& result,
                                      const report::Language& language) noexcept;

/// Makes reports one after the other while its owner goes on. Its end waits for those that are left; which these are is
/// noted in reports/ of the store, so that another program makes them when this one is killed.
class ReportThread {
public:
    /// \param owner sign of the runner that it belongs to (RunnerLock) \param language of the reports
    ReportThread(std::filesystem::path store, std::string owner, report::Language language)
        : m_store(std::move(store)), m_owner(std::move(owner)), m_language(std::move(language)) {}
    ~ReportThread();
    ReportThread(const ReportThread&) = delete;
    ReportThread& operator=(const ReportThread&) = delete;

    /// leaveReport(), soon.
    void add(const JobFolder& folder, const std::filesystem::path& result);
    /// The ids of jobs whose reports a program that has gone has not made. \return none where it cannot be seen
    [[nodiscard]] std::vector<long long> leftByOthers() const;
    /// One of them needs none any more.
    void forget(const JobFolder& folder) const noexcept;

private:
    [[nodiscard]] std::filesystem::path noteOf(const JobFolder& folder) const {
        return m_store / "reports" / folder.path().filename();
    }

    std::filesystem::path m_store;
    std::string m_owner;
    report::Language m_language;
    std::future<void> m_last; ///< ends after those that were added before
};

} // namespace ewald::job::queue
