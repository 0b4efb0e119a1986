// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

namespace ewald {

/// Numbers that live in a file without a name and are used like memory: the system keeps in memory what is in use and
/// has room, and writes the rest to the disk. Gone with the object, also when the program is killed.
class SpoolFile {
public:
    /// `count` zeros in a file in `folder`; the place on the disk is reserved, so that no later access can fail.
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
