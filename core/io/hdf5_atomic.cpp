// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/hdf5_atomic.h"

#include "base/error.h"
#include "io/atomic_file.h"

#include <hdf5.h>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ewald::io {
namespace {

/// "No space left on device" out of HDF5's "…, errno = 28, error message = 'No space left on device', …".
std::string systemReason(const std::string& message) {
    constexpr std::string_view kMark = "error message = '";
    const std::size_t first = message.find(kMark);
    if (first == std::string::npos) return {};
    const std::size_t begin = first + kMark.size();
    return message.substr(begin, message.find('\'', begin) - begin);
}

/// Lets the library close a file that it cannot write: its descriptor is turned to memory, where the rest of the
/// metadata fits. Otherwise HDF5 1.10 would keep the removed file, and its space on the full disk, until the program
/// ends.
void turnToMemory(const h5::File& file) {
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

} // namespace

void writeHdf5Atomically(const std::filesystem::path& target, bool overwrite,
                         const std::function<void(h5::File&)>& content) {
    AtomicFile atomic(target, overwrite);
    try {
        h5::File file = h5::File::create(atomic.temporary());
        try {
            content(file);
            file.close();
        } catch (...) {
            turnToMemory(file);
            throw;
        }
    } catch (const DataError& error) {
        // The temporary name tells a person nothing, and neither does most of what HDF5 says about a full disk.
        const std::string reason = systemReason(error.problem());
        if (reason.empty()) throw DataError(error.problem(), target.string(), error.hint());
        throw DataError("cannot write (" + reason + ")", target.string(), "free some space or choose another folder");
    }
    atomic.commit();
}

} // namespace ewald::io
