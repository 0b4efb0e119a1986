// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/input_file.h"

#include <cstdint>
#include <filesystem>
#include <optional>

namespace ewald::io::h5 {

enum class Soundness; // hdf5.h

/// What the first bytes of an HDF5 file say about it. Read with pread: needs neither the HDF5 library nor a lock, and
/// is right whatever the rest of the file holds.
struct Superblock {
    std::uint64_t offset = 0;    ///< where it begins: 0, 512, 1024, …
    unsigned version = 0;        ///< 0 to 3 are known
    bool complete = false;       ///< the fields below could be read
    bool damaged = false;        ///< it has widths that there are not, or (versions 2 and 3) a wrong checksum
    bool writerOpen = false;     ///< marked as open for writing; the mark stays when the writer crashes
    bool readersAllowed = false; ///< its writer lets others read what is flushed (single writer, multiple readers)
    std::uint64_t endOfFile = 0; ///< how many bytes the file should have; out of date while it is written
    std::uint64_t fileBytes = 0; ///< how many bytes it has
    std::uint64_t device = 0;    ///< of the file, with
    std::uint64_t inode = 0;     ///< which it is recognised

    /// Whether bytes are missing at the end, in a file that its writer has closed.
    [[nodiscard]] bool isTruncated() const noexcept { return complete && !writerOpen && endOfFile > fileBytes; }
};

/// What is found out about a file without the HDF5 library, before it is opened.
struct FileFacts {
    Superblock superblock;
    bool locked = false; ///< a writer holds a lock
};

/// Absent when the file does not have the signature of HDF5. \throws DataError when it cannot be read
[[nodiscard]] std::optional<Superblock> readSuperblock(const InputFile& file);

/// Refuses what can be refused without the library, so that it need not find out. \throws DataError: no such file, no
/// regular file, not HDF5, truncated, still being written (the last two unless `soundness` allows them)
[[nodiscard]] FileFacts lookAt(const std::filesystem::path& path, Soundness soundness);

} // namespace ewald::io::h5
