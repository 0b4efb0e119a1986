// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/output_guard.h"

#include "base/error.h"
#include "base/files/reserved_files.h"
#include "base/files/system_reason.h"
#include "base/host_name.h"
#include "base/phrase.h"
#include "io/file_lock.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace ewald::io {
namespace {

namespace fs = std::filesystem;

/// The device that takes everything and keeps nothing, by its numbers on Linux.
constexpr unsigned kNullMajor = 1;
constexpr unsigned kNullMinor = 3;

/// What something that is no regular file is called; empty for a regular file.
const char* specialName(mode_t mode) {
    switch (mode & S_IFMT) {
    case S_IFREG: return "";
    case S_IFDIR: return translatable("a folder");
    case S_IFCHR:
    case S_IFBLK: return translatable("a device");
    case S_IFIFO: return translatable("a FIFO (a named pipe)");
    case S_IFSOCK: return translatable("a socket");
    default: return translatable("no regular file");
    }
}

[[noreturn]] void failSpecial(const fs::path& output, mode_t mode) {
    throw DataError(phrase("cannot write: the name belongs to %1", specialName(mode)), output.string(),
                    "choose the name of a file, or /dev/null to keep nothing");
}

[[noreturn]] void failReserved(const fs::path& output) {
    throw DataError("cannot write: this file belongs to the queue", output.string(), "choose another name");
}

/// The name that a chain of links ends at, whether there is a file or not.
fs::path followLinks(const fs::path& output) {
    constexpr int kMostLinks = 40; // as the kernel
    fs::path file = output;
    std::error_code failed;
    for (int i = 0; i < kMostLinks; ++i) {
        if (!fs::is_symlink(fs::symlink_status(file, failed))) return file;
        const fs::path target = fs::read_symlink(file, failed);
        if (failed) return file;
        file = target.is_absolute() ? target : file.parent_path() / target;
    }
    throw DataError("cannot write: the symbolic links go round in a circle", output.string(), "choose another name");
}

/// The lock beside an output, which is no link.
fs::path lockFileOf(const fs::path& output) {
    return detail::folderOf(output) / ("." + output.filename().string() + ".lock");
}

void describeOwner(int descriptor) {
    const std::string text = "process " + std::to_string(getpid()) + " on " + hostName() + "\n";
    if (ftruncate(descriptor, 0) == 0) static_cast<void>(!pwrite(descriptor, text.data(), text.size(), 0));
}

[[noreturn]] void failBusy(const fs::path& output, int descriptor) {
    std::array<char, 300> text{};
    const ssize_t count = pread(descriptor, text.data(), text.size() - 1, 0);
    std::string owner(text.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
    while (!owner.empty() && owner.back() == '\n') owner.pop_back();
    throw DataError(owner.empty() ? phrase("another run is writing this file")
                                  : phrase("another run is writing this file (%1)", owner),
                    output.string(), "wait until it has ended, or choose another name");
}

} // namespace

OutputTarget resolveDerived(const fs::path& file) {
    struct stat status {};
    const bool exists = lstat(file.c_str(), &status) == 0;
    const bool isLink = exists && S_ISLNK(status.st_mode);
    if (exists && !isLink && !S_ISREG(status.st_mode)) failSpecial(file, status.st_mode);
    if (exists && !isLink && ReservedFiles::contain(file)) failReserved(file);
    return {.file = file, .exists = exists, .discards = false};
}

OutputTarget resolveOutput(const fs::path& output) {
    OutputTarget target;
    if (isNullDevice(output)) {
        target.file = output;
        target.discards = true;
        return target;
    }
    struct stat status {};
    target.exists = stat(output.c_str(), &status) == 0;
    if (target.exists && !S_ISREG(status.st_mode)) failSpecial(output, status.st_mode);
    if (target.exists && ReservedFiles::contain(output)) failReserved(output);
    target.file = followLinks(output);
    return target;
}

bool isNullDevice(const fs::path& output) noexcept {
    struct stat status {};
    return stat(output.c_str(), &status) == 0 && S_ISCHR(status.st_mode) && major(status.st_rdev) == kNullMajor &&
           minor(status.st_rdev) == kNullMinor;
}

void requireOtherFile(const fs::path& output, const fs::path& input) {
    std::error_code failed;
    if (!output.empty() && !input.empty() && fs::is_regular_file(output, failed) &&
        fs::equivalent(output, input, failed))
        throw JobError(output == input ? phrase("input and output are the same file")
                                       : phrase("input and output are the same file (%1)", input.string()),
                       output.string(), "choose another output name");
}

OutputLock::OutputLock(const fs::path& output) {
    const OutputTarget target = resolveOutput(output);
    if (target.discards) return;
    const fs::path folder = detail::folderOf(target.file);
    m_file = lockFileOf(target.file);
    constexpr int kMostTries = 100; // each one means that another process has removed its lock in the meantime
    for (int i = 0; i < kMostTries; ++i) {
        m_descriptor = open(m_file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
        const int error = m_descriptor < 0 ? errno : 0;
        // The lock that another user left behind may be read at most.
        const bool readOnly = error == EACCES && fs::exists(m_file);
        if (readOnly) m_descriptor = open(m_file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
        if (m_descriptor < 0) {
            m_file.clear();
            throw detail::refusedBy(folder, error);
        }
        const detail::LockState state = detail::tryLock(m_descriptor, readOnly);
        if (state == detail::LockState::busy) {
            const int busy = std::exchange(m_descriptor, -1);
            try {
                failBusy(output, busy);
            } catch (...) {
                close(busy);
                throw;
            }
        }
        const bool same = detail::isSameFile(m_descriptor, m_file);
        if (same && !readOnly) {
            describeOwner(m_descriptor);
            return;
        }
        const bool removed = !same || unlink(m_file.c_str()) == 0;
        close(std::exchange(m_descriptor, -1));
        if (!removed) break; // of another user, in a folder whose files only their owners may remove
    }
    m_file.clear();
}

OutputLock::~OutputLock() { release(); }

OutputLock::OutputLock(OutputLock&& other) noexcept
    : m_file(std::move(other.m_file)), m_descriptor(std::exchange(other.m_descriptor, -1)) {}

OutputLock& OutputLock::operator=(OutputLock&& other) noexcept {
    if (this != &other) {
        release();
        m_file = std::move(other.m_file);
        m_descriptor = std::exchange(other.m_descriptor, -1);
    }
    return *this;
}

void OutputLock::release() noexcept {
    if (m_descriptor < 0) return;
    unlink(m_file.c_str()); // while the lock is held, so that no other process can have it by then
    close(std::exchange(m_descriptor, -1));
}

bool isBeingWritten(const fs::path& output) noexcept try {
    const OutputTarget target = resolveOutput(output);
    if (target.discards) return false;
    const int descriptor = open(lockFileOf(target.file).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (descriptor < 0) return false;
    const bool locked = detail::isLocked(descriptor);
    close(descriptor);
    return locked;
} catch (const std::exception&) { // of a name that cannot be written at all, the run says why
    return false;
}

} // namespace ewald::io
