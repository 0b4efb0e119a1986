// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <sys/types.h>

namespace ewald::io::h5::detail {

/// The descriptor at which a server process finds its control socket.
inline constexpr int kControlDescriptor = 3;

/// What a program asks its server process for: one datagram each.
struct ControlRequest {
    enum class What : std::uint32_t {
        connect, ///< fork a process that answers at the socket that comes along
        end,     ///< kill a process
        endedBy, ///< send a ControlReply
    };
    What what = What::connect;
    std::uint64_t id = 0; ///< of the process, chosen by the program
};

struct ControlReply {
    std::uint64_t id = 0;
    std::int32_t ended = 0;  ///< 1: it has ended and the next two say how
    std::int32_t signal = 0; ///< 0: it was none
    std::int32_t code = 0;   ///< exit code
    /// Time of the processor that one which still runs has used while it was looked at: for a second, or, where that
    /// was less than kLoop_ms, three.
    std::int32_t cpu_ms = 0;
};
/// What waits for a file system that does not answer uses less time of the processor in three seconds, also where
/// others leave little of it; what loops uses more.
inline constexpr std::int32_t kLoop_ms = 5;

/// The program `ewald-hdf5-server`, which is started for the first file and forks a process for each: what the HDF5
/// library does with a damaged file happens there. It ends with this program, however that ends. Thread-safe.
class ServerProcess {
public:
    /// The one of this program. Nothing is started yet.
    [[nodiscard]] static ServerProcess& instance();

    struct Channel {
        int socket = -1; ///< owned by the caller
        std::uint64_t id = 0;
    };
    /// A process for one more file; starts the server where it is not running.
    /// \throws DataError when it is not installed, DeviceError when the system cannot start it
    [[nodiscard]] Channel connect();
    /// Kills the process of a channel, whatever it does.
    void end(std::uint64_t id) noexcept;
    /// How the process of a channel ended, or that it still runs; absent when that cannot be found out.
    [[nodiscard]] std::optional<ControlReply> endedBy(std::uint64_t id) noexcept;

    /// For tests: another program from now on; empty = the one that is installed.
    void useProgram(std::filesystem::path program);
    /// For tests: of the running server; −1 = none.
    [[nodiscard]] pid_t processId();

private:
    ServerProcess() = default;
    void start();
    void drop() noexcept;
    bool send(const ControlRequest& request, int descriptor = -1) noexcept;

    std::mutex m_mutex;
    std::filesystem::path m_program;
    int m_control = -1;
    pid_t m_process = -1;
    pid_t m_owner = -1; ///< a process that was forked off this one needs a server of its own
    std::uint64_t m_next = 0;
};

} // namespace ewald::io::h5::detail
