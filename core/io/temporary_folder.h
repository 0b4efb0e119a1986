// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace ewald::io {

/// Where temporary files go: TMPDIR, else /tmp. \throws DataError when there is no such folder
[[nodiscard]] std::filesystem::path temporaryDirectory();

/// An empty folder below TMPDIR (or /tmp) that is gone, with all that was put into it, at the end of its life.
class TemporaryFolder {
public:
    /// \throws DataError when it cannot be made
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_path; }

private:
    std::filesystem::path m_path;
};

} // namespace ewald::io
