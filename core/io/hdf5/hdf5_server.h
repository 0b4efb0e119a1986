// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5/hdf5_message.h"
#include <cstdint>

#include <functional>
#include <string>

// The other end of hdf5_client.h: what the program ewald-hdf5-server does.
namespace ewald::io::h5 {

/// What one file may cost.
struct ServerOptions {
    std::uint64_t memoryBytes = std::uint64_t{896} << 20U; ///< beside what it starts with: 1 GB with the program
    unsigned requestCpuSeconds = 4;                        ///< of one request, or of a part of a long one
    /// Called with every request and its path, for tests of what happens when the library does not return.
    std::function<void(detail::Request request, const std::string& path)> beforeRequest;
};

/// Serves the program at the other end of the control socket (descriptor 3) until it ends. Forks a process for each
/// file, which asks the HDF5 library. Needs to be the only thread. \return exit code; in every process that it forked,
/// too
int serveFiles(const ServerOptions& options);

} // namespace ewald::io::h5
