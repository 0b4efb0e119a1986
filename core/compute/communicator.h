// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/run_control.h"

#include <chrono>
#include <complex>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ewald::compute {

/// Memory of this rank that goes to another.
struct Outgoing {
    int rank = 0;
    std::span<const std::byte> data;
};
/// Memory of this rank for what comes from another.
struct Incoming {
    int rank = 0;
    std::span<std::byte> data;
};

/// What the ranks of one run use to talk to each other. Each rank holds its own object and calls it from its own
/// thread; every rank makes the same calls in the same order (SPMD). Sums are taken in rank order, so that the same
/// number of ranks gives the same bits, and every rank receives the same bits.
///
/// \throws DeviceError when another rank aborted or did not arrive within the time-out: names the rank and the call.
class Communicator {
public:
    virtual ~Communicator() = default;

    [[nodiscard]] virtual int rank() const noexcept = 0;
    [[nodiscard]] virtual int size() const noexcept = 0;
    /// "self", "in-process", … for the log and the result file.
    [[nodiscard]] virtual std::string name() const = 0;

    /// Element-wise sum over all ranks, in place, on every rank. Host memory.
    virtual void allReduceSum(std::span<float> values) = 0;
    virtual void allReduceSum(std::span<double> values) = 0;
    virtual void allReduceMax(std::span<double> values) = 0;
    void allReduceSum(std::span<std::complex<float>> values) {
        allReduceSum(std::span<float>(reinterpret_cast<float*>(values.data()), values.size() * 2));
    }
    /// Copies `values` of rank `root` to every rank.
    virtual void broadcast(std::span<float> values, int root) = 0;
    /// Each rank's `mine` (any length) one after the other in rank order, on every rank.
    [[nodiscard]] virtual std::vector<double> allGather(std::span<const double> mine) = 0;
    /// Every rank sends to some ranks and receives from some (halos of tiles): at most one piece each way for a pair,
    /// of the same size on both sides. Collective: a rank without pieces calls it as well.
    virtual void exchange(std::span<const Outgoing> send, std::span<const Incoming> receive) = 0;
    virtual void barrier() = 0;

    /// The strongest request of all ranks: every rank leaves in the same iteration.
    [[nodiscard]] StopRequest agreeStop(StopRequest mine);

    /// Called by a rank that cannot go on: all others leave their current or next call with a DeviceError
    /// "rank r failed: reason" instead of waiting for it. Any thread.
    virtual void abort(const std::string& reason) noexcept = 0;
};

/// The communicator of a single rank: every call returns at once.
[[nodiscard]] std::unique_ptr<Communicator> makeSelfCommunicator();

/// Communicators of `ranks` threads of this process that belong together. A collective that is not complete after
/// `timeout` ends with a DeviceError that names the missing ranks.
[[nodiscard]] std::vector<std::unique_ptr<Communicator>> makeInProcessCommunicators(
    int ranks, std::chrono::milliseconds timeout = std::chrono::seconds(30));

/// Runs `body` once per rank, each in a thread of its own (rank 0 in the calling one), with the communicators of
/// `auto`: self for one rank, in-process otherwise. A rank that throws aborts the others; the first cause is rethrown.
void runRanks(int ranks, const std::function<void(Communicator&)>& body,
              std::chrono::milliseconds timeout = std::chrono::seconds(30));

} // namespace ewald::compute
