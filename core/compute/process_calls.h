// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/communicator.h"
#include "compute/process_group.h"
#include "compute/process_streams.h"

#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace ewald::compute {

/// Bytes of ranks of one process for ranks of another, or from them.
struct Piece {
    int from = 0;
    int to = 0;
    std::size_t bytes = 0;
};

/// Collective calls of whole processes, one thread each: what the communicator of ranks over several processes is made
/// of. Every process talks to every other directly: short arrays take one message's time; of long ones each process
/// reduces (or passes on) its part, so that no process transfers more than twice the array.
class ProcessCalls {
public:
    using Bytes = std::vector<std::byte>;

    /// \param timeout of a call, beyond which the processes that are missing are named; absent: as long as they live
    ProcessCalls(ProcessGroup& group, std::optional<std::chrono::milliseconds> timeout);

    /// Everybody's bytes on every process; `lengths[p]` is what process p brings.
    [[nodiscard]] std::vector<Bytes> swap(const char* name, std::uint64_t kind, std::span<const std::byte> mine,
                                          const std::vector<std::size_t>& lengths);
    /// In place, in the order of the processes; as many elements on each.
    template <class T>
    void reduce(std::span<T> values, Reduction reduction);
    void broadcast(std::span<std::byte> bytes, int root);
    /// Sends `outgoing[p]` to process p and returns what has come, of the lengths that `incoming[p]` expects; the
    /// pieces have to agree on both sides.
    [[nodiscard]] std::vector<Bytes> exchange(const std::vector<Bytes>& outgoing,
                                              const std::vector<std::vector<Piece>>& outgoingPieces,
                                              const std::vector<std::vector<Piece>>& incomingPieces);

    [[nodiscard]] int process() const noexcept { return m_group.process(); }
    [[nodiscard]] int processes() const noexcept { return m_group.processes(); }

private:
    using Sink = std::function<void(ReceiveStream&, std::span<const std::byte>)>;
    using Step = std::function<bool()>;
    [[nodiscard]] CallId begin(const char* name, std::uint64_t kind);
    /// Drives the streams to their end. \param advance takes what has come; true when there was something
    void run(std::vector<SendStream>& sends, std::vector<ReceiveStream>& receives, const Step& advance);
    void run(std::vector<SendStream>& sends, std::vector<ReceiveStream>& receives, const Sink& sink);
    void drive(std::vector<SendStream>& sends, std::vector<ReceiveStream>& receives, const Step& advance);
    void gatherSlices(CallId call, std::span<std::byte> bytes, const std::vector<std::size_t>& bounds);
    [[nodiscard]] Error late(const std::vector<SendStream>& sends, const std::vector<ReceiveStream>& receives) const;

    ProcessGroup& m_group;
    ProcessLink& m_link;
    std::optional<std::chrono::milliseconds> m_timeout;
    std::uint64_t m_sequence = 0;
    const char* m_name = "";
};

} // namespace ewald::compute
