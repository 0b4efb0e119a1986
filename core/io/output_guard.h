// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace ewald::io {

/// Where an output really goes.
struct OutputTarget {
    std::filesystem::path file; ///< the output with symbolic links followed, so that a link stays a link
    bool exists = false;        ///< there is a regular file
    bool discards = false;      ///< the null device: nothing of what is written is kept
};

/// Follows links and looks at what is there. Only regular files may be replaced.
/// \throws DataError naming `output`: a folder, a device, a FIFO, a socket, links in a circle, a reserved file
[[nodiscard]] OutputTarget resolveOutput(const std::filesystem::path& output);

/// The same for a name that the program has derived, of a checkpoint for instance: nobody meant it to lead elsewhere,
/// so a symbolic link is not followed but replaced. \throws DataError naming `file`
[[nodiscard]] OutputTarget resolveDerived(const std::filesystem::path& file);

/// Whether a name is that of the null device, or leads to it.
[[nodiscard]] bool isNullDevice(const std::filesystem::path& output) noexcept;

/// \throws JobError when `output` is `input`, be it by another name, a link or a hard link
void requireOtherFile(const std::filesystem::path& output, const std::filesystem::path& input);

/// Held by a run from before its work until its output is written: no other process may begin to write the same
/// output. The lock is a file ".NAME.lock" beside the output; it is removed at the end, and the lock of a process that
/// has ended in any way counts no more. File systems without locks do without. Not shared between threads.
class OutputLock {
public:
    OutputLock() = default;
    /// \throws DataError naming `output`: another process writes it; unwritable folder
    explicit OutputLock(const std::filesystem::path& output);
    ~OutputLock();
    OutputLock(OutputLock&& other) noexcept;
    OutputLock& operator=(OutputLock&& other) noexcept;
    OutputLock(const OutputLock&) = delete;
    OutputLock& operator=(const OutputLock&) = delete;

private:
    void release() noexcept;

    std::filesystem::path m_file;
    int m_descriptor = -1;
};

/// Whether some run, of this process or another, holds the lock of this output. It may end or begin at any time: good
/// for proposing a name, not for taking it.
[[nodiscard]] bool isBeingWritten(const std::filesystem::path& output) noexcept;

} // namespace ewald::io
