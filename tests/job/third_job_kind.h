// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "io/atomic_file.h"
#include "job/document/job_kind.h"

#include <filesystem>
#include <utility>

namespace ewald::job {

/// A kind of job that no other source names: writes how many bytes its input file has.
class CountingJobKind final : public JobKind {
public:
    explicit CountingJobKind(std::string name = "count") : m_name(std::move(name)) {}

    [[nodiscard]] const std::string& name() const noexcept override { return m_name; }
    [[nodiscard]] const char* summary() const noexcept override { return "Count the bytes of a file"; }
    [[nodiscard]] const char* exampleSetting() const noexcept override { return "devices=cpu"; }
    [[nodiscard]] bool worksFrameByFrame() const noexcept override { return false; }
    [[nodiscard]] std::optional<Refusal> refuses(JobFeature) const override {
        return Refusal{"there is nothing but bytes"};
    }
    void validate(const JobDocument&) const override {}
    [[nodiscard]] std::shared_ptr<const io::FrameStack> openFrames(const JobDocument&) const override {
        return nullptr;
    }

    JobOutcome run(const JobDocument& job, JobObserver& observer, RunControl&,
                   const RunOptions& options) const override {
        JobOutcome outcome;
        try {
            validateJob(job);
            const auto bytes = std::filesystem::file_size(job.inputFile);
            JobPlan plan;
            plan.kind = job.kind;
            plan.engineSummary = "count";
            observer.onPlan(plan);
            io::writeTextFile(job.outputFile, std::to_string(bytes), options.overwrite);
            outcome.resultFile = job.outputFile.string();
        } catch (...) {
            outcome.state = JobState::failed;
            outcome.error = currentError();
        }
        observer.onOutcome(outcome);
        return outcome;
    }

private:
    std::string m_name;
};

} // namespace ewald::job
