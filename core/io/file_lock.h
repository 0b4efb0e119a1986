// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <filesystem>
#include <string>

// What the writers of files have in common: not for use outside core/io.
namespace ewald::io::detail {

enum class LockState {
    taken,       ///< held by `descriptor` until it is closed
    busy,        ///< held by another process, or by another descriptor of this one
    unsupported, ///< the file system has no locks
};
/// Tries to lock a whole file for its open file description (see fcntl(2), F_OFD_SETLK): never waits, survives neither
/// close() nor the end of the process. `shared`: a lock for readers, which a descriptor may take that cannot write.
[[nodiscard]] LockState tryLock(int descriptor, bool shared = false) noexcept;

/// Whether another descriptor, of any process, holds such a lock of the file. Takes none.
[[nodiscard]] bool isLocked(int descriptor) noexcept;

/// Whether `file` is still the file that `descriptor` has open.
[[nodiscard]] bool isSameFile(int descriptor, const std::filesystem::path& file) noexcept;

/// The folder that a file is in, "." where its name has none.
[[nodiscard]] std::filesystem::path folderOf(const std::filesystem::path& file);

/// What to do about an error number when a file cannot be written.
[[nodiscard]] std::string cureOf(int error);

/// That a new file could not be made in a folder, by the error number.
[[nodiscard]] DataError refusedBy(const std::filesystem::path& folder, int error);

} // namespace ewald::io::detail
