// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs of a queue without a store, for the tests of its window.
#pragma once

#include "job/document/job_kind.h"
#include "job/queue/store/queue_store.h"
#include "model/queue_model.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ewald::ui::test {

using job::queue::QueueJob;
using job::queue::QueueState;

inline QueueSnapshotPtr snapshotOf(std::vector<QueueJob> jobs) {
    auto snapshot = std::make_shared<QueueSnapshot>();
    snapshot->jobs = std::move(jobs);
    return snapshot;
}

inline QueueJob jobOf(long long id, QueueState state = QueueState::queued) {
    QueueJob job;
    job.id = id;
    job.name = "scan_" + std::to_string(id);
    job.kind = "ptycho";
    job.sample = id % 2 == 0 ? "even" : "odd";
    job.result = "/data/results_" + std::to_string(id % 3) + "/scan_" + std::to_string(id) + "_ewald.h5";
    job.state = state;
    if (state == QueueState::running) job.owner = "somebody";
    if (state == QueueState::failed) job.error = {"the file is damaged", "/data/scan.cxi", "copy it again"};
    return job;
}

inline std::vector<QueueJob> jobsOf(long long count) {
    std::vector<QueueJob> jobs;
    for (long long id = 1; id <= count; ++id) jobs.push_back(jobOf(id));
    return jobs;
}

/// To be added to a store.
inline job::queue::NewJob newJob(const std::string& name) {
    job::queue::NewJob made;
    made.name = name;
    made.document = job::jobKinds().front()->newDocument();
    made.document.inputFile = "/data/scan.cxi";
    made.document.outputFile = "/data/" + name + "_ewald.h5";
    return made;
}

} // namespace ewald::ui::test
