// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ewald::compute {

/// A message under way. It owns its bytes: whoever gives up waiting leaves nothing dangling.
class Transfer {
public:
    virtual ~Transfer() = default;
    /// Whether it is through. Never waits. \throws DeviceError when it failed or the message was longer than expected
    [[nodiscard]] virtual bool done() = 0;
    /// Of a receive that is done: what came.
    [[nodiscard]] virtual std::span<const std::byte> data() const noexcept = 0;
};

/// Messages of different channels do not get in each other's way.
enum class Channel : int { collective = 1, parcel = 2, control = 3 };

/// Messages between the processes of one run: what a module like ewald-mpi.so supplies, and all that it supplies.
/// Thread-safe. Between two processes the messages of a channel arrive in the order in which they were sent.
class ProcessLink {
public:
    virtual ~ProcessLink() = default;
    [[nodiscard]] virtual int process() const noexcept = 0;
    [[nodiscard]] virtual int processes() const noexcept = 0;
    /// "MPI (Open MPI 4.1.4)"
    [[nodiscard]] virtual std::string name() const = 0;

    enum class Completion {
        buffered, ///< done() as soon as the bytes are on their way
        received, ///< done() only when the other process has begun to receive: bounds what lies about there
    };
    /// Sends a message of at most 2³⁰ bytes.
    [[nodiscard]] virtual std::unique_ptr<Transfer> send(int process, Channel channel, std::vector<std::byte> message,
                                                         Completion completion) = 0;
    /// Receives the next message of a process, of at most `capacity` bytes.
    [[nodiscard]] virtual std::unique_ptr<Transfer> receive(int process, Channel channel, std::size_t capacity) = 0;
    /// The process of which a message waits to be received, if any.
    [[nodiscard]] virtual std::optional<int> waiting(Channel channel) = 0;

    /// The regular end; every process calls it after its last message was received.
    virtual void close() noexcept = 0;
    /// Ends all processes of the run at once, also those that do not answer. Does not return where that works.
    virtual void kill(int exitCode) noexcept = 0;
};

} // namespace ewald::compute
