// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

namespace ewald {

/// Files that this process leaves to one library for as long as the object lives, because that library holds POSIX
/// record locks on them: closing any other descriptor of such a file in the same process drops the locks without a word
/// (fcntl(2); "How To Corrupt An SQLite Database File", section 2.2). Any thread.
class ReservedFiles {
public:
    explicit ReservedFiles(std::vector<std::filesystem::path> files);
    ~ReservedFiles();
    ReservedFiles(const ReservedFiles&) = delete;
    ReservedFiles& operator=(const ReservedFiles&) = delete;

    /// Whether a file is reserved, by whatever name or link. The file is not opened.
    [[nodiscard]] static bool contain(const std::filesystem::path& file) noexcept;

private:
    std::vector<std::filesystem::path> m_files;
};

} // namespace ewald
