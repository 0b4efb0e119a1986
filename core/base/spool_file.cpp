// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/spool_file.h"

#include "base/error.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

namespace ewald {
namespace {

/// Closes the file once it is mapped, or when an error occurs before.
struct Descriptor {
    int number;
    ~Descriptor() {
        if (number >= 0) close(number);
    }
};

} // namespace

SpoolFile::SpoolFile(const std::filesystem::path& folder, std::size_t count) {
    if (count == 0) return;
    const std::size_t bytes = count * sizeof(float);
    const std::string size = std::to_string((bytes >> 20U) + 1) + " MB";
    std::string name = (folder / ".ewald-frames-XXXXXX").string();
    const Descriptor file{mkstemp(name.data())};
    if (file.number < 0)
        throw DataError(std::string("cannot make a file for the frames: ") + std::strerror(errno), folder.string(),
                        "write the result to a folder that you may write to");
    (void)unlink(name.c_str());
    if (const int error = posix_fallocate(file.number, 0, static_cast<off_t>(bytes)); error != 0)
        throw DataError(
            "no room for the " + size + " of the frames, which do not fit into memory: " + std::strerror(error),
            folder.string(), "make room there, write the result to another disk, or crop or bin the frames");
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file.number, 0);
    if (memory == MAP_FAILED && errno == ENOMEM)
        throw DeviceError("out of memory for the addresses of the " + size + " of the frames", folder.string(),
                          "allow more (ulimit -v), crop or bin the frames, or use fewer of them");
    if (memory == MAP_FAILED)
        throw DataError("cannot map the " + size + " of the frames: " + std::strerror(errno), folder.string(),
                        "crop or bin the frames, or use fewer of them");
    m_values = {static_cast<float*>(memory), count};
}

SpoolFile::~SpoolFile() {
    if (!m_values.empty()) munmap(m_values.data(), m_values.size_bytes());
}

} // namespace ewald
