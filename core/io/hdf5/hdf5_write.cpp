// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"

#include "base/phrase.h"
#include "codec/chunk_decoder.h"
#include "io/hdf5/hdf5.h"
#include "io/hdf5/hdf5_client.h"
#include "io/hdf5/hdf5_detail.h"

#include <algorithm>
#include <array>
#include <hdf5.h>
#include <malloc.h>

namespace ewald::io::h5 {
namespace {

/// Groups on the way are made, names are UTF-8.
Handle linkProperties() {
    Handle properties(H5Pcreate(H5P_LINK_CREATE));
    H5Pset_create_intermediate_group(properties.id(), 1);
    H5Pset_char_encoding(properties.id(), H5T_CSET_UTF8);
    return properties;
}

Handle simpleSpace(const Shape& shape, bool extendible) {
    if (shape.empty()) return Handle(H5Screate(H5S_SCALAR));
    const std::vector<hsize_t> extents(shape.begin(), shape.end());
    std::vector<hsize_t> limits = extents;
    if (extendible) limits[0] = H5S_UNLIMITED;
    return Handle(H5Screate_simple(static_cast<int>(extents.size()), extents.data(), limits.data()));
}

std::vector<const char*> pointersTo(const std::vector<std::string>& values) {
    std::vector<const char*> pointers;
    for (const std::string& value : values) pointers.push_back(value.c_str());
    return pointers;
}

} // namespace

void releaseMemory() noexcept {
    detail::prepare(); // what it sets has to come before any other call of the library
    H5garbage_collect();
    malloc_trim(0);
}

void File::failWrite(const std::string& what, const std::string& path) const {
    throw DataError(phrase("%1 (%2)", what, detail::lastMessage()), where(path), "check the free space of the disk");
}

void File::createGroup(const std::string& path) {
    detail::prepare();
    if (kind(path) == NodeKind::group) return;
    const Handle links = linkProperties();
    const Handle group(H5Gcreate2(m_handle.id(), path.c_str(), links.id(), H5P_DEFAULT, H5P_DEFAULT));
    if (!group) failWrite("cannot create the group", path);
}

Dataset File::createDataset(const std::string& path, Number type, const Shape& shape, const StorageOptions& options) {
    detail::prepare();
    const Handle links = linkProperties();
    const Handle properties(H5Pcreate(H5P_DATASET_CREATE));
    // Without time stamps the same content gives the same bytes.
    H5Pset_obj_track_times(properties.id(), false);
    if (options.fillValue) H5Pset_fill_value(properties.id(), H5T_NATIVE_DOUBLE, &*options.fillValue);
    if (!options.chunk.empty() && !shape.empty()) {
        std::vector<hsize_t> chunk(options.chunk.begin(), options.chunk.end());
        for (hsize_t& extent : chunk) extent = std::max<hsize_t>(extent, 1);
        H5Pset_chunk(properties.id(), static_cast<int>(chunk.size()), chunk.data());
        if (options.deflate > 0) {
            H5Pset_shuffle(properties.id());
            H5Pset_deflate(properties.id(), options.deflate);
        }
        if (options.bitshuffleLz4) {
            // Block size 0 = the default, compression 2 = LZ4; the filter adds its version and the element size.
            constexpr std::array<unsigned, 2> kParameters{0, 2};
            H5Pset_filter(properties.id(), codec::filter_id::kBitshuffle, H5Z_FLAG_MANDATORY, kParameters.size(),
                          kParameters.data());
        }
    }
    const Handle space = simpleSpace(shape, options.extendible && !options.chunk.empty());
    const Handle stored = detail::memoryType(type);
    Handle handle(
        H5Dcreate2(m_handle.id(), path.c_str(), stored.id(), space.id(), links.id(), properties.id(), H5P_DEFAULT));
    if (!handle) failWrite("cannot create the dataset", path);
    return Dataset(std::move(handle), m_file, path);
}

void File::createVirtualDataset(const std::string& path, Number type, const Shape& shape,
                                std::span<const VirtualPart> parts) {
    detail::prepare();
    const Handle links = linkProperties();
    const Handle properties(H5Pcreate(H5P_DATASET_CREATE));
    const Handle space = simpleSpace(shape, false);
    for (const VirtualPart& part : parts) {
        std::vector<hsize_t> start(shape.size(), 0);
        std::vector<hsize_t> count(shape.begin(), shape.end());
        start[0] = part.first;
        count[0] = part.count;
        const Handle source(H5Screate_simple(static_cast<int>(count.size()), count.data(), nullptr));
        H5Sselect_hyperslab(space.id(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr);
        if (H5Pset_virtual(properties.id(), space.id(), part.file.c_str(), part.path.c_str(), source.id()) < 0)
            failWrite("cannot create the virtual dataset", path);
    }
    H5Sselect_all(space.id());
    const Handle stored = detail::memoryType(type);
    const Handle handle(
        H5Dcreate2(m_handle.id(), path.c_str(), stored.id(), space.id(), links.id(), properties.id(), H5P_DEFAULT));
    if (!handle) failWrite("cannot create the virtual dataset", path);
}

void Dataset::writeChunk(const Shape& start, std::span<const std::byte> stored) {
    detail::prepare();
    const std::vector<hsize_t> offset(start.begin(), start.end());
    if (offset.size() != m_info.chunk.size() ||
        H5Dwrite_chunk(m_handle.id(), H5P_DEFAULT, 0, offset.data(), stored.size(), stored.data()) < 0) {
        throw DataError(phrase("cannot write a chunk (%1)", detail::lastMessage()), where(),
                        "check the free space of the disk");
    }
}

void File::write(const std::string& path, const std::string& value) {
    detail::prepare();
    const Handle links = linkProperties();
    const Handle type = detail::textType();
    const Handle space(H5Screate(H5S_SCALAR));
    const Handle handle(
        H5Dcreate2(m_handle.id(), path.c_str(), type.id(), space.id(), links.id(), H5P_DEFAULT, H5P_DEFAULT));
    const char* pointer = value.c_str();
    if (!handle || H5Dwrite(handle.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, &pointer) < 0)
        failWrite("cannot write the text", path);
}

void File::write(const std::string& path, const std::vector<std::string>& values) {
    detail::prepare();
    const Handle links = linkProperties();
    const Handle type = detail::textType();
    const Handle space = simpleSpace({values.size()}, false);
    const Handle handle(
        H5Dcreate2(m_handle.id(), path.c_str(), type.id(), space.id(), links.id(), H5P_DEFAULT, H5P_DEFAULT));
    const std::vector<const char*> pointers = pointersTo(values);
    if (!handle ||
        (!values.empty() && H5Dwrite(handle.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, pointers.data()) < 0))
        failWrite("cannot write the texts", path);
}

namespace {

/// Creates the attribute, replacing one of the same name, and writes it.
bool writeAttributeValues(hid_t file, const std::string& path, const std::string& name, const Handle& type,
                          const Handle& space, const void* values) {
    const Handle object(H5Oopen(file, path.c_str(), H5P_DEFAULT));
    if (!object) return false;
    if (H5Aexists(object.id(), name.c_str()) > 0) H5Adelete(object.id(), name.c_str());
    const Handle attribute(H5Acreate2(object.id(), name.c_str(), type.id(), space.id(), H5P_DEFAULT, H5P_DEFAULT));
    return attribute && H5Awrite(attribute.id(), type.id(), values) >= 0;
}

} // namespace

void File::writeAttribute(const std::string& path, const std::string& name, Number type, const void* values,
                          std::optional<std::size_t> count) {
    detail::prepare();
    const Handle stored = detail::memoryType(type);
    const Handle space = simpleSpace(count ? Shape{*count} : Shape{}, false);
    if (!writeAttributeValues(m_handle.id(), path, name, stored, space, values))
        failWrite(phrase("cannot write the attribute %1", name), path);
}

void File::writeTextAttribute(const std::string& path, const std::string& name, std::span<const char* const> values,
                              bool scalar) {
    detail::prepare();
    const Handle type = detail::textType();
    const Handle space = simpleSpace(scalar ? Shape{} : Shape{values.size()}, false);
    if (!writeAttributeValues(m_handle.id(), path, name, type, space, values.data()))
        failWrite(phrase("cannot write the attribute %1", name), path);
}

void File::setAttribute(const std::string& path, const std::string& name, const std::string& value) {
    const char* pointer = value.c_str();
    writeTextAttribute(path, name, std::span<const char* const>(&pointer, 1), true);
}

void File::setAttribute(const std::string& path, const std::string& name, const std::vector<std::string>& values) {
    writeTextAttribute(path, name, pointersTo(values), false);
}

void File::setAttribute(const std::string& path, const std::string& name, double value) {
    writeAttribute(path, name, Number::float64, &value, std::nullopt);
}

void File::setAttribute(const std::string& path, const std::string& name, std::int64_t value) {
    writeAttribute(path, name, Number::int64, &value, std::nullopt);
}

void File::setAttribute(const std::string& path, const std::string& name, const std::vector<double>& values) {
    writeAttribute(path, name, Number::float64, values.data(), values.size());
}

void File::setAttribute(const std::string& path, const std::string& name, const std::vector<std::int64_t>& values) {
    writeAttribute(path, name, Number::int64, values.data(), values.size());
}

void File::softLink(const std::string& path, const std::string& target) {
    detail::prepare();
    const Handle links = linkProperties();
    if (H5Lcreate_soft(target.c_str(), m_handle.id(), path.c_str(), links.id(), H5P_DEFAULT) < 0)
        failWrite("cannot create the link", path);
}

void File::externalLink(const std::string& path, const std::string& file, const std::string& target) {
    detail::prepare();
    const Handle links = linkProperties();
    if (H5Lcreate_external(file.c_str(), target.c_str(), m_handle.id(), path.c_str(), links.id(), H5P_DEFAULT) < 0)
        failWrite("cannot create the link", path);
}

void File::close() {
    m_remote.reset();
    if (!m_handle) return;
    detail::prepare();
    if (H5Fflush(m_handle.id(), H5F_SCOPE_GLOBAL) < 0) failWrite("cannot write the file", "/");
    m_handle.reset();
}

Handle File::openAttribute(const std::string& path, const std::string& name) const {
    detail::prepare();
    const NodeKind found = kind(path);
    if (found == NodeKind::missing || found == NodeKind::dangling) return {};
    if (H5Aexists_by_name(m_handle.id(), path.c_str(), name.c_str(), H5P_DEFAULT) <= 0) {
        H5Eclear2(H5E_DEFAULT);
        return {};
    }
    return Handle(H5Aopen_by_name(m_handle.id(), path.c_str(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT));
}

std::vector<std::string> File::attributeTexts(const std::string& path, const std::string& name) const {
    if (m_remote) return m_remote->askFor<std::vector<std::string>>(detail::Request::attributeTexts, path, name);
    const Handle attribute = openAttribute(path, name);
    if (!attribute) return {};
    std::vector<std::string> texts = detail::readStrings(attribute.id(), true);
    H5Eclear2(H5E_DEFAULT);
    return texts;
}

std::optional<std::string> File::attributeText(const std::string& path, const std::string& name) const {
    const std::vector<std::string> texts = attributeTexts(path, name);
    return texts.empty() ? std::nullopt : std::optional<std::string>(texts[0]);
}

std::vector<double> File::attributeNumbers(const std::string& path, const std::string& name) const {
    if (m_remote) return m_remote->askFor<std::vector<double>>(detail::Request::attributeNumbers, path, name);
    const Handle attribute = openAttribute(path, name);
    if (!attribute) return {};
    const Handle type(H5Aget_type(attribute.id()));
    const Handle space(H5Aget_space(attribute.id()));
    const hssize_t points = H5Sget_simple_extent_npoints(space.id());
    if (!detail::describeType(type.id()).isReal() || points <= 0 || points > 1'000'000 ||
        H5Sget_simple_extent_type(space.id()) == H5S_NULL)
        return {};
    std::vector<double> values(static_cast<std::size_t>(points));
    if (H5Aread(attribute.id(), H5T_NATIVE_DOUBLE, values.data()) < 0) {
        H5Eclear2(H5E_DEFAULT);
        return {};
    }
    return values;
}

std::optional<double> File::attributeNumber(const std::string& path, const std::string& name) const {
    const std::vector<double> values = attributeNumbers(path, name);
    return values.empty() ? std::nullopt : std::optional<double>(values[0]);
}

} // namespace ewald::io::h5
