// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/process_lock.h"

#include <filesystem>
#include <optional>

namespace ewald::job::queue {

/// A new folder in adding/ of a store, in which one program makes the folders of jobs before they get their places. It
/// goes with this object; that of a program that was killed is removed by removeAbandoned().
class AddingFolder {
public:
    /// \throws DataError
    explicit AddingFolder(const std::filesystem::path& store);
    ~AddingFolder();
    AddingFolder(const AddingFolder&) = delete;
    AddingFolder& operator=(const AddingFolder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_folder; }

    /// Removes what programs that have gone have left.
    static void removeAbandoned(const std::filesystem::path& store) noexcept;

private:
    std::filesystem::path m_folder;
    std::filesystem::path m_sign; ///< beside it, and locked as long as this lives
    std::optional<io::ProcessLock> m_lock;
};

} // namespace ewald::job::queue
