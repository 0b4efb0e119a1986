// SPDX-License-Identifier: GPL-3.0-or-later
// Coordinates of positions as they are meant: what was never written is none, and what is packed is unpacked.
#include "base/error.h"

#include "base/phrase.h"
#include "io/hdf5/hdf5_storage.h"
#include "io/readers/reader_tools.h"
#include "io/stack/hdf5_resolver.h"
#include "io/stack/packing.h"

#include <limits>
#include <numeric>
#include <optional>

namespace ewald::io {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Makes the values of a chunk NaN. \return how many there are
std::size_t clearChunk(std::size_t index, const h5::Shape& shape, const h5::Shape& chunk, std::vector<double>& values) {
    // The block in the dataset that the chunk covers, C order of the grid.
    h5::Shape start(shape.size()), count(shape.size());
    for (std::size_t axis = shape.size(); axis-- > 0;) {
        const std::size_t along = (shape[axis] + chunk[axis] - 1) / chunk[axis];
        start[axis] = index % along * chunk[axis];
        count[axis] = std::min(chunk[axis], shape[axis] - start[axis]);
        index /= along;
    }
    const std::size_t elements = std::reduce(count.begin(), count.end(), std::size_t{1}, std::multiplies<>());
    for (std::size_t i = 0; i < elements; ++i) {
        std::size_t rest = i, at = 0, step = 1;
        for (std::size_t axis = shape.size(); axis-- > 0;) {
            at += (start[axis] + rest % count[axis]) * step;
            rest /= count[axis];
            step *= shape[axis];
        }
        values[at] = kNaN;
    }
    return elements;
}

/// What of a dataset was never written becomes NaN; nothing when that is all of it. \return how many values
std::size_t clearUnwritten(const h5::Dataset& dataset, const h5::Storage& storage, std::vector<double>& values) {
    if (storage.layout == h5::Storage::Layout::contiguous)
        return storage.chunks[0].address == h5::kNoAddress ? values.size() : 0;
    if (storage.layout != h5::Storage::Layout::chunked) return 0;
    const h5::Shape &shape = dataset.shape(), &chunk = dataset.info().chunk;
    std::size_t chunks = 1, there = 0;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) chunks *= (shape[axis] + chunk[axis] - 1) / chunk[axis];
    for (std::size_t i = 0; i < chunks; ++i) there += storage.chunk(i).address != h5::kNoAddress ? 1 : 0;
    if (there == 0) return values.size();
    std::size_t cleared = 0;
    for (std::size_t i = 0; there < chunks && i < chunks; ++i)
        if (storage.chunk(i).address == h5::kNoAddress) cleared += clearChunk(i, shape, chunk, values);
    return cleared;
}

} // namespace

std::vector<double> readPositionValues(const h5::File& file, Scan& scan, const std::string& path) {
    const h5::Dataset dataset = file.dataset(path);
    std::vector<double> values = dataset.readAll<double>();
    if (const Packing packing = packingOf(file, path); !packing.by.empty()) {
        for (double& value : values) value = packing.value(value);
        addNote(scan, Severity::info, phrase("the positions %1 are unpacked (%2)", path, packing.by));
    }
    if (values.empty()) return values;
    try {
        Hdf5Resolver resolver(std::make_shared<DescriptorPool>());
        const auto [source, opened] = resolver.dataset(resolver.open(file.file()), path);
        if (opened.info().isVirtual) return values;
        const std::size_t unwritten = clearUnwritten(opened, h5::storageOf(*source, opened), values);
        if (unwritten == values.size())
            addNote(scan, Severity::warning,
                    phrase("%1 was never written: all of its positions are %2", path, numberText(values.front())));
        else if (unwritten > 0)
            addNote(scan, Severity::warning,
                    phrase("%1 of %2 numbers of %3 were never written: frames there have no position and are left out",
                           unwritten, values.size(), path));
    } catch (const DataError&) {
        return values; // the library could read it
    }
    return values;
}

} // namespace ewald::io
