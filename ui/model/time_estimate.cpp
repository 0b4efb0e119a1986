// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/time_estimate.h"

#include <algorithm>
#include <functional>

namespace ewald::ui {

using job::queue::QueueJob;
using job::queue::QueueState;

namespace {

constexpr int kMostJobs = 20;     // of a place: the last ones
constexpr double kAboutEqual = 2; // the largest over the smallest

/// Jobs of a batch: as much to do for each pixel, and results beside each other.
auto batchOf(const QueueJob& job) { return std::tuple(job.kind, job.passes, job.result.parent_path().string()); }

auto placeOf(const QueueJob& job) { return std::tuple(job.kind, job.backend, job.devicesUsed()); }

} // namespace

void TimeEstimate::Sizes::add(double pixels) {
    least = jobs == 0 ? pixels : std::min(least, pixels);
    most = std::max(most, pixels);
    sum += pixels;
    ++jobs;
}

double TimeEstimate::Sizes::usual() const { return jobs > 0 && most <= kAboutEqual * least ? sum / jobs : 0; }

TimeEstimate::TimeEstimate(const std::vector<QueueJob>& jobs) {
    std::vector<const QueueJob*> done;
    for (const QueueJob& job : jobs) {
        // One that went on from what was saved has done a part of its work since it was started last.
        const bool whole = job.state == QueueState::done && job.attempts <= 1 && job.started > 0;
        if (whole && job.ended > job.started && job.passes > 0 && job.figures.pixelsOfFrames > 0) done.push_back(&job);
    }
    std::ranges::stable_sort(done, std::ranges::greater(), &QueueJob::ended);
    for (const QueueJob* job : done) {
        const double pixels = job->figures.pixelsOfFrames;
        m_sizes[job->kind].add(pixels);
        m_sizesOfBatch[batchOf(*job)].add(pixels);
        if (!job->data.empty()) m_sizesOf[{job->kind, job->data}].add(pixels);
        Rate& rate = m_rates[placeOf(*job)];
        if (rate.jobs == kMostJobs) continue;
        rate.seconds += job->ended - job->started;
        rate.work += pixels * job->passes;
        ++rate.jobs;
    }
}

double TimeEstimate::secondsOf(const QueueJob& job) const {
    const auto rate = m_rates.find(placeOf(job));
    if (rate == m_rates.end() || !(job.passes > 0)) return -1;
    const auto same = m_sizesOf.find({job.kind, job.data});
    const auto batch = m_sizesOfBatch.find(batchOf(job));
    const double pixels = same != m_sizesOf.end()         ? same->second.usual()
                          : batch != m_sizesOfBatch.end() ? batch->second.usual()
                                                          : m_sizes.at(job.kind).usual();
    return pixels > 0 ? rate->second.seconds / rate->second.work * pixels * job.passes : -1;
}

} // namespace ewald::ui
