// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/process_lock.h"

#include "base/error.h"
#include "base/files/system_reason.h"
#include "base/phrase.h"
#include "io/file_lock.h"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace ewald::io {

std::optional<ProcessLock> ProcessLock::tryTake(const std::filesystem::path& file) {
    // One who held it may have removed the file between the opening and the locking.
    std::optional<ProcessLock> lock;
    do lock = tryTakeOnce(file);
    while (lock && !detail::isSameFile(lock->descriptor(), file));
    return lock;
}

std::optional<ProcessLock> ProcessLock::tryTakeOnce(const std::filesystem::path& file) {
    const int descriptor = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (descriptor < 0)
        throw DataError(phrase("cannot make the lock file (%1)", systemReason(errno)), file.string(),
                        detail::cureOf(errno));
    ProcessLock lock(descriptor);
    switch (detail::tryLock(descriptor)) {
    case detail::LockState::taken: return lock;
    case detail::LockState::busy: return std::nullopt;
    case detail::LockState::unsupported: break;
    }
    throw DataError("this file system has no file locks", file.string(), "use a folder on a local disk");
}

bool ProcessLock::isHeld(const std::filesystem::path& file) noexcept {
    const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC); // which is sufficient for a look
    if (descriptor < 0) return false;
    struct flock whole {};
    whole.l_type = F_WRLCK;
    whole.l_whence = SEEK_SET;
    const bool asked = fcntl(descriptor, F_OFD_GETLK, &whole) == 0;
    close(descriptor);
    return asked && whole.l_type != F_UNLCK;
}

void ProcessLock::write(std::string_view text) noexcept {
    if (ftruncate(m_descriptor, 0) == 0) static_cast<void>(!pwrite(m_descriptor, text.data(), text.size(), 0));
}

ProcessLock::~ProcessLock() {
    if (m_descriptor >= 0) close(m_descriptor);
}

ProcessLock::ProcessLock(ProcessLock&& other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) {}

ProcessLock& ProcessLock::operator=(ProcessLock&& other) noexcept {
    std::swap(m_descriptor, other.m_descriptor);
    return *this;
}

} // namespace ewald::io
