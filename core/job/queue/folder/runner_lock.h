// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/process_lock.h"

#include <cstdlib>
#include <filesystem>
#include <string>

namespace ewald::job::queue {

/// The sign that a runner is alive: a locked file in runners/ of the store, of the name that its jobs have as their
/// owner (QueueJob::owner). It goes with the runner.
class RunnerLock {
public:
    /// With a name that no other runner has, and removes the signs of runners that have gone. \param host name of the
    /// computer that it runs on \throws DataError
    RunnerLock(const std::filesystem::path& store, const std::string& host);
    ~RunnerLock();
    RunnerLock(const RunnerLock&) = delete;
    RunnerLock& operator=(const RunnerLock&) = delete;

    [[nodiscard]] const std::string& owner() const noexcept { return m_owner; }
    /// Whether the file has been deleted, with the store as a rule: others take this runner for gone.
    [[nodiscard]] bool isDeleted() const noexcept;
    /// Whether the runner of this name holds its sign.
    [[nodiscard]] static bool isAlive(const std::filesystem::path& store, const std::string& owner) noexcept;
    /// Number of its process there; 0 when it is not known.
    [[nodiscard]] static long processOf(const std::string& owner) noexcept { return std::atol(owner.c_str()); }
    /// The computer of a runner; empty where its name does not say so.
    [[nodiscard]] static std::string hostOf(const std::string& owner);

private:
    std::filesystem::path m_folder;
    std::string m_owner;
    std::optional<io::ProcessLock> m_lock;
};

} // namespace ewald::job::queue
