// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5/hdf5_newer_format.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ewald::io::h5::detail {

/// The list of a virtual dataset as HDF5 1.10 reads it. HDF5 1.12 and later write its selections in version 3 ("for the
/// latest library"), which says the same in fewer bytes: version 2 (regular) and version 1 (blocks) hold them, too.
/// HDF5 2.0 writes a name that an entry before has only once (version 1 of the list).
/// ("HDF5 File Format Specification", sections III.E, VIII.C; H5S__hyper_deserialize of the library.)
/// \param heap address of the global heap collection that holds the list \param index of the object in it
/// \return a collection with this object alone; absent: nothing has to be rewritten, or it cannot be
[[nodiscard]] std::optional<std::vector<unsigned char>> olderVirtualList(std::uint64_t heap, std::size_t index,
                                                                         const NewerFormat::ReadAt& readAt);

} // namespace ewald::io::h5::detail
