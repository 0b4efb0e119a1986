// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

namespace ewald {

/// An array mapped from an unlinked file: the system keeps the pages in use in memory as far as there is room and
/// writes the others to the disk. The file disappears with the object, also when the program is killed.
class SpoolFile {
public:
    /// `count` zeros in a file in `folder`; the space on the disk is reserved, so that no later access can fail.
    /// \throws DataError when the file cannot be made or the disk has no room
    SpoolFile(const std::filesystem::path& folder, std::size_t count);
    ~SpoolFile();
    SpoolFile(const SpoolFile&) = delete;
    SpoolFile& operator=(const SpoolFile&) = delete;

    [[nodiscard]] std::span<float> values() const noexcept { return m_values; }

private:
    std::span<float> m_values;
};

} // namespace ewald
