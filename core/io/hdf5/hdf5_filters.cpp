// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/hdf5/hdf5_filters.h"

#include "base/error.h"
#include "base/phrase.h"
#include "codec/bitshuffle.h"
#include "codec/chunk_decoder.h"
#include "codec/decoders.h"

#include <algorithm>
#include <array>
#include <hdf5.h>
#include <mutex>
#include <utility>

namespace ewald::io {
namespace {

namespace id = codec::filter_id;

/// The filter callbacks run in the thread that called HDF5, so this is the message for that caller.
thread_local std::string t_lastError;

void remember(const char* message) noexcept {
    try {
        t_lastError = message;
    } catch (...) {
        t_lastError.clear();
    }
}

/// Memory of the HDF5 library, which owns chunk buffers and frees them with its own allocator.
class ChunkBuffer {
public:
    explicit ChunkBuffer(std::size_t bytes)
        : m_memory(H5allocate_memory(std::max<std::size_t>(bytes, 1), false)), m_bytes(bytes) {
        if (m_memory == nullptr) throw std::bad_alloc();
    }
    ~ChunkBuffer() { H5free_memory(m_memory); }
    ChunkBuffer(const ChunkBuffer&) = delete;
    ChunkBuffer& operator=(const ChunkBuffer&) = delete;

    [[nodiscard]] codec::MutableBytes bytes() noexcept { return {static_cast<std::byte*>(m_memory), m_bytes}; }

    /// Puts this memory in the place of the chunk's; the destructor then frees the old one.
    std::size_t handOver(void** buffer, std::size_t* bufferSize) noexcept {
        std::swap(*buffer, m_memory);
        *bufferSize = m_bytes;
        return m_bytes;
    }

private:
    void* m_memory;
    std::size_t m_bytes;
};

std::size_t handOver(const std::vector<std::byte>& result, void** buffer, std::size_t* bufferSize) {
    ChunkBuffer copy(result.size());
    std::ranges::copy(result, copy.bytes().begin());
    return copy.handOver(buffer, bufferSize);
}

std::vector<std::byte> encode(const codec::FilterStep& step, codec::ConstBytes data) {
    switch (step.id) {
    case id::kBitshuffle: {
        const int level = step.parameters.size() > 5 ? static_cast<int>(step.parameters[5]) : 1;
        return codec::encodeBitshuffle(data, codec::BitshuffleFormat::fromParameters(step.parameters), level);
    }
    case id::kLz4: return codec::encodeLz4(data, step.parameters.empty() ? 0 : step.parameters[0]);
    case id::kZstd: return codec::encodeZstd(data, step.parameters.empty() ? 3 : static_cast<int>(step.parameters[0]));
    default:
        throw DataError(phrase("Ewald does not write %1 data", codec::filterName(step.id)), {},
                        "use bitshuffle, LZ4 or zstd");
    }
}

/// The body of every filter. HDF5 is C: no exception may leave, zero means failure.
std::size_t runFilter(int filter, unsigned flags, std::size_t parameterCount, const unsigned* parameters,
                      std::size_t byteCount, std::size_t* bufferSize, void** buffer) noexcept {
    try {
        codec::FilterStep step{filter, {}};
        if (parameterCount > 0) step.parameters.assign(parameters, parameters + parameterCount);
        const codec::ConstBytes data(static_cast<const std::byte*>(*buffer), byteCount);
        const bool reading = (flags & H5Z_FLAG_REVERSE) != 0;
        if (!reading) return handOver(encode(step, data), buffer, bufferSize);
        const std::optional<std::size_t> size = codec::decodedBytes(step, data);
        if (!size) return handOver(codec::decodeStep(step, data), buffer, bufferSize);
        ChunkBuffer decoded(*size);
        codec::decodeStep(step, data, decoded.bytes());
        return decoded.handOver(buffer, bufferSize);
    } catch (const std::bad_alloc&) {
        remember("not enough memory for a chunk of the file");
    } catch (const std::exception& error) {
        remember(error.what());
    } catch (...) {
        remember("a filter failed");
    }
    return 0;
}

template <int Filter>
std::size_t filterCallback(unsigned flags, std::size_t parameterCount, const unsigned parameters[],
                           std::size_t byteCount, std::size_t* bufferSize, void** buffer) {
    return runFilter(Filter, flags, parameterCount, parameters, byteCount, bufferSize, buffer);
}

/// Completes the parameters of bitshuffle when a dataset is created: the user gives block size, compression and level
/// behind the version and the element size, which only the type gives.
herr_t setBitshuffleParameters(hid_t properties, hid_t type, hid_t /*space*/) {
    std::array<unsigned, 8> given{};
    std::size_t count = given.size();
    unsigned flags = 0;
    if (H5Pget_filter_by_id2(properties, id::kBitshuffle, &flags, &count, given.data(), 0, nullptr, nullptr) < 0)
        return -1;
    const std::size_t elementSize = H5Tget_size(type);
    if (elementSize == 0) return -1;
    // Version 0.3 of the filter's parameters, what readers of all ages accept.
    std::vector<unsigned> complete{0U, 3U, static_cast<unsigned>(elementSize)};
    // Parameters that are complete already (copied from another dataset) begin with a version, never with a block size.
    const bool isComplete = count >= 3 && given[0] == 0 && given[1] > 0 && given[1] < 8 && given[2] == elementSize;
    complete.insert(complete.end(), given.begin() + (isComplete ? 3 : 0),
                    given.begin() + static_cast<std::ptrdiff_t>(std::min(count, given.size())));
    return H5Pmodify_filter(properties, id::kBitshuffle, flags, complete.size(), complete.data());
}

template <int Filter>
void registerOne(const char* name, bool encodes, H5Z_set_local_func_t setLocal = nullptr) {
    const H5Z_class2_t filter{H5Z_CLASS_T_VERS, Filter,   encodes ? 1U : 0U,      1U, name,
                              nullptr,          setLocal, &filterCallback<Filter>};
    if (H5Zregister(&filter) < 0) {
        throw DataError(phrase("the HDF5 library refused the filter %1", name), {}, "check the HDF5 installation");
    }
}

} // namespace

void registerFilters() {
    static std::once_flag once;
    std::call_once(once, [] {
        registerOne<id::kBitshuffle>("bitshuffle (Ewald)", true, &setBitshuffleParameters);
        registerOne<id::kLz4>("LZ4 (Ewald)", true);
        registerOne<id::kZstd>("zstd (Ewald)", true);
        registerOne<id::kBlosc>("blosc (Ewald)", false);
        registerOne<id::kLzf>("LZF (Ewald)", false);
        registerOne<id::kBitGroom>("BitGroom (Ewald)", false);
        registerOne<id::kBitRound>("BitRound (Ewald)", false);
        if (codec::hasBzip2()) registerOne<id::kBzip2>("bzip2 (Ewald)", false);
    });
}

std::string filterName(int id) { return codec::filterName(id); }

std::string lastFilterError() { return std::exchange(t_lastError, {}); }

} // namespace ewald::io
