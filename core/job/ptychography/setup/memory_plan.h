// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/measured_frames.h"
#include "ptycho/model/memory_need.h"

#include <span>
#include <string>
#include <vector>

namespace ewald::job {

/// Where the frames of a rank wait for their turn.
enum class FrameStorage {
    resident, ///< in the memory of its device
    streamed, ///< in the computer's memory, sent to the device batch by batch
    spooled,  ///< in a file on the disk, of which the computer's memory holds what it can
};

/// The memory that there is.
struct MemoryBudget {
    struct Device {
        double free_bytes = 0;  ///< for this rank: what is free, divided by the ranks that share it; 0 = unknown
        bool isComputer = true; ///< its memory is the computer's
    };
    std::vector<Device> devices; ///< one a rank of this process
    double computer_bytes = 0;   ///< free in the computer; 0 = unknown
    double limit_bytes =
        0; ///< that the job allows of each device and of the computer; 0 = none. The others are within it
};

/// How a job is fitted into it. Results do not depend on it.
struct MemoryPlan {
    bool tiled = false; ///< each rank holds its part of the object only
    FrameStorage frames = FrameStorage::resident;
    std::size_t framesAtOnce = 0; ///< of a mini-batch, on a device; 0 = all
    double largestRank_bytes = 0; ///< need of the rank that needs most
    bool fits = true;             ///< false: the smallest plan there is, and yet too large as far as is known
    /// The widest type of frames with which it fits; of the last plan any.
    kernels::FrameType widest = kernels::FrameType::amplitudes;
    std::string reason; ///< one line for people: what was decided, and why
};

/// What the choice depends on.
struct MemoryQuestion {
    std::vector<ptycho::MemoryNeed> replicated; ///< of each rank of this process with a whole object
    std::vector<ptycho::MemoryNeed> tiled;      ///< likewise with tiles; empty: there is nothing to cut
    bool mayReplicate = true;                   ///< what the document allows
    bool mayTile = true;
    bool prefersTiles = false; ///< they are faster where both fit
    bool ownMemory = true;     ///< some device, of whatever process, has memory of its own
    std::size_t batch = 1;     ///< largest mini-batch
    kernels::FrameType frames = kernels::FrameType::amplitudes; ///< type that the frames are expected to need
};

/// Whether a device of this process has memory of its own.
[[nodiscard]] bool hasOwnMemory(const MemoryBudget& budget);
/// All plans worth a try, from the fastest to the smallest.
[[nodiscard]] std::vector<MemoryPlan> memoryPlans(const MemoryQuestion& question, const MemoryBudget& budget);
/// Of the line of a plan (MemoryPlan::reason) the part that says what is done otherwise than with ample memory; empty:
/// nothing. Any thread.
[[nodiscard]] std::string fittingOf(const std::string& reason);
/// Place of the plan to begin with: the first that fits, or the last.
[[nodiscard]] std::size_t firstThatFits(std::span<const MemoryPlan> plans);

} // namespace ewald::job
