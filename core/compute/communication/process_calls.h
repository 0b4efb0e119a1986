// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/communication/communicator.h"
#include "compute/communication/process_group.h"
#include "compute/communication/process_streams.h"

#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace ewald::compute {

/// A message between a rank of this process and a rank of another.
struct Piece {
    int from = 0;
    int to = 0;
    std::size_t bytes = 0;
};

/// Collective calls between processes, one thread each, on which the communicator of ranks in several processes is
/// built. Every process exchanges messages with every other directly: short arrays take the time of one message; of
/// long ones each process reduces (or forwards) its part, so that no process transfers more than twice the array.
class ProcessCalls {
public:
    using Bytes = std::vector<std::byte>;

    /// \param timeout of a call, after which an error names the missing processes; absent: as long as they respond
    ProcessCalls(ProcessGroup& group, std::optional<std::chrono::milliseconds> timeout);

    /// The bytes of all processes on every process; `lengths[p]` is the number from process p.
    [[nodiscard]] std::vector<Bytes> swap(const char* name, std::uint64_t kind, std::span<const std::byte> mine,
                                          const std::vector<std::size_t>& lengths);
    /// In place, in the order of the processes; the same number of elements on each.
    template <class T>
    void reduce(std::span<T> values, Reduction reduction);
    void broadcast(std::span<std::byte> bytes, int root);
    /// Sends `outgoing[p]` to process p and returns the messages received, of the lengths in `incomingPieces[p]`; the
    /// pieces have to match on both sides.
    [[nodiscard]] std::vector<Bytes> exchange(const std::vector<Bytes>& outgoing,
                                              const std::vector<std::vector<Piece>>& outgoingPieces,
                                              const std::vector<std::vector<Piece>>& incomingPieces);

    [[nodiscard]] int process() const noexcept { return m_group.process(); }
    [[nodiscard]] int processes() const noexcept { return m_group.processes(); }

private:
    using Sink = std::function<void(ReceiveStream&, std::span<const std::byte>)>;
    using Step = std::function<bool()>;
    [[nodiscard]] CallId begin(const char* name, std::uint64_t kind);
    /// Completes all streams. \param advance processes received data; true when there was any
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
