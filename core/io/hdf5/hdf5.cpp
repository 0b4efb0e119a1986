// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/hdf5/hdf5.h"

#include "base/error.h"
#include "base/phrase.h"
#include "base/quantity_text.h"
#include "io/hdf5/hdf5_client.h"
#include "io/hdf5/hdf5_detail.h"
#include "io/hdf5/hdf5_driver.h"
#include "io/hdf5/hdf5_filters.h"
#include "io/hdf5/hdf5_superblock.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <hdf5.h>
#include <sys/file.h>
#include <unistd.h>

namespace ewald::io::h5 {

static_assert(sizeof(hid_t) == sizeof(std::int64_t), "identifiers of HDF5 1.10 and later are 64 bits wide");

void Handle::reset() noexcept {
    // Whatever kind it is: the library calls the right closing function when the last reference goes.
    if (m_id >= 0) H5Idec_ref(m_id);
    m_id = -1;
}

namespace {

/// The library loads any shared object in the folders of HDF5_PLUGIN_PATH when a file names a filter that it does not
/// know: only where the user asks for it.
bool decideAboutPlugins() {
    const char* wanted = std::getenv("EWALD_HDF5_PLUGINS");
    if (wanted != nullptr && std::strcmp(wanted, "1") == 0) return true;
    H5PLset_loading_state(0);
    return false;
}

/// The library's error stack, and whether it is printed, belongs to the thread.
struct ThreadSetup {
    ThreadSetup() {
        // Every file is closed by its owner. At the end of the program HDF5 1.10 would once more try to write what a
        // full disk refused, and crash; this has to be the first call of the library.
        static const bool noExitHandler = H5dont_atexit() >= 0;
        static_cast<void>(noExitHandler);
        static const bool pluginsDecided = decideAboutPlugins();
        static_cast<void>(pluginsDecided);
        H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
        registerFilters();
    }
    /// The library frees the stack of a thread that ends, but not the texts in it.
    ~ThreadSetup() { H5Eclear2(H5E_DEFAULT); }
    ThreadSetup(const ThreadSetup&) = delete;
    ThreadSetup& operator=(const ThreadSetup&) = delete;
};

} // namespace

namespace detail {

void prepare() { thread_local const ThreadSetup setup; }

std::function<void()>& progressHook() {
    static std::function<void()> hook;
    return hook;
}

std::string lastMessage() {
    std::string text;
    H5Ewalk2(
        H5E_DEFAULT, H5E_WALK_UPWARD,
        [](unsigned, const H5E_error2_t* error, void* data) -> herr_t {
            auto& first = *static_cast<std::string*>(data);
            if (first.empty() && error->desc != nullptr) first = error->desc;
            return 0;
        },
        &text);
    H5Eclear2(H5E_DEFAULT);
    return text.empty() ? "no reason given by the HDF5 library" : text;
}

std::string allMessages() {
    std::string text;
    H5Ewalk2(
        H5E_DEFAULT, H5E_WALK_UPWARD,
        [](unsigned, const H5E_error2_t* error, void* data) -> herr_t {
            if (error->desc != nullptr) *static_cast<std::string*>(data) += std::string(error->desc) + "; ";
            return 0;
        },
        &text);
    return text;
}

} // namespace detail

namespace {

using detail::prepare;
using detail::Request;

bool lockingSwitchedOff() {
    const char* value = std::getenv("HDF5_USE_FILE_LOCKING");
    return value != nullptr && (std::strcmp(value, "FALSE") == 0 || std::strcmp(value, "0") == 0);
}

/// What makes a file of a newer library readable. The bound is a number for h5repack: 2 is HDF5 1.10.
constexpr const char* kConvert = translatable("convert it with a newer HDF5: h5repack --high=2 OLD NEW");

constexpr const char* kMarkedAsOpen =
    translatable("the file is still being written by another program (marked as open for writing)");
constexpr const char* kHoldsLock = translatable("the file is still being written by another program (it holds a lock)");

[[noreturn]] void failBeingWritten(const std::filesystem::path& file, const char* what) {
    throw DataError(what, file.string(), "wait until it is complete; if its writer has crashed, run: h5clear -s FILE");
}

/// A writer holds an exclusive lock. The lock is only tried, never kept: a reader must not keep the beamline's writer
/// out of its own file.
bool isLocked(const InputFile& file) {
    if (lockingSwitchedOff()) return false;
    const bool locked = ::flock(file.descriptor(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (!locked) ::flock(file.descriptor(), LOCK_UN);
    return locked;
}

/// "2.1 MB of 4.3 MB", "20 kB of 4.3 MB", "512 bytes of 4096 bytes".
std::string partOf(std::uint64_t have, std::uint64_t want) {
    const auto text = [](std::uint64_t bytes) {
        return bytes < 10'000 ? phrase("%1 bytes", bytes) : std::string(bytesText(static_cast<double>(bytes)));
    };
    // Nearly all of it is not all of it.
    if (text(have) == text(want)) return phrase("%1 of %2 bytes", have, want);
    return phrase("%1 of %2", text(have), text(want));
}

[[noreturn]] void failTruncated(const std::filesystem::path& file, const std::string& what) {
    throw DataError(what, file.string(), "it may still be being copied: wait, or copy it again from its source");
}

[[noreturn]] void failOpen(const std::filesystem::path& file) {
    const std::string all = detail::allMessages();
    const std::string first = detail::lastMessage();
    if (all.find("truncated file") != std::string::npos) failTruncated(file, phrase("the HDF5 file is truncated"));
    if (all.find("already open for") != std::string::npos || all.find("lock file") != std::string::npos)
        failBeingWritten(file, kMarkedAsOpen);
    throw DataError(phrase("cannot open the HDF5 file (%1)", first), file.string(),
                    "it may be damaged: copy it again from its source");
}

Handle readAccess() {
    Handle access(H5Pcreate(H5P_FILE_ACCESS));
    H5Pset_file_locking(access.id(), false, true);
    return access;
}

std::vector<std::string> split(const std::string& path) {
    std::vector<std::string> parts;
    std::size_t first = 0;
    while (first < path.size()) {
        const std::size_t last = std::min(path.find('/', first), path.size());
        if (last > first && path.compare(first, last - first, ".") != 0)
            parts.push_back(path.substr(first, last - first));
        first = last + 1;
    }
    return parts;
}

std::string joined(const std::vector<std::string>& names, std::size_t most) {
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), most); ++i) text += (i == 0 ? "" : ", ") + names[i];
    if (names.size() > most) text += ", …";
    return text;
}

} // namespace

FileFacts lookAt(const std::filesystem::path& path, Soundness soundness) {
    const bool lenient = soundness == Soundness::whatThereIs;
    const InputFile file(path, "choose an HDF5 file (.h5, .hdf5, .nxs, .cxi, .ptyd)");
    if (file.size() == 0)
        throw DataError("the file is empty", path.string(), "it may still be being written: try again later");
    FileFacts facts;
    facts.locked = isLocked(file);
    if (facts.locked && !lenient) failBeingWritten(path, kHoldsLock);
    const std::optional<Superblock> found = readSuperblock(file);
    if (!found)
        throw DataError("the file is no HDF5 file", path.string(),
                        "choose an HDF5 file (.h5, .hdf5, .nxs, .cxi, .ptyd)");
    if (found->version > 3)
        throw DataError(phrase("the file is damaged or newer than Ewald: its superblock has the unknown version %1",
                               found->version),
                        path.string(), phrase("%1, or copy it again from its source", kConvert));
    if (found->damaged)
        throw DataError("the HDF5 file is damaged in its first bytes", path.string(), "copy it again from its source");
    if (!found->complete) failTruncated(path, phrase("the HDF5 file is truncated: it ends in its first bytes"));
    constexpr std::uint64_t kLargestFile = std::uint64_t{1} << 56U;
    if (found->endOfFile > kLargestFile)
        throw DataError(phrase("the file is damaged: it claims to have %1 bytes", found->endOfFile), path.string(),
                        "copy it again from its source");
    if (!lenient && found->isTruncated())
        failTruncated(path,
                      phrase("the HDF5 file is truncated: %1 are there", partOf(found->fileBytes, found->endOfFile)));
    facts.superblock = *found;
    return facts;
}

File File::open(const std::filesystem::path& file, Soundness soundness) {
    // What can be said without the library is said without the other process.
    const FileFacts facts = lookAt(file, soundness);
    auto remote = std::make_shared<detail::RemoteFile>(file, soundness, facts);
    File opened(remote, file);
    opened.m_beingWritten = remote->beingWritten();
    opened.m_truncated = remote->truncated();
    return opened;
}

File File::openHere(const std::filesystem::path& file, Soundness soundness, const FileFacts& facts) {
    prepare();
    const bool lenient = soundness == Soundness::whatThereIs;
    const auto& [superblock, locked] = facts;
    // Ewald's driver is not asked by the library whether a writer has the file open.
    const bool newer = superblock.version == 3;
    const bool marked = newer && superblock.writerOpen;
    if (marked && !superblock.readersAllowed && !lenient) failBeingWritten(file, kMarkedAsOpen);
    const auto tryOpen = [&](const Handle& access, unsigned flags) {
        return Handle(H5Fopen(file.c_str(), H5F_ACC_RDONLY | flags, access.id()));
    };
    const Handle access = lenient || newer ? detail::ownDriverAccess(false, &superblock) : readAccess();
    Handle handle = tryOpen(access, marked && superblock.readersAllowed ? H5F_ACC_SWMR_READ : 0);
    bool beingWritten = marked;
    bool truncated = false;
    if (!handle && detail::allMessages().find("truncated file") == std::string::npos) {
        // A file that its writer has opened for single-writer-multiple-reader access can be read this way only; the
        // library would try for minutes to read any other one so.
        const auto now = marked ? std::nullopt : readSuperblock(InputFile(file));
        if (now && now->writerOpen && now->readersAllowed) handle = tryOpen(access, H5F_ACC_SWMR_READ);
        beingWritten = static_cast<bool>(handle);
    } else if (!handle && lenient) {
        handle = tryOpen(detail::ownDriverAccess(true, &superblock), 0);
        truncated = static_cast<bool>(handle);
    }
    if (!handle && locked) failBeingWritten(file, kHoldsLock);
    if (!handle) failOpen(file);
    H5Eclear2(H5E_DEFAULT);
    File opened(std::move(handle), file);
    opened.m_beingWritten = beingWritten || locked;
    opened.m_truncated = truncated;
    return opened;
}

File File::create(const std::filesystem::path& file) {
    prepare();
    // close() has to close the file also when a Dataset of it is still alive: what follows renames it.
    const Handle access(H5Pcreate(H5P_FILE_ACCESS));
    H5Pset_fclose_degree(access.id(), H5F_CLOSE_STRONG);
    // The writer of a temporary file holds a lock of its own, which on NFS excludes the library's.
    H5Pset_file_locking(access.id(), false, true);
    Handle handle(H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.id()));
    if (!handle)
        throw DataError(phrase("cannot create the HDF5 file (%1)", detail::lastMessage()), file.string(),
                        "check that the folder is there and can be written to");
    return File(std::move(handle), file);
}

std::string File::where(const std::string& path) const { return m_file.string() + ":" + path; }

namespace {

/// Asked by the library before it opens the file of an external link: a FIFO or a device would hold it for ever.
herr_t refuseSpecialFile(const char* parent, const char*, const char* child, const char*, unsigned*, hid_t, void*) {
    const std::filesystem::path name(child);
    for (const auto& file : {std::filesystem::path(parent).parent_path() / name, name}) {
        std::error_code failed;
        const std::filesystem::file_status found = std::filesystem::status(file, failed);
        if (std::filesystem::exists(found) && !std::filesystem::is_regular_file(found)) return -1;
    }
    return 0;
}

} // namespace

NodeKind File::kind(const std::string& path) const {
    if (m_remote) return m_remote->askFor<NodeKind>(Request::kind, path);
    prepare();
    const Handle links(H5Pcreate(H5P_LINK_ACCESS));
    H5Pset_elink_cb(links.id(), &refuseSpecialFile, nullptr);
    std::string sofar;
    for (const std::string& part : split(path)) {
        sofar += "/" + part;
        // An object that is not a group in mid-path makes H5Lexists fail: then there is nothing of that name.
        if (H5Lexists(m_handle.id(), sofar.c_str(), H5P_DEFAULT) <= 0) {
            H5Eclear2(H5E_DEFAULT);
            return NodeKind::missing;
        }
        if (H5Oexists_by_name(m_handle.id(), sofar.c_str(), links.id()) <= 0) {
            H5Eclear2(H5E_DEFAULT);
            return NodeKind::dangling;
        }
    }
    H5O_info_t info{};
    const std::string full = sofar.empty() ? "/" : sofar;
    if (H5Oget_info_by_name2(m_handle.id(), full.c_str(), &info, H5O_INFO_BASIC, H5P_DEFAULT) < 0) {
        H5Eclear2(H5E_DEFAULT);
        return NodeKind::dangling;
    }
    if (info.type == H5O_TYPE_GROUP) return NodeKind::group;
    return info.type == H5O_TYPE_DATASET ? NodeKind::dataset : NodeKind::namedType;
}

std::string File::linkTarget(const std::string& path) const {
    if (m_remote) return m_remote->askFor<std::string>(Request::linkTarget, path);
    prepare();
    H5L_info_t info{};
    if (split(path).empty() || H5Lget_info(m_handle.id(), path.c_str(), &info, H5P_DEFAULT) < 0 ||
        (info.type != H5L_TYPE_SOFT && info.type != H5L_TYPE_EXTERNAL)) {
        H5Eclear2(H5E_DEFAULT);
        return {};
    }
    std::vector<char> value(info.u.val_size + 1, '\0');
    if (H5Lget_val(m_handle.id(), path.c_str(), value.data(), value.size(), H5P_DEFAULT) < 0) {
        H5Eclear2(H5E_DEFAULT);
        return {};
    }
    if (info.type == H5L_TYPE_SOFT) return value.data();
    const char* file = nullptr;
    const char* object = nullptr;
    if (H5Lunpack_elink_val(value.data(), info.u.val_size, nullptr, &file, &object) < 0) return {};
    return std::string(file) + ":" + object;
}

namespace {

/// See File::whyMissing(). \param hops how many links lead to the path
std::string whyMissingIn(const File& file, const std::string& path, int hops) { // NOLINT(misc-no-recursion)
    constexpr int kMostHops = 16;                                               // links may lead back to themselves
    std::string sofar;
    for (const std::string& part : split(path)) {
        const std::string group = sofar.empty() ? "/" : sofar;
        sofar += "/" + part;
        const NodeKind found = file.kind(sofar);
        if (found == NodeKind::missing) {
            const std::vector<std::string> names = file.children(group);
            return names.empty() ? phrase("there is no %1 (%2 is empty or no group)", sofar, group)
                                 : phrase("there is no %1 (%2 holds %3)", sofar, group, joined(names, 8));
        }
        if (found == NodeKind::dangling) {
            const std::string target = file.linkTarget(sofar);
            if (target.empty()) return phrase("%1 cannot be opened (%2)", sofar, detail::lastMessage());
            const std::size_t colon = target.find(':');
            if (colon == std::string::npos || target[0] == '/') {
                const std::string at = target[0] == '/' ? target : (group == "/" ? "" : group) + "/" + target;
                if (hops < kMostHops && file.kind(at) == NodeKind::dangling) return whyMissingIn(file, at, hops + 1);
                return phrase("the link %1 leads to %2, which is not in the file", sofar, target);
            }
            const std::filesystem::path other = target.substr(0, colon);
            std::error_code error;
            const std::filesystem::file_status status =
                std::filesystem::status(file.file().parent_path() / other, error);
            const bool there = std::filesystem::exists(status);
            if (there && !std::filesystem::is_regular_file(status))
                return phrase("the link %1 leads to %2, which is no file", sofar, other.string());
            return phrase(there ? "the link %1 leads to %2 in the file %3, which has no such object"
                                : "the link %1 leads to %2 in the file %3, which is not there",
                          sofar, target.substr(colon + 1), other.string());
        }
    }
    return phrase("%1 is there", sofar);
}

} // namespace

std::string File::whyMissing(const std::string& path) const {
    if (m_remote) return takeParts(m_remote->askFor<std::string>(Request::whyMissing, path));
    return whyMissingIn(*this, path, 0);
}

std::vector<std::string> File::children(const std::string& group) const {
    if (m_remote) return m_remote->askFor<std::vector<std::string>>(Request::children, group);
    prepare();
    std::vector<std::string> names;
    if (kind(group) != NodeKind::group) return names;
    const Handle handle(H5Gopen2(m_handle.id(), group.c_str(), H5P_DEFAULT));
    H5Literate(
        handle.id(), H5_INDEX_NAME, H5_ITER_INC, nullptr,
        [](hid_t, const char* name, const H5L_info_t*, void* data) -> herr_t {
            static_cast<std::vector<std::string>*>(data)->emplace_back(name);
            return 0;
        },
        &names);
    H5Eclear2(H5E_DEFAULT);
    return names;
}

std::optional<std::pair<std::uint64_t, std::uint64_t>> File::identity(const std::string& path) const {
    if (m_remote)
        return m_remote->askFor<std::optional<std::pair<std::uint64_t, std::uint64_t>>>(Request::identity, path);
    if (kind(path) == NodeKind::missing || kind(path) == NodeKind::dangling) return std::nullopt;
    H5O_info_t info{};
    if (H5Oget_info_by_name2(m_handle.id(), path.c_str(), &info, H5O_INFO_BASIC, H5P_DEFAULT) < 0) return std::nullopt;
    return std::pair<std::uint64_t, std::uint64_t>(info.fileno, info.addr);
}

Dataset File::dataset(const std::string& path, std::size_t cacheBytes) const {
    if (m_remote) {
        const auto answer = m_remote->ask(Request::dataset, path, cacheBytes);
        detail::Unpacker in(answer, where(path));
        auto remote = std::make_shared<const detail::RemoteDataset>(m_remote, in.take<std::uint64_t>());
        return Dataset(std::move(remote), detail::takeDatasetInfo(in), m_file, path);
    }
    prepare();
    switch (kind(path)) {
    case NodeKind::missing:
    case NodeKind::dangling: throw DataError("a dataset is missing", m_file.string(), whyMissing(path));
    case NodeKind::group: throw DataError("is a group, not a dataset", where(path), "name a dataset in it");
    case NodeKind::namedType: throw DataError("is a type, not a dataset", where(path), "name a dataset");
    case NodeKind::dataset: break;
    }
    const Handle access(H5Pcreate(H5P_DATASET_ACCESS));
    // A prime of slots, as the library advises; 0.75 is its default for which chunk leaves first.
    if (cacheBytes > 0) H5Pset_chunk_cache(access.id(), 12421, cacheBytes, 0.75);
    Handle handle(H5Dopen2(m_handle.id(), path.c_str(), access.id()));
    // It cannot be opened in both ways at once: where it is open already, only the right one succeeds.
    const bool openOtherwise = !handle && detail::allMessages().find("external file") != std::string::npos;
    if (openOtherwise || (handle && detail::hasRawFilesBeside(handle.id(), m_file))) {
        handle = Handle();
        const std::filesystem::path folder = std::filesystem::absolute(m_file).parent_path();
        H5Pset_efile_prefix(access.id(), folder.c_str());
        handle = Handle(H5Dopen2(m_handle.id(), path.c_str(), access.id()));
    }
    if (!handle) {
        const std::string all = detail::allMessages();
        const std::string message = detail::lastMessage();
        const bool isVirtual =
            message.find("VDS heap") != std::string::npos || all.find("virtual") != std::string::npos;
        if (message.find("bad version") != std::string::npos)
            throw DataError(phrase("%1 is in a format that is newer than Ewald's HDF5 library (%2)",
                                   isVirtual ? "the virtual dataset" : "the dataset", message),
                            where(path), phrase("%1, or write it with libver=\"v110\" of h5py", kConvert));
        throw DataError(phrase("cannot open the dataset (%1)", message), where(path), "the file may be damaged");
    }
    return Dataset(std::move(handle), m_file, path);
}

std::optional<double> File::number(const std::string& path) const {
    if (m_remote) return m_remote->askFor<std::optional<double>>(Request::number, path);
    if (!hasDataset(path)) return std::nullopt;
    const Dataset source = dataset(path);
    const DatasetInfo& info = source.info();
    if (info.null || info.elements() == 0) return std::nullopt;
    if (info.type.kind == ElementType::Kind::text) {
        if (info.elements() != 1) return std::nullopt;
        const std::vector<std::string> texts = source.readText();
        if (texts.empty()) return std::nullopt;
        char* end = nullptr;
        const double value = std::strtod(texts[0].c_str(), &end);
        return end == texts[0].c_str() ? std::nullopt : std::optional<double>(value);
    }
    if (!info.type.isReal()) return std::nullopt;
    double value = 0;
    const Shape one(info.shape.size(), 1);
    source.readBlock<double>(Shape(info.shape.size(), 0), one, std::span<double>(&value, 1));
    return value;
}

std::optional<std::string> File::text(const std::string& path) const {
    if (m_remote) return m_remote->askFor<std::optional<std::string>>(Request::text, path);
    if (!hasDataset(path)) return std::nullopt;
    const Dataset source = dataset(path);
    // The first text of a long list is never what is needed.
    if (source.info().type.kind != ElementType::Kind::text || source.info().elements() > 4096) return std::nullopt;
    const std::vector<std::string> texts = source.readText();
    return texts.empty() ? std::nullopt : std::optional<std::string>(texts[0]);
}

} // namespace ewald::io::h5
