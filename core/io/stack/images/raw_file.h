// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/input_file.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <list>
#include <memory>
#include <mutex>
#include <span>

namespace ewald::io {

class RawFile;

/// Keeps the number of files open at the same time bounded, however many a stack has: those used last stay open.
/// Any thread.
class DescriptorPool {
public:
    explicit DescriptorPool(std::size_t most = 64) : m_most(most) {}

private:
    friend class RawFile;
    /// Open until the last user is done and the pool has dropped it.
    [[nodiscard]] std::shared_ptr<const InputFile> acquire(const RawFile& file);

    std::mutex m_mutex;
    std::size_t m_most;
    std::list<std::pair<const RawFile*, std::shared_ptr<const InputFile>>> m_open; ///< used last first
};

/// Bytes of one file by their address. Any thread; readers do not wait for each other.
class RawFile {
public:
    /// Opens once to see that it is there. \throws DataError
    RawFile(std::filesystem::path file, std::shared_ptr<DescriptorPool> pool);
    ~RawFile();
    RawFile(const RawFile&) = delete;
    RawFile& operator=(const RawFile&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_path; }
    /// When it was opened.
    [[nodiscard]] std::uint64_t size() const noexcept { return m_size; }
    /// Fills `out` from byte `offset` on. \throws DataError: the file ends before, was replaced, cannot be read
    void read(std::uint64_t offset, std::span<std::byte> out) const;

private:
    friend class DescriptorPool;
    std::filesystem::path m_path;
    std::shared_ptr<DescriptorPool> m_pool;
    std::uint64_t m_size = 0;
    std::uint64_t m_device = 0;
    std::uint64_t m_inode = 0;
};

} // namespace ewald::io
