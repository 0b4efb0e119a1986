// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/document/job_kind.h"

#include "base/error.h"
#include "base/phrase.h"
#include "base/stop_scope.h"

#include <algorithm>

namespace ewald::job {
namespace {

JobError unknownKind(const JobDocument& job, const std::string& where) {
    std::vector<std::string> names;
    for (const JobKind* kind : jobKinds()) names.push_back(kind->name());
    const auto near = suggestWord(job.kind, names);
    return JobError(phrase("kind \"%1\" is not known to this version", job.kind.substr(0, 40)),
                    where.empty() ? "kind" : where + ": kind",
                    near ? phrase("did you mean %1?", *near) : phrase("known: %1", jobKindNames()));
}

} // namespace

JobDocument JobKind::newDocument() const {
    JobDocument job;
    job.kind = name();
    if (!has(JobFeature::pipeline)) job.pipeline.clear();
    return job;
}

const std::vector<const JobKind*>& jobKinds() noexcept { return jobKindTable(); }

std::string jobKindNames() {
    std::string names;
    for (const JobKind* kind : jobKinds()) names += (names.empty() ? "" : ", ") + kind->name();
    return names;
}

const JobKind* findJobKind(std::string_view name) noexcept {
    for (const JobKind* kind : jobKinds())
        if (kind->name() == name) return kind;
    return nullptr;
}

const JobKind& kindOf(const JobDocument& job, const std::string& where) {
    if (const JobKind* kind = findJobKind(job.kind)) return *kind;
    throw unknownKind(job, where);
}

double passesOf(const JobDocument& job) {
    const JobKind* kind = findJobKind(job.kind);
    if (kind == nullptr) return 0;
    if (!kind->has(JobFeature::pipeline)) return 1;
    double passes = 0;
    for (const Stage& stage : job.pipeline) passes += static_cast<double>(stage.iterations);
    for (const char* key : {"probe_modes", "object_modes", "slices"}) passes *= static_cast<double>(job.integer(key));
    // Halves of the scan: two runs more, with half of the frames each.
    return job.flag("halves") ? 2 * passes : passes;
}

AddedJobKind::AddedJobKind(const JobKind& kind) : m_kind(kind) {
    if (findJobKind(kind.name())) throw InternalError("a kind of job is there twice", kind.name());
    jobKindTable().push_back(&kind);
}

AddedJobKind::~AddedJobKind() { std::erase(jobKindTable(), &m_kind); }

JobOutcome runJob(const JobDocument& job, JobObserver& observer, RunControl& control, const RunOptions& options) {
    const StopScope whileFilesAreOpened(control);
    if (const JobKind* kind = findJobKind(job.kind)) return kind->run(job, observer, control, options);
    JobOutcome outcome;
    outcome.state = JobState::failed;
    outcome.error = unknownKind(job, job.outputFile.string());
    observer.onLog(LogLevel::error, outcome.error->what());
    observer.onOutcome(outcome);
    return outcome;
}

} // namespace ewald::job
