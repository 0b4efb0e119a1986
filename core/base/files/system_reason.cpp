// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/files/system_reason.h"

#include "base/phrase.h"

#include <cerrno>
#include <cstring>

namespace ewald {

std::string systemReason(int error) {
    switch (error) { // what files, disks and processes meet, in the words of glibc
    case EPERM: return translatable("Operation not permitted");
    case ENOENT: return translatable("No such file or directory");
    case EIO: return translatable("Input/output error");
    case EAGAIN: return translatable("Resource temporarily unavailable");
    case ENOMEM: return translatable("Cannot allocate memory");
    case EACCES: return translatable("Permission denied");
    case EBUSY: return translatable("Device or resource busy");
    case EEXIST: return translatable("File exists");
    case EXDEV: return translatable("Invalid cross-device link");
    case ENODEV: return translatable("No such device");
    case ENOTDIR: return translatable("Not a directory");
    case EISDIR: return translatable("Is a directory");
    case EINVAL: return translatable("Invalid argument");
    case ENFILE: return translatable("Too many open files in system");
    case EMFILE: return translatable("Too many open files");
    case EFBIG: return translatable("File too large");
    case ENOSPC: return translatable("No space left on device");
    case EROFS: return translatable("Read-only file system");
    case EPIPE: return translatable("Broken pipe");
    case ENAMETOOLONG: return translatable("File name too long");
    case ENOTEMPTY: return translatable("Directory not empty");
    case ELOOP: return translatable("Too many levels of symbolic links");
    case EADDRINUSE: return translatable("Address already in use");
    case EADDRNOTAVAIL: return translatable("Cannot assign requested address");
    case ENETUNREACH: return translatable("Network is unreachable");
    case ECONNREFUSED: return translatable("Connection refused");
    case ETIMEDOUT: return translatable("Connection timed out");
    case ENOTSUP: return translatable("Operation not supported");
    case ESTALE: return translatable("Stale file handle");
    case EDQUOT: return translatable("Disk quota exceeded");
    default: break;
    }
    const char* const known = strerrordesc_np(error);
    return known != nullptr ? known : phrase("error %1 of the system", error);
}

std::string systemReason(const std::error_code& error) {
    const bool isOfSystem = error.category() == std::system_category() || error.category() == std::generic_category();
    return isOfSystem ? systemReason(error.value()) : error.message();
}

} // namespace ewald
