// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/queue/folder/queue_job.h"

#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace ewald::ui {

/// How long jobs of the queue take, by what those have taken that are done: as the time grows with frames, pixels and
/// passes over them (iterations, modes). Values; any thread.
class TimeEstimate {
public:
    TimeEstimate() = default;
    explicit TimeEstimate(const std::vector<job::queue::QueueJob>& jobs);

    /// Seconds from start to end; < 0 when it is not known: none of this kind is done on these devices, or nothing says
    /// how large its frames are. Frames that no job has read yet are taken to be like those of others of the batch,
    /// which are those with as many passes and a result in the same folder, else like those of all others, where these
    /// are about equal.
    [[nodiscard]] double secondsOf(const job::queue::QueueJob& job) const;

private:
    using Kind = std::string;
    using Batch = std::tuple<Kind, double, std::string>;      ///< with passes and folder of the result
    using Place = std::tuple<Kind, std::string, std::string>; ///< with back end and devices
    struct Rate {
        double seconds = 0;
        double work = 0; ///< pixels × passes
        int jobs = 0;
    };
    struct Sizes {
        double least = 0;
        double most = 0;
        double sum = 0;
        int jobs = 0;
        void add(double pixels);
        /// 0 where they differ by too much.
        [[nodiscard]] double usual() const;
    };

    std::map<Place, Rate> m_rates;                           ///< of the last jobs
    std::map<Kind, Sizes> m_sizes;                           ///< of frames together, in pixels
    std::map<Batch, Sizes> m_sizesOfBatch;                   ///< … of a batch
    std::map<std::pair<Kind, std::string>, Sizes> m_sizesOf; ///< … of the same files
};

} // namespace ewald::ui
