// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/atomic_file.h"

#include "base/error.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

namespace ewald::io {
namespace {

namespace fs = std::filesystem;

std::string reason(int error) { return std::generic_category().message(error); }

/// What to do about an error number of a file operation.
std::string cure(int error) {
    switch (error) {
    case ENOSPC:
    case EDQUOT: return "free some space or choose another folder";
    case EACCES:
    case EPERM:
    case EROFS: return "choose a folder that you may write to";
    case ENOENT:
    case ENOTDIR: return "create the folder or choose another one";
    case EEXIST: return "choose another name, or allow overwriting";
    default: return "choose another folder";
    }
}

fs::path folderOf(const fs::path& file) {
    const fs::path folder = file.parent_path();
    return folder.empty() ? fs::path(".") : folder;
}

/// Tells processes of other computers on a shared file system from our own.
std::string hostTag() {
    std::array<char, 256> name{};
    if (gethostname(name.data(), name.size() - 1) != 0) return "host";
    std::array<char, 8> digits{};
    std::snprintf(digits.data(), digits.size(), "%05x",
                  static_cast<unsigned>(std::hash<std::string_view>{}(name.data()) & 0xfffffU));
    return digits.data();
}

std::string temporaryPrefix(const fs::path& target) {
    std::string prefix(".");
    prefix.append(target.filename().string()).append(".").append(hostTag()).append("-");
    return prefix;
}

/// Creates a file that was not there. \return the descriptor, or −1 with errno
int createNew(const fs::path& file) { return open(file.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666); }

fs::path temporaryName(const fs::path& target) {
    static std::atomic<unsigned> counter{0};
    return folderOf(target) /
           (temporaryPrefix(target) + std::to_string(getpid()) + "-" + std::to_string(counter++) + ".part");
}

[[noreturn]] void throwCannotWrite(const fs::path& target, int error) {
    throw DataError("cannot write (" + reason(error) + ")", target.string(), cure(error));
}

void flush(const fs::path& file, const fs::path& target) {
    const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) throwCannotWrite(target, errno);
    const int error = fsync(descriptor) == 0 ? 0 : errno;
    close(descriptor);
    if (error != 0) throwCannotWrite(target, error);
}

/// So that the new name survives a power cut; some file systems do not know how, which loses nothing that is complete.
void flushFolder(const fs::path& folder) {
    const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    fsync(descriptor);
    close(descriptor);
}

} // namespace

AtomicFile::AtomicFile(fs::path target, bool overwrite) : m_target(std::move(target)), m_overwrite(overwrite) {
    std::error_code failed;
    const fs::file_status status = fs::symlink_status(m_target, failed);
    if (fs::is_directory(fs::status(m_target, failed)))
        throw DataError("cannot write: the name belongs to a folder", m_target.string(), "choose a file name");
    if (fs::exists(status)) {
        if (!m_overwrite)
            throw DataError("the file exists already", m_target.string(), "choose another name, or allow overwriting");
        // A link stays a link: its target is replaced.
        if (fs::is_symlink(status)) {
            const fs::path real = fs::canonical(m_target, failed);
            if (!failed) m_target = real;
        }
    }
    removeLeftovers(m_target);
    m_temporary = temporaryName(m_target);
    const int descriptor = createNew(m_temporary);
    if (descriptor < 0) throwCannotWrite(m_target, errno);
    close(descriptor);
}

AtomicFile::~AtomicFile() {
    std::error_code ignored;
    if (!m_temporary.empty()) fs::remove(m_temporary, ignored);
}

void AtomicFile::commit() {
    flush(m_temporary, m_target);
    if (!m_overwrite) {
        // link() fails where rename() would silently replace a file that appeared in the meantime.
        if (link(m_temporary.c_str(), m_target.c_str()) == 0) {
            unlink(m_temporary.c_str());
            m_temporary.clear();
            flushFolder(folderOf(m_target));
            return;
        }
        if (errno == EEXIST) throwCannotWrite(m_target, EEXIST);
        // File systems without hard links: the check is as late as it can be.
        std::error_code failed;
        if (fs::exists(m_target, failed)) throwCannotWrite(m_target, EEXIST);
    }
    if (rename(m_temporary.c_str(), m_target.c_str()) != 0) throwCannotWrite(m_target, errno);
    m_temporary.clear();
    flushFolder(folderOf(m_target));
}

void removeLeftovers(const fs::path& target) {
    const std::string prefix = temporaryPrefix(target);
    std::error_code ignored;
    for (fs::directory_iterator entry(folderOf(target), ignored), end; !ignored && entry != end;
         entry.increment(ignored)) {
        const std::string name = entry->path().filename().string();
        if (!name.starts_with(prefix) || !name.ends_with(".part")) continue;
        long pid = 0;
        const char* first = name.data() + prefix.size();
        if (std::from_chars(first, name.data() + name.size(), pid).ec != std::errc{} || pid <= 0) continue;
        const bool gone = kill(static_cast<pid_t>(pid), 0) != 0 && errno == ESRCH;
        std::error_code failed;
        if (gone) fs::remove(entry->path(), failed);
    }
}

void checkWritable(const fs::path& target) {
    const fs::path probe = temporaryName(target);
    const int descriptor = createNew(probe);
    if (descriptor < 0)
        throw DataError("cannot write into the folder (" + reason(errno) + ")", folderOf(target).string(), cure(errno));
    close(descriptor);
    unlink(probe.c_str());
}

void writeTextFile(const fs::path& file, std::string_view text, bool overwrite) {
    AtomicFile target(file, overwrite);
    const int descriptor = open(target.temporary().c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) throwCannotWrite(file, errno);
    int error = 0;
    while (!text.empty() && error == 0) {
        const ssize_t written = write(descriptor, text.data(), text.size());
        if (written > 0)
            text.remove_prefix(static_cast<std::size_t>(written));
        else if (written < 0 && errno != EINTR)
            error = errno;
    }
    if (close(descriptor) != 0 && error == 0) error = errno;
    if (error != 0) throwCannotWrite(file, error);
    target.commit();
}

} // namespace ewald::io
