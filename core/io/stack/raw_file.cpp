// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/stack/raw_file.h"

#include "base/error.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace ewald::io {
namespace {

std::string reason(int error) { return std::generic_category().message(error); }

/// \return the descriptor of a regular file, with its status. \throws DataError
int openRegular(const std::filesystem::path& path, struct stat& status) {
    // Not blocking: the name may have become that of a pipe.
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) {
        const bool absent = errno == ENOENT || errno == ENOTDIR;
        throw DataError(absent ? "no such file" : "cannot read the file (" + reason(errno) + ")", path.string(),
                        absent ? "check the name" : "check its permissions");
    }
    const int error = fstat(descriptor, &status) == 0 ? 0 : errno;
    if (error == 0 && S_ISREG(status.st_mode)) return descriptor;
    ::close(descriptor);
    if (error != 0) throw DataError("cannot read the file (" + reason(error) + ")", path.string(), "try again");
    throw DataError(S_ISDIR(status.st_mode) ? "is a folder, not a file" : "is not a regular file", path.string(),
                    S_ISDIR(status.st_mode) ? "name the files in it, with * where names differ" : "choose a file");
}

} // namespace

DescriptorPool::Descriptor::~Descriptor() { ::close(number); }

std::shared_ptr<const DescriptorPool::Descriptor> DescriptorPool::acquire(const RawFile& file) {
    const std::lock_guard lock(m_mutex);
    const auto found =
        std::find_if(m_open.begin(), m_open.end(), [&](const auto& entry) { return entry.first == &file; });
    if (found != m_open.end()) {
        m_open.splice(m_open.begin(), m_open, found);
        return found->second;
    }
    struct stat status {};
    auto opened = std::make_shared<const Descriptor>(openRegular(file.path(), status));
    if (static_cast<std::uint64_t>(status.st_dev) != file.m_device ||
        static_cast<std::uint64_t>(status.st_ino) != file.m_inode)
        throw DataError("the file was replaced by another one since it was opened", file.path().string(),
                        "open it again");
    m_open.emplace_front(&file, opened);
    if (m_open.size() > m_most) m_open.pop_back();
    return opened;
}

RawFile::RawFile(std::filesystem::path file, std::shared_ptr<DescriptorPool> pool)
    : m_path(std::move(file)), m_pool(std::move(pool)) {
    struct stat status {};
    const DescriptorPool::Descriptor opened(openRegular(m_path, status));
    m_size = static_cast<std::uint64_t>(status.st_size);
    m_device = static_cast<std::uint64_t>(status.st_dev);
    m_inode = static_cast<std::uint64_t>(status.st_ino);
}

RawFile::~RawFile() {
    const std::lock_guard lock(m_pool->m_mutex);
    m_pool->m_open.remove_if([this](const auto& entry) { return entry.first == this; });
}

void RawFile::read(std::uint64_t offset, std::span<std::byte> out) const {
    const auto descriptor = m_pool->acquire(*this);
    while (!out.empty()) {
        const ssize_t count = pread(descriptor->number, out.data(), out.size(), static_cast<off_t>(offset));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) throw DataError("cannot read (" + reason(errno) + ")", m_path.string(), "try again");
        if (count == 0)
            throw DataError("the file ends " + std::to_string(out.size()) + " bytes too early", m_path.string(),
                            "copy it again, or wait until its writer has finished");
        out = out.subspan(static_cast<std::size_t>(count));
        offset += static_cast<std::uint64_t>(count);
    }
}

} // namespace ewald::io
