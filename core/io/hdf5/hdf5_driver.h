// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/hdf5/hdf5.h"
#include "io/hdf5/hdf5_superblock.h"

#include <cstdint>
#include <optional>

// Ewald's own file driver of the HDF5 library, for reading only. It can do three things that the library's cannot:
// say from where the library would read raw data instead of reading them, pretend that a truncated file is as long as
// its superblock promises, and show it newer formats in its own (hdf5_newer_format.h). Only the HDF5 wrapper includes
// this.
namespace ewald::io::h5::detail {

/// An access property list with the driver.
/// \param superblock of the file that will be opened, so that it need not be read once more; nullptr: it is read
/// \param beyondEnd bytes behind the end of the file read as zeros instead of failing
[[nodiscard]] Handle ownDriverAccess(bool beyondEnd, const Superblock* superblock);

/// Catches the next reads of raw data of one open file while it exists; they leave their buffer as it is. The file has
/// to be open with the driver. One at a time, from one thread.
class RawReadTrace {
public:
    /// \throws InternalError when the file is open with another driver
    explicit RawReadTrace(std::int64_t file);
    ~RawReadTrace();
    RawReadTrace(const RawReadTrace&) = delete;
    RawReadTrace& operator=(const RawReadTrace&) = delete;

    struct Place {
        std::uint64_t address = 0; ///< bytes from the start of the file
        std::uint64_t bytes = 0;
    };
    /// Where the library wanted to read since the last call; empty when it did not, or in more than one piece.
    [[nodiscard]] std::optional<Place> take();

private:
    void* m_driver = nullptr;
};

} // namespace ewald::io::h5::detail
