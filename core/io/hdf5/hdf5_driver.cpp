// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/hdf5/hdf5_driver.h"

#include "base/error.h"
#include "io/hdf5/hdf5_newer_format.h"
#include "io/hdf5/hdf5_superblock.h"

#include <algorithm>
#include <hdf5.h>
#include <memory>
#include <new>
#include <span>

namespace ewald::io::h5::detail {
namespace {

struct Trace {
    bool active = false;
    unsigned reads = 0;
    RawReadTrace::Place place;
};

/// One open file. The library looks at the first member only.
struct OpenFile {
    H5FD_t library{};
    std::unique_ptr<const InputFile> input;
    std::uint64_t endOfAllocation = 0;
    bool beyondEnd = false;
    std::unique_ptr<NewerFormat> newer; ///< where the superblock has version 3
    Trace trace;
};
static_assert(std::is_standard_layout_v<OpenFile>, "the library takes a pointer to it for one to its first member");

OpenFile* own(H5FD_t* file) { return reinterpret_cast<OpenFile*>(file); }
const OpenFile* own(const H5FD_t* file) { return reinterpret_cast<const OpenFile*>(file); }

/// The largest address of a file with 64-bit offsets.
constexpr haddr_t kMostBytes = (haddr_t{1} << 63U) - 1;

/// What the access property list carries to the driver.
struct Settings {
    bool beyondEnd = false;
    std::optional<Superblock> superblock; ///< of the file with its device and inode
};

H5FD_t* openFile(const char* name, unsigned flags, hid_t access, haddr_t /*most*/) {
    if ((flags & (H5F_ACC_RDWR | H5F_ACC_TRUNC | H5F_ACC_CREAT | H5F_ACC_EXCL)) != 0) return nullptr;
    try {
        auto file = std::make_unique<OpenFile>();
        file->input = std::make_unique<const InputFile>(name);
        const auto* settings = static_cast<const Settings*>(H5Pget_driver_info(access));
        file->beyondEnd = settings != nullptr && settings->beyondEnd;
        // A link may have led the library to another file.
        const bool known = settings != nullptr && settings->superblock &&
                           settings->superblock->device == file->input->device() &&
                           settings->superblock->inode == file->input->inode();
        const std::optional<Superblock> superblock = known ? settings->superblock : readSuperblock(*file->input);
        // With another start of the file, addresses are counted from there: no known writer makes such files.
        if (superblock && superblock->version == 3 && superblock->offset == 0)
            file->newer = std::make_unique<NewerFormat>();
        return &file.release()->library;
    } catch (const std::exception&) { // no exception may pass through the library
        return nullptr;
    }
}

herr_t closeFile(H5FD_t* file) {
    const std::unique_ptr<OpenFile> owned(own(file));
    return 0;
}

int compareFiles(const H5FD_t* a, const H5FD_t* b) {
    const InputFile& first = *own(a)->input;
    const InputFile& second = *own(b)->input;
    if (first.device() != second.device()) return first.device() < second.device() ? -1 : 1;
    if (first.inode() != second.inode()) return first.inode() < second.inode() ? -1 : 1;
    return 0;
}

herr_t queryFeatures(const H5FD_t* file, unsigned long* flags) {
    if (flags == nullptr) return 0;
    *flags = H5FD_FEAT_DATA_SIEVE | H5FD_FEAT_SUPPORTS_SWMR_IO | H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
    // Reads that the library puts together would hide where a block of metadata begins.
    if (file == nullptr || !own(file)->newer) *flags |= H5FD_FEAT_ACCUMULATE_METADATA;
    return 0;
}

/// A writer that is still at work has not yet said in the file how far it has come.
haddr_t endOfAllocation(const H5FD_t* file, H5FD_mem_t /*type*/) {
    if (own(file)->newer && own(file)->newer->hasOwnPlaces()) return kMostBytes;
    return std::max(own(file)->endOfAllocation, own(file)->input->size());
}

herr_t setEndOfAllocation(H5FD_t* file, H5FD_mem_t /*type*/, haddr_t address) {
    own(file)->endOfAllocation = address;
    return 0;
}

haddr_t endOfFile(const H5FD_t* file, H5FD_mem_t /*type*/) {
    return own(file)->beyondEnd ? kMostBytes : own(file)->input->size();
}

herr_t handleOf(H5FD_t* file, hid_t /*access*/, void** handle) {
    if (handle == nullptr) return -1;
    *handle = file;
    return 0;
}

herr_t readBytes(H5FD_t* file, H5FD_mem_t type, hid_t /*transfer*/, haddr_t address, size_t size, void* buffer) {
    OpenFile* open = own(file);
    if (type == H5FD_MEM_DRAW && open->trace.active) {
        ++open->trace.reads;
        open->trace.place = {address, size};
        return 0;
    }
    const std::span<unsigned char> out(static_cast<unsigned char*>(buffer), size);
    const auto readAt = [open](std::uint64_t from, std::span<unsigned char> bytes) {
        return open->input->readAt(from, std::as_writable_bytes(bytes)) == bytes.size();
    };
    try {
        if (open->newer && NewerFormat::isOwnPlace(address)) // global heaps are read as raw data
            return open->newer->translate(address, out, readAt) ? 0 : -1;
        const std::size_t count = open->input->readAt(address, std::as_writable_bytes(out));
        // Behind the end there are zeros, as with the library's own driver.
        std::fill(out.begin() + static_cast<std::ptrdiff_t>(count), out.end(), static_cast<unsigned char>(0));
        if (!open->newer || type == H5FD_MEM_DRAW || type == H5FD_MEM_SUPER) return 0;
        return open->newer->translate(address, out, readAt) ? 0 : -1;
    } catch (const std::exception&) { // no exception may pass through the library
        return -1;
    }
}

herr_t refuseToWrite(H5FD_t* /*file*/, H5FD_mem_t /*type*/, hid_t /*transfer*/, haddr_t /*address*/, size_t /*size*/,
                     const void* /*buffer*/) {
    return -1;
}

void* copySettings(const void* settings) {
    return new (std::nothrow) Settings(*static_cast<const Settings*>(settings));
}

herr_t freeSettings(void* settings) {
    delete static_cast<Settings*>(settings); // made by copySettings: the library keeps it as a void pointer
    return 0;
}

H5FD_class_t driverClass() {
    H5FD_class_t driver{};
    driver.name = "ewald";
    driver.maxaddr = kMostBytes;
    driver.fc_degree = H5F_CLOSE_WEAK;
    driver.fapl_size = sizeof(Settings);
    driver.fapl_copy = &copySettings;
    driver.fapl_free = &freeSettings;
    driver.open = &openFile;
    driver.close = &closeFile;
    driver.cmp = &compareFiles;
    driver.query = &queryFeatures;
    driver.get_eoa = &endOfAllocation;
    driver.set_eoa = &setEndOfAllocation;
    driver.get_eof = &endOfFile;
    driver.get_handle = &handleOf;
    driver.read = &readBytes;
    driver.write = &refuseToWrite;
    const H5FD_mem_t map[] = H5FD_FLMAP_DICHOTOMY;
    std::copy(std::begin(map), std::end(map), std::begin(driver.fl_map));
    return driver;
}

hid_t driverId() {
    static const H5FD_class_t driver = driverClass();
    static const hid_t id = H5FDregister(&driver);
    return id;
}

} // namespace

Handle ownDriverAccess(bool beyondEnd, const Superblock* superblock) {
    Handle access(H5Pcreate(H5P_FILE_ACCESS));
    const Settings settings{beyondEnd, superblock != nullptr ? std::optional(*superblock) : std::nullopt};
    H5Pset_driver(access.id(), driverId(), &settings);
    H5Pset_file_locking(access.id(), false, true);
    // The index of a long scan is walked through once, in order: a small cache serves as well as a large one, and
    // memory does not grow with the number of frames.
    H5AC_cache_config_t cache{};
    cache.version = H5AC__CURR_CACHE_CONFIG_VERSION;
    if (H5Pget_mdc_config(access.id(), &cache) >= 0) {
        constexpr std::size_t kCacheBytes = std::size_t{512} << 10U;
        cache.set_initial_size = true;
        cache.initial_size = cache.min_size = cache.max_size = kCacheBytes;
        H5Pset_mdc_config(access.id(), &cache);
    }
    return access;
}

RawReadTrace::RawReadTrace(std::int64_t file) {
    const Handle access(H5Fget_access_plist(file));
    void* handle = nullptr;
    if (H5Pget_driver(access.id()) != driverId() || H5Fget_vfd_handle(file, H5P_DEFAULT, &handle) < 0 ||
        handle == nullptr)
        throw InternalError("an HDF5 file that is not open with Ewald's driver");
    m_driver = handle;
    static_cast<OpenFile*>(m_driver)->trace = Trace{true, 0, {}};
}

RawReadTrace::~RawReadTrace() { static_cast<OpenFile*>(m_driver)->trace.active = false; }

std::optional<RawReadTrace::Place> RawReadTrace::take() {
    Trace& trace = static_cast<OpenFile*>(m_driver)->trace;
    const bool one = trace.reads == 1;
    trace.reads = 0;
    return one ? std::optional<Place>(trace.place) : std::nullopt;
}

} // namespace ewald::io::h5::detail
