// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <istream>
#include <span>
#include <streambuf>
#include <string>

namespace ewald {

/// A regular file that is open for reading. Every file that a user names is opened here: opening never waits, and
/// folders, FIFOs, sockets, devices and reserved files (ReservedFiles) are refused. Reading is possible from any
/// thread.
class InputFile {
public:
    /// \param hint what to do where `path` is something else than a file
    /// \throws DataError: no such file, not readable, no regular file, a reserved one
    explicit InputFile(std::filesystem::path path, const std::string& hint = "choose a file");
    ~InputFile();
    InputFile(InputFile&& other) noexcept;
    InputFile& operator=(InputFile&&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_path; }
    [[nodiscard]] int descriptor() const noexcept { return m_descriptor; }
    /// Bytes when it was opened.
    [[nodiscard]] std::uint64_t size() const noexcept { return m_size; }
    /// Device and inode: the same for all names of a file.
    [[nodiscard]] std::uint64_t device() const noexcept { return m_device; }
    [[nodiscard]] std::uint64_t inode() const noexcept { return m_inode; }

    /// Reads from an offset. \return number of bytes, fewer than asked for at the end of the file. \throws DataError
    [[nodiscard]] std::size_t readAt(std::uint64_t offset, std::span<std::byte> out) const;

private:
    std::filesystem::path m_path;
    int m_descriptor = -1;
    std::uint64_t m_size = 0;
    std::uint64_t m_device = 0;
    std::uint64_t m_inode = 0;
};

/// The same as a stream of bytes. \throws DataError in the constructor; later errors set badbit
class InputStream : public std::istream {
public:
    explicit InputStream(const std::filesystem::path& path, const std::string& hint = "choose a file");
    [[nodiscard]] std::uint64_t size() const noexcept { return m_buffer.file.size(); }

private:
    class Buffer final : public std::streambuf {
    public:
        explicit Buffer(InputFile&& opened) : file(std::move(opened)) {}
        InputFile file;

    private:
        int_type underflow() override;
        pos_type seekoff(off_type offset, std::ios_base::seekdir from, std::ios_base::openmode which) override;
        pos_type seekpos(pos_type position, std::ios_base::openmode which) override;

        std::uint64_t m_next = 0; ///< offset in the file of what follows the buffer
        std::array<char, 1U << 14U> m_bytes{};
    };
    Buffer m_buffer;
};

/// The whole content of a small file. \throws DataError, also where it is larger than `most` bytes
[[nodiscard]] std::string readSmallFile(const std::filesystem::path& path, std::size_t most, const std::string& hint);

} // namespace ewald
