// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document/document.h"
#include "job/events/events.h"

#include <optional>
#include <string>

namespace ewald::job {

/// What keeps a job from being faster.
enum class HoldUp {
    nothing,       ///< it computes: nothing stands out
    memory,        ///< the machine swaps, or is about to
    disk,          ///< hardly any room for the result
    otherPrograms, ///< they take the processor
    reading,
    decoding,
    preparing,
    transfer,
    update,
    communication,
    slowestWorker, ///< the others wait for it
    writing,       ///< workers wait until their results are written
    preview,
    processor, ///< it computes on the processor although there is a GPU
};

/// Something that can be done about it at once.
struct Cure {
    enum class Kind {
        setParameter,  ///< `key` to `value`
        chooseDevices, ///< see what the devices do, and choose others
    };
    Kind kind = Kind::setParameter;
    std::string key{};
    ParameterValue value{};
    bool operator==(const Cure&) const = default;
};

/// What holds a job back, for people: the window makes a sentence of it.
struct RunAdvice {
    HoldUp what = HoldUp::nothing;
    double share = 0;  ///< of the time, 0 … 1; of `nothing` that of computing
    std::string name;  ///< of the other program, or of the slowest device; may be empty
    double amount = 0; ///< cores that others take; bytes of memory or disk that are left
    double of = 0;     ///< of so many
    std::optional<Cure> cure;
};

/// What a job runs on, as far as advice needs it.
struct AdviceFacts {
    bool hasIdleGpu = false;    ///< there is a usable one that the job does not use
    std::size_t processors = 1; ///< of this computer
    double batchSize = 0;       ///< of the engine that runs; 0: it has none
};

/// Whether a job has done all frames of files that are still being written, and goes on when there are more. Any
/// thread.
[[nodiscard]] bool waitsForFrames(const Progress& progress, const JobDocument& job);

/// The one thing that matters most, by fixed rules: what stops a job first (memory, disk), then what other programs
/// take, then the largest share of the time. Absent before anything was measured, and while a job waits for frames. Any
/// thread.
[[nodiscard]] std::optional<RunAdvice> adviseOn(const Progress& progress, const JobPlan& plan, const JobDocument& job,
                                                const AdviceFacts& facts);

} // namespace ewald::job
