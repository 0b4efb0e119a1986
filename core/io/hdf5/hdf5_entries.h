// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5/hdf5_message.h"

#include <cstdint>
#include <string>
#include <vector>

// The list of a virtual dataset as the HDF5 library gives it, before it becomes lists of frames (hdf5_virtual.h).
namespace ewald::io::h5::detail {

/// A box of a selection.
struct Box {
    std::vector<std::uint64_t> start;
    std::vector<std::uint64_t> extent;
};

/// What is selected of a dataset: boxes repeated along the axes.
struct Selection {
    enum class Kind : std::uint8_t { other, all, regular, irregular };
    Kind kind = Kind::other;
    std::vector<std::uint64_t> start; ///< these four of a regular one
    std::vector<std::uint64_t> stride;
    std::vector<std::uint64_t> count;
    std::vector<std::uint64_t> block;
    std::vector<Box> irregular;
};

/// One entry of the list.
struct VirtualEntry {
    std::string file; ///< as written; "." = the file of the dataset itself
    std::string dataset;
    Selection here;
    Selection there;
    Shape sourceShape; ///< as far as the list knows it
};

/// The list of a virtual dataset. \throws DataError when it cannot be read
[[nodiscard]] std::vector<VirtualEntry> virtualEntries(const Dataset& dataset);
void pack(Packer& packer, const std::vector<VirtualEntry>& entries);
[[nodiscard]] std::vector<VirtualEntry> takeVirtualEntries(Unpacker& unpacker);

} // namespace ewald::io::h5::detail
