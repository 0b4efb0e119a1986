// SPDX-License-Identifier: GPL-3.0-or-later
//
// A queue that computes nothing: it counts what a GPU would be asked to do; and what one of several ranks would send.
#pragma once

#include "compute/communication/communicator.h"
#include "compute/devices/queue.h"
#include "compute/operations/traffic.h"

#include <map>
#include <memory>
#include <string>

namespace ewald::compute {

/// What a kernel was launched for.
struct LaunchTotal {
    std::size_t launches = 0;
    std::size_t items = 0;
    Traffic traffic; ///< trafficOf()
};

/// What a queue was asked to do.
struct TrafficLedger {
    std::map<std::string, LaunchTotal> kernels; ///< by the name of the body
    std::size_t transforms = 0;                 ///< calls
    std::size_t transformed = 0;                ///< complex numbers in them
    std::size_t copiesUp = 0, copiesDown = 0, memsets = 0, waits = 0;
    std::size_t bytesUp = 0, bytesDown = 0, bytesSet = 0;
    std::size_t collectives = 0;  ///< sums of arrays in the memory of devices
    std::size_t bytesReduced = 0; ///< of these arrays, on one rank
    /// Calls in which the hosts of all ranks wait for each other, but for the agreements on a stop, which come as
    /// seldom as the time of an iteration allows.
    std::size_t meetings = 0;
    /// Exchanges between memories of devices, other ranks that take part in each, added up, and the bytes that the rank
    /// sends or receives, whichever is more.
    std::size_t deviceExchanges = 0, exchangePartners = 0, bytesAcross = 0;
    std::size_t bytesExchanged = 0; ///< that the rank sends or receives, whichever is more, from host to host

    [[nodiscard]] std::size_t launches() const;
    /// Bytes of device memory that kernels and transforms move.
    [[nodiscard]] Traffic traffic() const;
};

/// Device memory that a transform of a complex number moves each way in all: rows and columns are two passes over the
/// data of a batch, which read and write it. An assumption about the library: a frame of 64² or less can be done in
/// one.
inline constexpr std::size_t kTransformPasses = 2;

/// Sums and maxima are made up so that an engine goes the usual way. The memory is the host's, and holds what was
/// uploaded. \param ledger outlives the queue \param cacheBytes of the device's second-level cache, see framesOfPiece()
[[nodiscard]] std::unique_ptr<Queue> makeTrafficQueue(TrafficLedger& ledger, std::size_t cacheBytes = 0);

/// The first of so many ranks, of which the others do not exist: nothing comes from them. What gathers arrays of all
/// ranks cannot be run. \param ledger outlives it
[[nodiscard]] std::unique_ptr<Communicator> makeTrafficCommunicator(TrafficLedger& ledger, int ranks);

} // namespace ewald::compute
