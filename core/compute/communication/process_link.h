// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ewald::compute {

/// A message in transit. It owns its bytes, so that it can be abandoned at any time.
class Transfer {
public:
    virtual ~Transfer() = default;
    /// Whether it is complete. Never waits. \throws DeviceError when it failed or the message was longer than expected
    [[nodiscard]] virtual bool done() = 0;
    /// The message, of a completed receive.
    [[nodiscard]] virtual std::span<const std::byte> data() const noexcept = 0;
};

/// Messages of different channels are independent of each other.
enum class Channel : int { collective = 1, parcel = 2, control = 3 };

/// Messages between the processes of one run: the interface of a module such as ewald-mpi.so.
/// Thread-safe. Between two processes the messages of a channel arrive in the order in which they were sent.
class ProcessLink {
public:
    virtual ~ProcessLink() = default;
    [[nodiscard]] virtual int process() const noexcept = 0;
    [[nodiscard]] virtual int processes() const noexcept = 0;
    /// "MPI (Open MPI 4.1.4)"
    [[nodiscard]] virtual std::string name() const = 0;

    enum class Completion {
        buffered, ///< done() as soon as the memory of the message can be reused
        received, ///< done() only when the other process has begun to receive: limits the messages buffered there
    };
    /// Sends a message of at most 2³⁰ bytes.
    [[nodiscard]] virtual std::unique_ptr<Transfer> send(int process, Channel channel, std::vector<std::byte> message,
                                                         Completion completion) = 0;
    /// Receives the next message of a process, of at most `capacity` bytes.
    [[nodiscard]] virtual std::unique_ptr<Transfer> receive(int process, Channel channel, std::size_t capacity) = 0;
    /// A process from which a message can be received, if any.
    [[nodiscard]] virtual std::optional<int> waiting(Channel channel) = 0;

    /// The regular end; called by every process after its last message was received.
    virtual void close() noexcept = 0;
    /// Ends all processes of the run at once, also those that do not respond. Does not return if that succeeds.
    virtual void kill(int exitCode) noexcept = 0;
};

} // namespace ewald::compute
