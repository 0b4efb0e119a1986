// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ewald::io::h5::detail {

/// Where a build with tests makes the program that reads HDF5 files; empty in other builds.
[[nodiscard]] const char* builtServer() noexcept;

} // namespace ewald::io::h5::detail
