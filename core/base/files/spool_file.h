// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

namespace ewald {

/// Memory mapped from an unlinked file: the system keeps the pages in use in memory as far as there is room and
/// writes the others to the disk. The file disappears with the object, also when the program is killed.
class SpoolFile {
public:
    /// `size` zero bytes in a file in `folder`; the space on the disk is reserved, so that no later access can fail.
    /// \throws DataError when the file cannot be made or the disk has no room
    SpoolFile(const std::filesystem::path& folder, std::size_t size);
    ~SpoolFile();
    SpoolFile(const SpoolFile&) = delete;
    SpoolFile& operator=(const SpoolFile&) = delete;

    [[nodiscard]] std::span<std::byte> bytes() const noexcept { return m_bytes.first(m_size); }
    /// Keeps the first `size` bytes and gives the room of the others back.
    void shrink(std::size_t size) noexcept;

private:
    std::span<std::byte> m_bytes; ///< as mapped
    std::size_t m_size = 0;       ///< of them in use
    int m_file = -1;
};

} // namespace ewald
