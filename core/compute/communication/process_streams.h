// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compute/communication/process_link.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace ewald::compute {

/// Waits a little, longer each time: first it only yields, then it sleeps up to a millisecond. A message that arrives
/// soon is delayed by microseconds only, and a long wait takes no processor time.
class Backoff {
public:
    void pause();
    void restart() noexcept { m_rounds = 0; }

private:
    unsigned m_rounds = 0;
};

/// The call that a message belongs to; a message of another call means that the processes are out of step.
struct CallId {
    std::uint64_t sequence = 0; ///< calls are counted
    std::uint64_t kind = 0;     ///< which call, and the length of the arrays where it has to be the same everywhere
    bool operator==(const CallId&) const = default;
};

/// Bytes of a message besides its content.
constexpr std::size_t kHeaderBytes = sizeof(CallId);
/// Longer arrays are cut into blocks that fit into the caches, several in transit at a time.
constexpr std::size_t kBlockBytes = std::size_t{256} << 10U;

/// Sends an array to one process block by block, a few at a time.
class SendStream {
public:
    SendStream(ProcessLink& link, int process, CallId call, std::span<const std::byte> bytes);
    /// Sends as much as possible without waiting. True when all has been sent.
    [[nodiscard]] bool pump();
    [[nodiscard]] int process() const noexcept { return m_process; }

private:
    ProcessLink* m_link;
    int m_process;
    CallId m_call;
    std::span<const std::byte> m_rest;
    bool m_started = false;                            ///< an empty array is one empty message
    std::vector<std::unique_ptr<Transfer>> m_underWay; ///< a few, in order
};

/// Receives an array of known length from one process block by block.
class ReceiveStream {
public:
    ReceiveStream(ProcessLink& link, int process, CallId call, std::size_t bytes);
    /// The next block received, in order; empty optional: not yet there. Valid until pop().
    /// \throws DeviceError when it belongs to another call or has another length
    [[nodiscard]] std::optional<std::span<const std::byte>> front();
    void pop();
    [[nodiscard]] bool finished() const noexcept { return m_taken == m_bytes && m_blocks == 0; }
    /// Where the block of front() begins in the array.
    [[nodiscard]] std::size_t offset() const noexcept { return m_taken; }
    [[nodiscard]] int process() const noexcept { return m_process; }

private:
    [[nodiscard]] std::size_t nextLength(std::size_t at) const noexcept;
    ProcessLink* m_link;
    int m_process;
    CallId m_call;
    std::size_t m_bytes;
    std::size_t m_asked = 0; ///< bytes for which a receive is posted
    std::size_t m_taken = 0;
    std::size_t m_blocks;                              ///< blocks not yet taken
    std::size_t m_unposted = 0;                        ///< of them, no receive posted
    std::vector<std::unique_ptr<Transfer>> m_underWay; ///< a few, in order
};

} // namespace ewald::compute
