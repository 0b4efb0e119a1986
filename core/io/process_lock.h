// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace ewald::io {

/// The sign that a process is alive and has something for itself: a lock on a file, which ends with the process in
/// whatever way that ends. The file stays, unless a holder removes it. Not shared between threads.
class ProcessLock {
public:
    /// Takes the lock; nothing when another holder has it. \throws DataError when the file cannot be made, or its file
    /// system has no locks
    [[nodiscard]] static std::optional<ProcessLock> tryTake(const std::filesystem::path& file);
    /// Whether somewhere a process holds it; does not disturb one that is about to take it.
    [[nodiscard]] static bool isHeld(const std::filesystem::path& file) noexcept;

    /// Through which it is held: also by another process that gets a duplicate.
    [[nodiscard]] int descriptor() const noexcept { return m_descriptor; }
    /// What others may read in the file; best effort.
    void write(std::string_view text) noexcept;

    ~ProcessLock();
    ProcessLock(ProcessLock&& other) noexcept;
    ProcessLock& operator=(ProcessLock&& other) noexcept;
    ProcessLock(const ProcessLock&) = delete;
    ProcessLock& operator=(const ProcessLock&) = delete;

private:
    static std::optional<ProcessLock> tryTakeOnce(const std::filesystem::path& file);
    explicit ProcessLock(int descriptor) : m_descriptor(descriptor) {}
    int m_descriptor;
};

} // namespace ewald::io
