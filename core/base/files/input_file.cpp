// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/files/input_file.h"

#include "base/error.h"
#include "base/files/reserved_files.h"
#include "base/files/system_reason.h"
#include "base/long_call.h"
#include "base/phrase.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace ewald {

InputFile::InputFile(std::filesystem::path path, const std::string& hint) : m_path(std::move(path)) {
    if (ReservedFiles::contain(m_path)) throw DataError("this file belongs to the queue", m_path.string(), hint);
    // Not blocking: opening a FIFO would wait for its writer. For regular files that has no effect.
    m_descriptor = ::open(m_path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    const int error = m_descriptor < 0 ? errno : 0;
    if (error == ENOENT || error == ENOTDIR) throw DataError("no such file", m_path.string(), "check the name");
    if (error == ENXIO) throw DataError("is not a regular file", m_path.string(), hint); // a socket
    if (error != 0)
        throw DataError(phrase("cannot read the file (%1)", systemReason(error)), m_path.string(),
                        "check its permissions");
    struct stat status {};
    const int statError = fstat(m_descriptor, &status) == 0 ? 0 : errno;
    if (statError == 0 && S_ISREG(status.st_mode)) {
        m_size = static_cast<std::uint64_t>(status.st_size);
        m_device = static_cast<std::uint64_t>(status.st_dev);
        m_inode = static_cast<std::uint64_t>(status.st_ino);
        return;
    }
    ::close(m_descriptor);
    if (statError != 0)
        throw DataError(phrase("cannot read the file (%1)", systemReason(statError)), m_path.string(), hint);
    throw DataError(S_ISDIR(status.st_mode) ? "is a folder, not a file" : "is not a regular file", m_path.string(),
                    hint);
}

InputFile::~InputFile() {
    if (m_descriptor >= 0) ::close(m_descriptor);
}

InputFile::InputFile(InputFile&& other) noexcept
    : m_path(std::move(other.m_path)), m_descriptor(std::exchange(other.m_descriptor, -1)), m_size(other.m_size),
      m_device(other.m_device), m_inode(other.m_inode) {}

std::size_t InputFile::readAt(std::uint64_t offset, std::span<std::byte> out) const {
    longCall("reading a file");
    std::size_t done = 0;
    while (done < out.size()) {
        const ssize_t count =
            pread(m_descriptor, out.data() + done, out.size() - done, static_cast<off_t>(offset + done));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) throw DataError(phrase("cannot read (%1)", systemReason(errno)), m_path.string(), "try again");
        if (count == 0) break;
        done += static_cast<std::size_t>(count);
    }
    return done;
}

InputStream::InputStream(const std::filesystem::path& path, const std::string& hint)
    : std::istream(nullptr), m_buffer(InputFile(path, hint)) {
    rdbuf(&m_buffer);
}

InputStream::Buffer::int_type InputStream::Buffer::underflow() {
    const std::size_t count = file.readAt(m_next, std::as_writable_bytes(std::span(m_bytes)));
    m_next += count;
    setg(m_bytes.data(), m_bytes.data(), m_bytes.data() + count);
    return count == 0 ? traits_type::eof() : traits_type::to_int_type(m_bytes[0]);
}

InputStream::Buffer::pos_type InputStream::Buffer::seekoff(off_type offset, std::ios_base::seekdir from,
                                                           std::ios_base::openmode which) {
    const auto here = static_cast<off_type>(m_next) - (egptr() - gptr());
    const off_type start = from == std::ios_base::beg   ? 0
                           : from == std::ios_base::cur ? here
                                                        : static_cast<off_type>(file.size());
    return seekpos(start + offset, which);
}

InputStream::Buffer::pos_type InputStream::Buffer::seekpos(pos_type position, std::ios_base::openmode /*which*/) {
    const off_type offset = position;
    if (offset < 0) return static_cast<pos_type>(static_cast<off_type>(-1));
    m_next = static_cast<std::uint64_t>(offset);
    setg(m_bytes.data(), m_bytes.data(), m_bytes.data());
    return position;
}

std::string readSmallFile(const std::filesystem::path& path, std::size_t most, const std::string& hint) {
    const InputFile file(path, hint);
    std::string text(most + 1, '\0');
    text.resize(file.readAt(0, std::as_writable_bytes(std::span(text))));
    if (text.size() > most) throw DataError("the file is too large", path.string(), hint);
    return text;
}

} // namespace ewald
