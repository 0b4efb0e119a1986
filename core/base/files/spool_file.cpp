// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/files/spool_file.h"

#include "base/error.h"
#include "base/files/system_reason.h"
#include "base/phrase.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <utility>

namespace ewald {
namespace {

/// Closes the file when an error occurs before it is mapped.
struct Descriptor {
    int number;
    ~Descriptor() {
        if (number >= 0) close(number);
    }
};

} // namespace

SpoolFile::SpoolFile(const std::filesystem::path& folder, std::size_t size) {
    if (size == 0) return;
    const std::string sizeText = std::to_string((size >> 20U) + 1) + " MB";
    std::string name = (folder / ".ewald-frames-XXXXXX").string();
    Descriptor file{mkstemp(name.data())};
    if (file.number < 0)
        throw DataError(phrase("cannot make a file for the frames: %1", systemReason(errno)), folder.string(),
                        "write the result to a folder that you may write to");
    (void)unlink(name.c_str());
    if (const int error = posix_fallocate(file.number, 0, static_cast<off_t>(size)); error != 0)
        throw DataError(
            phrase("no room for the %1 of the frames, which do not fit into memory: %2", sizeText, systemReason(error)),
            folder.string(), "make room there, write the result to another disk, or crop or bin the frames");
    void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file.number, 0);
    if (memory == MAP_FAILED && errno == ENOMEM)
        throw DeviceError(phrase("out of memory for the addresses of the %1 of the frames", sizeText), folder.string(),
                          "allow more (ulimit -v), crop or bin the frames, or use fewer of them");
    if (memory == MAP_FAILED)
        throw DataError(phrase("cannot map the %1 of the frames: %2", sizeText, systemReason(errno)), folder.string(),
                        "crop or bin the frames, or use fewer of them");
    m_bytes = {static_cast<std::byte*>(memory), size};
    m_size = size;
    m_file = std::exchange(file.number, -1);
}

void SpoolFile::shrink(std::size_t size) noexcept {
    // What is mapped beyond the end of the file is not accessed any more; a failure costs room on the disk only.
    if (size < m_size && ftruncate(m_file, static_cast<off_t>(size)) == 0) m_size = size;
}

SpoolFile::~SpoolFile() {
    if (!m_bytes.empty()) munmap(m_bytes.data(), m_bytes.size());
    if (m_file >= 0) close(m_file);
}

} // namespace ewald
