// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/atomic_file.h"
#include "io/hdf5/hdf5.h"

#include <filesystem>
#include <functional>

namespace ewald::io {

/// An HDF5 file of a temporary name beside its target, for what is written bit by bit: `target` is absent, as it was,
/// or complete. It names this program as its creator. Datasets of the file have to be closed before commit() and before
/// this object ends.
class AtomicHdf5 {
public:
    /// \throws DataError naming `target`: exists, unwritable folder, full disk
    AtomicHdf5(std::filesystem::path target, bool overwrite, AtomicFile::Links links = AtomicFile::Links::followed);
    /// Without commit() nothing is left behind.
    ~AtomicHdf5();
    AtomicHdf5(const AtomicHdf5&) = delete;
    AtomicHdf5& operator=(const AtomicHdf5&) = delete;

    /// Calls `content` with the open file. \throws DataError naming `target` instead of the temporary file
    void write(const std::function<void(h5::File&)>& content);
    /// Whether the target is the null device: whoever writes much may leave it out.
    [[nodiscard]] bool discards() const noexcept { return m_atomic.discards(); }
    /// Gives up: what is closed from now on is not written any more, so that a full disk stops nothing.
    void abandon() noexcept;
    /// Closes, flushes to disk and renames. \throws DataError
    void commit();

private:
    std::filesystem::path m_target;
    AtomicFile m_atomic;
    h5::File m_file;
};

/// Calls `content` with a new HDF5 file of a temporary name beside `target`, flushes it to disk and renames it:
/// `target` is absent, as it was, or complete. \throws DataError naming `target`: exists, unwritable folder, full disk
void writeHdf5Atomically(const std::filesystem::path& target, bool overwrite,
                         const std::function<void(h5::File&)>& content,
                         AtomicFile::Links links = AtomicFile::Links::followed);

} // namespace ewald::io
