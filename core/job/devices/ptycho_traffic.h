// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/operations/traffic_queue.h"
#include "job/devices/ptycho_bench.h"
#include "ptycho/model/problem.h"

#include <cstddef>
#include <optional>

namespace ewald::job {

/// Devices that share the frames of a case.
struct DeviceShare {
    std::size_t devices = 1;
    bool tiled = false; ///< each holds its part of the object only
    std::size_t cacheBytes =
        0; ///< second-level cache of each, which decides on launches; 0: as if waves had room in it
};

/// What one iteration of a case asks of a GPU, counted without one (compute/operations/traffic_queue.h): of the first,
/// where several share the frames.
struct PtychoTraffic {
    DeviceShare share;
    compute::TrafficLedger iteration;
    std::size_t frames = 0;       ///< of this GPU
    std::size_t batches = 0;      ///< mini-batches of it; 1 for an engine that has none
    std::size_t pixelModes = 0;   ///< frames · pixels · modes, of all GPUs
    std::size_t objectPixels = 0; ///< under the frames of a mini-batch, summed over these
    /// Bytes of device memory that kernels and transforms move, a frame, pixel and mode.
    [[nodiscard]] double bytes() const;
};

/// An iteration; absent for an engine whose way depends on the data (automatic plans). \throws Error
[[nodiscard]] std::optional<PtychoTraffic> ptychoTraffic(const PtychoBenchCase& benchCase, DeviceShare share = {});
/// The same of another scan than the case's own. \param problem without frames and their partition
[[nodiscard]] std::optional<PtychoTraffic> ptychoTraffic(const PtychoBenchCase& benchCase, ptycho::Problem problem,
                                                         DeviceShare share);

/// The least bytes a frame, pixel and mode that an iteration of the engine can do with while each transform is a call
/// of its own, which moves the waves compute::kTransformPasses times: formulas in the source. Absent where none is
/// known.
[[nodiscard]] std::optional<double> leastBytes(const PtychoBenchCase& benchCase, const PtychoTraffic& traffic);

} // namespace ewald::job
