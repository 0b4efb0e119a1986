// SPDX-License-Identifier: GPL-3.0-or-later
//
// The only source that has the path, which differs in each checkout: a compiler cache knows all others again.
#include "io/hdf5/built_server.h"

#ifndef EWALD_HDF5_SERVER
#define EWALD_HDF5_SERVER ""
#endif

namespace ewald::io::h5::detail {

const char* builtServer() noexcept { return EWALD_HDF5_SERVER; }

} // namespace ewald::io::h5::detail
