// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/queue/folder/submission.h"
#include "job/queue/slurm/slurm_host.h"
#include "job/queue/slurm/slurm_site.h"
#include "job/queue/slurm/slurm_text.h"
#include "job/queue/store/backend.h"

#include <atomic>
#include <map>
#include <memory>
#include <span>

namespace ewald::job::queue {

/// Hands jobs to Slurm and follows them: by what they leave in their folders first, then by squeue (one call for all
/// jobs of a submit host, less and less often while nothing changes), then by scontrol. A controller that does not
/// answer says nothing about a job.
class SlurmBackend final : public Backend {
public:
    SlurmBackend(const QueueStore& store, BackendOptions options);
    ~SlurmBackend() override;

    [[nodiscard]] bool runs(const std::string& backend) const override;
    [[nodiscard]] bool isHere() const noexcept override { return false; }
    [[nodiscard]] bool hasRoom(const std::string& backend, std::size_t active) const override;
    void refresh() override;
    void start(const QueueJob& job) override;
    void adopt(const QueueJob& job) override;
    [[nodiscard]] Standing look(const QueueJob& job) override;
    void askToEnd(const QueueJob& job, Wish wish) override;
    [[nodiscard]] Verdict verdict(const QueueJob& job) override;
    void forget(long long id) override;

private:
    struct Host;
    struct Job;

    Host& hostOf(const SlurmSite& site);
    [[nodiscard]] Job newJob(const QueueJob& job) const;
    /// Gives a job its site. \throws JobError, DataError
    void furnish(Job& job, const std::string& site);
    [[nodiscard]] bool hasTemplate(Job& job);
    void submitAll();
    /// Jobs that differ in their folders only: as an array where there are several.
    void submit(std::span<const long long> ids);
    void noteSubmission(long long id, const Job& job) const;
    void submitted(long long id, const std::string& token, const CommandResult& result);
    void lookAll(Host& host);
    void lookedAll(Host& host, double asked, const CommandResult& result);
    void search(long long id, Job& job, const std::map<std::string, SlurmJob>& byToken);
    void askScontrol(long long id, Job& job);
    void cancel(long long id, Job& job);
    void hold(long long id, Job& job, bool held);
    [[nodiscard]] Standing standingOf(const QueueJob& job, Job& mine) const;

    const QueueStore& m_store;
    BackendOptions m_options;
    std::map<std::string, std::unique_ptr<Host>> m_hosts; ///< by the name of the submit host
    std::map<long long, Job> m_jobs;
};

} // namespace ewald::job::queue
