// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/atomic_file.h"

#include "base/error.h"
#include "base/files/system_reason.h"
#include "base/long_call.h"
#include "base/phrase.h"
#include "io/file_lock.h"
#include "io/output_guard.h"
#include "io/own_file.h"
#include "io/temporary_folder.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

namespace ewald::io {
namespace {

namespace fs = std::filesystem;

using detail::cureOf;
using detail::folderOf;
using detail::LockState;

/// Distinguishes processes of other computers on a shared file system from those of this one.
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
int createNew(const fs::path& file) { return open(file.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0666); }

fs::path temporaryName(const fs::path& target) {
    static std::atomic<unsigned> counter{0};
    return folderOf(target) /
           (temporaryPrefix(target) + std::to_string(getpid()) + "-" + std::to_string(counter++) + ".part");
}

[[noreturn]] void throwCannotWrite(const fs::path& target, int error) {
    throw DataError(phrase("cannot write (%1)", systemReason(error)), target.string(), cureOf(error));
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

/// Removes temporary files of writers that are gone. \param processIn(name) where in a name the number of the process
/// begins; npos for other files
template <class ProcessIn>
void removeAbandoned(const fs::path& folder, ProcessIn processIn) {
    std::error_code ignored;
    for (fs::directory_iterator entry(folder, ignored), end; !ignored && entry != end; entry.increment(ignored)) {
        const std::string name = entry->path().filename().string();
        const std::size_t begin = processIn(name);
        if (begin == std::string::npos || !name.ends_with(".part")) continue;
        long pid = 0;
        if (std::from_chars(name.data() + begin, name.data() + name.size(), pid).ec != std::errc{} || pid <= 0)
            continue;
        const int descriptor = open(entry->path().c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
        if (descriptor < 0) continue;
        // A process number may have been given anew; the lock of the file ends with its writer.
        const LockState lock = detail::tryLock(descriptor);
        const bool gone = kill(static_cast<pid_t>(pid), 0) != 0 && errno == ESRCH;
        std::error_code failed;
        if (lock == LockState::taken || (lock == LockState::unsupported && gone)) fs::remove(entry->path(), failed);
        close(descriptor);
    }
}

/// \param file with links followed, or none
void removeLeftoversOf(const fs::path& file) {
    const std::string prefix = temporaryPrefix(file);
    removeAbandoned(folderOf(file), [&](const std::string& name) {
        return name.starts_with(prefix) ? prefix.size() : std::string::npos;
    });
}

OutputTarget resolve(const fs::path& target, AtomicFile::Links links) {
    return links == AtomicFile::Links::followed ? resolveOutput(target) : resolveDerived(target);
}

void writeText(AtomicFile& target, const fs::path& file, std::string_view text) {
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

} // namespace

AtomicFile::AtomicFile(const fs::path& target, bool overwrite, Links links)
    : AtomicFile(
          target, overwrite ? MayReplace() : [](const fs::path&) { return false; }, links) {}

AtomicFile::AtomicFile(const fs::path& target, MayReplace mayReplace, Links links)
    : m_mayReplace(std::move(mayReplace)), m_links(links) {
    longCall("writing a file");
    const OutputTarget real = resolve(target, links);
    m_target = real.file;
    if (real.discards) {
        // A file that goes with this object: the libraries that write images and HDF5 need a name.
        std::string name = (temporaryDirectory() / "ewald-null-XXXXXX").string();
        m_lock = mkostemp(name.data(), O_CLOEXEC);
        if (m_lock < 0) throwCannotWrite(name, errno);
        m_temporary = name;
        m_discards = true;
        return;
    }
    if (real.exists && !m_mayReplace && links == Links::followed && mayBeMeasured(m_target))
        throw DataError("the file may hold measured frames and is no result of Ewald: it is not replaced",
                        target.string(), "choose another name, or remove it");
    if (real.exists && m_mayReplace && !m_mayReplace(m_target))
        throw DataError("the file exists already", target.string(), "choose another name, or allow overwriting");
    removeLeftoversOf(m_target);
    do { // a lock that comes too late finds the file gone: another process took it for one that was left behind
        if (m_lock >= 0) close(m_lock);
        m_temporary = temporaryName(m_target);
        m_lock = createNew(m_temporary);
        if (m_lock < 0) throwCannotWrite(m_target, errno);
    } while (detail::tryLock(m_lock) == LockState::busy || !detail::isSameFile(m_lock, m_temporary));
}

AtomicFile::~AtomicFile() {
    std::error_code ignored;
    if (!m_temporary.empty()) fs::remove(m_temporary, ignored);
    if (m_lock >= 0) close(m_lock);
}

/// The target, where there is none: link() fails where rename() would silently replace a file that appeared in the
/// meantime. \return false: a file is there that may be replaced \throws DataError for one that may not
bool AtomicFile::create() {
    for (;;) {
        if (link(m_temporary.c_str(), m_target.c_str()) == 0) {
            unlink(m_temporary.c_str());
            return true;
        }
        const bool appeared = errno == EEXIST;
        const auto isThere = [&] {
            std::error_code failed;
            return fs::exists(fs::symlink_status(m_target, failed));
        };
        if (isThere()) {
            if (m_mayReplace(m_target)) return false;
            if (isThere()) throwCannotWrite(m_target, EEXIST); // it was not removed meanwhile
        }
        // File systems without hard links: the check is as late as it can be.
        if (!appeared) return false;
    }
}

void AtomicFile::commit(Durability durability) {
    if (m_discards) return;
    if (durability == Durability::flushed) flush(m_temporary, m_target);
    static_cast<void>(resolve(m_target, m_links)); // it may have become something that is not replaced
    const bool created = m_mayReplace && create();
    if (!created && rename(m_temporary.c_str(), m_target.c_str()) != 0) throwCannotWrite(m_target, errno);
    finish(durability);
}

void AtomicFile::finish(Durability durability) {
    m_temporary.clear();
    close(m_lock);
    m_lock = -1;
    if (durability == Durability::flushed) flushFolder(folderOf(m_target));
}

void removeLeftovers(const fs::path& target) { removeLeftoversOf(resolveOutput(target).file); }

void removeDerivedLeftovers(const fs::path& target) { removeLeftoversOf(target); }

void removeLeftoversIn(const fs::path& folder) {
    const std::string host = "." + hostTag() + "-";
    removeAbandoned(folder, [&](const std::string& name) {
        const std::size_t at = name.rfind(host);
        return name.starts_with('.') && at != std::string::npos ? at + host.size() : std::string::npos;
    });
}

void checkWritable(const fs::path& target) {
    const OutputTarget real = resolveOutput(target);
    if (real.discards) return;
    const fs::path probe = temporaryName(real.file);
    const int descriptor = createNew(probe);
    if (descriptor < 0) throw detail::refusedBy(folderOf(real.file), errno);
    close(descriptor);
    unlink(probe.c_str());
}

void writeTextFile(const fs::path& file, std::string_view text, bool overwrite) {
    AtomicFile target(file, overwrite);
    writeText(target, file, text);
}

void writeTextFile(const fs::path& file, std::string_view text, AtomicFile::MayReplace mayReplace) {
    AtomicFile target(file, std::move(mayReplace));
    writeText(target, file, text);
}

void replaceTextFile(const fs::path& file, std::string_view text) {
    AtomicFile target(file, true, AtomicFile::Links::replaced);
    writeText(target, file, text);
}

} // namespace ewald::io
