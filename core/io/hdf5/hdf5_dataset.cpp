// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/ascii_text.h"
#include "base/error.h"
#include "base/phrase.h"
#include "io/hdf5/hdf5.h"
#include "io/hdf5/hdf5_answers.h"
#include "io/hdf5/hdf5_client.h"
#include "io/hdf5/hdf5_detail.h"
#include "io/hdf5/hdf5_filters.h"
#include "io/hdf5/hdf5_virtual.h"

#include <algorithm>
#include <array>
#include <hdf5.h>
#include <limits>

namespace ewald::io::h5 {
namespace {

std::vector<FilterInfo> filtersOf(std::int64_t properties) {
    std::vector<FilterInfo> filters;
    const int count = H5Pget_nfilters(properties);
    for (int i = 0; i < count; ++i) {
        std::array<unsigned, 16> values{};
        std::size_t valueCount = values.size();
        unsigned flags = 0;
        unsigned config = 0;
        const H5Z_filter_t id = H5Pget_filter2(properties, static_cast<unsigned>(i), &flags, &valueCount, values.data(),
                                               0, nullptr, &config);
        if (id < 0) continue;
        FilterInfo info;
        info.id = id;
        info.name = filterName(id);
        if (id == 32008 && valueCount > 4 && values[4] == 2) info.name += "+lz4";
        if (id == 32008 && valueCount > 4 && values[4] == 3) info.name += "+zstd";
        info.available = H5Zfilter_avail(id) > 0;
        filters.push_back(std::move(info));
    }
    H5Eclear2(H5E_DEFAULT);
    return filters;
}

/// Complex numbers are a compound of two floats of one size; h5py names them r and i, others re/im, real/imag.
bool isComplex(std::int64_t type) {
    if (H5Tget_nmembers(type) != 2) return false;
    const Handle first(H5Tget_member_type(type, 0));
    const Handle second(H5Tget_member_type(type, 1));
    if (H5Tget_class(first.id()) != H5T_FLOAT || H5Tget_class(second.id()) != H5T_FLOAT ||
        H5Tget_size(first.id()) != H5Tget_size(second.id()))
        return false;
    char* name = H5Tget_member_name(type, 0);
    const std::string text = name == nullptr ? "" : name;
    H5free_memory(name);
    return text == "r" || text == "re" || text == "real" || text == "Re" || text == "Real";
}

bool isBoolean(std::int64_t type) {
    if (H5Tget_nmembers(type) != 2) return false;
    char* name = H5Tget_member_name(type, 0);
    const std::string text = name == nullptr ? "" : name;
    H5free_memory(name);
    return text == "FALSE" || text == "False" || text == "false";
}

/// Names for integers are read as these integers.
ElementType::Kind kindOfEnum(std::int64_t type) {
    const Handle numbers(H5Tget_super(type));
    if (H5Tget_class(numbers.id()) != H5T_INTEGER) return ElementType::Kind::other;
    return H5Tget_sign(numbers.id()) == H5T_SGN_NONE ? ElementType::Kind::unsignedInteger : ElementType::Kind::integer;
}

/// What Ewald's decoders, and the library in one of its wordings, say when an allocation fails.
bool isLackOfMemory(const std::string& reason) {
    for (const char* words : {"not enough memory", "memory allocation failed", "allocate memory", "out of memory",
                              "no space available for allocation"})
        if (reason.find(words) != std::string::npos) return true;
    return false;
}

/// A text of a file without what fills its room: what follows a zero, and blanks at the end.
std::string unpadded(std::string_view text) {
    return std::string(trimmedEnd(text.substr(0, text.find('\0')), " \n\t"));
}

Handle floatPair(hid_t member, std::size_t size, const std::string& first, const std::string& second) {
    Handle type(H5Tcreate(H5T_COMPOUND, 2 * size));
    H5Tinsert(type.id(), first.c_str(), 0, member);
    H5Tinsert(type.id(), second.c_str(), size, member);
    return type;
}

hid_t nativeType(Number number) {
    switch (number) {
    case Number::int8: return H5T_NATIVE_INT8;
    case Number::int16: return H5T_NATIVE_INT16;
    case Number::int32: return H5T_NATIVE_INT32;
    case Number::int64: return H5T_NATIVE_INT64;
    case Number::uint8: return H5T_NATIVE_UINT8;
    case Number::uint16: return H5T_NATIVE_UINT16;
    case Number::uint32: return H5T_NATIVE_UINT32;
    case Number::uint64: return H5T_NATIVE_UINT64;
    case Number::float32:
    case Number::complex64: return H5T_NATIVE_FLOAT;
    case Number::float64:
    case Number::complex128: break;
    }
    return H5T_NATIVE_DOUBLE;
}

bool isComplexNumber(Number number) { return number == Number::complex64 || number == Number::complex128; }

std::vector<hsize_t> toHsize(const Shape& shape) { return {shape.begin(), shape.end()}; }

std::size_t product(const Shape& shape) {
    std::size_t count = 1;
    for (const std::size_t extent : shape) {
        if (extent != 0 && count > std::numeric_limits<std::size_t>::max() / extent)
            return std::numeric_limits<std::size_t>::max();
        count *= extent;
    }
    return count;
}

} // namespace

std::string toText(const Shape& shape) {
    if (shape.empty()) return "scalar";
    std::string text = "(";
    for (std::size_t i = 0; i < shape.size(); ++i) text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
    return text + ")";
}

std::size_t DatasetInfo::elements() const noexcept { return null ? 0 : product(shape); }

std::string DatasetInfo::filterNames() const {
    std::string text;
    for (const FilterInfo& filter : filters) {
        if (!text.empty()) text += ", ";
        text += filter.name;
    }
    return text;
}

std::string DatasetInfo::unavailableFilter() const {
    for (const FilterInfo& filter : filters) {
        if (filter.available) continue;
        if (filter.name.starts_with("unknown")) return filter.name;
        return filter.name + " (filter " + std::to_string(filter.id) + ")";
    }
    return {};
}

namespace detail {

ElementType describeType(std::int64_t type) {
    ElementType result;
    result.bytes = H5Tget_size(type);
    const std::string bits = std::to_string(result.bytes * 8);
    using Kind = ElementType::Kind;
    switch (H5Tget_class(type)) {
    case H5T_INTEGER: {
        const bool isUnsigned = H5Tget_sign(type) == H5T_SGN_NONE;
        result.kind = isUnsigned ? Kind::unsignedInteger : Kind::integer;
        result.name = (isUnsigned ? "uint" : "int") + bits;
        break;
    }
    case H5T_FLOAT:
        result.kind = Kind::floating;
        result.name = "float" + bits;
        break;
    case H5T_STRING:
        result.kind = Kind::text;
        result.name = "string";
        break;
    case H5T_COMPOUND:
        result.kind = isComplex(type) ? Kind::complex : Kind::other;
        result.name = result.kind == Kind::complex ? "complex" + bits : "compound";
        break;
    case H5T_ENUM:
        result.kind = isBoolean(type) ? Kind::boolean : kindOfEnum(type);
        result.name = result.kind == Kind::boolean ? "bool" : "enum";
        break;
    case H5T_BITFIELD: result.name = "bitfield"; break;
    case H5T_OPAQUE: result.name = "opaque"; break;
    case H5T_REFERENCE: result.name = "reference"; break;
    case H5T_VLEN: result.name = "variable-length list"; break;
    case H5T_ARRAY: result.name = "array"; break;
    default: result.name = "unknown type"; break;
    }
    return result;
}

DatasetInfo describe(std::int64_t dataset) {
    DatasetInfo info;
    const Handle type(H5Dget_type(dataset));
    info.type = describeType(type.id());
    const Handle space(H5Dget_space(dataset));
    info.null = H5Sget_simple_extent_type(space.id()) == H5S_NULL;
    const int rank = H5Sget_simple_extent_ndims(space.id());
    if (rank > 0) {
        std::vector<hsize_t> extents(static_cast<std::size_t>(rank));
        H5Sget_simple_extent_dims(space.id(), extents.data(), nullptr);
        info.shape.assign(extents.begin(), extents.end());
    }
    const Handle properties(H5Dget_create_plist(dataset));
    const H5D_layout_t layout = H5Pget_layout(properties.id());
    info.isVirtual = layout == H5D_VIRTUAL;
    if (layout == H5D_CHUNKED && rank > 0) {
        std::vector<hsize_t> extents(static_cast<std::size_t>(rank));
        H5Pget_chunk(properties.id(), rank, extents.data());
        info.chunk.assign(extents.begin(), extents.end());
    }
    info.filters = filtersOf(properties.id());
    return info;
}

Handle memoryType(Number number, std::int64_t fileType) {
    if (!isComplexNumber(number)) return Handle(H5Tcopy(nativeType(number)));
    std::array<std::string, 2> names{"r", "i"};
    if (fileType >= 0)
        for (unsigned i = 0; i < 2; ++i) {
            char* name = H5Tget_member_name(fileType, i);
            if (name != nullptr) names[i] = name;
            H5free_memory(name);
        }
    return floatPair(nativeType(number), number == Number::complex64 ? sizeof(float) : sizeof(double), names[0],
                     names[1]);
}

Handle textType() {
    Handle type(H5Tcopy(H5T_C_S1));
    H5Tset_size(type.id(), H5T_VARIABLE);
    H5Tset_cset(type.id(), H5T_CSET_UTF8);
    return type;
}

std::vector<std::string> readStrings(std::int64_t object, bool isAttribute) {
    const Handle type(isAttribute ? H5Aget_type(object) : H5Dget_type(object));
    const Handle space(isAttribute ? H5Aget_space(object) : H5Dget_space(object));
    if (H5Tget_class(type.id()) != H5T_STRING || H5Sget_simple_extent_type(space.id()) == H5S_NULL) return {};
    const hssize_t points = H5Sget_simple_extent_npoints(space.id());
    const std::size_t width = H5Tget_size(type.id());
    // Texts are titles and names; anything longer is not what a reader asks for.
    if (points <= 0 || points > 1'000'000 || width > 100'000'000 / static_cast<std::size_t>(points)) return {};
    const auto count = static_cast<std::size_t>(points);
    const auto read = [&](std::int64_t memory, void* out) {
        return isAttribute ? H5Aread(object, memory, out) : H5Dread(object, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, out);
    };
    std::vector<std::string> texts;
    if (H5Tis_variable_str(type.id()) > 0) {
        std::vector<char*> pointers(count, nullptr);
        if (read(type.id(), pointers.data()) < 0) return {};
        for (const char* text : pointers) texts.push_back(unpadded(text == nullptr ? "" : text));
        H5Dvlen_reclaim(type.id(), space.id(), H5P_DEFAULT, pointers.data());
        return texts;
    }
    std::string buffer(width * count, '\0');
    if (read(type.id(), buffer.data()) < 0) return {};
    for (std::size_t i = 0; i < count; ++i)
        texts.push_back(unpadded(std::string_view(buffer).substr(i * width, width)));
    return texts;
}

} // namespace detail

Dataset::Dataset(Handle handle, std::filesystem::path file, std::string path)
    : m_handle(std::move(handle)), m_file(std::move(file)), m_path(std::move(path)),
      m_info(detail::describe(m_handle.id())) {}

std::string Dataset::where() const { return m_file.string() + ":" + m_path; }

void Dataset::failRead(const std::string& reason) const {
    const std::string filter = m_info.unavailableFilter();
    if (!filter.empty())
        throw DataError(phrase("the data are compressed with %1, which Ewald cannot undo", filter), where(),
                        "rewrite the file without it, e.g. h5repack -f GZIP=1 OLD NEW where that filter is installed");
    // The library reports only that "some filter" failed; the decoder has the reason.
    const std::string decoder = lastFilterError();
    if (isLackOfMemory(decoder) || isLackOfMemory(reason))
        throw DeviceError("out of memory while the dataset is read", where(),
                          "use fewer or smaller frames, or fewer workers");
    throw DataError(phrase("cannot read the dataset (%1)", decoder.empty() ? reason : std::string(decoder)), where(),
                    "the file may be damaged or incomplete");
}

std::size_t Dataset::checkedElements(std::size_t maxElements) const {
    const std::size_t elements = m_info.elements();
    if (elements > maxElements)
        throw DataError(phrase("the dataset is too large to be read at once %1", toText(m_info.shape)), where(),
                        phrase("at most %1 elements make sense here", maxElements));
    return elements;
}

void Dataset::readRaw(Number number, const Shape& start, const Shape& count, void* out, std::size_t size) const {
    if (!m_remote) detail::prepare();
    const bool complexWanted = isComplexNumber(number);
    const bool complexStored = m_info.type.kind == ElementType::Kind::complex;
    if (!m_info.type.isNumeric() || (complexStored && !complexWanted))
        throw DataError(phrase("holds %1, not %2", m_info.type.name, (complexWanted ? "numbers" : "real numbers")),
                        where(), "name another dataset");
    const bool whole = start.empty() && count.empty() && !m_info.shape.empty();
    if (!whole && (start.size() != m_info.shape.size() || count.size() != m_info.shape.size()))
        throw InternalError("block of another rank than the dataset", where());
    const std::size_t expected = whole ? m_info.elements() : product(count);
    if (size != expected) throw InternalError("buffer of another size than the block", where());
    if (size == 0) return;
    for (std::size_t axis = 0; axis < start.size(); ++axis)
        if (start[axis] > m_info.shape[axis] || count[axis] > m_info.shape[axis] - start[axis])
            throw InternalError("block outside the dataset " + toText(m_info.shape), where());
    if (m_remote)
        readRemote(number, whole ? Shape(m_info.shape.size(), 0) : start, whole ? m_info.shape : count,
                   static_cast<std::byte*>(out));
    else
        readHere(number, start, count, whole, out, size);
}

void Dataset::readRemote(Number number, const Shape& start, const Shape& count, std::byte* out) const {
    // Pieces of this size, or of a chunk where that is larger: each has to be read within the limits of the process.
    constexpr std::size_t kPiece = std::size_t{32} << 20U;
    const std::size_t element = detail::bytesOf(number);
    const std::size_t most = std::clamp(product(m_info.chunk), kPiece / element, detail::kLargestBlock / element);
    const std::size_t elements = product(count);
    if (elements <= most) {
        m_remote->file->askInto(std::span(out, elements * element), detail::Request::read, m_remote->number, number,
                                start, count);
        return;
    }
    std::size_t axis = 0;
    while (count[axis] == 1) ++axis;
    // Whole chunks where that is possible, so that none is decoded twice.
    const std::size_t perIndex = elements / count[axis];
    std::size_t step = std::max<std::size_t>(1, most / perIndex);
    const std::size_t chunk = m_info.chunk.empty() ? 1 : m_info.chunk[axis];
    if (step > chunk) step -= step % chunk;
    Shape pieceStart = start;
    Shape pieceCount = count;
    for (std::size_t done = 0; done < count[axis]; done += pieceCount[axis]) {
        pieceStart[axis] = start[axis] + done;
        // The first piece ends where a chunk does.
        const std::size_t aligned = step >= chunk ? step - pieceStart[axis] % chunk : step;
        pieceCount[axis] = std::min(aligned, count[axis] - done);
        readRemote(number, pieceStart, pieceCount, out + done * perIndex * element);
    }
}

void Dataset::readHere(Number number, const Shape& start, const Shape& count, bool whole, void* out,
                       std::size_t size) const {
    const bool complexWanted = isComplexNumber(number);
    const bool complexStored = m_info.type.kind == ElementType::Kind::complex;
    Handle fileSpace(H5Dget_space(m_handle.id()));
    Handle memorySpace;
    if (!whole && !m_info.shape.empty()) {
        const auto first = toHsize(start);
        const auto extent = toHsize(count);
        H5Sselect_hyperslab(fileSpace.id(), H5S_SELECT_SET, first.data(), nullptr, extent.data(), nullptr);
        memorySpace = Handle(H5Screate_simple(static_cast<int>(extent.size()), extent.data(), nullptr));
    }
    const hid_t from = memorySpace ? fileSpace.id() : H5S_ALL;
    const hid_t to = memorySpace ? memorySpace.id() : H5S_ALL;
    const Handle fileType(H5Dget_type(m_handle.id()));
    if (complexWanted && !complexStored) {
        // Real numbers as the real part: read into the upper half, then spread from the front.
        const Handle real(detail::memoryType(number == Number::complex64 ? Number::float32 : Number::float64));
        const auto spread = [&]<class R>(R*) {
            R* values = static_cast<R*>(out);
            if (H5Dread(m_handle.id(), real.id(), to, from, H5P_DEFAULT, values + size) < 0)
                failRead(detail::lastMessage());
            for (std::size_t i = 0; i < size; ++i) {
                values[2 * i] = values[size + i];
                values[2 * i + 1] = 0;
            }
        };
        number == Number::complex64 ? spread(static_cast<float*>(nullptr)) : spread(static_cast<double*>(nullptr));
        return;
    }
    const Handle type = detail::memoryType(number, complexStored ? fileType.id() : -1);
    if (H5Dread(m_handle.id(), type.id(), to, from, H5P_DEFAULT, out) < 0) failRead(detail::lastMessage());
}

void Dataset::writeRaw(Number number, const Shape& start, const Shape& count, const void* values, std::size_t size) {
    detail::prepare();
    if (start.size() != m_info.shape.size() || count.size() != m_info.shape.size() || product(count) != size)
        throw InternalError("block of another shape than its data", where());
    if (size == 0) return;
    const Handle type = detail::memoryType(number);
    Handle fileSpace(H5Dget_space(m_handle.id()));
    Handle memorySpace;
    if (!count.empty()) {
        const auto first = toHsize(start);
        const auto extent = toHsize(count);
        H5Sselect_hyperslab(fileSpace.id(), H5S_SELECT_SET, first.data(), nullptr, extent.data(), nullptr);
        memorySpace = Handle(H5Screate_simple(static_cast<int>(extent.size()), extent.data(), nullptr));
    }
    if (H5Dwrite(m_handle.id(), type.id(), memorySpace ? memorySpace.id() : H5S_ALL,
                 memorySpace ? fileSpace.id() : H5S_ALL, H5P_DEFAULT, values) < 0)
        throw DataError(phrase("cannot write the dataset (%1)", detail::lastMessage()), where(),
                        "check the free space of the disk");
}

std::vector<std::string> Dataset::readText() const {
    if (m_info.type.kind != ElementType::Kind::text)
        throw DataError(phrase("holds %1, not text", m_info.type.name), where(), "name another dataset");
    if (m_remote) return m_remote->file->askFor<std::vector<std::string>>(detail::Request::readText, m_remote->number);
    detail::prepare();
    std::vector<std::string> texts = detail::readStrings(m_handle.id(), false);
    H5Eclear2(H5E_DEFAULT);
    return texts;
}

std::vector<std::string> Dataset::missingSources() const {
    std::vector<std::string> missing;
    if (!m_info.isVirtual) return missing;
    if (m_remote)
        return m_remote->file->askFor<std::vector<std::string>>(detail::Request::missingSources, m_remote->number);
    detail::prepare();
    const Handle properties(H5Dget_create_plist(m_handle.id()));
    std::size_t count = 0;
    if (H5Pget_virtual_count(properties.id(), &count) < 0) return missing;
    const std::vector<std::filesystem::path> folders = foldersOf(m_file);
    for (std::size_t i = 0; i < count; ++i) {
        const ssize_t length = H5Pget_virtual_filename(properties.id(), i, nullptr, 0);
        if (length <= 0) continue;
        std::string name(static_cast<std::size_t>(length) + 1, '\0');
        H5Pget_virtual_filename(properties.id(), i, name.data(), name.size());
        name.resize(static_cast<std::size_t>(length));
        // "." is the file itself; a name with % is a pattern that the library fills in.
        if (name == "." || name.find('%') != std::string::npos) continue;
        const std::filesystem::path source(name);
        std::error_code error;
        const bool there =
            std::filesystem::exists(source, error) || std::ranges::any_of(folders, [&](const auto& folder) {
                return std::filesystem::exists(folder / source, error) ||
                       std::filesystem::exists(folder / source.filename(), error);
            });
        if (!there && std::find(missing.begin(), missing.end(), name) == missing.end()) missing.push_back(name);
    }
    H5Eclear2(H5E_DEFAULT);
    return missing;
}

} // namespace ewald::io::h5
