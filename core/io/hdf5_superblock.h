// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace ewald::io::h5 {

/// What the first bytes of an HDF5 file say about it. Read with pread: needs neither the HDF5 library nor a lock, and
/// is right whatever the rest of the file holds.
struct Superblock {
    std::uint64_t offset = 0;    ///< where it begins: 0, 512, 1024, …
    unsigned version = 0;        ///< 0 to 3 are known
    bool complete = false;       ///< the fields below could be read
    bool writerOpen = false;     ///< marked as open for writing; the mark stays when the writer crashes
    bool readersAllowed = false; ///< its writer lets others read what is flushed (single writer, multiple readers)
    std::uint64_t endOfFile = 0; ///< how many bytes the file should have; out of date while it is written
    std::uint64_t fileBytes = 0; ///< how many bytes it has

    /// Whether bytes are missing at the end, in a file that its writer has closed.
    [[nodiscard]] bool isTruncated() const noexcept { return complete && !writerOpen && endOfFile > fileBytes; }
};

/// Absent when the file cannot be read or does not have the signature of HDF5.
[[nodiscard]] std::optional<Superblock> readSuperblock(const std::filesystem::path& file);

} // namespace ewald::io::h5
