// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/hdf5/hdf5_storage.h"

#include "base/error.h"
#include "base/phrase.h"
#include "io/hdf5/hdf5_client.h"
#include "io/hdf5/hdf5_detail.h"
#include "io/hdf5/hdf5_driver.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <hdf5.h>
#include <optional>

namespace ewald::io::h5 {
namespace {

/// More chunks than any detector writes into a file; the map would take 200 MB.
constexpr std::size_t kMostChunks = 8'000'000;

std::vector<codec::FilterStep> filterSteps(std::int64_t properties) {
    std::vector<codec::FilterStep> steps;
    const int count = H5Pget_nfilters(properties);
    for (int i = 0; i < count; ++i) {
        std::array<unsigned, 256> values{};
        std::size_t size = values.size();
        unsigned flags = 0;
        const H5Z_filter_t id =
            H5Pget_filter2(properties, static_cast<unsigned>(i), &flags, &size, values.data(), 0, nullptr, nullptr);
        const auto used = static_cast<std::ptrdiff_t>(std::min(size, values.size()));
        steps.push_back({static_cast<int>(id), {values.begin(), values.begin() + used}});
    }
    return steps;
}

bool isPlain(std::int64_t type, const ElementType& described) {
    using Kind = ElementType::Kind;
    if (described.kind == Kind::boolean) return described.bytes == 1;
    const bool integer = described.kind == Kind::integer || described.kind == Kind::unsignedInteger;
    if (integer)
        return (described.bytes == 1 || described.bytes == 2 || described.bytes == 4 || described.bytes == 8) &&
               H5Tget_precision(type) == described.bytes * 8;
    if (described.kind != Kind::floating) return false;
    for (const hid_t known : {H5T_IEEE_F32LE, H5T_IEEE_F32BE, H5T_IEEE_F64LE, H5T_IEEE_F64BE})
        if (H5Tequal(type, known) > 0) return true;
    return false;
}

/// How many chunks the grid of a dataset has, written or not; 0 = absurdly many, or none.
std::size_t gridChunks(const Dataset& dataset) {
    const Shape& shape = dataset.shape();
    const Shape& chunk = dataset.info().chunk;
    std::size_t total = chunk.empty() ? 0 : 1;
    for (std::size_t axis = 0; axis < chunk.size(); ++axis) {
        const std::size_t along = shape[axis] / chunk[axis] + (shape[axis] % chunk[axis] != 0 ? 1 : 0);
        constexpr std::size_t kMostInGrid = std::size_t{1} << 40U;
        if (along != 0 && total > kMostInGrid / along) return 0;
        total *= along;
    }
    return total;
}

/// What another process found out (packStorage in hdf5_answers.cpp).
Storage takeStorage(detail::Unpacker& in, const Dataset& dataset) {
    using Layout = Storage::Layout;
    Storage storage;
    storage.layout = in.take<Layout>();
    storage.bigEndian = in.take<bool>();
    storage.plainNumbers = in.take<bool>();
    storage.fill = in.take<std::vector<std::byte>>();
    const std::size_t filters = in.takeCount(1);
    for (std::size_t i = 0; i < filters; ++i) {
        const int id = in.take<int>();
        storage.filters.push_back({id, in.take<std::vector<unsigned>>()});
    }
    storage.compact = in.take<std::vector<std::byte>>();
    const auto chunks = in.take<std::uint64_t>();
    const DatasetInfo& info = dataset.info();
    const std::size_t most = storage.layout == Layout::contiguous ? 1
                             : storage.layout == Layout::chunked  ? std::min(gridChunks(dataset), kMostChunks)
                                                                  : 0;
    if (storage.layout < Layout::contiguous || storage.layout > Layout::notDirect || chunks > most ||
        (storage.layout == Layout::contiguous && chunks != 1) ||
        (storage.plainNumbers && storage.fill.size() != info.type.bytes) ||
        (storage.layout == Layout::compact &&
         storage.compact.size() / std::max<std::size_t>(info.type.bytes, 1) != info.elements()))
        in.fail();
    const std::size_t parts = in.takeCount(24);
    for (std::size_t i = 0; i < parts; ++i) {
        ExternalPart& part = storage.external.emplace_back();
        part.file = in.take<std::string>();
        part.offset = in.take<std::uint64_t>();
        part.bytes = in.take<std::uint64_t>();
    }
    storage.chunks.resize(static_cast<std::size_t>(chunks));
    const std::size_t stored = in.takeCount(28);
    std::error_code failed;
    const std::uintmax_t fileBytes = std::filesystem::file_size(dataset.file(), failed);
    for (std::size_t i = 0; i < stored; ++i) {
        const auto index = in.take<std::uint64_t>();
        StoredChunk chunk;
        chunk.address = in.take<std::uint64_t>();
        chunk.bytes = in.take<std::uint64_t>();
        chunk.filterMask = in.take<std::uint32_t>();
        if (index >= chunks) in.fail();
        // Nothing that lies in a file is larger than it; memory will be taken for it.
        if (storage.layout != Layout::chunked || chunk.bytes <= fileBytes) storage.chunks[index] = chunk;
    }
    return storage;
}

/// After a chunk could not be looked up. \throws DataError when that is damage, instead of a chunk that is not there
void checkNeverWritten(const File& file, const Dataset& dataset) {
    const std::string message = detail::lastMessage();
    // Chunks that cannot be found are not there, either, in a file that is cut off or growing.
    if (message.find("not allocated") != std::string::npos || file.truncated() || file.beingWritten()) return;
    throw DataError(phrase("the index of the dataset's chunks cannot be read (%1)", message), dataset.where(),
                    "the file is damaged, or too new: convert it with a newer HDF5: h5repack --high=2 OLD NEW");
}

/// Goes through the grid of chunks in C order and asks the library where it would read each. Its own lists of chunks
/// (H5Dget_chunk_info and H5Dget_chunk_info_by_coord of HDF5 1.10) walk through the index from its start for every
/// chunk, which takes minutes for a long scan; looking one chunk up is fast.
/// \return those up to the last one that was written; absent when there are too many
std::optional<std::vector<StoredChunk>> chunksOf(const File& file, const Dataset& dataset) {
    const Shape& shape = dataset.shape();
    const Shape& chunk = dataset.info().chunk;
    const std::size_t total = gridChunks(dataset);
    if (total == 0) return std::nullopt;
    hsize_t written = 0;
    const Handle space(H5Dget_space(dataset.id()));
    if (H5Dget_num_chunks(dataset.id(), space.id(), &written) < 0) written = total; // a damaged index: look at all
    std::vector<StoredChunk> chunks;
    detail::RawReadTrace trace(file.id());
    std::vector<hsize_t> offset(shape.size(), 0);
    std::error_code failed;
    const std::uintmax_t fileBytes = std::filesystem::file_size(dataset.file(), failed);
    std::vector<std::byte> unused; // nothing is read into it, but the library is promised the room
    for (std::size_t index = 0; index < total && written > 0; ++index) {
        if (index >= kMostChunks) return std::nullopt;
        hsize_t bytes = 0;
        const bool known = H5Dget_chunk_storage_size(dataset.id(), offset.data(), &bytes) >= 0;
        if (!known) checkNeverWritten(file, dataset);
        if (known && bytes > 0) {
            std::uint32_t mask = 0;
            if (bytes <= fileBytes && unused.size() < bytes) unused.resize(bytes);
            if (bytes <= fileBytes &&
                H5Dread_chunk(dataset.id(), H5P_DEFAULT, offset.data(), &mask, unused.data()) >= 0)
                if (const auto place = trace.take(); place && place->bytes == bytes) {
                    chunks.resize(index + 1);
                    chunks[index] = {place->address, place->bytes, mask};
                }
            --written;
            if ((written & 0xffffU) == 0 && detail::progressHook()) detail::progressHook()();
        }
        for (std::size_t axis = shape.size(); axis-- > 0;) {
            offset[axis] += chunk[axis];
            if (offset[axis] < shape[axis]) break;
            offset[axis] = 0;
        }
    }
    H5Eclear2(H5E_DEFAULT);
    return chunks;
}

/// Chunks that reach over the edge of the dataset, where these lie in the file without their filters.
void leaveOutFilters(const Dataset& dataset, std::vector<StoredChunk>& chunks) {
    const Shape& shape = dataset.shape();
    const Shape& chunk = dataset.info().chunk;
    for (std::size_t index = 0; index < chunks.size(); ++index) {
        std::size_t rest = index;
        for (std::size_t axis = shape.size(); axis-- > 0;) {
            const std::size_t along = (shape[axis] + chunk[axis] - 1) / chunk[axis];
            if ((rest % along + 1) * chunk[axis] > shape[axis]) chunks[index].filterMask = ~std::uint32_t{0};
            rest /= along;
        }
    }
}

std::vector<std::byte> fillValue(std::int64_t properties, std::int64_t type) {
    std::vector<std::byte> value(H5Tget_size(type), std::byte{0});
    H5D_fill_value_t status = H5D_FILL_VALUE_UNDEFINED;
    if (H5Pfill_value_defined(properties, &status) < 0 || status == H5D_FILL_VALUE_UNDEFINED ||
        H5Pget_fill_value(properties, type, value.data()) < 0)
        std::fill(value.begin(), value.end(), std::byte{0});
    H5Eclear2(H5E_DEFAULT);
    return value;
}

std::vector<ExternalPart> externalParts(std::int64_t properties, const std::filesystem::path& hdf5File) {
    std::vector<ExternalPart> parts;
    if (std::getenv("HDF5_EXTFILE_PREFIX") != nullptr) return parts; // then only the library knows where they are
    const int count = H5Pget_external_count(properties);
    for (int i = 0; i < count; ++i) {
        std::array<char, 4096> name{};
        off_t offset = 0;
        hsize_t bytes = 0;
        if (H5Pget_external(properties, static_cast<unsigned>(i), name.size() - 1, name.data(), &offset, &bytes) < 0)
            return {};
        parts.push_back({detail::externalFile(hdf5File, name.data()).string(), static_cast<std::uint64_t>(offset),
                         static_cast<std::uint64_t>(bytes)});
    }
    return parts;
}

} // namespace

std::filesystem::path detail::externalFile(const std::filesystem::path& hdf5File, const std::string& name) {
    if (std::filesystem::path(name).is_absolute()) return name;
    const std::filesystem::path beside = hdf5File.parent_path() / name;
    std::error_code failed;
    return std::filesystem::exists(beside, failed) || !std::filesystem::exists(name, failed)
               ? beside
               : std::filesystem::path(name);
}

bool detail::hasRawFilesBeside(std::int64_t dataset, const std::filesystem::path& hdf5File) {
    if (H5Dget_offset(dataset) != HADDR_UNDEF) return false; // in the file itself, as most: without a property list
    const Handle properties(H5Dget_create_plist(dataset));
    std::array<char, 4096> name{};
    return H5Pget_layout(properties.id()) == H5D_CONTIGUOUS && H5Pget_external_count(properties.id()) > 0 &&
           H5Pget_external(properties.id(), 0, name.size() - 1, name.data(), nullptr, nullptr) >= 0 &&
           externalFile(hdf5File, name.data()) != std::filesystem::path(name.data());
}

Storage storageOf(const File& file, const Dataset& dataset) {
    if (const detail::RemoteDataset* remote = dataset.remote()) {
        const auto answer = remote->file->ask(detail::Request::storage, remote->number);
        detail::Unpacker in(answer, dataset.where());
        return takeStorage(in, dataset);
    }
    detail::prepare();
    Storage storage;
    const DatasetInfo& info = dataset.info();
    const Handle type(H5Dget_type(dataset.id()));
    const Handle properties(H5Dget_create_plist(dataset.id()));
    storage.plainNumbers = isPlain(type.id(), info.type);
    storage.bigEndian = H5Tget_order(type.id()) == H5T_ORDER_BE;
    storage.fill = fillValue(properties.id(), type.id());
    storage.filters = filterSteps(properties.id());
    switch (H5Pget_layout(properties.id())) {
    case H5D_CONTIGUOUS:
        storage.external = externalParts(properties.id(), dataset.file());
        if (!storage.external.empty() || H5Pget_external_count(properties.id()) > 0) return storage;
        storage.layout = Storage::Layout::contiguous;
        storage.chunks = {{H5Dget_offset(dataset.id()), H5Dget_storage_size(dataset.id()), 0}};
        break;
    case H5D_COMPACT:
        storage.compact.resize(info.elements() * info.type.bytes);
        if (H5Dread(dataset.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, storage.compact.data()) < 0)
            throw DataError(phrase("cannot read the dataset (%1)", detail::lastMessage()), dataset.where(),
                            "the file may be damaged");
        storage.layout = Storage::Layout::compact;
        break;
    case H5D_CHUNKED:
        if (auto chunks = chunksOf(file, dataset)) {
            storage.chunks = std::move(*chunks);
            unsigned options = 0;
            if (H5Pget_chunk_opts(properties.id(), &options) >= 0 &&
                (options & H5D_CHUNK_DONT_FILTER_PARTIAL_CHUNKS) != 0)
                leaveOutFilters(dataset, storage.chunks);
            storage.layout = Storage::Layout::chunked;
        }
        break;
    default: break;
    }
    H5Eclear2(H5E_DEFAULT);
    return storage;
}

} // namespace ewald::io::h5
