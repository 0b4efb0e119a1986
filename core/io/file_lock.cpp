// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/file_lock.h"

#include "base/files/system_reason.h"
#include "base/phrase.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ewald::io::detail {

LockState tryLock(int descriptor, bool shared) noexcept {
    struct flock lock {};
    lock.l_type = shared ? F_RDLCK : F_WRLCK;
    lock.l_whence = SEEK_SET; // from 0 with length 0: the whole file
    if (fcntl(descriptor, F_OFD_SETLK, &lock) == 0) return LockState::taken;
    return errno == EAGAIN || errno == EACCES ? LockState::busy : LockState::unsupported;
}

bool isLocked(int descriptor) noexcept {
    struct flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    return fcntl(descriptor, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

bool isSameFile(int descriptor, const std::filesystem::path& file) noexcept {
    struct stat open {};
    struct stat named {};
    return fstat(descriptor, &open) == 0 && stat(file.c_str(), &named) == 0 && open.st_dev == named.st_dev &&
           open.st_ino == named.st_ino;
}

std::filesystem::path folderOf(const std::filesystem::path& file) {
    const std::filesystem::path folder = file.parent_path();
    return folder.empty() ? std::filesystem::path(".") : folder;
}

std::string cureOf(int error) {
    switch (error) {
    case ENOSPC:
    case EDQUOT: return translatable("free some space or choose another folder");
    case EFBIG: return translatable("raise the limit on the size of files (ulimit -f) or choose another file system");
    case EACCES:
    case EPERM:
    case EROFS: return translatable("choose a folder that you may write to");
    case ENOENT:
    case ENOTDIR: return translatable("create the folder or choose another one");
    case EEXIST: return translatable("choose another name, or allow overwriting");
    case ENAMETOOLONG: return translatable("choose a shorter name");
    default: return translatable("choose another folder");
    }
}

DataError refusedBy(const std::filesystem::path& folder, int error) {
    std::error_code failed;
    // As /proc and /sys answer, where only the system makes files.
    if (error == ENOENT && std::filesystem::is_directory(folder, failed))
        return DataError("no files can be made in this folder", folder.string(), "choose another folder");
    return DataError(phrase("cannot write into the folder (%1)", systemReason(error)), folder.string(), cureOf(error));
}

} // namespace ewald::io::detail
