// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/run_control.h"

#include <chrono>
#include <complex>
#include <cstddef>
#include <cstring>
#include <functional>
#include <memory>
#include <ranges>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace ewald::compute {

class Queue;

/// Memory of this rank to be sent to another.
struct Outgoing {
    int rank = 0;
    std::span<const std::byte> data;
};
/// Memory of this rank that receives from another.
struct Incoming {
    int rank = 0;
    std::span<std::byte> data;
};

/// The same of numbers in the memory of a device.
struct DeviceOutgoing {
    int rank = 0;
    const double* data = nullptr;
    std::size_t count = 0;
};
struct DeviceIncoming {
    int rank = 0;
    double* data = nullptr;
    std::size_t count = 0;
};

enum class Reduction { sum, max };

/// Communication between the ranks of one run. Each rank holds its own object and calls it from its own thread; every
/// rank makes the same calls in the same order (SPMD). The order of summation depends only on how ranks are distributed
/// over processes (within one process: by rank), so that the same run gives the same bits; every rank receives the same
/// bits. Arrays are host memory; sizes are not limited.
///
/// A communicator that has failed once cannot be used again.
///
/// \throws Error in every call: the error of another rank ("rank r failed: …"), or a DeviceError that names the ranks
/// that did not arrive within the time-out.
class Communicator {
public:
    using Bytes = std::vector<std::byte>;

    virtual ~Communicator() = default;

    [[nodiscard]] virtual int rank() const noexcept = 0;
    [[nodiscard]] virtual int size() const noexcept = 0;
    /// "self", "in-process", … for the log and the result file.
    [[nodiscard]] virtual std::string name() const = 0;

    // ---- supplied by an implementation ------------------------------------------------------------------------------

    /// Element by element over all ranks, in place, on every rank; the same number of elements on each.
    virtual void allReduce(std::span<float> values, Reduction reduction) = 0;
    virtual void allReduce(std::span<double> values, Reduction reduction) = 0;
    /// Copies `bytes` of rank `root` to every rank; the same number on each.
    virtual void broadcastBytes(std::span<std::byte> bytes, int root) = 0;
    /// Every rank sends to some ranks and receives from some (halos of tiles): at most one piece in each direction for
    /// a pair, of the same size on both sides. Collective: a rank without pieces calls it as well.
    virtual void exchange(std::span<const Outgoing> send, std::span<const Incoming> receive) = 0;
    virtual void barrier() = 0;
    /// Called by a rank that cannot continue: the current or next call of all others throws this cause instead of
    /// waiting. The first cause counts. Any thread.
    virtual void abort(const Error& cause) noexcept = 0;
    /// Throws the error of another rank, if one has failed: for code that waits outside of a call.
    virtual void throwIfFailed() const {}
    /// Sum over all ranks of `count` numbers in the memory of `queue`, in place; through host memory unless the
    /// communicator has a direct path. Comes after the work that is queued, and before what is queued later; whether it
    /// is complete when the call returns, who waits for the queue learns: so he does of a failure.
    virtual void allReduceSum(Queue& queue, double* device, std::size_t count);
    /// exchange() between memories of devices, with the same rules; in the order of the queue's work as that sum. No
    /// piece is empty or a rank's own, and what is received overlaps nothing.
    virtual void exchangeOnDevice(Queue& queue, std::span<const DeviceOutgoing> send,
                                  std::span<const DeviceIncoming> receive);

    // ---- derived from these -----------------------------------------------------------------------------------------

    void allReduceSum(std::span<float> values) { allReduce(values, Reduction::sum); }
    void allReduceSum(std::span<double> values) { allReduce(values, Reduction::sum); }
    void allReduceSum(std::span<std::complex<float>> values) {
        allReduceSum(std::span<float>(reinterpret_cast<float*>(values.data()), values.size() * 2));
    }
    void allReduceMax(std::span<double> values) { allReduce(values, Reduction::max); }
    void allReduceMean(std::span<double> values);
    /// The sums, on rank `root` only; the others keep their values.
    void reduceSum(std::span<double> values, int root);

    /// Copies the array of rank `root` to every rank.
    template <std::ranges::contiguous_range Range>
    void broadcast(Range&& values, int root) {
        broadcastBytes(std::as_writable_bytes(std::span(values)), root);
    }

    /// The `mine` of all ranks (any length each), concatenated in rank order, on every rank.
    template <std::ranges::contiguous_range Range>
    [[nodiscard]] auto allGather(const Range& mine) {
        std::vector<std::ranges::range_value_t<Range>> all;
        for (const Bytes& part : collect(std::as_bytes(std::span(mine)), kAllRanks)) append(part, all);
        return all;
    }
    /// The `mine` of all ranks (any length each) on rank `root`, one entry per rank; empty on the others.
    template <std::ranges::contiguous_range Range>
    [[nodiscard]] auto gather(const Range& mine, int root) {
        std::vector<std::vector<std::ranges::range_value_t<Range>>> all;
        for (const Bytes& part : collect(std::as_bytes(std::span(mine)), root)) append(part, all.emplace_back());
        return all;
    }
    /// pieces[r] of rank `root` (any length; ignored on other ranks) on rank r.
    template <class T>
    [[nodiscard]] std::vector<T> scatter(const std::vector<std::vector<T>>& pieces, int root) {
        std::vector<std::span<const std::byte>> parts;
        for (const std::vector<T>& piece : pieces) parts.push_back(std::as_bytes(std::span(piece)));
        std::vector<T> mine;
        append(distribute(parts, root), mine);
        return mine;
    }

    /// The strongest request of all ranks, so that every rank stops in the same iteration.
    [[nodiscard]] StopRequest agreeStop(StopRequest mine);

private:
    static constexpr int kAllRanks = -1;
    /// The bytes of every rank on rank `to`, or on all ranks; no entries elsewhere.
    [[nodiscard]] std::vector<Bytes> collect(std::span<const std::byte> mine, int to);
    [[nodiscard]] Bytes distribute(std::span<const std::span<const std::byte>> pieces, int root);

    template <class T>
    static void append(const Bytes& part, std::vector<T>& all) {
        static_assert(std::is_trivially_copyable_v<T>);
        const std::size_t before = all.size();
        all.resize(before + part.size() / sizeof(T));
        if (!part.empty()) std::memcpy(all.data() + before, part.data(), part.size());
    }

    std::vector<double> m_staging;
};

/// The communicator of a single rank: every call returns at once.
[[nodiscard]] std::unique_ptr<Communicator> makeSelfCommunicator();

/// Communicators of one group of `ranks` threads of this process. A collective that is not complete after `timeout`
/// ends with a DeviceError that names the missing ranks.
[[nodiscard]] std::vector<std::unique_ptr<Communicator>> makeInProcessCommunicators(
    int ranks, std::chrono::milliseconds timeout = std::chrono::seconds(30));

/// Runs `body` once per communicator, each in its own thread (the first in the calling one). A rank that throws aborts
/// the others; the first cause is rethrown.
void runRanks(std::span<const std::unique_ptr<Communicator>> communicators,
              const std::function<void(Communicator&)>& body);
/// The same for `ranks` threads of this process: with self for one rank, in-process otherwise.
void runRanks(int ranks, const std::function<void(Communicator&)>& body,
              std::chrono::milliseconds timeout = std::chrono::seconds(30));

} // namespace ewald::compute
