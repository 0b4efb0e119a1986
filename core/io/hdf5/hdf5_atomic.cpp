// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/hdf5/hdf5_atomic.h"

#include "base/error.h"
#include "base/files/system_reason.h"
#include "base/phrase.h"
#include "base/version.h"
#include "io/atomic_file.h"
#include "io/file_lock.h"
#include "io/result_layout.h"

#include <charconv>
#include <hdf5.h>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ewald::io {
namespace {

/// 28 out of HDF5's "…, errno = 28, error message = 'No space left on device', …"; 0 where there is none.
int systemError(const std::string& message) {
    constexpr std::string_view kMark = "errno = ";
    const std::size_t at = message.find(kMark);
    int error = 0;
    if (at != std::string::npos)
        std::from_chars(message.data() + at + kMark.size(), message.data() + message.size(), error);
    return error;
}

/// Lets the library close a file that it cannot write: its descriptor is turned to memory, where the rest of the
/// metadata fits. Otherwise HDF5 1.10 would keep the removed file, and its space on the full disk, until the program
/// ends.
void turnToMemory(const h5::File& file) noexcept {
    void* handle = nullptr;
    if (H5Fget_vfd_handle(file.id(), H5P_DEFAULT, &handle) < 0 || handle == nullptr) return;
    const int descriptor = *static_cast<int*>(handle);
    struct stat status {};
    if (fstat(descriptor, &status) != 0) return;
    const int memory = memfd_create("ewald", MFD_CLOEXEC);
    if (memory < 0) return;
    if (ftruncate(memory, status.st_size) == 0) dup2(memory, descriptor);
    close(memory);
}

/// The temporary name means nothing to a user, nor does most of HDF5's message about a full disk.
[[noreturn]] void throwFor(const std::filesystem::path& target, const DataError& error) {
    const int reason = systemError(error.problem());
    if (reason == 0) throw DataError(error.problem(), target.string(), error.hint());
    throw DataError(phrase("cannot write (%1)", systemReason(reason)), target.string(), detail::cureOf(reason));
}

/// HDF5 writes the first bytes at once: a disk may be full already.
h5::File createFor(const std::filesystem::path& target, const std::filesystem::path& temporary) {
    try {
        h5::File file = h5::File::create(temporary);
        file.setAttribute("/", "creator", std::string(layout::kProgram) + " " + version());
        return file;
    } catch (const DataError& error) {
        throwFor(target, error);
    }
}

} // namespace

AtomicHdf5::AtomicHdf5(std::filesystem::path target, bool overwrite, AtomicFile::Links links)
    : m_target(std::move(target)), m_atomic(m_target, overwrite, links),
      m_file(createFor(m_target, m_atomic.temporary())) {}

AtomicHdf5::~AtomicHdf5() { abandon(); }

void AtomicHdf5::abandon() noexcept {
    if (m_file.isOpen()) turnToMemory(m_file);
}

void AtomicHdf5::write(const std::function<void(h5::File&)>& content) {
    try {
        content(m_file);
    } catch (const DataError& error) {
        throwFor(m_target, error);
    }
}

void AtomicHdf5::commit() {
    write([](h5::File& file) { file.close(); });
    m_atomic.commit();
}

void writeHdf5Atomically(const std::filesystem::path& target, bool overwrite,
                         const std::function<void(h5::File&)>& content, AtomicFile::Links links) {
    AtomicHdf5 atomic(target, overwrite, links);
    atomic.write(content);
    atomic.commit();
}

} // namespace ewald::io
